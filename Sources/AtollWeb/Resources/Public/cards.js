// The cards of mini apps on a home screen: each in a frame of its own, which is made when the page is there, and has a moment to say
// that it is ready. One that does not is taken away again; what stood in its place before comes back.
(() => {
  "use strict";

  // From the frame to its first hello.
  const budget = 4_000;
  // How often a card that is seen is made anew.
  const refreshEvery = 15 * 60_000;
  const seen = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) if (isIntersecting) open(target);
  });

  addEventListener("load", look);
  addEventListener("atoll:updated", look);
  document.addEventListener("visibilitychange", () => {
    for (const place of document.querySelectorAll("[data-card][data-opened]")) {
      if (document.visibilityState !== "visible" || Date.now() - Number(place.dataset.opened) < refreshEvery) continue;
      place.querySelector("iframe")?.remove();
      delete place.dataset.opened;
      open(place);
    }
  });

  function look() {
    for (const place of document.querySelectorAll("[data-card]:not([data-opened])")) seen.observe(place);
  }

  async function open(place) {
    seen.unobserve(place);
    if (place.dataset.opened) return;
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
      frame.src = source;
      place.append(frame);
    } catch {
      fail(words);
    }
  }
})();
