"""Woodland Gathering: some are out until sunset, and the Witch has one more potion."""

from __future__ import annotations

from typing import Any

import pytest

from nightcall import InvalidSetup, Setup
from tests.table import Table


def second_morning(people: str, *, first: dict[str, Any] | None = None, votes: Any = None, **table: Any) -> Table:
    """Up to the second night; the card is read after it. `first`: the first night's answers."""
    t = Table(people, events="woodland_gathering", **table)
    t.round(votes, **(first or {}))
    return t


VILLAGE = "Ann:werewolf Bea Cid Dan Eve Fay"


def test_the_moderator_ticks_who_is_away() -> None:
    """GATH-1, GATH-2: any number of the living; they neither vote nor can be voted for, the others do and can."""
    t = second_morning(VILLAGE, first={"devour": "Fay"}).night().upto("woodland_gathering.leave")
    assert t.prompt is not None
    assert (t.prompt.low, t.prompt.high) == (0, 5)
    t.say(["Bea", "Cid"])
    assert t.sees(None, "went_away", seats=["Bea", "Cid"], until="nightfall")
    t.upto("vote.ballots", debate="vote")
    assert t.options == ["Ann", "Dan", "Eve"]
    assert t.refuses({"Bea": "Ann"}).rule == "GATH-1"
    assert t.refuses({"Ann": "Cid"}).rule == "GATH-1"


def test_the_night_is_as_usual() -> None:
    """GATH-2, EVO-1: back at sunset; they act and can be chosen."""
    t = second_morning("Ann:werewolf Bea:seer Cid Dan Eve Fay", first={"look": "Ann"})
    t.night(look="Ann").dawn(leave=["Ann", "Bea", "Cid"]).day()
    assert t.sees(None, "came_back", seats=["Ann", "Bea", "Cid"])
    t.night(look="Cid", devour="Cid").dawn()
    assert t.fakes == []
    assert t.dead == ["Cid"]


def test_all_gone_is_no_vote() -> None:
    """GATH-2, EVO-2, VOTE-7: nobody is there to vote."""
    t = second_morning(VILLAGE).night().dawn(leave=["Ann", "Bea", "Cid", "Dan", "Eve", "Fay"]).day()
    assert t.why("no_vote") == "VOTE-7"
    assert t.alive == t.names


def test_nobody_gone_is_no_effect() -> None:
    """EVO-2: everybody votes, and nobody has brought any herbs."""
    t = second_morning("Ann:werewolf Bea:witch Cid Dan Eve Fay").night().dawn(leave=[])
    assert t.why("nobody_left") == "EVO-2"
    t.upto("vote.ballots", debate="vote")
    assert t.prompt is not None
    assert len(t.prompt.voters) == 6
    t.answer()
    assert not t.happened("potion_gained")


def test_an_absent_schoolmarm_holds_no_school() -> None:
    """GATH-2, BLD-4: the day powers of absent owners rest; she has no vote either way."""
    t = second_morning(VILLAGE, houses="Ann:farm_1 Bea:school Cid:farm_2 Dan:farm_3")
    held = [prompt.key for prompt in t.asked].count("school.bar")
    assert held == 1
    t.night().dawn(leave=["Bea"]).day()
    assert [prompt.key for prompt in t.asked].count("school.bar") == 1
    t.night().dawn().day()
    assert [prompt.key for prompt in t.asked].count("school.bar") == 2


@pytest.mark.parametrize("physical", [False, True])
def test_an_absent_scapegoat_is_not_sacrificed(physical: bool) -> None:
    """GATH-3, SCAPE-1: the tie passes him by; the next day it does not."""
    t = second_morning("Ann:werewolf Bea:scapegoat Cid Dan Eve Fay", physical=physical)
    tie = {"Ann": "Cid", "Cid": "Ann"}
    t.night().dawn(leave=["Bea", "Fay"]).day(tie)
    assert t.alive == t.names
    t.night().dawn().day(tie)
    assert t.dead == ["Bea"]


