"""What a host wishes for an evening, and how a deck is measured by it.

Everything here is worked out from the nets of `nightcall.sim.surrogate`, or from what games have counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

from nightcall import written
from nightcall.engine.rule import FIRST_NIGHT, NEVER, character
from nightcall.rules.decks import FILLER
from nightcall.sim.people import People
from nightcall.sim.playouts import wilson
from nightcall.sim.surrogate import BY_THE_BOOK, CARDS, PACK, Guess, Rules

WOLF: Final = "werewolf"
RAREST: Final = 0.01
"""For less often than this no side of the two is taken: from nothing no card would lead anywhere."""
NO_LONERS: Final = ("village", "werewolves", "nobody")
"""Who is left when those who win alone or by two are not counted."""


@cache
def constants() -> dict[str, Any]:
    return written.table(Path(__file__).parent, "advisor")


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


def powers(deck: Mapping[str, int]) -> list[str]:
    """The characters of those who are no Werewolves."""
    return [name for name in deck if name != FILLER and name not in PACK]


def nightly(deck: Mapping[str, int]) -> list[str]:
    """Those of them who are awake night after night."""
    return [name for name in powers(deck) if character(name).wakes not in (NEVER, FIRST_NIGHT)]


def put(deck: dict[str, int], name: str, copies: int) -> None:
    """So many more; whatever comes to none is left out."""
    copies += deck.get(name, 0)
    deck[name] = copies
    if not copies:
        del deck[name]


def broken_promises(deck: Mapping[str, int], wish: Evening, style: str) -> Iterator[str]:
    """The promises a deck breaks, once for each card too many: `powers` for newcomers, and `plain` where fewer Simple
    Villagers than Werewolves are there for a liar to hide among; who wishes to be busy has asked for it."""
    limits: dict[str, int] = constants()["limits"]
    if wish.people.skill < limits["newcomers"]:
        yield from ["powers"] * (len(powers(deck)) - limits["powers_for_newcomers"])
    if style != "bold" and wish.liveliness != "lively":
        yield from ["plain"] * crowdless(deck)


def crowdless(deck: Mapping[str, int]) -> int:
    """How many Simple Villagers fewer than Werewolves there are."""
    return max(0, sum(deck.get(name, 0) for name in PACK) - deck.get(FILLER, 0))


def minutes(deck: Mapping[str, int], nights: float) -> int:
    """How long a game with this deck takes, roughly: so many nights, and as many days less one."""
    spent: dict[str, float] = constants()["minutes"]
    calls = [character(name).wakes for name in deck]
    later = sum(each not in (NEVER, FIRST_NIGHT) for each in calls)
    first = sum(each != NEVER for each in calls)
    asleep = nights * spent["night"] + spent["call"] * (first + (nights - 1) * later * 0.8)  # some fall silent
    awake = max(1.0, nights - 0.5) * (spent["day"] + spent["player"] * sum(deck.values()) * 0.65)
    return round((asleep + awake) / 60)


def duel(guess: Guess) -> float:
    """The village's share of what village and pack win."""
    both = guess.village + guess.shares["werewolves"]
    return guess.village / both if both else 0.5


def off_balance(guess: Guess, wish: Evening) -> float:
    """How far from the balance wished for; loners who win too often count as well."""
    target: float = constants()["balance"][wish.balance]
    most: float = constants()["limits"]["loners"]
    return abs(duel(guess) - target) + max(0.0, guess.loners - most)


def comes_short(guess: Guess, wish: Evening) -> bool:
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
