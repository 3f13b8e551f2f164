import { categories, element, expenses, handedIn, locale, patient, receipt, remember, text } from "/app.js";
import * as backEnd from "/common/back-end.js";
import { format } from "/common/money.js";
import { base64, csv } from "/common/csv.js";
import { month, sums, total } from "/common/sums.js";
import { files, host, ui } from "/.atoll/atoll.js";

const all = await expenses();
const months = new Intl.DateTimeFormat(locale, { year: "numeric", month: "long", timeZone: "UTC" });

function chart(list, groups, order, name) {
  const largest = new Map();
  for (const group of groups.values()) {
    for (const [currency, amount] of group) {
      if (amount > (largest.get(currency) ?? 0n)) largest.set(currency, amount);
    }
  }
  for (const key of order) {
    for (const [currency, amount] of groups.get(key) ?? []) {
      const bar = element("i");
      // In whole percent of the longest bar in the same currency.
      bar.style.width = `${(amount * 100n) / largest.get(currency)}%`;
      const track = element("span", { className: "track" }, bar);
      track.setAttribute("aria-hidden", "true");
      const amountText = element("span", { className: "amount", textContent: format(amount, currency, locale) });
      list.append(
        element(
          "li",
          {},
          element("div", { className: "bar" }, element("span", { textContent: name(key) }), amountText, track),
        ),
      );
    }
  }
}

const byMonth = sums(all, month);
chart(document.getElementById("months"), byMonth, [...byMonth.keys()], (key) => months.format(new Date(`${key}-01`)));
chart(
  document.getElementById("categories"),
  sums(all, ({ category }) => category),
  categories,
  (key) => text(`category-${key}`),
);
document.getElementById("empty").hidden = all.length > 0;
for (const section of document.querySelectorAll("section")) section.hidden = all.length === 0;

const problem = document.getElementById("problem");
document.getElementById("export").addEventListener("click", async () => {
  problem.hidden = true;
  const head = ["date", "category", "note", "amount", "currency", "receipt"].map((name) => text(`column-${name}`));
  const rows = all.map((entry) => [
    entry.date, text(`category-${entry.category}`), entry.note, entry.amount, entry.currency,
    entry.hasReceipt ? text("hasReceipt") : "",
  ]);
  try {
    await files.save({ name: `${text("fileName")}.csv`, type: "text/csv", data: base64(csv([head, ...rows])) });
  } catch (error) {
    // The user has cancelled.
    if (error.code !== -32005) complain("exportFailed");
  }
});

function complain(key) {
  problem.textContent = text(key);
  problem.hidden = false;
}

// Expenses that were not handed in yet, or were sent back, go to a manager in one report.
const most = 100;
const handIn = document.getElementById("hand-in");
const state = await backEnd.state();
document.getElementById("company").hidden = state === "unavailable";
let open = offer(all, state === "granted" ? await refreshed() : await handedIn());

/** The states of all expenses from the back end, or the last known ones. */
async function refreshed() {
  try {
    return await remember(await backEnd.reports());
  } catch {
    return handedIn();
  }
}

/** Shows the expenses that would be handed in, and returns them. */
function offer(expenses, known) {
  const waiting = expenses.filter(({ id }) => !known[id]);
  const first = waiting.slice(0, most);
  const amounts = [...total(first)].map(([currency, amount]) => format(amount, currency, locale)).join(" + ");
  handIn.hidden = first.length === 0;
  const words = [first.length ? text("handInLead", { amounts }) : text("allHandedIn")];
  if (waiting.length > most) words.push(text("handInMost", { most, count: waiting.length }));
  document.getElementById("lead").textContent = words.join(" ");
  return first;
}

handIn.disabled = false;
handIn.addEventListener("click", async () => {
  problem.hidden = true;
  handIn.disabled = true;
  try {
    if (await handInAll()) location.assign("/pages/reports#handed-in");
  } catch (error) {
    if (error.code === -32003) isRefused();
    else if (error.status === 507) complain("tooManyReports");
    else if (error.code !== -32005) complain("notHandedIn");
  } finally {
    handIn.disabled = false;
    ui.loading({ visible: false }).catch(() => {});
  }
});

async function handInAll() {
  // The first time, the user is asked for consent to be identified to the company.
  const known = await remember(await backEnd.reports());
  // Only the expenses that the user has seen are handed in: another tab may have changed them, or handed them in.
  const seen = JSON.stringify(open);
  open = offer(await expenses(), known);
  if (JSON.stringify(open) !== seen) {
    complain("changedMeanwhile");
    return false;
  }
  ui.loading({ visible: true, text: text("handingIn") }).catch(() => {});
  const receipts = [];
  const entries = [];
  for (const { id, date, category, note, amount, currency, hasReceipt } of open) {
    const picture = hasReceipt ? await patient(() => receipt(id)) : null;
    if (picture) receipts.push([entries.length, picture]);
    entries.push({ id, date, category, note, amount, currency, hasReceipt: Boolean(picture) });
  }
  const dates = entries.map(({ date }) => date).sort();
  const range = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });
  const title = range.formatRange(new Date(dates[0]), new Date(dates.at(-1)));
  await backEnd.handIn(crypto.randomUUID(), { title, entries }, receipts);
  // The reports page requests the new state.
  return true;
}

// After a refusal, the user can change the decision in the settings, with all other permissions.
function isRefused() {
  complain("refusedText");
  const button = element("button", { className: "link", type: "button", textContent: text("refused") });
  button.addEventListener("click", () => host.openSettings().catch(() => button.remove()));
  problem.append(" ", button);
}
