// `window.Telegram.WebApp`: a mini app of Telegram in another host.
//
// Features that only Telegram has (stories, stickers, gifts, inline queries) are answered as by a client that is too old for them.
(() => {
  "use strict";
  if (globalThis.Telegram?.WebApp) return;
  const { call, on, values, open, bridge } = AtollCompat;
  const version = "8.0";
  const notSent = {
    en: "This can’t be sent here.", de: "Das lässt sich hier nicht senden.", es: "Esto no se puede enviar aquí.", ar: "لا يمكن إرسال هذا هنا.",
  };
  const storage = async () => (await bridge).storage;

  // MARK: Look and person

  const palette = {
    light: { bg_color: "#ffffff", text_color: "#1c1c1e", hint_color: "#8e8e93", link_color: "#0a66c2", button_color: "#0a66c2", button_text_color: "#ffffff", secondary_bg_color: "#f2f2f7", header_bg_color: "#ffffff", accent_text_color: "#0a66c2", section_bg_color: "#ffffff", section_header_text_color: "#6d6d72", subtitle_text_color: "#8e8e93", destructive_text_color: "#d70015" },
    dark: { bg_color: "#1c1c1e", text_color: "#ffffff", hint_color: "#98989f", link_color: "#64a8ff", button_color: "#2f7fe0", button_text_color: "#ffffff", secondary_bg_color: "#000000", header_bg_color: "#1c1c1e", accent_text_color: "#64a8ff", section_bg_color: "#2c2c2e", section_header_text_color: "#98989f", subtitle_text_color: "#98989f", destructive_text_color: "#ff6961" },
  };
  const dark = matchMedia("(prefers-color-scheme: dark)");
  let scheme = dark.matches ? "dark" : "light";

  // A number for each user, of 52 bits, as apps expect one.
  const digits = Array.from(new TextEncoder().encode(values.user?.id ?? "unknown"));
  const id = Number(digits.reduce((sum, byte) => BigInt.asUintN(52, (sum ^ BigInt(byte)) * 0x100000001b3n), 0xbf29ce484222325n));
  const [first = "Guest", ...rest] = (values.user?.name ?? "Guest").split(" ");
  const user = { id, first_name: first, ...(rest.length > 0 ? { last_name: rest.join(" ") } : {}), language_code: (values.language ?? "en").split("-")[0] };
  const start = new URLSearchParams(location.search).get("tgWebAppStartParam") ?? new URLSearchParams(location.search).get("startapp");

  // MARK: Events

  const handlers = new Map();
  const emit = (event, data) => {
    for (const handler of handlers.get(event) ?? []) handler.call(webApp, data);
  };
  // A library puts its own function there.
  const receive = (type, data) => globalThis.Telegram.WebView.receiveEvent(type, data);
  const quietly = (promise) => promise.catch(() => {});
  on("host.themeChanged", ({ theme }) => {
    scheme = theme;
    dress();
    emit("themeChanged");
    receive("theme_changed", { theme_params: palette[scheme] });
  });
  on("page.mainButton", () => {
    emit("mainButtonClicked");
    receive("main_button_pressed");
  });
  on("page.back", () => {
    emit("backButtonClicked");
    receive("back_button_pressed");
  });
  addEventListener("visibilitychange", () => {
    emit(document.hidden ? "deactivated" : "activated");
    receive("visibility_changed", { is_visible: !document.hidden });
  });
  addEventListener("resize", () => {
    size();
    emit("viewportChanged", { isStateStable: true });
    receive("viewport_changed", { width: innerWidth, height: innerHeight, is_expanded: true, is_state_stable: true });
  });

  const style = document.documentElement.style;
  function dress() {
    for (const [name, colour] of Object.entries(palette[scheme])) style.setProperty(`--tg-theme-${name.replaceAll("_", "-")}`, colour);
    style.setProperty("--tg-color-scheme", scheme);
  }
  function size() {
    style.setProperty("--tg-viewport-height", `${innerHeight}px`);
    style.setProperty("--tg-viewport-stable-height", `${innerHeight}px`);
    for (const side of ["top", "right", "bottom", "left"]) {
      style.setProperty(`--tg-safe-area-inset-${side}`, "0px");
      style.setProperty(`--tg-content-safe-area-inset-${side}`, "0px");
    }
  }
  dress();
  size();

  // MARK: Buttons

  // Pages set most properties, and the button follows.
  class BottomButton {
    #event;
    #shown;
    #parts = {
      text: "CONTINUE", color: palette[scheme].button_color, textColor: palette[scheme].button_text_color, isVisible: false, isActive: true,
      isProgressVisible: false, hasShineEffect: false,
    };
    constructor(type, event, shown) {
      this.type = type;
      this.#event = event;
      this.#shown = shown;
      for (const name of Object.keys(this.#parts)) {
        const set = name === "isProgressVisible" ? undefined : (value) => void this.#update({ [name]: value });
        Object.defineProperty(this, name, { enumerable: true, get: () => this.#parts[name], set });
      }
    }

    setText = (text) => this.#update({ text });
    show = () => this.#update({ isVisible: true });
    hide = () => this.#update({ isVisible: false });
    enable = () => this.#update({ isActive: true });
    disable = () => this.#update({ isActive: false });
    showProgress = (isActive = false) => this.#update({ isProgressVisible: true, isActive });
    hideProgress = () => this.#update({ isProgressVisible: false, isActive: true });
    onClick = (heard) => (webApp.onEvent(this.#event, heard), this);
    offClick = (heard) => (webApp.offEvent(this.#event, heard), this);
    setParams({ text, is_visible, is_active, is_progress_visible, has_shine_effect, color, text_color }) {
      const parts = {
        text, isVisible: is_visible, isActive: is_active, isProgressVisible: is_progress_visible, hasShineEffect: has_shine_effect, color, textColor: text_color,
      };
      return this.#update(Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)));
    }
    #update(parts) {
      const kinds = { text: String, color: String, textColor: String };
      for (const [name, value] of Object.entries(parts)) this.#parts[name] = (kinds[name] ?? Boolean)(value);
      this.#shown(this);
      return this;
    }
  }

  class SimpleButton {
    #isVisible = false;
    constructor(event, shown) {
      const set = (value) => (shown((this.#isVisible = Boolean(value))), this);
      Object.defineProperty(this, "isVisible", { enumerable: true, get: () => this.#isVisible, set });
      this.show = () => set(true);
      this.hide = () => set(false);
      this.onClick = (heard) => (webApp.onEvent(event, heard), this);
      this.offClick = (heard) => (webApp.offEvent(event, heard), this);
    }
  }

  // MARK: Storage

  // The interface calls back with an error first, and newer versions return promises, too.
  // A callback that is not a function is ignored.
  const answer = (told, ...values) => void (typeof told === "function" && told(...values));
  const answering = (promise, told) => {
    if (typeof told !== "function") return promise;
    promise.then((value) => told(null, value), (error) => told(error.message));
    return undefined;
  };
  const cloud = "cloud/";
  const isKey = (key) => /^[A-Za-z0-9_-]{1,85}$/.test(key);
  const checked = async (key) => {
    if (!isKey(key)) throw new Error("KEY_INVALID");
    return cloud + key;
  };
  const noSensor = (name) => ({
    isStarted: false,
    start(_, told) {
      answer(told, false);
      emit(`${name}Failed`, { error: "UNSUPPORTED" });
    },
    stop: (told) => answer(told, true),
  });
  const CloudStorage = {
    setItem: (key, value, told) =>
      answering(checked(key).then(async (place) => {
        if (String(value).length > 4_096) throw new Error("VALUE_INVALID");
        await (await storage()).set(place, String(value));
        return true;
      }), told),
    getItem: (key, told) => answering(checked(key).then(async (place) => (await (await storage()).get(place)) ?? ""), told),
    getItems: (keys, told) =>
      answering((async () => {
        const all = await (await storage()).getAll(cloud);
        return Object.fromEntries(keys.map((key) => [key, all[cloud + key] ?? ""]));
      })(), told),
    removeItem: (key, told) => answering(checked(key).then(async (place) => (await (await storage()).remove(place), true)), told),
    removeItems: (keys, told) =>
      answering((async () => {
        for (const key of keys) await (await storage()).remove(await checked(key));
        return true;
      })(), told),
    getKeys: (told) =>
      answering(storage().then(async (own) => (await own.keys()).filter((key) => key.startsWith(cloud)).map((key) => key.slice(cloud.length))), told),
  };
  const DeviceStorage = {
    setItem: (key, value, told) => answering(storage().then(async (own) => (await own.set(`device/${key}`, String(value)), true)), told),
    getItem: (key, told) => answering(storage().then(async (own) => (await own.get(`device/${key}`)) ?? null), told),
    removeItem: (key, told) => answering(storage().then(async (own) => (await own.remove(`device/${key}`), true)), told),
    clear: (told) =>
      answering(storage().then(async (own) => {
        for (const key of await own.keys()) if (key.startsWith("device/")) await own.remove(key);
        return true;
      }), told),
  };
  const SecureStorage = {
    setItem: (key, value, told) => answering(call("secrets.set", { key: String(key), value: String(value) }).then(() => true), told),
    getItem: (key, told) => answering(call("secrets.get", { key: String(key) }), told),
    removeItem: (key, told) => answering(call("secrets.remove", { key: String(key) }).then(() => true), told),
    restoreItem: (key, told) => answering(Promise.reject(new Error("UNSUPPORTED")), told),
    clear: (told) => answering(Promise.reject(new Error("UNSUPPORTED")), told),
  };

  // MARK: Dialogs

  const popup = async ({ title = "", message, buttons = [{ type: "close" }] }) => {
    const labels = { ok: "OK", close: "Close", cancel: "Cancel" };
    const named = buttons.map(({ id = "", type = "default", text }) => ({ id, type, text: text ?? labels[type] ?? "OK" }));
    const parts = { message: String(message).slice(0, 1_000), ...(title ? { title: String(title).slice(0, 100) } : {}) };
    if (named.length === 1) {
      await call("ui.alert", { ...parts, button: named[0].text });
      return named[0].id;
    }
    if (named.length === 2) {
      const isCancel = ({ type }) => type === "cancel" || type === "close";
      const no = named.find(isCancel) ?? named[1];
      const yes = named.find((button) => button !== no);
      const isYes = await call("ui.confirm", { ...parts, ok: yes.text, cancel: no.text, destructive: yes.type === "destructive" });
      return isYes ? yes.id : no.id;
    }
    const options = named.map(({ text, type }, index) => ({ id: `${index}`, text, destructive: type === "destructive" }));
    // `ui.choose` shows only a title. A longer text is shown in a dialog before it.
    const words = [parts.title, parts.message].filter(Boolean).join(/[?!.:…]$/.test(parts.title ?? "") ? " " : ": ");
    if (words.length > 100) await call("ui.alert", parts);
    const chosen = await call("ui.choose", { title: words.length > 100 ? (parts.title ?? parts.message).slice(0, 100) : words, options });
    return chosen === null ? "" : named[Number(chosen)].id;
  };

  const LocationManager = {
    isInited: false, isLocationAvailable: true, isAccessRequested: false, isAccessGranted: false,
    init(told) {
      call("permissions.query", { names: ["location"] }).catch(() => ({})).then(({ location }) => {
        Object.assign(this, { isInited: true, isAccessRequested: location !== "prompt", isAccessGranted: location === "granted" });
        answer(told);
        emit("locationManagerUpdated");
      });
      return this;
    },
    getLocation(told) {
      call("location.current").then(
        ({ latitude, longitude, accuracy }) => answer(told, { latitude, longitude, horizontal_accuracy: accuracy, altitude: null, course: null, speed: null }),
        () => answer(told, null));
      return this;
    },
    openSettings: () => (quietly(call("host.openSettings")), LocationManager),
  };

  const haptic = (kind) => quietly(call("ui.haptic", { kind }));
  const HapticFeedback = {
    impactOccurred: (kind) => (haptic({ rigid: "heavy", soft: "light" }[kind] ?? kind), HapticFeedback),
    notificationOccurred: (kind) => (haptic(kind), HapticFeedback),
    selectionChanged: () => (haptic("selection"), HapticFeedback),
  };
  const closing = (enabled) => quietly(call("page.setCloseGuard", { enabled, ...(enabled ? { message: "What you have not saved is lost." } : {}) }));
  const orientation = () => (innerWidth > innerHeight ? "landscape" : "portrait");

  // The values that pages may set as a property.
  const state = {
    isOrientationLocked: false, isClosingConfirmationEnabled: false, isVerticalSwipesEnabled: true,
    headerColor: "header_bg_color", backgroundColor: "bg_color", bottomBarColor: "bg_color",
  };
  // A colour may be the name of one of the theme's.
  const colourOf = (colour) => (/^#[0-9a-f]{6}$/i.test(colour) ? colour : palette[scheme][colour]);
  const webApp = {
    // Without the host's signature: a back end asks the host who the user is.
    initData: "",
    initDataUnsafe: { user, ...(start ? { start_param: start } : {}), auth_date: Math.floor(Date.now() / 1_000), hash: "" },
    version, platform: "atoll",
    get colorScheme() { return scheme; },
    get themeParams() { return palette[scheme]; },
    isActive: true, isExpanded: true, isFullscreen: false,
    get viewportHeight() { return innerHeight; },
    get viewportStableHeight() { return innerHeight; },
    get isOrientationLocked() { return state.isOrientationLocked; },
    set isOrientationLocked(is) { (is ? webApp.lockOrientation : webApp.unlockOrientation)(); },
    get isClosingConfirmationEnabled() { return state.isClosingConfirmationEnabled; },
    set isClosingConfirmationEnabled(is) { closing((state.isClosingConfirmationEnabled = Boolean(is))); },
    get isVerticalSwipesEnabled() { return state.isVerticalSwipesEnabled; },
    set isVerticalSwipesEnabled(is) { state.isVerticalSwipesEnabled = Boolean(is); },
    get headerColor() { return colourOf(state.headerColor); },
    set headerColor(colour) { webApp.setHeaderColor(colour); },
    get backgroundColor() { return colourOf(state.backgroundColor); },
    set backgroundColor(colour) { webApp.setBackgroundColor(colour); },
    get bottomBarColor() { return colourOf(state.bottomBarColor); },
    set bottomBarColor(colour) { webApp.setBottomBarColor(colour); },
    safeAreaInset: { top: 0, right: 0, bottom: 0, left: 0 }, contentSafeAreaInset: { top: 0, right: 0, bottom: 0, left: 0 },
    MainButton: new BottomButton("main", "mainButtonClicked", ({ isVisible, text, isActive, isProgressVisible }) =>
      quietly(call("page.setMainButton", { visible: isVisible, text: String(text).slice(0, 40), enabled: isActive, loading: isProgressVisible }))),
    // The host has one button: the second is never shown.
    SecondaryButton: new BottomButton("secondary", "secondaryButtonClicked", () => {}),
    BackButton: new SimpleButton("backButtonClicked", (visible) => quietly(call("page.setBackButton", { visible }))),
    SettingsButton: new SimpleButton("settingsButtonClicked", () => {}),
    HapticFeedback, CloudStorage, DeviceStorage, SecureStorage, LocationManager,
    // This host has none of these, and says so.
    BiometricManager: {
      isInited: true, isBiometricAvailable: false, biometricType: "unknown", isAccessRequested: false, isAccessGranted: false, isBiometricTokenSaved: false, deviceId: "",
      init: (told) => (answer(told), emit("biometricManagerUpdated")), requestAccess: (_, told) => answer(told, false), authenticate: (_, told) => answer(told, false),
      updateBiometricToken: (_, told) => answer(told, false), openSettings: () => {},
    },
    Accelerometer: noSensor("accelerometer"), DeviceOrientation: noSensor("deviceOrientation"), Gyroscope: noSensor("gyroscope"),
    invokeCustomMethod: (_, __, told) => answer(told, "UNSUPPORTED"),
    isVersionAtLeast: (wanted) => {
      const [left, right] = [version, String(wanted)].map((text) => text.split(".").map(Number));
      return left[0] !== right[0] ? left[0] > right[0] : (left[1] ?? 0) >= (right[1] ?? 0);
    },
    onEvent: (event, heard) => void (handlers.get(event) ?? handlers.set(event, new Set()).get(event)).add(heard),
    offEvent: (event, heard) => void handlers.get(event)?.delete(heard),
    ready: () => {},
    expand: () => {},
    close: () => void quietly(call("host.close")),
    // No bot could receive it: the user is notified.
    sendData: () => void quietly(call("ui.toast", { text: notSent[values.language?.split("-")[0]] ?? notSent.en })),
    setHeaderColor: (colour) => void appearance("headerColor", "bar", colour),
    setBackgroundColor: (colour) => void appearance("backgroundColor", "background", colour),
    // The host's own bar stays as it is.
    setBottomBarColor: (colour) => void appearance("bottomBarColor", null, colour),
    enableClosingConfirmation: () => void (webApp.isClosingConfirmationEnabled = true),
    disableClosingConfirmation: () => void (webApp.isClosingConfirmationEnabled = false),
    enableVerticalSwipes: () => void (webApp.isVerticalSwipesEnabled = true),
    disableVerticalSwipes: () => void (webApp.isVerticalSwipesEnabled = false),
    requestFullscreen: () =>
      void call("page.setFullscreen", { on: true }).then(() => ((webApp.isFullscreen = true), emit("fullscreenChanged")), () => emit("fullscreenFailed", { error: "UNSUPPORTED" })),
    exitFullscreen: () => void quietly(call("page.setFullscreen", { on: false }).then(() => ((webApp.isFullscreen = false), emit("fullscreenChanged")))),
    lockOrientation: () => void quietly(call("page.setOrientation", { orientation: orientation() }).then(() => (state.isOrientationLocked = true))),
    unlockOrientation: () => void quietly(call("page.setOrientation", { orientation: "any" }).then(() => (state.isOrientationLocked = false))),
    openLink: (url) => void open(url),
    openTelegramLink: (url) => void open(url),
    openInvoice: (_, told) => answer(told, "failed"),
    showPopup: (options, told) =>
      void popup(options).catch(() => "").then((button) => {
        emit("popupClosed", { button_id: button });
        answer(told, button);
      }),
    showAlert: (message, told) => webApp.showPopup({ message }, () => answer(told)),
    showConfirm: (message, told) =>
      webApp.showPopup({ message, buttons: [{ type: "ok", id: "ok" }, { type: "cancel" }] }, (button) => answer(told, button === "ok")),
    showScanQrPopup: (_, told) =>
      void call("scanner.scan", {}).then(({ text }) => {
        emit("qrTextReceived", { data: text });
        answer(told, text);
      }, () => {}).finally(() => emit("scanQrPopupClosed")),
    closeScanQrPopup: () => {},
    readTextFromClipboard: (told) =>
      void call("clipboard.read").catch(() => null).then((data) => {
        emit("clipboardTextReceived", { data });
        answer(told, data);
      }),
    requestContact: (told) =>
      void call("user.contact", { fields: ["email"] }).then(
        (contact) => contact.email
          ? answer(told, true, { status: "sent", responseUnsafe: { contact: { ...contact, user_id: id } } })
          : answer(told, false, { status: "cancelled" }),
        () => answer(told, false, { status: "cancelled" })),
    requestWriteAccess: (told) =>
      void call("permissions.request", { names: ["notifications"] }).catch(() => ({})).then(({ notifications }) => answer(told, notifications === "granted")),
    downloadFile: ({ url, file_name }, told) =>
      void fetch(url).then((response) => response.blob()).then((blob) => AtollCompat.saveBlob(blob, file_name)).then(() => answer(told, true), () => answer(told, false)),
    shareMessage: (_, told) => answer(told, false),
    shareToStory: () => {}, switchInlineQuery: () => {}, addToHomeScreen: () => {},
    checkHomeScreenStatus: (told) => answer(told, "unsupported"),
    setEmojiStatus: (_, __, told) => answer(told, false),
    requestEmojiStatusAccess: (told) => answer(told, false),
    hideKeyboard: () => document.activeElement?.blur?.(),
  };
  function appearance(name, part, colour) {
    const value = colourOf(colour);
    if (!value) return;
    state[name] = colour;
    if (part) quietly(call("page.setAppearance", { [part]: value }));
  }

  // MARK: Bundled libraries

  const launch = () => ({
    tgWebAppData: new URLSearchParams({ user: JSON.stringify(user), auth_date: `${webApp.initDataUnsafe.auth_date}`, hash: "", signature: "" }).toString(),
    tgWebAppVersion: version, tgWebAppPlatform: "web", tgWebAppThemeParams: JSON.stringify(palette[scheme]),
    ...(start ? { tgWebAppStartParam: start } : {}),
  });
  // telegram-requests.js adds what libraries call.
  globalThis.Telegram = { WebApp: webApp, WebView: { initParams: launch(), receiveEvent: () => {} } };
  // Where libraries look for what they were launched with.
  if (!location.hash) {
    history.replaceState(history.state, "", `${location.origin}${location.pathname}${location.search}#${new URLSearchParams(launch())}`);
    // The host's own address does not name it.
    AtollCompat.ownHash = location.hash;
  }
})();
