// Tapping what cannot be chosen says why: the sentence of `data-says` goes to the nearest `.says` line. Where the reason
// may be a secret (`data-refused` on the form) the open screen says only that, and the reason is behind the hold.

export function say(near, sentence) {
  const place = near.closest("form, .prompt, .sheet, main")?.querySelector(".says") ?? document.querySelector(".says");
  if (!place) return;
  place.textContent = "";
  requestAnimationFrame(() => { place.textContent = sentence; }); // emptied first, so that it is read out twice if tapped twice
}

export function refuse(near, reason) {
  const open = near.closest("[data-refused]")?.dataset.refused;
  say(near, open ?? reason);
  if (open) whisper(reason);
}

/** Behind the hold alone. */
export function whisper(reason) {
  const place = document.querySelector("[data-reason]");
  if (!place) return;
  place.querySelector("span").textContent = reason;
  place.hidden = !reason;
}

document.addEventListener("click", (event) => {
  const refused = event.target.closest?.("[data-says]");
  if (refused) refuse(refused, refused.dataset.says);
});
