// Half an answer outlives a reload: the votes entered so far, a line being typed. It is kept in this tab and for this
// question alone; with the next one it is gone.
import { onView } from "./view.js";

const DRAFT = "nightcall.draft";
const FIELDS = 'select[name], textarea[name], input[type="text"][name], input[type="number"][name]';

const form = () => document.querySelector('form.prompt[id^="prompt-"]');
const fields = (of) => [...of.querySelectorAll(FIELDS)];
const question = (of) => [location.pathname, of.id, of.elements.namedItem("at")?.value].join(" ");
/** As the server has written it: what it knows by now is newer than what was typed here. */
const isBlank = (field) => field.options ? ![...field.options].some((each) => each.defaultSelected) : field.value === field.defaultValue;

function kept() {
  try { return JSON.parse(sessionStorage.getItem(DRAFT)) ?? []; } catch { return []; }
}

function keep({ target }) {
  const here = form();
  if (!here || !here.contains(target) || !target.matches?.(FIELDS)) return;
  const values = Object.fromEntries(fields(here).map((field) => [field.name, field.value]));
  try { sessionStorage.setItem(DRAFT, JSON.stringify([question(here), values])); } catch { /* private windows forget */ }
}

function forgetOthers() {
  const here = form();
  if (here && kept()[0] === question(here)) return;
  try { sessionStorage.removeItem(DRAFT); } catch { /* nothing was kept */ }
}

const [of, values] = kept(), here = form();
if (here && of === question(here)) for (const field of fields(here)) if (field.name in values && isBlank(field)) field.value = values[field.name];

onView(forgetOthers);
document.addEventListener("input", keep);
document.addEventListener("change", keep);
