"""Whom a call finds, and what is shown or lifted at it: as many steps whether it is live or faked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import nightcall
import nightcall.engine.tape
from nightcall import Setup
from nightcall.cli import files
from nightcall.words import Words
from tests.command import PEOPLE, Run

FOX = (("fox", "identify"), ("fox", "call.fake"))


def test_a_result_is_shown_before_anybody_else_is_called(tmp_path: Path) -> None:
    tape = tmp_path / "seer.jsonl"
    setup = Setup.of(
        PEOPLE.split(","),
        ["seer", "werewolf", "werewolf", *["simple_villager"] * 5],
        cards_known_to_app=True,
        draw="stacked",
        sheriff_election="off",
    )
    tape.write_text(nightcall.engine.tape.dumps(nightcall.play(setup)), "utf-8")
    words = Words("en")
    shown = Run("play", "--resume", str(tape), typed="\nBéa\n").all
    assert words.text("cli.play.seen") in shown
    assert "Béa" in shown.partition(words.text("cli.play.seen"))[0]
    assert words.text("call.werewolves.wake") not in shown
    after = Run("play", "--resume", str(tape), typed="undo\nBéa\n\n").all
    assert words.text("call.werewolves.wake") in after.partition(words.text("cli.play.seen"))[2]
    typed_on = Run("play", "--resume", str(tape), typed="undo\nBéa\nDan\n").all
    assert "Dan" in typed_on, "whoever types the next answer at once has seen it too"


@pytest.mark.parametrize("spare", ["simple_villager", "fox"])
def test_cards_are_lifted_for_the_fox_whether_he_is_there_or_not(tmp_path: Path, spare: str) -> None:
    """FOX-1, FK-1, FK-2: Ann is the Thief, and the Fox lies in the middle of the table, or before somebody."""
    people, cards = PEOPLE.split(","), {"werewolf": 2, "thief": 1, "fox": 1, "simple_villager": 6}
    game = nightcall.play(Setup.of(people, cards, sheriff_election="off"))
    given: dict[str, Any] = {"thief.spares": (spare, "simple_villager"), "thief.swap": None}
    while game.prompt is not None and (game.prompt.card, game.prompt.key) not in FOX:
        game = game.answer(given.get(game.prompt.key, 1 if game.prompt.key == "identify" else True))
    path, words = tmp_path / "fox.jsonl", Words("en")
    live = ["2", "5", "werewolf", "simple villager", "simple villager"]
    typed = live if spare != "fox" else ["", "5", "werewolf", "", ""]
    files.save(path, game)
    before_seen, _, after = Run("play", "--resume", str(path), typed="\n".join([*typed, "", "1"])).all.partition(
        words.text("cli.play.seen")
    )
    assert before_seen.count("Which card does") == 3
    if spare != "fox":
        assert all(f"Which card does {name} hold?" in before_seen for name in ("Dan", "Eve", "Fay"))
    lifted = [words.text("cli.play.lift", number=number) for number in (1, 2, 3)]
    assert [each in before_seen for each in lifted] == [spare == "fox"] * 3, "as many steps, live or faked"
    assert after, "then whoever is awake is shown something, or it seems so"


def test_a_card_lifted_for_the_fox_that_contradicts_the_record_is_not_passed_over(tmp_path: Path) -> None:
    """FOX-1, IDENT-4: Ann is recorded as the Thief, and sits between Hal, whose card nobody knows, and the Fox."""
    people, cards = PEOPLE.split(","), {"werewolf": 2, "thief": 1, "fox": 1, "simple_villager": 6}
    game = nightcall.play(Setup.of(people, cards, sheriff_election="off"))
    given: dict[str, Any] = {"thief.spares": ("simple_villager",) * 2, "thief.swap": None}
    while game.prompt is not None and (game.prompt.card, game.prompt.key) not in FOX:
        game = game.answer(given.get(game.prompt.key, 1 if game.prompt.key == "identify" else True))
    path, words = tmp_path / "fox.jsonl", Words("en")
    files.save(path, game)
    shown = Run(
        "play", "--resume", str(path), typed="\n".join(["2", "1", "simple villager", "werewolf", "", "", ""])
    ).all
    refused, second = shown.partition("does not hold the Werewolf")[::2]
    assert words.text("cli.play.lift", number=3) not in refused
    assert refused.count(words.text("cli.play.lift", number=2)) == 2, "it is asked for once more"
    assert words.text("cli.play.lift", number=3) in second


def test_whoever_is_known_is_looked_for_and_somebody_else_does_not_pass(tmp_path: Path) -> None:
    """IDENT-0, FK-1: the Seer, Ann, has seen that Eve is the Defender; nothing of it is on the tape."""
    cards = {"werewolf": 2, "seer": 1, "defender": 1, "simple_villager": 4}
    game = nightcall.play(Setup.of(PEOPLE.split(","), cards, sheriff_election="off"))
    for value in (True, 1, 5, "defender"):
        game = game.answer(value)
    path, words = tmp_path / "defender.jsonl", Words("en")
    files.save(path, game)
    shown = Run("play", "--resume", str(path), typed="\n".join(["6", "5", "undo", "5", "2", "/quit"])).all
    asked, refused = words.text("prompt.identify.ask"), "does not hold the Defender"
    assert "Recorded already: Eve." in shown.partition(refused)[0]
    assert shown.count(asked) == 4, "once more after the slip, once more after undo, and then the pack"
    assert [answer.key for answer in files.load(path)[0].answers][-2:] == ["seer.card", "defender.protect"]


def test_a_card_that_is_known_is_lifted_in_its_turn(tmp_path: Path) -> None:
    """FOX-1, IDENT-1: Béa, the Fox, points at herself; Ann is recorded as the Thief, nobody has seen Cid's card."""
    people, cards = PEOPLE.split(","), {"werewolf": 2, "thief": 1, "fox": 1, "simple_villager": 6}
    game = nightcall.play(Setup.of(people, cards, sheriff_election="off"))
    given: dict[str, Any] = {"thief.spares": ("simple_villager",) * 2, "thief.swap": None}
    while game.prompt is not None and (game.prompt.card, game.prompt.key) not in FOX:
        game = game.answer(given.get(game.prompt.key, 1 if game.prompt.key == "identify" else True))
    path = tmp_path / "fox.jsonl"
    files.save(path, game)
    shown = Run("play", "--resume", str(path), typed="\n".join(["2", "2", "thief", "", "werewolf", "/quit"])).all
    places = [shown.index(f"Which card does {name} hold?") for name in ("Ann", "Béa", "Cid")]
    assert places == sorted(places), "as they sit"
    assert [answer.value for answer in files.load(path)[0].answers][-2:] == [2, "werewolf"]


@pytest.mark.parametrize("infects", ["y", "n"])
def test_the_touch_is_a_step_before_anybody_else_is_called(tmp_path: Path, infects: str) -> None:
    """CWF-3"""
    deck = ["cursed_wolf_father", "witch", "werewolf", *["simple_villager"] * 5]
    game = nightcall.play(Setup.of(PEOPLE.split(","), deck, sheriff_election="off", cards_known_to_app=True))
    for value in (True, 5):
        game = game.answer(value)
    path, words = tmp_path / "infected.jsonl", Words("en")
    files.save(path, game)
    shown = Run("play", "--resume", str(path), typed="\n".join([infects, "", "/quit"])).all
    walk, _, after = shown.rpartition(words.text("cli.play.walked"))
    assert ("touch Eve on the shoulder" in walk) is (infects == "y")
    assert ("without touching anybody" in walk) is (infects == "n")
    assert "I walk round" in walk.replace("│ │ ", "")
    assert words.text("call.witch.wake")[:20] not in walk
    assert words.text("call.witch.wake")[:20] in after
    assert "I walk round" not in after
    assert [answer.key for answer in files.load(path)[0].answers][-1] == "cursed_wolf_father.infect"
