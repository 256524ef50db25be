"""The README runs."""

from __future__ import annotations

import doctest
from importlib.resources import files
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("file", ["README.md", "docs/stability.md", "docs/house-rules.md"])
def test_what_is_written_about_the_library_is_true(file: str) -> None:
    options = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
    result = doctest.testfile(str(ROOT / file), module_relative=False, optionflags=options, encoding="utf-8")
    assert result.attempted > 3
    assert result.failed == 0


def test_the_package_says_that_it_is_typed() -> None:
    assert files("nightcall").joinpath("py.typed").is_file()


def test_the_two_commands_are_there() -> None:
    readme, make = (ROOT / "README.md").read_text("utf-8"), (ROOT / "Makefile").read_text("utf-8")
    for command in ("run", "test"):
        assert f"make {command}" in readme
        assert f"\n{command}:" in make
