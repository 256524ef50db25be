// The seats as a table seen from above. The moderator stands at the lower edge: seat 1 is at his left hand, the others
// follow clockwise. Faces are as large as fit and never smaller than a thumb; where they do not fit the list stays.
import { onView } from "./view.js";

const GAP = 4;
const TIGHT = 2;
const THUMB = 56;
const MOST = 30; // a bigger table is a list: nobody finds seat 41 on a ring

/** A point of a superellipse (p = 2: oval, larger: ever more a table with round corners), from below, clockwise. */
function point(turn, a, b, p) {
  const angle = Math.PI / 2 + turn * 2 * Math.PI;
  const c = Math.cos(angle), s = Math.sin(angle);
  return [a * Math.sign(c) * Math.abs(c) ** (2 / p), b * Math.sign(s) * Math.abs(s) ** (2 / p)];
}

/** `n` places along it, a face's breadth apart where the path runs sideways and a face's height where it runs up. */
function places(n, a, b, p, fw, fh, first = 0.5) {
  const steps = 720;
  const path = [[0, 0, 0]];
  let [x, y] = point(0, a, b, p), long = 0;
  path[0] = [x, y, 0];
  for (let i = 1; i <= steps; i++) {
    const [u, v] = point(i / steps, a, b, p);
    long += Math.max(Math.abs(u - x) / fw, Math.abs(v - y) / fh);
    path.push([u, v, long]);
    [x, y] = [u, v];
  }
  const found = [];
  let at = 0;
  for (let i = 0; i < n; i++) {
    const want = (long * (i + first)) / n;
    while (path[at + 1][2] < want) at++;
    const [x0, y0, l0] = path[at], [x1, y1, l1] = path[at + 1];
    const t = l1 > l0 ? (want - l0) / (l1 - l0) : 0;
    found.push([x0 + (x1 - x0) * t, y0 + (y1 - y0) * t]);
  }
  return found;
}

const apart = (found, fw, fh) => found.every(([x, y], i) =>
  found.every(([u, v], j) => j <= i || Math.abs(x - u) >= fw - 0.5 || Math.abs(y - v) >= fh - 0.5));

/** The long table: full rows above and below, the rest down both sides. Closest packing, for the largest companies. */
function longTable(n, width, height, fw, fh) {
  const across = Math.floor((width + TIGHT) / (fw + TIGHT)), down = Math.floor((height + TIGHT) / (fh + TIGHT)) - 2;
  const side = Math.max(0, Math.ceil((n - 2 * across) / 2));
  if (across < 3 || side > down) return null;
  const below = Math.ceil((n - 2 * side) / 2), above = n - 2 * side - below, left = Math.floor(below / 2);
  const a = (width - fw) / 2, b = ((side + 1) * (fh + TIGHT)) / 2;
  const row = (count, y) => Array.from({ length: count }, (_, i) => [count > 1 ? -a + (2 * a * i) / (count - 1) : 0, y]);
  const column = (x) => Array.from({ length: side }, (_, i) => [x, b - (i + 1) * (fh + TIGHT)]);
  const bottom = row(below, b);
  const found = [...bottom.slice(0, left).reverse(), ...column(-a), ...row(above, -b), ...column(a).reverse(), ...bottom.slice(left).reverse()];
  return { found, a, b, p: 16, fw, fh };
}

function oval(n, width, height, fw, fh, fill, first, square) {
  const a = (width - fw) / 2, top = (height - fh) / 2;
  const low = fill ? top : Math.min(top, Math.max(a * 0.85, fh * 1.5));
  for (const p of square ? [8, 5, 3.6, 2.8, 2.2] : [2.2, 2.8, 3.6, 5, 8]) {
    for (let b = low; b <= top; b += 6) {
      const found = places(n, a, b, p, fw + GAP, fh + GAP, first);
      if (apart(found, fw + GAP, fh + GAP)) return { found, a, b, p, fw, fh };
    }
  }
  return null;
}

/** The largest face, from `most` down to `least` broad, for which `plan` finds room. */
function largest({ least, most, tall }, plan) {
  for (let fw = most; fw >= least; fw -= 4) {
    const found = plan(fw, Math.max(tall, Math.round(fw * 0.72)));
    if (found) return found;
  }
  return null;
}

/** Faces as large as fit `width` × `height`; a round table is worth a little of their size. */
export function layout(n, width, height, { least = THUMB, most = 112, tall = THUMB, fill = false, first = 0.5, square = false } = {}) {
  const sizes = { least, most: Math.max(least, Math.min(most, width / 2.4)), tall };
  const round = largest(sizes, (fw, fh) => oval(n, width, height, fw, fh, fill, first, square));
  const long = fill ? null : largest(sizes, (fw, fh) => longTable(n, width, height, fw, fh));
  return round && (!long || round.fw >= long.fw - 16) ? round : long;
}

/** The room inside an element. */
function inside(element) {
  const { paddingTop, paddingBottom, paddingLeft, paddingRight } = getComputedStyle(element);
  return [element.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight), element.clientHeight - parseFloat(paddingTop) - parseFloat(paddingBottom)];
}

