"""Many tables at once on this machine's loopback: PostgreSQL beside SQLite, and what a fall of either part costs.

    python -m scripts.load                                     # small, half a minute
    python -m scripts.load --convention                        # 1,000 games of 20 viewers, 10,000 at rest, and falls

Every game has its viewers, each with a stream open, and an answer every so many seconds. Of every answer is known
beforehand whose page it changes: a push that does not come is lost, one too many spurious. With `--trouble` there is
one more run in which a worker is killed and PostgreSQL restarted in the middle. Every acknowledged answer is looked for
afterwards. What the processor had to do is said for each part: here they share it, with whoever makes the load too.

A PostgreSQL of its own is started where it is installed; NIGHTCALL_TEST_DATABASE names another one. SQLite is given as
many viewers as it lets in.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
from bisect import bisect_left
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict, dataclass, field
from itertools import pairwise, zip_longest
from pathlib import Path
from random import Random
from typing import Any, Final
from urllib.parse import parse_qsl

from tests.web import cluster

from nightcall import MODERATOR, PUBLIC, Setup, retell
from nightcall.engine import tape
from nightcall.web import access, limits
from nightcall.web.manner import Manner
from nightcall.web.play import lead
from nightcall.web.store.sqlite import SQLiteStore
from nightcall.web.tables import Tables
from nightcall.web.visit import DEVICE
from nightcall.web.watch.live import Live
from scripts.bench import BASE
from scripts.bench_web import Evening, evening, form, percentile

TWICE: Final = "twice"
"""Among those whose pages an answer changes: the moderator's changes twice, since there is nothing to wait for."""
BEGUN: Final = 20
"""Answers given before."""
SOCKETS: Final = 9000
"""Of one process that makes load."""
AT_ONCE: Final = 5000
"""Rows that are written in one go."""
SETTLES: Final = 3.0
LATE: Final = 60.0
"""Seconds after the last answer in which one push too many may come, and in which one that does not come is lost."""
START: Final = 900.0
"""Seconds in which all viewers must have come in."""
FALLS: Final = "postgres, falls"
"""The run in which a worker and the database fall."""
CONVENTION: Final = {"games": 1000, "viewers": 20, "every": 20.0, "seconds": 60.0, "rest": 10_000, "trouble": True}
WAIT: Final = 60.0
"""Seconds after which an answer that nobody takes is given up."""


def evenings(rounds: int, kinds: int) -> list[Evening]:
    """So many different ones, each with whose pages every answer changes, as the app itself says."""
    found: list[Evening] = []
    for seed in range(10_000):
        setup = Setup.of(12, BASE, cards_known_to_app=True, seed=seed, sheriff_election="off")
        one = evening(f"kind-{seed}", setup, seed, BEGUN)
        if one.left > rounds + 1:
            asyncio.run(_looks(one, rounds))
            found.append(one)
        if len(found) == kinds:
            return found
    raise SystemExit("no evening is that long: fewer seconds, or more of them between two answers")


async def _looks(one: Evening, rounds: int) -> None:
    store = SQLiteStore(":memory:")
    tables = Tables(store, Live())
    table = await tables.begin(one.setup, Manner(), one.answers[: one.begun])
    for place in range(one.begun, one.begun + rounds):
        before = table.look(PUBLIC)
        table = await tables.answer(table, one.answers[place].value, announces=True)
        is_seen = table.look(PUBLIC) != before and MODERATOR not in table.concerned
        one.looks.append({MODERATOR, PUBLIC} if is_seen else {MODERATOR})
        given = dict(parse_qsl(form(one.prompts[place], one.answers[place].value, at=0)))
        if lead._is_nobody(given) and not lead._is_asked_on(table):  # type: ignore[arg-type]
            one.looks[-1].add(TWICE)
            table = await tables.advance(table, is_seen=True)
    await store.close()


def lines_of(one: Evening, count: int) -> tuple[str, ...]:
    """Its tape with so many answers."""
    game = retell(one.setup, one.answers[:count])
    return (tape.header(game), *(tape.answer_line(game, index) for index in range(count)))


# -- the server --


