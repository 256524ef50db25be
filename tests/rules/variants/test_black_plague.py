"""The Black Plague."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import nightcall
from nightcall import PRESETS, PUBLIC, Event, InvalidSetup, Prompt, Setup
from nightcall.engine.game import run
from nightcall.engine.rule import KINDS
from nightcall.engine.village import Village
from nightcall.words import Words
from tests.strategies import random_game
from tests.table import Table
from tests.test_leaks import SameChoices, first_difference

PLAGUE = "black_plague"


def table(people: str, **options: Any) -> Table:
    return Table(people, variants=PLAGUE, **options)


def faults(deck: list[str], **extra: Any) -> dict[str, str]:
    """What is wrong with a plague deck: key -> rule."""
    wanted = {"variants": [PLAGUE], **extra}
    try:
        Setup.of(8 if "thief" not in deck else 6, deck, **wanted)
    except InvalidSetup as error:
        return {fault.key: fault.rule for fault in error.faults}
    return {}


# -- the deck --


@pytest.mark.parametrize("physical", [False, True])
def test_no_card_is_a_werewolf(physical: bool) -> None:
    """PLAG-1: announced as one, it turns out to be a Simple Villager."""
    t = table("Ann:werewolf Bea:werewolf Cid:seer Dan Eve Fay", physical=physical)
    assert dict(t.events("began")[0].facts["deck"]) == {"werewolf": 2, "seer": 1, "simple_villager": 3}
    t.night(first="Dan", look="Ann").dawn().day("Ann")
    assert t.happened("card_shown", seat="Ann", card="simple_villager")
    assert not any(t.is_wolf(name) for name in t.names)
    assert not t.was_asked("werewolves.identify")
    assert not t.was_asked("werewolves.devour")


def test_everybody_is_dealt_what_lies_there_in_truth() -> None:
    """PLAG-1: the player's own screen shows the card that will be turned up."""
    t = table("Ann:werewolf Bea Cid Dan")
    assert t.sees("Ann", "dealt", card="simple_villager")


def test_the_deck_needs_no_werewolf() -> None:
    """GEN-20: here alone."""
    t = table("Ann Bea Cid Dan")
    t.night(first="Bea").dawn()
    assert t.dead == ["Bea"]
    with pytest.raises(InvalidSetup) as caught:
        Table("Ann Bea Cid Dan")
    assert [fault.rule for fault in caught.value.faults] == ["GEN-20"]
    with pytest.raises(InvalidSetup):
        Table("Ann Bea Cid Dan", variants="lycanthropic_trance")


@pytest.mark.parametrize(
    "card",
    ["wolf_hound", "wild_child", "cursed_wolf_father", "white_werewolf", "big_bad_wolf", "knight_with_the_rusty_sword"],
)
def test_characters_that_depend_on_werewolves_are_refused(card: str) -> None:
    """PLAG-5: in the deck and among the Actor's cards."""
    deck = ["werewolf", "werewolf", *["simple_villager"] * 6]
    assert faults(deck) == {}
    assert faults([*deck[:-1], card]) == {"setup.plague_cards": "PLAG-5"}
    if card in ("wild_child", "knight_with_the_rusty_sword"):
        assert faults([*deck[:-1], "actor"], trio=["seer", "fox", card]).get("setup.plague_cards") == "PLAG-5"


@pytest.mark.parametrize("event", ["backfire", "specter", "double_agent", "end_of_the_harvest", "radiant_sunday"])
def test_event_cards_that_would_betray_it_are_refused(event: str) -> None:
    """PLAG-5: those that make Werewolves, show them, or cannot be played beside it."""
    deck = ["werewolf", "werewolf", *["simple_villager"] * 6]
    assert faults(deck, events=["burial"]) == {}
    assert faults(deck, events=["burial", event]) == {"setup.plague_events": "PLAG-5"}
    assert faults(deck, events=["burial"], hand=[event]) == {"setup.plague_events": "PLAG-5"}


def test_which_variants_it_cannot_be_combined_with() -> None:
    """VARX-1."""
    deck = ["werewolf", *["simple_villager"] * 7]
    for other in ("harvest_festival", "lycanthropic_trance", "community_of_hamlets", "double_you"):
        assert other in KINDS
        for variants in ([PLAGUE, other], [other, PLAGUE]):
            assert faults(deck, variants=variants).get("setup.variants_exclude") == "VARX-1", variants


def test_candles_and_walls_go_with_it() -> None:
    """VARX-1."""
    deck = ["werewolf", *["simple_villager"] * 7]
    for other in ("moonlight", "moonlight_hard", "writing_on_the_wall"):
        assert other in KINDS
        assert faults(deck, variants=[PLAGUE, other]) == {}


# -- the nights --


