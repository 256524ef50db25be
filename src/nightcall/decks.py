"""Decks to begin with, and a deal of the houses."""

from __future__ import annotations

from collections.abc import Container
from typing import Final

from nightcall.buildings.building import VAGABOND, VAGABONDS, houses
from nightcall.engine.chance import shuffled
from nightcall.engine.errors import Fault, InvalidSetup
from nightcall.engine.options import Options
from nightcall.engine.rule import KINDS
from nightcall.newmoon.card import EventCard

_APART: Final = 0x5CA1AB1E
"""Keeps the deal of the houses, which everybody sees, apart from the cards' when both come from one seed."""


def recommended(players: int) -> dict[str, int]:
    """A beginners' deck (GEN-13)."""
    if not 8 <= players <= 18:
        raise InvalidSetup([Fault("setup.no_recommendation", "GEN-13", {"given": players})])
    wolves = 2 if players < 12 else 3 if players < 18 else 4
    return {"werewolf": wolves, "seer": 1, "simple_villager": players - wolves - 1}


def deal_buildings(players: int, seed: int) -> list[str]:
    """A house for each seat as far as the box goes, a bindle for everybody else; the same for the same seed."""
    homes = sorted(houses())
    most = len(homes) + VAGABONDS
    if not 0 < players <= most:
        raise InvalidSetup([Fault("setup.building_tokens", "GEN-18", {"given": players, "most": most})])
    tokens = homes + [VAGABOND] * max(0, players - len(homes))
    return shuffled(tokens, seed ^ _APART)[:players]


def event_pile(options: Options, deck: Container[str], hand: Container[str] = ()) -> list[str]:
    """Every event card a table may play: the rules know it, and nobody else holds it (OPT-EVENT-POOL, GYPSY-5)."""
    pool = options.event_pool
    return [
        kind.name
        for kind in KINDS.values()
        if issubclass(kind, EventCard)
        and (pool != "helper_only" or kind.in_helper)
        and (pool != "documented_all" or kind.is_documented)
        and (not kind.allowed_by or getattr(options, kind.allowed_by))
        and not (kind.is_spiritualism and "gypsy" in deck)
        and kind.name not in hand
    ]
