"""Games on the disk: gone on with here or in the app, led in one place at a time, never overwritten."""

from __future__ import annotations

import asyncio
import json
import re
import shlex
from pathlib import Path

import pytest

from nightcall.cli import archive, files
from nightcall.web.app import Site
from nightcall.web.lock import Lock
from nightcall.web.manner import Manner
from nightcall.web.serve import database
from nightcall.web.store.sqlite import SQLiteStore
from nightcall.web.visit import PASSED_ON
from tests.command import DECK, PEOPLE, Run, begun, last_game, locked, typed_game
from tests.web.phone import Phone


def test_an_unfinished_game_is_offered_again() -> None:
    begun("ann")
    before = last_game()
    done = Run("play", typed="perhaps\ny\nbea\n")
    assert "is not over" in done.all
    assert last_game() == before
    assert len(files.load(before)[0].answers) == 4
    again = Run("play", typed="\n")
    assert again.code == 0
    assert "Good night" in again.all


def test_the_name_of_a_game_is_never_taken_for_an_option(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that began with a hyphen could not be typed after `replay`."""
    monkeypatch.setattr("secrets.token_urlsafe", lambda _length: "-wcPF4mXUZ00")
    begun("ann")
    (row,) = json.loads(Run("games", "--json").out)
    assert json.loads(Run("replay", row["game"], "--json").out)["answers"] == 3


def test_a_finished_game_is_not_offered() -> None:
    lines, _ = typed_game(7)
    Run("play", "--players", PEOPLE, "--deck", DECK, typed="\n".join(lines) + "\n\n")
    assert "is not over" not in Run("play", typed="").all


def test_a_game_begun_here_keeps_the_forecast_of_its_table(tmp_path: Path) -> None:
    deck = "werewolf=2,seer,witch,simple_villager=4"
    done = Run("play", "--players", "8", "--deck", deck, "--data", str(tmp_path), typed="")
    assert done.code == 0, done.all
    with archive.opened(tmp_path) as games:
        (kept,) = games.all()
    forecast = Manner.of(kept.manner).forecast
    assert forecast is not None
    assert 0 < forecast.village < 1


def test_the_farewell_names_the_folder_that_was_given(tmp_path: Path) -> None:
    """What it says to type was tried, and the game not found."""
    folder = tmp_path / "our games"
    lines, _ = typed_game(1)
    done = Run("play", "--players", PEOPLE, "--deck", DECK, "--data", str(folder), typed="\n".join(lines) + "\n")
    (command,) = re.findall(r"`nightcall (replay .*?)`", done.all)
    assert Run(*shlex.split(command)).code == 0
    left = begun("ann", more=("--data", str(tmp_path / "other")))
    assert all(f"`nightcall {name} --data {tmp_path / 'other'}`" in left.all for name in ("play", "serve", "lead"))
    assert "--data" not in begun("ann").all


@locked
def test_the_games_of_a_folder_are_listed_and_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NIGHTCALL_DATA", str(tmp_path / "there"))
    assert "no games here yet" in Run("games").all
    assert json.loads(Run("games", "--json").out) == []
    begun("ann")
    begun("ann", "bea", more=("--data", str(tmp_path / "elsewhere")))
    (row,) = json.loads(Run("games", "--json").out)
    assert row["players"] == PEOPLE.split(",")
    assert row["state"] == "Night 1"
    assert not row["is_over"]
    assert row["game"] in Run("games").out
    (other,) = json.loads(Run("games", "--json", "--data", str(tmp_path / "elsewhere")).out)
    assert other["game"] != row["game"]
    told = json.loads(Run("replay", row["game"], "--json").out)
    assert told["answers"] == 3
    assert Run("play", "--resume", row["game"][:8], typed="bea\n").code == 0
    assert json.loads(Run("replay", row["game"], "--json").out)["answers"] == 4
    assert Run("play", "--resume", other["game"]).code == 1
    assert Run("replay", other["game"]).code == 1


def test_a_game_of_the_terminal_goes_on_in_the_app_and_back(tmp_path: Path) -> None:
    """One folder: begun here, answered there, gone on with here."""
    shared = tmp_path / "shared"
    assert begun("ann", more=("--data", str(shared))).code == 0
    site = Site(SQLiteStore(database(shared)), address="http://192.168.1.5:8000")
    try:
        phone = Phone(site)
        phone.client._transport.client = ("127.0.0.1", 50000)  # type: ignore[attr-defined]
        for name in PASSED_ON:  # a proxy on the same machine speaks for strangers
            assert "Led in the terminal" not in phone.get("/games", **{name: "192.0.2.7"}).text
        listed = phone.get("/games").text
        assert "Led in the terminal" in listed
        assert "Ann, Béa, Cid" in listed
        (game,) = [kept.id for kept in asyncio.run(site.store.games())]
        assert phone.post(f"/games/{game}/take").url.path == f"/g/{game}/lead"
        phone.post(f"/g/{game}/lead/answer", at=asyncio.run(site.tables.find(game)).revision, seat=2)
        assert "Led in the terminal" not in phone.get("/games").text
        assert f'data-game="{game}"' in phone.get("/games").text
        stranger = Phone(site)
        assert "Led in the terminal" not in stranger.get("/games").text
        assert stranger.post(f"/games/{game}/take").status_code == 403
    finally:
        asyncio.run(site.store.close())
    again = Run("play", "--data", str(shared), typed="\n\n")
    assert "is not over" in again.all
    assert [answer.key for answer in files.load(last_game(shared))[0].answers][-2:] == ["seer.look", "seer.card"]


@locked
def test_while_the_app_runs_the_terminal_says_where(tmp_path: Path) -> None:
    """One folder, one server: no game is led twice."""
    lock = Lock(tmp_path)
    lock.tell("http://192.168.1.5:8000")
    try:
        refused = begun("ann", more=("--data", str(tmp_path)))
        assert refused.code == 1
        assert "http://192.168.1.5:8000" in refused.err
        assert Run("games", "--data", str(tmp_path)).code == 0, "looking does no harm"
        own = tmp_path / "own.jsonl"
        assert begun("ann", more=("--data", str(tmp_path), "--save", str(own))).code == 0
        assert len(files.load(own)[0].answers) == 3
    finally:
        lock.release()


@locked
def test_while_a_game_is_led_here_the_app_does_not_start(tmp_path: Path) -> None:
    with archive.led(tmp_path):
        refused = Run("serve", "--data", str(tmp_path), "--port", "0", "--no-browser", "--lang", "en")
        assert refused.code == 1
        assert "is being led in a terminal" in refused.all
        again = Run("play", "--players", PEOPLE, "--deck", DECK, "--data", str(tmp_path), "--lang", "en")
        assert again.code == 1
        assert "another terminal" in again.all


def test_an_existing_file_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "diary.txt"
    path.write_text("dear diary", encoding="utf-8")
    done = Run("play", "--players", PEOPLE, "--deck", DECK, "--save", str(path))
    assert done.code == 1
    assert path.read_text(encoding="utf-8") == "dear diary"


def test_a_half_written_line_is_mentioned() -> None:
    begun("ann", "bea")
    path = last_game()
    path.write_bytes(path.read_bytes()[:-5])
    done = Run("play", "--resume", str(path), typed="")
    assert "only half written" in done.all
    assert len(files.load(path)[0].answers) == 3


def test_an_answer_that_no_longer_fits_is_mentioned_and_the_old_file_kept() -> None:
    begun("ann", "bea")
    path = last_game()
    old = path.read_text(encoding="utf-8").replace("seer.look", "seer.gaze")
    path.write_text(old, encoding="utf-8")
    done = Run("play", "--resume", str(path), typed="")
    assert "From answer 4 on" in done.all
    assert path.with_suffix(".jsonl.old").read_text(encoding="utf-8") == old
    assert "From answer 4 on" in Run("replay", str(path.with_suffix(".jsonl.old"))).all
