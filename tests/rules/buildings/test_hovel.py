"""The Hovel."""

from __future__ import annotations

from typing import Any

from tests.table import Table

TABLE = "Ann:werewolf Bea Cid Dan Eve Fay Guy"
HOUSES = "Bea:church Cid:barber_shop Dan:manor Eve:hovel Fay:pub"


def morning(people: str = TABLE, houses: str = HOUSES, **options: Any) -> Table:
    return Table(people, houses=houses, **options).night().dawn()


def test_the_bonesetter_gives_a_spent_power_back() -> None:
    """BONE-1, CONF-1: the Confessor asks twice."""
    t = morning()
    assert "hovel.mend" not in t.options  # nothing to mend yet
    t.day(debate=["church.confess", "hovel.mend", "church.confess", "vote"], confess=["Ann", "Guy"], mend="Bea")
    assert t.sees(None, "mended", seat="Bea", house="church", by="Eve")
    assert len(t.events("confessed")) == 2


def test_it_works_once() -> None:
    """BONE-1, BONE-3: he cannot mend himself either."""
    t = morning().upto("hovel.mend", debate=["church.confess", "hovel.mend"], confess="Ann").say("Bea")
    t.say("church.confess").say("Guy")
    assert t.asks("day.debate")
    assert "hovel.mend" not in t.options


def test_only_single_powers_of_houses_can_be_mended() -> None:
    """BONE-2: Confessor, Barber and Lord once they are spent; not the Barkeep, not himself, no characters."""
    t = morning("Ann:werewolf Bea:werewolf Cid Dan Eve Fay Guy", f"{HOUSES} Ann:bakery")
    t.day(
        {"Bea": "Guy"},
        vote_alone="Guy",
        debate=["church.confess", "barber_shop.cut", "vote"],
        confess="Ann",
        cut="Ann",
        powers="go_on",
        pardon="Guy",
    )
    assert t.happened("immunity_lost", seat="Fay")
    t.say("hovel.mend")
    assert t.options == ["Bea", "Cid", "Dan"]
    for name in ("Fay", "Eve", "Guy"):
        assert t.refuses(name).rule == "BONE-2"


def test_between_two_votes_of_one_day() -> None:
    """AMD-53, BLD-4: after the first vote and before the Judge's second."""
    people = "Ann:werewolf Bea:wandering_judge Cid Dan Eve Fay Guy"
    t = Table(people, houses=HOUSES).night().dawn()
    t.upto("vote.alone", debate=["church.confess", "vote"], confess="Ann")
    t.upto("day.powers", vote_alone=None, ballots={"Ann": "Guy"}, signed=True)
    assert "hovel.mend" in t.options
    assert t.dead == []
    t.upto("manor.pardon", powers="go_on").upto("day.powers")
    assert "hovel.mend" in t.options
    assert t.dead == ["Guy"]
    t.say("hovel.mend").say("Bea")
    assert not t.happened("vote_added")
    t.say("church.confess").say("Dan").say("go_on")
    assert t.happened("vote_added")
    assert t.asks("vote.alone")


def test_a_new_occupant_mends_again() -> None:
    """BONE-3, BLD-2: the power of the Hovel is fresh."""
    houses = "Bea:church Eve:hovel Fay:bailiffs_house"
    t = morning(houses=houses)
    t.day(debate=["church.confess", "hovel.mend", "church.confess", "vote"], confess=["Ann", "Guy"], mend="Bea")
    t.night(devour="Eve").dawn(give="Guy", accept=True)
    assert t.happened("rehoused", seat="Guy", house="hovel")
    t.upto("hovel.mend", debate="hovel.mend")
    assert t.options == ["Bea"]


def test_the_dead_are_not_mended() -> None:
    """BONE-1, BONE-2, BLD-2"""
    t = morning().day(debate=["church.confess", "vote"], confess="Ann", powers="go_on")
    t.night(devour="Bea").dawn()
    assert "hovel.mend" not in t.options
