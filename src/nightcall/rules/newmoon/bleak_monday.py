"""Bleak Monday."""

from __future__ import annotations

from nightcall.engine.events import PUBLIC
from nightcall.engine.rule import NIGHTFALL
from nightcall.engine.unmoderated import MAJORITY, Policy
from nightcall.engine.village import Village
from nightcall.rules.newmoon.card import EventCard
from nightcall.rules.variants.surely_not_him import SurelyNotHim, clears_instead


class BleakMonday(EventCard):
    """A normal day, unless the moderator has its votes taken by clearing. (EVO-9, NOTH-1…NOTH-3)"""

    name = "bleak_monday"
    family = "EVO"
    led = {"bleak_monday.play": Policy(MAJORITY, lapse=False)}
    in_helper = False
    is_documented = False
    replaces = ("vote", "pointing")
    until = NIGHTFALL

    def read(self, v: Village) -> None:
        if v.named(SurelyNotHim.name):
            v.tell("event_without_effect", "VARX-1", event=self.name)  # every day is one
        elif v.yes("bleak_monday.play", "EVO-9", audience=PUBLIC):
            v.enter(self)

    def instead_of(self, v: Village, step: str) -> bool:
        return clears_instead(v, step)
