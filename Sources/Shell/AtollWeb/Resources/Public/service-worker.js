// Shows pages that the user has opened before while the browser is offline, each with the time at which it was stored. They are stored
// until the user signs out or another user signs in: these responses clear the site's storage, including the registration of this script.
// If a session has expired, the pages are deleted with the first response that shows it.
//
// The worker caches the pages that the server marks for it, and the files that they use, whose contents never change under the same path.
// All other requests go to the server.
"use strict";

const store = "atoll-1";
const files = ["/assets/", "/styles/", "/icons/"];
const miniApps = "/miniapp/";
const maximumPages = 80;
// The pause before the second attempt to store a page, in ms.
const afterFailure = 2_000;
// Entries of the cache that can't be the path of a page: where the last home page is, and that the user has signed out without a
// connection.
const home = "/.home";
const leaving = "/.sign-out";

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) =>
  event.waitUntil(Promise.all([clients.claim(), registration.navigationPreload?.enable()])));

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.method === "POST" && request.mode === "navigate" && pathname === "/sign-out") event.respondWith(signOut());
  // The session that ended without a connection is gone by then, and the new one must not be ended.
  if (request.method === "POST" && /^\/(sign-in|register)/.test(pathname)) {
    event.waitUntil(caches.open(store).then((cache) => cache.delete(leaving)));
  }
  // A forgotten mini app must not open from the cache.
  if (request.method === "POST" && pathname === "/permissions/forget") event.waitUntil(forgetMiniApp(request.clone()));
  if (request.method !== "GET") return;
  if (pathname === "/signed-out") return;
  if (request.mode === "navigate") event.respondWith(page(event, pathname, search));
  else if (files.some((folder) => pathname.startsWith(folder))) event.respondWith(file(event));
});

// A page that was opened before this worker was active.
addEventListener("message", (event) => {
  const again = () => new Promise((resolve) => setTimeout(resolve, afterFailure)).then(() => keepOpen(event.data ?? {}));
  event.waitUntil(keepOpen(event.data ?? {}).catch(again).catch(() => {}));
});

async function keepOpen({ page, files: used = [] }) {
  const cache = await caches.open(store);
  for (const path of used) {
    if (typeof path !== "string" || !files.some((folder) => path.startsWith(folder)) || (await cache.match(path))) continue;
    const response = await fetch(path);
    if (response.ok) await cache.put(path, response);
  }
  if (typeof page !== "string" || !/^\/(?![/\\])/.test(page)) return;
  const response = await fetch(page, { redirect: "error" });
  const kept = response.headers.get("Atoll-Offline");
  if (response.ok && kept) await keep(cache, page, response, kept === "home");
}

async function forgetMiniApp(request) {
  const miniApp = (await request.formData().catch(() => null))?.get("miniApp");
  await dropMiniApps(null, typeof miniApp === "string" ? miniApps + miniApp : miniApps);
}

// The time that the worker waits for the server if the page is cached, in ms. A connection that hangs counts as offline.
const patience = 4_000;

// Whether a response is from a proxy between this browser and the server, not from the server.
const isAway = ({ status, headers }) => (status === 502 || status === 503 || status === 504) && !headers.has("Content-Security-Policy");

// The server's response. Throws if the browser is offline, or if a page is cached and the server does not answer in time.
async function answered(event, kept, late) {
  const response = Promise.resolve(event.preloadResponse).then((preloaded) => preloaded ?? fetch(event.request));
  if (!kept) return response;
  let isLate = false;
  const soon = new Promise((_, reject) =>
    setTimeout(() => {
      isLate = true;
      reject(new Error("The server does not answer."));
    }, patience));
  // A response that comes too late is cached for the next opening.
  event.waitUntil(response.then((found) => isLate && late(found)).catch(() => {}));
  const first = await Promise.race([response, soon]);
  if (isAway(first)) throw new Error("The server can't be reached.");
  return first;
}

