// Workers of a page: those from files as they are, those from blobs by way of a file of the host (blob-worker.js).
//
// The policy of a page permits no worker from a blob, because it can't tell shared workers from others. A shared worker may outlive its
// pages, and the next user of the browser could talk to it.
(() => {
  "use strict";
  if (globalThis.AtollCompat) return;
  delete window.SharedWorker;
  const { Worker } = window;
  if (!Worker) return;

  const ofText = (source, { name, type } = {}, kind) => {
    const worker = Reflect.construct(Worker, ["/.atoll/compat/blob-worker.js", { name }], kind);
    const { postMessage } = worker;
    // Messages that the page sends before the script is loaded wait for it.
    let waiting = [];
    worker.postMessage = (...given) => {
      if (waiting) waiting.push(given);
      else postMessage.apply(worker, given);
    };
    // The page may revoke the blob immediately: the request has it by then.
    fetch(source).then((response) => response.blob()).then((blob) => {
      const own = URL.createObjectURL(new Blob([blob], { type: "text/javascript" }));
      postMessage.call(worker, { source: own, isModule: type === "module" });
      for (const given of waiting) postMessage.apply(worker, given);
      waiting = null;
    }, () => worker.dispatchEvent(new ErrorEvent("error", { message: "The script of the worker can't be read." })));
    return worker;
  };
  window.Worker = new Proxy(Worker, {
    construct(native, [source, options], kind) {
      const address = new URL(source, document.baseURI).href;
      return /^(?:blob|data):/.test(address) ? ofText(address, options ?? undefined, kind) : Reflect.construct(native, [source, options], kind);
    },
  });
})();
