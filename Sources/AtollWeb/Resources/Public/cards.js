// The cards of mini apps on a home screen: each in a frame of its own, which is made when the page is there, and has a moment to say
// that it is ready. One that does not is taken away again; what stood in its place before comes back.
(() => {
  "use strict";

  // From the frame to its first hello.
  const budget = 4_000;
  const bridges = new WeakMap();
  const seen = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) if (isIntersecting) open(target);
  });

  addEventListener("load", look);
  addEventListener("atoll:updated", look);
  document.addEventListener("visibilitychange", renew);
  setInterval(renew, 30_000);

  // Makes those anew that are as old as they said they may become. Nobody looks at a page that is hidden.
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

  async function open(place) {
    seen.unobserve(place);
    if (place.dataset.opened) return;
    // A frame that loads may take the focus, and what is typed with it.
    if (AtollFocus.isTyping()) return addEventListener("focusout", () => setTimeout(look), { once: true });
    place.dataset.opened = Date.now();
    const text = place.querySelector(".card-placeholder");
    const words = text.textContent;
    place.dataset.state = "waiting";
    let frame = null;
    let bridge = null;
    const timer = setTimeout(() => fail(`${place.dataset.name} is not answering at the moment.`), budget);

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
      const { source, origin, sandbox } = await response.json();
      if (place.dataset.state === "failed" || !place.isConnected) return;
      frame = document.createElement("iframe");
      frame.title = place.dataset.name;
      frame.setAttribute("sandbox", sandbox);
      frame.dataset.origin = origin;
      frame.dataset.miniApp = place.dataset.card;
      frame.dataset.kind = "card";
      bridge = new AtollBridge(
        () => frame,
        {
          ready() {
            clearTimeout(timer);
            place.dataset.state = "ready";
            text.hidden = true;
          },
        },
        ["lifecycle.ready"],
      );
      bridges.set(place, bridge);
      frame.src = source;
      place.append(frame);
    } catch {
      fail(words);
    }
  }
})();
