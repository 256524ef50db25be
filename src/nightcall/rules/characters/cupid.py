"""Cupid, and the Lovers he makes."""

from __future__ import annotations

from collections.abc import Sequence

from nightcall.engine.deaths import GRIEF, Death
from nightcall.engine.events import HOLDER, SEATS, Tells
from nightcall.engine.inforce import InForce
from nightcall.engine.knowing import Knowing
from nightcall.engine.outcome import Outcome
from nightcall.engine.prompts import PICK, Prompt
from nightcall.engine.rule import CONDEMN, FIRST_NIGHT, Character, Rule
from nightcall.engine.setup import Setup
from nightcall.engine.village import Village
from nightcall.engine.votes import Ballot


class Cupid(Character):
    """On the first night he makes two players fall in love, himself allowed; then he has no power. (CUPID-1…CUPID-5)"""

    name = "cupid"
    family = "CUPID"
    in_base_box = True
    wakes = FIRST_NIGHT
    borrowed_at = "own_call"
    unwise_to_borrow = "ACTOR-M12"
    couple: Lovers | None = None
    tells = [Tells("paired", to=HOLDER, seats=SEATS, echo=True)]

    @classmethod
    def is_spoken(cls, v: Village) -> bool:
        return v.night == 1 and super().is_spoken(v)

    @classmethod
    def asks(cls, v: Village) -> Prompt | None:
        return Prompt("cupid.pair", PICK, "CUPID-1", options=v.living, low=2, high=2)

    def is_awake(self, v: Village) -> bool:
        return not self.is_new  # a Servant never becomes Cupid, not even before the first night (CUPID-5)

    def has_target(self, v: Village) -> bool:
        return len(v.choosable(v.living)) > 1

    def call(self, v: Village) -> None:
        pair = v.pick_some("cupid.pair", v.living, 2, 2, rule="CUPID-1", by=self.holder)
        if len(pair) < 2:
            return
        self.couple = self.unite(v, pair)
        if v.options.cupid_wins_with_lovers and self.holder not in pair:
            self.couple.maker = self.holder
        v.enter(self.couple)
        v.tell("paired", "CUPID-1", (self.holder,), seats=pair)

    def unite(self, v: Village, pair: tuple[int, ...]) -> Lovers:
        return Lovers(pair[0], pair[1], is_lasting=not self.borrowed)

    def lapses(self, v: Village) -> None:
        """An Actor's couple ends at nightfall (ACTOR-8)."""
        is_there = self.couple in v.named(Lovers.name)  # death and a Miracle may have parted them before (AMD-44)
        if self.couple is not None and is_there and v.options.actor_effects_end_at_nightfall:
            v.remove(self.couple)


class Lovers(Rule):
    """Two players who die together and may not vote against each other. (LOVE-1…LOVE-18)

    If one of them is a Werewolf and the other is not (or one is the Piper), their only goal is to be the last two.
    """

    name = "lovers"
    wave = 5
    tells = [Tells("fell_in_love", to="seats", seats=SEATS)]

    def __init__(self, first: int = 0, second: int = 0, *, is_lasting: bool = True) -> None:
        self.pair, self.is_lasting = (first, second), is_lasting
        self.have_met, self.grieves, self.maker = False, True, 0  # a Cupid who wins with them (HOUSE-12)

    @classmethod
    def concerns(cls, setup: Setup) -> bool:
        return Cupid.concerns(setup)

    @staticmethod
    def partners(v: InForce, seat: int) -> list[int]:
        """Everybody this player is in love with."""
        return [rule.partner(seat) for rule in v.named("lovers") if isinstance(rule, Lovers) and seat in rule.pair]

    def partner(self, seat: int) -> int:
        return self.pair[1] if seat == self.pair[0] else self.pair[0]

    # -- the night --

    @classmethod
    def is_spoken(cls, v: Village) -> bool:
        couples = [rule.pair for rule in v.named(cls.name) if isinstance(rule, Lovers) and not rule.have_met]
        return not all({*v.elsewhere}.intersection(pair) for pair in couples) or (v.night == 1 and Cupid.is_spoken(v))

    def is_awake(self, v: Village) -> bool:
        return not self.have_met and self._are_both_in(v.present())

    def _are_both_in(self, seats: Sequence[int]) -> bool:
        return self.pair[0] in seats and self.pair[1] in seats

    def call(self, v: Village) -> None:
        self.have_met = True
        v.ack("lovers.meet", "LOVE-1")
        v.tell("fell_in_love", "LOVE-1", self.pair, seats=self.pair)

    # -- what love does --

    def binds(self, v: InForce, power: str, seat: int) -> dict[int, str]:
        """No harm at all under `no_harm`; never the tie-break (AMD-4, AMD-8, LOVE-16)."""
        if seat not in self.pair or (power != CONDEMN and v.options.lovers_restriction != "no_harm"):
            return {}
        return {self.partner(seat): "LOVE-3"}

    def ballot(self, v: Village, ballot: Ballot) -> None:
        first, second = self.pair
        ballot.bar(first, second, "LOVE-3")
        ballot.bar(second, first, "LOVE-3")

    def falls(self, v: Village, death: Death) -> None:
        if death.seat == self.maker and not self.partners(v, death.seat):
            death.side = "werewolves" if death.was_wolf else "village"  # theirs only while they live (HOUSE-12)
        if death.seat not in self.pair or not self.grieves:
            return
        grief = Death(self.partner(death.seat), GRIEF, "LOVE-2", by=self.name, culprits=(death.seat,))
        if death.side == "lovers":
            grief.side = "lovers"  # AMD-15
        v.join(grief)

    # -- what they play for --

    def is_mixed(self, v: Knowing) -> bool:
        """Judged by the present camps; nobody is told (LOVE-4, LOVE-7, LOVE-11…LOVE-15)."""
        if not self.is_lasting:
            return False  # ACTOR-M12
        first, second = (self._nature(v, seat) for seat in self.pair)
        if first == second or ("piper" in (first, second) and v.options.lovers_team_pairs == "villager_wolf"):
            return False
        # Only now a Manipulator makes a difference, so only now a card may have to be looked at (IDENT-R18).
        own = [seat for seat in self.pair if v.options.infected_loner_keeps_goal or seat not in v.wolves]  # HOUSE-14
        return not any(v.holds(seat, "prejudiced_manipulator") for seat in own)

    @staticmethod
    def _nature(v: Knowing, seat: int) -> str:
        if v.is_wolf(seat):
            return "wolf"
        card = v.knows(seat)
        return "piper" if card is not None and card.name == "piper" else "villager"

    def claims(self, v: Knowing, seat: int) -> str:
        is_theirs = (seat in self.pair or seat == self.maker) and self._are_both_in(v.living)
        return "lovers" if is_theirs and self.is_mixed(v) else ""

    def victory(self, v: Village) -> Outcome | None:
        if len(v.living) > 3 or {*v.living} - {self.maker} != {*self.pair} or not self.is_mixed(v):
            return None
        sharing = (self.maker,) if self.maker and self.maker not in v.elsewhere else ()
        return v.win("lovers", "HOUSE-12" if sharing else "WIN-5", (*self.pair, *sharing))
