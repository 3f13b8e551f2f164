// The sections of the app are shown beside a mini app, too, where the window is wide enough. The page around a mini app is requested at
// each opening and stays small, so each page with sections stores them here for it.
addEventListener("DOMContentLoaded", () => {
  "use strict";

  const place = "atoll.sections";
  const shown = document.querySelector("nav.tabs");
  const around = document.querySelector(".page-mini-app .app");
  const user = document.querySelector(".account")?.dataset.user;
  try {
    if (shown) localStorage.setItem(place, JSON.stringify(read(shown)));
    else if (around && user) show(around);
  } catch {
    // The browser stores nothing, or has an older format, which the next page with sections replaces.
  }

  function read(nav) {
    const shape = ({ tagName, attributes, children }) =>
      [tagName, [...attributes].map(({ name, value }) => [name, value]), [...children].map(shape)];
    return {
      user, label: nav.getAttribute("aria-label"),
      sections: [...nav.querySelectorAll("a")].map((link) => ({
        // Without the section's current state, such as the text of a search.
        address: link.pathname, title: link.textContent.trim(), icon: [...link.querySelector("svg").children].map(shape),
      })),
    };
  }

  function drawing(icon) {
    const create = (name) => document.createElementNS("http://www.w3.org/2000/svg", name);
    const svg = create("svg");
    svg.setAttribute("viewBox", "0 0 24 24");
    svg.setAttribute("aria-hidden", "true");
    const drawn = ([name, attributes, children]) => {
      const part = create(name);
      for (const [name, value] of attributes) part.setAttribute(name, value);
      part.append(...children.map(drawn));
      return part;
    };
    svg.append(...icon.map(drawn));
    return svg;
  }

  function show(around) {
    const known = JSON.parse(localStorage.getItem(place));
    // Another user may have other sections.
    if (known?.user !== user) return;
    const nav = Object.assign(document.createElement("nav"), { className: "tabs" });
    nav.setAttribute("aria-label", known.label);
    const hub = new URL(document.getElementById("close").href).pathname;
    for (const { address, title, icon } of known.sections) {
      const link = Object.assign(document.createElement("a"), { className: "tab", href: address });
      link.append(drawing(icon), Object.assign(document.createElement("span"), { textContent: title }));
      if (new URL(link.href).pathname === hub) link.setAttribute("aria-current", "true");
      nav.append(link);
    }
    around.append(nav);
    around.classList.add("with-tabs");
  }
});
