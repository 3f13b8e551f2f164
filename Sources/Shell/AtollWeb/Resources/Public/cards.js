// The cards of mini apps on a home screen. Each gets its own frame after the page is shown, and must report within a time limit that it is
// ready. If it does not, the frame is removed, and its placeholder is shown again.
(() => {
  "use strict";

  // The time from the request of a card to its first hello, in milliseconds.
  const budget = 4_000;
  const bridges = new WeakMap();
  // The function that runs when each frame is stopped.
  const stops = new WeakMap();
  const seen = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) if (isIntersecting) open(target);
  });

  addEventListener("load", look);
  addEventListener("atoll:updated", look);
  addEventListener("atoll:stopped", ({ detail }) => stops.get(detail)?.());
  document.addEventListener("visibilitychange", renew);
  setInterval(renew, 30_000);

  // Refreshes cards that have reached the age at which they want to be refreshed. A hidden page does nothing.
  function renew() {
    if (document.visibilityState !== "visible") return;
    for (const place of document.querySelectorAll("[data-card][data-opened]")) {
      const age = Date.now() - Number(place.dataset.opened);
      if (age < Math.max(60, Number(place.dataset.refreshAfter) || 900) * 1_000) continue;
      bridges.get(place)?.end();
      place.querySelector("iframe")?.remove();
      delete place.dataset.opened;
      seen.observe(place);
    }
  }

  function look() {
    for (const place of document.querySelectorAll("[data-card]:not([data-opened])")) seen.observe(place);
  }

  // `isAgain`: the browser has lost the cookie of the first launch.
  async function open(place, isAgain = false) {
    seen.unobserve(place);
    if (place.dataset.opened && !isAgain) return;
    // A frame that loads may take the focus, and with it what the user types.
    if (AtollFocus.isTyping()) return addEventListener("focusout", () => setTimeout(isAgain ? () => open(place, true) : look), { once: true });
    place.dataset.opened = Date.now();
    const text = place.querySelector(".card-placeholder");
    const words = text.textContent;
    place.dataset.state = "waiting";
    let frame = null;
    let bridge = null;
    const timer = setTimeout(() => fail(t`${place.dataset.name} is not responding right now.`), budget);

    function fail(words) {
      clearTimeout(timer);
      bridge?.end();
      frame?.remove();
      place.dataset.state = "failed";
      text.textContent = words;
      text.hidden = false;
    }

    try {
      const response = await fetch("/cards", {
        method: "POST",
        body: new URLSearchParams({ id: place.dataset.card, route: place.dataset.route }),
        signal: AbortSignal.timeout(budget),
      });
      if (!response.ok) return fail(words);
      const { source, origin, sandbox, version } = await response.json();
      if (place.dataset.state === "failed" || !place.isConnected) return;
      frame = document.createElement("iframe");
      frame.title = place.dataset.name;
      frame.setAttribute("sandbox", sandbox);
      frame.dataset.origin = origin;
      frame.dataset.miniApp = place.dataset.card;
      frame.dataset.kind = "card";
      frame.dataset.version = version;
      bridge = new AtollBridge(
        () => frame,
        {
          ready() {
            clearTimeout(timer);
            place.dataset.state = "ready";
            text.hidden = true;
          },
          flooded: () => fail(words),
          unable: () => fail(words),
          key(key) {
            if (key === "search" && AtollFocus.isActIn(frame)) dispatchEvent(new Event("atoll:find"));
          },
        },
        ["lifecycle.ready"],
      );
      bridges.set(place, bridge);
      stops.set(frame, () => fail(t`${place.dataset.name} was stopped, because it kept taking the keyboard.`));
      const reopen = () => {
        clearTimeout(timer);
        bridge.end();
        frame.remove();
        open(place, true);
      };
      if (!isAgain) frame.addEventListener("load", () => AtollFrameCookies.check(frame, () => bridge.isConnected, reopen));
      frame.src = source;
      place.append(frame);
    } catch {
      fail(words);
    }
  }
})();
