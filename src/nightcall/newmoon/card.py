"""Event cards, and the pile they are drawn from."""

from __future__ import annotations

from typing import ClassVar, Final

from nightcall.engine.rule import Rule
from nightcall.engine.village import Village

IMMEDIATE: Final = "immediate"
DELAYED: Final = "delayed"
PERMANENT: Final = "permanent"


class EventCard(Rule):
    """A card of the New Moon. Reading it is `read`; what lasts is the rule itself, in force from then on."""

    kind: ClassVar[str] = IMMEDIATE
    needs_dead: ClassVar[bool] = False
    """Put back while nobody has been eliminated yet (NM-7, AMD-30)."""
    title_is_official: ClassVar[bool] = True
    in_helper: ClassVar[bool] = True
    """One of the cards the moderator's aid describes (OPT-EVENT-POOL)."""

    def read(self, v: Village) -> None:
        """The card is read aloud: by default it comes into force."""
        v.enter(self)

    def discard(self, v: Village) -> None:
        """Its effect is over."""
        v.remove(self)
