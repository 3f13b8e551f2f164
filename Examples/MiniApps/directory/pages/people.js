import { folded, people, text } from "/app.js";
import { avatar } from "/common/avatar.js";

const search = document.getElementById("search");
const list = document.getElementById("people");
const count = document.getElementById("count");
const empty = document.getElementById("empty");

const rows = people.map((person) => {
  const row = document.createElement("li");
  const link = document.createElement("a");
  link.className = "row";
  link.href = `/pages/person?id=${person.id}`;
  const who = document.createElement("span");
  who.className = "who";
  for (const [kind, words] of [["name", person.name], ["what", `${person.title} · ${person.team}`]]) {
    const part = document.createElement("span");
    part.className = kind;
    part.textContent = words;
    who.append(part);
  }
  link.append(avatar(person.face), who);
  row.append(link);
  const words = folded([person.name, person.team, person.title, person.city, ...person.skills].join(" "));
  return { row, words };
});
list.append(...rows.map(({ row }) => row));

// Shows the people for whom each typed word is the start of one of their words.
function show() {
  const wanted = folded(search.value).split(/\s+/).filter(Boolean);
  let found = 0;
  for (const { row, words } of rows) {
    const matches = wanted.every((word) => ` ${words}`.includes(` ${word}`));
    row.hidden = !matches;
    found += matches;
  }
  count.textContent = text(found === 1 ? "foundOne" : "found", { count: found });
  empty.hidden = found > 0;
}

// The search text is part of the page's URL, so that going back restores it.
search.value = new URLSearchParams(location.search).get("q") ?? "";
search.addEventListener("input", () => {
  const query = search.value ? `?q=${encodeURIComponent(search.value)}` : "";
  history.replaceState(null, "", location.pathname + query);
  show();
});
show();
