/**
 * Keeps one release of the handbook on the device. The build writes RELEASE above: its id, and every
 * file as [path, size, SHA-256], those for reading ("pages") apart from those for rolling ("runtime").
 *
 * A release has one cache. A file enters it only when its body has the listed hash, and pages are
 * answered from it only while it holds every one of them, so that no reader ever sees two releases mixed.
 * Where it is not whole, everything comes from the network as if there were no worker.
 *
 * Messages, each one plain object. From a page:
 *   {ask: "state"}       answered by `state`, after every kept file has been read and its hash taken
 *   {ask: "keep"}        fetch all there is, told by `progress`, then `state` or `failed`
 *   {ask: "keep pages"}  the same for what reading needs
 *   {ask: "take over"}   let this release replace the one in use
 * To every page, with `release`, the id:
 *   {state: {pages, runtime, kept}}   whether either group is whole, and whether the reader asked for it
 *   {progress: {loaded, total}}       bytes
 *   {failed: sentence}                the reader's wish was not fulfilled, and why
 *   {gone: true}                      files that were kept are no longer there
 *   {superseded: true}                the server has another release, so this one cannot be completed
 */

const SCOPE = registration.scope;
const PREFIX = `rollbook ${new URL(SCOPE).pathname} `;
const CACHE = PREFIX + RELEASE.id;
// Outlives releases: what the reader asked for.
const WISHES = `${PREFIX}wishes`;
const HASH = "x-rollbook-sha256";
// Some servers do not know these, and browsers are strict about them.
const TYPES = { mjs: "text/javascript", wasm: "application/wasm", webmanifest: "application/manifest+json" };
const AT_ONCE = 6;
const PAUSES = [500, 2000]; // milliseconds before a lost connection is tried again

const PAGES = files(RELEASE.pages);
const RUNTIME = files(RELEASE.runtime, true);
const ALL = [...PAGES, ...RUNTIME];
const FILES = new Map(ALL.map((file) => [file.address, file]));
const INDEX = "index.html";

function files(rows, forRolling = false) {
  return rows.map(([path, size, hash]) => ({ address: new URL(path, SCOPE).href, size, hash, forRolling }));
}

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("message", (event) => event.waitUntil(hear(event.data)));
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(SCOPE)) return;
  const answer = find(event, request);
  if (answer) event.respondWith(answer);
});

async function install() {
  await fill((await wishes()) ? ALL : PAGES);
  // What was once fetched to roll with is not fetched again for a new release.
  for (const file of RUNTIME) {
    const older = await fromOlder(file);
    if (older) await store(file, older);
  }
}

async function activate() {
  for (const name of await caches.keys()) {
    if (name.startsWith(PREFIX) && name !== CACHE && name !== WISHES) await caches.delete(name);
  }
  await clients.claim();
}

async function hear({ ask }) {
  if (ask === "take over") await skipWaiting();
  if (ask === "state") await tellState();
  if (ask === "keep pages") await keep(PAGES);
  if (ask === "keep") await keep(ALL, true);
}

// Answering

let whole = null; // a promise, taken once in a worker's short life

function find(event, request) {
  const { origin, pathname, search } = new URL(request.url);
  const address = origin + pathname;
  const file = FILES.get(address.endsWith("/") ? address + INDEX : address);
  if (file?.forRolling) return rolling(event, file);
  if (file) return reading(request, file);
  if (request.mode !== "navigate") return null;
  if (FILES.has(`${address}/${INDEX}`)) return Response.redirect(`${address}/${search}`);
  return fetch(request).catch(() => notHere());
}

async function reading(request, file) {
  if (await isWhole()) {
    const kept = await look(file);
    if (kept) return kept;
    await lose();
  }
  try {
    return await fetch(request);
  } catch {
    return (await look(file)) ?? (request.mode === "navigate" ? notHere() : Response.error());
  }
}

async function rolling(event, file) {
  // A name with a hash in it means the same in every release.
  const timeless = /-[0-9a-f]{12}[./]/.test(file.address);
  if (timeless || (await isWhole())) {
    const kept = await look(file);
    if (kept) return kept;
  }
  let response;
  try {
    response = await fetch(event.request);
  } catch {
    return (await look(file)) ?? Response.error();
  }
  if (!response.ok) return response;
  const taken = take(file, response.clone());
  if (timeless) {
    // Handed on while it arrives, so that it is compiled meanwhile.
    event.waitUntil(taken.catch(() => {}));
    return response;
  }
  try {
    await taken;
  } catch (error) {
    if (!(error instanceof OtherBody) || !(await isWhole())) return response;
    event.waitUntil(tell({ superseded: true }));
    return Response.error();
  }
  return response;
}

async function take(file, response) {
  await store(file, await proved(file, response.headers.get("content-type"), response));
}

/** Whether every page is kept. */
function isWhole() {
  whole ??= kept().then((addresses) => PAGES.every(({ address }) => addresses.has(address)));
  return whole;
}

async function lose() {
  whole = Promise.resolve(false);
  await tell({ gone: true });
}

async function notHere() {
  const words = "This page is not kept on this device, and there is no network. Go back, or try again when there is one.";
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Not here</title><p>${words}</p><p><a href="${SCOPE}">Front page</a></p></html>`;
  return new Response(page, { status: 503, headers: { "content-type": "text/html; charset=utf-8" } });
}

// Wishes

let keeping = null;

/** Several tabs may ask at once; it is done once. */
function keep(wanted, wish = false) {
  keeping ??= complete(wanted, wish).finally(() => {
    keeping = null;
  });
  return keeping;
}

async function complete(wanted, wish) {
  try {
    if (wish) await caches.open(WISHES).then((cache) => cache.put(SCOPE, new Response("offline")));
    await fill(wanted);
    await tellState();
  } catch (error) {
    await tell({ failed: sentence(error) });
  }
}

async function wishes() {
  return Boolean(await caches.match(SCOPE, { cacheName: WISHES }));
}

function sentence(error) {
  if (error.name === "QuotaExceededError") {
    return "There is no room left on this device for the offline copy. Free some space, then try again.";
  }
  if (error instanceof OtherBody) {
    return "The handbook on the server is another version, or is just being replaced. Try again in a minute.";
  }
  return "The network was lost before everything had arrived. What is here stays; the rest is fetched when you try again.";
}

// Telling

/** What is truly here: every file is read, and one that is not what it should be is dropped. */
async function tellState() {
  const cache = await caches.open(CACHE);
  const here = async (file) => {
    const found = await cache.match(file.address);
    if (!found) return false;
    if ((await hashOf(await found.arrayBuffer())) === file.hash) return true;
    await cache.delete(file.address);
    return false;
  };
  const all = async (list) => (await Promise.all(list.map(here))).every(Boolean);
  const pages = await all(PAGES);
  whole = Promise.resolve(pages);
  await tell({ state: { pages, runtime: await all(RUNTIME), kept: await wishes() } });
}

async function tell(message) {
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  for (const page of pages) page.postMessage({ release: RELEASE.id, ...message });
}
