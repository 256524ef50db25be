"""Saved games: whole, small, and safe to read whoever wrote them."""

from __future__ import annotations

import json
import os
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import nightcall
from nightcall import Game, Setup, TapeError
from nightcall.cli import files
from nightcall.engine import tape
from nightcall.sim.bots import PhysicalTable, RandomBot

DECK = {"werewolf": 2, "seer": 1, "witch": 1, "hunter": 1, "wandering_judge": 1, "simple_villager": 2}
NAMES = ["Ann", "Béa", "Cid", "Dan", "Eve", "Fay", "Gus", "Łukasz"]


def played(seed: int = 1, *, steps: int | None = None, physical: bool = True) -> Game:
    """A random game, to its end or that many answers long."""
    setup = Setup.of(NAMES, DECK, cards_known_to_app=not physical, seed=None if physical else seed)
    random = Random(seed)
    bot = PhysicalTable(random, setup) if physical else RandomBot(random)
    game = nightcall.play(setup)
    while game.prompt is not None and (steps is None or len(game.answers) < steps):
        game = game.answer(bot(game.prompt))
    return game


@pytest.mark.parametrize("physical", [True, False])
def test_a_tape_tells_the_same_game(physical: bool) -> None:
    game = played(physical=physical)
    text = tape.dumps(game)
    again = tape.load_game(text)
    assert again.misfit is None
    assert again.outcome == game.outcome
    assert [event.to_json() for event in again.events] == [event.to_json() for event in game.events]
    assert tape.dumps(again) == text
    assert tape.load_game(text.encode()).outcome == game.outcome


def test_a_tape_is_small_and_readable() -> None:
    game = played(steps=20)
    first, *rest = tape.dumps(game).splitlines()
    header = json.loads(first)
    assert header["nightcall"] == tape.FORMAT
    assert header["rules"] == tape.RULES
    assert header["setup"] == game.setup.to_json()
    assert len(rest) == len(game.answers)
    assert json.loads(rest[0])["ask"] == game.answers[0].key
    assert "Béa" in first


def test_what_was_announced_is_kept_as_evidence() -> None:
    game = played()
    loaded = tape.loads(tape.dumps(game))
    told = [event for stretch in loaded.announced for event in stretch]
    assert [event["event"] for event in told] == [event.name for event in game.events if event.audience == "public"]
    assert told[-1]["event"] == "won"
    assert tape.contradicted(loaded, game) is None


def test_another_announcement_than_today_is_found() -> None:
    game = played()
    lines = [json.loads(line) for line in tape.dumps(game).splitlines()]
    place = next(i for i, line in enumerate(lines) for event in line.get("announced", ()) if event["event"] == "died")
    lines[place]["announced"][0]["rule"] = "GEN-1"
    loaded = tape.loads("\n".join(map(json.dumps, lines)))
    assert tape.contradicted(loaded, game) == place


def test_without_evidence_nothing_is_contradicted() -> None:
    game = played(steps=9)
    lines = [json.loads(line) for line in tape.dumps(game).splitlines()]
    for line in lines:
        line.pop("announced", None)
    loaded = tape.loads("\n".join(map(json.dumps, lines)))
    assert loaded.announced == ()
    assert tape.contradicted(loaded, game) is None


def test_an_answer_that_no_longer_fits_is_named_and_the_good_part_kept() -> None:
    game = played()
    lines = tape.dumps(game).splitlines()
    lines[12] = json.dumps({"ask": "barber.shave", "answer": 3})
    again = tape.load_game("\n".join(lines) + "\n")
    assert again.misfit is not None
    assert again.misfit.index == 11
    assert again.answers == game.answers[:11]


# -- old and new formats --


