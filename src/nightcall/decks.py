"""Decks to begin with, and a deal of the houses."""

from __future__ import annotations

from typing import Final

from nightcall.buildings.building import VAGABOND, houses
from nightcall.engine.chance import shuffled
from nightcall.engine.errors import Fault, InvalidSetup

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
    tokens = homes + [VAGABOND] * max(0, players - len(homes))
    return shuffled(tokens, seed ^ _APART)[:players]
