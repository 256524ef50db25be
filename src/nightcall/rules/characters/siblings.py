"""The Two Sisters and the Three Brothers."""

from __future__ import annotations

from nightcall.engine import prompts
from nightcall.engine.events import CARD, SEATS, Tells
from nightcall.engine.prompts import Prompt
from nightcall.engine.rule import FIRST_NIGHT, Character
from nightcall.engine.village import Village


class Sibling(Character):
    """The siblings wake together on the first night and know one another; on later nights if the table wants.

    (SIB-1…SIB-6)
    """

    family = "SIB"
    wakes = FIRST_NIGHT
    borrowed_at = "place"
    unwise_to_borrow = "ACTOR-M17"
    begins_anew = True
    tells = [Tells("siblings_met", to="seats", card=CARD, seats=SEATS)]

    @classmethod
    def _awake(cls, v: Village) -> list[int]:
        return [card.holder for card in v.cards_named(cls.name) if card.holder in v.present()]

    @classmethod
    def is_spoken(cls, v: Village) -> bool:
        if super().is_spoken(v):
            return True
        if v.night == 1 or v.despair or not cls._may_meet(v):
            return False  # DESP-M9, SIB-6
        wakes = v.options.siblings_extra_wakes
        if wakes == "moderator_call":
            asked: bool = v.ask(Prompt("siblings.call", prompts.YES_NO, "SIB-2", card=cls.name))
            return asked
        return wakes == "every_other_night" and v.night % 2 == 1

    @classmethod
    def _may_meet(cls, v: Village) -> bool:
        """Whether two of them may live, for all the table knows (FK-1); without fakes, whether they do."""
        if not v.options.fake_calls:
            return len(cls._awake(v)) > 1
        return v.announced.get(cls.name, 0) - v.shown.get(cls.name, 0) > 1

    def is_awake(self, v: Village) -> bool:
        """Later on nobody wakes alone, but for the Actor and a newcomer who come to see (SIB-4, SIB-6)."""
        awake = self._awake(v)
        if self.borrowed:
            return bool(awake)
        return v.night == 1 or self.is_new or len(awake) > 1

    def call(self, v: Village) -> None:
        """One wake for the whole set."""
        awake = self._awake(v)
        if self.borrowed:
            awake.append(self.holder)
        elif self.holder != next(card.holder for card in self._here(v)):
            return
        if not any(card.seen_on == v.night for card in v.cards_named(self.name)):
            v.ack("siblings.wake", "SIB-1", card=self.name, about=prompts.SEEN)
        v.tell("siblings_met", "SIB-1", tuple(sorted(awake)), card=self.name, seats=tuple(sorted(awake)))


class TwoSisters(Sibling):
    """(SIB-1)"""

    name = "two_sisters"
    copies = 2
    together = 2


class ThreeBrothers(Sibling):
    """(SIB-1)"""

    name = "three_brothers"
    copies = 3
    together = 3
