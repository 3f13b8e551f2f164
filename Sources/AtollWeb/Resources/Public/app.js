// What the site does a little better with script. Everything works without it.
addEventListener("DOMContentLoaded", () => {
  // The chosen row of a list stands in the middle, not just in view.
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
  // The last home is there without a connection, for who is signed in.
  if (document.querySelector(".account")) navigator.serviceWorker?.register(AtollTrusted.script("/service-worker.js")).catch(() => {});
  if (document.body.dataset.offline === undefined) return;
  const note = document.createElement("p");
  note.className = "notice";
  note.setAttribute("role", "status");
  note.textContent = "You are offline. This is what was here last.";
  document.querySelector(".column")?.prepend(note);
  addEventListener("online", () => location.reload());
});

addEventListener("DOMContentLoaded", () => {
  // Days begin where the user is. Said once for each page that is opened, and not by those that are brought up to date: two browsers
  // in two zones would never come to an end.
  const place = document.querySelector("[data-time-zone]");
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!place || !zone || zone === place.dataset.timeZone) return;
  fetch(place.dataset.timeZoneAddress, { method: "POST", redirect: "manual", body: new URLSearchParams({ zone }) }).catch(() => {});
});

// A picture that is missing, or is none, is replaced by the first letter. (These errors are told to nobody further up.)
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
