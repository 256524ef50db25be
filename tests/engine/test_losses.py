"""Which powers work no more, door by door."""

from __future__ import annotations

import pytest

from nightcall import Setup
from nightcall.engine.game import play
from nightcall.rules.characters.defender import Defender
from nightcall.rules.characters.elder import Elder
from nightcall.rules.characters.piper import Piper

DECK = {"werewolf": 2, "defender": 1, "elder": 1, "piper": 1, "simple_villager": 3}


@pytest.mark.parametrize(
    ("kind", "door", "works"),
    [
        (Defender, "call", False),
        (Defender, "bitten", True),
        (Defender, "threatened", True),
        (Elder, "threatened", False),
        (Piper, "victory", True),
        (Piper, "call", False),
    ],
)
def test_whoever_loses_the_character_keeps_what_its_call_set_in_motion_and_the_goal(
    kind: type, door: str, works: bool
) -> None:
    """TRAN-4, RES-5: the Defender stood before somebody before he lost his power; a goal is no power."""
    setup = Setup.of(8, DECK, cards_known_to_app=True, seed=3)
    village = play(setup).village
    card = next(card for card in village.cards.of.values() if isinstance(card, kind))
    assert village.is_active(card, door)
    village.disempower(card.holder, "TRAN-4")
    assert village.is_active(card, door) is works
    village.empower(card.holder)
    assert village.is_active(card, door)
