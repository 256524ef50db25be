"""What a phone is shown in an evening the app leads: one frame of fixed size per beat, whoever holds it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any, Final

from nightcall.engine import prompts, unmoderated
from nightcall.engine.errors import IllegalAnswer
from nightcall.engine.events import Event
from nightcall.engine.prompts import Prompt
from nightcall.engine.rule import KINDS, TABLES
from nightcall.engine.viewers import MODERATOR as EVERYTHING
from nightcall.engine.viewers import PUBLIC
from nightcall.engine.views import ALIVE, AWAY, fold
from nightcall.web.led.decide import (
    MODERATOR,
    MORE,
    OBJECT,
    PACE,
    POWER,
    QUICK,
    READY,
    WANTS,
    breaches,
    ends_at,
    looked,
    motions,
    users,
)
from nightcall.web.led.lots import decided
from nightcall.web.led.marks import NO, NOTHING, SIGN, YES, Marks, chosen
from nightcall.web.led.policies import policy
from nightcall.web.led.scenes import BEAT, Sitting, asked_of
from nightcall.words import Words

SIZES: Final = ((12, 6 * 1024), (20, 8 * 1024), (10**6, 12 * 1024))
NAME: Final = 24
"""Bytes of a name for which there is room anyhow."""
LISTED: Final = 4
"""How often all names may stand in one frame: in the ring, in what is said aloud, in the note and on the strip."""
BODY: Final = 1024
"""Bytes of what a phone sends, padded."""
LINES: Final = 8
"""Private lines on a strip, the latest."""
EARLIER: Final = 16
"""Of those that were told before this night, the latest."""
TIMED: Final = ("debate", "floor")
"""Scenes whose time left is told in figures: as long as people talk, they want to know."""
LET_IN: Final = "let_in:"
"""Before the key of a phone that asks for a seat whose own one is lost."""


def size(seats: int, names: Sequence[str] = ()) -> int:
    """Bytes of a frame. Long names take more, as everybody can see: once in the ring, wherever all of them may be
    listed, and twice in each line of tonight."""
    usual = next(length for most, length in SIZES if seats <= most)
    beyond = [max(0, len(json.dumps(name, ensure_ascii=False).encode()) - NAME) for name in names]
    more = LISTED * sum(beyond) + 2 * LINES * max(beyond, default=0)
    return usual + -(-more // 1024) * 1024


def frame(
    sitting: Sitting,
    seat: int,
    marks: Marks,
    words: Words,
    now: float,
    beat: float = BEAT,
    claims: Sequence[tuple[str, str]] = (),
    code: str = "",
    is_heard: bool = True,
    may_again: bool = False,
) -> bytes:
    """Exactly as many bytes as every other phone of this game gets."""
    data = shown(sitting, seat, marks, words, now, beat)
    data |= {"code": words.text("led.code", code=code) if code else "", "heard": is_heard, "again": may_again}
    data["signs"] += [{"id": LET_IN + key, "label": label} for key, label in claims]
    length = size(len(sitting.view.seats), sitting.game.players)
    lines: list[list[str]] = [data["strip"]["earlier"], data["strip"]["lines"]]
    while len(body := json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()) > length and any(lines):
        next(filter(None, lines)).pop(0)  # the oldest go first
    return body.ljust(-(-len(body) // length) * length)


def shown(sitting: Sitting, seat: int, marks: Marks, words: Words, now: float, beat: float) -> dict[str, Any]:
    """What this phone shows now. Everything but the strip, and whether somebody is `me`, is the same on every phone."""
    led, scene, view = sitting.led, sitting.scene, sitting.view
    mine = marks.get(seat, NOTHING)
    length = scene.rounds[led.round - 1]

    def is_known(other: int, state: str) -> bool:
        """Whether a card that lies open is written on the seat: not on the own one, as long as it is played."""
        return other != seat or state not in (ALIVE, AWAY)

    return {
        "scene": led.token,
        "theme": "over" if view.winner else "night" if view.phase == "night" else "day",
        "phase": _phase(sitting, words),
        "caption": _said(sitting, words),
        "kind": scene.kind,
        "timed": scene.kind in TIMED,
        "left": max(0, round((ends_at(sitting, marks) - now) * 1000 * beat / BEAT)),
        "length": round(length * 1000 * beat / BEAT),
        "seats": [
            {
                "seat": each.seat,
                "name": each.name,
                "state": each.state,
                "signs": [str(words.office(office)) for office in each.offices],
                "card": str(words.card(each.card)) if each.card and is_known(each.seat, each.state) else "",
            }
            for each in view.ring
        ],
        "signs": signs(sitting, seat, words),
        "most": sitting.most,
        "note": _note(sitting, seat, words),
        "idle": not counts(sitting, seat),
        "writes": sitting.prompt is not None and sitting.prompt.kind == prompts.TEXTS,
        "done": done(sitting, marks),
        "done_is": done_is(sitting, words),
        "against": against(sitting, marks),
        "mark": {"seats": list(mine.seats), "signs": list(mine.signs), "text": mine.text},
        "me": seat,
        "strip": strip(sitting, seat, marks, words, now),
        "beat": beat,
        "over": bool(view.winner),
    }


def _phase(sitting: Sitting, words: Words) -> str:
    view = sitting.view
    if view.winner:
        return words.text("desk.phase.over")
    number = view.night if view.phase == "night" else view.day
    return words.text(f"desk.phase.{view.phase}", number=number)


def _said(sitting: Sitting, words: Words) -> str:
    """The caption in this phone's own language."""
    return sitting.told_in(words).caption


