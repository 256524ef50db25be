"""The Two Sisters and the Three Brothers."""

from __future__ import annotations

import pytest

from nightcall import InvalidSetup
from tests.table import Table

SISTERS = "Ann:two_sisters Bea:werewolf Cid:two_sisters Dan Eve Fay Gus"
BROTHERS = "Ann:three_brothers Bea:werewolf Cid:three_brothers Dan:three_brothers Eve Fay Gus"


@pytest.mark.parametrize("physical", [False, True])
def test_the_sisters_meet_on_the_first_night_and_nobody_else_knows(physical: bool) -> None:
    """SIB-1, IDENT-R4"""
    t = Table(SISTERS, physical=physical).night()
    assert t.calls == ["two_sisters", "werewolves"]
    assert t.sees("Ann", "siblings_met", seats=("Ann", "Cid"))
    assert t.sees("Cid", "siblings_met", seats=("Ann", "Cid"))
    assert not t.sees("Dan", "siblings_met")
    assert not t.sees(None, "siblings_met")
    assert t.possible("Ann") == {"two_sisters"}
    assert t.was_asked("siblings.wake") is not physical, "asking who they are is the call"


def test_the_three_brothers_meet_together() -> None:
    """SIB-1"""
    t = Table(BROTHERS).night()
    assert t.sees("Dan", "siblings_met", seats=("Ann", "Cid", "Dan"))
    assert len(t.events("siblings_met")) == 1


def test_no_later_wakes_by_default() -> None:
    """SIB-2, OPT-SIBLINGS"""
    t = Table(SISTERS).round().round().night()
    assert t.calls == ["werewolves"]
    assert len(t.events("siblings_met")) == 1


def test_they_may_wake_every_other_night() -> None:
    """SIB-2, OPT-SIBLINGS, INS-1"""
    t = Table(SISTERS, siblings_extra_wakes="every_other_night").round().night()
    assert t.calls == ["werewolves"]
    t.dawn().day().night()
    assert t.calls == ["two_sisters", "werewolves"]
    assert len(t.events("siblings_met")) == 2


@pytest.mark.parametrize("preset", ["pact", "helper"])
def test_they_may_wake_when_the_moderator_wants(preset: str) -> None:
    """SIB-2, OPT-SIBLINGS"""
    t = Table(SISTERS, preset=preset, siblings_extra_wakes="moderator_call").round()
    t.night(siblings_call=True)
    assert t.calls == ["two_sisters", "werewolves"]
    t.dawn().day().night(siblings_call=False)
    assert t.calls == ["werewolves"]


def test_the_helper_leaves_it_to_the_moderator() -> None:
    """SIB-2, OPT-SIBLINGS"""
    t = Table(SISTERS, preset="helper").round().night()
    assert t.was_asked("siblings.call")


@pytest.mark.parametrize(
    "people",
    ["Ann:two_sisters Bea:werewolf Cid Dan Eve", "Ann:three_brothers Bea:werewolf Cid:three_brothers Dan Eve"],
)
def test_a_set_is_never_broken(people: str) -> None:
    """SIB-3"""
    with pytest.raises(InvalidSetup) as caught:
        Table(people)
    assert [fault.rule for fault in caught.value.faults] == ["SIB-3"]


@pytest.mark.parametrize("physical", [False, True])
def test_a_sister_whose_twin_is_a_spare_wakes_alone(physical: bool) -> None:
    """SIB-4, FK-2"""
    t = Table(
        "Ann:two_sisters Bea:werewolf Cid:werewolf Dan:thief Eve Fay Gus",
        spares="two_sisters simple_villager",
        physical=physical,
    ).night()
    assert t.calls == ["thief", "two_sisters", "werewolves"]
    assert t.sees("Ann", "siblings_met", seats=("Ann",))


def test_both_sisters_are_spares() -> None:
    """SIB-4, FK-2"""
    t = Table("Ann Bea:werewolf Cid:werewolf Dan:thief Eve Fay Gus", spares="two_sisters two_sisters").night()
    assert t.fakes == ["two_sisters"]
    assert not t.happened("siblings_met")


def test_a_thief_may_become_a_sister() -> None:
    """SIB-4, THIEF-M6"""
    t = Table(
        "Ann:two_sisters Bea:werewolf Cid:werewolf Dan:thief Eve Fay Gus", spares="two_sisters simple_villager"
    ).night(swap="two_sisters")
    assert t.sees("Dan", "siblings_met", seats=("Ann", "Dan"))


def test_an_infected_sister_still_wakes_with_her_sister() -> None:
    """SIB-5"""
    t = Table(
        "Ann:two_sisters Bea:cursed_wolf_father Cid:two_sisters Dan Eve Fay", siblings_extra_wakes="every_other_night"
    )
    t.round(devour="Ann", infect=True).round().night()
    assert t.is_wolf("Ann")
    assert t.sees("Ann", "siblings_met", seats=("Ann", "Cid"))
    assert len(t.events("siblings_met")) == 2


def test_extra_wakes_go_on_with_two_brothers_and_stop_with_one() -> None:
    """SIB-6"""
    t = Table(BROTHERS, siblings_extra_wakes="every_other_night").round("Ann").round().night()
    assert t.sees("Cid", "siblings_met", seats=("Cid", "Dan"))
    t.dawn().day("Cid").round().night()
    assert t.calls == ["werewolves"]
    assert len(t.events("siblings_met")) == 2


@pytest.mark.parametrize("physical", [False, True])
def test_a_servant_who_takes_a_sisters_card_meets_the_survivor_the_next_night(physical: bool) -> None:
    """SIB-6, SERV-M10, FK-10, INS-4"""
    t = Table("Ann:two_sisters Bea:werewolf Cid:two_sisters Dan:devoted_servant Eve Fay Gus", physical=physical)
    t.round().night().dawn().day("Ann", act="Dan").night()
    assert t.calls == ["two_sisters", "werewolves"]
    assert t.sees("Cid", "siblings_met", seats=("Cid", "Dan"))
    assert t.sees("Dan", "siblings_met", seats=("Cid", "Dan"))
    assert t.was_asked("siblings.wake")
    t.dawn().day().night()
    assert t.calls == ["werewolves"]


@pytest.mark.parametrize(("fakes", "heard"), [(True, ["two_sisters", "werewolves"]), (False, ["werewolves"])])
def test_a_later_wake_is_only_faked_for_a_sister_who_is_alone(fakes: bool, heard: list[str]) -> None:
    """SIB-6, SIB-4, FK-1, FK-2"""
    t = Table(
        "Ann:two_sisters Bea:werewolf Cid:werewolf Dan:thief Eve Fay Gus",
        spares="two_sisters simple_villager",
        siblings_extra_wakes="every_other_night",
        fake_calls=fakes,
    )
    t.round().round().night()
    assert t.calls == heard
    assert t.fakes == heard[:-1]
    assert len(t.events("siblings_met")) == 1


def test_without_fakes_two_living_sisters_still_wake_again() -> None:
    """SIB-2, SW-FAKE"""
    t = Table(SISTERS, siblings_extra_wakes="every_other_night", fake_calls=False).round().round().night()
    assert t.calls == ["two_sisters", "werewolves"]


def test_a_servant_whose_new_sister_is_dead_wakes_alone() -> None:
    """SIB-6, SIB-4, SERV-M10"""
    t = Table("Ann:two_sisters Bea:werewolf Cid:two_sisters Dan:devoted_servant Eve Fay Gus").round(devour="Cid")
    t.night().dawn().day("Ann", act="Dan").night()
    assert t.sees("Dan", "siblings_met", seats=("Dan",))
