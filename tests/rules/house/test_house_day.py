"""House rules by day: the Sheriff's election and weight, pardons and second votes, votes by clearing."""

from __future__ import annotations

from typing import Any

import pytest

from nightcall import InvalidSetup
from nightcall.engine.rule import KINDS
from nightcall.engine.unmoderated import MAJORITY, Policy
from tests.table import Table

PLAIN = "Ann Bea:werewolf Cid Dan Eve Fay Gus Hal"

# -- the Sheriff's election --


def asked_on(chosen: str, book: str = "setup", people: str = PLAIN, **more: Any) -> list[tuple[int, str]]:
    """The day and phase of every offer of an election, declined each time; and whether any debate offers one."""
    t = Table(people, sheriff_election=book, sheriff_elected_on=chosen, **more)
    offers: list[tuple[int, str]] = []
    while t.game.village.day < 7:
        assert t.prompt is not None
        if t.asks("sheriff.now"):
            offers.append((t.game.village.day, t.game.village.phase))
            t.say(False)
        elif t.asks("day.debate"):
            if "sheriff.elect" in t.options:
                offers.append((t.game.village.day, "debate"))
            t.say("vote")
        else:
            t._default(t.prompt)
    return offers


DAYS = [f"d{day}_{moment}" for day in range(1, 6) for moment in ("dawn", "dusk")]


@pytest.mark.parametrize("chosen", DAYS)
@pytest.mark.parametrize("book", ["setup", "first_day", "moderator_call"])
def test_the_election_has_a_day_of_its_own(chosen: str, book: str) -> None:
    """HOUSE-16: nothing is offered before, and any later debate will do."""
    day, is_dusk = int(chosen[1]), chosen.endswith("dusk")
    first = [(day, "day" if is_dusk else "dawn")]
    debates = [(later, "debate") for later in range(day + is_dusk, 7)]
    assert asked_on(chosen, book) == first + debates


@pytest.mark.parametrize(
    ("book", "first", "debates"),
    [
        ("setup", [(0, "setup")], range(1, 7)),
        ("first_day", [(1, "dawn")], range(1, 7)),
        ("moderator_call", [], range(1, 7)),
    ],
)
def test_without_a_day_of_its_own_the_book_decides(book: str, first: list[tuple[int, str]], debates: range) -> None:
    """HOUSE-16, OPT-SHERIFF-WHEN"""
    assert asked_on("as_book", book) == first + [(day, "debate") for day in debates]


def test_an_opening_day_comes_before_every_other() -> None:
    """HOUSE-16, AMD-14"""
    people = "Ann:angel Bea:werewolf Cid Dan Eve Fay Gus Hal"
    assert asked_on("d1_dawn", people=people)[0] == (1, "dawn")


@pytest.mark.parametrize(("chosen", "elected"), [("d2_dawn", ["elect"]), ("d2_dusk", [])])
def test_the_badge_counts_from_the_election_on(chosen: str, elected: list[str]) -> None:
    """HOUSE-16, SHERIFF-2"""
    t = Table(PLAIN, sheriff_election="setup", sheriff_elected_on=chosen).night().dawn().day().night()
    votes = {"Ann": "Cid", "Bea": "Dan", "Eve": "Dan"}
    badge = {"now": True, "elect": dict.fromkeys(["Bea", "Cid", "Dan"], "Ann")}
    if elected:
        t.dawn(**badge).day({**votes, "Fay": "Cid"})
        assert t.dead == ["Cid"]
    else:
        t.dawn().day({**votes, "Fay": "Cid"}, **badge)
        assert t.dead == []
    assert t.sheriff == "Ann"
    assert t.asks("night.falls")


def test_a_sheriff_by_event_card_needs_no_election() -> None:
    """HOUSE-16, EVO-7"""
    t = Table(PLAIN, sheriff_election="setup", sheriff_elected_on="d3_dawn", events="saint_philip")
    t.round().night().dawn(elect=dict.fromkeys(["Ann", "Bea"], "Cid"))
    assert t.sheriff == "Cid"
    t.day().night().dawn().day()
    assert not t.was_asked("sheriff.now")


