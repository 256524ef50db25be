"""Somebody wants to be forgotten: in every game kept, the name becomes a number, as of a seat that never had a name.

The game stays what it was, for the others who played it: cards, votes and victory. Statistics follow nobody who is a
number. What was typed about the person is struck word by word; tables being set up with the name are thrown away.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, count
from typing import Any, Final

from nightcall.engine import tape
from nightcall.engine.events import LINES, TEXT, TOLD
from nightcall.engine.names import alike
from nightcall.web.store import Kept, Store

NAMES: Final = frozenset(
    ("table.arrives", "table.name", "hamlets.name", "hamlets.model", "hamlets.lover", "hamlets.news")
)
"""The questions answered by somebody's name."""
TYPED: Final = NAMES | {"wandering_judge.sign", "spiritualism.words", "writing_on_the_wall.lines"}
"""Those answered by typing whatever one likes: all others by what the game knows by name."""

WORD: Final = re.compile(r"\w+(?:-\w+)*")

Struck = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Forgotten:
    """How often the person was met."""

    games: tuple[str, ...]
    drafts: int


async def mentions(store: Store, name: str, only: Collection[str] = ()) -> Forgotten:
    """Where somebody of this name is found, however it was typed; in these games only, if any are named."""
    games = [kept.id for kept in await _games(store, only) if _retold(kept, name) is not None]
    drafts = [1 for _, _, value in await store.belongings() if not only and _is_in(value, name)]
    return Forgotten(tuple(games), len(drafts))


async def forget(store: Store, name: str, only: Collection[str] = ()) -> Forgotten:
    """Away with the name, for good. Copies made before still hold it."""
    games: list[str] = []
    for kept in await _games(store, only):
        after = _retold(kept, name)
        if after is not None:
            await store.rewrite(after)
            games.append(kept.id)
    drafts = 0
    for device, what, value in await store.belongings():
        if not only and _is_in(value, name):
            await store.write(device, what, None)
            drafts += 1
    return Forgotten(tuple(games), drafts)


async def _games(store: Store, only: Collection[str]) -> list[Kept]:
    listed = [kept.id for kept in await store.games() if not only or kept.id in only]
    return [kept for game in listed if (kept := await store.get(game)) is not None]


def _retold(kept: Kept, name: str) -> Kept | None:
    """The game with a number in place of the name; None if it is not there."""
    lines = [json.loads(line) for line in kept.lines]
    seats, called = _called(lines, name)
    number = next(
        each for each in map(str, chain(seats, count(len(kept.summary["players"]) + 1))) if each not in called
    )

    def strike(text: str) -> str:
        return text if alike(text) in called else without(text, name, number)  # Ann-Lou is somebody else

    after = tuple(tape.written(_line(line, strike)) for line in lines)
    summary = {**kept.summary, "players": [strike(player) for player in kept.summary["players"]]}
    manner = {**kept.manner, "notes": strike(kept.manner.get("notes", ""))}
    if kept.manner.get("mended"):  # answers put by, which are lines as well
        waiting = [tape.written(_line(json.loads(line), strike)) for line in kept.manner["mended"]["waiting"]]
        manner["mended"] = {**kept.manner["mended"], "waiting": waiting}
    same = (after, summary, manner) == (tuple(map(tape.written, lines)), kept.summary, {"notes": "", **kept.manner})
    return None if same else Kept(kept.id, kept.revision, after, manner, kept.begun, kept.changed, summary)


def _called(lines: Sequence[dict[str, Any]], name: str) -> tuple[str, set[str]]:
    """A number for the person, the seat's if it had one from the beginning; and what all others are called."""
    players = [alike(player) for player in lines[0]["setup"]["players"]]
    typed = {alike(line["answer"]) for line in lines[1:] if line["ask"] in NAMES and line["answer"]}
    others = {*players, *typed} - {alike(name)}
    seats = [seat for seat, each in enumerate(players, start=1) if each == alike(name)]
    return next(number for number in map(str, chain(seats, count(len(players) + 1))) if number not in others), others


def _line(line: Mapping[str, Any], strike: Struck) -> dict[str, Any]:
    after = dict(line)
    if "setup" in line:
        after["setup"] = {**line["setup"], "players": [strike(player) for player in line["setup"]["players"]]}
    if line.get("ask") in TYPED:
        after["answer"] = _struck(line["answer"], strike)
    if "announced" in line:
        after["announced"] = [_event(event, strike) for event in line["announced"]]
    return after


def _event(event: Mapping[str, Any], strike: Struck) -> dict[str, Any]:
    tells = TOLD.get(event.get("event", ""))
    typed = {fact for fact, kind in tells.facts.items() if kind in (TEXT, LINES)} if tells is not None else set()
    return {fact: _struck(value, strike) if fact in typed else value for fact, value in event.items()}


def _struck(value: Any, strike: Struck) -> Any:
    if isinstance(value, list):
        return [_struck(each, strike) for each in value]
    return strike(value) if isinstance(value, str) else value


def without(text: str, name: str, number: str) -> str:
    """A text with the number in place of the name, wherever that stands as a word.

    >>> without("ANN, and  Béa too; not Annabel, nor Bea-Lou", "bea", "2")
    'ANN, and  2 too; not Annabel, nor Bea-Lou'
    """
    person = alike(name)
    if alike(text) == person:
        return number
    words = list(WORD.finditer(text))
    length = max(1, len(WORD.findall(person)))
    found, place = "", 0
    for first, last in zip(words, words[length - 1 :], strict=False):
        if first.start() >= place and alike(text[first.start() : last.end()]) == person:
            found, place = found + text[place : first.start()] + number, last.end()
    return found + text[place:]


def _is_in(value: Any, name: str) -> bool:
    """Whether a thing some device wanted kept names the person: as a name of its own, not within a word."""
    if isinstance(value, str):
        return alike(value) == alike(name)
    if isinstance(value, Mapping):
        return any(_is_in(each, name) for each in (*value.keys(), *value.values()))
    return isinstance(value, list) and any(_is_in(each, name) for each in value)
