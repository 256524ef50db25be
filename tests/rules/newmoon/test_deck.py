"""The whole deck of the New Moon: nothing missing, nothing twice."""

from __future__ import annotations

from collections import Counter

from nightcall import Setup
from nightcall.rules.newmoon import EVENTS
from nightcall.rules.newmoon.spirits import QUESTION_CARDS
from tests import box

NAMES = [kind.name for kind in EVENTS]
OF_THE_BOX = [kind for kind in EVENTS if kind.name in box.EVENTS]
SINGLE = [kind.name for kind in EVENTS if not kind.is_spiritualism]


def test_thirty_six_cards_of_thirty_two_names() -> None:
    """NM-2: 24 immediate, 7 delayed, 5 permanent."""
    assert len(set(NAMES)) == len(NAMES)
    assert len(OF_THE_BOX) == 36
    assert len({name.rpartition("_")[0] if name in QUESTION_CARDS else name for name in box.EVENTS}) == 32
    assert Counter(kind.kind for kind in OF_THE_BOX) == {"immediate": 24, "delayed": 7, "permanent": 5}
    kinds = [kind.kind for kind in EVENTS]
    assert kinds == sorted(kinds, key=["permanent", "delayed", "immediate"].index)


def test_five_spiritualism_cards_with_four_questions_each() -> None:
    """SPIR-1, SPIR-3: twenty questions, none twice."""
    assert [kind.name for kind in EVENTS if kind.is_spiritualism] == list(QUESTION_CARDS)
    assert [len(questions) for questions in QUESTION_CARDS.values()] == [4] * 5
    assert len({question.name for questions in QUESTION_CARDS.values() for question in questions}) == 20


def test_the_whole_deck_can_be_played() -> None:
    """OPT-EVENT-POOL: the default plays them all."""
    Setup.of(6, {"werewolf": 1, "simple_villager": 5}, events=NAMES)


def test_thirty_one_cards_once_the_gypsy_holds_hers() -> None:
    """GYPSY-5"""
    assert sum(not kind.is_spiritualism for kind in OF_THE_BOX) == 31
    Setup.of(6, {"werewolf": 1, "gypsy": 1, "simple_villager": 4}, events=SINGLE)


def test_the_pools_of_the_documents() -> None:
    """OPT-EVENT-POOL: 23 cards in the helper, one more in the rulebooks, twelve in none of them."""
    assert sum(kind.in_helper for kind in OF_THE_BOX) == 23
    assert {kind.name for kind in OF_THE_BOX if kind.is_documented and not kind.in_helper} == {"woodland_gathering"}
    assert sum(not kind.is_documented for kind in OF_THE_BOX) == 12