def test_the_farmers_elect_as_they_always_do() -> None:
    """HOUSE-16, AMD-35, FARM-1"""
    t = Table(PLAIN, houses="Ann:farm_1 Cid:farm_2", sheriff_election="setup", sheriff_elected_on="d4_dawn")
    t.round().night().dawn(elect=dict.fromkeys(["Ann", "Cid"], "Cid"))
    assert t.sheriff == "Cid"


def test_no_sheriff_no_day() -> None:
    """HOUSE-16, OPT-SHERIFF-WHEN"""
    with pytest.raises(InvalidSetup) as caught:
        Table(PLAIN, sheriff_election="off", sheriff_elected_on="d2_dawn")
    assert [(fault.key, fault.rule) for fault in caught.value.faults] == [("setup.sheriff_off", "HOUSE-16")]


# -- his weight --


@pytest.mark.parametrize("weight", [1, 2, 3])
@pytest.mark.parametrize("entry", ["ballots", "counts"])
def test_what_the_sheriff_s_vote_is_worth(weight: int, entry: str) -> None:
    """HOUSE-15, VOTE-3"""
    majority: Any = {"sheriff_election_majority": "moderator_decides"}  # counts name nobody
    t = Table(PLAIN, sheriff="Ann", sheriff_vote_weight=weight, vote_input=entry, **majority).night().dawn()
    if entry == "ballots":
        t.day({"Ann": "Cid", "Bea": "Dan"})
        assert t.events("voted")[0].facts["counts"] == {t.seat("Cid"): weight, t.seat("Dan"): 1}
    else:
        t.upto("vote.counts", debate="vote")
        assert t.prompt is not None
        assert t.prompt.high == len(t.names) - 1 + weight


@pytest.mark.parametrize("weight", [1, 2, 3])
def test_the_weights_multiply(weight: int) -> None:
    """HOUSE-15, VOTE-4"""
    t = Table(PLAIN, sheriff="Ann", sheriff_vote_weight=weight, events="little_rascal")
    t.round().night().dawn(youngest="Ann").day().night().dawn().day({"Ann": "Cid"})
    assert t.events("voted")[-1].facts["counts"] == {t.seat("Cid"): 3 * weight}


# -- an Idiot with a badge --

IDIOT = "Ann:village_idiot Bea:werewolf Cid Dan Eve Fay Gus"


@pytest.mark.parametrize("when", ["when_eliminated", "when_revealed"])
@pytest.mark.parametrize("physical", [True, False])
def test_an_idiot_who_is_sheriff_is_revealed(when: str, physical: bool) -> None:
    """HOUSE-23, IDIOT-9"""
    t = Table(IDIOT, sheriff="Ann", idiot_sheriff_loses_badge=when, physical=physical).night().dawn().day("Ann")
    assert t.dead == []
    is_lost = when == "when_revealed"
    assert t.sheriff == (None if is_lost else "Ann")
    assert t.sees(None, "office_lost", office="sheriff") == is_lost
    t.night(devour="Ann").dawn()
    assert not t.was_asked("sheriff.heir")
    assert t.sheriff is None
    assert len(t.events("office_lost")) == 1
    assert t.options == ["vote"]  # gone for good


@pytest.mark.parametrize("when", ["when_eliminated", "when_revealed"])
def test_an_idiot_who_dies_unrevealed_takes_it_along(when: str) -> None:
    """HOUSE-23, IDIOT-4"""
    t = Table(IDIOT, sheriff="Ann", idiot_sheriff_loses_badge=when).night(devour="Ann").dawn()
    assert t.why("office_lost") == "IDIOT-4"


