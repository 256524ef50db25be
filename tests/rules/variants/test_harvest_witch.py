"""The Witch of the Harvest Festival."""

from __future__ import annotations

from typing import Any

import pytest

import nightcall
from nightcall import Setup
from tests.table import Table

HARVEST = "harvest_festival"
PEOPLE = "Ann:witch Bea:werewolf Cid:seer Dan Eve:elder Fay"


def brewing(people: str = PEOPLE, **options: Any) -> Table:
    return Table(people, variants=HARVEST, **options)


def test_the_box_decides_and_only_its_result_is_said_aloud() -> None:
    """HARV-9: four outcomes; the name stays with the Witch."""
    t = brewing()
    t.upto("witch.outcome", look="Bea", devour="Cid", brew="Cid")
    assert t.options == ["healed", "healed_villager", "healed_werewolf", "eliminated"]
    t.answer(outcome="healed").dawn()
    assert t.sees(None, "box_thrown", outcome="healed")
    assert t.sees("Ann", "brewed", seat="Cid")
    assert not t.sees(None, "brewed")
    assert t.dead == []


def test_one_attempt_in_the_game() -> None:
    """HARV-9, HARV-14, OPT-HARVEST-WITCH: afterwards her call is a fake."""
    t = brewing()
    t.night(look="Bea", brew="Dan", outcome="healed").dawn().day()
    t.night(look="Bea")
    assert "witch" in t.fakes
    assert sum(prompt.key == "witch.brew" for prompt in t.asked) == 1
    assert not t.was_asked("witch.heal")
    assert not t.was_asked("witch.poison")


def test_passing_keeps_the_attempt() -> None:
    """HARV-9: it is the use that counts."""
    t = brewing()
    t.night(look="Bea").dawn().day()
    t.upto("witch.brew", look="Bea")
    assert t.asks("witch.brew")


def test_healing_somebody_who_was_not_attacked_does_nothing() -> None:
    """HARV-14."""
    t = brewing()
    t.night(look="Bea", devour="Cid", brew="Dan", outcome="healed").dawn()
    assert t.dead == ["Cid"]


def test_a_healed_elder_loses_no_life() -> None:
    """HARV-9, NR-8."""
    t = Table("Ann:witch Bea:werewolf Eve:elder Cid Dan", variants=HARVEST)
    t.night(devour="Eve", brew="Eve", outcome="healed").dawn().day()
    t.night(devour="Eve").dawn().day()
    assert t.dead == []
    t.night(devour="Eve").dawn()
    assert t.dead == ["Eve"]


def test_a_healed_elder_has_been_bitten_all_the_same() -> None:
    """HARV-9, AMD-55: the next curse takes him."""
    t = Table("Ann:witch Bea:cursed_wolf_father Eve:elder Cid Dan", variants=HARVEST)
    t.night(devour="Eve", brew="Eve", outcome="healed").dawn().day()
    assert t.night(devour="Eve", infect=True).is_wolf("Eve")


def test_healed_and_a_simple_villager() -> None:
    """HARV-9, HARV-14: saved, and the old power is gone; the new card comes in the morning."""
    t = brewing()
    t.night(look="Bea", devour="Cid", brew="Cid", outcome="healed_villager")
    assert not t.sees("Cid", "converted")
    t.dawn()
    assert t.was_asked("harvest_festival.exchange")
    assert t.sees("Cid", "converted", card="simple_villager")
    assert not t.sees(None, "converted")
    assert t.dead == []
    t.day().night()
    assert "seer" in t.fakes


def test_healed_and_a_werewolf() -> None:
    """HARV-9, HARV-14: at once a Werewolf, who wakes with the pack from the next night on."""
    t = brewing()
    t.night(look="Bea", devour="Cid", brew="Cid", outcome="healed_werewolf")
    assert t.is_wolf("Cid")
    t.dawn().day()
    t.upto("werewolves.devour")
    assert t.prompt is not None
    assert t.prompt.audience == (2, 3)


def test_a_new_card_is_seen_before_the_days_event() -> None:
    """HARV-14, NM-6: whoever the event kills knows what he dies as."""
    t = brewing(events="punishment", event_timing="before_victims")
    t.round(look="Bea", votes="Fay").night(look="Bea", brew="Dan", outcome="healed_werewolf")
    t.upto("punishment.accuse")
    assert t.sees("Dan", "converted", card="werewolf")
    t.say("Dan").say([])
    assert "Dan" in t.dead


def test_the_last_werewolf_made_a_villager() -> None:
    """HARV-9, HARV-14: no Werewolf is left, so the village has won."""
    t = brewing()
    t.night(look="Bea", brew="Bea", outcome="healed_villager").dawn()
    assert t.winner == "village"
    assert "Bea" in t.winners


