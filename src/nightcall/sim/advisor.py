"""Which deck to play: three that differ, for the people, the cards and the evening at hand; and what to change in one.

Everything here is answered by the surrogate, in an instant; the odds of the deck that is chosen are then played out.

>>> steady, lively, bold = advise(Wish(players=10))
>>> sum(steady.deck.values()), abs(steady.shares["village"] - 0.5) < 0.1
(10, True)
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from random import Random
from typing import Any, Final

from nightcall.engine.rule import NEVER, character
from nightcall.rules.decks import FILLER, mixes
from nightcall.sim.people import People
from nightcall.sim.surrogate import CARDS, PLAYERS, WOLVES, fitted, shares

STYLES: Final = ("steady", "lively", "bold")
_TRIALS: Final = 90
"""Exchanges tried for each deck: three decks in a fifth of a second."""


@cache
def constants() -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath("advisor.toml").read_text("utf-8"))


@dataclass(frozen=True, slots=True)
class Wish:
    """What the host says."""

    players: int
    people: People = field(default_factory=People)
    balance: str = "even"
    complexity: int = 2
    """The highest grade of a card: 1 to 3."""
    liveliness: float = 0.5
    """The share of those who are no Werewolves with something to do."""
    wanted: tuple[str, ...] = ()
    """Cards that must be there."""
    never: tuple[str, ...] = ()
    owned: Mapping[str, int] | None = None
    """Card -> copies in the house; None = the box."""


@dataclass(frozen=True, slots=True)
class Swap:
    """One card for another, and what becomes of the village's share."""

    out: str
    into: str
    before: float
    after: float


@dataclass(frozen=True, slots=True)
class Advice:
    style: str
    deck: dict[str, int]
    shares: dict[str, float]
    swaps: tuple[Swap, ...]
    effects: dict[str, float]
    """Card -> what it adds to the village's share in place of a Simple Villager (a wolf's card: of a Werewolf)."""
    minutes: int


def advise(wish: Wish) -> list[Advice]:
    """Three decks that differ: steady, lively, bold. Empty where the surrogate has nothing to say."""
    if not PLAYERS[0] <= wish.players <= PLAYERS[1]:
        return []
    found: list[Advice] = []
    for style in STYLES:
        deck = _search(wish, style, [advice.deck for advice in found])
        found.append(look_at(deck, wish.people, style))
    return found


def look_at(deck: Mapping[str, int], people: People, style: str = "", target: float = 0.5) -> Advice:
    """The same panel for any deck within range."""
    now = shares(fitted()["nets"], deck, people.skill)
    effects = {name: now["village"] - _share(replaced, people) for name, replaced in _without(deck)}
    swaps = sorted(_swaps(deck, people, now["village"]), key=lambda swap: abs(swap.after - target))
    chosen: list[Swap] = []
    for swap in swaps:
        if len(chosen) < 3 and all(swap.into != other.into for other in chosen):
            chosen.append(swap)
    return Advice(style, dict(deck), now, tuple(chosen), effects, minutes(deck))


def minutes(deck: Mapping[str, int]) -> int:
    """How long an evening with this deck is, roughly: nights and days until the pack is found or has won."""
    spent = constants()["minutes"]
    players = sum(deck.values())
    wolves = sum(copies for name, copies in deck.items() if character(name).is_wolf)
    calls = 1 + sum(character(name).wakes != NEVER for name in deck)
    nights = 1.2 + players / 3 - wolves / 4
    night = spent["night"] + spent["call"] * calls * 0.7  # some fall silent
    day = spent["day"] + spent["player"] * players * 0.6
    return round(float(nights * (night + day)) / 60)


# -- searching --


def _share(deck: Mapping[str, int], people: People) -> float:
    return shares(fitted()["nets"], deck, people.skill)["village"]


def _pool(wish: Wish) -> dict[str, int]:
    """Cards at hand, and how many of each."""
    grades = constants()["grades"]
    highest = min(wish.complexity, 2 if wish.people.skill < 0.4 else 3)
    pool = {}
    for name in (*CARDS, FILLER):
        copies = wish.owned.get(name, 0) if wish.owned is not None else character(name).copies
        if name == FILLER and wish.owned is None:
            copies = wish.players
        if (grades[name] <= highest or name in wish.wanted) and name not in wish.never and copies:
            pool[name] = copies
    return pool


def _search(wish: Wish, style: str, before: list[dict[str, int]]) -> dict[str, int]:
    """From a mix, one exchange at a time; whatever is no worse stays."""
    random = Random(f"{wish.players}/{style}")
    pool = _pool(wish)
    deck = _start(wish, pool, style)
    best = _cost(deck, wish, style, before)
    for _ in range(_TRIALS):
        trial = _exchange(deck, pool, wish, random)
        if trial is None:
            continue
        cost = _cost(trial, wish, style, before)
        if cost <= best:
            deck, best = trial, cost
    return dict(sorted(deck.items(), key=lambda item: (not character(item[0]).is_wolf, item[0] == FILLER)))


