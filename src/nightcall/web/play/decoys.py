"""What a call would ask if somebody opened the eyes, for the screen of a call that only pretends to (FK-1).

It is found by telling a game by the same rules in which the card is dealt, so a new character or a new option needs
nothing here.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import Any, Final

from nightcall.engine.events import PUBLIC
from nightcall.engine.game import playout
from nightcall.engine.options import Options
from nightcall.engine.prompts import ACK, Prompt
from nightcall.engine.rule import KINDS, Character, left_over, to_borrow
from nightcall.engine.setup import Setup
from nightcall.rules.decks import deal_buildings
from nightcall.rules.newmoon.pile import event_pile
from nightcall.sim.bots import RandomBot

PLAYERS: Final = 10
LONGEST: Final = 80
"""Questions after which a card that has asked nothing is taken to ask nothing: two nights and the days between."""
TRIES: Final = 6
TRIO: Final = ("fox", "defender", "witch", "seer", "hunter")
KEPT: Final = 500
"""Questions remembered: those of many tables, each with its own rules."""
BY_THE_BOOK: Final = Options()
PLAIN: Final[dict[str, Any]] = {
    "sheriff_election": "off",
    "sheriff_elected_on": "as_book",
    "cards_known_to_app": True,
    "identify_silent_roles_n1": (),
    "buildings_available": True,
    "event_cards_available": True,
    "event_pool": "full_deck",
    "white_werewolf_every": 1,
}
"""Options that decide whether the card can lie there or when it is called, but not what it is asked."""


@lru_cache(KEPT)
def usual(call: str, options: Options = BY_THE_BOOK, *, is_drawn: bool = False) -> Prompt | None:
    """The first question of a live call by these rules; None if nothing is chosen at it.

    `is_drawn`: the app has a chance of its own, and draws where the moderator would (HOUSE-4).
    """
    kind = KINDS.get(call)
    if kind is None or not issubclass(kind, Character):
        return None
    table = _table(kind, replace(options, **PLAIN), seed=1 if is_drawn else None)
    if table.faults():
        return None  # a house rule's card that needs a table of its own
    for seed in range(TRIES):
        found = _first_question(table, kind.name, seed)
        if found is not None:
            return found
    return None


class _Asked(Exception):  # no error: the telling stops where enough is known
    """The question looked for, or None once it is too late for it."""

    def __init__(self, prompt: Prompt | None) -> None:
        self.prompt = prompt


def _first_question(table: Setup, call: str, seed: int) -> Prompt | None:
    bot = RandomBot(Random(seed))
    left = iter(range(LONGEST))

    def answer(prompt: Prompt) -> Any:
        if prompt.key.partition(".")[0] == call and prompt.audience != PUBLIC and prompt.kind != ACK:
            raise _Asked(prompt)
        if next(left, None) is None:
            raise _Asked(None)
        return bot(prompt)

    try:
        playout(table, answer)
    except _Asked as asked:
        return asked.prompt
    return None


def _table(kind: type[Character], options: Options, seed: int | None) -> Setup:
    """The smallest usual table the card can lie on."""
    deck = [kind.name] * kind.together + ["werewolf", "werewolf"]
    deck += ["simple_villager"] * (PLAYERS + left_over([kind.name], options) - len(deck))
    extras: dict[str, Any] = {}
    if kind.needs == "buildings":
        extras["buildings"] = tuple(deal_buildings(PLAYERS, 0))
    if kind.needs == "events":
        extras |= {"events": tuple(event_pile(options, deck)), "draw": "stacked"}
    if kind.borrows:
        extras["trio"] = TRIO[: to_borrow([kind.name], options)]
    if kind.needs_groups:
        extras["groups"] = ("left", "right") * (PLAYERS // 2)
    players = tuple(str(seat) for seat in range(1, PLAYERS + 1))
    return Setup(players, tuple(deck), options=options, seed=seed, **extras)
