"""The Wandering Judge."""

from __future__ import annotations

import pytest

from tests.table import Table

TABLE = "Ann:wandering_judge Bea:werewolf Cid Dan Eve Fay Gus Hal"
TWO_JUDGES = "Ann:wandering_judge Bea:werewolf Cid:wandering_judge Dan Eve Fay Gus Hal"


def asked_for_the_sign(t: Table, since: int = 0) -> int:
    """How often the moderator was asked whether the sign was given."""
    return sum(prompt.key == "wandering_judge.signed" for prompt in t.asked[since:])


def test_agrees_on_a_private_sign() -> None:
    """JUDGE-1"""
    t = Table(TABLE).night(sign="scratches an ear")
    assert t.sees("Ann", "sign_agreed", sign="scratches an ear")
    assert not t.sees("Bea", "sign_agreed")
    assert not t.sees(None, "sign_agreed")
    t.dawn().day().night()
    assert t.calls == ["werewolves"]


def test_the_sign_brings_a_second_vote_without_debate() -> None:
    """JUDGE-2, VOTE-20"""
    t = Table(TABLE).night().dawn()
    since = len(t.asked)
    t.day(["Cid", "Dan"], signed=True)
    assert t.dead == ["Cid", "Dan"]
    keys = [prompt.key for prompt in t.asked[since:]]
    assert keys == ["day.debate", "vote.ballots", "wandering_judge.signed", "vote.ballots"]
    assert t.sees(None, "vote_added")


def test_nobody_but_the_moderator_sees_the_sign() -> None:
    """JUDGE-2"""
    t = Table(TABLE).night().dawn().day(["Cid", "Dan"], signed=True)
    assert t.events("signed", seat="Ann")
    assert not t.sees("Bea", "signed")
    assert not t.sees(None, "signed")
    assert next(prompt for prompt in t.asked if prompt.key == "wandering_judge.signed").audience == ()


def test_without_the_sign_there_is_one_vote() -> None:
    """JUDGE-2"""
    t = Table(TABLE).night().dawn().day(["Cid"])
    assert t.dead == ["Cid"]
    assert len(t.events("voted")) == 1


def test_once_per_game() -> None:
    """JUDGE-2"""
    t = Table(TABLE).night().dawn().day(["Cid", None], signed=True).night().dawn()
    since = len(t.asked)
    t.day("Dan")
    assert asked_for_the_sign(t, since) == 0
    assert t.dead == ["Cid", "Dan"]


def test_unused_it_keeps_for_a_later_day() -> None:
    """JUDGE-2"""
    t = Table(TABLE).round("Cid").night().dawn().day(["Dan", "Eve"], signed=True)
    assert t.dead == ["Cid", "Dan", "Eve"]


def test_a_dead_judge_gives_no_sign() -> None:
    """JUDGE-2"""
    t = Table(TABLE).night(devour="Ann").dawn().day("Cid")
    assert asked_for_the_sign(t) == 0


def test_the_servant_may_act_after_the_second_vote_too() -> None:
    """JUDGE-3, VOTE-20"""
    t = Table("Ann:wandering_judge Bea:werewolf Cid:devoted_servant Dan Eve:seer Fay Gus").night(look="Dan").dawn()
    t.day(["Dan", "Eve"], signed=True, act=[None, "Cid"])
    assert t.dead == ["Dan", "Eve"]
    assert t.sees("Cid", "card_taken", card="seer")


def test_the_sign_counts_in_the_first_vote_only() -> None:
    """JUDGE-4"""
    t = Table(TWO_JUDGES).night().dawn().day(["Dan", "Eve"], signed=[True, False])
    assert t.dead == ["Dan", "Eve"]
    assert asked_for_the_sign(t) == 2, "both Judges, in the first vote alone"


def test_a_judge_without_a_vote_may_sign_all_the_same() -> None:
    """JUDGE-5, OPT-JUDGE-SIGN"""
    t = (
        Table("Ann:wandering_judge Bea:werewolf Cid:scapegoat Dan Eve Fay Gus")
        .night()
        .dawn()
        .day("Cid", voters=["Eve"])
    )
    t.night().dawn().day([{"Eve": "Dan"}, {"Eve": "Fay"}], signed=True)
    assert t.dead == ["Cid", "Dan", "Fay"]


def test_where_the_sign_is_part_of_pointing_a_judge_without_a_vote_cannot_give_it() -> None:
    """JUDGE-5, OPT-JUDGE-SIGN"""
    t = Table("Ann:wandering_judge Bea:werewolf Cid:scapegoat Dan Eve Fay Gus", preset="pacte").night().dawn()
    t.day("Cid", voters=["Eve"]).night().dawn()
    since = len(t.asked)
    t.day({"Eve": "Dan"})
    assert asked_for_the_sign(t, since) == 0


