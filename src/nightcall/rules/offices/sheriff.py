"""Offices: titles a player holds beside the card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from nightcall.engine import views
from nightcall.engine.deaths import Death
from nightcall.engine.errors import Fault
from nightcall.engine.events import OFFICE, PUBLIC, SEAT, WHETHER, Tells
from nightcall.engine.rule import CONDEMN, Rule
from nightcall.engine.setup import Setup
from nightcall.engine.unmoderated import DRAWN, Policy
from nightcall.engine.village import Village
from nightcall.engine.votes import Ballot, Verdict, election

BY_THE_BOOK: Final = "as_book"


class Sheriff(Rule):
    """Elected by the players; his vote counts two, he may decide ties, and names his successor.

    (SHERIFF-1…SHERIFF-13, HOUSE-15)
    """

    name = "sheriff"
    family = "SHERIFF"
    led = {"sheriff.now": Policy(DRAWN, lapse=True)}
    is_office = True
    tells = [
        Tells("elected", seat=SEAT, office=OFFICE, seen=views.took_office, by_hand=True),
        Tells("not_elected", office=OFFICE, by_hand=True),
        Tells("succeeded", seat=SEAT, office=OFFICE, seen=views.took_office),
        Tells("dismissed", seat=SEAT, office=OFFICE, seen=views.lost_office),
        Tells("office_lost", office=OFFICE, reveals=WHETHER, seen=views.lost_office),  # IDIOT-4, BURY-3
    ]

    is_gone = False
    """The title is lost for good (IDIOT-4, SHERIFF-11, FARM-4)."""
    is_discarded = False
    """The holder has just become somebody else and must pass it on (SERV-11)."""
    not_before = 0
    """An undecided election is held again on a later day (SHERIFF-9)."""

    @classmethod
    def concerns(cls, setup: Setup) -> bool:
        return setup.options.sheriff_election != "off"

    # -- election --

    @classmethod
    def faults(cls, setup: Setup) -> list[Fault]:
        """Either there is no Sheriff, or there is a day for his election."""
        options = setup.options
        if options.sheriff_election != "off" or options.sheriff_elected_on == BY_THE_BOOK:
            return []
        return [Fault("setup.sheriff_off", "HOUSE-16", about=("options",))]

    def _is_due(self, v: Village, by_the_book: str, moment: str) -> bool:
        """Whether this is when the table holds the election: the book's own choice, or a day of its own (HOUSE-16)."""
        chosen = v.options.sheriff_elected_on
        return v.options.sheriff_election == by_the_book if chosen == BY_THE_BOOK else chosen == moment

    def enters(self, v: Village) -> None:
        if self._is_due(v, "setup", ""):
            self._offer(v)

    def morning(self, v: Village) -> None:
        if self._is_due(v, "first_day" if v.day == 1 else "", f"d{v.day}_dawn"):
            self._offer(v)

    def evening(self, v: Village) -> None:
        if self._is_due(v, "", f"d{v.day}_dusk"):
            self._offer(v)

    def _offer(self, v: Village) -> None:
        """Every value lets the moderator postpone it to any later debate; Farmers override it (AMD-35)."""
        is_vacant = not self.holder and not self.is_gone
        if is_vacant and self.electorate(v) is None and v.yes("sheriff.now", "SHERIFF-1", audience=PUBLIC):
            self.elect(v)

    def powers(self, v: Village) -> tuple[str, ...]:
        if self.holder or self.is_gone or v.day < max(self.not_before, self._first_debate(v)):
            return ()
        return ("sheriff.elect",) if self.electorate(v) is None else ()

    @staticmethod
    def _first_debate(v: Village) -> int:
        """The day from which it may be called in the debate: nothing is offered before its time (AMD-14, HOUSE-16)."""
        chosen = v.options.sheriff_elected_on
        if chosen == BY_THE_BOOK:
            return 1 if v.options.sheriff_election == "first_day" else 0
        return int(chosen[1]) + chosen.endswith("dusk")

    def use(self, v: Village, power: str) -> None:
        self.elect(v)

    def electorate(self, v: Village) -> Sequence[int] | None:
        """Those who alone elect and may hold the office (FARM-1); None = everybody."""
        answers = [rule.electors(v, self.name) for rule in v.at("electors")]
        return next((seats for seats in answers if seats is not None), None)

    def elect(self, v: Village) -> None:
        """Held by the village, or by those alone who may; one of those left is Sheriff without a vote (FARM-8)."""
        seats, rule = self.electorate(v), "FARM-1"
        if seats is None:
            seat, rule = election(v, "sheriff.elect", v.living), "SHERIFF-1"
        elif len(seats) == 1:
            seat, rule = seats[0], "FARM-8"
        else:
            seat = election(v, "farmers.elect", seats, seats)
        if seat:
            self._take_office(v, seat, "elected", rule)
        else:
            self.not_before = v.day + 1
            v.tell("not_elected", "SHERIFF-9", office=self.name)

    def _take_office(self, v: Village, seat: int, how: str, rule: str) -> None:
        self.holder = seat
        v.tell(how, rule, seat=seat, office=self.name)
        for office in v.at("sworn_in"):
            office.sworn_in(v, self.name, seat)

    # -- vote --

    def ballot(self, v: Village, ballot: Ballot) -> None:
        if self.holder in ballot.voters:
            ballot.weights[self.holder] = v.options.sheriff_vote_weight * ballot.weights.get(self.holder, 1)

    def tie(self, v: Village, verdict: Verdict) -> int:
        """He names one of the tied, himself included, or declines; only if he may vote today (VOTE-15)."""
        if not v.options.sheriff_breaks_ties or self.holder not in verdict.ballot.voters:
            return 0
        seat = v.pick(
            "sheriff.tiebreak",
            verdict.tied,
            rule="SHERIFF-3",
            by=self.holder,
            optional=True,
            power=CONDEMN,
            audience=PUBLIC,
        )
        if seat:
            verdict.rule = "SHERIFF-3"
        verdict.is_declined = not seat
        return seat

    # -- succession --

    def afterwards(self, v: Village, deaths: Sequence[Death]) -> None:
        if self.is_discarded:
            self.is_discarded = False
            self._name_heir(v, [seat for seat in v.living if seat != self.holder], "SERV-11")
            return
        for death in deaths:
            if death.seat == self.holder:
                if death.card is not None and death.card.ends_office:
                    # Without Farmers it would end anyway: the reason given must not tell the card (BURY-1).
                    electors = self.electorate(v)
                    self.lose(v, "IDIOT-4" if electors is None or electors else "FARM-4")
                else:
                    heirs = [seat for seat in v.living if seat != death.taken_by]
                    refused = {death.taken_by: "SERV-11"} if death.taken_by else None
                    self._name_heir(v, heirs, "SHERIFF-4", refused)
                return

    def forget(self, v: Village, seat: int) -> None:
        self.is_discarded = self.is_discarded or seat == self.holder

    def leaves(self, v: Village, seat: int) -> None:
        if seat == self.holder:
            self._name_heir(v, v.living, "SHERIFF-13")

    def _name_heir(self, v: Village, heirs: Sequence[int], rule: str, refused: Mapping[int, str] | None = None) -> None:
        farmers = self.electorate(v)
        if farmers is not None:
            refused = dict.fromkeys([seat for seat in v.living if seat not in farmers], "FARM-3") | dict(refused or {})
            heirs = [seat for seat in heirs if seat in farmers]
        if heirs and v.is_decided():
            return
        heir = v.pick("sheriff.heir", heirs, rule=rule, by=self.holder, audience=PUBLIC, refused=refused)
        if heir:
            self._take_office(v, heir, "succeeded", rule)
        else:
            self.lose(v, "SHERIFF-11" if farmers is None or farmers else "FARM-4")

    def dismiss(self, v: Village, rule: str) -> None:
        """The badge is taken off; somebody else may be elected."""
        if self.holder:
            v.tell("dismissed", rule, seat=self.holder, office=self.name)
        self.holder = 0

    def lose(self, v: Village, rule: str) -> None:
        self.holder = 0
        self.is_gone = True
        v.tell("office_lost", rule, office=self.name)
