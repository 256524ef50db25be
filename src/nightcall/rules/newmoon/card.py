"""Event cards, and the pile they are drawn from."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from nightcall.engine import views
from nightcall.engine.events import CARD, EVENT_CARD, PACK, SEAT, Tells
from nightcall.engine.rule import DAWN, KINDS, Rule
from nightcall.engine.setup import Setup
from nightcall.engine.views import View
from nightcall.engine.village import Village

IMMEDIATE: Final = "immediate"
DELAYED: Final = "delayed"
PERMANENT: Final = "permanent"


def _has_no_effect(seen: View, facts: dict[str, Any]) -> None:
    """Struck off the board, but for a permanent card, which is in force already (NM-11)."""
    kind = KINDS[facts["event"]]
    if not issubclass(kind, EventCard) or kind.kind != PERMANENT:
        views.goes("events", "event")(seen, facts)


class EventCard(Rule):
    """A card of the New Moon. Reading it is `read`; what lasts is the rule itself, in force from then on."""

    kind: ClassVar[str] = IMMEDIATE
    """How long it works: IMMEDIATE, DELAYED or PERMANENT."""
    needs_dead: ClassVar[bool] = False
    """Put back while nobody has been eliminated yet (NM-7, AMD-30)."""
    in_helper: ClassVar[bool] = True
    """One of the cards the moderator's aid describes (OPT-EVENT-POOL)."""
    is_documented: ClassVar[bool] = True
    """Described by at least one of the documents, not only by the list of the whole deck (OPT-EVENT-POOL)."""
    is_spiritualism: ClassVar[bool] = False
    """One of the Gypsy's five; never in the Town Crier's hand (GYPSY-5, CRIER-2)."""
    allowed_by: ClassVar[str] = ""
    """The option that lets the table play it at all (OPT-GATHERING)."""
    replaces: ClassVar[tuple[str, ...]] = ()
    """What it does another way: the day's `vote`, the `pointing` of the next one that is held.

    Of two cards that replace the same, the later stands (NM-8, AMD-64).
    """

    ends_with: ClassVar[str] = "night_fell"
    """What the table is told that shows it to be over (`died:vote`: with this cause); empty = nothing ever does."""

    tells = [
        Tells("event_without_effect", event=EVENT_CARD, seen=_has_no_effect),
        Tells("converted", to=("seat", PACK), seat=SEAT, card=CARD, seen=views.converted),
    ]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "ends_with" not in cls.__dict__:
            by_kind = "" if cls.kind == PERMANENT else EventCard.ends_with
            cls.ends_with = "dawn_broke" if cls.until == DAWN else by_kind

    @classmethod
    def concerns(cls, setup: Setup) -> bool:
        return cls.name in setup.events or cls.name in setup.hand or cls.name in setup.in_force

    def read(self, v: Village) -> None:
        """The card is read aloud: by default it comes into force."""
        v.enter(self)

    def discard(self, v: Village) -> None:
        """Its effect is over."""
        v.remove(self)
