"""The Scandalmonger, and the poster."""

from __future__ import annotations

from nightcall.engine.events import MODERATOR
from nightcall.engine.prompts import PICK, Prompt
from nightcall.engine.rule import EVERY_NIGHT, NIGHTFALL, Character, Rule
from nightcall.engine.setup import Setup
from nightcall.engine.village import Village
from nightcall.engine.votes import Ballot
from nightcall.rules.buildings.building import Houses

VOICES = 2


class Scandalmonger(Character):
    """Each night puts up a poster before a house: two voices against its occupant at the next vote.

    (SCAN-1…SCAN-7)
    """

    name = "scandalmonger"
    family = "SCAN"
    needs = "buildings"
    wakes = EVERY_NIGHT
    borrowed_at = "own_call"

    @classmethod
    def asks(cls, v: Village) -> Prompt | None:
        low = 0 if v.options.scandalmonger_may_pass else 1
        return Prompt("scandalmonger.post", PICK, "SCAN-1", options=v.living, low=low)

    def call(self, v: Village) -> None:
        homes = v.the(Houses)
        seat = v.pick(
            "scandalmonger.post",
            homes.housed(v.living),
            rule="SCAN-1",
            by=self.holder,
            optional=v.options.scandalmonger_may_pass,
            refused=dict.fromkeys(homes.vagabonds(v), "VAG-1"),
        )
        if seat:
            v.enter(Poster(seat))
            v.tell("posted", "SCAN-1", (self.holder,), by=self.holder, seat=seat)


class Poster(Rule):
    """Stands before a house from the morning till night and speaks at the count. (VOTE-5, SCAN-2…SCAN-7)"""

    name = "poster"
    until = NIGHTFALL

    def __init__(self, seat: int = 0) -> None:
        self.holder = seat

    @classmethod
    def concerns(cls, setup: Setup) -> bool:
        return Scandalmonger.concerns(setup)

    def awakening(self, v: Village) -> None:
        if v.the(Houses).of(self.holder) is None:
            v.remove(self)
            v.tell("poster_burnt", "SCAN-5", MODERATOR, seat=self.holder)
        else:
            v.tell("poster_seen", "SCAN-7", seat=self.holder)

    def ballot(self, v: Village, ballot: Ballot) -> None:
        """Written against the Barkeep's immunity (SCAN-3), but not against others who can receive no votes (VOTE-13).

        A second ballot between tied players is not the next count any more.
        """
        if self.holder not in v.living or v.the(Houses).of(self.holder) is None:
            return
        if ballot.spared.get(self.holder, "BARK-1") != "BARK-1" or v.revoting:
            return
        if v.votes_today == 1 or v.options.scandal_scope == "next_day":
            ballot.extra[self.holder] = ballot.extra.get(self.holder, 0) + VOICES
