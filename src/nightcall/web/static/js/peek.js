// Secrets are visible only while a finger (or key) is down, and gone before the phone leaves the hand.

import { say } from "./says.js";
import { taps } from "./switches.js";
import { onView } from "./view.js";

const LASTS = 15000; // milliseconds a secret opened by a tap stays open
let open = null, timer = 0;

function show(peek) {
  if (open === peek) return;
  hide();
  open = peek;
  peek.dataset.open = peek.dataset.seen = "";
  heedSeen();
  const secret = peek.querySelector(".peek__secret");
  secret.hidden = false;
  peek.querySelector(".peek__cover")?.setAttribute("aria-expanded", "true");
  if (!taps()) return;
  secret.tabIndex = -1;
  secret.focus(); // read out by whoever listens
  timer = setTimeout(hide, LASTS);
}

function hide() {
  clearTimeout(timer);
  if (!open) return;
  delete open.dataset.open;
  open.querySelector(".peek__cover")?.setAttribute("aria-expanded", "false");
  const secret = open.querySelector(".peek__secret");
  if (secret) secret.hidden = true;
  open = null;
}

const cover = (event) => event.target.closest?.(".peek__cover");

document.addEventListener("pointerdown", (event) => {
  const held = cover(event);
  if (held && event.button === 0 && !taps()) show(held.closest("[data-peek]"));
});
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => { if (!taps()) hide(); });
document.addEventListener("keydown", (event) => {
  if (taps() && event.key === "Escape") hide();
  if (taps() || !cover(event) || ![" ", "Enter"].includes(event.key)) return;
  event.preventDefault();
  show(event.target.closest("[data-peek]"));
});
document.addEventListener("keyup", (event) => { if (!taps() && [" ", "Enter"].includes(event.key)) hide(); });
document.addEventListener("click", (event) => {
  if (!taps()) return;
  const peek = cover(event)?.closest("[data-peek]");
  if (peek && open !== peek) show(peek);
  else hide(); // a second tap, wherever
});
document.addEventListener("contextmenu", (event) => { if (event.target.closest?.("[data-peek]")) event.preventDefault(); });
document.addEventListener("selectstart", (event) => { if (event.target.parentElement?.closest("[data-peek]")) event.preventDefault(); });
addEventListener("blur", hide);
addEventListener("pagehide", hide);
document.addEventListener("visibilitychange", hide);

// What says that a secret was seen counts once it was: a second tap where the first one uncovered nothing passes nothing on.
function heedSeen() {
  const isSeen = Boolean(document.querySelector("[data-peek][data-seen]"));
  for (const button of document.querySelectorAll("[data-seen-first]")) button.setAttribute("aria-disabled", String(!isSeen));
}
onView(heedSeen);
document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-seen-first]");
  if (!button || document.querySelector("[data-peek][data-seen]")) return;
  event.preventDefault();
  say(button, button.dataset.seenFirst);
}, true);
