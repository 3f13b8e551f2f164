// The mini app's side of the bridge. A page imports it as "/.atoll/atoll.js"; the types are in atoll.d.ts.
//
// Each document sends its host a hello with its own nonce, and receives a welcome with that nonce and one end of a
// MessageChannel. From then on, JSON-RPC 2.0 messages go over the channel as text, and nowhere else. In an app, where
// the document is not framed by a page, they go to the message handler `atoll`, which replies to each.

// With which the host has opened the page: nothing that the page needs to know.
const ticket = /[?&]atoll-launch=[\w-]*(?:\.([\w-]+))?(?:\.1)?$/;
// A layer for web apps of other hosts has read it before their own scripts did.
const layer = globalThis.AtollCompat;
const launched = layer ? layer.launched : ticket.exec(location.search);
if (launched && !layer) history.replaceState(history.state, "", location.origin + location.pathname + location.search.replace(ticket, "") + location.hash);

const helloEvery = 250;
const giveUpAfter = 10_000;
const messageLimit = 1024 * 1024;

/** A call that the host refused. */
export class AtollError extends Error {
  constructor({ code, message, data = {} }) {
    super(message);
    this.name = "AtollError";
    this.code = code;
    this.data = data;
  }
}

// What `host.info` answers, and the texts in the user's language, if the host has handed them over with the port.
let handed;
let handedTexts;
// The pass for the host's worker. A page that the mini app has opened itself has none in its address.
let handedPass;
const pending = new Map();
const listeners = new Map();
let lastId = 0;

const handler = globalThis.webkit?.messageHandlers?.atoll;
const here = () => location.pathname + location.search + (layer && layer.ownHash === location.hash ? "" : location.hash);
const connection = handler ? attach() : connect();

/** The bridge of an app: each posted message gets a reply; what the app sends on its own arrives as an event. */
async function attach() {
  addEventListener("atoll:host", ({ detail }) => receive(detail));
  return {
    async postMessage(message) {
      const { id } = JSON.parse(message);
      try {
        const reply = JSON.parse(await handler.postMessage(message));
        // A notification has no response.
        if (reply) receive(reply);
      } catch (error) {
        receive({ id, error: { code: -32603, message: String(error?.message ?? error) } });
      }
    },
  };
}

function connect() {
  const nonce = crypto.randomUUID();
  return new Promise((resolve, reject) => {
    const hello = () =>
      // Contains only the page's location. The parent is the host: `frame-ancestors` allows no other.
      parent.postMessage(
        { atoll: "hello", nonce, page: here() },
        "*",
      );
    const timer = setInterval(hello, helloEvery);
    const deadline = setTimeout(() => {
      stop();
      reject(new AtollError({ code: -32603, message: "The host does not respond." }));
    }, giveUpAfter);
    const stop = () => {
      clearInterval(timer);
      clearTimeout(deadline);
      removeEventListener("message", welcome);
    };
    const welcome = (event) => {
      if (event.source !== parent || event.data?.atoll !== "welcome" || event.data.nonce !== nonce) return;
      stop();
      handed = event.data.info;
      handedTexts = event.data.texts;
      handedPass = event.data.pass;
      const port = event.ports[0];
      port.onmessage = ({ data }) => receive(JSON.parse(data));
      resolve(port);
    };
    addEventListener("message", welcome);
    hello();
  });
}

function receive(message) {
  if (message.method) {
    for (const listener of listeners.get(message.method) ?? []) listener(message.params ?? {});
    return;
  }
  const call = pending.get(message.id);
  pending.delete(message.id);
  if (message.error) call?.reject(new AtollError(message.error));
  else call?.resolve(message.result);
}

