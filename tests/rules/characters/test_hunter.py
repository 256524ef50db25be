"""The Hunter."""

from __future__ import annotations

import pytest

from tests.table import Table

TABLE = "Ann:hunter Bea:werewolf Cid:werewolf Dan Eve Fay Gus"


@pytest.mark.parametrize("physical", [False, True])
def test_devoured_he_shoots_at_once(physical: bool) -> None:
    """HUNTER-1, RES-6"""
    t = Table(TABLE, physical=physical).night(devour="Ann").dawn()
    assert t.asks("hunter.shoot")
    t.answer(shoot="Bea")
    assert t.asks("day.debate")
    assert t.dead == ["Ann", "Bea"]


@pytest.mark.parametrize("physical", [False, True])
def test_voted_out_he_shoots_at_once(physical: bool) -> None:
    """HUNTER-1"""
    t = Table(TABLE, physical=physical).round(votes="Ann")
    assert t.asks("hunter.shoot")
    assert t.answer(shoot="Dan").dead == ["Ann", "Dan"]
    assert t.asks("night.falls")


def test_the_shot_is_a_duty() -> None:
    """HUNTER-1, OPT-HUNTER-MUST"""
    t = Table(TABLE).night(devour="Ann").dawn()
    assert t.refuses(None).key == "answer.needed"


def test_in_the_first_box_he_may_hold_his_fire() -> None:
    """HUNTER-1, OPT-HUNTER-MUST"""
    t = Table(TABLE, preset="classic").night(devour="Ann").upto("hunter.shoot")
    t.say(None)
    assert t.asks("day.debate")
    assert t.dead == ["Ann"]


def test_dying_of_grief_he_shoots() -> None:
    """HUNTER-2, LOVE-8"""
    t = Table("Ann:hunter Bea:werewolf Cid:cupid Dan Eve Fay").night(pair=("Ann", "Dan"), devour="Dan").dawn()
    assert t.asks("hunter.shoot")
    assert t.answer(shoot="Eve").dead == ["Dan", "Ann", "Eve"]


def test_after_the_shot_nobody_may_be_left_and_nobody_wins() -> None:
    """HUNTER-3, WIN-8"""
    t = Table("Ann:hunter Bea:werewolf Cid:cupid").night(pair=("Ann", "Cid"), devour="Cid").dawn(shoot="Bea")
    assert t.winner == "nobody"
    assert t.winners == []


def test_the_shot_kills_the_idiot_without_pardon() -> None:
    """HUNTER-4, HUNTER-12, IDIOT-3"""
    t = Table("Ann:hunter Bea:werewolf Cid:village_idiot Dan Eve Fay").night(devour="Ann").dawn(shoot="Cid")
    assert t.dead == ["Ann", "Cid"]
    assert not t.happened("pardoned")


def test_the_shot_kills_the_elder_at_once() -> None:
    """HUNTER-4, HUNTER-6, ELDER-2"""
    t = Table("Ann:hunter Bea:werewolf Cid:elder Dan Eve Fay").night(devour="Ann").dawn(shoot="Cid")
    assert t.dead == ["Ann", "Cid"]
    assert t.happened("despaired")


def test_he_shoots_a_living_player_other_than_himself() -> None:
    """HUNTER-5"""
    t = Table("Ann:hunter Bea:werewolf Cid:witch Dan Eve Fay").night(devour="Ann", poison="Dan").dawn()
    assert t.asks("hunter.shoot")
    assert t.options == ["Bea", "Cid", "Eve", "Fay"]
    assert t.refuses("Ann").rule == "HUNTER-5"
    assert t.refuses("Dan").rule == "HUNTER-5"


def test_tonights_protection_does_not_stop_the_shot() -> None:
    """HUNTER-6, DEF-5"""
    t = Table("Ann:hunter Bea:werewolf Cid:defender Dan Eve Fay").night(protect="Dan", devour="Ann").dawn(shoot="Dan")
    assert t.dead == ["Ann", "Dan"]


def test_with_nobody_left_to_shoot_there_is_no_shot() -> None:
    """HUNTER-7, WIN-8"""
    t = Table("Ann:hunter Bea:big_bad_wolf Cid:witch")
    t.night(werewolves_devour="Ann", big_bad_wolf_devour="Cid", poison="Bea").dawn()
    assert not t.was_asked("hunter.shoot")
    assert t.winner == "nobody"


# -- causes --

POISONED = "Ann:hunter Bea:werewolf Cid:witch Dan Eve Fay"
GRIEVING = "Ann:hunter Bea:werewolf Cid:cupid Dan Eve Fay"


@pytest.mark.parametrize(
    ("triggers", "shoots"),
    [("any_elimination", True), ("devoured_voted_grief", False), ("devoured_or_voted", False)],
)
def test_poisoned(triggers: str, shoots: bool) -> None:
    """HUNTER-1, HUNTER-8, OPT-HUNTER-CAUSE"""
    t = Table(POISONED, hunter_triggers=triggers).night(poison="Ann").dawn()
    assert t.asks("hunter.shoot") is shoots


