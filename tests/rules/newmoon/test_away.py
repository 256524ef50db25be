"""Luncheon for Seniors, Saturday Evening Ball, Gone Hunting: half the village, or the men, are out."""

from __future__ import annotations

from typing import Any

import pytest

from nightcall import InvalidSetup, Setup
from tests.table import Table

LUNCHEON = "luncheon_for_seniors"
BALL = "saturday_evening_ball"
HUNTING = "gone_hunting"
PEOPLE = "Ann:werewolf Bea:werewolf Cid Dan Eve Fay Gus"


def awake(t: Table) -> tuple[int, ...]:
    """Who is asked."""
    assert t.prompt is not None
    assert isinstance(t.prompt.audience, tuple)
    return t.prompt.audience


def second_day(card: str, away: list[str], people: str = PEOPLE, *, nights: Any = None, **table: Any) -> Table:
    """Two quiet nights (`nights` = what happens in each), the card is read, the ticked players are out."""
    t = Table(people, events=card, **table)
    first, second = nights or ({}, {})
    return t.round(**first).night(**second).dawn(leave=away)


@pytest.mark.parametrize("card", [LUNCHEON, BALL])
def test_half_of_an_odd_number_is_rounded_down(card: str) -> None:
    """EVO-2: three of seven at most; fewer, because equal ages at the border stay."""
    t = Table(PEOPLE, events=card).round().night().upto(f"{card}.leave")
    assert t.prompt is not None
    assert (t.prompt.low, t.prompt.high) == (0, 3)
    t.refuses(["Ann", "Bea", "Cid", "Dan"])
    t.say(["Ann", "Bea"])
    assert t.happened("went_away", seats=["Ann", "Bea"])


@pytest.mark.parametrize("card", [LUNCHEON, BALL])
def test_half_of_those_who_live(card: str) -> None:
    """EVO-2: the dead have no age."""
    t = Table(PEOPLE, events=card).round(devour="Cid").night(devour="Dan").upto(f"{card}.leave")
    assert t.prompt is not None
    assert t.prompt.high == 2
    assert t.options == ["Ann", "Bea", "Eve", "Fay", "Gus"]


@pytest.mark.parametrize("card", [LUNCHEON, BALL, HUNTING])
def test_by_day_they_neither_vote_nor_can_be_voted_for(card: str) -> None:
    """EVO-1, GATH-2: only the others do."""
    t = second_day(card, ["Bea", "Cid"]).upto("vote.ballots", debate="vote")
    assert t.prompt is not None
    assert list(t.prompt.voters) == [1, 4, 5, 6, 7]
    assert t.options == ["Ann", "Dan", "Eve", "Fay", "Gus"]
    assert t.refuses({"Bea": "Ann"}).rule == "EVO-1"
    assert t.refuses({"Ann": "Bea"}).rule == "EVO-1"


@pytest.mark.parametrize("card", [LUNCHEON, BALL, HUNTING])
def test_nobody_away_is_no_effect(card: str) -> None:
    """EVO-2: a table without any such players goes on as usual."""
    t = second_day(card, [])
    assert t.why("nobody_left", event=card) == "EVO-2"
    t.day("Cid").night(devour="Dan").dawn()
    assert t.dead == ["Cid", "Dan"]
    assert t.fakes == []


def test_after_the_luncheon_the_night_is_normal() -> None:
    """EVO-1: back at sunset, awake with the pack, and a possible victim."""
    t = second_day(LUNCHEON, ["Bea", "Cid"]).day().upto("werewolves.devour")
    assert awake(t) == (1, 2)
    t.answer(devour="Cid").dawn()
    assert t.dead == ["Cid"]


@pytest.mark.parametrize("card", [BALL, HUNTING])
def test_an_absent_wolf_does_not_devour_and_an_absent_player_is_not_devoured(card: str) -> None:
    """EVO-1, RASC-4: the pack is those who are there; back at dawn."""
    t = second_day(card, ["Bea", "Cid"]).day().upto("werewolves.devour")
    assert awake(t) == (1,)
    assert t.refuses("Cid").rule == "EVO-1"
    assert t.refuses("Bea").rule == "EVO-1"
    t.answer(devour="Dan").dawn()
    assert t.happened("came_back", seats=["Bea", "Cid"])
    t.day().upto("werewolves.devour")
    assert awake(t) == (1, 2)
    assert "Cid" in t.options


@pytest.mark.parametrize("physical", [False, True])
@pytest.mark.parametrize("card", [BALL, HUNTING])
def test_no_wolf_there_is_no_meal(card: str, physical: bool) -> None:
    """EVO-3: the Werewolves' call is said and faked."""
    t = second_day(card, ["Ann", "Bea"], physical=physical).day().night()
    assert t.calls == ["werewolves"] == t.fakes
    t.dawn()
    assert t.dead == []
    t.day().night(devour="Cid")
    assert t.fakes == []


