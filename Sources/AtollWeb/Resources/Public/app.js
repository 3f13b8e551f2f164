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

// The menu of the account closes by Escape, and when the focus has left it.
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
