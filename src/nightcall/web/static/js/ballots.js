// A vote, one-handed: tap the one who is pointed at, then tap everybody who points; next accused; all the rest. The
// `<select>` of each voter stays the truth, so the form that is sent is the same without scripts.
import { layAll } from "./ring.js";
import { refuse, whisper } from "./says.js";
import { onView } from "./view.js";

const make = (tag, props = {}, ...children) => {
  const node = Object.assign(document.createElement(tag), props);
  node.append(...children);
  return node;
};
const LONG = 600;
const fill = (text, name) => (text ?? "").replace("{name}", () => name);
/** "A, B and C", in the words of the page. */
const listed = (names, and) => names.length < 2 ? names.join() : (and ?? "").replace(/\{first\}|\{last\}/g,
  (place) => place === "{last}" ? names.at(-1) : names.slice(0, -1).join(", "));

class Ballots {
  constructor(box) {
    this.box = box;
    this.current = ""; // the accused whose voters are being tapped; empty = an accused is being chosen
    this.build();
    this.refresh();
  }

  get votes() { return [...this.box.querySelectorAll(".ballot")]; }
  /** Whom this voter points at: as entered, or before the others already. */
  given(ballot) { return ballot?.querySelector("select")?.value || ballot?.dataset.cast || ""; }
  ballot(seat) { return this.box.querySelector(`.ballot[data-voter="${seat}"]`); }
  select(seat) { return this.ballot(seat)?.querySelector("select"); }

  /** Everybody in the vote, in the order people sit: voters, those without a voice, and candidates who do not vote. */
  seats() {
    const seats = new Map();
    for (const ballot of this.votes) {
      const name = ballot.querySelector("span")?.textContent ?? ballot.textContent.trim();
      seats.set(ballot.dataset.voter, { name, weight: Number(ballot.dataset.weight ?? 1), says: ballot.dataset.says });
    }
    for (const option of this.box.querySelectorAll("option")) {
      if (option.value && !option.hasAttribute("data-nobody") && !seats.has(option.value)) seats.set(option.value, { name: option.textContent, weight: 1 });
    }
    return [...seats];
  }

  candidates() {
    const found = new Map();
    for (const option of this.box.querySelectorAll("option")) if (option.value) found.set(option.value, option.textContent.trim());
    return found;
  }

  build() {
    this.box.querySelector("[data-built]")?.remove();
    this.ask = make("p", { className: "ask", ariaLive: "polite" });
    this.ring = make("ol", { className: "ring" });
    this.ring.dataset.ring = "";
    this.ring.dataset.roomy = "";
    this.tally = make("ul", { className: "tally" });
    this.skipped = new Map(); // whose ballot a rule closed when all the rest were entered, for whom: nobody looking on sees that
    for (const [seat, { name, weight }] of this.seats()) {
      const face = make("button", { type: "button", className: "seat__face", title: name },
        make("span", { className: "seat__number", textContent: seat }),
        make("span", { className: "seat__name", textContent: name }),
        make("span", { className: "seat__vote", textContent: "" }));
      if (weight !== 1) face.append(make("span", { className: "seat__votes", textContent: `×${weight}` }));
      const item = make("li", { className: "seat" }, face);
      item.dataset.seat = seat;
      this.ring.append(item);
    }
    this.next = make("button", { type: "button", className: "button", textContent: this.box.dataset.next ?? "" });
    this.rest = make("button", { type: "button", className: "button" });
    this.next.dataset.ballots = "next";
    this.rest.dataset.ballots = "rest";
    this.hint = make("p", { className: "ballots__hint dim", textContent: this.box.dataset.long ?? "" });
    this.ring.append(make("li", { className: "ring__centre ballots__centre" }, this.ask, make("p", { className: "says", role: "status", ariaLive: "polite" }),
      this.tally, make("div", { className: "ballots__tools" }, this.rest, this.next), this.hint));
    const built = make("div", { id: `${this.box.id || "ballots"}-built`, className: "ballots__built" }, this.ring);
    built.dataset.built = "";
    this.box.append(built);
    this.box.dataset.made = "";
    built.addEventListener("click", (event) => { if (!this.wasLong) this.tapped(event.target); this.wasLong = false; });
    this.listenForLong(built);
    layAll();
    this.scroll();
  }

  /** Only as far as the thumb zone would cover seats: what is to be said stays in sight where it can. */
  scroll() {
    const { top, bottom } = this.ring.getBoundingClientRect();
    const zone = this.form?.querySelector(".thumb")?.getBoundingClientRect().top ?? window.innerHeight;
    const over = bottom - zone, above = top - (document.querySelector(".bar")?.offsetHeight ?? 0);
    if (over > 0) scrollBy(0, Math.min(over, above));
  }

