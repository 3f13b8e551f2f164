import * as atoll from "/.atoll/atoll.js";

// For the tests, which call these from outside. A click calls what was set as `next`.
window.atoll = atoll;
window.events = [];
for (const event of ["page.mainButton", "page.back", "device.networkChanged"]) {
  atoll.on(event, () => window.events.push(event));
}
const outcome = (promise) => promise.then((result) => ({ result }), ({ code, message, data }) => ({ code, message, data }));
window.ask = (method, params = {}) => outcome(atoll.call(method, params));
document.getElementById("go")?.addEventListener("click", () => {
  const [method, params] = window.next;
  window.found = null;
  window.ask(method, params).then((found) => (window.found = found));
});
await atoll.dress();
document.body.dataset.ready = "";
