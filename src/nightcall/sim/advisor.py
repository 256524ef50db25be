"""Which deck to play: three that differ, for the people, the cards and the evening at hand; and what to change in one.

Everything here is answered by the nets of `nightcall.sim.surrogate`, in an instant. Games say more of the deck that is
chosen.

>>> steady, lively, bold = advise(Evening(players=10))
>>> sum(steady.deck.values()), abs(steady.guess.village - 0.5) < 0.1
(10, True)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, Final

from nightcall import written
from nightcall.engine.errors import NightcallError
from nightcall.engine.rule import FIRST_NIGHT, NEVER, character
from nightcall.rules.decks import FILLER, mixes
from nightcall.sim.people import People, model
from nightcall.sim.playouts import wilson
from nightcall.sim.surrogate import BY_THE_BOOK, CARDS, PACK, PLAYERS, WOLVES, Guess, Rules, fitted, knows

WOLF: Final = "werewolf"
STYLES: Final = ("steady", "lively", "bold")
BEGINS_WITH: Final = {"steady": "classic", "lively": "lively", "bold": "everything"}
"""The mix a search begins with."""
BUSIER: Final = {"steady": -0.1, "lively": 0.1, "bold": 0.15}
"""How many more than asked for have something to do."""
TRIALS: Final = 375
"""Exchanges tried for each deck."""
FIRM: Final = 200
"""What a broken promise costs: more than any wish."""
MISSED: Final = 20
"""What a deck costs that leaves out a wish."""
SWAPS: Final = 3
VARIATIONS: Final = 2
"""So many where nothing needs to be changed."""
SEEN: Final = 2
"""Points of a hundred below which a swap changes nothing one would notice."""
RAREST: Final = 0.01
"""For less often than this no side of the two is taken: from nothing no card would lead anywhere."""
NO_LONERS: Final = ("village", "werewolves", "nobody")
"""Who is left when those who win alone or by two are not counted."""
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
        """What the village gains by it, between the shares as they are read: in whole per cents."""
        return round(100 * self.after) - round(100 * self.before)

    def of(self, deck: Mapping[str, int]) -> dict[str, int]:
        """The deck with the cards exchanged."""
        return _changed(deck, self.out, self.into)


@dataclass(frozen=True, slots=True)
class Panel:
    """What is said of a deck."""

    deck: dict[str, int]
    guess: Guess
    shares: dict[str, float]
    """Who wins how often: as games have counted, if they have; else as the nets guess. The rest agrees with it."""
    band: tuple[float, float]
    """The village's share among newcomers and at a seasoned table."""
    effects: dict[str, float]
    """Card -> what it adds to the village's share, in place of Simple Villagers (a Werewolf's: of plain ones)."""
    swaps: tuple[Swap, ...]
    swaps_to: str
    """What they are for: to `even` it out, to come nearer to the `wish` for a side, or only to `vary` it."""
    minutes: int
    lean: str = ""
    """`village` or `werewolves` if it leans that way too far for the wish; the loners are left out of it."""
    style: str = ""
    misses: tuple[str, ...] = ()
    """Which wishes and promises it comes short of, though nothing nearer was found: `balance`, `loners`, `plain` (fewer
    Simple Villagers than Werewolves), `powers` (too many for newcomers), `length`."""

    def to_json(self) -> dict[str, Any]:
        return {
            "style": self.style,
            "misses": list(self.misses),
            "deck": self.deck,
            "shares": {side: round(share, 3) for side, share in self.shares.items()},
            "village_among": dict(zip(BAND, (round(share, 3) for share in self.band), strict=True)),
            "nights": round(self.guess.nights, 1),
            "minutes": self.minutes,
            "leans": self.lean,
            "effects": {name: round(share, 3) for name, share in self.effects.items()},
            "swaps": [
                {"out": swap.out, "into": swap.into, "before": round(swap.before, 3), "after": round(swap.after, 3)}
                for swap in self.swaps
            ],
            "swaps_to": self.swaps_to,
        }


