"""Decks to begin with."""

from __future__ import annotations

from nightcall.engine.errors import Fault, InvalidSetup


def recommended(players: int) -> dict[str, int]:
    """A beginners' deck (GEN-13)."""
    if not 8 <= players <= 18:
        raise InvalidSetup([Fault("setup.no_recommendation", "GEN-13", {"given": players})])
    wolves = 2 if players < 12 else 3 if players < 18 else 4
    return {"werewolf": wolves, "seer": 1, "simple_villager": players - wolves - 1}
