// Amounts of money: integers (BigInt) in the smallest unit of a currency, parsed from and formatted as decimals.
// Nothing here uses floating-point numbers.

/** The supported currencies, with their number of digits after the decimal point (ISO 4217). */
export const currencies = { EUR: 2, USD: 2, GBP: 2, CHF: 2, JPY: 0, KWD: 3 };

/** The maximum number of digits before the decimal point. */
const longest = 12;

/**
 * The amount `written`, in smallest units, or null if it is not a valid amount in this currency.
 *
 * Point and comma are read as the language uses them: in English "1,250" is 1250 and "1.250" is too precise for euros;
 * in Spanish it is the other way round. A mark that is not followed by exactly three digits is always the decimal mark.
 * Digits and marks of Arabic and Persian are read as their values.
 */
export function parse(written, currency, language) {
  const digits = currencies[currency];
  const compact = western(written, language).replace(/[\s\u00a0\u202f']/g, "");
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

/** The decimal mark of a language, with the digits 0 to 9. */
const point = (language) =>
  new Intl.NumberFormat(language, { numberingSystem: "latn" }).formatToParts(0.5).find(({ type }) => type === "decimal").value;

/** A text with its digits replaced by 0 to 9, and its marks by those of a language. */
function western(text, language) {
  const decimal = point(language);
  return text
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => digit.charCodeAt(0) & 0xf)
    .replace(/\u066b/g, decimal)
    .replace(/[\u066c\u060c]/g, decimal === "." ? "," : ".");
}

/** A decimal string as it is typed in this language, for a field that `parse` reads. */
export const typed = (text, language) => text.replace(".", point(language));

/** The decimal string of an amount in smallest units: 1250n EUR is "12.50". */
export function decimal(units, currency) {
  const digits = currencies[currency];
  const text = units.toString().padStart(digits + 1, "0");
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** The amount in smallest units of a decimal string from `decimal`. */
export function units(text, currency) {
  const digits = currencies[currency];
  const [, whole, fraction = ""] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  // Another number of decimals would be another amount.
  if (whole === undefined || digits === undefined || fraction.length > digits) throw new Error(`${text} is no amount in ${currency}.`);
  return BigInt(whole + fraction.padEnd(digits, "0"));
}

/** An amount formatted for a language. The formatter gets the decimal as a string, so that it stays exact. */
export function format(amount, currency, language) {
  return new Intl.NumberFormat(language, { style: "currency", currency }).format(decimal(amount, currency));
}
