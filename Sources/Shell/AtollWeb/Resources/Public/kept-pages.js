// Pages that were seen open without a connection, too, and say from when they are.
addEventListener("DOMContentLoaded", () => {
  // For signed-in users, what they have seen is available offline.
  if (document.querySelector(".account")) keepPages().catch(() => {});
  // The page around a mini app says it itself, and is not loaded again below what the user enters.
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
  // Its own pages are in the language of this one.
  await worker.register(AtollTrusted.script(`/service-worker.js?language=${document.documentElement.lang}`));
  // A worker may control a page that it did not load: it has claimed all that were open.
  if (performance.getEntriesByType("navigation")[0]?.workerStart > 0) return;
  const files = performance.getEntriesByType("resource").map(({ name }) => new URL(name))
    .filter(({ origin }) => origin === location.origin).map(({ pathname }) => pathname);
  (await worker.ready).active?.postMessage({ page: location.pathname + location.search, files });
}

// Pages that were cached in another language or look are cached again.
addEventListener("submit", async ({ target }) => {
  if (!["/language", "/appearance"].includes(new URL(target.action, location.href).pathname)) return;
  for (const name of (await globalThis.caches?.keys()) ?? []) caches.delete(name);
});

// Data that mini apps have written offline is sent by any open page once there is a connection.
addEventListener("DOMContentLoaded", async () => {
  const { queue } = document.querySelector(".account")?.dataset ?? {};
  if (!queue || globalThis.AtollQueue) return;
  const databases = (await indexedDB.databases?.().catch(() => [])) ?? [];
  if (!databases.some(({ name }) => name === "atoll-kept")) return;
  document.head.append(Object.assign(document.createElement("script"), { src: AtollTrusted.script(queue) }));
});
