"""Fools' Day: three pairs exchange their powers for a turn, and Lovers are at odds."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table import Table

SEERS = "Ann:seer Bea:werewolf Cid:witch Dan Eve Fay Gus Hal"
GIRLS = "Ann:hunter Bea:werewolf Cid:little_girl Dan Eve Fay Gus Hal"
ELDERS = "Ann:defender Bea:werewolf Cid:elder Dan Eve Fay Gus Hal"
COUPLE = "Ann:cupid Bea:werewolf Cid Dan Eve Fay Gus Hal"
QUARREL = {"Cid": "Dan", "Dan": "Cid"}


def fools(
    people: str, first: dict[str, Any] | None = None, second: dict[str, Any] | None = None, **options: Any
) -> Table:
    """The debate of the day it was read."""
    t = Table(people, events="fools_day", **options).round(**(first or {}))
    return t.night(**(second or {})).dawn()


def test_witch_and_seer_exchange_their_powers_for_a_night() -> None:
    """EVO-8"""
    t = fools(SEERS, {"look": "Dan"}, {"look": "Dan"})
    assert t.sees("Ann", "power_lent", seat="Ann", card="witch")
    assert not t.sees(None, "power_lent")
    t.day().night(look="Bea", devour="Eve", heal="Eve", poison="Dan")
    assert t.sees("Cid", "card_seen", by="Cid", seat="Bea", card="werewolf")
    assert t.sees("Ann", "healed", seat="Eve")
    t.dawn()
    assert t.dead == ["Dan"]
    t.day().night(look="Eve")
    assert t.sees("Ann", "card_seen", by="Ann", seat="Eve")
    assert "witch" in t.fakes  # the potions are used, whoever used them


def test_the_cards_stay_where_they_are() -> None:
    """EVO-8"""
    t = fools(SEERS, {"look": "Dan"}, {"look": "Dan"}).day("Cid")
    assert t.sees(None, "card_shown", seat="Cid", card="witch")


def test_a_missing_partner_leaves_the_other_without_power() -> None:
    """EVO-8"""
    t = fools(SEERS, {"look": "Dan", "devour": "Cid"}, {"look": "Dan"}).day().night()
    assert "seer" in t.fakes
    t.dawn().day().upto("seer.look")
    assert t.prompt is not None
    assert t.prompt.seat == 1
    t = fools("Ann:seer Bea:werewolf Cid Dan Eve Fay Gus Hal", {"look": "Dan"}, {"look": "Dan"}).day().night()
    assert "seer" in t.fakes


@pytest.mark.parametrize("physical", [False, True])
def test_of_two_little_girls_the_first_clockwise_shoots(physical: bool) -> None:
    """EVO-8, GEN-7: whichever card the app has found first."""
    people = "Ann:hunter Bea:werewolf Cid:little_girl Dan:little_girl Eve Fay Gus Hal"
    t = fools(people, physical=physical)
    assert [event.facts["seat"] for event in t.events("power_lent", card="hunter")] == [3]


def test_the_little_girl_shoots_and_the_hunter_does_not() -> None:
    """EVO-8"""
    t = fools(GIRLS).day("Cid", shoot="Bea")
    assert t.dead == ["Cid", "Bea"]
    t = fools(GIRLS).day("Ann")
    assert t.dead == ["Ann"]


def test_it_lasts_until_the_victims_of_the_night_have_fallen() -> None:
    """EVO-8"""
    t = fools(GIRLS).day().night(devour="Cid").dawn(shoot="Bea")
    assert t.dead == ["Cid", "Bea"]
    t = fools(GIRLS).day().night().dawn().day("Ann", shoot="Bea")
    assert t.dead == ["Ann", "Bea"]


def test_the_hunter_spies_in_her_place() -> None:
    """EVO-8"""
    t = fools(GIRLS).day().night(devour="Dan", caught="Ann").dawn()
    assert t.dead == ["Ann"]


def test_the_extra_life_follows_the_power() -> None:
    """EVO-8, AMD-45"""
    nights = {"protect": "Dan"}, {"protect": "Eve"}
    t = fools(ELDERS, *nights).day().night(protect="Fay", devour="Ann").dawn()
    assert t.dead == []
    t = fools(ELDERS, *nights).day().night(protect="Fay", devour="Cid").dawn()
    assert t.dead == ["Cid"]
    assert t.sees("Cid", "protected", by="Cid", seat="Fay")


def test_wounds_stay_with_the_person() -> None:
    """EVO-8"""
    first, second = {"protect": "Dan", "devour": "Cid"}, {"protect": "Eve"}
    t = fools(ELDERS, first, second).day().night(protect="Fay", devour="Ann").dawn()
    assert t.dead == []  # a whole life of his own
    t.day().night(protect="Gus", devour="Cid").dawn()
    assert t.dead == ["Cid"]  # the Elder was wounded before
    t = fools(ELDERS, {"protect": "Dan"}, second).day().night(protect="Fay", devour="Ann").dawn()
    t.day().night(protect="Gus", devour="Cid").dawn()
    assert t.dead == []  # and this one was not


def test_despair_follows_the_card() -> None:
    """AMD-45"""
    nights = {"protect": "Dan"}, {"protect": "Eve"}
    assert fools(ELDERS, *nights).day("Cid").happened("despaired")
    assert not fools(ELDERS, *nights).day("Ann").happened("despaired")


def test_the_first_curse_is_resisted_by_whoever_has_the_elders_power() -> None:
    """EVO-8, AMD-45"""
    people = ELDERS.replace("Bea:werewolf", "Bea:cursed_wolf_father")
    t = fools(people, {"protect": "Dan"}, {"protect": "Eve"}).day().night(protect="Fay", devour="Ann", infect=True)
    assert t.happened("resisted", seat="Ann")
    t = fools(people, {"protect": "Dan"}, {"protect": "Eve"}).day().night(protect="Fay", devour="Cid", infect=True)
    assert t.is_wolf("Cid")


def test_scars_stay_with_the_person() -> None:
    """EVO-8, AMD-55: whoever was bitten and healed, with the power or without, resists no curse later."""
    people = "Ann:defender Bea:cursed_wolf_father Cid:elder Dan:witch Eve Fay Gus Hal"
    first, second, third, last = ({"protect": name} for name in ("Eve", "Fay", "Gus", "Hal"))
    t = fools(people, {**first, "devour": "Cid", "heal": "Cid"}, second).day()
    t.night(**third, devour="Ann", infect=True)
    assert t.happened("resisted", seat="Ann"), "whoever has the power for a day has never been bitten"
    t = fools(people, {**first, "devour": "Cid", "heal": "Cid"}, second).day().round(**third)
    assert t.night(**last, devour="Cid", infect=True).is_wolf("Cid")
    t = fools(people, first, second).day().round(**third, devour="Ann")
    assert not t.night(**last, devour="Cid", infect=True).is_wolf("Cid")
    people = people.replace("Eve", "Eve:seer")  # the potions stay with the Witch's partner that day
    t = fools(people, {**first, "look": "Gus"}, {**second, "look": "Gus"}).day()
    t.round(**third, look="Gus", devour="Cid", heal="Cid")
    assert t.night(**last, look="Gus", devour="Cid", infect=True).is_wolf("Cid")


def test_an_actor_is_not_affected() -> None:
    """EVO-8"""
    people = "Ann:seer Bea:werewolf Cid:actor Dan Eve Fay Gus Hal"
    t = fools(people, {"look": "Dan"}, {"look": "Dan"}, trio="witch fox defender").day()
    t.night(play="witch", devour="Dan", heal="Dan").dawn()
    assert t.dead == []
    assert "seer" in [answer.card for answer in t.game.answers if answer.key == "call.fake"]


def test_a_servant_keeps_what_she_takes_that_day() -> None:
    """EVO-8"""
    people = "Ann:seer Bea:werewolf Cid:witch Dan:devoted_servant Eve Fay Gus Hal"
    t = fools(people, {"look": "Gus"}, {"look": "Gus"}).day("Cid", act="Dan")
    t.upto("witch.heal", devour="Eve")
    assert t.prompt is not None
    assert t.prompt.seat == t.seat("Dan")


def test_lovers_must_vote_against_each_other() -> None:
    """EVO-8"""
    t = fools(COUPLE, {"pair": ["Cid", "Dan"]}).upto("vote.ballots", debate="vote")
    assert t.refuses({"Cid": "Bea"}).rule == "EVO-8"
    t.say({"Cid": "Dan", "Dan": "Cid", "Ann": "Dan"})
    assert t.dead == ["Dan"]


def test_lovers_may_not_abstain() -> None:
    """AMD-65: the others may."""
    t = fools(COUPLE, {"pair": ["Cid", "Dan"]}).upto("vote.ballots", debate="vote")
    refusal = t.refuses({"Ann": "Bea", "Dan": "Cid"})
    assert (refusal.key, refusal.rule) == ("answer.must_vote", "AMD-65")
    assert refusal.facts["seat"] == t.seat("Cid")
    t.say(QUARREL)
    assert t.events("voted")[-1].facts["counts"] == {3: 1, 4: 1}
    t = fools(COUPLE, {"pair": ["Cid", "Dan"]}, vote_input="counts").upto("vote.counts", debate="vote")
    assert t.refuses({"Bea": 1}).key == "answer.too_few_voices"


def test_a_lover_who_votes_alone_may_not_abstain_either() -> None:
    """AMD-65, BARK-2: nobody can vote against the Barkeep, but he must."""
    t = fools(COUPLE, {"pair": ["Cid", "Dan"]}, houses="Cid:pub").upto("vote.alone", debate="vote")
    assert t.options == ["Dan"]
    assert t.refuses(None).key == "answer.needed"
    assert t.say("Dan").say({"Dan": "Bea"}).happened("voted", ballots={3: 4, 4: 2} | dict.fromkeys([1, 2, 5, 6, 7, 8]))


@pytest.mark.parametrize("houses", ["Cid:school", "Cid:bakery Dan:school"])
def test_where_only_one_of_them_may_vote_the_duty_is_gone(houses: str) -> None:
    """AMD-65, LOVE-3: the usual ban stays."""
    t = fools(COUPLE, {"pair": ["Cid", "Dan"]}, houses=houses, sheriff="Ann")
    voter, other = ("Dan", "Cid") if houses.startswith("Cid:school") else ("Cid", "Dan")
    t.upto("vote.ballots", debate="vote")
    assert t.refuses({voter: other}).rule == "LOVE-3"
    t.say({voter: "Bea"})
    assert t.happened("condemned", seat="Bea")


def test_whoever_loves_two_votes_against_one_of_them() -> None:
    """AMD-65, LOVE-3: two Cupids, and the same player hit by both."""
    t = Table(COUPLE.replace("Gus", "Gus:cupid"), events="fools_day").upto("cupid.pair").say(["Cid", "Dan"])
    t.say(["Dan", "Eve"]).upto("dawn.breaks").dawn().day().night().dawn()
    t.upto("vote.ballots", debate="vote")
    assert t.refuses({"Cid": "Dan", "Dan": "Bea", "Eve": "Dan"}).rule == "EVO-8"
    t.say({"Cid": "Dan", "Dan": "Eve", "Eve": "Dan"})
    assert t.dead == ["Dan"]


def test_nobody_dies_of_grief_that_turn() -> None:
    """EVO-8"""
    t = fools(COUPLE, {"pair": ["Cid", "Dan"]}).day({**QUARREL, "Ann": "Cid"})
    assert t.dead == ["Cid"]
    t = fools(COUPLE, {"pair": ["Cid", "Dan"]}).day(QUARREL).night(devour="Cid").dawn()
    assert t.dead == ["Cid"]


def test_afterwards_love_is_what_it_was() -> None:
    """EVO-8"""
    t = fools(COUPLE, {"pair": ["Cid", "Dan"]}).day(QUARREL).night().dawn().upto("vote.ballots", debate="vote")
    assert t.refuses({"Cid": "Dan"}).rule == "LOVE-3"
    t.say({"Ann": "Cid"})
    assert sorted(t.dead) == ["Cid", "Dan"]


def test_with_physical_cards_the_moderator_finds_the_six_first() -> None:
    """EVO-8, IDENT-0"""
    t = fools(GIRLS, physical=True)
    assert t.possible("Ann") == {"hunter"}
    assert t.possible("Cid") == {"little_girl"}
    assert t.day("Cid", shoot="Bea").dead == ["Cid", "Bea"]


def test_read_before_the_victims_are_named_it_lasts_as_long() -> None:
    """EVO-8"""
    t = Table(GIRLS, events="fools_day", event_timing="before_victims").round().night(devour="Cid").dawn(shoot="Dan")
    assert t.dead == ["Cid", "Dan"]
    t = Table(GIRLS, events="fools_day", event_timing="before_victims").round().night().dawn().day("Cid", shoot="Bea")
    assert t.dead == ["Cid", "Bea"]


def test_with_real_cards_everybody_hears_the_same_calls_whatever_is_known_already() -> None:
    """EVO-8, FK-12: the Seer and the Witch were seen at night, the Hunter was not; all of them are called."""
    people = "Ann:seer Bea:werewolf Cid:witch Dan:hunter Eve:little_girl Fay Gus Hal"
    t = Table(people, events="fools_day", physical=True).round(look="Fay").night(look="Gus").dawn()
    called = [given.card for given in t.game.answers if given.key in ("identify", "identify.known")]
    assert called[-4:] == ["witch", "seer", "hunter", "little_girl"]
    assert [given.key for given in t.game.answers if given.card in ("witch", "seer")][-2:] == ["identify.known"] * 2


def test_where_voices_are_counted_the_quarrel_costs_two() -> None:
    """EVO-8, AMD-65, VOTE-14: everybody else may abstain."""
    t = fools(COUPLE, {"pair": ["Cid", "Dan"]}, vote_input="counts").upto("vote.counts", debate="vote")
    assert t.prompt is not None
    assert (t.prompt.low, t.prompt.high) == (2, 8)
    t.refuses({"Cid": 1})
    assert t.say({"Cid": 1, "Dan": 1}).dead == []
