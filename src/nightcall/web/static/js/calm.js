// Nothing is recorded by accident: a tap within half a second of a new question was meant for the one before. Where the
// last tap fell, and a second one falls without being meant, it is a whole second. Other pages have their large button
// where the page before had it, and a dialog may open under the finger: there a second tap on the same spot does not count
// either. Nor does a finger that was already down, wherever it comes up: a name was held, and something else stands there
// by now. A button that does not count yet looks asleep, and a tap on it says so (`early.js`). The switch "pause" turns
// all of it off for machines, which do not slip.
import { isOff, taps } from "./switches.js";
import { onView } from "./view.js";

const root = document.documentElement;
const NEW = 500, SAME_PLACE = 1000, NEAR = 24, LAST = "nightcall.tap";
const PLACES = "form.prompt, .thumb, dialog", CONTROLS = "button, a[href], summary, label, select, input, textarea";
let page = null, since = -Infinity, down = Infinity, wasDown = false, last = remembered();

function remembered() {
  try { return JSON.parse(sessionStorage.getItem(LAST)); } catch { return null; }
}

function remember(event) {
  last = { x: event.clientX, y: event.clientY };
  try { sessionStorage.setItem(LAST, JSON.stringify(last)); } catch { /* private windows forget */ }
}

const asked = () => document.querySelector('form.prompt[id^="prompt-"]')?.id;
const shown = () => asked() ?? document.querySelector("[data-stage]")?.id ?? location.pathname;

/** Whether the last tap would have hit it, or nearly. */
function liesThere(control) {
  if (!last) return false;
  const { left, right, top, bottom } = control.getBoundingClientRect();
  return Math.hypot(Math.max(left - last.x, 0, last.x - right), Math.max(top - last.y, 0, last.y - bottom)) < NEAR;
}

/** Whether a press on this button would not count yet. A keyboard has no place where it slips. */
function sleeps(control, isTap = true) {
  const age = performance.now() - since, isAsked = control.closest("form.prompt, dialog");
  if (age >= SAME_PLACE || control.matches(".peek__cover") && !taps()) return false; // a cover is held, and records nothing
  return age < NEW && isAsked !== null || age < (isAsked ? SAME_PLACE : NEW) && isTap && liesThere(control);
}

function mark() {
  for (const place of document.querySelectorAll(PLACES)) {
    for (const control of place.querySelectorAll(CONTROLS)) control.toggleAttribute("data-asleep", sleeps(control));
  }
}

/** From now on everything is new. */
export function renew() {
  if (isOff("pause")) return;
  since = performance.now();
  if (document.querySelector("form.prompt")) root.dataset.fresh = ""; // for what is built later, too
  setTimeout(() => { if (performance.now() - since >= NEW - 20) { delete root.dataset.fresh; mark(); } }, NEW);
  setTimeout(mark, SAME_PLACE);
  requestAnimationFrame(mark); // once everything has found its place
}

function heed() {
  const now = shown();
  if (now !== page) { page = now; renew(); }
}

onView(() => { heed(); requestAnimationFrame(mark); });
document.addEventListener("htmx:afterSwap", heed); // and before anything settles

document.addEventListener("pointerdown", () => { down = performance.now(); wasDown = false; }, true);
document.addEventListener("pointerup", () => {
  wasDown = down < since;
  setTimeout(() => { wasDown = false; }, NEW); // its click comes at once, if one comes
}, true);

/** Whether the answer to this question is on its way. */
const isSent = (control) => !isOff("pause") && control.closest('form.prompt[id^="prompt-"]')?.matches(".htmx-request");

document.addEventListener("click", (event) => {
  if (!event.isTrusted) return;
  heed();
  const control = event.target.closest?.(CONTROLS), place = event.target.closest?.(PLACES);
  if (wasDown || place && control && (sleeps(control, event.detail !== 0) || isSent(control))) {
    event.preventDefault();
    event.stopImmediatePropagation();
    if (place && control) control.dispatchEvent(new CustomEvent("too-soon", { bubbles: true, detail: control.closest("form.prompt") ? "question" : "page" }));
  } else if (place && event.detail !== 0) remember(event);
}, true);