def test_an_actor_who_plays_the_idiot_is_none() -> None:
    """HOUSE-23, ACTOR-M7"""
    people = "Ann:actor Bea:werewolf Cid Dan Eve Fay Gus"
    t = Table(people, trio="village_idiot elder hunter", sheriff="Ann", idiot_sheriff_loses_badge="when_revealed")
    t.night(play="village_idiot").dawn().day("Ann")
    assert (t.dead, t.sheriff) == ([], "Ann")


# -- pardons and the Judge --

JUDGE = "Ann:wandering_judge Bea:werewolf Cid:village_idiot Dan Eve Fay Gus"
CANCELS = ["neither", "lord", "idiot", "both"]


@pytest.mark.parametrize("cancels", CANCELS)
@pytest.mark.parametrize("pardoned", ["Cid", "Dan"])
def test_a_pardon_after_the_judge_has_signed(cancels: str, pardoned: str) -> None:
    """HOUSE-20, LORD-3, JUDGE-8"""
    t = Table(JUDGE, houses="Eve:manor", pardon_cancels_second_vote=cancels).night().dawn()
    lord = {"pardon": "Dan"} if pardoned == "Dan" else {}
    is_early = cancels in ("both", "lord" if pardoned == "Dan" else "idiot")
    t.day([pardoned, "Fay"], signed=True, **lord)
    assert t.dead == ([] if is_early else ["Fay"])
    assert t.happened("vote_added") != is_early
    assert t.happened("sign_wasted") == is_early
    assert not t.sees(None, "sign_wasted")
    assert not t.sees("Ann", "sign_wasted")


def test_the_sign_is_spent() -> None:
    """HOUSE-20"""
    t = Table(JUDGE, pardon_cancels_second_vote="idiot").night().dawn().day("Cid", signed=True).night().dawn()
    t.day("Dan")
    assert len([prompt for prompt in t.asked if prompt.key == "wandering_judge.signed"]) == 1


def test_without_a_pardon_the_second_vote_is_held() -> None:
    """HOUSE-20, JUDGE-7"""
    t = Table(JUDGE, pardon_cancels_second_vote="both").night().dawn().day(["Dan", "Fay"], signed=True)
    assert t.dead == ["Dan", "Fay"]
    tied = Table(JUDGE, pardon_cancels_second_vote="both").night().dawn()
    tied.day([{"Ann": "Dan", "Bea": "Eve"}, "Fay"], signed=True)
    assert tied.dead == ["Fay"]


def test_of_several_condemned_one_pardon_does_not_send_the_village_to_bed() -> None:
    """HOUSE-20, AMD-39: one of the tied is pardoned, the other falls, and the sign is not wasted."""
    people = "Ann:wandering_judge Bea:werewolf Cid:village_idiot Dan Eve Fay Gus Hal"
    options: Any = {"nightmare_tie": "all_tied", "pardon_cancels_second_vote": "idiot"}
    t = Table(people, events="nightmare", **options).night(devour="Hal").dawn().day().night().dawn()
    t.answer(alone=["Cid", "Dan", "Dan", "Cid", "Cid", "Dan", "Bea"], signed=True)
    assert t.happened("pardoned", seat="Cid")
    assert t.dead == ["Hal", "Dan"]
    assert [event.facts["by"] for event in t.events("vote_added")] == ["wandering_judge"]
    assert not t.happened("sign_wasted")


def test_the_lord_s_own_vote_is_not_the_judge_s() -> None:
    """HOUSE-20, OPT-LORD-REVOTE"""
    options: Any = {"lord_pardon_then": "continue_day", "pardon_cancels_second_vote": "both"}
    t = Table(JUDGE, houses="Eve:manor", **options).night().dawn()
    t.day(["Dan", "Fay", "Gus"], signed=True, pardon="Dan", debate=["vote", "vote"])
    assert t.dead == ["Fay"]


