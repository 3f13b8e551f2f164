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

// No script can delete the session's own cookie. The server ends the session with the next request that has this one, even if the server
// can't be reached now. Scripts that stop the form remove it again.
addEventListener("submit", ({ target }) => {
  if (new URL(target.action, location.href).pathname !== "/sign-out") return;
  document.cookie = "__Host-leaving=1; Path=/; Secure; SameSite=Lax; Max-Age=31536000";
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

// The menu of the account closes with Escape, and when the focus leaves it.
addEventListener("keydown", ({ key }) => {
  const open = document.querySelector("details.account[open]");
  if (key !== "Escape" || !open) return;
  open.open = false;
  open.querySelector("summary").focus();
});
addEventListener("focusout", ({ target, relatedTarget }) => {
  const open = target.closest?.("details.account[open]");
  if (open && relatedTarget && !open.contains(relatedTarget)) open.open = false;
});

// The menu of a mini app leads to pages of the shell. From there, Back leads to the mini app, also after a form on the page was sent: to
// the nearest page before this one, if that was a mini app's.
addEventListener("click", (event) => {
  const link = event.target.closest?.("a.back");
  const plain = !event.defaultPrevented && !event.button && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!link || !plain || !window.navigation?.currentEntry) return;
  const entries = navigation.entries();
  const path = (entry) => (entry.url ? new URL(entry.url).pathname : "");
  const before = entries.slice(0, navigation.currentEntry.index).findLast((entry) => path(entry) !== location.pathname);
  if (!before || !path(before).startsWith("/miniapp/")) return;
  event.preventDefault();
  navigation.traverseTo(before.key);
});

// When the user changes their photo, or what a mini app may know about them, mini apps that are open in other tabs are notified.
{
  const key = "atoll.user-changes";
  addEventListener("submit", ({ target }) => {
    if (!/^\/(photo|permissions\/(change|forget))(\/|$)/.test(new URL(target.action, location.href).pathname)) return;
    sessionStorage.setItem(key, new FormData(target).get("miniApp") ?? "");
  });
  addEventListener("DOMContentLoaded", () => {
    const miniApp = sessionStorage.getItem(key);
    if (miniApp === null) return;
    sessionStorage.removeItem(key);
    // Sent once the server has answered the form: this page is the answer.
    new BroadcastChannel("atoll-user").postMessage(miniApp);
  });
}
