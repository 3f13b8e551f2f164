// Keeps the files of a mini app in the browser, so that it opens at once, and without a connection.
//
// The host writes before this script, as `kept`, what it may answer: the digest of a pass, which only the user for whom the files
// are kept is given for this version; the headers; and each path with the digest and type of its file. The mini app has the same
// origin and can write into the cache, so every file is checked against its digest, and no header comes from there.
"use strict";

const store = "atoll-files";
const launchMark = /[?&]atoll-launch=([\w-]*\.([\w-]+)(\.1)?)$/;
// How long the host is waited for, in ms.
const patience = 10_000;
// How long after the page the host hears of a launch, in ms: what the user sees goes first.
const afterPage = 500;
// How much is fetched in advance, in bytes; what is left is kept when it is used.
const maximumAhead = 8 * 1024 * 1024;
// The documents that were opened with the pass of this user and version, by the ids of their clients.
const own = new Set();

addEventListener("install", (event) => event.waitUntil(keepAll()));
addEventListener("activate", (event) => event.waitUntil(Promise.all([clients.claim(), dropOthers()])));

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  const path = decoded(url.pathname);
  if (path === null || !Object.hasOwn(kept.files, path)) return;
  event.respondWith(request.mode === "navigate" ? page(event, url, path) : file(event, path));
});

async function page(event, url, path) {
  const [, ticket, pass, isFirst] = launchMark.exec(url.search) ?? [];
  const isOwn = pass ? await isPass(pass) : await owns(event.clientId);
  if (isOwn) {
    const answer = await stored(path);
    if (answer) {
      note(event.resultingClientId);
      // A session that has not opened it yet may do nothing before the host knows.
      if (isFirst) await launch(ticket);
      else if (ticket) event.waitUntil(new Promise((resolve) => setTimeout(resolve, afterPage)).then(() => launch(ticket)));
      return answer;
    }
  }
  try {
    return await fetch(event.request);
  } catch {
    // A page to which a page of the mini app leads. One with another pass is of another user or version.
    const answer = !pass && isNewest() ? await stored(path) : null;
    return answer ?? unavailable();
  }
}

async function file(event, path) {
  const isOwn = await owns(event.clientId);
  const found = isOwn ? await stored(path) : null;
  if (found) return found;
  try {
    const response = await fetch(event.request);
    if (isOwn && response.ok) event.waitUntil(keep(path, response.clone()));
    return response;
  } catch {
    return (isNewest() ? await stored(path) : null) ?? Response.error();
  }
}

const isNewest = () => !registration.waiting && !registration.installing;
const isPass = async (pass) => (await digest(new TextEncoder().encode(pass))) === kept.pass;

async function owns(client) {
  if (!client) return false;
  if (own.has(client)) return true;
  const url = (await clients.get(client))?.url;
  const [, , pass] = (url && launchMark.exec(new URL(url).search)) ?? [];
  if (!pass || !(await isPass(pass))) return false;
  note(client);
  return true;
}

function note(client) {
  if (!client) return;
  own.add(client);
  for (const old of own) if (own.size > 100) own.delete(old);
}

// Tells the host that the mini app was opened, which it would have learned from the request for the page.
async function launch(ticket) {
  await fetch("/.atoll/launch", { method: "POST", body: ticket, signal: AbortSignal.timeout(patience) }).catch(() => {});
}

async function stored(path) {
  const [hash, type, , links] = kept.files[path];
  const headers = { ...kept.headers, "Content-Type": type, ...(links ? { Link: links } : {}) };
  try {
    const cache = await caches.open(store);
    const found = await cache.match(address(hash));
    if (!found) return null;
    const bytes = await found.arrayBuffer();
    if ((await digest(bytes)) === hash) return new Response(bytes, { headers });
    await cache.delete(address(hash));
  } catch {
    // The browser has thrown its storage away, or does not give it.
  }
  return null;
}

async function keep(path, response) {
  const [hash] = kept.files[path];
  const bytes = await response.arrayBuffer();
  if ((await digest(bytes)) !== hash) return;
  // Full, perhaps.
  await caches.open(store).then((cache) => cache.put(address(hash), new Response(bytes))).catch(() => {});
}

async function keepAll() {
  const cache = await caches.open(store).catch(() => null);
  if (!cache) return;
  const known = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const wanted = new Map();
  let ahead = 0;
  for (const [path, [hash, , length]] of Object.entries(kept.files)) {
    if (known.has(address(hash)) || wanted.has(hash) || ahead + length > maximumAhead) continue;
    wanted.set(hash, path);
    ahead += length;
  }
  const paths = [...wanted.values()];
  const next = async () => {
    for (let path = paths.pop(); path !== undefined; path = paths.pop()) {
      const response = await fetch(encodeURI(path), { cache: "no-cache" }).catch(() => null);
      if (response?.ok) await keep(path, response);
    }
  };
  // Few at a time: the mini app that is open goes first.
  await Promise.all([next(), next()]);
}

async function dropOthers() {
  const cache = await caches.open(store);
  const wanted = new Set(Object.values(kept.files).map(([hash]) => address(hash)));
  for (const request of await cache.keys()) if (!wanted.has(new URL(request.url).pathname)) await cache.delete(request);
}

const address = (hash) => `/.atoll/kept/${hash}`;

async function digest(bytes) {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function decoded(path) {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

// The page around it says what this means.
const unavailable = () => new Response("Not available without a connection.\n", { status: 503, headers: { ...kept.headers, "Content-Type": "text/plain; charset=utf-8" } });
