"""What the Actor does with each borrowed card."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.characters.test_actor import two_boxes
from tests.table import Table

TABLE = "Ann:actor Bea:werewolf Cid:werewolf Dan Eve Fay Gus"


def table(card: str, people: str = TABLE, **settings: Any) -> Table:
    others = [name for name in ("fox", "seer", "bear_tamer") if name != card and name not in people][:2]
    return Table(people, trio=" ".join([card, *others]), **settings)


def test_seer_one_look_in_his_own_call() -> None:
    """ACTOR-M1, FK-11"""
    t = table("seer").night(play="seer", look="Bea")
    assert t.sees("Ann", "card_seen", seat="Bea", card="werewolf")
    assert t.calls == ["actor", "werewolves"]
    assert t.dawn().day().night().asks("dawn.breaks")


def test_fox_a_negative_scent_costs_nothing_more() -> None:
    """ACTOR-M1, ACTOR-6"""
    t = table("fox").night(play="fox", sniff="Fay")
    assert t.sees("Ann", "sniffed", up=False)
    t.dawn().day().night(play="seer", look="Bea")
    assert t.sees("Ann", "card_seen", seat="Bea")


def test_defender_one_protection() -> None:
    """ACTOR-M2"""
    t = table("defender").night(play="defender", protect="Dan", devour="Dan")
    assert t.calls == ["actor", "werewolves"]
    t.dawn()
    assert t.happened("nobody_died")
    t.day().night(devour="Dan").dawn()
    assert t.dead == ["Dan"]


def test_witch_both_potions_in_a_second_wake() -> None:
    """ACTOR-M3, FK-11, INS-5"""
    t = table("witch").night(play="witch", devour="Dan", heal="Dan", poison="Bea")
    assert t.calls == ["actor", "werewolves", "actor"]
    assert t.sees("Ann", "victims_shown", seats=("Dan",))
    assert t.dawn().dead == ["Bea"]


def test_without_faked_calls_he_is_woken_again_where_there_is_something_to_choose() -> None:
    """FK-11, INS-5, SW-FAKE"""
    t = table("witch", fake_calls=False).night(play="witch", devour="Dan", heal="Dan")
    assert t.calls == ["actor", "werewolves", "actor"]
    assert t.dawn().dead == []


def test_witch_unused_potions_are_lost() -> None:
    """ACTOR-M3"""
    t = table("witch").night(play="witch", devour="Dan").dawn().day().night(devour="Eve")
    assert t.asks("dawn.breaks")
    assert t.calls == ["actor", "werewolves"]
    assert t.dawn().dead == ["Dan", "Eve"]


@pytest.mark.parametrize("physical", [False, True])
def test_hunter_shoots_when_he_dies(physical: bool) -> None:
    """ACTOR-M4"""
    t = table("hunter", physical=physical).night(play="hunter", devour="Ann").dawn(shoot="Bea")
    assert t.dead == ["Ann", "Bea"]
    assert t.sees(None, "card_shown", seat="Ann", card="actor")


def test_elder_survives_the_first_bite() -> None:
    """ACTOR-M5"""
    t = table("elder").night(play="elder", devour="Ann").dawn()
    assert t.happened("nobody_died")
    t.day().night(devour="Ann").dawn()
    assert t.dead == ["Ann"]


def test_elder_resists_the_infection_of_the_first_bite() -> None:
    """ACTOR-M5, ELDER-4, ELDER-7"""
    t = table("elder", "Ann:actor Bea:cursed_wolf_father Cid Dan Eve")
    t.night(play="elder", devour="Ann", infect=True).dawn()
    assert not t.is_wolf("Ann")
    assert t.happened("nobody_died")


def test_elder_leaves_no_despair() -> None:
    """ACTOR-M5, ACTOR-6"""
    t = table("elder").night(play="elder").dawn().day("Ann")
    assert t.dead == ["Ann"]
    assert not t.happened("despaired")


def test_scapegoat_takes_the_tie_and_gives_the_list() -> None:
    """ACTOR-M6"""
    t = table("scapegoat").night(play="scapegoat").dawn()
    t.day({"Dan": "Eve", "Eve": "Dan"}, voters=["Dan", "Fay"])
    assert t.dead == ["Ann"]
    t.night().dawn().upto("vote.ballots", debate="vote")
    assert t.prompt is not None
    assert t.prompt.voters == [t.seat("Dan"), t.seat("Fay")]


@pytest.mark.parametrize("physical", [False, True])
def test_idiot_shows_that_card_and_loses_his_vote_for_good(physical: bool) -> None:
    """ACTOR-M7, ACTOR-8"""
    t = table("village_idiot", physical=physical).night(play="village_idiot").dawn().day("Ann")
    assert t.sees(None, "pardoned", seat="Ann", card="village_idiot")
    assert t.dead == []
    assert not t.happened("card_shown", seat="Ann")
    t.night(play="fox")
    assert t.calls[0] == "actor"
    t.dawn().upto("vote.ballots", debate="vote")
    assert t.prompt is not None
    assert t.seat("Ann") not in t.prompt.voters


def test_idiot_may_be_voted_out_later() -> None:
    """AMD-21, ACTOR-M7"""
    t = table("village_idiot").night(play="village_idiot").dawn().day("Ann").night().dawn().day("Ann")
    assert t.dead == ["Ann"]
    assert t.sees(None, "card_shown", seat="Ann", card="actor")


def test_a_servant_takes_the_actors_card_before_he_shows_the_idiots() -> None:
    """SERV-10, IDIOT-10, ACTOR-M7, VOTE-16"""
    people = "Ann:actor Bea:werewolf Cid:devoted_servant Dan Eve Fay Gus"
    t = table("village_idiot", people).night(play="village_idiot").dawn().day("Ann", act="Cid")
    assert t.dead == ["Ann"]
    assert not t.happened("pardoned")
    assert t.sees("Cid", "card_taken", card="actor")


def test_judge_one_second_vote() -> None:
    """ACTOR-M8"""
    t = table("wandering_judge").night(play="wandering_judge", sign="winks").dawn()
    t.day(["Dan", "Eve"], signed=True)
    assert t.dead == ["Dan", "Eve"]
    assert t.calls == ["actor", "werewolves"]


@pytest.mark.parametrize("ends", [True, False])
def test_judges_sign_ends_at_nightfall(ends: bool) -> None:
    """ACTOR-M8, ACTOR-8, SW-ACTOR-EXPIRE"""
    t = table("wandering_judge", actor_effects_end_at_nightfall=ends)
    t.night(play="wandering_judge", sign="winks").dawn().day().night().dawn()
    if ends:
        t.day("Dan")
        assert [prompt.key for prompt in t.asked].count("wandering_judge.signed") == 1
    else:
        t.day(["Dan", "Eve"], signed=True).night().dawn().day("Fay")
        assert t.dead == ["Dan", "Eve", "Fay"]
        assert [prompt.key for prompt in t.asked].count("wandering_judge.signed") == 2


def test_knight_leaves_his_disease() -> None:
    """ACTOR-M9"""
    card = "knight_with_the_rusty_sword"
    t = table(card).night(play=card, devour="Ann").dawn().day().night().dawn()
    assert t.dead == ["Ann", "Bea"]


def test_bear_grunts_once() -> None:
    """ACTOR-M10"""
    t = table("bear_tamer").night(play="bear_tamer").dawn()
    assert len(t.events("bear_grunted")) == 1
    t.day().night().dawn()
    assert len(t.events("bear_grunted")) == 1


def test_bear_is_silent_among_villagers() -> None:
    """ACTOR-M10"""
    t = table("bear_tamer", "Ann:actor Dan Eve Bea:werewolf Fay Gus").night(play="bear_tamer").dawn()
    assert not t.happened("bear_grunted")


@pytest.mark.parametrize("keeps", ["all_powers", "night_powers"])
def test_infected_he_keeps_what_he_plays_by_day_too(keeps: str) -> None:
    """AMD-13, OPT-INFECT-KEEPS, INF-8: choosing a card is his night power, and the card's power comes with it."""
    people = "Ann:actor Bea:cursed_wolf_father Cid Dan Eve Fay Gus"
    t = table("bear_tamer", people, infected_keeps=keeps).round(devour="Ann", infect=True)
    assert not t.happened("bear_grunted")
    t.night(play="bear_tamer").dawn()
    assert t.happened("bear_grunted")
    t = table("hunter", people, infected_keeps=keeps).round(devour="Ann", infect=True)
    t.night(play="hunter").dawn().day("Ann", shoot="Dan")
    assert t.dead == ["Ann", "Dan"]


