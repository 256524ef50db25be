"""The guides are true: each is followed to the letter in a copy of the tree, and nothing breaks there.

`make test` follows the one for a character, `make soak` all of them: what knows of such things by heart, random games
with the newcomer on the table, and then every other test as well.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.guides import DOCS, GUIDES, ROOT, changed, copy, follow, run, steps

NEWCOMERS = {
    "character": "lamplighter",
    "building": "mill",
    "event": "fog",
    "variant": "first_word",
    "option": "knight_disease_goes=right",
    "prompt": "first_word",
    "language": "seer",
}
"""Guide -> what is new on the table. (A language is spoken at any.)"""
BY_HEART = re.findall(
    r"tests/\S+\.py", (ROOT / "Makefile").read_text("utf-8").partition("\nQUICK :=")[2].partition("\n\n")[0]
)
"""Whatever has a list of things, or looks through all there are, and takes seconds: `make quick`, as the guides say."""
CHECKED = {
    "prompt": [
        *("tests/web/test_lead.py", "tests/web/test_any_table.py", "tests/web/test_api_builders.py"),
        *("-k", "kind_of_question or any_table or every_kind or every_example"),
    ],
    "variant": ["tests/rules/variants/test_combinations.py", "-k", "strategies or refuses"],
}
"""Guide -> more tests that look through all of a sort."""
SOAK = (pytest.mark.soak,)
PYTEST = ("-m", "pytest", "-n0", "-q", "-p", "no:cacheprovider", "-m", "not soak")


def test_there_is_a_guide_for_each_and_contributors_find_it() -> None:
    contributing = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    assert set(GUIDES) == set(NEWCOMERS)
    for guide in GUIDES:
        assert f"](docs/adding/{guide}.md)" in contributing


@pytest.mark.parametrize("guide", GUIDES)
def test_each_names_what_is_quickly_tried_before_everything(guide: str) -> None:
    *_, last = [step for step in steps(guide) if step.language == "sh"]
    newcomer = f".venv/bin/python -m tests.newcomer {NEWCOMERS[guide]}"
    assert last.text.splitlines()[-3:] == ["make quick", newcomer, "make test"]
    assert len(BY_HEART) >= 10


def test_a_change_needs_its_place() -> None:
    [step, *_] = [step for step in steps("variant") if step.language == "diff"]
    text = (ROOT / step.file).read_text("utf-8")
    after = changed(text, step)
    assert len(after.splitlines()) == len(text.splitlines()) + 2
    with pytest.raises(AssertionError, match="not once in there"):
        changed(text.replace("LycanthropicTrance", "Trance"), step)


@pytest.mark.parametrize("guide", GUIDES)
def test_every_change_has_its_place(guide: str) -> None:
    written: dict[str, str] = {}
    for step in steps(guide):
        if step.language == "diff":
            text = written.get(step.file) or (ROOT / step.file).read_text("utf-8")
            written[step.file] = changed(text, step)
        elif step.language != "sh":
            assert not (ROOT / step.file).exists()
            written[step.file] = step.text
    assert written


@pytest.mark.parametrize("guide", [pytest.param(guide, marks=() if guide == "character" else SOAK) for guide in GUIDES])
def test_followed_to_the_letter_it_breaks_nothing(guide: str, tmp_path: Path) -> None:
    folder = tmp_path / "copy"
    copy(folder)
    follow(guide, folder)
    run(folder, "-m", "ruff", "check", "--no-cache", ".")
    run(folder, "-m", "ruff", "format", "--no-cache", "--check", ".")
    own = [step.file for step in steps(guide) if re.search(r"/test_\w+\.py$", step.file) and step.language == "python"]
    run(folder, *PYTEST, *own, *BY_HEART)
    if guide in CHECKED:
        run(folder, *PYTEST, *CHECKED[guide])
    run(folder, "-m", "tests.newcomer", NEWCOMERS[guide])


@pytest.mark.soak
@pytest.mark.parametrize("guide", GUIDES)
def test_followed_to_the_letter_everything_passes(guide: str, tmp_path: Path) -> None:
    folder = tmp_path / "copy"
    copy(folder)
    follow(guide, folder)
    run(folder, "-m", "mypy", "--cache-dir", str(tmp_path / "mypy"))
    run(folder, *PYTEST, "--ignore", "tests/test_guides.py", "--ignore", "tests/browser")


def test_every_file_a_guide_speaks_of_is_there_or_made() -> None:
    for guide, path in GUIDES.items():
        made = {step.file for step in steps(guide)}
        for name in re.findall(r"`((?:src|tests|docs|scripts)/[\w./-]+)`", path.read_text("utf-8")):
            assert (DOCS.parent / name).exists() or name in made, f"{path.name}: {name}"
