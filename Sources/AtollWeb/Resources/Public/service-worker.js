// Shows the last home screen when there is no connection. Its cache is cleared when a user signs out and when one signs
// in: these responses clear the site's storage, including the registration of this script. If a session has expired,
// the cache is deleted with the first page that shows that.
//
// It caches the pages that the server marks for it, by path, and the files that they use, whose contents never change
// under the same path. All other requests go to the server.
"use strict";

const store = "atoll-1";
const files = ["/assets/", "/styles/", "/icons/"];

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(event, pathname));
  else if (files.some((folder) => pathname.startsWith(folder))) event.respondWith(file(event));
});

async function page(event, pathname) {
  try {
    const response = await fetch(event.request);
    // Perhaps nobody is signed in: the sign-in page is reached by a redirect, which a worker can't read.
    if (response.type === "opaqueredirect" || response.status === 401) {
      event.waitUntil(signedOut());
      return response;
    }
    if (response.ok && response.headers.get("Atoll-Offline") === "keep") {
      const copy = response.clone();
      event.waitUntil(keep(pathname, copy));
    }
    return response;
  } catch {
    const cache = await caches.open(store);
    const kept = (await cache.match(pathname)) ?? (pathname === "/" ? await lastHome(cache) : undefined);
    if (!kept) return offline(await lastHome(cache));
    const text = await kept.text();
    // The page itself shows a notice that it may be out of date.
    return new Response(text.replace('<body class="', '<body data-offline class="'), { headers: kept.headers });
  }
}

// Asks the server whether a page was redirected because nobody is signed in, and deletes the cache if so.
async function signedOut() {
  const answer = await fetch("/events?topics=");
  if (answer.redirected || answer.status === 401) await caches.delete(store);
}

async function keep(pathname, response) {
  const cache = await caches.open(store);
  await cache.put(pathname, response);
  await cache.put("/.home", new Response(pathname));
}

async function lastHome(cache) {
  const home = await cache.match("/.home");
  return home ? cache.match(await home.text()) : undefined;
}

async function file(event) {
  const cache = await caches.open(store);
  const kept = await cache.match(event.request);
  if (kept) return kept;
  const response = await fetch(event.request);
  if (response.ok) event.waitUntil(cache.put(event.request, response.clone()));
  return response;
}

function offline(home) {
  const back = home ? '<p><a href="/">Back to the start page</a></p>' : "";
  return new Response(
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>You are offline</title>
<meta name="color-scheme" content="light dark"><main><h1>You are offline</h1>
<p>This page is not available offline. Try again when you have a connection.</p>${back}</main></html>`,
    { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } },
  );
}
