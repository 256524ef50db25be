"""The Scandalmonger, and the poster."""

from __future__ import annotations

from typing import Any

import pytest

from nightcall import InvalidSetup
from tests.table import Table

TABLE = "Ann:werewolf Bea Cid:scandalmonger Dan Eve Fay Guy"
HOUSES = "Bea:bakery Cid:farm_1 Dan:farm_2"


def morning(people: str = TABLE, houses: str = HOUSES, *, night: dict[str, Any] | None = None, **more: Any) -> Table:
    return Table(people, houses=houses, **more).night(**{"post": "Bea", **(night or {})}).dawn()


def test_two_voices_against_the_house() -> None:
    """SCAN-1, VOTE-5"""
    t = morning().day({"Ann": "Eve"})
    assert t.dead == ["Bea"]
    assert t.events("voted")[0].facts["counts"] == {t.seat("Bea"): 2, t.seat("Eve"): 1}


def test_they_are_not_multiplied() -> None:
    """VOTE-5: a Sheriff's voice counts two, the poster's two stay two."""
    t = morning(houses="Bea:bakery", sheriff="Guy").day({"Guy": "Eve", "Ann": "Eve"})
    assert t.dead == ["Eve"]
    assert t.events("voted")[0].facts["counts"] == {t.seat("Bea"): 2, t.seat("Eve"): 3}


def test_added_to_the_voters_own() -> None:
    """VOTE-5: whatever they do."""
    t = morning().day({"Ann": "Eve", "Dan": "Eve", "Fay": "Bea"})
    assert t.dead == ["Bea"]


def test_alone_it_eliminates() -> None:
    """AMD-41: everybody abstains."""
    assert morning().day().dead == ["Bea"]


def test_without_voters_there_is_no_count() -> None:
    """AMD-41, VOTE-8: nobody may vote, so the poster says nothing either."""
    people = "Ann:werewolf Bea Cid:scandalmonger Dan:scapegoat Eve Fay"
    t = morning(people, night={"post": "Cid"}).day({"Bea": "Eve", "Eve": "Eve"}, voters=["Fay"])
    assert t.dead == ["Dan"]
    t.night(post="Bea", devour="Fay").dawn().day()
    assert t.happened("no_vote")
    assert "Bea" in t.alive


def test_a_tie_by_the_poster_is_a_tie() -> None:
    """SCAPE-12"""
    people = "Ann:werewolf Bea Cid:scandalmonger Dan:scapegoat Eve Fay"
    t = morning(people).day({"Ann": "Eve", "Cid": "Eve"}, voters=["Fay"])
    assert t.dead == ["Dan"]


@pytest.mark.parametrize(("scope", "dead"), [("next_vote", ["Eve"]), ("next_day", ["Eve", "Bea"])])
def test_a_second_vote_on_the_same_day(scope: str, dead: list[str]) -> None:
    """VOTE-20, OPT-SCANDAL-SCOPE"""
    people = "Ann:werewolf Bea Cid:scandalmonger Dan:wandering_judge Eve Fay Guy"
    t = morning(people, scandal_scope=scope)
    t.day([dict.fromkeys(["Ann", "Cid", "Dan"], "Eve"), None], signed=True)
    assert t.dead == dead


def test_a_second_ballot_between_the_tied_is_no_new_occasion() -> None:
    """VOTE-5, OPT-SCANDAL-SCOPE: at the next count and no other."""
    t = morning(tie_without_scapegoat="revote")
    t.day([{"Ann": "Eve", "Dan": "Eve"}, {"Ann": "Eve"}])
    assert t.dead == ["Eve"]


def test_it_never_lasts_beyond_the_day() -> None:
    """SCAN-4: one poster, replaced nightly."""
    t = morning().day({"Ann": "Eve", "Cid": "Eve", "Dan": "Eve"}).night(post="Dan").dawn().day()
    assert t.dead == ["Eve", "Dan"]


def test_a_target_dead_at_dawn() -> None:
    """SCAN-4: the poster is wasted."""
    t = morning(night={"devour": "Bea"}).day()
    assert t.dead == ["Bea"]
    assert t.happened("nobody_condemned")


def test_against_oneself_but_never_against_a_vagabond() -> None:
    """SCAN-2, SCAN-4, VAG-1"""
    t = Table(TABLE, houses=HOUSES).upto("scandalmonger.post")
    assert t.options == ["Bea", "Cid", "Dan"]
    for vagabond in ("Ann", "Eve"):
        assert t.refuses(vagabond).rule == "VAG-1"
    t.say("Cid").upto("day.debate", devour=None)
    assert t.day().dead == ["Cid"]


