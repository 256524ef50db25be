"""What a moderator's screen shows, whatever the screen is made of: the terminal's and the phone's say the same."""

from __future__ import annotations

from nightcall.desk.record import asked, contradicted, question, spoken
from nightcall.desk.script import (
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
    "OFFICES",
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
