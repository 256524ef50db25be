"""How fast the web app is: a real server on this machine's own loopback, a client in another process.

    python -m scripts.bench_web [seconds]

From a tap to the new prompt, deep in a large game; the news to all viewers of many games at once; the weight of the
play screen; and how soon a browser can use it. The figures are added to bench.json beside those of the engine.
"""

from __future__ import annotations

import asyncio
import gzip
import http.client
import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from typing import Any, assert_never
from urllib.parse import urlencode, urljoin, urlsplit

from nightcall import MODERATOR, PUBLIC, Answer, Prompt, Setup, retell
from nightcall.engine import prompts, tape
from nightcall.engine.game import playout
from nightcall.sim.bots import PhysicalTable as Players
from nightcall.sim.bots import RandomBot
from nightcall.web import access
from nightcall.web.manner import Manner
from nightcall.web.serve import database
from nightcall.web.store import Grant, Kept
from nightcall.web.store.sqlite import SQLiteStore
from nightcall.web.table import Table
from nightcall.web.visit import DEVICE
from scripts.bench import BASE, LARGE, RICH

SECRET = "the-secret-of-a-device-that-only-measures".ljust(43, "-")
DEEP = 150
TAPS = 300
GAMES = 100
VIEWERS = 20
PAUSE = 2.0


@dataclass
class Evening:
    """A game with all its answers known beforehand; the store holds the first of them."""

    id: str
    setup: Setup
    prompts: list[Prompt]
    answers: list[Answer]
    begun: int
    """How many answers the store holds when the server starts."""
    looks: list[set[Any]] = field(default_factory=list)
    """For each answer, the audiences whose view it changes."""

    @property
    def left(self) -> int:
        return len(self.answers) - self.begun


class Recorder:
    """Writes down what is asked and answered."""

    def __init__(self, bot: RandomBot) -> None:
        self.bot, self.prompts, self.answers = bot, list[Prompt](), list[Answer]()

    def __call__(self, prompt: Prompt) -> Any:
        """As the bot answers; but the village never agrees, so that the evening is long."""
        is_open = prompt.kind == prompts.BALLOTS and not prompt.low
        value = prompt.check({} if is_open else self.bot(prompt))
        self.prompts.append(prompt)
        self.answers.append(Answer(value, prompt.key, prompt.seat, prompt.card))
        return value


def evening(name: str, setup: Setup, seed: int, begun: int) -> Evening:
    random = Random(seed)
    recorder = Recorder(RandomBot(random) if setup.options.cards_known_to_app else Players(random, setup))
    playout(setup, recorder)
    return Evening(name, setup, recorder.prompts, recorder.answers, min(begun, len(recorder.answers)))


def deep_evenings(players: int, deck: list[str]) -> list[Evening]:
    """Games that go on long after the hundred-and-fiftieth answer: half of them dealt, half with physical cards."""
    found: list[Evening] = []
    for seed in range(10_000):
        setup = Setup.of(players, deck, cards_known_to_app=True, seed=seed) if seed % 2 else Setup.of(players, deck)
        one = evening(f"deep-{players}-{seed}", setup, seed, DEEP)
        if one.left > 10:
            found.append(one)
        if sum(each.left for each in found) > TAPS + 20:
            break
    return found


def busy_evenings(rounds: int) -> list[Evening]:
    """Games that are all under way, each with what every audience gets to see of its next answers."""
    found: list[Evening] = []
    for seed in range(10_000):
        setup = Setup.of(12, BASE, cards_known_to_app=True, seed=seed, sheriff_election="off")
        one = evening(f"busy-{seed}", setup, seed, 20)
        if one.left <= rounds + 1:
            continue
        found.append(one)
        before: dict[Any, Any] = {}
        for count in range(one.begun, one.begun + rounds + 1):
            game = retell(setup, one.answers[:count])
            table = Table(one.id, 1, game, Manner(), 0.0, 0.0)
            after = dict.fromkeys(audiences(setup), table.look(PUBLIC)) | {MODERATOR: count}
            if before:
                one.looks.append({audience for audience, look in after.items() if look != before[audience]})
            before = after
        if len(found) == GAMES:
            break
    return found


