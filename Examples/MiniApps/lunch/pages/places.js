import { ui } from "/.atoll/atoll.js";
import { distances, eaters, invite, join, listen, locale, mine, places, refresh, remind, text } from "/app.js";

const list = document.getElementById("places");
const problem = document.getElementById("problem");
const language = locale.split("-")[0];
let kilometres = null;

async function show() {
  const own = await mine();
  const sorted = kilometres ? [...places].sort((one, other) => kilometres[one.id] - kilometres[other.id]) : places;
  list.replaceChildren(...sorted.map((place) => item(place, place.id === own)));
}

function item(place, isMine) {
  const names = eaters(place.id);
  const item = element("li", { className: isMine ? "place mine" : "place" });
  const head = element("div", { className: "head" });
  head.append(element("h2", place.name));
  if (kilometres) head.append(element("span", { className: "soft", textContent: text("away", { km: kilometres[place.id].toFixed(1) }) }));
  const actions = element("div", { className: "actions" });
  const go = element("button", { className: isMine ? "" : "primary", textContent: text(isMine ? "leave" : "join") });
  go.setAttribute("aria-label", `${go.textContent}: ${place.name}`);
  go.addEventListener("click", () => attempt(go, async () => {
    await join(isMine ? null : place.id);
    if (!isMine) await remind(place).catch(() => {});
    await show();
  }));
  actions.append(go);
  if (isMine) {
    const ask = element("button", { textContent: text("ask") });
    ask.addEventListener("click", () => attempt(ask, async () => {
      await invite(place);
      await ui.toast({ text: text("invited") }).catch(() => {});
    }));
    actions.append(ask);
  }
  item.append(
    head, element("p", { className: "soft", textContent: place.food[language] ?? place.food.en }),
    element("p", names.length ? text("with", { names: names.join(", ") }) : text("nobody")), actions);
  return item;
}

async function attempt(button, body, { refused = text("refused"), failed = text("failed") } = {}) {
  button.disabled = true;
  problem.hidden = true;
  try {
    await body();
  } catch (error) {
    // Cancelling needs no message. A refusal does, because later a button that does nothing looks broken.
    problem.textContent = error.code === -32003 ? refused : failed;
    problem.hidden = error.code === -32005 || !problem.textContent;
  }
  button.disabled = false;
}

function element(name, properties = {}) {
  const values = typeof properties === "string" ? { textContent: properties } : properties;
  return Object.assign(document.createElement(name), values);
}

document.getElementById("near").addEventListener("click", ({ target }) => attempt(target, async () => {
  kilometres = kilometres ? null : await distances();
  target.setAttribute("aria-pressed", Boolean(kilometres));
  await show();
}, { refused: text("noPlace"), failed: text("unknownPlace") }));

await refresh().catch(() => {});
await show();
listen(show);