async def fill(place: str, kinds: list[Evening], games: int, rest: int) -> None:
    """All at once: one by one each would wait for the disk."""
    store = store_now(place)
    begun = [lines_of(each, each.begun) for each in kinds]
    names = [f"load-{number}" if number < games else f"rest-{number}" for number in range(games + rest)]
    summary = json.dumps({"players": list(kinds[0].setup.players)})
    manner = json.dumps(asdict(Manner()))
    lines = [
        (name, place, line)
        for number, name in enumerate(names)
        for place, line in enumerate(begun[number % len(kinds)])
    ]
    grants = [(access.digest(secret(game)), names[game], seat) for game in range(games) for seat in range(13)]
    added: list[tuple[str, list[Any]]] = [
        (
            "INSERT INTO game (id, revision, manner, summary, begun, changed) VALUES (?, ?, ?, ?, ?, ?)",
            [(name, 1, manner, summary, time.time(), time.time()) for name in names],
        ),
        ("INSERT INTO line VALUES (?, ?, ?)", lines),
        ("INSERT INTO access_grant VALUES (?, ?, ?)", grants),
    ]
    async with store._writing() as db:
        for query, rows in added:
            for start in range(0, len(rows), AT_ONCE):
                await db.many(query, rows[start : start + AT_ONCE])
    await store.close()


def store_now(place: str) -> Any:
    """The store without a look at it first: we are in a loop already."""
    if not place.startswith("postgres"):
        return SQLiteStore(Path(place) / "nightcall.sqlite3")
    from nightcall.web.store.postgres import PostgresStore

    return PostgresStore(place)


