"""The app as built for a phone shows what it shows on a server, byte for byte: the same pages of the same games."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import pytest

from nightcall.web import visit
from nightcall.web.alone import pyodide, site
from tests.alone import pages
from tests.browser import alone
from tests.test_site import content

HERE = Path(__file__).parent
TAPES = sorted((HERE.parent / "tapes").glob("*.jsonl"))
TEMPLATES = [path.name for path in visit.TEMPLATES.iterdir() if f"web/templates/{path.name}" not in site.LEFT_OUT]
EACH = 33
"""One tape in so many here, all of them in the soak."""

pytestmark = pytest.mark.skipif(sys.platform == "emscripten", reason="there are no processes here")


def compared(tapes: list[Path], tmp_path: Path) -> None:
    folder = alone.folder()
    for name in ("python_stdlib.zip", "app.bin"):
        (tmp_path / name).write_bytes(content(folder, name))
    texts = {path.name: path.read_text("utf-8") for path in tapes}
    (tmp_path / "given.json").write_text(json.dumps({"tapes": texts, "templates": TEMPLATES}), "utf-8")
    home = pyodide.unpacked(alone.BUILD / "pyodide")
    given = (home, tmp_path / "python_stdlib.zip", tmp_path / "app.bin", HERE / "pages.py", tmp_path / "given.json")
    done = subprocess.run(
        [pyodide.node(), HERE / "run.mjs", *given], capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
    told = json.loads(done.stdout.splitlines()[-1])
    assert told["modules"] > 150
    assert not told["texts"], "what dataclasses write is compiled while the folder is built, not at every start"
    here = asyncio.run(pages.pages(texts))
    for name in texts:
        assert told["pages"][name] == here[name], name


def test_a_game_looks_the_same_on_the_phone(tmp_path: Path) -> None:
    compared(TAPES[::EACH], tmp_path)


@pytest.mark.soak
def test_every_golden_game_looks_the_same_on_the_phone(tmp_path: Path) -> None:
    compared(TAPES, tmp_path)


def test_the_pages_of_this_python_are_real(tmp_path: Path) -> None:
    """Two games never look alike all through, and a game looks like itself."""
    two = {path.name: path.read_text("utf-8") for path in TAPES[:2]}
    once, again = asyncio.run(pages.pages(two)), asyncio.run(pages.pages(two))
    assert once == again
    first, second = once.values()
    assert first != second
