// What mini apps keep for their user, when there is no connection: they read what this browser has seen last, and what they write
// waits here, in order, until the server can be reached. Any page of the shell sends it then, one tab at a time.
//
// It lies in a database of the shell's origin, which no mini app can reach, and which goes when the user signs out.
(() => {
  "use strict";

  const writes = new Set(["storage.set", "storage.setAll", "storage.remove", "storage.clear"]);
  const reads = new Set(["storage.get", "storage.getAll", "storage.keys"]);
  const maximumWaiting = 1_000;
  const limited = -32006;
  const offline = { code: -32008, message: "The super app can't be reached right now." };
  const full = { code: -32002, message: "Too much waits for a connection." };
  const news = new BroadcastChannel("atoll.queue");

  // MARK: The database

  let opened;
  const open = () =>
    (opened ??= new Promise((resolve, reject) => {
      const request = indexedDB.open("atoll-kept", 1);
      request.onupgradeneeded = () => {
        const database = request.result;
        database.createObjectStore("values");
        database.createObjectStore("apps");
        database.createObjectStore("queue", { keyPath: "number", autoIncrement: true });
      };
      request.onsuccess = () => {
        // It may be deleted at any time: whoever signs out in another tab waits for nobody.
        request.result.onversionchange = () => {
          request.result.close();
          opened = undefined;
        };
        request.result.onclose = () => (opened = undefined);
        resolve(request.result);
      };
      request.onerror = () => {
        opened = undefined;
        reject(request.error);
      };
    }));

  // Does `work` in one transaction, and returns what its request has found when all of it is kept.
  async function transact(mode, work) {
    const transaction = (await open()).transaction(["values", "apps", "queue"], mode);
    const done = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = transaction.onerror = () => reject(transaction.error);
    });
    const request = work({
      values: transaction.objectStore("values"), apps: transaction.objectStore("apps"), queue: transaction.objectStore("queue"),
    });
    await done;
    return request?.result;
  }

  const every = (app) => IDBKeyRange.bound([app], [app, []]);
  const all = () => transact("readonly", ({ queue }) => queue.getAll());
  const waiting = async (app) => (await all()).filter((entry) => !app || entry.app === app);

  // Does to the values what the server does with a call.
  function apply({ values }, app, { method, params = {} }) {
    if (method === "storage.set") values.put(params.value, [app, params.key]);
    if (method === "storage.remove") values.delete([app, params.key]);
    if (method === "storage.clear") values.delete(every(app));
    if (method === "storage.setAll") for (const [key, value] of Object.entries(params.items)) values.put(value, [app, key]);
  }

  // MARK: Calls

  const answer = (call, rest) =>
    new Response(JSON.stringify({ jsonrpc: "2.0", id: call.id ?? null, ...rest }), {
      headers: { "Content-Type": "application/json" },
    });

  async function read(app, { method, params = {} }) {
    const isComplete = await transact("readonly", ({ apps }) => apps.get(app));
    if (method === "storage.get") {
      const value = await transact("readonly", ({ values }) => values.get([app, params.key]));
      if (value === undefined && !isComplete) throw offline;
      return value ?? null;
    }
    if (!isComplete) throw offline;
    const [keys, texts] = await Promise.all([
      transact("readonly", ({ values }) => values.getAllKeys(every(app))),
      transact("readonly", ({ values }) => values.getAll(every(app))),
    ]);
    const names = keys.map(([, key]) => key);
    if (method === "storage.keys") return names;
    const prefix = params.prefix ?? "";
    return Object.fromEntries(names.map((name, index) => [name, texts[index]]).filter(([name]) => name.startsWith(prefix)));
  }

  // What the server has answered is what is read without it.
  async function note(app, call, response) {
    const { error } = await response.json();
    if (error) return;
    if (writes.has(call.method)) await transact("readwrite", (stores) => apply(stores, app, call));
    refreshSoon(app);
  }

  const refreshed = new Set();
  function refreshSoon(app) {
    if (refreshed.has(app)) return;
    refreshed.add(app);
    setTimeout(async () => {
      try {
        const response = await post(app, { jsonrpc: "2.0", id: 1, method: "storage.getAll", params: { prefix: "" } });
        const { result } = await response.json();
        if (!result || (await waiting(app)).length > 0) return;
        await transact("readwrite", ({ values, apps }) => {
          values.delete(every(app));
          for (const [key, value] of Object.entries(result)) values.put(value, [app, key]);
          apps.put(Date.now(), app);
        });
      } catch {
        // Another time.
        refreshed.delete(app);
      }
    }, 1_500);
  }

  const post = (app, message) =>
    fetch(`/bridge?${new URLSearchParams({ miniApp: app })}`, {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(message),
    });

  globalThis.AtollQueue = {
    takes: (method) => writes.has(method) || reads.has(method),

    // Answers a call: the server does, if `send` reaches it and nothing waits that was written before. Otherwise `check` says
    // what is wrong with the call.
    async reach(app, call, send, check) {
      if ((await waiting(app).catch(() => [])).length === 0) {
        try {
          const response = await send();
          if (response.ok && !response.headers.has("Atoll-Ask")) note(app, call, response.clone()).catch(() => {});
          return response;
        } catch {
          // There is no connection.
        }
      }
      try {
        const problem = check();
        if (problem) throw problem;
        if (!writes.has(call.method)) return answer(call, { result: await read(app, call) });
        if ((await all()).length >= maximumWaiting) throw full;
        await transact("readwrite", (stores) => {
          apply(stores, app, call);
          stores.queue.add({ app, method: call.method, params: call.params ?? {}, time: Date.now() });
        });
        changed();
        flush();
        return answer(call, { result: null });
      } catch (error) {
        return answer(call, { error: { data: {}, ...("code" in error && !(error instanceof Error) ? error : offline) } });
      }
    },
  };

  // MARK: Sending

  let later;
  const tryLater = (milliseconds = 15_000) => {
    clearTimeout(later);
    later = setTimeout(flush, milliseconds);
  };

  async function flush() {
    if ((await waiting().catch(() => [])).every((entry) => entry.refused)) return;
    // Whoever else has the turn sends all of it.
    await navigator.locks?.request("atoll.queue", { ifAvailable: true }, async (lock) => {
      if (!lock) return tryLater(2_000);
      for (;;) {
        const entry = (await all()).find((each) => !each.refused);
        if (!entry) break;
        const problem = await send(entry).catch(() => "later");
        if (problem === "later") {
          tryLater();
          break;
        }
        await transact("readwrite", ({ queue }) =>
          problem ? queue.put({ ...entry, refused: problem }) : queue.delete(entry.number));
      }
    });
    changed();
  }

  // Sends what waits. Returns nothing if it is kept, "later", or why it was refused.
  async function send({ app, method, params }) {
    const response = await post(app, { jsonrpc: "2.0", id: 1, method, params });
    if ([403, 404, 413].includes(response.status)) return "This mini app may not keep anything for you any more.";
    if (!response.ok) return "later";
    const { error } = await response.json();
    if (!error) return undefined;
    return error.code === limited ? "later" : error.message || "It was refused.";
  }

  // MARK: What the user sees

  function changed() {
    news.postMessage({});
    show();
  }

  async function show() {
    const place = document.getElementById("waiting");
    if (!place) return;
    const entries = await waiting().catch(() => []);
    const refused = entries.filter((entry) => entry.refused);
    const open = entries.length - refused.length;
    const parts = [];
    if (open > 0) parts.push(open === 1 ? "1 change waits for a connection." : `${open} changes wait for a connection.`);
    if (refused.length > 0) {
      const [{ refused: why }] = refused;
      parts.push(`${refused.length === 1 ? "1 change was" : `${refused.length} changes were`} refused: ${why}`);
    }
    place.hidden = parts.length === 0;
    place.replaceChildren(parts.join(" "));
    if (refused.length === 0) return;
    for (const [words, act] of [["Try again", again], ["Discard", discard]]) {
      const button = Object.assign(document.createElement("button"), { type: "button", textContent: words, onclick: act });
      place.append(" ", button);
    }
  }

  async function again() {
    const entries = (await all()).filter((entry) => entry.refused);
    await transact("readwrite", ({ queue }) => {
      for (const { refused, ...entry } of entries) queue.put(entry);
    });
    flush();
  }

  async function discard() {
    const entries = (await all()).filter((entry) => entry.refused);
    await transact("readwrite", ({ queue, apps }) => {
      for (const { number, app } of entries) {
        queue.delete(number);
        // What is read now was never kept by the server.
        apps.delete(app);
      }
    });
    for (const { app } of entries) refreshed.delete(app);
    changed();
    location.reload();
  }

  news.onmessage = show;
  addEventListener("online", flush);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && flush());
  addEventListener("DOMContentLoaded", () => {
    if (!document.querySelector(".account-name")) return;
    show();
    flush();
  });

  // What waits is lost with the session: the user is asked.
  let mayLeave = false;
  addEventListener("submit", (event) => {
    const form = event.target;
    if (mayLeave || new URL(form.action, location.href).pathname !== "/sign-out") return;
    event.preventDefault();
    waiting().catch(() => []).then(({ length }) => {
      const words = length === 1 ? "1 change was not sent yet" : `${length} changes were not sent yet`;
      if (length > 0 && !confirm(`${words}, and would be lost. Sign out all the same?`)) return;
      mayLeave = true;
      form.requestSubmit();
    });
  });
})();