@contextmanager
def server(place: str, workers: int) -> Iterator[tuple[int, subprocess.Popen[str]]]:
    """Gives its port. Clients are told apart by what a proxy would say of them."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "nightcall.cli", "serve", "--host", "127.0.0.1", "--port", "0", "--no-browser"]
        command += ["--proxy", "127.0.0.0/8"]
        command += ["--data", folder, "--database", place, "--workers", str(workers)] if "://" in place else []
        command += ["--data", place] if "://" not in place else []
        environment = os.environ | {"PYTHONUNBUFFERED": "1"}
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
            try:
                assert process.stdout is not None
                with cluster.at_most(process):
                    found = (re.search(r"http://127\.0\.0\.1:(\d+)", line) for line in process.stdout)
                    port = next(int(each[1]) for each in found if each)
                yield port, process
            finally:
                cluster.stopped(process)
                fault = Path(folder if "://" in place else place) / "fault.txt"
                if fault.exists():
                    print(fault.read_text("utf-8"), file=sys.stderr)


def pids(process: subprocess.Popen[str]) -> list[int]:
    """The processes that serve: the workers, or the one itself."""
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    found = [int(pid) for pid in children.read_text("utf-8").split()] if children.exists() else []
    return found or [process.pid]


def memory(process: subprocess.Popen[str]) -> float:
    """Megabytes of all of them; what they share is counted once for each."""
    total = 0
    for pid in pids(process):
        with suppress(OSError):
            found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text("utf-8"))
            total += int(found[1]) if found else 0
    return total / 1024


def family(pid: int) -> list[int]:
    """A process and those it has started."""
    children = Path(f"/proc/{pid}/task/{pid}/children")
    return [pid, *(int(each) for each in children.read_text("utf-8").split())] if children.exists() else [pid]


def worked(found: list[int]) -> float:
    """Seconds of the processor these processes have had so far."""
    total = 0
    for pid in found:
        with suppress(OSError):
            fields = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
            total += int(fields[11]) + int(fields[12])
    return total / os.sysconf("SC_CLK_TCK")


# -- one process of viewers and moderators --


@dataclass
class Viewer(asyncio.Protocol):
    """One stream; it opens another one when it is cut, as a browser does."""

    crowd: Crowd
    game: int
    audience: Any
    heard: list[float] = field(default_factory=list)
    opened: list[float] = field(default_factory=list)
    changes: list[tuple[float, float]] = field(default_factory=list)
    """When an answer that changes this page was sent, and when it was acknowledged."""
    unsure: int = 0
    """Changes of answers nobody has acknowledged: they may have been made all the same."""
    is_over: bool = False

    @property
    def waits(self) -> bool:
        """Whether the push of the last change has not come yet."""
        last = max((*self.heard[-1:], *self.opened[-1:]))
        return bool(self.changes) and last < self.changes[-1][0]

    async def open(self) -> None:
        while not self.is_over:
            try:
                loop, here = asyncio.get_running_loop(), (self.crowd.address, 0)
                there = loop.create_connection(lambda: self, "127.0.0.1", self.crowd.port, local_addr=here)
                async with asyncio.timeout(WAIT):
                    await there
                return
            except OSError:  # TimeoutError is one
                await asyncio.sleep(0.5)

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        where = {PUBLIC: "live", MODERATOR: "lead/live"}.get(self.audience, f"seat/{self.audience}/live")
        lines = [f"GET /g/load-{self.game}/{where} HTTP/1.1", "Host: 127.0.0.1"]
        transport.write("\r\n".join([*lines, *_from(self.game), "", ""]).encode())

    def data_received(self, data: bytes) -> None:
        if b"retry:" in data:  # the beginning of a stream
            self.opened.append(time.perf_counter())
            self.crowd.ready.release()
        self.heard += [time.perf_counter()] * (data.count(b"event: changed") - data.count(b"retry:"))

    def connection_lost(self, _error: Exception | None) -> None:
        if not self.is_over:
            asyncio.get_running_loop().call_later(2.0, lambda: asyncio.ensure_future(self.open()))


def secret(game: int) -> str:
    """Of the one device that stands for all of a table."""
    return f"load-{game}".ljust(43, "-")


def _from(game: int) -> list[str]:
    """Every table has an address and a device of its own."""
    address = f"10.{game >> 16 & 255}.{game >> 8 & 255}.{game & 255}"
    return [f"X-Forwarded-For: {address}", f"Cookie: {DEVICE}={secret(game)}"]


@dataclass
class Crowd:
    port: int
    address: str
    """Its own, on the loopback: one has not as many ports as there are viewers."""
    every: float
    rounds: int
    viewers: int
    taps: list[float] = field(default_factory=list)
    delays: list[float] = field(default_factory=list)
    expected: int = 0
    lost: int = 0
    spurious: int = 0
    again: int = 0
    """Taps that had to be sent once more."""
    given_up: int = 0
    acknowledged: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.ready = asyncio.Semaphore(0)

    async def run(self, kinds: list[Evening], games: range) -> None:
        tables = {game: [Viewer(self, game, each) for each in self._audiences()] for game in games}
        everybody = [viewer for viewers in tables.values() for viewer in viewers]
        async with asyncio.timeout(START):
            for number, viewer in enumerate(everybody):
                await viewer.open()
                if number >= 50:  # as many on their way as one listening socket takes
                    await self.ready.acquire()
            for _ in everybody[:50]:
                await self.ready.acquire()
        print("ready", flush=True)
        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)
        start, chance = time.perf_counter(), Random(games.start)
        await asyncio.gather(
            *(
                self.lead(kinds[game % len(kinds)], game, tables[game], start + chance.uniform(0, self.every))
                for game in games
            )
        )
        await asyncio.sleep(SETTLES)
        until = time.perf_counter() + LATE
        while time.perf_counter() < until and any(viewer.waits for viewer in everybody):
            await asyncio.sleep(1.0)
        for viewer in everybody:
            viewer.is_over = True
            viewer.transport.abort()
            self.count(viewer)

    def _audiences(self) -> list[Any]:
        seats: list[Any] = [MODERATOR, *range(1, 13)]
        return [*seats, *([PUBLIC] * self.viewers)][: self.viewers]

    async def lead(self, each: Evening, game: int, viewers: list[Viewer], start: float) -> None:
        for step in range(self.rounds):
            await asyncio.sleep(max(0.0, start + self.every * step - time.perf_counter()))
            sent = time.perf_counter()
            is_taken, done = await self.tap(each, game, step), time.perf_counter()
            for viewer in viewers:
                if (MODERATOR if viewer.audience == MODERATOR else PUBLIC) in each.looks[step]:
                    times = 2 if viewer.audience == MODERATOR and TWICE in each.looks[step] else 1
                    viewer.unsure += 0 if is_taken else times
                    viewer.changes += [(sent, done)] * times if is_taken else []
            if not is_taken:
                self.given_up += 1
                return
            self.taps.append(1000 * (done - sent))
            self.acknowledged[game] = step + 1

    async def tap(self, each: Evening, game: int, step: int) -> bool:
        """Until somebody has taken it: the same tap may be sent as often as one likes."""
        place = each.begun + step
        body = form(each.prompts[place], each.answers[place].value, at=1 + step).encode()
        head = [f"POST /g/load-{game}/lead/answer HTTP/1.1", "Host: 127.0.0.1", f"Content-Length: {len(body)}"]
        head += [*_from(game), "HX-Request: true", "Sec-Fetch-Site: same-origin", "Connection: close"]
        head += ["Content-Type: application/x-www-form-urlencoded", "", ""]
        until = time.perf_counter() + WAIT
        while time.perf_counter() < until:
            with suppress(OSError, asyncio.IncompleteReadError):
                async with asyncio.timeout(until - time.perf_counter()):
                    here = (self.address, 0)
                    reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=here)
                    writer.write("\r\n".join(head).encode() + body)
                    said = await reader.read()
                    writer.close()
                if said.startswith(b"HTTP/1.1 200 "):
                    return True
            self.again += 1
            await asyncio.sleep(0.5)
        return False

    def count(self, viewer: Viewer) -> None:
        """A push after every change, and none without one. Whoever comes back after a cut looks at once.

        Two changes shortly after one another may be told by one push: it says only that there is something to see.
        """
        looked = sorted([*viewer.heard, *viewer.opened])
        for sent, done in viewer.changes:
            self.expected += 1
            found = bisect_left(looked, sent)
            if found == len(looked):
                self.lost += 1
            else:
                self.delays.append(1000 * max(0.0, looked[found] - done))
        self.spurious += max(0, len(viewer.heard) - len(viewer.changes) - viewer.unsure)


def crowd(told: dict[str, Any]) -> None:
    """What one process that makes load does."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < 2 * SOCKETS:
        most = 2 * SOCKETS if hard == resource.RLIM_INFINITY else min(hard, 2 * SOCKETS)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    made = Crowd(told["port"], told["address"], told["every"], told["rounds"], told["viewers"])
    asyncio.run(made.run(evenings(told["rounds"], told["kinds"]), range(*told["games"])))
    kept = ("taps", "delays", "expected", "lost", "spurious", "again", "given_up", "acknowledged")
    print(json.dumps({name: getattr(made, name) for name in kept}), flush=True)


