"""Influences."""

from __future__ import annotations

from nightcall.engine.events import PUBLIC, SEATS, Tells
from nightcall.engine.unmoderated import DRAW, OPEN, Policy
from nightcall.engine.village import Village
from nightcall.engine.votes import Ballot, Verdict
from nightcall.rules.newmoon.card import DELAYED, EventCard
from nightcall.rules.newmoon.pile import last_eliminated
from nightcall.rules.newmoon.voting_order import in_turn


class Influences(EventCard):
    """The next vote is taken one voter after the other, to the left. (INFL-1, INFL-2)

    The last eliminated player names the first voter; with nobody eliminated yet the moderator does (AMD-30). It
    waits for a vote that takes place (NM-9).
    """

    name = "influences"
    family = "INFL"
    led = {"influences.first": Policy(OPEN, DRAW)}
    kind = DELAYED
    replaces = ("pointing",)
    ends_with = "voted"
    tells = [Tells("voting_order", seats=SEATS)]

    first = 0

    def ballot(self, v: Village, ballot: Ballot) -> None:
        last = last_eliminated(v)
        rule = "INFL-1" if last else "AMD-30"
        if self.first not in ballot.voters:  # a second ballot after a tie goes round as the first one did
            self.first = v.pick("influences.first", ballot.voters, rule=rule, by=last, audience=PUBLIC)
        if self.first:
            in_turn(v, ballot, [self.first, *v.around(self.first)], "INFL-1")

    def voted(self, v: Village, verdict: Verdict) -> None:
        self.discard(v)
