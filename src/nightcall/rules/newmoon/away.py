"""Cards that send players out of the village for a while."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from nightcall.engine import views
from nightcall.engine.events import EVENT_CARD, PUBLIC, SEATS, WORD, Tells
from nightcall.engine.village import Village
from nightcall.rules.newmoon.card import EventCard
from nightcall.rules.newmoon.pile import in_force


class Departure(EventCard):
    """Some players leave and come back when the card lapses. Meanwhile `Village.away` keeps them out of everything.

    By day they neither debate nor vote, nobody can vote for them, and what they own rests (GATH-2, GATH-3). By night
    they neither act nor can be chosen, and their calls are faked (RASC-4, EVO-1). They are alive, and their
    places at the table stay theirs (AMD-46, EVX-12).
    """

    away_rule: ClassVar[str] = "EVO-1"
    tells = [
        Tells("nobody_left", event=EVENT_CARD),
        Tells("went_away", seats=SEATS, until=WORD, seen=views.travels(is_away=True), icon_else="away"),
        Tells("came_back", seats=SEATS, seen=views.travels(is_away=False), icon_else="away"),
    ]

    def __init__(self) -> None:
        self.seats: tuple[int, ...] = ()

    def read(self, v: Village) -> None:
        self.send(v, self.leaving(v))

    def leaving(self, v: Village) -> tuple[int, ...]:
        """The moderator ticks the players; whatever the card asks about people is not recorded (GATH-2)."""
        return v.pick_some(f"{self.name}.leave", v.living, 0, self.most(v), rule=self.away_rule, audience=PUBLIC)

    def most(self, v: Village) -> int:
        return len(v.living)

    def send(self, v: Village, seats: Sequence[int]) -> None:
        if not seats:
            v.tell("nobody_left", "EVO-2", event=self.name)
            return
        self.seats = tuple(seats)
        v.send_away(self.seats, self.away_rule)
        v.enter(self)
        v.tell("went_away", self.away_rule, seats=self.seats, until=self.until)

    def lapses(self, v: Village) -> None:
        """Whoever lives and is not kept away by another card is back."""
        others = [rule for rule in in_force(v) if isinstance(rule, Departure)]
        kept = {seat: rule.away_rule for rule in others for seat in rule.seats}
        back = []
        for seat in self.seats:
            if seat in v.away:
                if seat in kept:
                    v.send_away([seat], kept[seat])
                else:
                    v.bring_back(seat)
                    back.append(seat)
        self.seats = ()
        if back:
            v.tell("came_back", self.away_rule, seats=tuple(back))
