"""A program that follows a game over the app's API: `python examples/follow_a_game.py http://127.0.0.1:8000 GAME`.

It sees what everybody may see, needs no key, and prints each announcement as it is made: a light, a speaker or another
screen would do its own thing instead. The stream says only that something has changed; then the view is read again.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any
from urllib.request import Request, urlopen


def public_view(game: str) -> dict[str, Any]:
    with urlopen(Request(game, headers={"Accept-Language": "en"})) as reply:
        seen: dict[str, Any] = json.load(reply)
        return seen


def changes(game: str) -> Iterator[None]:
    """Once at the beginning, then whenever the public view has changed."""
    with urlopen(f"{game}/live") as stream:
        yield
        for line in stream:
            if line.startswith(b"event: changed"):
                yield


def main(address: str, name: str) -> None:
    game = f"{address}/api/games/{name}"
    heard = 0
    for _ in changes(game):
        seen = public_view(game)
        for event in seen["log"][heard:]:
            print(event["text"], flush=True)
        heard = len(seen["log"])
        if seen["winner"]:
            return


if __name__ == "__main__":
    main(*sys.argv[1:])
