// The players' phones and the public screen. Every phone has the same button for a call at night: held for a moment it
// opens, whether somebody is asked or not, and it closes by itself, so that no screen stays lit longer than another.
import { layAll, longest } from "./js/ring.js";
import { say } from "./js/says.js";
import { isOn, taps } from "./js/switches.js";
import { onFetched, onView } from "./js/view.js";

const LONG = 450;
const READ = 6000; // as long as a refusal stands
const refusal = { text: "", token: "", until: 0, isOpen: false };
const IDLE = 40000; // milliseconds
let timer = 0, idle = 0, warned = null, leaving = false;

const summary = (event) => event.target.closest?.("[data-called] > summary");

function shut() {
  clearTimeout(idle);
  warned = null;
  leaving = false;
  for (const open of document.querySelectorAll("[data-called][open]")) open.open = false;
}

function stir() {
  clearTimeout(idle);
  const open = document.querySelector("[data-called][open]");
  if (open) idle = setTimeout(shut, IDLE);
}

document.addEventListener("pointerdown", (event) => {
  stir();
  const held = summary(event);
  if (!held || event.button !== 0 || taps()) return;
  held.dataset.held = "";
  timer = setTimeout(() => { held.parentElement.open = true; stir(); }, LONG);
});
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => {
  clearTimeout(timer);
  for (const held of document.querySelectorAll("[data-called] > summary[data-held]")) delete held.dataset.held;
});
// "Done" closes, but not before the server has taken what was touched, and stays open with its refusal. Where nothing is
// ticked it first says so, whether this phone is asked or not; the second time it closes.
const isTicked = (form) => form.querySelector(':is([aria-pressed="true"]:not([form]), input:checked)') !== null;
function finish(done, event) {
  const form = done.closest(".prompt"), isSent = done.hasAttribute("data-needs");
  if (form.matches(".htmx-request")) { leaving = true; return; }
  const isUndone = done.dataset.undone && (isSent ? done.getAttribute("aria-disabled") === "true" : !isTicked(form));
  if (isUndone) event.preventDefault();
  if (isUndone && warned !== done) {
    warned = done;
    say(done, done.dataset.undone);
    Object.assign(refusal, { text: done.dataset.undone, token: form.dataset.prompt ?? "", until: Date.now() + READ });
  }
  else if (isSent && !isUndone) leaving = true;
  else shut();
}
onView(() => {
  if (leaving && !document.querySelector(".called__slip .says")?.textContent.trim()) shut();
  leaving = false;
});
document.addEventListener("htmx:sendError", () => { leaving = false; });
document.addEventListener("click", (event) => {
  const done = event.target.closest?.("[data-called] [data-done]");
  if (done) return finish(done, event);
  if (event.target.closest?.("[data-called] [data-close]")) return shut();
  if (summary(event) && event.detail > 0 && !taps()) event.preventDefault(); // a tap is not a hold; a keyboard opens at once
});
// A name tapped on a phone that nobody calls is ticked like everywhere.
document.addEventListener("click", (event) => {
  const face = event.target.closest?.(".ring--own button.seat__face[data-says]");
  if (face) for (const each of face.closest(".ring").querySelectorAll(".seat__face")) each.setAttribute("aria-pressed", String(each === face));
});
document.addEventListener("contextmenu", (event) => { if (summary(event)) event.preventDefault(); });
document.addEventListener("keydown", (event) => { stir(); if (event.key === "Escape") shut(); });
document.addEventListener("toggle", layAll, true); // seats are laid out once there is room for them
document.addEventListener("visibilitychange", () => { if (document.hidden) shut(); });
addEventListener("pagehide", shut);

// A phone in a pocket is called, if its owner allows it, by what the whole table hears: so all of them at once.
let heard = null;
onView(() => {
  const now = document.getElementById("view")?.dataset.call;
  const isNew = now !== undefined && heard !== null && now !== heard;
  if (isNew) shut(); // on every phone alike: by the light of dawn nobody sees whose was open
  if (isNew && isOn("call")) {
    navigator.vibrate?.([250, 120, 250]);
    if (isOn("sound")) import("./js/sound.js").then((sounds) => sounds.chime());
  }
  heard = now ?? heard;
});

// The end is read from the top.
let phase = null;
onView(() => {
  const now = document.querySelector(".seat-view")?.dataset.phase;
  if (phase !== null && now === "over" && phase !== now) scrollTo(0, 0);
  phase = now ?? phase;
});

// The television counts out a vote ballot by ballot (screen.js): the verdict comes to the phones with the last one.
let counted = null, counting = 0;
onView(() => {
  const view = document.querySelector(".seat-view"), votes = Number(view?.dataset.votes ?? 0);
  if (counted !== null && votes > counted) {
    view.setAttribute("data-counting", "");
    const until = Date.now() + Math.min(6000, 700 * Number(view.dataset.ballots)) + 3400; // and the sum stands alone for a while
    counting = until;
    setTimeout(() => { if (counting === until) { counting = 0; document.querySelector(".seat-view")?.removeAttribute("data-counting"); } }, until - Date.now());
  }
  else if (view && Date.now() < counting) view.setAttribute("data-counting", ""); // a page that comes meanwhile waits too
  if (view) counted = votes;
});

