// Secrets are visible only while a finger (or key) is down, and gone before the phone leaves the hand. What is longer than
// the screen is read to its end with that same finger: dragged up or down, it moves the text.

import { say } from "./says.js";
import { taps } from "./switches.js";
import { onView } from "./view.js";

const LASTS = 15000; // milliseconds a secret opened by a tap stays open
const EDGE = 48; // pixels from the rim of the screen: no finger has to get that far
const GAP = 8;
let open = null, timer = 0, grip = null;

function show(peek) {
  if (open === peek) return;
  hide();
  open = peek;
  peek.dataset.open = peek.dataset.seen = "";
  heedSeen();
  const secret = peek.querySelector(".peek__secret");
  secret.hidden = false;
  fit(peek, secret);
  peek.querySelector(".peek__cover")?.setAttribute("aria-expanded", "true");
  if (!taps()) return;
  secret.tabIndex = -1;
  secret.focus(); // read out by whoever listens
  timer = setTimeout(hide, LASTS);
}

/** What does not fit where it opens takes the larger part of the screen, above the cover or below it. */
function fit(peek, secret) {
  const cover = peek.querySelector(".peek__cover").getBoundingClientRect(), { top, bottom } = secret.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) {
    const above = cover.top, below = innerHeight - cover.bottom, px = (number) => `${number}px`;
    const place = above > below ? { top: "auto", bottom: px(below + cover.height + GAP) } : { top: px(cover.bottom + GAP), bottom: "auto" };
    Object.assign(secret.style, { position: "fixed", left: px(GAP), right: px(GAP), margin: 0, maxHeight: px(Math.max(above, below) - 2 * GAP), overflow: "auto", ...place });
    secret.dataset.over = "";
  }
  peek.toggleAttribute("data-long", secret.scrollHeight > secret.clientHeight + 1);
}

/** As far as the finger gets, the text gets to its end. */
function drag({ clientY }) {
  const secret = open?.querySelector(".peek__secret");
  if (!secret || !grip) return;
  const more = secret.scrollHeight - secret.clientHeight, reach = Math.max(EDGE, grip.y - EDGE);
  secret.scrollTop = grip.top + (grip.y - clientY) * Math.max(1, more / reach);
}

function hide() {
  clearTimeout(timer);
  grip = null;
  if (!open) return;
  delete open.dataset.open;
  open.querySelector(".peek__cover")?.setAttribute("aria-expanded", "false");
  const secret = open.querySelector(".peek__secret");
  if (secret) {
    secret.hidden = true;
    secret.removeAttribute("style");
    delete secret.dataset.over;
  }
  open.removeAttribute("data-long");
  open = null;
}

const cover = (event) => event.target.closest?.(".peek__cover");

document.addEventListener("pointerdown", (event) => {
  const held = cover(event);
  if (!held || event.button !== 0 || taps()) return;
  show(held.closest("[data-peek]"));
  grip = { y: event.clientY, top: open.querySelector(".peek__secret").scrollTop };
});
document.addEventListener("pointermove", drag);
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
