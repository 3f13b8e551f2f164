import { text } from "/app.js";

const list = document.querySelector("#week");
for (const { day, dish } of await (await fetch("/common/week.json")).json()) {
  const [term, description] = [document.createElement("dt"), document.createElement("dd")];
  term.textContent = text(day);
  description.textContent = dish;
  list.append(term, description);
}