def _start(wish: Wish, pool: Mapping[str, int], style: str) -> dict[str, int]:
    """A mix without what is not at hand, and with what is wanted."""
    name = {"steady": "classic", "lively": "lively", "bold": "everything"}[style]
    offered = mixes(wish.players)
    mix = offered.get(name) or next(iter(offered.values()))
    deck = {card: min(copies, pool[card]) for card, copies in mix.items() if card in pool and card in (*CARDS, FILLER)}
    for card in wish.wanted:
        deck.setdefault(card, character(card).together)
    missing = wish.players - sum(deck.values())
    deck[FILLER] = deck.get(FILLER, 0) + missing
    while deck[FILLER] < 0:
        spare = next(
            card for card in reversed(deck) if card != FILLER and card not in wish.wanted and card != "werewolf"
        )
        deck[FILLER] += deck.pop(spare)
    return {card: copies for card, copies in deck.items() if copies}


def _exchange(deck: Mapping[str, int], pool: Mapping[str, int], wish: Wish, random: Random) -> dict[str, int] | None:
    """The deck with one set of cards exchanged for another; None if that is not to be had."""
    out = random.choice([name for name in deck if name not in wish.wanted or deck[name] > character(name).together])
    into = random.choice([name for name in pool if name != out])
    changed = dict(deck)
    _take(changed, out, character(out).together)
    _put(changed, into, character(into).together)
    gap = wish.players - sum(changed.values())
    if gap > 0:
        _put(changed, FILLER, gap)
    elif gap < 0:
        if changed.get(FILLER, 0) < -gap:
            return None
        _take(changed, FILLER, -gap)
    wolves = sum(copies for name, copies in changed.items() if character(name).is_wolf)
    if not WOLVES[0] <= wolves / wish.players <= WOLVES[1]:
        return None
    if any(copies > pool.get(name, 0) or copies % character(name).together for name, copies in changed.items()):
        return None
    return changed if changed.get("werewolf") else None


def _take(deck: dict[str, int], name: str, copies: int) -> None:
    deck[name] -= copies
    if deck[name] <= 0:
        del deck[name]


def _put(deck: dict[str, int], name: str, copies: int) -> None:
    deck[name] = deck.get(name, 0) + copies


def _cost(deck: Mapping[str, int], wish: Wish, style: str, before: list[dict[str, int]]) -> float:
    """How far a deck is from what is wanted; 0 = nothing to wish for."""
    limits: dict[str, float] = constants()["limits"]
    found = shares(fitted()["nets"], deck, wish.people.skill)
    village, wolves = found["village"], found["werewolves"]
    loners = sum(share for side, share in found.items() if side not in ("village", "werewolves", "nobody"))
    target: float = constants()["balance"][wish.balance]
    cost = 100 * max(0.0, abs(village / (village + wolves) - target) - 0.01)
    cost += 100 * max(0.0, loners - limits["loners"]) + 100 * max(0.0, found["nobody"] - limits["nobody"])
    others = sum(copies for name, copies in deck.items() if not character(name).is_wolf)
    plain, pack = deck.get(FILLER, 0), wish.players - others
    busy = 1 - plain / others
    wanted = wish.liveliness + {"steady": -0.1, "lively": 0.1, "bold": 0.15}[style]
    cost += 30 * max(0.0, abs(busy - wanted) - 0.1)
    if style != "bold" and plain < pack:
        cost += 4 * (pack - plain)  # whoever bluffs needs a crowd to hide in
    if wish.people.skill < 0.4:
        powers = sum(name != FILLER and not character(name).is_wolf for name in deck)
        cost += 5 * max(0, powers - limits["powers_for_newcomers"]) + (10 if "cupid" in deck else 0)
    if "seer" not in deck and "seer" not in wish.never:
        cost += 6
    for other in before:
        same = sum(min(copies, other.get(name, 0)) for name, copies in deck.items() if name not in (FILLER, "werewolf"))
        cost += 2 * same
    return cost


# -- what a card does, what to change --


def _without(deck: Mapping[str, int]) -> Iterator[tuple[str, dict[str, int]]]:
    for name in deck:
        plain = "werewolf" if character(name).is_wolf else FILLER
        if name in (FILLER, "werewolf"):
            continue
        changed = dict(deck)
        _take(changed, name, deck[name])
        _put(changed, plain, deck[name])
        yield name, changed


def _swaps(deck: Mapping[str, int], people: People, before: float) -> Iterator[Swap]:
    """A single card for a single card, within the range."""
    players = sum(deck.values())
    for out in deck:
        for into in (*CARDS, FILLER):
            single = character(out).together == character(into).together == 1
            if out == into or not single or (into != FILLER and deck.get(into, 0) >= character(into).copies):
                continue
            if FILLER not in (out, into) and character(out).is_wolf == character(into).is_wolf is False:
                continue
            changed = dict(deck)
            _take(changed, out, 1)
            _put(changed, into, 1)
            wolves = sum(copies for name, copies in changed.items() if character(name).is_wolf)
            if changed.get("werewolf") and WOLVES[0] <= wolves / players <= WOLVES[1]:
                yield Swap(out, into, before, _share(changed, people))
