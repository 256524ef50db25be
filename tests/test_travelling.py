"""Moving from one saved village to another, at the command line."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from nightcall import Game
from nightcall.cli import files
from nightcall.desk import travel
from tests.command import Run
from tests.table import Table

HAMLETS = "community_of_hamlets"


@pytest.fixture(autouse=True)
def _plain_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("NIGHTCALL_LANG", "en")


def first_day(people: str, **night: Any) -> Table:
    return Table(people, variants=HAMLETS).night(**night).dawn()


@pytest.fixture
def left(tmp_path: Path) -> Path:
    """A village that the Witch, in love with Bea, has left."""
    t = first_day("Ann:werewolf Bea:cupid Cid:witch Dan Eve Fay", pair=["Bea", "Cid"], devour="Dan")
    t.say("hamlets.depart").say("Cid")
    return saved(tmp_path / "left.jsonl", t.game)


@pytest.fixture
def entered(tmp_path: Path) -> Path:
    return saved(tmp_path / "entered.jsonl", first_day("Ida:werewolf Jim Kay Leo Mia", devour="Kay").game)


def saved(path: Path, game: Game) -> Path:
    files.save(path, game)
    return path


def game(path: Path) -> Game:
    return files.load(path)[0]


def answered(path: Path, *values: Any) -> None:
    told = game(path)
    for value in values:
        told = told.answer(value)
    files.save(path, told)


def test_a_traveller_arrives_in_the_other_file(left: Path, entered: Path) -> None:
    """HAML-4: with card and love; the file left is not touched."""
    before = left.read_bytes()
    done = Run("travel", str(left), str(entered))
    assert (done.code, done.err) == (0, "")
    assert "Cid arrives from another village" in done.out
    village = game(entered).village
    assert village.name_of(6) == "Cid"
    assert village.cards.of[6].name == "witch"
    assert left.read_bytes() == before
    again = Run("travel", str(left), str(entered))
    assert again.code == 1
    assert "Nobody has left" in again.err


def test_deaths_are_reported_too(left: Path, entered: Path) -> None:
    """HAML-3: grief crosses from file to file, once."""
    Run("travel", str(left), str(entered))
    answered(left, "vote", {1: 2, 5: 2, 6: 2})
    done = Run("travel", str(left), str(entered))
    assert done.code == 0
    assert "Bea is dead" in done.out
    assert 6 not in game(entered).village.living
    assert Run("travel", str(left), str(entered)).code == 1


def test_whoever_comes_back_comes_as_he_left_the_last_time(left: Path, entered: Path) -> None:
    """HAML-3, HAML-4: there and back again."""
    Run("travel", str(left), str(entered))
    answered(entered, "hamlets.depart", 6)
    assert [traveller["name"] for traveller in travel.on_the_road(game(left), game(entered))] == ["Cid"]
    assert Run("travel", str(entered), str(left)).code == 0
    assert 3 in game(left).village.living
    assert travel.on_the_road(game(entered), game(left)) == []


def test_of_several_one_must_be_named(left: Path, entered: Path) -> None:
    answered(left, "hamlets.depart", 5)
    done = Run("travel", str(left), str(entered))
    assert done.code == 1
    assert "Cid, Eve" in done.err
    assert Run("travel", str(left), str(entered), "eve").code == 0
    assert game(entered).players[-1] == "Eve"


def test_nobody_arrives_at_night(left: Path, entered: Path) -> None:
    """HAML-1"""
    answered(entered, "vote", {})
    before = entered.read_bytes()
    done = Run("travel", str(left), str(entered))
    assert done.code == 1
    assert "wait for this village's debate" in done.err
    assert entered.read_bytes() == before


def test_fetching_while_leading_a_game(left: Path, entered: Path) -> None:
    """HAML-4: the answers are counted, so that they can be taken back."""
    before = game(entered)
    done = Run("play", "--resume", str(entered), typed=f"fetch {left}\nquit\n")
    assert "Cid arrives from another village" in done.out
    count = re.search(r"undo (\d+)", done.out)
    assert count is not None
    Run("play", "--resume", str(entered), typed=f"{count[0]}\nquit\n")
    assert game(entered).players == ("Ida", "Jim", "Kay", "Leo", "Mia")
    assert game(entered).answers == before.answers


def test_fetching_from_nowhere(entered: Path) -> None:
    assert "From which saved game" in Run("play", "--resume", str(entered), typed="fetch\nquit\n").out
    assert "no such file" in Run("play", "--resume", str(entered), typed="fetch nowhere.jsonl\nquit\n").out


def test_a_departure_names_the_file_to_fetch_from(entered: Path) -> None:
    done = Run("play", "--resume", str(entered), typed="2\nmia\nquit\n")
    assert f"fetch {entered}" in done.out.replace("\n", "")
    assert [traveller["name"] for traveller in travel.travellers(game(entered))] == ["Mia"]


@pytest.mark.parametrize(("said", "is_back"), [("n", False), ("y", True), ("what\ny", True)])
def test_taking_back_a_departure_asks_first(left: Path, said: str, is_back: bool) -> None:
    """HAML-4"""
    done = Run("play", "--resume", str(left), typed=f"undo\n{said}\nquit\n")
    assert "takes back a departure: Cid" in done.out
    assert (travel.travellers(game(left)) == []) == is_back
    other = Run("play", "--resume", str(left), typed="vote\nundo\nquit\n")
    assert "takes back a departure" not in other.out


def test_a_correction_that_loses_a_departure_asks_too(left: Path) -> None:
    """HAML-4, IDENT-5"""
    number = len(game(left).answers)
    done = Run("play", "--resume", str(left), typed=f"edit {number}\neve\ny\nn\nquit\n")
    assert "takes back a departure" in done.out
    assert [traveller["name"] for traveller in travel.travellers(game(left))] == ["Cid"]
