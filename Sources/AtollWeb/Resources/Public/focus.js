// A frame may have the focus when somebody taps it or comes to it with the Tab key, and not because it took it: what somebody types
// into a field of the shell goes into that field.
(() => {
  "use strict";

  // For so long after a key, a tap in a frame can't be told from the key: both count as the user's activity on this page.
  const keyCounts = 5_000;
  // Tab moves the focus at once.
  const tabCounts = 500;

  const isField = (element) =>
    element?.matches?.("input:not([type=hidden]), textarea, select, [contenteditable]") ?? false;
  let field = null;
  let lastKey = -Infinity;
  let lastTab = -Infinity;
  let entered = -Infinity;

  addEventListener("focusin", ({ target }) => (field = isField(target) ? target : null));
  addEventListener(
    "keydown",
    ({ key }) => {
      lastKey = performance.now();
      if (key === "Tab") lastTab = lastKey;
    },
    true,
  );
  addEventListener(
    "pointerover",
    ({ target }) => {
      if (target.tagName === "IFRAME") entered = performance.now();
    },
    true,
  );

  addEventListener("blur", () => {
    const frame = document.activeElement;
    const back = field;
    if (frame?.tagName !== "IFRAME" || !back?.isConnected) return;
    const now = performance.now();
    const isTab = now - lastTab < tabCounts;
    // A pointer that came after the last key, or one that rests while nobody types and then taps.
    const isTap =
      frame.matches(":hover") &&
      (entered > lastKey || (now - lastKey > keyCounts && (navigator.userActivation?.isActive ?? true)));
    if (isTab || isTap) {
      field = null;
      return;
    }
    setTimeout(() => {
      if (document.activeElement === frame) back.focus({ preventScroll: true });
    });
  });

  globalThis.AtollFocus = { isTyping: () => isField(document.activeElement) };
})();
