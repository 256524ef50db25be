"""How late the seals of led evenings are with many of them at once: `python -m scripts.led_load 50 12 60`.

Games, phones for each and seconds. Every phone beats every other second against the app in this process, so the figures
hold the cost of the phones as well (LED-52).
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from pathlib import Path
from random import Random

import httpx2 as httpx

from nightcall import Setup
from nightcall.web import access
from nightcall.web.app import Site, build
from nightcall.web.led import frames, runner
from nightcall.web.led.policies import adapted
from nightcall.web.led.scenes import Led
from nightcall.web.manner import LED, Manner
from nightcall.web.store import Grant
from nightcall.web.store.sqlite import SQLiteStore

late: list[float] = []
beats: list[float] = []


async def play(site: Site, number: int, players: int, ends: float) -> None:
    """One game: dealt, and a beat of every phone every other second, each at its own moment."""
    deck = {"werewolf": 3, "seer": 1, "witch": 1, "hunter": 1, "simple_villager": players - 6}
    setup = Setup.of([f"P{seat}" for seat in range(1, players + 1)], deck, cards_known_to_app=True, seed=number)
    table = await site.tables.begin(adapted(setup, number), Manner(deal=LED))
    clock = asyncio.get_running_loop().time
    app, phones = build(site), []
    for seat in range(1, players + 1):
        transport = httpx.ASGITransport(app=app, client=(f"10.0.{number}.{seat}", 1))
        client = httpx.AsyncClient(transport=transport, base_url="http://here", headers={"origin": "http://here"})
        secret = access.new_secret()
        await site.store.add_key(access.digest(secret), Grant(table.id, seat))
        reply = await client.post(f"/k/{secret}")
        assert reply.status_code == 303, reply.text
        phones.append(client)
    led = Led(since=site.runner.clock(), token="first", debate=60)
    await site.tables.manage(table, dealt=True, led=led)
    await site.runner.begin(table.id)

    async def beat(seat: int, client: httpx.AsyncClient) -> None:
        chance, token, touched = Random(seat), "", 1
        await asyncio.sleep(frames.BEAT * seat / players)
        while clock() < ends:
            begun = clock()
            mark = {"scene": token, "seats": [touched], "signs": []}
            body = json.dumps(mark).ljust(frames.BODY)
            reply = await client.post(f"/g/{table.id}/seat/{seat}/beat", content=body)
            if reply.json()["scene"] != token:  # a new round: somebody else is touched, once
                token, touched = reply.json()["scene"], chance.randrange(1, players + 1)
            beats.append(clock() - begun)
            await asyncio.sleep(max(0.0, begun + frames.BEAT - clock()))
        await client.aclose()

    await asyncio.gather(*(beat(seat, client) for seat, client in enumerate(phones, start=1)))


async def measure(games: int, players: int, seconds: float) -> None:
    with tempfile.TemporaryDirectory() as folder:
        site = Site(SQLiteStore(str(Path(folder) / "games.db")))
        present = site.tables.present

        async def timed(table, sitting):  # type: ignore[no-untyped-def]
            late.append(site.runner.clock() - sitting.led.since)
            return await present(table, sitting)

        site.tables.present = timed  # type: ignore[method-assign]
        leading = asyncio.create_task(site.runner.run())
        ends = asyncio.get_running_loop().time() + seconds
        await asyncio.gather(*(play(site, number, players, ends) for number in range(games)))
        leading.cancel()
        await site.store.close()


def main() -> None:
    games, players, seconds = (int(each) for each in [*sys.argv[1:], "50", "12", "60"][:3])
    runner.SILENT = 1e9  # type: ignore[misc]
    asyncio.run(measure(games, players, seconds))
    late.sort()
    beats.sort()
    print(f"{games} games of {players} phones, {seconds} s: {len(beats)} beats, {len(late)} seals and scenes")
    print(f"seals late by {1000 * late[len(late) // 2]:.0f} ms (median), {1000 * late[-1]:.0f} ms (most)")
    median, slow = (1000 * beats[int(len(beats) * part)] for part in (0.5, 0.99))
    print(f"beats take {median:.0f} ms (median), {slow:.0f} ms (99 %)")


if __name__ == "__main__":
    main()
