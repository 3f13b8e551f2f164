// Shows the last home when there is no connection. What it keeps goes when the user signs out, and when somebody signs in: the
// answers to that clear the site's storage, this script's registration with it. Where a session has ended by itself, it goes with the
// first page that says so.
//
// Kept are pages that the server marks so, under their paths, and the files that they are drawn with, whose addresses never change
// what they hold. Everything else goes past it.
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
    // Nobody is signed in: the way to sign in is a redirect, which a worker may not look into.
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
    // The page says itself that it is not of now.
    return new Response(text.replace('<body class="', '<body data-offline class="'), { headers: kept.headers });
  }
}

// Whether a page that led elsewhere did so because nobody is signed in: the server knows.
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
  const back = home ? '<p><a href="/">Back to the start</a></p>' : "";
  return new Response(
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>You are offline</title>
<meta name="color-scheme" content="light dark"><main><h1>You are offline</h1>
<p>This page was not opened before, so it is not here. Try again when there is a connection.</p>${back}</main></html>`,
    { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } },
  );
}
