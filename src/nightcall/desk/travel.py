"""Several villages, each with a game of its own: who has left, who arrives, whom to tell of a death. (HAML-4)

    for traveller in travel.travellers(here):
        there = travel.arrive(there, traveller)

A traveller is plain data. He lives on in the tape of the other village as answers, so every tape can be told without
the others, and taking something back in one village changes nothing in another: ask `taken_back` first.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from nightcall.engine.game import Game
from nightcall.rules.characters.cupid import Lovers
from nightcall.rules.variants.community_of_hamlets import ARRIVE, NEWS, CommunityOfHamlets, Traveller

_ONCE: Final = {
    "hamlets.name": "name",
    "hamlets.card": "card",
    "hamlets.second": "second",
    "hamlets.wolf": "wolf",
    "hamlets.charmed": "charmed",
}
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
            if value:
                used.remove(value)
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


def is_open(game: Game) -> bool:
    """Whether somebody can arrive at this moment: in a debate, that is."""
    return game.prompt is not None and ARRIVE in game.prompt.options


def on_the_road(here: Game, there: Game) -> list[Traveller]:
    """Those who have left `there` and are not `here` yet, as they left the last time."""
    away = {there.village.name_of(seat) for seat in there.village.elsewhere}
    known = {here.village.name_of(seat) for seat in here.village.seats if seat not in here.village.elsewhere}
    last = {traveller["name"]: traveller for traveller in travellers(there)}
    return [traveller for name, traveller in last.items() if name in away and name not in known]


def unheard(here: Game, there: Game) -> list[str]:
    """Deaths `there` that this village has not heard of yet."""
    heard = {event.facts["called"] for event in here.events if event.name == "died_elsewhere"}
    return [name for name in to_be_told(there) if name not in heard]


def hear(here: Game, there: Game) -> Game:
    """The game once it has heard of every death `there`, as far as nothing else must be answered first."""
    for name in unheard(here, there):
        if not is_open(here):
            break
        here = tell(here, name)
    return here


def taken_back(before: Game, after: Game) -> list[str]:
    """Who has left in one telling and not in the other: they may be in another village by now (HAML-4)."""
    kept = travellers(after)
    return [traveller["name"] for traveller in travellers(before) if traveller not in kept]


def _rules(game: Game) -> list[CommunityOfHamlets]:
    return [rule for rule in game.village.named(CommunityOfHamlets.name) if isinstance(rule, CommunityOfHamlets)]
