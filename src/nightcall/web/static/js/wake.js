// The screen stays on while a game is led (`<body data-wake>`), unless switched off. On plain HTTP browsers give no wake
// lock; there a tiny silent film of our own making keeps the phone awake. WebKit counts only a film with sound (a silent
// track will do), and gives a lock only where a finger has come up. Where nothing helps, `[data-sleeps]` says so.
import { isOn, onSwitch } from "./switches.js";
import { onView } from "./view.js";

let lock = null, film = null, isAsking = false, hasFailed = false;

const wanted = () => "wake" in document.body.dataset && document.documentElement.dataset.wake !== "off";
const canFilm = () => Boolean(HTMLCanvasElement.prototype.captureStream && window.AudioContext);

/** A web app on an iPhone's home screen: its lock held nothing until iOS 18.4, which has brought `Iterator` along. */
function isInstalledInVain() {
  try { return top.navigator.standalone === true && !("Iterator" in window); } catch { return false; } // the page on top may be another's
}

function tell() {
  const isInstalled = isInstalledInVain(), isVain = isInstalled || hasFailed || !navigator.wakeLock && !canFilm();
  for (const each of document.querySelectorAll("[data-sleeps]")) each.hidden = !isVain || !wanted() || each.dataset.sleeps !== (isInstalled ? "installed" : "browser");
}

async function keep(isTouched) {
  if (lock || isAsking || !wanted() || document.hidden) return;
  isAsking = true;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => { lock = null; });
    film?.screen.pause();
    hasFailed = false;
  } catch {
    if (isTouched) hasFailed = !await play(); // before that a page may do nothing
  }
  isAsking = false;
  if (!wanted() || document.hidden) release(); // switched off while it was asked for
  tell();
}

async function play() {
  if (!canFilm()) return false;
  try {
    film ??= filmed();
    if (film.sound.state !== "running") film.sound.resume().catch(() => {});
    await film.screen.play();
    return true;
  } catch {
    return false;
  }
}

function filmed() {
  const canvas = Object.assign(document.createElement("canvas"), { width: 2, height: 2 }), ink = canvas.getContext("2d");
  const sound = new AudioContext(), silence = sound.createMediaStreamDestination();
  sound.createGain().connect(silence);
  const stream = new MediaStream([...canvas.captureStream(2).getTracks(), ...silence.stream.getTracks()]);
  const screen = Object.assign(document.createElement("video"), { playsInline: true, muted: true, srcObject: stream });
  Object.assign(screen.style, { position: "fixed", left: "0", bottom: "0", width: "2px", height: "2px", opacity: "0.01", pointerEvents: "none" });
  screen.setAttribute("aria-hidden", "true");
  screen.tabIndex = -1;
  document.body.append(screen);
  setInterval(() => { ink.fillStyle = ink.fillStyle === "#000000" ? "#010101" : "#000000"; ink.fillRect(0, 0, 2, 2); }, 500);
  return { screen, sound };
}

function release() {
  lock?.release();
  lock = null;
  film?.screen.pause();
}

for (const end of ["pointerup", "click", "keyup"]) document.addEventListener(end, () => keep(true), { passive: true });
document.addEventListener("visibilitychange", () => (document.hidden ? release() : keep(false)));
onSwitch("wake", () => (isOn("wake") ? keep(true) : release()));
onSwitch("wake", tell);
onView(tell);
keep(false);
