// The calls that the page makes to the server in the name of the mini app that it shows: the same calls that the mini app could make, and
// those of the super app's own providers.
(() => {
  "use strict";

  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const offline = { code: -32008, message: "The super app can't be reached right now." };
  const failed = { code: -32603, message: "The super app could not carry it out." };

  // The error for the status of a provider's response.
  const failure = ({ status, headers }) => {
    if (status === 403) return { code: -32003, message: "The user has not allowed this, or has revoked the permission." };
    if (status !== 429) return failed;
    const seconds = Number(headers.get("Retry-After")) || 1;
    return { code: -32006, message: `Too many calls. Try again in ${seconds} s.`, data: { retryAfter: seconds * 1000 } };
  };

  // The URL for calls of what runs in a frame. It names the version, because another tab may show another version of the same mini app, and
  // the user, so that a page that remains from another user's session can call nothing.
  const address = (path, { dataset: { miniApp, kind, version } }) => {
    const { user } = document.querySelector("[data-user]")?.dataset ?? {};
    return `${path}?${new URLSearchParams({ miniApp, ...(version && { version }), ...(kind === "card" && { card: "true" }), ...(user && { user }) })}`;
  };

  const post = (path, frame, body, signal) =>
    fetch(address(path, frame), {
      method: "POST",
      headers: {
        "Content-Type": "application/json", "Atoll-Theme": document.documentElement.dataset.theme ?? (dark.matches ? "dark" : "light"), "Atoll-Time-Zone": zone,
      },
      body, signal,
    });

  globalThis.AtollHost = {
    address,

    // Sends a message of the mini app, until `signal` aborts it.
    send: (frame, message, signal) => post("/bridge", frame, message, signal),

    // Calls a method as the mini app could. Throws { code, message, data }.
    async call(frame, method, params) {
      const response = await post("/bridge", frame, JSON.stringify({ jsonrpc: "2.0", id: 1, method, params })).catch(() => {
        throw offline;
      });
      if (!response.ok) throw failed;
      const { result, error } = await response.json();
      if (error) throw error;
      return result;
    },

    // Asks a provider. Throws { code, message, data }.
    async ask(frame, provider, body) {
      const response = await post(`/bridge/${provider}`, frame, JSON.stringify(body)).catch(() => {
        throw offline;
      });
      if (!response.ok) throw failure(response);
      return response.json();
    },
  };
})();
