"""A game written down in full: every question with its answer, every event with its audience, and what each audience sees.

    python -m tests.golden tests/tapes/hunter.jsonl    # prints it
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from nightcall import PUBLIC, Event, Game, Prompt, View, files, view
from nightcall.cli.story import asked

TAPES = Path(__file__).parent / "tapes"


def written(game: Game) -> str:
    """The whole game as text, the same on every machine."""
    return "\n".join(_lines(game)) + "\n"


def _lines(game: Game) -> Iterator[str]:
    yield f"table {_plain(game.setup.to_json())}"
    bounds = (0, *game.marks, len(game.events))
    prompts = asked(game)
    number = 0
    for place, (start, end) in enumerate(zip(bounds, bounds[1:], strict=False)):
        for event in game.events[start:end]:
            number += 1
            yield f"{number:>5} {_event(event)} to {_audience(event.audience)}"
        if place < len(game.answers):
            yield f"    ? {_question(prompts[place])} = {_plain(game.answers[place].value)}"
    assert game.outcome is not None, "a golden game is played to its end"
    yield f"won by {game.outcome.winner}, seats {_plain(game.outcome.seats)} ({game.outcome.rule})"
    yield ""
    yield from _seen("the public", view(game))
    for seat, name in enumerate(game.setup.players, start=1):
        yield from _seen(f"seat {seat}, {name}", view(game, seat))


def _seen(who: str, seen: View) -> Iterator[str]:
    """What one audience knows at the end; what it was told besides everybody, where it was told more."""
    yield f"{who} has been told {len(seen.log)} events"
    for event in seen.private():
        yield f"      {_event(event)}"
    data = seen.to_json()
    for seat in data["seats"]:
        facts = {name: value for name, value in seat.items() if value not in ("", [], False) and name != "has_vote"}
        yield f"      sees {_plain(facts | ({} if seat['has_vote'] else {'has_vote': False}))}"


def _event(event: Event) -> str:
    facts = " ".join(f"{name}={_plain(value)}" for name, value in event.facts.items())
    return f"{event.name} [{event.rule}] {facts}".rstrip()


def _question(prompt: Prompt) -> str:
    about = "".join([f" seat {prompt.seat}" if prompt.seat else "", f" {prompt.card}" if prompt.card else ""])
    options = f" {prompt.low}..{prompt.high} of {_plain(prompt.options)}" if prompt.options else ""
    voters = f" by {_plain(prompt.voters)}" if prompt.voters else ""
    refused = f" not {_plain(prompt.refused)}" if prompt.refused else ""
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
