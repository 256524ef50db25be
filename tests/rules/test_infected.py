"""The infected: Werewolves who keep everything else."""

from __future__ import annotations

from typing import Any

import pytest

from nightcall import PUBLIC
from tests.table import Table


def infected(others: str, victim: str = "Ann", night: dict[str, Any] | None = None, **setup: Any) -> Table:
    """Night one is over, and the victim has been infected. Bea is the Wolf-Father."""
    people = others.split()
    people.insert(1, "Bea:cursed_wolf_father")
    return Table(" ".join(people), **setup).night(devour=victim, infect=True, **(night or {}))


def test_a_werewolf_at_once_and_in_secret() -> None:
    """INF-1, CWF-2, CWF-3, GEN-6"""
    t = infected("Ann Cid Dan Eve Fay")
    assert t.is_wolf("Ann")
    assert t.sees("Ann", "infected")
    assert not t.sees("Cid", "infected")
    assert not t.sees(None, "infected")


def test_the_thumb_is_up_in_the_same_night_where_the_seer_comes_later() -> None:
    """INF-1, SEER-6, SEER-2"""
    t = infected("Ann Cid:seer Dan Eve Fay", night={"look": "Ann"}, preset="helper")
    assert t.sees("Cid", "thumb", seat="Ann", up=True)


def test_feeds_with_the_pack_from_the_next_night_on() -> None:
    """INF-1, WOLF-8, WW-2, WW-6"""
    t = infected("Ann Cid Dan Eve Fay")
    t.dawn().day().night()
    first, last = [prompt for prompt in t.asked if prompt.key == "werewolves.devour"]
    assert first.audience == (t.seat("Bea"),)
    assert last.audience == (t.seat("Ann"), t.seat("Bea"))
    assert last.refused[t.seat("Ann")] == "WW-2"


def test_plays_for_the_werewolves() -> None:
    """INF-2, WIN-2, WIN-10"""
    t = infected("Ann Cid Dan Eve").dawn().day("Cid").round("Eve", devour="Dan")
    assert t.winner == "werewolves"
    assert t.winners == ["Ann", "Bea"]


def test_loses_with_the_werewolves() -> None:
    """INF-2, WIN-1"""
    t = infected("Ann Cid Dan Eve").dawn().day("Bea").night().dawn()
    assert t.winner is None, "the infected must fall too"
    t.day("Ann")
    assert t.winner == "village"
    assert t.winners == ["Cid", "Dan", "Eve"]


def test_keeps_the_call_and_the_power() -> None:
    """INF-3, FK-8"""
    t = infected("Ann:seer Cid Dan:witch Eve Fay", night={"look": "Cid"}).dawn().day()
    t.night(look="Dan", devour="Eve", heal="Eve")
    assert t.sees("Ann", "card_seen", seat="Dan", card="witch")


@pytest.mark.parametrize(("keeps", "shoots"), [("all_powers", True), ("night_powers", False)])
def test_powers_by_day_may_be_lost(keeps: str, shoots: bool) -> None:
    """INF-3, AMD-13, OPT-INFECT-KEEPS, HUNTER-10"""
    t = infected("Ann:hunter Cid Dan Eve Fay", infected_keeps=keeps).dawn().day("Ann")
    assert t.asks("hunter.shoot") is shoots


@pytest.mark.parametrize(("keeps", "pardoned"), [("all_powers", True), ("night_powers", False)])
def test_the_pardon_may_be_lost(keeps: str, pardoned: bool) -> None:
    """AMD-13, OPT-INFECT-KEEPS, INF-11"""
    t = infected("Ann:village_idiot Cid Dan Eve Fay", infected_keeps=keeps).dawn().day("Ann")
    assert t.happened("pardoned") is pardoned
    assert ("Ann" in t.alive) is pardoned


def test_powers_of_the_night_are_kept_anyway() -> None:
    """INF-3, AMD-13"""
    t = infected("Ann:seer Cid Dan Eve Fay", night={"look": "Cid"}, infected_keeps="night_powers").dawn().day()
    t.night(look="Dan")
    assert t.sees("Ann", "card_seen", seat="Dan")


def test_healing_does_not_undo_it_and_is_wasted() -> None:
    """INF-4, WITCH-3, WITCH-12"""
    t = infected("Ann Cid:witch Dan Eve Fay", night={"heal": "Ann"})
    assert t.is_wolf("Ann")
    t.dawn().day().night(devour="Dan")
    assert sum(prompt.key == "witch.heal" for prompt in t.asked) == 1


def test_protection_does_not_prevent_it() -> None:
    """INF-4, DEF-4, DEF-8"""
    t = infected("Ann Cid:defender Dan Eve Fay", night={"protect": "Ann"})
    assert t.is_wolf("Ann")


def test_an_infected_piper_is_a_simple_werewolf() -> None:
    """INF-5, PIPER-6, AMD-3"""
    t = infected("Ann:piper Cid Dan Eve Fay")
    assert t.fakes == ["piper", "charmed"]
    t.dawn().day("Cid").round("Eve", devour="Dan").night(devour="Fay").dawn()
    assert t.winner == "werewolves"
    assert t.winners == ["Ann", "Bea"]


