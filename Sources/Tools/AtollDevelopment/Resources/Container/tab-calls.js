import { button, element, hint, pretty } from "/.dev/files/dom.js";

const time = (at) => at.toLocaleTimeString([], { hour12: false }) + `.${String(at.getMilliseconds()).padStart(3, "0")}`;
const code = ({ method, params }) => `import { call } from "/.atoll/atoll.js";\n\nawait call(${JSON.stringify(method)}, ${pretty(params ?? {})});\n`;

/** The calls of the mini app, newest first. Each can be edited and sent again. */
export function calls(dev, panel) {
  let filter = "";
  // Open and edited calls remain as they are when new ones arrive.
  const made = new WeakMap();
  const search = element("input", { type: "search", placeholder: "Filter by method", label: "Filter by method", oninput: ({ target }) => {
    filter = target.value.toLowerCase();
    fill();
  } });
  const list = element("div", { id: "calls" });
  const sum = hint("");
  panel.append(element("div", { className: "row" }, search, button("Clear", () => {
    dev.current.calls.length = 0;
    fill();
  })), sum, list);

  function entry(call) {
    if (made.has(call)) return made.get(call);
    const details = element("details", {},
      element("summary", {},
        element("span", { className: `grow${call.error ? " bad" : ""}`, textContent: call.method }),
        element("span", { className: "soft", textContent: `${call.ms.toFixed(0)} ms` })));
    let isFilled = false;
    const show = () => {
      if (isFilled || !details.open) return;
      isFilled = true;
      const edited = element("textarea", { value: pretty(call.params ?? {}), rows: 4, label: "Parameters" });
      const answer = element("pre", { textContent: pretty(call.error ?? call.result ?? null), className: call.error ? "bad" : "" });
      const again = async () => {
        let params;
        try {
          params = JSON.parse(edited.value);
        } catch ({ message }) {
          answer.textContent = message;
          return;
        }
        const { result, error } = await dev.current.call(call.method, params);
        answer.textContent = pretty(error ?? result ?? null);
        answer.className = error ? "bad" : "";
      };
      details.append(
        hint(`${time(call.at)}, ${call.bytes} bytes`), edited, answer,
        element("div", { className: "row" }, button("Send again", again), button("Copy as code", () => navigator.clipboard?.writeText(code(call)))));
    };
    details.addEventListener("toggle", show);
    made.set(call, details);
    return details;
  }

  let isDrawing = false;
  function fill() {
    isDrawing = false;
    const found = dev.current.calls.filter(({ method }) => method.toLowerCase().includes(filter));
    sum.textContent = found.length ? `${found.length} calls, ${found.filter(({ error }) => error).length} failed` : "The mini app has not called anything yet.";
    list.replaceChildren(...found.slice(-200).reverse().map(entry));
  }
  fill();
  return { update() {
    if (isDrawing) return;
    isDrawing = true;
    requestAnimationFrame(fill);
  } };
}

