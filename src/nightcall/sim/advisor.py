"""Which deck to play: three that differ, for the people, the cards and the evening at hand; and what to change in one.

Everything here is answered by the nets of `nightcall.sim.surrogate`, in an instant. Games say more of the deck that is
chosen.

>>> steady, lively, bold = advise(Evening(players=10))
>>> sum(steady.deck.values()), abs(steady.guess.village - 0.5) < 0.1
(10, True)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from math import exp, log
from pathlib import Path
from random import Random
from typing import Any, Final

from nightcall import written
from nightcall.engine.errors import NightcallError
from nightcall.engine.rule import FIRST_NIGHT, NEVER, character
from nightcall.rules.decks import FILLER, VILLAGERS_OF_BASE, mixes
from nightcall.sim.people import People, model
from nightcall.sim.surrogate import BY_THE_BOOK, CARDS, PACK, PLAYERS, WOLVES, Guess, Rules, fitted, knows

WOLF: Final = "werewolf"
STYLES: Final = ("steady", "lively", "bold")
BEGINS_WITH: Final = {"steady": "classic", "lively": "lively", "bold": "everything"}
"""The mix a search begins with."""
BUSIER: Final = {"steady": -0.1, "lively": 0.1, "bold": 0.15}
"""How many more than asked for have something to do."""
TRIALS: Final = 375
"""Exchanges tried for each deck."""
CLIMBS: Final = 2
"""At most so often, should it not be even."""
SWAPS: Final = 3
BAND: Final = ("newcomers", "seasoned")
"""Between which tables the odds are shown."""


@cache
def constants() -> dict[str, Any]:
    return written.table(Path(__file__).parent, "advisor")


# -- what is asked, what is answered --


@dataclass(frozen=True, slots=True)
class Evening:
    """What the host says. The words are those of `advisor.toml`."""

    players: int
    people: People = field(default_factory=People)
    rules: Rules = BY_THE_BOOK
    balance: str = "even"
    liveliness: str = "middling"
    complexity: int = 3
    """The highest grade of a card."""
    length: str = "any"
    apart: tuple[str, ...] = ()
    """What is special about the evening: `remote`, `children`."""
    wanted: tuple[str, ...] = ()
    """Cards that must be there."""
    never: tuple[str, ...] = ()
    owned: tuple[str, ...] = ()
    """The cards in the house, as many of each as the box has; empty = all."""


@dataclass(frozen=True, slots=True)
class Swap:
    """One card for another, and what becomes of the village's share."""

    out: str
    into: str
    before: float
    after: float

    @property
    def points(self) -> int:
        """What the village gains by it, in points of a hundred: whatever the odds are counted to be."""
        return round(100 * (self.after - self.before))

    def of(self, deck: Mapping[str, int]) -> dict[str, int]:
        """The deck with the cards exchanged."""
        return _changed(deck, self.out, self.into)


@dataclass(frozen=True, slots=True)
class Panel:
    """What is said of a deck."""

    deck: dict[str, int]
    guess: Guess
    band: tuple[float, float]
    """The village's share among newcomers and at a seasoned table."""
    effects: dict[str, float]
    """Card -> what it adds to the village's share, in place of Simple Villagers (a Werewolf's: of plain ones)."""
    swaps: tuple[Swap, ...]
    minutes: int
    lean: str = ""
    """`village` or `werewolves` if it leans that way too far; the loners are left out of it."""
    style: str = ""
    misses: tuple[str, ...] = ()
    """Which wishes it comes short of, though nothing nearer was found: `balance`, `length`, `loners`."""

    def to_json(self) -> dict[str, Any]:
        return {
            "style": self.style,
            "misses": list(self.misses),
            "deck": self.deck,
            "shares": {side: round(share, 3) for side, share in self.guess.shares.items()},
            "village_among": dict(zip(BAND, (round(share, 3) for share in self.band), strict=True)),
            "nights": round(self.guess.nights, 1),
            "minutes": self.minutes,
            "leans": self.lean,
            "effects": {name: round(share, 3) for name, share in self.effects.items()},
            "swaps": [
                {"out": swap.out, "into": swap.into, "before": round(swap.before, 3), "after": round(swap.after, 3)}
                for swap in self.swaps
            ],
        }


