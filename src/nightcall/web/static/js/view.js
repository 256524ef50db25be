// The part of the page that live updates replace. Whatever a person has begun (ticks, words, open drawers) belongs
// to that person: a morph may bring news, it may not take that away.

const listeners = new Set();
const asked = () => document.querySelector('form.prompt[id^="prompt-"]')?.id;
let question = asked();

/** Calls `fn` now and whenever the page's content has changed. */
export function onView(fn) {
  listeners.add(fn);
  fn();
}

export function viewChanged() {
  const view = document.getElementById("view");
  if (view?.dataset.phase) document.body.dataset.phase = view.dataset.phase;
  const ground = getComputedStyle(document.body).getPropertyValue("--ground").trim();
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", ground);
  for (const fn of listeners) fn();
  const now = asked();
  if (now !== question) scrollTo(0, 0); // a new question begins with what is to be said
  question = now;
}

let waits = () => 0;
/** `fn` says of a page that was fetched how many milliseconds it has to wait. */
export function onFetched(fn) { waits = fn; }
export const waitOf = (html) => waits(html);

/** Puts the `#view` of a page that was fetched in the place of ours. */
export function showPage(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("view");
  const view = document.getElementById("view");
  if (!fresh || !view) return false;
  window.Idiomorph.morph(view, fresh, { morphStyle: "outerHTML" });
  window.htmx?.process(document.getElementById("view"));
  viewChanged();
  return true;
}

const sameQuestion = (old, fresh) =>
  old.nodeName === "FORM" && fresh.nodeName === "FORM" && old.dataset.prompt && old.dataset.prompt === fresh.dataset.prompt;

/** What was ticked or typed goes over into the same question of the new page. */
function carry(old, fresh) {
  const given = new Map();
  for (const field of old.elements) if (field.name) given.set(fieldKey(field), field);
  for (const field of fresh.elements) {
    const before = field.name && given.get(fieldKey(field));
    if (!before || field.type === "hidden") continue;
    if (field.type === "radio" || field.type === "checkbox") field.checked = before.checked;
    else if (field.nodeName === "SELECT") for (const option of field.options) option.selected = option.value === before.value;
    else if (field.nodeName === "INPUT") field.setAttribute("value", before.value);
    else if (field.nodeName === "TEXTAREA") field.value = before.value;
  }
}

const fieldKey = (field) => (["radio", "checkbox"].includes(field.type) ? `${field.name}=${field.value}` : field.name);

const ours = new Set(["style", "data-laid", "data-made", "data-over", "data-ending", "data-ready", "data-open", "data-in", "data-later", "data-face-down", "data-lives-on", "data-lit", "data-points", "data-telling", "data-on", "data-counting", "data-asleep", "data-nudged"]);

/** A drawer somebody opened, and a secret under a finger, stay as they are. */
const keepsOpen = (name, element) =>
  name === "open" && element.id && ["DETAILS", "DIALOG"].includes(element.nodeName) || name === "hidden" && element.closest("[data-peek][data-open]");

if (window.Idiomorph) {
  Object.assign(window.Idiomorph.defaults.callbacks, {
    beforeNodeMorphed(old, fresh) {
      if (sameQuestion(old, fresh)) carry(old, fresh);
      return true;
    },
    // What a module has built is not on the server's page and yet not to be taken away; modules clean up themselves.
    beforeNodeRemoved: (node) => !(node.nodeType === 1 && node.hasAttribute("data-built")),
    beforeAttributeUpdated: (name, element) => !ours.has(name) && !keepsOpen(name, element),
  });
}

// What was asked for again and again belongs to whatever asked: if a morph has taken that away, nobody waits for it any more.
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const { elt } = detail.requestConfig;
  if (elt.matches("[hx-trigger^='every']") && !elt.isConnected) detail.shouldSwap = false;
});
document.addEventListener("htmx:afterSettle", viewChanged);
