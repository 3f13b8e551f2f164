// The keys of the review page: j and k for the files, n and p for findings and comments, a and r for the decision.
const isTyping = ({ target }) => target.closest?.("input, textarea, select, [contenteditable]") !== null;

// Moves the focus by a step, from the focused element or else from the first one below the top of the window.
function move(selector, step) {
  const all = [...document.querySelectorAll(selector)].filter((each) => each.offsetParent !== null);
  if (all.length === 0) return;
  const here = all.findIndex((each) => each.contains(document.activeElement));
  const top = all.findIndex((each) => each.getBoundingClientRect().top >= 0);
  const next = here >= 0 ? here + step : step > 0 ? top : top - 1;
  const target = all[Math.min(Math.max(next, 0), all.length - 1)];
  const focused = target.matches("details") ? target.querySelector("summary") : target;
  if (!focused.matches("summary")) focused.tabIndex = -1;
  focused.focus({ preventScroll: true });
  target.scrollIntoView({ block: "start" });
}

const keys = {
  j: () => move("details.file", 1),
  k: () => move("details.file", -1),
  n: () => move("li.finding, article.thread", 1),
  p: () => move("li.finding, article.thread", -1),
  a: () => document.querySelector("#approve textarea")?.focus(),
  r: () => document.querySelector("#reject textarea")?.focus(),
};

addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || isTyping(event)) return;
  const act = keys[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});
