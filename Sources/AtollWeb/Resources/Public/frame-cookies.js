// Some browsers keep no cookies of embedded pages. A mini app's page comes there, and none of its files: the frame loads and says nothing.
// The server knows whether the launch's cookie came back; if it did not, the frame is opened anew, in another way.
(() => {
  "use strict";

  // How long a frame that has loaded may take to say something, in ms.
  const grace = 300;

  globalThis.AtollFrameCookies = {
    // Calls `reopen` when a frame has loaded and its launch's cookie was lost; `hasSpoken` tells whether its page runs.
    watch(frame, hasSpoken, reopen) {
      frame.addEventListener("load", async () => {
        await new Promise((resolve) => setTimeout(resolve, grace));
        if (hasSpoken() || !frame.isConnected) return;
        const { miniApp, version = "", kind } = frame.dataset;
        const body = new URLSearchParams({ miniApp, version, ...(kind === "card" && { card: "true" }) });
        const answer = await fetch("/frame-cookies", { method: "POST", body }).catch(() => null);
        if (answer?.status === 205 && !hasSpoken()) reopen();
      });
    },
  };
})();
