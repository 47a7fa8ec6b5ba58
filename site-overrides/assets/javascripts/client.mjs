/**
 * The page's one line to the dice engine: ask, and a promise brings the answer.
 *
 * The engine is a worker that costs megabytes, so it starts with the first ask (or `start()`)
 * and never by opening a page. States: absent, starting, ready, failed; "change" events tell of
 * every step. Asks made while it starts are kept. A worker that dies or falls silent is replaced
 * and what it left unanswered is asked once more; then the promise rejects with a sentence.
 */

/** The engine understood the ask and says no: bad input, or a rule that forbids it. */
export class Refusal extends Error {}

/** The engine is not there to answer; asking again may help. */
export class Outage extends Error {}

/** The one place that starts the worker. */
function openWorker() {
  if (typeof Worker === "undefined") {
    throw new Outage("This browser has no web workers, which the dice engine needs. Open the page in a current browser to roll.");
  }
  return new Worker(new URL("./worker.mjs", import.meta.url), { type: "module", name: "rollbook" });
}

const MANIFEST = new URL("../rollbook/runtime.json", import.meta.url).href;

// How long silence may last, in milliseconds. Compiling Python on an old phone takes several seconds;
// once it runs, no ask costs more than a fraction of one.
const PATIENCE = { start: 45_000, answer: 2_500 };

export class Client extends EventTarget {
  #open;
  #patience;
  #worker = null;
  #state = "absent";
  #progress = null;
  #reason = "";
  #asks = new Map();
  #count = 0;
  #watchdog = 0;

  constructor(open = openWorker, patience = PATIENCE) {
    super();
    this.#open = open;
    this.#patience = patience;
  }

  get state() {
    return this.#state;
  }

  /** `{loaded, total}` in bytes while starting, else null. */
  get progress() {
    return this.#progress;
  }

  /** The sentence that says why the state is failed. */
  get reason() {
    return this.#reason;
  }

  /** The answer to one ask of `engine.bridge.handle`; rejects with a Refusal or an Outage. */
  request(ask) {
    return new Promise((resolve, reject) => {
      const id = ++this.#count;
      this.#asks.set(id, { text: JSON.stringify(ask), resolve, reject, tries: 0 });
      if (this.#state === "ready") this.#post(id);
      else this.start();
    });
  }

  /** Start the engine unless it runs; a failed start is tried anew. */
  start() {
    if (this.#state === "starting" || this.#state === "ready") return;
    this.#enter("starting");
    try {
      this.#worker = this.#open();
    } catch (error) {
      this.#fail(error instanceof Outage ? error.message : `This browser would not start the dice engine (${error.message}). Reload the page and try again.`);
      return;
    }
    this.#worker.addEventListener("message", ({ data }) => this.#hear(data));
    this.#worker.addEventListener("messageerror", () => this.#lose());
    this.#worker.addEventListener("error", (event) => {
      // Handled here, at the roller; left alone it would also land in the console as uncaught.
      event.preventDefault();
      if (this.#state === "starting") {
        this.#fail("The dice engine could not be started: its program did not load. Check the connection and try again.");
      } else this.#lose();
    });
    this.#worker.postMessage({ start: MANIFEST });
    this.#watch();
  }

  #hear(message) {
    if (message.progress) this.#enter("starting", message.progress);
    else if (message.ready) {
      this.#enter("ready");
      for (const id of this.#asks.keys()) this.#post(id);
    } else if (message.failed) this.#fail(message.failed);
    else if (message.broken) this.#lose();
    else this.#settle(message);
    this.#watch();
  }

  #settle({ id, text, fault }) {
    const ask = this.#asks.get(id);
    if (!ask) return;
    this.#asks.delete(id);
    if (fault) {
      ask.reject(new Outage(`The dice engine tripped over this (${fault}). Try again, or roll with other values.`));
      return;
    }
    const reply = JSON.parse(text);
    if (reply.ok) ask.resolve(reply.answer);
    else ask.reject(new Refusal(reply.text));
  }

  #post(id) {
    const ask = this.#asks.get(id);
    ask.tries += 1;
    this.#worker.postMessage({ id, text: ask.text });
    if (this.#asks.size === 1) this.#watch();
  }

  /** The worker is gone, or as good as gone. */
  #lose() {
    this.#drop();
    this.#enter("absent");
    for (const [id, ask] of this.#asks) {
      if (ask.tries < 2) continue;
      this.#asks.delete(id);
      ask.reject(new Outage("The dice engine stopped twice over this. Try again, or reload the page."));
    }
    if (this.#asks.size) this.start();
  }

  #fail(reason) {
    this.#drop();
    this.#reason = reason;
    this.#enter("failed");
    const asks = [...this.#asks.values()];
    this.#asks.clear();
    for (const ask of asks) ask.reject(new Outage(reason));
  }

  #drop() {
    clearTimeout(this.#watchdog);
    this.#worker?.terminate();
    this.#worker = null;
  }

  /** Every message feeds the watchdog: a worker killed by the system sends no event, only silence. */
  #watch() {
    clearTimeout(this.#watchdog);
    if (this.#state === "starting") {
      this.#watchdog = setTimeout(
        () => this.#fail("The dice engine stopped loading. Check the connection and try again."),
        this.#patience.start,
      );
    } else if (this.#state === "ready" && this.#asks.size) {
      this.#watchdog = setTimeout(() => this.#lose(), this.#patience.answer);
    }
  }

  #enter(state, progress = null) {
    this.#state = state;
    this.#progress = progress;
    this.dispatchEvent(new Event("change"));
  }
}

/** The session's engine: every roller of every page shares it. */
export const engine = new Client();
