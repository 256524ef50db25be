"""The Witch of the Harvest Festival."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from nightcall.engine import deaths
from nightcall.engine.chance import shuffled
from nightcall.engine.deaths import POISON
from nightcall.engine.events import SEAT, WORD, Tells
from nightcall.engine.prompts import PICK, Prompt
from nightcall.engine.unmoderated import DRAWN as BY_LOT
from nightcall.engine.unmoderated import Policy, Round
from nightcall.engine.views import View
from nightcall.engine.village import Village
from nightcall.rules.characters.witch import Witch
from nightcall.rules.variants.harvest_festival_thief import Exchanged

HEALED: Final = "healed"
ELIMINATED: Final = "eliminated"
OUTCOMES: Final = {HEALED: "", "healed_villager": "simple_villager", "healed_werewolf": "werewolf", ELIMINATED: ""}
"""What the box may show, with the card it makes of the player."""
DRAWN: Final = "drawn"


class HarvestWitch(Witch):
    """Once in the game she names a player, and the thrown box decides what the potion does. (HARV-9, HARV-14)

    The result is said aloud, the name is not. Whoever becomes somebody else does so at once and is given the new card
    in the morning.
    """

    uses_up = {**Witch.uses_up, "brew": ("has_brewed", True)}
    has_brewed = False
    led = {"witch.outcome": Policy(BY_LOT, lapse=DRAWN)}
    tells = [
        Tells("brewed", to="by", by=SEAT, seat=SEAT, echo=True),
        Tells("box_thrown", outcome=WORD, reveals="outcome"),
    ]

    @classmethod
    def asks(cls, v: Village) -> Prompt | None:
        return Prompt("witch.brew", PICK, "HARV-9", options=v.living, low=0)

    @classmethod
    def rounds(cls, v: Village, seen: View) -> Sequence[Round]:
        return (Round("witch.brew"),)

    def is_awake(self, v: Village) -> bool:
        return not self.has_brewed and super().is_awake(v)

    def has_target(self, v: Village) -> bool:
        return True  # at least herself

    def call(self, v: Village) -> None:
        v.tell("victims_shown", "WITCH-2", (self.holder,), by=self.holder, seats=tuple(self._victims(v)))
        seat = v.pick("witch.brew", v.living, rule="HARV-9", by=self.holder, optional=True)
        if not seat:
            return
        self.has_brewed = True
        outcome = self._throw(v)
        v.tell("brewed", "HARV-9", (self.holder,), by=self.holder, seat=seat)
        v.tell("box_thrown", "HARV-9", outcome=outcome)
        if outcome == ELIMINATED:
            v.doom(seat, POISON, "HARV-9", by=self.name, culprits=(self.holder,))  # AMD-52
            return
        for bite in v.bites:
            if bite.seat == seat and bite.is_meal and not bite.spared:
                bite.spare("NR-8", deaths.HEALED)
        if OUTCOMES[outcome]:
            self._convert(v, seat, OUTCOMES[outcome])

    @staticmethod
    def _throw(v: Village) -> str:
        """As the box shows, or as the app draws."""
        draw = () if v.seed is None else (DRAWN,)
        outcome = v.choose("witch.outcome", (*OUTCOMES, *draw), rule="HARV-9")
        if outcome == DRAWN:
            assert v.seed is not None
            return shuffled(list(OUTCOMES), v.seed + v.night)[0]
        return outcome

    @staticmethod
    def _convert(v: Village, seat: int, name: str) -> None:
        v.card(seat, rule="HARV-14")
        v.turn_down(seat)
        v.swap_card(seat, v.form(name)())
        v.enter(Exchanged(seat, name, "HARV-14"))
