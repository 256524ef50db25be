"""Time in tests: nothing is shown by a pause, which is too short on some machine and too long on every other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests import waiting

HERE = Path(__file__).parent
PAUSE = re.compile(r"time\.sleep\(|(?<!\w)sleep\((?!0\))|\.wait_for_timeout\(|from time import .*\bsleep\b")
HELPERS = Path(waiting.__file__).name


def pauses(pattern: re.Pattern[str]) -> set[str]:
    """Wherever it is found in a test, as `tests/web/test_many.py:80`."""
    return {
        f"{path.relative_to(HERE)}:{number}"
        for path in HERE.rglob("*.py")
        if path.name not in (HELPERS, Path(__file__).name)
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1)
        if pattern.search(line)
    }


def test_nothing_in_a_test_waits_but_for_what_it_wants_to_see() -> None:
    assert pauses(PAUSE) == set(), f"use tests/{HELPERS}"


@pytest.mark.parametrize(
    "line",
    [
        "time.sleep(1)",
        "await asyncio.sleep(0.01)",
        "sleep(later)",
        "page.wait_for_timeout(300)",
        "from time import sleep",
    ],
)
def test_a_pause_is_known_when_it_is_seen(line: str) -> None:
    assert PAUSE.search(line)
    assert not PAUSE.search("await asyncio.sleep(0)")


def test_what_never_comes_true_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "LOOK", 0.0)
    seen: list[bool] = []
    with pytest.raises(AssertionError, match="no cards"):
        waiting.until(lambda: seen.append(True), "no cards", within=0.0)
    assert seen
