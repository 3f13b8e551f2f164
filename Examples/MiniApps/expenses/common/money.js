// Amounts of money: whole numbers of a currency's smallest unit, as BigInt, written and read as decimals. Nothing here
// is ever a floating-point number.

/** The currencies that are offered, with the digits behind their decimal point (ISO 4217). */
export const currencies = { EUR: 2, USD: 2, GBP: 2, CHF: 2, JPY: 0, KWD: 3 };

/** The longest amount, in digits before the point. */
const longest = 12;

/**
 * The smallest units that `written` stands for, or null where it is no amount of this currency.
 *
 * Point and comma are read as the language uses them: in English "1,250" is a thousand and "1.250" too exact for euros,
 * in Spanish the other way round. Where three digits do not follow, either mark divides off the fraction.
 */
export function parse(written, currency, language) {
  const digits = currencies[currency];
  const compact = written.replace(/[\s\u00a0\u202f']/g, "");
  const last = Math.max(compact.lastIndexOf("."), compact.lastIndexOf(","));
  const groups = last >= 0 && compact.length - last === 4 && compact[last] !== point(language);
  const mark = last < 0 || groups ? compact.length : last;
  const whole = compact.slice(0, mark);
  const fraction = compact.slice(mark + 1);
  const group = compact[mark] === "," || (mark === compact.length && point(language) === ",") ? "." : ",";
  const isGrouped = new RegExp(`^\\d{1,3}(\\${group}\\d{3})+$`).test(whole);
  if (!(isGrouped || /^\d+$/.test(whole)) || !/^\d*$/.test(fraction)) return null;
  const bare = whole.replaceAll(group, "");
  if (bare.length > longest || fraction.length > digits) return null;
  return BigInt(bare + fraction.padEnd(digits, "0"));
}

/** The mark that divides off the fraction in a language. */
const point = (language) =>
  new Intl.NumberFormat(language).formatToParts(0.5).find(({ type }) => type === "decimal").value;

/** A decimal text as somebody of this language would type it, for a field that `parse` will read. */
export const typed = (text, language) => text.replace(".", point(language));

/** The decimal text of smallest units: 1250n EUR is "12.50". */
export function decimal(units, currency) {
  const digits = currencies[currency];
  const text = units.toString().padStart(digits + 1, "0");
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** The smallest units of a decimal text that `decimal` wrote. */
export function units(text, currency) {
  const [whole, fraction = ""] = text.split(".");
  return BigInt(whole + fraction.padEnd(currencies[currency], "0"));
}

/** An amount as people of this language write it. The formatter is given the decimal as text, so it stays exact. */
export function format(amount, currency, language) {
  return new Intl.NumberFormat(language, { style: "currency", currency }).format(decimal(amount, currency));
}