def advise(wish: Evening) -> list[Panel]:
    """Three decks that differ: steady, lively, bold. Empty where the nets have nothing to say.

    `NightcallError` if no deck at all can be what is wished for.
    """
    if wrong := nonsense(wish):
        raise wrong
    if not PLAYERS[0] <= wish.players <= PLAYERS[1] or not set(wish.wanted) <= {*CARDS, FILLER}:
        return []
    found: list[Panel] = []
    for style in STYLES:
        deck = _search(wish, style, [panel.deck for panel in found])
        if deck is not None:
            found.append(replace(panel(deck, wish), style=style))
    return found


def nonsense(wish: Evening) -> NightcallError | None:
    """Why no deck at all can be what is wished for, if none can."""
    for name in wish.never:
        if name in (WOLF, FILLER):
            return NightcallError("advise.always", card=name)
        if name in wish.wanted:
            return NightcallError("advise.both", card=name)
    return None


def panel(deck: Mapping[str, int], wish: Evening, counted: Mapping[str, float] | None = None) -> Panel:
    """What is to be said of any deck within the range; what to change, by what games have counted, if they have."""
    say, people, rules = fitted(), wish.people, wish.rules
    now = say(deck, people.skill, rules)
    words: dict[str, float] = model()["words"]
    low, high = (say(deck, words[word], rules).village for word in BAND)
    effects = {name: now.village - say(plain, people.skill, rules).village for name, plain in _without(deck)}
    swaps = _best_swaps(deck, wish, now, shift(now, counted))
    found = Panel(
        dict(deck), now, (low, high), effects, swaps, minutes(deck, now.nights), leans(now.shares, wish.balance)
    )
    return replace(found, misses=tuple(_misses(found, wish)))


def _misses(found: Panel, wish: Evening) -> Iterator[str]:
    if found.lean:
        yield "balance"
    if found.guess.loners > constants()["limits"]["loners"]:
        yield "loners"
    longest: int = constants()["length"][wish.length]
    if longest and found.minutes > longest * constants()["limits"]["longer"]:
        yield "length"


def leans(shares: Mapping[str, float], balance: str = "even") -> str:
    """`village` or `werewolves` if shares lean that way too far for the balance wished for; else empty."""
    village, pack = shares.get("village", 0.0), shares.get("werewolves", 0.0)
    if not village + pack:
        return ""
    off = village / (village + pack) - constants()["balance"][balance]
    return "" if abs(off) <= constants()["limits"]["lean"] else "village" if off > 0 else "werewolves"


def minutes(deck: Mapping[str, int], nights: float) -> int:
    """How long a game with this deck takes, roughly: so many nights, and as many days less one."""
    spent: dict[str, float] = constants()["minutes"]
    calls = [character(name).wakes for name in deck]
    later = sum(each not in (NEVER, FIRST_NIGHT) for each in calls)
    first = sum(each != NEVER for each in calls)
    asleep = nights * spent["night"] + spent["call"] * (first + (nights - 1) * later * 0.8)  # some fall silent
    awake = max(1.0, nights - 0.5) * (spent["day"] + spent["player"] * sum(deck.values()) * 0.65)
    return round((asleep + awake) / 60)


def shift(guess: Guess, counted: Mapping[str, float] | None) -> float:
    """By how much games have found the village stronger than the nets hold it to be, in log-odds against the pack."""
    village, pack = (counted.get(side, 0.0) if counted else 0.0 for side in ("village", "werewolves"))
    return _logit(village / (village + pack)) - _logit(_duel(guess)) if village + pack else 0.0


def shifted(share: float, by: float) -> float:
    return 1 / (1 + exp(-_logit(share) - by)) if by else share


def _logit(share: float) -> float:
    kept = min(0.99, max(0.01, share))
    return log(kept / (1 - kept))


def _duel(guess: Guess) -> float:
    """The village's share of what village and pack win."""
    return guess.village / (guess.village + guess.shares["werewolves"])


# -- searching --


def pool(wish: Evening) -> dict[str, int]:
    """Cards at hand, and how many of each."""
    grades: dict[str, int] = constants()["grades"]
    is_new = wish.people.skill < constants()["limits"]["newcomers"]
    highest = min(wish.complexity, 2) if is_new else wish.complexity
    never = {*wish.never, *(name for word in wish.apart for name in constants()["apart"][word])}
    found = {}
    for name in (*CARDS, FILLER):
        is_owned = not wish.owned or name in wish.owned or name in (WOLF, FILLER)
        fits = grades[name] <= highest and not (is_new and name == "cupid")
        if name in wish.wanted or (is_owned and fits and name not in never):
            found[name] = character(name).copies
    if is_new:
        found[FILLER] = VILLAGERS_OF_BASE  # so few powers need a crowd
    return found


