"""The Witch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from nightcall.engine.deaths import HEALED, IMMUNE, POISON, Death
from nightcall.engine.events import SEAT, SEATS, Tells
from nightcall.engine.prompts import PICK, Prompt
from nightcall.engine.rule import EVERY_NIGHT, HARM, Character
from nightcall.engine.unmoderated import Round
from nightcall.engine.views import View
from nightcall.engine.village import Village


class Witch(Character):
    """She is shown the wolves' victim and owns two potions, one use each: one heals, one kills. (WITCH-1…WITCH-20)"""

    name = "witch"
    family = "WITCH"
    wave = 4
    in_base_box = True
    wakes = EVERY_NIGHT
    borrowed_at = "place"
    rests_at_full_moon = True
    uses_up = {"healing": ("has_healing", False), "poison": ("has_poison", False)}
    tells = [
        Tells("victims_shown", to="by", by=SEAT, seats=SEATS),
        Tells("healed", to="by", by=SEAT, seat=SEAT, echo=True),
        Tells("poisoned", to="by", by=SEAT, seat=SEAT, echo=True),
    ]

    keeps = ("has_healing", "has_poison", "more_potions", "healed", "healed_on")
    has_healing = True
    has_poison = True
    more_potions = 0
    """Potions that are whatever she uses them for; her own are used up first (WITCH-20)."""
    healed: tuple[int, ...] = ()
    healed_on = 0

    @classmethod
    def asks(cls, v: Village) -> Prompt | None:
        """From the second night on what a Witch is asked who can do one thing, whichever it is (FK-2)."""
        if v.night > 1:
            return Prompt(cls._OPENLY, PICK, "WITCH-2", options=v.living, low=0)
        may_heal = v.options.witch_heal_target == "any_player" or bool(cls._victims(v))
        return Prompt("witch.heal" if may_heal else "witch.poison", PICK, "WITCH-2", options=v.living, low=0)

    @classmethod
    def asks_then(cls, v: Village) -> Prompt | None:
        """On the first night nothing is used up yet: whoever is asked whom she heals is asked whom she poisons."""
        first = cls.asks(v)
        if v.night > 1 or first is None or first.key != "witch.heal" or not v.options.witch_both_potions_same_night:
            return None
        return Prompt("witch.poison", PICK, "WITCH-2", options=v.living, low=0)

    @classmethod
    def rounds(cls, v: Village, seen: View) -> Sequence[Round]:
        """One more once potions may have been brought home from the woods (WITCH-20)."""
        has_more = any(event.facts.get("card") == "woodland_gathering" for event in seen.log)
        return (Round("witch.heal"), Round("witch.poison"), *[Round("")] * has_more)

    def is_awake(self, v: Village) -> bool:
        return self.has_healing or self.has_poison or self.more_potions > 0

    def has_target(self, v: Village) -> bool:
        if self._may_heal and v.choosable(self._healable(v)):
            return True
        return self._may_poison and bool(v.choosable(self._poisonable(v), HARM, self.holder))

    def call(self, v: Village) -> None:
        victims = self._victims(v)
        if self._may_heal or v.options.witch_told_victim == "always":
            v.tell("victims_shown", "WITCH-2", (self.holder,), by=self.holder, seats=tuple(victims))
        one_only = not v.options.witch_both_potions_same_night
        used = 0
        openly = "" if v.night == 1 or self._may_do_both(v) else self._OPENLY
        while self._may_heal and not (used and one_only) and self._heal(v, openly):
            used += 1
        while self._may_poison and not (used and one_only) and self._poison(v, openly):
            used += 1

    _OPENLY: Final = "witch.potion"
    """How a single question looks: which potion it is about tells which one is used up."""

    def _may_do_both(self, v: Village) -> bool:
        return self._may_heal and self._may_poison and bool(v.choosable(self._healable(v)))

    @property
    def _may_heal(self) -> bool:
        return self.has_healing or self.more_potions > 0

    @property
    def _may_poison(self) -> bool:
        return self.has_poison or self.more_potions > 0

    @staticmethod
    def _victims(v: Village) -> list[int]:
        """Whom the wolves attacked, or only those who would die of it (WITCH-8, WITCH-12).

        A Barkeep they could not infect was no meal (AMD-56).
        """
        all_attacked = v.options.witch_shown_target == "attacked"
        meals = [bite for bite in v.bites if bite.is_meal and bite.how != IMMUNE]
        return [bite.seat for bite in meals if all_attacked or not bite.spared]

    def _healed_tonight(self, v: Village) -> tuple[int, ...]:
        return self.healed if self.healed_on == v.night else ()

    def _healable(self, v: Village) -> list[int]:
        anybody = v.options.witch_heal_target == "any_player"
        healed = self._healed_tonight(v)
        return [seat for seat in (v.living if anybody else self._victims(v)) if seat not in healed]

    def _poisonable(self, v: Village) -> list[int]:
        poisoned = [doom.seat for doom in v.dooms if doom.by == self.name and self.holder in doom.culprits]
        spared = () if v.options.witch_may_poison_self else (self.holder,)
        return [seat for seat in v.living if seat not in spared and seat not in poisoned]

    def _heal(self, v: Village, openly: str) -> bool:
        seat = v.pick("witch.heal", self._healable(v), rule="WITCH-2", by=self.holder, optional=True, openly=openly)
        if not seat:
            return False
        if self.has_healing:
            self.has_healing = False
        else:
            self.more_potions -= 1
        self.healed, self.healed_on = (*self._healed_tonight(v), seat), v.night
        v.tell("healed", "WITCH-2", (self.holder,), by=self.holder, seat=seat)
        return True

    def _poison(self, v: Village, openly: str) -> bool:
        seat = v.pick(
            "witch.poison",
            self._poisonable(v),
            rule="WITCH-2",
            by=self.holder,
            optional=True,
            power=HARM,
            refused={} if v.options.witch_may_poison_self else {self.holder: "WITCH-4"},
            openly=openly,
        )
        if not seat:
            return False
        if self.has_poison:
            self.has_poison = False
        else:
            self.more_potions -= 1
        v.doom(seat, POISON, "WITCH-2", by=self.name, culprits=(self.holder,))
        v.tell("poisoned", "WITCH-2", (self.holder,), by=self.holder, seat=seat)
        return True

    def threatened(self, v: Village, death: Death) -> None:
        """Healing answers the wolves' meal and nothing else (WITCH-15, WITCH-17)."""
        if death.is_meal and death.seat in self.healed and self.healed_on == v.night:
            death.spare("NR-8", HEALED)