  /** A long press on a name: condemned, and nobody enters who pointed. */
  listenForLong(built) {
    let waiting = 0;
    const stop = () => clearTimeout(waiting);
    built.addEventListener("pointerdown", (event) => {
      const seat = event.target.closest(".seat__face")?.closest(".seat").dataset.seat;
      stop();
      this.wasLong = false;
      if (!seat || event.button !== 0 || !this.candidates().has(seat)) return;
      waiting = setTimeout(() => { this.wasLong = true; this.condemn(seat); }, LONG);
    });
    for (const end of ["pointerup", "pointercancel", "pointerleave"]) built.addEventListener(end, stop);
    built.addEventListener("contextmenu", (event) => { if (event.target.closest(".seat__face")) event.preventDefault(); });
  }

  get form() { return this.box.closest("form"); }

  condemn(seat) {
    const field = this.box.querySelector('input[name="condemned"]');
    if (!field || !this.form) return;
    field.value = seat;
    this.form.requestSubmit();
  }

  /** Before anybody is entered, "all" is the whole vote: it counts at once. */
  unanimous() {
    this.all();
    this.refresh();
    this.form?.requestSubmit();
  }

  tapped(target) {
    const face = target.closest(".seat__face"), row = target.closest(".tally button"), tool = target.closest("[data-ballots]");
    this.box.querySelector(".says")?.replaceChildren();
    if (row) this.current = row.dataset.candidate;
    else if (tool?.dataset.ballots === "next") this.current = "";
    else if (tool?.dataset.ballots === "all") return this.unanimous();
    else if (tool) this.all();
    else if (face) this.seat(face.closest(".seat").dataset.seat);
    this.refresh();
    if (row) this.tally.querySelector('[aria-current="true"]')?.focus(); // rows are made anew, and a button that did
    if (tool) this.ring.querySelector('[data-state="legal"] .seat__face')?.focus(); // its work may be gone: keyboards go on here
  }

  seat(seat) {
    if (!this.current) {
      if (this.candidates().has(seat)) this.current = seat;
      else refuse(this.box, this.box.dataset.notCandidate ?? "");
      return;
    }
    const select = this.select(seat);
    if (!select) {
      refuse(this.box, this.ballot(seat)?.dataset.says ?? this.box.dataset.noVote ?? "");
      return;
    }
    const was = this.skipped.get(seat);
    this.skipped.delete(seat);
    if (was !== this.current) this.give(select, select.value === this.current ? "" : this.current, true);
  }

  /** Nothing happens where a rule closes this candidate to this voter; then it says so. */
  give(select, candidate, speaks) {
    const option = [...select.options].find(({ value }) => value === candidate);
    if (!option || option.disabled) {
      if (speaks) refuse(this.box, option?.dataset.says ?? this.box.dataset.noVote ?? "");
      return;
    }
    select.value = candidate;
    select.dispatchEvent(new Event("change", { bubbles: true }));
  }

  /** Who has not pointed yet, the accused aside. */
  left() {
    return this.votes.filter((ballot) => ballot.querySelector("select")?.value === "" && ballot.dataset.voter !== this.current && !this.skipped.has(ballot.dataset.voter));
  }

  all() {
    for (const ballot of this.left()) {
      const select = ballot.querySelector("select");
      this.give(select, this.current, false);
      if (select.value) continue;
      this.skipped.set(ballot.dataset.voter, this.current);
      whisper([...select.options].find(({ value }) => value === this.current)?.dataset.says ?? "");
    }
  }

  refresh() {
    const names = this.candidates(), counts = new Map(), double = new Map(), chosen = names.get(this.current) ?? "";
    for (const ballot of this.votes) {
      const value = this.given(ballot), weight = Number(ballot.dataset.weight ?? 1);
      if (!value) continue;
      counts.set(value, (counts.get(value) ?? 0) + weight);
      if (weight !== 1) double.set(value, weight);
    }
    for (const item of this.ring.querySelectorAll(":scope > .seat")) this.mark(item, names);
    const isNone = !this.votes.some((ballot) => ballot.querySelector("select")?.value);
    const { none, noneYes, noneNo, some, someMore, someYes, and, lost, lostYes } = this.box.dataset;
    const missing = isNone ? [] : this.missing(counts);
    if (none) this.askFirst(".primary", isNone || missing.length > 0, isNone
      ? { confirm: none, yes: noneYes, no: noneNo }
      : { confirm: fill(missing.length > 1 ? someMore : some, listed(missing, and)), yes: someYes, no: noneNo });
    if (lost) this.askFirst(".undo", !isNone, { confirm: lost, yes: lostYes, no: noneNo });
    this.tellHowMany();
    this.form?.toggleAttribute("data-changed", this.isChanged());
    this.ask.textContent = this.current ? fill(this.box.dataset.votes, chosen) : this.box.dataset.accused ?? "";
    this.next.hidden = !this.current;
    this.rest.hidden = !this.current || !this.left().length;
    this.rest.dataset.ballots = counts.size ? "rest" : "all";
    this.rest.textContent = fill(counts.size ? this.box.dataset.rest : this.box.dataset.all, chosen);
    this.hint.hidden = Boolean(this.current);
    const most = Math.max(1, ...counts.values());
    if (this.current && !counts.has(this.current)) counts.set(this.current, 0);
    this.tally.replaceChildren(...[...counts].sort(([, a], [, b]) => b - a).map(([seat, count]) => this.row(seat, names.get(seat), count, most, double.get(seat))));
  }