def audiences(setup: Setup) -> list[Any]:
    """Twenty viewers: the moderator, every seat, and public screens."""
    seats: list[Any] = [MODERATOR, *range(1, len(setup.players) + 1)]
    return seats + [PUBLIC] * (VIEWERS - len(seats))


async def fill(folder: Path, evenings: list[Evening]) -> None:
    store = SQLiteStore(database(folder))
    device = access.digest(SECRET)
    for each in evenings:
        game = retell(each.setup, each.answers[: each.begun])
        lines = (tape.header(game), *(tape.answer_line(game, index) for index in range(each.begun)))
        await store.add(Kept(each.id, 1, lines, asdict(Manner()), 0.0, 0.0, {"players": list(game.players)}))
        for viewer in (MODERATOR, *range(1, len(each.setup.players) + 1)):
            await store.grant(device, Grant(each.id, viewer))
    await store.close()


@contextmanager
def server(folder: Path) -> Iterator[int]:
    """A server of its own on the loopback, on one core where that can be asked for; gives its port."""
    command = [sys.executable, "-c", "from nightcall.cli import main; main()", "serve"]
    command += ["--host", "127.0.0.1", "--port", "0", "--data", str(folder), "--no-browser"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONUNBUFFERED": "1"}
    ) as process:
        try:
            if hasattr(os, "sched_setaffinity"):
                os.sched_setaffinity(process.pid, {max(os.sched_getaffinity(0))})
            assert process.stdout is not None
            port = next(
                int(found[1]) for line in process.stdout if (found := re.search(r"http://127\.0\.0\.1:(\d+)", line))
            )
            wait(port)
            yield port
        finally:
            process.terminate()


def wait(port: int) -> None:
    """Until the server answers."""
    for _ in range(200):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise SystemExit("the server does not answer")


HEADERS = {"Cookie": f"{DEVICE}={SECRET}", "HX-Request": "true", "Sec-Fetch-Site": "same-origin"}


def form(prompt: Prompt, value: Any, at: int) -> str:
    """An answer as the page's form would send it."""
    fields: list[tuple[str, Any]] = [("at", at)]
    match prompt.kind:
        case prompts.ACK:
            pass
        case prompts.YES_NO:
            fields.append(("value", "yes" if value else "no"))
        case prompts.PICK:
            seats = value if isinstance(value, tuple) else [value]
            fields += [("seat", "-" if seat is None else seat) for seat in seats]
        case prompts.CHOOSE:
            fields.append(("value", "-" if value is None else value))
        case prompts.BALLOTS | prompts.COUNTS:
            name = "vote" if prompt.kind == prompts.BALLOTS else "count"
            fields += [(f"{name}-{seat}", choice) for seat, choice in value.items() if choice is not None]
        case prompts.CARDS:
            fields += [("value", card) for card in value]
        case prompts.TEXT:
            fields.append(("text", value))
        case prompts.TEXTS:
            fields.append(("text", "\n".join(value)))
        case _:
            assert_never(prompt.kind)
    return urlencode(fields)


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


# -- from a tap to the new prompt --


