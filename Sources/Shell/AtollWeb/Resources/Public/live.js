// Keeps the live parts of a page up to date: the server notifies it of a change, and the page is requested again. Parts
// that have not changed stay as they are, as do the scroll position and the focus.
addEventListener("DOMContentLoaded", () => {
  const app = document.querySelector("[data-topics]");
  if (!app) return;
  const topics = app.dataset.topics.split(",");
  let isAsking = false;
  let isStale = false;
  // A page that the user is leaving is not reloaded: that would take them back to it. If it is still there after half a minute, longer than
  // a slow page takes, the user did not leave after all.
  let left = -Infinity;
  addEventListener("beforeunload", () => (left = performance.now()));
  const reload = () => {
    const wait = left + 30_000 - performance.now();
    if (wait > 0) setTimeout(reload, wait);
    else location.reload();
  };

  const events = "SharedWorker" in window ? shared(app.dataset.worker) : own();
  const shown = () => document.visibilityState === "visible";
  const follow = () => events.follow(shown() ? topics : []);
  document.addEventListener("visibilitychange", follow);
  addEventListener("pagehide", () => events.leave());
  // A page that is restored from the back/forward cache may be out of date.
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    left = -Infinity;
    follow();
  });
  follow();

  function shared(address) {
    const { port } = new SharedWorker(AtollTrusted.script(address), "atoll-events");
    port.onmessage = refresh;
    return {
      follow: (topics) => port.postMessage({ topics }),
      leave: () => port.postMessage({ left: true }),
    };
  }

  // Without shared workers, each tab has its own connection while it is visible.
  function own() {
    let source = null;
    const close = () => {
      source?.close();
      source = null;
    };
    return {
      follow(topics) {
        close();
        if (topics.length === 0) return;
        source = new EventSource(`/events?topics=${encodeURIComponent(topics.join(","))}`);
        source.addEventListener("changed", refresh);
      },
      leave: close,
    };
  }

  async function refresh() {
    if (isAsking) {
      isStale = true;
      return;
    }
    isAsking = true;
    try {
      do {
        isStale = false;
        const response = await fetch(location.href, { headers: { Accept: "text/html" } });
        // The user is signed out, or the page no longer exists: a reload shows that.
        if (response.redirected || response.status === 401 || response.status === 404) return reload();
        if (!response.ok) return;
        show(await AtollTrusted.page(response));
      } while (isStale);
    } catch {
      // The server can't be reached. The event connection is restored with it, and notifies this page then.
    } finally {
      isAsking = false;
    }
  }

  function show(fresh) {
    const areas = [...document.querySelectorAll("[data-live]")];
    const others = [...fresh.querySelectorAll("[data-live]")];
    // A page that needs another script may show frames that this page's policy does not allow.
    const isNew = ({ src }) => src && ![...document.scripts].some((script) => script.src === new URL(src, location).href);
    if (areas.length !== others.length || [...fresh.scripts].some(isNew)) return reload();
    const anchor = scrollY > 80 ? firstInView(areas) : null;
    const top = anchor?.getBoundingClientRect().top;
    const first = areas.map((area) => area.firstElementChild?.id).join();
    areas.forEach((area, index) => update(area, others[index]));
    document.body.className = fresh.body.className;
    if (anchor?.isConnected) scrollBy(0, anchor.getBoundingClientRect().top - top);
    const hero = areas[0]?.firstElementChild;
    if (first !== areas.map((area) => area.firstElementChild?.id).join() && hero) {
      document.getElementById("live-news").textContent = hero.getAttribute("aria-label") ?? "";
    }
    dispatchEvent(new CustomEvent("atoll:updated"));
  }

  function firstInView(areas) {
    return areas.flatMap((area) => [...area.children]).find((part) => part.getBoundingClientRect().bottom > 0);
  }

  // The parts of an area are identified by their ids, and each has a version. Parts that are gone are removed first, so
  // that those that stay need not be moved: a frame that is moved is loaded again.
  function update(area, fresh) {
    const wanted = new Set([...fresh.children].map(({ id }) => id));
    for (const part of [...area.children]) if (!wanted.has(part.id)) part.remove();
    let next = area.firstElementChild;
    for (const part of [...fresh.children]) {
      const here = [...area.children].find((child) => child.id === part.id);
      if (here && (here.dataset.version === part.dataset.version || isBeingFilledIn(here))) {
        if (here === next) next = next.nextElementSibling;
        else area.insertBefore(here, next);
        continue;
      }
      const made = document.importNode(part, true);
      if (!here) {
        area.insertBefore(made, next);
        continue;
      }
      const focus = here.contains(document.activeElement) ? place(document.activeElement, here) : null;
      for (const open of here.querySelectorAll("details[open]")) {
        made.querySelector(`details[id="${CSS.escape(open.id)}"]`)?.setAttribute("open", "");
      }
      if (here === next) next = next.nextElementSibling;
      here.remove();
      area.insertBefore(made, next);
      if (focus) find(focus, made)?.focus({ preventScroll: true });
    }
  }

  // A part in which the user has typed something is not replaced.
  function isBeingFilledIn(part) {
    return [...part.querySelectorAll("input, textarea")].some((field) => field.type !== "hidden" && field.value !== field.defaultValue);
  }

  const focusable = "a[href], button, input:not([type=hidden]), select, textarea, summary";

  function place(element, part) {
    return { id: element.id, index: [...part.querySelectorAll(focusable)].indexOf(element) };
  }

  function find({ id, index }, part) {
    return (id && part.querySelector(`[id="${CSS.escape(id)}"]`)) || part.querySelectorAll(focusable)[index];
  }
});
