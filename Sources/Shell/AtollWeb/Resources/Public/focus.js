// Text that the user types into a field of the shell goes into that field, no matter what a frame on the page does: a frame gets the focus
// when the user taps it or reaches it with the Tab key, but can't take it by itself. The same is true of the bar around a mini app, for
// users of the keyboard.
//
// A page can't see a tap in a frame of another site, nor distinguish it from key presses. So while a field has the
// focus, frames let the pointer through: a tap on a frame reaches the page, which then focuses the frame.
//
// A frame that takes the focus repeatedly gets some of the keys, and Firefox may not even notify the page (no `blur`). So the page checks
// by itself while a field has the focus, and stops such a frame, because nothing less protects the keys.
(() => {
  "use strict";

  // The time after the Tab key, in milliseconds, within which a frame may get the focus.
  const tabCounts = 500;

  // How long an action of the user counts, in milliseconds, whichever document on the page it was in.
  const actCounts = 5_000;

  // How often the page checks where the focus is, in milliseconds: a fast typist presses a key every 50.
  const lookEvery = 40;

  // How often frames may take the focus from one field within the time after the first, in milliseconds. The next time, the frame is
  // stopped.
  const stolenAtMost = 4;
  const forgottenAfter = 10_000;

  // How long the page of a stopped frame can still be there, in milliseconds.
  const stopTakes = 1_000;

  const isField = (element) =>
    element?.matches?.("input:not([type=hidden]), textarea, select, [contenteditable]") ?? false;
  const isKeyed = (element) => Boolean(element?.closest?.(".app-bar") && element.matches(":focus-visible"));
  const isIn = ({ left, right, top, bottom }, { clientX, clientY }) =>
    clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
  let field = null;
  let lastTab = -Infinity;
  let stolen = 0;
  let firstStolen = 0;
  let lastStop = -Infinity;
  let looking = null;

  addEventListener("focusin", ({ target }) => {
    const next = isField(target) || isKeyed(target) ? target : null;
    if (next !== field) stolen = 0;
    field = next;
    document.documentElement.classList.toggle("is-typing", field !== null);
    if (field) looking ??= setInterval(look, lookEvery);
  });
  addEventListener("focusout", () => document.documentElement.classList.remove("is-typing"));
  addEventListener(
    "keydown",
    ({ key }) => {
      if (key === "Tab") lastTab = performance.now();
    },
    true,
  );
  addEventListener(
    "pointerdown",
    (event) => {
      if (!field || event.target === field) return;
      const frame = [...document.querySelectorAll("iframe")].find((each) => isIn(each.getBoundingClientRect(), event));
      if (!frame) return;
      event.preventDefault();
      field.blur();
      field = null;
      frame.focus();
    },
    true,
  );

  // Returns the focus to the field if a frame has taken it, and stops a frame that does so repeatedly.
  function look() {
    const now = performance.now();
    const here = document.activeElement;
    const isStopping = now - lastStop < stopTakes;
    if (here === field) return;
    if (here?.tagName === "IFRAME") {
      if (field?.isConnected && now - lastTab >= tabCounts) {
        field.focus({ preventScroll: true });
        // A field that is now hidden can't have the focus, so the frame has taken it from no field.
        if (document.activeElement === field) return count(here, now, isStopping);
      }
    } else if (isStopping && here === document.body && field?.isConnected) {
      // The focus can disappear with the page of a frame that was stopped.
      return field.focus({ preventScroll: true });
    }
    // The user has moved on.
    field = null;
    clearInterval(looking);
    looking = null;
  }

  // Counts that a frame has taken the focus. A frame is not stopped because of buttons of the bar, where there is nothing that it could
  // read.
  function count(frame, now, isStopping) {
    if (!isField(field)) return;
    if (now - firstStolen > forgottenAfter) [stolen, firstStolen] = [0, now];
    stolen += 1;
    if (stolen <= stolenAtMost || isStopping) return;
    lastStop = now;
    frame.src = "about:blank";
    dispatchEvent(new CustomEvent("atoll:stopped", { detail: frame }));
  }

  addEventListener("blur", () => setTimeout(look));

  // The time of the last input event of this page itself. It was not an action in a frame, though the browser counts it for the whole page.
  let lastOwn = -Infinity;
  for (const type of ["pointerdown", "keydown"]) {
    addEventListener(type, ({ isTrusted }) => {
      if (isTrusted) lastOwn = performance.now();
    }, true);
  }

  globalThis.AtollFocus = {
    isTyping: () => isField(document.activeElement),

    // Whether the user has just acted in this frame, which has the focus.
    isActIn: (frame) => document.activeElement === frame && !frame.inert && !document.querySelector("dialog[open]")
      && navigator.userActivation?.isActive === true && performance.now() - lastOwn > actCounts,
  };
})();
