""" "In any case, it surely isn't him!", as Bleak Monday brings it."""

from __future__ import annotations

from typing import Any

import pytest

from nightcall import play
from nightcall.rules.variants import VARIANTS
from tests.rules.variants.together import both
from tests.strategies import random_game
from tests.table import Table

EIGHT = "Ann:werewolf Bea Cyd Dan Eve Fay Gus:werewolf Hal"


def monday(people: str = EIGHT, *, victim: str | None = "Hal", **setup: Any) -> Table:
    """The second day: the moderator lets the village clear its players."""
    t = Table(people, events="bleak_monday", **setup)
    t.night(devour=victim) if victim else t.night()
    return t.dawn().day().night().dawn(play=True)


def test_the_moderator_may_leave_it_a_normal_day() -> None:
    """NOTH-1, EVO-9: the card only offers the variant."""
    t = Table(EIGHT, events="bleak_monday").night(devour="Hal").dawn().day().night().dawn(play=False)
    t.day("Ann")
    assert t.dead == ["Hal", "Ann"]


def test_each_cleared_player_clears_the_next_and_the_last_standing_falls() -> None:
    """NOTH-1, VOTE-17: begun left of the last eliminated, who has not been cleared by speaking."""
    t = monday().upto("surely_not_him.clear", debate="vote")
    assert t.prompt is not None
    assert t.prompt.seat == t.seat("Ann")
    assert t.options == ["Bea", "Cyd", "Dan", "Eve", "Fay", "Gus"]  # not himself
    t.say("Dan")
    assert t.prompt.seat == t.seat("Dan")
    assert t.options == ["Ann", "Bea", "Cyd", "Eve", "Fay", "Gus"]  # the first speaker still stands
    t.say("Ann").say("Bea").say("Cyd").say("Eve")
    assert t.options == ["Fay", "Gus"]
    t.say("Gus")
    assert t.dead == ["Hal", "Fay"]
    assert t.events("died")[-1].facts["cause"] == "vote"
    assert t.asks("night.falls")


def test_the_first_speaker_may_be_the_last_standing() -> None:
    """NOTH-1"""
    t = monday().day(clear=["Bea", "Cyd", "Dan", "Eve", "Fay", "Gus"])
    assert t.dead == ["Hal", "Ann"]


def test_only_that_day() -> None:
    """EVO-9: the next day votes as usual."""
    t = monday().day(clear=["Bea", "Cyd", "Dan", "Eve", "Fay", "Gus"]).night().dawn().day("Gus")
    assert t.winner == "village"


def test_at_the_first_elimination_the_moderator_names_the_speaker() -> None:
    """NOTH-2"""
    t = monday(victim=None).upto("surely_not_him.first", debate="vote").say("Eve")
    assert t.prompt is not None
    assert t.prompt.seat == t.seat("Eve")


def test_weights_immunity_and_love_do_not_matter() -> None:
    """NOTH-2, VOTE-18: a Barkeep last standing falls; a Lover may leave the partner standing."""
    people = "Ann:werewolf Bea Cyd Dan:cupid Eve Fay Gus:werewolf Hal"
    t = Table(people, events="bleak_monday", houses="Eve:pub", sheriff="Bea")
    t.night(cupid=["Ann", "Bea"], devour="Hal").dawn().day().night().dawn(play=True)
    t.upto("surely_not_him.clear", debate="vote")
    t.say("Cyd").say("Dan").say("Fay").say("Gus").say("Bea").say("Ann")
    assert t.dead == ["Hal", "Eve"]


def test_whoever_is_barred_takes_part_all_the_same() -> None:
    """NOTH-3, VOTE-18: a revealed Idiot speaks, and can be the last: nobody is spared twice."""
    t = Table("Ann:werewolf Bea:village_idiot Cyd Dan Eve", events="bleak_monday").night(devour="Eve").dawn().day("Bea")
    assert t.happened("pardoned", seat="Bea")
    t.night().dawn(play=True).day(clear=["Cyd", "Dan", "Ann"])
    assert t.dead == ["Eve", "Bea"]


def test_the_scapegoats_list_does_not_matter_and_there_is_no_tie() -> None:
    """NOTH-3, EVX-9: clearing is no vote."""
    t = Table("Ann:werewolf Bea:scapegoat Cyd Dan Eve Fay", events="bleak_monday").night(devour="Fay").dawn()
    t.day({"Ann": "Cyd", "Cyd": "Ann"}, voters=["Ann"]).night().dawn(play=True)
    t.day(clear=["Ann", "Dan", "Eve"])
    assert t.dead == ["Fay", "Bea", "Cyd"]


def test_an_offender_takes_part() -> None:
    """NOTH-3"""
    t = monday(debate_rules=True)
    t.day(debate=["offence", "vote"], offender="Bea", clear=["Bea", "Cyd", "Dan", "Eve", "Fay", "Gus"])
    assert t.dead == ["Hal", "Ann"]


def test_the_judge_cannot_sign_in_it_but_a_second_vote_follows_it() -> None:
    """AMD-38, VOTE-17: Enthusiasm takes it for a vote; the added vote of that day is held the same way."""
    people = "Ann:werewolf Bea:wandering_judge Cyd Dan Eve Fay Gus:werewolf Hal"
    t = Table(people, events="enthusiasm bleak_monday").night(devour="Hal").dawn().day().night().dawn().day().night()
    t.dawn(play=True).day(clear=["Bea", "Cyd", "Dan", "Eve", "Fay", "Gus", "Dan", "Cyd", "Bea", "Eve", "Fay"])
    assert [answer.key for answer in t.game.answers].count("wandering_judge.signed") == 2  # the ordinary votes
    assert t.dead == ["Hal", "Ann", "Gus"]


