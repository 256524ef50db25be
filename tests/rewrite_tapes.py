"""`make tapes`: write down the golden games as the rules tell them today; the difference is to be reviewed like code.

A tape whose answers no longer fit is named and left as it is: it needs a new game, or a fix of the rules. A character
or variant without a tape gets one: of some random games the one in which it does most of what it can do.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from random import Random

from nightcall import Game, Setup, play, recommended
from nightcall.cli import files
from nightcall.engine.rule import KINDS, Character, Rule
from nightcall.rules.characters import CHARACTERS
from nightcall.rules.decks import deal_buildings
from nightcall.sim.bots import RandomBot
from tests.golden import TAPES, written

PEOPLE = "Ann Bea Cid Dan Eve Fay Gus Hal Ida Jim Kay Leo".split()
TRIES = 60


def main() -> int:
    broken = 0
    for kind in missing():
        files.save(TAPES / f"{kind.name}.jsonl", recorded(kind))
        print(f"{kind.name}.jsonl: a new game")
    for path in sorted(TAPES.glob("*.jsonl")):
        game, _ = files.load(path)
        if game.misfit is not None or game.outcome is None:
            print(f"{path.name}: answer {len(game.answers) + 1}: {game.misfit or 'the game is not over'}")
            broken += 1
            continue
        files.save(path, game)  # what is announced today
        path.with_suffix(".expected").write_text(written(game), encoding="utf-8")
    return 1 if broken else 0


def missing() -> Iterator[type[Rule]]:
    for kind in (*CHARACTERS, *(kind for kind in KINDS.values() if kind.is_variant)):
        if not (TAPES / f"{kind.name}.jsonl").exists():
            yield kind


def recorded(kind: type[Rule]) -> Game:
    """The random game that tells most of the events it declares, and of those the shortest."""
    own = {tells.name for tells in kind.tells}

    def worth(game: Game) -> tuple[int, int]:
        return len(own & {event.name for event in game.events}), -len(game.answers)

    return max((at_random(setup_for(kind, seed), seed) for seed in range(TRIES)), key=worth)


def setup_for(kind: type[Rule], seed: int) -> Setup:
    deck = recommended(len(PEOPLE))
    if not issubclass(kind, Character):
        return Setup.of(PEOPLE, deck, seed=seed, cards_known_to_app=True, variants=[kind.name])
    buildings = deal_buildings(len(PEOPLE), seed) if kind.needs == "buildings" else ()
    deck["simple_villager"] -= kind.together
    deck[kind.name] = kind.together
    return Setup.of(PEOPLE, deck, seed=seed, cards_known_to_app=True, buildings=buildings)


def at_random(setup: Setup, seed: int) -> Game:
    bot, game = RandomBot(Random(seed)), play(setup)
    while game.prompt is not None:
        game = game.answer(bot(game.prompt))
    return game


if __name__ == "__main__":
    sys.exit(main())
