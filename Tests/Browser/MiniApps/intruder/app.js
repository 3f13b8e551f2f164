import * as atoll from "/.atoll/atoll.js";

// For the tests, which call these from outside.
window.atoll = atoll;
window.blocked = [];
addEventListener("securitypolicyviolation", ({ effectiveDirective }) => window.blocked.push(effectiveDirective));
await atoll.dress();
document.body.dataset.ready = "";
