"""The README runs."""

from __future__ import annotations

import doctest
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_the_readme_is_true() -> None:
    options = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False, optionflags=options, encoding="utf-8")
    assert result.attempted > 5
    assert result.failed == 0


def test_the_two_commands_are_there() -> None:
    readme, make = (ROOT / "README.md").read_text("utf-8"), (ROOT / "Makefile").read_text("utf-8")
    for command in ("run", "test"):
        assert f"make {command}" in readme
        assert f"\n{command}:" in make
