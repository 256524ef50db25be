"""What the Devoted Servant becomes with a villager's card."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table import Table


def table(card: str, **settings: Any) -> Table:
    return Table(f"Ann:devoted_servant Bea:werewolf Cid:{card} Dan Eve Fay Gus Hal", **settings)


@pytest.mark.parametrize("card", ["simple_villager", "trusted_villager"])
def test_a_villager_has_no_power(card: str) -> None:
    """SERV-M1"""
    t = table(card).night().dawn().day("Cid", act="Ann").night(devour="Ann").dawn()
    assert t.sees(None, "card_shown", seat="Ann", card=card)
    assert not any(prompt.seat == t.seat("Ann") for prompt in t.asked)


def test_the_trusted_card_lies_open_before_her() -> None:
    """SERV-M1, TRUST-5"""
    t = table("trusted_villager").night().dawn().day("Cid", act="Ann")
    assert t.sees(None, "lies_open", seat="Ann", card="trusted_villager")


def test_a_seer_looks_from_the_next_night_on() -> None:
    """SERV-M2, SERV-3"""
    t = table("seer").night(look="Dan").dawn().day("Cid", act="Ann").night(look="Bea")
    assert t.sees("Ann", "card_seen", seat="Bea", card="werewolf")


def test_the_foxs_lost_scent_is_back() -> None:
    """SERV-M2, FK-10"""
    t = table("fox").night(sniff="Eve")
    assert t.sees("Cid", "sniffed", up=False)
    t.dawn().day().night()
    assert "fox" in t.fakes
    t.dawn().day("Cid", act="Ann").night(sniff="Ann")
    assert t.sees("Ann", "sniffed", up=True)


def test_a_defender_starts_without_history() -> None:
    """SERV-M2, DEF-12"""
    t = table("defender").night(protect="Dan").dawn().day("Cid", act="Ann")
    t.night(protect="Dan", devour="Dan").dawn()
    assert t.happened("nobody_died")
    assert t.dead == ["Cid"]


@pytest.mark.parametrize("physical", [False, True])
def test_a_bear_tamer_is_identified_once_and_the_bear_grunts(physical: bool) -> None:
    """SERV-M2, INS-4"""
    people = "Ann:devoted_servant Bea:werewolf Dan Eve Cid:bear_tamer Fay Gus Hal"
    t = Table(people, physical=physical).night().dawn()
    assert not t.happened("bear_grunted")  # Eve and Fay sit beside Cid
    t.day("Cid", act="Ann").night()
    assert "bear_tamer" in t.calls
    assert t.dawn().happened("bear_grunted")
    assert "bear_tamer" not in t.day().night().calls


def test_a_witch_has_two_new_potions() -> None:
    """SERV-M3"""
    t = table("witch").night(devour="Dan", heal="Dan", poison="Eve").dawn().day("Cid", act="Ann")
    t.night(devour="Dan", heal="Dan", poison="Fay").dawn()
    assert t.dead == ["Eve", "Cid", "Fay"]


def test_a_hunter_shoots_when_she_dies_and_not_before() -> None:
    """SERV-M4, SERV-9, HUNTER-9"""
    t = table("hunter").night().dawn().day("Cid", act="Ann")
    assert t.dead == ["Cid"]
    assert not t.was_asked("hunter.shoot")
    t.night(devour="Ann").dawn(shoot="Eve")
    assert t.dead == ["Cid", "Ann", "Eve"]


def test_an_elder_has_two_lives_and_there_is_no_despair() -> None:
    """SERV-M5, SERV-9"""
    t = table("elder").night(devour="Cid").dawn().day("Cid", act="Ann")
    assert not t.happened("despaired")
    t.night(devour="Ann").dawn()
    assert "Ann" in t.alive
    t.day().night(devour="Ann").dawn()
    assert t.dead == ["Cid", "Ann"]


def test_an_elder_voted_out_later_brings_despair() -> None:
    """SERV-M5"""
    t = table("elder").night().dawn().day("Cid", act="Ann").night().dawn().day("Ann")
    assert t.happened("despaired")


def test_an_idiot_keeps_her_vote_until_she_is_voted_out() -> None:
    """SERV-M6, IDIOT-10"""
    t = table("village_idiot").night().dawn().day("Cid", act="Ann")
    assert t.dead == ["Cid"]
    t.night().dawn().day({"Ann": "Ann"})
    assert t.happened("pardoned", seat="Ann")
    t.night().dawn().upto("vote.ballots", debate="vote")
    assert t.prompt is not None
    assert t.seat("Ann") not in t.prompt.voters


def test_a_scapegoat_voted_out_by_count_leaves_her_the_ties() -> None:
    """SERV-M7, SERV-9, SCAPE-10"""
    t = table("scapegoat").night().dawn().day("Cid", act="Ann")
    assert not t.was_asked("scapegoat.voters")
    t.night().dawn().day({"Dan": "Eve", "Eve": "Dan"}, voters=["Dan"])
    assert t.dead == ["Cid", "Ann"]


def test_a_scapegoats_card_cannot_be_taken_in_a_tie() -> None:
    """SERV-M7, SCAPE-10"""
    t = table("scapegoat").night().dawn().day({"Dan": "Eve", "Eve": "Dan"}, voters=["Dan"])
    assert t.dead == ["Cid"]
    assert not t.was_asked("devoted_servant.act")


def test_a_knight_leaves_his_disease_from_now_on() -> None:
    """SERV-M8"""
    t = table("knight_with_the_rusty_sword").night().dawn().day("Cid", act="Ann")
    t.night(devour="Ann").dawn().day().night().dawn()
    assert t.dead == ["Cid", "Ann", "Bea"]


def test_a_little_girl_may_be_caught_from_now_on() -> None:
    """SERV-M8"""
    t = table("little_girl").night().dawn().day("Cid", act="Ann").night(devour="Dan", caught="Ann").dawn()
    assert t.dead == ["Cid", "Ann"]


def test_a_judge_has_a_new_sign_and_a_new_use() -> None:
    """SERV-M9, JUDGE-6"""
    t = table("wandering_judge").night(sign="winks").dawn().day(["Dan", "Cid"], signed=True, act=[None, "Ann"])
    assert t.dead == ["Dan", "Cid"]
    t.night(sign="coughs")
    assert t.sees("Ann", "sign_agreed", sign="coughs")
    t.dawn().day(["Eve", "Fay"], signed=True)
    assert t.dead == ["Dan", "Cid", "Eve", "Fay"]


def test_the_sign_counts_though_the_judges_card_is_taken() -> None:
    """JUDGE-6, SERV-M9"""
    t = table("wandering_judge").night(sign="winks").dawn().day(["Cid", "Dan"], signed=True, act="Ann")
    assert t.dead == ["Cid", "Dan"]
    t.night(sign="coughs").dawn().day(["Eve", "Fay"], signed=True)
    assert t.dead == ["Cid", "Dan", "Eve", "Fay"]


@pytest.mark.parametrize("physical", [False, True])
@pytest.mark.parametrize("card", ["two_sisters", "three_brothers"])
def test_a_sibling_recognises_the_survivors_the_next_night(card: str, physical: bool) -> None:
    """SERV-M10, SIB-6"""
    third = card if card == "three_brothers" else "simple_villager"
    people = f"Ann:devoted_servant Bea:werewolf Cid:{card} Dan:{card} Eve:{third} Fay Gus Hal"
    t = Table(people, physical=physical).night().dawn().day("Cid", act="Ann").night()
    met = ("Ann", "Dan", "Eve") if card == "three_brothers" else ("Ann", "Dan")
    assert t.sees("Ann", "siblings_met", seats=met)
    assert t.sees("Dan", "siblings_met", seats=met)
    assert card not in t.dawn().day().night().calls


def test_an_actor_has_only_the_cards_that_are_left() -> None:
    """SERV-M12, SERV-6"""
    t = table("actor", trio="seer witch hunter").night(play="seer", look="Bea").dawn().day("Cid", act="Ann")
    t.say(True).upto("actor.play")
    assert t.options == ["witch", "hunter"]
    assert t.prompt is not None
    assert t.prompt.seat == t.seat("Ann")


def test_an_actors_borrowed_power_leaves_with_his_card() -> None:
    """SERV-9, SERV-3"""
    t = table("actor", trio="seer witch hunter").night(play="hunter").dawn().day("Cid", act="Ann")
    assert not t.was_asked("hunter.shoot")
    t.night(devour="Ann").dawn()
    assert t.dead == ["Cid", "Ann"]
    assert not t.was_asked("hunter.shoot")
