"""A game told again from its tape: all of it, or what one viewer may know, or as data."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from nightcall.cli import files
from nightcall.engine import tape
from tests.command import Run, typed_game


@pytest.fixture(name="tape")
def _tape(tmp_path: Path) -> Path:
    _, game = typed_game(7)
    files.save(tmp_path / "tape.jsonl", game)
    return tmp_path / "tape.jsonl"


def test_the_public_story_has_no_secrets(tape: Path) -> None:
    full, public = Run("replay", str(tape)).out, Run("replay", str(tape), "--public").out
    assert "holds the Seer card" in full
    assert "holds the Seer card" not in public
    game, _ = files.load(tape)
    seer = next(answer.value for answer in game.answers if answer.key == "identify" and answer.card == "seer")
    assert "card and saw" in Run("replay", str(tape), "--seat", str(seer)).out
    assert "card and saw" not in Run("replay", str(tape), "--seat", str(1 if seer != 1 else 2)).out


def test_a_part_of_the_story(tape: Path) -> None:
    short = Run("replay", str(tape), "--upto", "3").out
    assert len(short) < len(Run("replay", str(tape)).out)
    assert Run("replay", str(tape), "--upto", "99999").code == 0
    assert Run("replay", str(tape), "--seat", "nobody at all").code == 1


def test_a_game_told_again_as_data(tmp_path: Path) -> None:
    _, game = typed_game(5)
    file = tmp_path / "game.jsonl"
    file.write_text(tape.dumps(game), "utf-8")
    told = json.loads(Run("replay", str(file), "--json", "--lang", "en").out)
    assert len(told["events"]) == len(game.events)
    assert told["outcome"]["winner"] == game.outcome.winner  # type: ignore[union-attr]
    public = json.loads(Run("replay", str(file), "--json", "--public").out)
    assert {event["audience"] for event in public["events"]} == {"public"}
