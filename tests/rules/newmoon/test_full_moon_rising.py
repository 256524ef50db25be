"""Full Moon Rising: for one night the Werewolves see, and Hunter, Witch and Seer devour."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table import Table

VILLAGE = "Ann:hunter Bea:werewolf Cid:witch Dan:werewolf Eve:seer Fay Gus Hal"


def full_moon(people: str = VILLAGE, events: str = "full_moon_rising", **options: Any) -> Table:
    """Nightfall after the day it was read; a Seer at the table looks at Hal before."""
    nightly = {"look": "Hal"} if "seer" in people else {}
    return Table(people, events=events, **options).round(**nightly).round(**nightly)


def test_every_werewolf_looks_and_the_three_devour_somebody() -> None:
    """FULL-1, FULL-6, INS-7, SEER-3"""
    t = full_moon().night(look=["Ann", "Cid"], devour="Fay")
    assert t.calls == ["full_moon_rising", "moon_pack"]
    assert t.sees("Bea", "card_seen", by="Bea", seat="Ann", card="hunter")
    assert t.sees("Dan", "card_seen", by="Dan", seat="Cid", card="witch")
    assert not t.sees("Bea", "card_seen", by="Dan")
    assert t.dawn().dead == ["Fay"]


def test_in_the_morning_all_is_as_before() -> None:
    """FULL-1, NM-9, WOLF-12"""
    t = full_moon().night(look=["Ann", "Cid"], devour="Fay").dawn().day()
    t.night(look="Bea", devour="Gus")
    assert t.calls == ["seer", "werewolves", "witch"]
    assert t.sees("Eve", "card_seen", by="Eve", seat="Bea", card="werewolf")
    assert t.dawn().dead == ["Fay", "Gus"]


def test_no_other_meal_no_infection_no_potion() -> None:
    """FULL-2, INS-7"""
    people = "Ann:big_bad_wolf Bea:white_werewolf Cid:witch Dan:cursed_wolf_father Eve:hunter Fay:fox Gus Hal"
    t = full_moon(people, events="bleak_monday full_moon_rising", big_bad_wolf_second_meal="may").round()
    t.night(look=["Bea", "Cid", "Ann"], devour="Gus")  # the fourth night: White's turn otherwise
    assert t.calls == ["full_moon_rising", "fox", "moon_pack"]
    assert t.dawn().dead == ["Gus"]


def test_the_looks_come_at_the_seers_place() -> None:
    """INS-7"""
    t = full_moon(seer_position="after_werewolves").night(look=["Ann", "Cid"], devour="Fay")
    assert t.calls == ["moon_pack", "full_moon_rising"]


def test_new_lovers_meet_before_the_looks() -> None:
    """INS-7, OPT-LOVERS-POS, INS-5: an Actor's couple, at the place after Cupid."""
    people = "Ann:hunter Bea:werewolf Cid:actor Dan Eve Fay Gus Hal"
    t = full_moon(people, trio="cupid fox witch", lovers_position="after_cupid")
    t.night(play="cupid", pair=["Gus", "Hal"], look="Ann", devour="Fay")
    assert t.calls == ["actor", "lovers", "full_moon_rising", "moon_pack"]


def test_a_hound_taken_over_chooses_before_the_three_devour() -> None:
    """INS-2, INS-7, FK-10: directly before the Werewolves' place."""
    people = "Ann:hunter Bea:werewolf Cid:devoted_servant Dan:wolf_hound Eve Fay Gus Hal"
    t = Table(people, events="full_moon_rising", wolf_hound_call="own_call").round(choose="village").night().dawn()
    t.day("Dan", act="Cid").night(look="Ann", choose="werewolves", devour="Fay")
    assert t.calls == ["full_moon_rising", "wolf_hound", "moon_pack"]


def test_the_werewolves_look_at_a_table_without_a_seer() -> None:
    """FULL-1, FULL-3"""
    t = full_moon("Ann:hunter Bea:werewolf Cid Dan Eve Fay Gus Hal").night(look="Ann", devour="Cid").dawn()
    assert t.sees("Bea", "card_seen", seat="Ann", card="hunter")
    assert t.dead == ["Cid"]


