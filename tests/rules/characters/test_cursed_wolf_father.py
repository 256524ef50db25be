"""The Cursed Wolf-Father."""

from __future__ import annotations

import pytest

from tests.table import Table

TABLE = "Ann:cursed_wolf_father Bea:werewolf Cid Dan Eve Fay Gus"


def test_feeds_with_the_pack() -> None:
    """CWF-1"""
    t = Table(TABLE).upto("werewolves.devour")
    assert t.prompt is not None
    assert t.prompt.audience == (t.seat("Ann"), t.seat("Bea"))
    assert t.answer(devour="Cid").dawn().dead == ["Cid"]


def test_infects_the_victim_instead_of_letting_it_be_devoured() -> None:
    """CWF-2, NR-5, INF-1"""
    t = Table(TABLE).night(devour="Cid", infect=True)
    assert t.is_wolf("Cid")
    t.dawn()
    assert t.dead == []
    assert t.happened("nobody_died")


def test_is_asked_after_the_pack_and_alone() -> None:
    """CWF-2"""
    t = Table(TABLE).upto("cursed_wolf_father.infect", devour="Cid")
    assert t.prompt is not None
    assert t.prompt.audience == (t.seat("Ann"),)
    assert t.answer().calls == ["werewolves", "cursed_wolf_father"]


def test_infects_once_per_game_and_nobody_hears_that_it_is_spent() -> None:
    """CWF-2, FK-4"""
    t = Table(TABLE).round(devour="Cid", infect=True).night(devour="Dan")
    assert t.fakes == ["cursed_wolf_father"]
    assert t.dawn().dead == ["Dan"]


def test_a_refusal_keeps_the_power() -> None:
    """CWF-2"""
    t = Table(TABLE).round(devour="Cid", infect=False).round(devour="Dan", infect=True)
    assert t.dead == ["Cid"]
    assert t.is_wolf("Dan")


def test_only_the_infected_player_is_told() -> None:
    """CWF-3, INF-7"""
    t = Table(TABLE).night(devour="Cid", infect=True).dawn()
    assert t.sees("Cid", "infected", seat="Cid")
    assert not t.sees("Bea", "infected")
    assert not t.sees(None, "infected")


def test_neither_defender_nor_witch_stops_it() -> None:
    """CWF-4, DEF-8, WITCH-3, INF-4"""
    t = Table("Ann:cursed_wolf_father Bea:defender Cid:witch Dan Eve Fay Gus")
    t.night(protect="Dan", devour="Dan", infect=True, heal="Dan").dawn()
    assert t.is_wolf("Dan")
    assert t.dead == []


def test_the_elder_is_immune_on_the_first_bite() -> None:
    """CWF-4, ELDER-4"""
    t = Table("Ann:cursed_wolf_father Bea:werewolf Cid:elder Dan Eve Fay").night(devour="Cid", infect=True)
    assert not t.is_wolf("Cid")
    assert not t.sees("Cid", "infected")


def test_the_elder_bitten_before_is_infected() -> None:
    """CWF-4, ELDER-7"""
    t = Table("Ann:cursed_wolf_father Bea:werewolf Cid:elder Dan Eve Fay").round(devour="Cid")
    t.night(devour="Cid", infect=True).dawn()
    assert t.is_wolf("Cid")
    assert t.dead == []


def test_the_power_is_spent_even_if_the_elder_resists() -> None:
    """CWF-5"""
    t = Table("Ann:cursed_wolf_father Bea:werewolf Cid:elder Dan Eve Fay").round(devour="Cid", infect=True)
    t.night(devour="Dan")
    assert t.fakes == ["cursed_wolf_father"]
    assert t.dawn().dead == ["Dan"]


def test_he_is_not_told_that_it_failed() -> None:
    """CWF-5"""
    t = Table("Ann:cursed_wolf_father Bea:werewolf Cid:elder Dan Eve Fay").night(devour="Cid", infect=True)
    assert t.happened("resisted", seat="Cid")
    assert not t.sees("Ann", "resisted")


def test_without_a_victim_nothing_is_spent() -> None:
    """CWF-6"""
    t = Table(TABLE).round(devour="Cid").night()
    assert t.fakes == ["cursed_wolf_father"]
    t.dawn().day().night(devour="Dan", infect=True)
    assert t.is_wolf("Dan")


