"""What can be typed instead of an answer: undo, look something up, correct, say what happens to the table."""

from __future__ import annotations

from nightcall.cli import files
from nightcall.engine import prompts
from tests.command import Run, begun, last_game


def test_undo_and_the_end_of_undo() -> None:
    done = begun("ann", "undo", "/undo 2", "undo")
    assert "Taken back: 2" in done.all
    assert "No answer has been given yet" in done.all
    assert files.load(last_game())[0].answers == ()


def test_commands_answer_without_changing_anything() -> None:
    done = begun("ann", "log", "why", "why 2", "why 99", "rule", "rule hunter-1", "rule NO-1", "seats", "preview", "?")
    assert len(files.load(last_game())[0].answers) == 3
    assert "Ann holds the Seer card" in done.out
    assert "IDENT-0" in done.out
    assert "When the Hunter is devoured" in done.all
    assert "There is no rule NO-1" in done.all
    assert "There is no event 99" in done.all
    assert "one of: Werewolf" in done.all


def test_a_preview_keeps_what_is_to_be_said_apart_from_what_is_not() -> None:
    """Whoever reads it aloud tells nobody that the Witch has healed."""
    said = begun("ann", "cid", "", "béa dan", "fay", "eve", "fay", "-", "preview").all
    public, _, secret = said[said.index("After this, ") :].partition("Not to be said:")
    assert "Fay survives" in secret
    assert "survives" not in public


def test_french_commands_work_too() -> None:
    commands = ("journal", "pourquoi", "règle hunter-1", "places", "aide", "annuler", "quitter")
    done = begun("ann", *commands, more=("--lang", "fr"))
    assert done.code == 0
    assert len(files.load(last_game())[0].answers) == 2
    assert "Bonne nuit" in done.all


def test_somebody_called_like_a_command() -> None:
    begun("log", people="Log,Béa,Cid,Dan,Eve,Fay,Gus,Hal")
    assert files.load(last_game())[0].answers[-1].value == 1
    begun("/log", people="Log,Béa,Cid,Dan,Eve,Fay,Gus,Hal", more=("--save", str(last_game().with_name("x.jsonl"))))
    assert len(files.load(last_game().with_name("x.jsonl"))[0].answers) == 2


def test_a_correction_that_fits() -> None:
    begun("ann", "bea", "", "cid dan", "eve", "fay", "edit 7", "gus")
    game, _ = files.load(last_game())
    assert (game.answers[6].key, game.answers[6].value) == ("werewolves.devour", 7)
    assert len(game.answers) == 8


def test_a_correction_that_loses_answers_is_asked_about() -> None:
    kept = begun("ann", "bea", "", "edit 1", "y", "n")
    assert "answer 2 no longer fits" in kept.all
    assert len(files.load(last_game())[0].answers) == 5
    path = last_game()
    Run("play", "--resume", str(path), typed="edit\n1\nnonsense\ny\nperhaps\ny\n")
    assert [answer.value for answer in files.load(path)[0].answers] == [True]


def test_a_correction_thought_better_of() -> None:
    begun("ann", "edit 3", "quit", "edit", "", "edit 99", "edit x")
    assert len(files.load(last_game())[0].answers) == 3


def test_two_have_changed_seats_in_the_middle_of_a_call() -> None:
    """TABLE-5: it stands before the call going on, whose answers still count."""
    done = begun("ann", "table", "4", "cid zed", "cid hal", "perhaps", "y")
    assert "Which two have changed seats?" in done.all
    assert "“zed” is nobody" in done.all
    assert "Cid and Hal have changed seats." in done.all
    game, _ = files.load(last_game())
    assert [answer.key for answer in game.answers] == ["sheriff.now", "night.falls", "table.change_seats", "identify"]
    assert list(game.village.circle) == [1, 2, 8, 4, 5, 6, 7, 3]
    assert game.prompt is not None
    assert game.prompt.key == "seer.look"


def test_somebody_arrives_and_somebody_leaves() -> None:
    """TABLE-1, TABLE-3: every question of it is asked, one after the other."""
    done = begun("table somebody arrives", "Zoe", "nonsense", "hunter", "y", "table somebody leaves", "hal", "n", "y")
    assert "Which card does the newcomer get?" in done.all
    assert "Does it count as a death?" in done.all
    game, _ = files.load(last_game())
    assert game.players[8] == "Zoe"
    keys = [answer.key for answer in game.answers]
    assert keys[2:] == ["table.arrives", "table.card", "table.leaves", "table.as_death"]
    assert game.prompt is not None
    assert game.prompt.about == prompts.FACE, "which card is set aside, nobody has seen yet"


def test_what_happened_to_the_table_is_undone_as_one() -> None:
    """TABLE-1"""
    done = begun("table somebody leaves", "hal", "y", "y", "undo")
    assert "Undone: Hal leaves." in done.all
    assert len(files.load(last_game())[0].answers) == 2


def test_what_happened_to_the_table_thought_better_of() -> None:
    begun("ann", "table", "", "table 9", "table 1", "quit", "table 3", "bea", "Zoe", "n")
    assert len(files.load(last_game())[0].answers) == 3
