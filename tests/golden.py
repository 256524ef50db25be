"""A game written down in full: questions with answers, events with their audience, and what each audience sees.

python -m tests.golden tests/tapes/hunter.jsonl    # prints it
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from nightcall import PUBLIC, Event, Game, Prompt, View, view
from nightcall.cli import files
from nightcall.desk import asked

TAPES = Path(__file__).parent / "tapes"


def written(game: Game) -> str:
    """The whole game as text, the same on every machine."""
    return "\n".join(_lines(game)) + "\n"


def _lines(game: Game) -> Iterator[str]:
    yield f"table {_plain(game.setup.to_json())}"
    bounds = (0, *game.marks, len(game.events))
    prompts = asked(game)
    number = 0
    for place, (start, end) in enumerate(pairwise(bounds)):
        for event in game.events[start:end]:
            number += 1
            yield f"{number:>5} {_event(event)} to {_audience(event.audience)}"
        if place < len(game.answers):
            yield f"    ? {_question(prompts[place])} = {_plain(game.answers[place].value)}"
    assert game.outcome is not None, "a golden game is played to its end"
    yield f"won by {game.outcome.winner}, seats {_plain(game.outcome.seats)} ({game.outcome.rule})"
    yield ""
    public = view(game)
    yield f"the public has been told {len(public.log)} events and sees"
    yield from (f"      {row}" for row in _table(public))
    for seat, name in enumerate(game.players, start=1):
        yield from _more(f"seat {seat}, {name},", view(game, seat), public)


def _more(who: str, seen: View, public: View) -> Iterator[str]:
    """What a seat was told, and sees, that the public does not."""
    yield f"{who} has been told {len(seen.log)} events"
    for event in seen.private():
        yield f"      {_event(event)}"
    for mine, theirs in zip(_table(seen), _table(public), strict=True):
        if mine != theirs:
            yield f"      sees {mine}"


def _table(seen: View) -> list[str]:
    """Each seat in one line, without what is usual."""
    usual = {"is_alive": True, "has_left": False, "card": "", "offices": [], "has_vote": True, "group": ""}
    usual |= {"second": "", "house": "", "is_away": False, "has_poster": False}
    rows = []
    for seat in seen.to_json()["seats"]:
        rows.append(_plain({name: value for name, value in seat.items() if usual.get(name, object()) != value}))
    return rows


def _event(event: Event) -> str:
    facts = " ".join(f"{name}={_plain(value)}" for name, value in event.facts.items())
    return f"{event.name} [{event.rule}] {facts}".rstrip()


def _question(prompt: Prompt) -> str:
    about = "".join([f" seat {prompt.seat}" if prompt.seat else "", f" {prompt.card}" if prompt.card else ""])
    options = f" {prompt.low}..{prompt.high} of {_plain(prompt.options)}" if prompt.options else ""
    voters = f" by {_plain(prompt.voters)}" if prompt.voters else ""
    expected = {choice: rule for choice, rule in prompt.refused.items() if choice not in prompt.options}
    refused = f" not {_plain(expected)}" if expected else ""
    barred = f" barred {_plain(prompt.barred)}" if prompt.barred else ""
    to = _audience(prompt.audience)
    return f"{prompt.key}{about} ({prompt.kind}) [{prompt.rule}]{options}{voters}{refused}{barred} to {to}"


def _audience(audience: object) -> str:
    if audience == PUBLIC:
        return "all"
    assert isinstance(audience, tuple)
    return f"seats {_plain(audience)}" if audience else "the moderator"


def _plain(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=list)


if __name__ == "__main__":
    for path in sys.argv[1:]:
        sys.stdout.write(written(files.load(Path(path))[0]))
