"""The Farms."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table import Table

PEOPLE = "Ann Bea:werewolf Cid:hunter Dan Eve Fay Gus"
FARMS = "Ann:farm_1 Cid:farm_2 Dan:farm_6"


def farmers(people: str = PEOPLE, houses: str = FARMS, sheriff_election: str = "setup", **options: Any) -> Table:
    return Table(people, houses=houses, sheriff_election=sheriff_election, **options)


def with_sheriff(people: str = PEOPLE, houses: str = FARMS, sheriff: str = "Ann", **options: Any) -> Table:
    """The second day, after the election."""
    t = farmers(people, houses, **options).round().night().dawn()
    if t.asks("farmers.elect"):
        assert t.prompt is not None
        t.say(dict.fromkeys([t.names[seat - 1] for seat in t.prompt.voters], sheriff))
    assert t.sheriff == sheriff
    return t


@pytest.mark.parametrize("when", ["setup", "first_day", "moderator_call"])
def test_the_farmers_elect_one_of_themselves_in_the_second_turn(when: str) -> None:
    """FARM-1, FARM-2, AMD-35, OPT-SHERIFF-WHEN"""
    t = farmers(sheriff_election=when)
    assert t.asks("night.falls")
    t.night().dawn()
    assert t.options == ["vote"]
    t.day().night().dawn()
    assert t.asks("farmers.elect")
    assert t.options == ["Ann", "Cid", "Dan"]
    assert t.prompt is not None
    assert list(t.prompt.voters) == [1, 3, 4]
    t.refuses({"Eve": "Ann"})
    t.refuses({"Ann": "Eve"})
    t.say({"Ann": "Cid", "Cid": "Cid", "Dan": "Ann"})
    assert t.sheriff == "Cid"
    assert t.why("elected", seat="Cid") == "FARM-1"
    assert not t.was_asked("sheriff.now")
    assert not t.was_asked("sheriff.elect")
    assert t.options == ["vote"]


def test_farms_do_not_bring_a_sheriff_to_a_village_without() -> None:
    """AMD-35"""
    t = farmers(sheriff_election="off").round().round().night().dawn()
    assert t.sheriff is None
    assert not t.was_asked("farmers.elect")


def test_without_farms_the_village_elects_as_usual() -> None:
    """FARM-1"""
    t = farmers(houses="Ann:pub Bea:school")
    assert t.asks("sheriff.now")
    assert t.say(True).options == ["Ann", "Bea", "Cid", "Dan", "Eve", "Fay", "Gus"]


def test_after_an_opening_day_the_second_turn_is_the_first_day() -> None:
    """FARM-2, GEN-15"""
    t = farmers("Ann:angel Bea:werewolf Cid Dan Eve Fay", houses="Cid:farm_1 Dan:farm_2")
    assert t.options == ["vote"]
    t.day().night().dawn()
    assert t.asks("farmers.elect")


def test_the_election_comes_after_the_victims_and_before_the_debate() -> None:
    """FARM-2"""
    t = farmers().round().night(devour="Dan").dawn()
    assert t.asks("farmers.elect")
    assert t.options == ["Ann", "Cid"]
    t.say({"Ann": "Ann"})
    assert t.asks("day.debate")


def test_a_tie_has_a_second_ballot_and_then_waits_for_the_next_morning() -> None:
    """FARM-2, SHERIFF-9"""
    t = farmers().round().night().dawn().say({"Ann": "Cid", "Cid": "Dan", "Dan": "Ann"})
    assert t.asks("farmers.elect")
    t.say({"Ann": "Cid", "Cid": "Cid", "Dan": "Ann"})
    assert t.sheriff == "Cid"
    t = farmers().round().night().dawn().say({"Ann": "Cid", "Dan": "Ann"})
    assert t.options == ["Ann", "Cid"]
    t.say({"Ann": "Cid", "Dan": "Ann"})
    assert t.why("not_elected") == "SHERIFF-9"
    assert t.options == ["vote"]
    t.day().night().dawn()
    assert t.asks("farmers.elect")
    assert t.options == ["Ann", "Cid", "Dan"]


def test_the_moderator_may_decide_or_count() -> None:
    """FARM-2, OPT-SHERIFF-MAJORITY"""
    t = farmers(sheriff_election_majority="moderator_decides").round().night().upto("farmers.elect")
    assert t.options == ["Ann", "Cid", "Dan"]
    assert t.say("Dan").sheriff == "Dan"
    t = farmers(vote_input="counts").round().night().dawn()
    t.refuses({"Ann": 4})
    assert t.say({"Ann": 2, "Dan": 1}).sheriff == "Ann"


def test_the_successor_is_a_living_farmer() -> None:
    """FARM-3, SHERIFF-5"""
    t = with_sheriff().day("Ann")
    assert t.asks("sheriff.heir")
    assert t.options == ["Cid", "Dan"]
    assert t.refuses("Eve").rule == "FARM-3"
    t.answer(heir="Dan")
    assert t.sheriff == "Dan"


def test_a_farmer_shot_by_the_dying_sheriff_cannot_succeed_him() -> None:
    """FARM-3, FARM-4, RES-7"""
    t = with_sheriff(sheriff="Cid").day("Cid")
    t.answer(shoot="Dan", heir="Ann")
    assert t.sheriff == "Ann"
    t = with_sheriff(houses="Cid:farm_1 Dan:farm_2", sheriff="Cid").day("Cid").answer(shoot="Dan")
    assert t.why("office_lost", office="sheriff") == "FARM-4"


def test_with_the_last_farmer_the_office_ends() -> None:
    """FARM-4, SHERIFF-5"""
    t = with_sheriff(houses="Ann:farm_1 Dan:farm_2")
    t.day("Dan").night(devour="Ann").dawn()
    assert not t.was_asked("sheriff.heir")
    assert t.why("office_lost", office="sheriff") == "FARM-4"
    assert t.sheriff is None
    assert t.options == ["vote"]


def test_farmers_who_die_out_before_the_election_leave_no_office() -> None:
    """FARM-4"""
    t = farmers(houses="Ann:farm_1 Dan:farm_2").night(devour="Ann").dawn()
    assert not t.happened("office_lost")
    t.day("Dan")
    assert t.why("office_lost", office="sheriff") == "FARM-4"
    t.night().dawn()
    assert t.options == ["vote"]
    assert len(t.events("office_lost")) == 1


def test_other_farmers_may_die_without_touching_the_office() -> None:
    """FARM-4"""
    t = with_sheriff().day("Cid").answer(shoot="Dan")
    assert t.sheriff == "Ann"
    assert not t.happened("office_lost")


def test_an_idiot_takes_the_office_with_him_even_with_farmers_left() -> None:
    """FARM-6, SHERIFF-5, IDIOT-4"""
    t = with_sheriff("Ann:village_idiot Bea:werewolf Cid Dan Eve Fay Gus")
    t.day().night(devour="Ann").dawn()
    assert t.why("office_lost", office="sheriff") == "IDIOT-4"
    t.day().night().dawn()
    assert t.asks("day.debate")
    assert t.sheriff is None


def test_a_farmer_alone_is_sheriff_without_a_vote() -> None:
    """FARM-8"""
    t = farmers(houses="Dan:farm_4 Ann:pub").night().dawn()
    assert t.sheriff is None
    t.day().night().dawn()
    assert t.asks("day.debate")
    assert t.sheriff == "Dan"
    assert t.why("elected", seat="Dan") == "FARM-8"


def test_the_last_farmer_left_at_the_election_needs_no_vote_either() -> None:
    """FARM-8"""
    t = farmers().night(devour="Ann").dawn().day("Dan").night().dawn()
    assert t.asks("day.debate")
    assert t.sheriff == "Cid"


def test_a_servant_who_was_sheriff_passes_it_to_a_farmer() -> None:
    """FARM-3, SERV-11"""
    t = with_sheriff("Ann:devoted_servant Bea:werewolf Cid:hunter Dan Eve Fay Gus")
    t.day("Eve", act="Ann")
    assert t.asks("sheriff.heir")
    assert t.options == ["Cid", "Dan"]


def test_his_vote_counts_two_and_he_decides_ties() -> None:
    """FARM-1"""
    t = with_sheriff().day({"Ann": "Eve", "Bea": "Fay", "Dan": "Fay"}, tiebreak="Eve")
    assert t.dead == ["Eve"]


def test_the_last_farmer_ends_the_office_whatever_card_he_held() -> None:
    """FARM-4, BURY-1: under a Burial the reason given must not tell the Idiot from anybody else."""
    reasons = []
    for people in ("Ann:village_idiot Bea:werewolf Cid Dan Eve", "Ann Bea:werewolf Cid:village_idiot Dan Eve"):
        t = with_sheriff(people, "Ann:farm_1", in_force="burial", events="eclipse")
        t.day().night(devour="Ann").dawn()
        reasons.append(t.why("office_lost"))
    assert reasons == ["FARM-4", "FARM-4"]


def test_the_farmers_elect_before_a_farm_is_given_away() -> None:
    """FARM-2, BAIL-5, P-D-7, P-D-8: who moves in that morning has no voice in it."""
    t = farmers(houses=f"{FARMS} Eve:bailiffs_house").round().night(devour="Dan").dawn()
    assert t.asks("farmers.elect")
    assert t.options == ["Ann", "Cid"]
    t.say({"Ann": "Cid", "Cid": "Cid"})
    assert t.asks("bailiffs_house.give")
