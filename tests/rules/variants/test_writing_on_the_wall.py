"""The Writing's on the Wall."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from nightcall import PUBLIC, Setup, play
from nightcall.cli.typed import Names, understand
from nightcall.engine import prompts, tape
from nightcall.engine.prompts import TEXT_LIMIT, Prompt
from nightcall.engine.views import view
from nightcall.rules.variants import VARIANTS
from nightcall.words import LANGUAGES, Words
from tests.rules.variants.together import PLAIN, both
from tests.strategies import random_game
from tests.table import Table

WALL = "writing_on_the_wall"
KEY = "writing_on_the_wall.lines"
LINES = ("no one sleeps", "the baker lies", "who barked?", "I saw a tail")


def table(people: str = "Ann:werewolf Bea Cid Dan Eve", **options: Any) -> Table:
    return Table(people, variants=WALL, **options)


def read(t: Table) -> list[tuple[str, ...]]:
    return [event.facts["lines"] for event in t.events("lines_read")]


def test_before_each_night_the_lines_are_read_to_all() -> None:
    """WALL-1: asked before the eyes close, on every evening; everybody hears every line."""
    t = table()
    assert t.asks(KEY)
    assert t.prompt is not None
    assert t.prompt.audience == PUBLIC
    t.say(LINES)
    assert t.asks("night.falls")
    assert t.sees(None, "lines_read")
    assert sorted(read(t)[0]) == sorted(LINES)
    t.night(devour="Bea").dawn().day(lines=["again"])
    assert read(t)[1:] == [("again",)]


def test_a_tape_of_last_year_reads_the_lines_in_the_same_order() -> None:
    """WALL-1: another order every night, but whenever it is told again the same."""
    t = table().say(LINES).night().dawn().day(lines=list(LINES))
    assert read(t) == [
        ("I saw a tail", "no one sleeps", "the baker lies", "who barked?"),
        ("the baker lies", "no one sleeps", "I saw a tail", "who barked?"),
    ]


def test_the_box_may_stay_empty() -> None:
    """WALL-2: nothing entered, nothing read, and the game is the same otherwise."""
    t = table().say([]).night(devour="Bea").dawn()
    assert not t.happened("lines_read")
    assert t.dead == ["Bea"]


def test_one_line_for_each_living_player_at_most() -> None:
    """WALL-1: the dead write nothing."""
    t = table()
    assert t.refuses([f"line {number}" for number in range(6)]).key == "answer.how_many"
    t.say([f"line {number}" for number in range(5)]).night(devour="Bea").dawn().day("Cid", lines=["a", "b", "c"])
    assert len(read(t)[-1]) == 3
    t = table().say([]).night(devour="Bea").dawn().upto(KEY, debate="vote")
    assert t.refuses(["x"] * 5).key == "answer.how_many"


@pytest.mark.parametrize("value", ["a line", None, 3, {"1": "a"}, ["\x1b[2J"], [1], [["a"]]])
def test_only_short_plain_texts(value: Any) -> None:
    """WALL-2: nothing that names a seat besides, nothing unprintable, nothing long."""
    assert table().refuses(value).key == "answer.not_text"
    assert table().refuses(["x" * (TEXT_LIMIT + 1)]).key == "answer.too_long"


def test_empty_lines_do_not_count() -> None:
    """WALL-2"""
    assert read(table().say(["", "  ", " so  what "])) == [("so what",)]


@pytest.mark.parametrize("physical", [True, False])
def test_the_order_in_which_they_came_is_nowhere(physical: bool) -> None:
    """WALL-1, WALL-2: whoever handed them in first, tape, events and every view are the same to the letter."""
    tapes, logs, views = set(), set(), set()
    for lines in permutations(LINES):
        game = table(physical=physical).say(lines).night().game
        tapes.add(tape.dumps(game))
        logs.add(str([event.to_json() for event in game.events]))
        views.add(str([view(game, viewer).to_json() for viewer in (PUBLIC, 1, 2, 3, 4, 5)]))
    assert len(tapes) == len(logs) == len(views) == 1


def test_no_seat_stands_beside_a_line() -> None:
    """WALL-1: neither in the question nor in the answer nor in what is told."""
    t = table()
    assert t.prompt is not None
    assert (t.prompt.seat, t.prompt.card, tuple(t.prompt.options), tuple(t.prompt.voters)) == (0, "", (), ())
    t.say(LINES)
    given = t.game.answers[-1]
    assert (given.value, given.seat) == (tuple(sorted(LINES)), 0)
    event = t.events("lines_read")[0]
    assert set(event.facts) == {"lines"}
    assert [event for event in t.game.events if any(line in str(event.to_json()) for line in LINES)] == [event]
    assert tape.load_game(tape.dumps(t.game)).answers == t.game.answers


def test_a_tape_that_came_in_another_order_is_put_right() -> None:
    """WALL-2"""
    t = table()
    game = play(t.setup, [["zebra", "ape"]])
    assert '"answer": ["ape", "zebra"]' in tape.dumps(game)


def test_the_order_read_is_shuffled_from_the_seed() -> None:
    """WALL-1: another seed or another night, another order; the same seed, the same."""
    lines = [f"{number}" for number in range(8)]

    def orders(seed: int) -> list[Any]:
        setup = Setup.of(
            8,
            ["werewolf", *["simple_villager"] * 7],
            cards_known_to_app=True,
            seed=seed,
            variants=[WALL],
            sheriff_election="off",
        )
        t = Table("Ann:werewolf Bea Cid Dan Eve Fay Gus Hal")
        t.setup, t.game = setup, play(setup)
        t.say(lines).say(True).upto("day.debate").upto("night.falls", debate="vote", lines=lines)
        return read(t)

    first, second = orders(3)
    assert first != second
    assert orders(3) == [first, second]
    assert orders(4)[0] != first
    assert tuple(lines) not in (first, second)


def test_typed_with_semicolons() -> None:
    """WALL-2: commas belong to a line."""
    prompt = Prompt(KEY, prompts.TEXTS, "WALL-1", low=0, high=5)
    typed = understand(prompt, "well, well ; I saw a tail;", Names({}), Words())
    assert prompt.check(typed) == ("I saw a tail", "well, well")
    assert understand(prompt, "", Names({}), Words()) == ()
    assert understand(prompt, "-", Names({}), Words()) == ()


def test_lines_are_told_word_for_word() -> None:
    t = table().say(["seer", "{seat}"])
    for language in LANGUAGES:
        text = Words(language).event(t.events("lines_read")[0], t.names)
        assert "– seer" in text
        assert "– {seat}" in text


@pytest.mark.parametrize("other", [kind.name for kind in VARIANTS if kind.name != WALL])
def test_it_combines_with_everything(other: str) -> None:
    """WALL-1, VARX-1."""
    setup = both(WALL, other, 4)
    village, outcome, recorder = random_game(setup, 7)
    assert sum(answer.key == KEY for answer in recorder.answers) == village.night
    assert play(setup, recorder.answers).outcome == outcome


@pytest.mark.parametrize("seed", range(24))
def test_random_games_end_and_replay(seed: int) -> None:
    setup = Setup.of(8, PLAIN, cards_known_to_app=seed % 2 == 0, seed=seed, variants=[WALL])
    village, outcome, recorder = random_game(setup, seed)
    game = play(setup, recorder.answers)
    assert game.outcome == outcome
    assert [event.to_json() for event in game.events] == [event.to_json() for event in village.events]
    assert tape.load_game(tape.dumps(game)).outcome == outcome
