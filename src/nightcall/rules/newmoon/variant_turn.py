"""End of the Harvest and Radiant Sunday: a turn of another game."""

from __future__ import annotations

from typing import ClassVar

from nightcall.engine.events import PUBLIC
from nightcall.engine.unmoderated import MAJORITY, Policy
from nightcall.engine.village import Village
from nightcall.rules.newmoon.card import EventCard
from nightcall.rules.variants.harvest_festival import HarvestFestival
from nightcall.rules.variants.lycanthropic_trance import LycanthropicTrance
from nightcall.rules.variants.variant import Variant, in_force


class VariantTurn(EventCard):
    """A normal turn, unless the moderator has a variant played today and in the following night. (EVO-9)

    A table that plays a variant of that kind anyway goes on with its own (VARX-1).
    """

    variant: ClassVar[type[Variant]] = Variant
    in_helper = False
    is_documented = False
    betrays_plague = True

    def read(self, v: Village) -> None:
        rivals = [rule for rule in in_force(v) if rule.is_exclusive]
        if any(not rule.ends_on for rule in rivals):
            v.tell("event_without_effect", "VARX-1", event=self.name)
            return
        if v.choose(f"{self.name}.turn", ("normal", "variant"), rule="EVO-9", audience=PUBLIC) == "variant":
            for rule in rivals:
                rule.end_turn(v)
            self.variant().begin_turn(v)


class EndOfTheHarvest(VariantTurn):
    """A turn of the Harvest Festival; no new love is made. (EVO-9)"""

    name = "end_of_the_harvest"
    family = "EVO"
    led = {"end_of_the_harvest.turn": Policy(MAJORITY, lapse="normal")}
    variant = HarvestFestival


class RadiantSunday(VariantTurn):
    """A turn of the Lycanthropic Trance; whoever is mesmerized in it stays so. (EVO-9)"""

    name = "radiant_sunday"
    family = "EVO"
    led = {"radiant_sunday.turn": Policy(MAJORITY, lapse="normal")}
    variant = LycanthropicTrance
