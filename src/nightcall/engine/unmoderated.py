"""What a rule declares for evenings without a moderator: who answers its questions, and what a call can ask at most.

Nearly every question says itself whose it is; a rule names only those that do not.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple

How = Literal[
    "said", "secret", "together", "open", "ballots", "each", "friends", "signed", "heard", "glimpse", "drawn",
    "majority", "clerk", "refused",
]  # fmt: skip
SAID: Final = "said"
"""The app says or does it."""
SECRET: Final = "secret"
"""The phone of whoever is asked, unseen by the others."""
TOGETHER: Final = "together"
"""The phones of several who must agree: the pack."""
OPEN: Final = "open"
"""A player everybody knows to be asked: dead or alive, he can be waited for."""
BALLOTS: Final = "ballots"
"""The phone of every voter."""
EACH: Final = "each"
"""Every phone for itself: who says yes is among the seats of the answer."""
FRIENDS: Final = "friends"
"""Every phone names friends; the answer is whoever was named by nobody."""
SIGNED: Final = "signed"
"""Whether the holder has given the sign a moderator would have seen (`Rule.sign`)."""
HEARD: Final = "heard"
"""Who was heard at listening while the pack was awake."""
GLIMPSE: Final = "glimpse"
"""The seat is shown one name in place of a look round: as often as not somebody of the pack."""
DRAWN: Final = "drawn"
"""A lot, or the one answer a led table has."""
MAJORITY: Final = "majority"
"""The living decide together, or the clock does."""
CLERK: Final = "clerk"
"""Somebody who enters what can be seen in the room."""
REFUSED: Final = "refused"
"""Needs a pair of eyes that does not play."""

PASS: Final = "pass"
"""No answer in time: none, where the rules allow none; else a lot."""
DRAW: Final = "draw"


@dataclass(frozen=True, slots=True)
class Policy:
    how: How
    lapse: Any = PASS
    """What counts without an answer: `PASS`, `DRAW`, or the answer itself."""
    seconds: float = 0.0
    """How long it may take; 0 = as long as is usual for its sort."""
    named: str = ""
    """Whoever is called so in what was announced last is asked: a spirit."""


class Round(NamedTuple):
    """One time at which every phone may choose during a call."""

    question: str
    """Its name; empty = whatever is asked then."""
    signs: int = 0
    """How many signs there are to choose from besides the seats."""
    is_agreed: bool = False
    """Several decide together and need the time to agree: the pack."""
