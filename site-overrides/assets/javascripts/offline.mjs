/**
 * The page's line to the service worker, which keeps the handbook on this device.
 *
 * Nothing happens before the page stands and the browser is idle, and with a reader who saves data
 * nothing without a tap. "change" events tell of every step. States:
 *   unknown      not asked yet                    unable    this browser cannot, and `reason` says why
 *   none         only with a network              fetching  with `progress`, {loaded, total} in bytes
 *   pages        reading works without a network  ready     rolling too: each file was read and found right
 *   failed       and `reason` says why            gone      what was kept is no longer there
 */

const ROOT = new URL("../../", import.meta.url);
const WORKER = new URL("service-worker.js", ROOT);

// An app that stays open for days asks for a new release when it comes back to sight, in milliseconds.
const OFTEN = 60 * 60 * 1000;

/** The release that this page belongs to: `{id, pages, runtime}`, sizes in bytes; null where nothing is kept. */
async function ownRelease() {
  try {
    return (await import("../release.mjs")).default;
  } catch {
    return null;
  }
}

export class Offline extends EventTarget {
  #service = null;
  #registration = null;
  #release = null;
  #asked = false; // by a tap, to keep all
  #replacing = false; // by a tap, to reload with the new release
  #state = "unknown";
  #progress = null;
  #reason = "";
  #offer = false;

  get state() {
    return this.#state;
  }

  get progress() {
    return this.#progress;
  }

  get reason() {
    return this.#reason;
  }

  /** Whether a release other than this page's is there to be shown by a reload. */
  get offer() {
    return this.#offer;
  }

  /** What a whole copy takes on the device, in bytes. */
  get size() {
    return this.#release ? this.#release.pages + this.#release.runtime : 0;
  }

  /** Look what is kept and, unless the reader saves data, keep the pages. */
  async start({ saveData = navigator.connection?.saveData ?? false } = {}) {
    this.#release = await ownRelease();
    this.#service = navigator.serviceWorker ?? null;
    if (!this.#release) return this.#forget();
    if (!this.#service || typeof caches === "undefined") return this.#enter("unable", { reason: inability() });
    this.#service.addEventListener("message", (event) => this.#hear(event));
    this.#service.addEventListener("controllerchange", () => this.#replaced());
    addEventListener("online", () => this.#state === "failed" && this.#asked && this.keep());
    try {
      this.#follow(await this.#service.getRegistration(ROOT.href));
      if (this.#registration) this.#askState();
      else if (saveData) this.#enter("none");
      else await this.#register();
    } catch {
      // Private windows refuse in their own ways; reading goes on, with a network.
      this.#enter("unable", { reason: inability() });
    }
  }

  /** Keep everything, for a tap on "Make available offline". */
  async keep() {
    this.#asked = true;
    this.#enter("fetching", { progress: { loaded: 0, total: this.size } });
    // Only a request: some browsers ask the reader, most decide by themselves.
    navigator.storage?.persist?.().catch(() => {});
    try {
      if (!this.#registration?.active) await this.#register();
      this.#registration?.active?.postMessage({ ask: "keep" });
    } catch {
      this.#enter("failed", { reason: "The offline copy could not be begun. Check the connection and try again." });
    }
  }

  /** Show the new release; where none waits any more, a reload is all there is to do. */
  async replace() {
    this.#replacing = true;
    const waiting = this.#registration?.waiting;
    if (waiting) waiting.postMessage({ ask: "take over" });
    else location.reload();
  }

  async #register() {
    this.#follow(await this.#service.register(WORKER, { scope: ROOT.href, updateViaCache: "none" }));
    // There at once only where a worker was about to go; it says what it is.
    this.#askState();
  }

  #follow(registration) {
    if (!registration || registration === this.#registration) return;
    this.#registration = registration;
    this.#await(registration.installing);
    if (registration.waiting && registration.active) this.#suggest();
    registration.addEventListener("updatefound", () => this.#await(registration.installing));
    let last = Date.now();
    addEventListener("visibilitychange", () => {
      if (document.hidden || Date.now() - last < OFTEN) return;
      last = Date.now();
      registration.update().catch(() => {});
    });
  }

  #await(worker) {
    let served = false; // every worker ends as redundant, most of them after long service
    worker?.addEventListener("statechange", () => {
      const first = !this.#registration?.active || this.#registration.active === worker;
      if (worker.state === "installed" && !first) this.#suggest();
      if (worker.state === "activated") served = true;
      if (worker.state === "activated" && first) this.#activated(worker);
      // A later release that cannot be had whole is no matter of the reader's: the one in use goes on.
      if (worker.state === "redundant" && first && !served) this.#refused();
    });
  }

  #activated(worker) {
    if (this.#asked) worker.postMessage({ ask: "keep" });
    else this.#askState();
  }

  #refused() {
    this.#registration = null;
    if (!this.#asked) return this.#enter("none");
    const reason = "The offline copy could not be made: the network was lost, the device is full, or the handbook is just being replaced. Try again in a minute.";
    return this.#enter("failed", { reason });
  }

  #askState() {
    this.#registration?.active?.postMessage({ ask: "state" });
  }

  #hear({ data, source }) {
    if (data.off) return this.#forget();
    // What a worker told before it was refused may arrive after, and would be waited for without end.
    if (source?.state === "redundant") return;
    // A later release prepares itself unseen.
    const active = this.#registration?.active;
    if (active && source !== active) return;
    if (data.progress && this.#asked) this.#enter("fetching", { progress: data.progress });
    if (data.failed && this.#asked) this.#enter("failed", { reason: data.failed });
    if (data.gone) this.#askState();
    if (data.superseded) this.#suggest();
    return data.state && this.#learn(data);
  }

  #learn({ state: { pages, runtime, kept }, release }) {
    if (release !== this.#release.id) this.#suggest();
    if (pages && runtime) this.#enter("ready");
    else if (this.#state === "fetching" && this.#asked) return;
    else if (kept) this.#enter("gone");
    else if (pages) this.#enter("pages");
    else this.#mend();
  }

  /** Pages that nobody asked to keep are kept again as quietly as before. */
  #mend() {
    const first = this.#state !== "none";
    this.#enter("none");
    if (first && !navigator.connection?.saveData) this.#registration.active.postMessage({ ask: "keep pages" });
  }

  #replaced() {
    if (this.#replacing) location.reload();
    else this.#askState();
  }

  #suggest() {
    this.#offer = true;
    this.dispatchEvent(new Event("change"));
  }

  /** This build keeps nothing: what an earlier one left would hide it. */
  async #forget() {
    const registration = await this.#service?.getRegistration(ROOT.href).catch(() => null);
    this.#enter("unable");
    if (registration?.scope === ROOT.href) await registration.unregister();
  }

  #enter(state, { progress = null, reason = "" } = {}) {
    this.#state = state;
    this.#progress = progress;
    this.#reason = reason;
    this.dispatchEvent(new Event("change"));
  }
}

function inability() {
  if (!isSecureContext) return "Reading without a network needs an address that begins with https.";
  return "This browser, or this private window, keeps no pages for reading without a network.";
}

/** The session's one line: every page's element and bar shows what it tells. */
export const offline = new Offline();

/** Begin once the page stands and the browser has nothing better to do. */
export function startOffline() {
  const idle = globalThis.requestIdleCallback ?? ((action) => setTimeout(action, 2000));
  const begin = () => idle(() => offline.start(), { timeout: 5000 });
  if (document.readyState === "complete") begin();
  else addEventListener("load", begin, { once: true });
}
