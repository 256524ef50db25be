"""Nightmare, and Influences: votes taken one after the other."""

from __future__ import annotations

from typing import Any

import pytest

from nightcall.words import Words
from tests.table import Table

EIGHT = "Ann:werewolf Bea Cyd Dan Eve Fay Gus:werewolf Hal"


def second_day(people: str = EIGHT, *, victim: str | None = "Hal", **setup: Any) -> Table:
    """Up to the evening before the first event; the wolves have had one meal."""
    t = Table(people, **setup)
    t.night(devour=victim) if victim else t.night()
    return t.dawn().day().night()


# -- Nightmare --


def test_everybody_accuses_in_turn_without_a_debate_and_the_most_accused_falls() -> None:
    """NIGHT-1, VOTE-17: from the left of the last eliminated, at once, instead of the vote."""
    t = second_day(events="nightmare").dawn()
    assert t.asks("vote.alone")
    assert t.prompt is not None
    assert t.prompt.seat == t.seat("Ann")
    assert t.events("voting_order")[-1].facts["seats"] == (1, 2, 3, 4, 5, 6, 7)
    t.answer(alone=["Bea", "Ann", "Ann", "Ann", "Bea", "Ann", "Bea"])
    assert t.dead == ["Hal", "Ann"]
    assert t.asks("night.falls")
    assert [prompt.key for prompt in t.asked if prompt.key == "vote.ballots"] == ["vote.ballots"]  # on the first day
    assert t.why("died", seat="Ann") == "VOTE-2"


def test_the_turn_begins_at_the_nearest_living_left_of_the_last_eliminated() -> None:
    """NIGHT-1: the dead in between are passed over, and the circle is closed."""
    t = Table(EIGHT, events="nightmare")
    t.night(devour="Dan").dawn().day("Cyd").night().dawn()
    assert t.events("voting_order")[-1].facts["seats"] == (5, 6, 7, 8, 1, 2)


def test_the_next_day_is_an_ordinary_one() -> None:
    """NIGHT-1: it replaces one vote."""
    t = second_day(events="nightmare").dawn().answer(alone=["Bea"] * 7).night().dawn()
    assert t.asks("day.debate")
    t.day("Ann")
    assert t.dead == ["Hal", "Bea", "Ann"]


def test_with_nobody_eliminated_yet_the_moderator_names_the_first() -> None:
    """AMD-30"""
    t = second_day(victim=None, events="nightmare").dawn()
    assert t.asks("nightmare.first")
    t.answer(first="Fay")
    assert t.events("voting_order")[-1].facts["seats"] == (6, 7, 8, 1, 2, 3, 4, 5)
    assert t.prompt is not None
    assert t.prompt.seat == t.seat("Fay")


def test_an_accusation_is_compulsory_even_where_abstention_is_allowed() -> None:
    """AMD-40"""
    t = second_day(events="nightmare").dawn()
    assert t.prompt is not None
    assert t.prompt.low == 1
    t.refuses(None)


def test_whoever_has_no_legal_target_accuses_nobody() -> None:
    """AMD-40, NIGHT-2: a Lover left with the partner and a revealed Idiot."""
    t = Table("Ann:cupid Bea:village_idiot Cyd Dan:werewolf Eve", events="nightmare", self_vote=False)
    t.night(cupid=["Ann", "Cyd"], devour="Eve").dawn().day("Bea").night().dawn()
    assert t.happened("pardoned", seat="Bea")
    t.upto("vote.alone")
    assert t.options == ["Dan"]  # Ann: not herself, not the partner, not the Idiot
    t.refuses("Cyd")
    t.refuses("Bea")
    t.answer(alone=["Dan", "Dan", "Ann"])  # the Idiot is not asked
    assert t.winner == "village"


def test_no_prompt_for_an_accuser_without_a_target() -> None:
    """AMD-40, GEN-11: with two Lovers and an Idiot who cannot fall nobody is left to accuse."""
    t = Table("Ann:cupid Bea:village_idiot Cyd:werewolf Dan Eve", events="nightmare", self_vote=False)
    t.night(cupid=["Ann", "Cyd"], devour="Eve").dawn().day("Bea").night(devour="Dan").dawn()
    assert not t.was_asked("vote.alone")
    assert t.happened("nobody_condemned")
    assert t.alive == ["Ann", "Bea", "Cyd"]


