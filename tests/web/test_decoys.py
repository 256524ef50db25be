"""A call that only pretends shows the form of a live one, for every character who is called."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from nightcall import PRESETS, Game, Prompt, Setup, desk, play
from nightcall.engine.prompts import ACK, BALLOTS, TEXT
from nightcall.engine.rule import NEVER, Character
from nightcall.rules.characters import CHARACTERS
from nightcall.rules.characters.defender import Defender
from nightcall.rules.characters.fox import Fox
from nightcall.rules.characters.hunter import Hunter
from nightcall.rules.characters.seer import Seer
from nightcall.rules.characters.witch import Witch
from nightcall.rules.newmoon import EVENTS
from nightcall.rules.newmoon.full_moon_rising import MoonPack
from nightcall.web.manner import Manner
from nightcall.web.play import forms
from nightcall.web.table import Table
from nightcall.words import Words

GREETED = ("two_sisters", "three_brothers", "bear_tamer", "little_girl")
"""They are seen or see each other, and that is all."""
CALLED = [kind for kind in CHARACTERS if kind.wakes != NEVER]
BY_ITSELF = [kind for kind in CALLED if not (kind.spares or kind.borrows or kind.needs) and not kind.is_wolf]
"""What can be announced without anything else it plays with."""
PLAYERS = 9
WORDS = Words("en")
HOUSE: dict[str, Any] = {
    "big_bad_wolf_keeps_appetite": True,
    "defender_may_repeat": True,
    "fox_keeps_nose": True,
    "piper_charms": 4,
    "thief_must_take_wolf": False,
    "white_werewolf_every": 1,
    "wolf_hound_side": "by_lot",
    "wolves_may_eat_wolves": True,
}


def table(kind: type[Character], *, is_live: bool, preset: str = "pact", **options: Any) -> Game:
    """Seat 1 holds the card, or it lies in the middle of the table; everything else is the same."""
    held, spare = (kind.name, "simple_villager") if is_live else ("simple_villager", kind.name)
    deck = [held, "thief", "werewolf", "werewolf", *["simple_villager"] * (PLAYERS - 4), spare, "simple_villager"]
    if kind.spares:
        deck[1] = "simple_villager"
    else:
        options["thief_swap"] = "optional_unless_two_wolves"
    if kind.together > 1:  # all of them or none, and there are only two cards in the middle
        deck = [held] * kind.together + ["werewolf"] * 2 + ["simple_villager"] * (PLAYERS - 2 - kind.together)
        options["also_announced"] = [] if is_live else [kind.name] * kind.together
    if kind.needs == "buildings":
        options |= {"buildings": ["church", "farm_1", *["vagabond"] * 7], "buildings_available": True}
    if kind.needs == "events":
        options |= {"events": [card.name for card in EVENTS if card.in_helper and not card.is_spiritualism]}
        options["event_cards_available"] = True
    if kind.borrows:
        options["trio"] = ["fox", "defender", "hunter"]
    options |= {"cards_known_to_app": True, "sheriff_election": "off"}
    options |= {"little_girl_called_n1": True, "wolf_hound_call": "own_call"}
    return play(Setup.of(PLAYERS, deck, preset=preset, draw="stacked", **options))


def called(game: Game, name: str, *, devours: bool = True) -> Game:
    """Until the question at the card's call; the Thief takes nothing, and nobody is voted out."""
    while game.prompt is not None:
        told = [event for event in game.events if event.name in ("called", "dawn_broke")]
        if told and told[-1].facts.get("call") == name:
            return game
        game = game.answer(_usual(game.prompt, devours))
    raise AssertionError(f"{name} was never called")


def _usual(prompt: Prompt, devours: bool) -> Any:
    if prompt.key == "werewolves.devour":
        return max(prompt.options) if devours else None
    if prompt.kind in (ACK, BALLOTS):
        return True if prompt.kind == ACK else {}
    if not prompt.low:
        return None
    return prompt.options[0] if prompt.high == 1 else tuple(prompt.options[: prompt.low])


