"""How the game ends: the loners, the order of the checks, and who shares a victory."""

from __future__ import annotations

import pytest

from tests.table import Table


def end(t: Table) -> tuple[str | None, list[str]]:
    """Which side has won, and who shares it."""
    return t.winner, t.winners


# -- the Piper --


@pytest.mark.parametrize("physical", [False, True])
def test_the_piper_wins_when_everybody_else_is_charmed(physical: bool) -> None:
    """WIN-6, WIN-10, PIPER-9"""
    t = Table("Ann:werewolf Bea:piper Cid Dan Eve", physical=physical).round(devour="Dan", charm=["Ann", "Cid"])
    assert t.winner is None
    t.night(devour="Bea", charm=["Ann", "Eve"])  # before dawn, and before his own death
    assert end(t) == ("piper", ["Bea"])
    assert t.why("won") == "WIN-6"


def test_a_death_may_complete_the_charm() -> None:
    """WIN-6, PIPER-3"""
    t = Table("Ann:werewolf Bea:piper Cid Dan").night(charm=["Ann", "Cid"]).dawn().day("Dan")
    assert end(t) == ("piper", ["Bea"])


def test_an_infected_piper_does_not_win() -> None:
    """WIN-6, PIPER-6"""
    t = Table("Ann:cursed_wolf_father Bea:piper Cid Dan Eve").round(charm=["Ann", "Cid"])
    t.night(devour="Bea", infect=True).dawn().day("Dan").night(devour="Eve").dawn()
    assert t.alive == ["Ann", "Bea", "Cid"]  # all charmed but himself
    assert t.winner is None


def test_a_piper_in_a_mixed_couple_does_not_win_alone() -> None:
    """WIN-6, WIN-5"""
    t = Table("Ann:werewolf Bea:piper Cid:cupid Dan Eve").round("Dan", pair=["Bea", "Cid"], charm=["Ann", "Cid"])
    t.night(devour="Eve", charm=["Ann", "Cid"]).dawn()
    assert t.alive == ["Ann", "Bea", "Cid"]
    assert t.winner is None
    t.day({"Bea": "Ann"})
    assert end(t) == ("lovers", ["Bea", "Cid"])


def test_the_piper_comes_before_the_village() -> None:
    """WIN-9, WIN-6"""
    t = Table("Ann:werewolf Bea:piper Cid Dan").night(charm=["Cid", "Dan"]).dawn().day("Ann")
    assert end(t) == ("piper", ["Bea"])


def test_the_piper_alone_has_charmed_everybody_left() -> None:
    """WIN-16"""
    t = Table("Ann:werewolf Bea:piper Cid:witch Dan Eve", piper_targets="one_or_two")
    t.round("Eve", charm=["Eve"], devour="Dan").night(devour="Cid", poison="Ann", charm=["Cid"])
    assert t.winner is None  # Ann is not charmed
    t.dawn()
    assert t.alive == ["Bea"]
    assert end(t) == ("piper", ["Bea"])


# -- the Manipulator --

PEOPLE = "Ann:werewolf Bea:prejudiced_manipulator Cid Dan Eve Fay"


def two_groups(others: str) -> dict[str, str]:
    """The named players are the group the Manipulator hates."""
    return {name: "hated" if name in others.split() else "own" for name in ("Ann", "Bea", "Cid", "Dan", "Eve", "Fay")}


@pytest.mark.parametrize("physical", [False, True])
def test_the_manipulator_wins_and_leaves(physical: bool) -> None:
    """WIN-7, WIN-9, WIN-18, MANIP-3"""
    t = Table(PEOPLE, groups=two_groups("Cid Dan"), physical=physical).night(devour="Cid").dawn().day("Dan")
    assert t.winner is None
    assert t.sees(None, "left", seat="Bea")
    assert t.alive == ["Ann", "Eve", "Fay"]
    t.night().dawn().day("Ann")
    assert end(t) == ("village", ["Bea", "Cid", "Dan", "Eve", "Fay"])


def test_the_manipulators_victory_may_end_the_game() -> None:
    """WIN-7, WIN-9, WIN-10, OPT-MANIP-END"""
    t = Table(PEOPLE, groups=two_groups("Cid Dan"), manipulator_victory="ends_game")
    t.night(devour="Cid").dawn().day("Dan")
    assert end(t) == ("prejudiced_manipulator", ["Bea"])


def test_manipulator_and_village_at_the_same_time() -> None:
    """WIN-9, WIN-7"""
    t = Table(PEOPLE, groups=two_groups("Ann Cid")).night(devour="Cid").dawn().day("Ann")
    assert t.happened("left", seat="Bea")
    assert end(t) == ("village", ["Bea", "Cid", "Dan", "Eve", "Fay"])


