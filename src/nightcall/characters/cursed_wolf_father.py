"""The Cursed Wolf-Father."""

from __future__ import annotations

from nightcall.characters.werewolf import Pack, WolfCard
from nightcall.engine.deaths import Death
from nightcall.engine.events import MODERATOR
from nightcall.engine.rule import EVERY_NIGHT, FANGS
from nightcall.engine.village import Village


class CursedWolfFather(WolfCard):
    """Once per game he infects the pack's victim instead of letting it be devoured. (CWF-1…CWF-11)"""

    name = "cursed_wolf_father"
    wakes = EVERY_NIGHT
    has_infection = True

    def _prey(self, v: Village) -> Death | None:
        """The pack's victim tonight, protected or not (CWF-4, CWF-8)."""
        return next((bite for bite in v.bites if bite.by == Pack.by), None)

    def is_awake(self, v: Village) -> bool:
        return self.has_infection and self._prey(v) is not None

    def call(self, v: Village) -> None:
        bite = self._prey(v)
        assert bite is not None
        _, refused = v.targets(FANGS, (bite.seat,), (self.holder,))
        if refused:  # infecting the partner counts as harm (AMD-8)
            v.ack("cursed_wolf_father.refused", refused[bite.seat], seat=self.holder)
            return
        if not v.yes("cursed_wolf_father.infect", "CWF-2", by=self.holder):
            return
        self.has_infection = False  # spent even if it fails (CWF-5)
        v.check(bite.seat, "bite")
        card = v.knows(bite.seat)
        if card is not None and v.is_active(card, "threatened") and card.resists_infection(v, bite):
            v.tell("resisted", "ELDER-4", MODERATOR, seat=bite.seat)
            return
        bite.spared = "NR-5"
        v.infect(bite.seat, "CWF-2")
