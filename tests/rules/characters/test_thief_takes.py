"""What the Thief becomes with each card."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table import Table

TABLE = "Ann:thief Bea:werewolf Cid:werewolf Dan Eve Fay Gus"


def table(card: str, other: str = "simple_villager", people: str = TABLE, **settings: Any) -> Table:
    return Table(people, spares=f"{card} {other}", **settings)


def test_an_actor_is_called_next_with_his_three_cards() -> None:
    """THIEF-M1"""
    t = table("actor", trio="seer witch hunter").night(swap="actor", play="seer", look="Bea")
    assert t.calls[:2] == ["thief", "actor"]
    assert t.sees("Ann", "cards_offered", cards=("seer", "witch", "hunter"))
    assert t.sees("Ann", "card_seen", seat="Bea", card="werewolf")


def test_a_seer_looks_tonight() -> None:
    """THIEF-M2"""
    t = table("seer").night(swap="seer", look="Bea")
    assert t.sees("Ann", "card_seen", seat="Bea", card="werewolf")


def test_a_cupid_makes_a_couple_tonight() -> None:
    """THIEF-M2"""
    t = table("cupid").night(swap="cupid", pair=["Dan", "Eve"])
    assert t.sees("Dan", "fell_in_love", seats=("Dan", "Eve"))


def test_a_fox_sniffs_tonight() -> None:
    """THIEF-M2"""
    t = table("fox").night(swap="fox", sniff="Cid")
    assert t.sees("Ann", "sniffed", up=True)


def test_a_judge_agrees_on_his_sign_tonight() -> None:
    """THIEF-M2"""
    t = table("wandering_judge").night(swap="wandering_judge", sign="winks")
    assert t.sees("Ann", "sign_agreed", sign="winks")
    t.dawn().day(["Dan", "Eve"], signed=True)
    assert t.dead == ["Dan", "Eve"]


def test_a_witch_owns_both_potions_tonight() -> None:
    """THIEF-M2"""
    t = table("witch").night(swap="witch", devour="Eve", heal="Eve", poison="Bea").dawn()
    assert t.dead == ["Bea"]


def test_a_defender_protects_tonight() -> None:
    """THIEF-M2"""
    t = table("defender").night(swap="defender", protect="Eve", devour="Eve").dawn()
    assert t.happened("nobody_died")


def test_a_piper_charms_tonight() -> None:
    """THIEF-M2"""
    t = table("piper").night(swap="piper", charm=["Dan", "Eve"])
    assert t.sees("Dan", "charmed", seat="Dan")


def test_a_bear_tamer_is_woken_tonight_and_the_bear_grunts() -> None:
    """THIEF-M2, BEAR-1"""
    t = table("bear_tamer").night(swap="bear_tamer")
    assert t.was_asked("bear_tamer.wake")
    assert t.dawn().happened("bear_grunted")


@pytest.mark.parametrize("physical", [False, True])
def test_a_wild_child_chooses_a_model_tonight(physical: bool) -> None:
    """THIEF-M3"""
    t = table("wild_child", physical=physical).night(swap="wild_child", model="Dan", devour="Dan").dawn()
    assert t.is_wolf("Ann")


@pytest.mark.parametrize("physical", [False, True])
@pytest.mark.parametrize(("side", "joins"), [("werewolves", True), ("village", False)])
def test_a_wolf_hound_chooses_tonight(physical: bool, side: str, joins: bool) -> None:
    """THIEF-M4"""
    t = table("wolf_hound", physical=physical).say(True).upto("werewolves.devour", swap="wolf_hound", choose=side)
    assert ("Ann" in t.options) is not joins
    assert t.is_wolf("Ann") is joins


def test_a_devoted_servant_may_act_from_the_first_day_on() -> None:
    """THIEF-M5"""
    people = "Ann:thief Bea:werewolf Cid:werewolf Dan:seer Eve Fay Gus"
    t = table("devoted_servant", people=people).night(swap="devoted_servant", look="Eve").dawn()
    t.day("Dan", act="Ann")
    assert t.sees("Ann", "card_taken", card="seer")
    t.night(look="Bea")
    assert t.sees("Ann", "card_seen", seat="Bea")


@pytest.mark.parametrize("physical", [False, True])
def test_a_sister_wakes_with_her_sister_tonight(physical: bool) -> None:
    """THIEF-M6, SIB-4"""
    people = "Ann:thief Bea:werewolf Cid:werewolf Dan:two_sisters Eve Fay Gus"
    t = table("two_sisters", people=people, physical=physical).night(swap="two_sisters")
    assert t.sees("Ann", "siblings_met", seats=("Ann", "Dan"))
    assert t.sees("Dan", "siblings_met", seats=("Ann", "Dan"))


def test_a_brother_wakes_with_his_brothers_tonight() -> None:
    """THIEF-M6"""
    people = "Ann:thief Bea:werewolf Cid:werewolf Dan:three_brothers Eve:three_brothers Fay Gus"
    t = table("three_brothers", people=people).night(swap="three_brothers")
    assert t.sees("Ann", "siblings_met", seats=("Ann", "Dan", "Eve"))


@pytest.mark.parametrize("physical", [False, True])
@pytest.mark.parametrize("card", ["werewolf", "big_bad_wolf", "cursed_wolf_father", "white_werewolf"])
def test_a_wolf_wakes_with_the_pack_tonight(card: str, physical: bool) -> None:
    """THIEF-M7, WOLF-9"""
    t = table(card, physical=physical).say(True).upto("werewolves.devour", swap=card)
    assert t.prompt is not None
    assert t.prompt.audience == (1, 2, 3)
    assert t.refuses("Ann").rule == "WW-2"
    assert t.is_wolf("Ann")


def test_a_big_bad_wolf_takes_his_second_meal_tonight() -> None:
    """THIEF-M7"""
    t = table("big_bad_wolf").night(swap="big_bad_wolf", werewolves_devour="Dan", big_bad_wolf_devour="Eve").dawn()
    assert t.dead == ["Dan", "Eve"]


def test_an_angel_wins_if_eliminated_in_the_first_night() -> None:
    """THIEF-M8, ANGEL-5"""
    t = table("angel").day().night(swap="angel", devour="Ann").dawn()
    assert (t.winner, t.winners) == ("angel", ["Ann"])


def test_an_angel_after_the_first_night_is_a_villager() -> None:
    """THIEF-M8, ANGEL-3"""
    t = table("angel").day().night(swap="angel").dawn().day("Ann")
    assert t.winner is None
    assert t.dead == ["Ann"]


def test_an_angel_has_the_window_of_the_preset() -> None:
    """THIEF-M8"""
    t = table("angel", preset="helper").night(swap="angel").dawn().day("Ann")
    assert (t.winner, t.winners) == ("angel", ["Ann"])


def test_a_manipulator_hates_the_group_he_is_not_in() -> None:
    """THIEF-M9"""
    groups = dict.fromkeys(["Ann", "Bea", "Cid", "Dan", "Eve"], "hats") | {"Fay": "bare", "Gus": "bare"}
    t = table("prejudiced_manipulator", groups=groups)
    t.night(swap="prejudiced_manipulator", devour="Fay").dawn()
    assert not t.happened("left")
    t.day("Gus")
    assert t.happened("left", seat="Ann")


def test_an_elder_has_his_second_life_tonight() -> None:
    """THIEF-M10"""
    t = table("elder").night(swap="elder", devour="Ann").dawn()
    assert t.happened("nobody_died")
    t.day("Ann")
    assert t.happened("despaired")


def test_a_hunter_shoots() -> None:
    """THIEF-M10"""
    t = table("hunter").night(swap="hunter", devour="Ann").dawn(shoot="Bea")
    assert t.dead == ["Ann", "Bea"]


def test_a_knight_leaves_his_disease() -> None:
    """THIEF-M10"""
    card = "knight_with_the_rusty_sword"
    t = table(card).night(swap=card, devour="Ann").dawn().day().night().dawn()
    assert t.dead == ["Ann", "Bea"]


def test_a_scapegoat_takes_the_tie() -> None:
    """THIEF-M10"""
    t = table("scapegoat").night(swap="scapegoat").dawn()
    t.day({"Dan": "Eve", "Eve": "Dan"}, voters=["Dan"])
    assert t.dead == ["Ann"]


def test_a_village_idiot_is_pardoned() -> None:
    """THIEF-M10"""
    t = table("village_idiot").night(swap="village_idiot").dawn().day("Ann")
    assert t.happened("pardoned", seat="Ann")
    assert t.dead == []


@pytest.mark.parametrize("physical", [False, True])
def test_a_little_girl_may_be_caught(physical: bool) -> None:
    """THIEF-M10"""
    t = table("little_girl", physical=physical).night(swap="little_girl", devour="Eve", caught="Ann").dawn()
    assert t.dead == ["Ann"]


def test_a_simple_villager_has_no_power() -> None:
    """THIEF-M11"""
    t = table("simple_villager", "seer").night(swap="simple_villager")
    assert t.fakes == ["seer"]
    assert [prompt.key for prompt in t.asked if prompt.seat == t.seat("Ann")] == ["thief.swap"]
    t.dawn().day("Ann")
    assert t.sees(None, "card_shown", seat="Ann", card="simple_villager")
