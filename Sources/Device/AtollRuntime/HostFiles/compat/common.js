// Stands in for the host that a web app was written for: the part that all kinds share. The host puts this script before all others
// of a page, as an ordinary script, so that what a page looks for is there before it looks.
//
// Values that a page needs immediately, such as the web app's storage, come as the name of the window. All else goes over the bridge.
(() => {
  "use strict";
  if (globalThis.AtollCompat) return;

  // With which the host has opened the page: nothing that the page needs to know. `atoll.js` reads it here.
  const mark = /[?&]atoll-launch=[\w-]*(?:\.([\w-]+))?(?:\.1)?$/;
  const launched = mark.exec(location.search);
  if (launched) history.replaceState(history.state, "", location.origin + location.pathname + location.search.replace(mark, "") + location.hash);

  const bridge = import("/.atoll/atoll.js");
  const call = async (method, params = {}) => (await bridge).call(method, params);
  const on = (event, listener) => bridge.then((atoll) => atoll.on(event, listener));
  const tell = (what) => console.warn(`Atoll: ${what}`);

  // MARK: What the host has said

  const naming = Object.getOwnPropertyDescriptor(window, "name") ?? Object.getOwnPropertyDescriptor(Window.prototype, "name");
  const values = given(naming.get.call(window));
  let ownName = String(values.windowName ?? "");
  Object.defineProperty(window, "name", {
    configurable: true, enumerable: true, get: () => ownName, set: (value) => (ownName = String(value)),
  });
  // The next page in this frame finds what this one has left.
  let isLeaving = false;
  const leave = () => {
    isLeaving = true;
    naming.set.call(window, JSON.stringify({ ...values, windowName: ownName, storage: kept.stored(), session: Object.fromEntries(session) }));
  };
  addEventListener("pagehide", leave);
  addEventListener("pageshow", () => (isLeaving = false));

  function given(text) {
    try {
      const found = JSON.parse(text);
      if (found?.atoll === "compat") return found;
    } catch {
      // The window has another name.
    }
    return {};
  }

  // MARK: Storage

  const { Items, asStorage } = AtollStorage;
  // The values that pages of this frame have put into `sessionStorage`, where the browser has none for frames of other sites.
  const session = new Map(Object.entries(values.session ?? {}));

  const prefix = "localStorage/";
  const longestKey = 100;
  // How long an answer is waited for, in ms.
  const patience = 30_000;
  const limited = -32006;
  const encoder = new TextEncoder();
  const bytes = (text) => encoder.encode(text).length;

  // FNV-1a, for the keys that are too long for the host.
  const hash = (text) => {
    let value = 0xcbf29ce484222325n;
    for (const byte of encoder.encode(text)) value = BigInt.asUintN(64, (value ^ BigInt(byte)) * 0x100000001b3n);
    return value.toString(16);
  };

  // Stored values go to the host in their order; values that are stored together, in one call.
  const kept = (() => {
    const items = new Map();
    for (const [key, text] of Object.entries(values.storage ?? {})) {
      try {
        const value = JSON.parse(text);
        if (key.startsWith("~")) items.set(value[0], value[1]);
        else items.set(key, value);
      } catch {
        tell(`what was stored as ${key} can't be read.`);
      }
    }
    // Texts that a host could take for each other, for their letters are composed in another way, are no keys there.
    const isPlain = (key) => /^[ -}]*$/.test(key) && prefix.length + key.length <= longestKey;
    const place = (key) => prefix + (isPlain(key) ? key : `~${hash(key)}`);
    const encoded = (key, value) => JSON.stringify(place(key).startsWith(`${prefix}~`) ? [key, value] : value);
    const written = (key) => encoded(key, items.get(key));
    const changed = new Set();
    let last = Promise.resolve();
    let isDue = false;

    const send = async (method, params) => {
      for (;;) {
        try {
          return await Promise.race([call(method, params), late()]);
        } catch (error) {
          if (error.code !== limited) throw error;
          await new Promise((resolve) => setTimeout(resolve, error.data?.retryAfter ?? 1_000));
        }
      }
    };
    const late = () => new Promise((_, reject) => setTimeout(() => reject(new Error("The host does not answer.")), patience));
    const flush = async () => {
      isDue = false;
      const keys = [...changed];
      changed.clear();
      const gone = keys.filter((key) => !items.has(key));
      const stored = keys.filter((key) => items.has(key)).map((key) => [place(key), written(key)]);
      await remove(gone.map(place)).catch(lost);
      // As many as a message and a call may have.
      while (stored.length > 0) {
        const batch = [];
        for (let size = 0; stored.length > 0 && batch.length < 50; batch.push(stored.shift())) {
          size += stored[0][1].length * 2;
          if (size > 500_000 && batch.length > 0) break;
        }
        try {
          await send("storage.setAll", { items: Object.fromEntries(batch) });
        } catch {
          // A fault in one of them does not affect the others.
          for (const [key, value] of batch) await send("storage.setAll", { items: { [key]: value } }).catch(lost);
        }
      }
    };
    const lost = (error) => console.error("Atoll: the page's stored values were lost.", error);
    const remove = async (keys) => {
      if (keys.length > 20 && items.size === 0) {
        const all = await send("storage.keys");
        if (all.every((key) => key.startsWith(prefix))) return send("storage.clear");
      }
      for (const key of keys) await send("storage.remove", { key });
      return undefined;
    };
    // Other tabs of the same browser see it, as they would.
    const tabs = new BroadcastChannel("atoll.localStorage");
    tabs.onmessage = ({ data: { key, value } }) => {
      const oldValue = items.get(key) ?? null;
      own.adopt(key, value);
      const event = new StorageEvent("storage", { key, oldValue, newValue: value, url: location.href });
      // Its constructor takes a Storage of the browser only.
      Object.defineProperty(event, "storageArea", { value: storage });
      dispatchEvent(event);
    };
    const own = new Items(items, (keys, isCleared = false) => {
      tabs.postMessage(isCleared ? { key: null, value: null } : { key: keys[0], value: items.get(keys[0]) ?? null });
      // Values that a page stores when it ends are stored after the host's own listener has been called.
      if (isLeaving) leave();
      for (const key of keys) changed.add(key);
      if (isDue) return;
      isDue = true;
      last = last.then(flush);
    }, (key, value) => bytes(place(key)) + bytes(encoded(key, value)));
    const storage = asStorage(own);
    return {
      storage,
      stored: () => Object.fromEntries([...items.keys()].map((key) => [place(key).slice(prefix.length), written(key)])),
    };
  })();

  const replace = (target, name, value) =>
    Object.defineProperty(target, name, { configurable: true, enumerable: true, get: () => value });
  replace(window, "localStorage", kept.storage);
  try {
    window.sessionStorage.getItem("");
  } catch {
    // The browser does not let frames of other sites store anything.
    replace(window, "sessionStorage", asStorage(new Items(session, () => isLeaving && leave(), (key, value) => bytes(key) + bytes(value))));
  }

  // MARK: The window

  const outside = /^(https?|mailto|tel|sms|geo):/i;
  const open = (address) => {
    let url;
    try {
      url = new URL(address, location.href);
    } catch {
      return false;
    }
    if (url.origin === location.origin) location.assign(url);
    else if (outside.test(url.protocol)) call("host.openURL", { url: url.href }).catch((error) => tell(error.message));
    else return false;
    return true;
  };
  window.open = (address = "") => {
    if (!open(String(address))) tell(`window.open("${address}") opens nothing here.`);
    return null;
  };
  window.close = () => void call("host.close").catch(() => {});
  const text = (value) => String(value ?? "").slice(0, 1_000) || " ";
  // A dialog of the host does not stop the page.
  window.alert = (message) => void call("ui.alert", { message: text(message) }).catch((error) => tell(error.message));
  const question = (name, method, parameters, fallback) =>
    AtollQuestions(`${name} ${parameters.message}`, () => call(method, parameters), fallback,
      (why) => tell(`${name}("${parameters.message.slice(0, 100)}") was not answered: ${why}.`));
  window.confirm = (message) => question("confirm", "ui.confirm", { message: text(message) }, false);
  window.prompt = (message, value = "") =>
    question("prompt", "ui.prompt", { message: text(message), value: String(value ?? "").slice(0, 1_000) }, null);
  window.print = () => tell("pages can't be printed.");

  // A link with a file in it gives the user that file.
  addEventListener("click", (event) => {
    const link = event.composedPath().find((node) => node.matches?.("a[download][href]"));
    if (!link || event.defaultPrevented) return;
    event.preventDefault();
    give(link);
  });
  const give = (link) =>
    save(link.href, link.download || new URL(link.href, location.href).pathname.split("/").pop() || "file").catch((error) => tell(error.message));
  // So does one that a script clicks, in no document or with a listener that stops the click on its way.
  const { click, dispatchEvent } = HTMLElement.prototype;
  const byScript = new WeakSet();
  const prevent = Event.prototype.preventDefault;
  addEventListener("click", (event) => byScript.has(event) && prevent.call(event), true);
  HTMLAnchorElement.prototype.click = function () {
    if (!this.matches("a[download][href]")) return click.call(this);
    this.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  };
  HTMLAnchorElement.prototype.dispatchEvent = function (event) {
    if (event?.type !== "click" || !this.matches("a[download][href]")) return dispatchEvent.call(this, event);
    byScript.add(event);
    let isRefused = false;
    event.preventDefault = () => void (isRefused = true);
    // In no document, the click does not come past the window.
    if (!this.isConnected) this.addEventListener("click", () => prevent.call(event), { once: true });
    dispatchEvent.call(this, event);
    if (!isRefused) give(this);
    return !isRefused;
  };

  // A page that prevents the browser's default action of a tap still wants the keyboard.
  addEventListener("pointerdown", () => window.focus(), true);

  // Handlers that a script writes as texts, where texts may be run as code.
  if (values.evaluates) {
    const compile = (element, name, text) => {
      try {
        element[name] = new Function("event", text);
      } catch (error) {
        reportError(error);
      }
    };
    const isHandler = (name) => /^on[a-z]+$/i.test(name);
    const { setAttribute } = Element.prototype;
    Element.prototype.setAttribute = function (name, value) {
      if (isHandler(String(name))) compile(this, String(name).toLowerCase(), String(value));
      else setAttribute.call(this, name, value);
    };
    // Handlers in the page itself have run by their digests: they have functions already.
    const look = (element) => {
      for (const { name, value } of [...element.attributes]) if (isHandler(name) && typeof element[name] !== "function") compile(element, name, value);
    };
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) {
        for (const node of addedNodes) {
          if (node.nodeType !== 1) continue;
          look(node);
          for (const below of node.querySelectorAll("*")) look(below);
        }
      }
    }).observe(document, { childList: true, subtree: true });
  }

  async function save(address, name) {
    const response = await fetch(address);
    const blob = await response.blob();
    await saveBlob(blob, name);
  }
  async function saveBlob(blob, name) {
    const file = name.replace(/[/\\:*?"<>|]/g, "-").slice(0, 100) || "file";
    const type = (blob.type || "application/octet-stream").split(";")[0];
    const data = await base64(blob);
    if (data.length <= 700_000) return call("files.save", { name: file, type, data });
    const path = `downloads/${file}`.slice(0, 100);
    // In pieces of half a megabyte, of which each is whole in base64.
    const piece = 699_900;
    for (let start = 0; start < data.length; start += piece) {
      const offset = start === 0 ? {} : { offset: (start / 4) * 3 };
      await call("files.write", { path, data: data.slice(start, start + piece), ...offset });
    }
    return call("files.save", { name: file, type, file: path });
  }
  const base64 = (blob) =>
    new Promise((resolve, reject) => {
      const reader = new FileReader();
      reader.onload = () => resolve(reader.result.slice(reader.result.indexOf(",") + 1));
      reader.onerror = () => reject(reader.error);
      reader.readAsDataURL(blob);
    });

  Object.defineProperty(globalThis, "AtollCompat", {
    value: { launched, ownHash: "", values, call, on, tell, replace, open, saveBlob, base64, bridge },
  });
})();
