// Enhancements of the site. Everything works without script.
addEventListener("DOMContentLoaded", () => {
  // Scrolls the selected row of a list to the middle, not just into view.
  document.querySelector(".column.main [aria-current=true]")?.scrollIntoView({ block: "center" });

  const schemes = document.querySelector("[data-register-schemes]");
  schemes?.removeAttribute("hidden");
  schemes?.addEventListener("click", () => {
    for (const scheme of schemes.dataset.registerSchemes.split(" ")) {
      navigator.registerProtocolHandler?.(scheme, `${location.origin}/open?url=%s`);
    }
  });
});

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

// What mini apps have written without a connection is sent by whatever page is open when there is one.
addEventListener("DOMContentLoaded", async () => {
  const { queue } = document.querySelector(".account")?.dataset ?? {};
  if (!queue || globalThis.AtollQueue) return;
  const databases = (await indexedDB.databases?.().catch(() => [])) ?? [];
  if (!databases.some(({ name }) => name === "atoll-kept")) return;
  document.head.append(Object.assign(document.createElement("script"), { src: AtollTrusted.script(queue) }));
});

// All tabs have the same user: one that signs out, or in as somebody else, is followed by the others.
addEventListener("DOMContentLoaded", () => {
  const user = document.querySelector(".account")?.dataset.user ?? null;
  const isSignIn = document.querySelector(".page-sign-in") !== null;
  const session = new BroadcastChannel("atoll.session");
  if (user !== null || isSignIn) session.postMessage({ user });
  session.onmessage = ({ data }) => {
    if (user === null || (data?.user ?? null) === user) return;
    // What a mini app shows is gone at once, however long the page takes.
    for (const frame of document.querySelectorAll("iframe")) frame.remove();
    document.body.inert = true;
    location.reload();
  };
});

// The server knows the time zone from the first page after signing in on.
(() => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
  if (zone) document.cookie = `__Host-zone=${encodeURIComponent(zone)}; Path=/; Secure; SameSite=Lax; Max-Age=31536000`;
})();

addEventListener("DOMContentLoaded", () => {
  // Days begin in the user's time zone. It is sent once for each page that is opened, but not for updates of open
  // pages: two browsers in different zones would update each other endlessly.
  const place = document.querySelector("[data-time-zone]");
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!place || !zone || zone === place.dataset.timeZone) return;
  fetch(place.dataset.timeZoneAddress, { method: "POST", redirect: "manual", body: new URLSearchParams({ zone }) }).catch(() => {});
});

// An image that is missing or invalid is replaced by the first letter. (These errors do not bubble, so they are
// captured.)
addEventListener(
  "error",
  ({ target }) => {
    if (!target.dataset?.monogram) return;
    const letter = document.createElement("span");
    letter.className = `${target.className} monogram`;
    letter.setAttribute("aria-hidden", "true");
    letter.textContent = target.dataset.monogram;
    target.replaceWith(letter);
  },
  true,
);

addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || event.defaultPrevented) return;
  [...document.querySelectorAll(".overlay:not([inert]) .close")].at(-1)?.click();
});

