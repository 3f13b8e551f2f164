// Runs in the page around a mini app during development, after all other scripts of the page, which it does not replace. Reports the
// traffic of the bridge to the container, and performs the actions that the inspector requests.
(() => {
  "use strict";

  const frame = () => document.getElementById("mini-app");
  // `ada.dev.localhost:8080` is a pane of `dev.localhost:8080`.
  const container = `${location.protocol}//${location.host.slice(location.host.indexOf(".") + 1)}`;
  const isFramed = parent !== window;
  const heard = [];
  const send = (message) => {
    if (isFramed) parent.postMessage({ atollDev: message }, container);
    else if (heard.push(message) > 5000) heard.shift();
  };

  // MARK: Traffic of the bridge

  const open = new Map();
  let port = null;
  const parse = (data) => {
    try {
      return JSON.parse(data);
    } catch {
      return null;
    }
  };

  globalThis.AtollTap = (tapped) => {
    port = tapped;
    open.clear();
    tapped.addEventListener("message", ({ data }) => {
      const call = parse(data);
      if (typeof call?.method !== "string") return;
      open.set(call.id, { method: call.method, params: call.params, at: performance.now(), bytes: data.length });
      if (call.id === undefined) send({ type: "call", method: call.method, params: call.params, bytes: data.length, ms: 0 });
    });
    const post = tapped.postMessage.bind(tapped);
    tapped.postMessage = (data) => {
      post(data);
      const message = parse(data);
      if (message?.method) return send({ type: "event", method: message.method, params: message.params });
      const call = open.get(message?.id);
      open.delete(message?.id);
      if (!call) return;
      const { method, params, at, bytes } = call;
      send({ type: "call", method, params, result: message.result, error: message.error, ms: performance.now() - at, bytes: bytes + data.length });
    };
  };

  // MARK: Results of the device

  const presets = { network: {} };
  const refused = (what) => ({ code: -32004, message: `This device can't ${what}.`, data: {} });
  const position = ({ latitude, longitude, accuracy = 20 }, precise) => {
    const round = (value) => (precise ? value : Math.round(value * 100) / 100);
    return { latitude: round(latitude), longitude: round(longitude), accuracy: precise ? accuracy : Math.max(accuracy, 1000), time: Date.now() };
  };
  let watching = null;

  // Only results that were chosen are preset. Everything else works as in a browser.
  const answers = {
    "location.current": ({ precise }) => presets.location && position(presets.location, precise),
    "location.watch": ({ precise }, { tell }) => {
      if (!presets.location) return undefined;
      watching = () => tell("location.changed", position(presets.location, precise));
      setTimeout(watching);
      return null;
    },
    "scanner.scan": () => presets.code !== undefined && presets.code !== "" && { format: "qr_code", text: presets.code },
    "device.battery": () => presets.battery,
    "device.network": () => (presets.network.isOff ? { online: false, type: "none" } : undefined),
    "ui.haptic": ({ kind }) => {
      send({ type: "haptic", kind });
      return undefined;
    },
    "camera.photo": async (_, { frame }) => {
      if (!presets.picture) return undefined;
      const data = presets.picture.slice(presets.picture.indexOf(",") + 1);
      const path = `photos/${crypto.randomUUID()}.jpg`;
      await AtollHost.call(frame, "files.write", { path, data });
      const image = new Image();
      image.src = presets.picture;
      await image.decode();
      return { file: path, type: "image/jpeg", width: image.naturalWidth, height: image.naturalHeight };
    },
  };

  // Calls in a recording get the recorded results, each once. Nothing else is asked for them.
  const replay = new Map();
  // The order of parameters does not matter.
  const sorted = (value) => (Array.isArray(value) ? value.map(sorted) : value && typeof value === "object"
    ? Object.fromEntries(Object.keys(value).sort().map((name) => [name, sorted(value[name])])) : value);
  const key = (method, params) => `${method} ${JSON.stringify(sorted(params ?? {}))}`;

  const perform = AtollDevice.perform;
  const can = AtollDevice.can;
  AtollDevice.can = (method) => can(method) || method in answers;
  AtollDevice.perform = async (method, params, frame, tell) => {
    const recorded = replay.get(key(method, params))?.shift();
    if (recorded) {
      if (recorded.error) throw recorded.error;
      return recorded.result ?? null;
    }
    if (presets.refuse?.includes(method)) throw refused("do this, as the inspector says");
    const answer = await answers[method]?.(params, { frame, tell });
    if (answer !== undefined && answer !== false) return answer;
    if (method === "location.unwatch") watching = null;
    return perform(method, params, frame, tell);
  };

  const sendOut = AtollHost.send;
  AtollHost.send = async (element, message, signal) => {
    const call = replay.size ? parse(message) : null;
    const recorded = call && !/^lifecycle\./.test(call.method) ? replay.get(key(call.method, call.params))?.shift() : undefined;
    if (recorded) return Response.json({ jsonrpc: "2.0", id: call.id, ...(recorded.error ? { error: recorded.error } : { result: recorded.result ?? null }) });
    return sendOut(element, message, signal);
  };

  // All requests of the page to the server on behalf of the mini app.
  const fetchOut = globalThis.fetch.bind(globalThis);
  globalThis.fetch = async (resource, options) => {
    if (String(resource.url ?? resource).startsWith("/bridge")) {
      if (presets.network.isOff) throw new TypeError("The inspector has cut the connection.");
      if (presets.network.delay) await new Promise((resolve) => setTimeout(resolve, presets.network.delay));
    }
    return fetchOut(resource, options);
  };

  // MARK: Requests of the container

  const toFrame = (message) => frame()?.contentWindow.postMessage({ atollDev: message }, frame().dataset.origin);
  const tell = (method, params = {}) => port?.postMessage(JSON.stringify({ jsonrpc: "2.0", method, params }));
  let look = "";
  const steps = new Map();
  let lastStep = 0;

  const step = (asked) => new Promise((resolve) => {
    const id = ++lastStep;
    steps.set(id, resolve);
    toFrame({ type: "step", id, ...asked });
    setTimeout(() => steps.delete(id) && resolve(null), 1000);
  });

  // Calls a method as the mini app could. Asks the user if necessary.
  async function called(method, params) {
    const message = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    let response = await AtollHost.send(frame(), message);
    const asks = response.headers.get("Atoll-Ask");
    if (asks && (await AtollConsent.ask(frame(), asks.split(",").map(decodeURIComponent)))) response = await AtollHost.send(frame(), message);
    if (!response.ok) throw { code: 0, message: `The shell answers with ${response.status}.` };
    const { result, error } = await response.json();
    if (error) throw error;
    return result;
  }

  const tasks = {
    reload: () => location.reload(),
    frame: (message) => toFrame({ ...message, type: message.change === "looks" ? "looks" : "reload" }),
    event: ({ method, params }) => tell(method, params),
    device(message) {
      Object.assign(presets, message.presets);
      watching?.();
    },
    network({ isOff = false, delay = 0 }) {
      const before = presets.network.isOff ?? false;
      presets.network = { isOff, delay };
      if (before !== isOff) dispatchEvent(new Event(isOff ? "offline" : "online"));
    },
    replay({ calls }) {
      replay.clear();
      for (const { method, params, result, error } of calls) {
        const list = replay.get(key(method, params)) ?? [];
        list.push({ result, error });
        replay.set(key(method, params), list);
      }
    },
    theme({ theme }) {
      look = theme;
      AtollLook(theme);
      toFrame({ type: "theme", theme });
    },
    async call({ id, method, params }) {
      const answer = await called(method, params ?? {}).then((result) => ({ result }), ({ code, message }) => ({ error: { code, message } }));
      send({ type: "answer", id, ...answer });
    },
    async decide({ permission, decision }) {
      await fetch("/.dev/decision", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ permission, decision }) });
      send({ type: "decided" });
    },
    async keys({ id }) {
      const response = await fetch("/.well-known/jwks.json");
      send({ type: "answer", id, result: await response.json() });
    },
    async step({ id, ...asked }) {
      send({ type: "answer", id, result: await step(asked) });
    },
    go({ path }) {
      location.assign(path);
    },
  };

  addEventListener("message", ({ source, origin, data }) => {
    const message = data?.atollDev;
    if (!message) return;
    if (source === parent && origin === container) return tasks[message.type]?.(message);
    if (source !== frame()?.contentWindow || origin !== frame().dataset.origin) return;
    if (message.type === "begun") {
      // The page for which these steps were waiting is gone.
      for (const resolve of steps.values()) resolve(null);
      steps.clear();
      return toFrame({ type: "theme", theme: look });
    }
    if (message.type === "stepped") {
      steps.get(message.id)?.(message.result);
      steps.delete(message.id);
      return;
    }
    const told = Object.hasOwn(ofFrame, message.type) ? ofFrame[message.type](message) : null;
    if (told) tellOnce({ type: message.type, ...told });
  });

  // Only known members of a mini app's messages are passed on, up to a limit, because the developer may not have written its code.
  const text = (value, most = 4000) => (typeof value === "string" ? value.slice(0, most) : "");
  const number = (value) => (Number.isInteger(value) && value > 0 && value < 1e7 ? value : undefined);
  const where = ({ path, line, column }) => ({ path: text(path, 500) || undefined, line: number(line), column: number(column) });
  const ofFrame = {
    console: (message) => ({ level: text(message.level, 10), text: text(message.text), ...where(message) }),
    error: (message) => ({ text: text(message.text), ...where(message) }),
    missing: (message) => ({ text: text(message.text), ...where(message) }),
    blocked: (message) => ({ directive: text(message.directive, 100), address: text(message.address, 500), ...where(message) }),
  };
  const perSecond = 200;
  let taken = 0;
  let dropped = 0;
  function tellOnce(message) {
    taken += 1;
    if (taken === 1) {
      setTimeout(() => {
        if (dropped) send({ type: "console", level: "warn", text: `${dropped} more messages within a second are left out.` });
        taken = dropped = 0;
      }, 1000);
    }
    if (taken > perSecond) dropped += 1;
    else send(message);
  }

  // Reports violations on this page, such as a frame that navigates elsewhere.
  document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
    send({ type: "blocked", directive: effectiveDirective, address: blockedURI, path: undefined }));

  // Without a container, the program that drives the page reads the messages itself.
  const beginning = isFramed ? undefined : globalThis.AtollDevBeginning;
  if (beginning) {
    tasks.device(beginning);
    tasks.replay(beginning);
  }
  globalThis.AtollDev = { tasks, step, heard, position: () => frame()?.getBoundingClientRect().toJSON() };
  addEventListener("DOMContentLoaded", () => send({ type: "page", isMiniApp: frame() !== null }));
})();
