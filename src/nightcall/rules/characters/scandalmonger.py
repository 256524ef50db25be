"""The Scandalmonger, and the poster."""

from __future__ import annotations

from nightcall.engine import views
from nightcall.engine.events import MODERATOR, SEAT, Tells
from nightcall.engine.prompts import PICK, Prompt
from nightcall.engine.rule import EVERY_NIGHT, NIGHTFALL, Character, Rule
from nightcall.engine.setup import Setup
from nightcall.engine.village import Village
from nightcall.engine.votes import Ballot, Verdict
from nightcall.rules.buildings.building import Houses


class Scandalmonger(Character):
    """Each night puts up a poster before a house: two voices against its occupant at the next vote.

    (SCAN-1…SCAN-7, HOUSE-11)
    """

    name = "scandalmonger"
    family = "SCAN"
    needs = "buildings"
    wakes = EVERY_NIGHT
    borrowed_at = "own_call"
    tells = [Tells("posted", to="by", by=SEAT, seat=SEAT, echo=True)]

    @classmethod
    def asks(cls, v: Village) -> Prompt | None:
        low = 0 if v.options.scandalmonger_may_pass else 1
        return Prompt("scandalmonger.post", PICK, "SCAN-1", options=v.living, low=low)

    def has_target(self, v: Village) -> bool:
        return bool(v.choosable(v.the(Houses).housed(v.living)))

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
            Poster.take_down(v, self.holder)
            v.enter(Poster(seat, self.holder, is_lent=self.borrowed))
            v.tell("posted", "SCAN-1", (self.holder,), by=self.holder, seat=seat)


class Poster(Rule):
    """Stands before a house from the morning till night and speaks at the count. (VOTE-5, SCAN-2…SCAN-7)

    Or, where the table likes it better, until a count has heard it or another one is put up. (HOUSE-24)
    """

    name = "poster"
    until = NIGHTFALL
    tells = [
        Tells("poster_burnt", to=MODERATOR, seat=SEAT),
        Tells("poster_seen", seat=SEAT, reveals="seat", seen=views.marks("has_poster", True)),
    ]

    is_counted = False
    """It has spoken at a count."""
    is_old = False
    """It has stood there since an earlier morning."""

    def __init__(self, seat: int = 0, author: int = 0, *, is_lent: bool = False) -> None:
        self.holder = seat
        self.author = author
        self.is_lent = is_lent

    @classmethod
    def concerns(cls, setup: Setup) -> bool:
        return Scandalmonger.concerns(setup)

    @staticmethod
    def take_down(v: Village, author: int) -> None:
        """There is one poster: that of whoever puts up another, or had the card before (SCAN-4)."""
        for old in list(v.named(Poster.name)):
            if isinstance(old, Poster) and old.is_old and (old.author == author or old.author not in v.living):
                v.remove(old)

    def awakening(self, v: Village) -> None:
        if v.the(Houses).of(self.holder) is None:
            v.remove(self)
            v.tell("poster_burnt", "SCAN-5", MODERATOR, seat=self.holder)
        else:
            v.tell("poster_seen", "HOUSE-24" if self.is_old else "SCAN-7", seat=self.holder)

    def ballot(self, v: Village, ballot: Ballot) -> None:
        """Written against the Barkeep's immunity (SCAN-3), but not against others who can receive no votes (VOTE-13).

        A second ballot between tied players is not the next count any more.
        """
        if self.holder not in v.living or v.the(Houses).of(self.holder) is None:
            return
        if v.revoting or (self.holder in ballot.spared and self.holder not in ballot.privileged):
            return
        waits = v.options.poster_lasts_until_vote and not self.is_counted
        if waits or v.votes_today == 1 or v.options.scandal_scope == "next_day":
            ballot.extra[self.holder] = ballot.extra.get(self.holder, 0) + v.options.poster_votes

    def counted(self, v: Village, verdict: Verdict) -> None:
        self.is_counted = self.is_counted or self.holder in verdict.ballot.extra

    def lapses(self, v: Village) -> None:
        """One that nobody has heard stays, unless an Actor has put it up (ACTOR-8)."""
        is_lent = self.is_lent and v.options.actor_effects_end_at_nightfall
        if v.options.poster_lasts_until_vote and not self.is_counted and not is_lent and self.holder in v.living:
            self.is_old = True
            v.enter(self)
