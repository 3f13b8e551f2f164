import { categories, element, expenses, info, text } from "/app.js";
import { format } from "/common/money.js";
import { month, sums } from "/common/sums.js";

const all = await expenses();
const months = new Intl.DateTimeFormat(info.language, { year: "numeric", month: "long", timeZone: "UTC" });

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
      // In whole per cent of the longest bar in the same currency.
      bar.style.width = `${(amount * 100n) / largest.get(currency)}%`;
      const track = element("span", { className: "track" }, bar);
      track.setAttribute("aria-hidden", "true");
      const amountText = element("span", { className: "amount", textContent: format(amount, currency, info.language) });
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
