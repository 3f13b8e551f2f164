// Updates the bell's count, and shows a notice when the subject of the page has changed, or reloads the page if no input would be lost. The
// pages also work without it.
const pause = 15_000;

async function ask(address) {
  const response = await fetch(address, { headers: { accept: "application/json" } });
  if (!response.ok) throw new Error(`The Center answered ${response.status}.`);
  return response.json();
}

async function count() {
  const { unread, text } = await ask("/counts");
  const [number, words] = document.querySelectorAll(".bell .count, .bell .unread");
  if (!number) return;
  number.textContent = unread;
  number.hidden = words.hidden = unread === 0;
  words.textContent = text;
}

// Whether the user has begun to type or choose.
const isTouched = () =>
  [...document.querySelectorAll("main input, main textarea, main select")].some((field) =>
    field.type === "checkbox" ? field.checked !== field.defaultChecked
      : field.matches("select") ? [...field.options].some((option) => option.selected !== option.defaultSelected) && field.selectedIndex > 0
        : field.type !== "hidden" && field.value !== field.defaultValue);

async function watch() {
  const page = document.querySelector("[data-live]");
  if (!page) return;
  const { state } = await ask(page.dataset.live);
  if (state === page.dataset.state) return;
  const note = document.getElementById("changed");
  // The result of a form is shown only once, so its page is not reloaded.
  if (isTouched() || document.querySelector("[data-once]")) note.hidden = false;
  else location.reload();
}

async function tick() {
  if (document.visibilityState === "visible") await Promise.allSettled([count(), watch()]);
  setTimeout(tick, pause);
}

setTimeout(tick, pause);
addEventListener("visibilitychange", () => document.visibilityState === "visible" && Promise.allSettled([count(), watch()]));

// Closes the menu on a click outside of it and on Escape.
const menu = document.querySelector(".more");
addEventListener("click", ({ target }) => menu && !menu.contains(target) && (menu.open = false));
menu?.addEventListener("keydown", ({ key }) => {
  if (key !== "Escape" || !menu.open) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});

// Keys and secrets are shown once. A button copies them if the browser has the clipboard API.
const offer = () => document.querySelectorAll("[data-copy]").forEach((button) => (button.hidden = !navigator.clipboard));
offer();
new MutationObserver(offer).observe(document.querySelector("main"), { childList: true });
document.addEventListener("click", async ({ target }) => {
  const button = target.closest?.("[data-copy]");
  if (!button) return;
  await navigator.clipboard.writeText(button.closest(".copied").querySelector("code").textContent);
  button.textContent = button.dataset.copy;
  button.setAttribute("aria-live", "polite");
});
