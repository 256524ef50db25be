// Preferences of this device: `<input type="checkbox" data-switch="sound">`. Remembered here, never sent anywhere;
// the page's root carries them as `data-sound="on"` for styles and other modules. `data-on`/`data-off` name other values.
import { onView } from "./view.js";

const root = document.documentElement;
const store = "nightcall.";

const remembered = (name) => {
  try { return localStorage.getItem(store + name); } catch { return null; }
};

/** Whether this device opens what others hold: for hands that cannot hold, and for screen readers. */
export const taps = () => isOn("taps");

export const isOn = (name) => root.dataset[name] === "on";

export const isOff = (name) => root.dataset[name] === "off";

export const onSwitch = (name, fn) => document.addEventListener(`switch:${name}`, fn);

function set(name, value) {
  root.dataset[name] = value;
  try { localStorage.setItem(store + name, value); } catch { /* private windows forget */ }
  document.dispatchEvent(new CustomEvent(`switch:${name}`, { detail: value }));
}

const values = (input) => [input.dataset.off ?? "off", input.dataset.on ?? "on"];

// Those that shape a page apply before anybody opens the settings.
for (const name of ["seats", "sound", "speech", "wake", "buzz", "pause", "taps", "call"]) {
  const value = remembered(name);
  if (value) root.dataset[name] = value;
}

if (!navigator.vibrate) root.dataset.still = ""; // no switch is offered for what this phone cannot do

onView(() => {
  for (const input of document.querySelectorAll("input[data-switch]")) {
    const [, on] = values(input);
    const value = remembered(input.dataset.switch) ?? root.dataset[input.dataset.switch];
    if (value) input.checked = value === on;
  }
});

document.addEventListener("change", ({ target }) => {
  if (!target.matches?.("input[data-switch]")) return;
  const [off, on] = values(target);
  set(target.dataset.switch, target.checked ? on : off);
});