def shown(game: Game) -> tuple[Any, ...]:
    """What anybody who glances at the moderator's screen sees of the question."""
    form = forms.for_moderator(Table("g", 1, game, Manner(), 0, 0), WORDS)
    ask = form.plain_ask if form.kind != ACK else ""
    labels = [choice.label for choice in form.choices]
    return form.kind, ask, form.low, form.high, form.nothing, labels, len(form.faces), form.is_public


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("devours", [True, False])
@pytest.mark.parametrize("kind", CALLED, ids=lambda kind: kind.name)
def test_a_faked_call_is_the_same_form_as_a_live_one(kind: type[Character], devours: bool, preset: str) -> None:
    """FK-1, FK-2: the card is dealt in one game and lies in the middle in the other."""
    tables = (table(kind, is_live=is_live, preset=preset) for is_live in (True, False))
    compare(*(called(game, kind.name, devours=devours) for game in tables))


@pytest.mark.parametrize("kind", CALLED, ids=lambda kind: kind.name)
def test_and_by_the_table_s_own_rules(kind: type[Character]) -> None:
    """FK-1: under every house rule."""
    tables = (table(kind, is_live=is_live, **HOUSE) for is_live in (True, False))
    compare(*(called(game, kind.name) for game in tables))


def compare(live: Game, fake: Game) -> None:
    assert live.prompt is not None
    assert fake.prompt is not None
    assert live.prompt.key != "call.fake"
    assert fake.prompt.key == "call.fake"
    assert shown(fake) == shown(live)


def steps(game: Game, name: str, answer: Callable[[Prompt], Any]) -> list[tuple[Any, ...]]:
    """Every screen of a call, as anybody sees it who glances at it or counts."""
    seen: list[tuple[Any, ...]] = []
    for _ in range(9):
        told = [event for event in game.events if event.name in ("called", "dawn_broke")]
        assert game.prompt is not None
        if told[-1].facts.get("call") != name or game.prompt.key == "dawn.breaks":
            return seen
        seen.append(shown(game))
        value, before = answer(game.prompt), game
        game = game.answer(value)
        found = [step for step in desk.results(game, before) if not step.is_lift]
        if value is None and found and not found[-1].is_asked:
            continue
        for step in found:
            form = forms.for_result(Table("g", 1, game, Manner(), 0, 0), step, WORDS)
            ask = form.plain_ask if form.kind != ACK else ""
            seen.append((form.kind, ask, form.low, form.high, form.nothing, [], len(form.faces), form.is_public))
    raise AssertionError("no end to it")


@pytest.mark.parametrize("devours", [True, False])
@pytest.mark.parametrize("kind", [Witch, Seer, Fox, Defender], ids=lambda kind: kind.name)
def test_a_first_night_s_faked_call_has_as_many_steps_as_a_live_one(kind: type[Character], devours: bool) -> None:
    """FK-1: nothing is used up yet, so the count of taps tells nobody whether the card was dealt."""

    def first(prompt: Prompt) -> Any:
        return True if prompt.kind == ACK else prompt.options[0] if kind is not Witch else None

    seen = [
        steps(called(table(kind, is_live=is_live), kind.name, devours=devours), kind.name, first)
        for is_live in (True, False)
    ]
    assert seen[0] == seen[1]
    assert len(seen[0]) == {Witch: 2 if devours else 1, Defender: 1}.get(kind, 2)


def test_a_spent_witch_and_one_never_dealt_have_the_same_step() -> None:
    """FK-2, FK-4: from the second night on one question, whether she is there or not."""

    def answer(prompt: Prompt) -> Any:
        drunk = {"witch.heal": max(prompt.options, default=0), "witch.poison": 5}
        return drunk[prompt.key] if prompt.key in drunk else _usual(prompt, devours=True)

    seen = []
    for is_live in (True, False):
        game = called(table(Witch, is_live=is_live), Witch.name)
        while game.village.night < 2:
            assert game.prompt is not None
            game = game.answer(answer(game.prompt))
        game = called(game, Witch.name)
        assert game.prompt is not None
        assert game.prompt.key == "call.fake"
        seen.append(steps(game, Witch.name, lambda _: True))
    assert seen[0] == seen[1]
    assert len(seen[0]) == 1


