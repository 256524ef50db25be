// Decisions that cannot be a slip: `data-hold` is pressed for a moment before it counts. A keyboard or a screen reader
// cannot hold; there the press counts at once, after `data-confirm` if the button has one.
import { say } from "./says.js";
import { taps } from "./switches.js";

const LONG = 600;
let held = null, timer = 0, done = false;

function release() {
  clearTimeout(timer);
  if (held) delete held.dataset.held;
  held = null;
}

document.addEventListener("pointerdown", (event) => {
  const button = event.target.closest?.("[data-hold]");
  if (!button || event.button !== 0 || taps()) return;
  held = button;
  done = false;
  button.dataset.held = "";
  timer = setTimeout(() => { done = true; release(); button.click(); }, LONG);
});
for (const end of ["pointerup", "pointercancel", "blur"]) addEventListener(end, release);
document.addEventListener("contextmenu", (event) => { if (event.target.closest?.("[data-hold]")) event.preventDefault(); });

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-hold]");
  if (!button || taps() || done && !event.isTrusted || event.isTrusted && event.detail === 0) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (!done && button.dataset.hold) say(button, button.dataset.hold);
}, true);

/** Whether this click is the end of a hold, which needs no further question. */
export const wasHeld = (button, event) => button.hasAttribute("data-hold") && !event.isTrusted && done;
