// The device methods that the page carries out for a mini app, because its frame may not: dialogs, the clipboard, sharing, the location,
// and the bar and the button around the page. The bridge has checked each call before.
(() => {
  "use strict";

  const unsupported = (what) => ({ code: -32004, message: `This browser can't ${what}.` });
  const cancelled = { code: -32005, message: "The user has cancelled it." };
  const denied = (permission) => ({
    code: -32003, message: "The user has not allowed it in the browser.", data: { permission, state: "denied" },
  });
  const byId = (id) => document.getElementById(id);

  const bar = () => document.querySelector(".bar");
  const isLight = (color) => {
    const digits = color.length === 4 ? [...color.slice(1)].map((digit) => digit + digit).join("") : color.slice(1);
    const [red, green, blue] = [0, 2, 4].map((start) => parseInt(digits.slice(start, start + 2), 16));
    return 0.299 * red + 0.587 * green + 0.114 * blue > 140;
  };

  let toastUntil = 0;
  let toastTimer;
  // The shell shows its own messages there, too.
  globalThis.AtollToast = (text, seconds = 3) => {
    const toast = byId("toast");
    toast.textContent = text;
    toast.hidden = false;
    clearTimeout(toastTimer);
    toastTimer = setTimeout(() => (toast.hidden = true), seconds * 1000);
  };
  let waitTimer;
  let guard = null;

  let watching = null;

  function stopWatching() {
    if (watching !== null) navigator.geolocation.clearWatch(watching);
    watching = null;
  }

  function position(coords, time, precise) {
    const rounded = (number) => (precise ? number : Math.round(number * 100) / 100);
    return {
      latitude: rounded(coords.latitude), longitude: rounded(coords.longitude),
      accuracy: precise ? coords.accuracy : Math.max(coords.accuracy, 1_000), time,
    };
  }

  const patterns = {
    light: [10], medium: [20], heavy: [40], selection: [5], success: [10, 60, 20], warning: [30, 60, 30], error: [50, 60, 50],
  };

  const device = {
    "host.openURL": async ({ url }, { app, frame }) => {
      let address;
      try {
        address = new URL(url);
      } catch {
        throw { code: -32602, message: "The parameter \"url\" must be a URL." };
      }
      if (!["https:", "mailto:", "tel:"].includes(address.protocol)) {
        throw { code: -32602, message: "The parameter \"url\" must begin with https:, mailto: or tel:." };
      }
      // A user name before the host can look like the host.
      if (address.username || address.password) throw { code: -32602, message: "The parameter \"url\" must not have a user name." };
      // Origins that the manifest names were reviewed, and need no question after a tap in the mini app. A tap outside the frame, in a
      // sheet or in the bar, was meant for something else.
      const isKnown = AtollFocus.isActIn(frame) && (frame.dataset.links ?? "").split(" ").includes(address.origin);
      if (!isKnown && !(await AtollDialogs.askSlowly(app, { title: t`Open this?`, message: address.href, ok: t`Open` }, address.host))) throw cancelled;
      if (address.protocol === "https:") open(address.href, "_blank", "noopener,noreferrer");
      else location.assign(address.href);
      return null;
    },
    "host.openSettings": async (_, { frame }) => {
      location.assign(frame.dataset.permissions || "/");
      return null;
    },

    "page.setTitle": async ({ title }, { app }) => {
      // Removes invisible characters, and those that change the direction of text.
      const shown = title.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "").trim();
      byId("page-title").textContent = shown || app;
      // The bar names the mini app, independent of the title that a page sets.
      byId("page-app").hidden = !shown || shown === app;
      return null;
    },
    "page.setMainButton": async ({ text, visible, enabled = true, loading = false, role = "normal" }) => {
      const place = byId("page-button");
      const button = place.querySelector("button");
      if (text !== undefined) button.textContent = text;
      place.hidden = !visible || button.textContent === "";
      button.disabled = !enabled || loading;
      button.classList.toggle("danger", role === "destructive");
      button.classList.toggle("primary", role !== "destructive");
      button.setAttribute("aria-busy", String(loading));
      return null;
    },
    "page.setBackButton": async ({ visible }) => {
      byId("page-back").hidden = !visible;
      return null;
    },
    "page.setCloseGuard": async ({ enabled, message = "" }) => {
      guard = enabled ? message || t`What you have entered may not be saved.` : null;
      return null;
    },
    "page.setFullscreen": async ({ on }) => {
      if (!document.fullscreenEnabled) throw unsupported("fill the screen");
      // The whole page: the bar stays visible, and names the mini app.
      if (on) await document.documentElement.requestFullscreen().catch(() => { throw unsupported("fill the screen now"); });
      else if (document.fullscreenElement) await document.exitFullscreen();
      return null;
    },
    "page.setOrientation": async ({ orientation }) => {
      if (orientation === "any") screen.orientation?.unlock?.();
      // The orientation can be locked only in full screen, and only on devices that rotate.
      else await Promise.resolve(screen.orientation?.lock?.(orientation) ?? Promise.reject()).catch(() => { throw unsupported("lock the orientation now"); });
      return null;
    },
    "page.setAppearance": async ({ background, bar: color }, { frame }) => {
      if (background !== undefined) frame.style.background = background;
      if (color !== undefined) {
        // The title and the close button must be readable on any color.
        bar().style.background = color;
        bar().style.color = isLight(color) ? "#000" : "#fff";
      }
      return null;
    },

    "ui.toast": async ({ text, seconds = 3 }) => {
      const now = performance.now();
      if (now < toastUntil) {
        const retryAfter = Math.ceil(toastUntil - now);
        throw { code: -32006, message: `One toast a second. Try again in ${retryAfter} ms.`, data: { retryAfter } };
      }
      toastUntil = now + 1000;
      AtollToast(text, seconds);
      return null;
    },
    "ui.alert": (parameters, { app }) => AtollDialogs.alert(app, parameters),
    "ui.confirm": (parameters, { app }) => AtollDialogs.confirm(app, parameters),
    "ui.prompt": (parameters, { app }) => AtollDialogs.prompt(app, parameters),
    "ui.choose": (parameters, { app }) => AtollDialogs.choose(app, parameters),
    "ui.loading": async ({ visible, text = "" }) => {
      const wait = byId("page-wait");
      wait.lastElementChild.textContent = text || t`Please wait`;
      wait.hidden = !visible;
      clearTimeout(waitTimer);
      if (visible) waitTimer = setTimeout(() => (wait.hidden = true), 30_000);
      return null;
    },
    "ui.haptic": async ({ kind }) => {
      navigator.vibrate?.(patterns[kind]);
      return null;
    },

    "clipboard.write": async ({ text }) => {
      if (!navigator.clipboard) throw unsupported("copy");
      await navigator.clipboard.writeText(text).catch(() => { throw { code: -32003, message: "The browser does not let this page copy.", data: {} }; });
      return null;
    },
    "clipboard.read": async () => {
      if (!navigator.clipboard?.readText) throw unsupported("read the clipboard");
      return (await navigator.clipboard.readText().catch(() => { throw denied("clipboard.read"); })).slice(0, 100_000);
    },
    "location.current": async ({ precise = false, timeout = 15_000 }) => {
      if (!navigator.geolocation) throw unsupported("determine its location");
      const { coords, timestamp } = await new Promise((resolve, reject) =>
        navigator.geolocation.getCurrentPosition(resolve, ({ code }) =>
          reject(code === 1 ? denied("location") : code === 3 ? { code: -32009, message: "The location was not found in time." } : unsupported("determine its location now")),
        { enableHighAccuracy: precise, timeout, maximumAge: 60_000 }));
      return position(coords, timestamp, precise);
    },
    "location.watch": async ({ precise = false }, { frame, tell }) => {
      if (!navigator.geolocation) throw unsupported("determine its location");
      stopWatching();
      let last = 0;
      const names = precise ? ["location", "location.precise"] : ["location"];
      watching = navigator.geolocation.watchPosition(async ({ coords, timestamp }) => {
        const id = watching;
        if (Date.now() - last < 1000) return;
        last = Date.now();
        // A revoked permission ends it, in whichever tab the user revoked it.
        const states = await AtollHost.call(frame, "permissions.query", { names }).catch(() => null);
        // The state is not known right now: the next position asks again.
        if (states === null || id !== watching) return;
        if (names.some((name) => states[name] !== "granted")) return stopWatching();
        tell("location.changed", position(coords, timestamp, precise));
      }, () => {}, { enableHighAccuracy: precise, maximumAge: 1000 });
      return null;
    },
    "location.unwatch": async () => {
      stopWatching();
      return null;
    },
    "device.network": async () => ({ online: navigator.onLine, type: navigator.connection?.type ?? "unknown" }),
    "device.battery": async () => {
      if (!navigator.getBattery) throw unsupported("tell how full its battery is");
      const { level, charging } = await navigator.getBattery();
      return { level, charging };
    },
  };

  globalThis.AtollDevice = {
    can: (method) => Object.hasOwn(device, method),

    // Adds further methods, by their names: (parameters, { frame, app, tell }) => a promise of the result.
    add: (methods) => Object.assign(device, methods),

    // Carries out a call. Throws { code, message, data }.
    perform: (method, parameters, frame, tell) => device[method](parameters, { frame, app: frame.dataset.name, tell }),

    // Whether the mini app may be closed: if it has unsaved changes, the user decides.
    async mayClose(frame) {
      if (guard === null) return true;
      return AtollDialogs.ask(frame.dataset.name, { title: t`Close it?`, message: guard, ok: t`Close`, destructive: true });
    },

    // A new document starts with the bar and the button in their initial state.
    reset(frame) {
      guard = null;
      stopWatching();
      byId("page-title").textContent = frame.dataset.name;
      byId("page-app").hidden = true;
      byId("page-button").hidden = true;
      Object.assign(byId("page-button").querySelector("button"), { textContent: "", disabled: false, className: "primary" });
      byId("toast").hidden = true;
      frame.style.background = "";
      bar().style.background = "";
      bar().style.color = "";
      byId("page-back").hidden = true;
      byId("page-wait").hidden = true;
      AtollDialogs.endAll();
    },
  };

  addEventListener("beforeunload", (event) => {
    if (guard !== null) event.preventDefault();
  });
})();
