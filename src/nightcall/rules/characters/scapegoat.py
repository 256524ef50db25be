"""The Scapegoat."""

from __future__ import annotations

from collections.abc import Sequence

from nightcall.engine.deaths import VOTE, Death
from nightcall.engine.events import PUBLIC, SEATS, Tells
from nightcall.engine.prompts import HOLDERS, About
from nightcall.engine.rule import Character, Rule
from nightcall.engine.setup import Setup
from nightcall.engine.village import Village
from nightcall.engine.votes import Ballot, Verdict


class Scapegoat(Character):
    """Dies in the place of the tied, and then decides who may vote the next day. (SCAPE-1…SCAPE-12)"""

    name = "scapegoat"
    family = "SCAPE"
    borrowed_at = "passive"
    tells = [Tells("voters_named", seats=SEATS)]

    def tie(self, v: Village, verdict: Verdict) -> int:
        seat = self.holder or self._come_forward(v, v.living)
        if seat not in v.present():
            return 0  # GATH-3
        verdict.rule = "SCAPE-1"
        if not self.borrowed:
            verdict.face_up = True
            v.show(seat, self.name, "SCAPE-4")
        return seat

    def _come_forward(self, v: Village, among: Sequence[int]) -> int:
        """The moderator does not know him yet: the table is asked (SCAPE-4)."""
        suspects = v.cards.suspects(self.name, among)
        absent = {**v.away, **v.powerless}  # GATH-3
        seats = [seat for seat in suspects if seat not in absent and not v.keeps_only_calls(seat)]  # AMD-13
        seat = v.pick(
            "scapegoat.declare",
            seats,
            rule="SCAPE-4",
            optional=v.cards.may_wake((), seats, self.name),
            refused=dict.fromkeys(v.living, "IDENT-4"),
            about=About(HOLDERS, self.name),
        )
        if seat:
            v.locate(seat, self.name)
        else:
            v.cards.exclude(seats, (self.name,))
        return seat

    def afterwards(self, v: Village, deaths: Sequence[Death]) -> None:
        for death in deaths:
            if self.is_my_death(v, death) and self._is_privileged(v, death) and not v.is_decided():
                voters = v.pick_some(
                    "scapegoat.voters",
                    v.living,
                    1,
                    len(v.living),
                    rule="SCAPE-5",
                    by=self.holder,
                    audience=PUBLIC,
                )
                # Dead at dawn (only under `any`): the list holds that very day (AMD-7).
                v.enter(VoterList(voters, v.day if v.phase == "dawn" else v.day + 1))
                v.tell("voters_named", "SCAPE-2", seats=voters)

    def _is_privileged(self, v: Village, death: Death) -> bool:
        causes = v.options.scapegoat_privilege_causes
        if causes == "any":
            return True
        return death.cause == VOTE and (causes == "tie_or_vote" or death.by == "tie")


class VoterList(Rule):
    """Only the players the Scapegoat named may vote on that day. (SCAPE-2, SCAPE-3)"""

    name = "voter_list"

    def __init__(self, voters: Sequence[int], day: int) -> None:
        self.voters = voters
        self.day = day

    @classmethod
    def concerns(cls, setup: Setup) -> bool:
        return Scapegoat.concerns(setup)

    def ballot(self, v: Village, ballot: Ballot) -> None:
        if v.day == self.day:
            for seat in v.living:
                if seat not in self.voters:
                    ballot.silence(seat, "SCAPE-2")