// By day the television tells one thing after the other (screen.js): no phone is ahead of it, and all are so by as much,
// whatever they are asked. Nobody waits long.
const BEAT = 600, SOON = 2200, LONGEST = 2500;
let free = 0, coming = { told: 0, at: 0 };
onFetched((page) => {
  const number = (name) => Number(page.match(new RegExp(`<div id="view"[^>]* data-${name}="(\\d+)"`))?.[1] ?? 0);
  const shown = document.querySelector(".seat-view")?.dataset, told = number("told"), now = Date.now();
  const more = told - Number(shown?.told ?? told);
  if (!/<div id="view"[^>]* data-phase="day"/.test(page) || more <= 0) return 0;
  if (coming.told === told) return coming.at - now;
  const begins = Math.max(now, free) + (more - 1) * SOON;
  const isVote = number("votes") > Number(shown.votes); // counted out on the page itself
  free = begins + SOON + (isVote ? Math.min(6000, 700 * number("ballots")) : 0);
  coming = { told, at: Math.min(now + LONGEST, isVote ? now + BEAT : begins + BEAT) };
  return coming.at - now;
});

// A refusal is read to its end, though the page is made anew meanwhile, and where it was shown: on the slip, or on the page
// of a phone whose slip the next call has closed.
onView(() => {
  const now = document.querySelector(".seat-view main > .fault:not([data-built])");
  for (const form of document.querySelectorAll(".seat-view .prompt")) {
    const says = form.querySelector(".says"), token = form.dataset.prompt ?? "";
    if (!says) continue;
    const isNew = says.textContent.trim() && !(says.textContent === refusal.text && Date.now() < refusal.until);
    if (isNew) Object.assign(refusal, { text: says.textContent, token, until: Date.now() + READ, isOpen: now !== null });
    else if (refusal.token === token && Date.now() < refusal.until) says.textContent = refusal.text;
  }
  const kept = document.getElementById("late");
  if (now || Date.now() >= refusal.until || !refusal.isOpen) kept?.remove();
  else if (!kept) document.querySelector(".seat-view main")?.prepend(late());
});
function late() {
  const line = Object.assign(document.createElement("p"), { id: "late", className: "fault", textContent: refusal.text });
  line.dataset.built = "";
  setTimeout(() => line.remove(), refusal.until - Date.now());
  return line;
}
document.addEventListener("submit", () => { Object.assign(refusal, { until: 0, isOpen: false }); }); // another choice
document.addEventListener("click", (event) => {
  const says = event.target.closest?.(".seat-view form.prompt[data-prompt] [data-says]");
  if (says) Object.assign(refusal, { text: says.dataset.says, token: says.closest("form").dataset.prompt, until: Date.now() + READ });
});

// Nothing on the slip is cut: where a pack has much to say, the letters are smaller.
function fitSlip() {
  for (const slip of document.querySelectorAll("[data-called][open] .called__slip")) {
    slip.style.setProperty("--fit", "1");
    for (let size = .96; size > .7 && slip.scrollHeight > slip.clientHeight + 1; size -= .04) slip.style.setProperty("--fit", size.toFixed(2));
  }
}
onView(fitSlip);
document.addEventListener("toggle", fitSlip, true);
document.addEventListener("click", () => requestAnimationFrame(() => requestAnimationFrame(fitSlip))); // a word of refusal came

// No word of a question is broken in the middle of the ring.
onView(() => {
  for (const ask of document.querySelectorAll(".ring--own .ask")) {
    ask.style.setProperty("--long", String(longest(ask.textContent)));
  }
});

// The news of the public screen lies on the table top, wherever the seats have left it.
const table = new MutationObserver(place);
function place() {
  for (const ring of document.querySelectorAll(".public__stage > .ring")) {
    table.observe(ring, { attributes: true, attributeFilter: ["style"] });
    for (const side of ["--table-x", "--table-y", "--table-w", "--table-h"]) {
      ring.parentElement.style.setProperty(side, ring.style.getPropertyValue(side));
    }
  }
}
onView(place);

// Its settings lie over the table, and go with Escape or a tap beside them.
const settings = () => document.querySelector(".public__corner[open]");
document.addEventListener("keydown", (event) => {
  const open = event.key === "Escape" && settings();
  if (open) { open.open = false; open.querySelector("summary").focus({ preventScroll: true }); }
});
document.addEventListener("click", (event) => { const open = settings(); if (open && !open.contains(event.target)) open.open = false; });

// A television shows nothing but the game.
onView(() => {
  for (const button of document.querySelectorAll("[data-fullscreen]")) button.hidden = !document.fullscreenEnabled;
});
document.addEventListener("click", (event) => {
  if (!event.target.closest?.("[data-fullscreen]")) return;
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen().catch(() => {});
});

// A card shown on the phone that goes round is never shown again by going back.
addEventListener("pageshow", (event) => {
  if (event.persisted && document.querySelector("[data-stage]")) location.replace(document.body.dataset.view);
});

// A seat that was freed: its stream is refused, and what the phone still shows goes away.
new MutationObserver(async () => {
  const { view, live } = document.body.dataset;
  if (!view || !live || !document.body.classList.contains("offline")) return;
  try {
    const answer = await fetch(view, { headers: { "HX-Request": "true" }, credentials: "same-origin" });
    const elsewhere = answer.headers.get("HX-Redirect");
    if (elsewhere) location.assign(elsewhere);
  } catch { /* no connection; the sign says so */ }
}).observe(document.body, { attributes: true, attributeFilter: ["class"] });
