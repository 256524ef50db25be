"""What the players have chosen on their phones, for whoever leads: nothing counts before the moderator takes it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nightcall import desk
from nightcall.engine import prompts
from nightcall.engine.events import PUBLIC
from nightcall.engine.game import Answer
from nightcall.engine.prompts import Prompt
from nightcall.web.table import Table, is_volunteering
from nightcall.words import Words


def agreed(table: Table) -> Any:
    """What the phones say: every ballot, or the one choice they agree on; before that, the votes an undo gave back."""
    prompt = table.game.prompt
    if prompt is not None and prompt.kind == prompts.BALLOTS:
        entered = table.entered if isinstance(table.entered, Mapping) else {}
        return {**entered, **table.suggested}
    wishes = wished(table)
    return wishes[0] if len(wishes) == 1 else table.entered


def wished(table: Table) -> list[Any]:
    """The different choices made so far; where one comes forward, those who do."""
    found = list({repr(value): value for value in table.suggested.values()}.values())
    prompt = table.game.prompt
    if prompt is not None and is_volunteering(prompt):
        return [value for value in found if value is not None] or found
    return found


def chosen_openly(table: Table, words: Words) -> str:
    """Who has the say before everybody, and has chosen on the phone: nobody's secret."""
    prompt = table.game.prompt
    if prompt is None or prompt.audience != PUBLIC or is_volunteering(prompt) or prompt.is_public_vote:
        return ""
    return suggestions(table, prompt, words) if table.suggested else ""


def accepted(table: Table, words: Words) -> str:
    """What that choice is, for the button that accepts it."""
    prompt, wishes = table.game.prompt, wished(table)
    if prompt is None or not chosen_openly(table, words) or len(wishes) != 1:
        return ""
    return desk.spoken(Answer(wishes[0]), prompt, words, table.game.players)


def suggestions(table: Table, prompt: Prompt, words: Words) -> str:
    """Who has chosen what."""
    players = table.game.players
    return ", ".join(
        f"{words.seat(seat, players)} → {desk.spoken(Answer(value), prompt, words, players)}"
        for seat, value in sorted(table.suggested.items())
    )