def advise(wish: Evening) -> list[Panel]:
    """Three decks that differ: steady, lively, bold. Fewer where the cards leave no third that is as good; none where
    the nets have nothing to say.

    `NightcallError` if no deck at all can be what is wished for.
    """
    if wrong := nonsense(wish):
        raise wrong
    if not PLAYERS[0] <= wish.players <= PLAYERS[1] or not set(wish.wanted) <= {*CARDS, FILLER}:
        return []
    found: list[Panel] = []
    for style in STYLES:
        deck = _Search(wish, style, [panel.deck for panel in found]).best()
        if deck is not None:
            found.append(panel(deck, wish, style=style))
    return _as_good([each for each in found if not _comes_short(each.guess, wish)] or found, wish)


def _as_good(found: list[Panel], wish: Evening) -> list[Panel]:
    """Those that are not much farther from the balance than another one."""
    limits: dict[str, float] = constants()["limits"]
    nearest = min((_off(each.guess, wish) for each in found), default=0.0)
    worst = max(limits["uneven"], nearest + limits["nearer"])
    return [each for each in found if _off(each.guess, wish) <= worst]


def nonsense(wish: Evening) -> NightcallError | None:
    """Why no deck at all can be what is wished for, if none can."""
    for name in wish.never:
        if name in (WOLF, FILLER):
            return NightcallError("advise.always", card=name)
        if name in wish.wanted:
            return NightcallError("advise.both", card=name)
    return None


def panel(
    deck: Mapping[str, int],
    wish: Evening,
    counted: Mapping[str, float] | None = None,
    games: int = 0,
    style: str = "",
) -> Panel:
    """What is to be said of any deck within the range, as the shares counted in so many games have it, if there are."""
    guess = fitted()(deck, wish.people.skill, wish.rules)
    by = shift(guess, counted)
    now = Guess(dict.fromkeys(guess.shares, 0.0) | dict(counted), guess.nights) if counted else guess

    def village(changed: Mapping[str, int], skill: float) -> float:
        return shifted(fitted()(changed, skill, wish.rules), by).village

    words: dict[str, float] = model()["words"]
    skills = [words[word] for word in BAND]
    low, high = (now.village if skill == wish.people.skill else village(deck, skill) for skill in skills)
    effects = {name: now.village - village(plain, wish.people.skill) for name, plain in _without(deck)}
    found = Panel(
        dict(deck),
        guess,
        now.shares,
        (low, high),
        effects,
        _best_swaps(deck, wish, now, by),
        _what_for(now, wish),
        minutes(deck, guess.nights),
        leans(now.shares, wish.balance),
        style,
    )
    return replace(found, misses=tuple(_misses(found, wish, games)))


def _misses(found: Panel, wish: Evening, games: int) -> Iterator[str]:
    if found.lean:
        yield "balance"
    if lonely(found.shares, games):
        yield "loners"
    if found.style not in ("", "bold") and _crowdless(found.deck):
        yield "plain"
    if "powers" in _broken(found.deck, wish, found.style):
        yield "powers"
    longest: int = constants()["length"][wish.length]
    if longest and found.minutes > longest * constants()["limits"]["longer"]:
        yield "length"


def _comes_short(guess: Guess, wish: Evening) -> bool:
    """Whether village and pack, or the loners, win too often."""
    return bool(leans(guess.shares, wish.balance)) or bool(lonely(guess.shares))


def lonely(shares: Mapping[str, float], games: int = 0) -> float:
    """What all who win alone or by two have together, if that is too much; else 0.

    Of shares counted in so many games chance must not be the reason.
    """
    alone = sum(share for side, share in shares.items() if side not in NO_LONERS)
    least = wilson(round(alone * games), games)[0] if games else alone
    return alone if least > constants()["limits"]["loners"] else 0.0


def leans(shares: Mapping[str, float], balance: str = "even") -> str:
    """`village` or `werewolves` if, between the two, shares lean that way too far for the balance wished for; else
    empty."""
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


