// A short buzz under the thumb. Off until switched on: at night a table hears a phone buzz, and the number of taps
// could tell a real call from a pretended one.
import { isOn } from "./switches.js";

const PATTERNS = { tap: [12], done: [18, 40, 18], refused: [40] };

document.addEventListener("click", (event) => {
  const felt = event.target.closest?.("[data-buzz], .seat__face, .choice, .primary, .nobody, .undo, [data-says]");
  if (!felt || !isOn("buzz") || !navigator.vibrate) return;
  navigator.vibrate(PATTERNS[felt.dataset.buzz] ?? (felt.matches("[data-says]") ? PATTERNS.refused : PATTERNS.tap));
}, { passive: true });