def test_an_old_tape_is_lifted(monkeypatch: pytest.MonkeyPatch) -> None:
    def from_the_stone_age(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
        header, *answers = lines
        return [header | {"rules": 1}, *({"ask": line["q"], "answer": line["a"]} for line in answers)]

    monkeypatch.setitem(tape.UPCASTS, tape.FORMAT - 1, from_the_stone_age)
    setup = played(steps=0).setup
    old = [{"nightcall": tape.FORMAT - 1, "setup": setup.to_json()}, {"q": "sheriff.now", "a": False}]
    game = tape.load_game("\n".join(map(json.dumps, old)))
    assert game.answers == nightcall.play(setup, [False]).answers


def refused(text: str | bytes) -> TapeError:
    with pytest.raises(TapeError) as caught:
        tape.loads(text)
    for language in ("en", "fr"):
        assert caught.value.message(language)
    return caught.value


def test_formats_that_cannot_be_read_are_named() -> None:
    setup = json.dumps(played(steps=0).setup.to_json())
    for form, key in ((99, "tape.too_new"), (-3, "tape.too_old")):
        error = refused(f'{{"nightcall": {form}, "rules": 1, "setup": {setup}}}')
        assert error.key == key
        assert error.facts == {"line": 1, "given": form, "known": tape.FORMAT}


# -- damaged and hostile files --


def whole() -> list[str]:
    return tape.dumps(played(steps=12)).splitlines(keepends=True)


def test_a_half_written_last_line_is_dropped_with_a_notice() -> None:
    lines = whole()
    text = "".join(lines).encode()
    last = len("".join(lines[:-1]).encode())
    for cut in range(last + 1, len(text)):
        loaded = tape.loads(text[:cut])
        # Cut off just before the line break it is still complete.
        complete = cut == len(text) - 1
        assert len(loaded.answers) == len(lines) - (1 if complete else 2)
        assert loaded.dropped == (0 if complete else len(lines))


def test_a_cut_anywhere_keeps_every_line_before_it() -> None:
    text = "".join(whole()).encode()
    for cut in range(1, len(text), 7):
        if b"\n" in text[:cut]:
            assert len(tape.loads(text[:cut]).answers) >= text[:cut].count(b"\n") - 1
        else:
            refused(text[:cut])


def test_damage_in_the_middle_is_not_forgiven() -> None:
    lines = whole()
    lines[4] = lines[4][:-10] + "\n"
    error = refused("".join(lines))
    assert error.key == "tape.not_json"
    assert error.facts["line"] == 5


DEEP = "[" * 49_000 + "]" * 49_000
"""Sound JSON: how much of it a parser bears depends on the Python and on its stack."""
ODD_LINES = {
    "tape.not_json": '{"ask": "a", "answer": }',
    "tape.not_an_object": "[1, 2]",
    "tape.too_deep": f'{{"ask": "a", "answer": {DEEP}}}',
    "tape.twice": '{"ask": "a", "ask": "b", "answer": 1}',
    "tape.odd_number": '{"ask": "a", "answer": NaN}',
    "tape.unprintable": '{"ask": "a", "answer": "\\u001b[31m"}',
    "tape.text_too_long": json.dumps({"ask": "a", "answer": "x" * 1000}),
    "tape.line_too_long": json.dumps({"ask": "a", "answer": "x" * tape.LINE_LIMIT}),
    "tape.not_an_answer": '{"answer": 3}',
    "tape.bad_seat": '{"ask": "a", "seat": "3", "answer": 3}',
    "tape.bad_card": '{"ask": "a", "card": 3, "answer": 3}',
    "tape.bad_announcement": '{"ask": "a", "answer": 3, "announced": [3]}',
}


@pytest.mark.parametrize("key", ODD_LINES)
def test_an_odd_line_is_refused_with_its_number(key: str) -> None:
    lines = whole()
    lines.insert(3, ODD_LINES[key] + "\n")
    error = refused("".join(lines))
    assert (error.key, error.facts["line"]) == (key, 4)


@pytest.mark.parametrize(
    "value",
    ["1" * 5000, "-" + "9" * 41, "1e999", "Infinity", "-Infinity", "0.5", "[[[[[[[[[[1]]]]]]]]]]", '"\\ud800"'],
)
def test_odd_values_are_refused(value: str) -> None:
    error = refused("".join(whole()) + f'{{"ask": "sheriff.now", "answer": {value}}}\n{{}}\n')
    assert error.key in ("tape.odd_number", "tape.too_deep", "tape.unprintable")


def test_what_is_just_deep_enough_or_long_enough_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = whole()
    deepest = f'{{"ask": "a", "answer": {"[" * 9}1{"]" * 9}}}\n'
    assert len(tape.loads("".join(lines) + deepest).answers) == len(lines)
    monkeypatch.setattr(tape, "LINE_LIMIT", max(map(len, lines)) - 1)  # without the line break
    assert len(tape.loads("".join(lines)).answers) == len(lines) - 1
    monkeypatch.setattr(tape, "LINE_LIMIT", max(map(len, lines)) - 2)
    assert refused("".join(lines)).key == "tape.line_too_long"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n",
        "hello",
        "{}",
        "[]",
        "null",
        '{"nightcall": "1"}',
        '{"nightcall": true}',
        '{"nightcall": 1}',
        '{"nightcall": 1, "rules": 1}',
        '{"nightcall": 1, "rules": "1", "setup": {}}',
        '{"nightcall": 1, "rules": 1, "setup": []}',
        '{"nightcall": 1, "rules": 1, "setup": {"players": 3, "deck": {}}}',
        '{"nightcall": 1, "rules": 1, "setup": {"players": ["A", "B", "C"], "deck": ["hunter", "x", "werewolf"]}}',
        b"\xff\xfe{}",
        b"\x00" * 100,
    ],
)
def test_what_is_no_tape_is_refused(text: str | bytes) -> None:
    assert refused(text).facts["line"] == 1


