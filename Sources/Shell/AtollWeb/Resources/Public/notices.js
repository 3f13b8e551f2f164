// Shows the notices of mini apps: a number beside the account, and a note that disappears by itself.
addEventListener("DOMContentLoaded", () => {
  const bell = document.getElementById("bell");
  if (!bell) return;
  const topic = "shell.notices";
  const seen = new Set();
  let isFirst = true;
  let hasBegun = false;
  let timer;

  async function refresh() {
    let found;
    try {
      const response = await fetch("/notice/new");
      if (!response.ok) return;
      found = await response.json();
    } catch {
      // The page is left, or there is no connection: the next change shows it.
      return;
    }
    const { items, count, badges } = found;
    showBadges(badges);
    bell.dataset.count = count > 99 ? "99+" : String(count);
    bell.classList.toggle("has-new", count > 0);
    bell.setAttribute("aria-label", count === 0 ? t`Notices` : t`Notices, ${count} new`);
    const fresh = items.filter(({ id, date }) => !seen.has(`${id} ${date}`));
    for (const { id, date } of items) seen.add(`${id} ${date}`);
    // Notices from before this page was open are behind the bell.
    if (fresh.length > 0 && !isFirst) show(fresh[0]);
    isFirst = false;
  }

  // The numbers beside mini apps in the hub.
  function showBadges(badges) {
    for (const tile of document.querySelectorAll(".cell")) {
      tile.querySelector(".tile-badge")?.remove();
      const count = badges[tile.id];
      if (!count) continue;
      const badge = Object.assign(document.createElement("span"), { className: "tile-badge", textContent: String(count) });
      tile.querySelector(".tile-name")?.after(badge);
    }
  }

  // Lets a mini app know that it was opened by a notice.
  addEventListener("click", ({ target }) => {
    const miniApp = target.closest?.("[data-notice]")?.dataset.notice;
    if (miniApp) sessionStorage.setItem("atoll.launch", JSON.stringify({ to: miniApp, source: "notification" }));
  });

  function show({ miniApp, name, isMessage, title, body, address }) {
    const made = (tag, properties, ...children) => {
      const element = Object.assign(document.createElement(tag), properties);
      element.append(...children);
      return element;
    };
    document.getElementById("arrived")?.remove();
    // The sender comes first: a mini app can't pass for a person who writes.
    const link = made("a", { href: address },
      made("small", { textContent: isMessage ? t`Message, by way of ${name}` : t`From ${name}`, dir: "auto" }),
      made("strong", { textContent: title, dir: "auto" }), ...(body ? [made("span", { textContent: body, dir: "auto" })] : []));
    link.dataset.notice = miniApp;
    const close = made("button", { type: "button", textContent: "✕", onclick: () => note.remove() });
    close.setAttribute("aria-label", t`Dismiss`);
    const note = made("div", { id: "arrived", className: "arrived" }, link, close);
    note.setAttribute("role", "status");
    document.body.append(note);
    clearTimeout(timer);
    timer = setTimeout(() => note.remove(), 8_000);
  }

  // An opening mini app takes precedence.
  if (document.getElementById("mini-app")) {
    const late = setTimeout(begin, 3_000);
    addEventListener("atoll:ready", () => {
      clearTimeout(late);
      setTimeout(begin, 300);
    }, { once: true });
  } else {
    begin();
  }

  function begin() {
    if (hasBegun) return;
    hasBegun = true;
    listen();
    refresh();
  }

  function listen() {
    if (!("SharedWorker" in window)) {
      const source = new EventSource(`/events?topics=${topic}`);
      source.addEventListener("changed", refresh);
      addEventListener("pagehide", () => source.close());
      return;
    }
    const { port } = new SharedWorker(AtollTrusted.script(bell.dataset.worker), "atoll-events");
    port.onmessage = refresh;
    const follow = () => port.postMessage({ topics: document.visibilityState === "visible" ? [topic] : [] });
    document.addEventListener("visibilitychange", () => {
      follow();
      if (document.visibilityState === "visible") refresh();
    });
    addEventListener("pagehide", () => port.postMessage({ left: true }));
    follow();
  }
});
