"""The Executioner: the card and the office it creates."""

from __future__ import annotations

from collections.abc import Sequence

from nightcall.engine.deaths import VOTE, Death
from nightcall.engine.events import MODERATOR, PUBLIC
from nightcall.engine.village import Village
from nightcall.engine.votes import election
from nightcall.rules.newmoon.card import PERMANENT, EventCard


class Executioner(EventCard):
    """Elected by the village; from then on he alone sees the cards of those voted out. (EXEC-1…EXEC-4)

    What a card does in the open still happens (EXEC-3). He names a successor when he falls: the office never lapses.
    """

    name = "executioner"
    family = "EXEC"
    kind = PERMANENT
    is_office = True

    not_before = 0
    """An undecided election is held again on a later day (EXEC-2)."""

    def __init__(self) -> None:
        self.unseen: list[tuple[int, str]] = []
        """Cards that fell together with the Executioner: the successor sees them (EXEC-4)."""

    def read(self, v: Village) -> None:
        super().read(v)
        self._elect(v)

    def powers(self, v: Village) -> tuple[str, ...]:
        return ("executioner.elect",) if not self.holder and v.day >= self.not_before else ()

    def use(self, v: Village, power: str) -> None:
        self._elect(v)

    def _elect(self, v: Village) -> None:
        seat = election(v, "executioner.elect", v.living)
        if seat:
            self._take_office(v, seat, "elected", "EXEC-1")
        else:
            self.not_before = v.day + 1
            v.tell("not_elected", "EXEC-2", office=self.name)

    def _take_office(self, v: Village, seat: int, how: str, rule: str) -> None:
        self.holder = seat
        v.tell(how, rule, seat=seat, office=self.name)

    def hides(self, v: Village, death: Death) -> bool:
        """Only what the vote eliminates, and only while there is somebody to see it."""
        if not self.holder or death.cause != VOTE:
            return False
        name = v.card(death.seat).name
        if any(fall.seat == self.holder for fall in v.falling):
            self.unseen.append((death.seat, name))
        else:
            v.tell("card_seen", "EXEC-1", (self.holder,), by=self.holder, seat=death.seat, card=name)
        return True

    def afterwards(self, v: Village, deaths: Sequence[Death]) -> None:
        if any(death.seat == self.holder for death in deaths):
            self._name_heir(v)
        for seat, name in self.unseen:
            audience = (self.holder,) if self.holder else MODERATOR
            v.tell("card_seen", "EXEC-4", audience, by=self.holder, seat=seat, card=name)
        self.unseen = []

    def leaves(self, v: Village, seat: int) -> None:
        if seat == self.holder:
            self._name_heir(v)

    def _name_heir(self, v: Village) -> None:
        if v.is_decided():
            return
        heir = v.pick("executioner.heir", v.living, rule="EXEC-1", by=self.holder, audience=PUBLIC)
        if heir:
            self._take_office(v, heir, "succeeded", "EXEC-1")
        else:
            self.holder = 0