def test_an_absent_sheriff_breaks_no_tie() -> None:
    """GATH-3, VOTE-15: he is not asked."""
    t = second_morning(VILLAGE, sheriff="Bea").night().dawn(leave=["Bea"]).day({"Ann": "Cid", "Cid": "Ann"})
    assert not t.was_asked("sheriff.tiebreak")
    assert t.alive == t.names
    t.night().dawn().day({"Ann": "Cid", "Cid": "Ann"}, tiebreak="Ann")
    assert t.dead == ["Ann"]


@pytest.mark.parametrize("physical", [False, True])
def test_an_absent_servant_cannot_step_forward(physical: bool) -> None:
    """GATH-3, SERV-7: the pause is held all the same, and she is refused."""
    t = second_morning("Ann:werewolf Bea:devoted_servant Cid Dan Eve Fay", physical=physical)
    t.night().dawn(leave=["Bea"]).upto("devoted_servant.act", debate="vote", ballots={"Ann": "Cid"})
    assert t.refuses("Bea").rule == "GATH-1"
    t.answer()
    assert t.dead == ["Cid"]


def test_an_absent_judge_cannot_sign() -> None:
    """GATH-2: a sign given in the woods is not seen, even where the Judge need not vote to give it."""
    people = "Ann:werewolf Bea:wandering_judge Cid Dan Eve Fay"
    t = second_morning(people, first={"sign": "wink"}, judge_signal="any_time_during_vote")
    asked = [prompt.key for prompt in t.asked].count("wandering_judge.signed")
    t.night().dawn(leave=["Bea"]).day("Fay")
    assert [prompt.key for prompt in t.asked].count("wandering_judge.signed") == asked == 1


def test_only_those_present_elect_and_are_elected() -> None:
    """GATH-2: an election held meanwhile is theirs."""
    t = second_morning(VILLAGE, sheriff_election="first_day").night().dawn(leave=["Bea", "Cid"])
    t.say("sheriff.elect")
    assert t.prompt is not None
    assert list(t.prompt.voters) == [1, 4, 5, 6]
    assert t.options == ["Ann", "Dan", "Eve", "Fay"]


def test_offences_are_those_of_people_who_debate() -> None:
    """GATH-1, VOTE-19: whoever is out says nothing."""
    t = second_morning(VILLAGE, debate_rules=True).night().dawn(leave=["Bea"])
    t.say("offence")
    assert t.options == ["Ann", "Cid", "Dan", "Eve", "Fay"]


# -- the potion --

WITCH = "Ann:werewolf Bea:witch Cid Dan Eve Fay Gus Hal"


def test_the_witch_has_one_more_potion_before_the_night() -> None:
    """GATH-1, WITCH-19: told to her alone; with both of her own used she is awake again that night."""
    t = second_morning(WITCH, first={"devour": "Cid", "heal": "Cid", "poison": "Hal"})
    t.night()
    assert t.fakes == ["witch"]
    t.dawn(leave=["Bea", "Cid"]).day()
    assert t.sees("Bea", "potion_gained")
    assert not t.sees("Ann", "potion_gained")
    assert not t.sees(None, "potion_gained")
    assert t.asks("night.falls")
    t.night(devour="Dan", heal="Dan").dawn()
    assert t.dead == ["Hal"]


def test_she_uses_it_once() -> None:
    """WITCH-20: healing with it leaves nothing to poison with."""
    t = second_morning(WITCH, first={"devour": "Cid", "heal": "Cid", "poison": "Hal"})
    t.night().dawn(leave=["Bea"]).day().night(devour="Dan", heal="Dan")
    assert [prompt.key for prompt in t.asked[-3:]].count("witch.poison") == 0
    t.dawn().day().night(devour="Eve")
    assert t.fakes == ["witch"]
    t.dawn()
    assert t.dead == ["Hal", "Eve"]


