"""The Miracle."""

from __future__ import annotations

from nightcall.engine import views
from nightcall.engine.deaths import GRIEF, SAVED, Death
from nightcall.engine.events import SEAT, Tells
from nightcall.engine.rule import NIGHTFALL
from nightcall.engine.village import Village
from nightcall.rules.buildings.building import Houses
from nightcall.rules.characters.cupid import Lovers
from nightcall.rules.characters.simple_villager import SimpleVillager
from nightcall.rules.newmoon.card import EventCard
from nightcall.rules.variants.variant import in_force


class Miracle(EventCard):
    """Last night's victim of the Werewolves lives on, as a Simple Villager. (MIRA-1…MIRA-5)

    Read before the victims are named, the death never happens; read afterwards the player returns, and whatever
    the death has caused stays. Of two meals it undoes the pack's, and it undoes nothing but the bite.
    """

    name = "miracle"
    family = "MIRA"
    until = NIGHTFALL
    tells = [
        Tells("saved", seat=SEAT, reveals="seat"),  # whom the wolves had bitten is said aloud (MIRA-3)
        Tells("returned", seat=SEAT, reveals="seat", seen=views.returned),
    ]

    def read(self, v: Village) -> None:
        victims = [death for death in v.graveyard if death.is_meal and death.day == v.day]
        if victims:
            if not self._is_lost(v, victims[0]):
                self._bring_back(v, victims[0])
        elif v.phase == "dawn" and v.options.event_timing == "before_victims":
            super().read(v)

    # -- before the victims are named --

    def threatened(self, v: Village, death: Death) -> None:
        """Whoever is neither healed nor an Elder with lives left, if nothing else kills him too (MIRA-5)."""
        if not death.is_meal:
            return
        self.discard(v)
        death.spare("MIRA-1", SAVED)
        seat = death.seat
        others = [other for other in (*v.bites, *v.dooms) if other is not death and not other.spared]
        mourned = Lovers.partners(v, seat)
        if any(other.seat == seat or (other.seat in mourned and not other.is_meal) for other in others):
            return
        v.tell("saved", "MIRA-1", seat=seat)
        self._humble(v, seat)

    # -- afterwards --

    @staticmethod
    def _is_lost(v: Village, victim: Death) -> bool:
        """Something else has killed the player as well: poison, or grief for somebody who fell too (MIRA-5)."""
        if len(set(victim.causes)) > 1:
            return True
        mourned = Lovers.partners(v, victim.seat)
        return any(death.seat in mourned and death.day == v.day and not death.had(GRIEF) for death in v.graveyard)

    def _bring_back(self, v: Village, death: Death) -> None:
        seat = death.seat
        v.revive(death)
        v.tell("returned", "MIRA-1", seat=seat)
        for couple in list(v.named(Lovers.name)):
            if isinstance(couple, Lovers) and seat in couple.pair and couple.partner(seat) not in v.living:
                v.remove(couple)  # AMD-44
        if v.setup.buildings:
            v.the(Houses).come_home(v, seat)
        self._humble(v, seat)
        v.sides_changed()

    def _humble(self, v: Village, seat: int) -> None:
        """A Simple Villager from now on: the old card is exchanged unseen, every status stays (MIRA-4)."""
        v.swap_card(seat, SimpleVillager())
        for variant in in_force(v):
            variant.humbled(v, seat)
        v.tell("converted", "MIRA-1", (seat,), seat=seat, card=SimpleVillager.name)
