"""A moderator who taps, and one client elsewhere that does its worst: both against a real server on the loopback.

python -m tests.web.hostile [NAME]        # prints the moderator's taps, quiet and under each attack
"""

from __future__ import annotations

import http.client
import json
import multiprocessing
import os
import re
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import IO, Any
from urllib.parse import urlencode

import nightcall
from nightcall import MODERATOR, Setup, play
from nightcall.engine import prompts, tape
from nightcall.engine.game import Game, playout
from nightcall.engine.setup import LONGEST_AT_ALL, PARTS
from nightcall.web import access, limits
from nightcall.web.manner import Manner
from nightcall.web.past.summaries import summary
from nightcall.web.serve import database
from nightcall.web.store import Grant, Kept
from nightcall.web.store.sqlite import SQLiteStore
from nightcall.web.visit import DEVICE
from tests.waiting import pauses, until
from tests.web.phone import run

HOSTILE = "127.0.0.2"
"""Another address of this machine's own loopback."""
CONNECTIONS = 16
SECRETS = {"moderator": "m" * 43, "hostile": "h" * 43}
DECK = {"werewolf": 3, "seer": 1, "witch": 1, "hunter": 1, "cupid": 1, "defender": 1, "simple_villager": 10}
SETUP = Setup.of(18, DECK, cards_known_to_app=True, seed=1, sheriff_election="off")
FORM = {"Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin"}


class Enough(Exception):
    """As many answers as were wanted."""


def evening(setup: Setup, count: int) -> Game:
    """Nobody is ever devoured or voted out, so that there is no end to it."""
    answers: list[Any] = []

    def answer(prompt: prompts.Prompt) -> Any:
        if len(answers) == count:
            raise Enough
        answers.append(_harmless(prompt))
        return prompt.check(answers[-1])

    with suppress(Enough):
        playout(setup, answer)
    return play(setup, answers)


def _harmless(prompt: prompts.Prompt) -> Any:
    if prompt.kind == prompts.ACK:
        return True
    if prompt.kind == prompts.BALLOTS:
        return {}
    if prompt.kind == prompts.YES_NO:
        return False
    if not prompt.low:
        return None if prompt.high == 1 else ()
    return prompt.options[0] if prompt.high == 1 else tuple(prompt.options[: prompt.low])