def _search(wish: Evening, style: str, before: list[dict[str, int]]) -> dict[str, int] | None:
    """What a climb finds; another one, luckier perhaps, where that is not as even as promised. None if the wishes
    leave no deck."""
    at_hand = pool(wish)
    start = _start(wish, at_hand, style)
    if start is None:
        return None
    costs: dict[frozenset[tuple[str, int]], float] = {}  # chance brings a third of the decks more than once
    best: tuple[float, dict[str, int]] | None = None
    for climb in range(CLIMBS):
        found = _climb(start, wish, style, before, at_hand, costs, Random(f"{wish.players}/{style}" + "/" * climb))
        best = min(best, found, key=lambda pair: pair[0]) if best else found
        if _off(fitted()(best[1], wish.people.skill, wish.rules), wish) <= constants()["limits"]["lean"] / 2:
            break
    order = (*CARDS, FILLER)
    return dict(sorted(best[1].items(), key=lambda item: order.index(item[0]))) if best else None


def _climb(
    deck: dict[str, int],
    wish: Evening,
    style: str,
    before: list[dict[str, int]],
    at_hand: Mapping[str, int],
    costs: dict[frozenset[tuple[str, int]], float],
    random: Random,
) -> tuple[float, dict[str, int]]:
    """From a deck, one exchange at a time; whatever is no worse stays."""
    best = _cost(deck, wish, style, before)
    for _ in range(TRIALS):
        trial = _exchange(deck, at_hand, wish, random)
        if trial is None:
            continue
        key = frozenset(trial.items())
        if key not in costs:
            costs[key] = _cost(trial, wish, style, before)
        cost = costs[key]
        if cost <= best:
            deck, best = trial, cost
    return best, deck


def _start(wish: Evening, at_hand: Mapping[str, int], style: str) -> dict[str, int] | None:
    """A mix without what is not at hand, with what is wanted, and with a pack the nets know."""
    offered = mixes(wish.players)
    mix = offered.get(BEGINS_WITH[style]) or offered["lively"]
    deck = {name: min(copies, at_hand[name]) for name, copies in mix.items() if name in at_hand and name != FILLER}
    deck |= {name: deck.get(name) or character(name).together for name in wish.wanted if name != FILLER}
    if wish.people.skill < constants()["limits"]["newcomers"]:
        for name in _powers(deck)[constants()["limits"]["powers_for_newcomers"] :]:
            if name not in wish.wanted:
                del deck[name]
    while (room := wish.players - sum(deck.values())) < 0:
        spare = [name for name in deck if name not in (*wish.wanted, WOLF)]
        if not spare:
            return None
        del deck[spare[-1]]
    _put(deck, FILLER, room)
    pack = sum(deck.get(name, 0) for name in PACK)
    missing = max(1, int(WOLVES[0] * wish.players) + 1) - pack
    if missing > 0:
        if deck.get(FILLER, 0) < missing:
            return None
        _put(deck, WOLF, missing)
        _put(deck, FILLER, -missing)
    return deck if knows(deck, wish.people) else None


def _powers(deck: Mapping[str, int]) -> list[str]:
    """The characters of those who are no Werewolves."""
    return [name for name in deck if name != FILLER and name not in PACK]


def nightly(deck: Mapping[str, int]) -> list[str]:
    """Those of them who are awake night after night."""
    return [name for name in _powers(deck) if character(name).wakes not in (NEVER, FIRST_NIGHT)]


def _exchange(
    deck: Mapping[str, int], at_hand: Mapping[str, int], wish: Evening, random: Random
) -> dict[str, int] | None:
    """The deck with one set of cards exchanged for another; None if that is not to be had."""
    spare = [name for name in deck if name not in wish.wanted or deck[name] > character(name).together]
    out, into = random.choice(spare), random.choice(list(at_hand))
    if out == into:
        return None
    changed = dict(deck)
    _put(changed, out, -character(out).together)
    _put(changed, into, character(into).together)
    _put(changed, FILLER, wish.players - sum(changed.values()))
    wolves = sum(changed.get(name, 0) for name in PACK)
    fits = WOLVES[0] <= wolves / wish.players <= WOLVES[1] and changed.get(WOLF, 0)
    return changed if fits and all(0 < copies <= at_hand[name] for name, copies in changed.items()) else None


def _put(deck: dict[str, int], name: str, copies: int) -> None:
    """So many more; whatever comes to none is left out."""
    copies += deck.get(name, 0)
    deck[name] = copies
    if not copies:
        del deck[name]


