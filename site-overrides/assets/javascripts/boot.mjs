/** Starts Python in the worker and hands it the engine and the rules that the build put beside it. */

import { Download } from "./download.mjs";

// The shortest module there is: compiling it tells whether the browser, or the site's policy, allows any.
const EMPTY_MODULE = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

/** `{release, handle}`, where `handle(text)` is the engine's bridge; rejects with a sentence. */
export async function boot(address, report) {
  needWebAssembly();
  const manifest = await readManifest(address);
  const download = new Download(manifest, address, report);
  const [python, archive, rules] = await Promise.race([
    Promise.all([startPython(download), download.bytes("engine"), download.text("rules")]),
    download.failure,
  ]);
  return { release: manifest.release, handle: openEngine(python, archive, rules) };
}

function needWebAssembly() {
  try {
    new WebAssembly.Module(EMPTY_MODULE);
  } catch {
    throw new Error("This browser does not allow WebAssembly here, which the dice engine needs. Allow it for this site, or open the page in another browser, to roll.");
  }
}

async function readManifest(address) {
  try {
    // The only file without a hash in its name, so the only one that must not come from an old cache.
    const response = await fetch(address, { cache: "no-cache" });
    if (response.ok) return await response.json();
  } catch {
    // Told below, in the same words: for the reader, no answer and a wrong one are one trouble.
  }
  throw new Error("The dice engine could not be loaded. Check the connection and try again.");
}

async function startPython(download) {
  const { runtime } = download;
  // Pyodide fetches its parts by itself; this is how they are counted and their failures seen.
  globalThis.fetch = download.fetch;
  WebAssembly.instantiateStreaming = download.compile;
  try {
    const { loadPyodide } = await import(new URL("pyodide.mjs", runtime).href);
    return await loadPyodide({ indexURL: runtime });
  } catch (error) {
    throw new Error(`The dice engine did not start (${lastLine(error)}). Check the connection and try again.`);
  }
}

function openEngine(python, archive, rules) {
  try {
    python.FS.writeFile("/engine.zip", archive);
    python.pyimport("sys").path.insert(0, "/engine.zip");
    const bridge = python.pyimport("engine.bridge");
    bridge.open_library(rules);
    return bridge.handle;
  } catch (error) {
    throw new Error(`The dice engine stopped while opening the rules (${lastLine(error)}). Reload the page and try again.`);
  }
}

/** Python tells what went wrong at the end of its traceback; of addresses the file's name is enough. */
function lastLine(error) {
  return error.message.trim().split("\n").at(-1).replace(/https?:\S*\//g, "");
}