@pytest.mark.parametrize("physical", [False, True])
def test_little_girl_spies_with_her_risk(physical: bool) -> None:
    """ACTOR-M11"""
    t = table("little_girl", physical=physical).night(play="little_girl", devour="Dan", caught="Ann").dawn()
    assert t.dead == ["Ann"]
    assert t.sees(None, "card_shown", seat="Ann", card="actor")


def test_little_girl_is_not_spying_on_other_nights() -> None:
    """ACTOR-M11, ACTOR-7"""
    t = table("little_girl").night(play="little_girl").dawn().day().night(devour="Dan")
    assert [prompt.key for prompt in t.asked].count("little_girl.caught") == 1


@pytest.mark.parametrize("night", [1, 2])
def test_cupid_a_couple_for_a_day(night: int) -> None:
    """ACTOR-M12, ACTOR-8, LOVE-1"""
    t = table("cupid")
    if night == 2:
        t.night().dawn().day()
    t.night(play="cupid", pair=["Dan", "Eve"])
    assert t.calls == ["actor", "lovers", "werewolves"]
    assert t.sees("Dan", "fell_in_love", seats=("Dan", "Eve"))
    t.dawn().upto("vote.ballots", debate="vote")
    assert t.refuses({"Dan": "Eve"}).rule == "LOVE-3"
    t.answer(vote_ballots={}).night(devour="Dan").dawn()
    assert t.dead == ["Dan"]