  /** Who has a voice and has not used it; but for whoever is condemned by all the others, whatever he says. */
  missing(counts) {
    const [[head, most] = [], [, second] = [, 0]] = [...counts].sort(([, a], [, b]) => b - a);
    return this.votes.filter((ballot) => {
      const seat = ballot.dataset.voter, weight = Number(ballot.dataset.weight ?? 1);
      if (ballot.querySelector("select")?.value !== "" || this.skipped.has(seat)) return false;
      return seat !== head || most <= second + weight;
    }).map((ballot) => ballot.querySelector("span").textContent);
  }

  /** Whether anything was entered by hand since the phones have voted: then it is counted anew, else accepted as it is. */
  isChanged() {
    return this.votes.map((ballot) => ballot.querySelector("select")).filter(Boolean)
      .some((select) => select.value !== ([...select.options].find((option) => option.defaultSelected)?.value ?? ""));
  }

  /** A count without ballots, or without some of them, asks first, and so does an undo that would take all of them along. */
  askFirst(name, asks, words) {
    const button = this.form?.querySelector(`.thumb ${name}`);
    if (!button) return;
    if (asks) Object.assign(button.dataset, words);
    else for (const key of Object.keys(words)) delete button.dataset[key];
  }

  /** Beside "Count": how many have pointed, of how many who may. */
  tellHowMany() {
    const button = this.form?.querySelector(".thumb .primary");
    if (!button) return;
    const selects = this.votes.map((ballot) => ballot.querySelector("select")).filter(Boolean);
    const given = selects.filter((select) => select.value).length;
    let told = button.querySelector("[data-given]");
    if (!told) {
      told = make("span", { className: "ballots__given" });
      told.dataset.given = told.dataset.built = "";
      button.append(told);
    }
    told.textContent = given && given < selects.length ? ` ${given}/${selects.length}` : "";
  }

  mark(item, names) {
    const face = item.firstElementChild, seat = item.dataset.seat, select = this.select(seat), vote = this.given(this.ballot(seat)) || this.skipped.get(seat) || "";
    const place = face.querySelector(".seat__vote");
    place.textContent = vote && vote !== this.current ? `→ ${names.get(vote)}` : "";
    const able = this.current ? Boolean(select) : names.has(seat);
    item.dataset.state = able ? "legal" : this.ballot(seat)?.dataset.state ?? "refused";
    item.toggleAttribute("data-current", seat === this.current);
    if (this.current) face.setAttribute("aria-pressed", String(vote === this.current));
    else face.removeAttribute("aria-pressed");
    if (vote && vote !== this.current) item.dataset.vote = "other";
    else delete item.dataset.vote;
  }

  row(seat, name, count, most, weight) {
    const bar = make("span", { className: "tally__bar" });
    bar.style.transform = `scaleX(${count / most})`;
    const button = make("button", { type: "button" }, make("span", { textContent: name ?? seat }), bar,
      make("span", { className: "tally__count", textContent: String(count) }));
    if (weight) button.lastElementChild.before(make("span", { className: "tally__weight dim", textContent: `×${weight}` }));
    button.dataset.candidate = seat;
    button.setAttribute("aria-current", String(seat === this.current));
    return make("li", {}, button);
  }
}

const known = new WeakMap();
const question = (box) => `${box.closest("form")?.dataset.prompt}:${[...box.querySelectorAll("[data-voter]")].map((b) => b.dataset.voter)}`;

onView(() => {
  for (const told of document.querySelectorAll("[data-given]")) if (!told.closest("form")?.querySelector(".ballots")) told.remove();
  for (const box of document.querySelectorAll(".ballots")) {
    const before = known.get(box);
    if (before?.question === question(box) && box.querySelector("[data-built]")) before.refresh();
    else known.set(box, Object.assign(new Ballots(box), { question: question(box) }));
  }
});