def taps(port: int, evenings: list[Evening]) -> list[float]:
    """Milliseconds from sending a tap to having the whole new prompt, answer on the disk and page rendered."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.connect()
    headers = {**HEADERS, "Content-Type": "application/x-www-form-urlencoded", "Accept-Encoding": "gzip"}
    spent: list[float] = []
    for each in evenings:
        connection.request("GET", f"/g/{each.id}/lead", headers=headers)
        connection.getresponse().read()  # the phone has shown the question before anybody taps
        for step in range(each.left):
            place = each.begun + step
            body = form(each.prompts[place], each.answers[place].value, at=1 + step)
            start = time.perf_counter()
            connection.request("POST", f"/g/{each.id}/lead/answer", body, headers)
            reply = connection.getresponse()
            content = reply.read()
            spent.append(1000 * (time.perf_counter() - start))
            if reply.status != 200:
                raise SystemExit(f"{each.id}: {reply.status} at {each.prompts[place]}: {content[:200]!r}")
    connection.close()
    return spent


# -- many games, many viewers --


@dataclass
class Viewer:
    audience: Any
    heard: list[float] = field(default_factory=list)


@dataclass
class Crowd:
    """All games at once: each is answered every two seconds while its viewers listen."""

    port: int
    rounds: int
    delays: list[float] = field(default_factory=list)
    acknowledged: list[float] = field(default_factory=list)
    lost: int = 0
    spurious: int = 0
    expected: int = 0

    async def watch(self, game: str, viewer: Viewer, ready: asyncio.Semaphore) -> None:
        where = {PUBLIC: "live", MODERATOR: "lead/live"}.get(viewer.audience, f"seat/{viewer.audience}/live")
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        lines = [f"GET /g/{game}/{where} HTTP/1.1", "Host: 127.0.0.1", f"Cookie: {DEVICE}={SECRET}", "", ""]
        writer.write("\r\n".join(lines).encode())
        try:
            while piece := await reader.readuntil(b"\n"):
                if piece.startswith(b"event: changed"):
                    viewer.heard.append(time.perf_counter())
                    if len(viewer.heard) == 1:
                        ready.release()
        except asyncio.IncompleteReadError:
            pass
        finally:
            writer.close()

    async def answer(self, each: Evening, viewers: list[Viewer], start: float) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        for step in range(self.rounds):
            await asyncio.sleep(max(0.0, start + PAUSE * step - time.perf_counter()))
            place = each.begun + step
            body = form(each.prompts[place], each.answers[place].value, at=1 + step).encode()
            head = [f"POST /g/{each.id}/lead/answer HTTP/1.1", "Host: 127.0.0.1", f"Content-Length: {len(body)}"]
            head += [f"{name}: {value}" for name, value in HEADERS.items()]
            head += ["Content-Type: application/x-www-form-urlencoded", "", ""]
            marks = [len(viewer.heard) for viewer in viewers]
            sent = time.perf_counter()
            writer.write("\r\n".join(head).encode() + body)
            status = await reader.readline()
            if b" 200 " not in status:
                raise SystemExit(f"{each.id}: {status!r}")
            length = 0
            while (line := await reader.readline()) != b"\r\n":
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            await reader.readexactly(length)
            done = time.perf_counter()
            self.acknowledged.append(1000 * (done - sent))
            await asyncio.sleep(PAUSE / 2)
            self._count(each.looks[step], viewers, marks, done)
        writer.close()

    def _count(self, changed: set[Any], viewers: list[Viewer], marks: list[int], done: float) -> None:
        for viewer, mark in zip(viewers, marks, strict=True):
            heard = viewer.heard[mark:]
            if viewer.audience not in changed:
                self.spurious += len(heard)
                continue
            self.expected += 1
            if heard:
                self.delays.append(1000 * max(0.0, heard[0] - done))
                self.spurious += len(heard) - 1
            else:
                self.lost += 1

    async def run(self, evenings: list[Evening]) -> None:
        ready = asyncio.Semaphore(0)
        watching, all_viewers = [], []
        for each in evenings:
            viewers = [Viewer(audience) for audience in audiences(each.setup)]
            all_viewers.append(viewers)
            watching += [asyncio.create_task(self.watch(each.id, viewer, ready)) for viewer in viewers]
            await asyncio.sleep(0.01)
        async with asyncio.timeout(60):
            for _ in watching:
                await ready.acquire()
        now = time.perf_counter() + 0.5
        chance = Random(1)
        games = zip(evenings, all_viewers, strict=True)
        await asyncio.gather(*(self.answer(each, viewers, now + chance.uniform(0, PAUSE)) for each, viewers in games))
        for task in watching:
            task.cancel()
        await asyncio.gather(*watching, return_exceptions=True)


# -- the weight of a page --


def weight(port: int, path: str) -> dict[str, int]:
    """Every resource a first load may fetch -> its bytes on the wire, compressed where the server does."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    headers = {"Cookie": f"{DEVICE}={SECRET}", "Accept-Encoding": "gzip"}
    found: dict[str, int] = {}
    todo = [path]
    while todo:
        address = todo.pop()
        if address in found:
            continue
        connection.request("GET", address, headers=headers)
        reply = connection.getresponse()
        body = reply.read()
        if reply.status != 200:
            raise SystemExit(f"{address}: {reply.status}")
        found[address] = len(body)
        text = gzip.decompress(body) if reply.headers.get("content-encoding") == "gzip" else body
        todo += [link for link in links(address, reply.headers.get("content-type", ""), text) if link not in found]
    return found


