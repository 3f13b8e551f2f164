// Runs the script that a page has made a worker of, as a blob (workers.js).
"use strict";
addEventListener("message", (event) => {
  // The host's script in the page sends this before anything else.
  event.stopImmediatePropagation();
  const { source, isModule } = event.data;
  if (!isModule) {
    importScripts(source);
    return;
  }
  const waiting = [];
  const hold = (early) => {
    early.stopImmediatePropagation();
    waiting.push(early);
  };
  addEventListener("message", hold);
  import(source).then(() => {
    removeEventListener("message", hold);
    for (const { data, ports } of waiting) dispatchEvent(new MessageEvent("message", { data, ports: [...ports] }));
  }, (error) => setTimeout(() => {
    throw error;
  }));
}, { once: true });
