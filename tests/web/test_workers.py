"""Several processes behind one address: one that falls is replaced, and all are exchanged without anybody noticing."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any, Self

import pytest

import nightcall
from nightcall import Setup
from nightcall.sim.bots import RandomBot
from nightcall.web import workers as starting
from tests.command import Run
from tests.waiting import PATIENCE, pauses, until
from tests.web import cluster
from tests.web.phone import DECK, PLAYERS
from tests.web.program import prompt_of

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there a server has one process")
ENVIRONMENT = os.environ | {"PYTHONUNBUFFERED": "1", "PYTHONPATH": str(Path(nightcall.__file__).parents[1])}
LINUX = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="nobody says who started whom")


@contextmanager
def server(*options: str, folder: Path) -> Iterator[tuple[int, subprocess.Popen[str]]]:
    command = [sys.executable, "-m", "nightcall.cli", "serve", "--host", "127.0.0.1", "--port", "0", "--no-browser"]
    command += ["--data", str(folder), *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=ENVIRONMENT) as process:
        try:
            assert process.stdout is not None
            with cluster.at_most(process):
                found = (re.search(r"http://127\.0\.0\.1:(\d+)", line) for line in process.stdout)
                port = next(int(each[1]) for each in found if each)
            yield port, process
        finally:
            cluster.stopped(process)


def workers(process: subprocess.Popen[str]) -> set[int]:
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text("utf-8")
    return {int(pid) for pid in children.split()}


class Person(threading.Thread):
    """Somebody at the server, as long as the test wants."""

    def __init__(self, port: int) -> None:
        super().__init__(daemon=True)
        self.port, self.good, self.bad = port, 0, list[str]()
        self.is_over = False

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.is_over = True
        self.leave()
        self.join(PATIENCE)

    def leave(self) -> None:
        """Nothing is waited for any longer."""

    def sent(self, method: str, path: str, body: Any = None, key: str = "") -> Any:
        client = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        headers = {"Connection": "close", "Content-Type": "application/json"}
        headers |= {"Authorization": f"Bearer {key}"} if key else {}
        try:
            client.request(method, path, json.dumps(body) if body is not None else None, headers)
            reply = client.getresponse()
            said = reply.read()
            assert reply.status in (200, 201), said
            return json.loads(said)
        finally:
            client.close()


class Moderator(Person):
    """Leads a game: every answer is taken, and the next question comes with it."""

    def __init__(self, port: int) -> None:
        super().__init__(port)
        setup = Setup.of(PLAYERS, DECK, sheriff_election="off", cards_known_to_app=True, seed=4)
        self.made = self.sent("POST", "/api/games", {"setup": setup.to_json()})
        self.led = self.now()

    def now(self) -> Any:
        return self.sent("GET", f"/api/games/{self.made['game']}/lead", key=self.made["key"])

    def run(self) -> None:
        bot, path = RandomBot(Random(1)), f"/api/games/{self.made['game']}/lead/answer"
        while not self.is_over and self.led["prompt"] is not None:
            given = {"revision": self.led["revision"], "value": bot(prompt_of(self.led["prompt"]))}
            try:
                self.led = self.sent("POST", path, given, self.made["key"])
                self.good += 1
            except (OSError, http.client.HTTPException, AssertionError) as error:
                self.bad.append(repr(error))
            pauses(0.3)


class Screen(Person):
    """Follows a game; where the stream ends it opens another one, as every browser does."""

    def __init__(self, port: int, game: str) -> None:
        super().__init__(port)
        self.game = game
        self.stream: socket.socket | None = None

    def leave(self) -> None:
        if self.stream is not None:
            with suppress(OSError):
                self.stream.shutdown(socket.SHUT_RDWR)

    def run(self) -> None:
        while not self.is_over:
            client = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
            try:
                client.request("GET", f"/g/{self.game}/live")
                self.stream = client.sock
                reply = client.getresponse()
                assert reply.status == 200
                self.good += 1
                while not self.is_over and reply.readline():
                    pass
            except (OSError, http.client.HTTPException, AssertionError) as error:
                if not self.is_over:
                    self.bad.append(repr(error))
            client.close()


class Caller(Person):
    """Somebody who asks for a page again and again; a connection that breaks in the middle is a fault."""

    def run(self) -> None:
        while not self.is_over:
            client = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
            try:
                client.request("GET", "/join", headers={"Connection": "close"})
                reply = client.getresponse()
                reply.read()
                self.good += reply.status == 200
                if reply.status != 200:
                    self.bad.append(str(reply.status))
            except (OSError, http.client.HTTPException) as error:
                self.bad.append(repr(error))
            client.close()
            pauses(0.02)


@LINUX
def test_workers_are_exchanged_and_replaced(database: str, tmp_path: Path) -> None:
    with server("--database", database, "--workers", "2", folder=tmp_path) as (port, process):
        first = workers(process)
        assert len(first) == 2
        with Caller(port) as caller, Moderator(port) as moderator, Screen(port, moderator.made["game"]) as screen:
            until(lambda: screen.good == 1)
            process.send_signal(signal.SIGHUP)
            until(lambda: len(workers(process)) == 2 and not workers(process) & first)
            until(lambda: screen.good > 1)
            for person in (caller, moderator, screen):
                assert person.bad == [], "nobody notices"
                assert person.good > 0
            moderator.is_over = True
            moderator.join(PATIENCE)
            assert moderator.now()["revision"] == moderator.led["revision"] == 1 + moderator.good, "nothing is lost"
        second = workers(process)
        os.kill(min(second), signal.SIGKILL)
        until(lambda: len(workers(process)) == 2 and min(second) not in workers(process))
        last = workers(process)
        process.terminate()
        assert process.wait(PATIENCE) == 0
        until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in last))


FALLING = """
import pathlib, signal, sys
from nightcall.web import workers
mark = pathlib.Path(sys.argv[1])
falls = int(sys.argv[2])
mark.write_text((mark.read_text() if mark.exists() else "") + "x")
if len(mark.read_text()) <= falls:
    sys.exit(1)
