import { locale, text } from "/app.js";

const language = locale.split("-")[0];
const list = document.querySelector("#week");
for (const { day, dish } of await (await fetch("/common/week.json")).json()) {
  const [term, description] = [document.createElement("dt"), document.createElement("dd")];
  term.textContent = text(day);
  description.textContent = dish[language] ?? dish.en;
  list.append(term, description);
}