def test_the_three_may_devour_a_werewolf_but_none_of_themselves() -> None:
    """FULL-3"""
    t = full_moon().upto("full_moon_rising.devour", look=["Ann", "Cid"])
    assert t.prompt is not None
    assert t.prompt.audience == (1, 3, 5)
    assert t.options == ["Bea", "Dan", "Fay", "Gus", "Hal"]
    assert t.refuses("Cid").rule == "FULL-3"
    assert t.answer(devour="Bea").dawn().dead == ["Bea"]


def test_without_agreement_nobody_is_devoured() -> None:
    """FULL-3"""
    assert full_moon().night(look=["Ann", "Cid"]).dawn().dead == []


def test_whoever_is_dead_is_simply_missing() -> None:
    """FULL-3"""
    t = Table(VILLAGE, events="full_moon_rising").round(look="Hal", devour="Cid").round("Eve", look="Hal")
    t.upto("full_moon_rising.devour", look=["Ann", "Fay"])
    assert t.prompt is not None
    assert t.prompt.audience == (1,)


def test_with_none_of_the_three_left_nobody_is_devoured() -> None:
    """FULL-3, FK-5"""
    t = Table("Ann:hunter Bea:werewolf Cid Dan Eve Fay Gus", events="full_moon_rising").round(devour="Cid")
    t.night(devour="Ann").dawn(shoot="Dan").day().night(look="Eve")
    assert t.calls == ["full_moon_rising"]
    assert t.dawn().dead == ["Cid", "Ann", "Dan"]


def test_dead_but_not_shown_they_are_called_in_vain() -> None:
    """FK-3, FULL-3"""
    people = "Ann:witch Bea:werewolf Cid Dan Eve Fay Gus"
    t = Table(people, events="full_moon_rising", in_force="burial").round(devour="Ann").round().night(look="Eve")
    assert t.calls == ["full_moon_rising", "moon_pack"]
    assert "moon_pack" in t.fakes


def test_their_kill_is_a_wolves_attack_for_the_defender() -> None:
    """FULL-4"""
    t = Table("Ann:hunter Bea:werewolf Cid:defender Dan Eve Fay Gus", events="full_moon_rising")
    t.round(protect="Ann").round(protect="Bea").night(look="Ann", protect="Dan", devour="Dan").dawn()
    assert t.dead == []


def test_it_costs_the_elder_a_life_only() -> None:
    """FULL-4"""
    t = full_moon("Ann:hunter Bea:werewolf Cid:elder Dan Eve Fay Gus Hal").night(look="Ann", devour="Cid").dawn()
    assert t.dead == []
    assert t.day().night(devour="Cid").dawn().dead == ["Cid"]


def test_the_barkeep_is_safe_from_them() -> None:
    """FULL-4"""
    t = full_moon(houses="Fay:pub").upto("full_moon_rising.devour", look=["Ann", "Cid"])
    assert "Fay" not in t.options


def test_burial_hides_their_victim() -> None:
    """FULL-4, BURY-1"""
    t = full_moon(in_force="burial").night(look=["Ann", "Cid"], devour="Fay").dawn()
    assert t.dead == ["Fay"]
    assert not t.happened("card_shown")


@pytest.mark.parametrize("pool", ["any_werewolf", "culprits_only"])
def test_the_knights_disease_strikes_one_of_the_three(pool: str) -> None:
    """KNIGHT-9, FULL-4"""
    people = "Ann:hunter Bea:werewolf Cid:knight_with_the_rusty_sword Dan:werewolf Eve:witch Fay Gus Hal"
    t = full_moon(people, knight_disease_pool=pool).night(look=["Ann", "Cid"], devour="Cid").dawn()
    assert t.happened("diseased", seat="Eve")


def test_nobody_is_diseased_if_none_of_the_three_is_left() -> None:
    """KNIGHT-9"""
    people = "Ann:hunter Bea:werewolf Cid:knight_with_the_rusty_sword Dan:cupid Eve Fay Gus Hal"
    t = Table(people, events="full_moon_rising").round(pair=["Ann", "Cid"]).round()
    t.night(look="Ann", devour="Cid").dawn(shoot="Eve")
    assert t.dead == ["Cid", "Ann", "Eve"]
    assert not t.happened("diseased")


