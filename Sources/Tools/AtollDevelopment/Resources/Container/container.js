// The page of atoll dev: a pane for each user, and the inspector beside them.
import { element, json } from "/.dev/files/dom.js";
import { Pane } from "/.dev/files/pane.js";
import { inspector } from "/.dev/files/inspector.js";

const byId = (id) => document.getElementById(id);
const beginning = await (await fetch("/.dev/state")).json();

/** The state that all parts of the page share. */
export const dev = {
  state: beginning.state,
  settings: beginning.settings,
  panes: [],
  device: { ...beginning.device, network: beginning.device?.network ?? {} },
  isRecording: beginning.isRecording,
  current: null,
  listeners: new Set(),
  /** Adds a listener, which is called with the name of each change. */
  on(listener) {
    this.listeners.add(listener);
  },
  changed(what, detail) {
    for (const listener of this.listeners) listener(what, detail);
  },
  async set(settings) {
    this.settings = { ...this.settings, ...settings };
    await json("/.dev/settings", this.settings);
  },
  all(message) {
    for (const pane of this.panes) pane.tell(message);
  },
  /** Sets the preset results of devices in every pane. */
  answer(presets) {
    Object.assign(this.device, presets);
    this.all({ type: "device", presets });
  },
};

dev.panes = beginning.panes.map(({ user, origin }) => new Pane(dev, user, origin));
dev.current = dev.panes[0];
if (dev.panes.length > 1) dev.current.element.setAttribute("aria-current", "true");
byId("panes").append(...dev.panes.map((pane) => pane.element));
if (beginning.isOffline) dev.device.network = { isOff: true };
byId("offline").checked = beginning.isOffline;

// MARK: The bar

const languages = ["", "en", "de", "es", "fr", "ar", "he", "ja", "tr"];
const shown = () => [...new Set([...languages, ...(dev.state.miniApp?.languages ?? []), dev.settings.language ?? ""])];

function fill() {
  const { miniApp, problem } = dev.state;
  document.title = `${miniApp?.name ?? "atoll dev"} · atoll dev`;
  byId("name").textContent = miniApp?.name ?? "atoll dev";
  byId("version").textContent = miniApp ? `${miniApp.version} (${miniApp.code})${miniApp.kind ? `, ${miniApp.kind}` : ""}` : "";
  const pages = miniApp ? [...miniApp.pages, ...miniApp.widgets] : [];
  byId("page").replaceChildren(...pages.map((page) => element("option", { value: page, textContent: page })));
  byId("language").replaceChildren(...shown().map((tag) => element("option", { value: tag, textContent: tag || "Browser" })));
  byId("language").value = dev.settings.language ?? "";
  const place = byId("problem");
  place.hidden = !problem;
  if (!problem) return;
  place.replaceChildren(
    element("h2", { textContent: `${problem.path ?? "The folder"}${problem.line ? `:${problem.line}` : ""}` }),
    element("p", { textContent: problem.text }),
    ...(problem.excerpt ? [element("pre", { textContent: problem.excerpt })] : []),
    ...(problem.advice ? [element("p", { textContent: problem.advice })] : []),
    element("p", { className: "soft", textContent: `Rule ${problem.code}. ${miniApp ? "The mini app below is the last valid one." : "The mini app appears as soon as this is fixed."}` }),
  );
}

const reload = () => dev.panes.forEach((pane) => pane.reload());
const theme = (value) => {
  byId("theme").value = value;
  document.documentElement.style.colorScheme = value;
  for (const pane of dev.panes) pane.theme(value);
};
byId("page").addEventListener("change", ({ target }) => dev.panes.forEach((pane) => pane.open(target.value)));
byId("size").addEventListener("change", ({ target }) => (byId("panes").className = target.value === "fill" ? "" : target.value));
byId("theme").addEventListener("change", ({ target }) => theme(target.value));
byId("language").addEventListener("change", async ({ target }) => {
  await dev.set({ language: target.value || null });
  reload();
});
byId("offline").addEventListener("change", ({ target }) => network({ ...dev.device.network, isOff: target.checked }));
byId("reload").addEventListener("click", reload);
byId("toggle").addEventListener("click", ({ target }) => {
  const panel = byId("inspector");
  panel.hidden = !panel.hidden;
  target.setAttribute("aria-expanded", String(!panel.hidden));
});

export function network(next) {
  dev.device.network = next;
  byId("offline").checked = next.isOff ?? false;
  dev.all({ type: "network", ...next });
}

const keys = {
  reload,
  user() {
    const next = dev.panes[(dev.panes.indexOf(dev.current) + 1) % dev.panes.length];
    next.choose();
    next.element.scrollIntoView({ inline: "center" });
  },
  theme: () => theme(byId("theme").value === "dark" ? "light" : "dark"),
  async language() {
    const all = shown();
    await dev.set({ language: all[(all.indexOf(dev.settings.language ?? "") + 1) % all.length] || null });
    fill();
    reload();
  },
  permissions: () => dev.panes.forEach((pane) =>
    (dev.state.miniApp?.permissions ?? []).forEach(({ name }) => pane.tell({ type: "decide", permission: name, decision: null }))),
};

// MARK: Events of the server

let status;
function say(text) {
  byId("status").textContent = text;
  clearTimeout(status);
  status = setTimeout(() => (byId("status").textContent = ""), 2500);
}

function take(event) {
  if (event.state) dev.state = event.state;
  if (event.settings) dev.settings = event.settings;
  fill();
  if (event.type === "changed") {
    say(event.paths.length ? `${event.paths.slice(0, 2).join(", ")}${event.paths.length > 2 ? " …" : ""}` : "");
    for (const pane of dev.panes) pane.follow(event.change);
  }
  if (event.type === "key") keys[event.key]?.();
  dev.changed(event.type);
}

const events = new EventSource("/.dev/events");
let wasOpen = false;
events.onmessage = ({ data }) => take(JSON.parse(data));
events.onopen = async () => {
  // The server may have been restarted, with another mini app.
  if (wasOpen) location.reload();
  wasOpen = true;
  // Catches up on readings between the page's initial state and this connection.
  const now = await (await fetch("/.dev/state")).json();
  const isNewer = now.state.reading !== dev.state.reading;
  dev.state = now.state;
  fill();
  dev.changed("state");
  if (isNewer) for (const pane of dev.panes) pane.follow("everything");
};
events.onerror = () => say("atoll dev does not answer. Is it still running?");

inspector(dev, byId("inspector"));
fill();
for (const pane of dev.panes) pane.open(beginning.page);
