"""The Elder: his lives, and what kills him."""

from __future__ import annotations

from typing import Any

import pytest

from nightcall import PUBLIC
from tests.table import Table

TABLE = "Ann:elder Bea:werewolf Cid:witch Dan:hunter Eve Fay Gus Hal"
CURSE = "Ann:elder Bea:cursed_wolf_father Cid:witch Dan:defender Eve Fay Gus Hal"


def test_survives_the_first_attack_and_nobody_hears_of_it() -> None:
    """ELDER-1, NR-7"""
    t = Table(TABLE).night(devour="Ann").dawn()
    assert t.happened("nobody_died")
    told = [event for event in t.game.events if event.seen_by(PUBLIC)]
    assert not any(event.facts.get("seat") == t.seat("Ann") for event in told)
    t.day().night(devour="Ann").dawn()
    assert t.dead == ["Ann"]
    assert t.sees(None, "card_shown", seat="Ann", card="elder")


def test_the_moderator_lifts_a_bitten_card_until_the_elder_is_found() -> None:
    """ELDER-1, CK-1, IDENT-R7"""
    t = Table(TABLE, physical=True).night(devour="Eve").dawn().day()
    assert t.looked_at == ["Eve"]
    t.night(devour="Ann").dawn().day()
    assert t.looked_at == ["Eve", "Ann"]
    assert t.dead == ["Eve"]
    t.night(devour="Fay").dawn().day().night(devour="Ann").dawn()
    assert t.looked_at == ["Eve", "Ann"]
    assert t.dead == ["Eve", "Fay", "Ann"]


def test_the_vote_kills_him_at_once() -> None:
    """ELDER-2"""
    assert Table(TABLE).night().dawn().day("Ann").dead == ["Ann"]


def test_poison_kills_him_at_once() -> None:
    """ELDER-2, WITCH-6, NR-9"""
    assert Table(TABLE).night(poison="Ann").dawn().dead == ["Ann"]


def test_a_shot_kills_him_at_once() -> None:
    """ELDER-2, HUNTER-4, HUNTER-6"""
    assert Table(TABLE).night(devour="Dan").dawn(shoot="Ann").dead == ["Dan", "Ann"]


def test_healed_at_the_first_bite_he_has_two_lives_again() -> None:
    """ELDER-5, ELDER-6, WITCH-5, WITCH-11, NR-8"""
    t = Table(TABLE).night(devour="Ann", heal="Ann").dawn().day()
    t.round(devour="Ann")
    assert "Ann" in t.alive
    t.night(devour="Ann").dawn()
    assert t.dead == ["Ann"]


def test_healed_at_the_second_bite_he_lives_on_with_one_life() -> None:
    """ELDER-5, ELDER-6, WITCH-5, WITCH-11"""
    t = Table(TABLE).round(devour="Ann").round(devour="Ann", heal="Ann")
    assert "Ann" in t.alive
    t.night(devour="Ann").dawn()
    assert t.dead == ["Ann"]


def test_the_big_bad_wolfs_bite_costs_a_life_too() -> None:
    """ELDER-6, BBW-5"""
    t = Table("Ann:elder Bea:big_bad_wolf Cid:werewolf Dan Eve Fay Gus Hal")
    t.round(werewolves_devour="Dan", big_bad_wolf_devour="Ann")
    assert t.dead == ["Dan"]
    t.night(werewolves_devour="Ann", big_bad_wolf_devour="Eve").dawn()
    assert t.dead == ["Dan", "Ann", "Eve"]


def test_a_protected_elder_loses_no_life() -> None:
    """ELDER-6, DEF-7, NR-6"""
    t = Table(CURSE).round(protect="Ann", devour="Ann").round(protect="Eve", devour="Ann")
    assert "Ann" in t.alive


def test_the_curse_fails_at_the_first_bite_but_the_bite_counts() -> None:
    """ELDER-4, ELDER-7, CWF-4, CWF-5, INF-4, NR-5"""
    t = Table(CURSE).night(protect="Eve", devour="Ann", infect=True)
    assert not t.is_wolf("Ann")
    assert not t.sees("Ann", "infected")
    t.dawn().day().night(protect="Fay", devour="Ann")
    assert "cursed_wolf_father" in t.fakes
    t.dawn()
    assert t.dead == ["Ann"]


def test_protected_and_cursed_at_the_first_bite_he_is_neither_wounded_nor_turned() -> None:
    """ELDER-4, DEF-7"""
    t = Table(CURSE).round(protect="Ann", devour="Ann", infect=True).round(protect="Eve", devour="Ann")
    assert "Ann" in t.alive
    assert not t.is_wolf("Ann")


def test_the_curse_takes_him_on_his_last_life() -> None:
    """ELDER-7, OPT-ELDER-INFECT"""
    t = Table(CURSE).round(protect="Eve", devour="Ann").night(protect="Fay", devour="Ann", infect=True)
    assert t.is_wolf("Ann")
    assert t.dawn().dead == []


def test_the_curse_takes_an_elder_who_was_bitten_and_healed() -> None:
    """AMD-55, ELDER-4, ELDER-7, CWF-4: the potion gives back the life, not the immunity."""
    t = Table(CURSE).round(protect="Eve", devour="Ann", heal="Ann").night(protect="Fay", devour="Ann", infect=True)
    assert t.is_wolf("Ann")
    assert t.dawn().dead == []


