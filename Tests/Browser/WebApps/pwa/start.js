"use strict";
// A worker of another kind, from a file.
const worker = new Worker("counting/counter.js");
worker.onmessage = ({ data }) => (document.body.dataset.worker = data);
worker.onerror = () => (document.body.dataset.worker = "failed");
worker.postMessage(20);