/** Calls a method of the host. */
export async function call(method, params = {}) {
  const port = await connection;
  // Parameters, which it has none of, are for the host to refuse.
  if (method === "host.info" && handed && Object.keys(params ?? {}).length === 0) return structuredClone(handed);
  const id = ++lastId;
  return new Promise((resolve, reject) => {
    const message = JSON.stringify({ jsonrpc: "2.0", id, method, params });
    if (new TextEncoder().encode(message).length > messageLimit) {
      reject(new AtollError({ code: -32001, message: `A message must not exceed ${messageLimit} bytes.` }));
      return;
    }
    // Half of a character, as of an emoji that was cut: no JSON of the host.
    if (/(?:^|[^\\])(?:\\\\)*\\ud[89a-f][0-9a-f]{2}/.test(message)) {
      reject(new AtollError({ code: -32602, message: "A text has half of a character." }));
      return;
    }
    pending.set(id, { resolve, reject });
    port.postMessage(message);
  });
}

/** Calls `listener` whenever the host sends `event`. Returns a function that removes the listener. */
export function on(event, listener) {
  if (!listeners.has(event)) listeners.set(event, new Set());
  listeners.get(event).add(listener);
  return () => listeners.get(event).delete(listener);
}

// The methods of a group by their verbs. Parameters are passed by name, in one object.
const group = (name, ...verbs) =>
  Object.fromEntries(verbs.map((verb) => [verb, (parameters) => call(`${name}.${verb}`, parameters)]));

export const host = group("host", "info", "close", "openURL", "openSettings", "log");
export const permissions = group("permissions", "query", "request");

/**
 * The mini app in its life (W3C MiniApp Lifecycle): set `app.ongloballaunched`, `onglobalshown`, `onglobalhidden`, `onglobalerror`
 * or `onglobalunloaded` to hear of changes.
 */
export const app = {
  globalState: undefined, inputObject: undefined, lifecycleError: undefined,
  ongloballaunched: null, onglobalshown: null, onglobalhidden: null, onglobalerror: null, onglobalunloaded: null,
};

/** The page in its life: `page.onpageloaded`, `onpageready`, `onpageshown`, `onpagehidden`, `onpageunloaded`; and what is around it. */
export const page = {
  ...group(
    "page", "setTitle", "setMainButton", "setBackButton", "setCloseGuard", "setAppearance", "setOrientation", "setFullscreen"),
  pageState: undefined, pageInputObject: undefined,
  onpageloaded: null, onpageready: null, onpageshown: null, onpagehidden: null, onpageunloaded: null,
};
export const user = {
  ...group("user", "profile", "contact", "code", "signIn"),
  token: (parameters = {}) => call("user.token", parameters),
  fetch: fetchAsUser,
};
export const ui = group("ui", "toast", "alert", "confirm", "prompt", "choose", "loading", "haptic");
export const clipboard = group("clipboard", "write", "read");
export const device = group("device", "network", "battery");
export const analytics = group("analytics", "event");
export const lifecycle = group("lifecycle", "state");
export const apps = group("apps", "open", "launch");
export const secrets = group("secrets", "get", "set", "remove");
export const files = group("files", "list", "read", "write", "remove", "pick", "save");
export const camera = group("camera", "photo");
export const scanner = group("scanner", "scan");
export const contacts = group("contacts", "pick");
export const payments = group("payments", "request");
export const messages = group("messages", "send");
export const notifications = group("notifications", "schedule", "cancel", "badge");
export const updates = group("updates", "send", "since");
export const realtime = group("realtime", "join", "send", "leave");
export const share = (parameters) => call("share", parameters);
const place = group("location", "current", "watch", "unwatch");
export { place as location };

/**
 * Fetches a URL of a back end that the manifest names in `atoll_tokens` and `atoll_network`, as the user: with a token, and
 * once more with a fresh one if the back end refuses it. Takes what `fetch` takes.
 */
