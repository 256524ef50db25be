// The screen stays on while a game is led (`<body data-wake>`), unless switched off. On plain HTTP browsers give no wake
// lock; there a tiny silent film of our own making, started by the first tap, keeps the phone awake.
import { isOn, onSwitch } from "./switches.js";

let lock = null, film = null;

const wanted = () => "wake" in document.body.dataset && document.documentElement.dataset.wake !== "off";

async function keep() {
  if (!wanted() || document.hidden) return;
  if (navigator.wakeLock) {
    try { lock ??= await navigator.wakeLock.request("screen"); lock?.addEventListener("release", () => { lock = null; }); return; } catch { lock = null; }
  }
  play();
}

function play() {
  if (!film) {
    const canvas = Object.assign(document.createElement("canvas"), { width: 2, height: 2 }), ink = canvas.getContext("2d");
    if (!ink || !canvas.captureStream) return;
    film = Object.assign(document.createElement("video"), { playsInline: true, muted: true, srcObject: canvas.captureStream(2) });
    Object.assign(film.style, { position: "fixed", left: "0", bottom: "0", width: "2px", height: "2px", opacity: "0.01", pointerEvents: "none" });
    film.setAttribute("aria-hidden", "true");
    film.tabIndex = -1;
    document.body.append(film);
    setInterval(() => { ink.fillStyle = ink.fillStyle === "#000000" ? "#010101" : "#000000"; ink.fillRect(0, 0, 2, 2); }, 500);
  }
  film.play().catch(() => {});
}

function release() {
  lock?.release();
  lock = null;
  film?.pause();
}

document.addEventListener("pointerdown", keep, { passive: true });
document.addEventListener("visibilitychange", () => (document.hidden ? release() : keep()));
onSwitch("wake", () => (isOn("wake") ? keep() : release()));
keep();
