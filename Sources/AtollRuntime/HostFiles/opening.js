// Registers the host's worker on a mini app's origin in a browser that keeps no cookies of embedded pages: the worker says with each
// request which launch it belongs to. Then it leads to the page that was opened.
const { mark, worker, next } = document.body.dataset;
const store = "atoll-files";
// Who has used the mini app in this browser, without revealing it.
const markPath = "/.atoll/kept/mark";
const patience = 10_000;

const tell = (state) => parent.postMessage({ atoll: state }, "*");

// What another user has left.
async function clear() {
  try {
    localStorage.clear();
    sessionStorage.clear();
  } catch {
    // It has none, then.
  }
  const removed = (name) =>
    new Promise((resolve, reject) => {
      const request = indexedDB.deleteDatabase(name);
      // A tab that was left open may still hold it. Whoever opens it from now on waits until it is removed.
      request.onsuccess = request.onblocked = resolve;
      request.onerror = reject;
    });
  const databases = await indexedDB.databases();
  await Promise.all([
    ...databases.map(({ name }) => removed(name)), ...(await caches.keys()).map((name) => caches.delete(name)),
  ]);
}

function activated(registration) {
  const worker = registration.active ?? registration.waiting ?? registration.installing;
  return new Promise((resolve, reject) => {
    const look = () => {
      if (worker.state === "activated") resolve();
      if (worker.state === "redundant") reject(new Error("The worker was not accepted."));
    };
    worker.addEventListener("statechange", look);
    setTimeout(() => reject(new Error("The worker does not start.")), patience);
    look();
  });
}

async function open() {
  const known = await caches.open(store).then((cache) => cache.match(markPath)).then((found) => found?.text());
  if (known !== mark) {
    await clear();
    await caches.open(store).then((cache) => cache.put(markPath, new Response(mark)));
  }
  await activated(await navigator.serviceWorker.register(worker, { scope: "/", updateViaCache: "all" }));
  location.replace(next);
}

// Only in the frame of the page that has opened it.
if (parent !== window) open().catch(() => tell("unable"));
