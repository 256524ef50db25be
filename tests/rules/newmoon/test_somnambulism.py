"""Somnambulism: what the Seer finds is said aloud."""

from __future__ import annotations

from typing import Any

import pytest

from nightcall import PUBLIC
from tests.table import Table

VILLAGE = "Ann:seer Bea:werewolf Cid:witch Dan Eve Fay Gus Hal"


def table(people: str = VILLAGE, **options: Any) -> Table:
    return Table(people, in_force="somnambulism", **options)


def test_the_card_is_said_but_not_whose() -> None:
    """SOMN-1, SOMN-2, INS-11, SEER-3"""
    t = table().upto("seer.look")
    t.say("Bea")
    assert t.asks("somnambulism.say_card")
    assert t.prompt is not None
    assert t.prompt.card == "werewolf"
    assert not t.prompt.seat
    t.say(True)
    (said,) = t.events("said_in_sleep")
    assert said.seen_by(PUBLIC)
    assert said.facts == {"card": "werewolf"}
    calls = [event.facts["call"] for event in t.events("called")]
    assert calls == ["seer", "werewolves"]


def test_it_begins_with_the_next_look() -> None:
    """SOMN-1, NM-2"""
    t = Table(VILLAGE, events="somnambulism").round(look="Cid").round(look="Dan")
    assert not t.happened("said_in_sleep")
    t.night(look="Bea").dawn().day().night(look="Cid")
    assert [event.facts["card"] for event in t.events("said_in_sleep")] == ["werewolf", "witch"]


def test_an_actor_and_a_servant_in_her_place_talk_in_their_sleep_too() -> None:
    """SOMN-2"""
    t = table("Ann:actor Bea:werewolf Cid Dan Eve Fay", trio="seer fox defender").night(play="seer", look="Bea")
    assert t.happened("said_in_sleep", card="werewolf")
    t = table("Ann:seer Bea:werewolf Cid:devoted_servant Dan Eve Fay").night(look="Dan").dawn().day("Ann", act="Cid")
    t.night(look="Bea")
    assert t.happened("said_in_sleep", card="werewolf")


def test_a_faked_call_is_followed_by_silence() -> None:
    """SOMN-2, FK-15"""
    t = Table("Ann:thief Bea:werewolf Cid:werewolf Dan Eve Fay", spares="seer simple_villager", in_force="somnambulism")
    t.night()
    assert "seer" in t.fakes
    assert not t.happened("said_in_sleep")


@pytest.mark.parametrize(("look", "is_wolf"), [("Bea", True), ("Cid", False)])
def test_of_a_thumb_only_the_side_is_said(look: str, is_wolf: bool) -> None:
    """SOMN-3, OPT-SOMNAMBULISM"""
    t = table(seer_reveal="wolf_thumb", somnambulism_announces="seer_result").upto("seer.look")
    t.say(look)
    assert t.asks("somnambulism.say_wolf" if is_wolf else "somnambulism.say_no_wolf")
    t.answer()
    assert [event.facts for event in t.events("said_in_sleep")] == [{"is_wolf": is_wolf}]


def test_of_a_thumb_an_unknown_card_stays_untold() -> None:
    """SOMN-3, OPT-SOMNAMBULISM"""
    people = "Ann:seer Bea:werewolf Cid:hunter Dan Eve Fay Gus Hal"
    t = table(people, seer_reveal="wolf_thumb", physical=True).round(look="Dan").night(look="Cid")
    assert t.events("said_in_sleep")[-1].facts == {"is_wolf": False}
    assert t.possible("Cid") == {"hunter", "simple_villager"}


def test_of_a_thumb_the_card_is_said_where_it_is_known() -> None:
    """SOMN-3, OPT-SOMNAMBULISM"""
    t = table(seer_reveal="wolf_thumb").night(look="Cid")
    assert t.events("said_in_sleep")[0].facts == {"card": "witch"}
    assert t.happened("thumb", up=False)


def test_a_card_not_known_yet_must_be_entered_to_be_said() -> None:
    """SOMN-1"""
    t = table(physical=True).upto("seer.card", look="Bea")
    assert t.prompt is not None
    assert t.prompt.low == 1
    t.answer()
    assert t.happened("said_in_sleep", card="werewolf")
    t = Table(VILLAGE, physical=True).upto("seer.card", look="Bea")
    assert t.prompt is not None
    assert t.prompt.low == 0


def test_a_seer_who_passes_says_nothing() -> None:
    """SOMN-1"""
    t = table(seer_may_pass=True).night()
    assert not t.happened("said_in_sleep")
