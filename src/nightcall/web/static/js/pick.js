// Choosing seats. More than `data-high` cannot be ticked: the oldest tick gives way, which is what a hurried thumb
// means. `data-auto` sends the form at the first tap, for questions where one seat is the whole answer.
import { onView } from "./view.js";

const order = new WeakMap(); // form -> ticked boxes, oldest first

const boxes = (form) => [...form.querySelectorAll('input[type="checkbox"][name="seat"]')];

function count(form) {
  const ticked = [...form.querySelectorAll('input[name="seat"]:checked')].length;
  const low = Number(form.dataset.low ?? 0), high = Number(form.dataset.high ?? 1);
  for (const place of form.querySelectorAll("[data-count]")) place.textContent = high > 1 ? `${ticked} / ${high}` : "";
  form.toggleAttribute("data-ready", ticked >= low && ticked <= high);
  for (const button of form.querySelectorAll("[data-needs]")) button.setAttribute("aria-disabled", String(ticked < low));
}

document.addEventListener("change", ({ target }) => {
  const form = target.form;
  if (target.name !== "seat" || !form?.matches("form.prompt")) return;
  form.querySelector(".says")?.replaceChildren();
  if (target.type === "checkbox" && form.dataset.high) {
    const ticked = (order.get(form) ?? boxes(form).filter((box) => box.checked)).filter((box) => box.checked && box !== target);
    if (target.checked) ticked.push(target);
    while (ticked.length > Number(form.dataset.high)) ticked.shift().checked = false;
    order.set(form, ticked);
  }
  count(form);
  if (target.type === "radio" && form.hasAttribute("data-auto")) form.requestSubmit(form.querySelector(".primary") ?? undefined);
});

onView(() => document.querySelectorAll('form.prompt[data-kind="pick"]').forEach(count));
