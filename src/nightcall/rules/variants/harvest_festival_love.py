"""Love at the Harvest Festival: a couple, and somebody one of them loves in secret."""

from __future__ import annotations

from collections.abc import Sequence

from nightcall.engine.deaths import GRIEF, Death
from nightcall.engine.events import HOLDER, SEAT, SEATS, Tells
from nightcall.engine.facts import Facts
from nightcall.engine.rule import CONDEMN
from nightcall.engine.unmoderated import Round
from nightcall.engine.views import View
from nightcall.engine.village import Village
from nightcall.engine.votes import Ballot
from nightcall.rules.characters.cupid import Cupid, Lovers


class HarvestCupid(Cupid):
    """Makes a couple as usual; then gives one of the two a Secret Lover. (HARV-10)"""

    tells = [
        Tells("betrayed", to=HOLDER, deceitful=SEAT, secret=SEAT, jilted=SEAT, echo=True),
        Tells("fell_in_secret_love", to="seats", seats=SEATS, deceitful=SEAT),
    ]

    @classmethod
    def rounds(cls, v: Village, seen: View) -> Sequence[Round]:
        return (*super().rounds(v, seen), Round("cupid.deceitful"), Round("cupid.secret"))

    def unite(self, v: Village, pair: tuple[int, ...]) -> Lovers:
        others = [seat for seat in v.living if seat not in pair]
        refused = dict.fromkeys(pair, "HARV-10")
        deceitful = v.pick("cupid.deceitful", pair, rule="HARV-10", by=self.holder)
        secret = v.pick("cupid.secret", others, rule="HARV-10", by=self.holder, refused=refused)
        if not deceitful or not secret:
            return super().unite(v, pair)
        jilted = pair[0] if deceitful == pair[1] else pair[1]
        v.tell("betrayed", "HARV-10", (self.holder,), deceitful=deceitful, secret=secret, jilted=jilted)
        return Triangle(deceitful, jilted, secret, is_lasting=not self.borrowed)


class Triangle(Lovers):
    """The True Lovers, one of them Deceitful and the other Jilted, and the Secret Lover. (HARV-10…HARV-12, HARV-17)

    Only the True Lovers are a couple with a goal; the Secret Lover keeps the goal of his own camp.
    """

    def __init__(self, deceitful: int, jilted: int, secret: int, *, is_lasting: bool) -> None:
        super().__init__(deceitful, jilted, is_lasting=is_lasting)
        self.deceitful, self.jilted, self.secret = deceitful, jilted, secret

    def call(self, v: Village) -> None:
        super().call(v)
        if self.secret in v.present():
            pair = (self.deceitful, self.secret)
            v.ack("lovers.meet_secretly", "HARV-10")
            v.tell("fell_in_secret_love", "HARV-10", pair, seats=pair, deceitful=self.deceitful)

    def _bans(self, v: Facts) -> dict[int, int]:
        """Who may not act against whom (HARV-12)."""
        bans = {self.jilted: self.deceitful}
        if v.options.harvest_secret_pair_vote_ban:
            bans |= {self.deceitful: self.secret, self.secret: self.deceitful}
        return bans

    def binds(self, v: Facts, power: str, seat: int) -> dict[int, str]:
        if power == CONDEMN or v.options.lovers_restriction == "no_harm":
            return {target: "HARV-12" for voter, target in self._bans(v).items() if voter == seat}
        return {}

    def ballot(self, v: Village, ballot: Ballot) -> None:
        for voter, target in self._bans(v).items():
            ballot.bar(voter, target, "HARV-12")

    def falls(self, v: Village, death: Death) -> None:
        """The Jilted is mourned by nobody, the Deceitful by both, the Secret as the table wants (HARV-11)."""
        if not self.grieves or death.seat not in (self.deceitful, self.secret):
            return
        if death.seat == self.secret:
            both = v.options.harvest_secret_lover_death == "kills_both"
            mourners = (self.deceitful, self.jilted) if both else (self.deceitful,)
        elif death.cause == GRIEF and death.culprits == (self.secret,):
            return  # AMD-31
        else:
            mourners = (self.jilted, self.secret)
        for seat in mourners:
            grief = Death(seat, GRIEF, "HARV-11", by=self.name, culprits=(death.seat,))
            if seat == self.jilted and death.side == "lovers":
                grief.side = "lovers"  # AMD-15
            v.join(grief)
