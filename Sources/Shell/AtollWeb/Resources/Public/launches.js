// How mini apps open each other, and the lifecycle state that they can read.
(() => {
  "use strict";

  const cancelled = { code: -32005, message: "The user has cancelled it." };
  const place = "atoll.launch";
  // Each page of the shell is a launch. Its first document is notified of it.
  let hasLaunched = false;
  const frame = () => document.getElementById("mini-app");

  // The launch that another mini app, or a notice, has left for this one. It belongs to this entry of the history: a reload finds it again,
  // a separate opening does not.
  function left() {
    const taken = history.state?.[place];
    if (taken) return taken;
    try {
      const launch = JSON.parse(sessionStorage.getItem(place));
      sessionStorage.removeItem(place);
      if (launch?.to !== frame().dataset.miniApp) return null;
      history.replaceState({ ...history.state, [place]: launch }, "");
      return launch;
    } catch {
      return null;
    }
  }
  addEventListener("DOMContentLoaded", () => frame() && left());

  const current = () => {
    const path = location.pathname.slice(frame().dataset.base.length);
    const whole = new URLSearchParams(location.search).get("atoll-page") ?? path + location.search;
    const [, page, query] = /^([^?#]*)\??([^#]*)/.exec(whole);
    return { page: page.replace(/^\//, ""), query };
  };

  function launch() {
    const from = left();
    const here = current();
    if (from) {
      const { source = "app", referrer, params } = from;
      return { source, ...(referrer ? { referrer } : {}), ...(params === undefined ? {} : { params }), ...here };
    }
    let before = "";
    try {
      const { origin, pathname } = new URL(document.referrer);
      if (origin === location.origin) before = pathname;
    } catch {
      // There is no valid launch.
    }
    const hub = new URL(document.getElementById("close").href).pathname;
    return { source: before === hub ? "hub" : "link", ...here };
  }

  async function open({ id, page = "", query = "", params, forResult = false }, { frame, app }) {
    const own = frame.dataset.miniApp;
    if (!/^[a-z0-9]+([.-][a-z0-9]+)+$/.test(id)) throw { code: -32602, message: "The parameter \"id\" must be the id of a mini app." };
    if (id === own) throw { code: -32602, message: "A mini app leads to its own pages by links." };
    const parts = page.split("/").filter(Boolean);
    if (parts.some((part) => part === "." || part === "..")) throw { code: -32602, message: "The parameter \"page\" must be a page." };
    // Stored for each user: another user of this browser has agreed to nothing.
    const known = `atoll.opened:${document.getElementById("app-menu")?.dataset.user ?? ""}:${own}:${id}`;
    if (localStorage.getItem(known) === null) {
      // The user is asked first. Otherwise the answer would reveal which mini apps the user may not open.
      const isWanted = await AtollDialogs.askSlowly(app, { title: t`Open another mini app?`, message: t`${app} would like to open ${id}.`, ok: t`Open` });
      if (!isWanted) throw cancelled;
      const response = await fetch(`/miniapp/${encodeURIComponent(id)}`, { method: "HEAD" }).catch(() => {
        throw { code: -32008, message: "The super app can't be reached right now." };
      });
      if (response.status === 404) throw { code: -32012, message: "The user has no such mini app." };
      localStorage.setItem(known, "");
    }
    const back = location.pathname + location.search;
    sessionStorage.setItem(place, JSON.stringify({ to: id, referrer: own, params, forResult, back }));
    const path = ["", "miniapp", id, ...parts].map(encodeURIComponent).join("/");
    location.assign(path + (query ? `?${query}` : ""));
    // The page is left, and no caller remains to receive a result: it comes with `apps.launch` when this page is shown again.
    return null;
  }

  const shown = () => (document.visibilityState === "visible" ? "shown" : "hidden");

  globalThis.AtollLaunches = {
    // Where to go when a mini app closes that another one has opened, passing back its result; null if none has.
    back(result) {
      const launch = left();
      if (!launch?.back) return null;
      sessionStorage.setItem(
        place, JSON.stringify({ to: launch.referrer, referrer: launch.to, params: launch.forResult ? { result } : undefined }));
      return launch.back;
    },
    shown,
  };

  AtollDevice.add({
    "apps.open": open,
    "apps.launch": async () => launch(),
    "lifecycle.state": async () => {
      const { page } = current();
      const referrer = left()?.referrer;
      const first = !hasLaunched;
      hasLaunched = true;
      const root = document.documentElement;
      return {
        global: first ? "launched" : shown(), page: shown(),
        input: { pagePath: page, ...(referrer ? { referrerInfo: referrer } : {}), lang: navigator.language, dir: root.dir || "ltr" },
      };
    },
    "user.signIn": async () => ({ signedIn: true }),
  });
})();
