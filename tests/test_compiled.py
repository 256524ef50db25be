"""The optional wheel whose engine is machine code: that it can be made. `make test-compiled` runs all tests on it."""

from __future__ import annotations

import os
import pkgutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import nightcall

ROOT = Path(__file__).parents[1]
BUILD = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]
FILES = BUILD["targets"]["wheel"]["hooks"]["mypyc"]["include"]
MODULES = [".".join(Path(file).relative_to("src").with_suffix("").parts) for file in FILES]


def test_what_is_to_be_compiled_exists() -> None:
    assert [file for file in FILES if not (ROOT / file).is_file()] == []


@pytest.mark.skipif(sys.platform == "emscripten", reason="there are no processes here")
def test_the_compiler_takes_every_module() -> None:
    command = [sys.executable, "-m", "scripts.compiled", "--check"]
    checked = subprocess.run(command, cwd=ROOT, capture_output=True, check=False, encoding="utf-8")
    assert (checked.returncode, checked.stdout.strip(), checked.stderr) == (0, "", "")


def test_the_pure_wheel_is_the_default() -> None:
    assert BUILD["targets"]["wheel"]["hooks"]["mypyc"]["enable-by-default"] is False


def test_nothing_that_stays_python_is_made_from_what_is_compiled() -> None:
    """A class of Python cannot have a base of machine code: the wheel would be made, and fail at a table."""
    for found in pkgutil.walk_packages(nightcall.__path__, "nightcall."):
        if found.name.startswith(("nightcall.rules.", "nightcall.engine.", "nightcall.sim.")):
            import_module(found.name)
    derived = {
        f"{child.__module__}.{child.__qualname__}"
        for module in MODULES
        for kind in vars(import_module(module)).values()
        if isinstance(kind, type) and kind.__module__ == module
        for child in below(kind)
        if child.__module__.startswith("nightcall.") and child.__module__ not in MODULES
    }
    assert derived == set()


def below(kind: type) -> Iterator[type]:
    children: list[type] = kind.__subclasses__()
    for child in children:
        yield child
        yield from below(child)


def test_the_engine_under_test_is_the_one_that_was_asked_for() -> None:
    wanted = "NIGHTCALL_COMPILED" in os.environ
    assert {module: not str(import_module(module).__file__).endswith(".py") for module in MODULES} == dict.fromkeys(
        MODULES, wanted
    )
