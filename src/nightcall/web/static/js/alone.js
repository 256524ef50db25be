// Alone on a phone: files are shared or saved by a script (what a service worker answers is no download everywhere), and
// the page on top is asked what only it knows.
import { onView } from "./view.js";

const shell = window.parent.nightcall;
const saved = "nightcall.saved";

async function save(link) {
  const answer = await fetch(link.href);
  const name = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1] ?? "nightcall.txt";
  const file = new File([await answer.blob()], name, { type: answer.headers.get("content-type") ?? "text/plain" });
  if (link.dataset.all) localStorage.setItem(saved, link.dataset.all);
  if (navigator.canShare?.({ files: [file] })) return navigator.share({ files: [file] }).catch(() => {});
  const address = URL.createObjectURL(file);
  const anchor = Object.assign(document.createElement("a"), { href: address, download: name });
  anchor.dataset.made = "";
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[download]:not([data-made])");
  if (link) { event.preventDefault(); save(link); }
  if (event.target.closest?.("[data-install]")) shell?.install();
  if (event.target.closest?.("[data-remove]")) shell?.remove(); // after it was confirmed
});

onView(async () => {
  for (const each of document.querySelectorAll("[data-unsaved]")) {
    each.hidden = Number(each.dataset.unsaved) - Number(localStorage.getItem(saved) ?? 0) < Number(each.dataset.from);
  }
  const facts = document.querySelector("[data-facts]");
  if (!facts || facts.textContent) return;
  const isKept = await navigator.storage?.persisted?.(), { usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
  facts.textContent = (isKept ? facts.dataset.kept : facts.dataset.unkept) + " " + facts.dataset.facts.replace("{size}", (usage / 1e6).toFixed(0)).replace("{version}", shell?.version ?? "–");
  for (const button of document.querySelectorAll("[data-install]")) button.hidden = !shell?.canInstall;
});
