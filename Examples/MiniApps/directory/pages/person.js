import { clipboard, host, share } from "/.atoll/atoll.js";
import { info, people, text } from "/app.js";
import { avatar } from "/common/avatar.js";

const main = document.getElementById("main");
const said = document.getElementById("said");
const id = Number(new URLSearchParams(location.search).get("id"));
const person = people.find((candidate) => candidate.id === id);

const element = (name, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

// If this page was opened from the list, goes back to the list as it was; otherwise the link opens it.
document.getElementById("back").addEventListener("click", (event) => {
  const entries = window.navigation?.entries() ?? [];
  const before = entries[(window.navigation?.currentEntry?.index ?? 0) - 1];
  if (!before || new URL(before.url).pathname !== "/pages/people") return;
  event.preventDefault();
  navigation.back();
});

if (person) show(person);
else main.append(element("p", { className: "empty", textContent: text("unknown") }));

function show({ name, title, team, city, email, phone, skills, face }) {
  document.title = name;
  main.append(
    element(
      "section",
      { className: "portrait" },
      avatar(face),
      element("h2", { textContent: name }),
      element("p", { textContent: `${title} · ${team}` }),
      element("p", { textContent: city }),
      element(
        "div",
        { className: "chips" },
        ...skills.map((skill) =>
          element("a", {
            className: "chip",
            href: `/pages/people?q=${encodeURIComponent(skill)}`,
            textContent: skill,
          }),
        ),
      ),
    ),
    element(
      "div",
      { className: "chips" },
      ...action("host.openURL", "write", () => host.openURL({ url: `mailto:${email}` })),
      ...action("host.openURL", "call", () => host.openURL({ url: `tel:${phone.replaceAll(" ", "")}` })),
      ...action("share", "share", () => share({ title: name, text: `${name}, ${title}\n${email}\n${phone}` })),
    ),
    element(
      "dl",
      { className: "facts" },
      fact("email", email),
      fact("phone", phone),
      fact("card", `${name}, ${title}, ${email}, ${phone}`, `${name} · ${city}`),
    ),
  );
}

// A button for a method that this host supports.
function action(method, label, act) {
  if (!info.features?.includes(method)) return [];
  const button = element("button", { className: "action", textContent: text(label) });
  // The user knows about cancelling.
  button.addEventListener("click", () => act().catch(() => {}));
  return [button];
}

function fact(kind, value, shown = value) {
  const button = element("button", { className: "action", textContent: text("copy") });
  button.setAttribute("aria-label", text(`copy-${kind}`));
  button.addEventListener("click", () => {
    copy(value);
    said.textContent = text("copied", { value: shown });
    button.textContent = text("copiedShort");
    setTimeout(() => (button.textContent = text("copy")), 2000);
  });
  return element(
    "div",
    { className: "fact" },
    element(
      "div",
      {},
      element("dt", { textContent: text(kind) }),
      element("dd", { textContent: shown }),
    ),
    button,
  );
}

// Copies through the host. A host without that method lets a frame copy a selection.
function copy(value) {
  if (info.features?.includes("clipboard.write")) return clipboard.write({ text: value });
  const field = element("textarea", { value, className: "visually-hidden" });
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}
