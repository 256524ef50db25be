"""The Cursed Wolf-Father."""

from __future__ import annotations

from collections.abc import Sequence

from nightcall.engine.deaths import INFECTED, ROUTED, Death
from nightcall.engine.events import MODERATOR, SEAT, Tells
from nightcall.engine.prompts import YES_NO, Prompt
from nightcall.engine.rule import EVERY_NIGHT, HARM
from nightcall.engine.unmoderated import Round
from nightcall.engine.views import View
from nightcall.engine.village import Village
from nightcall.rules.characters.werewolf import Pack, WolfCard


class CursedWolfFather(WolfCard):
    """Once per game he infects the pack's victim instead of letting it be devoured. (CWF-1…CWF-11)"""

    name = "cursed_wolf_father"
    family = "CWF"
    wave = 3
    wakes = EVERY_NIGHT
    wake_rule = "CWF-11"
    rests_at_full_moon = True
    betrays_plague = True
    tells_by_touch = True
    uses_up = {"infection": ("has_infection", False)}
    has_infection = True
    tells = [
        Tells("infection_failed", to=MODERATOR, seat=SEAT),
        Tells("infection_undone", to="seat", seat=SEAT),
        Tells("resisted", to=MODERATOR, seat=SEAT),
    ]

    def _prey(self, v: Village) -> Death | None:
        """The victim of his own pack tonight, protected or not (CWF-4, CWF-8, EVO-4), if within his reach (RASC-4).

        Of a fire he cannot know (CWF-5); one of the pack itself cannot be turned (HOUSE-1), nor his own love where that
        is harm (AMD-71).
        """
        bite = next((bite for bite in self._within_reach(v) if self.holder in bite.culprits), None)
        is_open = bite is not None and bool(v.choosable([bite.seat], HARM, self.holder))
        return bite if is_open else None

    @staticmethod
    def _within_reach(v: Village) -> list[Death]:
        bites = [bite for bite in v.bites if bite.by == Pack.by and (not bite.is_void or bite.how == ROUTED)]
        return [bite for bite in bites if bite.seat not in v.away and bite.seat not in v.wolves]

    @classmethod
    def asks(cls, v: Village) -> Prompt | None:
        return Prompt("cursed_wolf_father.infect", YES_NO, "CWF-2") if cls._within_reach(v) else None

    @classmethod
    def rounds(cls, v: Village, seen: View) -> Sequence[Round]:
        return (Round("cursed_wolf_father.infect", 2),)

    def is_awake(self, v: Village) -> bool:
        """On the first night also without a victim, to be recognised (AMD-19)."""
        return self.has_infection and (v.night == 1 or self._prey(v) is not None)

    def has_power(self, v: Village) -> bool:
        return self.has_infection

    def has_target(self, v: Village) -> bool:
        return self._prey(v) is not None

    def call(self, v: Village) -> None:
        bite = self._prey(v)
        if bite is None:
            super().call(v)
            return
        if not v.yes("cursed_wolf_father.infect", "CWF-2", by=self.holder, target=bite.seat):
            return
        self.has_infection = False  # spent even if it fails (CWF-5)
        if bite.is_void:
            v.tell("infection_failed", "NR-4", MODERATOR, seat=bite.seat)
            return
        v.check(bite.seat, "bite")
        powers = v.powers_of(bite.seat)
        if any(v.is_active(power, "threatened") and power.resists_infection(v, bite) for power in powers):
            v.tell("resisted", "ELDER-4", MODERATOR, seat=bite.seat)
            return
        bite.spare("NR-5", INFECTED)
        v.infect(bite.seat, "CWF-2")
