// Adding players: Enter adds what was typed, and a list that was pasted is taken apart at once, a line for a name.

const add = (field) => field.form?.requestSubmit(field.form.querySelector("#add"));

document.addEventListener("keydown", (event) => {
  if (!event.target.matches?.("textarea[data-names]") || event.key !== "Enter" || event.isComposing) return;
  event.preventDefault();
  if (event.target.value.trim()) add(event.target);
});
document.addEventListener("paste", (event) => {
  if (!event.target.matches?.("textarea[data-names]")) return;
  if (/[\n\r,;\t]/.test(event.clipboardData?.getData("text") ?? "")) setTimeout(() => add(event.target)); // once it is in the field
});