def test_the_barkeep_is_not_immune_to_it() -> None:
    """SCAN-2, SCAN-3: nobody can vote against him, but the poster can."""
    t = morning(houses="Bea:pub Cid:farm_1").upto("vote.ballots", debate="vote", vote_alone=None)
    assert "Bea" not in t.options
    t.say({"Ann": "Eve"})
    assert t.dead == ["Bea"]


def test_against_a_pardoned_idiot_no_voices_count() -> None:
    """VOTE-13, SCAN-3: only the Pub is no shelter."""
    people = "Ann:werewolf Bea:village_idiot Cid:scandalmonger Dan Eve Fay Guy"
    t = morning(people).day()
    assert t.happened("pardoned", seat="Bea")
    t.night(post="Bea").dawn().day()
    assert t.dead == []


def test_a_pardoned_idiot_in_the_pub_has_two_shelters() -> None:
    """VOTE-13, SCAN-3: the poster speaks against the Barkeep's immunity, and not against the pardon."""
    people = "Ann:werewolf Bea:village_idiot Cid:scandalmonger Dan Eve Fay Guy"
    t = morning(people, houses="Bea:pub Cid:farm_1").day()
    assert t.happened("pardoned", seat="Bea")
    t.night(post="Bea").dawn().day()
    assert not t.happened("immunity_lost")
    assert len(t.events("condemned")) == 1
    assert t.dead == []


def test_a_house_burnt_the_same_night() -> None:
    """SCAN-5, VAG-2: the poster goes with it."""
    people = "Ann:werewolf Bea Cid:scandalmonger Dan:pyromaniac Eve Fay Guy"
    t = morning(people, night={"burn": "bakery"})
    assert not t.sees(None, "poster_seen")
    t.day()
    assert t.dead == []


def test_a_new_house_does_not_bring_the_poster_back() -> None:
    """SCAN-5, BAIL-1: burnt out and rehoused the same morning."""
    people = "Ann:werewolf Bea Cid:scandalmonger Dan:pyromaniac Eve Fay Guy"
    t = Table(people, houses="Bea:bakery Fay:farm_1 Guy:bailiffs_house")
    t.night(post="Bea", burn="bakery", devour="Fay").dawn(give="Bea", accept=True).day()
    assert t.dead == ["Fay"]


def test_everybody_sees_where_but_not_whose() -> None:
    """SCAN-7"""
    t = Table(TABLE, houses=HOUSES).night(post="Bea")
    assert not t.sees(None, "poster_seen")
    t.dawn()
    assert t.sees(None, "poster_seen", seat="Bea")
    assert all("by" not in event.facts for event in t.events("poster_seen"))
    assert [t.sees(name, "posted") for name in ("Cid", "Ann", None)] == [True, False, False]


@pytest.mark.parametrize(("preset", "may"), [("pact", False), ("pacte", True)])
def test_whether_he_may_pass(preset: str, may: bool) -> None:
    """OPT-SCANDAL-PASS, SCAN-1"""
    t = Table(TABLE, houses=HOUSES, preset=preset).upto("scandalmonger.post")
    if may:
        t.say(None).upto("day.debate", devour=None)
        assert not t.happened("poster_seen")
    else:
        assert t.refuses(None)


def test_where_the_call_stands() -> None:
    """OPT-SCANDAL-POS, INS-6: before the Pyromaniac, or between Big Bad Wolf and Witch."""
    people = "Ann:big_bad_wolf Bea:pyromaniac Cid:scandalmonger Dan:defender Eve:witch Fay Guy"
    night = {"post": "Bea", "protect": "Dan", "big_bad_wolf_devour": "Fay", "werewolves_devour": "Guy"}
    t = Table(people, houses=HOUSES).night(**night)
    assert t.calls == ["scandalmonger", "pyromaniac", "defender", "werewolves", "bakery", "big_bad_wolf", "witch"]
    t = Table(people, houses=HOUSES, scandalmonger_position="after_werewolves").night(**night)
    assert t.calls == ["pyromaniac", "defender", "werewolves", "bakery", "big_bad_wolf", "scandalmonger", "witch"]


def test_a_poster_put_up_stays_in_despair() -> None:
    """DESP-M1: but no more calls."""
    people = "Ann:werewolf Bea Cid:scandalmonger Dan:elder Eve:witch Fay Guy"
    t = morning(people, night={"poison": "Dan"})
    assert t.happened("despaired")
    t.day()
    assert t.dead == ["Dan", "Bea"]
    t.night()
    assert "scandalmonger" not in t.calls