def test_the_elder_the_servant_and_the_lord_take_it_for_a_vote() -> None:
    """VOTE-17, NOTH-1"""
    people = "Ann:elder Bea:devoted_servant Cyd Dan Eve Fay:werewolf Gus:werewolf Hal"
    clear = ["Bea", "Cyd", "Dan", "Eve", "Fay", "Gus"]
    t = monday(people).day(clear=list(clear))
    assert t.happened("despaired")
    t = monday(people).day(clear=list(clear), act="Bea")
    assert t.happened("card_taken", seat="Bea", card="elder")
    t = monday(people, houses="Eve:manor").day(clear=list(clear), pardon="Ann")
    assert t.dead == ["Hal"]


def test_where_only_counts_are_entered_the_last_one_standing_is() -> None:
    """NOTH-1, VOTE-14"""
    t = monday(vote_input="counts").day(last="Cyd")
    assert t.dead == ["Hal", "Cyd"]


# -- for a whole game --

VARIANT = "surely_not_him"
ALL = ["Bea", "Cyd", "Dan", "Eve", "Fay", "Gus"]


def test_as_a_variant_every_vote_is_taken_by_clearing() -> None:
    """NOTH-1, NOTH-2, VARX-1: from the first day on, begun by whom the moderator names or left of the last fallen."""
    t = (
        Table(EIGHT, variants=VARIANT)
        .night()
        .dawn()
        .day(first="Bea", clear=["Cyd", "Dan", "Eve", "Fay", "Gus", "Hal", "Ann"])
    )
    assert t.dead == ["Bea"]
    t.night().dawn().upto("surely_not_him.clear", debate="vote")
    assert t.prompt is not None
    assert t.prompt.seat == t.seat("Cyd")
    t.say("Dan").say("Eve").say("Fay").say("Gus").say("Hal").say("Ann")
    assert t.dead == ["Bea", "Cyd"]
    assert not t.was_asked("vote.ballots")


def test_the_opening_vote_and_added_votes_are_taken_the_same_way() -> None:
    """NOTH-1, ANGEL-1, DISS-1: whatever vote there is."""
    t = Table("Ann:werewolf Bea:angel Cyd Dan", variants=VARIANT).upto("surely_not_him.first", debate="vote").say("Bea")
    t.say("Cyd").say("Dan").say("Ann")
    assert t.winner == "angel"
    t = Table(EIGHT, variants=VARIANT, events="enthusiasm").night(devour="Hal").dawn().day(clear=[*ALL[1:], "Ann"])
    assert t.dead == ["Hal", "Bea"]
    t.night().dawn().day(clear=["Dan", "Eve", "Fay", "Gus", "Ann"])
    assert t.dead[:3] == ["Hal", "Bea", "Cyd"]


def test_a_card_that_votes_its_own_way_does_so() -> None:
    """VARX-1, NM-8: the news of the day, then clearing again."""
    people = "Ann:werewolf Bea Cyd Dan Eve Fay Gus:werewolf Hal"
    t = Table(people, variants=VARIANT, events="influences").night(devour="Hal").dawn().day(clear=list(ALL))
    assert t.dead == ["Hal", "Ann"]
    t.night().dawn().upto("influences.first", debate="vote")
    assert not t.events("cleared")[1:]
    t = Table(people, variants=VARIANT, events="great_distrust").night(devour="Hal").dawn().day(clear=list(ALL)).night()
    t.dawn().day(friendless=["Gus"])
    assert t.winner == "village"


def test_bleak_monday_has_nothing_to_offer_then() -> None:
    """VARX-1, EVO-9."""
    t = (
        Table(EIGHT, variants=VARIANT, events="bleak_monday")
        .night(devour="Hal")
        .dawn()
        .day(clear=list(ALL))
        .night()
        .dawn()
    )
    assert t.why("event_without_effect", event="bleak_monday") == "VARX-1"
    assert not t.was_asked("bleak_monday.play")
    t.upto("surely_not_him.clear", debate="vote")


def test_with_physical_cards_nothing_more_is_looked_at() -> None:
    """NOTH-3: clearing asks for no card; it is shown at the fall."""
    t = Table("Ann:werewolf Bea:scapegoat Cyd:village_idiot Dan Eve", variants=VARIANT, physical=True)
    t.night(devour="Eve").dawn().day(clear=["Bea", "Cyd", "Dan"])
    assert t.winner == "village"
    assert t.looked_at == []


@pytest.mark.parametrize("other", [kind.name for kind in VARIANTS if kind.name != VARIANT])
def test_it_replaces_the_votes_of_the_other_variants(other: str) -> None:
    """VARX-1: alone or with any of them, whole games end, without a single ballot."""
    for seed in range(6):
        setup = both(VARIANT, other, seed)
        village, outcome, recorder = random_game(setup, seed)
        game = play(setup, recorder.answers)
        assert game.outcome == outcome
        assert [event.to_json() for event in game.events] == [event.to_json() for event in village.events]
        assert not any(answer.key in ("vote.ballots", "vote.counts") for answer in recorder.answers)
