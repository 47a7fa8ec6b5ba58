// Filling a release's cache: from an older release, from the network, and only with what has the listed hash.

class OtherBody extends Error {}

/** Fetch what is missing of `wanted`, from an older release where the body is the same. */
async function fill(wanted) {
  const here = await kept();
  const missing = wanted.filter(({ address }) => !here.has(address));
  const total = wanted.reduce((sum, { size }) => sum + size, 0);
  let loaded = total - missing.reduce((sum, { size }) => sum + size, 0);
  let told = 0;
  let stopped = false;
  const count = (bytes) => {
    loaded += bytes;
    // What arrives after a failure is kept, but no longer told.
    if (stopped || Date.now() - told < 100) return;
    told = Date.now();
    tell({ progress: { loaded, total } });
  };
  const queue = missing.values();
  const work = async () => {
    for (const file of queue) {
      if (stopped) return;
      const older = await fromOlder(file);
      if (older) count(file.size);
      await store(file, older ?? (await fromNetwork(file, count)));
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  } finally {
    stopped = true;
    whole = null;
  }
}

/** The same body, kept for an older release. */
async function fromOlder(file) {
  for (const name of await caches.keys()) {
    if (!name.startsWith(PREFIX) || name === CACHE) continue;
    const found = await caches.match(file.address, { cacheName: name });
    if (found?.headers.get(HASH) !== file.hash) continue;
    return proved(file, found.headers.get("content-type"), found).catch(() => null);
  }
  return null;
}

async function fromNetwork(file, count) {
  try {
    // A name with a hash in it may come from the browser's own cache; the others must not be old.
    return await download(file, count, file.forRolling ? "default" : "no-cache");
  } catch (error) {
    if (!(error instanceof OtherBody)) throw error;
    // Some cache on the way may have answered with an older body.
    return download(file, count, "reload");
  }
}

/** A connection that breaks is taken up where it broke, as far as the server allows. */
async function download(file, count, cache) {
  const chunks = [];
  for (let tries = 0; ; tries += 1) {
    try {
      const type = await receive(file, chunks, count, cache);
      return await proved(file, type, new Blob(chunks));
    } catch (error) {
      if (error instanceof OtherBody) count(-sizeOf(chunks));
      if (error instanceof OtherBody || tries === PAUSES.length) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSES[tries]));
    }
  }
}

/** Add what arrives to `chunks`; gives the type that the server states. */
async function receive(file, chunks, count, cache) {
  const have = sizeOf(chunks);
  // Asked for as a reader would, because some hosts answer index.html with a redirection.
  const address = file.address.endsWith(`/${INDEX}`) ? file.address.slice(0, -INDEX.length) : file.address;
  const response = await fetch(address, { cache, headers: have ? { range: `bytes=${have}-` } : {} });
  if (!response.ok) throw response.status < 500 ? new OtherBody(file.address) : new Error(response.statusText);
  if (have && response.status !== 206) {
    count(-have);
    chunks.length = 0;
  }
  const reader = response.body.getReader();
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    chunks.push(step.value);
    count(step.value.length);
  }
  return response.headers.get("content-type");
}

function sizeOf(chunks) {
  return chunks.reduce((sum, { length }) => sum + length, 0);
}

/** A response to keep, made of a body (Blob or Response) that has the listed hash; else it is another body. */
async function proved(file, type, body) {
  const bytes = await body.arrayBuffer();
  if ((await hashOf(bytes)) !== file.hash) throw new OtherBody(file.address);
  const known = TYPES[file.address.split(".").at(-1)] ?? type ?? "application/octet-stream";
  return new Response(bytes, { headers: { "content-type": known, "content-length": file.size, [HASH]: file.hash } });
}

async function hashOf(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function store(file, response) {
  const cache = await caches.open(CACHE);
  await cache.put(file.address, response);
}

function look(file) {
  return caches.match(file.address, { cacheName: CACHE });
}

async function kept() {
  const cache = await caches.open(CACHE);
  return new Set((await cache.keys()).map(({ url }) => url));
}
