// Enhancements of the site. Everything works without script.
addEventListener("DOMContentLoaded", () => {
  // Scrolls the selected row of a list to the middle, not just into view.
  document.querySelector(".column.main [aria-current=true]")?.scrollIntoView({ block: "center" });

  const schemes = document.querySelector("[data-register-schemes]");
  schemes?.removeAttribute("hidden");
  schemes?.addEventListener("click", () => {
    for (const scheme of schemes.dataset.registerSchemes.split(" ")) {
      navigator.registerProtocolHandler?.(scheme, `${location.origin}/open?url=%s`);
    }
  });
});

addEventListener("DOMContentLoaded", () => {
  // For signed-in users, the last home screen is available offline.
  if (document.querySelector(".account")) navigator.serviceWorker?.register(AtollTrusted.script("/service-worker.js")).catch(() => {});
  if (document.body.dataset.offline === undefined) return;
  const note = document.createElement("p");
  note.className = "notice";
  note.setAttribute("role", "status");
  note.textContent = "You are offline. This page may be out of date.";
  document.querySelector(".column")?.prepend(note);
  addEventListener("online", () => location.reload());
});

addEventListener("DOMContentLoaded", () => {
  // Days begin in the user's time zone. It is sent once for each page that is opened, but not for updates of open
  // pages: two browsers in different zones would update each other endlessly.
  const place = document.querySelector("[data-time-zone]");
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!place || !zone || zone === place.dataset.timeZone) return;
  fetch(place.dataset.timeZoneAddress, { method: "POST", redirect: "manual", body: new URLSearchParams({ zone }) }).catch(() => {});
});

// An image that is missing or invalid is replaced by the first letter. (These errors do not bubble, so they are
// captured.)
addEventListener(
  "error",
  ({ target }) => {
    if (!target.dataset?.monogram) return;
    const letter = document.createElement("span");
    letter.className = `${target.className} monogram`;
    letter.setAttribute("aria-hidden", "true");
    letter.textContent = target.dataset.monogram;
    target.replaceWith(letter);
  },
  true,
);

addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || event.defaultPrevented) return;
  [...document.querySelectorAll(".overlay:not([inert]) .close")].at(-1)?.click();
});
