// The page of the host on a mini app's origin that has the browser's cache filled with the mini app's pages and files, for when
// there is no connection. What is in that cache is given to this launch only, and no mini app can write to it.
(async () => {
  const { pages, files } = document.currentScript.dataset;
  for (const path of JSON.parse(files)) {
    const response = await fetch(path);
    if (!response.ok) throw new Error("A file can't be kept.");
    await response.arrayBuffer();
  }
  for (const path of JSON.parse(pages)) {
    const { ok } = await fetch(path, { method: "HEAD", cache: "no-store" });
    if (!ok) throw new Error("A page can't be kept.");
    await new Promise((resolve, reject) => {
      const frame = document.createElement("iframe");
      // Nothing in it runs.
      frame.setAttribute("sandbox", "allow-same-origin");
      Object.assign(frame, { src: path, onload: resolve, onerror: reject });
      document.body.append(frame);
    });
    // What failed to load is no document of this origin.
    const frame = document.querySelector("iframe");
    if (!frame.contentDocument) throw new Error("A page can't be kept.");
    frame.remove();
  }
})().then(() => parent.postMessage({ atoll: "kept" }, "*"), () => parent.postMessage({ atoll: "not kept" }, "*"));
