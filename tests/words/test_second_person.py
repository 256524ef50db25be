"""What a phone tells or asks its owner is said to that player: you."""

from __future__ import annotations

import re

import pytest

from nightcall import PUBLIC
from nightcall.engine.events import TOLD
from nightcall.engine.rule import Character
from nightcall.rules.characters import CHARACTERS
from nightcall.web.table import deciders
from nightcall.words import Words, own_texts
from tests.random_games import games
from tests.words.keys import UNFILLED, asked_by_somebody


def test_there_are_questions_to_players() -> None:
    assert {"witch.heal", "seer.look", "hunter.shoot", "sheriff.heir", "werewolves.devour"} <= {
        *asked_by_somebody(),
        "seer.look",  # asked under a key of its own by whoever borrows the power
    }


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("key", asked_by_somebody())
def test_a_phone_asks_its_owner(language: str, key: str) -> None:
    assert f"you.prompt.{key}" in own_texts(language)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("kind", CHARACTERS, ids=lambda kind: str(kind.name))
def test_a_card_speaks_to_its_holder(language: str, kind: type[Character]) -> None:
    assert f"you.about.{kind.name}" in own_texts(language)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_phone_speaks_to_its_owner_in_whole_games(language: str) -> None:
    """Every question somebody may answer on the own phone, and everything he is told alone, in the second person."""
    words, own = Words(language), own_texts(language)
    for game in games():
        for prompt, _ in game.asked:
            if deciders(prompt):
                assert f"you.prompt.{prompt.key}" in own, prompt
                asked = words.asked_of(prompt, game.players)
                assert not UNFILLED.search(asked.ask), asked
                assert [value for value, _ in asked.choices] == [value for value, _ in words.choices(prompt)]
        for event in game.events:
            for seat in event.audience if event.audience != PUBLIC and not event.declared.on_card else ():
                assert any(f"{key}.".startswith(f"you.event.{event.name}.") for key in own), event
                text = words.told(event, seat, game.players)
                assert not UNFILLED.search(text), (event, text)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_whatever_is_shown_to_one_player_speaks_to_that_player(language: str) -> None:
    words = Words(language)
    for tells in TOLD.values():
        if not tells.to or tells.is_public or tells.echo:
            continue
        variants = [key for key in own_texts(language) if re.fullmatch(rf"you\.event\.{tells.name}(\.[\w-]+)?", key)]
        assert variants, tells.name
        assert not any("{by}" in words.text(key) for key in variants), "the reader has no name, but is you"
