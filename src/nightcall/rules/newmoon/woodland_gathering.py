"""Woodland Gathering."""

from __future__ import annotations

from nightcall.engine.events import SEAT, Tells
from nightcall.engine.rule import NIGHTFALL
from nightcall.engine.unmoderated import EACH, Policy
from nightcall.engine.village import Village
from nightcall.rules.characters.witch import Witch
from nightcall.rules.newmoon.away import Departure


class WoodlandGathering(Departure):
    """The women are out until sunset; what they bring back gives the Witch one more potion. (GATH-1…GATH-3)

    She has it before the night and decides as late as she likes what it is; nothing for a Witch who is dead or without
    power (WITCH-19, WITCH-20).
    """

    name = "woodland_gathering"
    family = "GATH"
    led = {"woodland_gathering.leave": Policy(EACH)}
    away_rule = "GATH-1"
    until = NIGHTFALL
    in_helper = False
    allowed_by = "event_woodland_gathering"
    tells = [Tells("potion_gained", to="seat", seat=SEAT)]

    def lapses(self, v: Village) -> None:
        super().lapses(v)
        for card in v.cards_named(Witch.name):
            if isinstance(card, Witch) and card.holder in v.living and v.is_active(card):
                card.more_potions += 1
                v.tell("potion_gained", "WITCH-19", (card.holder,), seat=card.holder)
