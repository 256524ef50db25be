"""The Piper, and those he has charmed."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table import Table

TABLE = "Ann:piper Bea:werewolf Cid:witch Dan:defender Eve Fay Gus"


def piping(people: str = TABLE, /, **options: Any) -> Table:
    """The first night, up to the Piper's call."""
    return Table(people, **options).say(True).upto("piper.charm", protect="Dan")


def charmed(t: Table) -> list[str]:
    """Whom the app knows to be charmed, in the order they were."""
    return list(dict.fromkeys(t.names[event.facts["seat"] - 1] for event in t.events("charmed")))


def test_charms_two_others_each_night() -> None:
    """PIPER-1, OPT-PIPER-COUNT"""
    t = piping()
    assert t.options == ["Bea", "Cid", "Dan", "Eve", "Fay", "Gus"]
    assert t.refuses(["Ann", "Bea"]).rule == "PIPER-1"
    t.refuses(["Bea"])
    t.refuses(["Bea", "Cid", "Dan"])
    t.answer(charm=["Bea", "Cid"])
    t.dawn().day().night(protect="Eve", charm=["Dan", "Eve"])
    assert charmed(t) == ["Bea", "Cid", "Dan", "Eve"]


def test_the_summary_lets_him_charm_one_or_two() -> None:
    """PIPER-1, OPT-PIPER-COUNT"""
    t = piping(piper_targets="one_or_two")
    t.refuses([])
    t.answer(charm=["Bea"])
    assert charmed(t) == ["Bea"]


def test_charming_somebody_again_is_allowed_or_refused() -> None:
    """PIPER-1, OPT-PIPER-NEW"""
    t = piping().answer(charm=["Bea", "Cid"]).dawn().day()
    t.night(protect="Eve", charm=["Bea", "Cid"])
    assert charmed(t) == ["Bea", "Cid"]
    t = piping(preset="pacte").answer(charm=["Bea", "Cid"]).dawn().day()
    t.say(True).upto("piper.charm", protect="Eve")
    assert t.options == ["Dan", "Eve", "Fay", "Gus"]
    assert t.refuses(["Bea", "Dan"]).rule == "OPT-PIPER-NEW"


def test_the_charmed_are_touched_and_recognise_one_another() -> None:
    """PIPER-2, CHARM-1, OPT-CHARMED-WAKE"""
    t = piping().answer(charm=["Bea", "Cid"])
    assert t.sees("Bea", "charmed", seat="Bea")
    assert not t.sees("Cid", "charmed", seat="Bea")
    assert not t.sees(None, "charmed")
    assert t.sees("Cid", "charmed_met", seats=("Bea", "Cid"))
    assert not t.sees("Ann", "charmed_met")
    t.dawn().day().night(protect="Eve", charm=["Dan", "Eve"])
    assert t.sees("Bea", "charmed_met", seats=("Bea", "Cid", "Dan", "Eve"))


def test_in_the_helper_the_charmed_are_only_touched() -> None:
    """PIPER-2, OPT-CHARMED-WAKE"""
    t = Table(TABLE, preset="helper").night(protect="Dan", charm=["Bea", "Cid"])
    assert t.sees("Bea", "charmed", seat="Bea")
    assert not t.happened("charmed_met")
    assert t.calls[-2:] == ["piper", "charmed"]


def test_in_the_helper_nobody_is_touched_when_the_piper_is_a_werewolf() -> None:
    """PIPER-13, OPT-CHARMED-WAKE"""
    t = Table("Ann:piper Bea:cursed_wolf_father Cid Dan Eve Fay", preset="helper").night(charm=["Bea", "Cid"])
    t.dawn().day().night(devour="Ann", infect=True)
    assert t.fakes == ["piper", "charmed"]


def test_wins_at_once_when_all_others_are_charmed() -> None:
    """PIPER-3, PIPER-9, WIN-6"""
    t = Table("Ann:piper Bea:werewolf Cid Dan Eve").round(charm=["Bea", "Cid"])
    t.night(charm=["Dan", "Eve"])
    assert t.winner == "piper"
    assert t.winners == ["Ann"]
    assert t.why("won") == "WIN-6"


