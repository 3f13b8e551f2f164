import * as atoll from "/.atoll/atoll.js";

// What the tests call from outside.
window.atoll = atoll;
window.blocked = [];
addEventListener("securitypolicyviolation", ({ effectiveDirective }) => window.blocked.push(effectiveDirective));
await atoll.dress();
document.body.dataset.ready = "";
