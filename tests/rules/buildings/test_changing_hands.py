"""Farm, School, Pub and Manor after a fire, or with somebody new in them."""

from __future__ import annotations

from typing import Any

from tests.table import Table

PEOPLE = "Ann Bea:werewolf Cid:pyromaniac Dan Eve Fay Gus"


def village(houses: str, people: str = PEOPLE, **options: Any) -> Table:
    return Table(people, houses=houses, **options)


# -- Farms --


def test_a_vagabond_in_a_farm_is_a_farmer() -> None:
    """FARM-5"""
    t = village("Ann:farm_1 Dan:farm_2 Eve:bailiffs_house", sheriff_election="setup")
    t.night(devour="Ann").dawn(give="Fay", accept=True).day().night().dawn()
    assert t.asks("farmers.elect")
    assert t.options == ["Dan", "Fay"]
    assert t.say({"Dan": "Fay", "Fay": "Fay"}).sheriff == "Fay"


def test_a_vagabond_in_a_farm_can_inherit() -> None:
    """FARM-5, FARM-3"""
    t = village("Ann:farm_1 Dan:farm_2 Eve:bailiffs_house", sheriff_election="setup")
    t.night(devour="Ann").dawn(give="Fay", accept=True).day().night().dawn(elect={"Dan": "Dan"})
    t.day("Dan")
    assert t.asks("sheriff.heir")
    assert t.options == ["Fay"]


def test_a_new_farmer_does_not_revive_an_office_that_has_ended() -> None:
    """FARM-5, FARM-4"""
    t = village("Dan:farm_2 Eve:bailiffs_house", sheriff_election="setup")
    t.round().night().dawn()
    assert t.sheriff == "Dan"
    t.day("Dan")
    assert t.why("office_lost") == "FARM-4"
    t.night().dawn(give="Fay", accept=True).day().night().dawn()
    assert t.asks("day.debate")
    assert t.sheriff is None
    assert len(t.events("elected")) == 1


def test_nor_one_that_ended_before_it_began() -> None:
    """FARM-5, FARM-4"""
    t = village("Dan:farm_2 Eve:bailiffs_house", sheriff_election="setup")
    t.night(devour="Dan").dawn(give="Fay", accept=True)
    assert t.why("office_lost") == "FARM-4"
    t.day().night().dawn()
    assert t.sheriff is None
    assert not t.happened("elected")


def test_a_sheriff_whose_farm_burns_stays_sheriff_but_not_farmer() -> None:
    """FARM-7, PYRO-9"""
    t = village("Ann:farm_1 Dan:farm_2 Eve:farm_3", sheriff_election="setup").round().night().dawn(elect={"Ann": "Ann"})
    t.day().night(burn="farm_1").dawn()
    assert t.sheriff == "Ann"
    t.day("Ann")
    assert t.asks("sheriff.heir")
    assert t.options == ["Dan", "Eve"]
    t.answer(heir="Eve")
    assert t.sheriff == "Eve"


def test_he_stays_sheriff_even_when_the_last_farmer_is_gone() -> None:
    """FARM-7: only the succession is tied to Farms, and there is none then (FARM-4)."""
    t = village("Ann:farm_1 Dan:farm_2", sheriff_election="setup").round().night().dawn(elect={"Ann": "Ann"})
    t.day().night(burn="farm_1").dawn().day("Dan")
    assert t.sheriff == "Ann"
    t.night(devour="Ann").dawn()
    assert not t.was_asked("sheriff.heir")
    assert t.why("office_lost") == "FARM-4"


def test_farms_that_all_burn_before_the_election_leave_no_office() -> None:
    """FARM-4, FARM-5"""
    t = village("Dan:farm_2 Eve:church", sheriff_election="setup").night(burn="farm_2").dawn()
    assert t.why("office_lost") == "FARM-4"
    t.day(powers="go_on").night().dawn()
    assert t.sheriff is None
    assert len(t.events("office_lost")) == 1


# -- School --


def test_burnt_out_she_votes_again() -> None:
    """SCHOOL-5"""
    t = village("Ann:school Dan:farm_1").night(burn="school").dawn().say("vote")
    assert t.asks("vote.ballots")
    assert t.prompt is not None
    assert 1 in t.prompt.voters
    assert not t.was_asked("school.bar")


