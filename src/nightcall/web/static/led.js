// A phone in an evening the app leads. It sends one beat every other second, whatever is tapped, and shows what comes back:
// every phone the same ring, the same signs, and under a finger what is this player's alone.
import "./js/peek.js";
import "./js/wake.js";
import { minutes } from "./js/minutes.js";
import { isOn, onSwitch } from "./js/switches.js";
import { hush, speak } from "./js/voice.js";

const SENT = 1024; // bytes of every beat
const RETRY = 2000;
const address = `${location.pathname}/beat`;
const $ = (id) => document.getElementById(id);
const TICK = 250; // milliseconds between two looks at the clock: a bar drawn anew with every frame would empty batteries
const SETTLES = 0.5; // beats in which a touch still meant what was asked before
const SOON = 3; // beats before a round ends in which whoever has touched nothing is told so
let scene = "", mark = { seats: [], signs: [], text: "" }, most = 1, ends = 0, length = 1, pulse = RETRY, misses = 0, drawn = "", held = false;
let kind = "", idle = false, timed = false, since = 0, accused = 0, down = 0, over = false;
let counted = ""; // as the server has the mark, as far as we know

// Somebody else leads from now on, the same people play on, or the seat is another phone's: the page there is now.
const ELSEWHERE = [403, 404, 409];
const isOpen = () => !$("secret").hidden;
const isMarked = () => mark.seats.length + mark.signs.length > 0;
new MutationObserver(() => { held ||= isOpen(); }).observe($("secret"), { attributes: true, attributeFilter: ["hidden"] }); // a short look between two beats is one, too

function padded(data) {
  const bare = JSON.stringify({ ...data, pad: "" });
  const bytes = new TextEncoder().encode(bare).length;
  return JSON.stringify({ ...data, pad: " ".repeat(Math.max(0, SENT - bytes)) });
}

async function beat() {
  let wait = RETRY;
  const looked = held || isOpen(), sent = { scene, said: JSON.stringify(mark) };
  held = false;
  try {
    const reply = await fetch(address, { method: "POST", headers: { "content-type": "application/json" }, body: padded({ scene, ...mark, held: looked }), credentials: "same-origin" });
    if (ELSEWHERE.includes(reply.status)) return location.reload();
    if (!reply.ok) throw new Error(reply.status);
    const frame = await reply.json();
    wait = pulse = frame.beat * 1000;
    if (frame.scene === sent.scene) counted = sent.said;
    show(frame);
    misses = 0;
  } catch {
    misses += 1;
    held ||= looked;
  }
  $("trouble").hidden = misses < 2;
  setTimeout(beat, wait);
}

function show(frame) {
  const isLost = scene && frame.scene !== scene && (accused > 0 || JSON.stringify(mark) !== counted), touched = accused || mark.seats[0];
  if (frame.scene !== scene) { scene = frame.scene; mark = frame.mark; counted = JSON.stringify(mark); since = performance.now(); ask(0); }
  ({ most, kind, idle, timed, over } = frame);
  document.body.dataset.phase = $("view").dataset.phase = frame.theme;
  $("phase").textContent = frame.phase;
  if ($("caption").textContent !== frame.caption) {
    $("caption").replaceChildren(...whole(frame.caption));
    if (isOn("speech")) speak(frame.caption, document.documentElement.lang);
  }
  $("joining").textContent = frame.code;
  $("joining").hidden = !frame.code;
  $("unheard").hidden = frame.heard;
  ends = performance.now() + frame.left;
  length = Math.max(1, frame.length);
  $("note").textContent = frame.note;
  $("note").hidden = !frame.note;
  const looks = JSON.stringify([frame.seats, frame.signs, frame.done, frame.done_is, frame.against, frame.me, frame.kind, frame.idle]);
  if (looks !== drawn) { drawn = looks; draw(frame); }
  pressed();
  $("text").hidden = !frame.writes;
  strip(frame.strip, frame.kind);
  $("over").hidden = !frame.over;
  $("strips").hidden = frame.over; // nothing is secret any more
  $("again").hidden = !frame.again;
  $("pause").hidden = frame.over;
  doze();
  if (isLost) tooSoon(document.querySelector(`[data-seat="${touched}"]`) ?? $("seats"), "question"); // touched when the screen had asked already
}

