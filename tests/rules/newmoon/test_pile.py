"""The pile of event cards: drawing, reading, putting back."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

import nightcall
from nightcall import InvalidSetup, Setup
from nightcall.engine.rule import KINDS
from nightcall.rules.newmoon.card import EventCard
from tests.table import Table

SIX = "Ann:werewolf Bea Cyd Dan Eve Fay"


def read(t: Table) -> list[str]:
    return [event.facts["event"] for event in t.events("event_read")]


def faults(**given: Any) -> list[tuple[str, str]]:
    with pytest.raises(InvalidSetup) as caught:
        Setup.of(6, ["werewolf", *["simple_villager"] * 5], **given)
    return [(fault.key, fault.rule) for fault in caught.value.faults]


# -- when --


def test_the_first_morning_brings_no_event_the_second_does() -> None:
    """NM-1, NM-5: the first draw is on the second day."""
    t = Table(SIX, events="burial dissatisfaction")
    t.night(devour="Bea").dawn()
    assert not t.happened("event_read")
    t.day("Cyd").night().dawn()
    assert read(t) == ["burial"]
    assert t.why("event_read") == "NM-1"
    assert t.sees(None, "event_read", event="burial")
    t.day().night().dawn()
    assert read(t) == ["burial", "dissatisfaction"]


def test_an_opening_day_is_no_morning() -> None:
    """NM-5: the Angel's day before the first night does not count; the first draw is still on D2."""
    t = Table("Ann:werewolf Bea:angel Cyd Dan Eve Fay", events="burial")
    t.day()
    t.night().dawn()
    assert not t.happened("event_read")
    t.day().night().dawn()
    assert read(t) == ["burial"]


@pytest.mark.parametrize(("every", "days"), [(1, [2, 3, 4, 5]), (2, [2, 4]), (3, [2, 5])])
def test_beginners_draw_less_often(every: int, days: list[int]) -> None:
    """NM-4, SW-EVENT-RATE"""
    t = Table(SIX, events="good_manners eclipse burial not_me_nor_wolf", event_every_n_mornings=every)
    drawn = []
    for day in range(1, 6):
        before = len(read(t))
        t.night().dawn()
        drawn += [day] if len(read(t)) > before else []
        t.day()
    assert drawn == days


def test_after_the_victims_and_the_bear() -> None:
    """NM-6, OPT-EVENT-TIMING: the deck follows the victims and the bear."""
    t = Table("Ann:werewolf Bea:bear_tamer Cyd Dan Eve Fay", events="burial").round()
    t.night(devour="Dan").dawn()
    names = [event.name for event in t.game.events]
    last = len(names) - 1 - names[::-1].index("bear_grunted")
    assert names.index("died") < last < names.index("event_read")


def test_before_the_victims() -> None:
    """NM-6, OPT-EVENT-TIMING: the event first, the victims second."""
    t = Table(SIX, events="burial", event_timing="before_victims").round()
    t.night(devour="Dan").dawn()
    names = [event.name for event in t.game.events]
    assert names.index("event_read") < names.index("died")
    assert not t.happened("card_shown", seat="Dan")


def test_a_game_over_at_dawn_draws_nothing() -> None:
    """NM-12: after the victims there is nobody left to draw for."""
    t = Table("Ann:werewolf Bea Cyd", events="burial").round("Cyd", devour=None)
    t.night(devour="Bea").dawn()
    assert t.winner == "werewolves"
    assert not t.happened("event_read")


def test_before_the_victims_the_event_comes_first_and_may_save_the_game() -> None:
    """NM-12: a Miracle keeps the last villager alive."""
    t = Table("Ann:werewolf Bea Cyd", events="miracle", event_timing="before_victims").round("Cyd", devour=None)
    t.night(devour="Bea").dawn()
    assert t.winner is None
    assert t.alive == ["Ann", "Bea"]


# -- how --


def test_a_stacked_pile_comes_as_listed_and_ends() -> None:
    """NM-3: the moderator may stack the deck; once it is used up nothing is drawn."""
    t = Table(SIX, events="enthusiasm burial").round().round().round().round()
    assert read(t) == ["enthusiasm", "burial"]


