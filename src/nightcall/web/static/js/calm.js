// Nothing is recorded by accident: a tap within half a second of a new question was meant for the one before. Where the
// last tap fell, and a second one falls without being meant, it is a whole second. Meanwhile the page shows it: whatever
// can be tapped is dim, and comes up. The switch "pause" turns it off for machines, which do not slip.
import { isOff } from "./switches.js";
import { onView } from "./view.js";

const root = document.documentElement;
const NEW = 500, SAME_PLACE = 1000, NEAR = 48;
let question = null, since = -Infinity, last = null;

const asked = () => document.querySelector('form.prompt[id^="prompt-"]')?.id;
const isNear = (event) => last && event.detail !== 0 && Math.hypot(event.clientX - last.x, event.clientY - last.y) < NEAR;

onView(() => {
  const now = asked();
  if (now === question || isOff("pause")) return;
  question = now;
  if (!now) return;
  since = performance.now();
  root.dataset.fresh = "";
  setTimeout(() => { if (performance.now() - since >= NEW - 20) delete root.dataset.fresh; }, NEW);
});

document.addEventListener("click", (event) => {
  if (!event.isTrusted || !event.target.closest?.("form.prompt")) return;
  const age = performance.now() - since;
  if (age < NEW || age < SAME_PLACE && isNear(event)) {
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  if (event.detail !== 0) last = { x: event.clientX, y: event.clientY };
}, true);
