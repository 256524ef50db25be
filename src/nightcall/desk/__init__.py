"""What a moderator's screen shows, whatever the screen is made of: the terminal's and the phone's say the same."""

from __future__ import annotations

from nightcall.desk.record import asked, contradicted, in_short, is_tie, question, repeats, spoken, tally
from nightcall.desk.script import (
    LOOK,
    Result,
    Script,
    coming,
    feigned,
    has_preview,
    idle_holder,
    lifted,
    news,
    note,
    phase,
    result,
    script_of,
    secrets,
    since_last_answer,
    unrecorded,
)
from nightcall.desk.seats import holder_of, holding, house, houses, is_known, offices, public_state, state

__all__ = [
    "LOOK",
    "Result",
    "Script",
    "asked",
    "coming",
    "contradicted",
    "feigned",
    "has_preview",
    "holder_of",
    "holding",
    "house",
    "houses",
    "idle_holder",
    "in_short",
    "is_known",
    "is_tie",
    "lifted",
    "news",
    "note",
    "offices",
    "phase",
    "public_state",
    "question",
    "repeats",
    "result",
    "script_of",
    "secrets",
    "since_last_answer",
    "spoken",
    "state",
    "tally",
    "unrecorded",
]
