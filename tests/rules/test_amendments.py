"""Points on which the rules once contradicted one another or were silent. Those of love are in `test_lovers_goal`,
those of the Sheriff, the Piper and the Manipulator with them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table import Table

UNCHOSEN = "Ann:wolf_hound Bea:fox Cid:seer Dan:werewolf Eve Fay Gus"


def test_a_wolf_hound_who_has_not_chosen_is_no_werewolf() -> None:
    """AMD-2"""
    t = Table(UNCHOSEN, seer_reveal="wolf_thumb").night(look="Ann", sniff="Ann", choose="werewolves")
    assert t.happened("thumb", seat="Ann", up=False)
    assert t.happened("sniffed", up=False)
    t.dawn().day().night(look="Ann")
    assert t.happened("thumb", seat="Ann", up=True)


def test_a_servant_who_took_an_unchosen_hound_is_no_werewolf() -> None:
    """AMD-2, SERV-M15"""
    people = "Ann:wolf_hound Bea:bear_tamer Cid:devoted_servant Dan Eve Fay:werewolf Gus"
    t = Table(people).night(choose="werewolves").dawn()
    assert t.happened("bear_grunted")
    t.day("Ann", act="Cid")
    assert not t.is_wolf("Cid")
    t.night(choose="village").dawn()
    assert len(t.events("bear_grunted")) == 1


def test_with_physical_cards_an_unchosen_hound_is_no_werewolf() -> None:
    """AMD-2, IDENT-R2"""
    t = Table(UNCHOSEN, seer_reveal="wolf_thumb", physical=True)
    t.joining_hounds = {"Ann"}
    t.night(look="Ann", sniff=None)
    assert t.happened("thumb", seat="Ann", up=False)


@pytest.mark.parametrize(
    ("votes", "dead"),
    [
        ({"Ann": "Eve", "Bea": "Eve", "Cid": "Dan", "Dan": "Fay"}, []),
        ({"Ann": "Eve", "Bea": "Eve", "Cid": "Dan"}, ["Eve"]),
    ],
)
def test_an_absolute_majority_is_more_than_half_of_the_votes_cast(votes: dict[str, str], dead: list[str]) -> None:
    """AMD-6, OPT-MAJORITY"""
    people = "Ann Bea:werewolf Cid Dan Eve Fay:scapegoat Gus"
    t = Table(people, vote_threshold="absolute_majority").night().dawn().day(votes)
    assert t.dead == dead


def test_an_absolute_majority_counts_the_weights() -> None:
    """AMD-6, SHERIFF-2"""
    votes = {"Ann": "Eve", "Bea": "Dan"}
    t = Table("Ann Bea:werewolf Cid Dan Eve Fay", vote_threshold="absolute_majority", sheriff="Ann")
    assert t.night().dawn().day(votes).dead == ["Eve"]


def test_a_missed_majority_spares_the_scapegoat_but_a_tied_top_does_not() -> None:
    """AMD-6, SCAPE-1"""
    people = "Ann Bea:werewolf Cid Dan Eve Fay:scapegoat Gus"
    t = Table(people, vote_threshold="absolute_majority").night().dawn()
    t.day({"Ann": "Eve", "Bea": "Eve", "Cid": "Dan", "Dan": "Ann"})
    assert t.dead == []
    assert t.why("nobody_condemned") == "AMD-6"
    t.night().dawn().day({"Ann": "Eve", "Bea": "Dan"}, voters=["Ann"])
    assert t.dead == ["Fay"]


def test_a_scapegoat_dead_at_dawn_decides_that_very_day() -> None:
    """AMD-7, SW-SCAPEGOAT-CAUSE"""
    people = "Ann Bea:werewolf Cid:scapegoat Dan Eve Fay"
    t = Table(people, scapegoat_privilege_causes="any").night(devour="Cid").dawn(voters=["Ann"])
    t.upto("vote.ballots", debate="vote")
    assert t.prompt is not None
    assert list(t.prompt.voters) == [1]
    t.say({"Ann": "Eve"}).night().dawn().upto("vote.ballots", debate="vote")
    assert list(t.prompt.voters) == [1, 2, 4, 6]


CAUGHT = "Ann:little_girl Bea:werewolf Cid Dan Eve"


@pytest.mark.parametrize("prey", ["Cid", None])
@pytest.mark.parametrize("devoured", [True, False])
def test_the_wolves_decide_about_a_caught_girl(prey: str | None, devoured: bool) -> None:
    """AMD-9, OPT-LG-CAUGHT"""
    t = Table(CAUGHT, preset="pacte").night(werewolves_devour=prey, caught="Ann", little_girl_devour=devoured)
    expected = ["Ann"] if devoured else [prey] if prey else []
    assert t.dawn().dead == expected


DESPAIR = "Ann:{card} Bea:cursed_wolf_father Cid:elder Dan Eve:seer Fay Gus"


def desperate(card: str, **options: Any) -> Table:
    """Ann holds the card and is infected; then the village kills the Elder."""
    first = {"seer_look": "Bea"}
    t = Table(DESPAIR.format(card=card), **options).night(devour="Ann", infect=True, **first).dawn().day("Cid")
    assert t.happened("despaired")
    return t


def test_infected_holders_may_keep_their_call() -> None:
    """AMD-10, FK-7, SW-DESPAIR-SCOPE"""
    t = desperate("fox", despair_hits_infected_holders=False).night(sniff="Ann")
    assert t.calls == ["fox", "werewolves", "cursed_wolf_father"]
    assert t.happened("sniffed", up=True)
    assert desperate("fox").night().calls == ["werewolves", "cursed_wolf_father"]


@pytest.mark.parametrize(("hits", "grunts"), [(True, 1), (False, 2)])
def test_infected_holders_may_keep_their_grunt(hits: bool, grunts: int) -> None:
    """AMD-10, DESP-M8, BEAR-3"""
    t = desperate("bear_tamer", despair_hits_infected_holders=hits).night().dawn()
    assert len(t.events("bear_grunted")) == grunts


@pytest.mark.parametrize(("hits", "dead"), [(True, ["Cid", "Ann"]), (False, ["Cid", "Ann", "Bea"])])
def test_infected_holders_may_keep_their_shot(hits: bool, dead: list[str]) -> None:
    """AMD-10, DESP-M2"""
    t = desperate("hunter", despair_hits_infected_holders=hits).night().dawn()
    shot: dict[str, Any] = {} if hits else {"shoot": "Bea"}
    assert t.day("Ann", **shot).dead == dead


IDIOT = "Ann:village_idiot Bea:werewolf Cid:elder Dan Eve Fay Gus"


def test_after_despair_a_revealed_idiot_can_be_voted_out() -> None:
    """AMD-11, VOTE-13, DESP-M5"""
    t = Table(IDIOT).night().dawn().day("Ann").night().dawn().upto("vote.ballots", debate="vote")
    assert t.refuses({"Bea": "Ann"}).rule == "IDIOT-8"
    t.say(dict.fromkeys(["Bea", "Dan", "Eve"], "Cid"))
    t.night().dawn().day(dict.fromkeys(["Bea", "Dan", "Eve"], "Ann"))
    assert t.dead == ["Cid", "Ann"]


def test_the_second_condemnation_eliminates_a_votable_idiot() -> None:
    """AMD-12, SW-IDIOT-AGAIN"""
    t = Table(IDIOT, revealed_idiot_votable=True).night().dawn().day("Ann")
    assert t.dead == []
    t.night().dawn().day("Ann")
    assert t.dead == ["Ann"]


INFECTED = "Ann:{card} Bea:cursed_wolf_father Cid:werewolf Dan Eve Fay Gus"


def infected(card: str, /, **first: Any) -> Table:
    """Ann holds the card and is infected in the first night, where only night powers are kept."""
    t = Table(INFECTED.format(card=card), infected_keeps="night_powers")
    return t.night(devour="Ann", infect=True, **first).dawn()


def test_an_infected_seer_keeps_her_look() -> None:
    """AMD-13, OPT-INFECT-KEEPS"""
    t = infected("seer", look="Dan").day().night(look="Eve")
    assert t.sees("Ann", "card_seen", seat="Eve")


def test_an_infected_witch_keeps_what_her_potions_do() -> None:
    """AMD-13, WITCH-18"""
    t = infected("witch").day().night(devour="Dan", heal="Dan", poison="Eve").dawn()
    assert t.dead == ["Eve"]


def test_an_infected_defender_keeps_his_shield() -> None:
    """AMD-13"""
    t = infected("defender", protect="Eve").day().night(protect="Dan", devour="Dan").dawn()
    assert t.dead == []


@pytest.mark.parametrize(
    ("card", "event"),
    [("village_idiot", "pardoned"), ("scapegoat", "voters_named"), ("bear_tamer", "bear_grunted")],
)
def test_nothing_but_night_powers_is_kept(card: str, event: str) -> None:
    """AMD-13, OPT-INFECT-KEEPS"""
    t = infected(card).day("Ann")
    assert t.dead == ["Ann"]
    assert not t.happened(event)


def test_an_infected_hunter_without_night_powers_does_not_shoot() -> None:
    """AMD-13, OPT-INFECT-KEEPS"""
    t = infected("hunter").day("Ann")
    assert t.dead == ["Ann"]
    assert not t.was_asked("hunter.shoot")


def test_an_infected_judge_keeps_no_second_vote() -> None:
    """AMD-13"""
    t = infected("wandering_judge").day("Dan")
    assert not t.was_asked("wandering_judge.signed")


def test_with_no_culprit_alive_nobody_is_diseased() -> None:
    """AMD-16, KNIGHT-6, OPT-KNIGHT-POOL"""
    people = "Ann:knight_with_the_rusty_sword Bea:werewolf Cid:witch Dan:wild_child Eve Fay"
    t = Table(people, preset="pacte").night(model="Bea", devour="Ann", poison="Bea").dawn()
    assert t.is_wolf("Dan")
    assert not t.happened("diseased")
    t = Table(people, knight_disease_pool="any_werewolf").night(model="Bea", devour="Ann", poison="Bea").dawn()
    assert t.happened("diseased", seat="Dan")


FATHER = "Ann:cursed_wolf_father Bea:werewolf Cid Dan Eve"


def test_the_wolf_father_is_seen_on_the_first_night_even_without_a_victim() -> None:
    """AMD-19, CWF-11, IDENT-R1"""
    t = Table(FATHER, physical=True).say(True).upto("identify", devour=None)
    assert t.prompt is not None
    assert t.prompt.card == "cursed_wolf_father"
    t.say("Ann")
    assert t.asks("dawn.breaks")
    assert t.possible("Ann") == {"cursed_wolf_father"}
    assert not t.was_asked("cursed_wolf_father.infect")


def test_healing_anybody_is_offered_with_or_without_a_victim() -> None:
    """AMD-20, OPT-WITCH-HEAL-TARGET"""
    people = "Ann:witch Bea:werewolf Cid Dan Eve"
    t = Table(people, witch_heal_target="any_player").say(True).upto("witch.heal", devour=None)
    assert t.options == ["Ann", "Bea", "Cid", "Dan", "Eve"]
    t.answer(heal="Dan").dawn().day().night()
    assert [prompt.key for prompt in t.asked].count("witch.heal") == 1
    t = Table(people).night(devour=None)
    assert not t.was_asked("witch.heal")


def test_an_actor_pardoned_as_idiot_has_no_vote_but_can_be_voted_out() -> None:
    """AMD-21, ACTOR-M7, VOTE-13"""
    t = Table("Ann:actor Bea:werewolf Cid Dan Eve Fay", trio="village_idiot hunter elder")
    t.night(play="village_idiot").dawn().day("Ann")
    assert t.happened("pardoned", seat="Ann")
    t.night().dawn().upto("vote.ballots", debate="vote")
    assert t.refuses({"Ann": "Bea"}).rule == "IDIOT-1"
    assert t.say(dict.fromkeys(["Bea", "Cid", "Dan"], "Ann")).dead == ["Ann"]
