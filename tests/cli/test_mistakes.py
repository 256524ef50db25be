"""Whatever is wrong in what was typed is said, with what may have been meant, and counts as a failure."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.command import DECK, PEOPLE, Run

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["nonsense"], 2),
        (["play", "--nonsense"], 2),
        (["simulate", "-n", "0"], 2),
        (["odds", "-n", "0"], 2),
        (["odds", "--players", "2"], 1),
        (["simulate", "-n", "many"], 2),
        (["replay"], 2),
        (["options", "--preset", "none"], 2),
        (["--lang", "fi", "rules"], 2),
        (["play", "--resume", "x.jsonl", "--players", "8"], 2),
        (["rules", "NO-1"], 1),
        (["characters", "dragon"], 1),
        (["replay", "/nowhere/at/all"], 1),
        (["replay", str(ROOT)], 1),
        (["replay", __file__], 1),
        (["play", "--resume", "/nowhere/at/all"], 1),
        (["simulate", "--players", "2"], 1),
        (["simulate", "--players", "8", "--deck", "seer"], 1),
        (["simulate", "--deck", "dragon"], 1),
        (["simulate", "-o", "no_such=1"], 1),
        (["simulate", "-o", "fake_calls=perhaps"], 1),
        (["play", "--players", PEOPLE, "--deck", "werewolf=9"], 1),
    ],
)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_mistakes_are_told_and_counted(arguments: list[str], code: int, language: str) -> None:
    done = Run(*arguments, *(["--lang", language] if "--lang" not in arguments else []))
    assert done.code == code
    assert done.err.strip()
    assert done.out == ""
    assert "cli." not in done.err


@pytest.mark.parametrize("how", ["--data", "--data=", "environment"])
def test_the_report_of_a_fault_lies_where_the_games_do(
    how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise RuntimeError("oh")

    monkeypatch.setattr("nightcall.cli.serving.serve", fails)
    folder = tmp_path / "elsewhere"
    if how == "environment":
        monkeypatch.setenv("NIGHTCALL_DATA", str(folder))
    given = {"--data": ["--data", str(folder)], "--data=": [f"--data={folder}"]}.get(how, [])
    done = Run("serve", *given)
    assert done.code == 1
    assert "not your fault" in done.all
    assert "RuntimeError: oh" in (folder / "fault.txt").read_text("utf-8")


def test_did_you_mean() -> None:
    assert "Did you mean Witch?" in Run("characters", "wich", "--lang", "en").all
    wrong = Run("simulate", "--deck", "werwolf=2,zeer,dragon", "--players", "9", "--lang", "en").all
    assert "There is no such card: werwolf. Did you mean Werewolf?" in wrong
    assert "There is no such card: dragon." in wrong
    assert "Did you mean fake_calls?" in Run("simulate", "-o", "fake_call=no", "--lang", "en").all
    assert "Vouliez-vous dire Sorcière" in Run("characters", "sorcire", "--lang", "fr").all


@pytest.mark.parametrize(
    ("option", "typed"),
    [("--buildings", "Ann"), ("--buildings", "Ann=castle"), ("--events", "comet"), ("--variant", "carnival")],
)
def test_what_does_not_exist_is_refused(option: str, typed: str) -> None:
    done = Run("play", "--players", PEOPLE, "--deck", DECK, option, typed)
    assert done.code == 1
    assert typed in done.all.replace("castle”", "Ann=castle")


@pytest.mark.parametrize("count", [61, 5000, 10**9])
def test_says_how_many_players_were_asked_for(count: int) -> None:
    """GEN-12"""
    assert f"at this table: {count}." in Run("simulate", "--players", str(count), "--lang", "en").all
    asked = Run("play", "--lang", "en", typed=f"{count}\n{PEOPLE}\n")
    assert f"at this table: {count}." in asked.all
    assert "Traceback" not in asked.all
