"""Events that may save whoever today's vote condemns: Heads or Tails, Pact with the Devil."""

from __future__ import annotations

from nightcall.engine.deaths import FREED, VOTE, Death
from nightcall.engine.events import PUBLIC, RULE, SEAT, Tells
from nightcall.engine.rule import NIGHTFALL
from nightcall.engine.unmoderated import DRAW, DRAWN, Policy
from nightcall.engine.village import Village
from nightcall.engine.votes import Verdict
from nightcall.rules.newmoon.card import EventCard


class Reprieve(EventCard):
    """Concerns the first verdict of the day: after the Lord, before the Servant and the card. (EVO-6)

    Whoever is freed counts as pardoned: the card stays unseen, nothing follows from it (LORD-6).
    """

    in_helper = False
    is_documented = False
    until = NIGHTFALL
    tells = [Tells("freed", seat=SEAT, by=RULE)]

    def frees(self, v: Village, seat: int) -> bool:
        raise NotImplementedError

    def threatened(self, v: Village, death: Death) -> None:
        if death.cause == VOTE and self.frees(v, death.seat):
            death.spare("EVO-6", FREED)
            v.tell("freed", "EVO-6", seat=death.seat, by=self.name)

    def voted(self, v: Village, verdict: Verdict) -> None:
        if verdict.deaths:
            self.discard(v)


class HeadsOrTails(Reprieve):
    """The moderator tosses a coin: one side frees the condemned, the other confirms the verdict. (EVO-6)

    Several condemned: one toss each, in the order of their seats. (AMD-67)
    """

    name = "heads_or_tails"
    family = "EVO"
    led = {"heads_or_tails.toss": Policy(DRAWN, DRAW)}

    def frees(self, v: Village, seat: int) -> bool:
        return v.choose("heads_or_tails.toss", ("tails", "heads"), rule="EVO-6", by=seat, audience=PUBLIC) == "tails"


class PactWithTheDevil(Reprieve):
    """The condemned may take the pact and live; who loses all the same sits out the next game. (EVO-6)"""

    name = "pact_with_the_devil"
    family = "EVO"

    def frees(self, v: Village, seat: int) -> bool:
        return v.yes("pact_with_the_devil.take", "EVO-6", by=seat, audience=PUBLIC)
