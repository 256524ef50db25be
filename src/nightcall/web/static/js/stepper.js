// Plus and minus around a number field, and the sum of a form's numbers. Without scripts the field itself is typed into.
import { onView } from "./view.js";

const within = (input, value) =>
  Math.min(Number(input.max || Infinity), Math.max(Number(input.min || 0), value));

document.addEventListener("click", ({ target }) => {
  const button = target.closest?.(".stepper button[data-step]");
  if (!button) return;
  const input = button.closest(".stepper").querySelector("input");
  input.value = String(within(input, Number(input.value || 0) + Number(button.dataset.step)));
  input.dispatchEvent(new Event("input", { bubbles: true }));
  input.dispatchEvent(new Event("change", { bubbles: true }));
});

function add(form) {
  const inputs = [...form.querySelectorAll('.stepper input, input[type="number"][data-adds]')];
  const sum = inputs.reduce((total, input) => total + Number(input.value || 0) * Number(input.dataset.counts ?? 1), 0);
  for (const input of inputs) input.closest(".card-tile")?.toggleAttribute("data-in", Number(input.value) > 0);
  for (const place of form.querySelectorAll("[data-sum]")) {
    const high = place.dataset.high ?? form.dataset.high;
    place.textContent = high ? `${sum} / ${high}` : String(sum);
    place.toggleAttribute("data-over", Boolean(high) && sum > Number(high));
  }
}

document.addEventListener("input", ({ target }) => {
  if (!target.matches?.(".stepper input, input[data-adds]") || !target.form) return;
  target.setAttribute("value", target.value);
  add(target.form);
});
onView(() => new Set([...document.querySelectorAll(".stepper input")].map((input) => input.form)).forEach((form) => form && add(form)));