def test_a_servant_goes_on_with_it() -> None:
    """SERV-M2"""
    people = "Ann:werewolf Bea:devoted_servant Cid:scandalmonger Dan Eve Fay Guy"
    t = morning(people, night={"post": "Dan"})
    t.day(dict.fromkeys(["Ann", "Dan", "Eve"], "Cid"), devoted_servant_act="Bea")
    assert t.dead == ["Cid"]
    t.night(post="Dan").dawn()
    assert t.sees("Bea", "posted", seat="Dan")


def test_an_actor_puts_up_one() -> None:
    """ACTOR-M14"""
    people = "Ann:werewolf Bea Cid:actor Dan Eve Fay Guy"
    t = Table(people, trio="scandalmonger fox seer", houses=HOUSES).night(play="scandalmonger", post="Bea").dawn().day()
    assert t.dead == ["Bea"]
    t.upto("actor.play")
    assert t.options == ["fox", "seer"]


def test_a_thief_acts_tonight_in_turn() -> None:
    """THIEF-M2"""
    people = "Ann:werewolf Bea Cid:thief Dan:werewolf Eve Fay Guy"
    t = Table(people, spares="scandalmonger simple_villager", houses=HOUSES).night(swap="scandalmonger", post="Bea")
    assert t.dawn().day().dead == ["Bea"]


def test_only_with_buildings() -> None:
    """SCAN-1, GEN-18"""
    with pytest.raises(InvalidSetup) as caught:
        Table(TABLE)
    assert any(fault.key == "setup.needs" and fault.facts["card"] == "scandalmonger" for fault in caught.value.faults)


def test_an_absolute_majority_counts_the_poster_too() -> None:
    """VOTE-5, AMD-6: two of four voices are not more than half, two of three are."""
    assert morning(vote_threshold="absolute_majority").day({"Ann": "Eve", "Dan": "Fay"}).dead == []
    assert morning(vote_threshold="absolute_majority").day({"Ann": "Eve"}).dead == ["Bea"]


EIGHT = "Ann:werewolf Bea Cid:scandalmonger Dan Eve Fay Guy Hal"


def second_day(event: str, **reading: Any) -> Table:
    """Hal was the first victim; the poster of the second night stands before Bea's house."""
    t = Table(EIGHT, houses=HOUSES, events=event).night(post="Dan", devour="Hal").dawn()
    return t.day(dict.fromkeys(["Ann", "Bea", "Cid"], "Guy")).night(post="Bea").dawn(**reading)


def test_it_counts_in_a_nightmare() -> None:
    """SCAN-6, VOTE-17"""
    t = second_day("nightmare").answer(alone=["Eve", "Dan", "Dan", "Ann", "Ann", "Bea"])
    assert t.events("voted")[-1].facts["counts"][t.seat("Bea")] == 3
    assert t.dead == ["Hal", "Guy", "Bea"]


def test_it_counts_under_influences() -> None:
    """SCAN-6"""
    t = second_day("influences").day(first="Eve", alone=["Eve", None, None, None, None, None])
    assert t.dead == ["Hal", "Guy", "Bea"]


def test_it_says_nothing_in_a_great_distrust() -> None:
    """SCAN-6, VOTE-18: nobody counts voices."""
    t = second_day("great_distrust").day(friendless=["Eve"])
    assert t.dead == ["Hal", "Guy", "Eve"]


def test_a_day_without_a_vote() -> None:
    """SCAN-4: the poster is wasted, and gone with the day."""
    t = second_day("flood").day()
    assert t.happened("no_vote")
    assert t.dead == ["Hal", "Guy"]
    t.night(post="Dan").dawn().day()
    assert t.dead == ["Hal", "Guy", "Dan"]


def test_it_says_nothing_where_players_are_cleared() -> None:
    """SCAN-6, VOTE-18: "surely not him" counts no voices either."""
    t = second_day("bleak_monday", play=True).day(clear=["Bea", "Ann", "Cid", "Dan", "Eve"])
    assert t.dead == ["Hal", "Guy", "Fay"]


def test_she_is_called_after_the_bear_tamer() -> None:
    """P-N1-11, P-N1-12"""
    people = "Ann:werewolf Bea:scandalmonger Cid:bear_tamer Dan:pyromaniac Eve"
    t = Table(people, houses="Eve:farm_1").night(post="Eve")
    assert t.calls == ["bear_tamer", "scandalmonger", "pyromaniac", "werewolves"]