listening, starter = workers.handed()
starter.tell_ready()
signal.pause()
"""


@pytest.mark.parametrize(("falls", "code"), [(2, 0), (99, 1)])
def test_a_worker_that_falls_before_it_serves_is_tried_again_but_not_for_ever(
    falls: int, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody was ever told that the server is there if one worker fell at the start; and a machine so busy that a fall
    took longer than it should saw them fall without end."""
    monkeypatch.setattr(starting, "SOON", 0.0)
    told: list[str] = []
    usual = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    with socket.create_server(("127.0.0.1", 0)) as listening:
        command = [sys.executable, "-c", FALLING, str(tmp_path / "mark"), str(falls)]
        monkeypatch.setenv("PYTHONPATH", ENVIRONMENT["PYTHONPATH"])
        found = starting.Workers(1, listening, command)

        def ready() -> None:
            told.append("ready")
            found._is_ending = True

        try:
            assert found.run(ready) == code
        finally:
            for number, handler in usual.items():
                signal.signal(number, handler)
    assert told == (["ready"] if code == 0 else [])


@LINUX
@pytest.mark.parametrize("form", ["plain", "json"])
def test_a_killed_worker_and_a_restarted_database_leave_a_line_each(form: str, tmp_path: Path) -> None:
    """Each once in each process, and clear to whoever reads no JSON."""
    if cluster.why_not() or os.environ.get(cluster.SETTING):
        pytest.skip("a PostgreSQL of our own is needed, to restart it")
    written = tmp_path / "log"

    def lines() -> list[str]:
        found = written.read_text("utf-8").splitlines()
        return [json.loads(line)["message"] for line in found] if form == "json" else found

    def those(beginning: str) -> list[str]:
        return [line for line in lines() if line.startswith(beginning)]

    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "nightcall.cli", "serve", "--host", "127.0.0.1", "--port", str(port)]
    command += ["--no-browser", "--data", str(tmp_path), "--workers", "2", "--log", form]
    with cluster.cluster() as database, written.open("w") as log:
        command += ["--database", database.url]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=log, text=True, env=ENVIRONMENT) as process:
            try:
                until(lambda: len(workers(process)) == 2 and _serves(port))
                first = workers(process)
                os.kill(min(first), signal.SIGKILL)
                until(lambda: bool(those("worker ")))
                (other,) = workers(process) - first
                assert those("worker ") == [f"worker {min(first)} has ended by SIGKILL: worker {other} takes its place"]
                until(lambda: _listeners(database.url) == 2)
                assert not those("the database")
                database.stop()
                until(lambda: len(those("the database does not answer")) == 2)
                database.start()
                until(lambda: len(those("the database answers again")) == 2)
                assert len(those("the database")) == 4, "one line each, in each process"
            finally:
                process.terminate()
                assert process.wait(cluster.WITHIN) == 0
    assert lines()  # in JSON every single one of them


