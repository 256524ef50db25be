"""Moonlight, easy and hard."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from nightcall import MODERATOR, PUBLIC, InvalidSetup, Setup, desk, play
from nightcall.rules.variants import VARIANTS
from nightcall.words import LANGUAGES, Words
from tests.rules.variants.together import both
from tests.strategies import random_game
from tests.table import Table

SIX = "Ann:werewolf Bea Cid Dan Eve Fay"
HARD = "moonlight_hard"
PACK = "Ann:big_bad_wolf Bea:cursed_wolf_father Cid Dan:elder Eve Fay:witch Gus"


def table(people: str = SIX, variants: str = "moonlight", **options: Any) -> Table:
    return Table(people, variants=variants, **options)


def test_a_candle_goes_out_with_its_player() -> None:
    """MOON-1, MOON-4: a line for all to read after each death, the own breath for those voted out; nothing is asked."""
    t = table().night(devour="Bea")
    assert not t.happened("candle_out")
    t.dawn()
    assert t.sees(None, "candle_out", seat="Bea", how="moderator")
    t.day("Cid")
    assert t.sees(None, "candle_out", seat="Cid", how="own")
    assert len(t.events("candle_out")) == 2
    assert not any(answer.key.startswith("moonlight") for answer in t.game.answers)


def test_every_death_of_a_cascade_has_its_candle() -> None:
    """MOON-1: grief and shots too, and the last one before the game ends."""
    t = table("Ann:werewolf Bea:hunter Cid:cupid Dan Eve").night(pair=["Bea", "Dan"], devour="Dan").dawn(shoot="Ann")
    assert t.winner == "village"
    assert [event.facts["seat"] for event in t.events("candle_out")] == [t.seat(name) for name in t.dead]
    assert len(t.dead) == 3


@pytest.mark.parametrize("variant", ["moonlight", HARD])
def test_the_angels_own_candle_goes_out_before_he_has_won(variant: str) -> None:
    """MOON-1, RES-2"""
    t = table("Ann:werewolf Bea:angel Cid Dan Eve", variant).day("Bea")
    assert t.winner == "angel"
    assert t.sees(None, "candle_out", seat="Bea", how="own")


def test_whoever_is_saved_or_pardoned_keeps_the_light() -> None:
    """MOON-1."""
    t = table("Ann:werewolf Bea:witch Cid:village_idiot Dan Eve").night(devour="Dan", heal="Dan").dawn().day("Cid")
    assert t.happened("pardoned", seat="Cid")
    assert not t.happened("candle_out")


def test_the_line_does_not_tell_why_somebody_died() -> None:
    """MOON-1, NR-15: the poisoned and the devoured read the same."""
    t = table("Ann:werewolf Bea:witch Cid Dan Eve Fay").night(devour="Dan", poison="Eve").dawn()
    told = [(event.rule, event.audience, set(event.facts), event.facts["how"]) for event in t.events("candle_out")]
    assert told == [("MOON-1", PUBLIC, {"seat", "how"}, "moderator")] * 2


# -- the hard form --


def test_one_candle_is_the_victims() -> None:
    """MOON-2, AMD-32: up to one nothing changes."""
    for number in ("0", "1"):
        t = table(variants=HARD).night(devour="Bea", candles=number).dawn()
        assert t.dead == ["Bea"]
        assert t.happened("candle_out", seat="Bea")


def test_a_second_candle_and_there_is_no_victim() -> None:
    """MOON-2, MOON-4, AMD-32: only the moderator knows whom it would have been."""
    t = table(variants=HARD).night(devour="Bea", candles="2").dawn()
    assert t.dead == []
    assert t.happened("nobody_died")
    assert t.why("meal_missed", seat="Bea") == "MOON-2"
    assert t.events("meal_missed")[0].audience == MODERATOR
    assert t.day().night(devour="Bea", candles="1").dawn().dead == ["Bea"]  # another night, another count


def test_the_count_is_the_moderators_and_asked_in_silence() -> None:
    """MOON-4: no call of its own; 0, 1, 2 or more."""
    t = table(variants=HARD).upto("moonlight_hard.candles", falls=True, devour="Bea")
    assert t.prompt is not None
    assert t.prompt.audience == MODERATOR
    assert t.options == ["0", "1", "2"]
    t.answer(candles="1")
    assert not t.happened("called", call=HARD)


def test_no_meal_no_count() -> None:
    """MOON-4, GEN-11."""
    t = table(variants=HARD).night()
    assert not t.was_asked("moonlight_hard.candles")


def test_no_life_of_the_elder_is_lost() -> None:
    """AMD-32: the next bite is still his first."""
    t = table("Ann:werewolf Bea:elder Cid Dan Eve", HARD).night(devour="Bea", candles="2").dawn().day()
    assert t.night(devour="Bea", candles="1").dawn().dead == []
    assert t.day().night(devour="Bea", candles="1").dawn().dead == ["Bea"]


@pytest.mark.parametrize("shown", ["attacked", "would_die"])
def test_the_witch_is_shown_nobody(shown: str) -> None:
    """AMD-32: no meal at all, whichever victims she is shown; a potion cannot be wasted on it."""
    t = table("Ann:werewolf Bea:witch Cid Dan Eve", HARD, witch_shown_target=shown)
    t.night(devour="Cid", candles="2")
    assert t.events("victims_shown")[-1].facts["seats"] == ()
    assert not t.was_asked("witch.heal")


def test_without_a_feeding_big_bad_wolf_it_is_counted_before_the_wolf_father() -> None:
    """AMD-32: nothing is left for him to infect, and his call sounds as always."""
    people = "Ann:werewolf Bea:cursed_wolf_father Cid Dan Eve Fay"
    t = table(people, HARD).night(devour="Cid", candles="2", wake=True).dawn().day()
    t.night(devour="Cid", candles="2")
    assert not t.was_asked("cursed_wolf_father.infect")
    assert "cursed_wolf_father" in t.calls
    assert "cursed_wolf_father" in t.fakes
    t.dawn().day().night(devour="Cid", candles="1", infect=True)
    assert t.is_wolf("Cid")
    keys = [answer.key for answer in t.game.answers]
    assert keys.index("cursed_wolf_father.infect") > len(keys) - keys[::-1].index("moonlight_hard.candles") - 1


def test_the_big_bad_wolf_has_a_candle_of_his_own() -> None:
    """MOON-3, AMD-32: two are right on a night he feeds, and counted after him; a third voids both meals."""
    t = table(PACK, HARD).upto("moonlight_hard.candles", falls=True, werewolves_devour="Cid", big_bad_wolf_devour="Eve")
    assert t.was_asked("cursed_wolf_father.infect")
    assert t.options == ["0", "1", "2", "3"]
    t.answer(candles="2").dawn()
    assert t.dead == ["Cid", "Eve"]
    t = table(PACK, HARD).night(werewolves_devour="Cid", big_bad_wolf_devour="Dan", candles="3").dawn()
    assert t.dead == []
    assert t.day().night(werewolves_devour="Dan", big_bad_wolf_devour="Eve", candles="2").dawn().dead == ["Eve"]


def test_a_second_meal_not_taken_allows_no_second_candle() -> None:
    """MOON-3: he puts out the second one himself, or nobody may."""
    t = table(PACK, HARD, big_bad_wolf_second_meal="may")
    t.night(werewolves_devour="Cid", candles="2").dawn()
    assert t.dead == []


def test_a_big_bad_wolf_who_feeds_alone_leaves_the_pack_its_candle() -> None:
    """MOON-3, AMD-32: with a feeding Big Bad Wolf the limit is two, whether or not the pack has agreed."""
    t = table(PACK, HARD).upto("moonlight_hard.candles", werewolves_devour=None, big_bad_wolf_devour="Eve")
    assert t.options == ["0", "1", "2", "3"]
    assert t.answer(candles="2").dawn().dead == ["Eve"]


def test_once_a_werewolf_has_fallen_the_limit_is_one_and_the_count_early() -> None:
    """MOON-3, BBW-6: he does not feed alone any more."""
    people = "Ann:big_bad_wolf Bea:cursed_wolf_father Cid Dan Eve:werewolf Fay Gus Hal"
    t = table(people, HARD, big_bad_wolf_second_meal="may").night().dawn()
    t.day("Eve").upto("moonlight_hard.candles", falls=True, devour="Cid")
    assert t.options == ["0", "1", "2"]
    t.answer(candles="2")
    assert not t.was_asked("cursed_wolf_father.infect")


def test_an_infection_of_that_night_is_undone() -> None:
    """MOON-3, AMD-32: the bite never happened; the power is spent."""
    t = table(PACK, HARD)
    t.night(werewolves_devour="Cid", infect=True, big_bad_wolf_devour="Eve", candles="3")
    assert not t.is_wolf("Cid")
    assert t.sees("Cid", "infection_undone", seat="Cid")
    assert t.was_asked("moonlight_hard.undo_infection")
    t.dawn()
    assert t.dead == []
    t.day().night(werewolves_devour="Cid", big_bad_wolf_devour="Eve", candles="2")
    assert [answer.key for answer in t.game.answers].count("cursed_wolf_father.infect") == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_infection_is_undone_without_a_word(language: str) -> None:
    """AMD-32, MOON-4: by a touch; the call before has ended, no other one is made."""
    t = table(PACK, HARD).upto("big_bad_wolf.devour", falls=True, werewolves_devour="Cid", infect=True)
    t.upto("moonlight_hard.undo_infection", devour="Eve", candles="3")
    assert t.prompt is not None
    assert not t.prompt.aloud
    assert Words(language).prompt(t.prompt, t.names, t.game.events).say == ""
    assert desk.script_of(t.game, Words(language), t.game.undo()).say == ""


def test_poison_is_no_meal() -> None:
    """MOON-2: other deaths of the night happen all the same."""
    t = table("Ann:werewolf Bea:witch Cid Dan Eve", HARD).night(devour="Cid", candles="2", poison="Dan").dawn()
    assert t.dead == ["Dan"]


def test_where_a_fire_has_driven_the_pack_off_no_candle_is_counted() -> None:
    """MOON-2, NR-3, AMD-32: there was no meal; and however many went out, one of them burns."""
    people = "Ann:werewolf Bea Cid:pyromaniac Dan:werewolf Eve Fay Guy"
    t = table(people, HARD, houses="Eve:farm_1").night(burn="farm_1", devour="Eve")
    assert not t.was_asked("moonlight_hard.candles")
    assert t.dawn().dead == ["Dan"]
    t = table(people.replace("Ann:werewolf", "Ann:big_bad_wolf"), HARD, houses="Eve:farm_1")
    t.night(burn="farm_1", werewolves_devour="Bea", big_bad_wolf_devour="Eve")
    assert not t.was_asked("moonlight_hard.candles"), "the fire at the second house undoes the first meal too"
    assert t.dawn().dead == ["Dan"]


def test_white_has_bitten_before_the_candles_are_counted() -> None:
    """MOON-2, P-NX-9: his is no meal, and what he takes is not given back."""
    people = "Ann:white_werewolf Bea:werewolf Cid Dan Eve Fay"
    t = table(people, HARD).round().upto("white_werewolf.devour", falls=True, werewolves_devour="Cid")
    t.say("Bea")
    assert t.asks("moonlight_hard.candles")
    assert t.options == ["0", "1", "2"]
    assert t.answer(candles="2").dawn().dead == ["Bea"]


def test_with_physical_cards_an_unknown_big_bad_wolf_is_waited_for() -> None:
    """MOON-3, AMD-32."""
    t = table(PACK, HARD, physical=True)
    t.night(werewolves_devour="Cid", big_bad_wolf_devour="Eve", candles="3").dawn()
    assert t.dead == []
    t = table(PACK, HARD, physical=True)
    assert t.night(werewolves_devour="Cid", big_bad_wolf_devour="Eve", candles="2").dawn().dead == ["Cid", "Eve"]


def test_after_the_flood_each_part_of_the_pack_has_a_candle() -> None:
    """MOON-2, EVO-4."""
    people = "Ann:werewolf Bea Cid Dan:werewolf Eve Fay Gus"
    t = table(people, HARD, events="flood").night().dawn().day().night().dawn(church=["Ann", "Bea", "Cid"]).day()
    t.night(devour=["Bea", "Eve"], candles="2").dawn()
    assert t.dead == ["Bea", "Eve"]


# -- with other variants --


def test_one_form_or_the_other() -> None:
    """VARX-1: the hard form includes the easy one."""
    with pytest.raises(InvalidSetup) as caught:
        table(variants=f"moonlight {HARD}")
    assert [fault.key for fault in caught.value.faults] == ["setup.variants_exclude"]


@pytest.mark.parametrize("other", [kind.name for kind in VARIANTS if not kind.name.startswith("moonlight")])
@pytest.mark.parametrize("own", ["moonlight", HARD])
def test_it_combines_with_everything(own: str, other: str) -> None:
    """MOON-1, VARX-1."""
    setup = both(own, other, 4)
    village, outcome, recorder = random_game(setup, 7)
    assert {event.facts["seat"] for event in village.events if event.name == "candle_out"} >= {
        death.seat for death in village.graveyard
    }
    assert play(setup, recorder.answers).outcome == outcome


def test_both_cards_are_turned_up_before_the_candle_goes_out() -> None:
    """DBL-3, MOON-1: the second one too."""
    deck = ["werewolf", "seer", *["simple_villager"] * 12]
    setup = Setup.of(7, deck, variants=["moonlight", "double_you_big"], cards_known_to_app=True, sheriff_election="off")
    game = play(setup, [True, 1, 3, True])  # the night, the Seer's look, the wolves' meal, the dawn
    told = [event.name for event in game.events if event.facts.get("seat") == 3]
    assert told.index("second_shown") < told.index("candle_out")


PLAIN = ["werewolf", "big_bad_wolf", "cursed_wolf_father", "witch", "seer", "elder", *["simple_villager"] * 3]


def test_in_the_trance_no_candle_goes_out_at_night() -> None:
    """MOON-1, VARX-1: whoever is mesmerized lives; too many candles and nobody is."""
    t = table(variants="moonlight lycanthropic_trance").night(devour="Bea").dawn()
    assert t.happened("mesmerized", seat="Bea")
    assert not t.happened("candle_out")
    t = table(variants=f"{HARD} lycanthropic_trance").night(devour="Bea", candles="2").dawn()
    assert not t.happened("mesmerized")


@pytest.mark.parametrize("seed", range(40))
def test_random_games_end_and_replay(seed: int) -> None:
    random = Random(seed)
    known = random.random() < 0.5
    variants = [random.choice(["moonlight", HARD])]
    setup = Setup.of(9, PLAIN, cards_known_to_app=known, seed=seed, variants=variants)
    village, outcome, recorder = random_game(setup, seed)
    game = play(setup, recorder.answers)
    assert game.outcome == outcome
    assert [event.to_json() for event in game.events] == [event.to_json() for event in village.events]