async function fetchAsUser(url, options = {}) {
  const { origin, pathname, search } = new URL(url);
  places ??= host.info().then(({ backEnds = {} }) => backEnds);
  const place = (await places)[origin] ?? origin;
  const ask = async (fresh) => {
    const { token } = await call("user.token", { audience: origin, fresh });
    const headers = new Headers(options.headers);
    headers.set("Authorization", `Bearer ${token}`);
    return fetch(place + pathname + search, { ...options, headers, credentials: "omit" });
  };
  const response = await ask(false);
  return response.status === 401 ? ask(true) : response;
}
let places;

// Changes of the same key reach the host in the order in which they were requested.
const changes = new Map();
let everything = Promise.resolve();
const settled = (promise) => promise.catch(() => {});
const change = (key, method, params) => {
  const last = Promise.all([settled(changes.get(key) ?? Promise.resolve()), settled(everything)]);
  const next = last.then(() => call(method, params));
  changes.set(key, next);
  return next;
};
// A change of several keys comes after the changes before it, and before those after it.
const changeAll = (method, params) => {
  const last = Promise.all([...changes.values(), everything].map(settled));
  everything = last.then(() => call(method, params));
  changes.clear();
  return everything;
};

/** A value can be any JSON value. */
export const storage = {
  async get(key) {
    const text = await call("storage.get", { key });
    return text === null ? undefined : JSON.parse(text);
  },
  set: (key, value) => change(key, "storage.set", { key, value: JSON.stringify(value) }),
  remove: (key) => change(key, "storage.remove", { key }),
  keys: () => call("storage.keys"),
  size: () => call("storage.size"),
  clear: () => changeAll("storage.clear"),
  async getAll(prefix = "") {
    const values = await call("storage.getAll", { prefix });
    return Object.fromEntries(Object.entries(values).map(([key, text]) => [key, JSON.parse(text)]));
  },
  setAll(values) {
    const items = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, JSON.stringify(value)]));
    return changeAll("storage.setAll", { items });
  },
};

/**
 * Styles the page like the host: sets `data-theme` and `lang` on the root element, and updates `data-theme` whenever
 * the theme changes. Returns the information about the host.
 */
export async function dress() {
  const info = await host.info();
  wear(info);
  return info;
}

function wear(info) {
  const root = document.documentElement;
  // The language of the texts: without any in the user's language, the page has its own, and is read aloud in it.
  if (info.textLanguage) Object.assign(root, { lang: info.textLanguage, dir: info.direction ?? "ltr" });
  else if (!root.lang) root.lang = info.language;
  root.dataset.theme = info.theme;
  on("host.themeChanged", ({ theme }) => (root.dataset.theme = theme));
}

/**
 * The texts of the mini app in `language`, from `/i18n/<language>.json`. Returns a function from key to text, which
 * replaces `{name}` by the value of that name.
 */