def shift(guess: Guess, counted: Mapping[str, float] | None) -> dict[str, float]:
    """Side -> how many times as often as the nets hold games have found it to win; empty if none were counted.

    Rare sides are a matter of chance: there, little is made of it.
    """
    if not counted:
        return {}
    times = {side: counted.get(side, 0.0) / share for side, share in guess.shares.items()}
    return {
        side: max(each, RAREST / guess.shares[side]) if side in ("village", "werewolves") else min(4.0, each)
        for side, each in times.items()
    }


def shifted(guess: Guess, by: Mapping[str, float]) -> Guess:
    """What the nets say of a table like that one, as games would have found it."""
    if not by:
        return guess
    odds = {side: share * by.get(side, 1.0) for side, share in guess.shares.items()}
    whole = sum(odds.values())
    return Guess({side: each / whole for side, each in odds.items()}, guess.nights)


def _duel(guess: Guess) -> float:
    """The village's share of what village and pack win."""
    both = guess.village + guess.shares["werewolves"]
    return guess.village / both if both else 0.5


# -- searching --

Cost = Callable[[dict[str, int]], float]


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
    found[FILLER] = wish.players  # as many as it takes, as in the decks the book recommends
    return found


class _Search:
    """The search for one deck, beside those that were found before it."""

    def __init__(self, wish: Evening, style: str, before: list[dict[str, int]]) -> None:
        self._wish, self._style, self._before = wish, style, before
        self._at_hand = pool(wish)
        self._tried: dict[frozenset[tuple[str, int]], tuple[float, float]] = {}
        """Deck -> what it costs, and how far it is from the balance; chance brings a third of them more than once."""

    def best(self) -> dict[str, int] | None:
        """What a climb finds; where that is not as even as promised, or misses a wish, what another one finds for which
        the balance counts most, and from there what single exchanges better.

        None if the wishes leave no deck, or no other one.
        """
        found = _start(self._wish, self._at_hand, self._style)
        if found is None:
            return None
        found = self._climb(start := found, self._cost, 0)
        if not self._is_even(found) or self._cost(found) > MISSED:
            self._climb(start, self._uneven, 1)
            found = self._descend(_in_order(min(map(dict, self._tried), key=self._uneven)), self._uneven)
        if _comes_short(self._guess(found), self._wish):
            found = self._descend(found, self._farness)  # whatever else is wished for: nothing nearer may be left
        return None if found in self._before else _in_order(found)

    def _climb(self, deck: dict[str, int], cost: Cost, number: int) -> dict[str, int]:
        """From a deck, one exchange by chance at a time; whatever is no worse stays."""
        random = Random(f"{self._wish.players}/{self._style}" + "/" * number)
        best, at_hand = cost(deck), list(self._at_hand)
        for _ in range(TRIALS):
            trial = self._exchanged(deck, random.choice(self._spare(deck)), random.choice(at_hand))
            if trial is not None and (found := cost(trial)) <= best:
                deck, best = trial, found
        return deck

    def _descend(self, deck: dict[str, int], cost: Cost) -> dict[str, int]:
        """From a deck, the best of all single exchanges, as long as one betters it."""
        while True:
            pairs = product(self._spare(deck), self._at_hand)
            trials = [trial for pair in pairs if (trial := self._exchanged(deck, *pair)) is not None]
            best = min(trials, key=cost, default=deck)
            if cost(best) >= cost(deck):
                return deck
            deck = best

    def _spare(self, deck: Mapping[str, int]) -> list[str]:
        """The cards that may go."""
        return [name for name in deck if name not in self._wish.wanted or deck[name] > character(name).together]

    def _exchanged(self, deck: Mapping[str, int], out: str, into: str) -> dict[str, int] | None:
        """The deck with one set of cards exchanged for another; None if that is not to be had."""
        if out == into:
            return None
        players, at_hand = self._wish.players, self._at_hand
        changed = dict(deck)
        _put(changed, out, -character(out).together)
        _put(changed, into, character(into).together)
        _put(changed, FILLER, players - sum(changed.values()))
        wolves = sum(changed.get(name, 0) for name in PACK)
        fits = WOLVES[0] <= wolves / players <= WOLVES[1] and changed.get(WOLF, 0)
        return changed if fits and all(0 < copies <= at_hand[name] for name, copies in changed.items()) else None

    def _guess(self, deck: Mapping[str, int]) -> Guess:
        return fitted()(deck, self._wish.people.skill, self._wish.rules)

    def _is_even(self, deck: dict[str, int]) -> bool:
        """As even as promised, and no deck a second time."""
        limit: float = constants()["limits"]["even"]
        return deck not in self._before and self._judged(deck)[1] <= limit

    def _judged(self, deck: dict[str, int]) -> tuple[float, float]:
        key = frozenset(deck.items())
        if key not in self._tried:
            guess = self._guess(deck)
            again = 2 * FIRM * (deck in self._before)
            cost = again + _cost(deck, guess, self._wish, self._style, self._before)
            self._tried[key] = cost, again + _off(guess, self._wish)
        return self._tried[key]

    def _cost(self, deck: dict[str, int]) -> float:
        return self._judged(deck)[0]

    def _uneven(self, deck: dict[str, int]) -> float:
        """The same, but no wish is worth a deck that is not even; only promises are."""
        cost, off = self._judged(deck)
        limit: float = constants()["limits"]["even"]
        return cost + 2000 * max(0.0, off - limit)

    def _farness(self, deck: dict[str, int]) -> float:
        """How far from the balance wished for; a promise broken is farther than anything."""
        return self._judged(deck)[1] + 2 * len([*_broken(deck, self._wish, self._style)])


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


