"""The Simple Villager and the Trusted Villager."""

from __future__ import annotations

from nightcall.engine import prompts, views
from nightcall.engine.events import CARD, PUBLIC, SEAT, Tells
from nightcall.engine.options import Options
from nightcall.engine.prompts import About, Prompt
from nightcall.engine.rule import Character
from nightcall.engine.village import Village


class SimpleVillager(Character):
    """No power but a voice. (VILL-1)"""

    name = "simple_villager"
    family = "VILL"
    copies = 9
    in_base_box = True

    @classmethod
    def printed(cls, options: Options) -> int:
        return options.simple_villager_cards


class TrustedVillager(Character):
    """Known to all from the deal: both sides of the card are the same. (TRUST-1)"""

    name = "trusted_villager"
    family = "TRUST"
    never_spare = True
    tells = [Tells("lies_open", seat=SEAT, card=CARD, seen=views.has_card)]

    def enters(self, v: Village) -> None:
        if not v.options.trusted_villager_public:
            return
        seat = self.holder
        if v.cards.missing(self.name):
            seats = [seat for seat in v.living if seat not in v.cards.of]
            prompt = Prompt(
                "trusted_villager.holder",
                prompts.PICK,
                "TRUST-1",
                options=seats,
                audience=PUBLIC,
                card=self.name,
                about=About(prompts.HOLDERS, self.name),
            )
            seat = v.ask(prompt)
            v.locate(seat, self.name)
        self._lie_open(v, seat)

    def taken(self, v: Village) -> None:
        if v.options.trusted_villager_public:
            self._lie_open(v, self.holder)  # TRUST-5

    def _lie_open(self, v: Village, seat: int) -> None:
        v.lay_open(seat, self.name)
        v.tell("lies_open", "TRUST-1", seat=seat, card=self.name)