def _serves(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=30) as reply:
            return bool(reply.status == 200)
    except OSError:
        return False


def _listeners(url: str) -> int:
    """How many processes hear of each other."""

    async def counted() -> int:
        import asyncpg

        connection = await asyncpg.connect(url, timeout=cluster.WITHIN)
        found = await connection.fetchval(
            "SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE '%listening'"
        )
        await connection.close()
        return int(found)

    return asyncio.run(counted())


def test_workers_that_fall_again_and_again_are_given_up_with_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    usual = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    with socket.create_server(("127.0.0.1", 0)) as listening:
        command = [sys.executable, "-c", "raise SystemExit(3)"]
        try:
            assert starting.Workers(1, listening, command).run(lambda: None) == 1
        finally:
            for number, handler in usual.items():
                signal.signal(number, handler)
    said = [record.getMessage() for record in caplog.records]
    assert [line.partition(": ")[0].partition(" has ")[2] for line in said[:-1]] == [
        "ended with exit code 3"
    ] * starting.FALLS
    assert said[-1] == f"{starting.FALLS} workers in a row have ended at once: the server stops"


@pytest.mark.parametrize(
    ("wrong", "word"),
    [
        (("--workers", "2"), "--database"),
        (("--port", "nonsense"), "--port"),
        (("--tls-cert", "nowhere.pem"), "--tls-key"),
        (("--house-rules", "nowhere"), "nowhere"),
        (("--database", "postgresql://nobody@/x?host=/nowhere"), "does not answer"),
    ],
)
def test_a_start_that_fails_is_a_line_of_json_where_lines_of_json_are_wanted(
    wrong: tuple[str, str], word: str, tmp_path: Path
) -> None:
    command = [sys.executable, "-m", "nightcall.cli", "serve", "--log", "json", "--data", str(tmp_path), *wrong]
    done = subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT, timeout=cluster.WITHIN, check=False)
    assert done.returncode in (1, 2)
    [line] = map(json.loads, done.stderr.splitlines())
    assert line["level"] == "error"
    assert word in line["message"]
    assert done.stdout == ""


def test_several_workers_need_a_database(tmp_path: Path) -> None:
    refused = Run("serve", "--workers", "2", "--data", str(tmp_path))
    assert refused.code == 1
    assert "--database" in refused.err
    refused = Run("serve", "--database", "nightcall.sqlite3", "--data", str(tmp_path))
    assert refused.code == 1
    assert "postgresql://" in refused.err


def test_a_database_that_does_not_answer_is_said_at_once(tmp_path: Path) -> None:
    pytest.importorskip("asyncpg")
    refused = Run("serve", "--database", f"postgresql://nobody@/x?host={tmp_path}", "--data", str(tmp_path))
    assert refused.code == 1
    assert "does not answer" in refused.err


@LINUX
def test_nothing_acknowledged_is_lost_whatever_falls() -> None:
    """The load script, small: a worker is killed and PostgreSQL restarted while games are being led."""
    if cluster.why_not() or os.environ.get(cluster.SETTING):
        pytest.skip(cluster.why_not() or "the database that was given is not ours to restart")
    command = [sys.executable, "-m", "scripts.load", "--games", "4", "--viewers", "3", "--every", "1", "--rest", "4"]
    command += ["--seconds", "6", "--kinds", "2", "--only", "falls", "--json"]
    said = subprocess.run(command, check=True, capture_output=True, text=True, env=ENVIRONMENT, timeout=600)
    figures = json.loads(said.stdout)["postgres, falls"]
    assert figures["taps"] == 4 * 6
    assert figures["acknowledged answers lost"] == 0
    assert figures["pushes lost"] == 0