def test_she_decides_as_late_as_she_likes_what_it_is() -> None:
    """WITCH-20: kept for a night, then it is a poison."""
    t = second_morning(WITCH, first={"devour": "Cid", "heal": "Cid", "poison": "Hal"})
    t.night().dawn(leave=["Bea"]).day().night(devour="Dan").dawn().day()
    t.night(poison="Ann")
    t.dawn()
    assert t.dead == ["Hal", "Dan", "Ann"]


def test_two_of_a_kind_in_one_night() -> None:
    """WITCH-20, WITCH-19: her own poison and a second one, for two different players."""
    t = second_morning(WITCH).night().dawn(leave=["Bea"]).day()
    t.upto("witch.poison").say("Cid")
    assert t.asks("witch.poison")
    assert "Cid" not in t.options
    t.say("Dan")
    assert not t.asks("witch.poison")
    t.answer().dawn()
    assert t.dead == ["Cid", "Dan"]


def test_one_potion_a_night_stays_one() -> None:
    """WITCH-20, OPT-WITCH-BOTH: the additional potion is no way around the table's rule."""
    t = second_morning(WITCH, witch_both_potions_same_night=False).night().dawn(leave=["Bea"]).day()
    t.night(poison="Cid").dawn()
    assert t.dead == ["Cid"]


def test_both_victims_of_one_night_healed() -> None:
    """WITCH-20: with two healing potions she saves the pack's and the Big Bad Wolf's victim."""
    people = "Ann:werewolf Bea:witch Cid:big_bad_wolf Dan Eve Fay Gus"
    t = second_morning(people, big_bad_wolf_second_meal="may").night().dawn(leave=["Bea"]).day()
    t.night(werewolves_devour="Dan", big_bad_wolf_devour="Eve", heal=["Dan", "Eve"]).dawn()
    assert t.dead == []


def test_nothing_for_a_dead_witch() -> None:
    """WITCH-20: nor does anybody learn that there was nobody to have it."""
    t = second_morning(WITCH).night(devour="Bea").dawn(leave=["Cid"]).day()
    assert not t.happened("potion_gained")


def test_nothing_for_a_witch_without_power() -> None:
    """WITCH-20, DESP-3: the village has killed its Elder."""
    t = second_morning("Ann:werewolf Bea:witch Cid:elder Dan Eve Fay", votes="Cid")
    t.night().dawn(leave=["Dan"]).day()
    assert not t.happened("potion_gained")
    t.night()
    assert "witch" not in t.calls


def test_a_servant_who_became_the_witch_today_has_it() -> None:
    """WITCH-19: whoever is the Witch before the night; three potions then."""
    t = second_morning("Ann:werewolf Bea:witch Cid:devoted_servant Dan Eve Fay Gus Hal").night()
    t.dawn(leave=["Dan"]).day("Bea", act="Cid")
    assert t.sees("Cid", "potion_gained")
    t.night(devour="Eve", heal="Eve", poison=["Fay", "Gus"]).dawn()
    assert t.dead == ["Bea", "Fay", "Gus"]


def test_the_card_is_the_tables_choice() -> None:
    """OPT-GATHERING: without it a pile that holds the card is refused; the helper's pool does not know it at all."""
    deck = ["werewolf", "witch", "simple_villager", "simple_villager"]
    with pytest.raises(InvalidSetup) as caught:
        Setup.of(4, deck, events=["woodland_gathering"], draw="stacked", event_woodland_gathering=False)
    assert [(fault.key, fault.rule) for fault in caught.value.faults] == [("setup.event_not_allowed", "OPT-GATHERING")]
    with pytest.raises(InvalidSetup) as caught:
        Setup.of(4, deck, preset="helper", events=["woodland_gathering"], draw="stacked")
    assert "OPT-EVENT-POOL" in [fault.rule for fault in caught.value.faults]
    assert Setup.of(4, deck, events=["woodland_gathering"], draw="stacked")