def test_the_moderator_enters_what_a_real_deck_gave() -> None:
    """NM-1: from the cards not drawn yet."""
    t = Table(SIX, events="good_manners eclipse burial", draw="entered").round()
    t.night().say(True)
    assert t.asks("new_moon.drawn")
    assert t.options == ["good_manners", "eclipse", "burial"]
    t.answer(drawn="eclipse").day()
    t.night().say(True)
    assert t.options == ["good_manners", "burial"]


def test_the_app_shuffles_from_the_seed() -> None:
    """NM-3: the same seed, the same order; not the order listed."""
    events = "good_manners eclipse burial not_me_nor_wolf heads_or_tails influences nightmare".split()
    deck = ["werewolf", *["simple_villager"] * 5]

    def pile(seed: int) -> list[str]:
        setup = Setup.of(6, deck, seed=seed, events=events, draw="shuffled", sheriff_election="off")
        rule = nightcall.play(setup).village.named("new_moon")[0]
        return list(rule.pile)  # type: ignore[attr-defined]

    assert pile(1) == pile(1)
    assert sorted(pile(1)) == sorted(events)
    assert len({tuple(pile(seed)) for seed in range(10)}) > 5
    assert ("setup.draw_needs_seed", "NM-3") in faults(events=events, draw="shuffled")
    assert ("setup.unknown_draw", "NM-3") in faults(events=events, draw="dealt")


def test_permanent_events_in_force_from_the_start() -> None:
    """NM-3: Burial hides the very first victim."""
    t = Table(SIX, in_force="burial")
    assert t.sees(None, "event_in_force", event="burial")
    t.night(devour="Bea").dawn()
    assert t.dead == ["Bea"]
    assert not t.happened("card_shown", seat="Bea")
    assert ("setup.event_not_permanent", "NM-3") in faults(in_force=["eclipse"])


# -- who reads --


def test_the_last_eliminated_player_reads() -> None:
    """NM-1, OPT-EVENT-READER: not the first; and after the victims of this very morning."""
    t = Table(SIX, events="eclipse burial").round("Cyd", devour="Bea")
    t.night(devour="Dan").dawn()
    assert t.happened("event_read", event="eclipse", by="Dan")
    t.day("Eve")
    t.night().dawn()
    assert t.happened("event_read", event="burial", by="Eve")


def test_nobody_eliminated_the_moderator_reads() -> None:
    """NM-7"""
    t = Table(SIX, events="eclipse").round()
    t.night().dawn()
    assert t.happened("event_read", event="eclipse", by=0)


def test_the_moderator_may_choose_the_reader() -> None:
    """OPT-EVENT-READER: anybody, or nobody but himself."""
    t = Table(SIX, events="eclipse burial", event_reader="moderator_choice").round("Cyd")
    t.night().say(True)
    assert t.asks("new_moon.reader")
    assert t.prompt is not None
    assert t.prompt.audience == "public"
    t.answer(reader="Fay").day()
    assert t.happened("event_read", event="eclipse", by="Fay")
    t.night().dawn()
    assert t.happened("event_read", event="burial", by=0)


# -- what becomes of a card --


def test_a_card_that_needs_a_dead_player_goes_under_the_pile() -> None:
    """NM-7, AMD-30: the next one is drawn at once; the card comes back once somebody has fallen."""
    t = Table(SIX, events="punishment eclipse good_manners").round()
    t.night().dawn()
    assert t.happened("event_put_back", event="punishment")
    assert t.why("event_put_back") == "NM-7"
    assert read(t) == ["eclipse"]
    t.day("Cyd").night().dawn()
    assert read(t) == ["eclipse", "good_manners"]
    t.day().night().dawn(accuse="Dan")
    assert read(t)[-1] == "punishment"


def test_with_nothing_but_such_cards_nothing_is_drawn() -> None:
    """NM-7, GEN-11"""
    t = Table(SIX, events="punishment spiritualism_1").round()
    t.night().dawn()
    assert not t.happened("event_read")
    t.day("Cyd")
    t.night().dawn(accuse="Dan")
    assert read(t) == ["punishment"]


