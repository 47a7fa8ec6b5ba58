/**
 * The dice engine's worker. Every message is one plain object.
 *
 *   to the worker     {start: address}               once and first: where runtime.json lies
 *                     {id, text}                     an ask for engine.bridge.handle, as JSON text
 *   from the worker   {progress: {loaded, total}}    bytes fetched so far
 *                     {ready: release}               asks may come
 *                     {failed: sentence}             it will not start, and why
 *                     {id, text}                     the answer, as JSON text
 *                     {id, fault: words}             the engine has a fault; Python runs on
 *                     {id, broken: words}            Python itself failed: replace this worker
 *
 * The texts pass through unread: what they mean is between the page and the engine.
 */

import { boot } from "./boot.mjs";

/** The message that answers one ask. */
export function answer(handle, { id, text }) {
  try {
    return { id, text: handle(text) };
  } catch (error) {
    // An exception of Python's own has a type; anything else means that Python is gone.
    return error.type ? { id, fault: error.type } : { id, broken: String(error) };
  }
}

let handle = null;

async function start(address) {
  try {
    const engine = await boot(address, (progress) => postMessage({ progress }));
    handle = engine.handle;
    postMessage({ ready: engine.release });
  } catch (error) {
    postMessage({ failed: error.message });
  }
}

addEventListener("message", ({ data }) => {
  if (data.start) start(data.start);
  else postMessage(answer(handle, data));
});