def test_the_moderator_picks_the_first_victim_at_the_werewolves_call() -> None:
    """PLAG-1: anybody living; the question is the moderator's alone."""
    t = table("Ann:werewolf Bea:seer Cid Dan Eve")
    t.upto("black_plague.first", look="Ann")
    assert t.options == ["Ann", "Bea", "Cid", "Dan", "Eve"]
    assert t.prompt is not None
    assert t.prompt.audience == ()
    assert t.prompt.low == 1  # the Plague does not pause
    t.answer(first="Ann")
    assert t.calls == ["seer", "werewolves"]
    t.dawn()
    assert t.dead == ["Ann"]
    assert t.why("died", seat="Ann") == "NR-15"  # named like any victim of the night


def test_each_victim_picks_the_next() -> None:
    """PLAG-2: told by day, and nobody else hears of it; the vote makes no chooser."""
    t = table("Ann:werewolf Bea Cid Dan Eve Fay Gus")
    t.night(first="Bea").upto("black_plague.whisper")
    assert t.prompt is not None
    assert (t.prompt.seat, t.prompt.audience) == (2, ())
    assert t.game.village.day == 1
    t.answer()
    assert t.sees("Bea", "plague_passed_on")
    assert not t.sees(None, "plague_passed_on")
    assert not t.sees("Cid", "plague_passed_on")
    t.day("Cid")
    t.upto("black_plague.named")
    assert t.prompt.seat == 2
    t.answer(named="Dan").dawn().day()
    t.upto("black_plague.named")
    assert t.prompt is not None
    assert t.prompt.seat == 4
    assert t.options == ["Ann", "Eve", "Fay", "Gus"]


def test_who_died_of_it_is_told_before_the_days_event() -> None:
    """PLAG-2, MIRA-3: a Miracle brings back the victim, not the secret; what the death has caused stays."""
    t = table("Ann:werewolf Bea Cid Dan Eve Fay", events="miracle").round(first="Bea")
    t.night(named="Cid").dawn()
    assert t.happened("returned", seat="Cid")
    assert t.sees("Cid", "plague_passed_on", seat="Cid")
    t.day().upto("black_plague.named")
    assert t.prompt is not None
    assert t.prompt.seat == t.seat("Cid")


def test_a_saved_victim_leaves_the_choice_where_it_was() -> None:
    """PLAG-4: with the moderator, then with the same dead player."""
    t = table("Ann:werewolf Bea:defender Cid:witch Dan:elder Eve Fay Gus")
    t.night(protect="Eve", first="Eve").dawn().day()
    assert t.dead == []
    assert not t.happened("plague_passed_on")
    t.night(protect="Bea", first="Eve").dawn().day()
    t.night(protect="Cid", named="Fay", heal="Fay").dawn().day()
    assert t.dead == ["Eve"]
    t.night(protect="Bea", named="Dan").dawn().day()
    assert t.dead == ["Eve"]  # the Elder's first life
    t.upto("black_plague.named", protect="Ann")
    assert t.prompt is not None
    assert t.prompt.seat == 5
    t.answer(named="Dan").dawn()
    assert t.dead == ["Eve", "Dan"]


def test_the_witch_is_shown_the_victim() -> None:
    """PLAG-4: like the Werewolves' victim."""
    t = table("Ann:werewolf Bea:witch Cid Dan Eve")
    t.night(first="Cid")
    assert t.events("victims_shown")[0].facts["seats"] == (3,)


def test_a_victim_may_be_somebody_whose_card_must_be_looked_at() -> None:
    """PLAG-4, CK-1: with physical cards the Elder is checked at this bite as at any other."""
    t = table("Ann:werewolf Bea:elder Cid Dan Eve", physical=True)
    t.night(first="Bea").dawn()
    assert t.looked_at == ["Bea"]
    assert t.dead == []


def test_a_hunter_who_dies_of_it_shoots() -> None:
    """PLAG-4, HUNTER-8."""
    t = table("Ann:werewolf Bea:hunter Cid Dan Eve")
    t.night(first="Bea").dawn(shoot="Ann")
    assert t.dead == ["Bea", "Ann"]
    t.day()
    t.upto("black_plague.named")
    assert t.prompt is not None
    assert t.prompt.seat == 2  # not who was shot


def test_the_poisoned_are_no_plague_victims() -> None:
    """PLAG-2: only the Plague's own victim chooses."""
    t = table("Ann:werewolf Bea:witch Cid Dan Eve Fay")
    t.night(first="Cid", poison="Dan").dawn().day()
    assert [event.facts["seat"] for event in t.events("plague_passed_on")] == [3]


