// Cache and routing, without memory: files come from the cache of this version, all else is asked of Python.
const VERSION = "{version}";
const FILES = "{files}"; // name -> where it lies packed, how many bytes, their hash
const SCOPE = new URL("./", location.href), ROOT = SCOPE.pathname, CACHES = `nightcall ${ROOT} `, STATE = `nightcall-state ${ROOT}`;
const TYPES = { css: "text/css", html: "text/html", js: "text/javascript", json: "application/json", mjs: "text/javascript", png: "image/png", svg: "image/svg+xml", txt: "text/plain", md: "text/plain", wasm: "application/wasm", woff2: "font/woff2" };
const ASIDE = 6, LOOK = 1000, channel = new BroadcastChannel(`nightcall ${ROOT}`);
const pending = new Map(); // id -> what was asked, by events that still wait

// -- files --

const known = async () => (await caches.keys()).filter((name) => name.startsWith(CACHES));

async function install() {
  const cache = await caches.open(CACHES + VERSION), older = await Promise.all((await known()).map((name) => caches.open(name)));
  const left = Object.entries(FILES), total = left.reduce((sum, [, [, size]]) => sum + size, 0);
  let fetched = 0;
  async function some() {
    for (let next; (next = left.pop());) {
      const [name, [place, size, hash]] = next, url = new URL(name, SCOPE).href;
      const copies = await Promise.all(older.map((old) => old.match(url)));
      await cache.put(url, copies.find((copy) => copy?.headers.get("x-hash") === hash) ?? await unpacked(name, place, hash));
      channel.postMessage({ progress: fetched += size, total });
    }
  }
  await Promise.all(Array.from({ length: ASIDE }, some));
}

async function unpacked(name, place, hash) {
  const answer = await fetch(new URL(place, SCOPE)), packed = await answer.arrayBuffer();
  const found = [...new Uint8Array(await crypto.subtle.digest("SHA-256", packed))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  if (found !== hash) throw new Error(`${name} did not arrive whole`);
  let body = new Response(packed).body.pipeThrough(new DecompressionStream("gzip"));
  if (name === "index.html") body = (await new Response(body).text()).replace("<head>", `<head><base href="${ROOT}">`);
  return new Response(body, { headers: { "content-type": TYPES[name.split(".").pop()] ?? "application/octet-stream", "x-hash": hash } });
}

/** The version whose files are served: this one, unless somebody went back to the one before. */
const used = async () => (await (await caches.match(SCOPE, { cacheName: STATE }))?.text()) || VERSION;

async function file(name, isForGood = false) {
  const [place, , hash] = FILES[name] ?? [], kept = await caches.match(new URL(name, SCOPE).href, { cacheName: CACHES + await used() });
  const found = kept ?? // a browser may have cleared it; with a network it comes back
    (place ? await unpacked(name, place, hash) : new Response("", { status: 404 }));
  return isForGood && found.ok ? new Response(found.body, { headers: [...found.headers, ["cache-control", "max-age=31536000, immutable"]] }) : found;
}

async function activate() {
  await caches.delete(STATE);
  const names = await known(), before = names.filter((name) => name !== CACHES + VERSION).pop();
  await Promise.all(names.filter((name) => name !== CACHES + VERSION && name !== before).map((name) => caches.delete(name)));
  await clients.claim();
}

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("message", (event) => {
  const { data, ports } = event;
  if (data.activate) skipWaiting();
  if (data.versions) event.waitUntil(Promise.all([known(), used()]).then(([names, now]) => ports[0].postMessage({ now, before: names.map((name) => name.slice(CACHES.length)).filter((name) => name !== now).pop() })));
  if (data.use) event.waitUntil(caches.open(STATE).then((cache) => cache.put(SCOPE, new Response(data.use))).then(() => ports[0].postMessage({})));
});

// -- requests --

addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (url.origin === SCOPE.origin && url.pathname.startsWith(ROOT)) event.respondWith(respond(event.request, url));
});

/** Under `bare/` the app stands without its shell, as a server shows it. */
function respond(request, url) {
  const root = url.pathname.startsWith(`${ROOT}bare/`) ? `${ROOT}bare` : ROOT.slice(0, -1), path = url.pathname.slice(root.length + 1);
  if (request.mode === "navigate" && request.destination === "document" && root.length < ROOT.length) return file("index.html");
  if (path in FILES || path.startsWith("static/")) return file(path, url.searchParams.has("v")); // else pictures are read anew for every tap
  return asked(request, url, root);
}

async function asked(request, url, root) {
  const isOurs = request.mode !== "navigate" || new URL(request.referrer || "about:blank").origin === SCOPE.origin;
  const headers = { "accept-language": navigator.languages.join(","), ...Object.fromEntries(request.headers), referer: request.referrer };
  const body = ["GET", "HEAD"].includes(request.method) ? new ArrayBuffer(0) : await request.arrayBuffer();
  const message = { id: crypto.randomUUID(), method: request.method, path: decodeURIComponent(url.pathname), query: url.search.slice(1), headers, body: new Uint8Array(body), own: isOurs, root };
  return new Promise((answer) => {
    const { id } = message;
    const waiting = { message, answer: (reply) => { clearInterval(waiting.timer); if (!waiting.stream) pending.delete(id); answer(reply); } };
    let alone = 0;
    waiting.timer = setInterval(async () => {
      const { held } = await navigator.locks.query();
      alone = held.some(({ name }) => name === `nightcall ${ROOT}`) ? 0 : alone + 1;
      if (alone > 1) waiting.answer(new Response("", { status: 503 })); // nobody there; the page tries again by itself
    }, LOOK);
    pending.set(id, waiting);
    channel.postMessage(message);
  });
}

function streamed(id, waiting, first) {
  return new ReadableStream({
    start(stream) { waiting.stream = stream; if (first.length) stream.enqueue(first); },
    cancel() { pending.delete(id); channel.postMessage({ gone: id }); },
  });
}

channel.onmessage = ({ data }) => {
  if (data.ready) return pending.forEach((waiting, id) => {
    if (!waiting.stream) return channel.postMessage(waiting.message); // it may have been answered: a double counts once
    waiting.stream.close();
    pending.delete(id);
  });
  const { id, status, headers, body, isStream, piece } = data, waiting = pending.get(id);
  if (!waiting) return;
  if (piece?.length) { waiting.stream?.enqueue(piece); return channel.postMessage({ ack: id }); }
  if (piece) { waiting.stream?.close(); return pending.delete(id); }
  waiting.answer(new Response(status === 204 || (status >= 300 && status < 400) ? null : isStream ? streamed(id, waiting, body) : body, { status, headers }));
};
