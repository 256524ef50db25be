"""The Manor."""

from __future__ import annotations

from nightcall.engine.deaths import REPRIEVED, VOTE, Death
from nightcall.engine.events import PUBLIC, SEAT, Tells
from nightcall.engine.round import debate
from nightcall.engine.village import Village
from nightcall.engine.votes import Verdict
from nightcall.rules.buildings.building import Building


class Manor(Building):
    """Once, the Lord pardons a player the vote has condemned, himself included; the card is not shown. (LORD-1…LORD-8)

    Then night falls without another vote; or, as the table likes, the village goes on debating and votes again
    (OPT-LORD-REVOTE).
    """

    name = "manor"
    family = "LORD"
    is_unique = True
    tells = [Tells("reprieved", seat=SEAT, by=SEAT)]

    def threatened(self, v: Village, death: Death) -> None:
        """Asked at every vote while he can, before anybody else can step in (LORD-4, LORD-8)."""
        if death.cause != VOTE or self.is_used or not self.is_home(v):
            return
        if v.pick("manor.pardon", [death.seat], rule="LORD-1", by=self.holder, optional=True, audience=PUBLIC):
            self.is_used = True
            death.spare("LORD-1", REPRIEVED)
            v.tell("reprieved", "LORD-1", seat=death.seat, by=self.holder)

    def voted(self, v: Village, verdict: Verdict) -> None:
        pardons = [death.how == REPRIEVED for death in verdict.deaths]
        if pardons and all(pardons) and v.options.lord_pardon_then == "continue_day":
            debate(v)
            v.add_vote(self.name, "OPT-LORD-REVOTE")
