"""Where the evening stands, what has just happened, and what to say now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from nightcall.engine import prompts
from nightcall.engine.events import MODERATOR, PUBLIC, Event
from nightcall.engine.game import Game
from nightcall.engine.prompts import Prompt
from nightcall.words import Words


def phase(game: Game, words: Words) -> str:
    """Where the evening stands: "Night 2"."""
    village = game.village
    if game.outcome is not None:
        return words.text("desk.phase.over")
    number = village.night if village.phase in ("night", "dawn") else village.day
    return words.text(f"desk.phase.{village.phase}", number=number)


# -- what has just happened --


def since_last_answer(game: Game) -> Sequence[Event]:
    return game.events[game.marks[-1] if game.marks else 0 :]


def news(game: Game) -> list[Event]:
    """What has just become public and is to be announced."""
    return [event for event in since_last_answer(game) if event.audience == PUBLIC and not event.declared.scripted]


def secrets(game: Game, earlier: Prompt | None) -> list[Event]:
    """What a player is to be shown now: the outcome of the last answer, or what a wake-up is about.

    `earlier` is the question answered last. Where something is only to be said or done, what it tells the players
    comes with it, not after it.
    """
    prompt = game.prompt
    is_new = earlier is not None and earlier.kind != prompts.ACK and earlier.key != "seer.card"
    shown = _private(since_last_answer(game)) if is_new else []
    if prompt is not None and prompt.kind == prompts.ACK and prompt.audience != PUBLIC:
        shown += _private(list(takewhile(lambda event: event.name != "called", coming(game))))
    return shown


def _private(events: Sequence[Event]) -> list[Event]:
    return [event for event in events if event.audience not in (PUBLIC, MODERATOR) and not event.declared.echo]


def coming(game: Game) -> Sequence[Event]:
    """What the next step will bring, where nothing is left to decide: the dawn, before it is announced."""
    return game.answer(True).events[len(game.events) :]


def has_preview(game: Game) -> bool:
    return game.prompt is not None and game.prompt.kind == prompts.ACK


# -- what to say --


@dataclass(frozen=True, slots=True)
class Script:
    """What to say aloud at a question."""

    before: str
    """Said first: the call before this one ends."""
    say: str
    is_said: bool
    """Whether it was said at the question before."""


def script_of(game: Game, words: Words, earlier: Game | None) -> Script:
    """The script of the question asked now; `earlier` is the game before the last answer."""
    prompt = game.prompt
    assert prompt is not None
    written = words.prompt(prompt, game.players, game.events)
    called = any(event.name == "called" for event in since_last_answer(game))
    before = earlier.prompt if earlier is not None and written.say and not called else None
    if earlier is not None and before is not None:
        is_said = words.prompt(before, game.players, earlier.events).say == written.say
        if is_said:
            return Script("", written.say, is_said)
    ends_a_call = called or prompt.key == "dawn.breaks"
    return Script(written.before if ends_a_call else "", written.say, False)
