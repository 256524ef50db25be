// The page on top: installs, owns Python's worker, and shows the app in a frame. Where two tabs are open one of them
// owns Python for both; the other takes over when it goes.
const BASE = new URL("./", document.baseURI), ROOT = BASE.pathname, NAME = `nightcall ${ROOT}`;
const LONGEST = 60_000, PATIENCE = 3000;
const at = (id) => document.getElementById(id);
const remembered = { get: (key) => { try { return localStorage.getItem(`${NAME} ${key}`); } catch { return null; } }, set: (key, value) => { try { localStorage.setItem(`${NAME} ${key}`, value); } catch { /* then it is asked again */ } } };
const words = JSON.parse(document.documentElement.dataset.words);
let language = [remembered.get("language"), ...navigator.languages].map((name) => name?.slice(0, 2)).find((name) => name in words) ?? "en";
let frame = null, worker = null, version = "", prompt = null, deadline = 0;

function say(key, { more = "", bar = null, again = false, back = "" } = {}) {
  const said = words[language];
  document.documentElement.lang = language;
  at("said").textContent = said[key];
  at("more").textContent = said[more] ?? more;
  at("more").hidden = !more;
  at("bar").hidden = bar === null;
  if (bar) Object.assign(at("bar"), { value: bar[0], max: bar[1] });
  at("bar").setAttribute("aria-label", said.progress);
  Object.assign(at("again"), { textContent: said.again, hidden: !again });
  Object.assign(at("back"), { textContent: said.back, hidden: !back });
}

/** What this browser lacks, before anything large is fetched: nothing, or the sentence that says it. */
async function lacks() {
  if (!window.isSecureContext || !("DecompressionStream" in window && "locks" in navigator && "BroadcastChannel" in window && "indexedDB" in window)) return "old";
  if (!navigator.serviceWorker || !window.caches) return "private";
  const opening = indexedDB.open(`${NAME} try`);
  const isOpen = await new Promise((yes) => { opening.onsuccess = () => yes(true); opening.onerror = opening.onblocked = () => yes(false); });
  opening.result?.close();
  return isOpen ? "" : "private";
}

const tell = (message) => new Promise((yes) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => yes(data);
  navigator.serviceWorker.controller.postMessage(message, [port2]);
});

async function install() {
  const channel = new BroadcastChannel(NAME), isFirst = !navigator.serviceWorker.controller;
  if (isFirst) {
    say("preparing", { more: "first", bar: [0, 1] });
    channel.onmessage = ({ data }) => { if (data.progress) say("preparing", { more: "first", bar: [data.progress, data.total] }); };
  }
  const registration = await navigator.serviceWorker.register(new URL("sw.js", BASE), { scope: ROOT, updateViaCache: "none" });
  if (isFirst) {
    const installing = registration.installing ?? registration.waiting ?? registration.active;
    await new Promise((yes, no) => {
      navigator.serviceWorker.oncontrollerchange = yes;
      if (navigator.serviceWorker.controller) yes();
      installing.onstatechange = () => installing.state === "redundant" && no(new Error("preparing"));
    });
  }
  channel.close();
  // From here on another version in charge means other files than those that run: begin anew with them.
  navigator.serviceWorker.oncontrollerchange = () => location.reload();
  registration.addEventListener("updatefound", () => registration.installing.addEventListener("statechange", () => offer(registration)));
  return registration;
}

// -- Python --

function boot(isBack = false) {
  worker?.terminate();
  remembered.set(version, Number(remembered.get(version) ?? 0) + 1); // tries that have not come to an end
  deadline = setTimeout(() => failed(""), LONGEST);
  worker = new Worker(new URL("worker.js", BASE), { type: "module" });
  worker.onmessage = ({ data }) => {
    if (!data.ready) return data.failed && failed(data.failed);
    deadline = clearTimeout(deadline);
    remembered.set(version, 0);
    document.documentElement.dataset.python = "ready";
  };
  worker.onerror = (event) => failed(event.message ?? "");
  worker.postMessage({ version, isBack });
}

