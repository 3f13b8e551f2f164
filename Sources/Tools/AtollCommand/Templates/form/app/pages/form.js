import { page, storage, user } from "/.atoll/atoll.js";
import { text } from "/app.js";

const form = document.querySelector("#form");
const draft = "draft";

// Restores a draft that was not sent.
const kept = (await storage.get(draft)) ?? {};
for (const [name, value] of Object.entries(kept)) if (form.elements[name]) form.elements[name].value = value;
if (!form.elements.name.value) user.profile().then(({ name }) => (form.elements.name.value ||= name ?? ""), () => {});

form.addEventListener("input", async () => {
  page.setCloseGuard({ enabled: true, message: text("unsent") });
  await storage.set(draft, Object.fromEntries(new FormData(form)));
});
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const entry = Object.fromEntries(new FormData(form));
  // Send it to your own server here: docs/sign-on.md describes how the server authenticates the user.
  await storage.set(`sent/${Date.now()}`, entry);
  await storage.remove(draft);
  page.setCloseGuard({ enabled: false });
  location.assign("/pages/sent");
});