@pytest.mark.parametrize("physical", [False, True])
def test_seer_fox_and_bear_find_nobody(physical: bool) -> None:
    """PLAG-4: no Werewolf to be seen, smelled or growled at, beside two announced ones."""
    t = table("Ann:werewolf Bea:bear_tamer Cid:werewolf Dan:fox Eve:seer Fay Gus", physical=physical)
    t.night(look="Ann", sniff="Cid", first="Fay").dawn().day()
    assert not t.happened("bear_grunted")
    t.night(look="Cid", named="Gus")
    assert "fox" in t.fakes  # his nose is gone
    assert t.game.village.wolves == set()


def test_the_little_girl_has_nobody_to_spy_on() -> None:
    """PLAG-4: nobody can catch her."""
    t = table("Ann:werewolf Bea:little_girl Cid Dan Eve")
    t.night(first="Cid")
    assert not t.was_asked("little_girl.caught")


# -- the end --


def test_the_village_does_not_win_for_want_of_werewolves() -> None:
    """PLAG-4, WIN-1: not even when every announced one has fallen."""
    t = table("Ann:werewolf Bea Cid Dan Eve")
    t.night(first="Bea").dawn().day("Ann")
    assert t.winner is None
    t.night(named="Cid").dawn()
    assert "nobody_wins" not in t.options  # nor is it a stalemate that there are none


def test_naming_the_plague_ends_it() -> None:
    """PLAG-3, AMD-47: the living win, the dead do not."""
    t = table("Ann:werewolf Bea Cid Dan Eve")
    t.night(first="Bea").dawn()
    t.answer(debate="name_the_plague")
    assert t.winner == "village"
    assert t.winners == ["Ann", "Cid", "Dan", "Eve"]
    assert t.game.outcome is not None
    assert t.game.outcome.rule == "PLAG-3"


def test_it_may_be_named_on_any_later_day_but_not_before_the_first_night() -> None:
    """AMD-47."""
    t = table("Ann:werewolf Bea:angel Cid Dan Eve Fay")
    assert t.asks("day.debate")
    assert "name_the_plague" not in t.options
    t.day()
    t.night(first="Cid").dawn()
    assert t.options == ["vote", "name_the_plague"]
    t.day()
    t.night(named="Dan").dawn()
    assert "name_the_plague" in t.options


def test_a_wrong_guess_in_a_normal_game_is_nothing_to_enter() -> None:
    """AMD-47."""
    t = Table("Ann:werewolf Bea Cid Dan Eve")
    t.night(devour="Bea").dawn()
    assert t.options == ["vote"]


def test_unnamed_it_goes_on_until_nobody_is_left() -> None:
    """PLAG-3, WIN-8."""
    t = table("Ann:werewolf Bea Cid")
    t.night(first="Ann").dawn().day()
    t.night(named="Bea").dawn().day()
    assert t.alive == ["Cid"]
    assert t.winner is None
    t.night(named="Cid").dawn()
    assert t.winner == "nobody"
    assert t.winners == []


# -- the secret --


class SameVictims(SameChoices):
    """The same people choose the same, and the same people die in the night."""

    def __init__(self, salt: str, setup: Setup) -> None:
        super().__init__(salt, setup)
        self.packs = [seat for seat, card in enumerate(setup.deck, 1) if card == "werewolf"]
        self.said: list[str] = []

    def _answer(self, prompt: Prompt, key: str) -> Any:
        assert self.village is not None
        words = Words().prompt(prompt, self.village.setup.players, self.village.events)
        line = words.before + words.say
        if line and line not in self.said[-2:]:
            self.said.append(line)
        if prompt.key == "devoted_servant.act":
            return None  # with a Werewolf's card she would rightly tell the games apart
        if prompt.key in ("werewolves.devour", "black_plague.first", "black_plague.named"):
            prey = [seat for seat in prompt.options if seat not in self.packs]
            return min(prey or prompt.options, key=lambda seat: self._rank(f"prey{self.village.night}", seat))  # type: ignore[union-attr]
        return super()._answer(prompt, key)


def told(
    deck: list[str], salt: str, *variants: str, known: bool, preset: str = "pact"
) -> tuple[list[Event], list[str]]:
    """The events of a game, with its public questions, and all that was said aloud in its first night."""
    setup = Setup.of(len(deck), deck, preset=preset, variants=variants, cards_known_to_app=known)
    bot = SameVictims(salt, setup)
    village = bot.village = Village(setup, bot)
    run(village)
    return village.events, bot.said


def may_part(usual: Event | None, plague: Event | None) -> bool:
    """Whether the games rightly look different here: a card that should be a Werewolf, a bear that should grunt, an
    end one of them cannot have (a Piper may win before). Or they do not differ at all."""
    if usual is None or plague is None:
        return usual is plague
    if plague.name == "plague_passed_on":
        return True  # a dead player's own business
    if usual.name == plague.name == "card_shown":
        cards = usual.facts["card"], plague.facts["card"]
        return usual.facts["seat"] == plague.facts["seat"] and cards == ("werewolf", "simple_villager")
    return usual.name in ("bear_grunted", "won") or plague.name == "won"