def test_a_manipulator_who_is_the_last_leaves_nobody_behind() -> None:
    """WIN-9, WIN-8"""
    people = "Ann:werewolf Bea:prejudiced_manipulator Cid:witch Dan Eve Fay"
    t = Table(people, groups=two_groups("Ann Cid Dan Eve Fay")).round("Dan", devour="Eve").round("Fay")
    t.night(devour="Cid", poison="Ann").dawn()
    assert t.happened("left", seat="Bea")
    assert end(t) == ("nobody", ["Bea"])


def test_a_dead_manipulator_has_not_won() -> None:
    """WIN-7, WIN-18, MANIP-5"""
    t = Table(PEOPLE, groups=two_groups("Ann Cid")).round("Bea", devour="Cid").night().dawn().day("Ann")
    assert end(t) == ("village", ["Cid", "Dan", "Eve", "Fay"])


def test_an_infected_manipulator_has_no_goal_left() -> None:
    """WIN-7, MANIP-4"""
    people = PEOPLE.replace("Ann:werewolf", "Ann:cursed_wolf_father")
    t = Table(people, groups=two_groups("Cid Dan")).round("Cid", devour="Bea", infect=True).night().dawn().day("Dan")
    assert t.winner is None
    assert not t.happened("left")


def test_the_angel_comes_first() -> None:
    """WIN-9, WIN-7, WIN-10"""
    t = Table(PEOPLE.replace("Cid", "Cid:angel"), groups=two_groups("Cid")).day("Cid")
    assert end(t) == ("angel", ["Cid"])
    assert not t.happened("left")


# -- who shares a victory --


def test_who_shares_the_villages_victory() -> None:
    """WIN-18"""
    t = Table(
        "Ann:white_werewolf Bea:piper Cid:actor Dan:devoted_servant Eve:wolf_hound Fay:angel Gus:thief Hal",
        spares="werewolf seer",
        trio="hunter fox elder",
    )
    t.day().night(choose="village", charm=["Cid", "Dan"]).dawn().day("Ann")
    assert end(t) == ("village", ["Cid", "Dan", "Eve", "Fay", "Gus", "Hal"])


def test_a_dead_lapsed_angel_shares_it_too() -> None:
    """WIN-18, WIN-10"""
    t = Table("Ann:werewolf Bea:angel Cid Dan Eve").day().round("Bea").night().dawn().day("Ann")
    assert end(t) == ("village", ["Bea", "Cid", "Dan", "Eve"])


def test_a_dead_white_werewolf_does_not_share_the_packs_victory() -> None:
    """WIN-10, WIN-3"""
    t = Table("Ann:werewolf Bea:white_werewolf Cid Dan").round("Bea", devour="Cid").night(devour="Dan").dawn()
    assert end(t) == ("werewolves", ["Ann"])


# -- physical cards --


def test_the_app_never_needs_the_villagers_cards() -> None:
    """WIN-20, IDENT-R1"""
    t = Table("Ann:werewolf Bea:hunter Cid:scapegoat Dan:wild_child Eve Fay:village_idiot Gus", physical=True)
    t.round(model="Eve", devour="Eve").night(devour="Gus").dawn().day("Ann")
    assert t.winner is None  # the Child has turned
    t.night(devour="Cid").dawn().day("Dan")
    assert t.winner == "village"
    assert t.looked_at == []
    assert {prompt.card for prompt in t.asked if prompt.key == "identify"} == {"wild_child"}


def test_an_infection_is_remembered_without_a_card() -> None:
    """WIN-20, WIN-2"""
    t = Table("Ann:cursed_wolf_father Bea Cid Dan", physical=True).round("Cid", devour="Bea", infect=True)
    t.night(devour="Dan").dawn()
    assert end(t) == ("werewolves", ["Ann", "Bea"])
    assert t.looked_at == []


def test_a_white_who_is_the_last_has_won_alone_though_he_loved_a_werewolf() -> None:
    """WIN-4, WIN-9, LOVE-13, EVO-8: nobody grieved on Fools' Day, and White is looked for before the pack."""
    t = Table("Ann:white_werewolf Bea:werewolf Cid:cupid Dan", events="fools_day")
    t.round(pair=["Ann", "Bea"], devour="Cid").night().dawn().day({"Ann": "Bea", "Dan": "Bea", "Bea": "Ann"})
    assert t.dead == ["Cid", "Bea"]
    t.night(devour="Dan").dawn()
    assert (t.winner, t.winners) == ("white_werewolf", ["Ann"])
