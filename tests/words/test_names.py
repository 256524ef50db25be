"""Everything that has a name has its words: cards, houses, event cards, calls, questions, events, options."""

from __future__ import annotations

import re
from string import Formatter
from typing import get_args

import pytest

from nightcall import OPTIONS, PRESETS
from nightcall.engine import deaths
from nightcall.engine.events import BALLOTS, FLAG, KINDS_OF_FACTS, NUMBER, TOLD, WORD
from nightcall.engine.rule import KINDS, Character
from nightcall.engine.setup import VAGABOND
from nightcall.rules.buildings import BUILDINGS
from nightcall.rules.buildings.building import houses
from nightcall.rules.characters import CHARACTERS
from nightcall.rules.newmoon import EVENTS, spirits
from nightcall.rules.order import NIGHT
from nightcall.rules.variants import VARIANTS
from nightcall.words import Words
from nightcall.words._texts import catalogue
from nightcall.words.spelling import SPELT
from tests.random_games import games
from tests.words.keys import error_keys, prompt_keys


@pytest.mark.parametrize("kind", CHARACTERS, ids=lambda kind: str(kind.name))
def test_cards(words: Words, kind: type[Character]) -> None:
    for key in ("card", "card_the", "about"):
        assert words.has(f"{key}.{kind.name}")
    assert words.has(f"call.{kind.name}.wake")
    assert words.has(f"call.{kind.name}.sleep")
    assert words.has(f"group.{kind.group}")
    assert words.party(kind.name) != kind.name


def test_buildings(words: Words) -> None:
    for name in (VAGABOND, *(kind.name for kind in BUILDINGS)):
        for key in ("building", "building_the", "occupant", "party", "about_building"):
            assert words.has(f"{key}.{name}")
    assert all(words.house(name) != name for name in houses())


def test_event_cards(words: Words) -> None:
    for kind in EVENTS:
        assert words.has(f"event_card.{kind.name}")
        assert words.has(f"about_event.{kind.name}")
        assert words.has(f"event_kind.{kind.kind}")
    assert len({words.event_card(kind.name) for kind in EVENTS}) == len(EVENTS) - 4  # Spiritualism five times
    for card, questions in spirits.QUESTION_CARDS.items():
        asked = [words.text(f"question.{card}.{number}") for number in range(1, len(questions) + 1)]
        assert all(text.endswith("?") for text in asked)
    assert len({text for key, text in words._texts.items() if re.fullmatch(r"question\.\w+\.\d", key)}) == 20


def test_variants_and_offices(words: Words) -> None:
    for kind in VARIANTS:
        assert words.has(f"variant.{kind.name}")
        assert words.has(f"about_variant.{kind.name}")
    for name in ("sheriff", "town_crier", "executioner"):
        assert words.has(f"office.{name}")


def test_calls(words: Words) -> None:
    for name, _, _ in NIGHT:
        if not KINDS[name].is_silent:
            assert words.has(f"call.{name}.wake"), name
            assert words.has(f"call.{name}.sleep"), name
            assert words.party(name) != name


@pytest.mark.parametrize("key", prompt_keys())
def test_prompts(words: Words, key: str) -> None:
    """Asked, or offered in the debate."""
    assert words.has(f"prompt.{key}.ask") or words.has(f"choice.day.debate.{key}")


@pytest.mark.parametrize("name", TOLD)
def test_events(words: Words, name: str) -> None:
    """Every event has its words, and they speak of its facts alone."""
    keys = [key for key in catalogue() if f"{key}.".startswith(f"event.{name}.")]
    assert keys
    facts = set(TOLD[name].facts)
    facts |= {f"about_{fact}" for fact in facts}
    for key in keys:
        named = {field.split(":")[0].split("!")[0] for _, field, _, _ in Formatter().parse(words._texts[key]) if field}
        assert named <= facts, key


def test_every_kind_of_fact_can_be_said() -> None:
    """Or is said as it is, or only chooses between wordings."""
    assert set(KINDS_OF_FACTS) - set(SPELT) == {BALLOTS, NUMBER, FLAG, WORD}


@pytest.mark.parametrize("key", error_keys())
def test_errors(words: Words, key: str) -> None:
    assert words.has(f"error.{key}")


def test_sides_causes_presets(words: Words) -> None:
    sides = {game.outcome.winner for game in games()} | {"village", "werewolves", "lovers", "nobody"}
    sides |= {kind.name for kind in CHARACTERS if kind.group == "loners"}
    for name in sides:
        assert words.side(name) != name or name == "nobody"
        assert words.has(f"side.{name}")
    named = {value for name, value in vars(deaths).items() if name.isupper() and isinstance(value, str)}
    causes = named - set(get_args(deaths.How))
    assert {name for name in causes if not words.has(f"cause.{name}")} == set()
    for name in PRESETS:
        assert words.has(f"preset.{name}")
        assert words.has(f"about_preset.{name}")


@pytest.mark.parametrize("name", OPTIONS)
def test_options(words: Words, name: str) -> None:
    assert words.has(f"option.{name}.title")
    for value in OPTIONS[name].values:
        plain = str(value).lower() if isinstance(value, bool) else value
        assert words.value(name, value) == words.text(f"option.{name}.values.{plain}")
        assert words.has(f"option.{name}.values.{plain}")


def test_values_of_options_that_hold_several() -> None:
    words = Words("en")
    assert (
        words.value("elder_despair_causes", frozenset({"vote", "poison"}))
        == "the Witch's poison and the village's vote"
    )
    assert words.value("elder_despair_causes", frozenset()) == "none"
    assert words.value("identify_silent_roles_n1", ("fox", "elder")) == "the Fox and the Elder"
