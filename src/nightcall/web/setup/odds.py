"""Who wins how often among believable people: a short estimate while the table waits, honest about what it is."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from json import dumps
from typing import Any, Final

from nightcall.sim.people import ORDINARY, People
from nightcall.sim.people import words as tables
from nightcall.sim.playouts import play_one, wilson
from nightcall.web.aside import aside
from nightcall.web.setup.drafting import Draft
from nightcall.web.tables import PASS

GAMES: Final = 400
SECONDS: Final = 1.2
SEED: Final = 1


@dataclass(frozen=True, slots=True)
class Share:
    """How often a side has won, and between which shares the truth lies, 95 times in 100."""

    winner: str
    share: int
    low: int
    high: int


async def estimate(draft: Draft, word: str = ORDINARY) -> dict[str, Any]:
    """Play as many games as there is time for, letting everybody else in between; `InvalidSetup` if none can be."""
    word = word if word in tables() else ORDINARY
    people, guessed = People.called(word), set[str]()
    dealt = replace(draft, deal=PASS)
    setup = dealt.table(SEED).checked()
    wins: Counter[str] = Counter()
    nights = games = 0
    ends = time.perf_counter() + SECONDS
    while games < GAMES and (time.perf_counter() < ends or not games):
        winner, lasted = await aside(partial(play_one, setup, SEED, games, people, guessed))
        wins[winner] += 1
        nights += lasted
        games += 1
        await asyncio.sleep(0)
    return {
        "of": table_of(draft),
        "table": word,
        "games": games,
        "wins": dict(wins.most_common()),
        "nights": round(nights / games, 1),
        "guessed": sorted(guessed),
    }


def table_of(draft: Draft) -> str:
    """Changes with anything the odds may depend on."""
    return sha256(dumps(replace(draft, deal=PASS).table(SEED).to_json(), sort_keys=True).encode()).hexdigest()[:16]


def shares(found: dict[str, Any]) -> list[Share]:
    """An estimate in whole per cents, the most frequent winner first."""
    games = found["games"]
    rows = []
    for winner, won in found["wins"].items():
        low, high = wilson(won, games)
        rows.append(Share(winner, round(100 * won / games), round(100 * low), round(100 * high)))
    return rows
