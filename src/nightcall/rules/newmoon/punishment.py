"""Punishment."""

from __future__ import annotations

from typing import Final

from nightcall.engine.deaths import PUNISHED, Death
from nightcall.engine.events import PUBLIC, SEAT, SEATS, Tells
from nightcall.engine.unmoderated import EACH, Policy
from nightcall.engine.village import Village
from nightcall.rules.newmoon.card import EventCard
from nightcall.rules.newmoon.pile import last_eliminated

VOUCHERS: Final = 2


class Punishment(EventCard):
    """The last eliminated names a player, who falls unless two others vouch with a kiss. (PUNI-1, PUNI-2)

    At once, and no vote: nobody can step in, and today's vote follows all the same (EVO-10).
    """

    name = "punishment"
    family = "PUNI"
    led = {"punishment.vouch": Policy(EACH)}
    needs_dead = True
    tells = [
        Tells("accused", seat=SEAT, by=SEAT),
        Tells("vouched", seat=SEAT, seats=SEATS),
    ]

    def read(self, v: Village) -> None:
        last = last_eliminated(v)
        seat = v.pick("punishment.accuse", v.present(), rule="PUNI-1", by=last, audience=PUBLIC)
        if not seat:
            v.tell("event_without_effect", "GEN-11", event=self.name)
            return
        v.tell("accused", "PUNI-1", seat=seat, by=last)
        others = [other for other in v.present() if other != seat]
        vouching: tuple[int, ...] = ()
        if len(others) >= VOUCHERS:  # fewer cannot save anybody (EVX-5)
            vouching = v.pick_some("punishment.vouch", others, 0, len(others), rule="PUNI-1", audience=PUBLIC)
        if len(vouching) >= VOUCHERS:
            v.tell("vouched", "PUNI-1", seat=seat, seats=vouching)
        else:
            v.eliminate(Death(seat, PUNISHED, "PUNI-1", by=self.name))
