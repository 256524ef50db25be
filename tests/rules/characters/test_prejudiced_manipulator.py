"""The Prejudiced Manipulator."""

from __future__ import annotations

from typing import Any

import pytest

from nightcall import InvalidSetup
from tests.table import Table

TABLE = "Ann:prejudiced_manipulator Bea:werewolf Cid Dan Eve Fay"


def table(people: str = TABLE, /, *, others: str = "Cid Dan", **options: Any) -> Table:
    """Two groups: those named in `others`, and the rest."""
    hats = others.split()
    names = [person.partition(":")[0] for person in people.split()]
    return Table(people, groups={name: "hats" if name in hats else "bare" for name in names}, **options)


def test_the_groups_are_announced_before_the_game() -> None:
    """MANIP-1, IDENT-R19"""
    t = table(others="Cid")
    assert t.sees(None, "grouped", groups=("bare", "bare", "hats", "bare", "bare", "bare"))
    names = [event.name for event in t.game.events]
    assert names.index("grouped") < names.index("night_fell")


@pytest.mark.parametrize(
    ("groups", "fault"),
    [
        (None, ("setup.group_count", "MANIP-1")),
        (dict.fromkeys(["Ann", "Bea", "Cid", "Dan", "Eve", "Fay"], "bare"), ("setup.two_groups", "MANIP-10")),
    ],
)
def test_both_groups_must_have_somebody(groups: dict[str, str] | None, fault: tuple[str, str]) -> None:
    """MANIP-10, MANIP-1"""
    with pytest.raises(InvalidSetup) as caught:
        Table(TABLE, groups=groups)
    assert fault in [(found.key, found.rule) for found in caught.value.faults]


def test_wins_when_the_other_group_is_eliminated_and_leaves() -> None:
    """MANIP-2, MANIP-3, WIN-7"""
    t = table().night(devour="Cid").dawn()
    assert t.winner is None
    t.day("Dan")
    assert t.happened("left", seat="Ann")
    assert t.why("left") == "MANIP-3"
    assert t.alive == ["Bea", "Eve", "Fay"]
    assert t.winner is None


def test_his_own_group_does_not_matter() -> None:
    """MANIP-2"""
    t = table(others="Cid Dan Eve Fay").night().dawn().day("Bea")
    assert t.winner == "village"
    assert "Ann" not in t.winners


@pytest.mark.parametrize("preset", ["pacte", "helper"])
def test_his_victory_may_end_the_game(preset: str) -> None:
    """MANIP-3, OPT-MANIP-END"""
    t = table(preset=preset).round("Dan", devour="Cid")
    assert t.winner == "prejudiced_manipulator"
    assert t.winners == ["Ann"]
    assert t.why("won") == "MANIP-2"


def test_he_shares_the_end_of_the_game_he_left() -> None:
    """MANIP-3, MANIP-7, WIN-9, WIN-10"""
    t = table().round("Dan", devour="Cid").night().dawn().day("Bea")
    assert t.winner == "village"
    assert t.winners == ["Ann", "Cid", "Dan", "Eve", "Fay"]


def test_after_he_left_the_goals_of_the_rest_are_checked_at_once() -> None:
    """MANIP-7, WIN-9"""
    t = table("Ann:prejudiced_manipulator Bea:werewolf Cid Dan").round("Dan", devour="Cid")
    assert t.winner == "werewolves"
    assert t.winners == ["Ann", "Bea"]


def test_he_stays_a_winner_when_nobody_is_left() -> None:
    """MANIP-7, WIN-8, WIN-9"""
    t = table("Ann:prejudiced_manipulator Bea:werewolf Cid:hunter Dan Eve", others="Dan Eve")
    t.round("Dan", devour="Eve").night().dawn()
    assert t.alive == ["Bea", "Cid"]
    t.day("Cid", shoot="Bea")
    assert t.winner == "nobody"
    assert t.winners == ["Ann"]