def done(sitting: Sitting, marks: Marks) -> list[int]:
    """Who has voted, or is ready: to be seen by all, like raised hands."""
    kind = sitting.scene.kind
    if kind == "ballots":
        return [seat for seat in sitting.asked if (mark := marks.get(seat)) and (mark.seats or NO in mark.signs)]
    if kind == "cards":
        return looked(sitting, marks)
    if kind in ("debate", "paused", "waiting", "trial"):
        return [seat for seat in sitting.living if READY in marks.get(seat, NOTHING).signs]
    return []


def done_is(sitting: Sitting, words: Words) -> str:
    """What the mark at those names means."""
    return words.text(f"led.done_is.{key}") if (key := done_key(sitting)) else ""


def done_key(sitting: Sitting) -> str:
    kind = sitting.scene.kind
    return kind if kind in ("ballots", "cards") else "ready" if kind in ("debate", "paused", "waiting", "trial") else ""


def counts(sitting: Sitting, seat: int) -> bool:
    """Whether what this phone touches may count: of the living always, of the dead by day only where they may be asked.

    At night the dead dream like everybody else, and their phones look like all others.
    """
    scene = sitting.scene
    if seat in sitting.living or sitting.view.phase == "night" or scene.kind in ("call", "trial", "cards"):
        return True
    if scene.kind == "debate":
        return bool(breaches(sitting))
    if scene.kind == "count":
        return sitting.disputed >= 0 and not sitting.game.asked[sitting.disputed].voters
    return scene.kind == "open"  # everybody hears who is asked, dead or alive


def _note(sitting: Sitting, seat: int, words: Words) -> str:
    """What everybody knows of this player, and the own phone says clearly by day."""
    if sitting.view.winner:
        has_won = seat in sitting.view.winners
        return words.text("web.seat.won" if has_won else "web.seat.lost") if sitting.view.winners else ""
    is_dead = seat not in sitting.living and sitting.view.phase != "night" and not sitting.view.winner
    is_asked_openly = sitting.led.asking and sitting.prompt is not None and sitting.prompt.audience == PUBLIC
    has_the_say = is_asked_openly and seat in sitting.asked  # the Hunter's last shot, a Sheriff's heir
    return words.text("led.note.dead") if is_dead and not has_the_say else ""


