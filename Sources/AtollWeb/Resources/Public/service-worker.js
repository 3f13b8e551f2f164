// Shows the pages that a user has seen when there is no connection, each with the time at which it was stored. They are kept until
// the user signs out or another one signs in: these responses clear the site's storage, including the registration of this script. If a
// session has expired, they are deleted with the first page that shows that.
//
// It keeps the pages that the server marks for it, and the files that they use, whose contents never change under the same
// path. All other requests go to the server.
"use strict";

const store = "atoll-1";
const files = ["/assets/", "/styles/", "/icons/"];
const miniApps = "/miniapp/";
const maximumPages = 80;
// What cannot be a page: where the last home is, and that somebody has signed out without a connection.
const home = "/.home";
const leaving = "/.sign-out";

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) =>
  event.waitUntil(Promise.all([clients.claim(), registration.navigationPreload?.enable()])));

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.method === "POST" && request.mode === "navigate" && pathname === "/sign-out") event.respondWith(signOut(request));
  // Nothing opens that was forgotten.
  if (request.method === "POST" && pathname === "/permissions/forget") event.waitUntil(dropMiniApps());
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(page(event, pathname, search));
  else if (files.some((folder) => pathname.startsWith(folder))) event.respondWith(file(event));
});

// A page that was opened before this worker was there.
addEventListener("message", (event) => event.waitUntil(keepOpen(event.data ?? {}).catch(() => {})));

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

async function page(event, pathname, search) {
  const cache = await caches.open(store);
  if (await cache.match(leaving)) {
    // Whoever signed out without a connection is signed out before any page is shown. Only the redirect to the sign-in page says
    // that the server knows.
    const answer = await fetch("/sign-out", { method: "POST", redirect: "manual" }).catch(() => null);
    if (answer?.type !== "opaqueredirect") {
      return message("You are signed out", "There is no connection. Sign in again when there is one.");
    }
    // The answer clears this site's storage, and this worker's registration with it.
    await cache.delete(leaving).catch(() => {});
    await registration.navigationPreload?.enable().catch(() => {});
    return fetch(event.request);
  }
  try {
    const response = (await event.preloadResponse) ?? (await fetch(event.request));
    // Perhaps nobody is signed in: the sign-in page is reached by a redirect, which a worker can't read.
    if (response.type === "opaqueredirect" || response.status === 401) {
      event.waitUntil(signedOut());
      return response;
    }
    const kept = response.headers.get("Atoll-Offline");
    if (response.ok && kept) {
      const copy = response.clone();
      event.waitUntil(keep(cache, pathname + search, copy, kept === "home"));
    }
    return response;
  } catch {
    const kept =
      (await cache.match(pathname + search)) ??
      (pathname === "/" ? await lastHome(cache) : undefined) ??
      (pathname.startsWith(miniApps) ? await otherPage(cache, pathname, search) : undefined);
    if (!kept) {
      return message(
        "You are offline", "You have not opened this page in this browser before. Try again when you have a connection.",
        (await lastHome(cache)) && "Back to the start page");
    }
    const text = await kept.text();
    // The page itself says from when it is.
    const time = Number(kept.headers.get("Atoll-Kept")) || 0;
    const offline = text.replace('<body class="', `<body data-offline="${time}" class="`);
    return new Response(offline, { headers: kept.headers });
  }
}

// Asks the server whether a page was redirected because nobody is signed in, and deletes the cache if so.
async function signedOut() {
  const answer = await fetch("/events?topics=");
  if (answer.redirected || answer.status === 401) await caches.delete(store);
}

async function signOut(request) {
  try {
    return await fetch(request);
  } catch {
    await forget();
    await registration.navigationPreload?.disable();
    const cache = await caches.open(store);
    await cache.put(leaving, new Response(""));
    new BroadcastChannel("atoll.session").postMessage({ user: null });
    return message(
      "You are signed out",
      "What this browser had kept for you is removed. There is no connection: the server is told when there is one.");
  }
}

async function forget() {
  await caches.delete(store);
  await new Promise((resolve) => {
    const request = indexedDB.deleteDatabase("atoll-kept");
    request.onsuccess = request.onerror = request.onblocked = resolve;
  });
}

async function keep(cache, address, response, isHome) {
  const headers = new Headers(response.headers);
  headers.set("Atoll-Kept", String(Date.now()));
  // The bytes are those of the text by now.
  headers.delete("Content-Encoding");
  headers.delete("Content-Length");
  const { status, statusText } = response;
  const contents = await response.text();
  const copy = new Response(contents, { status, statusText, headers });
  if (address.startsWith(miniApps)) await dropMiniApps(cache, address.split(/[?#]/)[0].split("/", 3).join("/"), passIn(contents) ?? "");
  // The newest are the last.
  await cache.delete(address);
  try {
    await cache.put(address, copy);
  } catch {
    // The browser has no room: what was kept before is worth less than what was seen now.
    await caches.delete(store);
    return;
  }
  if (isHome) await cache.put(home, new Response(address));
  const pages = (await cache.keys()).filter(({ url }) => {
    const { pathname } = new URL(url);
    return !pathname.startsWith("/.") && !files.some((folder) => pathname.startsWith(folder));
  });
  for (const old of pages.slice(0, -maximumPages)) await cache.delete(old);
}

// What opens the files that the browser keeps of a version of a mini app, in the page around it.
const passIn = (text) => /[?&;]atoll-launch=[\w-]*\.([\w-]+)/.exec(text)?.[1];

// Any page of a mini app is shown in the page around it.
async function otherPage(cache, pathname, search) {
  const base = pathname.split("/", 3).join("/");
  const around = await cache.match(base);
  if (!around) return undefined;
  const text = (await around.text()).replace(/(<iframe id="mini-app"[^>]* src=")([^"]*)"/, (whole, start, source) => {
    const query = search ? `${search.replaceAll("&", "&amp;")}&amp;` : "?";
    // Its ticket was used.
    return `${start}${new URL(source).origin}${pathname.slice(base.length)}${query}atoll-launch=.${passIn(source)}"`;
  });
  return new Response(text, { headers: around.headers });
}

// Of a mini app, the pages around one version only are kept: the browser keeps the files of one.
async function dropMiniApps(cache, base = miniApps, pass = null) {
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
  const link = back ? `<p><a href="/">${back}</a></p>` : "";
  return new Response(
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<meta name="color-scheme" content="light dark">
<style>
  body { display: grid; place-items: center; min-height: 90vh; margin: 0; padding: 24px; font: 1rem/1.5 system-ui, sans-serif; text-align: center; }
  main { max-width: 420px; }
  a { color: inherit; }
</style>
<main><h1>${title}</h1><p>${text}</p>${link}</main></html>`,
    { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } },
  );
}