def test_an_infected_witch_looks_with_the_werewolves() -> None:
    """FULL-5"""
    people = "Ann:hunter Bea:cursed_wolf_father Cid:witch Dan Eve Fay Gus Hal"
    t = Table(people, events="full_moon_rising").round(devour="Cid", infect=True).round()
    t.upto("full_moon_rising.devour", look=["Ann", "Dan"])
    assert t.sees("Cid", "card_seen", by="Cid", seat="Dan", card="simple_villager")
    assert t.prompt is not None
    assert t.prompt.audience == (1,)
    assert "Cid" in t.options


def test_the_little_girl_may_spy_on_the_three() -> None:
    """FULL-5"""
    t = full_moon("Ann:hunter Bea:werewolf Cid:little_girl Dan Eve Fay Gus Hal")
    t.night(look="Ann", devour="Dan", caught="Cid").dawn()
    assert t.dead == ["Cid"]


def test_a_servant_who_took_the_card_is_one_of_the_three_and_an_actor_is_not() -> None:
    """AMD-51"""
    people = "Ann:hunter Bea:werewolf Cid:witch Dan:devoted_servant Eve:actor Fay Gus Hal"
    t = Table(people, events="full_moon_rising", trio="seer fox defender").night().dawn().day("Cid", act="Dan")
    t.night().dawn().day().upto("full_moon_rising.devour", full_moon_rising_look="Ann", play="seer", seer_look="Bea")
    assert t.prompt is not None
    assert t.prompt.audience == (1, 4)


def test_somnambulism_says_every_look_aloud() -> None:
    """EVX-1, FULL-6, SOMN-2"""
    t = full_moon(in_force="somnambulism").night(look=["Ann", "Cid"], devour="Fay")
    heard = [event.facts["card"] for event in t.events("said_in_sleep")]
    assert heard == ["simple_villager", "simple_villager", "hunter", "witch"]


def test_backfire_expires_with_the_full_moon_and_the_specter_waits() -> None:
    """EVX-2"""
    people = "Ann:hunter Bea:werewolf Cid Dan Eve Fay Gus Hal"
    t = Table(people, events="specter full_moon_rising").round().round().round()
    t.night(look="Ann", devour="Cid").dawn()
    assert t.dead == ["Cid"]
    assert t.day().night(devour="Dan").asks("specter.choose")
    t = Table(people, events="full_moon_rising", hand="backfire", sheriff="Gus").night().dawn()
    t.say("town_crier.appoint").say("Hal").day()
    t.night().dawn(read="backfire").day()
    t.night(look="Ann", devour="Cid").dawn()
    assert t.dead == ["Cid"]
    assert t.day().night(devour="Dan").dawn().dead == ["Cid", "Dan"]


@pytest.mark.parametrize("reveal", ["card", "wolf_thumb"])
def test_with_physical_cards_the_hunter_opens_his_eyes(reveal: str) -> None:
    """IDENT-R17, FULL-6"""
    t = full_moon(physical=True, seer_reveal=reveal)
    assert "hunter" in t.possible("Ann")
    t.night(look=["Ann", "Cid"], devour="Fay")
    asked = [prompt for prompt in t.asked if prompt.key == "identify" and prompt.card == "hunter"]
    assert len(asked) == (0 if reveal == "card" else 1)  # a look has shown the card already
    assert t.dawn().dead == ["Fay"]


def test_a_hunter_nobody_has_found_yet_devours_alone() -> None:
    """IDENT-R17, FULL-1: there is neither Witch nor Seer."""
    t = full_moon("Ann:hunter Bea:werewolf Cid Dan Eve Fay Gus Hal", physical=True, seer_reveal="wolf_thumb")
    t.night(look="Cid", devour="Gus")
    assert t.dawn().dead == ["Gus"]


def test_the_three_are_no_werewolves_at_dawn() -> None:
    """WOLF-12"""
    people = "Ann:hunter Bea:werewolf Cid Dan:bear_tamer Eve:witch Fay Gus Hal"
    t = full_moon(people).night(look="Ann", devour="Gus").dawn()
    assert not t.is_wolf("Eve")
    assert not t.happened("grunted")
    t.day().upto("werewolves.devour")
    assert t.prompt is not None
    assert t.prompt.audience == (2,)
    assert "Eve" in t.options
