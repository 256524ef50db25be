"""Cards the moderator lifts in secret, because a bite cannot be settled without them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table import Table


def bitten(people: str, **night: Any) -> Table:
    return Table(people, physical=True).night(**night)


@pytest.mark.parametrize("prey", ["Ann", "Cid"])
def test_a_victim_s_card_is_lifted_while_the_elder_is_not_located(prey: str) -> None:
    """CK-1, IDENT-R7"""
    t = bitten("Ann:elder Bea:werewolf Cid Dan Eve:witch Fay", devour=prey)
    assert t.looked_at == [prey]
    lifted = [prompt for prompt in t.asked if prompt.key == "card.look"]
    assert [prompt.rule for prompt in lifted] == ["CK-1"]


def test_the_card_is_lifted_before_the_next_call() -> None:
    """CK-1"""
    t = Table("Ann:elder Bea:werewolf Cid:witch Dan Eve", physical=True)
    t.say(True).upto("card.look", devour="Ann")
    assert t.calls == ["werewolves"]


def test_no_card_is_lifted_once_the_elder_is_located() -> None:
    """CK-1, IDENT-0"""
    t = bitten("Ann:elder Bea:werewolf Cid Dan Eve Fay", devour="Ann").dawn().day().night(devour="Cid")
    assert t.looked_at == ["Ann"]


def test_no_card_is_lifted_when_the_elder_lies_in_the_middle() -> None:
    """CK-1, IDENT-0"""
    t = Table("Ann:thief Bea:werewolf Cid:werewolf Dan Eve Fay", spares="elder simple_villager", physical=True)
    assert t.night(devour="Dan").looked_at == []


def test_no_card_is_lifted_where_nothing_hangs_on_it() -> None:
    """CK-1, IDENT-0"""
    t = bitten(
        "Ann:hunter Bea:werewolf Cid:little_girl Dan:scapegoat Eve:wild_child Fay Gus", model="Gus", devour="Ann"
    )
    assert t.looked_at == []


def test_the_big_bad_wolf_s_victim_is_checked_too() -> None:
    """CK-1, BBW-5"""
    t = bitten("Ann:elder Bea:big_bad_wolf Cid Dan Eve Fay", devour="Cid", big_bad_wolf_devour="Ann")
    assert t.looked_at == ["Cid", "Ann"]
    assert t.dawn().dead == ["Cid"]


@pytest.mark.parametrize(("protected", "lifted"), [("Ann", ["Ann"]), ("Dan", [])])
def test_a_possible_little_girl_is_checked_only_when_protected(protected: str, lifted: list[str]) -> None:
    """CK-1, IDENT-R6, GIRL-5"""
    people = "Ann:little_girl Bea:werewolf Cid:defender Dan Eve Fay"
    t = bitten(people, protect=protected, devour="Ann")
    assert t.looked_at == lifted
    assert [prompt.rule for prompt in t.asked if prompt.key == "card.look"] == ["CK-1"] * len(lifted)
    assert t.dawn().dead == ["Ann"]


def test_a_protected_villager_is_saved_after_the_check() -> None:
    """CK-1, NR-6"""
    t = bitten("Ann:little_girl Bea:werewolf Cid:defender Dan Eve Fay", protect="Dan", devour="Dan")
    assert t.looked_at == ["Dan"]
    assert t.dawn().dead == []


GROUPS = {"Ann": "old", "Bea": "old", "Cid": "young", "Dan": "young", "Eve": "young", "Fay": "young"}


@pytest.mark.parametrize("prey", ["Ann", "Cid"])
@pytest.mark.parametrize("card", ["piper", "prejudiced_manipulator", "angel"])
def test_an_infected_player_s_card_is_checked(card: str, prey: str) -> None:
    """CK-1, IDENT-R16, IDENT-3"""
    people = f"Ann:{card} Bea:cursed_wolf_father Cid Dan Eve Fay"
    t = Table(people, physical=True, angel_opening_vote=False, groups=GROUPS)
    charm = {"charm": ["Dan", "Eve"]} if card == "piper" and prey != "Ann" else {}
    t.night(devour=prey, infect=True, **charm)
    assert t.looked_at == [prey]
    assert [prompt.rule for prompt in t.asked if prompt.key == "card.look"] == ["CK-1"]
    assert t.possible("Ann") == {card} if prey == "Ann" else card not in t.possible("Cid")


@pytest.mark.parametrize("card", ["hunter", "knight_with_the_rusty_sword", "scapegoat", "village_idiot"])
def test_an_infection_that_changes_nothing_needs_no_look(card: str) -> None:
    """CK-1, IDENT-0"""
    t = bitten(f"Ann:{card} Bea:cursed_wolf_father Cid Dan Eve Fay", devour="Ann", infect=True)
    assert t.looked_at == []


def test_the_app_never_asks_for_a_card_it_has_dealt() -> None:
    """CK-1, SW-KNOWN"""
    t = Table("Ann:elder Bea:cursed_wolf_father Cid:defender Dan:piper Eve:little_girl Fay")
    t.night(protect="Eve", devour="Eve", infect=True, charm=["Ann", "Bea"]).dawn()
    assert not any(prompt.key in ("card.look", "card.shown", "identify", "werewolves.identify") for prompt in t.asked)
    physical = Table("Ann:elder Bea:cursed_wolf_father Cid:defender Dan:piper Eve:little_girl Fay", physical=True)
    physical.night(protect="Eve", devour="Eve", infect=True, charm=["Ann", "Bea"])
    assert {"card.look", "identify", "werewolves.identify"} <= {prompt.key for prompt in physical.asked}
    assert (physical.alive, physical.is_wolf("Eve")) == (t.alive, t.is_wolf("Eve"))