/** Whether nothing that is touched counts: the question is over and the next one has not come, or has only just come. */
function isAsleep() {
  const now = performance.now();
  return !over && (now > ends || kind === "call" && now - since < SETTLES * pulse);
}

/** It looks like it, on all phones alike. */
const doze = () => document.body.toggleAttribute("data-asleep", isAsleep());

function tooSoon(button, detail) {
  button.dispatchEvent(new CustomEvent("too-soon", { bubbles: true, detail }));
}

/** A word of two or three parts stays on one line, as on the public screen. */
function whole(text) {
  return text.split(/(\p{L}{1,12}(?:-\p{L}{1,12}){1,2})/u).map((part, place) => place % 2 ? line(part, "span", "whole") : part);
}

function draw(frame) {
  const mine = frame.seats.findIndex((seat) => seat.seat === frame.me);
  const turned = [...frame.seats.slice(mine), ...frame.seats.slice(0, mine)];
  fit($("seats"), turned.map((seat) => {
    const item = document.createElement("li"), button = document.createElement("button");
    button.type = "button";
    button.dataset.seat = seat.seat;
    button.dataset.state = seat.state;
    button.disabled = frame.idle;
    const accusers = frame.against.filter((pair) => pair[1] === seat.seat).map(([by]) => frame.seats.find((other) => other.seat === by)?.name);
    if (seat.name !== String(seat.seat)) button.append(line(String(seat.seat), "span", "led__number"));
    button.append(line(seat.name, "strong"));
    for (const sign of [...seat.signs, seat.card].filter(Boolean)) button.append(line(sign, "small", "led__known"));
    if (seat.seat === frame.me) { const you = document.createElement("small"); you.textContent = document.body.dataset.you; button.append(you); }
    if (frame.done.includes(seat.seat)) { const done = document.createElement("small"); done.textContent = `✓ ${frame.done_is}`; button.append(done); }
    if (accusers.length) button.append(line(`☞ ${accusers.join(", ")}`, "small"));
    item.append(button);
    return item;
  }));
  const buttons = frame.signs.map((sign, place) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = sign.rare ? "button button--quiet" : sign.label ? "button" : "led__sign";
    button.dataset.sign = sign.id;
    button.textContent = sign.label || "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯"[place];
    return button;
  });
  fit($("signs"), buttons.filter((_, place) => !frame.signs[place].rare));
  fit($("rarely"), buttons.filter((_, place) => frame.signs[place].rare));
  $("rare").hidden = !$("rarely").childElementCount;
}

/** Buttons that are there stay the same ones: a finger may be on them, and would touch nothing. */
function fit(box, items) {
  const fresh = box.cloneNode();
  fresh.append(...items);
  window.Idiomorph.morph(box, fresh, { morphStyle: "outerHTML" });
}

/** In the debate a touch accuses somebody before everybody: first the phone asks. */
function ask(number) {
  accused = number;
  const name = document.querySelector(`[data-seat="${number}"] strong`)?.textContent ?? "";
  $("accuse").hidden = !number;
  $("accuse-whom").textContent = document.body.dataset.accuse.replace("{seat}", name);
}

// An impatient second touch takes nothing back: another name does, or Nobody. Only an accusation is withdrawn like that.
function touch(number) {
  if (!mark.seats.includes(number)) mark.seats = [number, ...mark.seats].slice(0, most);
  else if (kind === "debate") mark.seats = mark.seats.filter((other) => other !== number);
  mark.signs = mark.signs.filter((other) => other !== "no");
}

