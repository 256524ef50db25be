"""In which language the command speaks, and that it has the words for all it may say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from nightcall.cli.commands import build
from nightcall.cli.setting import SAID
from nightcall.cli.speech import Voice, language_of
from nightcall.engine.setup import PARTS
from nightcall.words import LANGUAGES, Words
from nightcall.words._texts import catalogue
from tests.command import Run

ROOT = Path(__file__).parents[2]

TABLES = ("cli.characters", "cli.buildings", "cli.events", "cli.options")
"""Keys to which a column's name is added."""


def test_every_word_the_command_may_say_exists_in_both_languages() -> None:
    source = "\n".join(path.read_text("utf-8") for path in (ROOT / "src/nightcall/cli").glob("*.py"))
    used = set(re.findall(r'"(cli\.[a-z_.]+[a-z])"', source))
    assert len(used) > 80
    for key in used:
        for language in ("en", "fr"):
            assert Words(language).has(key) or key in TABLES, f"{key} in {language}"


def test_no_word_of_the_command_is_left_over() -> None:
    source = "\n".join(path.read_text("utf-8") for path in (ROOT / "src/nightcall/cli").glob("*.py"))
    built = re.compile(r"cli\.(choices|alias|report|characters|buildings|languages|table)\.")
    built_too = re.compile(r"cli\.(events|extras|options)\.")
    commands = re.compile(rf"cli\.({'|'.join(build(Voice('en')).commands)})\.(help|short)")
    parts = {f"cli.metavar.{said.metavar}" for said in SAID.values()}
    parts |= {f"cli.{kind}.{name}" for kind in ("option", "new") for name in PARTS}
    for key in catalogue().keys() - parts:
        if key.startswith("cli.") and not built.match(key) and not built_too.match(key) and not commands.match(key):
            assert f'"{key}"' in source, key


@pytest.mark.parametrize(
    ("arguments", "environment", "language"),
    [
        (["--lang", "fr", "play"], {"LC_ALL": "en_GB.UTF-8"}, "fr"),
        (["play", "--lang=fr"], {}, "fr"),
        (["play"], {"NIGHTCALL_LANG": "fr", "LC_ALL": "en_US"}, "fr"),
        (["play"], {"LC_ALL": "fr_CA.UTF-8"}, "fr"),
        (["play"], {"LANG": "fr_FR"}, "fr"),
        (["play"], {"LC_ALL": "fi_FI", "LANG": "fr_FR"}, "en"),
        (["play", "--", "--lang", "fr"], {}, "en"),
        ([], {}, "en"),
    ],
)
def test_the_language_is_found(arguments: list[str], environment: dict[str, str], language: str) -> None:
    assert language_of(arguments, environment) == language


@pytest.mark.parametrize(
    ("arguments", "code"), [(["--lang", "fi", "rules"], 2), (["rules"], 1), (["languages", "fi"], 1)]
)
def test_a_language_nobody_speaks_is_named(arguments: list[str], code: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A wish is refused; a locale is no wish, and gets English."""
    if "fi" not in arguments:
        monkeypatch.setenv("NIGHTCALL_LANG", "fi")
    done = Run(*arguments)
    assert done.code == code
    for language in LANGUAGES:
        assert language in done.err
    monkeypatch.delenv("NIGHTCALL_LANG", raising=False)
    monkeypatch.setenv("LC_ALL", "fi_FI.UTF-8")
    assert Run("rules").code == 0
