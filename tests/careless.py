"""A careless moderator of real cards, who enters anything the game accepts, whether or not it can be so."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from nightcall import IllegalAnswer, Prompt, Setup
from nightcall.engine import prompts
from nightcall.engine.game import BETWEEN, playout
from nightcall.engine.rule import character
from nightcall.engine.village import Village
from nightcall.rules.characters import CHARACTERS
from nightcall.rules.comings import HAPPENINGS
from nightcall.sim.bots import RandomBot
from tests.random_games import random_setup

GUESSES: Final = 12
"""So many answers are tried at random where the first ones are refused; then some that fit what is known."""
TRIALS: Final = 60
FEW: Final = 4
SELDOM: Final = 0.02
"""So many times at most, and so often, something happens to the table itself."""


class DeadEnd(AssertionError):
    """A question to which nothing is accepted."""


class Between(dict[int, str]):
    """Now and then people leave, come late or change places between two steps, in one game at the same ones always."""

    def __init__(self, random: Random) -> None:
        super().__init__()
        self.random = random
        self.looked: set[int] = set()

    def __bool__(self) -> bool:
        return True

    def __contains__(self, place: object) -> bool:
        assert isinstance(place, int)
        if place not in self.looked and len(self) < FEW and self.random.random() < SELDOM:
            self[place] = self.random.choice(HAPPENINGS)
        self.looked.add(place)
        return super().__contains__(place)


class Careless(RandomBot):
    """Gives the answers of before, then others at random; where those are refused, some that could be true."""

    hears_all = False

    def __init__(self, random: Random, given: Sequence[Any], tried: Sequence[Any], between: Between) -> None:
        super().__init__(random)
        self.between = between
        self.given = list(given)
        self.tried = tried
        self.taken = 0
        self.prompt: Prompt | None = None
        self.village: Village | None = None

    def sit_down(self, village: Village) -> None:
        self.village = village

    def __call__(self, prompt: Prompt) -> Any:
        self.taken += 1
        if self.taken <= len(self.given):
            value = self.given[self.taken - 1]
            if prompt.key == "day.debate":
                self._debate(prompt.options)  # it counts the days on which nothing happens
            return value
        self.prompt = prompt
        is_new = self.taken == len(self.given) + 1
        fits = is_new and len(self.tried) >= GUESSES and prompt.about.what in _FACTS
        value = self._fitting(prompt) if fits else super().__call__(prompt)
        if is_new and value in self.tried and not fits:
            value = super().__call__(prompt)
        self.given.append(value)
        return prompt.check(value)

    def _text(self, prompt: Prompt) -> str:
        return f"Newcomer {self.taken}" if prompt.key.startswith(BETWEEN) else ""

    def _fitting(self, prompt: Prompt) -> Any:
        """What the table would say if the cards lay in one of the ways that are still possible."""
        assert self.village is not None
        cards = self.village.cards
        held = {seat: card.name for seat, card in cards.of.items()}
        guessed: dict[int, str] = {}
        for seat in self.random.sample(sorted(set(cards.unknown)), len(set(cards.unknown))):
            fit = [name for name in cards.possible(seat) if cards.fits({**guessed, seat: name})]
            guessed[seat] = self.random.choice(fit)
        held |= guessed
        if prompt.about == prompts.SPARES:
            left = {name: len(copies) for name, copies in cards.pool.items()}
            for name in guessed.values():
                left[name] -= 1
            return tuple(sorted(name for name, count in left.items() for _ in range(count)))
        if prompt.about == prompts.PACK:
            found = [seat for seat in prompt.options if character(held[seat]).is_wolf]
            hounds = [seat for seat in prompt.options if character(held[seat]).may_join_pack]
            found += [seat for seat in hounds if len(found) < prompt.high and self.random.random() < 0.5]
        else:
            found = [seat for seat in prompt.options if held.get(seat) == prompt.about.card]
        if prompt.high > 1:
            return tuple(sorted(found))
        return found[0] if found else None


_FACTS: Final = (prompts.SPARES.what, prompts.PACK.what, prompts.HOLDERS)


def careless_table(random: Random) -> Setup:
    """Real cards, and few kinds of them, so that several players may hold the same."""
    kinds = random.sample(CHARACTERS, random.choice([2, 3, 4, 6, len(CHARACTERS)]))
    return random_setup(random, kinds, known=False)


def careless_evening(setup: Setup, seed: int) -> tuple[int, int]:
    """A whole game; how many answers it took, and how many were refused. `DeadEnd` if one question accepts nothing."""
    random = Random(seed)
    between = Between(random)
    given: list[Any] = []
    tried: list[Any] = []
    refused = 0
    while True:
        bot = Careless(random, given, tried, between)
        try:
            playout(setup, bot, begins=bot.sit_down)
        except IllegalAnswer as error:
            refused += 1
            before = given
            given = bot.given[:-1]
            tried = [*tried, bot.given[-1]] if len(given) == len(before) else [bot.given[-1]]
            if len(tried) > TRIALS:
                raise DeadEnd(f"nothing is accepted as an answer to {bot.prompt}: {error}") from error
        else:
            return len(bot.given), refused
