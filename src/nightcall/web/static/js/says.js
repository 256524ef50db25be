// Tapping what cannot be chosen says why: the sentence of `data-says` goes to the nearest `.says` line.

export function say(near, sentence) {
  const place = near.closest("form, .sheet, main")?.querySelector(".says") ?? document.querySelector(".says");
  if (!place) return;
  place.textContent = "";
  requestAnimationFrame(() => { place.textContent = sentence; }); // emptied first, so that it is read out twice if tapped twice
}

document.addEventListener("click", (event) => {
  const refused = event.target.closest?.("[data-says]");
  if (refused) say(refused, refused.dataset.says);
});
