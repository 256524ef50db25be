"""The search for a deck: from a mix by exchanges of one card, under the nets, until it is what the host wishes for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product
from random import Random
from typing import Final

from nightcall.engine.rule import character
from nightcall.rules.decks import FILLER, mixes
from nightcall.sim.evenings import (
    WOLF,
    Evening,
    broken_promises,
    comes_short,
    constants,
    crowdless,
    duel,
    minutes,
    nightly,
    off_balance,
    pool,
    powers,
    put,
)
from nightcall.sim.surrogate import CARDS, PACK, WOLVES, Guess, fitted, knows

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

Cost = Callable[[dict[str, int]], float]


class Search:
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
        if comes_short(self._guess(found), self._wish):
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
        put(changed, out, -character(out).together)
        put(changed, into, character(into).together)
        put(changed, FILLER, players - sum(changed.values()))
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
            self._tried[key] = cost, again + off_balance(guess, self._wish)
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
        return self._judged(deck)[1] + 2 * len([*broken_promises(deck, self._wish, self._style)])


def _start(wish: Evening, at_hand: Mapping[str, int], style: str) -> dict[str, int] | None:
    """A mix without what is not at hand, with what is wanted, and with a pack the nets know."""
    offered = mixes(wish.players)
    mix = offered.get(BEGINS_WITH[style]) or offered["lively"]
    deck = {name: min(copies, at_hand[name]) for name, copies in mix.items() if name in at_hand and name != FILLER}
    deck |= {name: deck.get(name) or character(name).together for name in wish.wanted if name != FILLER}
    if wish.people.skill < constants()["limits"]["newcomers"]:
        for name in powers(deck)[constants()["limits"]["powers_for_newcomers"] :]:
            if name not in wish.wanted:
                del deck[name]
    while (room := wish.players - sum(deck.values())) < 0:
        spare = [name for name in deck if name not in (*wish.wanted, WOLF)]
        if not spare:
            return None
        del deck[spare[-1]]
    put(deck, FILLER, room)
    pack = sum(deck.get(name, 0) for name in PACK)
    missing = max(1, int(WOLVES[0] * wish.players) + 1) - pack
    if missing > 0:
        if deck.get(FILLER, 0) < missing:
            return None
        put(deck, WOLF, missing)
        put(deck, FILLER, -missing)
    _thin_out(deck, wish)
    return deck if knows(deck, wish.people) else None


def _thin_out(deck: dict[str, int], wish: Evening) -> None:
    """Where what is wanted makes the pack too large, villagers in place of others in it, but for one plain Werewolf."""
    excess = sum(deck.get(name, 0) for name in PACK) - int(WOLVES[1] * wish.players)
    while excess > 0:
        spare = [name for name in PACK if deck.get(name, 0) > (name == WOLF) and name not in wish.wanted]
        if not spare:
            return
        put(deck, spare[-1], -1)
        put(deck, FILLER, 1)
        excess -= 1


def _in_order(deck: dict[str, int]) -> dict[str, int]:
    """The same cards, always in the same order."""
    return {name: deck[name] for name in (*CARDS, FILLER) if name in deck}


def _cost(deck: Mapping[str, int], found: Guess, wish: Evening, style: str, before: list[dict[str, int]]) -> float:
    """How far a deck is from what is wanted; 0 = nothing to wish for."""
    limits: dict[str, float] = constants()["limits"]
    target: float = constants()["balance"][wish.balance]
    cost = 180 * max(0.0, abs(duel(found) - target) - 0.01)
    cost += FIRM * len([*broken_promises(deck, wish, style)])
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
        cost += 4 * crowdless(deck)  # whoever bluffs needs a crowd to hide in
    cost += 3 * max(0, plain - character(FILLER).copies)  # not every box has more
    if "seer" not in deck:
        cost += 40  # a village that knows nothing only guesses
    longest: int = constants()["length"][wish.length]
    if longest:
        cost += 0.5 * max(0, minutes(deck, found.nights) - longest)
    for other in before:
        cost += 2 * sum(name in other for name in deck if name not in (FILLER, WOLF, "seer"))
    return cost
