// The shell's side of the bridge. It stands in the page's head and runs before the frame below it exists, so that no
// hello of the mini app is missed.
//
// Each document of the mini app says hello with a nonce of its own. Only a hello from the frame's own window and from
// exactly the mini app's origin counts. The answer carries one end of a new channel, and the channel before it is
// closed: there is never more than one.
(() => {
  "use strict";

  const messageLimit = 1024 * 1024;
  const tooLarge = -32001;
  const unavailable = -32603;

  let port = null;
  let nonce = null;

  const frame = () => document.getElementById("mini-app");
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const theme = () => (dark.matches ? "dark" : "light");

  addEventListener("message", ({ source, origin, data }) => {
    const element = frame();
    if (!element || source !== element.contentWindow || origin !== element.dataset.origin) return;
    if (data?.atoll !== "hello" || typeof data.nonce !== "string" || data.nonce.length > 100) return;
    // The same document, which has not seen its answer yet.
    if (data.nonce === nonce) return;
    port?.close();
    const channel = new MessageChannel();
    nonce = data.nonce;
    port = channel.port1;
    port.onmessage = (event) => receive(event.data, channel.port1);
    source.postMessage({ atoll: "welcome", nonce }, origin, [channel.port2]);
    follow(data.page);
    element.dataset.ready = "";
    notice();
  });

  dark.addEventListener("change", () => tell("host.themeChanged", { theme: theme() }));

  function tell(method, params) {
    port?.postMessage(JSON.stringify({ jsonrpc: "2.0", method, params }));
  }

  async function receive(message, from) {
    if (typeof message !== "string" || message.length > messageLimit) {
      // atoll.js does not send such a message; who goes round it is told without an id.
      return fail(from, null, tooLarge, `A message is text of at most ${messageLimit} bytes.`);
    }
    if (message.length < 8192 && message.includes('"page.changed"')) {
      const call = parse(message);
      if (call?.method === "page.changed") return follow(call.params?.page);
    }
    try {
      const response = await fetch(`/bridge?miniApp=${encodeURIComponent(frame().dataset.miniApp)}`, {
        method: "POST",
        headers: { "Content-Type": "application/json", "Atoll-Theme": theme() },
        body: message,
      });
      if (response.status === 204) return;
      if (!response.ok) {
        const id = parse(message)?.id;
        if (id !== undefined) fail(from, id, unavailable, `The super app refused the call (${response.status}).`);
        return notice(
          response.status === 401
            ? "You were signed out. Reload the page to sign in again."
            : "This page is out of date. Reload it to go on.",
        );
      }
      from.postMessage(await response.text());
      if (response.headers.get("Atoll-Action") === "close") close();
    } catch {
      fail(from, parse(message)?.id ?? null, unavailable, "The super app can't be reached at the moment.");
      notice("No connection. What you enter now may not be kept.");
    }
  }

  function fail(to, id, code, message) {
    to.postMessage(JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } }));
  }

  function parse(text) {
    try {
      return JSON.parse(text);
    } catch {
      return null;
    }
  }

  // The shell's address names the mini app's page, so that a reload comes back to it.
  function follow(page) {
    if (typeof page !== "string" || !page.startsWith("/") || page.length > 2048) return;
    const { base } = frame().dataset;
    const address = new URL(base + (page === "/" ? "" : page), location.origin);
    if (address.pathname !== base && !address.pathname.startsWith(`${base}/`)) return;
    if (address.href !== location.href) history.replaceState(history.state, "", address);
  }

  function notice(text = "") {
    const element = document.getElementById("notice");
    element.textContent = text;
    element.hidden = text === "";
  }

  // Back to where the mini app was opened, the scroll position included: the entry before this one, if it is the hub.
  // `history.back()` would go back within the frame.
  function close() {
    const hub = document.getElementById("close");
    const entries = window.navigation?.entries() ?? [];
    const before = entries[(window.navigation?.currentEntry?.index ?? 0) - 1];
    if (before && new URL(before.url).pathname === new URL(hub.href).pathname) navigation.traverseTo(before.key);
    else location.assign(hub.href);
  }

  addEventListener("click", (event) => {
    if (event.target.closest?.("#news button")) document.getElementById("news").remove();
    if (event.target.closest?.("#close") && !event.metaKey && !event.ctrlKey && !event.shiftKey) {
      event.preventDefault();
      close();
    }
  });
  addEventListener("DOMContentLoaded", () => {
    const patience = 15_000;
    setTimeout(() => {
      if (frame() && !port) notice("The mini app has not started. Check the connection and reload the page.");
    }, patience);
  });
  addEventListener("offline", () => notice("You are offline. What you enter now may not be kept."));
  addEventListener("online", () => notice());
})();
