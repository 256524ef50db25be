"""Cards, houses, event cards, rules and options looked up, by people and by programs."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

import nightcall
from nightcall import OPTIONS
from nightcall.cli.speech import Voice
from nightcall.rules.characters import CHARACTERS
from nightcall.words import Words
from tests.command import Run


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["play", "--help"],
        ["characters"],
        ["characters", "hunter"],
        ["rules"],
        ["rules", "HUNTER-1", "sheriff-3"],
        ["rules", "--search", "card"],
        ["options"],
        ["options", "--all", "--preset", "helper"],
    ],
)
def test_looking_things_up(arguments: list[str], language: str) -> None:
    done = Run(*arguments, "--lang", language)
    assert done.code == 0
    assert done.err == ""
    assert "cli." not in done.out
    assert "{" not in done.out


def test_every_character_can_be_looked_up() -> None:
    voice = Voice("fr")
    for kind in CHARACTERS:
        done = Run("characters", kind.name, "--lang", "fr")
        assert done.code == 0
        assert voice.words.card(kind.name) in done.out
        assert re.search(r"[A-Z]+-\d", done.out), kind.name


@pytest.mark.parametrize("language", ["en", "fr"])
def test_houses_and_events_can_be_looked_up(language: str) -> None:
    words = Words(language)
    listed = Run("buildings", "--lang", language)
    assert words.text("building.manor") in listed.out
    assert words.text("occupant.hovel") in listed.out
    one = Run("buildings", words.text("occupant.church"), "--lang", language)
    assert "CONF-1" in one.out
    assert "FARM-1" in Run("buildings", "farm", "--lang", language).out
    assert "VAG-1" in Run("buildings", "vagabond", "--lang", language).out
    listed = Run("events", "--lang", language)
    assert words.event_card("pact_with_the_devil") in listed.out
    one = Run("events", words.event_card("burial"), "--lang", language)
    assert "BURY-1" in one.out
    spirits = Run("events", words.event_card("spiritualism_1"), "--lang", language)
    assert words.text("question.spiritualism_5.1") in spirits.out.replace("\n", " ")
    assert "SPIR-1" in spirits.out
    assert Run("events", "comet").code == 1


def test_every_option_is_listed() -> None:
    done = Run("options", "--all", "--preset", "pact")
    for name in nightcall.OPTIONS:
        assert name in done.out


def test_nothing_is_cut_where_nobody_sees_the_width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    lines = Run("options", "--all", "--lang", "en").out.splitlines()
    for name in OPTIONS:
        assert any(name in line.split() for line in lines), name
    everything = " ".join(Run("characters", "--lang", "en").out.split())
    assert Words("en").card("knight_with_the_rusty_sword") in everything
    assert "every night, with the pack" in everything


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        (["characters"], {"name": "witch", "title": "Witch"}),
        (["buildings"], {"name": "church"}),
        (["events"], {"name": "miracle"}),
        (["rules"], {"id": "WITCH-1"}),
        (["rules", "WITCH-1", "LOVE-4"], {"id": "LOVE-4"}),
        (["rules", "--search", "poison potion"], {"id": "WITCH-1"}),
        (["options"], {"name": "player_range", "rule": "OPT-PLAYERS"}),
        (["languages"], {"code": "fr", "share": 1.0}),
    ],
)
def test_every_listing_as_data(arguments: list[str], found: dict[str, Any]) -> None:
    rows = json.loads(Run(*arguments, "--json", "--lang", "en").out)
    assert any(found.items() <= row.items() for row in rows)


@pytest.mark.parametrize(("kind", "typed", "name"), [("characters", "wit", "witch"), ("buildings", "farmer", "farm")])
def test_one_of_them_as_data(kind: str, typed: str, name: str) -> None:
    row = json.loads(Run(kind, typed, "--json", "--lang", "en").out)
    assert row["name"] == name
    assert all(rule["text"] for rule in row["rules"])