def links(address: str, kind: str, content: bytes) -> Iterator[str]:
    if "html" in kind:
        text = content.decode()
        raw = re.findall(r'(?:src|href)="([^"#]+/static/[^"#]+|/static/[^"#]+)', text)
    elif "css" in kind:
        raw = re.findall(r'url\(["\']?([^"\')]+)', content.decode())
    elif "javascript" in kind:
        raw = re.findall(r'(?:from|import)\s*\(?["\'](\.[^"\']+)', content.decode())
    else:
        return
    for link in raw:
        if not link.startswith("data:"):
            parts = urlsplit(urljoin(f"http://host{address}", link.replace("&amp;", "&")))
            yield parts.path + (f"?{parts.query}" if parts.query else "")


# -- in a browser --


def first_load(port: int, path: str) -> float | None:
    """Milliseconds until the moderator could tap, in a browser that has never been here; None without a browser."""
    try:
        from playwright.sync_api import Error, sync_playwright
    except ImportError:
        return None
    found = next((each for each in ("/usr/bin/chromium", "/usr/bin/google-chrome") if Path(each).exists()), None)
    arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
    with sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(executable_path=found, args=[*arguments, "--disable-sync"])
        except Error:
            return None
        spent = []
        for _ in range(5):
            context = browser.new_context(viewport={"width": 390, "height": 844})
            context.add_cookies([{"name": DEVICE, "value": SECRET, "url": f"http://127.0.0.1:{port}"}])
            page = context.new_page()
            start = time.perf_counter()
            page.goto(f"http://127.0.0.1:{port}{path}", wait_until="commit")
            page.locator("form.prompt button:not([disabled])").last.click(trial=True)
            spent.append(1000 * (time.perf_counter() - start))
            context.close()
        browser.close()
    return percentile(spent, 0.5)


def measure(seconds: float) -> dict[str, Any]:
    rounds = max(2, int(seconds / PAUSE))
    deep = {18: deep_evenings(18, RICH), 30: deep_evenings(30, LARGE)}
    busy = busy_evenings(rounds)
    figures: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        idle = evening("idle", Setup.of(18, RICH), 1, 30)
        asyncio.run(fill(folder, [*deep[18], *deep[30], *busy, idle]))
        with server(folder) as port:
            for players, evenings in deep.items():
                spent = taps(port, evenings)
                figures[f"web_tap_{players}_players_taps"] = len(spent)
                figures[f"web_tap_{players}_players_p50_ms"] = round(percentile(spent, 0.50), 1)
                figures[f"web_tap_{players}_players_p99_ms"] = round(percentile(spent, 0.99), 1)
            sizes = weight(port, "/g/idle/lead")
            figures["web_play_screen_bytes"] = sum(sizes.values())
            load = first_load(port, "/g/idle/lead")
            figures["web_first_load_ms"] = round(load) if load is not None else "no browser found"
            crowd = Crowd(port, rounds)
            asyncio.run(crowd.run(busy))
    figures |= {
        "web_crowd_games": len(busy),
        "web_crowd_viewers": len(busy) * VIEWERS,
        "web_crowd_answers": len(crowd.acknowledged),
        "web_crowd_answer_p99_ms": round(percentile(crowd.acknowledged, 0.99), 1),
        "web_crowd_pushes": crowd.expected,
        "web_crowd_lost": crowd.lost,
        "web_crowd_spurious": crowd.spurious,
        "web_crowd_fan_out_p50_ms": round(percentile(crowd.delays, 0.50), 1),
        "web_crowd_fan_out_p99_ms": round(percentile(crowd.delays, 0.99), 1),
    }
    return figures


def main() -> None:
    figures = measure(float(sys.argv[1]) if len(sys.argv) > 1 else 20.0)
    for name, figure in figures.items():
        print(f"{name:40} {figure}")
    path = Path("bench.json")
    known = json.loads(path.read_text("utf-8")) if path.exists() else {}
    path.write_text(json.dumps(known | figures, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
