// Ionic Portals, and the plugins of Capacitor that pages call most: `window.portalInitialContext` and `window.Capacitor`, which
// `@capacitor/core` takes over as it finds it.
(() => {
  "use strict";
  if (globalThis.portalInitialContext) return;
  const { call, on, values, replace, open, bridge } = AtollCompat;

  globalThis.portalInitialContext = { name: values.name ?? "", value: values.context ?? {} };
  if (values.platform) globalThis.CapacitorCustomPlatform = { name: values.platform, plugins: {} };

  class PluginError extends Error {
    constructor(message, code = "UNAVAILABLE", data = {}) {
      super(message);
      Object.assign(this, { code, data });
    }
  }

  // MARK: Listeners

  const listeners = new Map();
  let lastListener = 0;
  const emit = (plugin, event, data) => {
    for (const one of listeners.values()) if (one.plugin === plugin && one.event === event) one.heard(data);
  };
  addEventListener("visibilitychange", () => {
    const isActive = !document.hidden;
    emit("App", "appStateChange", { isActive });
    emit("App", isActive ? "resume" : "pause", {});
  });
  on("page.back", () => emit("App", "backButton", { canGoBack: history.length > 1 }));
  on("device.networkChanged", ({ online }) => emit("Network", "networkStatusChange", network(online)));

  // MARK: What plugins do

  const network = (online, type) => ({ connected: online, connectionType: online ? (type === "cellular" ? "cellular" : "wifi") : "none" });
  const info = async () => (await bridge).host.info();
  const nothing = async () => {};
  const granted = { granted: "granted", denied: "denied", prompt: "prompt", unavailable: "denied" };
  const states = async (method, names, aliases) => {
    const found = await call(`permissions.${method}`, { names });
    return Object.fromEntries(Object.entries(aliases).map(([alias, name]) => [alias, granted[found[name]] ?? "denied"]));
  };
  const permissions = (names, aliases) => ({
    checkPermissions: () => states("query", names, aliases),
    requestPermissions: () => states("request", names, aliases),
  });
  const position = ({ latitude, longitude, accuracy, altitude = null, heading = null, speed = null, timestamp }) => ({
    timestamp: timestamp ?? Date.now(),
    coords: { latitude, longitude, accuracy, altitude, altitudeAccuracy: null, heading, speed },
  });
  const preferred = "preferences/";
  const group = (name) => (name && name !== "CapacitorStorage" ? `${preferred}${name}/` : preferred);
  let preferenceGroup = group();
  const storage = async () => (await bridge).storage;
  const fileURL = async (path, type) => {
    const parts = [];
    for (let offset = 0; ; ) {
      const { data, size } = await call("files.read", { path, offset });
      const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
      parts.push(bytes);
      offset += bytes.length;
      if (offset >= size || bytes.length === 0) return new Blob(parts, { type });
    }
  };
  const photo = async (taken, resultType) => {
    const blob = await fileURL(taken.file, taken.type ?? "image/jpeg");
    const format = (taken.type ?? "image/jpeg").split("/")[1];
    const url = await AtollCompat.base64(blob);
    if (resultType === "base64") return { base64String: url, format, saved: false };
    if (resultType === "dataUrl") return { dataUrl: `data:image/${format};base64,${url}`, format, saved: false };
    return { webPath: URL.createObjectURL(blob), path: taken.file, format, saved: false };
  };
  const watches = new Map();
  on("location.changed", (place) => {
    for (const heard of watches.values()) heard(position(place), null);
  });

  const plugins = {
    Portals: {
      publishNative: async ({ topic, data }) => {
        emit("Portals", topic, data);
        if (/^(dismiss|close)$/i.test(topic)) await call("host.close");
      },
    },
    Dismiss: { dismiss: () => call("host.close") },
    App: {
      exitApp: () => call("host.close"),
      getInfo: async () => {
        const { miniApp } = await info();
        return { name: values.name ?? miniApp.id, id: miniApp.id, build: `${miniApp.code}`, version: miniApp.version };
      },
      getState: async () => ({ isActive: !document.hidden }),
      getLaunchUrl: async () => ({ url: location.href }),
      minimizeApp: nothing,
    },
    Preferences: {
      configure: async ({ group: name } = {}) => void (preferenceGroup = group(name)),
      get: async ({ key }) => ({ value: (await (await storage()).get(preferenceGroup + key)) ?? null }),
      set: async ({ key, value }) => (await storage()).set(preferenceGroup + key, value),
      remove: async ({ key }) => (await storage()).remove(preferenceGroup + key),
      keys: async () => ({
        keys: (await (await storage()).keys()).filter((key) => key.startsWith(preferenceGroup)).map((key) => key.slice(preferenceGroup.length)),
      }),
      clear: async () => {
        const own = await storage();
        for (const key of await own.keys()) if (key.startsWith(preferenceGroup)) await own.remove(key);
      },
      migrate: async () => ({ migrated: [], existing: [] }),
      removeOld: nothing,
    },
    Dialog: {
      alert: ({ title, message, buttonTitle }) => call("ui.alert", defined({ title, message, button: buttonTitle })),
      confirm: async ({ title, message, okButtonTitle, cancelButtonTitle }) => ({
        value: await call("ui.confirm", defined({ title, message, ok: okButtonTitle, cancel: cancelButtonTitle })),
      }),
      prompt: async ({ title, message, inputText, inputPlaceholder }) => {
        const value = await call("ui.prompt", defined({ title, message, value: inputText, placeholder: inputPlaceholder }));
        return { value: value ?? "", cancelled: value === null };
      },
    },
    ActionSheet: {
      showActions: async ({ title, options }) => {
        const list = options.map(({ title: text, style }, index) => ({ id: `${index}`, text, destructive: style === "DESTRUCTIVE" }));
        const chosen = await call("ui.choose", defined({ title, options: list }));
        return chosen === null ? { index: -1, canceled: true } : { index: Number(chosen), canceled: false };
      },
    },
    Toast: { show: ({ text, duration }) => call("ui.toast", { text, seconds: duration === "long" ? 4 : 2 }) },
    Share: {
      canShare: async () => ({ value: true }),
      share: async ({ title, text, url }) => {
        const { shared } = await call("share", defined({ title, text, url }));
        if (!shared) throw new PluginError("Share canceled", "UNAVAILABLE");
        return { activityType: "" };
      },
    },
    Clipboard: {
      write: ({ string, url }) => call("clipboard.write", { text: string ?? url ?? "" }),
      read: async () => ({ value: await call("clipboard.read"), type: "text/plain" }),
    },
    Browser: { open: async ({ url }) => void open(url), close: nothing },
    AppLauncher: {
      canOpenUrl: async ({ url }) => ({ value: /^(https?|mailto|tel):/i.test(url) }),
      openUrl: async ({ url }) => ({ completed: open(url) }),
    },
    Device: {
      getId: async () => ({ identifier: (await call("user.profile")).id }),
      getInfo: async () => {
        const { platform } = await info();
        return { model: "", name: "", platform: values.platform ?? "web", operatingSystem: platform === "ios" ? "ios" : "unknown", osVersion: "", manufacturer: "", isVirtual: false, webViewVersion: "" };
      },
      getBatteryInfo: async () => {
        const { level, charging } = await call("device.battery");
        return { batteryLevel: level, isCharging: charging };
      },
      getLanguageCode: async () => ({ value: (await info()).language.split("-")[0] }),
      getLanguageTag: async () => ({ value: (await info()).language }),
    },
    Network: {
      getStatus: async () => {
        const { online, type } = await call("device.network");
        return network(online, type);
      },
    },
    Haptics: {
      impact: ({ style = "HEAVY" } = {}) => call("ui.haptic", { kind: style.toLowerCase() }),
      notification: ({ type = "SUCCESS" } = {}) => call("ui.haptic", { kind: type.toLowerCase() }),
      vibrate: () => call("ui.haptic", { kind: "heavy" }),
      selectionStart: nothing,
      selectionChanged: () => call("ui.haptic", { kind: "selection" }),
      selectionEnd: nothing,
    },
    Camera: {
      ...permissions(["camera"], { camera: "camera", photos: "camera" }),
      getPhoto: async ({ resultType = "uri", source = "PROMPT", width, height, quality } = {}) => {
        const from = { CAMERA: "camera", PHOTOS: "library" }[source] ?? "ask";
        const side = Math.max(Number(width) || 0, Number(height) || 0);
        const options = { from };
        if (side > 0) options.maxSide = Math.round(Math.min(Math.max(side, 64), 4_096));
        if (quality > 0) options.quality = Math.min(Math.max(quality / 100, 0.1), 1);
        return photo(await call("camera.photo", options), resultType);
      },
      pickImages: async ({ limit = 0 } = {}) => {
        const files = await call("files.pick", { types: ["image/*"], multiple: limit !== 1 });
        const photos = [];
        for (const file of files.slice(0, limit || files.length)) photos.push(await photo(file, "uri"));
        return { photos };
      },
    },
    Geolocation: {
      ...permissions(["location", "location.precise"], { location: "location.precise", coarseLocation: "location" }),
      getCurrentPosition: async ({ enableHighAccuracy, timeout } = {}) => {
        const options = enableHighAccuracy ? { precise: true } : {};
        if (timeout > 0) options.timeout = Math.round(Math.min(Math.max(timeout, 1_000), 60_000));
        return position(await call("location.current", options));
      },
      clearWatch: async ({ id }) => {
        if (watches.delete(id) && watches.size === 0) await call("location.unwatch");
      },
    },
    LocalNotifications: {
      ...permissions(["notifications"], { display: "notifications" }),
      schedule: async ({ notifications }) => {
        for (const { id, title, body = "", schedule } of notifications) {
          const at = schedule?.at ? new Date(schedule.at).getTime() : Date.now();
          await call("notifications.schedule", { id: `${id}`, at, title: title || " ", body });
          due.set(Number(id), { id: Number(id), title, body, schedule });
        }
        return { notifications: notifications.map(({ id }) => ({ id })) };
      },
      cancel: async ({ notifications }) => {
        for (const { id } of notifications) {
          await call("notifications.cancel", { id: `${id}` });
          due.delete(Number(id));
        }
      },
      getPending: async () => ({ notifications: [...due.values()] }),
      areEnabled: async () => ({ value: (await call("permissions.query", { names: ["notifications"] })).notifications === "granted" }),
    },
    Keyboard: { show: nothing, hide: async () => document.activeElement?.blur?.(), setAccessoryBarVisible: nothing, setScroll: nothing, setStyle: nothing, setResizeMode: nothing },
    StatusBar: {
      setStyle: ({ style } = {}) => call("page.setAppearance", { statusText: style === "DARK" ? "light" : "dark" }),
      setBackgroundColor: ({ color }) => call("page.setAppearance", { bar: color }),
      show: nothing, hide: nothing, setOverlaysWebView: nothing,
      getInfo: async () => ({ visible: true, style: "DEFAULT", color: "#000000", overlays: false }),
    },
    SplashScreen: { show: nothing, hide: nothing },
    ScreenOrientation: {
      orientation: async () => ({ type: screen.orientation?.type ?? "portrait-primary" }),
      lock: ({ orientation }) => call("page.setOrientation", { orientation: /^(portrait|landscape)/.exec(orientation)?.[0] ?? "any" }),
      unlock: () => call("page.setOrientation", { orientation: "any" }),
    },
    TextZoom: { get: async () => ({ value: (await info()).textScale }), getPreferred: async () => ({ value: (await info()).textScale }), set: nothing },
  };
  const due = new Map();
  function defined(parts) {
    return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined && value !== null));
  }

  // MARK: The interface that `@capacitor/core` looks for

  const callbacks = ["addListener", "removeListener"];
  const common = ["removeAllListeners", "checkPermissions", "requestPermissions"];
  const headers = Object.entries(plugins).map(([name, methods]) => ({
    name,
    methods: [
      ...callbacks.map((method) => ({ name: method, rtype: "callback" })),
      ...[...new Set([...common, ...Object.keys(methods)])].map((method) => ({ name: method, rtype: "promise" })),
      ...(name === "Geolocation" ? [{ name: "watchPosition", rtype: "callback" }] : []),
    ],
  }));

  async function nativePromise(plugin, method, options = {}) {
    const found = plugins[plugin]?.[method];
    if (found) {
      try {
        return await found(options ?? {});
      } catch (error) {
        throw error instanceof PluginError ? error : new PluginError(error.message, `${error.code ?? "UNAVAILABLE"}`, error.data);
      }
    }
    if (method === "removeAllListeners") {
      for (const [id, one] of listeners) if (one.plugin === plugin) listeners.delete(id);
      return undefined;
    }
    // A plugin that needs none has all.
    if (plugins[plugin] && (method === "checkPermissions" || method === "requestPermissions")) return {};
    throw new PluginError(`"${plugin}.${method}" is not implemented on this host.`, "UNIMPLEMENTED");
  }

  function nativeCallback(plugin, method, options = {}, callback = () => {}) {
    const id = `${++lastListener}`;
    if (method === "addListener") listeners.set(id, { plugin, event: options.eventName, heard: callback });
    else if (method === "removeListener") listeners.delete(options.callbackId);
    else if (plugin === "Geolocation" && method === "watchPosition") {
      watches.set(id, callback);
      if (watches.size === 1) {
        call("location.watch", options?.enableHighAccuracy ? { precise: true } : {}).catch((error) => {
          watches.delete(id);
          callback(null, new PluginError(error.message, `${error.code}`));
        });
      }
    } else nativePromise(plugin, method, options).then((value) => callback(value, null), (error) => callback(null, error));
    return id;
  }

  // As the bridge of a native app has them, for pages that do without `@capacitor/core`.
  const listen = (plugin, event, heard) => {
    const callbackId = nativeCallback(plugin, "addListener", { eventName: event }, heard);
    const handle = { remove: async () => void nativeCallback(plugin, "removeListener", { callbackId, eventName: event }) };
    return Object.assign(Promise.resolve(handle), handle);
  };
  const own = Object.fromEntries(headers.map(({ name, methods }) => [name, Object.fromEntries(methods.map(({ name: method, rtype }) => [
    method,
    method === "addListener" ? (event, heard) => listen(name, event, heard)
      : rtype === "promise" ? (options) => nativePromise(name, method, options)
        : (options, heard) => nativeCallback(name, method, options, heard),
  ]))]));

  const capacitor = globalThis.Capacitor ?? {};
  capacitor.Plugins = Object.assign(capacitor.Plugins ?? {}, own);
  Object.assign(capacitor, { PluginHeaders: headers, nativePromise, nativeCallback, isNativePlatform: () => false, isPluginAvailable: (name) => Object.hasOwn(plugins, name), getPlatform: () => values.platform ?? "web" });
  globalThis.Capacitor = capacitor;
})();