/** On a phone everything fits between what is said and the thumb: with readable names, else with smaller faces, else in rows. */
function handheld(n, width, tall, first, room) {
  if (room < 3 * tall) return null; // no table has less than a seat above, a seat below and something between
  const names = Math.max(tall, 68), most = n > 9 || width < 365 ? 88 : 104;
  return layout(n, width, room, { least: names, most, tall, first }) ?? layout(n, width, room, { least: tall, most, tall, first });
}

const isShown = (element) => element.getClientRects().length > 0;
const bottom = (element) => element.getBoundingClientRect().bottom + window.scrollY + parseFloat(getComputedStyle(element).marginBottom);

/** How much height is left for the seats when everything else of the page is in sight. */
function room(ring) {
  const form = ring.closest("form.prompt"), main = form?.closest("main");
  if (!main) return Math.max(330, Math.min(560, window.innerHeight - 350));
  const above = [...main.children].slice(0, [...main.children].indexOf(form)).filter(isShown);
  const top = Math.max(main.getBoundingClientRect().top + window.scrollY + parseFloat(getComputedStyle(main).paddingTop), ...above.map(bottom));
  const beside = [...form.children].filter((each) => each !== ring && !each.contains(ring) && !each.matches(".thumb, .peek") && isShown(each));
  const taken = beside.reduce((sum, each) => sum + each.offsetHeight + 12, 0);
  return Math.min(560, window.innerHeight - top - taken - (form.querySelector(".thumb")?.offsetHeight ?? 0) - 6);
}

const LONGEST = 11; // what is said at a call, as high as it usually gets, in root letters
const KEPT = "nightcall:ring";

function kept() {
  try { return JSON.parse(sessionStorage.getItem(KEPT)) ?? {}; } catch { return {}; }
}

/** A host's thumb knows where a face is: from question to question of a night (or day) the ring keeps its place, however
 * long the sentence above it is. So it takes no more room than the longest one has left; a notice passes and counts not. */
function steady(ring, n, width, tall) {
  const free = room(ring), main = ring.closest("main"), view = ring.closest("#view.play[data-asked]");
  const plan = (height) => handheld(n, width, tall, 0.5, height);
  if (!view || window.innerWidth > window.innerHeight) return plan(free);
  const letter = parseFloat(getComputedStyle(document.documentElement).fontSize), script = main.querySelector(":scope > .script");
  const least = free - (script ? Math.max(0, LONGEST * letter - script.offsetHeight) : 0);
  const rooms = kept(), key = [view.dataset.phase, n, width, window.innerHeight, letter].join(" ");
  const isReadable = (found) => found && found.fw >= Math.max(tall, 68);
  const usual = Math.min(free, rooms[key] ?? (isReadable(plan(least)) ? least : free)), found = plan(usual);
  if (!isReadable(found)) return plan(free);
  if (!main.querySelector(":scope > :is(.fault, .notice, .warning)")) {
    try { sessionStorage.setItem(KEPT, JSON.stringify({ ...rooms, [key]: usual })); } catch { /* then it is laid anew */ }
  }
  return found;
}

/** A table with much in its middle (`data-roomy`): smaller faces around a large square; none on a phone on its side. */
const roomy = (n, width, tall, room) => window.innerHeight >= 500 &&
  layout(n, width, Math.max(330, Math.min(440, room)), { least: Math.max(tall, 62), most: 84, tall, fill: true, square: true });

function lay(ring) {
  const inOrder = [...ring.querySelectorAll(":scope > .seat")], root = document.documentElement;
  const mine = inOrder.findIndex((seat) => seat.dataset.seat === ring.dataset.own); // the own seat is nearest to its owner
  const seats = mine < 0 ? inOrder : [...inOrder.slice(mine), ...inOrder.slice(0, mine)];
  const grows = getComputedStyle(ring).getPropertyValue("--ring-grow").trim() === "1";
  const [across, down] = inside(ring.parentElement);
  const bleeds = !grows && across > window.innerWidth - 48; // on a narrow phone the page's margin belongs to the table
  const width = grows ? across : Math.min(560, bleeds ? window.innerWidth - 10 : across);
  const tall = Math.max(THUMB, Math.round(parseFloat(getComputedStyle(root).fontSize) * 3.05)); // enlarged text needs larger faces, or the list
  const asList = root.dataset.seats === "list" || ring.dataset.seats === "list" || seats.length > (grows ? 60 : MOST) || seats.length < 3 || width < 200;
  const isWide = grows && seats.length > 20 && across > down * 1.3;
  const plan = asList ? null : isWide ? sides(seats.length, width, down) : grows ? layout(seats.length, width, down, { least: 40, most: Number(ring.dataset.most ?? 260) * Math.max(1, down / 720), tall: 30, fill: true }) : (ring.hasAttribute("data-roomy") && roomy(seats.length, width, tall, room(ring))) || (mine < 0 ? steady(ring, seats.length, width, tall) : handheld(seats.length, width, tall, 0, room(ring)));
  if (!plan) {
    flatten(ring);
    if (!asList && !grows && tall < 62) {
      ring.dataset.laid = "rows"; // no ring fits: rows so close that all are in sight
      spell(ring, seats, seats[0].offsetWidth);
    }
    return;
  }
  if (ring.hasAttribute("data-roomy")) stretch(plan, Math.min(440, room(ring)));
  draw(ring, seats, plan, grows ? down : plan.b * 2 + plan.fh, width);
  ring.style.marginInline = `${(across - width) / 2}px`;
}