def test_a_real_deck_is_put_back_too() -> None:
    """NM-7: the moderator draws again and enters that card."""
    t = Table(SIX, events="punishment eclipse", draw="entered").round()
    t.night().say(True)
    t.say("punishment")
    assert t.asks("new_moon.drawn")
    assert t.options == ["eclipse"]


def test_only_punishment_and_spiritualism_are_put_back() -> None:
    """AMD-30: the other cards that speak of the dead find another way."""
    events = [kind for kind in KINDS.values() if issubclass(kind, EventCard)]
    needy = {kind.name for kind in events if kind.needs_dead}
    assert needy == {"punishment", *(f"spiritualism_{number}" for number in range(1, 6))}


def test_of_two_cards_that_replace_a_vote_the_later_stands() -> None:
    """NM-8, EVX-6, CRIER-8: Great Distrust is drawn, then the Crier reads Influences, which stands."""
    t = Table(SIX, events="great_distrust", hand="influences", sheriff="Ann")
    t.night().dawn().say("town_crier.appoint").say("Bea").day()
    t.night().dawn(read="influences")
    assert t.why("event_overtaken", event="great_distrust") == "NM-8"
    t.upto("influences.first", debate="vote")
    assert not t.was_asked("great_distrust.friendless")


def two_on_a_day(first: str, second: str, people: str = SIX, **answers: Any) -> Table:
    """The morning on which one card is drawn and the Crier reads the other."""
    t = Table(people, events=first, hand=second, sheriff="Ann")
    t.night().dawn().say("town_crier.appoint").say("Bea").day()
    return t.night().dawn(read=second, **answers)


PLAYED: dict[str, dict[str, Any]] = {"flood": {"church": ["Ann", "Bea"]}, "bleak_monday": {"play": True}}
ASKED = {
    "flood": "night.falls",
    "nightmare": "nightmare.first",
    "great_distrust": "great_distrust.friendless",
    "bleak_monday": "surely_not_him.first",
}
"""What comes once the debate is over, or would be."""


@pytest.mark.parametrize(("first", "second"), [*permutations(ASKED, 2)])
def test_the_day_belongs_to_the_card_read_later(first: str, second: str) -> None:
    """AMD-64, NM-8: the earlier one is over, and the table is told."""
    t = two_on_a_day(first, second, **PLAYED.get(first, {}), **PLAYED.get(second, {}))
    assert [event.facts["event"] for event in t.events("event_overtaken")] == [first]
    if second != "nightmare":
        t.say("vote")
    assert t.asks(ASKED[second])
    assert t.happened("no_vote") == (second == "flood")


def test_a_flood_that_is_over_leaves_everybody_within_reach() -> None:
    """AMD-64, EVO-4: the night is an ordinary one."""
    t = two_on_a_day("flood", "great_distrust", church=["Ann", "Bea"]).day(friendless=[])
    t.upto("werewolves.devour")
    assert set(t.options) == {name for name in t.alive if not t.is_wolf(name)}


def test_a_card_that_is_not_played_overtakes_nothing() -> None:
    """AMD-64, EVO-4, EVO-9: too few for a Flood, no for a Bleak Monday."""
    t = two_on_a_day("great_distrust", "flood", "Ann:werewolf Bea Cyd Dan Eve")
    assert t.happened("event_without_effect", event="flood")
    assert not t.happened("event_overtaken")
    assert t.say("vote").asks("great_distrust.friendless")
    t = two_on_a_day("great_distrust", "bleak_monday", play=False)
    assert not t.happened("event_overtaken")
    assert t.say("vote").asks("great_distrust.friendless")


def test_influences_waits_for_a_vote_a_flood_cannot_take_from_it() -> None:
    """NM-8, NM-9, EVO-4: not the same vote; the one is for the next that takes place."""
    t = two_on_a_day("influences", "flood", church=["Ann", "Bea"])
    assert not t.happened("event_overtaken")
    t.day()
    assert t.happened("no_vote")
    t.night().dawn().say("vote")
    assert t.asks("influences.first")
    t = two_on_a_day("flood", "influences", church=["Ann", "Bea"])
    assert not t.happened("event_overtaken")
    assert t.day().happened("no_vote")


