// Giving something away: `data-share` (a link, or empty for the text of `data-from`) uses the phone's own sharing,
// `data-copy` the clipboard. On plain HTTP the clipboard is closed; then the text is copied the old way.
import { say } from "./says.js";

async function copy(button, text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = Object.assign(document.createElement("textarea"), { value: text, readOnly: true });
    field.className = "visually-hidden";
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
    button.focus();
  }
  if (button.dataset.copied) say(button, button.dataset.copied);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-share], [data-copy]");
  if (!button) return;
  event.preventDefault();
  const { share, title } = button.dataset;
  const text = button.dataset.copy || share && new URL(share, location.href).href || document.querySelector(button.dataset.from)?.textContent || "";
  const what = { title: title ?? document.title, [share ? "url" : "text"]: text };
  if (share !== undefined && navigator.share) navigator.share(what).catch(() => {});
  else copy(button, text);
});
