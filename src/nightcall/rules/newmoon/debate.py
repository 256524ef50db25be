"""Events that put the debate under a rule: Good Manners, Eclipse, Not Me – Nor Wolf."""

from __future__ import annotations

from typing import ClassVar

from nightcall.engine.events import PUBLIC
from nightcall.engine.rule import NIGHTFALL
from nightcall.engine.unmoderated import MAJORITY, Policy
from nightcall.engine.village import Village
from nightcall.engine.votes import Ballot
from nightcall.rules.newmoon.card import EventCard


class DebateCard(EventCard):
    """Whoever breaks the rule of today's debate has no vote today; the moderator is the judge. (VOTE-19, MANN-2)

    Without a debate there is nothing to break (EVX-7).
    """

    until = NIGHTFALL
    names_offenders = True
    rule: ClassVar[str] = ""

    def __init__(self) -> None:
        self.offenders: list[int] = []

    def _punishable(self, v: Village) -> list[int]:
        return [seat for seat in v.present() if seat not in self.offenders]

    def powers(self, v: Village) -> tuple[str, ...]:
        return (f"{self.name}.offence",) if self._punishable(v) else ()

    def use(self, v: Village, power: str) -> None:
        seat = v.pick(f"{self.name}.offender", self._punishable(v), rule=self.rule, audience=PUBLIC)
        self.offenders.append(seat)
        v.tell("punished", self.rule, seat=seat)

    def ballot(self, v: Village, ballot: Ballot) -> None:
        for seat in self.offenders:
            ballot.silence(seat, self.rule)


class GoodManners(DebateCard):
    """The debate goes round in turn; interrupting costs the vote. (MANN-1, MANN-2)"""

    name = "good_manners"
    family = "MANN"
    led = {"good_manners.offender": Policy(MAJORITY)}
    rule = "MANN-1"


class Eclipse(DebateCard):
    """The debate is held back to back; looking at the others costs the vote. (ECLI-1, MANN-2)"""

    name = "eclipse"
    family = "ECLI"
    led = {"eclipse.offender": Policy(MAJORITY)}
    rule = "ECLI-1"


class NotMeNorWolf(DebateCard):
    """Until the vote nobody says "me" or "wolf"; either word costs the vote. (NOTME-1, MANN-2)"""

    name = "not_me_nor_wolf"
    family = "NOTME"
    led = {"not_me_nor_wolf.offender": Policy(MAJORITY)}
    rule = "NOTME-1"
