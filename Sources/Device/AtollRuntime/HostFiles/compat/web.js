// The APIs of browsers for web pages, answered over the bridge, with the user's consent.
(() => {
  "use strict";
  const { call, on, tell, replace } = AtollCompat;
  if (AtollCompat.hasWeb) return;
  AtollCompat.hasWeb = true;
  const denied = -32003;
  const timedOut = -32009;

  // MARK: Location (W3C Geolocation)

  const failure = (code, message) => ({ code, message, PERMISSION_DENIED: 1, POSITION_UNAVAILABLE: 2, TIMEOUT: 3 });
  const refused = (error) => failure(error.code === denied ? 1 : error.code === timedOut ? 3 : 2, error.message);
  const position = ({ latitude, longitude, accuracy, altitude = null, heading = null, speed = null, timestamp }) => ({
    coords: { latitude, longitude, accuracy, altitude, altitudeAccuracy: null, heading, speed },
    timestamp: timestamp ?? Date.now(),
  });
  const precise = ({ enableHighAccuracy } = {}) => (enableHighAccuracy ? { precise: true } : {});
  const watches = new Map();
  let lastWatch = 0;
  on("location.changed", (place) => {
    for (const found of watches.values()) found(position(place));
  });
  replace(navigator, "geolocation", {
    getCurrentPosition(found, failed = () => {}, options = {}) {
      const time = Math.min(Math.max(Number(options?.timeout) || 60_000, 1_000), 60_000);
      call("location.current", { ...precise(options ?? {}), timeout: Math.round(time) })
        .then((place) => found(position(place)), (error) => failed(refused(error)));
    },
    watchPosition(found, failed = () => {}, options = {}) {
      const id = ++lastWatch;
      watches.set(id, found);
      if (watches.size === 1) {
        call("location.watch", precise(options ?? {})).catch((error) => {
          watches.delete(id);
          failed(refused(error));
        });
      }
      return id;
    },
    clearWatch(id) {
      if (watches.delete(id) && watches.size === 0) call("location.unwatch").catch(() => {});
    },
  });

  // MARK: The clipboard, sharing, vibration, the screen

  const notAllowed = (error) => new DOMException(error.message, "NotAllowedError");
  const failing = (promise, value) => promise.then(() => value, (error) => Promise.reject(notAllowed(error)));
  replace(navigator, "clipboard", {
    writeText: (text) => failing(call("clipboard.write", { text: String(text) })),
    readText: () => call("clipboard.read").catch((error) => Promise.reject(notAllowed(error))),
    async write(items) {
      for (const item of items) {
        if (item.types.includes("text/plain")) return this.writeText(await (await item.getType("text/plain")).text());
      }
      throw new DOMException("Only texts can be copied.", "NotAllowedError");
    },
    async read() {
      const text = await this.readText();
      return [new ClipboardItem({ "text/plain": new Blob([text], { type: "text/plain" }) })];
    },
  });
  const shareable = ({ title, text, url, files } = {}) => !files?.length && [title, text, url].some((part) => part !== undefined);
  navigator.canShare = (data) => shareable(data ?? {});
  navigator.share = async (data = {}) => {
    if (!shareable(data)) throw new TypeError("Only a title, a text and a URL can be shared.");
    const parts = {};
    if (data.title !== undefined) parts.title = String(data.title).slice(0, 100);
    if (data.text !== undefined) parts.text = String(data.text).slice(0, 2_000);
    if (data.url !== undefined) parts.url = new URL(data.url, location.href).href;
    const { shared } = await call("share", parts).catch((error) => Promise.reject(notAllowed(error)));
    if (!shared) throw new DOMException("The user has not shared it.", "AbortError");
  };
  navigator.vibrate = (pattern) => {
    const length = [pattern].flat().reduce((sum, part) => sum + (Number(part) || 0), 0);
    if (length > 0) call("ui.haptic", { kind: length < 20 ? "light" : length < 100 ? "medium" : "heavy" }).catch(() => {});
    return true;
  };
  // A screen can't be locked on in a frame of another site; pages continue without.
  replace(navigator, "wakeLock", {
    request: async () => Object.assign(new EventTarget(), { type: "screen", released: false, release: async () => {} }),
  });

  // Games ask in each frame, and do not expect that they may not.
  try {
    navigator.getGamepads?.();
  } catch {
    navigator.getGamepads = () => [];
  }

  // MARK: Notifications

  class Notice extends EventTarget {
    static permission = "default";
    static maxActions = 0;
    static async requestPermission(told) {
      const states = await call("permissions.request", { names: ["notifications"] }).catch(() => ({}));
      Notice.permission = states.notifications === "granted" ? "granted" : "denied";
      told?.(Notice.permission);
      return Notice.permission;
    }
    constructor(title, { body = "", tag, data = null } = {}) {
      super();
      Object.assign(this, { title, body, tag: tag ?? "", data });
      this.id = tag || crypto.randomUUID();
      const words = { title: String(title).slice(0, 100) || " ", body: String(body).slice(0, 300) };
      call("notifications.schedule", { id: this.id.slice(0, 100), at: Date.now(), ...words })
        .then(() => this.dispatchEvent(new Event("show")), () => this.dispatchEvent(new Event("error")));
    }
    close() {
      call("notifications.cancel", { id: this.id.slice(0, 100) }).catch(() => {});
    }
  }
  for (const name of ["onclick", "onclose", "onerror", "onshow"]) Notice.prototype[name] = null;
  replace(window, "Notification", Notice);
  call("permissions.query", { names: ["notifications"] }).then(
    ({ notifications }) => {
      if (notifications === "granted") Notice.permission = "granted";
      else if (notifications !== "prompt") Notice.permission = "denied";
    },
    () => {});

  // MARK: Fullscreen

  let full = null;
  const fill = async (element) => {
    await call("page.setFullscreen", { on: element !== null });
    full = element;
    document.dispatchEvent(new Event("fullscreenchange", { bubbles: true }));
  };
  Element.prototype.requestFullscreen = function () {
    return fill(this);
  };
  replace(document, "exitFullscreen", () => fill(null));
  Object.defineProperty(document, "fullscreenElement", { configurable: true, get: () => full });
  replace(document, "fullscreenEnabled", true);

  // MARK: Permissions (W3C Permissions)

  const permissions = {
    geolocation: "location", notifications: "notifications", camera: "camera", microphone: "microphone", "clipboard-read": "clipboard.read",
  };
  const query = navigator.permissions?.query?.bind(navigator.permissions);
  replace(navigator, "permissions", {
    async query(descriptor) {
      const name = permissions[descriptor?.name];
      if (!name) {
        if (descriptor?.name === "clipboard-write") return Object.assign(new EventTarget(), { name: descriptor.name, state: "granted", onchange: null });
        if (!query) throw new TypeError("The permission is unknown.");
        return query(descriptor);
      }
      const state = (await call("permissions.query", { names: [name] }).catch(() => ({})))[name];
      return Object.assign(new EventTarget(), {
        name: descriptor.name, state: state === "granted" || state === "prompt" ? state : "denied", onchange: null,
      });
    },
  });
  if (navigator.mediaDevices) {
    navigator.mediaDevices.getUserMedia = async () => {
      tell("cameras and microphones are not given to pages; <input type=file> and the host's camera are.");
      throw new DOMException("This host gives pages no camera and no microphone.", "NotAllowedError");
    };
  }
})();
