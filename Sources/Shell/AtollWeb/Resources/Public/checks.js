// Checks the calls that the page carries out itself: their parameters against the description of the bridge, their rate, and whether the
// user has tapped.
(() => {
  "use strict";

  const { methods, types } = AtollMethods;
  const forms = AtollParameters(types);
  const byName = new Map(methods.map((method) => [method.name, method]));

  const limited = -32006;
  const needsTap = -32007;

  // The same limits as the server's: 50 calls a second, bursts of 100.
  class Limit {
    #left = 100;
    #last = performance.now();

    // The milliseconds to wait; 0 if the call may be carried out.
    take() {
      const now = performance.now();
      this.#left = Math.min(100, this.#left + ((now - this.#last) / 1000) * 50);
      this.#last = now;
      if (this.#left < 1) return Math.ceil(((1 - this.#left) / 50) * 1000);
      this.#left -= 1;
      return 0;
    }
  }

  // Methods that change the size of the page.
  const moves = /^page\.set(Fullscreen|Orientation)$/;

  globalThis.AtollChecks = {
    Limit,
    method: (name) => byName.get(name),

    // The error that the mini app gets for a wrong call; null if the call is right.
    problem(method, parameters = {}, limit) {
      const wait = limit.take();
      if (wait > 0) return { code: limited, message: `Too many calls. Try again in ${wait} ms.`, data: { retryAfter: wait } };
      const found = forms.call(method, parameters);
      if (found) return found;
      // A tap in a frame activates the page around it, too. Typing into the search does not count as a tap in the mini app, and a tap into
      // a question of the shell must not move anything around that question.
      const blocker = moves.test(method.name) ? "dialog[open]" : "dialog.search-sheet[open]";
      if (method.tap && (!navigator.userActivation.isActive || document.querySelector(blocker))) {
        return { code: needsTap, message: `${method.name} can only be called when the user has just tapped.` };
      }
      return null;
    },
  };
})();
