// Makes one page light or dark, regardless of the browser's setting: media queries about it use the chosen theme. Runs before all other
// scripts.
(() => {
  "use strict";

  const query = /\(\s*prefers-color-scheme\s*:\s*(light|dark)\s*\)/g;
  const texts = new WeakMap();
  const lists = new Set();
  const ask = globalThis.matchMedia.bind(globalThis);
  let chosen = "";

  const meant = (text) => (chosen ? text.replace(query, (_, theme) => (theme === chosen ? "(min-width: 0px)" : "(max-width: 0px)")) : text);

  globalThis.matchMedia = (text) => {
    if (!/prefers-color-scheme/.test(text)) return ask(text);
    const target = new EventTarget();
    const real = ask(text);
    const list = Object.assign(target, {
      media: text, onchange: null,
      addListener: (heard) => target.addEventListener("change", heard),
      removeListener: (heard) => target.removeEventListener("change", heard),
    });
    Object.defineProperty(list, "matches", { get: () => ask(meant(text)).matches });
    lists.add(list);
    real.addEventListener("change", () => tell(list));
    return list;
  };

  function tell(list) {
    const event = Object.assign(new Event("change"), { matches: list.matches, media: list.media });
    list.onchange?.(event);
    list.dispatchEvent(event);
  }

  function rules(all) {
    for (const rule of all) {
      if (rule instanceof CSSMediaRule && (texts.has(rule) || /prefers-color-scheme/.test(rule.media.mediaText))) {
        if (!texts.has(rule)) texts.set(rule, rule.media.mediaText);
        const text = meant(texts.get(rule));
        if (rule.media.mediaText !== text) rule.media.mediaText = text;
      }
      if (rule.cssRules) rules(rule.cssRules);
    }
  }

  function sheets() {
    for (const sheet of document.styleSheets) {
      const owner = sheet.ownerNode;
      if (owner?.media && (texts.has(owner) || /prefers-color-scheme/.test(owner.media))) {
        if (!texts.has(owner)) texts.set(owner, owner.media);
        owner.media = meant(texts.get(owner));
      }
      try {
        rules(sheet.cssRules);
      } catch {
        // A style sheet of another origin.
      }
    }
  }

  addEventListener("load", ({ target }) => chosen && target instanceof HTMLLinkElement && sheets(), true);
  addEventListener("DOMContentLoaded", () => chosen && sheets());

  // Chooses "light" or "dark", or "" for the browser's setting.
  globalThis.AtollLook = (theme) => {
    if (theme === chosen) return;
    chosen = theme;
    document.documentElement.style.colorScheme = theme;
    sheets();
    for (const list of lists) tell(list);
  };
})();
