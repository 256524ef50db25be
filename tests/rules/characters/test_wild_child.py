"""The Wild Child."""

from __future__ import annotations

import pytest

from tests.table import Table

TABLE = "Ann:wild_child Bea:werewolf Cid:werewolf Dan Eve Fay Gus"


def announced(t: Table) -> list[str]:
    """The sides of eliminated players the table has heard."""
    return [event.facts["side"] for event in t.events("side_announced") if event.audience == "public"]


def test_chooses_another_player_as_model() -> None:
    """CHILD-1"""
    t = Table(TABLE).say(True).upto("wild_child.model")
    assert t.options == ["Bea", "Cid", "Dan", "Eve", "Fay", "Gus"]
    assert t.refuses("Ann").rule == "CHILD-1"
    t.refuses(None)
    t.answer(model="Dan")
    assert t.sees("Ann", "model_chosen", seat="Dan")
    assert not t.sees("Dan", "model_chosen")
    assert "wild_child" not in t.dawn().day().night().calls


def test_is_a_villager_while_the_model_lives() -> None:
    """CHILD-2, WOLF-7, WIN-12"""
    t = Table("Ann:wild_child Bea:werewolf Cid Dan Eve").night(model="Cid", devour="Eve").dawn()
    assert not t.is_wolf("Ann")
    t.day("Bea")
    assert (t.winner, "Ann" in t.winners) == ("village", True)


@pytest.mark.parametrize("physical", [False, True])
def test_turns_at_once_when_the_model_is_eliminated(physical: bool) -> None:
    """CHILD-2, RES-4, WOLF-6, WW-7"""
    t = Table(TABLE, physical=physical).night(model="Dan", devour="Eve").dawn()
    assert not t.is_wolf("Ann")
    t.day("Dan")
    assert t.is_wolf("Ann")
    assert t.sees("Ann", "turned", seat="Ann")
    assert not t.sees(None, "turned")
    t.say(True).upto("werewolves.devour")
    assert t.prompt is not None
    assert t.prompt.audience == (1, 2, 3)
    assert t.options == ["Fay", "Gus"]


def test_another_death_than_the_models_changes_nothing() -> None:
    """CHILD-2"""
    t = Table(TABLE).night(model="Dan", devour="Eve").dawn().day("Fay")
    assert t.dead == ["Eve", "Fay"]
    assert not t.is_wolf("Ann")


def test_stays_a_werewolf_to_the_end() -> None:
    """CHILD-2, WIN-12, WIN-2"""
    t = Table("Ann:wild_child Bea:werewolf Cid Dan Eve Fay").night(model="Cid", devour="Cid").dawn().day("Bea")
    assert not t.happened("won")
    t.night(devour="Dan").dawn().day("Eve").night(devour="Fay").dawn()
    assert (t.winner, t.winners) == ("werewolves", ["Ann", "Bea"])


def test_loses_with_the_werewolves() -> None:
    """WIN-12, CHILD-4"""
    t = Table("Ann:wild_child Bea:werewolf Cid Dan Eve Fay").night(model="Cid", devour="Cid").dawn().day("Bea")
    t.night(devour="Dan").dawn().day("Ann")
    assert (t.winner, "Ann" in t.winners) == ("village", False)


def test_a_werewolf_may_be_the_model() -> None:
    """CHILD-3"""
    t = Table(TABLE).night(model="Bea").dawn().day("Bea")
    assert t.is_wolf("Ann")


def test_may_help_to_eliminate_the_model() -> None:
    """CHILD-3"""
    t = Table(TABLE).night(model="Dan").dawn().day({"Ann": "Dan"})
    assert t.dead == ["Dan"]
    assert t.is_wolf("Ann")


def test_the_last_wolf_and_the_model_fall_together() -> None:
    """WIN-13, CHILD-2"""
    t = Table("Ann:wild_child Bea:werewolf Cid:witch Dan Eve").night(model="Dan", devour="Dan", poison="Bea")
    t.dawn()
    assert t.dead == ["Dan", "Bea"]
    assert not t.happened("won")
    assert t.is_wolf("Ann")


def test_child_and_model_fall_together() -> None:
    """CHILD-5, CHILD-6"""
    t = Table("Ann:wild_child Bea:werewolf Cid:witch Dan Eve Fay").night(model="Dan", devour="Ann", poison="Dan")
    t.dawn()
    assert t.dead == ["Ann", "Dan"]
    assert t.sees(None, "card_shown", seat="Ann", card="wild_child")
    assert not t.happened("turned")
    t.day("Bea")
    assert (t.winner, "Ann" in t.winners) == ("village", True)


@pytest.mark.parametrize("saviour", ["protect", "heal"])
def test_a_child_saved_from_the_bite_is_a_werewolf_at_dawn(saviour: str) -> None:
    """CHILD-6"""
    t = Table("Ann:wild_child Bea:werewolf Cid:witch Dan:defender Eve Fay")
    answers = {"protect": "Dan", saviour: "Ann"}
    t.night(model="Eve", devour="Ann", poison="Eve", **answers).dawn()
    assert t.dead == ["Eve"]
    assert t.is_wolf("Ann")
    assert t.happened("turned", seat="Ann")


