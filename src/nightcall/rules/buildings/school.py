"""The School."""

from __future__ import annotations

from collections.abc import Sequence

from nightcall.engine.events import PUBLIC, SEATS, Tells
from nightcall.engine.rule import NIGHTFALL, Rule
from nightcall.engine.setup import Setup
from nightcall.engine.village import Village
from nightcall.engine.votes import Ballot
from nightcall.rules.buildings.building import Building, Houses

PUPILS = 2


class School(Building):
    """Before the day's first vote the Schoolmarm may bar up to two players from voting that day.

    She herself never votes as long as she lives there, and Vagabonds do not go to school. (SCHOOL-1…SCHOOL-6)
    """

    name = "school"
    family = "SCHOOL"
    tells = [Tells("barred", seats=SEATS)]

    def polls(self, v: Village) -> None:
        if not self.is_home(v):
            return
        vagabonds = v.the(Houses).vagabonds(v)
        seats = v.pick_some(
            "school.bar",
            [seat for seat in v.others(self.holder) if seat not in vagabonds],
            0,
            PUPILS,
            rule="SCHOOL-1",
            by=self.holder,
            audience=PUBLIC,
            refused={self.holder: "SCHOOL-1"} | dict.fromkeys(vagabonds, "SCHOOL-2"),
        )
        if seats:
            v.enter(Barred(seats))
            v.tell("barred", "SCHOOL-1", seats=seats)

    def ballot(self, v: Village, ballot: Ballot) -> None:
        ballot.silence(self.holder, "SCHOOL-1")


class Barred(Rule):
    """No vote for these players today, whatever becomes of the Schoolmarm. (SCHOOL-3)"""

    name = "barred"
    until = NIGHTFALL

    def __init__(self, seats: Sequence[int] = ()) -> None:
        self.seats = seats

    @classmethod
    def concerns(cls, setup: Setup) -> bool:
        return School.concerns(setup)

    def ballot(self, v: Village, ballot: Ballot) -> None:
        for seat in self.seats:
            ballot.silence(seat, "SCHOOL-1")