def test_infected_he_is_a_simple_werewolf() -> None:
    """MANIP-4, INF-5, WIN-7"""
    t = table("Ann:prejudiced_manipulator Bea:cursed_wolf_father Cid Dan Eve").round("Cid", devour="Ann", infect=True)
    t.night(devour="Dan").dawn()
    assert not t.happened("left")
    t.day("Eve")
    assert t.winner == "werewolves"
    assert t.winners == ["Ann", "Bea"]


def test_he_must_be_alive_when_the_cascade_is_over() -> None:
    """MANIP-5, WIN-7, RES-9"""
    t = table("Ann:prejudiced_manipulator Bea:werewolf Cid:hunter Dan Eve", others="Cid").night(devour="Cid")
    t.dawn(shoot="Ann")
    assert t.dead == ["Cid", "Ann"]
    assert not t.happened("left")


def test_leaving_is_no_elimination() -> None:
    """MANIP-6, LOVE-10, CHILD-7, GEN-16"""
    t = table("Ann:prejudiced_manipulator Bea:werewolf Cid:cupid Dan:wild_child Eve Fay", others="Cid")
    t.night(pair=["Ann", "Eve"], model="Ann").dawn().day("Cid")
    assert t.happened("card_shown", seat="Ann", card="prejudiced_manipulator")
    assert t.dead == ["Cid"]
    assert t.alive == ["Bea", "Dan", "Eve", "Fay"]
    assert not t.is_wolf("Dan")


def test_his_empty_seat_is_skipped() -> None:
    """MANIP-6, GEN-9"""
    people = "Ann:bear_tamer Bea:prejudiced_manipulator Cid:werewolf Dan Eve Fay"
    t = table(people, others="Eve").night().dawn()
    assert not t.happened("bear_grunted")
    t.day("Eve").night().dawn()
    assert t.happened("bear_grunted")


def test_a_leaving_sheriff_passes_the_badge_on_at_once() -> None:
    """MANIP-6, AMD-18, SHERIFF-13"""
    t = table(others="Cid", sheriff="Ann").night(devour="Cid").dawn()
    assert t.asks("sheriff.heir")
    assert t.options == ["Bea", "Dan", "Eve", "Fay"]
    t.answer(heir="Eve")
    assert t.sheriff == "Eve"
    names = [event.name for event in t.game.events]
    assert names.index("left") < names.index("succeeded")
    assert t.why("succeeded") == "SHERIFF-13"


def test_the_heir_is_named_as_soon_as_he_leaves() -> None:
    """AMD-18, MANIP-7, AMD-69: unless nobody is left to play on."""
    t = table("Ann:prejudiced_manipulator Bea:werewolf Cid Dan Eve", sheriff="Ann").round("Dan", devour="Cid")
    assert t.asks("sheriff.heir")
    assert t.happened("left", seat="Ann")
    assert t.answer(heir="Eve").asks("night.falls")
    t = table("Ann:prejudiced_manipulator Bea:werewolf Cid Dan", sheriff="Ann").round("Dan", devour="Cid")
    assert t.winner == "werewolves"
    assert t.winners == ["Ann", "Bea"]
    assert not t.was_asked("sheriff.heir")


def test_a_last_will_is_pointless_once_he_leaves_only_wolves_behind() -> None:
    """AMD-69, MANIP-7: the dying Sheriff is not asked, though the Manipulator has not left yet."""
    t = table("Ann:prejudiced_manipulator Bea:werewolf Cid Dan", sheriff="Dan").round("Dan", devour="Cid")
    assert t.winner == "werewolves"
    assert not t.was_asked("sheriff.heir")


def test_nobody_comes_forward_and_nobody_is_asked_twice_for_the_same_death() -> None:
    """IDENT-R13, AMD-69, AMD-60: he lies in the middle; neither the last will nor the Thief's call asks again."""
    people = "Ann:thief Bea:werewolf Cid:angel Dan Eve Fay"
    t = table(people, others="Dan", spares="prejudiced_manipulator werewolf", physical=True, sheriff="Dan")
    t.day("Dan", heir="Eve").night(swap=None)
    assert [prompt.key for prompt in t.asked].count("prejudiced_manipulator.declare") == 1
    assert t.sheriff == "Eve"


