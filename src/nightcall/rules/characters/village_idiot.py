"""The Village Idiot."""

from __future__ import annotations

from nightcall.engine import views
from nightcall.engine.deaths import PARDONED, WISDOM, Death
from nightcall.engine.events import CARD, FLAG, SEAT, Tells
from nightcall.engine.rule import Character, Rule
from nightcall.engine.setup import Setup
from nightcall.engine.village import Village
from nightcall.engine.votes import Ballot
from nightcall.rules.offices.sheriff import Sheriff


class VillageIdiot(Character):
    """Condemned by the vote he shows his card and is pardoned, but has no vote any more. (IDIOT-1…IDIOT-12)"""

    name = "village_idiot"
    family = "IDIOT"
    borrowed_at = "passive"
    ends_office = True
    uses_up = {"pardon": ("is_pardoned", True)}
    is_pardoned = False
    tells = [
        Tells("pardoned", seat=SEAT, card=CARD, may_debate=FLAG, reveals="seat", seen=views.marks("has_vote", False)),
    ]

    def before_reveal(self, v: Village, death: Death) -> None:
        """An Actor shows the Idiot's card instead of his own (ACTOR-M7)."""
        if self.borrowed:
            self._pardon(v, death)

    def revealed(self, v: Village, death: Death) -> None:
        if not self.borrowed:
            self._pardon(v, death)

    def _pardon(self, v: Village, death: Death) -> None:
        if death.seat != self.holder or self.is_pardoned:
            return
        self.is_pardoned = True
        death.spare("IDIOT-1", PARDONED)
        if not self.borrowed:
            v.show(death.seat, self.name, "IDIOT-1")  # he shows it himself, even where cards stay hidden (EXEC-3)
        v.enter(Pardoned(death.seat, is_idiot=not self.borrowed))
        may_debate = v.options.revealed_idiot_may_debate  # IDIOT-5
        v.tell("pardoned", "IDIOT-1", seat=death.seat, card=self.name, may_debate=may_debate)
        if v.options.idiot_sheriff_loses_badge == "when_revealed" and not self.borrowed:
            for office in v.named(Sheriff.name):
                if isinstance(office, Sheriff) and office.holder == death.seat:
                    office.lose(v, "HOUSE-23")


class Pardoned(Rule):
    """An Idiot who has been shown: no vote, and no vote against him. (IDIOT-1, IDIOT-8)"""

    name = "pardoned"

    def __init__(self, seat: int = 0, *, is_idiot: bool = True) -> None:
        self.holder = seat
        self.is_idiot = is_idiot

    @classmethod
    def concerns(cls, setup: Setup) -> bool:
        return VillageIdiot.concerns(setup)

    def ballot(self, v: Village, ballot: Ballot) -> None:
        if self.holder in v.elsewhere:
            return  # the pardon waits at an empty place (TABLE-4)
        ballot.silence(self.holder, "IDIOT-1")
        may_fall = v.options.revealed_idiot_votable or v.loses_powers(self.holder)
        if self.is_idiot and not may_fall:  # AMD-11, AMD-12, AMD-21
            ballot.spare(self.holder, "IDIOT-8")

    def threatened(self, v: Village, death: Death) -> None:
        """His card has been shown: nobody can take it any more (SERV-1)."""
        if death.seat == self.holder and self.is_idiot:
            death.face_up = True

    def falls(self, v: Village, death: Death) -> None:
        """For the brave: the village's patience dies with its wisdom (ELDER-8, ELDER-9)."""
        if not v.options.elder_death_kills_revealed_idiot or not self.is_idiot:
            return
        if death.card is not None and death.card.name == "elder":
            fall = Death(self.holder, WISDOM, "ELDER-8", by="elder")
            fall.face_up = True
            v.join(fall)
