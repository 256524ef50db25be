"""Decks to begin with: a beginners' deck, mixes of our own, and a deal of the houses."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from nightcall.engine.chance import shuffled
from nightcall.engine.checking import FEWEST, MOST
from nightcall.engine.errors import Fault, InvalidSetup
from nightcall.engine.rule import character
from nightcall.engine.setup import VAGABOND
from nightcall.rules.buildings.building import houses

FILLER: Final = "simple_villager"
"""Fills up whatever a deck leaves open."""
_WOLF: Final = "werewolf"
_PACK: Final = ("big_bad_wolf", "cursed_wolf_father")
"""Join the pack when the box has no more plain Werewolves."""
_VILLAGERS: Final = 9
"""Simple Villagers in the box."""
VILLAGERS_OF_BASE: Final = 13
"""And in the first one, as a beginners' deck needs them (GEN-13)."""
_USUAL: Final = ("classic", "lively", "beginners")
"""What is proposed to whoever has not chosen: the first of these that suits the table."""

_APART: Final = 0x5CA1AB1E
"""Keeps the deal of the houses, which everybody sees, apart from the cards' when both come from one seed."""


def recommended(players: int) -> dict[str, int]:
    """A beginners' deck (GEN-13)."""
    if not 8 <= players <= 18:
        raise InvalidSetup([Fault("setup.no_recommendation", "GEN-13", {"given": players}, about=("players",))])
    wolves = 2 if players < 12 else 3 if players < 18 else 4
    return {"werewolf": wolves, "seer": 1, "simple_villager": players - wolves - 1}


def deal_buildings(players: int, seed: int) -> list[str]:
    """A house for each seat as far as the box goes, a bindle for everybody else; the same for the same seed."""
    homes = sorted(houses())
    tokens = homes + [VAGABOND] * max(0, players - len(homes))
    return shuffled(tokens, seed ^ _APART)[:players]


# -- mixes of our own --


@dataclass(frozen=True, slots=True)
class Mix:
    """A way to put a deck together, for any number of players between two."""

    name: str
    low: int
    high: int
    powers: int
    """At least so many in a hundred of those who are no Werewolves have a power."""
    cards: tuple[str, ...]
    """Who joins the village, in this order, as there is room."""
    pack: tuple[str, ...] = ()
    """Who comes in place of a second, third… plain Werewolf."""


MIXES: Final = (
    Mix("beginners", FEWEST, MOST, 0, ("seer", "witch", "hunter", "cupid", "defender", "village_idiot", "elder")),
    Mix("classic", 6, 17, 45, ("seer", "cupid", "witch", "hunter", "little_girl")),
    Mix(
        "lively",
        5,
        30,
        60,
        (
            "seer",
            "fox",
            "cupid",
            "defender",
            "two_sisters",
            "bear_tamer",
            "witch",
            "village_idiot",
            "wandering_judge",
            "hunter",
            "scapegoat",
            "elder",
            "little_girl",
            "three_brothers",
            "knight_with_the_rusty_sword",
        ),
    ),
    Mix(
        "wolves",
        8,
        30,
        70,
        (
            "seer",
            "hunter",
            "fox",
            "defender",
            "witch",
            "bear_tamer",
            "cupid",
            "two_sisters",
            "village_idiot",
            "elder",
            "three_brothers",
            "knight_with_the_rusty_sword",
            "wandering_judge",
            "scapegoat",
        ),
        pack=("big_bad_wolf", "cursed_wolf_father"),
    ),
    Mix(
        "turncoats",
        10,
        30,
        70,
        (
            "seer",
            "wild_child",
            "cupid",
            "witch",
            "defender",
            "hunter",
            "wolf_hound",
            "elder",
            "devoted_servant",
            "two_sisters",
            "bear_tamer",
            "village_idiot",
            "fox",
            "three_brothers",
            "wandering_judge",
            "angel",
            "piper",
        ),
        pack=("white_werewolf", "cursed_wolf_father"),
    ),
    Mix(
        "everything",
        12,
        30,
        100,
        (
            "seer",
            "hunter",
            "cupid",
            "wild_child",
            "witch",
            "village_idiot",
            "wolf_hound",
            "fox",
            "devoted_servant",
            "defender",
            "scapegoat",
            "bear_tamer",
            "wandering_judge",
            "elder",
            "two_sisters",
            "knight_with_the_rusty_sword",
            "little_girl",
            "three_brothers",
            "angel",
            "piper",
        ),
        pack=("big_bad_wolf", "white_werewolf", "cursed_wolf_father"),
    ),
)
"""The gentlest first."""


