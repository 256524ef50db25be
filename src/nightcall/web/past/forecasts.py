"""What a group's finished games say of its skill, and how the forecasts they began with have fared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice
from typing import Final

from nightcall.engine import tape
from nightcall.engine.errors import NightcallError
from nightcall.engine.setup import Setup
from nightcall.sim import surrogate
from nightcall.sim.learning import Bin, Learnt, calibration, learn
from nightcall.sim.people import ORDINARY, People
from nightcall.web.manner import Forecast, Manner
from nightcall.web.past.statistics import finished
from nightcall.web.store import Kept

NEWEST: Final = 60
"""Games that are looked at: people change."""
FEWEST: Final = 12
"""Games below which nothing is said: fewer would only repeat what one began with."""


def glanced(setup: Setup, word: str = ORDINARY) -> Forecast | None:
    """What is foretold of a table that begins, among people called so; None where only games could tell."""
    found = surrogate.guess(setup, People.called(word))
    return Forecast(word, round(found.village, 3)) if found is not None else None


def learnt(games: Iterable[Kept]) -> Learnt | None:
    """How well these people play, from the newest of their games; None before there are some.

    Beginning with an ordinary table wherever it is asked, not with the word just chosen: it would only be an echo.
    """
    found = learn(_ends(islice(finished(games), NEWEST)))
    return found if found.games >= FEWEST else None


def fared(games: Iterable[Kept]) -> list[Bin]:
    """Forecasts beside results; none before there are enough of them."""
    return calibration(foretold(games))


def foretold(games: Iterable[Kept]) -> list[tuple[float, bool]]:
    """The village's share as it was foretold, and whether the village won."""
    pairs = []
    for game in finished(games):
        forecast = Manner.of(game.manner).forecast
        if forecast is not None:
            pairs.append((forecast.village, game.summary["winner"] == "village"))
    return pairs


def _ends(games: Iterable[Kept]) -> Iterator[tuple[Setup, str]]:
    for game in games:
        setup = _setup(game.lines[0]) if game.lines else None
        if setup is not None:
            yield setup, game.summary["winner"]


@lru_cache(256)
def _setup(line: str) -> Setup | None:
    """The table of a saved game; None if this version cannot read it."""
    try:
        return tape.loads(line).setup
    except NightcallError:
        return None
