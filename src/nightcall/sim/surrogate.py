"""The odds of a deck at once: small nets fitted to many games of believable players (`make odds`).

They speak of what they were fitted on and of nothing else: a number of players, cards and a skill within their range,
the book's own options, no houses, events or variants. For anything else `guess` gives None, and only games count.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from hashlib import sha256
from importlib.resources import files
from math import exp, log, tanh
from typing import Any, Final

from nightcall.engine.options import Options
from nightcall.engine.rule import character
from nightcall.engine.setup import Setup
from nightcall.sim.people import People, model

SIDES: Final = ("village", "werewolves", "white_werewolf", "piper", "angel", "lovers", "nobody")
NEEDS: Final = {"white_werewolf": "white_werewolf", "piper": "piper", "angel": "angel", "lovers": "cupid"}
"""Side -> the card without which it cannot win."""
CARDS: Final = (
    *("werewolf", "big_bad_wolf", "cursed_wolf_father", "white_werewolf", "wild_child", "wolf_hound", "piper", "angel"),
    *("seer", "witch", "hunter", "cupid", "little_girl", "defender", "elder", "village_idiot", "scapegoat", "fox"),
    *("bear_tamer", "knight_with_the_rusty_sword", "wandering_judge", "two_sisters", "three_brothers"),
    "devoted_servant",
)
"""Every card it knows, Simple Villagers apart."""
PLAYERS: Final = (8, 18)
SKILL: Final = (0.3, 0.85)
WOLVES: Final = (0.12, 0.36)
"""The share of the pack, Werewolves of every kind."""

Net = Mapping[str, Any]


def features(deck: Mapping[str, int], skill: float) -> list[float]:
    """A deck and a skill as the nets see them; about -1 to 1 each."""
    players = sum(deck.values())
    wolves = sum(copies for name, copies in deck.items() if character(name).is_wolf)
    parity = 1.0 if players % 2 else -1.0
    plain = deck.get("simple_villager", 0) + deck.get("werewolf", 0)
    extra = sum(deck.get(name, 0) for name in ("witch", "hunter", "elder", "defender", "cupid"))
    knowing = 3 * (skill - 0.5)
    return [
        1.0,
        (players - 13) / 5,
        parity,
        log(wolves / (players - wolves)) + 1.2,
        (wolves - 3) / 2,
        knowing,
        knowing * knowing,
        (players - plain) / players - 0.5,
        parity * extra / 3,
        parity * (wolves - 3) / 2,
        knowing * (wolves - 3) / 2,
        knowing * deck.get("seer", 0),
        *(deck.get(name, 0) / (2 if name in ("werewolf", "two_sisters", "three_brothers") else 1) for name in CARDS),
    ]


def shares(nets: Sequence[Net], deck: Mapping[str, int], skill: float) -> dict[str, float]:
    """Who wins how often, by all nets together; sides that cannot win have no share."""
    seen = features(deck, skill)
    possible = [side for side in SIDES if deck.get(NEEDS.get(side, ""), 0) or side not in NEEDS]
    total = dict.fromkeys(possible, 0.0)
    for net in nets:
        hidden = [tanh(sum(map(_times, row, seen))) for row in net["hidden"]]
        hidden.append(1.0)
        for side in possible:
            total[side] += sum(map(_times, net["heads"][side], hidden))
    odds = {side: exp(value / len(nets)) for side, value in total.items()}
    whole = sum(odds.values())
    return {side: value / whole for side, value in odds.items()}


def _times(one: float, other: float) -> float:
    return one * other


# -- whether it may speak --


def usual() -> Options:
    """The options it was fitted under."""
    return Options.of("pact", cards_known_to_app=True)


def declines(setup: Setup, people: People) -> bool:
    """Whether this table is outside what it knows."""
    options = replace(setup.options, cards_known_to_app=True)
    if options != usual() or setup.buildings or setup.events or setup.variants or setup.in_force or setup.hand:
        return True
    deck = Counter(setup.deck)
    if setup.also_announced or set(deck) - {*CARDS, "simple_villager"}:
        return True
    players = len(setup.players)
    wolves = sum(copies for name, copies in deck.items() if character(name).is_wolf)
    return (
        not PLAYERS[0] <= players <= PLAYERS[1]
        or not SKILL[0] <= people.skill <= SKILL[1]
        or people.cunning != People().cunning
        or not WOLVES[0] <= wolves / players <= WOLVES[1]
    )


def guess(setup: Setup, people: People | None = None) -> dict[str, float] | None:
    """Who wins this table how often, in an instant; None outside its range."""
    people = people or People()
    return None if declines(setup, people) else shares(fitted()["nets"], Counter(setup.deck), people.skill)


# -- the fit, as data --


@cache
def fitted() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(files(__package__).joinpath("surrogate.json").read_text("utf-8"))
    return found


def fingerprint() -> str:
    """Changes with the players' constants and with what the nets are shown: a fit to others is stale."""
    what = json.dumps([model(), SIDES, CARDS, PLAYERS, SKILL, WOLVES, usual().difference()], sort_keys=True)
    return sha256(what.encode()).hexdigest()[:16]
