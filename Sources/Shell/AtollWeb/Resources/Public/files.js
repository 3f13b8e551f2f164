// Files, photos and codes: what a device picks, takes and scans. Files for a mini app are copied into its storage.
(() => {
  "use strict";

  const unsupported = (what) => ({ code: -32004, message: `This browser can't ${what}.`, data: {} });
  const cancelled = { code: -32005, message: "The user has cancelled it." };
  const tooLarge = (limit) => ({ code: -32001, message: `A file must have at most ${limit / 1024 / 1024} MB.` });
  const pickLimit = 20 * 1024 * 1024;
  const photoLimit = 50 * 1024 * 1024;
  const filesAtMost = 20;
  const piece = 384 * 1024;
  const { element, show, button, actions, message } = AtollDialogs;

  async function base64(blob) {
    const bytes = new Uint8Array(await blob.arrayBuffer());
    let text = "";
    for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
    return btoa(text);
  }

  // Copies a file into those of the mini app, piece by piece. If a piece fails, nothing remains.
  async function keep(frame, blob, folder, extension) {
    const path = `${folder}/${crypto.randomUUID()}${extension}`;
    try {
      for (let offset = 0; offset < blob.size || offset === 0; offset += piece) {
        const data = await base64(blob.slice(offset, offset + piece));
        await retried(() => AtollHost.call(frame, "files.write", offset === 0 ? { path, data } : { path, data, offset }));
      }
    } catch (error) {
      AtollHost.call(frame, "files.remove", { path }).catch(() => {});
      throw error;
    }
    return path;
  }

  // A large file takes many calls, which may be rate-limited.
  async function retried(call) {
    for (;;) {
      try {
        return await call();
      } catch (error) {
        if (error.code !== -32006) throw error;
        await new Promise((resolve) => setTimeout(resolve, error.data?.retryAfter ?? 1000));
      }
    }
  }

  // The files that the user chooses; an empty list if they choose none.
  function choose({ accept = "", multiple = false, capture }) {
    return new Promise((resolve) => {
      const input = element("input", { type: "file", accept, multiple, hidden: true });
      if (capture) input.setAttribute("capture", capture);
      const end = () => {
        resolve([...input.files]);
        input.remove();
      };
      input.addEventListener("change", end);
      input.addEventListener("cancel", end);
      document.body.append(input);
      input.click();
    });
  }

  // The extension of a file name.
  const extension = (name) => /\.[a-z0-9]{1,8}$/i.exec(name)?.[0].toLowerCase() ?? "";

  async function smaller(file, maxSide, quality) {
    const picture = await createImageBitmap(file).catch(() => {
      throw { code: -32602, message: "The browser can't read this picture." };
    });
    const scale = Math.min(1, maxSide / Math.max(picture.width, picture.height));
    const canvas = element("canvas", { width: Math.max(1, Math.round(picture.width * scale)), height: Math.max(1, Math.round(picture.height * scale)) });
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
    if (!blob) throw unsupported("make a picture of that size");
    return { blob, width: canvas.width, height: canvas.height };
  }

  // Shows the camera's picture until `watch` or the user ends it. Resolves to the value that `end` was called with.
  async function camera(app, title, build) {
    if (!navigator.mediaDevices?.getUserMedia) throw unsupported("use a camera");
    const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } }).catch((error) => {
      throw error.name === "NotAllowedError"
        ? { code: -32003, message: "The user has not allowed it in the browser.", data: { permission: "camera", state: "denied" } }
        : unsupported("find a camera");
    });
    const video = element("video", { srcObject: stream, autoplay: true, muted: true, playsInline: true, className: "sheet-camera" });
    video.setAttribute("aria-label", t`What the camera sees`);
    try {
      return await show(title, (end) => [
        element("p", { className: "sheet-app", textContent: app, dir: "auto" }),
        element("h2", { textContent: title }),
        video,
        ...build(end, video),
      ], null);
    } finally {
      for (const track of stream.getTracks()) track.stop();
    }
  }

  async function takePhoto(app) {
    const photo = await camera(app, t`Take a photo`, (end, video) => [
      actions(
        button(t`Cancel`, () => end(null)),
        button(t`Take photo`, () => {
          if (!video.videoWidth) return;
          const canvas = element("canvas", { width: video.videoWidth, height: video.videoHeight });
          canvas.getContext("2d").drawImage(video, 0, 0);
          canvas.toBlob(end, "image/png");
        }, "primary"),
      ),
    ]);
    if (!photo) throw cancelled;
    return photo;
  }

  async function photo({ from = "ask", maxSide = 1600, quality = 0.85 }, { frame, app }) {
    let source = from;
    if (source === "ask") {
      source = await AtollDialogs.choose(app, {
        title: t`Add a photo`, options: [{ id: "camera", text: t`Take a photo` }, { id: "library", text: t`Choose a picture` }],
      });
      if (source === null) throw cancelled;
    }
    const file = source === "camera" ? await takePhoto(app) : (await choose({ accept: "image/*" }))[0];
    if (!file) throw cancelled;
    if (file.size > photoLimit) throw tooLarge(photoLimit);
    const { blob, width, height } = await smaller(file, maxSide, quality);
    return { file: await keep(frame, blob, "photos", ".jpg"), type: blob.type, width, height };
  }

  async function scan({ formats }, { app }) {
    const field = element("input", { maxLength: 2000, autocomplete: "off", spellcheck: false });
    field.setAttribute("aria-label", t`The code`);
    const typed = (end) => {
      const form = element("form", {}, field, actions(
        button(t`Cancel`, () => end(null)), element("button", { className: "primary", textContent: t`Use this code` })));
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        if (field.value.trim()) end({ format: "text", text: field.value.trim() });
      });
      return form;
    };
    let known = [];
    if (globalThis.BarcodeDetector) known = await BarcodeDetector.getSupportedFormats().catch(() => []);
    const wanted = known.filter((format) => !formats || formats.includes(format));
    let found;
    if (wanted.length > 0) {
      const detector = new BarcodeDetector({ formats: wanted });
      let timer;
      found = await camera(app, t`Scan a code`, (end, video) => {
        timer = setInterval(async () => {
          const [code] = await detector.detect(video).catch(() => []);
          if (code) end({ format: code.format, text: code.rawValue.slice(0, 4000) });
        }, 250);
        return [message(t`Or type it:`), typed(end)];
      }).finally(() => clearInterval(timer));
    } else {
      found = await show(t`Enter a code`, (end) => [
        element("p", { className: "sheet-app", textContent: app, dir: "auto" }),
        element("h2", { textContent: t`Enter the code` }),
        message(t`This browser can't scan. Type what is below the code.`),
        typed(end),
      ], null);
    }
    if (!found) throw cancelled;
    return found;
  }

  async function contents(frame, path) {
    const pieces = [];
    for (let offset = 0; ; ) {
      const { data, size } = await retried(() => AtollHost.call(frame, "files.read", { path, offset }));
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
      pieces.push(bytes);
      offset += bytes.length;
      if (offset >= size || bytes.length === 0) return pieces;
    }
  }

  const types = {
    jpg: "image/jpeg", jpeg: "image/jpeg", png: "image/png", gif: "image/gif", webp: "image/webp", svg: "image/svg+xml", pdf: "application/pdf",
    txt: "text/plain", csv: "text/csv", json: "application/json", zip: "application/zip", mp3: "audio/mpeg", mp4: "video/mp4",
  };

  // The type of a file with this name. Without an extension, it is a type that browsers don't know: they would add the extension of a known
  // one to the name.
  const typeOf = (name) => {
    const ending = name.includes(".") ? name.split(".").at(-1).toLowerCase() : "";
    return Object.hasOwn(types, ending) ? types[ending] : "application/octet-stream";
  };

  // The name without path separators and invisible characters.
  const safe = (name) => name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "").replace(/[/\\:]/g, "_");

  async function opened(frame, path) {
    const name = safe(path.split("/").at(-1));
    return new File(await contents(frame, path), name, { type: typeOf(name) });
  }

  function download(file) {
    // The type follows from the name, not from the type that a mini app states.
    const url = URL.createObjectURL(new Blob([file], { type: typeOf(file.name) }));
    const link = element("a", { href: url, download: file.name, hidden: true });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  }

  const size = (bytes) =>
    new Intl.NumberFormat(AtollTexts.language, { style: "unit", unit: "kilobyte", maximumFractionDigits: 0 }).format(Math.ceil(bytes / 1000));
  // Files that systems run, or that open as a page, by the end of their names as systems read it.
  const runs = /\.(?:exe|msi|msix|appx|appinstaller|application|bat|cmd|com|scr|pif|cpl|ps1(?:xml)?|psm1|vb[es]?|jse?|wsf|wsh|hta|chm|scf|jar|jnlp|apk|deb|rpm|appimage|run|dmg|pkg|app|sh|command|terminal|desktop|lnk|url|webloc|reg|iso|img|vhdx?|[sx]?html?|xht|xml|xsl|mht(?:ml)?|svgz?)$/i;
  let isOffering = false;

  // Downloads files, after a question: without one, a mini app could fill the folder in the name of the super app.
  async function offer(files, app) {
    if (files.some(({ name }) => runs.test(name.replace(/[. ]+$/, "")))) throw { code: -32602, message: "Files that run can't be saved." };
    if (isOffering) throw { code: -32013, message: "Another file is being saved." };
    isOffering = true;
    try {
      const list = files.map(({ name, size: bytes }) => `${name} (${size(bytes)})`).join("\n");
      if (!(await AtollDialogs.askSlowly(app, { title: t`Download this?`, message: list, ok: t`Download` }))) throw cancelled;
      files.forEach(download);
    } finally {
      isOffering = false;
    }
  }

  let isSharing = false;

  // One at a time: each share is in memory until the user has answered.
  async function share(parameters, around) {
    if (isSharing) throw { code: -32013, message: "Something else is being shared." };
    isSharing = true;
    try {
      return await shared(parameters, around);
    } finally {
      isSharing = false;
    }
  }

  async function shared({ title, text, url, files: paths = [] }, { app, frame }) {
    const files = [];
    for (const path of paths) files.push(await opened(frame, path));
    const what = { title, text, url, ...(files.length ? { files } : {}) };
    if (navigator.share && (!files.length || navigator.canShare?.(what))) {
      try {
        await navigator.share(what);
        return { shared: true };
      } catch (error) {
        if (error.name === "AbortError") return { shared: false };
      }
    }
    const all = [title, text, url].filter(Boolean).join("\n");
    const options = [
      ...(files.length ? [{ id: "download", text: t`Download` }] : []),
      // Sharing only the text would leave the files behind.
      ...(files.length ? [] : [{ id: "copy", text: t`Copy` }, { id: "mail", text: t`Send by mail` }]),
    ];
    const way = await AtollDialogs.choose(app, { title: t`Share`, options });
    if (way === "copy") await AtollDevice.perform("clipboard.write", { text: all }, frame);
    if (way === "mail") location.assign(`mailto:?${new URLSearchParams({ subject: title ?? "", body: all }).toString().replaceAll("+", "%20")}`);
    if (way === "download") await offer(files, app);
    return { shared: way !== null };
  }

  AtollDevice.add({
    share,

    "files.pick": async ({ types = [], multiple = false }, { frame }) => {
      const files = await choose({ accept: types.join(","), multiple });
      if (files.length === 0) throw cancelled;
      if (files.length > filesAtMost) throw { code: -32001, message: `At most ${filesAtMost} files at a time.` };
      if (files.some(({ size }) => size > pickLimit)) throw tooLarge(pickLimit);
      const kept = [];
      try {
        for (const file of files) {
          kept.push({
            name: file.name.slice(0, 200), type: file.type || "application/octet-stream", size: file.size,
            file: await keep(frame, file, "picked", extension(file.name)),
          });
        }
      } catch (error) {
        // Stores all of them, or none.
        for (const { file } of kept) AtollHost.call(frame, "files.remove", { path: file }).catch(() => {});
        throw error;
      }
      return kept;
    },

    "files.save": async ({ name, file, data }, { app, frame }) => {
      if ((file === undefined) === (data === undefined)) {
        throw { code: -32602, message: "One of the parameters \"file\" and \"data\" is needed." };
      }
      let pieces;
      try {
        pieces = file === undefined ? [Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))] : await contents(frame, file);
      } catch (error) {
        throw error instanceof Error ? { code: -32602, message: "The parameter \"data\" must be base64." } : error;
      }
      // The name must have no path.
      const saved = new File(pieces, safe(name));
      await offer([saved], app);
      // Not every browser shows that it has downloaded a file.
      AtollToast(t`${saved.name} is among your downloads.`);
      return null;
    },

    "camera.photo": photo,
    "scanner.scan": scan,
  });
})();
