// The public screen follows the announcement: what has happened since the last look is told one thing after the other,
// large, with the players it is about lit; a vote falls in ballot by ballot, a card is turned over. What is still to be
// told is not seen at its seat before. At the end the story turns its own pages: a television has no mouse.
import { onView } from "./js/view.js";

const EACH = 3400; // milliseconds an announcement stands alone
const SOON = 2200; // where more has been said meanwhile: the room does not wait for the screen
const COUNTING = 6000; // for all ballots together
const PAGE = 9000;

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
const seat = (number) => document.querySelector(`.public .ring > .seat[data-seat="${number}"]`);
const read = () => {
  const list = document.getElementById("moments");
  return list ? { earlier: Number(list.dataset.earlier), told: [...list.children] } : null;
};

let shown = null, telling = false; // how many announcements this screen has told, of all there were

/** The list with something still to tell; what is long past is not told any more. */
function untold() {
  const now = read();
  if (now) shown = Math.max(shown, now.earlier);
  return now && shown < now.earlier + now.told.length ? now : null;
}

/** What a moment still to come will show at a seat is not seen there before: the card, the death, the office. */
function mask({ earlier, told }) {
  const coming = told.slice(Math.max(0, shown - earlier));
  const later = (mark, but = "") => new Set(coming.filter((moment) => moment.matches(`[${mark}]${but}`)).flatMap(seats));
  const cards = later("data-turns"), deaths = later("data-falls"), rest = later("data-seats", ":not([data-ends])");
  for (const each of document.querySelectorAll(".public .ring > .seat")) {
    each.toggleAttribute("data-face-down", cards.has(each.dataset.seat));
    each.toggleAttribute("data-lives-on", deaths.has(each.dataset.seat));
    each.toggleAttribute("data-later", rest.has(each.dataset.seat));
    each.toggleAttribute("data-last-later", coming.some((moment) => moment.matches("[data-ends]"))); // cards of the living come with the end
  }
}

const seats = (moment) => (moment.dataset.seats || "").split(" ").filter(Boolean);

function place() {
  let box = document.querySelector(".public__moment");
  if (!box) {
    box = Object.assign(document.createElement("div"), { className: "public__moment" });
    box.dataset.built = "";
    box.setAttribute("role", "status");
  }
  const stage = document.querySelector(".public__stage");
  if (stage && box.parentElement !== stage) stage.append(box);
  return box;
}

/** The light something was said in, for the whole screen; the server's page may be in the next one already. */
function shine(phase) {
  document.body.dataset.phase = phase;
  const view = document.getElementById("view");
  if (view) view.dataset.phase = phase;
}

/** A long sentence, the votes of thirty, is written as large as there is room for it. */
function fit(box) {
  box.style.setProperty("--fit", "1");
  for (let size = .94; size > .3 && (box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1); size -= .06) {
    box.style.setProperty("--fit", size.toFixed(2));
  }
}

/** What matters now is large, and whole. */
function fitFirst() {
  for (const box of document.querySelectorAll(".public__middle > .public__news, .public__story > .public__verdict[data-on]")) {
    const first = box.firstElementChild, room = box.clientHeight;
    box.style.setProperty("--fit", "1");
    for (let size = .94; size > .3 && first && (first.scrollHeight > room || first.scrollWidth > box.clientWidth + 1); size -= .06) box.style.setProperty("--fit", size.toFixed(2));
  }
  const narrated = document.querySelector(".public__middle:has(> .public__says)");
  if (narrated) fit(narrated);
}

function light(numbers) {
  for (const each of document.querySelectorAll(".public .ring > .seat")) {
    each.toggleAttribute("data-lit", numbers.includes(each.dataset.seat));
    if (!numbers.length) { delete each.dataset.points; each.querySelector(".seat__falls")?.remove(); }
  }
}

