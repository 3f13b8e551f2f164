import "/app.js";

/** The calls by group, in the order in which they are needed: a module lists its functions by name. */
const groups = {
  host: ["info", "openURL", "openSettings", "log", "close"],
  user: ["profile", "contact", "signIn", "token", "code"],
  permissions: ["query", "request"],
  storage: ["set", "get", "setAll", "getAll", "keys", "size", "remove", "clear"],
  secrets: ["set", "get", "remove"],
  files: ["write", "list", "read", "save", "pick", "remove"],
  ui: ["toast", "alert", "confirm", "prompt", "choose", "loading", "haptic"],
  page: ["setTitle", "setMainButton", "setBackButton", "setCloseGuard", "setAppearance", "setOrientation", "setFullscreen"],
  lifecycle: ["state"],
  apps: ["launch", "open"],
  clipboard: ["write", "read"],
  share: ["share"],
  camera: ["photo"],
  scanner: ["scan"],
  location: ["current", "watch", "unwatch"],
  device: ["network", "battery"],
  contacts: ["pick"],
  payments: ["request"],
  messages: ["send"],
  notifications: ["schedule", "cancel", "badge"],
  updates: ["send", "since"],
  realtime: ["join", "send", "leave"],
  analytics: ["event"],
};

const place = document.querySelector("#calls");

function made(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

/** The code between the braces of a function, without its indentation. */
function code(run) {
  const lines = run.toString().split("\n").slice(1, -1);
  return lines.map((line) => line.replace(/^ {2}/, "")).join("\n");
}

async function show(run, button, output) {
  // The button retains the focus in the meantime.
  if (button.getAttribute("aria-disabled") === "true") return;
  button.setAttribute("aria-disabled", "true");
  output.dataset.state = "";
  output.textContent = "…";
  try {
    const answer = await run();
    output.textContent = JSON.stringify(answer ?? null, null, 2);
    output.dataset.state = "answered";
  } catch (error) {
    output.textContent = `${error.code ?? error.name}: ${error.message}`;
    output.dataset.state = "refused";
  }
  button.removeAttribute("aria-disabled");
}

function card(name, run) {
  const button = made("button", { type: "button", textContent: "Run" });
  button.setAttribute("aria-label", `Run ${name}`);
  const output = made("output");
  button.addEventListener("click", () => show(run, button, output));
  const section = made(
    "section", { className: "call", id: name }, made("header", {}, made("h3", { textContent: name }), button),
    made("pre", { textContent: code(run) }), output);
  section.dataset.words = `${name} ${code(run)}`.toLowerCase();
  return section;
}

const modules = await Promise.all(Object.keys(groups).map((group) => import(`/calls/${group}.js`)));
for (const [index, [group, names]] of Object.entries(groups).entries()) {
  const calls = modules[index];
  const list = made("div", { className: "group" }, made("h2", { textContent: group }));
  for (const name of names) list.append(card(name === group ? name : `${group}.${name}`, calls[name]));
  place.append(list);
}

document.querySelector("#filter").addEventListener("input", ({ target }) => {
  const wanted = target.value.trim().toLowerCase();
  for (const list of place.children) {
    for (const each of list.querySelectorAll(".call")) each.hidden = !each.dataset.words.includes(wanted);
    list.hidden = !list.querySelector(".call:not([hidden])");
  }
  document.querySelector("#none").hidden = place.querySelector(".group:not([hidden])") !== null;
});