def test_an_infected_manipulator_has_lost_his_goal() -> None:
    """INF-5, MANIP-4"""
    groups = {"Ann": "a", "Bea": "a", "Cid": "b", "Dan": "a", "Eve": "b"}
    t = infected("Ann:prejudiced_manipulator Cid Dan Eve", groups=groups).dawn().day("Cid")
    t.night(devour="Eve").dawn()
    assert t.winner is None
    assert not t.happened("left")
    t.day("Dan")
    assert t.winners == ["Ann", "Bea"]


def test_a_servant_does_not_inherit_it() -> None:
    """INF-6, SERV-4, SERV-M21"""
    t = infected("Ann:seer Cid:devoted_servant Dan Eve Fay", night={"look": "Dan"}).dawn().day("Ann", act="Cid")
    assert not t.is_wolf("Cid")
    t.night(look="Dan", devour="Cid").dawn()
    assert t.dead == ["Ann", "Cid"]


def test_a_servant_keeps_her_own() -> None:
    """INF-6, SERV-5, SERV-13"""
    t = infected("Ann:devoted_servant Cid:seer Dan Eve Fay", night={"look": "Dan"}).dawn().day("Cid", act="Ann")
    assert t.is_wolf("Ann")
    t.night(look="Dan")
    assert t.sees("Ann", "card_seen", seat="Dan")


def test_no_victim_is_announced_and_the_death_shows_the_old_card() -> None:
    """INF-7, GEN-4"""
    t = infected("Ann:seer Cid Dan Eve Fay", night={"look": "Cid"}).dawn()
    assert t.sees(None, "nobody_died")
    t.day("Ann")
    assert t.sees(None, "card_shown", seat="Ann", card="seer")
    told = [event for event in t.game.events if event.seen_by(PUBLIC)]
    assert not any("infected" in event.name or event.rule.startswith("INF") for event in told)


def test_an_infected_angel_cannot_win_any_more() -> None:
    """INF-8, ANGEL-10"""
    people = "Ann:angel Cid Dan Eve Fay"
    t = infected(people, angel_opening_vote=False, angel_window="until_d2_vote").dawn().day("Ann")
    assert t.dead == ["Ann"]
    assert t.winner is None


@pytest.mark.parametrize("card", ["wild_child", "wolf_hound", "devoted_servant"])
def test_the_ambiguous_keep_the_card_and_change_sides(card: str) -> None:
    """INF-8, CHILD-8, HOUND-7"""
    first = {"wild_child": {"model": "Cid"}, "wolf_hound": {"choose": "village"}}.get(card)
    t = infected(f"Ann:{card} Cid Dan Eve", night=first).dawn().day("Cid").round("Eve", devour="Dan")
    assert t.winners == ["Ann", "Bea"]


def test_an_infected_thief_keeps_the_card_and_changes_sides() -> None:
    """INF-8"""
    people = "Ann:thief Cid:werewolf Dan Eve"
    t = infected(people, spares="seer fox").dawn().day("Eve")
    assert t.is_wolf("Ann")
    t.night(devour="Dan").dawn()
    assert t.winners == ["Ann", "Bea", "Cid"]


def test_an_infected_actor_keeps_his_cards() -> None:
    """INF-8, ACTOR-9"""
    t = infected("Ann:actor Cid Dan Eve Fay", trio="seer fox hunter").dawn().day().night(play="seer", look="Cid")
    assert t.is_wolf("Ann")
    assert t.sees("Ann", "card_seen", seat="Cid")


def test_the_badge_stays() -> None:
    """INF-9, SHERIFF-12"""
    t = infected("Ann Cid Dan Eve Fay", sheriff="Ann").dawn().day({"Ann": "Cid", "Dan": "Eve"})
    assert t.sheriff == "Ann"
    assert t.dead == ["Cid"]


def test_love_stays() -> None:
    """INF-9, LOVE-11"""
    t = infected("Ann Cid:cupid Dan Eve Fay", night={"pair": ["Ann", "Dan"]}).dawn().day("Ann")
    assert t.dead == ["Ann", "Dan"]


def test_charm_stays() -> None:
    """INF-9, CHARM-1"""
    t = infected("Ann Cid:piper Dan Eve", night={"charm": ["Ann", "Dan"]}).dawn().day().night(charm=["Bea", "Eve"])
    assert t.winner == "piper"


def test_the_group_stays() -> None:
    """INF-9"""
    groups = {"Ann": "a", "Bea": "b", "Cid": "b", "Dan": "b", "Eve": "b"}
    t = infected("Ann Cid:prejudiced_manipulator Dan Eve", groups=groups).dawn().day("Ann")
    assert t.happened("left", seat="Cid")


def test_the_wolf_fathers_death_changes_nothing() -> None:
    """INF-10"""
    t = infected("Ann Cid Dan Eve Fay").dawn().day("Bea")
    assert t.winner is None
    t.night(devour="Cid").dawn()
    assert t.dead == ["Bea", "Cid"]


def test_with_real_cards_the_moderator_looks_when_it_may_matter() -> None:
    """IDENT-R16, CK-1, INF-5"""
    groups = {"Ann": "a", "Bea": "a", "Cid": "b", "Dan": "a", "Eve": "b", "Fay": "b"}
    t = infected("Ann:prejudiced_manipulator Cid Dan Eve Fay", physical=True, groups=groups)
    assert t.looked_at == ["Ann"]
    t = infected("Ann Cid Dan Eve Fay", physical=True)
    assert t.looked_at == []