def test_with_the_piper_at_the_same_time_both_win() -> None:
    """MANIP-9, WIN-9"""
    t = table("Ann:prejudiced_manipulator Bea:werewolf Cid:piper Dan Eve", others="Dan")
    t.night(charm=["Bea", "Eve"]).dawn().day("Dan")
    assert t.winner == "piper"
    assert t.winners == ["Ann", "Cid"]


def test_a_victory_met_by_the_first_of_two_votes_is_lost_in_the_second() -> None:
    """AMD-17, MANIP-5, OPT-VICTORY-CHECK"""
    people = "Ann:prejudiced_manipulator Bea:werewolf Cid Dan:wandering_judge Eve Fay"
    t = table(people, others="Cid", victory_checks="dawn_and_dusk").night().dawn()
    t.day(["Cid", "Ann"], signed=True)
    assert t.dead == ["Cid", "Ann"]
    assert not t.happened("left")
    t = table(people, others="Cid").night().dawn().day(["Cid", "Eve"], signed=True)
    assert t.happened("left", seat="Ann")


def test_with_physical_cards_he_announces_himself_when_a_group_is_gone() -> None:
    """IDENT-R13, MANIP-2"""
    t = table(physical=True).night(devour="Cid").dawn()
    assert not t.was_asked("prejudiced_manipulator.declare")
    t.upto("prejudiced_manipulator.declare", debate="vote", ballots=dict.fromkeys(["Ann", "Bea", "Eve"], "Dan"))
    assert t.options == ["Ann", "Eve", "Fay"]
    t.answer()
    assert t.happened("left", seat="Ann")
    assert t.looked_at == []


def test_with_physical_cards_nobody_is_asked_once_his_card_is_found() -> None:
    """IDENT-R13, IDENT-4"""
    t = table("Ann Bea:werewolf Cid:prejudiced_manipulator Dan Eve", others="Cid", physical=True)
    t.night(devour="Cid").dawn()
    assert not t.was_asked("prejudiced_manipulator.declare")
    people = "Ann Bea:werewolf Cid:werewolf Dan:thief Eve Fay"
    t = table(people, others="Eve", spares="prejudiced_manipulator witch", physical=True).night(devour="Eve").dawn()
    assert not t.was_asked("prejudiced_manipulator.declare")


def test_with_physical_cards_somebody_must_come_forward_if_nobody_else_can_hold_the_card() -> None:
    """IDENT-R13, IDENT-4"""
    t = table("Ann:prejudiced_manipulator Bea:werewolf Cid Dan Eve", others="Cid", physical=True)
    t.night(devour="Cid").say(True).upto("prejudiced_manipulator.declare", shown="simple_villager")
    assert t.options == ["Ann", "Dan", "Eve"]
    assert t.refuses(None).rule == "IDENT-4"
    assert t.refuses("Bea").rule == "IDENT-4"


def test_with_physical_cards_an_infected_manipulator_is_looked_at() -> None:
    """IDENT-R13, IDENT-R16, CK-1, MANIP-4"""
    t = table("Ann:prejudiced_manipulator Bea:cursed_wolf_father Cid Dan Eve Fay", physical=True)
    t.night(devour="Ann", infect=True)
    assert t.looked_at == ["Ann"]
    t.dawn().day("Cid").night(devour="Dan").dawn()
    assert not t.was_asked("prejudiced_manipulator.declare")


@pytest.mark.parametrize("physical", [False, True])
def test_two_who_have_won_leave_together(physical: bool) -> None:
    """MANIP-3, IDENT-R13: one who comes forward does not stand for the other."""
    people = "Ann:prejudiced_manipulator Bea:prejudiced_manipulator Cid:werewolf Dan Eve Fay"
    t = table(people, others="Eve", physical=physical).night(devour="Dan").dawn().day("Eve")
    assert [event.facts["seat"] for event in t.events("left")] == [1, 2]
    assert t.alive == ["Cid", "Fay"]
