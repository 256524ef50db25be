"""The Bakery."""

from __future__ import annotations

from nightcall.engine.unmoderated import GLIMPSE, Policy
from nightcall.engine.village import Village
from nightcall.rules.buildings.building import Building


class Bakery(Building):
    """The Baker opens the eyes for a moment right after the Werewolves are told to sleep. (BAKER-1, BAKER-2)"""

    name = "bakery"
    family = "BAKER"
    led = {"bakery.look": Policy(GLIMPSE, lapse=True)}
    wave = 6

    @classmethod
    def is_spoken(cls, v: Village) -> bool:
        return any(isinstance(rule, Bakery) and rule.is_home(v) for rule in v.named(cls.name))

    def call(self, v: Village) -> None:
        v.ack("bakery.look", "BAKER-1", seat=self.holder)
