"""How late the seals of led evenings are with many of them at once (LED-52): `python -m scripts.led_load 50 12 60`.

Games, phones for each and seconds. One process serves, as at home; every phone is a connection of its own, in another
process, and beats every other second at a moment of its own. All evenings begin within ten seconds.
"""

from __future__ import annotations

import asyncio
import json
import resource
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any, Final

import uvicorn

from nightcall import Setup
from nightcall.web import access, limits
from nightcall.web.app import Site, build
from nightcall.web.door import Door, room
from nightcall.web.led import frames, runner, scenes
from nightcall.web.led.policies import adapted
from nightcall.web.led.scenes import Led, Sitting
from nightcall.web.manner import LED, Manner
from nightcall.web.serve import bound
from nightcall.web.store import Grant
from nightcall.web.store.sqlite import SQLiteStore
from nightcall.web.table import Table
from nightcall.web.visit import DEVICE
from scripts.bench_web import percentile

SPREAD: Final = 10.0
"""Seconds within which all evenings begin."""
WITHIN: Final = 30.0
"""Seconds in which a beat is answered, or never."""

Phone = tuple[str, int, str]
"""Game, seat, and the secret of its device."""


# -- the phones: a process of its own --


async def beat(port: int, number: int, phone: Phone, players: int, until: float) -> list[float]:
    """A phone, to the end; how long each of its beats took."""
    game, seat, secret = phone
    chance, token, touched, took = Random(number), "", 1, list[float]()
    address = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
    await asyncio.sleep(chance.uniform(0, scenes.BEAT))
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    while (begun := time.monotonic()) < until:
        body = json.dumps({"scene": token, "seats": [touched], "signs": []}).ljust(frames.BODY).encode()
        head = [f"POST /g/{game}/seat/{seat}/beat HTTP/1.1", "Host: 127.0.0.1", "Sec-Fetch-Site: same-origin"]
        head += [f"X-Forwarded-For: {address}", f"Cookie: {DEVICE}={secret}", f"Content-Length: {len(body)}", "", ""]
        async with asyncio.timeout(WITHIN):
            writer.write("\r\n".join(head).encode() + body)
            said = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
            length = int(said.partition("content-length: ")[2].partition("\r\n")[0])
            shown = await reader.readexactly(length)
        took.append(time.monotonic() - begun)
        assert " 200 " in said.splitlines()[0], said
        scene = json.loads(shown)["scene"]
        if scene != token:  # a new round: somebody else is touched, once
            token, touched = scene, chance.randrange(1, players + 1)
        await asyncio.sleep(max(0.0, begun + scenes.BEAT - time.monotonic()))
    writer.close()
    return took


async def phones(told: dict[str, Any]) -> list[float]:
    until = time.monotonic() + told["seconds"]
    beating = (
        beat(told["port"], number, tuple(phone), told["players"], until) for number, phone in enumerate(told["phones"])
    )
    return [each for took in await asyncio.gather(*beating) for each in took]


# -- the server --


async def dealt(site: Site, number: int, players: int) -> list[Phone]:
    """A game that can begin, and its phones."""
    deck = {"werewolf": 3, "seer": 1, "witch": 1, "hunter": 1, "simple_villager": players - 6}
    setup = Setup.of([f"P{seat}" for seat in range(1, players + 1)], deck, cards_known_to_app=True, seed=number)
    table = await site.tables.begin(adapted(setup, number), Manner(deal=LED))
    made = [(table.id, seat, access.new_secret()) for seat in range(1, players + 1)]
    for game, seat, secret in made:
        await site.store.grant(access.digest(secret), Grant(game, seat))
    await site.tables.manage(table, dealt=True, led=Led(since=site.runner.clock() + SPREAD, token="first", debate=60))
    return made


async def began(site: Site, game: str, after: float) -> None:
    await asyncio.sleep(after)
    table = await site.tables.find(game)
    await site.tables.manage(table, led=Led(since=site.runner.clock(), token="first", debate=60))
    await site.runner.lease(game)
    site.runner.begin(game)


async def measure(games: int, players: int, seconds: float) -> tuple[list[float], list[float], float]:
    """How late each seal was, how long each beat took, and how busy the server's process was."""
    late: list[float] = []
    with tempfile.TemporaryDirectory() as folder, bound("127.0.0.1", 0) as listening:
        site = Site(SQLiteStore(str(Path(folder) / "games.db")))
        present = site.tables.present

        async def timed(table: Table, sitting: Sitting) -> Table:
            late.append(site.runner.clock() - sitting.led.since)
            return await present(table, sitting)

        site.tables.present = timed  # type: ignore[method-assign]
        here = ["127.0.0.0/8"]
        config = uvicorn.Config(
            build(site),
            http=Door(room(limits.ROOM), here).protocol,
            log_level="warning",
            access_log=False,
            proxy_headers=True,
            forwarded_allow_ips=here,
        )
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        while not server.started:
            await asyncio.sleep(0.05)
        tables = [await dealt(site, number, players) for number in range(games)]
        told = {"port": listening.getsockname()[1], "seconds": seconds, "players": players}
        told |= {"phones": [phone for table in tables for phone in table]}
        pipe = asyncio.subprocess.PIPE
        crowd = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "scripts.led_load", "--phones"), stdin=pipe, stdout=pipe, limit=2**30
        )
        begun, worked, chance = time.monotonic(), time.process_time(), Random(games)
        starting = [asyncio.create_task(began(site, each[0][0], chance.uniform(0, SPREAD))) for each in tables]
        async with asyncio.timeout(seconds + 4 * WITHIN):
            said, _ = await crowd.communicate(json.dumps(told).encode())
        busy = (time.process_time() - worked) / (time.monotonic() - begun)
        await asyncio.gather(*starting)
        server.should_exit = True
        await serving
    return late, json.loads(said), busy


def main() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, limits.ROOM)), hard))
    if sys.argv[1:] == ["--phones"]:
        print(json.dumps(asyncio.run(phones(json.loads(sys.stdin.read())))))
        return
    games, players, seconds = (int(each) for each in [*sys.argv[1:], *"50 12 60".split()[len(sys.argv) - 1 :]])
    runner.SILENT = 1e9  # type: ignore[misc]
    late, beats, busy = asyncio.run(measure(games, players, seconds))
    print(f"{games} games of {players} phones, {seconds} s: {len(beats)} beats, {len(late)} seals and scenes")
    for name, found in (("seals are late by", late), ("beats take", beats)):
        middle, many, most = (1000 * percentile(found, part) for part in (0.5, 0.95, 0.99))
        print(f"{name} {middle:.0f} ms (p50), {many:.0f} (p95), {most:.0f} (p99), {1000 * max(found):.0f} (most)")
    each = 1000 * busy * seconds / len(beats)
    print(
        f"the server's process is busy {100 * busy:.0f} % of the time: {each:.1f} ms for a beat with all that goes on"
    )


if __name__ == "__main__":
    main()
