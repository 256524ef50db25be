"""A lamp that knows what time it is: `python examples/light_bulb.py http://127.0.0.1:8000 GAME http://lamp/colour`.

Blue by night, yellow by day, red for a moment when somebody dies, green at the end. It needs no key: it sees what
everybody may see. The lamp gets its colour as JSON by HTTP PUT; for your own lamp change `shine`.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from typing import Any
from urllib.request import Request, urlopen

COLOURS = {"setup": "white", "night": "blue", "dawn": "blue", "day": "yellow", "over": "green"}
ALARM = 0.3
"""Seconds of red for each death."""


def view(game: str) -> dict[str, Any]:
    with urlopen(game) as reply:
        found: dict[str, Any] = json.load(reply)
        return found


def changes(game: str) -> Iterator[None]:
    """Once at the beginning, then whenever the public view has changed."""
    with urlopen(f"{game}/live") as stream:
        for line in stream:
            if line.startswith(b"event: changed"):
                yield


def shine(lamp: str, colour: str) -> None:
    body = json.dumps({"colour": colour}).encode()
    with urlopen(Request(lamp, body, {"Content-Type": "application/json"}, method="PUT")):
        pass


def main(address: str, name: str, lamp: str) -> None:
    game, shown, mourned = f"{address}/api/games/{name}", "", 0
    for _ in changes(game):
        seen = view(game)
        dead = sum(not seat["is_alive"] for seat in seen["seats"])
        colour = COLOURS[seen["phase"]]
        if dead > mourned:
            shine(lamp, "red")
            time.sleep(ALARM)
        if colour != shown or dead > mourned:
            shine(lamp, colour)
        shown, mourned = colour, dead
        if seen["phase"] == "over":
            return


if __name__ == "__main__":
    main(*sys.argv[1:])
