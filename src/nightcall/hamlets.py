"""Several villages, each with a game of its own: who has left, who arrives, whom to tell of a death. (HAML-4)

    for traveller in hamlets.travellers(here):
        there = hamlets.arrive(there, traveller)

A traveller is plain data. He lives on in the tape of the other village as answers, so every tape can be told without
the others, and taking something back in one village changes nothing in another: ask `can_undo` first.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from nightcall.characters.cupid import Lovers
from nightcall.engine.game import Game
from nightcall.variants.community_of_hamlets import ARRIVE, NEWS, CommunityOfHamlets, Traveller

_ONCE: Final = {"hamlets.name": "name", "hamlets.card": "card", "hamlets.wolf": "wolf", "hamlets.charmed": "charmed"}
"""Questions about a newcomer, with the part of the traveller that answers each."""


def travellers(game: Game) -> list[Traveller]:
    """Everybody who has left this village, in the order of time."""
    return [dict(traveller) for rule in _rules(game) for traveller in rule.travellers]


def arrive(game: Game, traveller: Mapping[str, Any]) -> Game:
    """The game with one more player; `IllegalAnswer` if nobody can arrive now, or not like this."""
    game = game.answer(ARRIVE)
    used, lovers = list(traveller.get("used") or ()), list(traveller.get("lovers") or ())
    assert game.prompt is not None
    if not traveller.get("name"):
        raise game.prompt.refuse("answer.needed", traveller.get("name"))
    while game.prompt is not None:
        key = game.prompt.key
        if key in _ONCE:
            value = traveller.get(_ONCE[key])
            value = bool(value) if key == "hamlets.charmed" else value or None
        elif key == "hamlets.used":
            # What means nothing in this village, such as a trance, stays behind.
            value = next((mark for mark in used if mark in game.prompt.options), None)
            used = [mark for mark in used if mark != value]
        elif key == "hamlets.lover":
            value = lovers.pop(0) if lovers else ""
        elif key == "hamlets.model":
            value = traveller.get("model") or ""
        else:
            break
        game = game.answer(value)
    return game


def tell(game: Game, name: str) -> Game:
    """The game once the village has heard that somebody died elsewhere (HAML-3)."""
    return game.answer(NEWS).answer(name)


def to_be_told(game: Game) -> list[str]:
    """Everybody who died here and is mourned, or was a model, elsewhere for all this village knows: in the order of
    time. Telling a village that knows nobody of that name does no harm."""
    village = game.village
    left = {traveller["name"] for traveller in travellers(game)}
    names = []
    for death in village.graveyard:
        partners = [village.name_of(seat) for seat in Lovers.partners(village, death.seat)]
        far = [name for rule in _rules(game) for name in rule.loves.get(death.seat, ())]
        bound = {traveller["model"] for traveller in travellers(game)}
        name = village.name_of(death.seat)
        if far or name in bound or any(partner in left for partner in partners):
            names.append(name)
    return names


def can_undo(game: Game, steps: int = 1) -> list[Traveller]:
    """The departures that taking back the last answers would undo: those players may be in another village by now."""
    return travellers(game)[len(travellers(game.undo(steps))) :]


def _rules(game: Game) -> list[CommunityOfHamlets]:
    return [rule for rule in game.village.named(CommunityOfHamlets.name) if isinstance(rule, CommunityOfHamlets)]
