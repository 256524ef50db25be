"""Great Distrust."""

from __future__ import annotations

from typing import Any

from tests.table import Table

EIGHT = "Ann:werewolf Bea Cyd Dan Eve Fay Gus:werewolf Hal"


def distrust(people: str = EIGHT, **setup: Any) -> Table:
    """The second morning: the card has been read, Hal is dead."""
    t = Table(people, events="great_distrust", **setup)
    return t.night(devour="Hal").dawn().day().night().dawn()


def test_whoever_nobody_points_at_falls_and_all_of_them_together() -> None:
    """DIST-1, DIST-2, VOTE-17: after the debate, in the place of the vote."""
    t = distrust()
    assert t.asks("day.debate")
    t.day(friendless=["Bea", "Dan"])
    assert t.dead == ["Hal", "Bea", "Dan"]
    assert [event.facts["cause"] for event in t.events("died")[1:]] == ["vote", "vote"]
    assert t.asks("night.falls")
    t.night().dawn().day("Ann")  # the next vote is a vote
    assert "Ann" in t.dead


def test_nobody_may_fall() -> None:
    """DIST-1: everybody has a friend."""
    t = distrust().day()
    assert t.dead == ["Hal"]
    assert t.happened("nobody_condemned")


def test_how_many_friends_decides_how_many_can_be_without() -> None:
    """OPT-DISTRUST: seven players with two friends each leave at least three named, with three at least four."""
    t = distrust().upto("great_distrust.friendless", debate="vote")
    assert t.prompt is not None
    assert t.prompt.high == 4
    t = distrust(preset="helper").upto("great_distrust.friendless", debate="vote")
    assert t.prompt is not None
    assert t.prompt.high == 3
    t.refuses(["Ann", "Bea", "Cyd", "Dan"])


def test_with_too_few_others_everybody_points_at_all_of_them() -> None:
    """DIST-2: three players with two friends each: nobody falls and nothing is asked."""
    t = Table("Ann:werewolf Bea Cyd Dan", events="great_distrust")
    t.night(devour="Dan").dawn().day().night().dawn().day()
    assert not t.was_asked("great_distrust.friendless")
    assert t.happened("nobody_condemned")


def test_bans_and_weights_do_not_matter() -> None:
    """DIST-2, EVX-9, VOTE-18: the Scapegoat's list is ignored, nobody is immune, a Sheriff has no more hands."""
    t = Table(
        "Ann:werewolf Bea:scapegoat Cyd Dan Eve Fay Gus:werewolf Hal",
        events="great_distrust",
        houses="Eve:pub",
        sheriff="Cyd",
    )
    t.night(devour="Hal").dawn().day({"Ann": "Fay", "Fay": "Ann"}, voters=["Ann"]).night().dawn()
    t.upto("great_distrust.friendless", debate="vote")
    assert t.options == ["Ann", "Cyd", "Dan", "Eve", "Fay", "Gus"]
    t.answer(friendless=["Eve"])
    assert t.dead == ["Hal", "Bea", "Eve"]


def test_the_barkeep_may_fall_and_does_not_lose_his_immunity_by_it() -> None:
    """DIST-3"""
    t = distrust(houses="Eve:pub").day(friendless=["Bea", "Cyd"])
    assert not t.happened("immunity_lost")


def test_no_tie_rules() -> None:
    """DIST-2: two without friends are no tie; the Scapegoat is safe, the Sheriff decides nothing."""
    t = Table("Ann:werewolf Bea:scapegoat Cyd Dan Eve Fay Gus:werewolf Hal", events="great_distrust", sheriff="Cyd")
    t.night(devour="Hal").dawn().day().night().dawn().day(friendless=["Dan", "Eve"])
    assert t.dead == ["Hal", "Dan", "Eve"]


def test_the_idiot_is_pardoned_and_the_elder_brings_despair() -> None:
    """DIST-3, VOTE-17"""
    t = distrust("Ann:werewolf Bea:village_idiot Cyd:elder Dan Eve Fay Gus:werewolf Hal")
    t.day(friendless=["Bea", "Cyd"])
    assert t.dead == ["Hal", "Cyd"]
    assert t.happened("pardoned", seat="Bea")
    assert t.happened("despaired")


