import { element, button, json } from "/.dev/files/dom.js";
import { remedy } from "/.dev/files/tab-checks.js";

const most = 2000;

/** The view of one user: the shell in a frame, and the messages from it. */
export class Pane {
  calls = [];
  events = [];
  console = [];
  blocked = [];
  haptics = [];
  #waiting = new Map();
  #reports = [];
  #theme = "";
  // Whether the page in the frame is the one around the mini app, and has reported so since it was loaded.
  #isThere = false;
  #hasSaid = false;
  #isWaiting = true;
  #id = null;

  constructor(dev, user, origin) {
    Object.assign(this, { dev, user, origin });
    this.frame = element("iframe", {
      title: `The super app as ${user.name} sees it`, allow: "camera; microphone; geolocation; clipboard-read; clipboard-write; fullscreen",
    });
    this.element = element("section", { className: "pane", label: user.name },
      button(user.name, () => this.choose()), this.frame);
    // An error page or a sign-in page has no listener.
    this.frame.addEventListener("load", () => {
      this.#isThere &&= this.#hasSaid;
      this.#hasSaid = false;
    });
    addEventListener("message", ({ source, origin: from, data }) => {
      if (source === this.frame.contentWindow && from === this.origin && data?.atollDev) this.#hear(data.atollDev);
    });
  }

  /** Selects this pane for the inspector. */
  choose() {
    this.dev.current = this;
    for (const pane of this.dev.panes) pane.element.setAttribute("aria-current", String(pane === this));
    this.dev.changed("pane");
  }

  tell(message) {
    this.frame.contentWindow?.postMessage({ atollDev: message }, this.origin);
  }

  /** Sends a request to the page around the mini app. */
  ask(message, patience = 5000) {
    return new Promise((resolve) => {
      const id = crypto.randomUUID();
      this.#waiting.set(id, resolve);
      this.tell({ ...message, id });
      setTimeout(() => this.#answer(id, { error: { code: 0, message: "There is no answer. Is the mini app open?" } }), patience);
    });
  }

  #answer(id, answer) {
    this.#waiting.get(id)?.(answer);
    this.#waiting.delete(id);
  }

  /** Calls a method as the mini app could. */
  call = (method, params, patience) => this.ask({ type: "call", method, params }, patience);

  /** Opens a page of the mini app. */
  open(page) {
    const { miniApp } = this.dev.state;
    this.#isWaiting = !miniApp;
    // Without a mini app, there is nothing to open.
    if (!miniApp) return;
    this.#id = miniApp.id;
    const to = `/miniapp/${miniApp.id}${page ? `/${page}` : ""}`;
    this.frame.src = `${this.origin}/.dev/enter?to=${encodeURIComponent(to)}`;
  }

  theme(value) {
    this.#theme = value;
    this.tell({ type: "theme", theme: value });
  }

  /** Performs the action that a change of files requires. */
  follow(change) {
    const { id } = this.dev.state.miniApp ?? {};
    if (this.#isWaiting || !this.#isThere || id !== this.#id) return this.open("");
    if (change !== "looks") {
      // The page reloads, so problems that were blocked before may be fixed.
      this.blocked.length = 0;
      this.dev.changed("blocked", this);
    }
    if (change === "everything") this.tell({ type: "reload" });
    else this.tell({ type: "frame", change });
  }

  /** Reloads the shown page. */
  reload() {
    if (this.#isThere) this.tell({ type: "reload" });
    else this.open("");
  }

  #report(kind, { text, path, line, column }) {
    this.#reports.push({ kind, user: this.user.id, text: String(text).slice(0, 2000), path, line, column });
    if (this.#reports.length > 1) return;
    setTimeout(() => {
      json("/.dev/report", this.#reports.splice(0, 100));
      this.#reports = [];
    }, 50);
  }

  #keep(list, item) {
    list.push({ ...item, at: new Date() });
    if (list.length > most) list.shift();
  }

  #hear(message) {
    switch (message.type) {
      case "page":
        this.#isThere = message.isMiniApp;
        this.#hasSaid = true;
        this.tell({ type: "device", presets: this.dev.device });
        this.tell({ type: "network", ...this.dev.device.network });
        if (this.#theme) this.tell({ type: "theme", theme: this.#theme });
        break;
      case "call":
        this.#keep(this.calls, { ...message, ms: Number(message.ms) || 0, bytes: Number(message.bytes) || 0 });
        if (this.dev.isRecording) json("/.dev/record", { user: this.user.id, method: message.method, params: message.params ?? {}, result: message.result, error: message.error });
        if (message.error) this.#report("warning", { text: `${message.method}: ${message.error.message}` });
        if (message.method === "lifecycle.error") this.#report("error", { text: message.params?.message ?? "It did not start." });
        break;
      case "event": this.#keep(this.events, message); break;
      case "console":
        this.#keep(this.console, message);
        if (message.level === "error") this.#report("error", message);
        break;
      case "error":
      case "missing":
        this.#keep(this.console, { ...message, level: "error" });
        this.#report("error", message);
        break;
      case "blocked":
        this.#keep(this.blocked, message);
        this.#report("blocked", { ...message, text: `${message.directive} stopped ${message.address}. ${remedy(message)}` });
        break;
      case "haptic": this.#keep(this.haptics, message); break;
      case "answer": this.#answer(message.id, message); break;
      default: break;
    }
    this.dev.changed(message.type, this);
  }
}