@pytest.mark.parametrize("used", [(), ("witch.heal",), ("witch.poison",), ("witch.heal", "witch.poison")], ids="+".join)
@pytest.mark.parametrize("devours", [True, False])
def test_a_single_question_to_the_witch_looks_the_same_whatever_is_left(used: tuple[str, ...], devours: bool) -> None:
    """FK-2, WITCH-1: which potion is used up is nobody's business who glances at the screen."""

    def answer(prompt: Prompt) -> Any:
        return {"witch.heal": max(prompt.options, default=0), "witch.poison": 5}[prompt.key]

    game = called(table(Witch, is_live=True), Witch.name)
    while game.village.night < 2:
        assert game.prompt is not None
        game = game.answer(answer(game.prompt) if game.prompt.key in used else _usual(game.prompt, devours=True))
    game = called(game, Witch.name, devours=devours)
    assert game.prompt is not None
    has_both = not used and devours
    never_dealt = called(table(Witch, is_live=False), Witch.name)
    while never_dealt.village.night < 2:
        assert never_dealt.prompt is not None
        never_dealt = never_dealt.answer(_usual(never_dealt.prompt, devours=True))
    never_dealt = called(never_dealt, Witch.name, devours=devours)
    seen = [
        steps(each, Witch.name, lambda prompt: True if prompt.kind == ACK else None) for each in (game, never_dealt)
    ]
    assert (seen[0] == seen[1]) is not has_both
    assert len(seen[0]) == 1 + has_both
    said = [desk.script_of(each, WORDS, each.undo()).say for each in (game, never_dealt)]
    assert said[0] == said[1]


def test_the_note_tells_what_the_single_question_is_about() -> None:
    """WITCH-1: it can no longer be read off the question itself."""
    game = called(table(Witch, is_live=True), Witch.name)
    while game.village.night < 2:
        assert game.prompt is not None
        game = game.answer(5 if game.prompt.key == "witch.poison" else _usual(game.prompt, devours=True))
    game = called(game, Witch.name)
    assert game.prompt is not None
    assert game.prompt.key == "witch.heal"
    assert "can only heal" in desk.note(game, WORDS)


@pytest.mark.parametrize("kind", BY_ITSELF, ids=lambda kind: kind.name)
def test_a_card_never_dealt_is_looked_for_like_any_other(kind: type[Character]) -> None:
    """FK-1, IDENT-0: with real cards whoever is called first opens the eyes, so whoever is not there seems to."""

    def tap(prompt: Prompt) -> Any:
        if prompt.kind == ACK:
            return True
        if prompt.key == "werewolves.devour" or not prompt.low:
            return None
        if not prompt.options:
            return "an ear" if prompt.kind == TEXT else False
        return prompt.options[0] if prompt.high == 1 else tuple(prompt.options[: prompt.low])

    count = max(kind.together, 1)
    others = ["werewolf", *["simple_villager"] * (PLAYERS - 1 - count)]
    options: dict[str, Any] = {"sheriff_election": "off", "little_girl_called_n1": True, "wolf_hound_call": "own_call"}
    seen = []
    for is_live in (True, False):
        held = [kind.name if is_live else "simple_villager"] * count
        extra = [] if is_live else [kind.name] * count
        game = called(play(Setup.of(PLAYERS, [*held, *others], also_announced=extra, **options)), kind.name)
        seen.append(steps(game, kind.name, tap)[: 1 + (kind.name not in GREETED)])
    assert seen[0][0] == seen[1][0]
    assert seen[0][0][1] == WORDS.question("identify")
    assert [step[:2] for step in seen[0]] == [step[:2] for step in seen[1]]


@pytest.mark.parametrize("kind", CALLED, ids=lambda kind: kind.name)
def test_who_chooses_something_when_called_says_so(kind: type[Character]) -> None:
    game = called(table(kind, is_live=True), kind.name)
    asked = kind.asks(game.village)
    assert (asked is None) == (kind.name in GREETED)
    assert asked is None or asked.key.partition(".")[0] == kind.name


def test_where_nothing_is_chosen_nothing_is_asked() -> None:
    village = table(CALLED[0], is_live=True).village
    assert all(kind.asks(village) is None for kind in CHARACTERS if kind.wakes == NEVER)


def test_the_witch_of_the_harvest_festival_brews() -> None:
    """FK-1, HARV-9: what is asked is asked in the form the character is played in."""
    tables = [table(Witch, is_live=is_live, variants=["harvest_festival"]) for is_live in (True, False)]
    compare(*(called(game, Witch.name) for game in tables))
    asked = called(tables[0], Witch.name).prompt
    assert asked is not None
    assert asked.key == "witch.brew"


def test_the_pack_of_a_full_moon_is_feigned_too() -> None:
    """FK-1, FULL-3: the Hunter may lie in the middle."""
    tables = [table(Hunter, is_live=is_live, events=["full_moon_rising"]) for is_live in (True, False)]
    compare(*(called(game, MoonPack.name, devours=False) for game in tables))
