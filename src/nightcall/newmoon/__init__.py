"""The 36 event cards of the New Moon."""

from __future__ import annotations

from typing import Final

from nightcall.newmoon.burial import Burial
from nightcall.newmoon.card import EventCard

EVENTS: Final[tuple[type[EventCard], ...]] = (Burial,)
"""Every card, in the order of its kind: permanent, delayed, immediate."""