@pytest.mark.parametrize("preset", ["pact", "pacte"])
def test_all_the_tied_fall_together_whatever_the_sheriff_and_the_scapegoat(preset: str) -> None:
    """OPT-NIGHTMARE-TIE, AMD-39: no Scapegoat and no tie-break on such a tie."""
    t = Table("Ann:werewolf Bea:scapegoat Cyd Dan Eve Fay Gus:werewolf Hal", events="nightmare", preset=preset)
    t.night(devour="Hal").dawn().day().night().dawn().answer(alone=["Cyd", "Dan", "Dan", "Cyd", "Cyd", "Dan", "Bea"])
    assert t.dead == ["Hal", "Cyd", "Dan"]
    assert "Bea" in t.alive


def test_elsewhere_the_usual_rules_decide_a_tie() -> None:
    """OPT-NIGHTMARE-TIE, NIGHT-2: `tie_rules`, here the Scapegoat."""
    people = "Ann:werewolf Bea:scapegoat Cyd Dan Eve Fay Gus:werewolf Hal"
    t = second_day(people, preset="helper", events="nightmare", tie_priority="scapegoat_then_sheriff")
    t.dawn().answer(alone=["Cyd", "Dan", "Dan", "Cyd", "Cyd", "Dan", "Eve"], voters=["Ann"])
    assert t.dead == ["Hal", "Bea"]


def test_weights_count_as_in_a_vote() -> None:
    """NIGHT-2: the Sheriff's accusation counts two."""
    t = (
        second_day(sheriff="Bea", events="nightmare")
        .dawn()
        .answer(alone=["Cyd", "Dan", "Cyd", "Cyd", "Dan", "Dan", "Eve"])
    )
    assert t.dead == ["Hal", "Dan"]


def test_only_listed_players_accuse_after_a_scapegoat() -> None:
    """EVX-9, NIGHT-2"""
    t = Table("Ann:werewolf Bea:scapegoat Cyd Dan Eve Fay Gus:werewolf Hal", events="nightmare")
    t.night(devour="Hal").dawn().day({"Ann": "Cyd", "Cyd": "Ann"}, voters=["Dan", "Gus"]).night().dawn()
    assert t.events("voting_order")[-1].facts["seats"] == (4, 7)
    t.answer(alone=["Ann", "Ann"])
    assert t.dead == ["Hal", "Bea", "Ann"]


def test_the_barkeep_goes_first_and_cannot_be_accused() -> None:
    """NIGHT-2, AMD-39: he loses his immunity if his target is among the tied who fall."""
    t = second_day(houses="Eve:pub", events="nightmare").dawn()
    assert t.prompt is not None
    assert t.prompt.seat == t.seat("Eve")
    assert "Eve" not in t.options
    t.answer(alone=["Cyd", "Dan", "Dan", "Cyd", "Cyd", "Dan", "Bea"])
    assert t.dead == ["Hal", "Cyd", "Dan"]
    assert t.happened("immunity_lost", seat="Eve")


def test_the_poster_counts() -> None:
    """NIGHT-2: two voices more against the player it stands before."""
    people = "Ann:werewolf Bea:scandalmonger Cyd Dan Eve Fay Gus:werewolf Hal"
    t = Table(people, houses="Dan:farm_1", events="nightmare").night(post="Dan", devour="Hal").dawn()
    t.day({"Ann": "Ann", "Cyd": "Ann"})  # a tie with the poster
    t.night(post="Dan").dawn().answer(alone=["Cyd", "Cyd", "Cyd", "Eve", "Dan", "Dan", "Eve"])
    assert t.dead[-1] == "Dan"


def test_a_scapegoat_most_accused_names_the_voters() -> None:
    """VOTE-17: voted out, he has his privilege; a Hunter would shoot."""
    t = second_day("Ann:werewolf Bea:scapegoat Cyd:hunter Dan Eve Fay Gus:werewolf Hal", events="nightmare")
    t.dawn().answer(alone=["Bea", "Cyd", "Bea", "Cyd", "Bea", "Cyd", "Dan"], shoot="Ann", voters=["Dan", "Eve"])
    assert t.dead == ["Hal", "Bea", "Cyd", "Ann"]
    t.night().dawn().day("Gus")
    assert [prompt.voters for prompt in t.asked if prompt.key == "vote.ballots"][-1] == [4, 5]


