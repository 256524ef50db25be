// A phone in an evening the app leads. It sends one beat every other second, whatever is tapped, and shows what comes back:
// every phone the same ring, the same signs, and under a finger what is this player's alone.
import "./js/peek.js";
import "./js/wake.js";
import { isOn, onSwitch } from "./js/switches.js";
import { hush, speak } from "./js/voice.js";

const SENT = 1024; // bytes of every beat
const RETRY = 2000;
const address = `${location.pathname}/beat`;
const $ = (id) => document.getElementById(id);
let scene = "", mark = { seats: [], signs: [], text: "" }, most = 3, ends = 0, length = 1, misses = 0, drawn = "", held = false;

// Somebody else leads from now on, the same people play on, or the seat is another phone's: the page there is now.
const ELSEWHERE = [403, 404, 409];
const isOpen = () => !$("secret").hidden;
new MutationObserver(() => { held ||= isOpen(); }).observe($("secret"), { attributes: true, attributeFilter: ["hidden"] }); // a short look between two beats is one, too

function padded(data) {
  const bare = JSON.stringify({ ...data, pad: "" });
  const bytes = new TextEncoder().encode(bare).length;
  return JSON.stringify({ ...data, pad: " ".repeat(Math.max(0, SENT - bytes)) });
}

async function beat() {
  let wait = RETRY;
  const looked = held || isOpen();
  held = false;
  try {
    const reply = await fetch(address, { method: "POST", headers: { "content-type": "application/json" }, body: padded({ scene, ...mark, held: looked }), credentials: "same-origin" });
    if (ELSEWHERE.includes(reply.status)) return location.reload();
    if (!reply.ok) throw new Error(reply.status);
    const frame = await reply.json();
    show(frame);
    wait = frame.beat * 1000;
    misses = 0;
  } catch {
    misses += 1;
    held ||= looked;
  }
  $("trouble").hidden = misses < 2;
  setTimeout(beat, wait);
}

function show(frame) {
  if (frame.scene !== scene) { scene = frame.scene; mark = frame.mark; }
  document.body.dataset.phase = $("view").dataset.phase = frame.theme;
  $("phase").textContent = frame.phase;
  if ($("caption").textContent !== frame.caption) {
    $("caption").textContent = frame.caption;
    if (isOn("speech")) speak(frame.caption, document.documentElement.lang);
  }
  $("joining").textContent = frame.code;
  $("joining").hidden = !frame.code;
  $("unheard").hidden = frame.heard;
  ends = performance.now() + frame.left;
  length = Math.max(1, frame.length);
  const looks = JSON.stringify([frame.seats, frame.signs, frame.done, frame.against, frame.me, frame.kind]);
  if (looks !== drawn) { drawn = looks; draw(frame); }
  pressed();
  $("text").hidden = !frame.writes;
  strip(frame.strip);
  $("over").hidden = !frame.over;
}

function draw(frame) {
  const mine = frame.seats.findIndex((seat) => seat.seat === frame.me);
  const turned = [...frame.seats.slice(mine), ...frame.seats.slice(0, mine)];
  $("seats").replaceChildren(...turned.map((seat) => {
    const item = document.createElement("li"), button = document.createElement("button");
    button.type = "button";
    button.dataset.seat = seat.seat;
    button.dataset.state = seat.state;
    if (frame.done.includes(seat.seat)) button.dataset.done = "";
    const accusers = frame.against.filter((pair) => pair[1] === seat.seat).length;
    const name = document.createElement("strong");
    name.textContent = seat.name;
    button.append(name);
    if (seat.seat === frame.me) { const you = document.createElement("small"); you.textContent = document.body.dataset.you; button.append(you); }
    if (accusers) { const count = document.createElement("small"); count.textContent = "☞".repeat(accusers); button.append(count); }
    item.append(button);
    return item;
  }));
  $("signs").replaceChildren(...frame.signs.map((sign, place) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = sign.label ? "button" : "led__sign";
    button.dataset.sign = sign.id;
    button.textContent = sign.label || "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯"[place];
    return button;
  }));
}

function pressed() {
  for (const button of document.querySelectorAll("[data-seat]")) button.setAttribute("aria-pressed", mark.seats.includes(Number(button.dataset.seat)));
  for (const button of document.querySelectorAll("[data-sign]")) button.setAttribute("aria-pressed", mark.signs.includes(button.dataset.sign));
}

// Tapping sends nothing: the next beat does.
document.addEventListener("click", (event) => {
  const seat = event.target.closest?.("[data-seat]"), sign = event.target.closest?.("[data-sign]");
  if (seat) {
    const number = Number(seat.dataset.seat);
    mark.seats = mark.seats.includes(number) ? mark.seats.filter((other) => other !== number) : [number, ...mark.seats].slice(0, most);
  } else if (sign) {
    const name = sign.dataset.sign;
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

function strip(own) {
  const parts = [];
  if (own.question) parts.push(line(own.question, "p", "led__question"));
  if (own.meaning.length) parts.push(line(own.meaning.map((text, place) => `${"①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯"[place]} ${text}`).join("   ")));
  for (const mate of own.mates) parts.push(line(mate));
  for (const told of [...own.lines].reverse()) parts.push(line(told));
  if (own.dream) parts.push(line(own.dream));
  if (own.act) { const act = line(own.act.label, "button", "button"); act.type = "button"; act.dataset.sign = own.act.id; parts.push(act); }
  if (own.card) parts.push(line(own.card, "strong"), line(own.about, "p", "dim"));
  for (const told of [...own.earlier].reverse()) parts.push(line(told, "p", "dim"));
  const looks = parts.map((part) => part.textContent).join("\n");
  if ($("secret").dataset.looks === looks) return;
  $("secret").dataset.looks = looks;
  $("secret").replaceChildren(...parts);
}

function run() {
  $("bar").style.setProperty("--left", Math.max(0, Math.min(1, (ends - performance.now()) / length)));
  requestAnimationFrame(run);
}

run();
beat();
