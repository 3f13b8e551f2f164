import { element } from "/.dev/files/dom.js";
import { calls } from "/.dev/files/tab-calls.js";
import { consoleTab, events, lifecycle } from "/.dev/files/tab-events.js";
import { permissions, rooms, storage, token } from "/.dev/files/tab-kept.js";
import { device, payments, user } from "/.dev/files/tab-device.js";
import { network, review, size } from "/.dev/files/tab-checks.js";

// The tabs: the name, the content, the changes that it listens to, and the number on the badge.
const tabs = [
  ["Calls", calls, ["call"]], ["Events", events, ["event"]], ["Lifecycle", lifecycle, ["call", "event"]],
  ["Storage", storage, ["call"]], ["Permissions", permissions, ["call", "decided", "changed"]], ["Device", device, ["haptic"]],
  ["Payments", payments, []], ["User", user, []], ["Rooms", rooms, ["event", "call"]], ["Token", token, []],
  ["Network", network, ["blocked"], (pane) => pane.blocked.length],
  ["Console", consoleTab, ["console", "error", "missing"], (pane) => pane.console.filter(({ level }) => level === "error").length],
  ["Review", review, ["state", "changed"], (_, { state }) => (state.findings ?? []).filter(({ severity }) => severity === "block").length],
  ["Size", size, ["state", "changed"]],
];

/** Fills the inspector, and updates it. */
export function inspector(dev, place) {
  const list = place.querySelector("[role=tablist]");
  const panel = place.querySelector("[role=tabpanel]");
  let current = Math.max(0, tabs.findIndex(([name]) => `#${name.toLowerCase()}` === location.hash));
  let drawn = null;

  const buttons = tabs.map(([name], index) => {
    const made = element("button", { type: "button", role: "tab", id: `tab-${name.toLowerCase()}`, textContent: name, onclick: () => choose(index) });
    made.setAttribute("aria-controls", "panel");
    return made;
  });
  list.append(...buttons);
  list.addEventListener("keydown", ({ key }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (!step) return;
    choose((current + step + tabs.length) % tabs.length);
    buttons[current].focus();
  });

  function choose(index) {
    current = index;
    buttons.forEach((each, place) => {
      each.setAttribute("aria-selected", String(place === index));
      each.tabIndex = place === index ? 0 : -1;
    });
    panel.setAttribute("aria-labelledby", buttons[index].id);
    history.replaceState(null, "", `#${tabs[index][0].toLowerCase()}`);
    draw();
  }

  function draw() {
    drawn?.end?.();
    panel.replaceChildren();
    drawn = tabs[current][1](dev, panel) ?? {};
  }

  function count() {
    tabs.forEach(([name, , , waiting], index) => {
      const number = waiting && dev.current ? waiting(dev.current, dev) : 0;
      buttons[index].replaceChildren(name, ...(number ? [element("span", { className: "badge", textContent: number })] : []));
    });
  }

  dev.on((what, pane) => {
    if (what === "pane") draw();
    if (tabs[current][2].includes(what) && (pane === undefined || pane === dev.current)) drawn.update?.(what);
    count();
  });
  choose(current);
  count();
}