def against(sitting: Sitting, marks: Marks) -> list[list[int]]:
    """Whom each of the living accuses, for all to see: seat and seat."""
    if sitting.scene.name != "day.debate":
        return []
    named = {seat: marks.get(seat, NOTHING).seats[:1] for seat in sitting.living}
    return [[seat, *accused] for seat, accused in named.items() if accused]


# -- signs: the same on every phone --


def signs(sitting: Sitting, seat: int, words: Words) -> list[dict[str, str]]:
    """What can be chosen besides seats. At night bare signs; by day with words, for all can see who is asked."""
    scene, prompt = sitting.scene, sitting.prompt
    if not counts(sitting, seat):
        return []
    if sitting.led.rest:
        return _at_rest(sitting, seat, words)
    if scene.kind == "call":
        return _at_a_call(sitting, words)
    if scene.kind == "count":
        return [_labelled(OBJECT, words)]
    if scene.kind == "debate":
        offered = [_labelled(READY, words), _labelled(MORE, words)] if seat in sitting.living else []
        offered += _motions(sitting, words) if seat in sitting.living else []
        offered += [{"id": WANTS + name, "label": words.text("led.sign.offence")} for name in breaches(sitting)]
        return offered + _powers(sitting, seat, words)
    if prompt is None or policy(prompt).how == unmoderated.SAID:
        return []
    if scene.kind == "ballots":
        return [{"id": NO, "label": words.text("led.sign.abstain")}]
    if policy(prompt).how == unmoderated.EACH and prompt.kind == prompts.PICK:
        return [_labelled(YES, words), _labelled(NO, words)]
    return _choices(prompt, sitting, words)


def _at_rest(sitting: Sitting, seat: int, words: Words) -> list[dict[str, str]]:
    rest = sitting.led.rest
    if rest == "paused":
        agreed = [sign for sign in (*PACE, *QUICK) if not _is_so(sitting, sign)]
        return [*(_labelled(sign, words) for sign in (READY, *agreed)), _labelled(MODERATOR, words) | {"rare": "yes"}]
    if rest == "cards" or (rest == "floor" and seat != sitting.led.floor):
        return []  # whoever has looked need say no more, and only whoever is heard can be done
    return [{"id": READY, "label": words.text(f"led.done.{rest}")}]


def _at_a_call(sitting: Sitting, words: Words) -> list[dict[str, str]]:
    """As many bare signs as the round can need, and one for nobody where names are touched."""
    if sitting.led.round > sitting.scene.marking:
        return []
    asked = sitting.rounds[sitting.led.round - 1]
    bare = [{"id": f"{SIGN}{number}", "label": ""} for number in range(1, asked.signs + 1)]
    is_of_seats = not asked.signs or asked.is_agreed or not asked.question
    return bare + [{"id": NO, "label": words.text("led.sign.abstain")}] * is_of_seats


def _is_so(sitting: Sitting, sign: str) -> bool:
    """Whether what this sign asks for is agreed already."""
    led = sitting.led
    if sign in PACE:
        return PACE[sign] == (led.next_pace or led.pace)
    return QUICK[sign] == (led.quick if led.next_quick is None else led.next_quick)


def _labelled(sign: str, words: Words) -> dict[str, str]:
    return {"id": sign, "label": words.text(f"led.sign.{sign.replace(':', '.')}")}


def _motions(sitting: Sitting, words: Words) -> list[dict[str, str]]:
    """What the living may do together; what stands in every debate is hardly ever wanted, and stands apart."""
    always = [name for rule in TABLES["powers"] for name in KINDS[rule].shown_always]
    offered = [name for name in motions(sitting) if name not in always]
    labels = {name: _text_or(f"led.sign.wants.{name}", words.power(name), words) for name in (*offered, *always)}
    rare = {name: {"rare": "yes"} for name in always}
    return [{"id": WANTS + name, "label": label, **rare.get(name, {})} for name, label in labels.items()]


