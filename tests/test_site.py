"""The folder that puts the app on a phone: whole, the same every time, light enough, and all our own."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import re
import sys
import zipfile
from pathlib import Path
from typing import Final

import pytest

from nightcall.web.alone import pyodide, site
from nightcall.web.alone.pyodide import NoPyodide
from nightcall.words import LANGUAGES, Words, own_texts
from tests.browser import alone

JS: Final = Path(site.__file__).parent / "js"
WHOLE: Final = 8_500_000
OUR_CODE: Final = 2_400_000
ON_THE_DEVICE: Final = 30_000_000
LINES: Final = 400
OF_OTHERS: Final = ("pyodide", "python_stdlib.zip")


@pytest.fixture(scope="module")
def folder() -> Path:
    return alone.folder()


def files(folder: Path) -> dict[str, tuple[str, int, str]]:
    """What the service worker fetches."""
    found = re.search(r"const FILES = (\{.*?\});", (folder / "sw.js").read_text("utf-8"))
    assert found
    return {name: (place, size, digest) for name, (place, size, digest) in json.loads(found[1]).items()}


def content(folder: Path, name: str) -> bytes:
    return gzip.decompress((folder / files(folder)[name][0]).read_bytes())


def test_every_file_is_there_with_its_hash(folder: Path) -> None:
    listed = files(folder)
    for name, (place, size, digest) in listed.items():
        packed = (folder / place).read_bytes()
        assert (len(packed), hashlib.sha256(packed).hexdigest()) == (size, digest), name
    assert {path.name for path in (folder / "files").iterdir()} == {Path(place).name for place, _, _ in listed.values()}
    for name in ("index.html", "shell.js", "static/manifest.json", "licences.txt"):
        assert (folder / name).is_file()
    assert "Unicode, Inc." in (folder / "licences.txt").read_text("utf-8"), "whose list of look-alikes goes along"


def test_it_is_light(folder: Path) -> None:
    listed = files(folder)
    ours = [size for name, (_, size, _) in listed.items() if not name.startswith(OF_OTHERS)]
    assert sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) < WHOLE
    assert sum(ours) < OUR_CODE
    assert sum(len(content(folder, name)) for name in listed) < ON_THE_DEVICE


def test_what_only_the_terminal_says_does_not_go_along(folder: Path) -> None:
    app = content(folder, "app.bin")
    assert b'"web.' in app
    assert b'"cli.' not in app
    assert b'"error.house_rules.' not in app


def test_the_same_sources_give_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    again = site.build(tmp_path / "again", cache=alone.BUILD / "pyodide")
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            assert (again / path.relative_to(folder)).read_bytes() == path.read_bytes(), path


def test_no_place_of_this_machine_is_in_it(folder: Path) -> None:
    home = str(Path(__file__).parents[1]).encode()
    for name in files(folder):
        text = content(folder, name)
        assert home not in text, name
        assert b"site-packages" not in text or name.startswith(OF_OTHERS), name
        assert b"127.0.0.1:" not in text, name


def test_of_the_library_only_byte_code(folder: Path) -> None:
    library = zipfile.ZipFile(io.BytesIO(content(folder, "python_stdlib.zip")))
    assert {Path(name).suffix for name in library.namelist()} == {".pyc"}
    assert {"asyncio/__init__.pyc", "sqlite3/__init__.pyc", "http/cookies.pyc"} <= set(library.namelist())


def test_what_only_some_pages_import_is_there(folder: Path) -> None:
    """`segno` for the code that carries a game, which wants these itself; names that nobody has are looked for."""
    library = set(zipfile.ZipFile(io.BytesIO(content(folder, "python_stdlib.zip"))).namelist())
    assert {"gzip.pyc", "xml/sax/saxutils.pyc", "difflib.pyc"} <= library


def test_the_terminal_stays_behind(folder: Path) -> None:
    staged = [name for name, _ in site._staged()]
    assert "nightcall/web/app.py" in staged
    for left in ("nightcall/cli/", "uvicorn", "click", "rich", "platformdirs", "nightcall/web/serve"):
        assert not [name for name in staged if name.startswith(left)], left
    packed = content(folder, "app.bin")
    length = int.from_bytes(packed[:4], "little")
    names = [name for name, _ in json.loads(packed[4 : 4 + length])]
    assert {"modules.bin", "prepared.bin", "nightcall/words/fr/all.json"} <= set(names)


def test_every_text_of_a_language_that_a_phone_can_say_comes_along_in_one_file() -> None:
    staged = dict(site._staged())
    for language in LANGUAGES:
        folder = f"nightcall/words/{language}"
        assert {name for name in staged if name.startswith(f"{folder}/")} == {
            f"{folder}/all.json",
            f"{folder}/language.json",
        }
        texts = json.loads(staged[f"{folder}/all.json"]) | json.loads(staged[f"{folder}/language.json"])
        never = ("cli.", "error.house_rules.")  # nobody loads a folder there: what could say it stays behind as well
        assert texts == {key: text for key, text in own_texts(language).items() if not key.startswith(never)}
    assert "nightcall/house_rules/loading.py" not in staged


def test_the_weights_of_the_odds_come_along() -> None:
    staged = {name for name, _ in site._staged()}
    assert {"nightcall/sim/surrogate.json", "nightcall/sim/advisor.json"} <= staged


def test_another_pyodide_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "pyodide.tgz"
    other.write_bytes(b"something else")
    with pytest.raises(NoPyodide) as caught:
        pyodide.unpacked(tmp_path / "cache", other)
    assert caught.value.key == "web.alone.build.integrity"


def test_nothing_is_left_of_a_build_that_failed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pyodide, "node", lambda: sys.executable)  # which cannot read what is meant for node
    with pytest.raises(NoPyodide) as caught:
        site._compiled(tmp_path / "pyodide", tmp_path)
    assert caught.value.key == "web.alone.build.failed"
    assert list(tmp_path.iterdir()) == []


def test_the_browser_s_part_stays_small() -> None:
    lines = [line for path in JS.glob("*.js") for line in path.read_text("utf-8").splitlines() if line.strip()]
    assert len(lines) <= LINES


def test_the_shell_speaks_every_language() -> None:
    for language in LANGUAGES:
        assert all(site._said(Words(language)).values())
    used = set(re.findall(r'(?:say\(|more: |return )"(\w+)"', (JS / "shell.js").read_text("utf-8")))
    assert used <= set(site.SAID)
