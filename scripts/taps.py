"""`make taps`: how many taps a night and a set-up cost, counted on games that are really played.

A tap is an answer, and a result that somebody awake has to read; what is only said or held costs none of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from nightcall import Game, Setup, desk, play
from nightcall.desk.sought import eyes
from nightcall.engine import prompts
from nightcall.engine.prompts import Prompt

NAMES: Final = "Ann Bea Cid Dan Eve Fay Gus Hal Ida Joe".split()
BASE: Final = {"werewolf": 2, "seer": 1, "witch": 1, "hunter": 1, "cupid": 1, "simple_villager": 4}

Answers = dict[str, Callable[[Prompt], Any]]


@dataclass(frozen=True, slots=True)
class Bar:
    """What something may cost."""

    what: str
    most: int
    taps: int

    @property
    def holds(self) -> bool:
        return self.taps <= self.most


def led(game: Game, until: Callable[[Game], bool], answers: Answers) -> tuple[Game, int]:
    """The game played on, and the taps it took: each question by its own answer, else by the first one there is."""
    taps = 0
    while not until(game):
        prompt = game.prompt
        assert prompt is not None, game.outcome
        before = game
        game = game.answer(answers[prompt.key](prompt) if prompt.key in answers else _first(prompt))
        met = eyes(game)
        taps += _taps_of(prompt) + len(desk.results(game, before)) + (met is not None and not met.is_all)
    return game, taps


def _taps_of(prompt: Prompt) -> int:
    """One tap on a seat or a button; several seats are ticked and sent."""
    return prompt.low + 1 if prompt.kind == prompts.PICK and prompt.high > 1 else 1


def _first(prompt: Prompt) -> Any:
    match prompt.kind:
        case prompts.ACK:
            return True
        case prompts.YES_NO:
            return False
        case prompts.PICK | prompts.CHOOSE:
            if prompt.optional and prompt.high == 1:
                return None
            return prompt.options[0] if prompt.high == 1 else list(prompt.options[: prompt.low])
        case prompts.BALLOTS:
            return dict.fromkeys(prompt.voters)
        case _:
            raise AssertionError(prompt)


def asks(key: str) -> Callable[[Game], bool]:
    return lambda game: game.prompt is not None and game.prompt.key == key


def night(game: Game, answers: Answers) -> tuple[Game, int]:
    """From the question after dusk to the dawn: what is tapped while everybody sleeps."""
    game, _ = led(game, asks("night.falls"), answers)
    return led(game.answer(True), asks("dawn.breaks"), answers)


def with_real_cards(deck: Mapping[str, int]) -> Game:
    return play(Setup.of(NAMES, deck, sheriff_election="off"))


def pick(seat: int) -> Callable[[Prompt], Any]:
    return lambda prompt: seat if seat in prompt.options else prompt.options[0]


def holders(**seats: int) -> Callable[[Prompt], Any]:
    return lambda prompt: seats[prompt.card]


def second_night() -> int:
    """The base game with real cards: by now everybody's card is known that is ever asked for."""
    answers: Answers = {
        "identify": holders(seer=1, witch=2, cupid=3),
        "werewolves.identify": lambda _: [4, 5],
        "cupid.pair": lambda _: [9, 10],
        "werewolves.devour": pick(6),
        "seer.look": pick(7),
        "day.debate": lambda _: "vote",
        "card.shown": lambda _: "simple_villager",
    }
    game, _ = night(with_real_cards(BASE), answers)
    _, taps = night(game.answer(True), answers | {"werewolves.devour": pick(7)})
    return taps


def spent_witch() -> int:
    """A later night: both potions are gone, and she is called for the look of it."""
    answers: Answers = {
        "identify": holders(seer=1, witch=2, cupid=3),
        "werewolves.identify": lambda _: [4, 5],
        "cupid.pair": lambda _: [9, 10],
        "werewolves.devour": pick(6),
        "witch.heal": pick(6),
        "witch.poison": pick(8),
        "day.debate": lambda _: "vote",
        "card.shown": lambda _: "simple_villager",
    }
    game, _ = night(with_real_cards(BASE), answers)
    _, taps = night(game.answer(True), answers)
    return taps


def dead_piper() -> int:
    """His call goes on, faked: how much longer a night is with it than without him."""
    answers: Answers = {
        "identify": holders(seer=1, piper=2),
        "werewolves.identify": lambda _: [4, 5],
        "werewolves.devour": pick(2),
        "piper.charm": lambda _: [7, 8],
        "day.debate": lambda _: "vote",
        "card.shown": lambda prompt: "piper" if prompt.seat == 2 else "simple_villager",
    }
    counts = []
    for deck in ({"werewolf": 2, "seer": 1, "piper": 1}, {"werewolf": 2, "seer": 1}):
        full = deck | {"simple_villager": len(NAMES) - sum(deck.values())}
        game, _ = night(with_real_cards(full), answers)
        _, taps = night(game.answer(True), answers | {"werewolves.devour": pick(6)})
        counts.append(taps)
    return counts[0] - counts[1]


KNOWN_GROUP: Final = ("New game", "All the same again", "Begin")
NEWCOMER: Final = ("New game", "the field for the names", "paste", "Begin")
"""Counted in a browser: tests/browser/test_taps.py."""


def bars() -> list[Bar]:
    return [
        Bar("night 2 of a base game", 5, second_night()),
        Bar("a later night with a spent Witch", 4, spent_witch()),
        Bar("a dead Piper", 1, dead_piper()),
        Bar("set-up with a known group", 3, len(KNOWN_GROUP)),
        Bar("set-up as a newcomer", 6, len(NEWCOMER)),
    ]


def main() -> int:
    found = bars()
    for bar in found:
        print(f"{bar.what:<36} {bar.taps:>3} taps, at most {bar.most}{'' if bar.holds else '   TOO MANY'}")
    return 0 if all(bar.holds for bar in found) else 1


if __name__ == "__main__":
    raise SystemExit(main())
