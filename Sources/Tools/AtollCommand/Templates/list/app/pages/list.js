import { text } from "/app.js";
import { items, save } from "/common/items.js";

const field = document.querySelector("#text");
const list = document.querySelector("#items");
const empty = document.querySelector("#empty");
let all = await items();

function show() {
  const wanted = field.value.trim().toLowerCase();
  const found = all.filter(({ name }) => name.toLowerCase().includes(wanted));
  list.replaceChildren(...found.map(({ id, name, isDone }) => {
    const row = document.createElement("li");
    const link = Object.assign(document.createElement("a"), { href: `/pages/item?id=${id}`, textContent: name });
    link.classList.toggle("done", isDone);
    row.append(link);
    return row;
  }));
  empty.textContent = found.length ? "" : text(all.length ? "none" : "first");
}

field.addEventListener("input", show);
document.querySelector("#add").addEventListener("submit", async (event) => {
  event.preventDefault();
  const name = field.value.trim();
  if (!name) return;
  all = [{ id: crypto.randomUUID(), name, isDone: false }, ...all];
  await save(all);
  field.value = "";
  show();
});
show();
