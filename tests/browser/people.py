"""Tables for these tests."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from nightcall import Game, Prompt, Setup
from nightcall.engine import prompts
from nightcall.engine.game import play
from nightcall.sim.bots import PhysicalTable

EIGHT: Final = ["Ann", "Bea", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]
DECK: Final = {"werewolf": 2, "seer": 1, "witch": 1, "hunter": 1, "simple_villager": 3}


def eight(*, known: bool = False, seed: int = 7, **instead: int) -> Setup:
    """Eight at a table, some cards instead of Villagers; no Sheriff is elected, so the first night comes at once."""
    deck = {**DECK, **instead, "simple_villager": DECK["simple_villager"] - sum(instead.values())}
    return Setup.of(EIGHT, deck, sheriff_election="off", cards_known_to_app=known, seed=seed if known else None)


class Quick(PhysicalTable):
    """A table with its own cards that wastes no time: no abstentions, no powers by day, everybody against one."""

    def __call__(self, prompt: Prompt) -> object:
        if prompt.kind == prompts.CHOOSE and "vote" in prompt.options:
            return "vote"
        if prompt.kind == prompts.BALLOTS and not prompt.barred:
            return dict.fromkeys(prompt.voters, prompt.options[self.below(len(prompt.options))])
        return super().__call__(prompt)


def quick(setup: Setup, seed: int = 1) -> Quick:
    return Quick(Random(seed), setup)


Bot = Callable[[Prompt], object]


def so_far(setup: Setup, until: Callable[[Game], bool], by: Bot | None = None) -> Game:
    """The game of a quick table, or of whoever answers, as far as that."""
    game, bot = play(setup), by or quick(setup)
    while not until(game):
        assert game.prompt is not None, "the game has ended before"
        game = game.answer(bot(game.prompt))
    return game


def asks(key: str) -> Callable[[Game], bool]:
    """Whether this is the question."""
    return lambda game: game.prompt is not None and game.prompt.key == key
