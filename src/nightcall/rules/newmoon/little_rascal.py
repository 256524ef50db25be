"""The Little Rascal."""

from __future__ import annotations

from nightcall.engine.events import PUBLIC
from nightcall.engine.rule import DAWN, NIGHTFALL
from nightcall.engine.unmoderated import CLERK, DRAW, Policy
from nightcall.engine.village import Village
from nightcall.engine.votes import Ballot
from nightcall.rules.newmoon.away import Departure
from nightcall.rules.newmoon.card import DELAYED


class LittleRascal(Departure):
    """The youngest player is sent out until the next morning; from then on that vote counts three. (RASC-1…RASC-6)

    Back before the victims are named (RASC-6). What the table decides: whether the wolves may devour the absent
    child all the same (OPT-RASCAL-IMMUNE), and how long the triple vote lasts (OPT-RASCAL-LENGTH).
    """

    name = "little_rascal"
    family = "RASC"
    led = {"little_rascal.youngest": Policy(CLERK, DRAW)}
    kind = DELAYED
    away_rule = "RASC-4"
    ends_with = ""
    until = DAWN

    def leaving(self, v: Village) -> tuple[int, ...]:
        self.holder = v.pick("little_rascal.youngest", v.living, rule="RASC-4", audience=PUBLIC)
        if not v.options.rascal_cannot_be_devoured:
            v.expose(self.holder)
        return (self.holder,)

    def lapses(self, v: Village) -> None:
        if not self.seats:
            return  # the day of the triple vote is over
        super().lapses(v)
        v.cover(self.holder)
        self.until = NIGHTFALL if v.options.rascal_triple_vote == "one_day" else ""
        v.enter(self)

    def ballot(self, v: Village, ballot: Ballot) -> None:
        """Three times whatever else it counts (VOTE-4)."""
        if self.holder in ballot.voters:
            ballot.weights[self.holder] = 3 * ballot.weights.get(self.holder, 1)