def test_the_lord_saves_one_of_the_tied_and_the_servant_takes_the_other() -> None:
    """AMD-39, VOTE-17"""
    people = "Ann:werewolf Bea:devoted_servant Cyd:elder Dan Eve Fay Gus:werewolf Hal"
    t = second_day(people, houses="Eve:manor", events="nightmare")
    t.dawn().answer(alone=["Cyd", "Dan", "Dan", "Cyd", "Cyd", "Dan", "Bea"], pardon=[None, "Dan"], act="Bea")
    assert t.dead == ["Hal", "Cyd"]
    assert t.happened("card_taken", seat="Bea", card="elder")


def test_the_judge_may_sign_in_the_nightmare() -> None:
    """AMD-38: and the second vote is an ordinary one."""
    people = "Ann:werewolf Bea:wandering_judge Cyd Dan Eve Fay Gus:werewolf Hal"
    t = Table(people, events="nightmare").night(devour="Hal").dawn().day().night()
    t.dawn().answer(alone=["Cyd"] * 7, signed=True, ballots="Ann")
    assert t.dead == ["Hal", "Cyd", "Ann"]


def test_the_angel_and_the_elder_take_it_for_a_vote() -> None:
    """VOTE-17: the Elder falls by the village, who loses its powers."""
    t = second_day("Ann:werewolf Bea:elder Cyd Dan Eve Fay Gus:werewolf Hal", events="nightmare")
    t.dawn().answer(alone=["Bea"] * 7)
    assert t.happened("despaired")


def test_entered_as_counts_everybody_must_still_accuse() -> None:
    """NIGHT-2, AMD-40, VOTE-14: the order is told, the counts are entered."""
    t = second_day(events="nightmare", vote_input="counts").say(True).upto("vote.counts")
    assert t.prompt is not None
    assert (t.prompt.low, t.prompt.high) == (7, 7)
    t.answer(counts={"Ann": 4, "Bea": 3})
    assert t.dead == ["Hal", "Ann"]


# -- Influences --


def test_the_next_vote_goes_round_from_the_player_the_last_dead_names() -> None:
    """INFL-1: after a debate as always; to the left; ties and counting as usual."""
    t = second_day(events="influences").dawn()
    t.say("vote")
    assert t.asks("influences.first")
    assert t.prompt is not None
    assert t.prompt.seat == t.seat("Hal")
    t.answer(first="Eve")
    assert t.events("voting_order")[-1].facts["seats"] == (5, 6, 7, 1, 2, 3, 4)
    assert t.why("voting_order") == "INFL-1"
    asked = [prompt.seat for prompt in t.asked if prompt.key == "vote.alone"]
    assert asked == [5, 6, 7, 1, 2, 3, 4]  # abstaining is allowed as ever


def test_it_is_used_up_by_one_vote() -> None:
    """INFL-1"""
    t = second_day(events="influences").dawn().day(first="Eve", alone=["Bea"] * 7)
    assert t.dead == ["Hal", "Bea"]
    t.night().dawn().day("Cyd")
    assert t.dead == ["Hal", "Bea", "Cyd"]
    assert len(t.events("voting_order")) == 1


def test_with_nobody_eliminated_the_moderator_names_the_first_voter() -> None:
    """AMD-30"""
    t = second_day(victim=None, events="influences").dawn().say("vote")
    assert t.asks("influences.first")
    assert t.prompt is not None
    assert t.prompt.seat == 0


def test_the_barkeep_still_votes_before_all() -> None:
    """INFL-2"""
    t = second_day(houses="Cyd:pub", events="influences").dawn().day(first="Eve")
    assert t.events("voting_order")[-1].facts["seats"] == (3, 5, 6, 7, 1, 2, 4)


