"""A game led in the terminal: every question is asked, every answer typed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import nightcall
from nightcall import Setup
from nightcall.cli import files
from nightcall.cli.speech import Voice
from nightcall.desk import asked
from nightcall.rules.characters import CHARACTERS
from nightcall.words import Words
from tests.command import DECK, PEOPLE, Run, begun, last_game, seen, typed_answer, typed_game
from tests.golden import TAPES


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_whole_game_is_led(language: str, tmp_path: Path) -> None:
    lines, game = typed_game(7)
    save = tmp_path / "game.jsonl"
    table = ("--players", PEOPLE, "--deck", DECK, "--save", str(save))
    done = Run("play", *table, "--lang", language, typed="\n".join(lines) + "\n")
    assert done.code == 0
    kept, _ = files.load(save)
    assert kept.outcome == game.outcome
    assert game.outcome is not None
    outcome = Words(language).outcome(game.outcome, game.setup.players)
    assert "".join(outcome.split())[:30] in "".join(re.sub("[│╭╮╰╯─]", "", done.out).split())
    told = Run("replay", str(save), "--lang", language)
    assert "".join(outcome.split())[:30] in "".join(told.out.split())


@pytest.mark.parametrize("place", range(len(CHARACTERS)), ids=[kind.name for kind in CHARACTERS])
def test_every_golden_game_can_be_led(place: int, tmp_path: Path) -> None:
    """Typed answer by answer, in one language or the other: every screen of every character is drawn."""
    golden, _ = files.load(TAPES / f"{CHARACTERS[place].name}.jsonl")
    names = list(golden.setup.players)
    lines: list[str] = []
    game = nightcall.play(golden.setup)
    for prompt, answer in zip(asked(golden), golden.answers, strict=True):
        before, game = game, game.answer(answer.value)
        lines += [typed_answer(prompt, answer.value, names), *seen(game, before)]
    path = tmp_path / "game.jsonl"
    files.save(path, nightcall.play(golden.setup))
    typed = "\n".join([*lines, "log", "seats", ""])
    done = Run("play", "--resume", str(path), "--lang", ("en", "fr")[place % 2], typed=typed)
    assert done.code == 0
    assert files.load(path)[0].answers == golden.answers
    assert not re.search(r"\{|\}|\b(cli|event|prompt|choice|call|error|ui)\.[a-z]", done.out)


def test_bad_input_gets_a_message_and_the_same_question() -> None:
    done = begun("zed", "a", "béa", "béa")
    assert "“zed” is nobody" in done.all
    # Ann is the only one with an A: the Seer; Béa is then looked at.
    game, _ = files.load(last_game())
    assert [answer.key for answer in game.answers][:4] == ["sheriff.now", "night.falls", "identify", "seer.look"]


def test_a_refusal_names_the_rule() -> None:
    done = begun("ann", "ann")
    assert "SEER-4" in done.out


@pytest.mark.parametrize(("line", "rule"), [("hal ann", "VOTE-6"), ("ann hal", "VOTE-1")])
def test_whoever_is_dead_is_said_to_be_dead_and_no_more(line: str, rule: str, tmp_path: Path) -> None:
    deck = ["werewolf"] * 2 + ["simple_villager"] * 6
    game = nightcall.play(Setup.of(PEOPLE.split(","), deck, cards_known_to_app=True, sheriff_election="off"))
    while game.prompt is not None and game.prompt.key != "vote.ballots":
        game = game.answer({"werewolves.devour": 8, "day.debate": "vote"}.get(game.prompt.key, True))
    files.save(tmp_path / "game.jsonl", game)
    done = Run("play", "--resume", str(tmp_path / "game.jsonl"), typed=f"{line}\n")
    assert "Hal is dead." in done.all
    assert rule not in done.all


def test_a_typed_name_keeps_its_joiners(monkeypatch: pytest.MonkeyPatch) -> None:
    """AMD-70"""
    monkeypatch.setattr("builtins.input", lambda _: " علی\u200cرضا\x1b ")
    assert Voice("en").ask() == "علی\u200cرضا"


def test_a_vote_line_by_line() -> None:
    typed = ["y", "ann bea", "zed ann", "cid bea, dan bea", "undo", "all ann"]
    done = Run("play", "--players", PEOPLE, "--deck", DECK, typed="\n".join(typed) + "\n")
    assert "Ann → Béa" in done.out
    game, _ = files.load(last_game())
    assert game.answers[-1].key == "sheriff.elect"
    assert set(game.answers[-1].value.values()) == {1}


def test_votes_of_a_count_that_is_undone_are_changed_and_counted_with_enter() -> None:
    """One by one: nothing is counted before it is said to be."""
    typed = ["y", "ann bea, bea bea, cid bea, dan bea, eve bea, fay bea, gus bea, hal bea"]
    typed += ["undo", "cid ann", "dan ann", ""]
    done = Run("play", "--players", PEOPLE, "--deck", DECK, typed="\n".join(typed) + "\n")
    assert "All votes: Ann → Béa, Béa → Béa, Cid → Ann" in done.out
    game, _ = files.load(last_game())
    elected = next(each for each in game.answers if each.key == "sheriff.elect")
    assert elected.value == {1: 2, 2: 2, 3: 1, 4: 1, 5: 2, 6: 2, 7: 2, 8: 2}


def test_a_vote_is_corrected_from_what_was_entered() -> None:
    typed = ["y", "all bea", "edit 2", "cid ann", "", "y"]
    Run("play", "--players", PEOPLE, "--deck", DECK, typed="\n".join(typed) + "\n")
    game, _ = files.load(last_game())
    elected = next(each for each in game.answers if each.key == "sheriff.elect")
    assert elected.value == {1: 2, 2: 2, 3: 1, 4: 2, 5: 2, 6: 2, 7: 2, 8: 2}
