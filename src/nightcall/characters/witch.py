"""The Witch."""

from __future__ import annotations

from nightcall.engine.deaths import POISON, Death
from nightcall.engine.rule import EVERY_NIGHT, HARM, Character
from nightcall.engine.village import Village


class Witch(Character):
    """She is shown the wolves' victim and owns two potions, one use each: one heals, one kills. (WITCH-1…WITCH-18)"""

    name = "witch"
    in_base_box = True
    wakes = EVERY_NIGHT
    borrowed_at = "place"

    has_healing = True
    has_poison = True
    healed = 0
    healed_on = 0

    def is_awake(self, v: Village) -> bool:
        return self.has_healing or self.has_poison

    def call(self, v: Village) -> None:
        victims = self._victims(v)
        if self.has_healing or v.options.witch_told_victim == "always":
            v.tell("victims_shown", "WITCH-2", (self.holder,), by=self.holder, seats=tuple(victims))
        healing = self.has_healing and self._heal(v, victims)
        if self.has_poison and not (healing and not v.options.witch_both_potions_same_night):
            self._poison(v)

    def _victims(self, v: Village) -> list[int]:
        """Whom the wolves attacked, or only those who would die of it (WITCH-8, WITCH-12)."""
        all_attacked = v.options.witch_shown_target == "attacked"
        return [bite.seat for bite in v.bites if bite.is_meal and (all_attacked or not bite.spared)]

    def _heal(self, v: Village, victims: list[int]) -> bool:
        anybody = v.options.witch_heal_target == "any_player"
        seat = v.pick("witch.heal", v.living if anybody else victims, rule="WITCH-2", by=self.holder, optional=True)
        if not seat:
            return False
        self.has_healing = False
        self.healed, self.healed_on = seat, v.night
        v.tell("healed", "WITCH-2", (self.holder,), by=self.holder, seat=seat)
        return True

    def _poison(self, v: Village) -> None:
        refused = {} if v.options.witch_may_poison_self else {self.holder: "WITCH-4"}
        seats = [seat for seat in v.living if seat not in refused]
        seat = v.pick("witch.poison", seats, rule="WITCH-2", by=self.holder, optional=True, power=HARM, refused=refused)
        if seat:
            self.has_poison = False
            v.doom(seat, POISON, "WITCH-2", by=self.name, culprits=(self.holder,))
            v.tell("poisoned", "WITCH-2", (self.holder,), by=self.holder, seat=seat)

    def threatened(self, v: Village, death: Death) -> None:
        """Healing answers the wolves' meal and nothing else (WITCH-15, WITCH-17)."""
        if death.is_meal and death.seat == self.healed and self.healed_on == v.night and v.phase == "dawn":
            death.spared = "NR-8"
