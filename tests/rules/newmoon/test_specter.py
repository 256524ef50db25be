"""The Specter: the pack's next victim joins it, and one of the pack dies."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table import Table

VILLAGE = "Ann:hunter Bea:werewolf Cid:werewolf Dan Eve Fay Gus Hal"


def read(people: str = VILLAGE, events: str = "specter", **options: Any) -> Table:
    """Nightfall after the day it was read."""
    return Table(people, events=events, **options).round().round()


def test_the_victim_joins_the_pack_and_chooses_who_dies() -> None:
    """SPEC-1, SPEC-2, SPEC-3, INS-8, GEN-17"""
    t = read().night(devour="Ann")
    assert t.asks("specter.choose")
    assert t.options == ["Bea", "Cid"]
    assert t.prompt is not None
    assert (t.prompt.seat, t.prompt.audience) == (1, (1, 2, 3))  # the pack is awake and looks on
    assert t.refuses("Ann").rule == "SPEC-3"
    t.answer(choose="Bea").dawn()
    assert t.dead == ["Bea"]
    assert t.is_wolf("Ann")
    assert t.sees("Cid", "converted", seat="Ann", card="werewolf")
    assert not t.sees("Dan", "converted")
    assert not t.sees(None, "specter_chose")
    t.day("Ann")  # no shot: the old role is lost
    assert t.dead == ["Bea", "Ann"]
    assert t.sees(None, "card_shown", seat="Ann", card="werewolf")


def test_it_happens_inside_the_werewolves_call() -> None:
    """INS-8, WOLF-10"""
    t = read("Ann Bea:white_werewolf Cid:werewolf Dan Eve Fay Gus Hal:witch").upto("werewolves.devour")
    calls = len(t.events("called"))
    t.say("Ann")
    assert t.asks("specter.choose")
    assert len(t.events("called")) == calls
    t.answer(choose="Bea")
    t.dawn().day().upto("werewolves.devour")
    assert t.prompt is not None
    assert t.prompt.audience == (1, 3)


def test_white_sees_the_convert_as_one_of_the_pack_the_same_night() -> None:
    """SPEC-3, WOLF-10"""
    people = "Ann Bea:white_werewolf Cid:werewolf Dan Eve Fay Gus Hal"
    t = Table(people, events="bleak_monday specter").round().round().round()
    t.night(werewolves_devour="Ann", choose="Cid", white_werewolf_devour="Ann").dawn()
    assert sorted(t.dead) == ["Ann", "Cid"]


def test_it_is_used_up() -> None:
    """SPEC-1, NM-9"""
    t = read().night(devour="Dan", choose="Bea").dawn().day()
    assert t.night(devour="Eve").dawn().dead == ["Bea", "Eve"]


def test_no_agreement_keeps_it_waiting() -> None:
    """SPEC-5, NM-9"""
    t = read().round().night(devour="Dan")
    assert t.asks("specter.choose")


def test_a_protected_target_keeps_it_waiting() -> None:
    """SPEC-5, DEF-11"""
    people = "Ann:defender Bea:werewolf Cid Dan Eve Fay Gus Hal"
    t = Table(people, events="specter").round(protect="Ann").round(protect="Cid")
    t.night(protect="Dan", devour="Dan").dawn()
    assert t.dead == []
    assert not t.is_wolf("Dan")
    t.day().night(protect="Eve", devour="Dan")
    assert t.asks("specter.choose")


def test_a_burning_house_keeps_it_waiting() -> None:
    """SPEC-5"""
    people = "Ann:pyromaniac Bea:werewolf Cid Dan:werewolf Eve Fay Gus Hal"
    t = read(people, houses="Cid:farm_1").night(burn="farm_1", devour="Cid").dawn()
    assert t.dead == ["Bea"]
    assert t.day().night(devour="Cid").asks("specter.choose")


def test_a_backfire_keeps_it_waiting() -> None:
    """SPEC-5, AMD-43"""
    t = Table(VILLAGE, events="specter backfire").round().round()
    t.night().dawn().day()  # both wait now
    t.night(devour="Dan")
    assert t.asks("dawn.breaks")
    assert t.is_wolf("Dan")
    t.dawn().day().night(devour="Eve")
    assert t.asks("specter.choose")
    assert t.options == ["Bea", "Cid", "Dan"]


def test_the_wolf_father_has_nobody_to_infect_and_the_witch_nobody_to_heal() -> None:
    """SPEC-4"""
    people = "Ann Bea:werewolf Cid:cursed_wolf_father Dan:witch Eve Fay Gus Hal"
    t = read(people, witch_shown_target="would_die").night(devour="Ann", choose="Bea")
    assert not t.was_asked("cursed_wolf_father.infect")
    assert not t.was_asked("witch.heal")
    assert t.events("victims_shown")[-1].facts["seats"] == ()


def test_shown_as_attacked_the_victim_is_healed_in_vain() -> None:
    """SPEC-4"""
    people = "Ann Bea:werewolf Cid:werewolf Dan:witch Eve Fay Gus Hal"
    t = read(people, witch_shown_target="attacked").night(devour="Ann", choose="Bea", heal="Ann")
    assert t.events("victims_shown")[-1].facts["seats"] == (1,)
    assert t.dawn().dead == ["Bea"]
    assert t.is_wolf("Ann")


def test_the_big_bad_wolf_feeds_as_usual() -> None:
    """SPEC-4"""
    t = read("Ann Bea:werewolf Cid:big_bad_wolf Dan Eve Fay Gus Hal", big_bad_wolf_second_meal="may")
    t.night(werewolves_devour="Ann", choose="Bea", big_bad_wolf_devour="Dan").dawn()
    assert t.dead == ["Dan", "Bea"]


def test_the_elder_is_the_victim_whatever_lives_he_has() -> None:
    """SPEC-6, ELDER-17"""
    t = read("Ann:elder Bea:werewolf Cid:werewolf Dan Eve Fay Gus Hal").night(devour="Ann", choose="Bea").dawn()
    assert t.is_wolf("Ann")
    assert t.dead == ["Bea"]


def test_a_bitten_player_who_is_out_chooses_nothing() -> None:
    """AMD-63, RASC-4, OPT-RASCAL-IMMUNE: the bite stands, the Specter simply ends."""
    t = Table(VILLAGE, events="specter little_rascal", rascal_cannot_be_devoured=False).round().round()
    t.night().dawn(youngest="Gus").day().night(devour="Gus")
    assert not t.was_asked("specter.choose")
    assert not t.is_wolf("Gus")
    t.dawn()
    assert t.dead == ["Gus"]
    t.day().night(devour="Hal").dawn()
    assert t.dead == ["Gus", "Hal"], "it waits for nobody else"


def test_the_barkeep_cannot_be_chosen() -> None:
    """SPEC-6"""
    t = read(houses="Dan:pub").upto("werewolves.devour")
    assert "Dan" not in t.options


def test_burial_does_not_hide_the_wolf_who_dies() -> None:
    """SPEC-2, BURY-2"""
    t = read(in_force="burial").night(devour="Dan", choose="Bea").dawn()
    assert t.sees(None, "card_shown", seat="Bea", card="werewolf")


def test_nobody_dies_of_it_before_dawn() -> None:
    """SPEC-2, GEN-5"""
    t = read().night(devour="Dan", choose="Bea")
    assert t.dead == []


@pytest.mark.parametrize("trusted", [True, False])
def test_an_open_card_is_not_exchanged(trusted: bool) -> None:
    """TRUST-3"""
    t = read("Ann:trusted_villager Bea:werewolf Cid:werewolf Dan Eve Fay Gus Hal", trusted_villager_public=trusted)
    t.night(devour="Ann", choose="Bea")
    assert t.sees("Ann", "converted", card="trusted_villager" if trusted else "werewolf")
    assert t.is_wolf("Ann")


def test_with_physical_cards_the_moderator_lifts_the_card_he_exchanges() -> None:
    """SPEC-1, IDENT-1"""
    t = read(physical=True).night(devour="Ann", choose="Bea")
    assert t.looked_at == ["Ann"]
    t.dawn().day("Ann")
    assert t.dead == ["Bea", "Ann"]
    assert t.sees(None, "card_shown", seat="Ann", card="werewolf")


def test_it_comes_before_the_trance() -> None:
    """AMD-43"""
    t = read(variants="lycanthropic_trance").night(devour="Ann", choose="Bea").dawn()
    assert t.is_wolf("Ann")
    assert t.dead == ["Bea"]
    assert not t.happened("mesmerized")


def test_what_an_actor_has_played_still_ends_at_nightfall() -> None:
    """ACTOR-8, ACTOR-M12, SPEC-2: his couple is one for the day, though he is no Actor any more."""
    people = "Ann:actor Bea:werewolf Cid:werewolf Dan Eve Fay Gus Hal"

    def converted() -> Table:
        t = read(people, trio="cupid fox hunter")
        return t.night(play="cupid", pair=["Dan", "Eve"], devour="Ann", choose="Bea").dawn()

    assert converted().day("Dan").dead == ["Bea", "Dan", "Eve"]
    assert converted().day().night(devour="Dan").dawn().dead == ["Bea", "Dan"]


def test_an_actor_loses_what_he_plays_with_his_card() -> None:
    """SPEC-2"""
    people = "Ann:actor Bea:werewolf Cid:werewolf Dan Eve Fay Gus Hal"
    t = read(people, trio="witch fox defender").night(play="witch", devour="Ann", choose="Bea")
    assert not t.was_asked("witch.poison")
    assert t.dawn().dead == ["Bea"]
