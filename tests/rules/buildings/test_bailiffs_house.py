"""The Bailiff's House."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table import Table

TABLE = "Ann:werewolf Bea Cid Dan Eve Fay Guy"
HOUSES = "Bea:bailiffs_house Cid:church Dan:bakery"


def circle(t: Table) -> list[str]:
    """The living, clockwise."""
    return [t.names[seat - 1] for seat in t.game.village.circle if seat in t.game.village.living]


def test_a_vagabond_moves_into_a_vacant_house() -> None:
    """BAIL-1, BLD-2: he has the house and its power, fresh."""
    t = Table(TABLE, houses=HOUSES).night().dawn().day(debate=["church.confess", "vote"], confess="Ann")
    t.night(devour="Cid").dawn(give="Guy", accept=True)
    assert t.sees(None, "rehoused", seat="Guy", house="church")
    t.upto("church.confess", debate="church.confess").say("Ann")
    assert t.sees("Guy", "card_seen", seat="Ann", card="werewolf")


def test_only_vagabonds_are_offered_it() -> None:
    """BAIL-1: nobody with a house, not the Bailiff himself."""
    t = Table(TABLE, houses=HOUSES).night(devour="Cid").upto("bailiffs_house.give")
    assert t.options == ["Ann", "Eve", "Fay", "Guy"]
    for housed in ("Bea", "Dan"):
        assert t.refuses(housed).rule == "BAIL-1"


def test_he_may_keep_it_empty_and_try_again_any_later_morning() -> None:
    """BAIL-1, BAIL-6"""
    t = Table(TABLE, houses=HOUSES).night(devour="Cid").dawn(give=None)
    assert not t.happened("rehoused")
    t.day().night().dawn(give="Eve", accept=True)
    assert t.happened("rehoused", seat="Eve", house="church")
    t.day(powers="go_on").night().dawn()
    assert t.asks("day.debate")  # nothing is vacant any more


def test_several_vacancies_one_after_the_other() -> None:
    """BAIL-2"""
    people = "Ann:big_bad_wolf Bea Cid Dan Eve Fay Guy"
    t = Table(people, houses=HOUSES).night(werewolves_devour="Cid", big_bad_wolf_devour="Dan")
    t.upto("bailiffs_house.give")
    assert t.prompt is not None
    assert t.prompt.card == "church"
    t.say("Eve").say(True)
    assert t.prompt is not None
    assert t.prompt.card == "bakery"
    assert "Eve" not in t.options
    t.say("Fay").say(True)
    assert t.asks("day.debate")


def test_a_vagabond_may_refuse_and_another_be_asked() -> None:
    """BAIL-4, BAIL-6: then it may stay empty."""
    t = Table(TABLE, houses=HOUSES).night(devour="Cid").upto("bailiffs_house.give").say("Eve").say(False)
    assert t.sees(None, "house_refused", seat="Eve", house="church")
    assert t.options == ["Ann", "Fay", "Guy"]
    assert t.refuses("Eve").rule == "BAIL-4"
    t.say("Fay").say(False).say(None)
    assert t.asks("day.debate")
    t.day().night().upto("bailiffs_house.give")
    assert "Eve" in t.options  # a new morning


def test_with_the_bailiff_it_is_over() -> None:
    """BAIL-3, BAIL-5: his own house and all others stay empty."""
    t = Table(TABLE, houses=HOUSES).night(devour="Cid").dawn(give=None).day("Bea")
    assert t.dead == ["Cid", "Bea"]
    t.night().dawn()
    assert t.asks("day.debate")
    assert len([prompt for prompt in t.asked if prompt.key == "bailiffs_house.give"]) == 1


def test_dead_in_the_same_night_he_gives_nothing_away() -> None:
    """BAIL-10"""
    people = "Ann:big_bad_wolf Bea Cid Dan Eve Fay Guy"
    t = Table(people, houses=HOUSES).night(werewolves_devour="Cid", big_bad_wolf_devour="Bea").dawn()
    assert t.asks("day.debate")
    assert not t.was_asked("bailiffs_house.give")


def test_what_the_vote_frees_waits_for_the_next_morning() -> None:
    """BAIL-5"""
    t = Table(TABLE, houses=HOUSES).night().dawn().day("Cid", powers="go_on")
    assert t.asks("night.falls")
    assert not t.was_asked("bailiffs_house.give")
    t.night().dawn(give="Guy", accept=True)
    assert t.happened("rehoused", seat="Guy", house="church")


def test_out_of_the_village_he_gives_nothing_away() -> None:
    """BAIL-5, RASC-4: after the event that sent him out."""
    t = Table(TABLE, houses=HOUSES, events="little_rascal").night().dawn().day(powers="go_on").night(devour="Cid")
    t.dawn(youngest="Bea")
    assert not t.was_asked("bailiffs_house.give")


def test_a_vagabond_out_of_the_village_is_offered_nothing() -> None:
    """BAIL-5, EVO-1, GATH-3: the morning's event has just sent him out."""
    t = Table(TABLE, houses=HOUSES, events="luncheon_for_seniors").night().dawn().day(powers="go_on")
    t.night(devour="Cid").upto("bailiffs_house.give", leave=["Guy"])
    assert t.options == ["Ann", "Eve", "Fay"]
    t.refuses("Guy")


