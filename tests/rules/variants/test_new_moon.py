"""The New Moon as a variant: the events under one name."""

from __future__ import annotations

import pytest

from nightcall import InvalidSetup, Setup, play
from nightcall.rules.newmoon import EVENTS
from nightcall.rules.newmoon.pile import event_pile
from tests.strategies import random_game
from tests.table import Table

DECK = ["werewolf", "werewolf", "witch", "seer", *["simple_villager"] * 4]


def test_without_cards_named_it_is_the_whole_deck() -> None:
    """NEW-1: all the cards the options allow, drawn as the setup says, from the second morning on."""
    setup = Setup.of(8, DECK, variants=["new_moon"])
    assert setup.events == tuple(event_pile(setup.options, DECK))
    assert setup.draw == "entered"
    t = Table("Ann:werewolf Bea Cid Dan Eve Fay", variants="new_moon", draw="entered")
    t.night(devour="Bea").dawn().day().night().upto("new_moon.drawn", breaks=True)
    assert t.options == list(t.setup.events)
    t.answer(drawn="burial")
    assert t.happened("event_read", event="burial")


def test_the_options_decide_which_cards_belong_to_it() -> None:
    """NEW-1, OPT-EVENT-POOL, GYPSY-5."""
    few = Setup.of(8, DECK, variants=["new_moon"], event_pool="helper_only").events
    assert set(few) <= {kind.name for kind in EVENTS if kind.in_helper}
    assert "burial" in few
    hers = Setup.of(8, [*DECK[:-1], "gypsy"], variants=["new_moon"]).events
    assert not [kind.name for kind in EVENTS if kind.is_spiritualism and kind.name in hers]
    hand = Setup.of(8, DECK, variants=["new_moon"], hand=["burial", "flood"]).events
    assert not {"burial", "flood"} & set(hand)


def test_cards_named_are_the_pile() -> None:
    """NEW-1: the name changes nothing where the cards are chosen."""
    named = Setup.of(8, DECK, variants=["new_moon"], events=["burial"], draw="stacked")
    assert named.events == ("burial",)
    assert Setup.of(8, DECK).events == ()


def test_a_box_without_event_cards_cannot_play_it() -> None:
    """NEW-1, OPT-EVENTS."""
    with pytest.raises(InvalidSetup) as caught:
        Setup.of(8, DECK, variants=["new_moon"], event_cards_available=False)
    assert "setup.no_events" in [fault.key for fault in caught.value.faults]


def test_made_or_read_from_a_tape_it_is_the_same() -> None:
    """NEW-1"""
    setup = Setup.of(8, DECK, variants=["new_moon"], seed=3, draw="shuffled")
    assert Setup.from_json(setup.to_json()) == setup
    assert Setup(setup.players, setup.deck, variants=("new_moon",)).events == setup.events


@pytest.mark.parametrize("seed", range(24))
def test_random_games_end_and_replay(seed: int) -> None:
    """NEW-1, VARX-1: with any of the variants that exclude nothing."""
    others = (["surely_not_him"], ["moonlight_hard", "writing_on_the_wall"], ["harvest_festival"], [])[seed % 4]
    setup = Setup.of(
        8, DECK, cards_known_to_app=seed % 2 == 0, seed=seed, draw="shuffled", variants=["new_moon", *others]
    )
    village, outcome, recorder = random_game(setup, seed)
    game = play(setup, recorder.answers)
    assert game.outcome == outcome
    assert [event.to_json() for event in game.events] == [event.to_json() for event in village.events]
