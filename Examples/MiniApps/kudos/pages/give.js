import { give, text } from "/app.js";
import { colleagues } from "/common/colleagues.js";
import * as backEnd from "/common/back-end.js";
import { badges, picture } from "/common/badges.js";

const form = document.getElementById("form");
const to = document.getElementById("to");
const message = document.getElementById("message");
const left = document.getElementById("left");
const problem = document.getElementById("problem");

to.append(new Option(text("choose"), ""), ...colleagues.map(({ name, team }) => new Option(`${name} (${team})`, name)));

// People who also use Kudos come first, because thanks to them are delivered.
if ((await backEnd.state()) === "granted") {
  try {
    const group = Object.assign(document.createElement("optgroup"), { label: text("here") });
    const people = await backEnd.people();
    group.append(...people.map(({ id, name }) => Object.assign(new Option(name, name), { id: `person-${id}` })));
    if (people.length) to.firstChild.after(group);
  } catch {
    problem.textContent = text("unreachable");
    problem.hidden = false;
  }
}

document.getElementById("badges").append(
  ...badges.map((badge, index) => {
    const label = Object.assign(document.createElement("label"), { className: "choice" });
    const input = Object.assign(document.createElement("input"), {
      type: "radio",
      name: "badge",
      value: badge,
      required: true,
      checked: index === 0,
    });
    const face = document.createElement("span");
    face.append(picture(badge), text(`badge-${badge}`));
    label.append(input, face);
    return label;
  }),
);

// The readers depend on the recipient.
const who = document.getElementById("who");
to.addEventListener("change", () => {
  const person = to.selectedOptions[0];
  who.textContent = !to.value ? "" : text(person.id.startsWith("person-") ? "forAll" : "forYou", { to: to.value });
});

const count = () => (left.textContent = text("left", { count: message.maxLength - message.value.length }));
message.addEventListener("input", count);
count();

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = form.querySelector(".primary");
  button.disabled = true;
  problem.hidden = true;
  try {
    const person = to.selectedOptions[0].id.replace("person-", "");
    await give({ person, to: to.value, badge: form.elements.badge.value, message: message.value.trim() });
    location.replace(`/pages/feed#${person ? "sent" : "noted"}`);
  } catch (error) {
    problem.textContent = error.code === -32002 ? text("full") : text("failed");
    problem.hidden = false;
    button.disabled = false;
  }
});