def test_votes_added_by_events_are_held_all_the_same() -> None:
    """HOUSE-20, JUDGE-10, ENTH-2: the pardon leaves the event waiting; after the next elimination it fires."""
    people = "Ann:wandering_judge Bea:werewolf Cid:village_idiot Dan Eve Fay Gus Hal Ida"
    t = Table(people, events="dissatisfaction", pardon_cancels_second_vote="both")
    t.round().night().dawn().day("Cid", signed=True).night().dawn().day(["Dan", "Eve"])
    assert t.dead == ["Dan", "Eve"]
    assert [event.facts["by"] for event in t.events("vote_added")] == ["dissatisfaction"]


# -- votes by clearing --


def test_every_vote_is_taken_by_clearing() -> None:
    """HOUSE-25, NOTH-1"""
    t = Table(PLAIN, variants="surely_not_him").night().dawn().say("vote")
    assert t.asks("surely_not_him.first")


@pytest.mark.parametrize("clearing", [True, False])
def test_the_moderator_may_hold_an_ordinary_vote(clearing: bool) -> None:
    """HOUSE-25"""
    t = Table(PLAIN, variants="surely_not_him", surely_not_him_votes="on_request").night().dawn()
    assert not t.was_asked("surely_not_him.now"), "a vote, not a debate"
    t.say("vote")
    assert t.asks("surely_not_him.now")
    assert t.prompt is not None
    assert t.prompt.audience == "public"
    t.say(clearing)
    assert t.asks("surely_not_him.first" if clearing else "vote.ballots")


def test_whoever_is_alone_in_the_village_is_the_last_one_standing() -> None:
    """HOUSE-25, NOTH-1, VOTE-14, RASC-4: there is nobody to choose from, so nobody is asked."""
    more: dict[str, Any] = {"surely_not_him_votes": "on_request", "vote_input": "counts"}
    t = Table("Ann:werewolf Bea Cid", variants="surely_not_him", events="little_rascal", **more)
    t.night(devour="Cid").dawn().day(now=False)
    t.night().dawn(youngest="Bea").day(now=True)
    assert t.dead == ["Cid", "Ann"]
    assert not t.was_asked("surely_not_him.last")


def test_nobody_is_cleared_while_everybody_is_out() -> None:
    """HOUSE-25, VOTE-7, EVO-1"""
    t = Table(
        "Ann:werewolf Bea Cid Dan", variants="surely_not_him", events="gone_hunting", surely_not_him_votes="on_request"
    )
    t.round().night().dawn(leave=["Ann", "Bea", "Cid", "Dan"]).day(now=True)
    assert t.why("no_vote") == "VOTE-7"
    assert not t.was_asked("surely_not_him.first")
    assert t.dead == []


def test_where_nobody_moderates_and_nobody_answers_the_vote_is_an_ordinary_one() -> None:
    """HOUSE-25"""
    assert KINDS["surely_not_him"].led["surely_not_him.now"] == Policy(MAJORITY, lapse=False)


def test_the_moderator_decides_before_each_vote() -> None:
    """HOUSE-25, JUDGE-2"""
    people = "Ann:wandering_judge Bea:werewolf Cid Dan"
    t = Table(people, variants="surely_not_him", surely_not_him_votes="on_request").night().dawn()
    t.day({"Ann": "Cid"}, now=[False, True], signed=True)
    assert t.asks("surely_not_him.clear")
    assert t.dead == ["Cid"]


def test_a_poster_waits_until_voices_are_counted() -> None:
    """HOUSE-24, HOUSE-25, SCAN-6"""
    people = "Ann:werewolf Bea Cid:scandalmonger Dan Eve Fay Gus"
    more: dict[str, Any] = {"poster_lasts_until_vote": True, "scandalmonger_may_pass": True, "vote_input": "counts"}
    t = Table(people, houses="Bea:bakery", variants="surely_not_him", surely_not_him_votes="on_request", **more)
    t.night(post="Bea").dawn().day(now=True, first="Dan", last="Gus").night(post=None).dawn().day({"Eve": 1})
    assert t.dead == ["Gus", "Bea"]