def test_after_the_grunt() -> None:
    """BAIL-5, BEAR-4: the bear still smells the old neighbours."""
    people = "Ann:werewolf Bea Cid Dan:bear_tamer Eve Fay Guy"
    t = Table(people, houses="Bea:bailiffs_house Cid:church").night(devour="Cid").upto("bailiffs_house.give")
    assert not t.happened("bear_grunted")  # Bea and Eve
    t.say("Ann").say(True)
    assert circle(t) == ["Bea", "Ann", "Dan", "Eve", "Fay", "Guy"]
    assert not t.happened("bear_grunted")
    t.day(powers="go_on").night().dawn()
    assert t.happened("bear_grunted")


def test_every_neighbour_rule_follows_the_move() -> None:
    """BAIL-7: Fox and Knight count from the new seats."""
    people = "Ann:werewolf Bea:knight_with_the_rusty_sword Cid Dan:fox Eve Fay:werewolf Guy"
    t = Table(people, houses="Guy:bailiffs_house Cid:church")
    t.night(devour="Cid").dawn(give="Fay", accept=True).day(powers="go_on")
    assert circle(t) == ["Ann", "Bea", "Fay", "Dan", "Eve", "Guy"]
    t.night(sniff="Dan", devour="Bea")
    assert t.happened("sniffed", seats=("Fay", "Dan", "Eve"), up=True)
    t.dawn()
    assert t.happened("diseased", seat="Fay")  # without the move she would have been fourth to the left


def test_a_disease_already_noted_stays() -> None:
    """BAIL-7, KNIGHT-4: nobody moves into the way of it."""
    people = "Ann:werewolf Bea:knight_with_the_rusty_sword Cid Dan Eve:werewolf Fay Guy:werewolf"
    t = Table(people, houses="Dan:bailiffs_house Bea:church Eve:bakery Ann:farm_1")
    t.night(devour="Bea").dawn(give="Guy", accept=True).day(powers="go_on").night()
    assert circle(t)[1] == "Guy"  # in the Knight's place
    t.dawn()
    assert t.dead == ["Bea", "Eve"]


def test_who_was_burnt_out_can_be_housed_but_not_by_a_bailiff_without_house() -> None:
    """BAIL-8, PYRO-9: his house burns, distribution ends."""
    people = "Ann:werewolf Bea Cid:pyromaniac Dan Eve Fay Guy"
    t = Table(people, houses=HOUSES).night(devour="Dan", burn="bailiffs_house").dawn()
    assert t.happened("burnt", house="bailiffs_house", seat="Bea")
    assert t.dead == ["Dan"]
    assert t.asks("day.debate")
    t = Table(people, houses=HOUSES).night(burn="church").dawn().day().night(devour="Dan").dawn(give="Cid", accept=True)
    assert t.happened("rehoused", seat="Cid", house="bakery")


@pytest.mark.parametrize(("preset", "given"), [("pact", False), ("pacte", True)])
def test_a_house_left_by_somebody_alive(preset: str, given: bool) -> None:
    """BAIL-9, OPT-BAILIFF-WHEN: a Manipulator who has won leaves an empty house."""
    people = "Ann:werewolf Bea:werewolf Cid:prejudiced_manipulator Dan Eve Fay"
    groups = dict.fromkeys(["Ann", "Bea", "Cid", "Fay"], "a") | dict.fromkeys(["Dan", "Eve"], "b")
    options: dict[str, Any] = {"manipulator_victory": "leaves_game_continues"}
    t = Table(people, groups=groups, preset=preset, houses="Ann:bailiffs_house Cid:church", **options)
    t.night(devour="Dan").dawn().day("Eve", powers="go_on")
    assert t.happened("left", seat="Cid")
    assert t.happened("vacated", seat="Cid", house="church")
    t.night()
    if given:
        t.dawn(give="Bea", accept=True)
        assert t.happened("rehoused", seat="Bea", house="church")
    else:
        t.dawn()
        assert not t.was_asked("bailiffs_house.give")


def test_without_vagabonds_nothing_is_asked() -> None:
    """BAIL-1, GEN-11"""
    t = Table("Ann:werewolf Bea Cid Dan", houses="Ann:church Bea:bailiffs_house Cid:farm_1 Dan:farm_2")
    t.night(devour="Cid").dawn()
    assert t.asks("day.debate")


def test_a_vagabond_has_nothing_to_fear_from_some() -> None:
    """VAG-1: no poster, no razor, no school; and no fire without a house."""
    people = "Ann:werewolf Bea:scandalmonger Cid:pyromaniac Dan Eve Fay"
    t = Table(people, houses="Ann:school Bea:barber_shop Cid:farm_1 Eve:farm_2").upto("scandalmonger.post")
    assert t.options == ["Ann", "Bea", "Cid", "Eve"]
    assert t.refuses("Dan").rule == "VAG-1"
    t.say("Ann").upto("pyromaniac.burn")
    assert t.options == ["school", "barber_shop", "farm_1", "farm_2"]
    t.say(None).upto("barber_shop.cut", debate="barber_shop.cut", devour=None)
    assert t.refuses("Dan").rule == "VAG-1"
    t.say("Cid").upto("school.bar", debate="vote")
    assert t.options == ["Eve"]


def test_burnt_out_one_is_a_vagabond_from_that_morning() -> None:
    """VAG-2, PYRO-2"""
    people = "Ann:werewolf Bea:scandalmonger Cid:pyromaniac Dan Eve Fay"
    t = Table(people, houses="Ann:school Bea:barber_shop Cid:farm_1 Dan:farm_2").night(post="Bea", burn="farm_2")
    t.upto("barber_shop.cut", debate="barber_shop.cut")
    assert t.refuses("Dan").rule == "VAG-1"
    t.say("Ann")
    assert t.winner == "village"
