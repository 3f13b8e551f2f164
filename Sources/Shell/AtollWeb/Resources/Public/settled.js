// A mini app can lead its user to some pages of the shell, such as that of its permissions. A tap that was meant for the mini app must have
// no effect there: a button with `data-slow` counts after a second without a tap or a key, from when the page appears.
(() => {
  const timeout = 1_000;
  let timer = null;
  // Whether the current press is ignored.
  let isVoid = false;
  const all = () => document.querySelectorAll("[data-slow]");
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = null;
      for (const each of all()) each.removeAttribute("aria-disabled");
    }, timeout);
    for (const each of all()) each.setAttribute("aria-disabled", "true");
  };
  const press = (isRepeated) => {
    isVoid = isRepeated || timer !== null;
    if (isVoid) wait();
  };
  // The click of a press comes before this timer.
  const end = () => setTimeout(() => (isVoid = false));
  const on = (type, act) => addEventListener(type, (event) => all().length && act(event), true);
  on("pointerdown", () => press(false));
  on("keydown", ({ key, repeat }) => (key === "Enter" || key === " ") && press(repeat));
  for (const type of ["pointerup", "pointercancel", "keyup"]) on(type, end);
  on("click", (event) => {
    if (!event.target.closest?.("[data-slow]") || (!isVoid && timer === null)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    wait();
  });
  on("pageshow", wait);
  // A press that was meant for something over the page may have closed it.
  addEventListener("focus", ({ target }) => target === window && all().length && wait());
  document.addEventListener("visibilitychange", () => all().length && wait());
  addEventListener("DOMContentLoaded", wait);
  wait();
})();