def _powers(sitting: Sitting, seat: int, words: Words) -> list[dict[str, str]]:
    prompt = sitting.prompt
    assert prompt is not None
    labels = dict(words.choices(prompt, sitting.game.players, sitting.heard))
    return [{"id": POWER + name, "label": labels.get(name, name)} for name, by in users(sitting).items() if seat in by]


def _choices(prompt: Prompt, sitting: Sitting, words: Words) -> list[dict[str, str]]:
    if prompt.offers == "seats":
        rest = [(value, label) for value, label in words.choices(prompt, sitting.game.players) if value is None]
        done = [_labelled(READY, words)] if prompt.high > 1 else []
        return [{"id": NO, "label": label} for _, label in rest] + done
    if prompt.kind == prompts.YES_NO:
        return [
            {"id": YES if value else NO, "label": label} for value, label in words.choices(prompt, sitting.game.players)
        ]
    return [
        {"id": str(value), "label": label}
        for value, label in words.choices(prompt, sitting.game.players, sitting.heard)
        if value is not None
    ]


# -- the strip: what is this player's alone --


def strip(sitting: Sitting, seat: int, marks: Marks, words: Words, now: float = 0.0) -> dict[str, Any]:
    own = sitting.own(seat)
    players = sitting.game.players
    card = sitting.card(seat)
    tonight = _tonight(own.log)
    told = _alone(tonight)
    by_lot = {id(sitting.game.events[place]) for place in decided(sitting.game, sitting.led.drawn)}

    def says(event: Event) -> str:
        said = words.told(event, seat, players)
        return words.text("led.drawn.you", told=said) if id(event) in by_lot else said

    asked = _question(sitting, seat)
    is_ghost = seat in sitting.ghosts and asked is None
    lines = [says(event) for event in told][-LINES:]
    if is_ghost:
        lines = _secrets(sitting, words)
    lines += _whispers(sitting, seat, marks, words, now)
    lines += _barred(sitting, seat, words)
    question, meaning, mates = "", [], []
    if asked is not None:
        written = words.asked_of(asked, players)
        question = written.ask
        if sitting.scene.kind == "call" and policy(asked).how == unmoderated.TOGETHER and asked.offers == "seats":
            meaning = [words.text("led.ears")] * min(1, sitting.rounds[0].signs)
        if sitting.scene.kind == "call" and asked.offers != "seats":
            meaning = [label for value, label in written.choices if value is not None or asked.kind == prompts.YES_NO]
        mates = _mates(sitting, asked, seat, marks, words)
    return {
        "card": str(words.card(card)) if card else "",
        "icon": card,
        "about": _every_card(sitting, words)
        if is_ghost
        else words.about_you(card, sitting.game.setup, is_led=True)
        if card
        else "",
        "question": question,
        "meaning": meaning,
        "mates": mates,
        "lines": lines,
        "earlier": [
            words.text("led.earlier", when=when, told=says(event))
            for when, event in _earlier(own.log[: len(own.log) - len(tonight)], words)
        ][-EARLIER:],
        "suspect": words.text("led.suspect") if asked is None and sitting.scene.kind == "call" else "",
        "dream": _choice(sitting, asked, seat, marks, words) or _dream(sitting, seat, marks, words),
        "act": _act(sitting, seat, words),
    }


def _act(sitting: Sitting, seat: int, words: Words) -> dict[str, str] | None:
    """The sign that this player may give in secret while votes are open."""
    v = sitting.game.village
    signs = [sign for rule in v.powers_of(seat) if (sign := rule.sign(v))]
    if sitting.scene.kind != "ballots" or not signs:
        return None
    return {"id": signs[0], "label": _text_or(f"led.sign.{signs[0]}", words.power(signs[0]), words)}


def _text_or(key: str, otherwise: str, words: Words) -> str:
    """What a led table says in its own way, if it does: a house rule may have no more than the usual words."""
    return words.text(key) if words.has(key) else otherwise


def _secrets(sitting: Sitting, words: Words) -> list[str]:
    """What has happened since nightfall that not everybody knows: for those who have nothing left to lose."""
    told = [event for event in _tonight(sitting.heard) if event.audience != PUBLIC and not event.declared.scripted]
    return [words.event(event, sitting.game.players) for event in told][-LINES:]


