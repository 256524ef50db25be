"""Despair: what the villagers lose with the Elder, and what nobody loses."""

from __future__ import annotations

from typing import Any

import pytest

from nightcall import PUBLIC
from tests.table import Table


def despairing(others: str, *, night: dict[str, Any] | None = None, **setup: Any) -> Table:
    """Ann, the Elder, is voted out on the first day; Bea is a Werewolf."""
    t = Table(f"Ann:elder Bea:werewolf {others}", **setup).night(**(night or {})).dawn().day("Ann")
    assert t.dead[0] == "Ann"
    return t


def test_it_is_announced_at_once_without_a_cause() -> None:
    """DESP-2, NR-15"""
    t = Table("Ann:elder Bea:werewolf Cid:witch Dan Eve Fay").night(poison="Ann").dawn()
    (event,) = t.events("despaired")
    assert event.seen_by(PUBLIC)
    assert event.facts == {}
    assert event.rule == "DESP-2"
    (died,) = t.events("died", seat="Ann")
    assert "cause" not in died.facts


def test_villagers_are_not_called_any_more_and_their_calls_are_not_faked() -> None:
    """DESP-1, DESP-M1, FK-7, SEER-7"""
    first = {"look": "Fay", "protect": "Fay"}
    t = despairing("Cid:seer Dan:fox Eve:witch Fay Gus:defender Hal:piper", night=first | {"charm": ["Cid", "Dan"]})
    t.night(devour="Fay", charm=["Eve", "Gus"])
    assert t.calls == ["werewolves", "piper", "charmed"]
    assert t.fakes == []


def test_the_calls_end_where_nothing_is_faked_either() -> None:
    """DESP-M1, FK-7, SW-FAKE"""
    t = despairing("Cid:seer Dan Eve Fay Gus", night={"look": "Dan"}, fake_calls=False)
    t.night(devour="Fay")
    assert t.calls == ["werewolves"]


def test_the_actor_gets_no_more_cards() -> None:
    """DESP-3, DESP-M1, ACTOR-9, FK-7"""
    t = despairing("Cid:actor Dan Eve Fay Gus", trio="seer fox hunter")
    t.night(devour="Fay")
    assert t.calls == ["werewolves"]


def test_a_borrowed_power_ends_at_once() -> None:
    """DESP-M1, ACTOR-9"""
    t = Table("Ann:elder Bea:werewolf Cid:actor Dan:witch Eve Fay Gus", trio="hunter fox seer")
    t.night(play="hunter", poison="Ann").dawn().day("Cid")
    assert t.dead == ["Ann", "Cid"]


def test_a_borrowed_card_of_the_ambiguous_ends_too() -> None:
    """DESP-M1, ACTOR-M16"""
    t = Table("Ann:elder Bea:werewolf Cid:actor Dan:witch Eve Fay Gus", trio="devoted_servant fox seer")
    t.night(play="devoted_servant", poison="Ann").dawn()
    t.upto("devoted_servant.act", debate="vote", ballots={"Bea": "Eve"})
    assert t.options == []


def test_infected_villagers_lose_their_powers_too() -> None:
    """DESP-3, DESP-M8, FK-7, SW-DESPAIR-SCOPE"""
    t = Table("Ann:elder Bea:cursed_wolf_father Cid:bear_tamer Dan:hunter Eve:seer Fay Gus")
    t.night(look="Fay", devour="Eve", infect=True).dawn().day("Ann")
    t.night(devour="Fay")
    assert "seer" not in t.calls


@pytest.mark.parametrize(("hits", "grunts"), [(True, 1), (False, 2)])
def test_an_infected_tamers_bear_may_be_left_to_grunt(hits: bool, grunts: int) -> None:
    """DESP-M8, AMD-10, SW-DESPAIR-SCOPE"""
    t = Table("Ann:elder Bea:cursed_wolf_father Cid Dan:bear_tamer Eve Fay", despair_hits_infected_holders=hits)
    t.round("Ann", devour="Dan", infect=True)
    t.night().dawn()
    assert len(t.events("bear_grunted")) == grunts


