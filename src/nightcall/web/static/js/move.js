// Seat order in the wizard: the up and down buttons are plain form buttons; here they move the line in place, and a
// finger on the grip may drag it.

const list = (node) => node.closest("[data-move]");
const lineOf = (node) => node.closest("[data-move] > li");

function moved(line) {
  line.dispatchEvent(new Event("change", { bubbles: true }));
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-move-by]");
  const line = button && lineOf(button);
  if (!line) return;
  event.preventDefault();
  const up = Number(button.dataset.moveBy) < 0, other = up ? line.previousElementSibling : line.nextElementSibling;
  if (!other) return;
  if (up) other.before(line);
  else other.after(line);
  button.focus();
  moved(line);
});

let dragged = null;
document.addEventListener("pointerdown", (event) => {
  const grip = event.target.closest?.(".grip");
  if (!grip || !list(grip)) return;
  event.preventDefault();
  dragged = lineOf(grip);
  dragged.dataset.dragged = "";
  grip.setPointerCapture?.(event.pointerId);
});
document.addEventListener("pointermove", (event) => {
  if (!dragged) return;
  for (const line of list(dragged).children) {
    const { top, height } = line.getBoundingClientRect();
    if (line === dragged || event.clientY < top || event.clientY > top + height) continue;
    if (event.clientY < top + height / 2) line.before(dragged);
    else line.after(dragged);
    break;
  }
});
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => {
  if (!dragged) return;
  delete dragged.dataset.dragged;
  moved(dragged);
  dragged = null;
});