// The search is fetched when somebody wants it: by its button, by "/" or by ⌘K.
(() => {
  const isField = (element) => element?.matches?.("input, textarea, select, [contenteditable]") ?? false;
  const button = () => document.getElementById("search-button");
  let isThere = false;

  function search() {
    const begin = () => dispatchEvent(new Event("atoll:search"));
    if (isThere) return begin();
    isThere = true;
    if (document.querySelector('script[src$="/search.js"]')) return begin();
    const script = Object.assign(document.createElement("script"), { src: AtollTrusted.script(button().dataset.script), onload: begin });
    // Without it, its page does the same.
    script.onerror = () => location.assign(button().href);
    document.head.append(script);
  }

  addEventListener("click", (event) => {
    if (!event.target.closest?.("#search-button") || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    search();
  });
  addEventListener("keydown", (event) => {
    const isShortcut = event.key.toLowerCase() === "k" && (event.metaKey || event.ctrlKey) && !event.shiftKey && !event.altKey;
    const isSlash = event.key === "/" && !isField(event.target) && !event.metaKey && !event.ctrlKey && !event.altKey;
    // What is asked has to be answered first.
    if ((!isShortcut && !isSlash) || !button() || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    search();
  });
})();

// Whoever closes or goes back stands where they had left: the link that led there has the focus again.
(() => {
  const mark = "atoll.dismissed";
  let isLeaving = false;
  addEventListener("click", ({ target, metaKey, ctrlKey, shiftKey }) => {
    isLeaving = !metaKey && !ctrlKey && !shiftKey && target.closest?.(".back, .close, .scrim, #close") != null;
  }, true);
  // Only whoever really leaves: a mini app may ask whether it is to be closed.
  addEventListener("pagehide", () => isLeaving && sessionStorage.setItem(mark, location.pathname + location.search));
  addEventListener("DOMContentLoaded", () => {
    const left = sessionStorage.getItem(mark);
    sessionStorage.removeItem(mark);
    if (!left || document.querySelector("[autofocus]")) return;
    const leads = ({ pathname, search }) =>
      pathname + search === left || (pathname.startsWith("/miniapp/") && left.split("?")[0].startsWith(pathname));
    [...document.querySelectorAll("main a[href], .bar a[href]")].find(leads)?.focus({ preventScroll: true });
  });
})();

// Whoever sends a form stands where they were: at the same form, or at what is in its place.
(() => {
  const mark = "atoll.sent";
  const nameOf = (form) =>
    [form.getAttribute("action"), ...[...new FormData(form)].filter(([name]) => !["return", "favourite", "on"].includes(name)).flat()].join(" ");
  addEventListener("submit", ({ target }) => {
    if (target.method !== "post") return;
    sessionStorage.setItem(mark, JSON.stringify({ path: location.pathname, name: nameOf(target), action: target.getAttribute("action") }));
  });
  addEventListener("DOMContentLoaded", () => {
    const sent = JSON.parse(sessionStorage.getItem(mark) ?? "null");
    sessionStorage.removeItem(mark);
    if (sent?.path !== location.pathname || document.querySelector("[autofocus], [role=alert]")) return;
    const forms = [...document.forms].filter((form) => form.method === "post");
    const same = forms.find((form) => nameOf(form) === sent.name) ?? forms.find((form) => form.getAttribute("action") === sent.action);
    const place = same?.querySelector("button:not([hidden])") ?? document.querySelector(".home-footer button, main h2, main h3");
    if (place?.matches("h2, h3")) place.tabIndex = -1;
    place?.focus({ preventScroll: same !== undefined });
  });
})();

// The menu of the account closes by Escape, and when the focus has left it.
addEventListener("keydown", ({ key }) => {
  const open = document.querySelector("details.account[open]");
  if (key !== "Escape" || !open) return;
  open.open = false;
  open.querySelector("summary").focus();
});
addEventListener("focusout", ({ target, relatedTarget }) => {
  const open = target.closest?.("details.account[open]");
  if (open && relatedTarget && !open.contains(relatedTarget)) open.open = false;
});

// What was kept in another language is kept anew.
addEventListener("submit", async ({ target }) => {
  if (new URL(target.action, location.href).pathname !== "/language") return;
  for (const name of (await globalThis.caches?.keys()) ?? []) caches.delete(name);
});

// Shares a link, or at least copies it. Says what to tell the user; nothing if the browser has done so.
globalThis.AtollShare = async (title, url) => {
  if (navigator.share) {
    const isDone = await navigator.share({ title, url }).then(() => true, ({ name }) => name === "AbortError");
    if (isDone) return undefined;
  }
  const copied = navigator.clipboard?.writeText(url) ?? Promise.reject();
  return copied.then(() => t`The link was copied.`, () => t`The browser does not let this page copy.`);
};

addEventListener("DOMContentLoaded", () => {
  for (const button of document.querySelectorAll("[data-share]")) {
    const words = button.textContent;
    let timer;
    button.hidden = !navigator.share && !navigator.clipboard;
    button.addEventListener("click", async () => {
      const url = new URL(button.dataset.share, location.href).href;
      button.textContent = (await AtollShare(button.dataset.shareTitle, url)) ?? words;
      if (button.textContent !== words) document.getElementById("live-news").textContent = button.textContent;
      clearTimeout(timer);
      timer = setTimeout(() => (button.textContent = words), 3_000);
    });
  }
});