def _cost(deck: Mapping[str, int], wish: Evening, style: str, before: list[dict[str, int]]) -> float:
    """How far a deck is from what is wanted; 0 = nothing to wish for."""
    limits: dict[str, float] = constants()["limits"]
    found = fitted()(deck, wish.people.skill, wish.rules)
    target: float = constants()["balance"][wish.balance]
    cost = 180 * max(0.0, abs(_duel(found) - target) - 0.01)
    cost += 200 * max(0.0, found.loners - limits["loners"] + 0.02)  # the nets may be wrong by as much
    cost += 200 * max(0.0, found.shares["nobody"] - limits["nobody"])
    pack = sum(deck.get(name, 0) for name in PACK)
    plain, others = deck.get(FILLER, 0), wish.players - pack
    wanted: float = constants()["liveliness"][wish.liveliness] + BUSIER[style]
    cost += 60 * max(0.0, abs(1 - plain / others - wanted) - 0.05)
    awake: int = constants()["nightly"][wish.liveliness]
    cost += 25 * max(0, awake - len(nightly(deck)))
    if style != "bold" and plain < pack:
        cost += 4 * (pack - plain)  # whoever bluffs needs a crowd to hide in
    if wish.people.skill < limits["newcomers"]:
        cost += 25 * max(0.0, len(_powers(deck)) - limits["powers_for_newcomers"])
    if "seer" not in deck:
        cost += 25  # a village that knows nothing only guesses
    longest: int = constants()["length"][wish.length]
    if longest:
        cost += 0.5 * max(0, minutes(deck, found.nights) - longest)
    for other in before:
        cost += 25 * (deck == other)
        cost += 2 * sum(name in other for name in deck if name not in (FILLER, WOLF, "seer"))
    return cost


# -- what a card does, what to change --


def _without(deck: Mapping[str, int]) -> Iterator[tuple[str, dict[str, int]]]:
    """Card -> the deck with plain ones in its place."""
    for name, copies in deck.items():
        if name not in (FILLER, WOLF):
            changed = dict(deck)
            _put(changed, name, -copies)
            _put(changed, WOLF if name in PACK else FILLER, copies)
            yield name, changed


def _changed(deck: Mapping[str, int], out: str, into: str) -> dict[str, int]:
    changed = dict(deck)
    _put(changed, out, -1)
    _put(changed, into, 1)
    return changed


def _best_swaps(deck: Mapping[str, int], wish: Evening, now: Guess, by: float) -> tuple[Swap, ...]:
    """What brings the deck nearest to the balance wished for, each time with another card; nothing worse than it is.

    Where games have been counted, they say how it stands, and the nets what a card changes.
    """
    found = []
    for out, into in _exchanges(deck, pool(wish), wish):
        changed = _changed(deck, out, into)
        if changed.get(WOLF) and knows(changed, wish.people):
            after = fitted()(changed, wish.people.skill, wish.rules)
            swap = Swap(out, into, shifted(now.village, by), shifted(after.village, by))
            if swap.points:
                found.append((_off(after, wish, by), swap))
    found.sort(key=lambda pair: pair[0])
    worst = max(_off(now, wish, by), constants()["limits"]["as_good"])
    chosen: list[Swap] = []
    for off, swap in found:
        is_new = all(_special(swap) != _special(other) for other in chosen)
        if len(chosen) < SWAPS and is_new and off <= worst:
            chosen.append(swap)
    return tuple(chosen)


def _special(swap: Swap) -> str:
    """The card a swap is about: what comes in, or what goes for a Simple Villager."""
    return swap.out if swap.into == FILLER else swap.into


def _off(guess: Guess, wish: Evening, by: float = 0.0) -> float:
    """How far from the balance wished for; loners who win too often count as well."""
    target: float = constants()["balance"][wish.balance]
    most: float = constants()["limits"]["loners"]
    return abs(shifted(_duel(guess), by) - target) + max(0.0, guess.loners - most)


def _exchanges(deck: Mapping[str, int], at_hand: Mapping[str, int], wish: Evening) -> Iterator[tuple[str, str]]:
    """A single card for a single one: a power for a Villager, a Villager for a power, one of the pack for another."""
    for out in deck:
        if out in wish.wanted or character(out).together > 1:
            continue
        for into, copies in at_hand.items():
            if into == out or character(into).together > 1 or deck.get(into, 0) >= copies:
                continue
            if FILLER in (out, into) or (out in PACK and into in PACK):
                yield out, into