@pytest.mark.parametrize("physical", [False, True])
def test_a_bite_kept_off_by_the_defender_leaves_him_immune(physical: bool) -> None:
    """AMD-55, DEF-7"""
    t = Table(CURSE, physical=physical)
    t.round(protect="Ann", devour="Ann").night(protect="Eve", devour="Ann", infect=True)
    assert t.happened("resisted", seat="Ann")
    assert not t.is_wolf("Ann")


@pytest.mark.parametrize("house", ["farm_1", "farm_2"], ids=["his own", "the other victim's"])
def test_a_meal_a_fire_has_spoilt_leaves_him_immune(house: str) -> None:
    """AMD-55, ELDER-17, NR-4"""
    people = "Ann:elder Bea:cursed_wolf_father Cid:pyromaniac Dan:big_bad_wolf Eve Fay Gus Hal"
    t = Table(people, houses="Ann:farm_1 Eve:farm_2")
    t.round(burn=house, werewolves_devour="Ann", big_bad_wolf_devour="Eve")
    assert t.dead == ["Dan"]
    t.night(devour="Ann", infect=True)
    assert t.happened("resisted", seat="Ann")


def test_a_backfire_leaves_him_immune() -> None:
    """AMD-55, ELDER-17"""
    t = Table("Ann:elder Bea:werewolf Cid:cursed_wolf_father Dan Eve Fay Gus Hal", events="backfire")
    t.round().round().round(devour="Ann")
    assert t.dead == ["Bea"]
    t.night(devour="Ann", infect=True)
    assert t.happened("resisted", seat="Ann")


def test_immune_to_the_first_curse_even_when_wounded() -> None:
    """ELDER-4, OPT-ELDER-INFECT"""
    t = Table(CURSE, elder_infection_immunity="first_infection")
    t.round(protect="Eve", devour="Ann").night(protect="Fay", devour="Ann", infect=True)
    assert not t.is_wolf("Ann")
    assert t.dawn().dead == ["Ann"]


BRAVE = "Ann:elder Bea:werewolf Cid:witch Dan:hunter Eve:village_idiot Fay Gus Hal:cupid"


@pytest.mark.parametrize(
    ("night", "votes"),
    [({"devour": "Ann"}, None), ({"poison": "Ann"}, None), ({}, "Ann")],
    ids=["second bite", "poison", "vote"],
)
def test_for_the_brave_a_revealed_idiot_falls_with_him(night: dict[str, Any], votes: str | None) -> None:
    """ELDER-8, ELDER-9, SW-ELDER-IDIOT"""
    t = Table(BRAVE, elder_death_kills_revealed_idiot=True)
    t.round("Eve", devour="Ann", pair=["Fay", "Gus"]).round(votes, **night)
    assert t.dead == ["Ann", "Eve"]
    assert t.why("died", seat="Eve") == "ELDER-8"
    assert len(t.events("card_shown", seat="Eve")) == 1, "it has been lying open since the pardon"


def test_the_idiot_falls_in_the_same_batch_as_the_elder() -> None:
    """ELDER-9, RES-6"""
    t = Table(BRAVE, elder_death_kills_revealed_idiot=True).round("Eve", pair=["Fay", "Gus"])
    t.night(poison="Ann", devour="Dan").dawn()
    assert t.asks("hunter.shoot")
    assert "Eve" not in t.options


def test_an_idiot_nobody_has_seen_survives_the_elder() -> None:
    """ELDER-8"""
    t = Table(BRAVE, elder_death_kills_revealed_idiot=True).round("Ann", pair=["Fay", "Gus"])
    assert t.dead == ["Ann"]


def test_for_the_brave_other_deaths_leave_the_idiot_alone() -> None:
    """ELDER-8, ELDER-14"""
    people = "Ann:elder Bea:werewolf Cid:devoted_servant Dan Eve:village_idiot Fay Gus Hal"
    t = Table(people, elder_death_kills_revealed_idiot=True).round("Eve").round(devour="Fay")
    t.night().dawn().day("Ann", act="Cid")
    assert t.dead == ["Fay", "Ann"], "the card of the Elder has not been eliminated"


def test_the_idiot_survives_the_elder_unless_the_table_is_brave() -> None:
    """ELDER-8, SW-ELDER-IDIOT"""
    t = Table(BRAVE).round("Eve", pair=["Fay", "Gus"]).round("Ann")
    assert t.dead == ["Ann"]


def test_a_servant_who_takes_the_card_is_an_elder_with_two_lives() -> None:
    """ELDER-14, SERV-M5, SERV-9"""
    t = Table("Ann:elder Bea:werewolf Cid:devoted_servant Dan:seer Eve Fay Gus Hal")
    t.round(devour="Ann", look="Eve").night(look="Eve").dawn().day("Ann", act="Cid")
    assert t.dead == ["Ann"]
    assert not t.happened("despaired")
    t.night(look="Eve", devour="Cid").dawn()
    assert t.alive == ["Bea", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]
    t.day().night(look="Eve", devour="Cid").dawn()
    assert t.dead == ["Ann", "Cid"]