async function page(event, pathname, search) {
  const cache = await caches.open(store);
  if (await cache.match(leaving)) {
    // A user who signed out without a connection is signed out before any page is shown. Only the redirect to the sign-in page confirms
    // that the server has ended the session.
    const answer = await tellSignOut().catch(() => null);
    if (answer?.type !== "opaqueredirect") {
      return message(t`You are signed out`, t`There is no connection. Sign in again when there is one.`);
    }
    await cache.delete(leaving).catch(() => {});
    await registration.navigationPreload?.enable().catch(() => {});
    return Response.redirect("/signed-out", 303);
  }
  const kept =
    (await cache.match(keyOf(pathname, search))) ?? (pathname === "/" ? await lastHome(cache) : undefined);
  const isMiniApp = pathname.startsWith(miniApps);
  // Whether it is a web app of another host, which finds its storage in the page around it.
  const isNamed = isMiniApp && kept ? kept.clone().text().then((text) => named.test(text)) : Promise.resolve(false);
  const keepMarked = async (response) => {
    const mark = response.headers.get("Atoll-Offline");
    if (response.ok && mark) await keep(cache, pathname + search, response, mark === "home");
  };
  try {
    const response = await answered(event, kept, keepMarked);
    // The user may be signed out: the sign-in page is reached by a redirect, which a worker can't read.
    if (response.type === "opaqueredirect" || response.status === 401) {
      event.waitUntil(signedOut());
      return response;
    }
    // A page that the user may no longer open must not open without a connection, either.
    if ((response.status === 403 || response.status === 404) && response.headers.has("Content-Security-Policy")) {
      event.waitUntil(isMiniApp ? dropMiniApps(cache, baseOf(pathname)) : cache.delete(keyOf(pathname, search)));
    }
    if (response.ok) event.waitUntil(keepMarked(response.clone()));
    return response.ok && (await isNamed) ? await withWaiting(response, baseOf(pathname).slice(miniApps.length)) : response;
  } catch {
    if (!kept) {
      return message(
        t`You are offline`, t`You have not opened this page in this browser before. Try again when you have a connection.`,
        (await lastHome(cache)) && t`Back to the start page`);
    }
    const around = isMiniApp ? await aroundPage(kept, pathname, search) : kept;
    const text = await around.text();
    // The page itself shows when it was stored.
    const time = Number(kept.headers.get("Atoll-Kept")) || 0;
    const offline = text.replace('<body class="', `<body data-offline="${time}" class="`);
    return new Response(offline, { headers: kept.headers });
  }
}

// Asks the server whether a page was redirected because the user is signed out, and deletes the cache if so.
async function signedOut() {
  const answer = await fetch("/events?topics=");
  if (!answer.redirected && answer.status !== 401) return;
  await caches.delete(store);
  await forgetValues();
}

// Removes the values of mini apps that this browser has cached. The user's queued changes are not removed.
async function forgetValues() {
  const databases = (await indexedDB.databases?.().catch(() => [])) ?? [];
  if (!databases.some(({ name }) => name === "atoll-kept")) return;
  await new Promise((resolve) => {
    const request = indexedDB.open("atoll-kept");
    request.onerror = request.onblocked = resolve;
    request.onsuccess = () => {
      const names = ["values", "apps"].filter((name) => request.result.objectStoreNames.contains(name));
      request.result.onversionchange = () => request.result.close();
      if (names.length === 0) return resolve(request.result.close());
      const transaction = request.result.transaction(names, "readwrite");
      for (const name of names) transaction.objectStore(name).clear();
      transaction.oncomplete = transaction.onabort = () => resolve(request.result.close());
    };
  });
}

async function signOut() {
  try {
    // In some browsers, a response that clears the site's data waits until this worker has ended, and this worker waits for the response.
    // The next page clears the data, and this worker doesn't handle it.
    const answer = await tellSignOut();
    if (answer.type !== "opaqueredirect") return answer;
    await forget();
    return Response.redirect("/signed-out", 303);
  } catch {
    await forget();
    await registration.navigationPreload?.disable();
    const cache = await caches.open(store);
    await cache.put(leaving, new Response(""));
    new BroadcastChannel("atoll.session").postMessage({ user: null });
    return message(
      t`You are signed out`,
      t`Your data in this browser has been removed. There is no connection: the server is notified when there is one.`);
  }
}

// Only a redirect confirms that the session has ended.
const tellSignOut = () => fetch("/sign-out", { method: "POST", headers: { "Atoll-Worker": "own" }, redirect: "manual" });

async function forget() {
  await caches.delete(store);
  await new Promise((resolve) => {
    const request = indexedDB.deleteDatabase("atoll-kept");
    request.onsuccess = request.onerror = request.onblocked = resolve;
  });
}

