"""The Pub."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nightcall.engine.events import SEAT, Tells
from nightcall.engine.rule import FANGS
from nightcall.engine.village import Village
from nightcall.engine.votes import Ballot, Verdict
from nightcall.rules.buildings.building import Building


class Pub(Building):
    """Neither devoured nor voted against, the Barkeep votes first and alone; if he hits, he loses his immunity.

    Everything but fangs and votes works on him. (BARK-1…BARK-11)
    """

    name = "pub"
    tells = [Tells("immunity_lost", seat=SEAT)]

    def shields(self, v: Village, power: str, by: Sequence[int]) -> Mapping[int, str]:
        return {self.holder: "BARK-1"} if power == FANGS and not self.is_used else {}

    def ballot(self, v: Village, ballot: Ballot) -> None:
        if not self.is_used:
            ballot.spare(self.holder, "BARK-1")
            ballot.alone.append(self.holder)

    def voted(self, v: Village, verdict: Verdict) -> None:
        """Whoever he voted for was condemned, whether saved afterwards or not (BARK-3, BARK-7)."""
        target = verdict.cast.get(self.holder)
        if target and not self.is_used and any(death.seat == target for death in verdict.deaths):
            self.is_used = True
            v.tell("immunity_lost", "BARK-3", seat=self.holder)
