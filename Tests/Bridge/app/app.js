// Where a host is asked by a message handler, atoll.js is imported at the end: until then, the page is not ready.
import { faults } from "/faults.js";

const script = await (await fetch("/conformance.json")).json();
let id = 0;
const answer = async (method, params) =>
  JSON.parse(await webkit.messageHandlers.atoll.postMessage(JSON.stringify({ jsonrpc: "2.0", id: ++id, method, params })));
const found = await faults(script, answer, AtollParameters(script.types));
if (found.length > 0) throw new Error(found.join("\n"));
await import("/.atoll/atoll.js");
