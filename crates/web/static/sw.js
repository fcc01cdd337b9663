// The service worker: keeps the app on the device, so that it opens without a network.
//
// The build puts three lines in front of this file: VERSION, and SHELL and REST, which give for each file the hash of its
// contents. SHELL is what the app cannot start without; REST (languages, weights, pictures, parts of the program) comes when it
// is used or when there is time.
//
// All versions share one cache, in which a file lies under its path *and* its hash. So an update fetches only what has
// changed, and an old version goes on with its own files until the new one takes over.

const HOME = new URL("./", self.location);
// One origin may hold several copies of the app in different folders.
const CACHE = `finaud ${HOME.pathname}`;

const hashOf = (path) => SHELL[path] ?? REST[path];
const keyOf = (path) => new URL(`${path}?${hashOf(path)}`, HOME).href;

self.addEventListener("install", (event) => {
  event.waitUntil(install());
});

// A new version waits here until no page uses the old one, or until the person says "now" (see "message").

self.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([sweep(), self.clients.claim()]));
});

self.addEventListener("message", (event) => {
  if (event.data === "take over") event.waitUntil(self.skipWaiting());
  if (event.data === "fetch the rest") event.waitUntil(fetchRest());
  const wanted = /^keep (.+)$/.exec(event.data)?.[1];
  if (wanted && hashOf(wanted)) event.waitUntil(keep(wanted).catch(() => {}));
});

self.addEventListener("fetch", (event) => {
  const path = pathOf(event.request);
  if (path !== undefined) event.respondWith(answer(path, event.request));
});

// A table waits for somebody. The message is for us alone: who is awaited where, and in which language they read.

self.addEventListener("push", (event) => {
  event.waitUntil(notify(event.data));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(goTo(event.notification.data?.hash ?? "#/"));
});

/** Shows one notification a table: a new one takes the place of the one before. */
async function notify(data) {
  let notice;
  try {
    notice = data.json();
  } catch {
    return;
  }
  if (notice?.v !== 1 || !/^[0-9a-z]{16}$/.test(notice.table)) return;
  const hash = `#/t/${notice.table}`;
  // Whoever has the table before them sees that it waits.
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (pages.some((page) => page.visibilityState === "visible" && page.url.endsWith(hash))) return;
  const words = await wordsOf(notice.lang);
  const name = typeof notice.name === "string" ? notice.name.slice(0, 24) : "";
  const text = words[notice.what === "presses" ? "friends.notice.presses" : "friends.notice.waits"] ?? "";
  const sheet = typeof notice.sheet === "string" ? notice.sheet.slice(0, 60) : "";
  await self.registration.showNotification(sheet || (words[`games.${notice.game}.name`] ?? "Finaud"), {
    body: text.replace("{name}", name),
    tag: `finaud ${notice.table}`,
    renotify: true,
    icon: new URL("icon-192.png", HOME).href,
    data: { hash },
  });
}

/** The words of a language, as far as they are to be had. */
async function wordsOf(code) {
  const words = {};
  const known = /^[a-z]{2,3}$/.test(code) ? code : "en";
  for (const path of [`languages/${known}.json`, `languages/${known}.more.json`]) {
    try {
      if (hashOf(path)) Object.assign(words, await (await keep(path)).json());
    } catch {
      // A notification without words is still a notification.
    }
  }
  return words;
}

/** Goes to a page in a window that is open, or in a new one. */
async function goTo(hash) {
  const address = new URL(hash, HOME).href;
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find((one) => one.url.startsWith(HOME.href));
  if (!page) return self.clients.openWindow(address);
  await page.focus();
  return page.url === address ? page : page.navigate(address);
}

/** The shell, and those languages that an earlier version has kept: without them the app would not open offline. */
async function install() {
  const cache = await caches.open(CACHE);
  const kept = (await cache.keys()).map((request) => new URL(request.url).pathname.slice(HOME.pathname.length));
  const spoken = Object.keys(REST).filter((path) => path.startsWith("languages/") && kept.includes(path));
  await Promise.all([...Object.keys(SHELL), ...spoken].map(keep));
}

/** Which of our files is asked for; undefined when it is none of ours. */
function pathOf(request) {
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== HOME.origin) return undefined;
  if (!url.pathname.startsWith(HOME.pathname)) return undefined;
  const path = decodeURI(url.pathname.slice(HOME.pathname.length)) || "index.html";
  return hashOf(path) === undefined ? undefined : path;
}

/** From the device; from the network only what is not there yet. */
async function answer(path, request) {
  let kept;
  try {
    kept = await (await caches.open(CACHE)).match(keyOf(path));
    if (kept) return kept;
    return await keep(path);
  } catch {
    // Storage forbidden or full, or the server has another version by now: the plain network decides.
    return fetch(request);
  }
}

/** Fetches a file, if the device has not got it already, and keeps it. Fails when it is not the file of this version. */
async function keep(path) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(keyOf(path));
  if (kept) return kept;
  // "no-cache": ask the server whether the browser's own copy is still right, and download only if it is not.
  const response = await fetch(new URL(path, HOME), { cache: "no-cache" });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  const bytes = await response.arrayBuffer();
  if ((await hash(bytes)) !== hashOf(path)) throw new Error(`${path} is not of version ${VERSION}`);
  const headers = { "Content-Type": response.headers.get("Content-Type") ?? "application/octet-stream" };
  await cache.put(keyOf(path), new Response(bytes, { headers }));
  return new Response(bytes, { headers });
}

async function hash(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest.slice(0, 8), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Fetches, one after the other, what is not needed yet. What fails is tried again another time. */
async function fetchRest() {
  for (const path of Object.keys(REST)) {
    await keep(path).catch(() => {});
  }
}

/** Drops the files of earlier versions. */
async function sweep() {
  const cache = await caches.open(CACHE);
  const ours = new Set([...Object.keys(SHELL), ...Object.keys(REST)].map(keyOf));
  const kept = await cache.keys();
  await Promise.all(kept.filter((request) => !ours.has(request.url)).map((request) => cache.delete(request)));
}
