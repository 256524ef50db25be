// A game that came as a link lies behind the link's `#`: the start page passes it on to the form that brings it in.
const MARK = "#tape=";

function read() {
  if (!location.hash.startsWith(MARK)) return;
  const place = document.querySelector("[data-brings]");
  if (place.dataset.brings) return location.replace(place.dataset.brings + location.hash);
  place.value = location.hash;
  place.closest("details").open = true;
  history.replaceState(null, "", location.pathname);
  place.form.querySelector("button").focus();
}
addEventListener("hashchange", read);
read();
