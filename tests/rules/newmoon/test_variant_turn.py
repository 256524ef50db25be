"""End of the Harvest and Radiant Sunday: a variant for one turn."""

from __future__ import annotations

from inspect import get_annotations, isroutine
from typing import Any

import pytest

from nightcall.engine.rule import Rule, character
from nightcall.rules.newmoon.variant_turn import EndOfTheHarvest, RadiantSunday
from nightcall.rules.variants.harvest_festival import HarvestFestival
from tests.table import Table

HARVEST = "end_of_the_harvest"
SUNDAY = "radiant_sunday"


def second_morning(people: str, events: str, turn: str = "variant", **options: Any) -> Table:
    """The first event comes on the second morning."""
    t = Table(people, events=events, **options)
    t.night(**({"look": "Ann"} if "seer" in people else {})).dawn().day()
    return t.night(**({"look": "Ann"} if "seer" in people else {})).dawn(turn=turn)


def test_what_the_cards_are() -> None:
    """EVO-9: neither is in the moderator's aid."""
    assert not EndOfTheHarvest.in_helper
    assert not RadiantSunday.in_helper


def test_a_normal_turn_if_the_moderator_wants() -> None:
    """EVO-9."""
    t = second_morning("Ann:werewolf Bea Cid Dan Eve", HARVEST, "normal")
    assert not t.happened("variant_began")
    t.day().upto("werewolves.devour")
    assert "Cid" in t.options


def test_the_harvest_lasts_a_day_and_a_night() -> None:
    """EVO-9: the wolves keep to their neighbours in the following night, and not in the one after."""
    t = second_morning("Ann:werewolf Bea Cid Dan Eve", HARVEST)
    assert t.happened("variant_began", variant="harvest_festival")
    t.day().upto("werewolves.devour")
    assert t.options == ["Bea", "Eve"]
    t.answer().dawn()
    assert t.happened("variant_ended", variant="harvest_festival")
    t.day().upto("werewolves.devour")
    assert t.options == ["Bea", "Cid", "Dan", "Eve"]


@pytest.mark.parametrize("physical", [False, True])
def test_the_characters_change_their_form_and_change_back(physical: bool) -> None:
    """EVO-9: cards located or not; the Scapegoat, whom nobody knows yet, is safe in a tie for a day only."""
    tie = {"Ann": "Dan", "Dan": "Eve"}
    t = second_morning("Ann:werewolf Bea:scapegoat Cid Dan Eve Fay", HARVEST, physical=physical)
    t.day(tie)
    assert t.dead == []
    t.night().dawn().day(tie)
    assert t.dead == ["Bea"]


def test_a_card_goes_on_with_all_it_has_been_through() -> None:
    """EVO-9, DEF-14: the Defender may not protect the same one again, into the turn and out of it."""
    t = Table("Ann:defender Bea Cid:werewolf Dan Eve", events=HARVEST)
    t.night(protect="Dan").dawn().day()
    t.night(protect="Bea").dawn(turn="variant").day()
    t.upto("defender.protect")
    assert t.options == ["Ann", "Eve"]
    t.answer(protect="Eve").dawn().day()
    t.upto("defender.protect")
    assert t.options == ["Ann", "Bea", "Cid", "Dan"]


@pytest.mark.parametrize("name", sorted(set(HarvestFestival.forms) - HarvestFestival.only_from_start))
def test_nothing_a_card_remembers_is_forgotten(name: str) -> None:
    """EVO-9: whatever may change about a card that can be played in another form for a turn goes on with it."""
    kind = character(name)
    lines = [line for line in kind.__mro__ if issubclass(line, Rule)]
    fixed = {name for line in lines for name, hint in get_annotations(line).items() if "ClassVar" in str(hint)}
    plain = {name for line in lines for name, value in vars(line).items() if not isroutine(value) and name[0] != "_"}
    kept = {name for line in lines for name in vars(line).get("keeps", ())}
    assert (plain - fixed) | set(vars(kind())) == kept