def test_the_caught_little_girl_can_be_infected() -> None:
    """CWF-7"""
    t = Table("Ann:cursed_wolf_father Bea:werewolf Cid:little_girl Dan Eve Fay")
    t.night(devour="Dan", caught="Cid", infect=True).dawn()
    assert t.is_wolf("Cid")
    assert t.dead == []


def test_the_big_bad_wolfs_victim_cannot_be_infected() -> None:
    """CWF-8"""
    t = Table("Ann:cursed_wolf_father Bea:big_bad_wolf Cid Dan Eve Fay").round(big_bad_wolf_devour="Cid")
    t.night(big_bad_wolf_devour="Dan")
    assert t.fakes == ["cursed_wolf_father"]
    assert t.dawn().dead == ["Cid", "Dan"]


def test_the_last_wolf_may_infect_his_own_victim() -> None:
    """CWF-9"""
    t = Table("Ann:cursed_wolf_father Cid Dan Eve").night(devour="Cid", infect=True)
    assert t.is_wolf("Cid")
    assert t.dawn().dead == []


def test_an_infection_outlives_the_poisoned_wolf_father() -> None:
    """CWF-10, INF-10"""
    t = Table("Ann:cursed_wolf_father Bea:witch Cid Dan Eve Fay").night(devour="Cid", infect=True, poison="Ann").dawn()
    assert t.dead == ["Ann"]
    assert t.winner is None
    t.day().upto("werewolves.devour")
    assert t.prompt is not None
    assert t.prompt.audience == (t.seat("Cid"),)


def test_infected_and_poisoned_he_dies_a_werewolf() -> None:
    """CWF-10, NR-9"""
    t = Table("Ann:cursed_wolf_father Bea:witch Cid Dan").night(devour="Cid", infect=True, poison="Cid").dawn()
    assert t.dead == ["Cid"]
    t.day("Bea").night(devour="Dan").dawn()
    assert t.winners == ["Ann", "Cid"]


@pytest.mark.parametrize("devour", ["Cid", None])
def test_with_physical_cards_he_is_recognised_on_the_first_night(devour: str | None) -> None:
    """CWF-11, AMD-19, IDENT-R1"""
    t = Table(TABLE, physical=True).night(devour=devour)
    assert t.possible("Ann") == {"cursed_wolf_father"}
    assert t.fakes == []
    assert t.was_asked("cursed_wolf_father.infect") == (devour is not None)


def test_on_the_first_night_he_opens_his_eyes_even_without_a_victim() -> None:
    """CWF-11, AMD-19"""
    t = Table(TABLE).night()
    assert t.was_asked("cursed_wolf_father.wake")
    assert not t.was_asked("cursed_wolf_father.infect")
    assert t.fakes == []


def test_once_shown_he_is_called_no_more() -> None:
    """FK-5"""
    t = Table(TABLE).round(devour="Cid", votes="Ann").night(devour="Dan")
    assert t.calls == ["werewolves"]


TWO = "Ann:cursed_wolf_father Bea:cursed_wolf_father Cid Dan Eve Fay Gus Hal"


def test_of_two_wolf_fathers_one_infects_and_the_other_keeps_his_curse() -> None:
    """CWF-2, HOUSE-1: whoever is a Werewolf already cannot be turned; next night the other may."""
    t = Table(TWO).night(devour="Cid", infect=True)
    infected = [event.facts["seat"] for event in t.events("infected")]
    assert infected == [t.seat("Cid")]
    assert len([prompt for prompt in t.asked if prompt.key == "cursed_wolf_father.infect"]) == 1
    t.dawn().day().upto("cursed_wolf_father.infect", devour="Dan")
    assert t.prompt is not None
    assert t.prompt.seat == t.seat("Bea")
    assert t.answer(infect=True).is_wolf("Dan")


def test_each_of_two_wolf_fathers_infects_what_his_own_part_of_the_pack_has_caught() -> None:
    """CWF-4, EVO-4: after the Flood each shelter has a meal of its own."""
    t = Table(TWO, events="flood").round().night().dawn(church=["Ann", "Cid", "Dan"]).day()
    t.upto("cursed_wolf_father.infect", devour=["Cid", "Eve"])
    assert t.prompt is not None
    assert (t.prompt.seat, t.prompt.target) == (t.seat("Ann"), t.seat("Cid"))
    t.say(False)
    assert (t.prompt.seat, t.prompt.target) == (t.seat("Bea"), t.seat("Eve"))
    t.say(True)
    assert (t.is_wolf("Cid"), t.is_wolf("Eve")) == (False, True)
    assert t.answer().dawn().dead == ["Cid"]