def test_the_angel_wins_by_it() -> None:
    """DIST-3, VOTE-17: read on the first day it is the first vote of the game."""
    t = Table(
        "Ann:werewolf Bea:angel Cyd Dan Eve Fay",
        hand="great_distrust",
        sheriff="Cyd",
        crier_first_use="same_day",
        angel_opening_vote=False,
    )
    debate = ["town_crier.appoint", "town_crier.read", "vote"]
    t.night().dawn().day(debate=debate, appoint="Dan", read="great_distrust", friendless=["Bea"])
    assert t.winner == "angel"


def test_the_lord_may_pardon_one_of_the_fallen() -> None:
    """LORD-6, DIST-3: one, not two."""
    t = distrust(houses="Cyd:manor").day(friendless=["Bea", "Dan"], pardon="Bea")
    assert t.dead == ["Hal", "Dan"]


def test_the_servant_takes_one_of_several() -> None:
    """SERV-15, DIST-3"""
    people = "Ann:werewolf Bea:devoted_servant Cyd:elder Dan:hunter Eve Fay Gus:werewolf Hal"
    t = distrust(people).day(friendless=["Cyd", "Dan"], act=[None, "Bea"])
    assert t.dead == ["Hal", "Cyd", "Dan"]
    assert t.happened("card_taken", seat="Bea", card="hunter")
    assert not t.was_asked("hunter.shoot")
    t = distrust(people).day(friendless=["Cyd", "Dan"], act="Bea", shoot="Ann")
    assert t.happened("card_taken", seat="Bea", card="elder")
    assert not t.happened("despaired")
    assert [answer.key for answer in t.game.answers].count("devoted_servant.act") == 1


def test_condemned_herself_the_servant_has_nothing_to_take() -> None:
    """SERV-15: not even the card of another one who falls with her, whoever is named first."""
    people = "Ann:werewolf Bea:elder Cyd:devoted_servant Dan:hunter Eve Fay Gus:werewolf Hal"
    t = distrust(people).day(friendless=["Bea", "Cyd", "Dan"])
    asked = [prompt for prompt in t.asked if prompt.key == "devoted_servant.act"]
    assert [list(prompt.options) for prompt in asked] == [[], []]  # after that her own card lies open
    assert asked[0].refused == {t.seat("Cyd"): "SERV-15"}
    assert t.asks("hunter.shoot")


def test_a_servant_whose_place_another_has_taken_may_step_forward_for_the_next() -> None:
    """SERV-15, HARV-7: condemned with others, she is not any more once the Scapegoat beside her falls instead."""
    people = "Ann:werewolf Bea:scapegoat Cyd:devoted_servant Dan:hunter Eve Fay Gus:werewolf Hal"
    t = distrust(people, variants="harvest_festival").day(friendless=["Cyd", "Eve"], voters=["Ann", "Gus"], act="Cyd")
    assert t.happened("took_the_place", seat="Bea", victim="Cyd")
    assert t.happened("card_taken", seat="Cyd", card="simple_villager")
    assert t.dead == ["Hal", "Bea", "Eve"]


def test_nor_once_a_scapegoat_has_fallen_for_another_of_them() -> None:
    """SERV-15, HARV-7: she is condemned still."""
    people = "Ann:werewolf Bea:scapegoat Cyd Dan:hunter Eve:devoted_servant Fay Gus:werewolf Hal"
    t = distrust(people, variants="harvest_festival").day(friendless=["Cyd", "Dan", "Eve"])
    assert t.happened("took_the_place", seat="Bea", victim="Cyd")
    asked = [prompt for prompt in t.asked if prompt.key == "devoted_servant.act"]
    assert [list(prompt.options) for prompt in asked] == [[], []]
    assert asked[0].refused == {t.seat("Eve"): "SERV-15"}


def test_the_judge_cannot_sign_in_it() -> None:
    """AMD-38: nothing is counted."""
    t = distrust("Ann:werewolf Bea:wandering_judge Cyd Dan Eve Fay Gus:werewolf Hal").day(friendless=["Cyd"])
    assert t.dead == ["Hal", "Cyd"]
    assert [answer.key for answer in t.game.answers].count("wandering_judge.signed") == 1  # on the first day


def test_only_those_present_point_and_can_fall() -> None:
    """DIST-2, VOTE-18: absence is the one thing that still matters."""
    t = Table(EIGHT, events="great_distrust", hand="little_rascal", sheriff="Bea").night(devour="Hal").dawn()
    t.day(debate=["town_crier.appoint", "vote"], appoint="Cyd").night()
    t.dawn(read="little_rascal", youngest="Eve")
    t.upto("great_distrust.friendless", debate="vote")
    assert "Eve" not in t.options
    assert t.prompt is not None
    assert t.prompt.high == 3
