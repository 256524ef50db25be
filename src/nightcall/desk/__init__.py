"""What a moderator's screen shows, whatever the screen is made of: the terminal's and the phone's say the same."""

from __future__ import annotations

from nightcall.desk.record import asked, contradicted, question, spoken
from nightcall.desk.script import (
    ECHOES,
    HEADINGS,
    SAID_BY_THE_SCRIPT,
    Script,
    coming,
    has_preview,
    news,
    phase,
    script_of,
    secrets,
    since_last_answer,
)
from nightcall.desk.seats import OFFICES, holder_of, holding, house, houses, is_known, public_state, state

__all__ = [
    "ECHOES",
    "HEADINGS",
    "OFFICES",
    "SAID_BY_THE_SCRIPT",
    "Script",
    "asked",
    "coming",
    "contradicted",
    "has_preview",
    "holder_of",
    "holding",
    "house",
    "houses",
    "is_known",
    "news",
    "phase",
    "public_state",
    "question",
    "script_of",
    "secrets",
    "since_last_answer",
    "spoken",
    "state",
]