def test_wins_as_well_by_the_wolves_meal() -> None:
    """PIPER-3, PIPER-9, CHARM-3"""
    t = Table("Ann:piper Bea:werewolf Cid Dan").night(devour="Dan", charm=["Bea", "Cid"])
    assert t.winner is None
    assert t.dawn().winner == "piper"


def test_wins_as_well_by_a_vote() -> None:
    """PIPER-3, PIPER-9"""
    t = Table("Ann:piper Bea:werewolf Cid Dan").night(charm=["Bea", "Cid"]).dawn()
    assert t.winner is None
    assert t.day("Dan").winner == "piper"


def test_comes_before_wolves_and_village() -> None:
    """PIPER-3, WIN-6, WIN-9"""
    t = Table("Ann:piper Bea:werewolf Cid Dan").night(charm=["Cid", "Dan"]).dawn()
    assert t.day("Bea").winner == "piper"


@pytest.mark.parametrize("target", ["Bea", "Eve"])
def test_neither_defender_nor_witch_nor_fur_helps(target: str) -> None:
    """PIPER-4, DEF-4, WITCH-3"""
    t = Table(TABLE, witch_heal_target="any_player")
    t.night(protect=target, heal=target, charm=[target, "Gus"])
    assert target in charmed(t)
    assert t.sees(target, "charmed_met")


def test_charm_is_not_passed_to_a_lover() -> None:
    """PIPER-4, LOVE-5"""
    t = Table("Ann:piper Bea:werewolf Cid:cupid Dan Eve").night(pair=["Cid", "Dan"], charm=["Cid", "Eve"])
    assert t.dawn().day("Bea").winner == "village"
    assert not t.sees("Dan", "charmed_met")


def test_the_charmed_keep_everything() -> None:
    """PIPER-4, CHARM-1"""
    t = Table(TABLE).night(protect="Dan", charm=["Cid", "Dan"]).dawn().day()
    t.night(protect="Eve", devour="Eve", poison="Fay", charm=["Cid", "Dan"]).dawn()
    assert t.dead == ["Fay"]


def test_in_love_with_a_villager_he_charms_on_but_cannot_win_by_it() -> None:
    """PIPER-5, LOVE-4, LOVE-12, OPT-LOVERS-PAIRS"""
    t = Table("Ann:piper Bea:werewolf Cid:cupid Dan").night(pair=["Ann", "Dan"], charm=["Bea", "Cid"]).dawn().day()
    t.night(charm=["Bea", "Dan"])
    assert t.winner is None
    t.dawn().day("Cid").night(charm=["Bea", "Dan"]).dawn().day("Bea")
    assert t.winner == "lovers"
    assert t.winners == ["Ann", "Dan"]


def test_infected_he_is_a_simple_werewolf() -> None:
    """PIPER-6, AMD-3, INF-5, FK-8"""
    t = Table("Ann:piper Bea:cursed_wolf_father Cid Dan Eve").round(charm=["Bea", "Cid"])
    t.night(devour="Ann", infect=True)
    assert t.fakes == ["piper"]
    t.dawn().day("Dan").night(devour="Eve").dawn()
    assert t.winner is None
    t.day("Cid")
    assert t.winner == "werewolves"
    assert t.winners == ["Ann", "Bea"]


def test_infected_in_the_first_night_he_never_charms() -> None:
    """AMD-3, PIPER-6"""
    t = Table("Ann:piper Bea:cursed_wolf_father Cid Dan Eve").night(devour="Ann", infect=True)
    assert t.calls[-2:] == ["piper", "charmed"]
    assert t.fakes == ["piper", "charmed"]
    assert not t.was_asked("piper.charm")


def test_with_physical_cards_an_infected_piper_is_found_by_the_look() -> None:
    """AMD-3, CK-1, IDENT-R16"""
    t = Table("Ann:piper Bea:cursed_wolf_father Cid Dan Eve", physical=True).night(devour="Ann", infect=True)
    assert t.looked_at == ["Ann"]
    assert t.fakes == ["piper", "charmed"]


