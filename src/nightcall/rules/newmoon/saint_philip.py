"""Saint Philip."""

from __future__ import annotations

from nightcall.engine.village import Village
from nightcall.rules.buildings.farm import Farmers, has_farms
from nightcall.rules.newmoon.card import EventCard
from nightcall.rules.offices.sheriff import Sheriff


class SaintPhilip(EventCard):
    """The Sheriff, if any, is dismissed and a new one elected at once. (EVO-7)

    Those elect who would otherwise, even where the table plays without a Sheriff (AMD-66). Where the office is gone for
    good nothing happens.
    """

    name = "saint_philip"
    family = "EVO"
    in_helper = False
    is_documented = False

    def read(self, v: Village) -> None:
        if not v.named(Sheriff.name):
            self._create(v)
        sheriff = v.the(Sheriff)
        electors = sheriff.electorate(v)
        if sheriff.is_gone or (not sheriff.holder and electors is not None and not electors):
            sheriff.is_gone = True  # without a Farmer left there will never be one (FARM-4)
            v.tell("event_without_effect", "EVO-7", event=self.name)
            return
        sheriff.dismiss(v, "EVO-7")
        sheriff.elect(v)

    @staticmethod
    def _create(v: Village) -> None:
        """From now on there is the office after all."""
        v.enter(Sheriff())
        if has_farms(v.setup):
            v.enter(Farmers())
