// The dialogs that mini apps ask for. They belong to the shell, are above everything else, and name their mini app: nothing in its frame
// can draw over them, or take the focus from them.
(() => {
  "use strict";

  const busy = { code: -32013, message: "Too many dialogs are waiting." };
  const waitingAtMost = 3;
  let last = Promise.resolve();
  let count = 0;
  const open = new Set();
  // Counts the pages of the mini app: dialogs that an earlier page has asked for are no longer shown.
  let asking = 0;

  function element(tag, properties = {}, ...children) {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
  }

  // Shows a dialog when those before it are closed. `build` gets a function that ends the dialog with a result, and returns its contents;
  // `cancelled` is the result of Escape.
  function show(label, build, cancelled, prepare = () => {}) {
    if (count > waitingAtMost) return Promise.reject(busy);
    count += 1;
    const page = asking;
    const turn = last.then(() => (page === asking ? present(label, build, cancelled, prepare, true) : null));
    last = turn.catch(() => {}).finally(() => (count -= 1));
    return turn;
  }

  // After this many dialogs in a row, the user is offered a way to leave.
  const manyInARow = 3;
  const rowEndsAfter = 5_000;
  let inARow = 0;
  let lastShown = -Infinity;

  function offerToLeave(dialog, app) {
    const now = performance.now();
    inARow = now - lastShown < rowEndsAfter ? inARow + 1 : 1;
    lastShown = now;
    if (inARow <= manyInARow) return;
    const leave = button(t`Close the mini app`, () => dispatchEvent(new CustomEvent("atoll:leave")), "quiet");
    leave.setAttribute("aria-label", t`Close the mini app, which keeps asking: ${app}`);
    dialog.append(actions(leave));
  }

  // How often a frame may take the focus from a dialog.
  const stolenAtMost = 5;
  // How often the page checks what has the focus, in milliseconds.
  const lookEvery = 100;

  // Prevents the frames on the page from disturbing a dialog that is about to be shown, until the returned function is called.
  function guard(dialog) {
    let focused = null;
    let stolen = 0;
    // A frame can take the focus by itself, even from a modal dialog: the focus is returned. A frame that takes it repeatedly would block
    // the user's keyboard, and is stopped, because nothing less prevents it.
    const back = () => {
      const thief = document.activeElement;
      if (dialog.contains(thief)) return;
      stolen += 1;
      if (stolen > stolenAtMost && frames.includes(thief) && thief.src !== "about:blank") {
        thief.src = "about:blank";
        dispatchEvent(new CustomEvent("atoll:stopped", { detail: thief }));
      }
      focused?.focus();
    };
    const later = () => setTimeout(back);
    // Firefox does not always report that a frame has taken it.
    const looking = setInterval(() => frames.includes(document.activeElement) && back(), lookEvery);
    const frames = [...document.querySelectorAll("iframe")];
    // The next dialog in line is shown before the focus has returned.
    if (document.activeElement !== document.body && !document.activeElement.closest("dialog")) before = document.activeElement;
    const unblock = block(frames);
    addEventListener("blur", later);
    dialog.addEventListener("focusin", ({ target }) => (focused = target));
    return () => {
      removeEventListener("blur", later);
      clearInterval(looking);
      unblock();
      // The browser can't return the focus to an element that was inert.
      setTimeout(() => {
        if (document.activeElement === document.body) before?.focus();
      });
    };
  }

  let before = null;

  // The number of blocks on each frame.
  const blocks = new WeakMap();

  // Makes frames inert until the returned function is called and all other blocks on them are released as well.
  function block(frames) {
    const add = (frame, step) => {
      const count = (blocks.get(frame) ?? 0) + step;
      blocks.set(frame, count);
      frame.inert = count > 0;
    };
    for (const frame of frames) add(frame, 1);
    let isOver = false;
    return () => {
      if (!isOver) for (const frame of frames) add(frame, -1);
      isOver = true;
    };
  }

  let described = 0;

  // The focus is on a field or a button, so a screen reader reads the text of the dialog only if it describes the dialog.
  function describe(dialog) {
    described += 1;
    const parts = [...dialog.children].filter((part) => part.matches("h2, p, ul, blockquote"));
    parts.forEach((part, number) => (part.id = `sheet-${described}-${number}`));
    if (parts.length) dialog.setAttribute("aria-describedby", parts.map(({ id }) => id).join(" "));
  }

  // Shows a dialog now, above those that are open. The mini app's dialogs end with its page.
  function present(label, build, cancelled, prepare, isOfPage) {
    return new Promise((resolve) => {
      const dialog = element("dialog", { className: "sheet" });
      dialog.setAttribute("aria-label", label);
      const release = guard(dialog);
      const end = (result) => {
        open.delete(end);
        release();
        dialog.remove();
        resolve(result);
      };
      if (isOfPage) open.add(end);
      dialog.addEventListener("cancel", (event) => {
        event.preventDefault();
        end(typeof cancelled === "function" ? cancelled() : cancelled);
      });
      // A browser may close a dialog without asking.
      dialog.addEventListener("close", () => end(null));
      dialog.append(...build(end));
      describe(dialog);
      if (isOfPage) offerToLeave(dialog, label);
      document.body.append(dialog);
      dialog.showModal();
      (dialog.querySelector("[data-focus]") ?? dialog.querySelector("input, button"))?.focus();
      prepare(dialog);
    });
  }

  // The time in which a tap does not count, because it was meant for what was there a moment before.
  const patience = 500;

  // Disables the buttons until the user can have seen the question. The one with the focus keeps the focus.
  //
  // The time restarts when the dialog moves, and with each press that does not count: one that began before the time was over, one outside
  // the controls, or a key that is held down. A frame that may lock the pointer receives all mouse events, and can release the pointer over
  // a button: with such a frame, the first press of a mouse does not count unless the mouse has come from outside the buttons.
  function hold(dialog) {
    const buttons = [...dialog.querySelectorAll("button")];
    const stopped = new AbortController();
    let timer = null;
    let position;
    // Whether the current press is ignored.
    let isVoid = false;
    let hasComeFromOutside = !document.querySelector("iframe[sandbox~=allow-pointer-lock]");
    const where = () => {
      const { x, y } = dialog.getBoundingClientRect();
      return `${x} ${y}`;
    };
    const release = () => {
      timer = null;
      position = where();
      for (const each of buttons) each.removeAttribute("aria-disabled");
    };
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(release, patience);
      for (const each of buttons) each.setAttribute("aria-disabled", "true");
    };
    // The dialog may have moved without an event.
    const isHeld = () => timer !== null || where() !== position;
    // Events that assistive technology sends as a mouse have no pressure.
    const isMouse = ({ pointerType, pressure, type }) => pointerType === "mouse" && (type !== "pointerdown" || pressure > 0);
    const press = (event) => {
      const control = event.target.closest?.("button, input, label, a");
      isVoid = isHeld() || !control || !dialog.contains(control) || (isMouse(event) && !hasComeFromOutside);
      if (isVoid) wait();
      if (isMouse(event)) hasComeFromOutside = true;
    };
    const move = (event) => {
      if (isMouse(event) && !buttons.some((each) => each.contains(event.target))) hasComeFromOutside = true;
    };
    const key = ({ key, repeat }) => {
      if (["Tab", "Escape", "Shift"].includes(key)) return;
      isVoid = repeat || isHeld();
      if (isVoid) wait();
    };
    // Runs after the click of the press.
    const end = () => setTimeout(() => (isVoid = false));
    const stop = (event) => {
      if (!isVoid && !isHeld()) return;
      event.stopImmediatePropagation();
      event.preventDefault();
      wait();
    };
    const on = (target, type, act) =>
      target.addEventListener(type, (event) => (dialog.isConnected ? act(event) : stopped.abort()), { capture: true, signal: stopped.signal });
    on(window, "pointerdown", press);
    on(window, "pointermove", move);
    on(window, "keydown", key);
    for (const type of ["pointerup", "pointercancel", "keyup"]) on(window, type, end);
    on(window, "resize", wait);
    on(document, "fullscreenchange", wait);
    for (const each of buttons) on(each, "click", stop);
    new ResizeObserver(wait).observe(dialog);
    wait();
  }

  const actions = (...buttons) => element("div", { className: "sheet-actions" }, ...buttons);
  const button = (text, press, className = "") =>
    element("button", { type: "button", textContent: text, className, onclick: press });
  const heading = (app, title) => [
    element("p", { className: "sheet-app", textContent: app, dir: "auto" }),
    ...(title ? [element("h2", { textContent: title, dir: "auto" })] : []),
  ];
  const message = (text) => element("p", { className: "sheet-text", textContent: text, dir: "auto" });

  globalThis.AtollDialogs = {
    element,
    block,
    show,
    button,
    actions,
    message,
    hold,

    // Shows one of the shell's own dialogs. Mini apps' dialogs wait until it is closed, so that none covers what the user types.
    showOwn(dialog) {
      const release = guard(dialog);
      const closed = new Promise((resolve) => dialog.addEventListener("close", resolve, { once: true })).then(release);
      last = last.then(() => closed);
      dialog.showModal();
    },

    // Ends every dialog, as if the user had cancelled it.
    endAll() {
      asking += 1;
      for (const end of [...open]) end(null);
    },

    alert: (app, { title, message: text, button: label = t`OK` }) =>
      show(app, (end) => [...heading(app, title), message(text), actions(button(label, () => end(null), "primary"))], null),

    // A question of the shell itself: it does not wait for the mini app's dialogs, and does not end with its page.
    ask: (app, question) => AtollDialogs.confirm(app, question, (...parts) => present(...parts, () => {}, false)),

    // A question of the shell in the name of a mini app, protected from a tap that was meant for something else. `host` is the part of a
    // URL that matters.
    askSlowly: (app, question, host) => AtollDialogs.confirm(app, question, (...parts) => show(...parts, hold), host),

    confirm(app, { title, message: text, ok = t`OK`, cancel = t`Cancel`, destructive = false }, shows = show, host = "") {
      const build = (end) => {
        const no = button(cancel, () => end(false));
        if (destructive) no.dataset.focus = "";
        return [
          ...heading(app, title),
          ...(host ? [element("p", { className: "sheet-host" }, element("strong", { textContent: host, dir: "ltr" }))] : []),
          message(text),
          actions(no, button(ok, () => end(true), destructive ? "danger" : "primary")),
        ];
      };
      return shows(app, build, false);
    },

    prompt(app, { title, message: text, value = "", placeholder = "" }) {
      const build = (end) => {
        const field = element("input", { value, placeholder, maxLength: 1000, autocomplete: "off" });
        field.setAttribute("aria-label", text);
        const form = element("form", {}, field, actions(button(t`Cancel`, () => end(null)), element("button", { className: "primary", textContent: t`OK` })));
        form.addEventListener("submit", (event) => {
          event.preventDefault();
          end(field.value);
        });
        return [...heading(app, title), message(text), form];
      };
      return show(app, build, null);
    },

    choose(app, { title, options }) {
      const build = (end) => [
        ...heading(app, title),
        element("div", { className: "sheet-options" }, ...options.map(({ id, text, destructive }) => button(text, () => end(id), destructive ? "danger" : ""))),
        actions(button(t`Cancel`, () => end(null))),
      ];
      return show(app, build, null);
    },
  };
})();
