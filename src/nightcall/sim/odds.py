"""The odds of a table: believable players, dealt cards, and an honest interval.

>>> from nightcall import Setup
>>> setup = Setup.of(8, {"werewolf": 2, "seer": 1, "simple_villager": 5})
>>> report = odds(setup, "ordinary", games=50)
>>> report.games, report.people.skill
(50, 0.5)
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from nightcall.engine.rule import KINDS, STANDING
from nightcall.engine.setup import Setup
from nightcall.sim.people import ORDINARY, People
from nightcall.sim.playouts import Progress, Report, simulate

GAMES: Final = 2400
"""Enough for two points either way."""
SEED: Final = 1


def odds(
    setup: Setup,
    table: str | People = ORDINARY,
    games: int = GAMES,
    *,
    seed: int = SEED,
    jobs: int = 1,
    progress: Progress | None = None,
) -> Report:
    """Who wins this table how often. Same setup, same table, same seed: same numbers.

    `table` is a word for the people, such as "seasoned", or `People(skill)`. With more than one of `jobs` other
    processes are started, so a script calls this beneath `if __name__ == "__main__"`.
    """
    people = table if isinstance(table, People) else People.called(table)
    return simulate(as_dealt(setup), games, seed, people=people, jobs=jobs, progress=progress)


def as_dealt(setup: Setup) -> Setup:
    """The same table with cards the app deals: whoever holds what does not hang on who shuffles.

    Nor on the order in which the cards were named, unless a rule deals the first ones out itself.
    """
    options = replace(setup.options, cards_known_to_app=True)
    is_laid_out = any(kind.concerns(setup) and kind.lays_out(setup) for kind in STANDING)
    ranks = {name: rank for rank, name in enumerate(KINDS)}
    deck = setup.deck if is_laid_out else tuple(sorted(setup.deck, key=ranks.__getitem__))
    dealt = replace(setup, options=options, deck=deck, seed=SEED if setup.seed is None else setup.seed)
    return dealt.checked(is_told=True)  # who is called what makes no difference
