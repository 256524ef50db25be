"""Clocks for debate, speech and vote: set by the moderator's taps, shown to everybody, bound to nothing hidden."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Final

from nightcall.web.manner import Manner, Timer

CLOCKS: Final = ("debate", "speech", "vote")
SPEECH: Final = 30
VOTE_SECONDS: Final = 15
DEBATE_EACH: Final = 25
"""Seconds of debate for each of the living."""
SHORTEST: Final = 60
LONGEST: Final = 60 * 60
MORE: Final = 30


def length(kind: str, manner: Manner, living: int) -> int:
    """How long such a clock runs: a debate as long as the table wants, or as the living need."""
    if kind == "speech":
        return SPEECH
    if kind == "vote":
        return VOTE_SECONDS
    return manner.debate or max(SHORTEST, DEBATE_EACH * living)


def started(kind: str, seconds: int, now: float) -> Timer:
    seconds = min(max(1, seconds), LONGEST)
    return Timer(kind, seconds, ends=now + seconds)


def paused(timer: Timer, now: float) -> Timer:
    """Stopped where it stands, or set going again."""
    if timer.ends:
        return replace(timer, ends=0.0, left=max(0.0, timer.ends - now))
    return replace(timer, ends=now + timer.left, left=0.0)


def prolonged(timer: Timer, now: float) -> Timer:
    """Half a minute more."""
    if timer.ends:
        return replace(timer, ends=min(max(timer.ends, now) + MORE, now + LONGEST), length=timer.length + MORE)
    return replace(timer, left=min(timer.left + MORE, LONGEST), length=timer.length + MORE)


@dataclass(frozen=True, slots=True)
class Clock:
    """A timer as a page shows it."""

    kind: str
    length: int
    ends: int
    """Milliseconds since the epoch; 0 while it stands still."""
    left: int
    """Seconds left when the page was made."""
    now: int
    """Milliseconds since the epoch when the page was made: a phone's own clock may be wrong."""

    @property
    def text(self) -> str:
        return f"{self.left // 60}:{self.left % 60:02}"


def clock(timer: Timer | None) -> Clock | None:
    if timer is None:
        return None
    now = time.time()
    left = max(0.0, timer.ends - now) if timer.ends else timer.left
    return Clock(timer.kind, timer.length, int(timer.ends * 1000), round(left), int(now * 1000))
