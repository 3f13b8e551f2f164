// Makes pages that were seen available without a connection, too, and shows from when they are.
addEventListener("DOMContentLoaded", () => {
  // For signed-in users, the pages that they have seen are available offline.
  if (document.querySelector(".account")) keepPages().catch(() => {});
  // The page around a mini app shows it itself, and must not reload while the user enters something.
  if (document.body.dataset.offline === undefined || document.getElementById("mini-app")) return;
  const note = document.createElement("p");
  note.className = "notice";
  note.setAttribute("role", "status");
  const kept = new Date(Number(document.body.dataset.offline));
  const isToday = kept.toDateString() === new Date().toDateString();
  const time = kept.toLocaleString(AtollTexts.language, { ...(isToday ? {} : { dateStyle: "medium" }), timeStyle: "short", hour12: false });
  note.textContent = t`You are offline. This page is from ${time}.`;
  document.querySelector(".column")?.prepend(note);
  addEventListener("online", () => location.reload());
});

async function keepPages() {
  const worker = navigator.serviceWorker;
  if (!worker) return;
  // The worker's own pages are in the language of this one.
  await worker.register(AtollTrusted.script(`/service-worker.js?language=${document.documentElement.lang}`));
  // A worker may control a page that it did not load: it claims all open pages when it becomes active.
  if (performance.getEntriesByType("navigation")[0]?.workerStart > 0) return;
  const files = performance.getEntriesByType("resource").map(({ name }) => new URL(name))
    .filter(({ origin }) => origin === location.origin).map(({ pathname }) => pathname);
  (await worker.ready).active?.postMessage({ page: location.pathname + location.search, files });
}

// Pages that were cached in another language or appearance are dropped.
addEventListener("submit", async ({ target }) => {
  if (!["/language", "/appearance"].includes(new URL(target.action, location.href).pathname)) return;
  for (const name of (await globalThis.caches?.keys()) ?? []) caches.delete(name);
});

// Changes that mini apps have made without a connection are sent by any page that is open when there is one.
addEventListener("DOMContentLoaded", async () => {
  const { queue } = document.querySelector(".account")?.dataset ?? {};
  if (!queue || globalThis.AtollQueue) return;
  const databases = (await indexedDB.databases?.().catch(() => [])) ?? [];
  if (!databases.some(({ name }) => name === "atoll-kept")) return;
  document.head.append(Object.assign(document.createElement("script"), { src: AtollTrusted.script(queue) }));
});