def test_an_infected_model_is_not_eliminated() -> None:
    """CHILD-7"""
    t = Table("Ann:wild_child Bea:cursed_wolf_father Cid Dan Eve").night(model="Dan", devour="Dan", infect=True)
    t.dawn()
    assert t.is_wolf("Dan")
    assert not t.is_wolf("Ann")


def test_a_pardoned_model_is_not_eliminated() -> None:
    """CHILD-7, IDIOT-7"""
    t = Table("Ann:wild_child Bea:werewolf Cid:village_idiot Dan Eve").night(model="Cid").dawn().day("Cid")
    assert t.happened("pardoned", seat="Cid")
    assert not t.is_wolf("Ann")


def test_a_model_who_leaves_as_winner_is_not_eliminated() -> None:
    """CHILD-7, MANIP-6"""
    groups = dict.fromkeys(["Ann", "Bea", "Cid", "Dan"], "hats") | {"Eve": "bare"}
    t = Table("Ann:wild_child Bea:werewolf Cid:prejudiced_manipulator Dan Eve", groups=groups)
    t.night(model="Cid", devour="Eve").dawn()
    assert t.happened("left", seat="Cid")
    assert not t.is_wolf("Ann")


def test_a_model_whose_card_was_taken_is_eliminated() -> None:
    """CHILD-7, SERV-9"""
    t = Table("Ann:wild_child Bea:werewolf Cid:devoted_servant Dan:seer Eve Fay")
    t.night(model="Dan", look="Eve").dawn().day("Dan", act="Cid")
    assert t.is_wolf("Ann")
    assert not t.is_wolf("Cid")


def test_an_infected_child_is_a_werewolf_already() -> None:
    """CHILD-8, INF-8"""
    t = Table("Ann:wild_child Bea:cursed_wolf_father Cid Dan Eve").night(model="Dan", devour="Ann", infect=True)
    assert t.is_wolf("Ann")
    t.dawn().day("Dan")
    assert not t.happened("turned")
    assert t.is_wolf("Ann")


def test_a_turned_child_may_hunt_the_models_killers_only_as_a_werewolf() -> None:
    """CHILD-10, WW-2"""
    t = Table(TABLE).night(model="Dan", devour="Dan").dawn().day().say(True).upto("werewolves.devour")
    assert t.refuses("Bea").rule == "WW-2"
    t.answer(devour="Eve").dawn().day({"Ann": "Bea"})
    assert t.dead == ["Dan", "Eve", "Bea"]


def test_a_turned_child_in_love_with_a_villager_is_one_of_a_mixed_couple() -> None:
    """CHILD-10, LOVE-11, WIN-5"""
    t = Table("Ann:wild_child Bea:werewolf Cid:cupid Dan Eve")
    t.night(pair=["Ann", "Cid"], model="Dan", devour="Dan").dawn().day("Bea")
    assert not t.happened("won")
    t.night(devour="Eve").dawn()
    assert (t.winner, t.winners) == ("lovers", ["Ann", "Cid"])


def test_has_no_model_on_the_opening_day() -> None:
    """CHILD-11"""
    t = Table("Ann:wild_child Bea:werewolf Cid:angel Dan Eve Fay").day("Dan")
    assert not t.is_wolf("Ann")
    t.say(True).upto("wild_child.model")
    assert t.options == ["Bea", "Cid", "Eve", "Fay"]


@pytest.mark.parametrize(
    ("hide", "by_vote", "at_night"),
    [("any_elimination", False, False), ("vote_only", False, True), ("off", True, True)],
)
@pytest.mark.parametrize("turned", [True, False])
def test_the_side_is_announced_as_the_table_wants(hide: str, by_vote: bool, at_night: bool, turned: bool) -> None:
    """CHILD-4, OPT-HIDE-SIDE"""
    people = "Ann:wild_child Bea:werewolf Cid:werewolf Dan:witch Eve Fay Gus"
    side = "werewolves" if turned else "village"
    model = "Eve" if turned else "Fay"
    t = Table(people, hide_side_of_ambiguous=hide).night(model=model, devour="Eve").dawn().day("Ann")
    assert t.sees(None, "card_shown", seat="Ann", card="wild_child")
    assert announced(t) == ([side] if by_vote else [])
    t = Table(people, hide_side_of_ambiguous=hide).night(model=model, devour="Eve").dawn().day()
    t.night(poison="Ann").dawn()
    assert announced(t) == ([side] if at_night else [])


@pytest.mark.parametrize("physical", [False, True])
def test_two_fall_together_and_their_sides_are_told_clockwise(physical: bool) -> None:
    """CHILD-4, IDENT-0: whichever card the app has found first."""
    people = "Ann:wild_child Bea:wild_child Cid:werewolf Dan:witch Eve Fay"
    t = Table(people, hide_side_of_ambiguous="off", physical=physical)
    t.night(model=["Eve", "Cid"], devour="Ann", poison="Bea").dawn()
    assert [event.facts["seat"] for event in t.events("side_announced")] == [1, 2]


def test_an_infection_is_not_announced_with_the_side() -> None:
    """INF-7, CHILD-4"""
    people = "Ann:wild_child Bea:cursed_wolf_father Cid Dan Eve"
    t = Table(people, hide_side_of_ambiguous="off").night(model="Dan", devour="Ann", infect=True).dawn().day("Ann")
    assert t.sees(None, "side_announced", seat="Ann", side="village")
