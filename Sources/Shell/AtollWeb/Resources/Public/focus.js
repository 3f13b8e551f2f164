// What the user types into a field of the shell goes into that field, whatever a frame on the page does: a frame gets
// the focus when the user taps it or reaches it with the Tab key, but can't take it by itself. The same is true of the bar around a
// mini app, for whoever uses it with the keyboard.
//
// A page can't see a tap in a frame of another site, nor distinguish it from key presses. So while a field has the
// focus, frames let the pointer through: a tap on a frame reaches the page, which then focuses the frame.
(() => {
  "use strict";

  // The time after the Tab key, in milliseconds, within which a frame may get the focus.
  const tabCounts = 500;

  // How long an act of the user counts, in milliseconds, whichever document on the page it was in.
  const actCounts = 5_000;

  const isField = (element) =>
    element?.matches?.("input:not([type=hidden]), textarea, select, [contenteditable]") ?? false;
  const isKeyed = (element) => Boolean(element?.closest?.(".app-bar") && element.matches(":focus-visible"));
  const isIn = ({ left, right, top, bottom }, { clientX, clientY }) =>
    clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
  let field = null;
  let lastTab = -Infinity;

  addEventListener("focusin", ({ target }) => {
    field = isField(target) || isKeyed(target) ? target : null;
    document.documentElement.classList.toggle("is-typing", field !== null);
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

  addEventListener("blur", () => {
    const frame = document.activeElement;
    const back = field;
    if (frame?.tagName !== "IFRAME" || !back?.isConnected || performance.now() - lastTab < tabCounts) return;
    setTimeout(() => {
      if (document.activeElement === frame) back.focus({ preventScroll: true });
    });
  });

  // What the page hears itself was no act in a frame, though the browser counts it for the whole page.
  let lastOwn = -Infinity;
  for (const type of ["pointerdown", "keydown"]) {
    addEventListener(type, ({ isTrusted }) => {
      if (isTrusted) lastOwn = performance.now();
    }, true);
  }

  globalThis.AtollFocus = {
    isTyping: () => isField(document.activeElement),

    // Whether the user has just done something in this frame, which has the focus.
    isActIn: (frame) => document.activeElement === frame && !frame.inert && !document.querySelector("dialog[open]")
      && navigator.userActivation?.isActive === true && performance.now() - lastOwn > actCounts,
  };
})();