def test_infected_his_charmed_still_wake() -> None:
    """PIPER-13"""
    t = Table("Ann:piper Bea:cursed_wolf_father Cid Dan Eve").round(charm=["Dan", "Cid"])
    t.night(devour="Ann", infect=True)
    assert t.calls[-2:] == ["piper", "charmed"]
    assert t.fakes == ["piper"]
    assert len(t.events("charmed_met", seats=("Cid", "Dan"))) == 2


def test_with_one_left_he_charms_that_one() -> None:
    """PIPER-7, GEN-11"""
    t = Table("Ann:piper Bea:werewolf Cid Dan", preset="pacte").round(charm=["Bea", "Cid"])
    t.say(True).upto("piper.charm")
    assert t.options == ["Dan"]
    t.refuses(None)
    assert t.say("Dan").winner == "piper"


def test_with_nobody_left_his_call_has_no_effect() -> None:
    """PIPER-7, GEN-11"""
    people = "Ann:piper Bea:werewolf Cid:cupid Dan Eve"
    t = Table(people, preset="pacte").round(pair=["Ann", "Dan"], charm=["Bea", "Cid"])
    t.night(charm=["Dan", "Eve"])
    assert t.winner is None
    t.dawn().day().night()
    assert t.calls[-2:] == ["piper", "charmed"]
    assert t.fakes == []
    assert t.was_asked("call.idle")


def test_a_dead_piper_s_charms_win_nothing() -> None:
    """PIPER-8, WIN-6"""
    t = Table("Ann:piper Bea:werewolf Cid Dan Eve").round("Ann", charm=["Bea", "Cid"])
    t.night(devour="Dan").dawn().day("Eve")
    assert t.alive == ["Bea", "Cid"]
    assert t.winner is None
    assert "charmed" not in t.calls


def test_his_charms_are_kept_for_a_servant() -> None:
    """PIPER-8, SERV-6, SERV-M19, CHARM-2"""
    t = Table("Ann:piper Bea:werewolf Cid:devoted_servant Dan Eve Fay").round(charm=["Bea", "Cid"])
    t.night(charm=["Dan", "Bea"]).dawn().day("Ann", act="Cid")
    assert t.sees("Cid", "charmed_shown", seats=("Bea", "Dan"))
    t.night(charm=["Eve", "Fay"])
    assert t.winner == "piper"
    assert t.winners == ["Cid"]


def test_bitten_tonight_he_still_wins_before_dawn() -> None:
    """PIPER-10, PIPER-9, GEN-5"""
    t = Table("Ann:piper Bea:werewolf Cid Dan Eve").round(charm=["Bea", "Cid"])
    t.night(devour="Ann", charm=["Dan", "Eve"])
    assert t.winner == "piper"
    assert t.dead == []


def test_tonight_s_victims_still_count_as_living_at_his_call() -> None:
    """PIPER-9"""
    t = Table("Ann:piper Bea:werewolf Cid Dan Eve").round(charm=["Bea", "Cid"])
    t.night(devour="Eve", charm=["Bea", "Dan"])
    assert t.winner is None
    assert t.dawn().winner == "piper"


def test_with_checks_at_dawn_and_dusk_his_call_still_ends_the_game() -> None:
    """PIPER-9, OPT-VICTORY-CHECK"""
    t = Table("Ann:piper Bea:werewolf Cid Dan Eve", victory_checks="dawn_and_dusk").round(charm=["Bea", "Cid"])
    assert t.night(charm=["Dan", "Eve"]).winner == "piper"


def test_alone_alive_he_has_won() -> None:
    """WIN-16, PIPER-3"""
    t = Table("Ann:piper Bea:werewolf Cid:hunter Dan", piper_targets="one_or_two")
    t.night(devour="Dan", charm=["Dan"]).dawn().day("Cid", shoot="Bea")
    assert t.alive == ["Ann"]
    assert t.winner == "piper"
