"""What a call would ask if somebody opened the eyes, for the screen of a call that only pretends to (FK-1).

It is found by telling a game in which the card is dealt, so a new character needs nothing here.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any, Final

from nightcall.engine.errors import NightcallError
from nightcall.engine.events import PUBLIC
from nightcall.engine.game import play
from nightcall.engine.options import Options
from nightcall.engine.prompts import ACK, Prompt
from nightcall.engine.rule import KINDS, Character, left_over
from nightcall.engine.setup import Setup
from nightcall.rules.decks import deal_buildings
from nightcall.rules.newmoon.pile import event_pile
from nightcall.sim.bots import RandomBot

PLAYERS: Final = 10
LONGEST: Final = 80
"""Questions after which a card that has asked nothing is taken to ask nothing: two nights and the days between."""
TRIES: Final = 6
TRIO: Final = ["fox", "defender", "witch"]


@cache
def usual(call: str) -> Prompt | None:
    """The first question of a live call; None if nothing is chosen at it."""
    kind = KINDS.get(call)
    if kind is None or not issubclass(kind, Character):
        return None
    for seed in range(TRIES):
        found = _first_question(kind, seed)
        if found is not None:
            return found
    return None


def _first_question(kind: type[Character], seed: int) -> Prompt | None:
    try:
        game, bot = play(_table(kind)), RandomBot(Random(seed))
    except NightcallError:
        return None  # a house rule's card that needs a table of its own
    for _ in range(LONGEST):
        prompt = game.prompt
        if prompt is None:
            return None
        if prompt.key.partition(".")[0] == kind.name and prompt.audience != PUBLIC and prompt.kind != ACK:
            return prompt
        game = game.answer(bot(prompt))
    return None


def _table(kind: type[Character]) -> Setup:
    """The smallest usual table the card can lie on."""
    deck = [kind.name] * kind.together + ["werewolf", "werewolf"]
    deck += ["simple_villager"] * (PLAYERS + left_over([kind.name], Options()) - len(deck))
    extras: dict[str, Any] = {"sheriff_election": "off", "cards_known_to_app": True}
    if kind.needs == "buildings":
        extras["buildings"] = deal_buildings(PLAYERS, 0)
    if kind.needs == "events":
        extras |= {"events": event_pile(Setup(("1",), ()).options, deck), "draw": "stacked"}
    if kind.borrows:
        extras["trio"] = TRIO
    if kind.needs_groups:
        extras["groups"] = ["left", "right"] * (PLAYERS // 2)
    return Setup.of(PLAYERS, deck, **extras)