def test_a_setup_that_cannot_play_tells_all_its_faults() -> None:
    error = refused('{"nightcall": 1, "rules": 1, "setup": {"players": ["A", "A"], "deck": ["seer"]}}')
    assert len(error.facts["faults"]) >= 3


def test_non_utf8_in_the_middle_names_its_line() -> None:
    lines = [line.encode() for line in whole()]
    lines[5] = b'{"ask": "\xe9"}\n'
    assert refused(b"".join(lines)).facts["line"] == 6


def test_sizes_are_limited(tmp_path: Path) -> None:
    assert refused("x" * (tape.TAPE_LIMIT + 1)).key == "tape.too_large"
    assert refused("{}\n" * (tape.LINES_LIMIT + 1)).key == "tape.too_many_lines"
    huge = tmp_path / "huge.jsonl"
    with huge.open("wb") as file:
        file.truncate(100_000_000)
    with pytest.raises(TapeError):
        files.load(huge)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 99) | st.text(max_size=8) | st.sampled_from(sorted(DECK)),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("0123456789ab", max_size=3), inner, max_size=4),
    max_leaves=8,
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(JSON, st.integers(0, 30))
def test_any_answer_fits_or_is_a_misfit(value: Any, steps: int) -> None:
    game = played(steps=steps)
    if game.prompt is None:
        return
    line = {"ask": game.prompt.key, "seat": game.prompt.seat, "card": game.prompt.card, "answer": value}
    try:
        again = tape.load_game(tape.dumps(game) + json.dumps(line) + "\n")
    except TapeError:
        return
    assert again.misfit is not None or len(again.answers) == steps + 1
    if again.misfit is not None:
        assert again.misfit.message("fr")


@settings(max_examples=150, deadline=None)
@given(st.dictionaries(st.sampled_from([*sorted(played(steps=0).setup.to_json()), "seed", "trio", "odd"]), JSON))
def test_any_setup_is_read_or_refused(changes: dict[str, Any]) -> None:
    setup = played(steps=0).setup.to_json() | changes
    try:
        tape.load_game(json.dumps({"nightcall": 1, "rules": 1, "setup": setup}) + "\n")
    except TapeError as error:
        message = error.message("en")
        assert message  # either way is right


# -- files --


@pytest.fixture(name="path")
def _path(tmp_path: Path) -> Path:
    return tmp_path / "games" / "game.jsonl"


def test_save_makes_folders_and_leaves_nothing_else(path: Path) -> None:
    game = played(steps=5)
    files.save(path, game)
    assert path.read_text(encoding="utf-8") == tape.dumps(game)
    assert os.listdir(path.parent) == [path.name]
    assert path.stat().st_mode & 0o077 == 0


def test_a_failed_save_leaves_the_old_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = played(steps=5)
    files.save(path, game)

    def fails(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fails)
    with pytest.raises(OSError, match="No space"):
        files.save(path, game.undo(3))
    assert path.read_text(encoding="utf-8") == tape.dumps(game)
    assert os.listdir(path.parent) == [path.name]


def test_a_keeper_writes_what_dumps_writes(path: Path) -> None:
    whole_game = played(steps=30)
    keeper = files.FileKeeper(path)
    game = nightcall.play(whole_game.setup)
    keeper.keep(game)
    for answer in whole_game.answers:
        game = game.answer(answer.value)
        keeper.keep(game)
        assert path.read_text(encoding="utf-8") == tape.dumps(game)
    keeper.keep(game.undo(4))
    assert path.read_text(encoding="utf-8") == tape.dumps(game.undo(4))
    loaded, _ = files.load(path)
    assert loaded.answers == game.undo(4).answers


def test_a_keeper_heals_a_file_somebody_cut(path: Path) -> None:
    keeper = files.FileKeeper(path)
    game = played(steps=6)
    keeper.keep(game)
    path.write_bytes(path.read_bytes()[:-9])
    assert game.prompt is not None
    game = nightcall.play(game.setup, played(steps=7).answers)
    keeper.keep(game)
    assert path.read_text(encoding="utf-8") == tape.dumps(game)
    path.unlink()
    keeper.keep(nightcall.play(game.setup, played(steps=8).answers))
    assert len(files.load(path)[0].answers) == 8