def test_a_replacing_and_a_conditional_event_both_apply() -> None:
    """NM-8, NM-9: Enthusiasm waits through days without a victim, then Great Distrust sets it off."""
    t = Table("Ann:werewolf Bea:werewolf Cyd Dan Eve Fay", events="enthusiasm great_distrust").round()
    t.night().dawn().day()
    assert read(t) == ["enthusiasm"]
    t.night().dawn()
    assert not t.happened("event_overtaken")
    t.day(friendless=["Ann"])
    assert t.dead == ["Ann"]
    assert t.happened("vote_added", by="enthusiasm")


def test_an_event_for_one_night_ends_with_it() -> None:
    """NM-9: Backfire, read on D2, turns the meal of that night and no other."""
    t = Table("Ann:werewolf Bea:hunter Cyd:werewolf Dan:hunter Eve Fay", events="backfire").round()
    t.night().dawn().day()
    t.night(devour=None).dawn().day()
    t.night(devour="Eve").dawn()
    assert t.dead == ["Eve"]


def test_a_permanent_event_outlives_everybody_it_was_about() -> None:
    """NM-10: no Seer is left, Somnambulism stays; it just has no object."""
    t = Table("Ann:werewolf Bea:seer Cyd Dan Eve Fay", in_force="somnambulism")
    t.night(look="Cyd", devour="Bea").dawn().day()
    t.night().dawn()
    assert [rule.name for rule in t.game.village.named("somnambulism")] == ["somnambulism"]


def test_a_permanent_event_twice_has_no_effect() -> None:
    """NM-11"""
    t = Table(SIX, events="burial eclipse", in_force="burial").round()
    t.night(devour="Bea").dawn()
    assert t.why("event_without_effect", event="burial") == "NM-11"
    assert len(t.game.village.named("burial")) == 1
    assert not t.happened("card_shown", seat="Bea")


# -- setup --


def test_what_may_lie_in_the_pile() -> None:
    """NM-2, NM-3, GEN-18, OPT-EVENTS, OPT-EVENT-POOL, OPT-GATHERING, CRIER-2"""
    assert faults(events=["burial"], event_cards_available=False) == [("setup.no_events", "OPT-EVENTS")]
    assert faults(events=["fireworks"]) == [("setup.unknown_event", "NM-1")]
    assert faults(events=["seer"]) == [("setup.unknown_event", "NM-1")]
    assert faults(events=["eclipse", "eclipse"]) == [("setup.event_twice", "NM-3")]
    assert faults(events=["eclipse"], hand=["eclipse"]) == [("setup.event_twice", "NM-3")]
    assert faults(in_force=["burial", "burial"]) == [("setup.event_twice", "NM-3")]
    with pytest.raises(InvalidSetup) as caught:
        Setup.of(6, ["werewolf", *["simple_villager"] * 5], hand=["comet"], in_force=["storm"], events=["hail"])
    assert [fault.facts["event"] for fault in caught.value.faults] == ["hail", "storm", "comet"]
    assert faults(hand=["spiritualism_2"]) == [("setup.hand_spiritualism", "CRIER-2")]
    woods: dict[str, Any] = {"events": ["woodland_gathering"]}
    assert faults(**woods, event_woodland_gathering=False) == [("setup.event_not_allowed", "OPT-GATHERING")]
    assert faults(**woods, event_pool="helper_only") == [("setup.event_outside_pool", "OPT-EVENT-POOL")]
    Setup.of(6, {"werewolf": 1, "simple_villager": 5}, **woods, event_pool="documented_all")
    outside = [("setup.event_outside_pool", "OPT-EVENT-POOL")]
    assert faults(events=["flood"], event_pool="documented_all") == outside
    assert faults(events=["flood"], event_pool="helper_only") == outside
    Setup.of(6, {"werewolf": 1, "simple_villager": 5}, events=["flood", "burial"])


@pytest.mark.parametrize("kind", ["immediate", "delayed", "permanent"])
def test_every_card_is_of_one_kind(kind: str) -> None:
    """NM-2"""
    assert [card for card in KINDS.values() if issubclass(card, EventCard) and card.kind == kind]
