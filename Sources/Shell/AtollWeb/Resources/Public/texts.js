// The texts of the scripts in the user's language: t`Pay ${total}?`. The key is the text in English, with %lld for a number and %@ for any
// other value, as in the String Catalog that it is from.
(() => {
  "use strict";

  const { language, direction, values } = AtollTexts;
  const plural = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  const isNumber = (value) => typeof value === "number";

  globalThis.t = (parts, ...given) => {
    const key = parts.map((part) => part.replaceAll("%", "%%"))
      .reduce((text, part, index) => text + (isNumber(given[index - 1]) ? "%lld" : "%@") + part);
    const found = values[key] ?? key;
    const text = typeof found === "string" ? found : (found[plural.select(given.find(isNumber) ?? 0)] ?? found.other);
    let next = 0;
    return text.replace(/%%|%(?:([1-9])\$)?(?:@|lld)/g, (all, place) => {
      if (all === "%%") return "%";
      const value = given[place ? place - 1 : next++];
      // In right-to-left text, a value keeps its own direction.
      return isNumber(value) ? numbers.format(value) : direction === "rtl" ? `\u2068${value}\u2069` : value;
    });
  };
})();