def test_a_potion_does_not_cure_an_infection() -> None:
    """GEN-17, HARV-14: the card is another one, the status stays."""
    t = Table("Ann:witch Bea:cursed_wolf_father Cid:seer Dan Eve", variants=HARVEST)
    t.night(look="Eve", devour="Cid", infect=True).dawn().day()
    t.night(look="Eve", brew="Cid", outcome="healed_villager").dawn()
    assert t.sees("Cid", "converted", card="simple_villager")
    assert t.is_wolf("Cid")
    t.day().upto("werewolves.devour")
    assert t.prompt is not None
    assert t.prompt.audience == (2, 3)


def test_a_conversion_holds_for_the_calls_still_to_come() -> None:
    """HARV-14: at once, so a Piper who becomes a villager charms nobody any more."""
    t = Table("Ann:witch Bea:werewolf Cid:piper Dan Eve", variants=HARVEST)
    t.night(brew="Cid", outcome="healed_villager")
    assert "piper" in t.fakes
    assert not t.was_asked("piper.charm")


def test_eliminated() -> None:
    """HARV-9: at dawn, whatever the Defender does."""
    t = Table("Ann:witch Bea:werewolf Cid:defender Dan Eve", variants=HARVEST)
    t.night(protect="Dan", brew="Dan", outcome="eliminated").dawn()
    assert t.dead == ["Dan"]


def test_the_elder_eliminated_by_the_potion_brings_despair() -> None:
    """AMD-52."""
    t = brewing()
    t.night(look="Bea", brew="Eve", outcome="eliminated").dawn()
    assert t.dead == ["Eve"]
    assert t.happened("despaired")


def test_the_moderator_looks_at_the_card_that_is_exchanged() -> None:
    """HARV-14: with physical cards, for a conversion and for nothing else."""
    t = brewing("Ann:witch Bea:werewolf Cid Dan:hunter Eve:fox", physical=True)
    t.night(brew="Dan", outcome="healed_villager")
    assert t.looked_at == ["Dan"]
    u = brewing("Ann:witch Bea:werewolf Cid Dan:hunter Eve:fox", physical=True)
    u.night(brew="Dan", outcome="healed")
    assert u.looked_at == []


def test_the_app_draws_if_the_box_is_not_thrown() -> None:
    """HARV-14: from the seed, so that the same game draws the same, and every outcome comes up for some seed."""
    drawn = set()
    for seed in range(40):
        setup = Setup.of(
            4,
            ["witch", "werewolf", "simple_villager", "simple_villager"],
            seed=seed,
            cards_known_to_app=True,
            sheriff_election="off",
            variants=[HARVEST],
        )
        game = nightcall.play(setup)
        while game.prompt is not None and game.prompt.key != "witch.outcome":
            key = game.prompt.key
            game = game.answer(game.prompt.options[0] if key == "witch.brew" else None if "devour" in key else True)
        assert game.prompt is not None
        assert "drawn" in game.prompt.options
        game = game.answer("drawn")
        again = nightcall.play(setup, game.answers)
        outcomes = [event.facts["outcome"] for event in game.events if event.name == "box_thrown"]
        assert outcomes == [event.facts["outcome"] for event in again.events if event.name == "box_thrown"]
        drawn |= set(outcomes)
    assert drawn == {"healed", "healed_villager", "healed_werewolf", "eliminated"}


def test_a_second_witch_who_has_just_become_somebody_else_is_called_no_more() -> None:
    """HARV-14: the exchange is at once, so the other Witch of the night is a Werewolf by then."""
    t = Table("Ann:witch Bea:werewolf Cid:witch Dan Eve Fay", variants="harvest_festival")
    t.night(brew="Cid", outcome="healed_werewolf")
    assert [event.facts["by"] for event in t.events("victims_shown")] == [1]
    assert t.asks("dawn.breaks")


@pytest.mark.parametrize("physical", [False, True])
def test_a_witch_made_somebody_else_by_another_is_not_asked(physical: bool) -> None:
    """HARV-9, HARV-14: one call for both; the second has lost her card when it is her turn."""
    t = Table("Ann:witch Bea:werewolf Cid:witch Dan Eve", variants=HARVEST, physical=physical)
    t.night(brew="Cid", outcome="healed_villager")
    assert [prompt.seat for prompt in t.asked if prompt.key == "witch.brew"] == [t.seat("Ann")]
    assert t.sees("Cid", "converted", card="simple_villager") is False
    assert t.dawn().sees("Cid", "converted", card="simple_villager")
    assert t.day().night().fakes == ["witch"]