def _in_order(deck: dict[str, int]) -> dict[str, int]:
    """The same cards, always in the same order."""
    return {name: deck[name] for name in (*CARDS, FILLER) if name in deck}


def _put(deck: dict[str, int], name: str, copies: int) -> None:
    """So many more; whatever comes to none is left out."""
    copies += deck.get(name, 0)
    deck[name] = copies
    if not copies:
        del deck[name]


def _broken(deck: Mapping[str, int], wish: Evening, style: str) -> Iterator[str]:
    """The promises a deck breaks, once for each card too many: `powers` for newcomers, and `plain` where fewer Simple
    Villagers than Werewolves are there for a liar to hide among; who wishes to be busy has asked for it."""
    limits: dict[str, int] = constants()["limits"]
    if wish.people.skill < limits["newcomers"]:
        yield from ["powers"] * (len(_powers(deck)) - limits["powers_for_newcomers"])
    if style != "bold" and wish.liveliness != "lively":
        yield from ["plain"] * _crowdless(deck)


def _crowdless(deck: Mapping[str, int]) -> int:
    """How many Simple Villagers fewer than Werewolves there are."""
    return max(0, sum(deck.get(name, 0) for name in PACK) - deck.get(FILLER, 0))


def _cost(deck: Mapping[str, int], found: Guess, wish: Evening, style: str, before: list[dict[str, int]]) -> float:
    """How far a deck is from what is wanted; 0 = nothing to wish for."""
    limits: dict[str, float] = constants()["limits"]
    target: float = constants()["balance"][wish.balance]
    cost = 180 * max(0.0, abs(_duel(found) - target) - 0.01)
    cost += FIRM * len([*_broken(deck, wish, style)])
    cost += 200 * max(0.0, found.loners - limits["loners"] + 0.02)  # the nets may be wrong by as much
    cost += 2000 * max(0.0, found.loners - limits["loners"])
    cost += 200 * max(0.0, found.shares["nobody"] - limits["nobody"])
    pack = sum(deck.get(name, 0) for name in PACK)
    plain, others = deck.get(FILLER, 0), wish.players - pack
    wanted: float = constants()["liveliness"][wish.liveliness] + BUSIER[style]
    cost += 60 * max(0.0, abs(1 - plain / others - wanted) - 0.05)
    awake: int = constants()["nightly"][wish.liveliness]
    cost += 40 * max(0, awake - len(nightly(deck)))
    if style != "bold":
        cost += 4 * _crowdless(deck)  # whoever bluffs needs a crowd to hide in
    cost += 3 * max(0, plain - character(FILLER).copies)  # not every box has more
    if "seer" not in deck:
        cost += 40  # a village that knows nothing only guesses
    longest: int = constants()["length"][wish.length]
    if longest:
        cost += 0.5 * max(0, minutes(deck, found.nights) - longest)
    for other in before:
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


