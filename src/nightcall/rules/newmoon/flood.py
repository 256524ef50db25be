"""The Flood."""

from __future__ import annotations

from typing import Final

from nightcall.engine.events import PUBLIC, SEATS, Tells
from nightcall.engine.rule import DAWN
from nightcall.engine.unmoderated import EACH, Policy
from nightcall.engine.village import Village
from nightcall.rules.newmoon.card import EventCard

FEWEST: Final = 6


class Flood(EventCard):
    """The village takes shelter in the church and the inn until the next dawn, and there is no vote today.

    At night the Werewolves devour in the building they are in: one meal for each that holds any, the Big Bad Wolf's in
    his own, and the infection only there; White goes anywhere. With fewer than six players nothing happens. (EVO-4)
    """

    name = "flood"
    family = "EVO"
    led = {"flood.church": Policy(EACH)}
    in_helper = False
    is_documented = False
    replaces = ("vote",)
    until = DAWN
    tells = [Tells("sheltered", church=SEATS, inn=SEATS)]

    def read(self, v: Village) -> None:
        if len(v.living) < FEWEST:
            v.tell("event_without_effect", "EVO-4", event=self.name)
            return
        church = v.pick_some("flood.church", v.living, 0, len(v.living), rule="EVO-4", audience=PUBLIC)
        inn = [seat for seat in v.living if seat not in church]
        v.take_shelter(list(church), inn)
        v.tell("sheltered", "EVO-4", church=tuple(church), inn=tuple(inn))
        super().read(v)

    def instead_of(self, v: Village, step: str) -> bool:
        if step != "vote":
            return False
        v.tell("no_vote", "EVO-4")
        return True

    def discard(self, v: Village) -> None:
        super().discard(v)
        self.lapses(v)

    def lapses(self, v: Village) -> None:
        v.leave_shelter()
