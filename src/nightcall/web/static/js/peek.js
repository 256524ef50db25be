// Secrets are visible only while a finger (or key) is down, and gone before the phone leaves the hand.

let open = null;

function show(peek) {
  if (open === peek) return;
  hide();
  open = peek;
  peek.dataset.open = "";
  peek.querySelector(".peek__secret").hidden = false;
}

function hide() {
  if (!open) return;
  delete open.dataset.open;
  const secret = open.querySelector(".peek__secret");
  if (secret) secret.hidden = true;
  open = null;
}

const cover = (event) => event.target.closest?.(".peek__cover");

/** With something to tap among the secrets (`data-opens`) a long press opens them for as long as the page is looked at. */
const stays = () => open?.querySelector(".peek__cover[data-opens]");
const release = () => { if (!stays()) hide(); };

document.addEventListener("pointerdown", (event) => {
  const held = cover(event);
  if (held && !held.matches("[data-opens]") && event.button === 0) show(held.closest("[data-peek]"));
});
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, release);
document.addEventListener("keydown", (event) => {
  if (!cover(event) || cover(event).matches("[data-opens]") || ![" ", "Enter"].includes(event.key)) return;
  event.preventDefault();
  show(event.target.closest("[data-peek]"));
});
document.addEventListener("keyup", (event) => { if ([" ", "Enter"].includes(event.key)) release(); });
document.addEventListener("click", (event) => {
  const held = cover(event);
  if (!held?.matches("[data-opens]")) return;
  const peek = held.closest("[data-peek]");
  if (open === peek) hide();
  else show(peek);
});
document.addEventListener("contextmenu", (event) => { if (event.target.closest?.("[data-peek]")) event.preventDefault(); });
document.addEventListener("selectstart", (event) => { if (event.target.parentElement?.closest("[data-peek]")) event.preventDefault(); });
addEventListener("blur", hide);
addEventListener("pagehide", hide);
document.addEventListener("visibilitychange", hide);
