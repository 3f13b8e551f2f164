// Updates a countdown: the time that is left, the ring around it, and the current step. The server has stated in how many seconds each step
// begins, by its own clock.
addEventListener("DOMContentLoaded", () => {
  "use strict";

  const place = document.querySelector("[data-countdown]");
  if (!place) return;
  const opened = performance.now();
  const { start, end } = place.dataset;

  function show() {
    const passed = (performance.now() - opened) / 1000;
    const [from, to] = [Number(start) - passed, Number(end) - passed];
    const state = from > 0 ? "before" : to > 0 ? "now" : "after";
    const left = Math.max(0, Math.ceil(state === "before" ? from : to));
    const two = (number) => String(number).padStart(2, "0");
    const [hours, minutes] = [Math.floor(left / 3600), Math.floor(left / 60) % 60];
    place.querySelector(".ring-time").textContent = `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(left % 60)}`;
    const done = state === "before" ? 0 : Math.min(1, 1 - to / (to - from));
    place.querySelector(".ring-done").style.setProperty("--done", done * 100);
    for (const text of place.querySelectorAll("[data-when]")) text.hidden = text.dataset.when !== state;
    for (const step of place.querySelectorAll("[data-from]")) {
      const isNow = Number(step.dataset.from) <= passed && Number(step.dataset.to) > passed;
      if (isNow) step.setAttribute("aria-current", "step");
      else step.removeAttribute("aria-current");
    }
    if (state === "after") clearInterval(timer);
  }

  const timer = setInterval(show, 1_000);
  show();
});
