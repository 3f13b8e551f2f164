import bridge from "/.dev/files/bridge.js";
import { button, element, field, heading, hint, pretty, row, select, table } from "/.dev/files/dom.js";

const time = (at) => at.toLocaleTimeString([], { hour12: false });

/** Events of the host: sends them, and lists those that were sent. */
export function events(dev, panel) {
  const examples = Object.fromEntries(bridge.events.map(({ name, parameters }) => [name, example(parameters)]));
  const parameters = element("textarea", { rows: 4, label: "Parameters" });
  const problem = element("p", { className: "bad", role: "status" });
  let name = bridge.events[0].name;
  const about = hint("");
  const choose = (next) => {
    name = next;
    parameters.value = pretty(examples[next]);
    about.textContent = bridge.events.find((each) => each.name === next).summary;
  };
  const list = element("div");
  panel.append(
    field("Event", select(bridge.events.map((each) => [each.name, each.name]), name, choose)), about, parameters,
    element("div", { className: "row" }, button("Send", () => {
      try {
        dev.current.tell({ type: "event", method: name, params: JSON.parse(parameters.value) });
        problem.textContent = "";
      } catch ({ message }) {
        problem.textContent = message;
      }
    })), problem, heading("Sent"), list);
  choose(name);
  const update = () => list.replaceChildren(dev.current.events.length
    ? table(["Time", "Event", "Parameters"], dev.current.events.slice(-100).reverse().map(({ at, method, params }) => row(time(at), method, pretty(params))))
    : hint("None yet."));
  update();
  return { update };
}

// Example parameters that match a schema.
function example(schema) {
  if (schema.$ref) return schema.$ref.endsWith("Position") ? { latitude: 52.52, longitude: 13.4, accuracy: 1000, time: Date.now() } : {};
  if (schema.enum) return schema.enum[0];
  if (schema.type === "object") return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, each]) => [key, example(each)]));
  return { boolean: true, integer: 1, number: 1, string: "", array: [] }[schema.type] ?? null;
}

/** The life cycle of the mini app: its possible events, and its messages. */
export function lifecycle(dev, panel) {
  const tell = (method, params) => dev.current.tell({ type: "event", method, params });
  const both = (state) => {
    tell("lifecycle.page", { state });
    tell("lifecycle.global", { state });
  };
  const list = element("div");
  panel.append(
    element("div", { className: "row" },
      button("Hide", () => both("hidden")), button("Show", () => both("shown")),
      button("Unload", () => both("unloaded")), button("Tap back", () => tell("page.back", {})),
      button("Tap the main button", () => tell("page.mainButton", {})),
      button("Open anew", () => dev.current.open(""))), heading("Timeline"), list);
  const update = () => {
    const steps = [...dev.current.calls.filter(({ method }) => method.startsWith("lifecycle.")), ...dev.current.events.filter(({ method }) => method.startsWith("lifecycle."))]
      .sort((one, other) => one.at - other.at);
    list.replaceChildren(steps.length
      ? table(["Time", "From", "What"], steps.slice(-100).map((each) =>
        row(time(each.at), each.ms === undefined ? "host" : "mini app", `${each.method.slice(10)} ${each.params?.state ?? each.params?.message ?? ""}`)))
      : hint("Nothing yet."));
  };
  update();
  return { update };
}

/** The log messages and errors of the mini app. */
export function consoleTab(dev, panel) {
  const list = element("div");
  panel.append(element("div", { className: "row" }, button("Clear", () => {
    dev.current.console.length = 0;
    dev.changed("console", dev.current);
  })), list);
  const update = () => list.replaceChildren(dev.current.console.length
    ? table(["Time", "Text", "Place"], dev.current.console.slice(-200).reverse().map(({ at, level, text, path, line }) => {
      const made = row(time(at), text, path ? `${path}${line ? `:${line}` : ""}` : "");
      made.className = level === "error" ? "bad" : level === "warn" ? "warn" : "";
      return made;
    }))
    : hint("Nothing was logged."));
  update();
  return { update };
}