def test_everybody_away_until_dawn_is_a_night_without_any_action() -> None:
    """EVO-2, VOTE-7, FK-9: no vote, every call is faked, nobody dies, and all are back."""
    people = "Ann:werewolf Bea:big_bad_wolf Cid:seer Dan:witch Eve:piper Fay:defender Gus:fox Hal:actor Ida Joe"
    first: dict[str, Any] = {"look": "Ann", "protect": "Ann", "charm": ["Ann", "Bea"]}
    second: dict[str, Any] = {"look": "Ann", "protect": "Bea", "charm": ["Ann", "Bea"]}
    t = second_day(
        HUNTING,
        [person.partition(":")[0] for person in people.split()],
        people,
        nights=(first, second),
        trio="hunter elder scapegoat",
        big_bad_wolf_second_meal="may",
        charmed_wake="recognise_each_other",
    )
    t.day()
    assert t.why("no_vote") == "VOTE-7"
    t.night()
    assert len(t.calls) > 7
    assert t.fakes == t.calls
    t.dawn()
    assert t.dead == []
    assert t.sees(None, "came_back", seats=t.names)


def test_the_calls_sound_the_same_whoever_is_away() -> None:
    """FK-9: which cards are out cannot be heard."""
    people = "Ann:werewolf Bea:werewolf Cid:seer Dan:witch Eve:fox Fay Gus"
    heard = []
    for away in (["Cid", "Dan"], ["Fay", "Gus"]):
        t = second_day(BALL, away, people, nights=({"look": "Ann"}, {"look": "Ann"})).day()
        t.night(look="Bea") if "Fay" in away else t.night()
        heard.append(t.calls)
    assert heard[0] == heard[1]


def test_the_white_werewolf_finds_no_prey_outside() -> None:
    """EVO-1, FK-9: the only other wolf is away; his call is faked."""
    people = "Ann:werewolf Bea:white_werewolf Cid Dan Eve Fay Gus"
    t = Table(people, events=f"burial {BALL}").round().round().night().dawn(leave=["Ann"]).day().night()
    assert t.fakes == ["white_werewolf"]


def test_siblings_and_charmed_meet_without_those_who_are_away() -> None:
    """EVO-1: they are not woken; the others are."""
    people = "Ann:werewolf Bea:three_brothers Cid:three_brothers Dan:three_brothers Eve:piper Fay Gus Hal"
    charm = {"charm": ["Bea", "Cid"]}
    t = second_day(
        BALL,
        ["Bea"],
        people,
        nights=(charm, charm),
        siblings_extra_wakes="every_other_night",
        charmed_wake="recognise_each_other",
    ).day()
    t.night(charm=["Cid", "Fay"])
    assert t.events("siblings_met")[-1].facts["seats"] == (3, 4)
    assert t.events("charmed_met")[-1].facts["seats"] == (3, 6)
    assert t.events("charmed_met")[-1].audience == (3, 6)


def test_the_little_girl_does_not_spy_from_outside() -> None:
    """EVO-1: nobody is asked whether she was caught."""
    people = "Ann:werewolf Bea:little_girl Cid Dan Eve Fay Gus"
    t = second_day(BALL, ["Bea"], people, little_girl_caught="devoured_instead").day()
    asked = [prompt.key for prompt in t.asked].count("little_girl.caught")
    t.night(devour="Cid")
    assert [prompt.key for prompt in t.asked].count("little_girl.caught") == asked


@pytest.mark.parametrize("card", [LUNCHEON, BALL, HUNTING])
def test_cards_of_the_whole_deck_only(card: str) -> None:
    """OPT-EVENT-POOL: the three are in no rulebook."""
    deck = ["werewolf", "witch", "simple_villager", "simple_villager"]
    for pool in ("documented_all", "helper_only"):
        with pytest.raises(InvalidSetup) as caught:
            Setup.of(4, deck, events=[card], draw="stacked", event_pool=pool)
        assert [fault.key for fault in caught.value.faults] == ["setup.event_outside_pool"]


@pytest.mark.parametrize("card", [LUNCHEON, BALL, HUNTING])
def test_who_goes_is_asked_before_everybody(card: str) -> None:
    """EVO-2: the whole table looks on."""
    t = Table(PEOPLE, events=card).round().night().upto(f"{card}.leave")
    assert t.prompt is not None
    assert t.prompt.audience == "public"


def test_those_who_are_out_elect_nobody() -> None:
    """EVO-1, GATH-2: neither can they be elected."""
    t = second_day(LUNCHEON, ["Cid", "Dan"], sheriff_election="moderator_call")
    t.upto("sheriff.elect", debate="sheriff.elect")
    assert t.prompt is not None
    assert [t.names[seat - 1] for seat in t.prompt.voters] == ["Ann", "Bea", "Eve", "Fay", "Gus"]
    assert t.options == ["Ann", "Bea", "Eve", "Fay", "Gus"]