function pressed() {
  for (const button of document.querySelectorAll("[data-seat]")) button.setAttribute("aria-pressed", mark.seats.includes(Number(button.dataset.seat)));
  for (const button of document.querySelectorAll("[data-sign]")) button.setAttribute("aria-pressed", mark.signs.includes(button.dataset.sign));
}

document.addEventListener("pointerdown", () => { down = performance.now(); }, true);

// Tapping sends nothing: the next beat does.
document.addEventListener("click", (event) => {
  const seat = event.target.closest?.("[data-seat]"), sign = event.target.closest?.("[data-sign]");
  if (event.target.id === "accuse-yes") { if (accused) touch(accused); ask(0); return pressed(); }
  if (event.target.id === "accuse-no") return ask(0);
  if (idle && seat) return;
  const button = seat ?? sign, isLate = event.detail > 0 && down < since; // the finger came down before this question
  if (button && button.id !== "pause" && (isLate || isAsleep())) return tooSoon(button, isLate || performance.now() <= ends ? "question" : "page");
  if (seat) {
    const number = Number(seat.dataset.seat);
    if (kind === "debate" && !mark.seats.includes(number)) ask(number); else { ask(0); touch(number); }
  } else if (sign) {
    const name = sign.dataset.sign;
    if (name === "no") mark.seats = [];
    if (accused && /^power:|offence$/.test(name)) { mark.seats = []; touch(accused); ask(0); } // of the one who was touched
    const others = name === "yes" || name === "no" || name.startsWith("#") ? mark.signs.filter((other) => !(other === "yes" || other === "no" || other.startsWith("#"))) : mark.signs;
    mark.signs = mark.signs.includes(name) ? mark.signs.filter((other) => other !== name) : [...others, name];
  } else return;
  pressed();
});
onSwitch("speech", () => { if (isOn("speech")) speak($("caption").textContent, document.documentElement.lang); else hush(); });
$("text").addEventListener("input", (event) => { mark.text = event.target.value; });

function line(text, tag = "p", kind = "") {
  const found = document.createElement(tag);
  found.textContent = text;
  if (kind) found.className = kind;
  return found;
}

function fill(box, parts) {
  const looks = parts.map((part) => part.textContent).join("\n");
  if (box.dataset.looks === looks) return;
  box.dataset.looks = looks;
  box.replaceChildren(...parts);
}

/** Whoever is asked and whoever sleeps read the same number of lines first; the own card is elsewhere but when it is dealt. */
function strip(own, kind) {
  const parts = [], mine = [];
  if (own.question || own.suspect) parts.push(line(own.question || own.suspect, "p", "led__question"));
  if (own.dream) parts.push(line(own.dream));
  if (own.meaning.length) parts.push(line(own.meaning.map((text, place) => `${"①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯"[place]} ${text}`).join("   ")));
  for (const mate of own.mates) parts.push(line(mate));
  for (const told of [...own.lines].reverse()) parts.push(line(told));
  if (own.act) { const act = line(own.act.label, "button", "button"); act.type = "button"; act.dataset.sign = own.act.id; parts.push(act); }
  if (own.card) (kind === "cards" ? parts : mine).push(line(own.card, "strong"), line(own.about, "p", "dim"));
  for (const told of [...own.earlier].reverse()) mine.push(line(told, "p", "dim"));
  fill($("secret"), parts.length ? parts : [line(document.body.dataset.nothing, "p", "dim")]); // no strip is held in vain
  fill($("card"), mine);
  $("mine").hidden = kind === "cards";
}

function run() {
  const left = ends - performance.now(), time = timed ? minutes(Math.ceil(Math.max(0, left) / 1000)) : "";
  if ($("clock").textContent !== time) $("clock").textContent = time;
  doze();
  $("bar").style.setProperty("--left", Math.max(0, Math.min(1, left / length)));
  $("nudge").dataset.on = ["call", "ballots"].includes(kind) && !idle && !isMarked() && left < SOON * pulse ? "yes" : "no";
}

setInterval(run, TICK);
beat();