// The key of a page in the cache. All pages of a mini app share the page around it, regardless of what else is open.
function keyOf(pathname, search) {
  return pathname.startsWith(miniApps) ? baseOf(pathname) : pathname + search;
}

const baseOf = (pathname) => pathname.split("/", 3).join("/");

async function keep(cache, page, response, isHome) {
  const { pathname, search } = new URL(page, location.origin);
  const address = keyOf(pathname, search);
  const headers = new Headers(response.headers);
  headers.set("Atoll-Kept", String(Date.now()));
  // The text is no longer encoded.
  headers.delete("Content-Encoding");
  headers.delete("Content-Length");
  const { status, statusText } = response;
  const contents = await response.text();
  const copy = new Response(contents, { status, statusText, headers });
  if (address.startsWith(miniApps)) await dropMiniApps(cache, address, passIn(contents) ?? "");
  // The newest pages are last.
  await cache.delete(address);
  try {
    await cache.put(address, copy.clone());
  } catch {
    // The browser's storage is full: the oldest pages make room.
    const pages = await keptPages(cache);
    for (const old of pages.slice(0, Math.ceil(pages.length / 2))) await cache.delete(old);
    await cache.put(address, copy).catch(() => {});
  }
  if (isHome) await cache.put(home, new Response(address));
  for (const old of (await keptPages(cache)).slice(0, -maximumPages)) await cache.delete(old);
}

// The cached pages, oldest first.
const keptPages = async (cache) =>
  (await cache.keys()).filter(({ url }) => {
    const { pathname } = new URL(url);
    return !pathname.startsWith("/.") && !files.some((folder) => pathname.startsWith(folder));
  });

// The pass for the files that the browser caches of a version of a mini app, from the page around it.
const passIn = (text) => /[?&;]atoll-launch=[\w-]*\.([\w-]+)/.exec(text)?.[1];

// The page around a mini app, with the frame at one of its pages.
async function aroundPage(kept, pathname, search) {
  const query = new URLSearchParams(search);
  // Mini apps that are open in other tabs of the shell don't concern this one.
  query.delete("with");
  // A path that links of the shell can't express. Two slashes at its beginning would be read as another site.
  const own = query.get("atoll-page")?.replace(/^\/\//, "/.//");
  const isOwn = /^\/[!-~]*$/.test(own ?? "");
  const stored = await withStorage(await kept.text(), baseOf(pathname).slice(miniApps.length));
  const text = stored.replace(/(<iframe id="mini-app"[^>]* src=")([^"]*)"/, (whole, start, source) => {
    if (isOwn) {
      const [, place, fragment] = /^([^#]*)(.*)$/.exec(own);
      const address = `${place}${place.includes("?") ? "&" : "?"}atoll-launch=.${passIn(source)}${fragment}`;
      return `${start}${new URL(source).origin}${address.replace(/[&"<>]/g, (mark) => `&#${mark.charCodeAt(0)};`)}"`;
    }
    const items = query.size > 0 ? `?${query.toString().replaceAll("&", "&amp;")}&amp;` : "?";
    const { origin, pathname: first } = new URL(source);
    const path = pathname.slice(baseOf(pathname).length);
    // Its ticket has been used.
    return `${start}${origin}${path || first}${items}atoll-launch=.${passIn(source)}"`;
  });
  return new Response(text, { headers: kept.headers });
}

// A web app of another host finds its stored values in the name of its window: the values that this browser knows now, not those from when
// the page was cached.
const named = /(<iframe id="mini-app"[^>]* name=")([^"]*)"/;

