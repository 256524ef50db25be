"""The Piper, and those he has charmed."""

from __future__ import annotations

from nightcall.engine.errors import GameOver
from nightcall.engine.events import HOLDER, SEAT, SEATS, Tells
from nightcall.engine.knowing import Knowing
from nightcall.engine.outcome import Outcome
from nightcall.engine.prompts import PICK, Prompt
from nightcall.engine.rule import EVERY_NIGHT, LONERS, Character, Rule
from nightcall.engine.setup import Setup
from nightcall.engine.village import Village


class Piper(Character):
    """Charms two players each night; wins at once when every other living player is charmed. (PIPER-1…PIPER-13)

    The table may let him charm more or fewer (HOUSE-13), and keep call and goal once he is infected (HOUSE-14).
    """

    name = "piper"
    family = "PIPER"
    group = LONERS
    wakes = EVERY_NIGHT
    checked_at = "infection"
    borrowed_at = "place"
    unwise_to_borrow = "ACTOR-M13"
    keeps = ("marked",)
    tells = [
        Tells("charmed", to=("seat", HOLDER), seat=SEAT),
        Tells("charmed_shown", to="by", by=SEAT, seats=SEATS),
    ]

    def __init__(self) -> None:
        self.marked: list[int] = []

    def camp(self, v: Knowing) -> str:
        return self.name

    @classmethod
    def asks(cls, v: Village) -> Prompt | None:
        most = min(cls.most(v), len(v.living) - 1)
        low = most if v.options.piper_targets == "two" else 1
        return Prompt("piper.charm", PICK, "PIPER-1", options=v.living, low=low, high=most)

    def is_awake(self, v: Village) -> bool:
        return self.borrowed or self._plays_on(v)

    def _plays_on(self, v: Village) -> bool:
        return self.holder not in v.wolves or v.options.infected_loner_keeps_goal  # AMD-3, HOUSE-14

    @classmethod
    def most(cls, v: Village) -> int:
        """How many he charms in a night."""
        return v.options.piper_charms

    def _refused(self, v: Village) -> dict[int, str]:
        known = v.the(Charmed).seats if v.options.piper_targets_new_only else ()
        return dict.fromkeys([seat for seat in v.living if seat in known], "OPT-PIPER-NEW") | {self.holder: "PIPER-1"}

    def has_target(self, v: Village) -> bool:
        refused = self._refused(v)
        return bool(v.choosable(seat for seat in v.living if seat not in refused))

    def call(self, v: Village) -> None:
        charmed, refused = v.the(Charmed), self._refused(v)
        seats = [seat for seat in v.living if seat not in refused]
        most = self.most(v)
        low = most if v.options.piper_targets == "two" else 1
        chosen = v.pick_some("piper.charm", seats, low, most, rule="PIPER-1", by=self.holder, refused=refused)
        new = [seat for seat in chosen if seat not in charmed.seats]
        charmed.seats += new
        charmed.touched += new
        self.marked += new
        for seat in chosen:
            v.tell("charmed", "PIPER-2", (seat, self.holder), seat=seat)
        outcome = self.victory(v)
        if outcome is not None:
            raise GameOver(outcome)  # PIPER-9

    def taken(self, v: Village) -> None:
        """A Servant who becomes the Piper is told who is charmed (SERV-6); infected she is none (SERV-13)."""
        if not self._plays_on(v):
            return
        seats = tuple(seat for seat in v.the(Charmed).seats if seat in v.living)
        v.tell("charmed_shown", "SERV-6", (self.holder,), by=self.holder, seats=seats)

    def lapses(self, v: Village) -> None:
        """An Actor's charms end at nightfall (ACTOR-8)."""
        if v.options.actor_effects_end_at_nightfall:
            charmed = v.the(Charmed)
            charmed.seats = [seat for seat in charmed.seats if seat not in self.marked]

    def victory(self, v: Village) -> Outcome | None:
        if self.borrowed or self.holder not in v.living:
            return None
        charmed = v.the(Charmed).seats
        if not all(seat in charmed for seat in v.others(self.holder)):
            return None
        goals = (self.name, "werewolves") if v.options.infected_loner_keeps_goal else (self.name,)
        return v.win(self.name, "WIN-6", (self.holder,)) if v.side(self.holder) in goals else None


class Charmed(Rule):
    """A lasting, secret mark without any effect on powers; the charmed know one another. (CHARM-1…CHARM-3)"""

    name = "charmed"
    wave = 5
    tells = [Tells("charmed_met", to="seats", seats=SEATS)]

    def __init__(self) -> None:
        self.seats: list[int] = []
        self.touched: list[int] = []
        """Those charmed tonight."""

    @classmethod
    def concerns(cls, setup: Setup) -> bool:
        return Piper.concerns(setup)

    def _awake(self, v: Village) -> tuple[int, ...]:
        here = v.present()
        return tuple(sorted(seat for seat in self.seats if seat in here))

    @classmethod
    def is_spoken(cls, v: Village) -> bool:
        """With the Piper's own call, though he may have nobody left to charm."""
        if Piper.is_expected(v) or v.may_be_borrowed(Piper.name):
            return True
        return any(rule.borrowed for rule in v.named(Piper.name) if isinstance(rule, Piper))

    @classmethod
    def called_by(cls, v: Village) -> str:
        """Whoever is only touched is not told to open the eyes."""
        return "FK-1" if v.options.charmed_wake == "recognise_each_other" else "OPT-CHARMED-WAKE"

    def is_awake(self, v: Village) -> bool:
        """Those who recognise one another wake every night; those who are only touched, once (OPT-CHARMED-WAKE)."""
        return bool(self._awake(v) if v.options.charmed_wake == "recognise_each_other" else self.touched)

    def call(self, v: Village) -> None:
        awake = self._awake(v)
        self.touched = []
        v.ack("charmed.wake", "PIPER-2")
        if v.options.charmed_wake == "recognise_each_other":
            v.tell("charmed_met", "PIPER-2", awake, seats=awake)

    def forget(self, v: Village, seat: int) -> None:
        self.seats = [other for other in self.seats if other != seat]  # CHARM-2
