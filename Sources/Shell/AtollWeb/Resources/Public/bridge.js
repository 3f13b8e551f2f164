// The shell's side of the bridge. The script is in the page's head and runs before the frames below it exist, so that
// no hello of a mini app is missed.
//
// Each document of a mini app sends a hello with its own nonce. Only a hello from a frame's own window and with exactly
// the mini app's origin counts. The reply transfers one end of a new channel, and the previous channel is closed: a
// frame never has more than one.
(() => {
  "use strict";

  const messageLimit = 1024 * 1024;
  const tooLarge = -32001;
  const unavailable = -32603;
  const offline = -32008;
  const limited = -32006;
  // How long to wait before asking again for a connection that was refused, in milliseconds.
  const firstPause = 2_000;
  const longestPause = 60_000;
  // The limits for the messages of a frame: `floodLimit` in one burst, and `drain` in each second after that. A message weighs 1, and 1
  // more for each 16 kB. An object weighs 40, and a repeated hello 4. The server accepts fewer calls.
  const floodLimit = 2_000;
  const drain = 100;
  // How long a message may take to read before the time counts, and from when it is too long, in ms. Pauses of the machine are shorter than
  // the second.
  const longRead = 100;
  const longestRead = 5_000;
  // The most that one shorter reading weighs, so that a single one does not stop a frame.
  const mostOfRead = 1_200;
  // Above this weight, calls are refused.
  const busyLimit = 500;

  // Browsers open at most six connections to a server, which as many tabs would use up: event connections of mini apps share these `slots`.
  // A tab without a slot asks the server every `askEvery` milliseconds.
  const slots = 3;
  const askEvery = 5_000;

  // Returns a function that releases the slot of a connection, or null if other tabs have all of them.
  async function slot() {
    // Without TLS, locks exist only on the local machine.
    if (!navigator.locks) return () => {};
    for (let number = 0; number < slots; number++) {
      const leave = await new Promise((resolve) => {
        const hold = (lock) => (lock ? new Promise((leave) => resolve(leave)) : resolve(null));
        navigator.locks.request(`atoll.events.${number}`, { ifAvailable: true }, hold).catch(() => resolve(null));
      });
      if (leave) return leave;
    }
    return null;
  }

  const dark = matchMedia("(prefers-color-scheme: dark)");
  const theme = () => document.documentElement.dataset.theme ?? (dark.matches ? "dark" : "light");
  const bridges = new Set();

  // The answers to the first calls of a mini app, so that it need not make them. The page has them, except for what only the browser knows.
  function info({ dataset }) {
    const known = dataset.info && parse(dataset.info);
    if (!known) return undefined;
    const { lacks = [], adds = [], ...rest } = known;
    const features = [...AtollMethods.methods.map(({ name }) => name).filter((name) => !lacks.includes(name)), ...adds].sort();
    return { ...rest, features, theme: theme(), timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone ?? null };
  }

  // The pass for the files that the browser caches. It is in the frame's URL, but not in those of pages that the mini app opens.
  const pass = ({ src }) => /[?&]atoll-launch=[\w-]*\.([\w-]+)(?:\.1)?$/.exec(src)?.[1];
  // The texts that the mini app would fetch next, if the browser does not have them.
  const texts = ({ dataset }) => (dataset.texts && parse(dataset.texts)) || undefined;

  class Bridge {
    #frame;
    #told;
    // Only pages that show a whole mini app carry out calls on the device. Cards call only the server.
    #limit = globalThis.AtollChecks ? new AtollChecks.Limit() : null;
    #port = null;
    #isCut = false;
    #nonce = null;
    #events = null;
    // Releases the slot of the connection.
    #leave = null;
    #isAskingForSlot = false;
    #waiting;
    // The last update that the mini app was notified of while it had no connection.
    #lastTold;
    // Whether it follows the room's log, and whether it listens to what members send.
    #follows = false;
    #hears = false;
    #hasHeard = false;
    #isResting = false;
    #pause = firstPause;
    // The weight of the frame's messages that has not drained yet, and when it was last computed.
    #weight = 0;
    #last = 0;
    #isStopped = false;

    // `frame` returns the element, whose data attributes name the mini app and its origin. `told` has the handlers of the page around it:
    // ready(page), pageChanged(page), key(key), close(), problem(text), reached(), left(), flooded(), unable(). Calls of the methods in
    // `swallows` are not forwarded to the server.
    constructor(frame, told, swallows = []) {
      this.#frame = frame;
      this.#told = told;
      this.swallows = swallows;
      bridges.add(this);
    }

    get miniApp() {
      return this.#frame()?.dataset.miniApp;
    }

    get isConnected() {
      return this.#port !== null;
    }

    // Counts the messages of a frame, and stops one that would block the page. Returns whether it is stopped.
    //
    // The browser deserializes a message when it is read. That time counts, because an object of millions of parts takes seconds.
    isFlooded(event) {
      // Ignores messages that were sent before the frame was stopped.
      if (this.#isStopped) return true;
      const began = performance.now();
      const { data } = event;
      const now = performance.now();
      this.#weight = Math.max(0, this.#weight - ((began - this.#last) * drain) / 1_000);
      this.#last = now;
      const spent = now - began;
      if (spent > longRead) this.#weight += spent < longestRead ? Math.min(spent * 2, mostOfRead) : floodLimit;
      // A hello creates a channel, and the size of an object can't be determined. Until it is answered, a hello is sent repeatedly.
      const isKnown = data?.atoll === "hello" && data.nonce === this.#nonce;
      this.#weight += isKnown ? 4 : typeof data === "object" ? 40 : 1 + (data?.length ?? 0) / 16_384;
      if (this.#weight <= floodLimit) return false;
      this.#isStopped = true;
      this.#port?.close();
      this.#port = null;
      this.#frame().src = "about:blank";
      this.#told.flooded?.();
      return true;
    }

    // Whether a window is the frame's, or that of a frame in it.
    has(source) {
      const own = this.#frame()?.contentWindow;
      for (let each = source; each && each !== window; each = each === each.parent ? null : each.parent) if (each === own) return true;
      return false;
    }

    end() {
      this.#port?.close();
      this.#closeEvents();
      bridges.delete(this);
    }

    #closeEvents() {
      clearTimeout(this.#waiting);
      this.#waiting = undefined;
      this.#events?.close();
      this.#events = null;
      this.#leave?.();
      this.#leave = null;
    }

    hello(event) {
      const element = this.#frame();
      if (!element || event.source !== element.contentWindow || event.origin !== element.dataset.origin) return;
      const { source, origin, data } = event;
      // The host's own document in it, which registers the worker.
      if (data?.atoll === "unable" && !this.#port) return this.#told.unable?.();
      if (data?.atoll !== "hello" || typeof data.nonce !== "string" || data.nonce.length > 100) return;
      // The same document, which has not received the reply yet.
      if (data.nonce === this.#nonce) return;
      this.#port?.close();
      const channel = new MessageChannel();
      this.#nonce = data.nonce;
      this.#follows = this.#hears = false;
      this.#port = channel.port1;
      // Only a developer's own page inspects the messages.
      if (typeof globalThis.AtollTap === "function") globalThis.AtollTap(channel.port1);
      this.#port.onmessage = (event) => {
        if (this.isFlooded(event)) return;
        const { data } = event;
        // Refused here: forwarding each call to the server would cost more than sending it costs the frame.
        if (this.#weight > busyLimit) return fail(channel.port1, parse(data)?.id ?? null, limited, "Too many calls in a second.", { retryAfter: 1000 });
        this.#receive(data, channel.port1);
      };
      if (this.#limit) AtollDevice.reset(element);
      const welcome = { atoll: "welcome", nonce: this.#nonce, info: info(element), texts: texts(element), pass: pass(element) };
      source.postMessage(welcome, origin, [channel.port2]);
      this.#told.ready?.(data.page);
    }

    // Reports that the frame tried to navigate to another site. The browser shows an error page in it instead.
    left() {
      this.#told.left?.();
      const { miniApp } = this.#frame()?.dataset ?? {};
      if (miniApp) fetch("/frame-left", { method: "POST", body: new URLSearchParams({ miniApp }) }).catch(() => {});
    }

    tell(method, params) {
      this.#port?.postMessage(JSON.stringify({ jsonrpc: "2.0", method, params }));
    }

    async #send(message, signal) {
      try {
        const response = await AtollHost.send(this.#frame(), message, signal);
        // A proxy between this page and the server answers so: the response lacks the server's policy.
        if (/^50[234]$/.test(response.status) && !response.headers.has("Content-Security-Policy")) throw new Error("The server can't be reached.");
        if (this.#isCut) this.tell("device.networkChanged", { online: true });
        this.#isCut = false;
        this.#told.reached?.();
        return response;
      } catch (error) {
        // The browser does not notice when only the server is down.
        if (!this.#isCut) this.tell("device.networkChanged", { online: false });
        this.#isCut = true;
        throw error;
      }
    }

    // Sends a message; storage calls are answered locally while the server can't be reached.
    #reach(message, call) {
      if (!this.#limit || !call || !globalThis.AtollQueue?.takes(call.method)) return this.#send(message);
      return AtollQueue.reach(
        this.#frame().dataset.miniApp, call, (signal) => this.#send(message, signal),
        () => AtollChecks.problem(AtollChecks.method(call.method), call.params, this.#limit));
    }

    // Closes the event connection. Browsers open at most six connections to a server, so a resting page must not hold one.
    rest() {
      this.#isResting = true;
      this.#closeEvents();
    }

    wake() {
      this.#isResting = false;
      if (this.#follows || this.#hears) this.#listen();
    }

    // Notifies the mini app of changes that it may have missed.
    async #catchUp() {
      const ask = (method, params) => this.#send(JSON.stringify({ jsonrpc: "2.0", id: 0, method, params })).then((answer) => answer.json());
      try {
        if (this.#hears) await ask("realtime.join", {});
        if (!this.#follows) return;
        const { result } = await ask("updates.since", { serial: Number.MAX_SAFE_INTEGER });
        if (!result || result.last === this.#lastTold) return;
        this.#lastTold = result.last;
        this.tell("updates.changed", { last: result.last });
      } catch {
        // The next call reports what is wrong.
      }
    }

    // Receives the server's events for the mini app, from its first call that needs them. After a reconnection, it may have missed some.
    async #listen() {
      if (this.#events || this.#isAskingForSlot || this.#waiting || this.#isResting || !bridges.has(this)) return;
      this.#isAskingForSlot = true;
      const leave = await slot();
      this.#isAskingForSlot = false;
      if (this.#isResting || !bridges.has(this)) return leave?.();
      if (!leave) {
        this.#waiting = setTimeout(() => {
          this.#waiting = undefined;
          this.#hasHeard = true;
          this.#catchUp();
          this.#listen();
        }, askEvery);
        return;
      }
      this.#leave = leave;
      const events = (this.#events = new EventSource(AtollHost.address("/bridge/events", this.#frame())));
      events.onopen = () => {
        this.#pause = firstPause;
        if (this.#hasHeard) this.#catchUp();
        this.#hasHeard = true;
      };
      events.onmessage = ({ data }) => this.#port?.postMessage(data);
      // The browser does not retry a connection that the server has refused.
      events.onerror = () => {
        if (events.readyState !== EventSource.CLOSED || this.#events !== events) return;
        this.#closeEvents();
        setTimeout(() => this.#listen(), this.#pause);
        this.#pause = Math.min(2 * this.#pause, longestPause);
      };
    }

    // Carries out a call that was checked, here or by the server.
    async #perform(method, call, from) {
      const answer = (rest) => {
        if (call.id !== undefined) from.postMessage(JSON.stringify({ jsonrpc: "2.0", id: call.id, ...rest }));
      };
      if (!AtollDevice.can(method?.name)) {
        return answer({ error: { code: -32004, message: `This host can't carry out ${call.method}.`, data: {} } });
      }
      try {
        const result = await AtollDevice.perform(
          method.name, call.params ?? {}, this.#frame(), (event, params) => from === this.#port && this.tell(event, params));
        // A late result may arrive when the frame shows another page, whose mini app did not ask for it.
        if (from === this.#port) answer({ result });
      } catch (error) {
        // Errors that the browser throws have their own codes.
        const { code, message, data = {} } =
          error instanceof Error ? { code: unavailable, message: "It did not work." } : error;
        if (from === this.#port) answer({ error: { code, message, data } });
      }
    }

    async #receive(message, from) {
      if (typeof message !== "string" || message.length > messageLimit) {
        // atoll.js never sends such a message. A script that bypasses it gets an error without an id.
        return fail(from, null, tooLarge, `A message must be text of at most ${messageLimit} bytes.`);
      }
      if (message.length < 8192) {
        const call = parse(message);
        if (call?.method === "page.changed") return this.#told.pageChanged?.(call.params?.page);
        if (call?.method === "page.key") return this.#told.key?.(call.params?.key);
        if (this.swallows.includes(call?.method)) {
          if (call.id !== undefined) from.postMessage(JSON.stringify({ jsonrpc: "2.0", id: call.id, result: null }));
          return;
        }
      }
      // Parses every message, however long: a call that is not parsed here would not be checked here.
      const call = this.#limit ? parse(message) : null;
      const method = call && AtollChecks.method(call.method);
      if (this.#limit && isResting() && !whileHidden.test(call?.method ?? "")) {
        return fail(from, call?.id ?? null, limited, "The mini app is hidden. Try again when it is shown.", { retryAfter: 1000 });
      }
      if (method && /^(updates|realtime)\./.test(method.name)) {
        if (method.name.startsWith("updates")) this.#follows = true;
        else if (method.name !== "realtime.send") this.#hears = method.name === "realtime.join";
        // The server must listen before it answers.
        await this.#listen();
      }
      if (method && (method.by === "device" || method.tap)) {
        const problem = AtollChecks.problem(method, call.params, this.#limit);
        if (problem) return fail(from, call.id ?? null, problem.code, problem.message, problem.data);
        // The server need not decide on a method that needs no permission.
        if (method.by === "device" && !method.permission) return this.#perform(method, call, from);
      }
      try {
        let response = await this.#reach(message, call);
        if (this.#limit && response.headers.has("Atoll-Ask")) {
          const names = response.headers.get("Atoll-Ask").split(",").map(decodeURIComponent);
          let isAnswered;
          try {
            isAnswered = await AtollConsent.ask(this.#frame(), names);
          } catch (error) {
            if (error.code === undefined || error instanceof Error) throw error;
            return fail(from, call?.id ?? null, error.code, error.message);
          }
          if (isAnswered) {
            response = await this.#send(message);
            if (names.some((name) => /^user\.(name|photo)$/.test(name))) {
              this.tell("user.changed", {});
              users.postMessage(this.#frame()?.dataset.miniApp);
            }
          }
        }
        if (response.status === 204) return;
        if (!response.ok) {
          const id = parse(message)?.id;
          if (id !== undefined) fail(from, id, unavailable, `The super app refused the call (${response.status}).`);
          return this.#told.problem?.(
            response.status === 401
              ? t`You were signed out. Reload the page to sign in again.`
              : t`This page is out of date. Reload it to continue.`,
          );
        }
        if (response.headers.get("Atoll-Action") === "perform") return await this.#perform(method, call, from);
        from.postMessage(await response.text());
        if (response.headers.get("Atoll-Action") === "close") this.#told.close?.(call?.params?.result);
      } catch {
        fail(from, parse(message)?.id ?? null, offline, "The super app can't be reached right now.");
        this.#told.problem?.(t`No connection. What you enter now may not be saved.`);
      }
    }
  }

  // While the page is hidden, a mini app may only store data and report its state. All other calls are refused until it is shown.
  const whileHidden = /^(storage\.|lifecycle\.|host\.log$|page\.changed$)/;
  const restAfter = 5_000;
  let hiddenSince = document.hidden ? performance.now() : null;
  let resting = document.hidden ? setTimeout(restAll, restAfter) : null;
  const isResting = () => hiddenSince !== null && performance.now() - hiddenSince > restAfter;
  document.addEventListener("visibilitychange", () => {
    hiddenSince = document.hidden ? performance.now() : null;
    clearTimeout(resting);
    if (document.hidden) resting = setTimeout(restAll, restAfter);
    else for (const bridge of bridges) bridge.wake();
    const state = document.hidden ? "hidden" : "shown";
    for (const bridge of bridges) {
      bridge.tell("lifecycle.page", { state });
      bridge.tell("lifecycle.global", { state });
    }
    if (!document.hidden) tellUser();
  });

  addEventListener("message", (event) => {
    // Only a developer's own page listens to its script in the frame.
    if (typeof globalThis.AtollTap === "function" && event.data?.atollDev) return;
    // Ignores messages from other windows.
    for (const bridge of bridges) if (bridge.has(event.source) && !bridge.isFlooded(event)) bridge.hello(event);
  });
  // A frame that navigates to another site is blocked, but only after the browser has looked up the host name: the
  // attempt is reported to the operator.
  document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => {
    if (effectiveDirective !== "frame-src") return;
    // The browser does not say which frame it was. If there are several, nothing is reported.
    if (bridges.size === 1) for (const bridge of bridges) bridge.left();
  });
  dark.addEventListener("change", () => {
    for (const bridge of bridges) bridge.tell("host.themeChanged", { theme: theme() });
  });

  // Another page of the super app has changed what mini apps may know about the user. Mini apps on a hidden page may not ask, so they are
  // notified when it is shown.
  const users = new BroadcastChannel("atoll-user");
  // The mini apps for which something has changed; an empty name stands for all of them.
  const changed = new Set();
  users.onmessage = ({ data }) => {
    changed.add(data);
    if (!document.hidden) tellUser();
  };

  function tellUser() {
    for (const bridge of bridges) if (changed.has("") || changed.has(bridge.miniApp)) bridge.tell("user.changed", {});
    changed.clear();
  }

  function restAll() {
    for (const bridge of bridges) bridge.rest();
  }

  function fail(to, id, code, message, data = {}) {
    to.postMessage(JSON.stringify({ jsonrpc: "2.0", id, error: { code, message, data } }));
  }

  function parse(text) {
    try {
      return JSON.parse(text);
    } catch {
      return null;
    }
  }

  globalThis.AtollBridge = Bridge;
})();