def _every_card(sitting: Sitting, words: Words) -> str:
    """The same, of everybody's card."""
    players = sitting.game.players
    known = [each for each in fold(players, sitting.heard, EVERYTHING).ring if each.card]
    cards = words.names(f"{words.seat(each.seat, players)} ({words.card(each.card)})" for each in known)
    return words.text("led.every_card", cards=cards)


def _whispers(sitting: Sitting, seat: int, marks: Marks, words: Words, now: float) -> list[str]:
    """What a moderator would let somebody see: who the pack is, or a glimpse of it.

    The lots are drawn from the seed, which nobody knows, so that every frame of a round says the same.
    """
    game, players = sitting.game, sitting.game.players
    prompt, v = game.prompt, game.village
    if prompt is None or sitting.has_news:
        return []
    awake = [each for each in v.present() if each in v.wolves]
    chance = Random(f"{game.setup.seed} {sitting.led.token}")
    if policy(prompt).how == unmoderated.GLIMPSE and sitting.scene.kind == "call":
        if seat != prompt.seat or not awake:
            return []
        others = [each for each in v.living if each != seat]
        seen = chance.choice(awake if chance.random() < 0.5 else others)
        return [words.text("led.glimpse", seat=words.seat(seen, players))]
    if sitting.led.asking and policy(prompt).named and seat in sitting.asked:
        return [words.text("led.spirit", seats=words.names(words.seat(each, players) for each in awake))]
    if _listens(sitting, seat):
        return [words.text("led.listening"), *_overheard(sitting, seat, marks, words, now)]
    return []


def _listens(sitting: Sitting, seat: int) -> bool:
    """Whether this player may listen to the pack now. Not whether anybody could hear it: that would tell who loves
    whom, and who is awake where."""
    v = sitting.game.village
    if sitting.scene.kind != "call" or sitting.led.round > sitting.scene.marking or seat not in v.present():
        return False
    now = sitting.rounds[sitting.led.round - 1 : sitting.led.round]
    if not any(each.is_agreed and each.signs for each in now) or seat in (*v.wolves, *v.powerless):
        return False
    own = (rule for rule in v.powers_of(seat) if v.is_active(rule, "spies"))
    return any(each.how == unmoderated.HEARD for rule in own for each in rule.led.values())


def _barred(sitting: Sitting, seat: int, words: Words) -> list[str]:
    """Against whom this player may not vote: nobody looks closed for a reason of one player alone."""
    prompt = sitting.prompt
    if prompt is None or sitting.scene.kind != "ballots":
        return []
    closed = [words.seat(other, sitting.game.players) for other in prompt.barred.get(seat, {})]
    return [words.text("led.barred", seats=words.names(closed))] if closed else []


def _overheard(sitting: Sitting, seat: int, marks: Marks, words: Words, now: float) -> list[str]:
    """Two names for whoever has just listened, in any order: one of the pack, and somebody else."""
    v, players = sitting.game.village, sitting.game.players
    beat = beat_of(sitting, now)
    held = [each for each in marks.get(seat, NOTHING).held if each in (beat, beat - 1)]
    awake = [each for each in v.present() if each in v.wolves]
    others = [each for each in v.living if each not in (*awake, seat)]
    if not held or not awake or not others:
        return []
    chance = Random(f"{sitting.game.setup.seed} {sitting.led.token} {held[0]}")
    names = [chance.choice(awake), chance.choice(others)]
    chance.shuffle(names)
    return [words.text("led.overheard", seats=words.names(words.seat(each, players) for each in names))]


def beat_of(sitting: Sitting, now: float) -> int:
    """Which beat of the round it is."""
    return int(max(0.0, now - sitting.led.since) / BEAT)