@pytest.mark.parametrize(
    ("triggers", "shoots"),
    [("any_elimination", True), ("devoured_voted_grief", True), ("devoured_or_voted", False)],
)
def test_grieving(triggers: str, shoots: bool) -> None:
    """HUNTER-1, HUNTER-2, OPT-HUNTER-CAUSE"""
    t = Table(GRIEVING, hunter_triggers=triggers).night(pair=("Ann", "Dan"), devour="Dan").dawn()
    assert t.asks("hunter.shoot") is shoots


@pytest.mark.parametrize("triggers", ["any_elimination", "devoured_voted_grief", "devoured_or_voted"])
def test_devoured_and_poisoned(triggers: str) -> None:
    """HUNTER-1, NR-13, OPT-HUNTER-CAUSE"""
    t = Table(POISONED, hunter_triggers=triggers).night(devour="Ann", poison="Ann").dawn()
    assert t.asks("hunter.shoot")


@pytest.mark.parametrize("triggers", ["any_elimination", "devoured_voted_grief", "devoured_or_voted"])
def test_voted_out(triggers: str) -> None:
    """HUNTER-1, OPT-HUNTER-CAUSE"""
    assert Table(TABLE, hunter_triggers=triggers).round(votes="Ann").asks("hunter.shoot")


def test_shot_by_another_hunter_he_shoots_back() -> None:
    """HUNTER-8, RES-6"""
    t = Table("Ann:hunter Bea:hunter Cid:werewolf Dan Eve Fay").night(devour="Ann").dawn(shoot=["Bea", "Cid"])
    assert t.dead == ["Ann", "Bea", "Cid"]
    assert t.winner == "village"


def test_diseased_he_shoots() -> None:
    """HUNTER-8, HUNTER-10, NR-11"""
    t = Table("Ann:knight_with_the_rusty_sword Bea:hunter Cid:cursed_wolf_father Dan Eve Fay")
    t.round(devour="Bea", infect=True).round(devour="Ann").night().dawn()
    assert t.dead == ["Ann", "Bea"]
    assert t.asks("hunter.shoot")


# -- when the shot is lost --


def test_the_servant_takes_his_shot_with_his_card() -> None:
    """HUNTER-9, SERV-9, SERV-M4"""
    t = Table("Ann:hunter Bea:werewolf Cid:devoted_servant Dan Eve Fay").night().dawn().day("Ann", act="Cid")
    assert t.asks("night.falls")
    assert not t.was_asked("hunter.shoot")
    t.night(devour="Cid").dawn()
    assert t.asks("hunter.shoot")


def test_after_despair_he_does_not_shoot() -> None:
    """HUNTER-9, DESP-M2"""
    t = Table("Ann:hunter Bea:werewolf Cid:elder Dan Eve Fay").round(votes="Cid").night(devour="Ann").dawn()
    assert t.dead == ["Cid", "Ann"]
    assert not t.was_asked("hunter.shoot")


def test_infected_he_shoots_as_before() -> None:
    """HUNTER-10, INF-3"""
    t = Table("Ann:hunter Bea:cursed_wolf_father Cid:werewolf Dan Eve Fay").round(
        devour="Ann", infect=True, votes="Ann"
    )
    assert t.asks("hunter.shoot")
    assert t.answer(shoot="Bea").dead == ["Ann", "Bea"]


def test_where_the_infected_keep_only_night_powers_he_does_not_shoot() -> None:
    """HUNTER-10, AMD-13, OPT-INFECT-KEEPS"""
    table = "Ann:hunter Bea:cursed_wolf_father Cid:werewolf Dan Eve Fay"
    t = Table(table, infected_keeps="night_powers").round(devour="Ann", infect=True, votes="Ann")
    assert t.dead == ["Ann"]
    assert not t.was_asked("hunter.shoot")


def test_a_shot_is_no_vote_and_the_servant_cannot_act() -> None:
    """HUNTER-12, SERV-8"""
    t = Table("Ann:hunter Bea:werewolf Cid:devoted_servant Dan:seer Eve Fay").night(look="Bea").dawn()
    t.day("Ann", shoot="Dan")
    assert t.dead == ["Ann", "Dan"]
    assert [answer.key for answer in t.game.answers].count("devoted_servant.act") == 1


def test_bitten_and_diseased_he_was_devoured() -> None:
    """HUNTER-1, OPT-HUNTER-TRIGGER, NR-13: every cause of that night counts, whichever the table hears of."""
    people = "Ann:white_werewolf Bea:knight_with_the_rusty_sword Cid:hunter Dan:cursed_wolf_father Eve Fay Gus Hal"
    t = Table(people, hunter_triggers="devoured_or_voted")
    t.round(werewolves_devour="Cid", infect=True).round().round(werewolves_devour="Bea")
    t.night(white_werewolf_devour="Cid").dawn()
    assert t.sees(None, "died", seat="Cid", cause="disease")
    assert t.asks("hunter.shoot")
    diseased = Table(people, hunter_triggers="devoured_or_voted")
    diseased.round(werewolves_devour="Cid", infect=True).round().round(werewolves_devour="Bea").night().dawn()
    assert diseased.dead == ["Bea", "Cid"]
    assert not diseased.was_asked("hunter.shoot"), "of the disease alone he does not shoot"
