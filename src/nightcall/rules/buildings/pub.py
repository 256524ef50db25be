"""The Pub."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nightcall.engine.deaths import IMMUNE, Death
from nightcall.engine.events import SEAT, Tells
from nightcall.engine.inforce import InForce
from nightcall.engine.rule import CAUGHT, FANGS
from nightcall.engine.village import Village
from nightcall.engine.votes import Ballot, Verdict
from nightcall.rules.buildings.building import Building
from nightcall.rules.characters.cursed_wolf_father import CursedWolfFather


class Pub(Building):
    """Neither devoured nor voted against, the Barkeep votes first and alone; if he hits, he loses his immunity.

    Everything but fangs and votes works on him, and the curse, if the pack names him for it. (BARK-1…BARK-11, AMD-56)
    """

    name = "pub"
    family = "BARK"
    tells = [Tells("immunity_lost", seat=SEAT)]

    def shields(self, v: InForce, power: str, by: Sequence[int]) -> Mapping[int, str]:
        if self.is_used or power not in (FANGS, CAUGHT):
            return {}
        if power == CAUGHT:
            return {self.holder: "BARK-11"}
        return {} if self._may_be_cursed(v, by) else {self.holder: "BARK-1"}

    @staticmethod
    def _may_be_cursed(v: InForce, pack: Sequence[int]) -> bool:
        """Whether a Wolf-Father with his curse left is, or may be, awake with the pack (AMD-56)."""
        if v.options.barkeep_infection == "never":
            return False
        fathers = [card for card in v.named(CursedWolfFather.name) if isinstance(card, CursedWolfFather)]
        return any(
            card.holder in pack if card.holder else v.cards.suspects(card.name, pack)
            for card in fathers
            if card.has_infection
        )

    def bitten(self, v: Village, bite: Death) -> None:
        """Unless the Wolf-Father infects him now, the meal is lost (AMD-56)."""
        if bite.seat == self.holder and bite.is_meal and not self.is_used:
            bite.spare("AMD-56", IMMUNE)

    def ballot(self, v: Village, ballot: Ballot) -> None:
        if not self.is_used:
            ballot.spare(self.holder, "BARK-1", is_privilege=True)
            ballot.alone[self.holder] = "BARK-2"

    def voted(self, v: Village, verdict: Verdict) -> None:
        """Whoever he voted for was condemned, whether saved afterwards or not (BARK-3, BARK-7)."""
        target = verdict.cast.get(self.holder)
        if target and not self.is_used and any(death.seat == target for death in verdict.deaths):
            self.is_used = True
            v.tell("immunity_lost", "BARK-3", seat=self.holder)
