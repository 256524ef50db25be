// The page on top: installs, owns Python's worker, shows the app in a frame. Of two tabs one owns Python, until it goes.
const BASE = new URL("./", document.baseURI), ROOT = BASE.pathname, NAME = `nightcall ${ROOT}`;
const LONGEST = 60_000, PATIENCE = 3000, BROUGHT = "#tape=", AGAIN = ["again", () => location.reload()];
const at = (id) => document.getElementById(id);
const remembered = { get: (key) => { try { return localStorage.getItem(`${NAME} ${key}`); } catch { return null; } }, set: (key, value) => { try { localStorage.setItem(`${NAME} ${key}`, value); } catch { /* then it is asked again */ } } };
const words = JSON.parse(document.documentElement.dataset.words);
document.documentElement.classList.add("js"); // this browser reads us (`early.js`)
let language = [remembered.get("language"), ...navigator.languages].map((name) => name?.slice(0, 2)).find((name) => name in words) ?? "en";
let frame = null, worker = null, version = "", prompt = null, deadline = 0;

/** A sentence and what belongs to it; `again` and `back` are buttons, each with its words and what it does. */
function say(key, { more = "", bar = null, again = [], back = [] } = {}) {
  const said = words[language];
  document.documentElement.lang = language;
  at("said").textContent = said[key];
  Object.assign(at("more"), { textContent: said[more] ?? more, hidden: !more });
  Object.assign(at("bar"), { hidden: !bar, ...(bar && { value: bar[0], max: bar[1] }) });
  at("bar").setAttribute("aria-label", said.progress);
  for (const [id, [label, act]] of Object.entries({ again, back })) Object.assign(at(id), { textContent: said[label] ?? "", hidden: !label, onclick: act });
}

/** What this browser lacks, before anything large is fetched: nothing, or the sentence that says it. */
async function lacks() {
  if (!window.isSecureContext || !("DecompressionStream" in window && "locks" in navigator && "BroadcastChannel" in window && "indexedDB" in window)) return "old";
  if (!window.WebAssembly) return "locked";
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
  const preparing = (...bar) => say("preparing", { more: "first", bar });
  if (isFirst) preparing(0, 1);
  channel.onmessage = ({ data }) => { if (isFirst && data.progress) preparing(data.progress, data.total); };
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

function boot() {
  worker?.terminate();
  const instead = remembered.get("instead");
  remembered.set("instead", "");
  remembered.set(version, Number(remembered.get(version) ?? 0) + 1); // tries that have not come to an end
  deadline = setTimeout(() => failed({}), LONGEST);
  worker = new Worker(new URL("worker.js", BASE), { type: "module" });
  worker.onmessage = ({ data }) => {
    if (!data.ready) return data.failed && failed(data);
    deadline = clearTimeout(deadline);
    remembered.set(version, 0);
    document.documentElement.dataset.python = "ready";
  };
  worker.onerror = (event) => failed({ failed: event.message });
  worker.postMessage({ version, instead });
}

async function failed({ failed: why = "", isUnreadable, hasCopy }) {
  [deadline, frame] = [clearTimeout(deadline), frame?.remove()];
  delete document.documentElement.dataset.shown;
  if (isUnreadable) return say("unreadable", { more: "unreadable_more", again: ["anew", () => restart("nothing", "games")], back: hasCopy ? ["copy", () => restart("before")] : [] });
  const { before } = Number(remembered.get(version)) > 1 ? await tell({ versions: true }) : {};
  say("failed", { more: why, again: AGAIN, back: before ? ["back", () => tell({ use: before }).then(() => restart("back"))] : [] });
}

function restart(instead, path = "") { // with other pages than those that lie here
  remembered.set("instead", instead);
  location.assign(new URL(path, BASE));
}

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
  document.documentElement.dataset.shown = "";
  const colour = page.querySelector('meta[name="theme-color"]'), ours = document.querySelector('meta[name="theme-color"]');
  const mirror = () => { // after every tap: what is the same already is left alone
    const address = place.pathname + place.search + (place.hash.startsWith(BROUGHT) ? "" : place.hash);
    if (address !== location.pathname + location.search + location.hash) history.replaceState(null, "", address);
    if (document.title !== page.title) document.title = page.title;
    if (colour && ours.content !== colour.content) ours.content = colour.content;
  };
  at("update").toggleAttribute("data-home", place.pathname === ROOT);
  if (/\/g\/[^/]+\/lead$/.test(place.pathname)) navigator.storage?.persist?.(); // now there is something worth keeping
  language = page.documentElement.lang in words ? page.documentElement.lang : language;
  remembered.set("language", language);
  inset();
  mirror();
  page.addEventListener("htmx:afterSettle", mirror);
  if (colour) new MutationObserver(mirror).observe(colour, { attributes: true });
}

/** What lies under a notch is known to the page on top alone, and changes as the phone is turned. */
function inset() {
  for (const side of ["top", "right", "bottom", "left"]) frame?.contentDocument?.documentElement.style.setProperty(`--inset-${side}`, getComputedStyle(document.documentElement).getPropertyValue(`--${side}`));
}
addEventListener("resize", inset);

// -- versions --

function offer(registration) {
  if (!registration.waiting || !navigator.serviceWorker.controller) return;
  const bar = at("update"), button = bar.querySelector("button");
  bar.querySelector("span").textContent = words[language].update;
  Object.assign(button, { textContent: words[language].update_now, onclick: () => registration.waiting.postMessage({ activate: true }) });
  bar.dataset.ready = "";
}

/** For the pages inside: what only the top may do. */
window.nightcall = {
  get version() { return version; },
  get canInstall() { return Boolean(prompt); },
  install: () => prompt?.prompt(),
  async remove() {
    worker?.terminate();
    frame?.remove();
    delete document.documentElement.dataset.shown;
    for (const name of await caches.keys()) if (name.includes(`${ROOT} `) || name.endsWith(ROOT)) await caches.delete(name);
    for (const name of [NAME, `${NAME} aside`, `${NAME} try`]) await new Promise((yes) => { const gone = indexedDB.deleteDatabase(name); gone.onsuccess = gone.onerror = gone.onblocked = yes; });
    await (await navigator.serviceWorker.getRegistration(ROOT))?.unregister();
    say("removed");
  },
};
addEventListener("beforeinstallprompt", (event) => { event.preventDefault(); prompt = event; });

async function begin() {
  const missing = await lacks();
  if (missing) return say(missing, { more: "where_else" });
  const registration = await install().catch(() => null);
  if (!registration && !navigator.serviceWorker.controller) return say("unfinished", { more: "first", again: AGAIN });
  version = (await tell({ versions: true })).now;
  say("starting");
  navigator.locks.request(NAME, () => { boot(); return new Promise(() => {}); });
  show();
  if (registration) offer(registration);
}
begin();
