import * as atoll from "/.atoll/atoll.js";

// For the tests, which call these from outside. A click calls what was set as `next`.
window.atoll = atoll;
window.events = [];
for (const event of ["page.mainButton", "page.back", "device.networkChanged", "location.changed", "updates.changed", "realtime.message", "user.changed"]) {
  atoll.on(event, (parameters) => {
    window.events.push(event);
    window.last = { event, parameters };
  });
}
// The calls of the W3C lifecycle, in order.
window.life = [];
for (const state of ["launched", "shown", "hidden", "error", "unloaded"]) atoll.app[`onglobal${state}`] = () => window.life.push(`global ${state}`);
for (const state of ["loaded", "ready", "shown", "hidden", "unloaded"]) atoll.page[`onpage${state}`] = () => window.life.push(`page ${state}`);
const outcome = (promise) => promise.then((result) => ({ result }), ({ code, message, data }) => ({ code, message, data }));
window.ask = (method, params = {}) => outcome(atoll.call(method, params));
document.getElementById("go")?.addEventListener("click", () => {
  const [method, params] = window.next;
  window.found = null;
  window.ask(method, params).then((found) => (window.found = found));
});
await atoll.dress();
document.body.dataset.ready = "";