# -- a run --


@dataclass
class Run:
    """What came of one store."""

    games: int
    viewers: int
    found: list[dict[str, Any]] = field(default_factory=list)
    before: float = 0.0
    after: float = 0.0
    size: float = 0.0
    missing: int = -1
    busy: dict[str, float] = field(default_factory=dict)
    """Seconds of the processor in every second, by part."""

    def all(self, name: str) -> list[float]:
        return [value for each in self.found for value in each[name]]

    def sum(self, name: str) -> int:
        return sum(each[name] for each in self.found)

    def figures(self) -> dict[str, Any]:
        taps, delays = self.all("taps"), self.all("delays") or [0.0]
        return {
            "games x viewers": f"{self.games} x {self.viewers}",
            "taps": len(taps),
            "tap p50 ms": round(percentile(taps, 0.5), 1),
            "tap p95 ms": round(percentile(taps, 0.95), 1),
            "tap p99 ms": round(percentile(taps, 0.99), 1),
            "taps sent again": self.sum("again"),
            "taps given up": self.sum("given_up"),
            "pushes expected": self.sum("expected"),
            "pushes lost": self.sum("lost"),
            "pushes spurious": self.sum("spurious"),
            "push p50 ms": round(percentile(delays, 0.5), 1),
            "push p95 ms": round(percentile(delays, 0.95), 1),
            "push p99 ms": round(percentile(delays, 0.99), 1),
            "memory MB, idle": round(self.before),
            "memory kB per live game": round(1024 * (self.after - self.before) / self.games),
            "memory kB per viewer": round(1024 * (self.after - self.before) / self.games / self.viewers, 1),
            "stored kB per game": round(self.size, 1),
            "acknowledged answers lost": self.missing,
            **{f"cores busy, {part}": round(value, 2) for part, value in self.busy.items()},
        }


