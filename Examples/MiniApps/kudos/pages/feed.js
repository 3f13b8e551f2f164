import { colleagues, given, info, takeBack, text } from "/app.js";
import { avatar } from "/common/avatar.js";
import { picture } from "/common/badges.js";

const feed = document.getElementById("feed");
const said = document.getElementById("said");
const faces = new Map(colleagues.map(({ name, face }) => [name, face]));
const dates = new Intl.DateTimeFormat(info.language, { dateStyle: "medium", timeStyle: "short" });
const language = info.language.split("-")[0];

const samples = (await (await fetch("/common/feed.json")).json()).map((post) => ({
  ...post,
  message: post.message[language] ?? post.message.en,
}));

async function show() {
  feed.replaceChildren(...[...(await given()), ...samples].map(item));
}

function item(post) {
  const item = element("li", { className: post.key ? "post own" : "post" });
  const head = element("div", { className: "head" });
  const line = element("p");
  // The order of the sentence's parts depends on the language.
  const [before, between, after = ""] = text("line").split(/\{from\}|\{to\}/);
  line.append(before, element("b", post.from), between, element("b", post.to), after);
  line.append(element("span", { className: "when", textContent: dates.format(new Date(post.date)) }));
  head.append(face(post.from), line);
  if (post.key) {
    const button = element("button", { className: "back-button", textContent: text("takeBack") });
    button.setAttribute("aria-label", text("takeBackLabel", { to: post.to }));
    button.addEventListener("click", async () => {
      await takeBack(post.key);
      said.textContent = text("takenBack");
      await show();
    });
    head.append(button);
  }
  const badge = element("p", { className: "badge" });
  badge.append(picture(post.badge), text(`badge-${post.badge}`));
  item.append(head, badge, element("p", { className: "message", textContent: post.message }));
  return item;
}

function face(name) {
  if (faces.has(name)) return avatar(faces.get(name));
  const initial = element("span", { className: "face initial", textContent: name[0] ?? "" });
  initial.setAttribute("aria-hidden", "true");
  return initial;
}

function element(name, properties = {}) {
  const values = typeof properties === "string" ? { textContent: properties } : properties;
  return Object.assign(document.createElement(name), values);
}

await show();
