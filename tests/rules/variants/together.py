"""A table for each variant that goes with another one (VARX-1)."""

from __future__ import annotations

from nightcall import Setup

ROLES = ["witch", "seer", "hunter", "elder", "cupid", "defender", "scapegoat", "simple_villager"]
PLAIN = ["werewolf", "werewolf", "witch", "seer", *["simple_villager"] * 4]


def both(own: str, other: str, seed: int) -> Setup:
    """Eight players with both variants, the cards dealt by the app or lying on the table."""
    twice = other.startswith("double_you")
    deck = [*ROLES, "werewolf", "werewolf", *["simple_villager"] * 6] if twice else PLAIN
    return Setup.of(8, deck, cards_known_to_app=twice or seed % 2 == 0, seed=seed, variants=[own, other])
