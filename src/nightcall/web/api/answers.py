"""What an answer looks like, for each kind of question: its form, and an example that fits some question."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from nightcall.engine.prompts import ByKind
from nightcall.web.api.openapi import FLAG, NUMBER, TEXT, TEXTS, Schema, listed


@dataclass(frozen=True, slots=True)
class AnswerForm:
    """The answers to one kind of question; in words they are the text `web.api.kind.<kind>`."""

    schema: Schema
    example: Any
    asked: str
    """A question of this kind, to which the example may be given."""


_BY_SEAT: Final[Schema] = {"type": "object", "additionalProperties": {"type": ["integer", "null"]}}

FORMS: Final[ByKind[AnswerForm]] = {
    "ack": AnswerForm({"const": True}, True, "night.falls"),
    "yes_no": AnswerForm(FLAG, True, "sheriff.now"),
    "pick": AnswerForm({"anyOf": [NUMBER, listed(NUMBER), {"type": "null"}]}, 2, "seer.look"),
    "choose": AnswerForm({"type": ["string", "null"]}, "vote", "day.debate"),
    "cards": AnswerForm(TEXTS, ["simple_villager", "simple_villager"], "thief.spares"),
    "ballots": AnswerForm({"anyOf": [_BY_SEAT, NUMBER]}, {"1": 2, "2": None, "4": 2}, "vote.ballots"),
    "counts": AnswerForm({"type": "object", "additionalProperties": NUMBER}, {"1": 4, "2": 2}, "vote.counts"),
    "text": AnswerForm(TEXT, "a cough", "wandering_judge.sign"),
    "texts": AnswerForm(TEXTS, ["Ann lies", "Trust nobody"], "writing_on_the_wall.lines"),
}
"""One example more for `pick`: several seats are a list, `[4, 7]`; nobody is `null`."""
