// Stands in for a host: answers the calls that a page needs to be shown, and refuses the others as unsupported.
((miniApp, bridge, parametersOf) => {
  const described = new Map(bridge.methods.map((method) => [method.name, method]));
  const forms = parametersOf(bridge.types);
  const tell = globalThis.atollRendering;
  delete globalThis.atollRendering;
  const kept = { storage: new Map(), secrets: new Map() };
  const scheme = () => (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  const path = () => location.pathname.slice(1);
  const answers = {
    "host.info": () => ({
      name: "Preview", version: "1.0", platform: "web", theme: scheme(), language: "en", textLanguage: null, miniApp,
      apiLevel: bridge.apiLevel, features: Object.keys(answers), direction: "ltr", timeZone: "UTC", textScale: 1,
      safeArea: { top: 0, right: 0, bottom: 0, left: 0 }, environment: "preview", backEnds: {},
    }),
    "lifecycle.ready": () => (tell("ready"), null),
    "lifecycle.error": ({ message }) => (tell(`error:${String(message).slice(0, 500)}`), null),
    "lifecycle.state": () => ({
      global: "shown", page: "shown", input: { pagePath: path(), lang: "en", dir: "ltr" },
    }),
    "permissions.query": ({ names = [] }) => Object.fromEntries(names.map((name) => [name, "prompt"])),
    "user.profile": () => ({ id: "preview", name: "Ada Example" }),
    "storage.get": ({ key }) => kept.storage.get(key) ?? null,
    "storage.set": ({ key, value }) => (kept.storage.set(key, value), null),
    "storage.remove": ({ key }) => (kept.storage.delete(key), null),
    "storage.keys": () => [...kept.storage.keys()].sort(),
    "storage.size": () => ({ used: 0, limit: 10_000_000, keys: kept.storage.size }),
    "storage.clear": () => (kept.storage.clear(), null),
    "storage.getAll": ({ prefix = "" }) => Object.fromEntries([...kept.storage].filter(([key]) => key.startsWith(prefix))),
    "storage.setAll": ({ items }) => (Object.entries(items).forEach(([key, value]) => kept.storage.set(key, value)), null),
    "secrets.get": ({ key }) => kept.secrets.get(key) ?? null,
    "secrets.set": ({ key, value }) => (kept.secrets.set(key, value), null),
    "secrets.remove": ({ key }) => (kept.secrets.delete(key), null),
    "files.list": () => [],
    "device.network": () => ({ online: false }),
    "updates.since": ({ serial = 0 }) => ({ updates: [], last: serial }),
  };
  for (const quiet of [
    "host.log", "page.setTitle", "page.setMainButton", "page.setBackButton", "page.setCloseGuard", "page.setAppearance",
    "page.setOrientation", "page.setFullscreen", "page.changed", "page.key", "ui.toast", "ui.loading", "ui.haptic", "analytics.event",
  ]) answers[quiet] = () => null;
  const own = Object.assign(Object.create(null), answers);
  const outcome = (method, parameters) => {
    if (!method) return { error: { code: -32601, message: "There is no such method." } };
    if (!own[method.name]) return { error: { code: -32004, message: "A preview can't do that." } };
    const error = forms.call(method, parameters);
    return error ? { error } : { result: own[method.name](parameters) };
  };
  const answer = async (text) => {
    const { id, method, params = {} } = JSON.parse(text);
    const reply = outcome(described.get(method), params);
    return id === undefined ? null : JSON.stringify({ jsonrpc: "2.0", id, ...reply });
  };
  // The same page is captured in all looks, so it is notified when they change, as by a host.
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => dispatchEvent(
    new CustomEvent("atoll:host", { detail: { jsonrpc: "2.0", method: "host.themeChanged", params: { theme: scheme() } } })));
  Object.defineProperty(globalThis, "webkit", {
    value: { messageHandlers: { atoll: { postMessage: answer } } },
  });
})
