"""The oldest browsers we serve: what they can read is named once (`browsers.toml`), and nothing else is used."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any, Final

import pytest

import nightcall.web
from nightcall.words import Words

OLDEST: Final = {"Safari": "16.4", "Chrome": "111", "Firefox": "121"}
LANGUAGES: Final = ("en", "fr", "de")
WEB: Final = Path(nightcall.web.__file__).parent
DOCS: Final = Path(__file__).parents[2] / "docs"
STATIC: Final = WEB / "static"
SHEETS: Final = sorted(STATIC.glob("*.css"))
PAGES: Final = sorted([*WEB.glob("templates/*.html"), WEB / "alone" / "js" / "index.html"])
SCRIPTS: Final = sorted([*STATIC.glob("*.js"), *STATIC.glob("js/*.js"), *WEB.glob("alone/js/*.js")])
VENDOR: Final = sorted(STATIC.glob("vendor/*.js"))
KNOWN: Final[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "browsers.toml").read_text("utf-8"))
PARTS: Final = ("properties", "selectors", "rules", "functions", "units", "media")


def names(path: Path) -> str:
    return path.name


# -- style sheets --


def styles() -> str:
    """Every sheet, and what stands in a page itself."""
    inside = [style for page in PAGES for style in re.findall(r"<style>(.*?)</style>", page.read_text("utf-8"), re.S)]
    return "\n".join([*(sheet.read_text("utf-8") for sheet in SHEETS), *inside])


def bare(text: str) -> str:
    return re.sub(r'"[^"]*"', '""', re.sub(r"/\*.*?\*/", "", text, flags=re.S))


def used(text: str) -> dict[str, set[str]]:
    """What a sheet uses, by the part of the language it belongs to."""
    text = bare(text)
    heads = re.findall(r"([^{};]*)\{", text)
    selectors = " ".join(head for head in heads if not head.strip().startswith("@"))
    declared = re.findall(r"[{;]\s*([a-z-]+)\s*:\s*([^;{}]+)(?=[;}])", text)
    values = " ".join(value for _, value in declared) + " " + " ".join(re.findall(r"--[\w-]+\s*:\s*([^;{}]+)", text))
    conditions = " ".join(re.findall(r"@(?:media|container|supports)[^{]*", text))
    return {
        "properties": {name for name, _ in declared if not name.startswith("--")},
        "selectors": set(re.findall(r"::?[a-z-]+", selectors)),
        "rules": set(re.findall(r"@[a-z-]+", text)),
        "functions": set(re.findall(r"\b([a-zA-Z-]+)\(", values)),
        "units": set(re.findall(r"(?<![\w#-])[\d.]+([a-z]+|%)", f"{values} {conditions}")),
        "media": set(re.findall(r"\(([a-z-]+)\s*[:)]", conditions)),
    }


def too_new(text: str) -> dict[str, list[str]]:
    found = used(text)
    known = KNOWN["css"]["known"]
    return {
        part: left
        for part in PARTS
        if (left := sorted(found[part] - set(known[part].split()) - set(KNOWN["css"]["spared"])))
    }


def test_style_sheets_use_what_the_oldest_browsers_know() -> None:
    """Look a new name up, and write it into `browsers.toml`: as known to all, or with what happens without it."""
    assert too_new(styles()) == {}


def test_what_browsers_are_spared_is_still_used() -> None:
    found = used(styles())
    assert set(KNOWN["css"]["spared"]) <= set().union(*found.values())


@pytest.mark.parametrize(
    ("sheet", "part"),
    [
        ("a { text-box: trim-both }", "properties"),
        ("a:has-slotted { color: red }", "selectors"),
        ("dialog:open, a { color: red }", "selectors"),
        ("@scope (a) { b { color: red } }", "rules"),
        ("@starting-style { a { opacity: 0 } }", "rules"),
        ("a { color: light-dark(red, blue) }", "functions"),
        ("a { --ink: oklch(from red l c h) }", "functions"),
        ("a { width: 3rcap }", "units"),
        ("@media (scripting: enabled) { a { color: red } }", "media"),
    ],
)
def test_a_newer_sheet_is_noticed(sheet: str, part: str) -> None:
    assert list(too_new(sheet)) == [part]


def nested(text: str) -> list[str]:
    """Rules inside of rules, which came with Safari 17.2, Chrome 120 and Firefox 117."""
    found, open_rules = [], list[str]()
    for head, brace in re.findall(r"([^{};]*)([{};])", bare(text)):
        if brace == "}":
            open_rules.pop()
        elif brace == "{":
            if open_rules and not open_rules[-1].startswith("@"):
                found.append(head.strip())
            open_rules.append(head.strip())
    return found


def test_no_rule_is_nested() -> None:
    assert nested(styles()) == []
    assert nested("a { color: red; &:hover { color: blue } }") == ["&:hover"]
    assert nested("@media print { a { color: red } }") == []


# -- scripts --


def newer(text: str, patterns: dict[str, str]) -> list[str]:
    return [f"{pattern}: {since}" for pattern, since in patterns.items() if re.search(pattern, text, re.M)]


def code(path: Path) -> str:
    """Without the remarks, which may speak of anything."""
    return re.sub(r"(^|\s)//[^\n]*|/\*.*?\*/", "", path.read_text("utf-8"), flags=re.S | re.M)


@pytest.mark.parametrize("script", [*SCRIPTS, *VENDOR], ids=names)
def test_scripts_use_what_the_oldest_browsers_know(script: Path) -> None:
    text = script.read_text("utf-8") if script in VENDOR else code(script)
    for pattern in KNOWN["script"]["vendor"] if script in VENDOR else ():
        text = re.sub(pattern, "", text)
    assert newer(text, KNOWN["script"]["newer"]) == []


@pytest.mark.parametrize(
    "line",
    [
        "name.split(/(?<=-)/);",
        "Object.groupBy(seats, key);",
        "const { promise } = Promise.withResolvers();",
        'import words from "./words.json" with { type: "json" };',
        "document.startViewTransition(draw);",
        "panel.showPopover();",
        "using file = open();",
    ],
)
def test_a_newer_script_is_noticed(line: str) -> None:
    assert newer(line, KNOWN["script"]["newer"])


def unguarded(text: str) -> list[str]:
    """What not every browser has, and is used without being asked for: `x?.`, `!x`, `if (x)`, `x &&`, `try { … x`."""
    found = []
    for name, why in KNOWN["script"]["guarded"].items():
        short = re.escape(name.split(".")[-1])
        asks = rf"\b{short}\b\s*(\?\.|\)|&&|\|\||===|;|,|\?\?)|!\w*\.?{short}\b|\"{short}\" in|typeof {short}\b"
        tries = rf"try \{{[^}}]*\b{short}\b"
        implied = r"canShare\?\." if name == "navigator.share" else tries
        if re.search(rf"\b{re.escape(name)}\b", text) and not re.search(f"{asks}|{tries}|{implied}", text):
            found.append(f"{name}: {why}")
    return found


@pytest.mark.parametrize("script", SCRIPTS, ids=names)
def test_what_not_every_browser_has_is_asked_for_first(script: Path) -> None:
    assert unguarded(code(script)) == []


def test_what_is_not_asked_for_is_noticed() -> None:
    assert unguarded("navigator.vibrate(20)\n") == ["navigator.vibrate: never in Safari"]
    assert unguarded("navigator.vibrate?.(20)\n") == []


def test_what_says_that_a_browser_is_too_old_is_read_by_any() -> None:
    """No word of it is younger than ES5, and no name that an old engine takes for a syntax error."""
    text = code(STATIC / "early.js")
    assert not re.search(r"=>|`|\b(let|const|class|async|await|import|export|of)\b|\.\.\.|\?\.|\?\?|\(\?<", text)
    assert "<script src=\"{{ static('early.js') }}\"></script>" in (WEB / "templates" / "page.html").read_text("utf-8")


# -- pages --


@pytest.mark.parametrize("page", PAGES, ids=names)
def test_pages_use_what_the_oldest_browsers_know(page: Path) -> None:
    assert newer(page.read_text("utf-8"), KNOWN["page"]["newer"]) == []


def test_a_newer_page_is_noticed() -> None:
    for line in ('<div popover id="menu">', "<search>", '<details name="one">', '<button commandfor="menu">'):
        assert newer(line, KNOWN["page"]["newer"]), line


# -- what people are told --


def test_the_versions_are_the_same_wherever_they_are_named() -> None:
    told = [Words(language).text(key) for language in LANGUAGES for key in ("web.too_old", "web.shell.old")]
    told += [(DOCS / name).read_text("utf-8") for name in ("web-design.md", "phone-alone.md")]
    for text in told:
        for browser, version in OLDEST.items():
            found = re.findall(rf"{browser}\D{{0,12}}?(\d+(?:\.\d+)?)", text)
            assert set(found) == {version}, (browser, text[:80])
