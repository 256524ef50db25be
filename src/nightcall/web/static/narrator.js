// The narrator's device: it says what it shows, and its bar runs down. The clock never waits for the voice.
import { minutes } from "./js/minutes.js";
import { isOn, onSwitch } from "./js/switches.js";
import { onView } from "./js/view.js";
import { hush, speak } from "./js/voice.js";

const TICK = 250; // milliseconds between two looks at the clock: nobody sees more of it from afar
let last = "", ends = 0, length = 1;

function run() {
  const bar = document.querySelector("[data-bar]"), clock = document.querySelector("[data-clock]"), left = Math.max(0, ends - performance.now());
  if (bar) bar.style.setProperty("--left", Math.min(1, left / length));
  const time = minutes(Math.ceil(left / 1000));
  if (clock && clock.textContent !== time) clock.textContent = time;
}

onView(() => {
  const caption = document.querySelector("[data-says-aloud]"), bar = document.querySelector("[data-bar]");
  if (bar) { ends = performance.now() + 1000 * Number(bar.dataset.bar); length = Math.max(1, 1000 * Number(bar.dataset.length)); }
  run();
  const text = caption?.textContent.trim() ?? "";
  if (text !== last && isOn("speech")) speak(text, caption?.lang || document.documentElement.lang);
  last = text;
});
setInterval(run, TICK);
const sample = () => document.getElementById("voice")?.dataset.sample ?? ""; // while the table gathers there is nothing to say yet
onSwitch("speech", () => { if (isOn("speech")) speak(last || sample(), document.documentElement.lang); else hush(); });