def test_the_powers_of_fools_day_go_back_to_their_owners_in_another_form() -> None:
    """EVO-8, EVO-9: the next event has the cards played in another form before the exchange is over."""
    people = "Ann:seer Bea:werewolf Cid:witch Dan Eve Fay Gus Hal"
    t = Table(people, events=f"fools_day {HARVEST}", event_timing="before_victims")
    t.night(look="Dan").dawn().day()
    t.night(look="Dan").dawn().day()
    t.night(look="Eve").dawn(turn="variant")
    assert t.happened("card_seen", by="Cid", seat="Eve")
    t.day().night(look="Gus", brew="Fay", outcome="healed")
    assert t.happened("three_cards_seen", by="Ann", seat="Gus")
    assert t.happened("brewed", by="Cid", seat="Fay")


def test_the_witch_keeps_her_own_potions() -> None:
    """EVO-9: the box for a night, the two potions again afterwards."""
    t = second_morning("Ann:werewolf Bea:witch Cid Dan Eve", HARVEST)
    t.day().night(brew="Cid", outcome="healed").dawn().day()
    t.upto("witch.poison")
    assert t.asks("witch.poison")


def test_a_hunter_devoured_in_that_night_shoots_a_neighbour() -> None:
    """EVO-9, HUNTER-13: the victims of the night belong to the turn."""
    t = second_morning("Ann:werewolf Bea:hunter Cid Dan Eve", HARVEST)
    t.day().night(devour="Bea").dawn()
    assert t.options == ["Ann", "Cid"]


def test_no_new_love_is_made() -> None:
    """EVO-9: an Actor who plays Cupid in that night makes a plain couple, or none."""
    t = Table("Ann:actor Bea:werewolf Cid Dan Eve", trio="cupid seer hunter", events=HARVEST)
    t.night().dawn().day()
    t.night().dawn(turn="variant").day()
    t.night(play="cupid", pair=["Cid", "Dan"])
    assert not t.was_asked("cupid.deceitful")
    assert not t.was_asked("cupid.secret")


def test_the_trance_lasts_a_night_and_the_mesmerized_stay_mesmerized() -> None:
    """EVO-9: the victim of that night sleeps on, the next one dies."""
    t = second_morning("Ann:werewolf Bea:seer Cid Dan Eve Fay", SUNDAY)
    t.day().night(look="Ann", devour="Bea").dawn()
    assert t.dead == []
    assert t.happened("variant_ended", variant="lycanthropic_trance")
    t.day().night(devour="Cid")
    assert "seer" in t.fakes
    t.dawn()
    assert t.dead == ["Cid"]


def test_the_victims_of_the_night_before_are_devoured() -> None:
    """EVO-9: read before they are named, it still begins with the day."""
    t = Table("Ann:werewolf Bea Cid Dan Eve", events=SUNDAY, event_timing="before_victims")
    t.night().dawn().day()
    t.night(devour="Bea").dawn(turn="variant")
    assert t.dead == ["Bea"]
    t.day().night(devour="Cid").dawn()
    assert t.dead == ["Bea"]


@pytest.mark.parametrize("timing", ["before_victims", "after_victims"])
def test_one_turn_after_the_other(timing: str) -> None:
    """EVO-9, VARX-1: the second card ends the first one's turn."""
    t = Table("Ann:werewolf Bea Cid Dan Eve Fay", events=f"{HARVEST} {SUNDAY}", event_timing=timing)
    t.night().dawn().day()
    t.night().dawn(turn="variant").day()
    t.night().dawn(turn="variant").day()
    t.upto("werewolves.devour")
    assert "Cid" in t.options
    t.answer(devour="Cid").dawn()
    assert t.happened("mesmerized", seat="Cid")


@pytest.mark.parametrize("variant", ["harvest_festival", "lycanthropic_trance"])
def test_a_table_that_plays_a_variant_keeps_to_it(variant: str) -> None:
    """VARX-1: the card has no effect."""
    t = Table("Ann:werewolf Bea Cid Dan Eve", events=HARVEST, variants=variant)
    t.night().dawn().day()
    t.night().dawn()
    assert t.happened("event_without_effect", event=HARVEST)
    assert not t.was_asked(f"{HARVEST}.turn")
