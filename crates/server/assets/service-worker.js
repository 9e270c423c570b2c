// The page as it was last loaded, for when there is no network. Games between two places need one; everything else does not.
const CACHE = "page";

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.add("./")).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  if (event.request.mode !== "navigate" || new URL(event.request.url).pathname !== new URL("./", self.location).pathname) return;
  event.respondWith(fresh(event.request));
});

/** From the server, or as it was last loaded. */
async function fresh(request) {
  const cache = await caches.open(CACHE);
  try {
    const page = await fetch(request);
    if (page.ok) await cache.put("./", page.clone());
    return page;
  } catch (error) {
    const kept = await cache.match("./");
    if (kept) return kept;
    throw error;
  }
}
