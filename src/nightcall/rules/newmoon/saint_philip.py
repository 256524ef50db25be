"""Saint Philip."""

from __future__ import annotations

from nightcall.engine.village import Village
from nightcall.rules.newmoon.card import EventCard
from nightcall.rules.offices.sheriff import Sheriff


class SaintPhilip(EventCard):
    """The Sheriff, if any, is dismissed and a new one elected at once. (EVO-7)

    Those elect who would otherwise. Where the office is gone for good, or the table plays without it, nothing happens.
    """

    name = "saint_philip"
    family = "EVO"
    in_helper = False
    is_documented = False

    def read(self, v: Village) -> None:
        for sheriff in v.named(Sheriff.name):
            assert isinstance(sheriff, Sheriff)
            if not sheriff.is_gone:
                sheriff.dismiss(v, "EVO-7")
                sheriff.elect(v)
                return
        v.tell("event_without_effect", "EVO-7", event=self.name)
