import { camera, files, page, ui } from "/.atoll/atoll.js";
import { categories, expense, info, handedIn, receipt, remove, save, text } from "/app.js";
import { currencies, decimal, parse, typed } from "/common/money.js";
import { shrink } from "/common/photo.js";

const field = (id) => document.getElementById(id);
const [form, fields, problem, picture] = ["form", "fields", "problem", "picture"].map(field);

const id = new URLSearchParams(location.search).get("id");
const existing = id ? await expense(id) : undefined;
// The same id for each attempt to save, so that a failed one leaves no photo behind.
const target = existing ? id : crypto.randomUUID();
// The chosen photo, null if the photo was removed, or undefined if it is unchanged.
let chosen;

field("heading").textContent = text(existing ? "edit" : "add");
field("currency").append(...Object.keys(currencies).map((code) => new Option(code, code)));
field("category").append(...categories.map((name) => new Option(text(`category-${name}`), name)));
field("date").value = existing?.date ?? today();
if (existing) {
  for (const name of ["currency", "category", "note"]) field(name).value = existing[name];
  field("amount").value = typed(existing.amount, info.language);
  field("delete").hidden = false;
  if (existing.hasReceipt) show(await receipt(id));
}

function today() {
  const now = new Date();
  return new Date(now - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

function show(source) {
  picture.hidden = field("unphoto").hidden = !source;
  picture.src = source ?? "";
  picture.alt = source ? text("receiptOf") : "";
  // Otherwise the browser shows "No file chosen" next to a stored picture.
  field("photo").classList.toggle("is-kept", Boolean(source) && !field("photo").files.length);
}

function complain(key, culprit) {
  problem.textContent = text(key);
  problem.hidden = false;
  culprit?.focus();
}

field("photo").addEventListener("change", async ({ target: input }) => {
  if (!input.files[0]) return;
  try {
    chosen = await shrink(input.files[0]);
    problem.hidden = true;
    show(chosen);
  } catch {
    input.value = "";
    complain("badPhoto", input);
  }
});

// Shown if the host has a camera. The photo is stored among the mini app's files, and is read in pieces.
field("camera").hidden = !info.features?.includes("camera.photo");
field("camera").addEventListener("click", async () => {
  try {
    const photo = await camera.photo({ from: "camera", maxSide: 1280 });
    chosen = await shrink(await contents(photo));
    await files.remove({ path: photo.file });
    problem.hidden = true;
    show(chosen);
  } catch (error) {
    // The user knows about cancelling or refusing.
    if (![-32003, -32005].includes(error.code)) complain("badPhoto", field("camera"));
  }
});

async function contents({ file, type }) {
  const pieces = [];
  for (let offset = 0, size = 1; offset < size; ) {
    const piece = await files.read({ path: file, offset });
    pieces.push(Uint8Array.from(atob(piece.data), (letter) => letter.charCodeAt(0)));
    offset += pieces.at(-1).length;
    size = piece.size;
  }
  return new Blob(pieces, { type });
}

field("unphoto").addEventListener("click", () => {
  chosen = null;
  field("photo").value = "";
  show(undefined);
});

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  problem.hidden = true;
  const currency = field("currency").value;
  const amount = parse(field("amount").value, currency, info.language);
  if (amount === null || amount === 0n) return complain("badAmount", field("amount"));
  if (!field("date").value || !field("date").validity.valid) return complain("badDate", field("date"));
  await attempt(() =>
    save(
      target,
      {
        amount: decimal(amount, currency),
        currency,
        category: field("category").value,
        date: field("date").value,
        note: field("note").value.trim(),
        hasReceipt: chosen === undefined ? existing?.hasReceipt === true : chosen !== null,
      },
      chosen,
    ),
    "saved",
  );
});

field("delete").addEventListener("click", () => attempt(() => remove(id), "deleted"));

async function attempt(change, done) {
  fields.disabled = true;
  try {
    await change();
    setDirty(false);
    location.replace(`/pages/list#${done}`);
  } catch (error) {
    fields.disabled = false;
    complain(error.code === -32002 ? "full" : "failed");
  }
}

// Unsaved input is not lost by accident: the host asks before it closes the mini app, and this page before it goes back.
let isDirty = false;

function setDirty(dirty) {
  if (dirty === isDirty) return;
  isDirty = dirty;
  page.setCloseGuard(dirty ? { enabled: true, message: text("unsaved") } : { enabled: false }).catch(() => {});
}

for (const event of ["input", "change"]) form.addEventListener(event, () => setDirty(true));
for (const button of ["camera", "unphoto"]) field(button).addEventListener("click", () => setDirty(true));

document.querySelector("[data-bar] a").addEventListener("click", async (event) => {
  if (!isDirty) return;
  event.preventDefault();
  const { href } = event.currentTarget;
  const leaves = await ui.confirm({ title: text("leave"), message: text("unsaved"), ok: text("discard"), destructive: true });
  if (!leaves) return;
  setDirty(false);
  location.assign(href);
});

// An expense that was handed in can't be changed, but it can be taken back on the reports page.
const handed = existing && (await handedIn())[id];
if (handed) {
  field("fixed").textContent = text(`fixed-${handed}`);
  field("fixed").hidden = false;
  for (const each of form.querySelectorAll("input, select, #camera, #unphoto")) each.disabled = true;
  field("save").hidden = true;
  field("delete").hidden = handed === "submitted";
}

fields.disabled = false;
