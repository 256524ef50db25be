"""The Church."""

from __future__ import annotations

from collections.abc import Sequence

from nightcall.engine import prompts
from nightcall.engine.events import PUBLIC, SEAT, Tells
from nightcall.engine.prompts import Prompt
from nightcall.engine.village import Village
from nightcall.rules.buildings.building import Building

POWER = "church.confess"


class Church(Building):
    """Once, by day and even after the vote, somebody must let the Confessor see the card. (CONF-1, CONF-2)"""

    name = "church"
    family = "CONF"
    is_unique = True
    tells = [Tells("confessed", seat=SEAT, by=SEAT)]

    def powers(self, v: Village) -> tuple[str, ...]:
        return (POWER,) if self.may_act(v) and self._sinners(v) else ()

    def _sinners(self, v: Village) -> list[int]:
        return [seat for seat in v.present() if seat != self.holder]

    def use(self, v: Village, power: str) -> None:
        seat = v.pick(POWER, self._sinners(v), rule="CONF-1", by=self.holder, audience=PUBLIC)
        self.is_used = True
        v.tell("confessed", "CONF-1", seat=seat, by=self.holder)
        v.tell("card_seen", "CONF-2", (self.holder,), by=self.holder, seat=seat, card=self._card(v, seat))

    @classmethod
    def shows(cls, v: Village) -> Prompt | None:
        return None if v.options.cards_known_to_app else cls._asked_for_card(v, v.listed_cards)

    @classmethod
    def _card(cls, v: Village, seat: int) -> str:
        """As it lies; nobody need tell the app which it was."""
        possible = v.cards.possible(seat)
        if len(possible) == 1:
            return possible[0]
        name: str | None = v.ask(cls._asked_for_card(v, possible, seat))
        return "" if name is None else v.locate(seat, name).name

    @staticmethod
    def _asked_for_card(v: Village, possible: Sequence[str], seat: int = 0) -> Prompt:
        refused = dict.fromkeys(v.listed_cards, "IDENT-4")
        return Prompt(
            "church.card",
            prompts.CHOOSE,
            "CONF-1",
            options=possible,
            low=0,
            seat=seat,
            refused=refused,
            about=prompts.FACE,
        )
