import { element, expenses, locale, handedIn, remember, text } from "/app.js";
import * as backEnd from "/common/back-end.js";
import { format, units } from "/common/money.js";
import { month, sums, total } from "/common/sums.js";
import { ui } from "/.atoll/atoll.js";

const all = await expenses();
let known = await handedIn();
const written = (group) =>
  [...group].map(([currency, amount]) => format(amount, currency, locale)).join(" + ");
const months = new Intl.DateTimeFormat(locale, { year: "numeric", month: "long", timeZone: "UTC" });
const days = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", timeZone: "UTC" });

// Confirms the action of the previous page here, where the user sees it.
if (["#saved", "#deleted"].includes(location.hash)) {
  ui.toast({ text: text(location.hash.slice(1)) }).catch(() => {});
  history.replaceState(history.state, "", location.pathname);
}

document.getElementById("total").textContent = written(total(all)) || format(0n, "EUR", locale);
document.getElementById("empty").hidden = all.length > 0;
const groups = document.getElementById("groups");

function show() {
  groups.replaceChildren(
    ...[...sums(all, month)].map(([key, group]) =>
      element(
        "section",
        { className: "group" },
        element(
          "h2",
          {},
          element("span", { textContent: months.format(new Date(`${key}-01`)) }),
          element("span", { textContent: written(group) }),
        ),
        element("ul", { className: "entries" }, ...all.filter((entry) => month(entry) === key).map(row)),
      ),
    ),
  );
}

function row(entry) {
  const category = text(`category-${entry.category}`);
  const state = known[entry.id];
  const details = [
    days.format(new Date(entry.date)), entry.note ? category : null, entry.hasReceipt ? text("hasReceipt") : null,
    state ? text(`state-${state}`) : null,
  ];
  return element(
    "li",
    {},
    element(
      "a",
      { className: "entry", href: `/pages/edit?id=${encodeURIComponent(entry.id)}` },
      element(
        "span",
        { className: "what" },
        element("b", { textContent: entry.note || category }),
        element("span", { textContent: details.filter(Boolean).join(" · ") }),
      ),
      element("span", {
        className: "amount",
        textContent: format(units(entry.amount, entry.currency), entry.currency, locale),
      }),
    ),
  );
}

show();

// The states of the reports, and those that wait for a manager. Looking at the list never asks the user for a permission.
const reports = document.getElementById("reports");
const state = await backEnd.state();
reports.hidden = state === "unavailable";
if (state === "granted") {
  try {
    const { isManager } = await backEnd.me();
    const [own, waiting] = await Promise.all([backEnd.reports(), isManager ? backEnd.waiting() : []]);
    if (waiting.length) reports.textContent = text("waitForYou", { count: waiting.length });
    const before = JSON.stringify(known);
    known = await remember(own);
    // An unchanged list must not lose the focus.
    if (JSON.stringify(known) !== before) show();
  } catch {
    // The list works without the back end; the reports page shows the error.
  }
}
