"""The Hovel."""

from __future__ import annotations

from nightcall.engine.events import HOUSE, PUBLIC, SEAT, Tells
from nightcall.engine.village import Village
from nightcall.rules.buildings.building import Building, Houses

POWER = "hovel.mend"


class Hovel(Building):
    """Once, by day, the Bonesetter gives a house its spent power back, any but the Hovel's own. (BONE-1…BONE-3)"""

    name = "hovel"
    family = "BONE"
    is_unique = True
    tells = [Tells("mended", seat=SEAT, house=HOUSE, by=SEAT)]

    def powers(self, v: Village) -> tuple[str, ...]:
        return (POWER,) if self.may_act(v) and self._patients(v) else ()

    def _patients(self, v: Village) -> dict[int, Building]:
        standing = v.the(Houses).standing.values()
        spent = [house for house in standing if house.is_unique and house.is_used and house.is_home(v)]
        return {house.holder: house for house in spent}  # never his own: it is not spent while he can use it (BONE-3)

    def use(self, v: Village, power: str) -> None:
        patients = self._patients(v)
        refused = dict.fromkeys(v.living, "BONE-2")
        seat = v.pick(POWER, patients, rule="BONE-1", by=self.holder, audience=PUBLIC, refused=refused)
        self.is_used = True
        patients[seat].is_used = False
        v.tell("mended", "BONE-1", seat=seat, house=patients[seat].house, by=self.holder)
