// Drawers open by anchor (`<a href="#menu">`), so they work without scripts and the back button closes them. Here only
// what a keyboard needs: focus goes in with the drawer and back out with it.

let opener = null;

document.addEventListener("click", (event) => {
  const link = event.target.closest?.('a[href^="#"]');
  const sheet = link && link.hash.length > 1 && document.querySelector(`.sheet${link.hash}`);
  if (sheet) opener = link;
});
document.addEventListener("click", (event) => {
  const sheet = document.querySelector(".sheet:target");
  if (sheet && event.target === document.documentElement || sheet && event.target.closest?.("main, .bar") && !event.target.closest(".sheet, a, button, label, input")) location.hash = "";
});
addEventListener("hashchange", () => {
  const sheet = document.querySelector(".sheet:target");
  if (sheet) (sheet.querySelector(".sheet__close, a, button, input") ?? sheet).focus();
  else { opener?.focus(); opener = null; }
});
