// Keeps one version of the site, made of FILES, and answers from it alone. The game is cached at the first visit, files
// of LATER on request. A file with another hash, as during an upload, is rejected, and without the whole game no version
// is kept. Once the host has a newer version, a file not cached yet comes from the host if any version of it will do;
// otherwise the request fails.

const VERSION = "%VERSION%";
const FILES = /* %FILES% */ {}; // path -> SHA-256 in hex
const LATER = /^(first-|documents\/|endings\/|mqtt\.js$|share\.png$|icon-)/;
const ANY_VERSION = /^(documents\/|mqtt\.js$|share\.png$|icon-)/;
const CACHE = `daldos ${VERSION}`;

/** Fetch a file into the cache if it is of this version; the response. */
async function get(path, cache) {
  const response = await fetch(path, { cache: "no-cache" });
  const data = await response.clone().arrayBuffer();
  const digest = [...new Uint8Array(await crypto.subtle.digest("SHA-256", data))];
  const ours = digest.map((byte) => byte.toString(16).padStart(2, "0")).join("") === FILES[path];
  if (ours) await cache.put(path, response.clone());
  else if (!ANY_VERSION.test(path)) throw new Error(`${path} is of another version`);
  return response;
}

async function fill() {
  const cache = await caches.open(CACHE);
  for (const path in FILES) if (!LATER.test(path) && !(await cache.match(path))) await get(path, cache);
}

async function clear() {
  for (const name of await caches.keys()) if (name.startsWith("daldos ") && name !== CACHE) await caches.delete(name);
  await clients.claim();
}

async function answer(request) {
  const url = new URL(request.url);
  if (url.pathname.endsWith("/")) url.pathname += "index.html";
  url.search = url.hash = "";
  const cache = await caches.open(CACHE);
  const kept = await cache.match(url.href);
  const path = decodeURI(url.href.slice(registration.scope.length));
  if (path === "site.json") return fetch(request).catch(() => Response.json({ broker: "" })); // offline there is none
  if (kept || !(path in FILES)) return kept || fetch(request);
  return get(path, cache);
}

addEventListener("install", (event) => event.waitUntil(fill()));
addEventListener("activate", (event) => event.waitUntil(clear()));
addEventListener("message", ({ data }) => data === "take over" && skipWaiting());
addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && event.request.url.startsWith(registration.scope)) {
    event.respondWith(answer(event.request));
  }
});
