/** Creates an element with properties and children. */
export function element(tag, properties = {}, ...children) {
  const { data, role, label, ...rest } = properties;
  const made = Object.assign(document.createElement(tag), rest);
  if (data) Object.assign(made.dataset, data);
  if (role) made.setAttribute("role", role);
  if (label) made.setAttribute("aria-label", label);
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

/** A button with an action. */
export const button = (text, onclick, properties = {}) => element("button", { type: "button", textContent: text, onclick, ...properties });

/** A table with a head. */
export const table = (heads, rows) =>
  element("table", {}, element("thead", {}, element("tr", {}, ...heads.map((head) => element("th", { scope: "col", textContent: head })))),
    element("tbody", {}, ...rows));

/** A row of a table. Numbers are right-aligned. */
export const row = (...cells) =>
  element("tr", {}, ...cells.map((cell) => cell instanceof Node ? element("td", {}, cell)
    : element("td", { className: typeof cell === "number" ? "number" : "", textContent: typeof cell === "number" ? cell.toLocaleString() : cell ?? "" })));

/** A hint. */
export const hint = (text) => element("p", { className: "soft", textContent: text });

export const heading = (text) => element("h2", { textContent: text });

/** A value as formatted JSON. */
export const pretty = (value) => (value === undefined ? "" : JSON.stringify(value, null, 2));

/** A field with a label. */
export const field = (label, control) => element("label", { className: "row" }, element("span", { textContent: label }), control);

/** A select with values and their labels. */
export function select(values, value, onchange) {
  const made = element("select", { onchange: ({ target }) => onchange(target.value) },
    ...values.map(([key, text]) => element("option", { value: key, textContent: text })));
  made.value = value;
  return made;
}

/** Sends JSON to the server. */
export const json = (path, body) =>
  fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