@pytest.mark.parametrize(("ballots", "asked"), [({"Ann": "Cid"}, 1), ({"Bea": "Cid"}, 0), ({}, 0)])
def test_whoever_does_not_point_cannot_sign_while_pointing(ballots: dict[str, str], asked: int) -> None:
    """JUDGE-5, OPT-JUDGE-SIGN"""
    t = Table(TABLE, preset="pacte").night().dawn().day(ballots)
    assert asked_for_the_sign(t) == asked


def test_with_counts_a_judge_who_may_vote_may_have_signed() -> None:
    """JUDGE-5, VOTE-14"""
    t = Table(TABLE, preset="pacte", vote_input="counts").night().dawn().day([{"Cid": 5}, {"Dan": 4}], signed=True)
    assert t.dead == ["Cid", "Dan"]


def test_fallen_in_the_first_vote_the_judge_still_gets_the_second() -> None:
    """JUDGE-6"""
    t = Table(TABLE).night().dawn().day(["Ann", "Cid"], signed=True)
    assert t.dead == ["Ann", "Cid"]


def test_a_servant_who_takes_the_card_has_a_new_sign_and_a_new_use() -> None:
    """JUDGE-6, SERV-M9, FK-10"""
    t = Table("Ann:wandering_judge Bea:werewolf Cid:devoted_servant Dan Eve Fay Gus Hal").night(sign="coughs").dawn()
    t.day(["Ann", "Dan"], signed=True, act="Cid")
    assert t.dead == ["Ann", "Dan"], "the second vote takes place"
    t.night(sign="yawns")
    assert t.sees("Cid", "sign_agreed", sign="yawns")
    t.dawn().day(["Eve", "Fay"], signed=True)
    assert t.dead == ["Ann", "Dan", "Eve", "Fay"]


@pytest.mark.parametrize("first", [{"Bea": "Cid", "Dan": "Eve"}, {}], ids=["tie", "no voices"])
def test_a_first_vote_without_a_victim_is_still_followed_by_the_second(first: dict[str, str]) -> None:
    """JUDGE-7"""
    t = Table(TABLE).night().dawn().day([first, "Cid"], signed=True)
    assert t.dead == ["Cid"]


def test_a_missed_majority_is_still_followed_by_the_second_vote() -> None:
    """JUDGE-7, AMD-6"""
    t = Table(TABLE, vote_threshold="absolute_majority").night().dawn()
    t.day([{"Bea": "Cid", "Dan": "Cid", "Eve": "Dan", "Fay": "Eve"}, "Cid"], signed=True)
    assert t.dead == ["Cid"]
    assert len(t.events("voted")) == 2


def test_a_pardoned_idiot_does_not_cancel_the_second_vote() -> None:
    """JUDGE-8, JUDGE-7, IDIOT-2"""
    t = Table("Ann:wandering_judge Bea:werewolf Cid:village_idiot Dan Eve Fay Gus").night().dawn()
    t.day(["Cid", "Dan"], signed=True)
    assert t.dead == ["Dan"]


def test_a_tie_in_the_second_vote_finds_the_scapegoat() -> None:
    """JUDGE-9, VOTE-20"""
    t = Table("Ann:wandering_judge Bea:werewolf Cid:scapegoat Dan Eve Fay Gus").night().dawn()
    t.day(["Dan", {"Bea": "Eve", "Fay": "Gus"}], signed=True, voters=["Eve"])
    assert t.dead == ["Dan", "Cid"]


def test_the_second_vote_may_make_the_angel_win() -> None:
    """JUDGE-9, ANGEL-13"""
    t = Table("Ann:wandering_judge Bea:werewolf Cid:angel Dan Eve Fay Gus", preset="helper").night().dawn()
    t.day(["Dan", "Cid"], signed=True)
    assert t.winner == "angel"


def test_the_opening_vote_has_no_second_one() -> None:
    """JUDGE-9"""
    t = Table("Ann:wandering_judge Bea:werewolf Cid:angel Dan Eve Fay Gus").day("Dan")
    assert asked_for_the_sign(t) == 0
    assert t.asks("night.falls")


def test_an_added_vote_adds_no_vote() -> None:
    """JUDGE-10, JUDGE-4"""
    t = Table(TWO_JUDGES).night().dawn().day(["Dan", "Eve", "Fay"], signed=[True, True])
    assert t.dead == ["Dan", "Eve", "Fay"], "each cause adds one vote"
    assert asked_for_the_sign(t) == 2


def test_an_infected_judge_keeps_the_sign() -> None:
    """JUDGE-11, INF-3"""
    t = Table("Ann:wandering_judge Bea:cursed_wolf_father Cid Dan Eve Fay Gus").night(devour="Ann", infect=True).dawn()
    t.day(["Cid", "Dan"], signed=True)
    assert t.dead == ["Cid", "Dan"]
