// Registers the host's worker on a mini app's origin, in a browser that stores no cookies for embedded pages. The worker sends the launch
// with each request. Then this script navigates to the page that the user opened. `deleteCookies` is in cookies.js, which comes before this
// script.
const { mark, worker, next, domain } = document.body.dataset;
const store = "atoll-files";
// The mark of the user who last opened the mini app in this browser. It does not reveal who that is.
const markPath = "/.atoll/kept/mark";
const patience = 10_000;

const tell = (state) => parent.postMessage({ atoll: state }, "*");

// Removes everything that another user has stored.
async function clear() {
  try {
    localStorage.clear();
    sessionStorage.clear();
  } catch {
    // It has none, then.
  }
  // Some browsers let scripts store cookies that no request has.
  deleteCookies(domain);
  const removed = (name) =>
    new Promise((resolve, reject) => {
      const request = indexedDB.deleteDatabase(name);
      // An open tab may still use the database. Requests to open it wait until the browser has deleted it.
      request.onsuccess = request.onblocked = resolve;
      request.onerror = reject;
    });
  // Some browsers list none: the response's Clear-Site-Data header has removed them.
  const databases = (await indexedDB.databases?.().catch(() => [])) ?? [];
  const folder = await navigator.storage?.getDirectory?.().catch(() => null);
  const files = [];
  for await (const name of folder?.keys?.() ?? []) files.push(name);
  await Promise.all([
    ...databases.map(({ name }) => removed(name)), ...(await caches.keys()).map((name) => caches.delete(name)),
    ...files.map((name) => folder.removeEntry(name, { recursive: true })),
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