@contextmanager
def server(
    games: dict[str, tuple[str, Game]], *options: str, files: int = 0, errors: IO[bytes] | None = None
) -> Iterator[int]:
    """With these games, each led by one of the two; gives its port. `files`: how many it may have open."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        run(_fill(folder, games))
        command = [sys.executable, "-c", "from nightcall.cli import main; main()", "serve", "--host", "127.0.0.1"]
        command += ["--port", "0", "--data", str(folder), "--no-browser", *options]
        if files:
            command = ["sh", "-c", f'ulimit -n {files} && exec "$@"', "sh", *command]
        environment = os.environ | {"PYTHONUNBUFFERED": "1", "PYTHONPATH": str(Path(nightcall.__file__).parents[1])}
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True, env=environment) as process:
            try:
                assert process.stdout is not None
                found = (re.search(r"https?://127\.0\.0\.1:(\d+)", line) for line in process.stdout)
                port = next(int(each[1]) for each in found if each)
                wait(port)
                yield port
            finally:
                process.terminate()


async def _fill(folder: Path, games: dict[str, tuple[str, Game]]) -> None:
    store = SQLiteStore(database(folder))
    for name, (leader, game) in games.items():
        lines = tuple(tape.dumps(game).splitlines(keepends=True))
        await store.add(Kept(name, 1, lines, asdict(Manner()), 0.0, 0.0, summary(game)))
        await store.grant(access.digest(SECRETS[leader]), Grant(name, MODERATOR))
    await store.close()


def wait(port: int) -> None:
    """Until the server answers."""

    def answers() -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", port)) == 0

    until(answers, "the server does not answer")


class Client:
    """One connection of one of the two."""

    def __init__(self, port: int, who: str) -> None:
        source = (HOSTILE, 0) if who == "hostile" else ("127.0.0.1", 0)
        self.http = http.client.HTTPConnection("127.0.0.1", port, timeout=60, source_address=source)
        self.cookie = {"Cookie": f"{DEVICE}={SECRETS[who]}"}
        self.sent: Callable[[], object] = lambda: None
        """Called when a request is on its way as a whole: from then on the server has it."""

    def ask(self, method: str, path: str, body: bytes | str = b"", **headers: str) -> tuple[int, bytes]:
        self.http.request(method, path, body, self.cookie | {k.replace("_", "-"): v for k, v in headers.items()})
        self.sent()
        reply = self.http.getresponse()
        return reply.status, reply.read()

    def throw(self, data: bytes) -> bytes:
        """These bytes on a connection of their own, whatever they are."""
        self.http.close()
        self.http.send(data)
        self.sent()
        assert self.http.sock is not None
        return self.http.sock.recv(65536)

    def form(self, path: str, **fields: Any) -> tuple[int, bytes]:
        headers = {"Content-Type": FORM["Content-Type"], "Sec-Fetch-Site": "same-origin", "HX-Request": "true"}
        return self.ask("POST", path, urlencode(fields, doseq=True), **headers)


def taps(port: int, count: int) -> list[float]:
    """Milliseconds of answers and undos in turn, each on the disk and its page rendered."""
    moderator = Client(port, "moderator")
    _, page = moderator.ask("GET", "/g/quiet/lead")
    shown = re.search(rb'name="at" value="(\d+)"', page)
    assert shown is not None
    at, spent = int(shown[1]), []
    for number in range(count):
        path = "/g/quiet/lead/undo" if number % 2 else "/g/quiet/lead/answer"
        begun = time.perf_counter()
        status, page = moderator.form(path, at=at)
        spent.append(1000 * (time.perf_counter() - begun))
        assert status == 200, (status, page[:300])
        at += 1
        pauses(0.03)
    return spent


# -- its worst --

Attack = Callable[[Client, int], Any]
MANY = 20_000
POST = b"POST /join HTTP/1.1\r\nHost: localhost\r\n"
CRUMBS = b"1\r\na\r\n" * 40_000
CROWD = "more at once than may wait"
AT_ONCE = {CROWD: limits.WAITING + 60}
"""On how many connections, if that is what it is about."""


def attacks(long: Game) -> dict[str, Attack]:
    text = tape.dumps(long)
    over = (text + '{"ask": "night.falls", "answer": true}\n' * MANY).encode()
    setups = json.dumps({"setup": SETUP.to_json() | {"events": [f"x{each}" for each in range(MANY)]}}).encode()
    wide = json.dumps({"setup": SETUP.to_json() | {"events": [f"x{each}" for each in range(599)]}}).encode()
    lists = [name for name, part in PARTS.items() if part.shape == "names"]
    each = LONGEST_AT_ALL // len(lists)
    widest = SETUP.to_json() | {name: [f"{name} {number}" for number in range(each)] for name in lists}
    full = json.dumps({"setup": widest}).encode()
    assert len(full) < limits.JSON_BODY

    def brought(tape_text: bytes) -> Attack:
        piece = b'--x\r\nContent-Disposition: form-data; name="tape"; filename="x"\r\n\r\n' + tape_text + b"\r\n--x--"
        headers = {"Content-Type": "multipart/form-data; boundary=x", "Sec-Fetch-Site": "same-origin"}
        return lambda client, _: client.ask("POST", "/games/bring", piece, **headers)

    def odds(client: Client, number: int) -> None:
        if number == 0:
            client.form("/new/players", paste="\n".join(f"P{each}" for each in range(60)), do="paste")
        changed = {"card-werewolf": str(number % 20 + 1), "card-simple_villager": str(59 - number % 20)}
        client.form("/new/cards", **changed)  # another table to be counted each time
        client.ask("GET", "/new/odds", HX_Request="true")

    def long_taps(client: Client, number: int) -> None:
        _, page = client.ask("GET", "/g/long/lead")
        at = re.search(rb'name="at" value="(\d+)"', page)
        client.form("/g/long/lead/answer", at=at[1].decode() if at else 1, value="no", seat="-")

    pages = (
        "/rules?q=a",
        "/new/rules",
        "/new/cards",
        "/g/long/lead/log",
        "/api/openapi.json",
        "/games",
        "/g/long/lead/roles",
    )
    return {
        "a saved game of 23,000 answers": brought(over),
        "a saved game as long as may be": brought(text.encode()),
        "taps in it": long_taps,
        "setups with 20,000 events": lambda client, _: client.ask("POST", "/api/setups", setups),
        "setups with 599 events": lambda client, _: client.ask("POST", "/api/setups", wide),
        "setups as long as may be": lambda client, _: client.ask("POST", "/api/setups", full),
        "a long head": lambda client, _: client.ask("GET", f"/g/{'a' * 900}/x?{'&' * 15_000}", Cookie=";" * 15_000),
        "a file of empty lines": brought(b"\n" * 4_000_000),
        "players by the thousand": lambda client, _: client.form("/new/players", paste="Zoe\n" * MANY, do="paste"),
        "odds": odds,
        "4 MB of &": lambda client, _: client.ask("POST", "/games/bring", b"&" * 4_000_000, **FORM),
        "a form in crumbs": lambda client, _: client.throw(POST + b"Transfer-Encoding: chunked\r\n\r\n" + CRUMBS),
        "a head of many lines": lambda client, _: client.throw(POST + b"a:b\r\n" * 50_000 + b"\r\n"),
        CROWD: lambda client, number: client.ask("GET", pages[number % len(pages)]),
        "pages that take long": lambda client, number: client.ask("GET", pages[number % len(pages)]),
    }


@dataclass
class Tried:
    """How often an attack reached the server as a whole, and how often it was answered.

    What the server does slowly on purpose may be under way all the time, and not answered once.
    """

    sent: Any
    done: Any


@contextmanager
def under(port: int, attack: Attack, connections: int = CONNECTIONS) -> Iterator[Tried]:
    """While one client does this on many connections as fast as it is let.

    It is a process of its own: whoever taps has another device, which does not wait for the hostile one's.
    """
    forked = multiprocessing.get_context("fork")
    tried, is_over = Tried(forked.Value("i", 0), forked.Value("i", 0)), forked.Event()

    def count(what: Any) -> None:
        with what.get_lock():
            what.value += 1

    def repeat() -> None:
        number = 0
        while not is_over.is_set():
            client = Client(port, "hostile")
            client.sent = partial(count, tried.sent)
            try:
                while not is_over.is_set():
                    attack(client, number)
                    number += 1
                    count(tried.done)
            except (OSError, http.client.HTTPException):
                pauses(0.02)
            finally:
                client.http.close()

    def attacks() -> None:
        for _ in range(connections):
            threading.Thread(target=repeat, daemon=True).start()
        is_over.wait()

    hostile = forked.Process(target=attacks, daemon=True)
    hostile.start()
    try:
        yield tried
    finally:
        is_over.set()
        hostile.join(5)
        hostile.kill()


def p95(spent: list[float]) -> float:
    return sorted(spent)[int(0.95 * len(spent))]


@dataclass(frozen=True)
class Measured:
    """The moderator's p95 in milliseconds, quiet and under an attack, and how often that was sent and answered."""

    name: str
    quiet: float
    loud: float
    sent: int
    done: int

    @property
    def times(self) -> float:
        return self.loud / self.quiet

    def __str__(self) -> str:
        said = f"{self.quiet:6.1f} ms quiet, {self.loud:6.1f} under it ({self.times:.1f})"
        return f"{self.name:32} {said}, sent {self.sent} times, answered {self.done}"


def measured(count: int, warm: float, only: str = "") -> Iterator[Measured]:
    """Each attack. It counts from its first request on: some are taken in slowly, and that is the answer to them."""
    games = (evening(SETUP, answers) for answers in range(40, 60))
    quiet = next(game for game in games if game.prompt is not None and game.prompt.kind == prompts.ACK)
    long = evening(SETUP, 2_900)
    for name, attack in attacks(long).items():
        if only not in name:
            continue
        with server({"quiet": ("moderator", quiet), "long": ("hostile", long)}) as port:
            before = p95(taps(port, count))
            with under(port, attack, AT_ONCE.get(name, CONNECTIONS)) as tried:
                pauses(warm)
                loud = p95(taps(port, count))
                yield Measured(name, before, loud, tried.sent.value, tried.done.value)


if __name__ == "__main__":
    for found in measured(200, 2.0, *sys.argv[1:]):
        print(found, flush=True)
