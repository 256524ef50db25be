"""The Defender."""

from __future__ import annotations

from nightcall.engine.deaths import SHIELDED, Death
from nightcall.engine.events import SEAT, Tells
from nightcall.engine.prompts import PICK, Prompt
from nightcall.engine.rule import EVERY_NIGHT, Character
from nightcall.engine.village import Village
from nightcall.rules.characters.little_girl import LittleGirl


class Defender(Character):
    """Each night protects a player from the wolves' teeth, never the same one twice running. (DEF-1…DEF-12)

    The table may let him repeat himself, and his shield cover the Little Girl. (HOUSE-6, HOUSE-7)
    """

    name = "defender"
    family = "DEF"
    wakes = EVERY_NIGHT
    borrowed_at = "own_call"
    tells = [Tells("protected", to="by", by=SEAT, seat=SEAT, echo=True)]

    keeps = ("protected", "protected_on")
    protected = 0
    protected_on = 0

    @classmethod
    def asks(cls, v: Village) -> Prompt | None:
        return Prompt("defender.protect", PICK, cls._rule(v), options=v.living)

    @staticmethod
    def _rule(v: Village) -> str:
        return "HOUSE-6" if v.options.defender_may_repeat else "DEF-1"

    def has_target(self, v: Village) -> bool:
        refused = self._refused(v)
        return bool(v.choosable(seat for seat in v.living if seat not in refused))

    def _refused(self, v: Village) -> dict[int, str]:
        refused = self.out_of_reach(v)
        if self.protected and self.protected_on == v.night - 1 and not v.options.defender_may_repeat:
            refused[self.protected] = "DEF-2"
        shields_her = v.options.defender_shields_little_girl
        if v.options.defender_on_little_girl == "not_targetable" and not shields_her:
            for seat in v.living:
                card = v.knows(seat)
                if card is not None and card.name == LittleGirl.name:
                    refused[seat] = "DEF-3"
        return refused

    def call(self, v: Village) -> None:
        refused = self._refused(v)
        seats = [seat for seat in v.living if seat not in refused]
        seat = v.pick("defender.protect", seats, rule=self._rule(v), by=self.holder, refused=refused)
        if seat:
            self.protected, self.protected_on = seat, v.night
            v.tell("protected", "DEF-1", (self.holder,), by=self.holder, seat=seat)

    def out_of_reach(self, v: Village) -> dict[int, str]:
        """Whom he cannot protect, and why."""
        return {}

    def bitten(self, v: Village, bite: Death) -> None:
        if bite.seat != self.protected or self.protected_on != v.night:
            return
        if not bite.is_meal and not v.options.defender_blocks_white:
            return
        if v.options.defender_shields_little_girl or not v.holds(bite.seat, LittleGirl.name, "CK-1"):  # GIRL-4, GIRL-5
            bite.spare("NR-6", SHIELDED)