def test_the_judge_signs_with_his_own_pointing() -> None:
    """INFL-2, JUDGE-5: who points at nobody cannot sign."""
    people = "Ann:werewolf Bea:wandering_judge Cyd Dan Eve Fay Gus:werewolf Hal"
    t = Table(people, preset="pacte", events="influences").night(devour="Hal").dawn().day().night().dawn()
    t.day(first="Bea", alone=[None, "Cyd", "Cyd", "Cyd", "Cyd", "Cyd", "Cyd"])
    assert not t.was_asked("wandering_judge.signed")
    t = Table(people, preset="pacte", events="influences").night(devour="Hal").dawn().day().night().dawn()
    t.day(["Dan"], first="Bea", alone=["Cyd"] * 7, signed=True)
    assert t.dead == ["Hal", "Cyd", "Dan"]
    assert len(t.events("voting_order")) == 1  # the second vote is no longer in turn


def test_only_listed_players_vote_in_turn() -> None:
    """EVX-9"""
    t = Table("Ann:werewolf Bea:scapegoat Cyd Dan Eve Fay Gus:werewolf Hal", events="influences")
    t.night(devour="Hal").dawn().day({"Ann": "Cyd", "Cyd": "Ann"}, voters=["Dan", "Gus"]).night().dawn()
    t.say("vote")
    assert t.options == ["Dan", "Gus"]


def test_the_later_of_two_that_replace_a_vote_stands() -> None:
    """EVX-6: Influences waits while nobody may vote; Nightmare, read next, puts it aside."""
    people = "Ann:werewolf Bea:scapegoat Cyd Dan Eve Fay Gus:werewolf Hal"
    t = Table(people, events="influences nightmare").night(devour="Hal").dawn()
    t.day({"Ann": "Cyd", "Cyd": "Ann"}, voters=["Dan"]).night(devour="Dan").dawn().day()
    assert t.happened("no_vote")  # the only one on the list is dead
    t.night().dawn()
    assert t.happened("event_overtaken", event="influences")
    assert t.asks("vote.alone")
    t.answer(alone=["Cyd"] * 5)
    t.night().dawn().day("Fay")
    assert len(t.events("voting_order")) == 1


def two_on_one_day(deck: str, hand: str) -> Table:
    """The deck's card is read first, then the Town Crier's (CRIER-8)."""
    t = Table(EIGHT, events=deck, hand=hand, sheriff="Bea").night(devour="Hal").dawn()
    t.day(debate=["town_crier.appoint", "vote"], appoint="Cyd").night()
    return t.dawn(read=hand)


def test_announced_on_one_day_the_later_wins() -> None:
    """EVX-6: Nightmare, Great Distrust and Influences put one another aside."""
    t = two_on_one_day("nightmare", "great_distrust")
    assert t.happened("event_overtaken", event="nightmare")
    t.day(friendless=["Bea"], heir="Cyd")
    assert t.dead == ["Hal", "Bea"]
    assert not t.happened("voting_order")

    t = two_on_one_day("great_distrust", "influences").day(first="Bea")
    assert t.why("voting_order") == "INFL-1"
    assert not t.was_asked("great_distrust.friendless")

    t = two_on_one_day("influences", "nightmare")
    assert t.asks("vote.alone")
    t.answer(alone=["Dan"] * 7)
    assert [event.rule for event in t.events("voting_order")] == ["NIGHT-1"]


@pytest.mark.parametrize("card", ["good_manners", "eclipse", "not_me_nor_wolf"])
def test_with_the_debate_its_rules_fall_away(card: str) -> None:
    """EVX-7: nobody can be marked, everybody accuses; the day after nothing is left of the card."""
    t = two_on_one_day(card, "nightmare")
    assert t.asks("vote.alone")
    t.answer(alone=["Dan"] * 7).night().dawn()
    assert t.options == ["vote"]


def test_whoever_accuses_in_turn_is_not_told_to_come_before_the_others() -> None:
    """NIGHT-1, BARK-2: the Barkeep does, and after him it is everybody's turn."""
    t = second_day(events="nightmare", houses="Cyd:pub").dawn()
    said = []
    while t.asks("vote.alone"):
        assert t.prompt is not None
        said.append((t.prompt.rule, Words("en").prompt(t.prompt, t.game.players, t.game.events).say))
        t.answer(alone=["Bea"])
    assert said[0] == ("BARK-2", "Cyd, you vote before the others: point at somebody.")
    assert said[1] == ("NIGHT-1", "Ann, it is your turn: point at somebody.")
    assert len(said) == 7
