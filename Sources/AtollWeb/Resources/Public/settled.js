// A mini app can lead its user to some pages of the shell, such as that of its permissions. A tap that was meant for the mini app must
// answer nothing there: a button with `data-slow` counts when nothing was pressed for a second before it.
(() => {
  const patience = 1_000;
  let timer = null;
  // Whether the current press is ignored.
  let isVoid = false;
  const all = () => document.querySelectorAll("[data-slow]");
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = null;
      for (const each of all()) each.removeAttribute("aria-disabled");
    }, patience);
    for (const each of all()) each.setAttribute("aria-disabled", "true");
  };
  const press = (isRepeated) => {
    isVoid = isRepeated || timer !== null;
    if (isVoid) wait();
  };
  // Its click comes before.
  const end = () => setTimeout(() => (isVoid = false));
  const on = (type, act) => addEventListener(type, (event) => all().length && act(event), true);
  on("pointerdown", () => press(false));
  on("keydown", ({ key, repeat }) => !["Tab", "Shift", "Escape"].includes(key) && press(repeat));
  for (const type of ["pointerup", "pointercancel", "keyup"]) on(type, end);
  on("click", (event) => {
    if (!event.target.closest?.("[data-slow]") || (!isVoid && timer === null)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    wait();
  });
  on("pageshow", wait);
  addEventListener("DOMContentLoaded", wait);
})();
