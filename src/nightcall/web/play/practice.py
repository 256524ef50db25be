"""A practice evening: the app plays the table, and whoever is new to it leads two nights and a day.

The people here hold cards of their own, which the app that leads does not know: it is told of them as at any table
with real cards. What they do now follows from the seed and the
question alone, so undo and correction change nothing about it.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from nightcall import desk
from nightcall.desk import turning
from nightcall.desk.sought import Eyes
from nightcall.engine import prompts
from nightcall.engine.events import PUBLIC
from nightcall.engine.game import Game
from nightcall.engine.prompts import Prompt
from nightcall.engine.setup import Setup
from nightcall.sim.bots import PhysicalTable
from nightcall.web.manner import Manner, is_practice
from nightcall.web.table import Table
from nightcall.web.visit import Visit
from nightcall.words import Words

NAMES: Final = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Fina", "Gil", "Hugo", "Ida", "Jon")
DECK: Final = {"werewolf": 2, "seer": 1, "witch": 1, "cupid": 1, "hunter": 1, "simple_villager": 4}
NOBODY_HAS: Final = "fox"
"""Announced, and in nobody's hand: a call that only pretends."""
DAYS: Final = 1


class Rehearsal(PhysicalTable):
    """Ten people who make it easy: by day nearly all point at the same player."""

    def _ballots(self, prompt: Prompt) -> dict[int, int | None]:
        accused = prompt.options[self.below(len(prompt.options))]
        cast: dict[int, int | None] = {}
        for voter in prompt.voters:
            open_to = [seat for seat in prompt.options if seat not in prompt.barred.get(voter, ()) and seat != voter]
            cast[voter] = accused if accused in open_to else open_to[0] if open_to else None
        return cast

    def _debate(self, options: Any) -> str:
        return "vote"


def gesture(game: Game, seed: int) -> Any:
    """What the table does at the question asked now."""
    prompt = game.prompt
    assert prompt is not None
    people = Rehearsal(Random(seed), game.setup)
    people.random = Random(f"{seed} {len(game.answers)} {prompt.key}")
    return prompt.check(people(prompt))


# -- beside the question --


@dataclass(frozen=True, slots=True)
class Beside:
    """What stands beside the question: what the table does, and what is explained when it first happens."""

    table: tuple[str, ...]
    hints: tuple[str, ...]


def beside(table: Table, words: Words, found: desk.Result | None, met: Eyes | None) -> Beside | None:
    """While something is shown, announced or turned over, nobody does yet what the next question is about."""
    seed, game = table.manner.practice, table.game
    if not seed or game.prompt is None:
        return None
    if table.moment:
        return Beside((words.text("web.practice.wait"),), ())
    if table.turning:
        return Beside((_turned(game, table.turning, turning.card_of(game, table.turning), words),), ())
    if found is not None:
        return Beside(tuple(_shown(game, found, words)), ())
    if met is not None:
        return Beside((_pointed(met.asks, met.holders, words, game.players),), ())
    return Beside(tuple(_seen(game, seed, words)), tuple(_hints(table, seed, words)))


def _shown(game: Game, found: desk.Result, words: Words) -> Iterator[str]:
    """A card that is known already is lifted like any other, for whoever looks at it."""
    if not found.cards:
        yield words.text("web.practice.wait" if found.events else "web.practice.still")
    for card in found.cards.values():
        yield _lifted(game, card, words)


def _seen(game: Game, seed: int, words: Words) -> Iterator[str]:
    """What the moderator sees and hears."""
    prompt, players = game.prompt, game.players
    assert prompt is not None
    given = gesture(game, seed)
    if prompt.kind == prompts.ACK:
        key = "asleep" if prompt.key == "night.falls" else "still" if prompt.about == prompts.FEIGNED else "wait"
        yield words.text(f"web.practice.{key}")
    elif prompt.key == "day.debate":
        yield from _talk(game, seed, words)
    elif prompt.kind == prompts.BALLOTS:
        for accused in dict.fromkeys(seat for seat in given.values() if seat):
            voters = words.names(words.seat(voter, players) for voter, seat in given.items() if seat == accused)
            yield words.text("web.practice.votes", names=voters, seat=words.seat(accused, players))
    elif prompt.kind == prompts.PICK:
        yield _pointed(prompt, given, words, players)
    elif prompt.kind == prompts.YES_NO:
        yield words.text("web.practice.nods" if given else "web.practice.shakes")
    elif prompt.key == turning.SHOWN:
        yield _turned(game, prompt.seat, given, words)
    elif prompt.about == prompts.FACE and given:
        yield _lifted(game, given, words)
    else:
        yield words.text("web.practice.answer", answer=_said(prompt, given, words, players))


def _turned(game: Game, seat: int, card: str, words: Words) -> str:
    key = f"web.practice.shown{_of_several(game, card)}"
    return words.text(key, seat=words.seat(seat, game.players), card=words.card(card))


