"""Whole games can be told: every event, every question, every choice."""

from __future__ import annotations

from nightcall import PUBLIC
from nightcall.engine import prompts
from nightcall.words import Words
from tests.random_games import games
from tests.words.keys import UNFILLED


def test_every_event_and_ending_can_be_told(words: Words) -> None:
    for game in games():
        for event in game.events:
            text = words.event(event, game.players)
            assert " " in text, event
            assert not UNFILLED.search(text), (event, text)
        text = words.outcome(game.outcome, game.players)
        assert text == words.event(game.events[-1], game.players)
        assert not UNFILLED.search(text)


def test_every_question_can_be_asked(words: Words) -> None:
    for game in games():
        for prompt, _ in game.asked:
            asked = words.prompt(prompt, game.players)
            assert not UNFILLED.search(f"{asked.say} {asked.do} {asked.ask}"), (prompt, asked)
            assert words.has(f"prompt.{prompt.key}.ask"), prompt
            assert asked.do or prompt.audience == PUBLIC
            assert asked.say or prompt.audience != PUBLIC, f"{prompt.key} is public: something is said"
            labels = [label for _, label in asked.choices]
            assert len(set(labels)) == len(labels), asked.choices


def test_a_question_for_a_card_says_whose_it_is(words: Words) -> None:
    """IDENT-1, IDENT-2: whoever lifts several would else enter one for another's."""
    keys = set()
    for game in games():
        for prompt in (prompt for prompt, _ in game.asked if prompt.about == prompts.FACE):
            assert words.seat(prompt.seat, game.players) in words.prompt(prompt, game.players).ask, prompt
            keys.add(prompt.key)
    assert keys >= {"card.look", "card.shown", "seer.card", "church.card"}


def test_every_choice_has_a_label(words: Words) -> None:
    for game in games():
        for prompt, _ in game.asked:
            choices = words.choices(prompt, game.players)
            if prompt.kind == prompts.CHOOSE:
                for name, label in choices:
                    assert label != name, (prompt, name)
            if prompt.kind in (prompts.ACK, prompts.YES_NO, prompts.CHOOSE) or (
                prompt.kind == prompts.PICK and prompt.high == 1
            ):
                for value, _ in choices:
                    prompt.check(value)
