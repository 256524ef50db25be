"""The Manor."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table import Table

PEOPLE = "Ann Bea:werewolf Cid:scapegoat Dan:elder Eve Fay Gus"


def manor(people: str = PEOPLE, houses: str = "Ann:manor", **options: Any) -> Table:
    """The first day."""
    return Table(people, houses=houses, **options).night().dawn()


def test_the_lord_pardons_the_condemned_and_the_card_stays_hidden() -> None:
    """LORD-1"""
    t = manor(physical=True).day("Eve", pardon="Eve")
    assert t.happened("condemned", seat="Eve")
    assert t.sees(None, "reprieved", seat="Eve", by="Ann")
    assert t.dead == []
    assert not t.happened("card_shown")
    assert not t.happened("died")
    assert not t.was_asked("card.shown")


def test_he_need_not() -> None:
    """LORD-1"""
    t = manor().day("Eve")
    assert t.was_asked("manor.pardon")
    assert t.dead == ["Eve"]
    t.night().dawn().day("Fay", pardon="Fay")
    assert t.dead == ["Eve"]


def test_only_the_condemned_can_be_pardoned() -> None:
    """LORD-1"""
    t = manor().upto("manor.pardon", debate="vote", ballots="Eve")
    assert t.options == ["Eve"]
    t.refuses("Fay")


def test_he_pardons_once() -> None:
    """LORD-1, BLD-1"""
    t = manor().day("Eve", pardon="Eve").night().dawn().day("Eve")
    assert t.dead == ["Eve"]
    assert len([answer for answer in t.game.answers if answer.key == "manor.pardon"]) == 1


def test_he_may_pardon_himself() -> None:
    """LORD-2"""
    t = manor().day("Ann", pardon="Ann")
    assert t.dead == []


def test_a_dead_lord_pardons_nobody() -> None:
    """LORD-1, BLD-2"""
    t = Table(PEOPLE, houses="Ann:manor").night(devour="Ann").dawn().day("Eve")
    assert t.dead == ["Ann", "Eve"]
    assert not t.was_asked("manor.pardon")


def test_night_follows_without_another_vote() -> None:
    """LORD-2, OPT-LORD-REVOTE"""
    t = manor().say("vote").say({"Fay": "Eve"}).say("Eve")
    assert t.asks("night.falls")
    assert len(t.events("voted")) == 1


def test_or_the_day_goes_on_with_debate_and_vote() -> None:
    """OPT-LORD-REVOTE"""
    t = manor(lord_pardon_then="continue_day").say("vote").say({"Fay": "Eve"}).say("Eve")
    assert t.asks("day.debate")
    t.say("vote")
    assert t.why("vote_added", by="manor") == "OPT-LORD-REVOTE"
    assert t.asks("vote.ballots")
    t.say({"Fay": "Eve", "Gus": "Eve"})
    assert t.dead == ["Eve"]
    assert t.asks("night.falls")


def test_a_day_that_goes_on_needs_a_pardon() -> None:
    """OPT-LORD-REVOTE"""
    t = manor(lord_pardon_then="continue_day").say("vote").say({"Fay": "Eve"}).say(None)
    assert t.dead == ["Eve"]
    assert t.asks("night.falls")


def test_the_day_does_not_go_on_where_he_has_pardoned_one_of_several() -> None:
    """OPT-LORD-REVOTE, AMD-39: somebody has fallen, so the village has had its vote."""
    people = "Ann Bea:werewolf Cid Dan Eve Fay Gus Hal"
    options: Any = {"nightmare_tie": "all_tied", "lord_pardon_then": "continue_day"}
    t = Table(people, houses="Ann:manor", events="nightmare", **options)
    t.night(devour="Hal").dawn().day().night().dawn()
    t.answer(alone=["Cid", "Dan", "Dan", "Cid", "Cid", "Dan", "Bea"], pardon="Cid")
    assert t.happened("reprieved", seat="Cid")
    assert t.dead == ["Hal", "Dan"]
    assert t.asks("night.falls")
    assert not t.happened("vote_added")


def test_the_opening_day_goes_on_as_well() -> None:
    """OPT-LORD-REVOTE, ANGEL-9"""
    t = Table("Ann:angel Bea:werewolf Cid Dan Eve", houses="Dan:manor", lord_pardon_then="continue_day")
    t.day(["Ann", "Cid"], debate=["vote", "vote"], pardon="Ann")
    assert t.dead == ["Cid"]
    assert t.asks("night.falls")


def test_in_a_day_that_goes_on_the_judge_cannot_double_the_vote() -> None:
    """OPT-LORD-REVOTE, JUDGE-4"""
    t = Table("Ann Bea:werewolf Cid:wandering_judge Dan Eve Fay", houses="Ann:manor", lord_pardon_then="continue_day")
    t.night(sign="cough").dawn().say("vote").say({"Fay": "Eve", "Cid": "Eve"}).say(False).say("Eve")
    t.say("vote").say({"Fay": "Eve", "Cid": "Eve"})
    assert t.dead == ["Eve"]
    assert t.asks("night.falls")


def test_the_judges_second_vote_still_takes_place_and_may_hit_the_same_player() -> None:
    """LORD-3, LORD-5, JUDGE-7"""
    t = Table("Ann Bea:werewolf Cid:wandering_judge Dan Eve Fay", houses="Ann:manor").night(sign="cough").dawn()
    t.day(["Eve", "Eve"], signed=True, pardon="Eve")
    assert len(t.events("condemned", seat="Eve")) == 2
    assert t.dead == ["Eve"]


def test_the_pardon_comes_before_the_servant() -> None:
    """LORD-4, VOTE-16, SERV-10"""
    people = "Ann Bea:werewolf Cid:devoted_servant Dan Eve Fay"
    t = manor(people).say("vote").say({"Fay": "Eve"})
    assert t.asks("manor.pardon")
    t.say("Eve")
    assert t.asks("night.falls")
    assert not t.was_asked("devoted_servant.act")


def test_once_the_servant_has_shown_herself_it_is_too_late() -> None:
    """LORD-4, SERV-10"""
    people = "Ann Bea:werewolf Cid:devoted_servant Dan Eve Fay"
    t = manor(people).day("Eve", act="Cid")
    keys = [answer.key for answer in t.game.answers]
    assert keys.index("manor.pardon") < keys.index("devoted_servant.act")
    assert keys.count("manor.pardon") == 1
    assert t.dead == ["Eve"]


def test_a_pardoned_angel_has_not_won() -> None:
    """LORD-6, ANGEL-9"""
    t = Table("Ann:angel Bea:werewolf Cid Dan Eve", houses="Dan:manor").day("Ann", pardon="Ann")
    assert t.winner is None
    t.night(devour="Ann").dawn()
    assert t.winner == "angel"  # his time is not over


def test_a_scapegoat_pardoned_in_a_tie_lives_with_his_card_shown() -> None:
    """SCAPE-9, LORD-6"""
    t = manor().day({"Eve": "Fay", "Fay": "Eve"}, pardon="Cid")
    assert t.dead == []
    assert t.happened("card_shown", seat="Cid", card="scapegoat")
    assert not t.was_asked("scapegoat.voters")
    t.night().dawn().say("vote")
    assert t.prompt is not None
    assert len(t.prompt.voters) == 7  # no list
    t.say({"Eve": "Fay", "Fay": "Eve"})
    assert t.asks("scapegoat.voters")  # the power is kept: the next tie finds him
    t.answer(voters=["Ann"])
    assert t.dead == ["Cid"]
    assert len(t.events("card_shown", seat="Cid")) == 1


def test_a_servant_cannot_take_a_card_shown_before() -> None:
    """SCAPE-9, SERV-1"""
    t = manor("Ann Bea:werewolf Cid:scapegoat Dan:devoted_servant Eve Fay")
    t.day({"Eve": "Fay", "Fay": "Eve"}, pardon="Cid").night().dawn().day("Cid")
    assert t.dead == ["Cid"]
    assert not t.was_asked("devoted_servant.act")


def test_a_pardoned_idiot_stays_unrevealed_with_his_vote() -> None:
    """LORD-6"""
    t = manor("Ann Bea:werewolf Cid:village_idiot Dan Eve Fay").day("Cid", pardon="Cid")
    assert not t.happened("card_shown")
    assert not t.happened("pardoned")
    t.night().dawn().day({"Cid": "Eve", "Fay": "Cid", "Eve": "Cid"})
    assert t.happened("pardoned", seat="Cid")  # his own pardon is still there


def test_a_pardoned_elder_brings_no_despair() -> None:
    """ELDER-15"""
    t = manor().day("Dan", pardon="Dan")
    assert not t.happened("despaired")
    t.night().dawn().day("Dan")
    assert t.happened("despaired")


def test_nothing_but_the_vote_can_be_pardoned() -> None:
    """LORD-7"""
    t = Table("Ann Bea:werewolf Cid:hunter Dan:witch Eve Fay Gus", houses="Ann:manor")
    t.night(devour="Eve", poison="Fay").dawn()
    assert not t.was_asked("manor.pardon")
    t.day("Cid", shoot="Gus")
    assert [answer.key for answer in t.game.answers].count("manor.pardon") == 1
    assert t.dead == ["Eve", "Fay", "Cid", "Gus"]


@pytest.mark.parametrize("people", ["Ann Bea:werewolf Cid Dan Eve Fay", "Ann Bea:werewolf Cid:devoted_servant Dan Eve"])
def test_the_pause_is_made_at_every_vote(people: str) -> None:
    """LORD-8: whoever is condemned and whatever the cards, the Lord is asked in public."""
    t = manor(people, physical=True)
    for victim in ("Dan", "Eve"):
        t.upto("manor.pardon", debate="vote", ballots=victim)
        assert t.prompt is not None
        assert t.prompt.audience == "public"
        t.say(None)
        t.answer()
        if t.asks("night.falls"):
            t.night().dawn()


def test_the_servants_pause_remains_when_the_lord_has_pardoned() -> None:
    """LORD-8, SERV-7"""
    people = "Ann Bea:werewolf Cid:devoted_servant Dan Eve Fay"
    t = manor(people).day("Eve", pardon="Eve").night().dawn().day("Eve")
    assert t.was_asked("devoted_servant.act")


def test_despair_infection_love_and_charm_leave_him_his_power() -> None:
    """BLD-5"""
    people = "Ann Bea:cursed_wolf_father Cid:elder Dan:cupid Eve:piper Fay Gus"
    t = Table(people, houses="Ann:manor")
    t.night(pair=["Ann", "Dan"], devour="Ann", infect=True, charm=["Ann", "Gus"]).dawn().day("Cid")
    assert t.happened("despaired")
    assert t.is_wolf("Ann")
    t.night(charm=["Dan", "Fay"]).dawn().day("Gus", pardon="Gus")
    assert t.alive == ["Ann", "Bea", "Dan", "Eve", "Fay", "Gus"]


def test_no_death_means_nothing_dies_of_it() -> None:
    """LORD-1, LORD-6: no grief, no shot, no succession, the house is kept."""
    people = "Ann Bea:werewolf Cid:hunter Dan:cupid Eve Fay"
    t = Table(people, houses="Ann:manor Cid:pub", sheriff="Cid").night(pair=["Cid", "Eve"]).dawn()
    t.day({"Fay": "Eve", "Bea": "Eve"}, pardon="Eve")
    assert t.dead == []
    assert t.sheriff == "Cid"
    assert not t.happened("vacated")
