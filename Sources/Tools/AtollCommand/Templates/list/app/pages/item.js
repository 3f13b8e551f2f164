import { text } from "/app.js";
import { items, save } from "/common/items.js";
import { ui } from "/.atoll/atoll.js";

const id = new URLSearchParams(location.search).get("id");
const all = await items();
const item = all.find((each) => each.id === id);
// A link may lead to what was removed.
if (!item) location.replace("/pages/list");
document.querySelector("#name").textContent = item?.name ?? "";
const done = document.querySelector("#done");
done.checked = item?.isDone ?? false;
done.addEventListener("change", () => save(all.map((each) => (each.id === id ? { ...each, isDone: done.checked } : each))));
document.querySelector("#remove").addEventListener("click", async () => {
  if (!(await ui.confirm({ message: text("sure"), destructive: true }))) return;
  await save(all.filter((each) => each.id !== id));
  location.replace("/pages/list");
});