@pytest.mark.parametrize(("hits", "called"), [(True, False), (False, True)])
def test_an_infected_seer_may_be_left_her_call(hits: bool, called: bool) -> None:
    """AMD-10, FK-7, SW-DESPAIR-SCOPE"""
    t = Table("Ann:elder Bea:cursed_wolf_father Cid Dan:seer Eve:fox Fay", despair_hits_infected_holders=hits)
    t.round("Ann", look="Eve", devour="Dan", infect=True).night(**({"look": "Cid"} if called else {}))
    assert ("seer" in t.calls) is called
    assert "fox" not in t.calls


@pytest.mark.parametrize(("hits", "shoots"), [(True, False), (False, True)])
def test_an_infected_hunter_may_be_left_his_shot(hits: bool, shoots: bool) -> None:
    """AMD-10, DESP-M2"""
    t = Table("Ann:elder Bea:cursed_wolf_father Cid Dan:hunter Eve Fay", despair_hits_infected_holders=hits)
    t.round("Ann", devour="Dan", infect=True).night().dawn().day("Dan")
    assert t.asks("hunter.shoot") is shoots


def test_a_servant_who_takes_a_villagers_card_later_gets_it_without_power() -> None:
    """DESP-4, DESP-5, DESP-M13, SERV-14"""
    t = despairing("Cid:devoted_servant Dan:seer Eve Fay Gus", night={"look": "Eve"})
    t.night().dawn().day("Dan", act="Cid")
    assert t.sees("Cid", "card_taken", card="seer")
    t.night()
    assert t.calls == ["werewolves"]


def test_a_servant_who_becomes_the_thief_later_takes_cards_without_power() -> None:
    """DESP-4, DESP-M13, SERV-M13"""
    t = despairing("Cid:devoted_servant Dan:thief Eve Fay Gus:werewolf", spares="seer fox")
    t.night().dawn().day("Dan", act="Cid").night(swap="seer")
    assert t.sees("Cid", "stole", card="seer")
    assert t.calls == ["thief", "werewolves"]


def test_the_hunter_does_not_shoot() -> None:
    """DESP-M2, HUNTER-9"""
    t = despairing("Cid:hunter Dan Eve Fay Gus").night(devour="Cid").dawn()
    assert t.dead == ["Ann", "Cid"]
    assert not t.was_asked("hunter.shoot")


def test_a_hunter_of_the_same_batch_still_shoots() -> None:
    """DESP-M2, RES-5"""
    t = Table("Ann:elder Bea:werewolf Cid:hunter Dan:witch Eve Fay").night(devour="Cid", poison="Ann").dawn()
    assert t.happened("despaired")
    assert t.asks("hunter.shoot")


def test_a_hunter_who_grieves_for_the_elder_does_not_shoot() -> None:
    """DESP-M2, RES-5"""
    t = Table("Ann:elder Bea:werewolf Cid:hunter Dan:cupid Eve Fay").night(pair=["Ann", "Cid"]).dawn().day("Ann")
    assert t.dead == ["Ann", "Cid"]
    assert not t.was_asked("hunter.shoot")


def test_the_little_girl_may_not_spy() -> None:
    """DESP-M3, GIRL-8"""
    t = Table("Ann:elder Bea:werewolf Cid:little_girl Dan Eve Fay").night().dawn()
    assert t.was_asked("little_girl.caught")
    asked = sum(prompt.key == "little_girl.caught" for prompt in t.asked)
    t.day("Ann").night(devour="Eve")
    assert sum(prompt.key == "little_girl.caught" for prompt in t.asked) == asked


TIED = {"Bea": "Dan", "Eve": "Fay"}


@pytest.mark.parametrize("physical", [False, True])
def test_the_scapegoat_is_safe_in_ties(physical: bool) -> None:
    """DESP-M4"""
    t = despairing("Cid:scapegoat Dan Eve Fay Gus", physical=physical).night().dawn().day(TIED)
    assert t.dead == ["Ann"]
    assert not t.was_asked("scapegoat.declare")


def test_a_scapegoat_voted_out_gives_no_list() -> None:
    """DESP-M4"""
    t = despairing("Cid:scapegoat Dan Eve Fay Gus").night().dawn().day("Cid")
    assert t.dead == ["Ann", "Cid"]
    assert t.asks("night.falls")


