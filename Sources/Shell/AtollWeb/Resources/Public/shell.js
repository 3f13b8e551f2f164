// The page around a mini app: its URL follows the mini app's page, it shows errors, and it closes the mini app.
(() => {
  "use strict";

  const frame = () => document.getElementById("mini-app");

  // Shows a problem with a mini app that does not start or is gone, and what the user can do about it.
  function failed(problem) {
    const status = document.querySelector("#splash [role=status]");
    if (!status) return;
    const again = Object.assign(document.createElement("button"), {
      type: "button", className: "primary", textContent: t`Try again`, onclick: () => location.reload(),
    });
    const text = document.createElement("span");
    text.textContent = problem;
    const { about } = document.getElementById("app-menu").dataset;
    const report = about && Object.assign(document.createElement("a"), {
      className: "text-link", href: `${about}#report`, textContent: t`Report a problem`,
    });
    status.replaceChildren(...[text, again, report].filter(Boolean));
    document.getElementById("splash").classList.add("has-failed");
    // The frame no longer needs the keyboard.
    if ([document.body, frame()].includes(document.activeElement)) again.focus();
  }

  // The splash screen, which is shown again over a frame that no longer shows the mini app.
  let splash = null;
  let hasLeft = false;

  const bridge = new AtollBridge(frame, {
    ready(page) {
      follow(page);
      frame().dataset.ready = "";
      dispatchEvent(new Event("atoll:ready"));
      splash = document.getElementById("splash") ?? splash;
      splash?.remove();
      hasLeft = false;
      // The keyboard goes to the mini app, unless the user is already using the bar.
      if (document.activeElement === document.body) frame().focus();
      connection();
    },
    pageChanged: follow,
    key: pressed,
    flooded: () => notice(t`The mini app was stopped, because it sent more than this page can read. Reload the page to start it again.`),
    left() {
      hasLeft = true;
      AtollDevice.reset(frame());
      // Some browsers still show the page that tried to leave.
      frame().src = "about:blank";
      if (splash && !splash.isConnected) {
        splash.querySelector("[role=status]").replaceChildren();
        frame().after(splash);
      }
      // Screen readers announce changes only in a region that was there before.
      setTimeout(() => failed(t`${frame().dataset.name} tried to open another site, and was stopped.`), 100);
    },
    unable: () => failed(t`This browser blocks cookies and storage for embedded pages, so ${frame().dataset.name} can’t open. Close the private window, allow them in the browser’s settings, or use another browser.`),
    close: (result) => close(result),
    // The browser was online all the time, and the server can be reached again.
    reached() {
      if (!isAssumed) return;
      isOffline = isAssumed = false;
      connection();
    },
    // Without a connection, a failure says nothing new.
    problem: (text) => (isOffline ? connection() : notice(text)),
  });

  // The frame may have loaded before the page is complete.
  document.addEventListener("load", ({ target }) => {
    if (target.id === "mini-app") AtollFrameCookies.check(target, () => bridge.isConnected || hasLeft, () => location.reload());
  }, true);

  // The shell's URL names the mini app's page, so that a reload shows it again. A path or query that the shell can't use as it is goes into
  // one query item as a whole, and so does the fragment of a router. Other fragments, which may be secrets, are never sent to the server.
  const plain = /^(?:\/[\w.~-]+)*(?:\?[\w.~-]+=[\w.~-]*(?:&[\w.~-]+=[\w.~-]*)*)?$/;
  const ofShell = /[?&](?:with|return|atoll-page|atoll-launch)=/;
  const ofRouter = /^#!?\//;
  function follow(page) {
    if (typeof page !== "string" || !page.startsWith("/") || page.length > 2048 || !/^[!-~]*$/.test(page)) return;
    const { base } = frame().dataset;
    const [, place, fragment] = /^([^#]*)(.*)$/.exec(page);
    const route = ofRouter.test(fragment) ? fragment : "";
    const rest = place.replace(/^\/(?=\?|$)/, "");
    const isPlain = route === "" && plain.test(rest) && !ofShell.test(rest);
    const address = new URL(isPlain ? base + rest : `${base}?atoll-page=${encodeURIComponent(place + route)}`, location.origin);
    // Dot segments would lead out of the mini app.
    if (address.pathname !== base && !address.pathname.startsWith(`${base}/`)) return;
    address.hash = route === "" ? fragment : "";
    if (address.href !== location.href) history.replaceState(history.state, "", address);
  }

  function notice(text = "") {
    const element = document.getElementById("notice");
    element.textContent = text;
    element.hidden = text === "";
  }

  // `navigator.onLine` would be false on a machine without a network, even for a shell on that machine.
  let isOffline = false;
  // Whether being offline follows only from a cached page, not from the browser.
  let isAssumed = false;

  function connection() {
    notice(isOffline ? t`You are offline. What is saved here is sent when there is a connection.` : "");
  }

  // Goes back to where the mini app was opened, including the scroll position: to the previous history entry, if it is a section of the
  // super app. `history.back()` could go back within the frame instead.
  async function close(result) {
    if (!(await AtollDevice.mayClose(frame()))) return;
    AtollDevice.reset(frame());
    const opener = AtollLaunches.back(result);
    if (opener) return location.assign(opener);
    const hub = document.getElementById("close");
    const entries = window.navigation?.entries() ?? [];
    const before = entries[(window.navigation?.currentEntry?.index ?? 0) - 1];
    if (isOpener(before, new URL(hub.href).pathname)) navigation.traverseTo(before.key);
    else location.assign(hub.href);
  }

  // Leaves the mini app, unless it has unsaved changes that the user wants to keep.
  async function leave(address) {
    if (!(await AtollDevice.mayClose(frame()))) return;
    AtollDevice.reset(frame());
    location.assign(address);
  }

  // Handles keys that the mini app has not used itself. They are trusted only where they do no harm: Escape gives the keyboard away, and
  // the search opens only right after the user has acted in the frame.
  function pressed(key) {
    if (document.activeElement !== frame() || frame().inert || document.querySelector("dialog[open]")) return;
    if (key === "Escape") document.getElementById("close").focus({ focusVisible: true });
    if (key === "search" && AtollFocus.isActIn(frame())) search();
  }

  function search() {
    if (menu().dataset.user) dispatchEvent(new Event("atoll:search"));
  }

  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.repeat || document.querySelector("dialog[open]")) return;
    if (event.key?.toLowerCase() === "k" && (event.metaKey || event.ctrlKey) && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      search();
    }
    // The first press, in the mini app, has moved the focus to the bar.
    if (event.key === "Escape" && event.target.closest?.(".app-bar") && !isMenuOpen()) close();
  });

  // Whether a history entry is a section of the super app, as its tabs name them, not a page that a link led through, or another mini app.
  function isOpener(entry, hub) {
    if (!entry?.url) return false;
    const { origin, pathname } = new URL(entry.url);
    const sections = [...document.querySelectorAll("nav.tabs a")].map((link) => link.pathname);
    return origin === location.origin && [hub, ...sections].includes(pathname);
  }

  // The user has had enough of its dialogs: it is closed without another question.
  addEventListener("atoll:leave", () => {
    AtollDevice.reset(frame());
    location.assign(document.getElementById("close").href);
  });

  addEventListener("atoll:stopped", () =>
    notice(t`The mini app was stopped, because it kept taking the keyboard. Reload the page to start it again.`));

  // The menu of the bar

  const menu = () => document.getElementById("app-menu");

  async function setFavourite(button) {
    const isNow = button.getAttribute("aria-pressed") !== "true";
    const { id } = button.dataset;
    const fields = new URLSearchParams({ id, favourite: isNow ? "yes" : "no", return: location.pathname });
    const answer = await fetch("/hub/favourite", { method: "POST", body: fields, redirect: "manual" }).catch(() => null);
    if (answer?.status === 400) return AtollToast(t`You have too many favourites. Remove one first.`);
    // The session has ended.
    if (answer && answer.type !== "opaqueredirect") return location.reload();
    if (!answer) return AtollToast(t`This did not work. Try again when there is a connection.`);
    button.setAttribute("aria-pressed", String(isNow));
    const { name } = frame().dataset;
    AtollToast(isNow ? t`${name} added to favourites.` : t`${name} removed from favourites.`);
  }

  async function share() {
    const text = await AtollShare(frame().dataset.name, location.href);
    if (text) AtollToast(text);
  }

  async function reload() {
    if (await AtollDevice.mayClose(frame())) {
      AtollDevice.reset(frame());
      location.reload();
    }
  }

  // While the menu is open, a tap on the frame counts as a tap on the page and closes the menu, and a frame that takes the focus gives it
  // back.
  let lastInBar = null;
  let unblock = null;
  const isMenuOpen = () => menu()?.matches(":popover-open") ?? false;
  // The frame is inert before the menu is shown and until it is closed, so that no tap counts in both.
  for (const [event, state] of [["beforetoggle", "open"], ["toggle", "closed"]]) {
    document.addEventListener(event, ({ target, newState }) => {
      if (target.id !== "app-menu" || newState !== state) return;
      document.documentElement.classList.toggle("is-menu-open", state === "open");
      if (state === "open") unblock ??= AtollDialogs.block([frame()]);
      else unblock = unblock?.() ?? null;
    }, true);
  }
  addEventListener("focusin", ({ target }) => (lastInBar = target.closest?.(".app-bar") ? target : null));
  addEventListener("blur", () => setTimeout(() => {
    if (isMenuOpen() && document.activeElement === frame()) (lastInBar ?? document.getElementById("menu-button")).focus();
  }));

  addEventListener("click", (event) => {
    const chosen = event.target.closest?.("#app-menu :is(button, a)");
    if (chosen) menu().hidePopover?.();
    if (chosen?.id === "menu-favourite") setFavourite(chosen);
    if (chosen?.id === "menu-share") share();
    if (chosen?.id === "menu-reload") reload();
    if (chosen?.id === "menu-search") search();
    const plain = !event.metaKey && !event.ctrlKey && !event.shiftKey;
    const away = event.target.closest?.("nav.tabs a, .search-found a");
    if (away && plain) {
      event.preventDefault();
      away.closest("dialog")?.close();
      leave(away.href);
    }
    if (event.target.closest?.("#page-button button")) bridge.tell("page.mainButton", {});
    if (event.target.closest?.("#page-back")) bridge.tell("page.back", {});
    if (event.target.closest?.("#news button")) document.getElementById("news").remove();
    if (event.target.closest?.("#close") && plain) {
      event.preventDefault();
      close();
    }
  });
  addEventListener("DOMContentLoaded", () => {
    const patience = 15_000;
    // Whether this is the cached page, because the server can't be reached.
    const isKept = document.body.dataset.offline !== undefined;
    if (isKept) {
      isOffline = isAssumed = true;
      connection();
    }
    setTimeout(() => {
      const status = document.querySelector("#splash [role=status]");
      if (!status || bridge.isConnected || hasLeft) return;
      status.textContent = isKept
        ? t`This browser has not stored it. It opens when there is a connection.`
        : t`Still loading…`;
    }, 3_000);
    setTimeout(() => {
      if (frame() && !bridge.isConnected && !hasLeft) failed(t`${frame().dataset.name} has not started.`);
    }, patience);
  });
  for (const type of ["offline", "online"]) {
    addEventListener(type, () => {
      isOffline = type === "offline";
      isAssumed = false;
      connection();
      bridge.tell("device.networkChanged", { online: !isOffline });
    });
  }
})();
