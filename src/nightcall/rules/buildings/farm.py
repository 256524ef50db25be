"""The Farms, and the Farmers who live there."""

from __future__ import annotations

from collections.abc import Sequence

from nightcall.engine.deaths import Death
from nightcall.engine.rule import Rule
from nightcall.engine.setup import Setup
from nightcall.engine.village import Village
from nightcall.rules.buildings.building import Building, Houses, houses
from nightcall.rules.offices.sheriff import Sheriff


class Farm(Building):
    """Makes its occupant one of the Farmers. (FARM-1…FARM-8)"""

    name = "farm"
    family = "FARM"
    copies = 6


class Farmers(Rule):
    """From the second turn on the Farmers, not the village, elect one of themselves Sheriff. (FARM-1, FARM-2)

    Only a Farmer can succeed him, and with the last Farmer the office ends for good. (FARM-3…FARM-5)
    """

    name = "farmers"

    @classmethod
    def concerns(cls, setup: Setup) -> bool:
        return Sheriff.concerns(setup) and has_farms(setup)  # AMD-35

    def electors(self, v: Village, office: str) -> Sequence[int] | None:
        if office != Sheriff.name:
            return None
        standing = v.the(Houses).standing.values()
        farmers = {building.holder for building in standing if isinstance(building, Farm)}
        return [seat for seat in v.living if seat in farmers]

    def morning(self, v: Village) -> None:
        self._end_with_the_last(v)
        sheriff = v.the(Sheriff)
        if not sheriff.holder and not sheriff.is_gone and not self.is_too_early(v):
            sheriff.elect(v)

    def is_too_early(self, v: Village) -> bool:
        """The second turn begins with the second night, or with the first day after an opening one (GEN-15)."""
        return v.day < max(1 if v.plan.openers else 2, v.the(Sheriff).not_before)

    def afterwards(self, v: Village, deaths: Sequence[Death]) -> None:
        self._end_with_the_last(v)

    def _end_with_the_last(self, v: Village) -> None:
        """Without Farmer and Sheriff there will never be one again, whoever moves into a Farm (FARM-4, FARM-5)."""
        sheriff = v.the(Sheriff)
        if not sheriff.holder and not sheriff.is_gone and not self.electors(v, sheriff.name):
            sheriff.lose(v, "FARM-4")


def has_farms(setup: Setup) -> bool:
    return any(houses().get(house) is Farm for house in setup.buildings)
