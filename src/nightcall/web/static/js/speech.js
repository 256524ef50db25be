// The script read aloud: `[data-speak]` reads the `.script` of its page, and with the switch "speech" every new one is
// read by itself. The button is `hidden` in the page and shown where the browser has a voice.
import { isOn, onSwitch } from "./switches.js";
import { onView } from "./view.js";

const voice = window.speechSynthesis;
let last = "";

const script = () => [...document.querySelectorAll("#view .script:not(.script--said)")].map((part) => part.textContent.trim().replace(/\s+/g, " ")).join(" ");

function speak(text) {
  if (!voice || !text) return;
  voice.cancel();
  const words = new SpeechSynthesisUtterance(text);
  words.lang = document.documentElement.lang;
  words.rate = 0.92;
  voice.speak(words);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-speak]");
  if (button) speak(button.dataset.speak || script());
});
onSwitch("speech", () => { if (!isOn("speech")) voice?.cancel(); });
onView(() => {
  for (const button of document.querySelectorAll("[data-speak]")) button.hidden = !voice;
  const text = script();
  if (isOn("speech") && text !== last) speak(text);
  last = text;
});