_SIZES: Final = {
    "classic": "8: 2+2, 9: 3+3, 10: 3+3, 11: 3+3, 12: 4+4, 13: 4+4, 14: 4+4, 15: 4+4, 16: 4+4, 17: 4+4",
    "lively": "8: 2+2, 9: 3+4, 10: 3+3, 11: 3+3, 12: 4+6, 13: 4+6, 14: 4+4, 15: 5+8, 16: 4+4, 17: 4+4, 18: 5+7",
    "wolves": "8: 2+2, 9: 3+6, 10: 3+6, 11: 3+6, 12: 3+6, 13: 3+5, 14: 4+7, 15: 4+8, 16: 4+8, 17: 4+8, 18: 5+9",
    "turncoats": "10: 3+6, 11: 3+6, 12: 3+6, 13: 3+6, 14: 3+6, 15: 3+6, 16: 3+8, 17: 4+10, 18: 4+10",
    "everything": "12: 3+7, 13: 3+7, 14: 3+7, 15: 3+7, 16: 4+12, 17: 4+13, 18: 4+13",
}
EVEN: Final[Mapping[str, Mapping[int, tuple[int, int]]]] = {
    name: {
        int(players): (int(wolves), int(powers))
        for players, wolves, powers in re.findall(r"(\d+): (\d+)\+(\d+)", sizes)
    }
    for name, sizes in _SIZES.items()
}
"""Mix -> players -> Werewolves, and others with a power: so that an ordinary table is about even, as far as the advisor
knows (`python -m scripts.odds mixes`). For other numbers of players a mix keeps the measure of the book."""


def mixes(players: int, villagers: int = VILLAGERS_OF_BASE) -> dict[str, dict[str, int]]:
    """Every mix that suits this many players and a box with so many Simple Villagers: its name -> its deck."""
    return {mix.name: _mixed(mix, players, villagers) for mix in MIXES if mix.low <= players <= mix.high}


def usual(players: int, villagers: int = VILLAGERS_OF_BASE) -> str:
    """The mix for whoever has not chosen one; empty if there is none."""
    suiting = mixes(players, villagers)
    of_base = ("classic", "beginners") if villagers == VILLAGERS_OF_BASE else _USUAL  # that box has no other characters
    return next((name for name in of_base if name in suiting), "")


def _mixed(mix: Mix, players: int, villagers: int) -> dict[str, int]:
    if players in EVEN.get(mix.name, {}):
        return mixed(mix, players, *EVEN[mix.name][players])
    wolves = _wolves(players)
    room = players - wolves
    boxed = _VILLAGERS if mix.powers else villagers
    return mixed(mix, players, wolves, max(1, room * mix.powers // 100, room - boxed))


def mixed(mix: Mix, players: int, wolves: int, powers: int) -> dict[str, int]:
    """The deck of a mix with so many Werewolves and so many others who have a power."""
    deck = Counter(_pack(mix, wolves))
    room = players - wolves
    for name in mix.cards:
        together = character(name).together
        if together <= powers:
            deck[name] += together
            powers -= together
            room -= together
    deck[FILLER] += room
    return {name: copies for name, copies in deck.items() if copies}


def _wolves(players: int) -> int:
    """As GEN-13 has it, and on in the same measure below and above."""
    steps = ((7, 1), (12, 2), (18, 3), (24, 4), (30, 5))
    return next((wolves for below, wolves in steps if players < below), players // 5)


def _pack(mix: Mix, wolves: int) -> list[str]:
    """At least one plain Werewolf; others as the mix has them, or when the box has no more."""
    others = list(mix.pack[: wolves - 1])
    spare = [name for name in _PACK if name not in others]
    missing = max(0, wolves - len(others) - character(_WOLF).copies)
    others += spare[:missing]
    return [_WOLF] * (wolves - len(others)) + others


def doubled(players: int) -> dict[str, int]:
    """Two cards each, for either complication of Double You; the open ones come first (DBL-1, DBL-5)."""
    roles = ("seer", "hunter", "witch", "cupid", "defender", "elder", "scapegoat")
    wolves = min(4, max(2, _wolves(players)))  # as many as two boxes have for it (AMD-58)
    villagers = max(0, 2 * players - len(roles) - wolves)
    return {**dict.fromkeys(roles, 1), "simple_villager": villagers, _WOLF: wolves}