def _what_for(now: Guess, wish: Evening) -> str:
    """What a swap is to do for a deck."""
    if _off(now, wish) <= constants()["limits"]["near"]:
        return "vary"
    return "even" if wish.balance == "even" else "wish"


def _best_swaps(deck: Mapping[str, int], wish: Evening, now: Guess, by: Mapping[str, float]) -> tuple[Swap, ...]:
    """What brings the deck nearest to the balance wished for, each time with another card; where it is near already,
    what keeps it there. A power for another one only where too little else is to be had."""
    most = VARIATIONS if _what_for(now, wish) == "vary" else SWAPS
    chosen: list[Swap] = []
    for pairs in (_exchanges(deck, pool(wish), wish), _of_powers(deck, pool(wish), wish)):
        if len(chosen) < VARIATIONS:
            for _, swap in sorted(_swaps(pairs, deck, wish, now, by), key=lambda pair: pair[0]):
                if all(_special(swap) != _special(other) for other in chosen):
                    chosen.append(swap)
    return tuple(chosen[:most])


def _swaps(
    pairs: Iterable[tuple[str, str]], deck: Mapping[str, int], wish: Evening, now: Guess, by: Mapping[str, float]
) -> Iterator[tuple[float, Swap]]:
    """How far from the balance each of them leaves a deck: only what is near enough, what can be seen in whole per
    cents, and what breaks no promise.

    Where games have been counted, they say how it stands, and the nets what a card changes.
    """
    limits: dict[str, float] = constants()["limits"]
    varies = _what_for(now, wish) == "vary"
    worst = limits["even"] if varies else _off(now, wish) - limits["brings"]
    most = 100 * limits["even"] if varies else 100  # Lovers who take from both sides alike are no small variation
    broken = len([*_broken(deck, wish, "")])
    for out, into in pairs:
        changed = _changed(deck, out, into)
        if changed.get(WOLF) and knows(changed, wish.people) and len([*_broken(changed, wish, "")]) <= broken:
            after = shifted(fitted()(changed, wish.people.skill, wish.rules), by)
            swap, off = Swap(out, into, now.village, after.village), _off(after, wish)
            if SEEN <= abs(swap.points) <= most and off <= worst:
                yield off, swap


def _special(swap: Swap) -> str:
    """The card a swap is about: what comes in, or what goes for a Simple Villager."""
    return swap.out if swap.into == FILLER else swap.into


def _off(guess: Guess, wish: Evening) -> float:
    """How far from the balance wished for; loners who win too often count as well."""
    target: float = constants()["balance"][wish.balance]
    most: float = constants()["limits"]["loners"]
    return abs(_duel(guess) - target) + max(0.0, guess.loners - most)


def _exchanges(deck: Mapping[str, int], at_hand: Mapping[str, int], wish: Evening) -> Iterator[tuple[str, str]]:
    """A single card for a single one: a power for a Villager, a Villager for a power, one of the pack for another."""
    for out, into in _singles(deck, at_hand, wish):
        if FILLER in (out, into) or (out in PACK and into in PACK):
            yield out, into


def _of_powers(deck: Mapping[str, int], at_hand: Mapping[str, int], wish: Evening) -> Iterator[tuple[str, str]]:
    """One power for another."""
    for out, into in _singles(deck, at_hand, wish):
        if not {out, into} & {FILLER, *PACK}:
            yield out, into


def _singles(deck: Mapping[str, int], at_hand: Mapping[str, int], wish: Evening) -> Iterator[tuple[str, str]]:
    for out in deck:
        if out in wish.wanted or character(out).together > 1:
            continue
        for into, copies in at_hand.items():
            if into != out and character(into).together == 1 and deck.get(into, 0) < copies:
                yield out, into
