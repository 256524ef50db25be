"""Games for tests of the players' pages: the app knows the cards, which lie as listed."""

from __future__ import annotations

from typing import Any

from nightcall import Setup
from nightcall.engine import prompts
from nightcall.web.app import Site
from nightcall.web.table import Table
from tests.web.phone import PLAYERS, begin, run

CARDS = ("werewolf", "werewolf", "seer", "witch", "hunter", "simple_villager", "simple_villager", "simple_villager")
"""Ann and Bea are the pack, Cid the Seer, Dan the Witch, Eve the Hunter; Fay, Gus and Hal have no power."""
ANN, BEA, CID, DAN, EVE, FAY, GUS, HAL = range(1, 9)


def evening(site: Site, cards: tuple[str, ...] = CARDS, setup: dict[str, Any] | None = None, **manner: Any) -> Table:
    """A game dealt by the app to phones."""
    told: dict[str, Any] = {"sheriff_election": "off", "cards_known_to_app": True} | (setup or {})
    return begin(
        site, Setup.of(PLAYERS[: len(cards)], list(cards), **told), **({"deal": "phones", "dealt": True} | manner)
    )


def go_on(site: Site, table: Table, until: str, **answers: Any) -> Table:
    """Answer until this is asked: as given by key (`witch__heal` for `witch.heal`), else as little as possible."""
    table = run(site.tables.find(table.id))
    for _ in range(200):
        prompt = table.game.prompt
        assert prompt is not None, f"{until} was never asked"
        if prompt.key == until:
            return table
        value = answers.get(prompt.key.replace(".", "__"), _least(prompt))
        table = run(site.tables.answer(table, value))
    raise AssertionError(f"{until} was not asked in time")


def answer(site: Site, table: Table, value: Any) -> Table:
    return run(site.tables.answer(run(site.tables.find(table.id)), value))


def _least(prompt: prompts.Prompt) -> Any:
    if prompt.kind == prompts.ACK:
        return True
    if prompt.kind == prompts.YES_NO:
        return False
    if prompt.kind == prompts.BALLOTS:
        return {}
    if prompt.kind == prompts.TEXT:
        return ""
    if prompt.low == 0:
        return None
    if prompt.kind == prompts.PICK and prompt.high > 1:
        return tuple(prompt.options[: prompt.low])
    return prompt.options[0]
