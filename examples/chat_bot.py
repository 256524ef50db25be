"""Tells a chat what happens: `python examples/chat_bot.py http://127.0.0.1:8000 CODE http://chat/webhook [LANGUAGE]`.

The code is the one that stands on the table, for joining or for a screen. Every announcement goes to the address of
the chat as `{"content": "…"}`, which is what many chats take; for yours change `post`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any
from urllib.request import Request, urlopen


def read(address: str, language: str) -> dict[str, Any]:
    with urlopen(Request(address, headers={"Accept-Language": language})) as reply:
        found: dict[str, Any] = json.load(reply)
        return found


def changes(game: str) -> Iterator[None]:
    """Once at the beginning, then whenever the public view has changed."""
    with urlopen(f"{game}/live") as stream:
        for line in stream:
            if line.startswith(b"event: changed"):
                yield


def post(chat: str, text: str) -> None:
    body = json.dumps({"content": text}).encode()
    with urlopen(Request(chat, body, {"Content-Type": "application/json"})):
        pass


def main(address: str, code: str, chat: str, language: str = "en") -> None:
    game = f"{address}/api/games/{read(f'{address}/api/codes/{code}', language)['game']}"
    told = 0
    for _ in changes(game):
        seen = read(game, language)
        for event in seen["log"][told:]:
            post(chat, event["text"])
        told = len(seen["log"])
        if seen["phase"] == "over":
            story = read(f"{game}/story", language)
            parts = (f"{part['name']}: {part['holds']}" for part in story["parts"])
            post(chat, "\n".join([story["ending"], *parts]))
            return


if __name__ == "__main__":
    main(*sys.argv[1:])