/** As high as there is room: what stands in the middle needs it. */
function stretch(plan, height) {
  const b = (height - plan.fh) / 2;
  if (!plan.b || b <= plan.b) return;
  plan.found = plan.found.map(([x, y]) => [x, (y * b) / plan.b]);
  plan.b = b;
}

/** A television has room at its sides: columns left and right, seat 1 below at the left, the others clockwise. */
function sides(n, width, height) {
  const across = n > 30 ? 2 : 1, rows = Math.ceil(n / (2 * across)), left = Math.ceil(n / 2);
  const fw = Math.floor(width * (across > 1 ? 0.155 : 0.22)), step = height / rows, fh = Math.floor(step - 5);
  const found = Array.from({ length: n }, (_, i) => {
    const isLeft = i < left, at = isLeft ? i : i - left, column = Math.floor(at / rows), row = at % rows;
    const inwards = isLeft ? column : across - 1 - column;
    const x = (fw + 6) * inwards + fw / 2 - width / 2;
    return [isLeft ? x : -x, (isLeft ? rows - 1 - row : row) * step + step / 2 - height / 2];
  });
  return { found, fw, fh, laid: "sides", inner: [width - 2 * across * (fw + 6) - 24, height] };
}

/** How long the longest word is, in letters; a hyphen may end a line. */
export const longest = (text) => Math.max(1, ...(text.match(/[^\s-]*-|[^\s-]+/g) ?? []).map((word) => word.length));

/** How broad a face is, and how long the longest word of its name: from that the letters get their size. */
function spell(ring, seats, fw) {
  ring.style.setProperty("--fw", `${fw}px`);
  for (const seat of seats) {
    seat.style.setProperty("--word", String(longest(seat.querySelector(".seat__name")?.textContent ?? "")));
  }
}

function flatten(ring) {
  delete ring.dataset.laid;
  ring.removeAttribute("style");
  for (const item of ring.children) item.removeAttribute("style");
}

function draw(ring, seats, { found, a, b, p, fw, fh, laid = "round", inner: given }, height, width) {
  ring.dataset.laid = laid;
  const set = (name, value) => ring.style.setProperty(name, value);
  set("height", `${height}px`);
  set("width", `${width}px`);
  set("--face", `${fh}px`);
  spell(ring, seats, fw);
  seats.forEach((seat, i) => {
    const [x, y] = found[i];
    seat.style.width = `${fw}px`;
    seat.style.height = `${fh}px`;
    seat.style.transform = `translate(${Math.round(width / 2 + x - fw / 2)}px, ${Math.round(height / 2 + y - fh / 2)}px)`;
  });
  const inset = p < 3 ? 0.84 : p < 4 ? 0.94 : 1; // an oval's corners come further in
  const inner = given ?? [2 * a - fw - 16, 2 * b - fh - 16].map((side) => Math.max(0, side * inset));
  set("--table-w", `${inner[0]}px`);
  set("--table-h", `${inner[1]}px`);
  set("--table-x", `${(width - inner[0]) / 2}px`);
  set("--table-y", `${(height - inner[1]) / 2}px`);
  set("--table-r", `${Math.min(...inner) * Math.min(0.5, 1.1 / p)}px`);
  const centre = ring.querySelector(":scope > .ring__centre");
  if (!centre) return;
  const share = p < 3 ? 0.78 : 0.9; // what fits inside the round of the table
  Object.assign(centre.style, {
    width: `${inner[0] * share}px`, height: `${inner[1] * share}px`,
    left: `${(width - inner[0] * share) / 2}px`, top: `${(height - inner[1] * share) / 2}px`,
  });
  fit(centre);
}

/** A long question gets smaller letters: it must not lie over a seat. */
function fit(centre) {
  const ask = centre.querySelector(":scope > .ask");
  if (!ask) return;
  ask.style.fontSize = "";
  const usual = parseFloat(getComputedStyle(ask).fontSize), gap = parseFloat(getComputedStyle(centre).rowGap) || 0;
  const high = () => [...centre.children].reduce((sum, each) => sum + (each.offsetHeight && each.offsetHeight + gap), -gap);
  for (let share = 0.95; share >= 0.65 && (high() > centre.clientHeight || ask.scrollWidth > ask.clientWidth); share -= 0.05) {
    ask.style.fontSize = `${usual * share}px`;
  }
}

export const layAll = () => document.querySelectorAll("[data-ring]").forEach(lay);

onView(layAll);
let waiting = 0;
addEventListener("resize", () => { cancelAnimationFrame(waiting); waiting = requestAnimationFrame(layAll); });
document.addEventListener("switch:seats", layAll);
document.fonts?.ready.then(layAll);
