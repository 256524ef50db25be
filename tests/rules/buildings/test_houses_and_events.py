"""Farm, School, Pub and Manor under the New Moon."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table import Table

PEOPLE = "Ann Bea:werewolf Cid Dan Eve Fay Gus"


def reading(event: str, houses: str, people: str = PEOPLE, **table: Any) -> Table:
    """The second morning, when the card is read; nobody has died."""
    return Table(people, houses=houses, events=event, **table).round().night()


def voters(t: Table) -> list[str]:
    assert t.prompt is not None
    return [t.names[seat - 1] for seat in t.prompt.voters]


def test_the_schoolmarm_does_not_accuse_in_a_nightmare() -> None:
    """SCHOOL-6, SCHOOL-1"""
    t = reading("nightmare", "Ann:school Dan:farm_1 Eve:farm_2").upto("school.bar")
    t.say(["Dan"]).upto("vote.alone", first="Bea")
    order = t.events("voting_order")[-1].facts["seats"]
    assert order == (2, 3, 5, 6, 7)


def test_nor_does_she_vote_under_influences() -> None:
    """SCHOOL-6"""
    t = reading("influences", "Ann:school Dan:farm_1 Eve:farm_2").dawn().upto("vote.alone", debate="vote", first="Bea")
    assert 1 not in t.events("voting_order")[-1].facts["seats"]


def test_she_has_friends_in_the_great_distrust() -> None:
    """SCHOOL-6: everybody present names friends, and anybody may be left without, she too."""
    t = reading("great_distrust", "Ann:school Dan:farm_1 Eve:farm_2").dawn()
    t.upto("great_distrust.friendless", debate="vote")
    assert t.options == ["Ann", "Bea", "Cid", "Dan", "Eve", "Fay", "Gus"]
    t.say(["Ann"]).answer()
    assert t.dead == ["Ann"]


def test_as_sheriff_she_appoints_the_town_crier() -> None:
    """SCHOOL-4, SHERIFF-6"""
    t = Table(PEOPLE, houses="Ann:school", hand="burial nightmare", sheriff="Ann").night().dawn()
    assert "town_crier.appoint" in t.options
    t.say("town_crier.appoint").say("Eve")
    assert t.happened("appointed", seat="Eve", office="town_crier")


def test_she_elects_the_executioner() -> None:
    """SCHOOL-6"""
    t = reading("executioner", "Ann:school Dan:farm_1 Eve:farm_2").dawn()
    assert t.asks("executioner.elect")
    assert "Ann" in voters(t)


def test_the_barkeep_accuses_first_in_a_nightmare_and_cannot_be_accused() -> None:
    """BARK-10, BARK-2"""
    t = reading("nightmare", "Dan:pub").upto("vote.alone", first="Bea")
    assert t.events("voting_order")[-1].facts["seats"][0] == 4
    assert t.prompt is not None
    assert t.prompt.seat == 4
    t.say("Gus")
    assert "Dan" not in t.options
    assert t.refuses("Dan").rule == "BARK-1"


def test_what_he_hits_in_a_nightmare_costs_his_immunity() -> None:
    """BARK-3, VOTE-17, AMD-39"""
    t = reading("nightmare", "Dan:pub").upto("vote.alone", first="Bea").say("Gus")
    while t.asks("vote.alone"):
        t.say("Gus" if "Gus" in t.options else "Fay")
    assert "Gus" in t.dead
    assert t.happened("immunity_lost", seat="Dan")


def test_he_can_fall_in_the_great_distrust_and_loses_nothing_by_others_who_do() -> None:
    """BARK-10, DIST-3"""
    t = reading("great_distrust", "Dan:pub").dawn().day(friendless=["Eve"])
    assert not t.happened("immunity_lost")
    t = reading("great_distrust", "Dan:pub").dawn().day(friendless=["Dan", "Eve"])
    assert t.dead == ["Dan", "Eve"]


def test_the_lord_pardons_one_of_those_who_fall_together() -> None:
    """LORD-6, DIST-3"""
    t = reading("great_distrust", "Ann:manor").dawn().upto("manor.pardon", debate="vote", friendless=["Dan", "Eve"])
    assert t.options == ["Dan"]
    t.say(None)
    assert t.options == ["Eve"]
    t.say("Eve").answer()
    assert t.dead == ["Dan"]
    t = reading("great_distrust", "Ann:manor").dawn().day(friendless=["Dan", "Eve"], pardon="Dan")
    assert t.dead == ["Eve"]


def test_where_others_fall_the_day_does_not_go_on() -> None:
    """OPT-LORD-REVOTE, LORD-6: a replacement is for a vote that has cost nobody anything."""
    t = reading("great_distrust", "Ann:manor", lord_pardon_then="continue_day").dawn()
    t.day(friendless=["Dan", "Eve"], pardon="Dan")
    assert t.dead == ["Eve"]
    assert t.asks("night.falls")


@pytest.mark.parametrize("event", ["enthusiasm", "dissatisfaction"])
def test_a_pardon_leaves_second_votes_waiting(event: str) -> None:
    """LORD-3, LORD-6: whoever is pardoned has not been voted out."""
    t = reading(event, "Ann:manor", people="Ann Bea:werewolf Cid:werewolf Dan Eve Fay Gus").dawn()
    victim = "Bea" if event == "enthusiasm" else "Dan"
    t.day(victim, pardon=victim)
    assert not t.happened("vote_added")
    t.night().dawn().day([victim, "Eve"])
    assert t.happened("vote_added", by=event)
    assert len(t.dead) == 2


def test_nobody_is_pardoned_from_a_punishment() -> None:
    """LORD-7"""
    t = Table(PEOPLE, houses="Ann:manor", events="punishment").round(devour="Gus").night()
    t.upto("punishment.accuse").say("Eve").say([])
    assert "Eve" in t.dead
    assert not t.was_asked("manor.pardon")


def test_the_absent_vote_as_little_as_the_barred() -> None:
    """VOTE-6, WW-9: an absent Rascal, the Schoolmarm and those she bars."""
    t = reading("little_rascal", "Ann:school Dan:farm_1 Eve:farm_2").dawn(youngest="Fay").say("vote")
    t.say(["Dan"]).upto("vote.ballots")
    assert voters(t) == ["Bea", "Cid", "Eve", "Gus"]
    t.say({}).upto("werewolves.devour", falls=True)
    assert "Fay" not in t.options
    assert t.refuses("Fay").rule == "RASC-4"


def test_an_absent_schoolmarm_bars_nobody() -> None:
    """RASC-4, SCHOOL-1"""
    t = reading("little_rascal", "Ann:school Dan:farm_1 Eve:farm_2").dawn(youngest="Ann").say("vote")
    assert t.asks("vote.ballots")


def test_an_absent_lord_pardons_nobody() -> None:
    """RASC-4, LORD-1"""
    t = reading("little_rascal", "Ann:manor").dawn(youngest="Ann").day("Eve")
    assert t.dead == ["Eve"]
    assert not t.was_asked("manor.pardon")


def test_an_absent_farmer_takes_no_part_in_the_election() -> None:
    """FARM-2, SHERIFF-10"""
    t = reading("little_rascal", "Ann:farm_1 Dan:farm_2 Eve:farm_3", sheriff_election="setup").dawn(youngest="Ann")
    assert t.asks("farmers.elect")
    assert voters(t) == t.options == ["Dan", "Eve"]


def test_nobody_who_is_out_confesses() -> None:
    """CONF-1, EVO-1, GATH-2: there is nobody there to show the card."""
    t = Table("Ann:werewolf Bea Cid Dan Eve Fay", houses="Eve:church", events="luncheon_for_seniors")
    t.night().dawn().day(powers="go_on").night().dawn(leave=["Bea", "Cid"])
    t.upto("church.confess", debate="church.confess")
    assert t.options == ["Ann", "Dan", "Fay"]
    t.refuses("Bea")


@pytest.mark.parametrize(("house", "prey", "burns"), [("farm_1", "Eve", "Dan"), ("bakery", "Ann", "Hal")])
def test_a_meal_that_met_a_fire_does_not_backfire(house: str, prey: str, burns: str) -> None:
    """BACK-1, NR-3, NR-4: it never happened, so nobody becomes a Werewolf and none but the burning one falls."""
    people = "Ann Bea:werewolf Cid:pyromaniac Dan:werewolf Eve:hunter Fay Gus Hal:werewolf Ida Joe"
    t = Table(people, houses="Eve:farm_1 Ann:bakery", events="backfire").round().night().dawn().day()
    t.night(burn=house, devour=prey)
    assert not t.is_wolf("Ann")
    t.dawn()
    assert t.dead == [burns]
    assert not t.happened("backfired")