export async function texts(language) {
  const known = handedTexts?.language === language ? handedTexts.values : await fetched(language);
  return (key, values = {}) =>
    (known[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

async function fetched(language) {
  const response = await fetch(`/i18n/${language}.json`);
  return response.ok ? response.json() : {};
}

/**
 * Starts a page: styles it, translates every element with `data-text` (its text) or `data-label` (its accessible name
 * or placeholder), makes every element with `data-close` close the mini app, and shows the content of an element with
 * `data-bar` in the host's bar: the text of its `h1`, and the way back of its link. Returns the information about the
 * host, the texts, and the locale for dates and numbers between them.
 */
export async function start({ fallback = "en" } = {}) {
  const info = await host.info();
  const locale = localeOf(info, fallback);
  const text = await texts(info.textLanguage ?? fallback);
  localize(document, text);
  // Last, because style sheets can hide the page until the theme is set.
  wear(info);
  addEventListener("click", (event) => {
    if (event.target.closest?.("[data-close]")) host.close();
  });
  const bar = document.querySelector("[data-bar]");
  if (bar && info.features?.includes("page.setTitle") && info.features.includes("page.setBackButton")) fillBar(bar);
  return { info, text, locale };
}

// The toasts for a link that can’t be opened and a file that can’t be saved.
const ownTexts = {
  link: {
    en: "This link can’t be opened here.",
    de: "Dieser Link lässt sich hier nicht öffnen.",
    es: "Este enlace no se puede abrir aquí.",
    ar: "لا يمكن فتح هذا الرابط هنا.",
  },
  file: {
    en: "This file can’t be saved here.",
    de: "Diese Datei lässt sich hier nicht sichern.",
    es: "Este archivo no se puede guardar aquí.",
    ar: "لا يمكن حفظ هذا الملف هنا.",
  },
};

async function toast(name) {
  const { language } = await call("host.info").catch(() => ({ language: "en" }));
  const text = ownTexts[name][language?.split("-")[0]] ?? ownTexts[name].en;
  return call("ui.toast", { text }).catch(() => {});
}

/** The user's locale where it is in the language of the texts: "9.11.2026" is no date in a sentence in English. */
function localeOf({ language, textLanguage }, fallback) {
  const texts = textLanguage ?? fallback;
  return language.split("-")[0] === texts.split("-")[0] ? language : texts;
}

/** Shows the title and the way back of a page in the host's bar, and no longer in the page; screen readers find the heading there. */
function fillBar(bar) {
  const heading = bar.querySelector("h1");
  const back = bar.querySelector("a[href]");
  const show = () => {
    const title = heading?.textContent.trim();
    if (title) call("page.setTitle", { title: title.slice(0, 100) }).catch(() => {});
  };
  show();
  if (heading) new MutationObserver(show).observe(heading, { childList: true, characterData: true, subtree: true });
  if (back) {
    back.hidden = true;
    on("page.back", () => back.click());
    call("page.setBackButton", { visible: true }).catch(() => {});
  }
  bar.dataset.bar = "host";
  Object.assign(bar.style, { position: "absolute", width: "1px", height: "1px", padding: "0", overflow: "hidden", clipPath: "inset(50%)" });
}

/** Sets the texts of the elements below `root` that name one in `data-text` or `data-label`. */
export function localize(root, text) {
  for (const element of root.querySelectorAll("[data-text]")) element.textContent = text(element.dataset.text);
  for (const element of root.querySelectorAll("[data-label]")) {
    const attribute = element.matches("input, textarea") ? "placeholder" : "aria-label";
    element.setAttribute(attribute, text(element.dataset.label));
  }
}

// Keys that the page does not use itself lead to the host: to its search, and from the frame to the bar around it.
if (!handler) {
  const command = /Mac|iP/.test(navigator.platform) ? "metaKey" : "ctrlKey";
  const open = CSS.supports("selector(:popover-open)") ? "dialog[open], :popover-open" : "dialog[open]";
  const tell = async (event) => {
    // A field that the browser fills in has no key.
    const { key = "", code } = event;
    const isK = /^[a-z]$/i.test(key) ? key.toLowerCase() === "k" : code === "KeyK";
    const isSearch = isK && event[command] && !event.shiftKey && !event.altKey;
    // A field that is left by Escape, and what it closes, are the page's own.
    const isOut = key === "Escape" && !event.composedPath()[0].matches?.("input, textarea, select, [contenteditable]")
      && !document.fullscreenElement && !document.querySelector(open);
    if (event.defaultPrevented || event.isComposing || event.repeat || (!isSearch && !isOut)) return;
    if (isSearch) event.preventDefault();
    const port = await connection;
    port.postMessage(JSON.stringify({ jsonrpc: "2.0", method: "page.key", params: { key: isSearch ? "search" : "Escape" } }));
  };
  // After all other listeners, so that the page's own ones decide.
  addEventListener("keydown", () => {
    removeEventListener("keydown", tell);
    addEventListener("keydown", tell);
  }, true);
}

// Same-document navigations (a hash, pushState) change the page without a new document, so the host is notified, too.
const tellPage = async () => {
  const port = await connection;
  const params = { page: here() };
  port.postMessage(JSON.stringify({ jsonrpc: "2.0", method: "page.changed", params }));
};
if (window.navigation) navigation.addEventListener("currententrychange", tellPage);
else for (const event of ["hashchange", "popstate"]) addEventListener(event, tellPage);

// A link that leads out of the mini app would end it: the host opens it instead, if the user agrees.
addEventListener("click", (event) => {
  // In components, too.
  const link = event.composedPath().find((node) => node.matches?.("a[href], area[href]"));
  if (!link || event.defaultPrevented || event.button !== 0) return;
  const { origin, protocol } = link;
  const isOwn = origin === location.origin || protocol === "javascript:" || protocol === "blob:" || protocol === "data:";
  if (isOwn) {
    if (link.hasAttribute("download") && protocol !== "javascript:") {
      event.preventDefault();
      offer(link);
    } else if (link.target && !/^_(self|top|parent)$/.test(link.target)) {
      // There is only one frame.
      event.preventDefault();
      location.assign(link.href);
    }
    return;
  }
  event.preventDefault();
  openOutside(link.href);
});
const openOutside = (url) =>
  call("host.openURL", { url }).catch((error) => {
    if (error.code !== -32005) toast("link");
  });
// So would a script or a form that leads there: where the browser announces it, the page stays, and with it what was entered. A form that
// is posted is stopped by the policy.
window.navigation?.addEventListener("navigate", (event) => {
  const { url } = event.destination;
  const { origin, protocol } = new URL(url);
  if (!event.cancelable || event.defaultPrevented || event.formData || origin === location.origin || !/^(https?|mailto|tel):$/.test(protocol)) return;
  event.preventDefault();
  openOutside(url);
});

// A frame may download nothing itself: the host gives the user the file of a link. The policy lets no page fetch what it has made
// itself, so that is noted.
const made = new Map();
if (!layer) {
  const { createObjectURL, revokeObjectURL } = URL;
  URL.createObjectURL = (object) => {
    const address = createObjectURL.call(URL, object);
    made.set(address, object);
    return address;
  };
  URL.revokeObjectURL = (address) => {
    made.delete(address);
    revokeObjectURL.call(URL, address);
  };
}
async function contents(address) {
  if (made.has(address)) return made.get(address);
  const inline = /^data:([^,]*?)(;base64)?,(.*)$/is.exec(address);
  if (!inline) {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`There is no ${address}.`);
    return response.blob();
  }
  const [, type, isEncoded, text] = inline;
  const plain = decodeURIComponent(text);
  return new Blob([isEncoded ? Uint8Array.from(atob(plain), (character) => character.charCodeAt(0)) : plain], { type });
}
async function give({ href, download }) {
  const { features } = await host.info();
  const blob = await contents(href);
  if (!features.includes("files.save") || blob.size > 10_000_000) throw new Error("It can't be saved here.");
  const name = (download || new URL(href).pathname.split("/").pop()).replace(/[/\\:*?"<>|]/g, "-").slice(0, 100) || "file";
  const type = blob.type.split(";")[0].slice(0, 100) || "application/octet-stream";
  const data = await new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result.slice(reader.result.indexOf(",") + 1));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
  if (data.length <= 700_000) return files.save({ name, type, data });
  // In pieces of half a megabyte, of which each is whole in base64.
  const [path, piece] = [`downloads/${crypto.randomUUID()}`, 699_900];
  try {
    for (let start = 0; start < data.length; start += piece) {
      await files.write({ path, data: data.slice(start, start + piece), ...(start && { offset: (start / 4) * 3 }) });
    }
    await files.save({ name, type, file: path }).catch(async (error) => {
      // That took longer than a tap counts.
      if (error.code !== -32007 || !(await ui.confirm({ message: name }))) throw error;
      return files.save({ name, type, file: path });
    });
  } finally {
    await files.remove({ path }).catch(() => {});
  }
}
const offer = (link) =>
  give(link).catch((error) => {
    if (error.code !== -32005) toast("file");
  });
// A script's click on an element outside the document reaches no listener.
const { click } = HTMLElement.prototype;
if (!layer) {
  HTMLAnchorElement.prototype.click = function () {
    if (this.isConnected || !this.hasAttribute("download") || !this.href) return click.call(this);
    offer(this);
  };
}

// A host goes back to the previous version of a mini app if a version does not report in time that it is ready.
// Errors are reported to its developers, each text once and only so many.
let failed = false;
const told = new Set();
const tellError = (text) => {
  failed = true;
  app.lifecycleError = { errorDescription: String(text ?? ""), lang: navigator.language, dir: document.dir || "ltr" };
  enterGlobal("error");
  const message = String(text ?? "").slice(0, 300);
  if (!message || told.has(message) || told.size >= 20) return;
  told.add(message);
  call("lifecycle.error", { message }).catch(() => {});
};
addEventListener("error", (event) => tellError(event.message));
addEventListener("unhandledrejection", ({ reason }) => tellError(reason?.message ?? reason));
// A web app for another host may fail in optional parts: it runs if it shows something.
const hasStarted = () => (layer ? document.body?.childElementCount > 0 : !failed);
const tellReady = () => setTimeout(() => hasStarted() && call("lifecycle.ready").then(keep).catch(() => {}));

// The host's worker caches the files of a version that has started: where the browser permits it, the next opening needs no connection.
const keep = () => {
  const pass = launched?.[1] ?? handedPass;
  // hiding.js has put it there.
  const workers = globalThis[Symbol.for("atoll.workers")];
  const register = async () => {
    const { waiting, active } = (await workers.getRegistration()) ?? {};
    const worker = waiting ?? active;
    // In a browser that stores no cookies for embedded pages, the host has already registered a worker for this version.
    if (worker?.scriptURL.includes(`?${pass}&`)) return worker.postMessage("keep");
    const registration = await workers.register(`/.atoll/worker.js?${pass}`, { scope: "/", updateViaCache: "all" });
    const own = registration.installing ?? registration.waiting ?? registration.active;
    // This document was there before the worker, which can't tell of which version it is.
    const tell = () => own.state === "activated" && own.postMessage({ pass });
    own.addEventListener("statechange", tell);
    tell();
  };
  // Requests that the user waits for come first.
  if (pass && workers) setTimeout(() => register().catch(() => {}), 1_000);
};
if (document.readyState === "complete") tellReady();
else addEventListener("load", tellReady);

// The life of the mini app and its page. Each page is a separate document, so the host knows what came before it.
function enterGlobal(state) {
  if (app.globalState === state) return;
  app.globalState = state;
  app[`onglobal${state}`]?.(app);
}

function enterPage(state) {
  if (page.pageState === state) return;
  page.pageState = state;
  page[`onpage${state}`]?.(page);
}

async function live() {
  let state;
  try {
    state = await call("lifecycle.state");
  } catch {
    // A host that does not know, or a card: there is nothing to tell.
    return;
  }
  app.inputObject = state.input;
  page.pageInputObject = { pageInputQuery: location.search.slice(1) };
  if (app.globalState !== "error") {
    enterGlobal(state.global);
    // The host says "launched" to the first page of a launch only.
    if (state.global === "launched") enterGlobal("shown");
  }
  enterPage("loaded");
  const ready = () => requestAnimationFrame(() => {
    enterPage("ready");
    enterPage(state.page);
  });
  if (document.readyState === "complete") ready();
  else addEventListener("load", ready, { once: true });
}
on("host.themeChanged", ({ theme }) => {
  if (handed) handed.theme = theme;
});
on("lifecycle.global", ({ state }) => enterGlobal(state));
on("lifecycle.page", ({ state }) => enterPage(state));
addEventListener("pagehide", () => enterPage("unloaded"));
// After the page's own script, which sets what is to be called.
setTimeout(live);
