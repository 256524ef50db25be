"""The answers given: what was asked, how to say it, and what correcting one would contradict."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import assert_never

from nightcall.engine import prompts
from nightcall.engine.events import PUBLIC, Event
from nightcall.engine.game import Answer, Game
from nightcall.engine.prompts import Prompt
from nightcall.words import Words


def asked(game: Game) -> list[Prompt]:
    """The question of each answer."""
    return list(game.asked)


def question(prompt: Prompt, words: Words, players: Sequence[str]) -> str:
    """A question in a few words, as a list of them shows it."""
    text = words.prompt(prompt, players).ask
    return f"{text} ({words.party(prompt.card)})" if prompt.card else text


def spoken(answer: Answer, prompt: Prompt, words: Words, players: Sequence[str]) -> str:
    """An answer as a person would say it."""
    value = answer.value
    match prompt.kind:
        case prompts.BALLOTS:
            votes = ((players[voter - 1], players[seat - 1] if seat else "–") for voter, seat in value.items())
            return ", ".join(f"{voter} → {seat}" for voter, seat in votes) or "–"
        case prompts.COUNTS:
            return ", ".join(f"{players[seat - 1]} → {voices}" for seat, voices in value.items()) or "–"
        case prompts.ACK | prompts.YES_NO | prompts.PICK | prompts.CHOOSE | prompts.CARDS:
            labels = dict(words.choices(prompt, players))
            given = value if isinstance(value, (list, tuple)) else [value]
            return ", ".join(labels.get(each, str(each)) for each in given) or "–"
        case prompts.TEXT:
            return value or "–"
        case prompts.TEXTS:
            return ", ".join(value) or "–"
        case _:
            assert_never(prompt.kind)


def contradicted(before: Game, after: Game) -> list[Event]:
    """What the table was told that would now be told otherwise, as far as both tellings go."""
    told = [event for event in before.events if event.audience == PUBLIC]
    would = [event for event in after.events if event.audience == PUBLIC]
    for place, (then, now) in enumerate(zip_longest(told, would)):
        if then is None or now is None:
            return []
        if then.to_json() != now.to_json():
            return told[place : place + 5]
    return []