def test_cupids_couple_dies_together_before_nightfall() -> None:
    """ACTOR-M12"""
    t = table("cupid").night(play="cupid", pair=["Dan", "Eve"]).dawn().day("Dan")
    assert t.dead == ["Dan", "Eve"]


def test_cupids_couple_may_last() -> None:
    """ACTOR-8, SW-ACTOR-EXPIRE"""
    t = table("cupid", actor_effects_end_at_nightfall=False).night(play="cupid", pair=["Dan", "Eve"]).dawn().day()
    t.night(devour="Dan").dawn()
    assert t.dead == ["Dan", "Eve"]


def test_cupids_mixed_couple_has_no_goal_of_its_own() -> None:
    """ACTOR-M12, ACTOR-6"""
    t = table("cupid", "Ann:actor Bea:werewolf Cid:witch Dan")
    t.night(play="cupid", pair=["Ann", "Bea"], devour="Cid", poison="Dan").dawn()
    assert t.alive == ["Ann", "Bea"]
    assert not t.happened("won")
    t.day().night(devour="Ann").dawn()
    assert (t.winner, t.winners) == ("werewolves", ["Bea"])


def test_piper_charms_for_a_day() -> None:
    """ACTOR-M13, ACTOR-8, FK-11"""
    t = table("piper").night(play="piper", charm=["Dan", "Eve"])
    assert t.calls == ["actor", "werewolves", "actor", "charmed"]
    assert t.sees("Dan", "charmed_met", seats=("Dan", "Eve"))
    t.dawn().day().night()
    assert "charmed" not in t.calls
    assert t.game.village.named("charmed")[0].__dict__["seats"] == []


