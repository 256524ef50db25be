"""Away, while another card, the Town Crier's hand or the Gypsy has something to say."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table import Table

PEOPLE = "Ann:werewolf Bea Cid Dan Eve Fay Gus Hal"


def with_crier(people: str, *, events: str, hand: str, first: dict[str, Any] | None = None, **table: Any) -> Table:
    """Hal is Sheriff and appoints Gus on the first day; up to the second night."""
    t = Table(people, events=events, hand=hand, sheriff="Hal", **table)
    return t.night(**(first or {})).dawn().day(debate=["town_crier.appoint", "vote"], appoint="Gus")


@pytest.mark.parametrize("card", ["little_rascal", "woodland_gathering"])
def test_great_distrust_leaves_them_alone(card: str) -> None:
    """EVX-3: they name nobody and cannot be eliminated; friends are counted among those who are there."""
    t = with_crier(PEOPLE, events=card, hand="great_distrust").night()
    away: dict[str, Any] = {"youngest": "Bea"} if card == "little_rascal" else {"leave": ["Bea"]}
    t.dawn(read="great_distrust", **away).upto("great_distrust.friendless", debate="vote")
    assert t.options == ["Ann", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]
    assert t.prompt is not None
    assert t.prompt.high == 4
    t.answer(friendless=["Cid", "Dan"])
    assert t.dead == ["Cid", "Dan"]


def test_a_nightmare_is_dreamt_without_them() -> None:
    """RASC-4, VOTE-6: they neither accuse nor are accused."""
    t = with_crier(PEOPLE, events="little_rascal", hand="nightmare").night().dawn(youngest="Bea", read="nightmare")
    t.upto("nightmare.first")
    assert "Bea" not in t.options
    t.say("Ann")
    asked = []
    while t.asks("vote.alone"):
        assert t.prompt is not None
        assert "Bea" not in t.options
        asked.append(t.names[t.prompt.seat - 1])
        t.say("Cid" if "Cid" in t.options else "Dan")
    assert asked == ["Ann", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]


def test_punishment_does_not_reach_them() -> None:
    """RASC-4: neither accused nor vouching."""
    t = with_crier(PEOPLE, events="little_rascal", hand="punishment", first={"devour": "Dan"}).night()
    t.dawn(youngest="Bea", read="punishment")
    assert t.asks("punishment.accuse")
    assert "Bea" not in t.options
    t.say("Cid")
    assert "Bea" not in t.options


def test_a_poster_does_not_speak_against_them() -> None:
    """RASC-4, VOTE-13: nobody's voice, not even the poster's, is counted against somebody who is out."""
    people = "Ann:werewolf Bea Cid:scandalmonger Dan Eve Fay"
    houses = "Ann:farm_1 Bea:farm_2 Cid:farm_3"
    t = Table(people, events="little_rascal", houses=houses, scandalmonger_may_pass=True)
    t.round().night(post="Bea").dawn(youngest="Bea").day({"Cid": "Dan"})
    assert "Bea" in t.alive
    assert "Dan" in t.dead


def test_they_are_no_medium() -> None:
    """RASC-4, SPIR-5: the Gypsy's asker is out, the next one on the left holds the hands."""
    people = "Ann:werewolf Bea Cid Dan Eve:gypsy Fay"
    t = Table(people, events="little_rascal").round(devour="Dan", use=False)
    t.upto("gypsy.use").say(True)
    t.answer(card="spiritualism_1", question="1", asker="Bea").dawn(youngest="Bea")
    assert t.events("spirit_asked")[-1].facts["by"] == t.seat("Cid")


def test_the_double_agent_is_somebody_who_is_there() -> None:
    """AGENT-1, RASC-4: nobody can be woken outside, but an absent Werewolf is shown all the same."""
    people = "Ann:werewolf Bea Cid:werewolf Dan Eve Fay Gus Hal"
    t = with_crier(people, events="luncheon_for_seniors", hand="double_agent").night()
    t.dawn(leave=["Bea", "Cid"], read="double_agent")
    assert t.asks("double_agent.point")
    assert t.options == ["Dan", "Eve", "Fay", "Gus", "Hal"]
    t.answer(point="Dan")
    assert t.sees("Dan", "wolves_shown", seats=["Ann", "Cid"])


def test_an_agent_who_returns_by_a_miracle_stays_agent() -> None:
    """EVX-10, MIRA-4: devoured, back as a Simple Villager, and a winner with the wolves."""
    t = Table("Ann:werewolf Bea:hunter Cid Dan Eve", events="double_agent miracle").round().night()
    t.dawn(point="Bea").day().night(devour="Bea").dawn(shoot="Cid")
    assert "Bea" in t.alive
    t.day("Dan")
    assert t.winner is None
    t.night(devour="Eve").dawn()
    assert t.winner == "werewolves"
    assert t.winners == ["Ann", "Bea"]


def test_hunting_after_the_luncheon_is_until_dawn() -> None:
    """EVO-1: of two reasons to be away the longer one counts, in whichever order they are read."""
    for events, hand in (("luncheon_for_seniors", "gone_hunting"), ("gone_hunting", "luncheon_for_seniors")):
        t = with_crier(PEOPLE, events=events, hand=hand).night()
        t.upto(f"{events}.leave").say(["Bea", "Cid"] if events == "luncheon_for_seniors" else ["Cid"])
        t.upto("town_crier.read").say(hand)
        t.say(["Cid"] if hand == "gone_hunting" else ["Bea", "Cid"])
        t.answer().day().upto("werewolves.devour")
        assert t.refuses("Cid").rule == "EVO-1"
        assert "Bea" in t.options
        t.answer().dawn()
        assert t.game.village.away == {}


@pytest.mark.parametrize("physical", [False, True])
@pytest.mark.parametrize("away", ["Ann", "Bea", "Cid"])
def test_a_white_werewolf_never_seen_alone_may_be_away(away: str, physical: bool) -> None:
    """FK-9, IDENT-0: at his first call nobody need open the eyes; the call sounds the same."""
    people = "Ann:werewolf Bea:white_werewolf Cid Dan Eve Fay Gus Hal"
    options: dict[str, Any] = {"crier_first_use": "same_day", "physical": physical}
    t = Table(people, events="burial", hand="saturday_evening_ball", sheriff="Hal", **options).night().dawn()
    t.day(
        debate=["town_crier.appoint", "town_crier.read", "vote"],
        appoint="Gus",
        read="saturday_evening_ball",
        leave=[away],
    )
    t.night()
    assert t.calls == ["werewolves", "white_werewolf"]
    assert t.fakes == ([] if away == "Cid" else ["white_werewolf"])
    t.dawn().day().round().night(white_werewolf_devour="Ann").dawn()
    assert t.dead == ["Ann"]
