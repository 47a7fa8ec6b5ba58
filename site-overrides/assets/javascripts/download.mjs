/** Fetches the files that the manifest lists, counts their bytes, and fails aloud where Pyodide would wait. */

const fetchOnce = globalThis.fetch.bind(globalThis);
const instantiate = globalThis.WebAssembly?.instantiateStreaming?.bind(WebAssembly);

export class Download {
  #base;
  #manifest;
  #report;
  #total;
  #loaded = 0;
  #fail;

  /** Rejects as soon as a file cannot be had: Pyodide itself logs that and never settles. */
  failure = new Promise((_, reject) => {
    this.#fail = reject;
  });

  constructor(manifest, address, report) {
    this.#base = new URL("./", address);
    this.#manifest = manifest;
    this.#report = report;
    // Modules are imported, which nobody can watch; they are small beside the rest.
    this.#total = manifest.files
      .filter(({ path }) => !path.endsWith(".mjs"))
      .reduce((sum, { size }) => sum + size, 0);
    this.failure.catch(() => {}); // It may come when nobody waits any more.
    this.#count(0);
  }

  /** Where the runtime's files lie. */
  get runtime() {
    return new URL(this.#manifest.runtime, this.#base).href;
  }

  /** `fetch` for files of this site and no other. */
  fetch = async (address) => {
    const url = new URL(address, this.#base);
    const response = url.origin === this.#base.origin ? await fetchOnce(url).catch(() => null) : null;
    if (!response?.ok) return this.#refuse(url);
    this.#meter(response.clone(), url);
    return typed(response, url);
  };

  /** Compile as the browser does; Pyodide would log a module that does not compile, and wait. */
  compile = (...module) => instantiate(...module).catch((error) => {
    this.#fail(new Error(`This browser could not prepare the dice engine (${error.message}). Close other tabs and try again.`));
    return new Promise(() => {});
  });

  /** The bytes of the file that the manifest names for a role. */
  async bytes(role) {
    const response = await this.fetch(this.#manifest[role]);
    return new Uint8Array(await response.arrayBuffer());
  }

  /** The text of the file that the manifest names for a role. */
  async text(role) {
    const response = await this.fetch(this.#manifest[role]);
    return response.text();
  }

  async #meter(copy, url) {
    try {
      const reader = copy.body.getReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        this.#count(value.length);
      }
    } catch {
      this.#refuse(url);
    }
  }

  #count(bytes) {
    this.#loaded += bytes;
    this.#report({ loaded: this.#loaded, total: this.#total });
  }

  /** Tell whoever waits for `failure`; whoever waits for the file waits on, for the worker ends here. */
  #refuse(url) {
    const name = url.pathname.split("/").at(-1);
    this.#fail(new Error(`A part of the dice engine (${name}) could not be loaded. Check the connection and try again.`));
    return new Promise(() => {});
  }
}

/** A server may not know what WebAssembly is; browsers compile it while it loads only under its own type. */
function typed(response, url) {
  const type = "application/wasm";
  if (!url.pathname.endsWith(".wasm") || response.headers.get("content-type") === type) return response;
  return new Response(response.body, { headers: { "content-type": type } });
}