def test_piper_takes_back_only_his_own_charms() -> None:
    """ACTOR-8, ACTOR-M13: Eve was the true Piper's already."""
    t = two_boxes("Ann:actor Bea:werewolf Cid:piper Dan Eve Fay Gus", "piper seer hunter")
    t.upto("piper.charm", play="piper").say(["Dan", "Eve"])
    t.upto("piper.charm").say(["Eve", "Fay"]).answer()
    assert t.events("charmed_met")[-1].facts["seats"] == (4, 5, 6)
    t.dawn().day().night(charm=["Dan", "Gus"])
    assert t.events("charmed_met")[-1].facts["seats"] == (4, 5, 7)


def test_piper_cannot_win_by_his_charms() -> None:
    """ACTOR-M13, ACTOR-6"""
    t = table("piper", "Ann:actor Bea:werewolf Dan Eve").night(play="piper", charm=["Bea", "Dan"]).dawn()
    t.day("Eve")
    assert t.alive == ["Ann", "Bea", "Dan"]
    assert not t.happened("won")


@pytest.mark.parametrize("physical", [False, True])
def test_servant_takes_the_card_and_is_no_longer_the_actor(physical: bool) -> None:
    """ACTOR-M16, ACTOR-8"""
    people = "Ann:actor Bea:werewolf Cid:defender Dan Eve Fay Gus"
    t = table("devoted_servant", people, physical=physical).night(play="devoted_servant", protect="Dan").dawn()
    t.day("Cid", act="Ann")
    assert t.sees("Ann", "card_taken", card="defender")
    t.night(protect="Eve", devour="Eve")
    assert "actor" not in t.calls
    t.dawn()
    assert t.happened("nobody_died")
    t.day("Ann")
    assert t.sees(None, "card_shown", seat="Ann", card="defender")


def test_servant_takes_only_once() -> None:
    """ACTOR-M16, SERV-17"""
    people = "Ann:actor Bea:werewolf Cid:wandering_judge Dan Eve Fay Gus"
    t = table("devoted_servant", people).night(play="devoted_servant").dawn()
    t.day(["Dan", "Eve"], signed=True, act="Ann")
    assert t.dead == ["Dan", "Eve"]
    assert [prompt.key for prompt in t.asked].count("devoted_servant.act") == 1


def test_servant_may_not_act_in_love_nor_on_other_days() -> None:
    """ACTOR-M16, ACTOR-7, SERV-2"""
    people = "Ann:actor Bea:werewolf Cid:cupid Dan Eve Fay Gus"
    t = table("devoted_servant", people).night(play="devoted_servant", pair=["Ann", "Dan"]).dawn()
    t.upto("vote.ballots", debate="vote").upto("devoted_servant.act", vote_ballots="Eve")
    assert t.refuses("Ann").rule == "SERV-2"
    t.answer().night().dawn().day("Fay")
    assert [prompt.key for prompt in t.asked].count("devoted_servant.act") == 1


def test_a_face_down_servant_is_paused_for_before_she_is_played() -> None:
    """SERV-7, ACTOR-4"""
    t = table("devoted_servant").night().dawn().upto("vote.ballots", debate="vote")
    assert t.upto("devoted_servant.act", vote_ballots="Dan").options == []


def test_a_face_up_servant_is_paused_for_only_when_she_is_played() -> None:
    """SERV-7, OPT-ACTOR-FACES"""
    t = table("devoted_servant", actor_cards="face_up").night().dawn().day("Dan")
    assert not t.was_asked("devoted_servant.act")
    t.night(play="devoted_servant").dawn().day("Eve", act="Ann")
    assert t.happened("stepped_up", seat="Ann")


@pytest.mark.parametrize("alone", [True, False])
def test_sister_wakes_with_living_siblings(alone: bool) -> None:
    """ACTOR-M17"""
    if alone:
        t = table("two_sisters").night(play="two_sisters")
        assert t.calls == ["actor", "werewolves"]
        assert not t.happened("siblings_met")
        return
    t = two_boxes("Ann:actor Bea:werewolf Cid:two_sisters Dan:two_sisters Eve Fay", "seer two_sisters hunter")
    t.night(play="two_sisters")
    assert t.sees("Ann", "siblings_met", seats=("Ann", "Cid", "Dan"))
    assert t.sees("Dan", "siblings_met", seats=("Ann", "Cid", "Dan"))
