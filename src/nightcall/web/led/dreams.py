"""What the sleepers marked, told when all is over: who had a nose for Werewolves, and who slept beside one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from nightcall.engine.game import Game
from nightcall.words import Words

LEAST: Final = 2
"""Dreams somebody must have had before anything is said of them."""


@dataclass(frozen=True, slots=True)
class Dream:
    night: int
    call: str
    seat: int
    of: int


def read(kept: Iterable[tuple[str, int, Any]]) -> list[Dream]:
    """The marks of the nights, as the store keeps them."""
    found = []
    for about, seat, mark in kept:
        night, kind, call = [*about.split(" ", 2), "", ""][:3]
        seats = mark.get("seats") or []
        if kind == "call" and seats:
            found.append(Dream(int(night), call, seat, seats[0]))
    return found


def told(game: Game, dreams: Iterable[Dream], words: Words) -> list[str]:
    """In a few lines. Werewolves dream of others than each other, and whoever was called did not dream."""
    wolves = game.village.wolves
    mine = [dream for dream in dreams if dream.seat not in wolves and dream.of != dream.seat]
    mine = [dream for dream in mine if not _is_called(game, dream)]
    hits = Counter(dream.seat for dream in mine if dream.of in wolves)
    all_of = Counter(dream.seat for dream in mine)
    suspected = Counter(dream.of for dream in mine if dream.of in wolves)
    lines = []
    noses = [seat for seat in hits if all_of[seat] >= LEAST]
    if noses:
        best = max(noses, key=lambda seat: (hits[seat] / all_of[seat], hits[seat], -seat))
        lines.append(_line("nose", best, hits[best], all_of[best], game, words))
    if len(mine) >= LEAST and wolves:
        trusted = min(wolves, key=lambda seat: (suspected[seat], seat))
        lines.append(_line("trusted", trusted, suspected[trusted], len(mine), game, words))
    return lines


def _is_called(game: Game, dream: Dream) -> bool:
    card = game.village.knows(dream.seat)
    return card is not None and card.name == dream.call


def _line(name: str, seat: int, count: int, of: int, game: Game, words: Words) -> str:
    return words.text(f"led.dreams.{name}", seat=words.seat(seat, game.players), count=count, of=of)
