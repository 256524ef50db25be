"""A program that uses the API, for tests: it knows nothing but what the API tells it."""

from __future__ import annotations

from random import Random
from typing import Any

import httpx2 as httpx

from nightcall import Prompt, Setup
from nightcall.engine.prompts import Poll
from nightcall.sim.bots import PhysicalTable, RandomBot
from nightcall.web.app import Site, build
from tests.web import direct


class Program:
    """One program. `key` is sent along where there is one; there are no cookies and no origin."""

    def __init__(self, site: Site, key: str = "", language: str = "en") -> None:
        self.client: httpx.Client = direct.client(build(site), accept_language=language)
        self.key = key

    def ask(self, method: str, path: str, body: Any = None) -> httpx.Response:
        headers = {"authorization": f"Bearer {self.key}"} if self.key else {}
        if body is None:
            return self.client.request(method, f"/api{path}", headers=headers)
        return self.client.request(method, f"/api{path}", headers=headers, json=body)

    def get(self, path: str) -> Any:
        return self._fine(self.ask("GET", path))

    def post(self, path: str, **body: Any) -> Any:
        return self._fine(self.ask("POST", path, body))

    def _fine(self, reply: httpx.Response) -> Any:
        assert reply.status_code in (200, 201), reply.text
        return reply.json()


def begun(site: Site, setup: Setup, **manner: Any) -> tuple[Program, str]:
    """A program that leads a new game, and where it stands: `/games/…`."""
    program = Program(site)
    made = program.post("/games", setup=setup.to_json(), **({"manner": manner} if manner else {}))
    program.key = made["key"]
    return program, f"/games/{made['game']}"


def prompt_of(data: dict[str, Any]) -> Prompt:
    """The question as the API tells it, for a bot."""
    options, low, high = tuple(data.get("options", ())), data.get("low", 1), data.get("high", 1)
    if "voters" not in data:
        seat, card = data.get("seat", 0), data.get("card", "")
        return Prompt(
            data["ask"], data["kind"], data["rule"], options=options, low=low, high=high, seat=seat, card=card
        )
    return Poll(
        data["ask"],
        data["kind"],
        data["rule"],
        options=options,
        low=low,
        high=high,
        voters=tuple(data["voters"]),
        barred={
            int(voter): {int(seat): why for seat, why in closed.items()} for voter, closed in data["barred"].items()
        },
    )


def bot_for(setup: Setup, seed: int) -> RandomBot:
    random = Random(seed)
    return RandomBot(random) if setup.options.cards_known_to_app else PhysicalTable(random, setup)
