// Caches the files of a mini app in the browser, so that it opens immediately, and without a connection.
//
// The host writes before this script, as `kept`, what it may answer: the digest of a pass, which only the user for whom the files
// are cached gets for this version; the headers; and each path with the digest and type of its file. The mini app has the same
// origin and can write into the cache, so every file is checked against its digest, and no header comes from there.
//
// In a browser that stores no cookies for embedded pages, this worker also carries launches: it sends the launch of a document with each
// of the document's requests, for documents of all versions.
"use strict";

const store = "atoll-files";
const memory = "/.atoll/kept/documents";
const launchMemory = "/.atoll/kept/launches";
// The mark of the user whose launches are carried, which opening.js stores. It does not reveal who that is.
const markPath = "/.atoll/kept/mark";
const launchMark = /[?&]atoll-launch=([\w-]*\.([\w-]+)(\.1)?)$/;
const anyLaunch = /[?&]atoll-launch=[\w.-]*$/;
// How long the host is waited for, in ms.
const patience = 10_000;
// How long after the page the host hears of a launch, in ms: what the user sees goes first.
const afterPage = 500;
// The number of bytes that are fetched in advance; the rest is cached when it is used.
const maximumAhead = 8 * 1024 * 1024;
// The pauses between attempts to fetch a file in advance, in ms.
const pauses = [500, 2_000, 8_000];
// The documents that were opened with the pass of this user and version, by the ids of their clients: null until they are read. `early` has
// those that were there before this worker.
let own = null;
const early = new Set();
// The launch that the host does not know of yet, with its document, and what became of the last one.
let due = null;
let last = Promise.resolve();
// The launches that are carried, by the ids of their documents, the newest last: null until they are read.
let carried = null;

addEventListener("install", (event) => {
  // A mini app could register this for some of its pages only, and hold an old version there.
  const isWhole = registration.scope === `${location.origin}/`;
  // With a ticket after the pass, a launch waits for this worker: the files are stored when the mini app has started.
  const isAwaited = location.search.includes("&");
  event.waitUntil(!isWhole ? Promise.reject(new Error("The scope is another one.")) : isAwaited ? null : keepAll());
});
addEventListener("activate", (event) => event.waitUntil(Promise.all([clients.claim(), dropOthers()])));

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const url = new URL(request.url);
  // Its response clears the site's storage, and this worker with it, which would wait for its own end.
  if (url.origin !== location.origin || url.pathname === "/.atoll/opening") return;
  // A shared worker may outlive its pages, and the next user of the browser could talk to it.
  if (request.destination === "sharedworker") return event.respondWith(Response.error());
  const path = known(decoded(url.pathname), request);
  const isKept = path !== null && Object.hasOwn(kept.files, path);
  if (request.mode !== "navigate") event.respondWith(isKept ? file(event, path) : load(event));
  // A mini app is shown in a frame of the host, and nowhere else.
  else if (request.destination === "iframe") event.respondWith(open(event, url, path));
});

// A page sends its pass when it was opened before this worker existed, and otherwise the message below when a mini app whose launch is
// carried has started.
let keeping = null;
addEventListener("message", (event) => {
  const { data, source } = event;
  if (data === "keep") event.waitUntil((keeping ??= keepAll().finally(() => (keeping = null))));
  if (typeof data?.pass === "string") event.waitUntil(isPass(data.pass).then((isOwn) => isOwn && note(source?.id, true)));
});

// A web app with a router in its page has one document for all its pages.
function known(path, { mode }) {
  if (isFolder(path, { mode })) return path;
  if (path?.endsWith("/") && !Object.hasOwn(kept.files, path) && Object.hasOwn(kept.files, `${path}index.html`)) return `${path}index.html`;
  const isRoute = kept.fallback && mode === "navigate" && path !== null && !kept.extensions.includes(extension(path));
  return isRoute && !Object.hasOwn(kept.files, path) ? "/" : path;
}

const extension = (path) => /\.([^./]*)$/.exec(path)?.[1].toLowerCase();

// Whether a path names a folder with a page and lacks the slash at its end.
function isFolder(path, { mode }) {
  return kept.folders && mode === "navigate" && path !== null && !Object.hasOwn(kept.files, path) && Object.hasOwn(kept.files, `${path}/index.html`);
}

async function open(event, url, path) {
  const [, , pass] = launchMark.exec(url.search) ?? [];
  const isOwn = pass ? await isPass(pass) : await owns(await source(event));
  // Relative URLs in the page of a folder are resolved correctly only behind the slash.
  if (isOwn && isFolder(path, event.request)) return redirect(event, `${url.pathname}/${url.search}`);
  return path !== null && Object.hasOwn(kept.files, path) ? page(event, url, path, isOwn) : visit(event, url);
}