def test_a_list_already_given_stays_in_force() -> None:
    """DESP-M4, DESP-5"""
    t = Table("Ann:elder Bea:werewolf Cid:scapegoat Dan:witch Eve Fay Gus").night().dawn()
    t.day(TIED, voters=["Eve", "Fay"]).night(poison="Ann").dawn()
    t.upto("vote.ballots", debate="vote")
    assert t.prompt is not None
    assert [t.names[seat - 1] for seat in t.prompt.voters] == ["Eve", "Fay"]


def test_the_idiot_is_not_pardoned() -> None:
    """DESP-M5"""
    t = despairing("Cid:village_idiot Dan Eve Fay Gus").night().dawn().day("Cid")
    assert t.dead == ["Ann", "Cid"]


def test_an_idiot_revealed_before_has_no_vote_and_can_be_voted_out() -> None:
    """DESP-M5, AMD-11, VOTE-13"""
    t = Table("Ann:elder Bea:werewolf Cid:village_idiot Dan Eve Fay Gus").round("Cid").round("Ann")
    t.night().dawn().upto("vote.ballots", debate="vote")
    assert t.refuses({"Cid": "Eve"}).rule == "IDIOT-1"
    t.say({"Dan": "Cid"})
    assert t.dead == ["Ann", "Cid"]


@pytest.mark.parametrize(("hits", "votable"), [(True, True), (False, False)])
def test_an_infected_idiot_may_be_left_his_pardon(hits: bool, votable: bool) -> None:
    """AMD-10, AMD-11, SW-DESPAIR-SCOPE"""
    people = "Ann:elder Bea:cursed_wolf_father Cid:village_idiot Dan Eve Fay Gus"
    t = Table(people, despair_hits_infected_holders=hits).round("Cid", devour="Cid", infect=True).round("Ann")
    t.night().dawn().upto("vote.ballots", debate="vote")
    assert ("Cid" in t.options) is votable


def test_the_judge_has_no_second_vote() -> None:
    """DESP-M6"""
    t = despairing("Cid:wandering_judge Dan Eve Fay Gus").night().dawn()
    asked = len(t.asked)
    t.day("Dan")
    assert not any(prompt.key == "wandering_judge.signed" for prompt in t.asked[asked:])


def test_a_sign_given_in_the_vote_that_kills_the_elder_counts() -> None:
    """DESP-M6"""
    t = Table("Ann:elder Bea:werewolf Cid:wandering_judge Dan Eve Fay Gus").night().dawn()
    t.day(["Ann", "Dan"], signed=True)
    assert t.dead == ["Ann", "Dan"]


def test_a_disease_already_noted_still_kills() -> None:
    """DESP-M7, DESP-M11"""
    t = Table("Ann:elder Bea:werewolf Cid:knight_with_the_rusty_sword Dan:werewolf Eve Fay Gus")
    t.round("Ann", devour="Cid").night().dawn()
    assert t.dead == ["Cid", "Ann", "Dan"]


def test_a_knight_devoured_later_leaves_no_disease() -> None:
    """DESP-M7"""
    t = despairing("Cid:knight_with_the_rusty_sword Dan Eve Fay Gus").round(devour="Cid").night().dawn()
    assert t.dead == ["Ann", "Cid"]


def test_the_bear_grunts_no_more() -> None:
    """DESP-M8"""
    t = despairing("Cid:bear_tamer Dan Eve Fay Gus")
    assert len(t.events("bear_grunted")) == 1
    t.night().dawn()
    assert len(t.events("bear_grunted")) == 1


def test_the_siblings_have_no_more_extra_wakes() -> None:
    """DESP-M9, INS-1"""
    t = Table(
        "Ann:elder Bea:werewolf Cid:two_sisters Dan:two_sisters Eve:three_brothers Fay:three_brothers "
        "Gus:three_brothers Hal",
        siblings_extra_wakes="every_other_night",
    )
    t.round().round().night()
    assert t.calls == ["two_sisters", "three_brothers", "werewolves"]
    t.dawn().day("Ann").round().night()
    assert t.calls == ["werewolves"]
