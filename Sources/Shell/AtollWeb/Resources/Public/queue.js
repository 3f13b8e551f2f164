// The storage of mini apps while the server can't be reached: reads are answered with the values that this browser has seen last, and
// writes are queued and sent in order later, by any page of the shell, one tab at a time.
//
// The database belongs to the shell's origin, which no mini app can access, and is deleted when the user signs out.
(() => {
  "use strict";

  const writes = new Set(["storage.set", "storage.setAll", "storage.remove", "storage.clear"]);
  const reads = new Set(["storage.get", "storage.getAll", "storage.keys"]);
  // The most that may be queued for one mini app.
  const maximumWaiting = 500;
  const maximumBytes = 5 * 1024 * 1024;
  // The most values that are requested one by one.
  const maximumPiecemeal = 200;
  const limited = -32006;
  const user = () => document.querySelector(".account")?.dataset.user ?? null;
  const offline = { code: -32008, message: "The super app can't be reached right now." };
  const full = { code: -32002, message: "Too many changes are waiting for a connection." };
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
        // The database may be deleted at any time: another tab that signs out does not wait for this one.
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

  // Does `work` in one transaction, and returns the result of its request once the transaction is complete.
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
  // The changes that are queued for this user. Another user's queue was deleted when they signed out, and must not be sent in this user's
  // name.
  const all = async () => (await transact("readonly", ({ queue }) => queue.getAll())).filter((entry) => entry.user === user());
  const isEmpty = async () => (await transact("readonly", ({ queue }) => queue.count())) === 0;
  // The changes that will be sent for a mini app, in order.
  const waiting = async (app) =>
    (await isEmpty()) ? [] : (await all()).filter((entry) => !entry.refused && (!app || entry.app === app));

  // Applies a call to the cached values as the server does.
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
    const known = await transact("readonly", ({ apps }) => apps.get(app));
    const missing = known?.missing ?? [];
    if (method === "storage.get") {
      const value = await transact("readonly", ({ values }) => values.get([app, params.key]));
      if (value === undefined && (!known || missing.includes(params.key))) throw offline;
      return value ?? null;
    }
    if (!known) throw offline;
    const [keys, texts] = await Promise.all([
      transact("readonly", ({ values }) => values.getAllKeys(every(app))),
      transact("readonly", ({ values }) => values.getAll(every(app))),
    ]);
    const names = keys.map(([, key]) => key);
    if (method === "storage.keys") return [...new Set([...names, ...missing])].sort();
    const prefix = params.prefix ?? "";
    if (missing.some((key) => key.startsWith(prefix) && !names.includes(key))) throw offline;
    return Object.fromEntries(names.map((name, index) => [name, texts[index]]).filter(([name]) => name.startsWith(prefix)));
  }

  // Caches what the server has answered, for reads without a connection.
  async function note(app, call, response) {
    const { error } = await response.json();
    if (error) return;
    if (writes.has(call.method)) {
      written.set(app, (written.get(app) ?? 0) + 1);
      await transact("readwrite", (stores) => apply(stores, app, call));
    }
    refreshSoon(app);
  }

  const refreshed = new Set();
  // The number of writes of each mini app: values that were read before a write are out of date.
  const written = new Map();
  function refreshSoon(app) {
    if (refreshed.has(app)) return;
    refreshed.add(app);
    setTimeout(async () => {
      try {
        const before = written.get(app);
        const response = await post(app, { jsonrpc: "2.0", id: 1, method: "storage.getAll", params: { prefix: "" } });
        const { result } = await response.json();
        const { found, missing } = result ? { found: result, missing: [] } : await piecemeal(app);
        if ((await waiting(app)).length > 0) return;
        if (written.get(app) !== before) {
          refreshed.delete(app);
          return refreshSoon(app);
        }
        await transact("readwrite", ({ values, apps }) => {
          values.delete(every(app));
          for (const [key, value] of Object.entries(found)) values.put(value, [app, key]);
          apps.put({ time: Date.now(), missing }, app);
        });
      } catch {
        // The next call tries again.
        refreshed.delete(app);
      }
    }, 1_500);
  }

  // For values that don't fit in one answer: reads the keys, and as many values as there is room for. Only the keys of the others are
  // known.
  async function piecemeal(app) {
    const ask = async (method, params) => {
      const response = await post(app, { jsonrpc: "2.0", id: 1, method, params });
      const { result, error } = await response.json();
      if (error) throw new Error(error.message);
      return result;
    };
    const found = {};
    const missing = [];
    let room = maximumBytes;
    for (const key of await ask("storage.keys", {})) {
      if (Object.keys(found).length >= maximumPiecemeal || room <= 0) {
        missing.push(key);
        continue;
      }
      const value = await ask("storage.get", { key });
      if (value !== null) found[key] = value;
      room -= value?.length ?? 0;
      // Leaves room for the calls of mini apps.
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return { found, missing };
  }

  const post = (app, message) =>
    fetch(`/bridge?${new URLSearchParams({ miniApp: app, user: document.querySelector("[data-user]")?.dataset.user ?? "" })}`, {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(message),
      signal: AbortSignal.timeout(patience(20_000, message)),
    });

  // The last write of each mini app: the next one begins when it has ended, so that writes stay in order.
  const last = new Map();
  const inOrder = (app, work) => {
    const next = (last.get(app) ?? Promise.resolve()).then(work, work);
    last.set(app, next.catch(() => {}));
    return next;
  };

  globalThis.AtollQueue = {
    takes: (method) => writes.has(method) || reads.has(method),

    // Answers a call: the server does, if `send` reaches it and no earlier write is queued. Otherwise `check` returns what is wrong with
    // the call.
    reach: (app, call, send, check) =>
      writes.has(call.method) ? inOrder(app, () => carry(app, call, send, check)) : carry(app, call, send, check),
  };

  const refusal = (milliseconds, then) =>
    new Promise((_, reject) => setTimeout(() => {
      reject(offline);
      then();
    }, milliseconds));
  // Long messages get more time: 20 kB a second is slow for a phone.
  const patience = (least, message) => least + JSON.stringify(message).length / 20;

  // Whether a response is from a proxy between this page and the server, not from the server.
  const isAway = ({ status }) => status === 502 || status === 503 || status === 504;

  async function carry(app, call, send, check) {
    if ((await waiting(app).catch(() => [])).length === 0) {
      try {
        // A server that does not answer in time counts as offline. The request is aborted: it would arrive after later calls.
        const nobodyWaits = new AbortController();
        const response = await Promise.race([
          send(nobodyWaits.signal), refusal(patience(10_000, call), () => nobodyWaits.abort()),
        ]);
        if (!isAway(response)) {
          if (response.ok && !response.headers.has("Atoll-Ask")) note(app, call, response.clone()).catch(() => {});
          return response;
        }
      } catch {
        // The connection failed.
      }
    }
    try {
      const problem = check();
      if (problem) throw problem;
      if (!writes.has(call.method)) return answer(call, { result: await read(app, call) });
      await enqueue(app, call);
      changed();
      flush();
      return answer(call, { result: null });
    } catch (error) {
      const reason = error?.name === "QuotaExceededError" ? full : error instanceof Error || error?.code === undefined ? offline : error;
      return answer(call, { error: { data: {}, ...reason } });
    }
  }

  async function enqueue(app, call) {
    const own = (await all()).filter((entry) => entry.app === app);
    const size = (entry) => JSON.stringify(entry.params).length;
    const entry = { user: user(), app, method: call.method, params: call.params ?? {}, time: Date.now() };
    const bytes = own.reduce((sum, each) => sum + size(each), size(entry));
    if (entry.user === null || own.length >= maximumWaiting || bytes > maximumBytes) throw full;
    await transact("readwrite", (stores) => {
      apply(stores, app, call);
      stores.queue.add(entry);
    });
  }

  // MARK: Sending

  let later;
  const tryLater = (milliseconds = 15_000) => {
    clearTimeout(later);
    later = setTimeout(flush, milliseconds);
  };

  async function flush() {
    if ((await waiting().catch(() => [])).length === 0) return;
    // Another tab that holds the lock sends everything.
    await navigator.locks?.request("atoll.queue", { ifAvailable: true }, async (lock) => {
      if (!lock) return tryLater(2_000);
      // A mini app's changes wait only for those of the same mini app.
      const held = new Set();
      for (;;) {
        const entry = (await waiting()).find((each) => !held.has(each.app));
        if (!entry) break;
        const problem = await send(entry).catch(() => "away");
        if (problem === "away") {
          tryLater();
          break;
        }
        if (problem === "later") {
          held.add(entry.app);
          // The mini app may just be starting.
          tryLater(document.getElementById("mini-app") ? 2_000 : undefined);
          continue;
        }
        const isThere = await transact("readonly", ({ queue }) => queue.get(entry.number));
        if (!isThere || isThere.user !== user()) continue;
        await transact("readwrite", ({ queue }) =>
          problem ? queue.put({ ...entry, refused: problem }) : queue.delete(entry.number));
      }
    });
    changed();
  }

  // Sends a queued change. Returns nothing if the server has it, "away" or "later" if not, or the reason why it was refused.
  async function send({ app, method, params }) {
    const response = await post(app, { jsonrpc: "2.0", id: 1, method, params });
    // The session has ended: the queue is sent when the same user has signed in again.
    if (response.status === 401) location.reload();
    if (isAway(response) || response.status === 401) return "away";
    // In a new session, a mini app has to be opened first.
    const { miniApp, ready } = document.getElementById("mini-app")?.dataset ?? {};
    const isOpen = miniApp === app && ready !== undefined;
    if (response.status === 429 || response.status >= 500 || (response.status === 404 && !isOpen)) return "later";
    if (!response.ok) return t`This mini app may no longer store data for you.`;
    const { error } = await response.json();
    if (!error) return undefined;
    return error.code === limited ? "later" : error.message || t`It was refused.`;
  }

  // MARK: Display

  function changed() {
    news.postMessage({});
    show();
  }

  async function show() {
    const place = document.getElementById("waiting");
    if (!place) return;
    const entries = await all().catch(() => []);
    const refused = entries.filter((entry) => entry.refused);
    const open = entries.length - refused.length;
    const parts = [];
    if (open > 0) parts.push(t`${open} changes wait for a connection.`);
    if (refused.length > 0) {
      const [{ refused: why }] = refused;
      parts.push(t`${refused.length} changes were refused: ${why}`);
    }
    place.hidden = parts.length === 0;
    place.replaceChildren(parts.join(" "));
    if (refused.length === 0) return;
    for (const [words, act] of [[t`Try again`, again], [t`Discard`, discard]]) {
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
    await transact("readwrite", ({ queue, apps, values }) => {
      for (const { number, app } of entries) {
        queue.delete(number);
        // The cached values include changes that the server never stored.
        apps.delete(app);
        values.delete(every(app));
      }
    });
    for (const { app } of entries) refreshed.delete(app);
    changed();
    location.reload();
  }

  news.onmessage = show;
  addEventListener("online", flush);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && flush());
  const begin = () => {
    if (!document.querySelector(".account")) return;
    show();
    flush();
  };
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", begin);
  else begin();

  // Queued changes are lost with the session, so the user is asked first. When a mini app is to forget the user's data, its cached values
  // are deleted here, too.
  let mayLeave = false;
  addEventListener("submit", (event) => {
    const form = event.target;
    const { pathname } = new URL(form.action, location.href);
    if (mayLeave || (pathname !== "/sign-out" && pathname !== "/permissions/forget")) return;
    event.preventDefault();
    // app.js has set it, and sets it again if the user confirms.
    document.cookie = "__Host-leaving=; Path=/; Secure; SameSite=Lax; Max-Age=0";
    const go = () => {
      mayLeave = true;
      form.requestSubmit();
    };
    if (pathname === "/permissions/forget") return forget(form.elements.miniApp.value).catch(() => {}).then(go);
    waiting().catch(() => []).then(({ length }) => {
      if (length === 0 || confirm(t`${length} changes have not been sent yet and will be lost. Sign out anyway?`)) go();
    });
  });

  async function forget(app) {
    const entries = (await all()).filter((entry) => entry.app === app);
    await transact("readwrite", ({ queue, apps, values }) => {
      for (const { number } of entries) queue.delete(number);
      apps.delete(app);
      values.delete(every(app));
    });
  }
})();
