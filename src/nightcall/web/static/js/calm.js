// Nothing is recorded by accident: a tap within half a second of a new question was meant for the one before. Where the
// last tap fell, and a second one falls without being meant, it is a whole second. Meanwhile the page shows it: whatever
// can be tapped is dim, and comes up. Other pages have their large button where the page before had it: there a second
// tap on the same spot does not count either, though the page was loaded in between. Nor does a finger that was
// already down, wherever it comes up: a name was held, and something else stands there by now. The switch "pause" turns it off for machines, which do not slip.
import { isOff } from "./switches.js";
import { onView } from "./view.js";

const root = document.documentElement;
const NEW = 500, SAME_PLACE = 1000, NEAR = 48, LAST = "nightcall.tap";
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
const isNear = (event) => last && event.detail !== 0 && Math.hypot(event.clientX - last.x, event.clientY - last.y) < NEAR;

onView(() => {
  const now = shown();
  if (now === page || isOff("pause")) return;
  page = now;
  since = performance.now();
  if (asked()) root.dataset.fresh = "";
  setTimeout(() => { if (performance.now() - since >= NEW - 20) delete root.dataset.fresh; }, NEW);
});

document.addEventListener("pointerdown", () => { down = performance.now(); wasDown = false; }, true);
document.addEventListener("pointerup", () => {
  wasDown = down < since;
  setTimeout(() => { wasDown = false; }, NEW); // its click comes at once, if one comes
}, true);

document.addEventListener("click", (event) => {
  if (!event.isTrusted || !wasDown && !event.target.closest?.("form.prompt, .thumb")) return;
  const age = performance.now() - since, isAsked = event.target.closest?.("form.prompt"), isSame = isNear(event);
  if (wasDown || age < NEW && (isAsked || isSame) || age < SAME_PLACE && isAsked && isSame) {
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  if (event.detail !== 0) remember(event);
}, true);