async function withStorage(text, miniApp) {
  const [whole, start, name] = named.exec(text) ?? [];
  if (!whole) return text;
  const marks = { "&quot;": '"', "&amp;": "&", "&lt;": "<", "&gt;": ">", "&#39;": "'" };
  const prefix = "localStorage/";
  try {
    const values = JSON.parse(name.replace(/&(?:quot|amp|lt|gt|#39);/g, (reference) => marks[reference]));
    const known = await storedBy(miniApp);
    if (!known || (known.entries.length === 0 && !known.isWhole)) return text;
    const own = known.entries.filter(([key]) => key.startsWith(prefix)).map(([key, value]) => [key.slice(prefix.length), value]);
    values.storage = Object.fromEntries([...(known.isWhole ? [] : Object.entries(values.storage ?? {})), ...own]);
    const escaped = JSON.stringify(values).replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);
    return text.replace(whole, () => `${start}${escaped}"`);
  } catch {
    return text;
  }
}

// Queued changes are newer than the values that the server has put into the page.
async function withWaiting(response, miniApp) {
  const known = await storedBy(miniApp).catch(() => null);
  if (!known?.waits) return response;
  const headers = new Headers(response.headers);
  headers.delete("Content-Encoding");
  headers.delete("Content-Length");
  return new Response(await withStorage(await response.text(), miniApp), { status: response.status, headers });
}

// The values of a mini app's storage that this browser has seen, including queued changes; null if it has seen none.
async function storedBy(miniApp) {
  const databases = (await indexedDB.databases?.().catch(() => [])) ?? [];
  if (!databases.some(({ name }) => name === "atoll-kept")) return null;
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("atoll-kept");
    request.onerror = request.onblocked = () => reject(new Error("The database can't be opened."));
    request.onsuccess = () => {
      const database = request.result;
      database.onversionchange = () => database.close();
      const transaction = database.transaction(["values", "apps", "queue"], "readonly");
      const queue = transaction.objectStore("queue").getAll();
      const range = IDBKeyRange.bound([miniApp], [miniApp, []]);
      const keys = transaction.objectStore("values").getAllKeys(range);
      const texts = transaction.objectStore("values").getAll(range);
      const app = transaction.objectStore("apps").get(miniApp);
      transaction.onabort = () => reject(transaction.error);
      transaction.oncomplete = () => {
        database.close();
        const entries = keys.result.map(([, key], index) => [key, texts.result[index]]);
        const waits = queue.result.some((entry) => entry.app === miniApp && !entry.refused);
        resolve({ entries, waits, isWhole: app.result !== undefined && (app.result.missing ?? []).length === 0 });
      };
    };
  });
}

// Drops the pages around a mini app, except those with `pass`: the browser caches the files of one version only.
async function dropMiniApps(cache, base, pass = null) {
  cache ??= await caches.open(store);
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url);
    if (pathname !== base && !pathname.startsWith(base.endsWith("/") ? base : `${base}/`)) continue;
    if (pass === null || passIn(await (await cache.match(request)).text()) !== pass) await cache.delete(request);
  }
}

async function lastHome(cache) {
  const address = await cache.match(home);
  return address ? cache.match(await address.text()) : undefined;
}

async function file(event) {
  const cache = await caches.open(store);
  const kept = await cache.match(event.request);
  if (kept) return kept;
  const response = await fetch(event.request);
  if (response.ok) event.waitUntil(cache.put(event.request, response.clone()).catch(() => {}));
  return response;
}

function message(title, text, back) {
  const link = back ? `<a href="/">${back}</a>` : "";
  return new Response(
    `<!doctype html><html lang="${AtollTexts.language}" dir="${AtollTexts.direction}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<meta name="color-scheme" content="light dark">
<style>
  :root { --ground: #f2f6f7; --card: #fff; --ink: #14252a; --accent: #00687a; --on: #fff; --line: #c9d6da; }
  @media (prefers-color-scheme: dark) { :root { --ground: #0c1518; --card: #15232a; --ink: #e8f1f3; --accent: #5fd0e4; --on: #04262d; --line: #34464d; } }
  body { display: grid; place-items: center; min-height: 100vh; margin: 0; padding: 24px; box-sizing: border-box; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; text-align: center; }
  main { max-width: 420px; padding: 32px 28px; background: var(--card); border: 1px solid var(--line); border-radius: 24px; }
  h1 { margin: 0 0 8px; font-size: 1.4rem; }
  p { margin: 0; }
  nav { display: flex; flex-wrap: wrap; justify-content: center; gap: 10px; margin-top: 20px; }
  a { display: inline-flex; align-items: center; min-height: 44px; padding: 0 20px; border: 1px solid var(--line); border-radius: 999px; color: inherit; font-weight: 600; text-decoration: none; }
  a:first-child { background: var(--accent); border-color: var(--accent); color: var(--on); }
  a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
</style>
<main><h1>${title}</h1><p>${text}</p><nav><a href="">${t`Try again`}</a>${link}</nav></main></html>`,
    { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } },
  );
}
