"""What the package shows in its own docstrings is true."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

import nightcall

HOME = Path(nightcall.__file__).parent
SHOWN = [path for path in sorted(HOME.rglob("*.py")) if ">>> " in path.read_text("utf-8")]


@pytest.mark.parametrize("path", SHOWN, ids=lambda path: path.relative_to(HOME).as_posix())
def test_examples_in_docstrings(path: Path) -> None:
    if path.stem == "postgres":
        pytest.importorskip("asyncpg", exc_type=ImportError)
    parts = path.relative_to(HOME.parent).with_suffix("").parts
    module = import_module(".".join(parts).removesuffix(".__init__"))
    found = doctest.testmod(module)
    assert found.attempted
    assert not found.failed


def test_there_are_some() -> None:
    assert len(SHOWN) > 10
