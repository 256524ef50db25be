"""House rules about the villagers' powers: Elder, Defender, Fox, Bear Tamer, Judge, Scandalmonger."""

from __future__ import annotations

from typing import Any

import pytest

from nightcall.desk import travel
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


# -- the Elder --

ELDER = "Ann:elder Bea:werewolf Cid:witch Dan:cursed_wolf_father Eve Fay Gus Hal"


@pytest.mark.parametrize("lives", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("physical", [True, False])
def test_how_many_bites_the_elder_stands(lives: int, physical: bool) -> None:
    """HOUSE-5, ELDER-1, ELDER-6"""
    t = Table(ELDER, elder_lives=lives, physical=physical)
    for bite in range(1, lives + 1):
        t.night(devour="Ann").dawn()
        assert t.dead == (["Ann"] if bite == lives else [])
        t.day()


@pytest.mark.parametrize("lives", [1, 2, 3])
def test_healing_gives_back_the_life_a_bite_took(lives: int) -> None:
    """HOUSE-5, ELDER-5"""
    t = Table(ELDER, elder_lives=lives).night(devour="Ann", heal="Ann").dawn().day()
    for bite in range(1, lives + 1):
        t.night(devour="Ann").dawn()
        assert t.dead == (["Ann"] if bite == lives else [])
        t.day()


@pytest.mark.parametrize("lives", [1, 2, 3])
def test_the_curse_fails_on_the_first_bite_however_many_lives_he_has(lives: int) -> None:
    """HOUSE-5, AMD-55"""
    t = Table(ELDER, elder_lives=lives).night(devour="Ann", infect=True).dawn()
    assert t.happened("resisted", seat="Ann")
    assert not t.is_wolf("Ann")
    assert t.dead == (["Ann"] if lives == 1 else [])


def test_a_scarred_elder_with_lives_left_can_be_turned() -> None:
    """HOUSE-5, AMD-55, ELDER-7"""
    t = Table(ELDER, elder_lives=3).round(devour="Ann").night(devour="Ann", infect=True).dawn()
    assert (t.dead, t.is_wolf("Ann")) == ([], True)


@pytest.mark.parametrize("lives", [1, 2])
def test_an_actor_s_elder_has_as_many_lives(lives: int) -> None:
    """HOUSE-5, ACTOR-M5"""
    t = Table("Ann:actor Bea:werewolf Cid Dan Eve Fay", trio="elder fox seer", elder_lives=lives)
    assert t.night(play="elder", devour="Ann").dawn().dead == (["Ann"] if lives == 1 else [])


def test_whoever_takes_the_elder_s_card_has_them_all() -> None:
    """HOUSE-5, ELDER-14"""
    people = "Ann:elder Bea:werewolf Cid:devoted_servant Dan Eve Fay Gus"
    t = Table(people, elder_lives=3).night(devour="Ann").dawn().day("Ann", act="Cid")
    for _ in range(2):
        t.night(devour="Cid").dawn().day()
    assert t.dead == ["Ann"]
    assert t.night(devour="Cid").dawn().dead == ["Ann", "Cid"]


@pytest.mark.parametrize("lives", [1, 2, 3])
def test_on_fools_day_the_defender_has_the_elder_s_lives(lives: int) -> None:
    """HOUSE-5, EVO-8, AMD-45"""
    people = "Ann:elder Bea:werewolf Cid:defender Dan Eve Fay"
    t = Table(people, events="fools_day", elder_lives=lives).night(protect="Dan").dawn().day().night(protect="Eve")
    t.dawn().day().night(protect="Dan", devour="Cid").dawn()
    assert t.dead == (["Cid"] if lives == 1 else [])


@pytest.mark.parametrize(("lives", "bites"), [(2, 1), (4, 3)])
def test_an_elder_who_moves_to_another_village_keeps_his_wounds(lives: int, bites: int) -> None:
    """HOUSE-5, HAML-3"""
    here = Table(ELDER, variants="community_of_hamlets", elder_lives=lives)
    for _ in range(bites):
        here.night(devour="Ann").dawn().day()
    here.night().dawn().say("hamlets.depart").say("Ann")
    (traveller,) = travel.travellers(here.game)
    assert traveller["used"] == ["life"] * bites
    there = Table("Ida Jim:werewolf Kay Leo Mia", variants="community_of_hamlets", elder_lives=lives).night().dawn()
    there.game, there.names = travel.arrive(there.game, traveller), [*there.names, "Ann"]
    there.day().night(devour="Ann").dawn()
    assert there.dead == ["Ann"]


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


# -- the Judge --

JUDGE = "Ann:wandering_judge Bea:werewolf Cid Dan Eve Fay Gus Hal Ida Jim Kay Leo Mia Ned"


@pytest.mark.parametrize("signs", [1, 2, 3, 4, 5])
def test_how_many_second_votes_the_judge_may_order(signs: int) -> None:
    """HOUSE-10, JUDGE-2"""
    t = Table(JUDGE, judge_signs=signs)
    for day in range(1, 7):
        t.night().dawn().day(**({"signed": True} if day <= signs else {}))
    assert len(t.events("signed")) == len(t.events("vote_added")) == signs
    assert len([prompt for prompt in t.asked if prompt.key == "wandering_judge.signed"]) == signs


def test_a_second_vote_cannot_be_doubled_again() -> None:
    """HOUSE-10, JUDGE-4"""
    t = Table(JUDGE, judge_signs=3).night().dawn().day(["Cid", "Dan", "Eve"], signed=True)
    assert t.dead == ["Cid", "Dan"]


def test_the_heir_of_the_judge_has_as_many_again() -> None:
    """HOUSE-10, SERV-M9"""
    people = "Ann:wandering_judge Bea:werewolf Cid:devoted_servant Dan Eve Fay Gus Hal Ida"
    t = Table(people, judge_signs=2).night().dawn().day(signed=True).night().dawn()
    t.day(["Ann", None], signed=True, act="Cid")
    for _ in range(2):
        t.night().dawn().day(signed=True)
    t.night().dawn().day()
    assert len(t.events("signed")) == 4


@pytest.mark.parametrize("signs", [1, 2])
def test_an_actor_s_sign_lasts_until_it_is_used_up(signs: int) -> None:
    """HOUSE-10, SW-ACTOR-EXPIRE"""
    people = "Ann:actor Bea:werewolf Cid Dan Eve Fay"
    t = Table(people, trio="wandering_judge elder fox", judge_signs=signs, actor_effects_end_at_nightfall=False)
    t.night(play="wandering_judge").dawn().day(signed=True).night().dawn().day(
        **({"signed": True} if signs > 1 else {})
    )
    assert len(t.events("signed")) == signs


def test_a_judge_who_moves_takes_along_what_he_has_signed() -> None:
    """HOUSE-10, HAML-3"""
    here = Table(JUDGE, variants="community_of_hamlets", judge_signs=3)
    for _ in range(2):
        here.night().dawn().day(signed=True)
    here.night().dawn().say("hamlets.depart").say("Ann")
    (traveller,) = travel.travellers(here.game)
    assert traveller["used"] == ["sign", "sign"]


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


def test_nor_does_one_of_a_dead_scandalmonger_stay_beside_another_s() -> None:
    """HOUSE-24, SCAN-4: there is one poster, whoever of two put it up."""
    people = "Ann:werewolf Bea Cid:scandalmonger Dan Eve:scandalmonger Fay Gus Hal"
    t = Table(people, houses=HOUSES, poster_lasts_until_vote=True, scandalmonger_may_pass=True, debate_rules=True)
    for night in ({"post": ["Bea", None]}, {"post": [None, None], "devour": "Cid"}):
        t.night(**night).dawn()
        for name in t.alive:
            t.say("offence").say(name)
        t.say("vote")
    t.night(post="Dan").dawn().day({"Ann": "Gus"})
    assert t.events("voted")[-1].facts["counts"] == {t.seat("Dan"): 2, t.seat("Gus"): 1}


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
