"""Fools' Day."""

from __future__ import annotations

from typing import Final

from nightcall.engine.events import CARD, SEAT, Tells
from nightcall.engine.prompts import RECOGNISED
from nightcall.engine.rule import Character
from nightcall.engine.village import Village
from nightcall.engine.votes import Ballot
from nightcall.rules.characters.cupid import Lovers
from nightcall.rules.characters.elder import Elder, is_bitten
from nightcall.rules.newmoon.card import EventCard

PAIRS: Final = (("witch", "seer"), ("hunter", "little_girl"), ("defender", "elder"))


class FoolsDay(EventCard):
    """Until the victims of the next night have fallen three pairs of cards exchange their powers. (EVO-8, AMD-45)

    Witch and Seer, Hunter and Little Girl, Defender and Elder, as far as both live; without a partner, no power.
    Lovers must vote against each other, and none of them dies of grief. (AMD-65)
    """

    name = "fools_day"
    family = "EVO"
    ends_with = "dawn_broke"
    in_helper = False
    is_documented = False
    tells = [Tells("power_lent", to="seat", seat=SEAT, card=CARD)]

    def __init__(self) -> None:
        self.day = 0
        self.wounds: list[tuple[Elder, int, bool]] = []
        """The Elder's own wounds and scars: they stay with the person."""

    def read(self, v: Village) -> None:
        self.day = v.day
        for pair in PAIRS:
            for name in pair:
                self._see(v, name)
            self._exchange(v, *(v.cards_named(name) for name in pair))
        for couple in v.named(Lovers.name):
            if isinstance(couple, Lovers):
                couple.grieves = False
        super().read(v)

    @staticmethod
    def _see(v: Village, name: str) -> None:
        """With real cards whoever holds it opens the eyes: also where that is known, or the silence would tell."""
        asked = v.asked
        v.identify(name)
        is_out = v.shown.get(name, 0) >= v.announced.get(name, 0)
        if v.asked == asked and not is_out and not v.options.cards_known_to_app:
            v.ack("identify.known", "FK-12", card=name, about=RECOGNISED)

    def _exchange(self, v: Village, first: list[Character], second: list[Character]) -> None:
        ours = [card for card in first if card.holder in v.living]
        theirs = [card for card in second if card.holder in v.living]
        seats = [card.holder for card in ours], [card.holder for card in theirs]
        for cards, users in ((ours, seats[1]), (theirs, seats[0])):
            for place, card in enumerate(cards):
                card.owner = card.holder
                card.holder = users[place] if place < len(users) else 0
                if isinstance(card, Elder):
                    self.wounds.append((card, card.wounds, card.was_bitten))
                    card.wounds, card.was_bitten = 0, False
                if card.holder:
                    v.tell("power_lent", "EVO-8", (card.holder,), seat=card.holder, card=card.name)

    def ballot(self, v: Village, ballot: Ballot) -> None:
        """Each must point at the other, where both may vote and the other can be voted for (AMD-65)."""
        duties: dict[int, list[int]] = {}
        for couple in v.named(Lovers.name):
            if isinstance(couple, Lovers) and all(seat in ballot.voters for seat in couple.pair):
                for seat in couple.pair:
                    if couple.partner(seat) in ballot.candidates:
                        duties.setdefault(seat, []).append(couple.partner(seat))
        for seat, loved in duties.items():
            ballot.barred[seat] = {other: "EVO-8" for other in ballot.candidates if other not in loved}
            ballot.bound[seat] = "AMD-65"

    def morning(self, v: Village) -> None:
        """The turn is over: every card works for its owner again."""
        if v.day == self.day:
            return
        for card in [card for pair in PAIRS for name in pair for card in v.cards_named(name)]:
            if card.owner:
                card.holder, card.owner = card.owner, 0
        for elder, wounds, was_bitten in self.wounds:
            elder.wounds, elder.was_bitten = wounds, was_bitten or is_bitten(v, elder.holder)
        for couple in v.named(Lovers.name):
            if isinstance(couple, Lovers):
                couple.grieves = True
        self.discard(v)
