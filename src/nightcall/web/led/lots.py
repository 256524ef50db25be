"""What a lot has decided because nobody chose in time: told as such to whoever was asked, and in the story."""

from __future__ import annotations

from collections.abc import Iterable

from nightcall.engine.game import Game


def decided(game: Game, drawn: Iterable[int]) -> frozenset[int]:
    """Where in the record stands what followed at once from these answers: of each the first thing it brought."""
    found = set()
    for number in drawn:
        ends = [*game.marks, len(game.events)][number + 1 : number + 2]
        for place in range(game.marks[number], *ends) if ends else ():
            if game.events[place].declared.in_story:
                found.add(place)
                break
    return frozenset(found)
