/** The kill switch: clears every copy of this handbook from the device, then goes itself. */

const PREFIX = `rollbook ${new URL(registration.scope).pathname} `;

async function clear() {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  await Promise.all(names.map((name) => caches.delete(name)));
  // Not waited for: it comes to pass when this worker has been activated, which waits for this function.
  registration.unregister();
  for (const page of await clients.matchAll({ includeUncontrolled: true })) page.postMessage({ off: true });
}

addEventListener("install", () => skipWaiting());
addEventListener("message", ({ source }) => source.postMessage({ off: true }));
addEventListener("activate", (event) => event.waitUntil(clear()));
