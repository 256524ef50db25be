"""Somnambulism."""

from __future__ import annotations

from nightcall.engine.events import CARD, FLAG, PUBLIC, Maybe, Tells
from nightcall.engine.village import Village
from nightcall.rules.newmoon.card import PERMANENT, EventCard


class Somnambulism(EventCard):
    """From now on what the Seer finds is said aloud, right after her call, but not about whom. (SOMN-1…SOMN-3)

    Where she only sees a thumb the card is said if the table wants that and the moderator knows it.
    """

    name = "somnambulism"
    family = "SOMN"
    kind = PERMANENT
    tells = [Tells("said_in_sleep", card=Maybe(CARD), is_wolf=Maybe(FLAG), reveals="card is_wolf", scripted=True)]

    def discovered(self, v: Village, seat: int, card: str, is_wolf: bool | None) -> None:
        known = v.knows(seat)
        if not card and known is not None and v.options.somnambulism_announces == "card_seen":
            card = known.name
        if card:
            v.ack("somnambulism.say_card", "SOMN-1", card=card, audience=PUBLIC)
            v.tell("said_in_sleep", "SOMN-1", card=card)
        else:
            key = "somnambulism.say_wolf" if is_wolf else "somnambulism.say_no_wolf"
            v.ack(key, "SOMN-3", audience=PUBLIC)
            v.tell("said_in_sleep", "SOMN-3", is_wolf=is_wolf)
