// Timers run by the server's clock: `data-started` and `data-now` are its milliseconds, `data-seconds` the length,
// `data-left` the seconds left while paused. So every screen shows the same time, whatever its own clock says.
import { minutes } from "./minutes.js";
import { isOn } from "./switches.js";
import { onView } from "./view.js";

const sound = (name) => { if (isOn("sound")) import("./sound.js").then((sounds) => sounds[name]()); };

const skews = new WeakMap(); // element -> [the `data-now` it was worked out from, server minus device]
const rung = new WeakMap();

function skew(element) {
  const known = skews.get(element);
  if (known?.[0] === element.dataset.now) return known[1];
  const found = element.dataset.now ? Number(element.dataset.now) - Date.now() : 0;
  skews.set(element, [element.dataset.now, found]);
  return found;
}

function secondsLeft(element) {
  const { left, started, seconds } = element.dataset;
  if (left) return Number(left);
  return Number(seconds) - (Date.now() + skew(element) - Number(started)) / 1000;
}

function show(element) {
  const left = Math.max(0, secondsLeft(element)), whole = Math.ceil(left);
  const clock = element.querySelector(".timer__clock");
  const text = minutes(whole);
  if (clock && clock.textContent !== text) {
    clock.textContent = text;
    if (whole > 0 && whole <= 5 && !element.dataset.left) sound("tick");
  }
  element.style.setProperty("--left", String(Math.min(1, left / Math.max(1, Number(element.dataset.seconds)))));
  element.toggleAttribute("data-ending", left > 0 && left <= 10);
  element.toggleAttribute("data-over", left <= 0);
  const once = element.dataset.started;
  if (left > 0) rung.set(element, once);
  else if (rung.get(element) === once) { rung.delete(element); sound("chime"); }
}

const all = () => document.querySelectorAll("[data-timer]").forEach(show);
onView(all);
setInterval(all, 250);
