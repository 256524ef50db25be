"""The command as a test calls it, and whatever a moderator has to type for a game."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

import nightcall
from nightcall import Game, Setup, desk
from nightcall.cli import archive
from nightcall.cli import run as run_command
from nightcall.cli.frame import data_folder
from nightcall.cli.setting import deck
from nightcall.desk.sought import eyes
from nightcall.engine import prompts, tape
from nightcall.engine.prompts import Prompt
from nightcall.sim.bots import PhysicalTable
from nightcall.words import Words

PEOPLE = "Ann,Béa,Cid,Dan,Eve,Fay,Gus,Hal"
DECK = "werewolf=2,seer,witch,hunter"
locked = pytest.mark.skipif(sys.platform == "emscripten", reason="no other process could open the folder")


class Run:
    """One call of the command: what it wrote, and how it left."""

    def __init__(self, *arguments: str, typed: str = "") -> None:
        runner = CliRunner()
        with runner.isolation(typed) as (output, errors, _):
            self.code = run_command(arguments)
            sys.stdout.flush()
            sys.stderr.flush()
            self.out = output.getvalue().decode()
            self.err = errors.getvalue().decode()
        assert "Traceback" not in self.out + self.err

    @property
    def all(self) -> str:
        return " ".join((self.out + self.err).split())


def typed_answer(prompt: Prompt, value: Any, names: list[str]) -> str:
    """How a moderator would type an answer."""
    if prompt.kind == prompts.ACK or value is None or value == ():
        return ""
    if prompt.kind == prompts.YES_NO:
        return "y" if value else "n"
    if prompt.kind == prompts.BALLOTS:
        said = [f"{names[voter - 1]} {names[choice - 1] if choice else '-'}" for voter, choice in value.items()]
        return ", ".join(said)
    if prompt.kind == prompts.COUNTS:
        return ", ".join(f"{names[seat - 1]} {voices}" for seat, voices in value.items())
    if isinstance(value, tuple):
        return ", ".join(names[item - 1] if isinstance(item, int) else str(item) for item in value)
    return names[value - 1] if isinstance(value, int) else str(value)


def seen(game: Game, before: Game) -> list[str]:
    """Enter for each card that is pretended to be lifted, and once more: seen. Then for whoever is known."""
    met, shown = eyes(game), ["" for _ in desk.results(game, before)]
    return [*shown, ""] if met is not None and not met.is_all else shown


def typed_game(seed: int, *, stop: int | None = None) -> tuple[list[str], Game]:
    """A random game with everything a moderator has to type for it."""
    setup = Setup.of(PEOPLE.split(","), deck(DECK, 8, Words("en")))
    table = PhysicalTable(Random(seed), setup)
    game = nightcall.play(setup)
    lines: list[str] = []
    while game.prompt is not None and (stop is None or len(game.answers) < stop):
        value, before = table(game.prompt), game
        lines.append(typed_answer(game.prompt, value, list(setup.players)))
        game = game.answer(value)
        lines += seen(game, before)
    return lines, game


def begun(*lines: str, people: str = PEOPLE, more: tuple[str, ...] = ()) -> Run:
    """A game with a known beginning: no Sheriff, the first night has fallen."""
    return Run("play", "--players", people, "--deck", DECK, *more, typed="\n".join(("n", "", *lines)) + "\n")


def last_game(folder: Path | None = None) -> Path:
    """The game of the data folder that was played last, as a file beside it."""
    with archive.opened(folder or data_folder()) as kept:
        table = kept.find(kept.all()[0].id)
    path = (folder or data_folder()).parent / f"{table.id.strip('-_')}.jsonl"
    path.write_text(tape.dumps(table.game), encoding="utf-8")
    return path
