// Lets users see the password that they type. It is sent, and stored by the browser, as a password.
addEventListener("DOMContentLoaded", () => {
  "use strict";

  for (const field of document.querySelectorAll('input[type="password"]')) {
    const hadFocus = document.activeElement === field;
    const box = Object.assign(document.createElement("span"), { className: "with-reveal" });
    const button = Object.assign(document.createElement("button"), { type: "button", className: "reveal" });
    button.setAttribute("aria-label", t`Show password`);
    button.setAttribute("aria-pressed", "false");
    button.setAttribute("aria-controls", field.id);
    button.append(eye());
    button.addEventListener("click", () => show(button.getAttribute("aria-pressed") !== "true"));
    // As plain text, it would be corrected, and sent away to be checked.
    for (const [name, value] of [["autocapitalize", "none"], ["autocorrect", "off"], ["spellcheck", "false"]]) field.setAttribute(name, value);
    field.form?.addEventListener("submit", () => show(false));
    field.replaceWith(box);
    box.append(field, button);
    if (hadFocus) field.focus();

    function show(isShown) {
      field.type = isShown ? "text" : "password";
      button.setAttribute("aria-pressed", String(isShown));
    }
  }

  function eye() {
    const create = (name, attributes) => {
      const element = document.createElementNS("http://www.w3.org/2000/svg", name);
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      return element;
    };
    const svg = create("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" });
    svg.append(
      create("path", { d: "M2 12c3-5 6-7 10-7s7 2 10 7c-3 5-6 7-10 7s-7-2-10-7z" }), create("circle", { cx: 12, cy: 12, r: 3 }),
      create("path", { class: "lid", d: "M4 20L20 4" }));
    return svg;
  }
});
