"""The Thief of the Harvest Festival, and cards that have secretly changed hands."""

from __future__ import annotations

from collections.abc import Sequence

from nightcall.engine.prompts import ROBBERY
from nightcall.engine.rule import Rule
from nightcall.engine.setup import Setup
from nightcall.engine.unmoderated import Round
from nightcall.engine.views import View
from nightcall.engine.village import Village
from nightcall.rules.characters.thief import Thief


class HarvestThief(Thief):
    """If he is still the Thief after his call he exchanges cards with a player of his choice. (HARV-5, HARV-15)

    That player is a Thief without power from now on, but learns of it only in the morning.
    """

    @classmethod
    def rounds(cls, v: Village, seen: View) -> Sequence[Round]:
        return (*super().rounds(v, seen), Round("thief.rob"))

    def has_target(self, v: Village) -> bool:
        return super().has_target(v) or bool(v.choosable(v.others(self.holder)))

    def call(self, v: Village) -> None:
        super().call(v)
        if v.knows(self.holder) is not self:
            return
        victim = v.pick(
            "thief.rob",
            v.others(self.holder),
            rule="HARV-5",
            by=self.holder,
            refused={self.holder: "HARV-5"},
            about=ROBBERY,
        )
        if victim:
            self._rob(v, victim)

    def _rob(self, v: Village, victim: int) -> None:
        thief = self.holder
        card = v.card(victim, rule="HARV-15")
        v.cards.swap(thief, victim)
        if card.is_wolf:
            v.turn_wolf(thief)
            v.turn_back(victim)
        v.tell("stole", "HARV-5", (thief,), seat=thief, card=card.name)
        if v.turn_down(victim):
            card.taken(v)  # a card that lies open goes on lying open
        v.enter(Exchanged(victim, self.name, "HARV-5"))


class Exchanged(Rule):
    """A card that was exchanged in the night without its owner's knowledge; in the morning he sees it. (HARV-14)"""

    name = "exchanged"

    def __init__(self, seat: int = 0, card: str = "", rule: str = "") -> None:
        self.holder = seat
        self.card = card
        self.rule = rule

    @classmethod
    def concerns(cls, setup: Setup) -> bool:
        return "harvest_festival" in setup.variants

    def awakening(self, v: Village) -> None:
        v.remove(self)
        v.ack("harvest_festival.exchange", self.rule, seat=self.holder, card=self.card, aloud=False)
        v.tell("converted", self.rule, (self.holder,), seat=self.holder, card=self.card)