def _question(sitting: Sitting, seat: int) -> Prompt | None:
    """What this player is asked in secret now, or by day before everybody."""
    if sitting.scene.kind == "call":
        asked = sitting.questions.get(seat)
        return asked if asked is not None and policy(asked).how != unmoderated.HEARD else None
    if sitting.scene.kind == "debate":
        return None  # what is touched there is said before everybody
    return sitting.prompt if sitting.led.asking and seat in sitting.asked else None


def _mates(sitting: Sitting, prompt: Prompt, seat: int, marks: Marks, words: Words) -> list[str]:
    """Who decides together with this player, and whom each has marked so far."""
    if policy(prompt).how != unmoderated.TOGETHER:
        return []
    players = sitting.game.players
    found = []
    for mate in asked_of(sitting, prompt):
        if mate != seat:
            closed = prompt.barred.get(mate, {})  # whoever loves somebody points at nobody there (AMD-71)
            wish = [each for each in marks.get(mate, NOTHING).seats if each not in closed]
            name = words.seat(mate, players)
            found.append(f"{name} → {words.seat(wish[0], players)}" if wish else name)
    return [words.text("led.mates", seats=", ".join(found))] if found else []


def _alone(log: Sequence[Event]) -> list[Event]:
    """What was told to this player alone."""
    return [event for event in log if event.audience != PUBLIC and not event.declared.on_card]


def _earlier(log: Sequence[Event], words: Words) -> list[tuple[str, Event]]:
    """What was told to this player alone before this night, and in which night or day."""
    found, when, mine = [], words.text("desk.phase.setup"), set(map(id, _alone(log)))
    for event in log:
        if event.declared.heading:
            number = event.facts.get(event.declared.heading, 1)
            when = words.text(f"desk.phase.{event.declared.heading}", number=number)
        elif id(event) in mine:
            found.append((when, event))
    return found


def _tonight(log: Sequence[Event]) -> Sequence[Event]:
    """What was told since the night fell; before the first one, all of it."""
    starts = [place for place, event in enumerate(log) if event.declared.heading == "night"]
    return log[starts[-1] :] if starts else log


def _choice(sitting: Sitting, prompt: Prompt | None, seat: int, marks: Marks, words: Words) -> str:
    """What whoever is asked has chosen so far, before it counts: a line as every sleeper has one."""
    if prompt is None or prompt.kind in (prompts.TEXT, prompts.TEXTS, prompts.ACK):
        return ""
    players, mark = sitting.game.players, marks.get(seat, NOTHING)
    if not (mark.seats or mark.signs):
        return words.text("led.choice.none")
    touched = words.names(words.seat(each, players) for each in mark.seats[: max(1, prompt.high)])
    if prompt.kind == prompts.BALLOTS:
        closed = prompt.barred.get(seat, {})
        if mark.seats and mark.seats[0] in closed:
            return words.text("led.choice.barred", seats=touched)
        is_refused = bool(mark.seats) and mark.seats[0] not in prompt.options
        return words.text("led.choice.refused" if is_refused else "led.choice.made", seats=touched)
    if prompt.offers == "seats" and 0 < len(mark.seats) < prompt.low:
        return words.text("led.choice.more", seats=touched, count=prompt.low - len(mark.seats))
    try:
        value = chosen(prompt, mark, seat)
    except IllegalAnswer:
        return words.text("led.choice.refused" if mark.seats else "led.choice.none", seats=touched)
    if prompt.offers == "seats":
        return words.text("led.choice.made", seats=touched)
    label = dict(words.asked_of(prompt, players).choices).get(value, "")
    return words.text("led.choice.made", seats=label) if label else words.text("led.choice.none")


def _dream(sitting: Sitting, seat: int, marks: Marks, words: Words) -> str:
    """What a sleeper reads: as worth a look as anything else."""
    if sitting.scene.kind not in ("call", "trial"):
        return ""
    seats = marks.get(seat, NOTHING).seats
    if seats:
        return words.text("led.dream", seat=words.seat(seats[0], sitting.game.players))
    return words.text("led.dreamless" if seat in sitting.living else "led.dead")
