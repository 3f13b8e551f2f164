import { units } from "/common/money.js";

// Sums of expenses. Different currencies are never added to each other.

/** A map from each group's key to its sums: a map from currency code to smallest units, sorted by code. */
export function sums(expenses, key) {
  const groups = new Map();
  for (const expense of expenses) {
    const group = groups.get(key(expense)) ?? new Map();
    group.set(expense.currency, (group.get(expense.currency) ?? 0n) + units(expense.amount, expense.currency));
    groups.set(key(expense), group);
  }
  const sorted = (group) => new Map([...group].sort(([one], [other]) => (one < other ? -1 : 1)));
  return new Map([...groups].map(([key, group]) => [key, sorted(group)]));
}

/** The sums of all expenses. */
export const total = (expenses) => sums(expenses, () => "all").get("all") ?? new Map();

/** The month of an expense, such as "2026-11". */
export const month = ({ date }) => date.slice(0, 7);
