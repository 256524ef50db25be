// "Really?" in the page's own words: `data-confirm`, with `data-yes` and `data-no` for the buttons.
import { renew } from "./calm.js";
import { wasHeld } from "./hold.js";
import { onView } from "./view.js";

let agreed = null, asking = null;

function ask(button) {
  const dialog = document.createElement("dialog");
  const text = Object.assign(document.createElement("p"), { textContent: button.dataset.confirm });
  const row = Object.assign(document.createElement("div"), { className: "buttons" });
  for (const [kind, words] of [["no", button.dataset.no], ["yes", button.dataset.yes]]) {
    const choice = Object.assign(document.createElement("button"), { type: "button", value: kind, textContent: words ?? "" });
    choice.className = kind === "yes" ? "button button--primary" : "button";
    choice.addEventListener("click", () => dialog.close(kind));
    row.append(choice);
  }
  dialog.append(text, row);
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (dialog.returnValue !== "yes") return button.focus();
    agreed = button;
    button.click();
    agreed = null;
  });
  document.body.append(dialog);
  dialog.showModal();
  renew(); // a second tap may fall on its buttons
  asking = { dialog, button, question: button.dataset.confirm };
}

// What was asked is no longer so: everybody has joined meanwhile.
onView(() => {
  if (asking?.dialog.open && asking.button.dataset.confirm !== asking.question) asking.dialog.close("no");
});

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-confirm]");
  if (!button || agreed === button || wasHeld(button, event)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  ask(button);
}, true);
