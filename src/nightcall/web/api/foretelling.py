"""Who would win how often, and which deck to play: what the wizard says of it, for programs.

Shares are whole per cents: nobody knows them to a tenth.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final

from starlette.responses import Response

from nightcall.desk.guessed import in_cents
from nightcall.engine.setup import Setup
from nightcall.sim import odds as sim
from nightcall.sim import surrogate
from nightcall.sim.advisor import Panel
from nightcall.sim.evenings import Evening
from nightcall.sim.people import ORDINARY, People
from nightcall.sim.surrogate import Rules
from nightcall.web.api.sending import Reply
from nightcall.web.aside import aside
from nightcall.web.setup import advice, estimates
from nightcall.web.setup.estimates import Estimate
from nightcall.web.visit import Visit

A_TABLE: Final[Mapping[str, Any]] = {
    "setup": {
        "players": ["Ann", "Bea", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida"],
        "deck": ["werewolf", "werewolf", "seer", "witch", *["simple_villager"] * 5],
    },
    "table": "seasoned",
}
AN_EVENING: Final[Mapping[str, Any]] = {"players": 12, "table": "newcomers", "wanted": ["hunter"], "balance": "village"}
LISTS: Final = ("wanted", "never", "owned", "apart")


async def read_odds(visit: Visit, data: Any) -> Response:
    """What is known by now. Games are counted in the background while somebody asks for the same again."""
    word = data.get("table", ORDINARY)
    setup = sim.as_dealt(replace(Setup.from_json(data["setup"]), seed=sim.SEED))
    wanted = estimates.GAMES_ALONE if visit.site.is_alone else estimates.GAMES
    begin = partial(Estimate, setup, People.called(word), wanted)
    count = await visit.site.background.look(estimates.key_for(setup, word), begin)
    assert isinstance(count, Estimate)
    found = estimates.shown_of(setup, word, count if count.games else None, wanted, visit.words)
    rows = [
        {"side": row.side, "share": row.share, "is_about": row.is_about}
        | {"low": None if row.is_about else row.low, "high": None if row.is_about else row.high}
        for row in found.rows
    ]
    return Reply(
        {
            "table": word,
            "games": found.games,
            "wanted": found.wanted,
            "is_counted": found.is_counted,
            "shares": rows,
            "nights": round(found.nights),
            "minutes": found.minutes,
            "guessed": found.guessed,
            "off": found.off,
            "within": found.most,
            "advice": _own(setup, People.called(word), count),
        }
    )


def _own(setup: Setup, people: People, count: Estimate) -> dict[str, Any] | None:
    """What the advisor says of the deck as it stands, by the same shares; None where only games can tell."""
    rules, deck = surrogate.rules_of(setup), Counter(setup.deck)
    if rules is None or len(setup.players) != deck.total() or not surrogate.knows(deck, people):
        return None
    wish = Evening(len(setup.players), people, rules)
    return _panel(advice.panel(tuple(deck.items()), wish, *advice.believed(count)))


async def advise(visit: Visit, data: Any) -> Response:
    """Three decks for an evening; none where the wishes leave none."""
    people = People.called(data.get("table", ORDINARY))
    rules = Rules(french=data.get("preset") == "pacte", sheriff=data.get("sheriff", True))
    told: dict[str, Any] = {name: tuple(dict.fromkeys(data.get(name, ()))) for name in LISTS}
    told |= {name: data[name] for name in ("balance", "liveliness", "length", "complexity") if name in data}
    wish = Evening(data["players"], people, rules, **told)
    return Reply({"decks": [_panel(panel) for panel in await aside(partial(advice.advised, wish))]})


def _panel(panel: Panel) -> dict[str, Any]:
    said = panel.to_json()
    said["shares"] = in_cents(panel.shares)
    for name in ("village_among", "effects"):
        said[name] = {key: _cents(share) for key, share in said[name].items()}
    said["swaps"] = [swap | {when: _cents(swap[when]) for when in ("before", "after")} for swap in said["swaps"]]
    return said | {"nights": round(panel.guess.nights)}


def _cents(share: float) -> int:
    return round(100 * share)
