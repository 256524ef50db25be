"""What the Devoted Servant becomes with an ambiguous card, a Werewolf's or a loner's."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table import Table


def table(card: str, **settings: Any) -> Table:
    return Table(f"Ann:devoted_servant Bea:werewolf Cid:{card} Dan Eve Fay Gus Hal", **settings)


@pytest.mark.parametrize("physical", [False, True])
def test_a_thief_looks_at_the_cards_in_the_middle(physical: bool) -> None:
    """SERV-M13, INS-4"""
    t = Table(
        "Ann:devoted_servant Bea:werewolf Cid:thief Dan Eve Fay Gus:werewolf",
        spares="hunter seer",
        physical=physical,
    )
    t.night().dawn().day("Cid", act="Ann").night(swap="seer", look="Bea")
    assert t.calls[0] == "thief"
    assert t.sees("Ann", "card_seen", seat="Bea", card="werewolf")
    assert "thief" not in t.dawn().day().night(look="Dan").calls


@pytest.mark.parametrize("physical", [False, True])
def test_a_thief_must_exchange_if_both_are_werewolves(physical: bool) -> None:
    """SERV-M13, THIEF-2"""
    people = "Ann:devoted_servant Bea:werewolf Cid:thief Dan:angel Eve Fay"
    t = Table(people, spares="werewolf big_bad_wolf", physical=physical)
    t.day("Cid", act="Ann").say(True).upto("thief.swap")
    t.refuses(None)
    t.upto("werewolves.devour", swap="werewolf")
    assert t.prompt is not None
    assert t.prompt.audience == (1, 2)


def test_a_wild_child_chooses_a_new_model() -> None:
    """SERV-M14"""
    t = table("wild_child").night(model="Dan").dawn().day("Cid", act="Ann")
    assert not t.is_wolf("Ann")
    t.night(model="Eve", devour="Dan").dawn()
    assert not t.is_wolf("Ann")  # Dan was the old model
    t.day("Eve")
    assert t.is_wolf("Ann")


def test_a_turned_childs_nature_is_not_inherited() -> None:
    """SERV-M14"""
    t = table("wild_child").night(model="Dan", devour="Dan").dawn().day("Cid", act="Ann")
    assert t.is_wolf("Cid")
    assert not t.is_wolf("Ann")
    t.say(True).upto("werewolves.devour", model="Eve")
    assert "Ann" in t.options


@pytest.mark.parametrize("call", ["joins_werewolves", "own_call"])
@pytest.mark.parametrize(("first", "then"), [("werewolves", "village"), ("village", "werewolves")])
def test_a_wolf_hound_chooses_anew(call: str, first: str, then: str) -> None:
    """SERV-M15, AMD-2, FK-10"""
    t = table("wolf_hound", wolf_hound_call=call).night(choose=first).dawn().day("Cid", act="Ann")
    assert not t.is_wolf("Ann")
    t.night(choose=then).dawn().day().night()
    assert t.asks("dawn.breaks")  # this time for good
    assert t.is_wolf("Ann") is (then == "werewolves")


def test_a_wolf_hound_taken_from_physical_cards_chooses_anew() -> None:
    """SERV-M15, HOUND-5"""
    t = table("wolf_hound", physical=True).night().dawn().day("Cid", act="Ann").night(choose="werewolves")
    assert t.is_wolf("Ann")


def test_an_infected_servant_has_nothing_to_choose_as_a_wolf_hound() -> None:
    """SERV-13, INF-8"""
    people = "Ann:devoted_servant Bea:cursed_wolf_father Cid:wolf_hound Dan Eve Fay Gus"
    t = Table(people, wolf_hound_call="own_call").night(choose="village", devour="Ann", infect=True).dawn()
    t.day("Cid", act="Ann").night()
    assert t.fakes[0] == "wolf_hound"
    assert t.is_wolf("Ann")


@pytest.mark.parametrize("physical", [False, True])
@pytest.mark.parametrize("card", ["werewolf", "big_bad_wolf", "cursed_wolf_father", "white_werewolf"])
def test_a_wolf_wakes_with_the_pack_the_next_night(card: str, physical: bool) -> None:
    """SERV-M16, SERV-M17, WOLF-9"""
    t = table(card, physical=physical, big_bad_wolf_second_meal="may").night(werewolves_devour="Dan").dawn()
    t.day("Cid", act="Ann")
    assert t.is_wolf("Ann")
    t.say(True).upto("werewolves.devour")
    assert t.prompt is not None
    assert t.prompt.audience == (1, 2)


def test_a_wolf_father_may_infect_again() -> None:
    """SERV-M16"""
    t = table("cursed_wolf_father").night(devour="Dan", infect=True).dawn().day("Cid", act="Ann")
    t.night(devour="Eve", infect=True)
    assert t.is_wolf("Eve")


def test_a_big_bad_wolf_feeds_twice_while_no_wolf_is_lost() -> None:
    """SERV-M16, BBW-8"""
    t = table("big_bad_wolf").night(werewolves_devour="Dan", big_bad_wolf_devour="Eve").dawn()
    t.day("Cid", act="Ann").night(werewolves_devour="Fay", big_bad_wolf_devour="Gus").dawn()
    assert t.dead == ["Dan", "Eve", "Cid", "Fay", "Gus"]


def test_a_big_bad_wolf_does_not_revive_the_lost_second_meal() -> None:
    """SERV-M16, BBW-11"""
    people = "Ann:devoted_servant Bea:werewolf Cid:big_bad_wolf Dan:werewolf Eve Fay Gus Hal"
    t = Table(people).night(werewolves_devour="Eve", big_bad_wolf_devour="Fay").dawn().day("Bea")
    t.night(devour="Gus").dawn().day("Cid", act="Ann").night(devour="Hal")
    assert t.asks("dawn.breaks")
    assert "big_bad_wolf" not in t.calls


def test_a_white_werewolf_hunts_alone_on_even_nights() -> None:
    """SERV-M17, WHITE-7"""
    t = table("white_werewolf").night().dawn().day("Cid", act="Ann")
    t.night(white_werewolf_devour="Bea").dawn()
    assert t.dead == ["Cid", "Bea"]
    t.day().night(devour="Dan")
    assert "white_werewolf" not in t.calls


def test_a_white_werewolf_wins_only_as_the_sole_survivor() -> None:
    """SERV-M17, WIN-4"""
    t = Table("Ann:devoted_servant Bea:werewolf Cid:white_werewolf Dan Eve").night().dawn().day("Cid", act="Ann")
    t.night(werewolves_devour="Dan", white_werewolf_devour="Bea").dawn().day()
    t.night(devour="Eve").dawn()
    assert (t.winner, t.winners) == ("white_werewolf", ["Ann"])


def test_an_angel_inside_the_window_wins_in_what_is_left_of_it() -> None:
    """SERV-M18, ANGEL-8"""
    t = table("angel").day("Cid", act="Ann")
    assert not t.happened("won")
    t.night(devour="Ann").dawn()
    assert (t.winner, t.winners) == ("angel", ["Ann"])


def test_an_angel_after_the_window_is_a_simple_villager() -> None:
    """SERV-M18, ANGEL-3"""
    t = table("angel").day().night().dawn().day("Cid", act="Ann").night(devour="Ann").dawn()
    assert not t.happened("won")
    t.day("Bea")
    assert t.winner == "village"
    assert {"Ann", "Cid"} <= set(t.winners)


def test_a_piper_is_told_who_is_charmed_and_goes_on() -> None:
    """SERV-M19, SERV-6, PIPER-8"""
    t = Table("Ann:devoted_servant Bea:werewolf Cid:piper Dan Eve Fay").night(charm=["Bea", "Dan"]).dawn()
    t.day("Cid", act="Ann")
    assert t.sees("Ann", "charmed_shown", seats=("Bea", "Dan"))
    assert not t.sees(None, "charmed_shown")
    t.night(charm=["Eve", "Fay"])
    assert (t.winner, t.winners) == ("piper", ["Ann"])


def test_a_piper_is_no_longer_charmed_herself() -> None:
    """SERV-M19, SERV-5, WIN-6"""
    t = Table("Ann:devoted_servant Bea:werewolf Cid:piper Dan Eve Fay").night(charm=["Ann", "Dan"]).dawn()
    t.day("Cid", act="Ann").night(charm=["Bea", "Eve"])
    assert t.sees("Dan", "charmed_met", seats=("Bea", "Dan", "Eve"))
    assert not t.happened("won")
    t.dawn().day("Fay")
    assert (t.winner, t.winners) == ("piper", ["Ann"])


def test_a_manipulator_hates_the_group_she_is_not_in() -> None:
    """SERV-M20, SERV-12"""
    groups = dict.fromkeys(["Ann", "Eve", "Fay", "Gus", "Hal"], "hats") | dict.fromkeys(["Bea", "Cid", "Dan"], "bare")
    t = Table("Ann:devoted_servant Bea:werewolf Cid:prejudiced_manipulator Dan Eve:werewolf Fay Gus Hal", groups=groups)
    t.night(devour="Dan").dawn().day("Cid", act="Ann")
    assert not t.happened("left")
    t.night().dawn().day("Bea")  # Dan and Cid, dead already, count
    assert t.happened("left", seat="Ann")


def test_a_manipulators_old_goal_is_not_hers() -> None:
    """SERV-M20"""
    groups = dict.fromkeys(["Ann", "Bea", "Dan"], "hats") | dict.fromkeys(["Cid", "Eve", "Fay"], "bare")
    t = Table("Ann:devoted_servant Bea:werewolf Cid:prejudiced_manipulator Dan Eve:werewolf Fay", groups=groups)
    t.night(devour="Fay").dawn().day("Cid", act="Ann").night().dawn().day("Dan")
    assert not t.happened("left")
    t.night().dawn().day("Eve")
    assert t.happened("left", seat="Ann")


def test_an_infected_players_card_comes_without_the_infection() -> None:
    """SERV-M21, SERV-4"""
    t = Table("Ann:devoted_servant Bea:cursed_wolf_father Cid:witch Dan Eve Fay")
    t.night(devour="Cid", infect=True).dawn().day("Cid", act="Ann")
    assert not t.is_wolf("Ann")
    t.say(True).upto("werewolves.devour")
    assert "Ann" in t.options


@pytest.mark.parametrize("physical", [False, True])
def test_a_thief_acts_in_the_stolen_role_the_same_night(physical: bool) -> None:
    """SERV-M13, THIEF-6, INS-4"""
    people = "Ann:devoted_servant Bea:werewolf Cid:thief Dan Eve Fay Gus:werewolf"
    t = Table(people, spares="wild_child seer", physical=physical).night().dawn().day("Cid", act="Ann")
    t.night(swap="wild_child", model="Dan").dawn().day("Dan")
    assert t.is_wolf("Ann")
    t = Table(people, spares="wolf_hound seer", physical=physical).night().dawn().day("Cid", act="Ann")
    t.night(swap="wolf_hound", choose="werewolves")
    assert t.is_wolf("Ann")


@pytest.mark.parametrize("physical", [False, True])
def test_a_wolf_card_taken_on_the_opening_day_wakes_in_the_first_night(physical: bool) -> None:
    """SERV-M16, SERV-3"""
    people = "Ann:devoted_servant Bea:werewolf Cid:werewolf Dan:angel Eve Fay"
    t = Table(people, physical=physical).day("Cid", act="Ann").say(True).upto("werewolves.devour")
    assert t.prompt is not None
    assert t.prompt.audience == (1, 2)


@pytest.mark.parametrize(("card", "wins"), [("piper", False), ("werewolf", False), ("hunter", True)])
def test_the_eliminated_players_side_is_frozen_with_his_card(card: str, wins: bool) -> None:
    """AMD-15"""
    t = Table(f"Ann:devoted_servant Bea:werewolf Cid:{card} Dan Eve Fay")
    t.night(**({"charm": ["Dan", "Eve"]} if card == "piper" else {})).dawn().day("Cid", act="Ann")
    t.night(**({"charm": ["Dan", "Bea"]} if card == "piper" else {})).dawn()
    t.day("Bea")
    if card == "werewolf":
        t.night().dawn().day("Ann")
    assert (t.winner, "Cid" in t.winners) == ("village", wins)