POOL = (
    ["seer", "witch", "defender", "hunter", "elder", "little_girl", "fox", "bear_tamer", "piper", "scapegoat"]
    + ["village_idiot", "wandering_judge", "devoted_servant"]
    + ["simple_villager"] * 5
)


@pytest.mark.parametrize("known", [True, False])
def test_the_table_cannot_tell_it_from_a_normal_game(known: bool) -> None:
    """PLAG-1, PLAG-2, PLAG-4: same calls, questions and announcements, up to the first card that should be a Werewolf.

    A bear that should have grunted, or a victory over the Werewolves, is told apart rightly too.
    """
    nights = 0
    for seed in range(150):
        random = Random(seed)
        deck = [*["werewolf"] * random.randint(1, 3), *random.sample(POOL, random.randint(4, 10))]
        random.shuffle(deck)
        preset, more = random.choice(PRESETS), random.choice([(), ("moonlight",), ("surely_not_him",)])
        usual, _ = told(deck, str(seed), *more, known=known, preset=preset)
        plague, _ = told(deck, str(seed), PLAGUE, *more, known=known, preset=preset)
        mine, theirs, before = first_difference(usual, plague, PUBLIC)
        assert may_part(mine, theirs), (seed, mine, theirs, before[-5:])
        nights += sum(event.name == "night_fell" for event in before)
        for seat, card in enumerate(deck, 1):
            if card == "simple_villager":
                mine, theirs, _ = first_difference(usual, plague, seat)
                assert may_part(mine, theirs), (seed, seat, mine, theirs)
    assert nights > 150


def test_the_moderator_says_the_same_words() -> None:
    """PLAG-1: up to the first debate the evening sounds alike, to the letter."""
    deck = ["werewolf", "seer", "werewolf", "witch", "simple_villager", "fox", "simple_villager"]
    debates = {Words().text(f"prompt.day.debate.say.{wording}") for wording in range(1, 5)}
    for salt in ("a", "b", "c"):
        _, usual = told(deck, salt, known=True)
        _, plague = told(deck, salt, PLAGUE, known=True)
        until = next(place for place, line in enumerate(plague) if line in debates)
        assert plague[: until + 1] == usual[: until + 1]
        assert any(Words().text("call.werewolves.wake") in line for line in plague[:until])


def test_later_nights_sound_like_the_first() -> None:
    """PLAG-1, PLAG-2: the call is said aloud whoever chooses."""
    t = table("Ann:werewolf Bea Cid Dan Eve")
    t.night(first="Bea").dawn().day()
    t.upto("black_plague.named")
    assert t.prompt is not None
    said = Words().prompt(t.prompt, t.names, t.game.events)
    assert said.say == Words().text("call.werewolves.wake")
    assert "Bea" in said.ask


def test_what_is_whispered_is_not_said_aloud() -> None:
    """PLAG-2."""
    t = table("Ann:werewolf Bea Cid Dan Eve")
    t.night(first="Bea").upto("black_plague.whisper")
    assert t.prompt is not None
    said = Words().prompt(t.prompt, t.names, t.game.events)
    assert (said.say, said.before) == ("", "")


# -- anything goes --


def test_random_games_end_and_are_told_again_alike() -> None:
    """PLAG-3: whoever wins, it is never for want of Werewolves; a replay is the same game."""
    rules = set()
    for seed in range(60):
        random = Random(seed)
        pool = [*POOL, "cupid", "angel", "thief"]
        deck = ["werewolf", "werewolf", *random.sample(pool, 7)]
        size = len(deck) - 2 * ("thief" in deck)
        houses = {"buildings": ["pub", "farm_1", "bakery", "church", "manor", *["vagabond"] * (size - 5)]}
        cards = {"events": ["full_moon_rising", "touch_of_death", "somnambulism", "flood", "miracle", "nightmare"]}
        extra: dict[str, Any] = random.choice([{}, houses, cards])
        others = random.choice([[], [], ["moonlight"], ["moonlight_hard"], ["writing_on_the_wall"]])
        setup = Setup.of(
            size,
            deck,
            seed=seed,
            variants=[PLAGUE, *others],
            cards_known_to_app=random.random() < 0.5,
            draw="stacked",
            **extra,
        )
        village, outcome, recorder = random_game(setup, seed)
        rules.add(outcome.rule)
        again = nightcall.play(setup, recorder.answers)
        assert again.outcome == outcome
        assert list(map(repr, again.events)) == list(map(repr, village.events))
        assert village.wolves == set()
    assert "PLAG-3" in rules
    assert not rules & {"WIN-1", "WIN-2", "WIN-11"}
