// Somebody looks over your shoulder: two fingers, Escape or `.bar__hide` show a clock at once. A reload keeps it.
// Held down, it goes away. `<body data-panic="hold to return">` switches this on and gives the words.
import { onView } from "./view.js";

const LONG = 800;
let clock = null, timer = 0;

const time = () => new Date().toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/** Every clock on the page, this one or one the page brought along. */
function tell() {
  for (const hands of document.querySelectorAll("[data-clock]")) hands.textContent = time();
}

function build() {
  const face = document.createElement("button");
  face.type = "button";
  face.className = "clock";
  const hands = Object.assign(document.createElement("span"), { className: "clock__time" });
  hands.dataset.clock = "";
  const hint = Object.assign(document.createElement("span"), { className: "clock__hint", textContent: document.body.dataset.panic });
  face.append(hands, hint);
  for (const start of ["pointerdown", "keydown"]) face.addEventListener(start, (event) => {
    if (event.repeat || event.key && ![" ", "Enter"].includes(event.key)) return;
    timer = setTimeout(back, LONG);
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave", "keyup", "blur"]) face.addEventListener(end, () => clearTimeout(timer));
  face.addEventListener("contextmenu", (event) => event.preventDefault());
  return face;
}

export function hideAll() {
  if (clock || !("panic" in document.body.dataset)) return;
  window.getSelection()?.removeAllRanges();
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
  clock = build();
  for (const rest of document.body.children) rest.inert = true;
  document.body.append(clock);
  tell();
  clock.focus();
  try { sessionStorage.setItem("nightcall.panic", "1"); } catch { /* then a reload shows the game */ }
}

function back() {
  clock?.remove();
  clock = null;
  for (const rest of document.body.children) rest.inert = false;
  try { sessionStorage.removeItem("nightcall.panic"); } catch { /* nothing was kept */ }
}

let fingers = null;
document.addEventListener("touchstart", (event) => {
  if (event.touches.length !== 2) { fingers = null; return; }
  const [one, two] = event.touches;
  fingers = { at: Date.now(), spread: Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY) };
}, { passive: true });
document.addEventListener("touchmove", (event) => {
  if (!fingers || event.touches.length !== 2) return;
  const [one, two] = event.touches; // a pinch is somebody who wants larger letters
  if (Math.abs(Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY) - fingers.spread) > 24) fingers = null;
}, { passive: true });
document.addEventListener("touchend", () => {
  if (fingers && Date.now() - fingers.at < 500) hideAll();
  fingers = null;
});
document.addEventListener("keydown", (event) => { if (event.key === "Escape") hideAll(); });
document.addEventListener("click", (event) => {
  if (!event.target.closest?.(".bar__hide")) return;
  event.preventDefault();
  hideAll();
});

try { if (sessionStorage.getItem("nightcall.panic")) hideAll(); } catch { /* nothing was kept */ }
onView(tell);
setInterval(tell, 5000);