def test_whoever_moves_into_the_school_stops_voting() -> None:
    """SCHOOL-5, BLD-2"""
    t = village("Ann:school Dan:farm_1 Eve:bailiffs_house").night(devour="Ann").dawn(give="Fay", accept=True)
    t.say("vote")
    assert t.asks("school.bar")
    assert t.prompt is not None
    assert t.prompt.seat == t.seat("Fay")
    t.say([]).upto("vote.ballots")
    assert t.refuses({"Fay": "Dan"}).rule == "SCHOOL-1"


def test_somebody_burnt_out_is_a_vagabond_and_cannot_be_barred() -> None:
    """SCHOOL-2, VAG-2"""
    t = village("Ann:school Dan:farm_1 Eve:farm_2 Fay:farm_3").night(burn="farm_1").dawn().say("vote")
    assert t.options == ["Eve", "Fay"]
    assert t.refuses(["Dan", "Eve"]).rule == "SCHOOL-2"


# -- Pub --


def test_with_the_pub_the_immunity_burns() -> None:
    """PYRO-9, BARK-1"""
    t = village("Ann:pub").night(burn="pub").dawn().upto("vote.ballots", debate="vote")
    assert "Ann" in t.options
    assert t.prompt is not None
    assert 1 in t.prompt.voters


def test_a_new_barkeep_is_fully_immune() -> None:
    """BARK-9, BLD-2"""
    t = village("Ann:pub Eve:bailiffs_house").night().dawn().day({"Dan": "Gus"}, alone="Gus")
    assert t.happened("immunity_lost", seat="Ann")
    t.night(devour="Ann").dawn(give="Fay", accept=True).say("vote")
    assert t.asks("vote.alone")
    assert t.prompt is not None
    assert t.prompt.seat == t.seat("Fay")
    t.say(None)
    assert t.refuses({"Dan": "Fay"}).rule == "BARK-1"


def test_the_bonesetter_cannot_give_the_immunity_back() -> None:
    """BARK-9, BONE-2"""
    t = village("Ann:pub Eve:hovel").night().dawn().day({"Dan": "Gus"}, alone="Gus").night().dawn()
    assert t.options == ["vote"]


def test_a_poster_on_the_pub_speaks_against_its_immunity() -> None:
    """BARK-4, BARK-5, SCAN-3: nobody may vote against him, yet the poster's two voices count."""
    t = village("Ann:pub", "Ann Bea:werewolf Cid:scandalmonger Dan Eve Fay Gus").night(post="Ann").dawn()
    t.say("vote").say(None)
    assert t.refuses({"Dan": "Ann"}).rule == "BARK-1"
    t.say({"Dan": "Eve"})
    assert t.dead == ["Ann"]


def test_the_razor_reaches_the_barkeep() -> None:
    """BARK-4, BARK-5"""
    t = village("Ann:pub Eve:barber_shop").night().dawn().say("barber_shop.cut")
    assert t.options == ["Ann"]
    t.say("Ann")
    assert "Ann" in t.dead


# -- Manor --


def test_a_new_lord_may_pardon_again() -> None:
    """BLD-2, LORD-1"""
    t = village("Ann:manor Eve:bailiffs_house").night().dawn().day("Gus", pardon="Gus")
    t.night(devour="Ann").dawn(give="Fay", accept=True).day("Gus", pardon="Gus")
    assert t.dead == ["Ann"]


def test_the_bonesetter_gives_the_lord_a_second_pardon() -> None:
    """BONE-1, LORD-1, AMD-33: used after the last vote."""
    t = village("Ann:manor Eve:hovel").night().dawn().day("Gus", pardon="Gus", powers=["hovel.mend"], mend="Ann")
    t.night().dawn().day("Gus", pardon="Gus")
    assert t.dead == []


def test_the_lord_cannot_pardon_somebody_from_the_razor() -> None:
    """LORD-7, BARB-6"""
    t = village("Ann:manor Eve:barber_shop Gus:farm_1").night().dawn()
    t.say("barber_shop.cut").say("Gus")
    assert "Gus" in t.dead
    assert not t.was_asked("manor.pardon")


def test_a_burnt_manor_pardons_nobody() -> None:
    """BLD-2"""
    t = village("Ann:manor").night(burn="manor").dawn().day("Gus")
    assert t.dead == ["Gus"]
    assert not t.was_asked("manor.pardon")
