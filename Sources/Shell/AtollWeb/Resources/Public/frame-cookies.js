// Some browsers store no cookies for embedded pages. A mini app's page arrives there, but none of its files do: the frame loads and sends no
// message. The server knows whether the launch's cookie came back. If it did not, the frame is opened again, and a worker carries the launch.
(() => {
  "use strict";

  // How long a frame that has loaded may take to send a message, in ms.
  const grace = 300;

  globalThis.AtollFrameCookies = {
    // After a frame has loaded, calls `reopen` if the cookie of its launch was lost. `hasSpoken` returns whether its page runs.
    async check(frame, hasSpoken, reopen) {
      await new Promise((resolve) => setTimeout(resolve, grace));
      if (hasSpoken() || !frame.isConnected) return;
      const { miniApp, version = "", kind } = frame.dataset;
      const body = new URLSearchParams({ miniApp, version, ...(kind === "card" && { card: "true" }) });
      const answer = await fetch("/frame-cookies", { method: "POST", body }).catch(() => null);
      if (answer?.status === 205 && !hasSpoken()) reopen();
    },
  };
})();
