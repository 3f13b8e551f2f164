// Amounts of money: whole numbers of a currency's smallest unit, as BigInt, written and read as decimals. Nothing here
// is ever a floating-point number.

/** The currencies that are offered, with the digits behind their decimal point (ISO 4217). */
export const currencies = { EUR: 2, USD: 2, GBP: 2, CHF: 2, JPY: 0, KWD: 3 };

/** The longest amount, in digits before the point. */
const longest = 12;

/**
 * The smallest units that `written` stands for, or null where it is no amount of this currency. A comma or a point
 * divides off the fraction; white space and the other of the two may group the thousands.
 */
export function parse(written, currency) {
  const digits = currencies[currency];
  const compact = written.replace(/[\s\u00a0\u202f']/g, "");
  const mark = Math.max(compact.lastIndexOf("."), compact.lastIndexOf(","));
  const grouped = /^\d{1,3}([.,]\d{3})+$/.test(compact) && new Set(compact.match(/[.,]/g)).size === 1;
  // "1,250" is a thousand two hundred and fifty, save where the currency has three digits behind the point.
  const isWhole = mark < 0 || (grouped && digits !== 3);
  const whole = (isWhole ? compact : compact.slice(0, mark)).replace(/[.,](?=\d{3}(\D|$))/g, "");
  const fraction = isWhole ? "" : compact.slice(mark + 1);
  if (!/^\d+$/.test(whole) || !/^\d*$/.test(fraction)) return null;
  if (whole.length > longest || fraction.length > digits) return null;
  return BigInt(whole + fraction.padEnd(digits, "0"));
}

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
