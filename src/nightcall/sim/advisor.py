"""Which deck to play: three that differ, for the people, the cards and the evening at hand; and what to change in one.

Everything here is answered by the nets of `nightcall.sim.surrogate`, in an instant. Games say more of the deck that is
chosen.

>>> steady, lively, bold = advise(Evening(players=10))
>>> sum(steady.deck.values()), abs(steady.guess.village - 0.5) < 0.1
(10, True)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from nightcall.engine.errors import NightcallError
from nightcall.engine.rule import character
from nightcall.rules.decks import FILLER
from nightcall.sim.evenings import (
    WOLF,
    Evening,
    broken_promises,
    comes_short,
    constants,
    crowdless,
    leans,
    lonely,
    minutes,
    off_balance,
    pool,
    put,
    shift,
    shifted,
)
from nightcall.sim.people import model
from nightcall.sim.searching import Search
from nightcall.sim.surrogate import CARDS, PACK, PLAYERS, Guess, fitted, knows

STYLES: Final = ("steady", "lively", "bold")
SWAPS: Final = 3
VARIATIONS: Final = 2
"""So many where nothing needs to be changed."""
SEEN: Final = 2
"""Points of a hundred below which a swap changes nothing one would notice."""
BAND: Final = ("newcomers", "seasoned")
"""Between which tables the odds are shown."""


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
        deck = Search(wish, style, [panel.deck for panel in found]).best()
        if deck is not None:
            found.append(panel(deck, wish, style=style))
    return _as_good([each for each in found if not comes_short(each.guess, wish)] or found, wish)


def _as_good(found: list[Panel], wish: Evening) -> list[Panel]:
    """Those that are not much farther from the balance than another one."""
    limits: dict[str, float] = constants()["limits"]
    nearest = min((off_balance(each.guess, wish) for each in found), default=0.0)
    worst = max(limits["uneven"], nearest + limits["nearer"])
    return [each for each in found if off_balance(each.guess, wish) <= worst]


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
    if found.style not in ("", "bold") and crowdless(found.deck):
        yield "plain"
    if "powers" in broken_promises(found.deck, wish, found.style):
        yield "powers"
    longest: int = constants()["length"][wish.length]
    if longest and found.minutes > longest * constants()["limits"]["longer"]:
        yield "length"


def _without(deck: Mapping[str, int]) -> Iterator[tuple[str, dict[str, int]]]:
    """Card -> the deck with plain ones in its place."""
    for name, copies in deck.items():
        if name not in (FILLER, WOLF):
            changed = dict(deck)
            put(changed, name, -copies)
            put(changed, WOLF if name in PACK else FILLER, copies)
            yield name, changed


def _changed(deck: Mapping[str, int], out: str, into: str) -> dict[str, int]:
    changed = dict(deck)
    put(changed, out, -1)
    put(changed, into, 1)
    return changed


def _what_for(now: Guess, wish: Evening) -> str:
    """What a swap is to do for a deck."""
    if off_balance(now, wish) <= constants()["limits"]["near"]:
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
    worst = limits["even"] if varies else off_balance(now, wish) - limits["brings"]
    most = 100 * limits["even"] if varies else 100  # Lovers who take from both sides alike are no small variation
    broken = len([*broken_promises(deck, wish, "")])
    for out, into in pairs:
        changed = _changed(deck, out, into)
        if changed.get(WOLF) and knows(changed, wish.people) and len([*broken_promises(changed, wish, "")]) <= broken:
            after = shifted(fitted()(changed, wish.people.skill, wish.rules), by)
            swap, off = Swap(out, into, now.village, after.village), off_balance(after, wish)
            if SEEN <= abs(swap.points) <= most and off <= worst:
                yield off, swap


def _special(swap: Swap) -> str:
    """The card a swap is about: what comes in, or what goes for a Simple Villager."""
    return swap.out if swap.into == FILLER else swap.into


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
