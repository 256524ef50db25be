"""The Simple Villager and the Trusted Villager."""

from __future__ import annotations

import pytest

import nightcall
from nightcall import InvalidSetup, Setup
from tests.table import Table

TABLE = "Ann:trusted_villager Bea:werewolf Cid:cursed_wolf_father Dan:seer Eve Fay Gus"


@pytest.mark.parametrize("physical", [False, True])
def test_a_simple_villager_is_never_called_and_leaves_nothing_behind(physical: bool) -> None:
    """VILL-1"""
    t = Table("Ann:werewolf Bea Cid Dan Eve", physical=physical).night(devour="Bea")
    assert t.calls == ["werewolves"]
    t.dawn().day("Cid")
    assert t.asks("night.falls")
    assert t.dead == ["Bea", "Cid"]
    assert all(prompt.seat in (0, *map(t.seat, t.dead)) for prompt in t.asked)


def test_a_simple_villager_has_a_voice_like_any_other() -> None:
    """VILL-1"""
    t = Table("Ann:werewolf Bea Cid:seer Dan Eve").round(look="Ann", votes={"Bea": "Cid", "Dan": "Cid", "Cid": "Bea"})
    assert t.dead == ["Cid"]


def test_everybody_knows_the_trusted_villager_from_the_deal() -> None:
    """TRUST-1, OPT-TRUSTED-PUBLIC"""
    t = Table(TABLE)
    assert t.sees(None, "lies_open", seat="Ann", card="trusted_villager")
    assert t.asks("night.falls")


def test_with_physical_cards_the_moderator_sees_the_trusted_villager_at_the_deal() -> None:
    """TRUST-1, IDENT-R14"""
    t = Table(TABLE, physical=True)
    assert t.asks("trusted_villager.holder")
    t.say("Ann")
    assert t.sees(None, "lies_open", seat="Ann")
    assert t.possible("Ann") == {"trusted_villager"}


def test_the_trusted_villager_has_no_other_power() -> None:
    """TRUST-1"""
    t = Table(TABLE).round(look="Ann", devour="Eve", votes="Ann")
    assert t.dead == ["Eve", "Ann"]
    assert "trusted_villager" not in t.calls


@pytest.mark.parametrize("physical", [False, True])
def test_under_the_helper_sheet_the_card_proves_nothing_until_it_is_shown(physical: bool) -> None:
    """TRUST-2, OPT-TRUSTED-PUBLIC"""
    t = Table(TABLE, preset="helper", physical=physical)
    assert t.asks("night.falls")
    t.night(devour="Ann", look="Bea")
    assert not t.happened("lies_open")
    t.dawn()
    assert t.sees(None, "card_shown", seat="Ann", card="trusted_villager")


def test_infected_the_trusted_villager_keeps_the_visible_card() -> None:
    """TRUST-3, SEER-5"""
    t = Table(TABLE).round(look="Bea", devour="Ann", infect=True)
    assert t.is_wolf("Ann")
    t.night(look="Ann", devour="Eve")
    assert t.sees("Dan", "card_seen", seat="Ann", card="trusted_villager")
    t.dawn().day("Ann")
    assert t.sees(None, "card_shown", seat="Ann", card="trusted_villager")


def test_the_moderator_cannot_find_the_trusted_card_among_the_spares() -> None:
    """TRUST-4"""
    t = Table("Ann:thief Bea:werewolf Cid:trusted_villager Dan:werewolf Eve", spares="seer witch", physical=True)
    t.upto("thief.spares")
    assert "trusted_villager" not in t.options
    assert t.refuses(["trusted_villager", "seer"]).rule == "TRUST-4"


@pytest.mark.parametrize("seed", range(8))
def test_the_app_never_deals_the_trusted_card_to_the_middle(seed: int) -> None:
    """TRUST-4"""
    deck = ["thief", "werewolf", "werewolf", "trusted_villager", "seer", "witch"]
    setup = Setup.of(["Ann", "Bea", "Cid", "Dan"], deck, seed=seed, cards_known_to_app=True)
    spares = [card.name for card in nightcall.play(setup).village.cards.spares]
    assert len(spares) == 2
    assert "trusted_villager" not in spares


def test_a_deal_that_puts_the_trusted_card_in_the_middle_is_refused() -> None:
    """TRUST-4"""
    with pytest.raises(InvalidSetup) as caught:
        Table("Ann:thief Bea:werewolf Cid:werewolf Dan", spares="seer trusted_villager")
    assert [fault.rule for fault in caught.value.faults] == ["TRUST-4"]


def test_the_trusted_card_lies_open_before_the_servant_who_takes_it() -> None:
    """TRUST-5, SERV-M1"""
    t = Table("Ann:trusted_villager Bea:werewolf Cid:devoted_servant Dan Eve Fay")
    t.night(devour="Dan").dawn().day("Ann", act="Cid")
    assert t.alive == ["Bea", "Cid", "Eve", "Fay"]
    assert t.sees(None, "lies_open", seat="Cid", card="trusted_villager")
    assert t.game.village.faces == {t.seat("Cid"): "trusted_villager", t.seat("Dan"): "simple_villager"}


def test_the_open_card_is_named_before_the_houses() -> None:
    """TRUST-1, P-PREP-3, P-PREP-4"""
    t = Table("Ann:trusted_villager Bea:werewolf Cid Dan", houses="Cid:church")
    names = [event.name for event in t.game.events]
    assert names.index("lies_open") < names.index("housed")
