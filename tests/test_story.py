"""A game in chapters: every screen that tells it walks through it in the same way."""

from __future__ import annotations

from pathlib import Path

import pytest

from nightcall import PUBLIC, Event
from nightcall.desk import story
from nightcall.desk.story import Given, Told
from nightcall.engine import tape
from nightcall.words import Words

TAPES = sorted((Path(__file__).parent / "tapes").glob("*.jsonl"))


def events(*names: str) -> list[Event]:
    return [Event(name, "GEN-1", PUBLIC, {"night": 1, "day": 1}) for name in names]


def walked(*names: str, marks: tuple[int, ...] = ()) -> list[tuple[str, list[str]]]:
    """Heading and entries; an answer is its number."""
    return [
        (
            chapter.heading.name if chapter.heading is not None else "",
            [entry.event.name if isinstance(entry, Told) else str(entry.number) for entry in chapter.entries],
        )
        for chapter in story.chapters(events(*names), marks=marks)
    ]


def test_nights_and_days_begin_chapters() -> None:
    assert walked("began", "night_fell", "called", "bitten", "dawn_broke", "died") == [
        ("", ["began"]),
        ("night_fell", ["bitten"]),
        ("dawn_broke", ["died"]),
    ]


def test_there_is_no_first_chapter_without_anything_in_it() -> None:
    assert walked("night_fell", "bitten") == [("night_fell", ["bitten"])]
    assert walked("called") == walked() == []


def test_an_answer_stands_before_what_came_of_it() -> None:
    found = walked("began", "night_fell", "called", "bitten", "dawn_broke", "died", marks=(1, 3, 4, 6))
    assert found == [("", ["began", "0"]), ("night_fell", ["1", "bitten", "2"]), ("dawn_broke", ["died", "3"])]


def test_what_is_left_out_leaves_the_numbers_alone() -> None:
    [chapter] = story.chapters(events("began", "died", "won"), lambda event: event.name == "died")
    assert [entry.number for entry in chapter.told] == [0, 2]


def test_a_chapter_is_called_by_its_heading() -> None:
    first, night = story.chapters(events("began", "night_fell"))
    assert first.title(Words("en"), (), "web.log.beginning") == Words("en").text("web.log.beginning")
    assert night.title(Words("en"), (), "web.log.beginning") == Words("en").event(events("night_fell")[0])


@pytest.mark.parametrize("path", TAPES, ids=lambda path: path.stem)
def test_nothing_is_lost_or_told_twice(path: Path) -> None:
    game = tape.load_game(path.read_bytes())
    entries = [entry for chapter in story.chapters(game.events, marks=game.marks) for entry in chapter.entries]
    told = [entry.number for entry in entries if isinstance(entry, Told)]
    assert [entry.number for entry in entries if isinstance(entry, Given)] == list(range(len(game.answers)))
    assert told == sorted(told)
    left_out = {event.name for number, event in enumerate(game.events) if number not in told}
    assert left_out == {"called", "night_fell", "dawn_broke", "opening_day"}.intersection(
        event.name for event in game.events
    )
