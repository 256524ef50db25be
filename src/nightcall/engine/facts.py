"""The facts of a telling: time, seats, who lives, what has happened."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from typing import Any

from nightcall.engine.deaths import Death
from nightcall.engine.events import Event
from nightcall.engine.plan import plan_of
from nightcall.engine.setup import Setup
from nightcall.engine.viewers import Audience

Listener = Callable[[str, Audience, Mapping[str, Any]], None]
"""Is told the name of an event, whom it is for, and its facts."""


class Facts:
    """What everybody and everything in a telling can look up. First of the chapters that make up `Village`.

    One flat record, though the vote or the pack could be parts of it: every rule reads it, house rules too, by one
    name (`v.wolves`, `v.votes_today`), and in simulations each further dot is paid at every look.
    """

    __slots__ = (
        "_heard",
        "_keeps_record",
        "_listener",
        "allies",
        "announced",
        "away",
        "bites",
        "brought",
        "cascade",
        "circle",
        "day",
        "despair",
        "dooms",
        "elsewhere",
        "events",
        "exposed",
        "faces",
        "falling",
        "forms",
        "gone",
        "graveyard",
        "infected",
        "is_told",
        "joining",
        "living",
        "names",
        "night",
        "options",
        "pack_is_known",
        "phase",
        "plan",
        "powerless",
        "regrouped",
        "revoting",
        "seats",
        "sentenced",
        "setup",
        "shelters",
        "shown",
        "sightings",
        "told_before",
        "turned_up",
        "votes_added",
        "votes_held",
        "votes_today",
        "window",
        "wolves",
        "wolves_feigned",
    )

    def __init__(self, setup: Setup, *, keeps_record: bool) -> None:
        plan = plan_of(setup)
        self.setup = setup
        self.plan = plan
        self._keeps_record = keeps_record
        self.options = setup.options
        self.events: list[Event] = []
        self.told_before: Sequence[Event] = ()
        """The first of them, where a game is told again: word for word, and held against their declarations then."""
        self._listener: Listener | None = None
        self._heard: Container[str] = ()
        """Events somebody hears of though no record is kept."""
        self.is_told = keeps_record
        """Whether there is anybody to tell anything to. What happens at every step asks first: most of a playout's
        words would be for nobody."""

        self.seats = plan.seats
        """Everybody who plays or has played here."""
        self.names = list(setup.players)
        """The name of each seat; whoever joins later comes last."""
        self.elsewhere: list[int] = []
        """Players who have moved away, neither eliminated nor winners."""
        self.regrouped: set[int] = set()
        """Those who came back after that, and belong to no group any more."""
        self.brought: list[str] = []
        """Cards that came into the game with somebody who joined later, where their calls are heard."""
        self.circle = list(self.seats)
        """The seats in the order people sit, clockwise: left = next (GEN-7)."""
        self.living: list[int] = list(self.seats)
        self.graveyard: list[Death] = []
        """Everybody eliminated, in the order announced (GEN-16)."""
        self.gone: dict[int, str] = {}
        """Players who left the game alive, with the side they won for."""

        self.night = 0
        self.day = 0
        self.phase = "setup"
        """`setup`, `night`, `dawn` or `day`."""
        self.votes_held = 0
        self.votes_today = 0
        self.votes_added: list[tuple[str, str]] = []
        """What has ordered another vote today, with the rule id (JUDGE-10)."""
        self.revoting = False
        self.window = ""
        """Which window for day powers is open: `debate`, `verdict`, `between` (two votes), `dusk`, or none."""
        self.sentenced: tuple[int, ...] = ()
        """Everybody a vote has condemned, until it is carried out."""
        self.away: dict[int, str] = {}
        """Living players out of the village, with the rule that sent them."""
        self.exposed: set[int] = set()
        """Absent players the wolves may devour all the same (OPT-RASCAL-IMMUNE)."""
        self.powerless: dict[int, str] = {}
        """Players whose character works no more, with the rule that did it; vote, titles and house stay."""
        self.forms = plan.forms
        """Characters that are played in another form now."""
        self.shelters: list[list[int]] = []
        """Where people are, if not all together: seats that can reach one another tonight."""
        self.allies: set[int] = set()
        """Players who win with the Werewolves without being any (WOLF-11)."""

        self.announced = plan.announced
        """Card -> copies the table may expect in play (FK-14)."""
        self.shown: dict[str, int] = {}
        """Card -> copies shown at an elimination (FK-5)."""
        self.faces: dict[int, str] = {}
        """Seat -> the card everybody has seen before it."""
        self.turned_up: set[int] = set()
        """Seats whose card was turned up for good."""
        self.despair = False
        """The villagers have lost their powers (DESP-1)."""
        self.wolves: set[int] = set()
        """Seats known to be Werewolves now, alive or dead."""
        self.pack_is_known = False
        """Every Werewolf has been seen: from the first Werewolves' call on."""
        self.wolves_feigned = False
        """Nobody is to learn that there are no Werewolves: everything goes on as if some lived."""
        self.infected: set[int] = set()
        self.sightings: list[tuple[int, bool | None]] = []
        """Whom a Seer has looked at, and whether that was a Werewolf (None: nobody knew yet)."""
        self.bites: list[Death] = []
        """Tonight's meals, in the order taken."""
        self.dooms: list[Death] = []
        """Tonight's other deaths to come."""
        self.cascade: list[Death] | None = None
        """The deaths of the cascade going on."""
        self.falling: list[Death] = []
        """The batch that is about to fall, unless still spared."""
        self.joining: list[Death] = []
        """Deaths that join the batch just falling."""

    def name_of(self, seat: int) -> str:
        return self.names[seat - 1]

    def group_of(self, seat: int) -> str:
        """The group the moderator has put the seat in (MANIP-1); empty for whoever joined later."""
        groups = self.setup.groups
        return groups[seat - 1] if seat <= len(groups) and seat not in self.regrouped else ""

    def present(self) -> list[int]:
        """The living who are here."""
        return [seat for seat in self.living if seat not in self.away] if self.away else self.living

    def eliminated(self) -> list[int]:
        """Everybody eliminated and not back in the game, in the order of time (GEN-16)."""
        return [death.seat for death in self.graveyard if death.seat not in self.living]

    def within_reach(self, seat: int) -> list[int]:
        """The living who are where this player is."""
        for place in self.shelters:
            if seat in place:
                return [other for other in self.living if other in place]
        return self.living

    def others(self, seat: int) -> list[int]:
        return [other for other in self.living if other != seat]

    def around(self, seat: int) -> list[int]:
        """The other living seats clockwise from here: the first is the left neighbour (GEN-7, GEN-9)."""
        return [other for other in self._ring(seat, self.circle) if other in self.living]

    def neighbours(self, seat: int, circle: Sequence[int] = ()) -> list[int]:
        """The nearest living players on either side; the same person twice counts once (GEN-8, BEAR-7).

        In this circle, if people sat otherwise when it mattered.
        """
        ring = self._ring(seat, circle or self.circle)
        nearest = [next((other for other in side if other in self.living), 0) for side in (ring, reversed(ring))]
        return [seat for seat in dict.fromkeys(nearest) if seat]

    @staticmethod
    def _ring(seat: int, circle: Sequence[int]) -> list[int]:
        """The other seats clockwise from here, whoever still lives."""
        place = circle.index(seat)
        return [*circle[place + 1 :], *circle[:place]]
