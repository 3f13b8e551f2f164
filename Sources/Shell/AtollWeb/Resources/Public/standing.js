// When the user closes a page or goes back, the link that led there has the focus again.
(() => {
  const mark = "atoll.dismissed";
  let isLeaving = false;
  addEventListener("click", ({ target, metaKey, ctrlKey, shiftKey }) => {
    isLeaving = !metaKey && !ctrlKey && !shiftKey && target.closest?.(".back, .close, .scrim, #close") != null;
  }, true);
  // Marks the page only when the user really leaves it: a mini app may ask for confirmation first.
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

// Unfolds the section that a link leads into.
(() => {
  const unfold = () => {
    const folded = /^#[\w-]+$/.test(location.hash) && document.getElementById(location.hash.slice(1))?.closest("details");
    if (folded) folded.open = true;
  };
  addEventListener("DOMContentLoaded", unfold);
  addEventListener("hashchange", unfold);
})();

// After a form was sent, the focus is on the same form again, or on what has replaced it.
(() => {
  const mark = "atoll.sent";
  // Identifies a form by the values that the page has put into it, not by those that the user types.
  const nameOf = (form) =>
    [form.getAttribute("action"), ...[...form.elements].filter(({ type, name }) => type === "hidden" && !["return", "favourite", "on", "report"].includes(name))
      .flatMap(({ name, value }) => [name, value])].join(" ");
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