def _lifted(game: Game, card: str, words: Words) -> str:
    return words.text(f"web.practice.card{_of_several(game, card)}", card=words.card(card))


def _of_several(game: Game, card: str) -> str:
    """A Werewolf, but the Seer."""
    return ".one" if game.setup.deck.count(card) > 1 else ".only"


def _pointed(prompt: Prompt, given: Any, words: Words, players: tuple[str, ...]) -> str:
    seats = list(given) if isinstance(given, (list, tuple)) else [given] if given else []
    if prompt.key.endswith("identify"):
        seats = sorted({*seats, *prompt.known})  # who was found out before opens the eyes with the others
    names = words.names(words.seat(seat, players) for seat in seats)
    if prompt.key.endswith("identify"):
        key = "none" if not seats else "one" if len(seats) == 1 else "many"
        return words.text(f"web.practice.eyes.{key}", names=names)
    return words.text("web.practice.points", names=names) if seats else words.text("web.practice.shakes")


def _said(prompt: Prompt, given: Any, words: Words, players: tuple[str, ...]) -> str:
    labels = dict(words.choices(prompt, players))
    return str(labels.get(given, given))


def _talk(game: Game, seed: int, words: Words) -> Iterator[str]:
    """A debate: somebody is modest, somebody lies, somebody is indignant."""
    living = list(game.village.living)
    Random(f"{seed} talk {game.village.day}").shuffle(living)
    one, two, three = (words.seat(seat, game.players) for seat in living[:3])
    yield words.text("web.practice.modest", name=one)
    yield words.text("web.practice.lies", name=two, other=three)
    yield words.text("web.practice.protests", name=three, other=two)
    yield words.text("web.practice.ready")


def _hints(table: Table, seed: int, words: Words) -> Iterator[str]:
    """Each is given once, when it is first of use; a slip is always pointed out."""
    game, prompt = table.game, table.game.prompt
    assert prompt is not None
    earlier = table.earlier
    slip = _slip(game, earlier, seed, words) if earlier is not None else ""
    if slip:
        yield slip
    if not game.answers:
        yield words.text("web.practice.hint.begin")
    if prompt.audience != PUBLIC and all(asked.audience == PUBLIC for asked in game.asked):
        yield words.text("web.practice.hint.hold")
    if prompt.about == prompts.FEIGNED and not any(asked.about == prompts.FEIGNED for asked in game.asked):
        yield words.text("web.practice.hint.fake")
    if prompt.key == "dawn.breaks" and game.village.night == 1:
        yield words.text("web.practice.hint.dawn")
    if prompt.key == "day.debate" and not any(asked.key == "day.debate" for asked in game.asked):
        yield words.text("web.practice.hint.correct")


def _slip(game: Game, earlier: Game, seed: int, words: Words) -> str:
    """Something else was tapped than the table has shown."""
    prompt, given = earlier.prompt, game.answers[-1]
    if prompt is None or prompt.kind in (prompts.ACK, prompts.BALLOTS) or prompt.key != given.key:
        return ""
    meant = gesture(earlier, seed)
    if meant == given.value:
        return ""
    tapped = desk.spoken(given, prompt, words, game.players)
    shown = desk.spoken(type(given)(meant, given.key, given.seat, given.card), prompt, words, game.players)
    return words.text("web.practice.hint.slip", tapped=tapped, shown=shown)


def is_over(game: Game) -> bool:
    """Two nights and a day are over."""
    return game.outcome is not None or (game.village.day > DAYS and game.village.phase == "day")


# -- beginning and ending --


async def begin(request: Request) -> Response:
    """Ten people sit down; an evening rehearsed before by this device is forgotten."""
    visit = Visit(request)
    await visit.form()
    if done := await visit.brought():
        return visit.to(visit.entrance(done))
    await visit.site.begun.refuse_flood(visit.client)
    device = await visit.granted_device()
    setup = Setup.of(NAMES, DECK, also_announced=[NOBODY_HAS], sheriff_election="off")
    async with visit.site.store.together():
        await _forget(visit, device)
        table = await visit.site.tables.begin(setup, Manner(practice=secrets.randbits(31) + 1), device=device)
    await visit.site.begun.note(visit.client)
    return visit.to(f"/g/{table.id}/lead")


async def _forget(visit: Visit, device: str) -> None:
    for kept in await visit.site.store.games_moderated_by(device):
        if is_practice(kept.manner):
            await visit.site.store.remove(kept.id)


async def end(request: Request) -> Response:
    """Nothing of it is kept."""
    visit = Visit(request)
    table, form = await visit.moderated(), await visit.form()
    if table.manner.practice:
        await visit.site.tables.remove(table)
    return visit.to("/new" if form.get("then") == "new" else "/")


ROUTES: Final = [
    Route("/practice", begin, methods=["POST"]),
    Route("/g/{game}/lead/practice-end", end, methods=["POST"]),
]
