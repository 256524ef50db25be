"""Chance that repeats itself: a test that fails fails again, and one that passes passes elsewhere.

The app draws seeds and lots from `secrets`. Within a test they follow from the test's name, also in a server that was
started by it; keys and codes are never touched.
"""

from __future__ import annotations

import atexit
import os
import secrets
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final

import pytest

VARIABLE: Final = "NIGHTCALL_TEST_LUCK"
"""Where a started server finds the name of the test that runs now."""


def of(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on all luck follows from this name."""
    chance = Random(name)
    monkeypatch.setattr(secrets, "randbits", chance.getrandbits)
    monkeypatch.setattr(secrets, "randbelow", chance.randrange)
    _file().write_text(name)


def none() -> None:
    """Chance is chance again."""
    _file().write_text("")


def follow() -> None:
    """In a server: luck as the test has it that runs now; where none does, as it likes."""
    if VARIABLE not in os.environ:
        return
    drawn: dict[str, Random] = {}
    true_bits, true_below = secrets.randbits, secrets.randbelow

    def follows(really: Callable[[int], int], how: Callable[[Random, int], int]) -> Callable[[int], int]:
        def draw(size: int) -> int:
            name = _file().read_text()
            return how(drawn.setdefault(name, Random(name)), size) if name else really(size)

        return draw

    vars(secrets).update(
        randbits=follows(true_bits, Random.getrandbits), randbelow=follows(true_below, Random.randrange)
    )


def begin() -> None:
    """Every worker has luck of its own."""
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    os.environ[VARIABLE] = str(Path(folder) / "luck")
    none()


def _file() -> Path:
    return Path(os.environ[VARIABLE])