def measured(place: str, workers: int, told: argparse.Namespace, started: cluster.Cluster | None, falls: bool) -> Run:
    rounds = max(1, int(told.seconds / told.every))
    games = told.games if "://" in place else min(told.games, int(0.9 * limits.ROOM / (told.viewers + 1)))
    kinds = evenings(rounds, told.kinds)
    asyncio.run(fill(place, kinds, games, told.rest))
    came = Run(games, told.viewers, size=asyncio.run(_size(place)) / 1024 / (games + told.rest))
    with ExitStack() as stack:
        port, process = stack.enter_context(server(place, workers))
        came.before = memory(process)
        share = -(-games * (told.viewers + 1) // SOCKETS)
        cuts = [games * number // share for number in range(share + 1)]
        makers = [
            subprocess.Popen(
                [
                    sys.executable,
                    "-m",
                    "scripts.load",
                    "--crowd",
                    json.dumps(_crowd(port, number, told, rounds, *some)),
                ],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            for number, some in enumerate(pairwise(cuts), start=2)
        ]
        for maker in makers:
            stack.callback(maker.kill)
        with cluster.at_most(*makers, within=START):
            if any(maker.stdout is None or maker.stdout.readline() != "ready\n" for maker in makers):
                raise SystemExit("the viewers did not come in")
        for maker in makers:
            assert maker.stdin is not None
            maker.stdin.write("go\n")
            maker.stdin.flush()
        if falls and started is not None:
            time.sleep(told.seconds / 3)
            os.kill(pids(process)[0], signal.SIGKILL)
            time.sleep(told.seconds / 3)
            started.stop()
            started.start()
        else:
            parts = {"servers": pids(process), "load": [maker.pid for maker in makers]}
            parts |= {"database": family(started.pid)} if started is not None else {}
            before, begun = {name: worked(found) for name, found in parts.items()}, time.perf_counter()
            time.sleep(told.seconds * 0.8)
            took = time.perf_counter() - begun
            came.busy = {name: (worked(found) - before[name]) / took for name, found in parts.items()}
            came.after = memory(process)
        for maker in makers:
            said, _ = maker.communicate(timeout=told.seconds + 4 * WAIT + LATE)
            came.found.append(json.loads(said))
        came.after = came.after or memory(process)
    came.missing = asyncio.run(_missing(place, kinds, came))
    return came


def _crowd(port: int, number: int, told: argparse.Namespace, rounds: int, first: int, last: int) -> dict[str, Any]:
    told_of = {
        "port": port,
        "address": f"127.0.0.{number}",
        "every": told.every,
        "viewers": told.viewers,
        "kinds": told.kinds,
    }
    return told_of | {"rounds": rounds, "games": [first, last]}


async def _size(place: str) -> float:
    """Bytes on the disk."""
    if "://" not in place:
        return float(sum(path.stat().st_size for path in Path(place).iterdir()))
    store = store_now(place)
    tables = "SELECT sum(pg_total_relation_size(c.oid)) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
    rows = await store._rows(f"{tables} WHERE n.nspname = current_schema() AND c.relkind = 'r'")
    await store.close()
    return float(rows[0][0])


async def _missing(place: str, kinds: list[Evening], came: Run) -> int:
    """Acknowledged answers that are not in the store, or not where they belong."""
    store, missing = store_now(place), 0
    for each in came.found:
        for game, count in each["acknowledged"].items():
            one = kinds[int(game) % len(kinds)]
            kept = await store.get(f"load-{game}")
            wanted = lines_of(one, one.begun + count)
            missing += sum(left != right for left, right in zip_longest(wanted, kept.lines[: len(wanted)]))
    await store.close()
    return missing


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--games", type=int, default=20)
    words.add_argument("--viewers", type=int, default=5)
    words.add_argument("--every", type=float, default=1.0, help="seconds between two answers of a game")
    words.add_argument("--seconds", type=float, default=8.0)
    words.add_argument("--rest", type=int, default=100, help="games that nobody looks at")
    words.add_argument("--kinds", type=int, default=40, help="different evenings; every game is one of them")
    words.add_argument("--workers", type=int, default=2)
    words.add_argument(
        "--trouble", action="store_true", help="once more with a worker killed and PostgreSQL restarted in the middle"
    )
    words.add_argument("--convention", action="store_true", help=f"the same as {CONVENTION}")
    words.add_argument("--only", choices=["sqlite", "postgres", "falls"])
    words.add_argument("--json", action="store_true")
    words.add_argument("--crowd", help=argparse.SUPPRESS)
    told = words.parse_args()
    if told.crowd:
        crowd(json.loads(told.crowd))
        return
    if told.convention:
        vars(told).update(CONVENTION)
    figures: dict[str, dict[str, Any]] = {}
    with ExitStack() as stack:
        started: cluster.Cluster | None = None
        if told.only != "sqlite":
            given = os.environ.get(cluster.SETTING)
            started = None if given else stack.enter_context(cluster.cluster(fsync=True))
            address = given or (started.url if started else "")
            place = cluster.fresh(address)
        if told.only in (None, "postgres"):
            figures["postgres"] = measured(place, told.workers, told, started, falls=False).figures()
        if told.only in (None, "sqlite"):
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            figures["sqlite"] = measured(folder, 1, told, None, falls=False).figures()
        if (told.only == "falls" or (told.trouble and told.only != "sqlite")) and started is not None:
            figures[FALLS] = measured(cluster.fresh(started.url), told.workers, told, started, falls=True).figures()
    if told.json:
        print(json.dumps(figures))
        return
    print("".ljust(28), *(name.rjust(16) for name in figures), "ratio".rjust(8))
    for name in next(iter(figures.values())):
        values = [each.get(name, "") for each in figures.values()]
        pair = [figures[which].get(name) for which in ("postgres", "sqlite") if which in figures]
        numbers = [each for each in pair if isinstance(each, (int, float))]
        ratio = f"{numbers[0] / numbers[1]:.2f}" if len(numbers) == 2 and numbers[1] else ""
        print(name.ljust(28), *(str(value).rjust(16) for value in values), ratio.rjust(8))


if __name__ == "__main__":
    main()
