"""The Bear Tamer."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table import Table


def grunts(t: Table) -> int:
    return len(t.events("bear_grunted"))


@pytest.mark.parametrize("physical", [False, True])
@pytest.mark.parametrize(
    "people", ["Ann:bear_tamer Bea:werewolf Cid Dan Eve", "Ann:bear_tamer Bea Cid Dan Eve:werewolf"]
)
def test_the_bear_grunts_beside_a_werewolf_on_either_side(people: str, physical: bool) -> None:
    """BEAR-1, IDENT-R5"""
    t = Table(people, physical=physical).night()
    assert t.calls == ["bear_tamer", "werewolves"]
    t.dawn()
    assert grunts(t) == 1
    assert t.sees(None, "bear_grunted")
    t.day().night()
    assert t.calls == ["werewolves"]
    assert grunts(t.dawn()) == 2


def test_the_bear_is_silent_with_villagers_on_both_sides() -> None:
    """BEAR-1"""
    t = Table("Ann:bear_tamer Bea Cid:werewolf Dan Eve").night().dawn()
    assert grunts(t) == 0


def test_the_grunt_follows_the_victims() -> None:
    """BEAR-1, BEAR-4"""
    t = Table("Ann:bear_tamer Bea:werewolf Cid Dan Eve").night(devour="Cid").dawn()
    names = [event.name for event in t.game.events]
    assert names.index("died") < names.index("bear_grunted")


def test_whoever_has_just_become_a_neighbour_counts() -> None:
    """BEAR-2, GEN-8"""
    t = Table("Ann:bear_tamer Bea Cid:werewolf Dan Eve").night(devour="Bea").dawn()
    assert grunts(t) == 1


def test_a_dead_werewolf_is_no_neighbour() -> None:
    """BEAR-2"""
    t = Table("Ann:bear_tamer Bea:werewolf Cid Dan:werewolf Eve Fay").night().dawn().day("Bea").night().dawn()
    assert grunts(t) == 1


def test_an_infected_tamers_bear_grunts_every_morning() -> None:
    """BEAR-3, INF-5"""
    t = Table("Ann:bear_tamer Bea Cid:cursed_wolf_father Dan Eve Fay").night(devour="Ann", infect=True).dawn()
    assert grunts(t) == 1
    assert grunts(t.day().night().dawn()) == 2
    assert grunts(t.day("Ann").night().dawn()) == 2


def test_the_grunt_does_not_tell_the_table_which_of_them_it_is() -> None:
    """BEAR-3, INF-7"""
    infected = Table("Ann:bear_tamer Bea Cid:cursed_wolf_father Dan Eve Fay").night(devour="Ann", infect=True).dawn()
    beside = Table("Ann:bear_tamer Bea:werewolf Cid Dan Eve Fay").night().dawn()
    (one,), (other,) = infected.events("bear_grunted"), beside.events("bear_grunted")
    assert one.to_json() == other.to_json()


def test_the_moderator_knows_whom_the_bear_smelt() -> None:
    """BEAR-1, BEAR-3"""
    t = Table("Ann:bear_tamer Bea Cid:cursed_wolf_father Dan Eve Fay").night(devour="Ann", infect=True).dawn()
    assert t.why("bear_smelled", seats=("Ann",)) == "BEAR-3"
    assert not t.sees(None, "bear_smelled")
    assert not t.sees("Ann", "bear_smelled")
    t = Table("Ann:bear_tamer Bea:werewolf Cid Dan Eve Fay").night().dawn()
    assert t.why("bear_smelled", seats=("Bea",)) == "BEAR-1"


def test_the_bear_waits_for_the_hunters_shot() -> None:
    """BEAR-4"""
    people = "Ann:bear_tamer Bea:werewolf Cid:hunter Dan:werewolf Eve Fay"
    assert grunts(Table(people).night(devour="Cid").dawn(shoot="Bea")) == 1, "Dan is the neighbour now"
    assert grunts(Table(people).night(devour="Cid").dawn(shoot="Ann")) == 0
    people = "Ann:bear_tamer Bea:werewolf Cid:hunter Dan Eve:werewolf Fay"
    assert grunts(Table(people).night(devour="Cid").dawn(shoot="Bea")) == 0


def test_a_wild_child_turned_this_dawn_counts() -> None:
    """BEAR-5, BEAR-2"""
    people = "Ann:bear_tamer Bea:wild_child Cid Dan:werewolf Eve Fay"
    assert grunts(Table(people).night(model="Cid").dawn()) == 0
    assert grunts(Table(people).night(model="Cid", devour="Cid").dawn()) == 1


def test_a_player_infected_this_night_counts() -> None:
    """BEAR-5, INF-1, WOLF-8"""
    t = Table("Ann:bear_tamer Bea Cid:cursed_wolf_father Dan Eve Fay").night(devour="Bea", infect=True).dawn()
    assert grunts(t) == 1


def test_a_dead_tamer_has_no_bear() -> None:
    """BEAR-6"""
    t = Table("Ann:bear_tamer Bea:werewolf Cid Dan Eve").night(devour="Ann").dawn()
    assert grunts(t) == 0


def test_a_tamer_nobody_has_seen_has_no_bear() -> None:
    """BEAR-6, OPT-BEAR-CALL"""
    people = "Ann:bear_tamer Bea:werewolf Cid Dan Eve"
    t = Table(people, physical=True, bear_tamer_called_n1=False).night()
    assert t.calls == ["werewolves"]
    assert grunts(t.dawn()) == 0
    t = Table(people, bear_tamer_called_n1=False).night()
    assert t.calls == ["werewolves"]
    assert grunts(t.dawn()) == 1


def test_the_setup_says_that_a_bear_nobody_is_shown_is_switched_off() -> None:
    """AMD-61, OPT-BEAR-CALL: not where the app deals, nor where he is recognised among the silent roles."""
    people = "Ann:bear_tamer Bea:werewolf Cid Dan Eve Fay Gus Hal"

    def warned(people: str = people, physical: bool = True, **options: Any) -> list[tuple[str, str]]:
        return [(fault.key, fault.rule) for fault in Table(people, physical=physical, **options).setup.warnings()]

    off: dict[str, Any] = {"bear_tamer_called_n1": False}
    assert warned(**off) == [("warning.bear_is_silent", "AMD-61")]
    assert warned() == []
    assert warned(physical=False, **off) == []
    assert warned(identify_silent_roles_n1=["bear_tamer"], **off) == []
    assert warned(people.replace("bear_tamer", "fox"), **off) == []


def test_a_spare_bear_is_silent_and_its_call_faked() -> None:
    """BEAR-6, FK-2"""
    people = "Ann:thief Bea:werewolf Cid:werewolf Dan Eve"
    t = Table(people, spares="bear_tamer simple_villager", physical=True).night()
    assert t.fakes == ["bear_tamer"]
    assert grunts(t.dawn()) == 0


def test_with_two_players_left_both_neighbours_are_the_same() -> None:
    """BEAR-7"""
    t = Table("Ann:bear_tamer Bea:werewolf Cid Dan").round("Cid").night(devour="Dan").dawn()
    assert t.alive == ["Ann", "Bea"]
    assert grunts(t) == 2


@pytest.mark.parametrize("physical", [False, True])
def test_a_servant_who_takes_the_bear_is_called_and_heard(physical: bool) -> None:
    """FK-10, SERV-M2, BEAR-1"""
    t = Table("Ann:bear_tamer Bea:werewolf Cid:devoted_servant Dan Eve Fay", physical=physical).night().dawn()
    t.day("Ann", act="Cid").night()
    assert t.calls == ["bear_tamer", "werewolves"]
    assert t.was_asked("bear_tamer.wake")
    assert grunts(t.dawn()) == 2


def test_a_thief_who_takes_the_bear_is_called_by_that_name() -> None:
    """BEAR-1, THIEF-6, THIEF-M2"""
    people = "Ann:thief Bea:werewolf Cid:werewolf Dan Eve"
    t = Table(people, spares="bear_tamer simple_villager", physical=True).night(swap="bear_tamer")
    assert t.was_asked("bear_tamer.wake")
    assert grunts(t.dawn()) == 1
