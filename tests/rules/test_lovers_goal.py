"""What Lovers play for, and who wins with whom."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table import Table

TABLE = "Ann Bea:werewolf Cid:cupid Dan"


def test_a_villager_and_a_werewolf_win_as_the_last_two() -> None:
    """LOVE-4, WIN-5, WIN-19"""
    t = Table(TABLE).round("Dan", pair=["Ann", "Bea"], devour="Cid")
    assert t.winner == "lovers"
    assert t.winners == ["Ann", "Bea"]
    assert t.why("won") == "WIN-5"


def test_the_last_two_who_are_no_couple_play_on() -> None:
    """LOVE-4, WIN-5"""
    t = Table("Ann Bea:werewolf Cid:cupid Dan Eve").round("Cid", pair=["Cid", "Dan"], devour="Eve")
    assert t.alive == ["Ann", "Bea"]
    assert t.winner is None


def test_two_villagers_in_love_win_with_the_village() -> None:
    """LOVE-6"""
    t = Table(TABLE).round("Bea", pair=["Ann", "Dan"])
    assert t.winner == "village"
    assert t.winners == ["Ann", "Cid", "Dan"]


def test_two_werewolves_in_love_win_with_the_pack() -> None:
    """LOVE-6, AMD-1, LOVE-18"""
    t = Table("Ann:werewolf Bea:werewolf Cid:cupid Dan Eve:werewolf").round("Dan", pair=["Ann", "Bea"], devour="Cid")
    assert t.winner == "werewolves"
    assert t.winners == ["Ann", "Bea", "Eve"]


@pytest.mark.parametrize(
    ("card", "night"),
    [
        ("wild_child", {"model": "Bea"}),
        ("wolf_hound", {"choose": "village"}),
        ("devoted_servant", {}),
        ("village_idiot", {}),
    ],
)
def test_whoever_is_on_the_village_s_side_is_a_villager_in_love(card: str, night: dict[str, Any]) -> None:
    """LOVE-7, LOVE-4"""
    t = Table(f"Ann:{card} Bea:werewolf Cid:cupid Dan").round("Dan", pair=["Ann", "Bea"], devour="Cid", **night)
    assert t.winner == "lovers"


def test_an_angel_in_love_is_a_villager() -> None:
    """LOVE-7, ANGEL-4"""
    t = Table("Ann:angel Bea:werewolf Cid:cupid Dan").day().round("Dan", pair=["Ann", "Bea"], devour="Cid")
    assert t.winner == "lovers"


def test_an_infection_makes_a_couple_mixed() -> None:
    """LOVE-11, INF-9"""
    t = Table("Ann Bea:cursed_wolf_father Cid:cupid Dan Eve").night(pair=["Ann", "Dan"], devour="Ann", infect=True)
    t.dawn().day("Bea").night(devour="Cid").dawn()
    assert t.winner is None
    assert t.day("Eve").winner == "lovers"
    assert t.winners == ["Ann", "Dan"]


def test_a_turned_wild_child_makes_a_couple_mixed() -> None:
    """LOVE-11, CHILD-10"""
    t = Table("Ann:wild_child Bea:werewolf Cid:cupid Dan Eve").night(pair=["Ann", "Dan"], model="Bea").dawn()
    t.day("Bea").night(devour="Eve").dawn().day("Cid")
    assert t.winner == "lovers"


def test_an_infection_makes_a_mixed_couple_one_of_the_pack() -> None:
    """LOVE-11, AMD-1"""
    t = Table("Ann Bea:cursed_wolf_father Cid:cupid Dan").night(pair=["Ann", "Bea"], devour="Ann", infect=True)
    t.dawn().day("Dan").night(devour="Cid").dawn()
    assert t.winner == "werewolves"
    assert t.winners == ["Ann", "Bea"]


def test_nobody_is_told_what_the_couple_has_become() -> None:
    """LOVE-11"""
    t = Table("Ann Bea:cursed_wolf_father Cid:cupid Dan Eve").night(pair=["Ann", "Dan"], devour="Ann", infect=True)
    before = len(t.game.events)
    t.dawn()
    seen = [event.name for event in t.game.events[before:] if event.seen_by(t.seat("Dan"))]
    assert seen == ["dawn_broke", "nobody_died"]


def test_a_werewolf_and_the_piper_are_a_mixed_couple() -> None:
    """LOVE-12, LOVE-4, OPT-LOVERS-PAIRS"""
    t = Table("Ann:piper Bea:werewolf Cid:cupid Dan").night(pair=["Ann", "Bea"], charm=["Cid", "Dan"]).dawn().day()
    t.night(devour="Cid", charm=["Bea", "Dan"])
    assert t.winner is None
    assert t.dawn().day("Dan").winner == "lovers"


@pytest.mark.parametrize("preset", ["helper", "classic"])
def test_where_only_werewolf_and_villager_make_a_team_the_piper_keeps_his_goal(preset: str) -> None:
    """LOVE-15, OPT-LOVERS-PAIRS"""
    t = Table("Ann:piper Bea:werewolf Cid:cupid Dan", preset=preset)
    t.night(pair=["Ann", "Dan"], charm=["Bea", "Cid"]).dawn().day()
    assert t.night(charm=["Bea", "Dan"]).winner == "piper"
    assert t.winners == ["Ann"]


def test_a_white_in_love_with_a_villager_is_half_of_a_mixed_couple() -> None:
    """LOVE-13, LOVE-7, WHITE-11"""
    t = Table("Ann Bea:white_werewolf Cid:cupid Dan:werewolf").round("Dan", pair=["Ann", "Bea"], devour="Cid")
    assert t.winner == "lovers"


@pytest.mark.parametrize("preset", ["pact", "pacte"])
def test_a_white_in_love_with_a_werewolf_plays_for_the_pack(preset: str) -> None:
    """LOVE-13, AMD-1, WHITE-11"""
    t = Table("Ann:white_werewolf Bea:werewolf Cid:cupid Dan:werewolf Eve", preset=preset)
    t.round("Eve", pair=["Ann", "Bea"], devour="Cid")
    assert t.winner == "werewolves"
    assert t.winners == ["Ann", "Bea", "Dan"]


def manipulating(**night: Any) -> Table:
    """Ann, the Manipulator, hates Dan and Eve."""
    groups = {"Ann": "a", "Bea": "a", "Cid": "a", "Dan": "b", "Eve": "b"}
    return Table("Ann:prejudiced_manipulator Bea:werewolf Cid:cupid Dan Eve", groups=groups).night(**night)


def test_a_manipulator_in_love_keeps_his_goal_and_his_partner_the_camp() -> None:
    """LOVE-14, MANIP-9"""
    t = manipulating(pair=["Ann", "Bea"], devour="Cid").dawn().day("Eve").night(devour="Dan").dawn()
    assert t.happened("left", seat="Ann")
    assert t.winner == "werewolves"
    assert t.winners == ["Ann", "Bea"]


def test_a_manipulator_and_a_werewolf_are_no_mixed_couple() -> None:
    """LOVE-14"""
    groups = {"Ann": "a", "Bea": "b", "Cid": "a", "Dan": "a"}
    t = Table("Ann:prejudiced_manipulator Bea:werewolf Cid:cupid Dan", groups=groups)
    t.round("Dan", pair=["Ann", "Bea"], devour="Cid")
    assert t.alive == ["Ann", "Bea"]
    assert t.winner is None


def test_a_manipulator_in_love_with_somebody_he_hates_can_never_win() -> None:
    """LOVE-14"""
    t = manipulating(pair=["Ann", "Dan"], devour="Eve").dawn().day("Dan")
    assert t.dead == ["Eve", "Dan", "Ann"]
    assert not t.happened("left")


@pytest.mark.parametrize("options", [{"wolf_parity_shortcut": True}, {"wolf_victory": "last_villager_dead"}])
def test_a_mixed_couple_blocks_the_pack(options: dict[str, Any]) -> None:
    """LOVE-18, AMD-1, WIN-2"""
    people = "Ann Bea:werewolf Cid:werewolf Dan:cupid"
    t = Table(people, **options).night(pair=["Ann", "Bea"], devour="Dan").dawn()
    assert t.alive == ["Ann", "Bea", "Cid"]
    assert t.winner is None
    assert t.day("Cid").winner == "lovers"


def test_a_piper_and_a_villager_in_love_do_not_stop_the_village() -> None:
    """LOVE-18, WIN-1, WIN-18"""
    t = Table("Ann Bea:werewolf Cid:cupid Dan:piper Eve").night(pair=["Ann", "Dan"], charm=["Bea", "Cid"]).dawn()
    t.day("Bea")
    assert t.winner == "village"
    assert t.winners == ["Cid", "Eve"]


def test_both_halves_of_a_couple_mixed_at_its_death_win_with_nobody() -> None:
    """AMD-15, WIN-10, WIN-18"""
    people = "Ann Bea:werewolf Cid:cupid Dan Eve:werewolf Fay"
    t = Table(people).round("Bea", pair=["Ann", "Bea"])
    assert t.dead == ["Bea", "Ann"]
    t.night().dawn().day("Eve")
    assert t.winner == "village"
    assert t.winners == ["Cid", "Dan", "Fay"]
    t = Table(people).round("Ann", pair=["Ann", "Bea"], devour="Fay").night(devour="Cid").dawn().day("Dan")
    assert t.winner == "werewolves"
    assert t.winners == ["Eve"]


def test_the_camp_of_the_dead_is_frozen() -> None:
    """AMD-15, WIN-10, INF-2"""
    people = "Ann:wild_child Bea:cursed_wolf_father Cid Dan Eve Fay"
    t = Table(people).night(model="Dan", devour="Cid", infect=True).dawn().day("Ann")
    t.night(devour="Dan").dawn().day("Cid").night(devour="Eve").dawn().day("Fay")
    assert t.winner == "werewolves"
    assert t.winners == ["Bea", "Cid"]


def test_the_camp_of_the_dead_is_frozen_even_if_a_servant_took_the_card() -> None:
    """AMD-15, SERV-4"""
    people = "Ann:devoted_servant Bea:werewolf Cid:werewolf Dan Eve"
    t = Table(people).night().dawn().day("Bea", act="Ann").night(devour="Dan").dawn().day("Eve")
    assert t.winner == "werewolves"
    assert t.winners == ["Ann", "Bea", "Cid"]


@pytest.mark.parametrize("preset", ["pact", "helper"])
def test_loners_alone_are_no_village(preset: str) -> None:
    """AMD-22, WIN-1, WIN-15"""
    groups = {"Ann": "a", "Bea": "b", "Cid": "b", "Dan": "b"}
    people = "Ann:prejudiced_manipulator Bea:werewolf Cid:piper Dan"
    t = Table(people, groups=groups, preset=preset, piper_targets="one_or_two")
    t.night(devour="Dan", charm=["Bea"]).dawn().day("Bea")
    assert t.alive == ["Ann", "Cid"]
    assert t.winner is None


@pytest.mark.parametrize(("needed", "winner"), [(True, None), (False, "village")])
def test_the_survivor_of_a_mixed_couple_counts_only_where_no_villager_is_needed(
    needed: bool, winner: str | None
) -> None:
    """AMD-22, OPT-VILLAGE-SURVIVOR"""
    groups = {"Ann": "a", "Bea": "b", "Cid": "b", "Dan": "b", "Eve": "b"}
    people = "Ann:prejudiced_manipulator Bea:werewolf Cid:piper Dan:cupid Eve"
    t = Table(people, groups=groups, village_needs_survivor=needed)
    t.night(pair=["Cid", "Eve"], devour="Dan", charm=["Bea", "Dan"]).dawn().day("Bea")
    assert t.alive == ["Ann", "Cid", "Eve"]
    assert t.winner == winner


def test_with_physical_cards_a_couple_is_not_looked_at_before_the_end() -> None:
    """IDENT-R18, IDENT-0"""
    groups = {"Ann": "a", "Bea": "b", "Cid": "b", "Dan": "b", "Eve": "b", "Fay": "a"}
    people = "Ann Bea:werewolf Cid:cupid Dan Eve Fay:prejudiced_manipulator"
    t = Table(people, groups=groups, physical=True).night(pair=["Ann", "Dan"], devour="Ann").dawn()
    assert t.dead == ["Ann", "Dan"]
    assert t.looked_at == []


def test_with_physical_cards_a_mixed_couple_wins_by_what_is_known() -> None:
    """IDENT-R18, LOVE-4"""
    t = Table(TABLE, physical=True).round("Dan", pair=["Ann", "Bea"], devour="Cid")
    assert t.winner == "lovers"
    assert t.looked_at == []
