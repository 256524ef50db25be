// One stream per tab says that this page's view has changed; the page then fetches its own view. Browsers allow few
// streams per host, so it is closed while nobody looks. Answers that do not get through are kept and sent again until
// they are acknowledged; the server refuses doubles, so sending again is safe.
import { isOn } from "./switches.js";
import { showPage, viewChanged, waitOf } from "./view.js";

const { live, view } = document.body.dataset;
const words = { offline: document.body.dataset.offline, retrying: document.body.dataset.retrying };
const AWAY = [502, 503, 504];
const PATIENCE = 5000; // a stream that is soon open again is nothing to worry a person with
const WAITS = [400, 800, 1500, 3000, 5000, 8000];
let stream = null, fetching = null, again = false, answers = 0, since = 0, shown = "", later = 0;

/** Whether whoever answered is not our server: a proxy, a static host, nobody. */
const isAway = (status, header) => AWAY.includes(status) || header === null;

/** `<body data-offline="…" data-retrying="…">` hold the words of the sign. */
function sign() {
  const { classList } = document.body;
  let place = document.querySelector("body > .sign");
  if (!place) {
    place = Object.assign(document.createElement("p"), { className: "sign" });
    place.setAttribute("role", "status");
    document.body.append(place);
  }
  const isOffline = since && Date.now() - since >= PATIENCE;
  place.textContent = (classList.contains("retrying") ? words.retrying : isOffline ? words.offline : "") ?? "";
}

function offline(is) {
  document.body.classList.toggle("offline", is);
  if (is && !since) setTimeout(sign, PATIENCE + 50);
  since = is ? since || Date.now() : 0;
  sign();
}

function retrying() {
  document.body.classList.toggle("retrying", queue.length > 0);
  sign();
}

/** Shows a page, perhaps a little later: what comes meanwhile takes its place. */
function present(page, before) {
  clearTimeout(later);
  const wait = waitOf(page);
  const now = () => {
    if (before !== answers || queue.length) return;
    showPage(page);
    shown = page;
  };
  if (wait > 0) later = setTimeout(now, wait);
  else now();
}

async function fetchView() {
  if (!view) return;
  if (fetching) { again = true; return; }
  const before = answers;
  fetching = (async () => {
    try {
      const answer = await fetch(view, { headers: { "HX-Request": "true" }, credentials: "same-origin" });
      if (isAway(answer.status, answer.headers.get("x-nightcall"))) return offline(true);
      const elsewhere = answer.headers.get("HX-Redirect");
      if (elsewhere) return location.assign(elsewhere);
      const page = await answer.text();
      if (answer.ok && !queue.length && before === answers && page !== shown) { // an answer sent meanwhile brings a newer page
        present(page, before);
      }
      offline(false);
    } catch {
      offline(true);
    }
  })();
  await fetching;
  fetching = null;
  if (again) { again = false; fetchView(); }
}

function open() {
  if (!live || stream || document.hidden && !isOn("call")) return;
  stream = new EventSource(live);
  stream.addEventListener("changed", fetchView);
  stream.addEventListener("open", () => offline(false));
  stream.addEventListener("error", () => {
    offline(true);
    if (stream?.readyState === EventSource.CLOSED) { close(); setTimeout(open, 3000); } // refused, not broken: the browser would not try again
  });
}

function close() {
  stream?.close();
  stream = null;
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) return isOn("call") ? undefined : close(); // a phone in the pocket that may be called keeps listening
  open(); // its first message fetches what was missed
  if (!live) fetchView();
});
addEventListener("pagehide", close);
addEventListener("pageshow", (event) => { if (event.persisted) open(); });
addEventListener("online", () => { fetchView(); send(); });
open();

// Answers waiting to be sent, oldest first.
const queue = [];
let tries = 0, sending = false;

function keep({ path, verb, elt, formData, parameters }) {
  const body = new URLSearchParams(), isAutosave = Boolean(elt?.matches("[data-autosave]"));
  for (const [name, value] of formData?.entries?.() ?? Object.entries(parameters ?? {})) body.append(name, value);
  for (let at = queue.length - 1; at >= Number(sending); at--) if (queue[at].isAutosave) queue.splice(at, 1); // this one holds all of it
  if (isAutosave && queue.some((each) => !each.isAutosave)) return; // the tap before it brings another form: this one is out of date
  queue.push({ path, verb, body, isAutosave });
  retrying();
}

async function send() {
  if (sending || !queue.length) return;
  sending = true;
  const { path, verb, body } = queue[0];
  try {
    const answer = await fetch(path, { method: verb.toUpperCase(), body, headers: { "HX-Request": "true" }, credentials: "same-origin" });
    if (isAway(answer.status, answer.headers.get("x-nightcall"))) throw new Error("not yet");
    queue.shift();
    tries = 0;
    offline(false);
    if (!queue.length) {
      retrying();
      const elsewhere = answer.headers.get("HX-Redirect");
      if (elsewhere) location.assign(elsewhere);
      else if (!showPage(await answer.text())) fetchView();
    }
  } catch {
    offline(true);
    tries++;
  }
  sending = false;
  if (queue.length) setTimeout(send, tries ? WAITS[Math.min(tries, WAITS.length) - 1] : 0);
}

const failed = ({ detail }) => {
  if (detail.requestConfig?.verb !== "post") return offline(true);
  keep(detail.requestConfig);
  send();
};
document.addEventListener("htmx:sendError", failed);
document.addEventListener("htmx:timeout", failed);
document.addEventListener("htmx:beforeSwap", (event) => {
  const { xhr } = event.detail;
  if (!isAway(xhr.status, xhr.getResponseHeader("x-nightcall"))) return;
  event.detail.shouldSwap = false; // whoever answered here was not our server
  failed(event);
});
document.addEventListener("htmx:beforeRequest", (event) => {
  answers++;
  shown = "";
  if (!queue.length || event.detail.requestConfig.verb !== "post") return;
  event.preventDefault(); // behind those that wait, in order
  keep(event.detail.requestConfig);
});
document.addEventListener("htmx:afterRequest", ({ detail }) => { if (detail.successful) offline(false); });
addEventListener("beforeunload", (event) => { if (queue.length) event.preventDefault(); });
viewChanged();
