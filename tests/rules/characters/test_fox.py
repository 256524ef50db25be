"""The Fox."""

from __future__ import annotations

import pytest

from nightcall.desk import script
from tests.table import Table

TABLE = "Ann:fox Bea Cid Dan:werewolf Eve Fay Gus Hal"


def sniffed(t: Table, up: bool, *seats: str) -> bool:
    """Whether Ann's last sniff was at these players, with this thumb."""
    event = t.events("sniffed")[-1]
    return event.facts["up"] is up and {t.names[seat - 1] for seat in event.facts["seats"]} == set(seats)


@pytest.mark.parametrize(("centre", "three"), [("Cid", ["Bea", "Cid", "Dan"]), ("Dan", ["Cid", "Dan", "Eve"])])
def test_smells_a_werewolf_among_three_neighbours(centre: str, three: list[str]) -> None:
    """FOX-1"""
    t = Table(TABLE).night(sniff=centre)
    assert sniffed(t, True, *three)
    t.dawn().day().night(sniff="Cid")
    assert t.fakes == []


def test_only_the_fox_sees_the_thumb_and_no_card() -> None:
    """FOX-1, FOX-3"""
    t = Table(TABLE).night(sniff="Cid")
    assert t.sees("Ann", "sniffed", up=True)
    assert not t.sees("Dan", "sniffed")
    assert not t.sees(None, "sniffed")
    (event,) = t.events("sniffed")
    assert set(event.facts) == {"by", "seats", "up"}


def test_a_wrong_scent_costs_the_power_and_the_call_is_faked() -> None:
    """FOX-2, FOX-7, FK-4"""
    t = Table(TABLE).night(sniff="Gus")
    assert sniffed(t, False, "Fay", "Gus", "Hal")
    t.dawn().day().night()
    assert t.calls == ["fox", "werewolves"]
    assert t.fakes == ["fox"]
    assert len(t.events("sniffed")) == 1
    t.dawn().day("Ann").night()
    assert t.calls == ["werewolves"], "the card has been shown"


def test_called_every_night_and_never_forced() -> None:
    """FOX-3"""
    t = Table(TABLE).round().round().night(sniff="Cid")
    assert sniffed(t, True, "Bea", "Cid", "Dan")


def test_the_dead_leave_the_circle() -> None:
    """FOX-4, GEN-9"""
    t = Table(TABLE).round("Cid").night(sniff="Bea")
    assert sniffed(t, True, "Ann", "Bea", "Dan")


def test_the_fox_may_be_one_of_the_three() -> None:
    """FOX-4"""
    t = Table(TABLE).night(sniff="Ann")
    assert sniffed(t, False, "Hal", "Ann", "Bea")


def test_fewer_than_three_players_are_sniffed_at_all() -> None:
    """FOX-4"""
    t = Table("Ann:fox Bea:werewolf Cid Dan").round("Cid", devour="Dan").night(sniff="Ann")
    assert sniffed(t, True, "Ann", "Bea")


def test_tonights_infection_comes_later() -> None:
    """FOX-5"""
    people = "Ann:fox Bea Cid Dan:cursed_wolf_father Eve Fay Gus Hal"
    t = Table(people).night(sniff="Gus", devour="Gus", infect=True)
    assert t.is_wolf("Gus")
    assert sniffed(t, False, "Fay", "Gus", "Hal")


def test_an_infection_of_the_night_before_is_smelt() -> None:
    """FOX-5, WOLF-8"""
    people = "Ann:fox Bea Cid Dan:cursed_wolf_father Eve Fay Gus Hal"
    t = Table(people).round(devour="Gus", infect=True).night(sniff="Gus")
    assert sniffed(t, True, "Fay", "Gus", "Hal")


def test_a_wild_child_is_smelt_once_turned() -> None:
    """FOX-5, WOLF-6, WOLF-7"""
    people = "Ann:fox Bea Cid Dan:werewolf Eve Fay Gus:wild_child Hal"
    t = Table(people).round("Bea", model="Bea").night(sniff="Gus")
    assert sniffed(t, True, "Fay", "Gus", "Hal")
    t = Table(people).night(model="Bea", sniff="Gus")
    assert sniffed(t, False, "Fay", "Gus", "Hal")


def test_a_wolf_hound_who_has_not_chosen_is_not_smelt() -> None:
    """FOX-5, AMD-2"""
    t = Table("Ann:fox Bea Cid Dan:werewolf Eve Fay Gus:wolf_hound Hal").night(sniff="Gus", choose="werewolves")
    assert t.is_wolf("Gus")
    assert sniffed(t, False, "Fay", "Gus", "Hal")


def test_an_infected_fox_smells_himself() -> None:
    """FOX-6, FK-8"""
    people = "Ann:fox Bea Cid Dan:cursed_wolf_father Eve Fay Gus Hal"
    t = Table(people).round(devour="Ann", infect=True).night(sniff="Hal")
    assert sniffed(t, True, "Gus", "Hal", "Ann")


def test_with_real_cards_the_moderator_looks_where_the_fox_points() -> None:
    """FOX-1, FOX-5, IDENT-0"""
    t = Table(TABLE, physical=True).night(sniff="Gus")
    assert t.looked_at == ["Fay", "Gus", "Hal"], "as they sit"
    assert sniffed(t, False, "Fay", "Gus", "Hal")
    t = Table(TABLE, physical=True).round().night(sniff="Cid")
    assert t.looked_at == [], "the pack has been seen by then"
    assert sniffed(t, True, "Bea", "Cid", "Dan")


@pytest.mark.parametrize("physical", [True, False])
def test_cards_are_pretended_to_be_lifted_in_the_first_night_alone(physical: bool) -> None:
    """FK-1, FOX-1: once the pack has been seen its members are known, and no card is lifted for him any more."""
    t = Table("Ann Bea Cid Dan:werewolf Eve Fay Gus Hal", also_announced="fox", physical=physical)
    for lifted in ([1, 2, 3] if physical else [], []):
        t.upto("call.fake")
        before = t.game
        t.say(True)
        shown = script.results(t.game, before)
        assert shown
        assert [step.nth for step in shown if step.is_lift] == lifted
        t.answer().dawn().day()
