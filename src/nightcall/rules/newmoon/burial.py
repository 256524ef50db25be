"""Burial."""

from __future__ import annotations

from nightcall.engine.deaths import DEVOURED, Death
from nightcall.engine.events import CARD, MODERATOR, SEAT, Tells
from nightcall.engine.village import Village
from nightcall.rules.newmoon.card import PERMANENT, EventCard


class Burial(EventCard):
    """From now on the cards of the wolves' night victims stay face down. (BURY-1…BURY-4)"""

    name = "burial"
    family = "BURY"
    kind = PERMANENT
    tells = [Tells("card_hidden", to=MODERATOR, seat=SEAT, card=CARD)]

    def hides(self, v: Village, death: Death) -> bool:
        if not death.had(DEVOURED):
            return False
        assert death.card is not None  # the moderator has looked at it already
        v.tell("card_hidden", "BURY-1", MODERATOR, seat=death.seat, card=death.card.name)
        return True
