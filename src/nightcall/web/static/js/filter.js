// A long list and its search: `<input type="search" data-filter="#list">` leaves what has the letters typed.

const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

function filter(field) {
  const wanted = plain(field.value.trim());
  for (const each of document.querySelector(field.dataset.filter)?.children ?? []) each.hidden = !plain(each.textContent).includes(wanted);
}

document.addEventListener("input", (event) => { if (event.target.matches?.("[data-filter]")) filter(event.target); });
document.addEventListener("keydown", (event) => { // Enter must not send the form with the first button it has
  if (event.key === "Enter" && event.target.matches?.("[data-filter]")) event.preventDefault();
});
