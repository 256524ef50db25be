"""Great Distrust."""

from __future__ import annotations

from nightcall.engine.events import PUBLIC, SEATS, Tells
from nightcall.engine.rule import NIGHTFALL
from nightcall.engine.unmoderated import FRIENDS, Policy
from nightcall.engine.village import Village
from nightcall.engine.votes import Ballot, Verdict, begin, pronounce
from nightcall.rules.newmoon.card import EventCard


class GreatDistrust(EventCard):
    """Everybody points at two or three friends at once; whoever nobody points at falls. (DIST-1…DIST-3)

    It takes the place of the vote (VOTE-17), but no voices are counted: no weight, ban or tie matters (VOTE-18), and
    the Judge has nothing to sign in (AMD-38).
    """

    name = "great_distrust"
    family = "DIST"
    led = {"great_distrust.friendless": Policy(FRIENDS)}
    replaces = ("vote", "pointing")
    until = NIGHTFALL
    tells = [Tells("distrusted", seats=SEATS)]

    def instead_of(self, v: Village, step: str) -> bool:
        if step != "vote":
            return False
        begin(v)
        alone = self._friendless(v)
        v.tell("distrusted", "DIST-1", seats=alone)
        verdict = Verdict(Ballot((), ()), {}, {})
        verdict.rule = "DIST-1"
        self.discard(v)
        pronounce(v, verdict, alone)
        return True

    @staticmethod
    def _friendless(v: Village) -> tuple[int, ...]:
        """Those with a friend have that many friends among one another, so at least one more than that are safe."""
        here = v.present()
        most = len(here) - v.options.great_distrust_friends - 1
        if most < 1:
            return ()  # everybody points at everybody (DIST-2)
        return v.pick_some("great_distrust.friendless", here, 0, most, rule="DIST-1", audience=PUBLIC)