async function failed(why) {
  deadline = clearTimeout(deadline);
  frame = frame?.remove();
  document.querySelector("main").hidden = false;
  const { before } = Number(remembered.get(version)) > 1 ? await tell({ versions: true }) : {};
  say("failed", { more: why, again: true, back: before ?? "" });
  at("back").onclick = async () => { await tell({ use: before }); remembered.set("back", before); location.reload(); };
}
at("again").onclick = () => location.reload();

/** A phone that slept may have ended the worker without a word. */
function wake() {
  if (document.hidden || !worker || deadline) return;
  const dead = setTimeout(() => boot(), PATIENCE);
  worker.addEventListener("message", () => clearTimeout(dead), { once: true });
  worker.postMessage({ ping: true });
}
document.addEventListener("visibilitychange", wake);

// -- the frame --

function show() {
  frame = Object.assign(document.createElement("iframe"), { title: words[language].title, allow: "fullscreen; autoplay; screen-wake-lock; clipboard-write" });
  frame.addEventListener("load", loaded);
  frame.src = location.pathname.replace(/index\.html$/, "") + location.search + location.hash;
  document.body.append(frame);
}

function loaded() {
  const { contentDocument: page, contentWindow: { location: place } } = frame;
  if (!page || place.origin !== location.origin) return;
  document.querySelector("main").hidden = true;
  document.documentElement.dataset.shown = "";
  const colour = page.querySelector('meta[name="theme-color"]');
  const mirror = () => {
    document.title = page.title;
    if (colour) document.querySelector('meta[name="theme-color"]').content = colour.content;
    history.replaceState(null, "", place.pathname + place.search + place.hash);
    const isHome = place.pathname === ROOT, style = getComputedStyle(document.documentElement);
    for (const side of ["top", "right", "bottom", "left"]) page.documentElement.style.setProperty(`--inset-${side}`, style.getPropertyValue(`--${side}`));
    at("update").dataset.home = isHome;
    at("update").hidden = !(isHome && at("update").dataset.ready);
    if (/\/g\/[^/]+\/lead$/.test(place.pathname)) navigator.storage?.persist?.(); // now there is something worth keeping
  };
  language = page.documentElement.lang in words ? page.documentElement.lang : language;
  remembered.set("language", language);
  mirror();
  page.addEventListener("htmx:afterSettle", mirror);
  if (colour) new MutationObserver(mirror).observe(colour, { attributes: true });
}

// -- versions --

function offer(registration) {
  if (!registration.waiting || !navigator.serviceWorker.controller) return;
  const bar = at("update"), button = bar.querySelector("button");
  bar.querySelector("span").textContent = words[language].update;
  button.textContent = words[language].update_now;
  button.onclick = () => registration.waiting.postMessage({ activate: true });
  bar.dataset.ready = "yes";
  bar.hidden = bar.dataset.home !== "true";
}

/** For the pages inside: what only the top may do. */
window.nightcall = {
  get version() { return version; },
  get canInstall() { return Boolean(prompt); },
  install: () => prompt?.prompt(),
  async remove() {
    worker?.terminate();
    frame?.remove();
    document.querySelector("main").hidden = false;
    for (const name of await caches.keys()) if (name.includes(`${ROOT} `) || name.endsWith(ROOT)) await caches.delete(name);
    await new Promise((yes) => { const gone = indexedDB.deleteDatabase(NAME); gone.onsuccess = gone.onerror = gone.onblocked = yes; });
    await (await navigator.serviceWorker.getRegistration(ROOT))?.unregister();
    say("removed");
  },
};
addEventListener("beforeinstallprompt", (event) => { event.preventDefault(); prompt = event; });

async function begin() {
  const missing = await lacks();
  if (missing) return say(missing, { more: "where_else" });
  const registration = await install().catch(() => null);
  if (!registration && !navigator.serviceWorker.controller) return say("failed", { more: "first", again: true });
  version = (await tell({ versions: true })).now;
  say("starting");
  const isBack = remembered.get("back") === version;
  remembered.set("back", "");
  navigator.locks.request(NAME, () => { boot(isBack); return new Promise(() => {}); });
  show();
  if (registration) offer(registration);
}
begin();