// WebKit, where this worker carries launches, does not come back to it after a redirect.
async function redirect(event, address) {
  if ((await launches()).size === 0) return Response.redirect(address, 301);
  await note(event.resultingClientId);
  await carry(event.resultingClientId, await launchOf(event), true);
  const text = address.replace(/[&"'<>]/g, (mark) => `&#${mark.charCodeAt(0)};`);
  const headers = { ...kept.headers, ...kept.page, "Content-Type": "text/html; charset=utf-8" };
  return new Response(`<!DOCTYPE html><meta http-equiv="refresh" content="0; url=${text}">`, { headers });
}

async function page(event, url, path, isOwn) {
  const [, ticket, , isFirst] = launchMark.exec(url.search) ?? [];
  const answer = isOwn ? await stored(path) : null;
  if (answer && (await knows(event, ticket, isFirst))) {
    await note(event.resultingClientId);
    // Without a connection there is no new launch, and the document belongs to the newest one.
    if (!ticket || ticket.startsWith(".")) await carry(event.resultingClientId, await launchOf(event), isOwn);
    return answer;
  }
  const response = await visit(event, url, isOwn);
  if (isOwn && response.ok) {
    // The browser has thrown it away: perhaps not it alone.
    event.waitUntil(keep(path, response.clone()).then((isPage) => isPage && keepAll()));
  }
  return response;
}

// Requests a page. If launches are carried, the response to a ticket contains the name of the new launch.
async function visit(event, url, isOwn = false) {
  try {
    const mark = await storedMark();
    if (!mark) return await fetch(event.request);
    // A reloaded page may have a ticket that was already used. Then the server goes by the launch.
    const before = await launchOf(event);
    const own = before ? { "Atoll-Launch": before } : {};
    const asking = anyLaunch.test(url.search) ? { "Atoll-Mark": mark, "Atoll-Worker": isOwn ? "own" : kept.code } : {};
    const fields = { ...own, ...asking };
    const response = await fetch(naming(event.request, fields));
    const launch = response.headers.get("Atoll-Launch") ?? before;
    if (launch && isOwn) await note(event.resultingClientId);
    await carry(event.resultingClientId, launch, isOwn);
    return response;
  } catch {
    return unavailable();
  }
}

// Requests a file for the document that asks for it, with the document's launch.
async function load(event) {
  const launch = await launchOf(event);
  return fetch(launch ? naming(event.request, { "Atoll-Launch": launch }) : event.request);
}

function naming(request, fields) {
  const headers = new Headers(request.headers);
  for (const [name, value] of Object.entries(fields)) headers.set(name, value);
  const { cache, redirect, signal, url } = request;
  return new Request(url, { headers, mode: "same-origin", credentials: "same-origin", cache, redirect, signal });
}

// Sees to it that the host learns of a launch, which it would have learned from the request for the page. A session that has not
// opened the mini app yet may do nothing before: whether the host agrees, or can't be reached. Where the host does not agree, the
// next opening is its own again.
async function knows(event, ticket, isFirst) {
  if (!ticket || ticket.startsWith(".")) return true;
  if (due) launch();
  due = { ticket, client: event.resultingClientId };
  if (isFirst) return (await launch()) !== "refused";
  event.waitUntil(new Promise((resolve) => setTimeout(resolve, afterPage)).then(launch).then(async (answer) => {
    // Where this worker carries launches, only its mark says that the storage is this user's.
    if (answer === "refused" && !(await storedMark())) await registration.unregister();
  }));
  return true;
}

function launch() {
  if (due) last = begin(due).catch(() => "unreachable");
  due = null;
  return last;
}

async function begin({ ticket, client }) {
  const mark = await storedMark();
  const headers = mark ? { "Atoll-Mark": mark } : {};
  const response = await fetch("/.atoll/launch", { method: "POST", body: ticket, headers, signal: AbortSignal.timeout(patience) });
  // Only the host itself refuses; a proxy may answer anything.
  if (!response.ok) return response.status === 404 ? "refused" : "unreachable";
  await carry(client, response.headers.get("Atoll-Launch"), true);
  return "known";
}

// A document of this version loads files of this version, even if another one is open.
async function file(event, path) {
  if (!(await owns(event.clientId))) return load(event);
  // Chromium ends sound that began before this worker, if its next part has no URL, as an answer of a worker's own.
  if (early.has(event.clientId) && ["audio", "video"].includes(event.request.destination)) {
    return load(event).catch(async () => (await stored(path, event.request)) ?? Response.error());
  }
  // Files that a worker of the page loads belong to the page.
  if (event.request.destination === "worker") noteWorker(event.resultingClientId);
  const found = await stored(path, event.request);
  if (found) return found;
  await launch();
  const response = await load(event);
  if (!response.ok) return response;
  if (response.status === 206) {
    // Sound and video play before all of the file has come.
    event.waitUntil(keepWhole(path));
    return response.headers.get("ETag") === tag(path) ? response : Response.error();
  }
  const bytes = await response.arrayBuffer();
  return (await put(path, bytes)) ? answerWith(path, bytes, event.request) : Response.error();
}

// The files of which a part was asked for, while all of it is fetched.
const fetching = new Set();

async function keepWhole(path) {
  if (fetching.has(path)) return;
  fetching.add(path);
  try {
    const response = await ask(path);
    if (response.ok) await keep(path, response);
  } catch {
    // The next request asks for a part again.
  } finally {
    fetching.delete(path);
  }
}

const isPass = async (pass) => (await digest(new TextEncoder().encode(pass))) === kept.pass;

async function owns(client) {
  if (!client) return false;
  if (ownWorkers.has(client) || (await documents()).has(client)) return true;
  const url = (await clients.get(client))?.url;
  const [, , pass] = (url && launchMark.exec(new URL(url).search)) ?? [];
  if (!pass || !(await isPass(pass))) return false;
  await note(client, true);
  return true;
}

// A browser stops a worker that has nothing to do, and starts it again: what it knew is read then.
async function documents() {
  if (own) return own;
  const saved = await caches.open(store).then((cache) => cache.match(memory)).then((found) => found?.json()).catch(() => null);
  const known = (list) => (saved?.pass === kept.pass && Array.isArray(list) ? list : []);
  if (!own) for (const id of known(saved?.early)) early.add(id);
  own ??= new Set(known(saved?.ids));
  return own;
}

// The workers of those documents, the newest last. After this worker was stopped, they load from the host.
const ownWorkers = new Set();

function noteWorker(client) {
  if (client) ownWorkers.add(client);
  for (const old of ownWorkers) if (ownWorkers.size > 100) ownWorkers.delete(old);
}

async function note(client, isEarly = false) {
  const ids = await documents();
  if (!client || ids.has(client)) return;
  ids.add(client);
  if (isEarly) early.add(client);
  for (const old of ids) {
    if (ids.size > 100) ids.delete(old);
  }
  for (const old of early) {
    if (!ids.has(old)) early.delete(old);
  }
  const saved = new Response(JSON.stringify({ pass: kept.pass, ids: [...ids], early: [...early] }));
  await caches.open(store).then((cache) => cache.put(memory, saved)).catch(() => {});
}

const isText = (text) => typeof text === "string" && /^[\w.~+/=-]{1,200}$/.test(text);

const storedMark = () =>
  caches.open(store).then((cache) => cache.match(markPath)).then((found) => found?.text() ?? null)
    // The mini app can write here.
    .then((text) => (text && isText(text) ? text : null)).catch(() => null);

async function launches() {
  if (carried) return carried;
  const saved = await caches.open(store).then((cache) => cache.match(launchMemory)).then((found) => found?.json()).catch(() => null);
  // The mini app can write here.
  const isEntry = (entry) => Array.isArray(entry) && isText(entry[0]) && isText(entry[1]?.launch);
  carried ??= new Map(Array.isArray(saved) ? saved.filter(isEntry) : []);
  return carried;
}

// Stores the launch of a document.
async function carry(client, launch, isOwn) {
  const all = await launches();
  if (!client || !launch || all.get(client)?.launch === launch) return;
  all.set(client, { launch, pass: isOwn ? kept.pass : null });
  for (const old of all.keys()) if (all.size > 100) all.delete(old);
  const saved = new Response(JSON.stringify([...all]));
  await caches.open(store).then((cache) => cache.put(launchMemory, saved)).catch(() => {});
}

// Returns the launch that a request belongs to, or null if the browser sends cookies. A request of an unknown client, such as a dedicated
// worker, belongs to the newest launch.
async function launchOf(event) {
  const all = await launches();
  if (all.size === 0) return null;
  return (all.get(await source(event)) ?? [...all.values()].at(-1)).launch;
}

// Returns the id of the document that sends a request. WebKit and Firefox give none for a navigation. Then it is the newest document at the
// URL that the request names as its referrer.
async function source({ clientId, request }) {
  if (clientId || !request.referrer) return clientId;
  const place = (url) => url.replace(/#.*/, "").replace(anyLaunch, "");
  const there = (await clients.matchAll({ includeUncontrolled: true })).filter(({ url }) => place(url) === place(request.referrer));
  const known = [...(await documents()), ...(await launches()).keys()];
  return known.findLast((id) => there.some((client) => client.id === id)) ?? "";
}

async function ask(path) {
  const launch = [...(await launches()).values()].findLast(({ pass }) => pass === kept.pass)?.launch;
  return fetch(encoded(path), { cache: "no-cache", headers: launch ? { "Atoll-Launch": launch } : {} });
}

async function stored(path, request) {
  const [hash] = kept.files[path];
  try {
    const cache = await caches.open(store);
    const found = await cache.match(address(hash));
    if (!found) return null;
    const bytes = await found.arrayBuffer();
    if ((await digest(bytes)) === hash) return answerWith(path, bytes, request);
    await cache.delete(address(hash));
  } catch {
    // The browser has thrown its storage away, or does not give it.
  }
  return null;
}

const tag = (path) => `"${kept.files[path][0]}"`;

function answerWith(path, bytes, request) {
  const [, type, , links] = kept.files[path];
  const own = type.startsWith("text/html") ? kept.page : {};
  const headers = { ...kept.headers, ...own, "Content-Type": type, ...(links ? { Link: links } : {}), ETag: tag(path), "Accept-Ranges": "bytes" };
  const part = asked(path, bytes.byteLength, request);
  if (!part) return new Response(bytes, { headers });
  const [first, end] = part;
  if (first >= end) return new Response(null, { status: 416, headers: { ...headers, "Content-Range": `bytes */${bytes.byteLength}` } });
  return new Response(bytes.slice(first, end), { status: 206, headers: { ...headers, "Content-Range": `bytes ${first}-${end - 1}/${bytes.byteLength}` } });
}

// Where the part of a file begins and ends that a request asks for, as the host's server reads it; the same number twice if the file has
// none of it, null for the whole file.
function asked(path, length, request) {
  const condition = request?.headers.get("If-Range");
  if (condition && condition !== tag(path)) return null;
  const [, from, to] = /^bytes=(\d{0,18})-(\d{0,18})$/i.exec(request?.headers.get("Range") ?? "") ?? [];
  if (from === undefined || (from === "" && to === "")) return null;
  if (from === "") return [Math.max(0, length - Number(to)), length];
  if (to !== "" && Number(to) < Number(from)) return null;
  const first = Math.min(Number(from), length);
  return [first, to === "" ? length : Math.max(first, Math.min(Number(to) + 1, length))];
}

const keep = async (path, response) => put(path, await response.arrayBuffer());

// Stores a file. Returns whether its bytes are those of this version.
async function put(path, bytes) {
  const [hash] = kept.files[path];
  if ((await digest(bytes)) !== hash) return false;
  // Full, perhaps.
  await caches.open(store).then((cache) => cache.put(address(hash), new Response(bytes))).catch(() => {});
  return true;
}

async function keepAll() {
  const cache = await caches.open(store).catch(() => null);
  if (!cache) return;
  const known = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const wanted = new Map();
  let ahead = 0;
  // Without the host's files and the pages nothing opens; then as many as there is room for.
  const rank = ([path, [, type]]) => (path.startsWith("/.atoll/") || type.startsWith("text/html") ? 0 : 1);
  const files = Object.entries(kept.files).sort((one, other) => rank(one) - rank(other) || one[1][2] - other[1][2]);
  for (const [path, [hash, , length]] of files) {
    if (wanted.has(hash) || ahead + length > maximumAhead) continue;
    // Each page asks for this: what is there takes room, too.
    ahead += length;
    if (!known.has(address(hash))) wanted.set(hash, path);
  }
  const paths = [...wanted.values()];
  let failed = 0;
  const next = async () => {
    for (let path = paths.shift(); path !== undefined; path = paths.shift()) {
      // If several files do not come, the others are not waited for.
      if (!(await fetchAndKeep(path, failed < 3 ? pauses : []))) failed += 1;
    }
  };
  // Few at a time: the mini app that is open goes first.
  await Promise.all([next(), next()]);
}

// Without one of its files, a mini app does not start offline, so a request that fails is made again. Returns false if all attempts failed.
async function fetchAndKeep(path, waits) {
  for (let attempt = 0; ; attempt += 1) {
    const response = await ask(path).catch(() => null);
    if (response?.ok && (await keep(path, response).catch(() => false))) return true;
    // The host no longer knows the launch: the next one fetches the file.
    if (response?.status === 404) return true;
    if (attempt === waits.length) return false;
    await new Promise((resolve) => setTimeout(resolve, waits[attempt]));
  }
}

async function dropOthers() {
  const cache = await caches.open(store);
  const wanted = new Set([...Object.values(kept.files).map(([hash]) => address(hash)), memory, launchMemory, markPath]);
  for (const request of await cache.keys()) if (!wanted.has(new URL(request.url).pathname)) await cache.delete(request);
}

const encoded = (path) => path.split("/").map(encodeURIComponent).join("/");
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
