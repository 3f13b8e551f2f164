import { element, expenses, info, text } from "/app.js";
import { format, units } from "/common/money.js";
import { month, sums, total } from "/common/sums.js";

const all = await expenses();
const written = (group) =>
  [...group].map(([currency, amount]) => format(amount, currency, info.language)).join(" + ");
const months = new Intl.DateTimeFormat(info.language, { year: "numeric", month: "long", timeZone: "UTC" });
const days = new Intl.DateTimeFormat(info.language, { day: "numeric", month: "short", timeZone: "UTC" });

document.getElementById("total").textContent = written(total(all)) || format(0n, "EUR", info.language);
document.getElementById("empty").hidden = all.length > 0;
document.getElementById("groups").append(
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

function row(entry) {
  const category = text(`category-${entry.category}`);
  const details = [days.format(new Date(entry.date)), entry.note ? category : null, entry.hasReceipt ? text("hasReceipt") : null];
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
        textContent: format(units(entry.amount, entry.currency), entry.currency, info.language),
      }),
    ),
  );
}
