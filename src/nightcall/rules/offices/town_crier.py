"""The Town Crier."""

from __future__ import annotations

from collections.abc import Sequence

from nightcall.engine import views
from nightcall.engine.deaths import Death
from nightcall.engine.events import EVENT_CARD, EVENT_CARDS, OFFICE, PUBLIC, SEAT, Tells
from nightcall.engine.rule import Rule
from nightcall.engine.setup import Setup
from nightcall.engine.village import Village
from nightcall.rules.newmoon.pile import NewMoon
from nightcall.rules.offices.sheriff import Sheriff


class TownCrier(Rule):
    """Appointed by the Sheriff; holds a hand of event cards and may read one each morning. (CRIER-1…CRIER-9)"""

    name = "town_crier"
    family = "CRIER"
    is_office = True
    tells = [
        Tells("appointed", seat=SEAT, office=OFFICE, seen=views.took_office),
        Tells("revoked", seat=SEAT, office=OFFICE, seen=views.lost_office),
        Tells("office_vacant", seat=SEAT, office=OFFICE, seen=views.lost_office),
        Tells("hand_given", to="seat", seat=SEAT, events=EVENT_CARDS),
        Tells("hand_discarded", office=OFFICE),
        Tells("event_returned", event=EVENT_CARD, by=SEAT),
    ]

    appointed_on = -1
    read_on = -1
    """The last day a card was read from the hand."""

    def __init__(self) -> None:
        self.hand: list[str] = []
        self.barred = 0
        """A Servant who has just lost the office, or taken the Crier's card (SERV-11)."""

    @classmethod
    def concerns(cls, setup: Setup) -> bool:
        return bool(setup.hand)

    def enters(self, v: Village) -> None:
        self.hand = list(v.setup.hand)

    # -- appointment --

    def powers(self, v: Village) -> tuple[str, ...]:
        if v.window != "debate" or not self.hand:
            return ()
        offered = []
        if self._appointer(v):
            if not self.holder and self._may_be_appointed(v):
                offered.append("town_crier.appoint")
            if self.holder and self._may_be_revoked(v):
                offered.append("town_crier.revoke")
        if v.options.crier_first_use == "same_day" and self.appointed_on == v.day and self._may_read(v):
            offered.append("town_crier.read")  # AMD-34
        return tuple(offered)

    def use(self, v: Village, power: str) -> None:
        if power == "town_crier.read":
            self._read(v)
        elif power == "town_crier.appoint":
            self._appoint(v, "CRIER-1")
        else:
            v.tell("revoked", "CRIER-4", seat=self.holder, office=self.name)
            self._appoint(v, "CRIER-4")

    def user(self, v: Village, power: str) -> int:
        return self.holder if power == "town_crier.read" else self._appointer(v)

    @staticmethod
    def _appointer(v: Village) -> int:
        """The Sheriff, if there is one and he is here (CRIER-7)."""
        here = v.present()
        return next((office.holder for office in v.named(Sheriff.name) if office.holder in here), 0)

    def _may_be_appointed(self, v: Village) -> bool:
        """On any day, or together with the Sheriff; a vacancy may be filled at any time (CRIER-5)."""
        return v.options.crier_appointment == "sheriff_any_day" or self.appointed_on >= 0

    def _may_be_revoked(self, v: Village) -> bool:
        return v.options.crier_revocation == "any_day_time" or v.the(NewMoon).was_read_today(v)

    def _appoint(self, v: Village, rule: str, *, optional: bool = False) -> None:
        """The Sheriff names another than himself and, to replace somebody, another than him (SHERIFF-6, CRIER-5)."""
        sheriff = self._appointer(v)
        refused = {sheriff: "SHERIFF-6"}
        refused |= {self.holder: rule} if self.holder else {}
        refused |= {self.barred: "SERV-11"} if self.barred else {}
        seats = [seat for seat in v.present() if seat not in refused]
        if sheriff:
            seat = v.pick(
                "town_crier.appoint", seats, rule=rule, by=sheriff, optional=optional, refused=refused, audience=PUBLIC
            )
        else:
            seat = 0
        self.barred = 0
        if seat:
            self._take_office(v, seat, rule)
        elif not optional:
            self.holder = 0

    def _take_office(self, v: Village, seat: int, rule: str) -> None:
        is_first = self.appointed_on < 0
        self.holder, self.appointed_on = seat, v.day
        v.tell("appointed", rule, seat=seat, office=self.name)
        if not is_first and not v.options.crier_cards_pass_on and self.hand:
            self.hand.clear()
            v.tell("hand_discarded", "OPT-CRIER-CARDS", office=self.name)
        v.tell("hand_given", "CRIER-2", (seat,), seat=seat, events=tuple(self.hand))

    def sworn_in(self, v: Village, office: str, seat: int) -> None:
        """A new Sheriff names somebody else if he was the Crier, and may replace whoever is (CRIER-5, CRIER-6)."""
        if office != Sheriff.name:
            return
        if seat == self.holder:
            self._vacate(v, "CRIER-6")
        elif self.holder in v.living and self.hand:
            self._appoint(v, "CRIER-5", optional=True)
        elif not self.holder and v.options.crier_appointment == "with_sheriff_election" and self.hand:
            self._appoint(v, "OPT-CRIER-WHEN")

    # -- reading --

    def morning(self, v: Village) -> None:
        if self._may_read(v) and (v.day > self.appointed_on or v.options.crier_first_use == "same_day"):
            self._read(v)

    def _may_read(self, v: Village) -> bool:
        return self.holder in v.present() and self.read_on != v.day

    def _read(self, v: Village) -> None:
        """One card or none. What needs a dead player comes back to the hand while there is none (CRIER-9)."""
        choices = list(self.hand)
        while choices:
            name = v.choose("town_crier.read", choices, rule="CRIER-3", by=self.holder, optional=True)
            if not name:
                return
            self.hand.remove(name)
            self.read_on = v.day
            if v.the(NewMoon).play(v, name, by=self.holder, rule="CRIER-3"):
                return
            self.hand.append(name)
            self.read_on = -1
            choices.remove(name)
            v.tell("event_returned", "CRIER-9", event=name, by=self.holder)

    # -- succession --

    def afterwards(self, v: Village, deaths: Sequence[Death]) -> None:
        """The Sheriff, or the one just named, appoints anew (CRIER-5)."""
        if not self.holder:
            return
        taken = next((death.taken_by for death in deaths if death.seat == self.holder), None)
        if taken is not None:
            self.barred = taken
            self._vacate(v, "CRIER-5")
        elif self.barred == self.holder:
            self._vacate(v, "SERV-11")

    def forget(self, v: Village, seat: int) -> None:
        """A Servant who becomes somebody else holds no title any more (SERV-5)."""
        if seat == self.holder:
            self.barred = seat

    def leaves(self, v: Village, seat: int) -> None:
        if seat == self.holder:
            self._vacate(v, "CRIER-5")

    def _vacate(self, v: Village, rule: str) -> None:
        v.tell("office_vacant", rule, seat=self.holder, office=self.name)
        if self.hand and not v.is_decided():
            self._appoint(v, rule)
        else:
            self.holder = self.barred = 0
