"""Nightmare."""

from __future__ import annotations

from nightcall.engine.events import PUBLIC
from nightcall.engine.rule import NIGHTFALL
from nightcall.engine.unmoderated import DRAW, DRAWN, Policy
from nightcall.engine.village import Village
from nightcall.engine.votes import Ballot, Verdict, begin, can_vote, collect, count, open_ballot, pronounce, settle
from nightcall.rules.newmoon.card import EventCard
from nightcall.rules.newmoon.pile import last_eliminated
from nightcall.rules.newmoon.voting_order import in_turn


class Nightmare(EventCard):
    """At once and without a debate everybody accuses somebody in turn; the most accused fall. (NIGHT-1, NIGHT-2)

    It takes the place of the vote (VOTE-17). The turn begins left of the last eliminated, or where the moderator says
    (AMD-30); whoever may vote must accuse (AMD-40). All who are tied fall, if the table wants it so (AMD-39).
    """

    name = "nightmare"
    family = "NIGHT"
    led = {"nightmare.first": Policy(DRAWN, DRAW)}
    replaces = ("vote", "pointing")
    until = NIGHTFALL

    first = 0
    """Who accuses first, where nobody has been eliminated yet."""

    def instead_of(self, v: Village, step: str) -> bool:
        if step == "vote":
            self._accuse(v)
        return step in ("debate", "vote")

    def _accuse(self, v: Village) -> None:
        begin(v)
        ballot = open_ballot(v, v.living)
        verdict = count(v, ballot, collect(v, ballot)) if can_vote(v, ballot) else None
        if verdict is None:
            self.discard(v)
            return
        for rule in v.at("counted"):
            rule.counted(v, verdict)
        condemned = self._settle(v, verdict)
        self.discard(v)
        pronounce(v, verdict, condemned)

    def ballot(self, v: Village, ballot: Ballot) -> None:
        """The accusations, and a second ballot after a tie if there is one."""
        ballot.is_bound = True
        last = last_eliminated(v)
        if last:
            in_turn(v, ballot, v.around(last), "NIGHT-1")
            return
        if self.first not in ballot.voters:
            self.first = v.pick("nightmare.first", ballot.voters, rule="AMD-30", audience=PUBLIC)
        if self.first:
            in_turn(v, ballot, [self.first, *v.around(self.first)], "AMD-30")

    @staticmethod
    def _settle(v: Village, verdict: Verdict) -> list[int]:
        """No Scapegoat and no Sheriff where all the tied fall (AMD-39)."""
        counts = verdict.counts
        tied = [seat for seat in sorted(counts) if counts[seat] == max(counts.values())]
        if len(tied) > 1 and v.options.nightmare_tie == "all_tied":
            verdict.tied, verdict.rule = tied, "OPT-NIGHTMARE-TIE"
            v.tell("tied", "OPT-NIGHTMARE-TIE", seats=tuple(tied))
            return tied
        settle(v, verdict)
        return [verdict.condemned] if verdict.condemned else []
