// What the page asks the server in the name of the mini app that it shows: the same calls that the mini app could make, and
// those of the super app's own providers.
(() => {
  "use strict";

  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const offline = { code: -32008, message: "The super app can't be reached right now." };
  const failed = { code: -32603, message: "The super app could not carry it out." };

  const post = (path, frame, body, signal) => {
    const { miniApp, kind } = frame.dataset;
    const query = new URLSearchParams(kind === "card" ? { miniApp, card: "true" } : { miniApp });
    return fetch(`${path}?${query}`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json", "Atoll-Theme": dark.matches ? "dark" : "light", "Atoll-Time-Zone": zone,
      },
      body, signal,
    });
  };

  globalThis.AtollHost = {
    // Sends a message of the mini app, until `signal` says that nobody waits any more.
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

    // Asks a provider. Throws { code, message }.
    async ask(frame, provider, body) {
      const response = await post(`/bridge/${provider}`, frame, JSON.stringify(body)).catch(() => {
        throw offline;
      });
      if (!response.ok) throw failed;
      return response.json();
    },
  };
})();
