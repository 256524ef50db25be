"""Every example runs as it stands."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Timer
from typing import Any
from urllib.request import Request, urlopen

import pytest

from nightcall import Setup
from tests.browser.server import PATIENCE, Server

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
            told = ask(lead, begun["key"], at=told["revision"], value=value)
        assert told["outcome"]
        said = follower.stdout.read()
        assert follower.wait() == 0
    finally:
        patience.cancel()
        follower.kill()
        follower.communicate()
    assert "Night 1 falls." in said
    assert "Ann" in said.splitlines()[-1]
