"""The Specter."""

from __future__ import annotations

from typing import Final

from nightcall.engine.deaths import TURNED, Death
from nightcall.engine.events import PACK, SEAT, Tells
from nightcall.engine.rule import HARM
from nightcall.engine.village import Village
from nightcall.rules.characters.werewolf import Pack
from nightcall.rules.newmoon.card import DELAYED, EventCard
from nightcall.rules.newmoon.conversion import become_werewolf

SPECTER: Final = "specter"


class Specter(EventCard):
    """The pack's next victim opens the eyes among the Werewolves, joins them, and one of them dies in its place.

    It waits for a victim: nobody chosen, a protected target, a burning house or a backfire are none. With a bite on
    somebody who is away it simply ends. (SPEC-1…SPEC-6, AMD-63)
    """

    name = "specter"
    family = "SPEC"
    kind = DELAYED
    ends_with = ""
    betrays_plague = True
    tells = [Tells("specter_chose", to=("by", PACK), by=SEAT, seat=SEAT, echo=True)]

    def bitten(self, v: Village, bite: Death) -> None:
        if bite.by != Pack.by or bite.is_void:
            return
        self.discard(v)
        if bite.seat in v.away:
            return  # devoured as the table plays it; who is not there cannot join and choose
        bite.is_void = True
        bite.spare("SPEC-1", TURNED)
        pack = tuple(seat for seat in bite.culprits if seat != bite.seat)
        if bite.seat not in v.wolves:  # or the pack has named one of its own (HOUSE-1)
            become_werewolf(v, bite.seat, "SPEC-1", pack)
        victim = v.pick(
            "specter.choose",
            pack,
            rule="SPEC-1",
            by=bite.seat,
            power=HARM,
            refused={bite.seat: "SPEC-3"},
            audience=(bite.seat, *pack),
        )
        if victim:
            v.doom(victim, SPECTER, "SPEC-1", by=self.name, culprits=(bite.seat,))
            v.tell("specter_chose", "SPEC-1", (bite.seat, *pack), by=bite.seat, seat=victim)
