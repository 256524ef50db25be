"""Every example runs as it stands."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread, Timer
from typing import Any
from urllib.request import Request, urlopen

import pytest

from nightcall import Setup
from tests.browser.server import Server
from tests.waiting import PATIENCE, until

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"
PLACES = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONUTF8": "1"}


def example(name: str, *arguments: str) -> str:
    """What a person who runs it reads."""
    command = [sys.executable, str(EXAMPLES / name), *arguments]
    done = subprocess.run(command, env=PLACES, cwd=EXAMPLES, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_example_is_listed_and_run_here() -> None:
    readme, here = (EXAMPLES / "README.md").read_text("utf-8"), Path(__file__).read_text("utf-8")
    for file in EXAMPLES.glob("*.py"):
        assert f"]({file.name})" in readme
        assert f'"{file.name}"' in here


def test_a_game_is_led_by_code() -> None:
    said = example("lead_a_game.py")
    assert "Winners: Ann, Cid, Dan and Eve." in said
    assert "only Ann: Ann looked at Bea's card and saw the Werewolf." in said
    assert "seer.look: " in said
    assert "SEER-4" in said


def test_a_deck_is_simulated() -> None:
    lines = example("simulate_a_deck.py", "40").splitlines()
    assert len(lines) == 3
    shares = [int(line.partition("wins ")[2].partition("%")[0]) for line in lines]
    assert shares == sorted(shares, reverse=True)  # the more wolves, the worse


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    started = Server(tmp_path)
    yield started
    started.stop()


def ask(address: str, key: str = "", **body: Any) -> Any:
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {key}"} if key else {})
    with urlopen(Request(address, json.dumps(body).encode(), headers)) as reply:
        return json.load(reply)


def test_a_game_is_followed_over_the_api(server: Server) -> None:
    deck = ["werewolf", "simple_villager", "simple_villager"]
    setup = Setup.of(["Ann", "Bea", "Cid"], deck, cards_known_to_app=True, sheriff_election="off")
    begun = ask(f"{server.address}/api/games", setup=setup.to_json())
    command = [sys.executable, str(EXAMPLES / "follow_a_game.py"), server.address, begun["game"]]
    follower = subprocess.Popen(command, env=PLACES, stdout=subprocess.PIPE, encoding="utf-8")
    patience = Timer(PATIENCE, follower.kill)
    patience.start()
    try:
        assert follower.stdout is not None
        assert follower.stdout.readline().startswith("The game begins with these cards")  # it listens
        told: dict[str, Any] = {"revision": 1}
        for value in (True, 2, True, "vote", {"1": 3}):
            lead = f"{server.address}/api/games/{begun['game']}/lead/answer"
            told = ask(lead, begun["key"], revision=told["revision"], value=value)
        assert told["outcome"]
        said = follower.stdout.read()
        assert follower.wait() == 0
    finally:
        patience.cancel()
        follower.kill()
        follower.communicate()
    assert "Night 1 falls." in said
    assert "Ann" in said.splitlines()[-1]


class Ears:
    """Something on this machine that takes JSON: a lamp, a chat. What it was told can be read."""

    def __init__(self) -> None:
        self.heard: list[Any] = []
        told = self.heard

        class Takes(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                told.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
                self.send_response(204)
                self.end_headers()

            do_PUT = do_POST  # noqa: N815 (http.server calls it so)

            def log_message(self, *about: Any) -> None:
                """Nobody reads it."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Takes)
        self.address = f"http://127.0.0.1:{self._server.server_address[1]}/"
        Thread(target=self._server.serve_forever, daemon=True).start()

    def until(self, wanted: Callable[[list[Any]], bool]) -> None:
        until(lambda: wanted(self.heard), self.heard)

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def ears() -> Iterator[Ears]:
    listening = Ears()
    yield listening
    listening.close()


@contextmanager
def running(name: str, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """An example that goes on until the game is over."""
    command = [sys.executable, str(EXAMPLES / name), *arguments]
    started = subprocess.Popen(command, env=PLACES, stderr=subprocess.PIPE, encoding="utf-8")
    try:
        yield started
        _, errors = started.communicate(timeout=PATIENCE)
        assert started.returncode == 0, errors
    finally:
        started.kill()
        started.communicate()


def three(server: Server) -> dict[str, Any]:
    """A game of three that is over after a day: Bea is devoured, Ann is voted out."""
    deck = ["werewolf", "simple_villager", "simple_villager"]
    setup = Setup.of(["Ann", "Bea", "Cid"], deck, cards_known_to_app=True, sheriff_election="off")
    begun: dict[str, Any] = ask(f"{server.address}/api/games", setup=setup.to_json())
    return begun


def answered(server: Server, begun: dict[str, Any], *values: Any) -> None:
    for value in values:
        lead = f"{server.address}/api/games/{begun['game']}/lead"
        with urlopen(Request(lead, headers={"Authorization": f"Bearer {begun['key']}"})) as reply:
            revision = json.load(reply)["revision"]
        ask(f"{lead}/answer", begun["key"], revision=revision, value=value)


def test_a_lamp_follows_the_game(server: Server, ears: Ears) -> None:
    begun = three(server)
    with running("light_bulb.py", server.address, begun["game"], ears.address):
        ears.until(lambda heard: heard == [{"colour": "blue"}])
        answered(server, begun, True, 2, True)
        ears.until(lambda heard: [each["colour"] for each in heard[1:]] == ["red", "yellow"])
        answered(server, begun, "vote", {"1": 3})
    assert ears.heard[-1] == {"colour": "green"}


def test_a_chat_is_told_by_a_bot_that_knows_the_code(server: Server, ears: Ears) -> None:
    begun = three(server)
    lead = f"{server.address}/api/games/{begun['game']}/lead/code"
    with urlopen(Request(lead, headers={"Authorization": f"Bearer {begun['key']}"})) as reply:
        code = json.load(reply)["join"]
    with running("chat_bot.py", server.address, code.lower(), ears.address, "fr"):
        ears.until(bool)
        answered(server, begun, True, 2, True, "vote", {"1": 3})
    said = [each["content"] for each in ears.heard]
    assert any("Bea" in text for text in said[1:-1])
    assert "Ann: Simple Loup-Garou" in said[-1].splitlines(), (
        "the bot speaks French, and turns the cards over at the end"
    )
