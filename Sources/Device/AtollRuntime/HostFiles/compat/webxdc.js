// `window.webxdc`: a chat app in a messenger. The messages that a chat would carry are the updates of the mini app's room.
//
// Source: the webxdc specification (webxdc.org).
(() => {
  "use strict";
  if (globalThis.webxdc) return;
  const { call, on, values, tell, saveBlob } = AtollCompat;
  const limited = -32006;
  const largest = 128_000;
  // As much as one call over the bridge takes.
  const piece = 12_000;

  const selfAddr = values.user?.id ?? "unknown";
  let selfName = values.user?.name ?? `Guest ${selfAddr.slice(0, 4)}`;
  let hasAsked = values.user?.name !== undefined && values.user?.name !== null;

  const cut = (text, length) => (text === undefined || text === null ? undefined : [...String(text)].slice(0, length).join("").slice(0, length).replace(/[\ud800-\udbff]$/, ""));
  const patiently = async (method, params) => {
    for (;;) {
      try {
        return await call(method, params);
      } catch (error) {
        if (error.code !== limited) throw error;
        await new Promise((resolve) => setTimeout(resolve, error.data?.retryAfter ?? 1_000));
      }
    }
  };

  // MARK: Updates

  let listener = null;
  let delivered = 0;
  let work = Promise.resolve();

  // Only one at a time asks what is new, so that every update is delivered once and in its order.
  const catchUp = () => {
    work = work.then(async () => {
      for (;;) {
        const { updates, last } = await patiently("updates.since", { serial: delivered });
        for (const update of updates) {
          delivered = update.serial;
          deliver(update, last);
        }
        if (updates.length === 0 || delivered >= last) return;
      }
    }).catch((error) => tell(`updates can't be read: ${error.message}`));
    return work;
  };
  const shown = ({ payload, serial, info, summary, document }, last) => {
    const parts = { info, summary, document };
    for (const name of Object.keys(parts)) if (parts[name] === undefined || parts[name] === null) delete parts[name];
    return { payload, serial, max_serial: last, ...parts };
  };
  const deliver = (update, last) => {
    try {
      listener?.(shown(update, last));
    } catch (error) {
      // As any error of the page: the next update comes all the same.
      reportError(error);
    }
  };
  on("updates.changed", () => listener && catchUp());

  let sending = Promise.resolve();
  const sendUpdate = (update) => {
    if (typeof update !== "object" || update === null) throw new TypeError("An update is an object with a payload.");
    const parts = { payload: update.payload ?? null };
    if (new TextEncoder().encode(JSON.stringify(parts.payload)).length > largest) throw new RangeError(`A payload has at most ${largest} bytes.`);
    for (const [name, length] of [["info", 100], ["summary", 50], ["document", 100]]) {
      const value = cut(update[name], length);
      if (value !== undefined) parts[name] = value;
    }
    const sent = sending.then(() => patiently("updates.send", parts));
    sending = sent.catch((error) => tell(`an update was not sent: ${error.message}`));
    // The update comes back as all others do; a host that tells of nothing is asked.
    sending.then(() => listener && catchUp());
    // A caller that waits for it gets the refusal; another one has been notified.
    const result = sent.then(() => {});
    result.catch(() => {});
    return result;
  };

  // Reading the name asks for it; until the user has agreed, another one is shown.
  function learnName() {
    if (hasAsked) return;
    hasAsked = true;
    call("user.profile").then(({ name }) => name && (selfName = name), () => {});
  }

  // MARK: Realtime

  const encode = (data) => {
    let text = "";
    for (let start = 0; start < data.length; start += 8_192) text += String.fromCharCode(...data.subarray(start, start + 8_192));
    return btoa(text);
  };
  const decode = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  let channel = null;
  const halves = new Map();
  // As many pieces as the longest message has.
  const mostPieces = Math.ceil((largest * 4) / 3 / piece) + 1;
  on("realtime.message", ({ from, data }) => {
    if (!channel || typeof data?.bytes !== "string") return;
    const text = data.of === undefined ? data.bytes : joined(`${from}`, `${data.id}`, data);
    if (text === null) return;
    let bytes;
    try {
      bytes = decode(text);
    } catch {
      return tell("a message of the realtime channel can't be read.");
    }
    try {
      channel.hear(bytes);
    } catch (error) {
      reportError(error);
    }
  });

  // The text of a message whose last piece this is; null if it is not. Pieces come in the order in which they were sent.
  function joined(from, id, { bytes, of }) {
    if (!Number.isInteger(of) || of < 2 || of > mostPieces || bytes.length > piece) return null;
    const theirs = halves.get(from) ?? new Map();
    const parts = theirs.get(id) ?? [];
    parts.push(bytes);
    if (parts.length === of) {
      theirs.delete(id);
      if (!theirs.size) halves.delete(from);
      return parts.join("");
    }
    theirs.set(id, parts);
    halves.set(from, theirs);
    // Transfers that are never completed are removed, for each member alone.
    if (theirs.size > 4) theirs.delete(theirs.keys().next().value);
    if (halves.size > 200) halves.delete(halves.keys().next().value);
    return null;
  }

  class Channel {
    #listener = null;
    #isLeft = false;
    #sent = call("realtime.join").catch((error) => tell(`the realtime channel can't be joined: ${error.message}`));
    #count = 0;
    // Two devices of one user are two senders.
    #id = crypto.randomUUID().slice(0, 8);

    setListener(listener) {
      if (this.#isLeft) throw new Error("The channel was left.");
      this.#listener = listener;
    }

    hear(bytes) {
      this.#listener?.(bytes);
    }

    send(data) {
      if (this.#isLeft) throw new Error("The channel was left.");
      if (!(data instanceof Uint8Array)) throw new TypeError("Only a Uint8Array can be sent.");
      if (data.length > largest) throw new RangeError(`A message has at most ${largest} bytes.`);
      const text = encode(data);
      const id = `${this.#id} ${++this.#count}`;
      const of = Math.max(1, Math.ceil(text.length / piece));
      for (let index = 0; index < of; index += 1) {
        const bytes = text.slice(index * piece, (index + 1) * piece);
        const message = of === 1 ? { bytes } : { bytes, of, id };
        this.#sent = this.#sent.then(() => patiently("realtime.send", { data: message })).catch(() => {});
      }
    }

    leave() {
      this.#isLeft = true;
      channel = null;
      halves.clear();
      this.#sent.then(() => call("realtime.leave")).catch(() => {});
    }
  }

  // MARK: Files

  const picked = ({ extensions = [], mimeTypes = [], multiple = false } = {}) =>
    new Promise((resolve) => {
      const input = document.createElement("input");
      input.type = "file";
      input.multiple = multiple;
      input.accept = [...extensions, ...mimeTypes].join(",");
      input.onchange = () => resolve([...input.files]);
      input.oncancel = () => resolve([]);
      input.click();
    });

  const blobOf = ({ blob, base64, plainText }) => {
    if (blob instanceof Blob) return blob;
    if (typeof base64 === "string") return new Blob([decode(base64)]);
    if (typeof plainText === "string") return new Blob([plainText], { type: "text/plain" });
    throw new TypeError("A file has a blob, base64 or plainText.");
  };

  globalThis.webxdc = {
    selfAddr,
    get selfName() {
      learnName();
      return selfName;
    },
    sendUpdateInterval: 200,
    sendUpdateMaxSize: largest,
    setUpdateListener(heard, serial = 0) {
      listener = heard;
      // Updates for an earlier listener do not count; the one in progress ends first.
      work = work.then(() => void (delivered = Number(serial) || 0));
      return catchUp();
    },
    async getAllUpdates() {
      const all = [];
      for (let from = 0; ; ) {
        const { updates, last } = await patiently("updates.since", { serial: from });
        for (const update of updates) all.push(shown(update, last));
        from = updates.at(-1)?.serial ?? last;
        if (updates.length === 0 || from >= last) return all;
      }
    },
    sendUpdate,
    async sendToChat(message) {
      if (!message?.file && !message?.text) throw new TypeError("There is neither a file nor a text.");
      if (message.file && !message.file.name) throw new TypeError("A file has a name.");
      if (message.file) await saveBlob(blobOf(message.file), String(message.file.name));
      if (message.text) await call("messages.send", { text: String(message.text).slice(0, 1_000) });
    },
    importFiles: picked,
    joinRealtimeChannel() {
      if (channel) throw new Error("The channel was joined already.");
      channel = new Channel();
      return channel;
    },
  };
})();
