"""Golden games: one for each character and variant, in which it does what it is there for."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from nightcall.cli import files
from nightcall.engine import tape
from nightcall.engine.rule import KINDS, Character
from nightcall.rules.characters import CHARACTERS
from tests.golden import TAPES, written

PATHS = sorted(TAPES.glob("*.jsonl"))
ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_the_game_is_told_as_written(path: Path) -> None:
    game, loaded = files.load(path)
    assert game.misfit is None
    assert game.outcome is not None
    assert tape.contradicted(loaded, game) is None, "run: python -m tests.rewrite_tapes"
    expected = path.with_suffix(".expected").read_text("utf-8")
    assert written(game) == expected, "run: python -m tests.rewrite_tapes, and review the difference"


def test_every_character_has_a_tape() -> None:
    assert {path.stem for path in PATHS} >= {kind.name for kind in CHARACTERS}


@pytest.mark.parametrize("kind", CHARACTERS, ids=lambda kind: kind.name)
def test_the_character_is_in_its_game(kind: type[Character]) -> None:
    setup = json.loads((TAPES / f"{kind.name}.jsonl").read_text("utf-8").splitlines()[0])["setup"]
    assert kind.name in setup["deck"]


VARIANT_NAMES = [name for name, kind in KINDS.items() if kind.is_variant]


def test_every_variant_has_a_tape() -> None:
    assert {path.stem for path in PATHS} >= set(VARIANT_NAMES)


@pytest.mark.parametrize("name", VARIANT_NAMES)
def test_the_variant_is_played_in_its_game(name: str) -> None:
    setup = json.loads((TAPES / f"{name}.jsonl").read_text("utf-8").splitlines()[0])["setup"]
    assert setup["variants"] == [name]


def test_nothing_is_written_down_without_its_tape() -> None:
    assert {path.stem for path in TAPES.glob("*.expected")} == {path.stem for path in PATHS}


@pytest.mark.parametrize("seed", ["1", "4242"])
def test_the_telling_does_not_hang_on_the_hash_seed(seed: str) -> None:
    path = f"{ROOT / 'src'}{os.pathsep}{ROOT}"
    environment = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": path, "PYTHONUTF8": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "tests.golden", *map(str, PATHS)],
        capture_output=True,
        env=environment,
        check=True,
        cwd=ROOT,
    )
    assert done.stdout.decode() == "".join(path.with_suffix(".expected").read_text("utf-8") for path in PATHS)
