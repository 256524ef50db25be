"""The files a browser fetches: complete, ours alone, and few enough bytes for a phone at the far end of a house."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

import nightcall.web

STATIC = Path(nightcall.web.__file__).parent / "static"
SHEETS = sorted(STATIC.glob("*.css"))
SCRIPTS = sorted([*STATIC.glob("*.js"), *STATIC.glob("js/*.js")])
SOURCE = Path(nightcall.web.__file__).parent.parent
NAMESPACE = "http://www.w3.org/2000/svg"
FONT_BYTES = 75_000


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: path.name)
def test_a_style_sheet_finds_its_files(sheet: Path) -> None:
    for address in re.findall(r'url\("([^"]+)"\)', sheet.read_text("utf-8")):
        assert address.startswith("data:") or (STATIC / address).is_file()


@cache
def words() -> frozenset[str]:
    """Everything named in a page, a script or a module."""
    readers = [
        path for path in SOURCE.rglob("*") if path.suffix in (".py", ".html", ".js") and "vendor" not in path.parts
    ]
    return frozenset(word for path in readers for word in re.findall(r"[a-zA-Z][\w-]*", path.read_text("utf-8")))


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: path.name)
def test_every_class_of_a_style_sheet_is_used(sheet: Path) -> None:
    text = re.sub(r"/\*.*?\*/|\"[^\"]*\"", "", sheet.read_text("utf-8"), flags=re.DOTALL)
    classes = set(re.findall(r"\.([a-zA-Z_][\w-]*)", re.sub(r"\{[^{}]*\}", "{}", text)))
    assert classes
    assert sorted(classes - words()) == []


def test_every_icon_is_used() -> None:
    found = {
        name
        for path in STATIC.glob("icons*.svg")
        for name in re.findall(r'<symbol id="([^"]+)"', path.read_text("utf-8"))
    }
    assert found
    assert sorted(found - words()) == []


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_a_module_finds_what_it_imports(script: Path) -> None:
    wanted = re.findall(r'(?:from|import|import\(|": )\s*"(\./[^"]+\.js)"', script.read_text("utf-8"))
    assert all((script.parent / name).is_file() for name in wanted)


def test_every_module_is_fetched_by_some_page() -> None:
    named = {name for script in SCRIPTS for name in re.findall(r'"\./(?:js/)?([\w-]+\.js)"', script.read_text("utf-8"))}
    assert {path.name for path in STATIC.glob("js/*.js")} - named == {"app.js"}


@pytest.mark.parametrize("file", [*SHEETS, *SCRIPTS, *STATIC.glob("*.svg")], ids=lambda path: path.name)
def test_nothing_is_fetched_from_elsewhere(file: Path) -> None:
    assert "//" not in re.sub(r"(^|\s)//.*", "", file.read_text("utf-8").replace(NAMESPACE, ""), flags=re.MULTILINE)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_scripts_keep_to_the_policy_of_our_pages(script: Path) -> None:
    """No code made from text and no markup made from text: the policy forbids the one, secrets the other."""
    assert not re.search(r"\beval\(|new Function|innerHTML|outerHTML =|insertAdjacentHTML", script.read_text("utf-8"))


def test_fonts_are_light() -> None:
    fonts = list(STATIC.glob("fonts/*.woff2"))
    assert fonts
    assert sum(font.stat().st_size for font in fonts) < FONT_BYTES