/** Ballot by ballot, as hands go up. */
async function count(moment) {
  const ballots = moment.dataset.ballots.trim().split(" ").map((pair) => pair.split(":"));
  const sums = new Map(), each = Math.min(700, COUNTING / ballots.length);
  for (const [voter, choice] of ballots) {
    sums.set(choice, (sums.get(choice) ?? 0) + 1);
    if (!seat(choice)) continue;
    fall(choice, sums.get(choice));
    seat(voter)?.setAttribute("data-points", "");
    const most = Math.max(...sums.values());
    light([...sums].filter(([, voices]) => voices === most).map(([number]) => number));
    await sleep(each);
    seat(voter)?.removeAttribute("data-points");
  }
  // Some voices count double, and some nobody casts: the sum is that of the sentence.
  const more = (moment.dataset.voices ?? "").trim().split(" ").map((pair) => pair.split(":")).filter(([choice, voices]) => choice && sums.get(choice) !== Number(voices));
  for (const [choice, voices] of more) fall(choice, voices);
  if (more.length) await sleep(each);
}

function fall(choice, voices) {
  const face = seat(choice)?.querySelector(".seat__face");
  if (!face) return;
  let badge = face.querySelector(".seat__falls");
  if (!badge) {
    badge = Object.assign(document.createElement("span"), { className: "seat__votes seat__falls" });
    badge.dataset.built = "";
    face.append(badge);
  }
  badge.textContent = String(voices);
}

async function tell() {
  telling = true;
  const stage = () => document.querySelector(".public__stage");
  for (let now = untold(); now; now = untold()) {
    const moment = now.told[shown - now.earlier];
    shown += 1;
    mask(now);
    shine(moment.dataset.light);
    const box = place();
    box.replaceChildren(...[...moment.childNodes].map((node) => node.cloneNode(true)));
    box.toggleAttribute("data-turns", moment.hasAttribute("data-turns"));
    stage()?.setAttribute("data-telling", "");
    fit(box);
    light(seats(moment));
    if (moment.dataset.ballots) {
      box.setAttribute("data-counting", "");
      await count(moment);
      box.removeAttribute("data-counting");
    }
    await sleep(untold() ? SOON : EACH);
  }
  stage()?.removeAttribute("data-telling");
  shine(document.getElementById("moments")?.dataset.light ?? "home");
  light([]);
  telling = false;
  follow();
}

function follow() {
  const now = read();
  if (!now) return;
  const all = now.earlier + now.told.length;
  shown = Math.min(shown ?? all, all); // whoever has just come sees where things stand; what was taken back is untold
  mask(now);
  if (telling) {
    place();
    document.querySelector(".public__stage")?.setAttribute("data-telling", "");
    const said = now.told[shown - 1 - now.earlier];
    if (said) shine(said.dataset.light);
  }
  else if (shown < all) tell();
}
onView(follow);

// Names as large as their face allows.
onView(() => {
  for (const name of document.querySelectorAll(".public .seat__name, .public .seat__card > span")) {
    const words = name.textContent.trim().split(/\s+/), longest = Math.max(...words.map((word) => word.length));
    name.style.setProperty("--long", String(Math.max(4, name.matches(".seat__name") ? name.textContent.trim().length : longest)));
  }
});

let page = 0;
function turn() {
  const pages = [...document.querySelectorAll("[data-pages] > li")];
  pages.forEach((each, number) => each.toggleAttribute("data-on", number === page % pages.length));
  fitFirst();
}
onView(turn);
new ResizeObserver(fitFirst).observe(document.body);
setInterval(() => {
  if (!document.querySelector("[data-pages]")) return; // the verdict comes first, however long the evening was
  const lines = document.querySelector("[data-pages] > li[data-on] ul");
  const before = lines?.scrollLeft;
  if (lines) lines.scrollLeft += lines.clientWidth; // a long night has more pages than one
  if (lines && lines.scrollLeft > before + 1) return;
  page += 1;
  turn();
  document.querySelector("[data-pages] > li[data-on] ul")?.scrollTo(0, 0);
}, PAGE);
