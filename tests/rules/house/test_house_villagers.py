"""House rules about the villagers' powers: Defender, Fox, Bear Tamer, Scandalmonger."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table import Table

# -- the Defender --

DEFENDER = "Ann:defender Bea:werewolf Cid:little_girl Dan Eve Fay"


@pytest.mark.parametrize("may", [True, False])
def test_the_same_player_on_two_nights_running(may: bool) -> None:
    """HOUSE-6, DEF-2"""
    t = Table(DEFENDER, defender_may_repeat=may).round(protect="Dan").say(True).upto("defender.protect")
    if may:
        assert t.answer(protect="Dan", devour="Dan").dawn().dead == []
    else:
        assert t.refuses("Dan").rule == "DEF-2"


@pytest.mark.parametrize("may", [True, False])
def test_with_the_neighbours_alone_to_choose_from(may: bool) -> None:
    """HOUSE-6, DEF-13, DEF-14: at the Harvest Festival he keeps to his neighbours either way."""
    t = Table("Ann:defender Bea:werewolf Cid Dan Eve", variants="harvest_festival", defender_may_repeat=may)
    t.round(protect="Eve").say(True).upto("defender.protect")
    assert t.options == (["Ann", "Bea", "Eve"] if may else ["Ann", "Bea"])
    assert t.refuses("Cid").rule == "DEF-13"


@pytest.mark.parametrize("shields", [True, False])
@pytest.mark.parametrize("otherwise", ["no_effect", "not_targetable"])
@pytest.mark.parametrize("physical", [True, False])
def test_the_shield_before_the_little_girl(shields: bool, otherwise: str, physical: bool) -> None:
    """HOUSE-7, DEF-3, GIRL-4, GIRL-5"""
    options: dict[str, Any] = {"defender_shields_little_girl": shields, "defender_on_little_girl": otherwise}
    t = Table(DEFENDER, physical=physical, little_girl_called_n1=True, **options).say(True).upto("defender.protect")
    if not shields and otherwise == "not_targetable":
        assert t.refuses("Cid").rule == "DEF-3"
    else:
        t.answer(protect="Cid", devour="Cid").dawn()
        assert t.dead == ([] if shields else ["Cid"])


@pytest.mark.parametrize("shields", [True, False])
def test_the_shield_before_a_little_girl_caught_spying(shields: bool) -> None:
    """HOUSE-7, GIRL-7"""
    t = Table(DEFENDER, defender_shields_little_girl=shields).night(protect="Cid", devour="Dan", caught="Cid").dawn()
    assert t.dead == ([] if shields else ["Cid"])


def test_fright_is_no_bite() -> None:
    """HOUSE-7, GIRL-10"""
    t = Table(DEFENDER, defender_shields_little_girl=True, little_girl_caught="dies_of_fright_instead")
    assert t.night(protect="Cid", devour="Dan", caught="Cid").dawn().dead == ["Cid"]


# -- the Fox --


@pytest.mark.parametrize("keeps", [True, False])
def test_a_miss_of_the_fox(keeps: bool) -> None:
    """HOUSE-8, FOX-2, FOX-7"""
    t = Table("Ann:fox Bea Cid Dan Eve Fay:werewolf", fox_keeps_nose=keeps).night(sniff="Cid")
    assert t.sees("Ann", "sniffed", up=False)
    assert t.why("sniffed") == ("HOUSE-8" if keeps else "FOX-2")
    t.dawn().day().say(True)
    assert t.asks("fox.sniff") == keeps
    t.answer(**({"sniff": "Eve"} if keeps else {}))
    assert t.happened("sniffed", up=True) == keeps


# -- the Bear Tamer --

BEAR = "Ann:bear_tamer Bea Cid Dan:cursed_wolf_father Eve Fay:werewolf Gus"


@pytest.mark.parametrize("grunts", [True, False])
def test_the_bear_of_an_infected_tamer(grunts: bool) -> None:
    """HOUSE-9, BEAR-3"""
    t = Table(BEAR, infected_bear_grunts=grunts).night(devour="Ann", infect=True).dawn()
    assert t.is_wolf("Ann")
    assert t.happened("bear_grunted") == grunts


def test_a_neighbour_is_smelled_either_way() -> None:
    """HOUSE-9, BEAR-1"""
    t = Table(BEAR, infected_bear_grunts=False).night(devour="Ann", infect=True).dawn().day("Gus").night().dawn()
    assert [event.facts["seats"] for event in t.events("bear_smelled")] == [(t.seat("Fay"),)]
    assert t.happened("bear_grunted")


# -- the poster --

POSTER = "Ann:werewolf Bea Cid:scandalmonger Dan Eve Fay Gus"
HOUSES = "Bea:bakery Cid:farm_1 Dan:farm_2"


@pytest.mark.parametrize("votes", [1, 2, 3, 4, 5])
def test_what_the_poster_is_worth(votes: int) -> None:
    """HOUSE-11, VOTE-5"""
    t = Table(POSTER, houses=HOUSES, poster_votes=votes).night(post="Bea").dawn().day({"Ann": "Eve"})
    assert t.events("voted")[0].facts["counts"] == {t.seat("Bea"): votes, t.seat("Eve"): 1}


def quiet_day(lasts: bool) -> Table:
    """A day on which nobody may vote, so that the poster is not heard; then the Scandalmonger passes a night."""
    t = Table(POSTER, houses=HOUSES, poster_lasts_until_vote=lasts, scandalmonger_may_pass=True, debate_rules=True)
    t.night(post="Bea").dawn()
    for name in t.names:
        t.say("offence").say(name)
    t.say("vote")
    assert t.why("no_vote") == "VOTE-7"
    return t


@pytest.mark.parametrize("lasts", [True, False])
def test_a_poster_nobody_has_counted(lasts: bool) -> None:
    """HOUSE-24, SCAN-4"""
    t = quiet_day(lasts).night(post=None).dawn()
    assert len(t.events("poster_seen", seat="Bea")) == (2 if lasts else 1)
    t.day({"Ann": "Eve"})
    assert t.dead == (["Bea"] if lasts else ["Eve"])
    t.night(post=None).dawn()  # heard once, it is gone
    assert t.day({"Ann": "Fay"}).dead[-1] == "Fay"
    assert len(t.events("poster_seen")) == (2 if lasts else 1)


def test_a_lasting_poster_is_counted_once() -> None:
    """HOUSE-24, SCAN-1"""
    t = quiet_day(True).night(post=None).dawn().day(dict.fromkeys(("Ann", "Cid", "Dan"), "Eve"))
    assert t.dead == ["Eve"]
    t.night(post=None).dawn().day()
    assert t.dead == ["Eve"]


@pytest.mark.parametrize("scope", ["next_vote", "next_day"])
def test_heard_once_a_lasting_poster_speaks_for_the_day_at_most(scope: str) -> None:
    """HOUSE-24, OPT-SCANDAL-SCOPE"""
    people = "Ann:werewolf Bea Cid:scandalmonger Dan:wandering_judge Eve Fay Gus Hal Ida"
    t = Table(people, houses=HOUSES, poster_lasts_until_vote=True, scandal_scope=scope, scandalmonger_may_pass=True)
    t.night(post="Bea").dawn().day([dict.fromkeys(["Ann", "Cid", "Dan"], "Eve"), {"Ann": "Fay"}], signed=True)
    assert (t.seat("Bea") in t.events("voted")[1].facts["counts"]) == (scope == "next_day")
    t.night(post=None).dawn()
    assert len(t.events("poster_seen")) == 1


def test_another_poster_takes_its_place() -> None:
    """HOUSE-24, SCAN-4"""
    t = quiet_day(True).night(post="Dan").dawn()
    assert [event.facts["seat"] for event in t.events("poster_seen")] == [t.seat("Bea"), t.seat("Dan")]
    assert t.day().dead == ["Dan"]


def test_it_burns_or_dies_with_whom_it_is_about() -> None:
    """HOUSE-24, SCAN-4"""
    t = quiet_day(True).night(post=None, devour="Bea").dawn().day({"Ann": "Eve"})
    assert t.dead == ["Bea", "Eve"]
    t.night(post=None).dawn()
    assert len(t.events("poster_seen", seat="Bea")) == 2


@pytest.mark.parametrize("ends", [True, False])
def test_an_actor_s_poster_comes_down_at_nightfall(ends: bool) -> None:
    """HOUSE-24, ACTOR-8, SW-ACTOR-EXPIRE"""
    t = Table(
        "Ann:werewolf Bea Cid:actor Dan Eve Fay Gus",
        trio="scandalmonger hunter elder",
        houses=HOUSES,
        debate_rules=True,
        poster_lasts_until_vote=True,
        actor_effects_end_at_nightfall=ends,
    )
    t.night(play="scandalmonger", post="Bea").dawn()
    for name in t.names:
        t.say("offence").say(name)
    t.say("vote").night().dawn().day({"Ann": "Eve"})
    assert t.dead == (["Eve"] if ends else ["Bea"])
