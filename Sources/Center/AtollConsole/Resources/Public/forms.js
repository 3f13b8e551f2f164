// Sends forms without leaving the page, so that nothing typed is lost when the Center refuses them. Without this script, the browser sends
// forms, and a refusal is a new page.
const texts = document.body.dataset;
const isTyped = (form) => form.querySelector("input:not([type=hidden]), textarea, select") !== null;

function say(form, text, ...more) {
  const note = form.querySelector(":scope > .refusal") ?? document.createElement("p");
  note.className = "problem refusal";
  note.setAttribute("role", "alert");
  note.tabIndex = -1;
  note.replaceChildren(text, ...more);
  form.append(note);
  note.focus({ preventScroll: true });
  note.scrollIntoView({ block: "nearest" });
}

function link(text, address) {
  const link = document.createElement("a");
  link.href = address;
  link.textContent = text;
  return link;
}

// Finds the field that the Center refers to. Its routes use `ownsSuperApps` where forms use `owns-super-apps`.
function fieldOf(form, subject) {
  const plain = (name) => name.replaceAll("-", "").toLowerCase();
  return subject ? [...form.elements].find(({ name, type }) => type !== "hidden" && name && plain(name) === plain(subject)) : undefined;
}

// Replaces the route's name of a field by its label.
function named(text, field, subject) {
  const label = field?.labels?.[0]?.cloneNode(true);
  for (const part of label?.querySelectorAll("input, select, textarea, .soft") ?? []) part.remove();
  const name = label?.textContent.trim();
  return name ? text.replace(`"${subject}"`, name) : text;
}

// Marks a field until it is changed.
function mark(field, reason) {
  reason.id = "refusal";
  field.setAttribute("aria-invalid", "true");
  field.setAttribute("aria-describedby", reason.id);
  field.addEventListener("input", () => unmark(field), { once: true });
  field.focus();
}

function unmark(field) {
  field.removeAttribute("aria-invalid");
  field.removeAttribute("aria-describedby");
}

async function page(response) {
  if (/json/.test(response.headers.get("content-type") ?? "")) {
    const problem = document.createElement("p");
    problem.setAttribute("role", "alert");
    const { detail = "", subject } = await response.json();
    problem.textContent = detail;
    if (subject) problem.dataset.subject = subject;
    return problem;
  }
  return new DOMParser().parseFromString(await response.text(), "text/html");
}

// Opens the page that a form leads to, which can be this one.
function go(form, place) {
  const target = new URL(place, location.href);
  const isHere = target.pathname === location.pathname && target.search === location.search;
  if (!isHere) return location.assign(target);
  // Browsers preserve fields when a page is reloaded.
  form.reset();
  history.replaceState(null, "", target);
  location.reload();
}

// Asks for the password, or the second factor, in a dialog, and sends the form again.
function confirm(form, body, asked) {
  const dialog = document.createElement("dialog");
  const heading = document.createElement("h2");
  heading.id = "confirm-heading";
  heading.textContent = asked.querySelector("[role=alert]")?.textContent.trim() ?? "";
  dialog.setAttribute("aria-labelledby", heading.id);
  const close = document.createElement("button");
  close.type = "button";
  close.className = "small";
  close.textContent = texts.cancel;
  close.addEventListener("click", () => dialog.close());
  // The provider opens in another tab, so that what was typed stays on this one.
  for (const way of asked.querySelectorAll(".after a")) way.target = "_blank";
  dialog.append(heading, asked.querySelector("form[action='/confirm']"), ...asked.querySelectorAll(".after"), close);
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (dialog.returnValue === "confirmed") send(form, body);
    else form.querySelector("button:not([type=button])")?.focus();
  });
  document.querySelector("main").append(dialog);
  dialog.showModal();
}

async function send(form, body) {
  if (form.hasAttribute("aria-busy")) return;
  form.setAttribute("aria-busy", "true");
  for (const field of form.querySelectorAll("[aria-invalid]")) unmark(field);
  const isLeaving = await answered(form, body);
  if (!isLeaving) form.removeAttribute("aria-busy");
}

// Sends a form, and shows the response. Returns whether another page is about to load.
async function answered(form, body) {
  let response;
  try {
    // Fields of forms are named action and method.
    response = await fetch(form.getAttribute("action"), { method: "POST", body, headers: { accept: "application/json" } });
  } catch {
    // The Center may have processed the request despite the error.
    say(form, texts.unreachable, " ", link(texts.again, ""));
    return false;
  }
  if (response.status === 201) {
    const dialog = form.closest("dialog");
    if (dialog) dialog.close("confirmed");
    else go(form, response.headers.get("location"));
    return !dialog;
  }
  if (response.redirected) {
    if (new URL(response.url).pathname !== "/sign-in") {
      location.assign(response.url);
      return true;
    }
    const way = link(texts.signIn, "/sign-in");
    way.target = "_blank";
    say(form, texts.signedOut, " ", way);
    return false;
  }
  const answer = await page(response);
  const shown = answer.querySelector("main");
  if (response.ok && shown) {
    document.querySelector("main").replaceChildren(...shown.childNodes);
    // Has screen readers read the new key or link, which is shown only once.
    const panel = document.querySelector("main [role=status]") ?? document.querySelector("main");
    panel.tabIndex = -1;
    panel.focus();
    panel.scrollIntoView({ block: "center" });
    return false;
  }
  if (answer.querySelector("form[action='/confirm']")) {
    form.removeAttribute("aria-busy");
    confirm(form, body, answer);
    return false;
  }
  const note = answer.matches?.("[role=alert]") ? answer : answer.querySelector("[role=alert]");
  // Another user has changed it, so the page must be reloaded to show that.
  const again = response.status === 409 || response.status === 412 ? [" ", link(texts.again, "")] : [];
  const field = fieldOf(form, note?.dataset.subject);
  say(form, named(note?.textContent.trim() || texts.unreachable, field, note?.dataset.subject), ...again);
  if (field) mark(field, form.querySelector(":scope > .refusal"));
  return false;
}

// Browsers restore a page in the state in which it was left.
addEventListener("pageshow", () => document.querySelectorAll("form[aria-busy]").forEach((form) => form.removeAttribute("aria-busy")));

document.addEventListener("submit", (event) => {
  const form = event.target;
  const isSent = form.getAttribute("method") === "post" && form.closest("main") && !form.matches(".upload") && isTyped(form);
  if (event.defaultPrevented || !isSent) return;
  event.preventDefault();
  send(form, new URLSearchParams(new FormData(form, event.submitter)));
});
