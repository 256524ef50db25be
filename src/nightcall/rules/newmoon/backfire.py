"""Backfire."""

from __future__ import annotations

from typing import Final

from nightcall.engine.deaths import TURNED, Death
from nightcall.engine.events import MODERATOR, SEAT, Tells
from nightcall.engine.village import Village
from nightcall.rules.characters.simple_villager import SimpleVillager, TrustedVillager
from nightcall.rules.characters.werewolf import Pack
from nightcall.rules.newmoon.card import DELAYED, EventCard
from nightcall.rules.newmoon.conversion import become_werewolf

BACKFIRE: Final = "backfire"


class Backfire(EventCard):
    """Next night the pack's attack turns: a Simple Villager becomes a Werewolf; for anybody else a Werewolf dies.

    The target survives either way, whatever the Defender does; the first Werewolf on the left of it falls at dawn.
    Nothing is left to infect; the Witch is shown the target and heals in vain. (BACK-1…BACK-4)
    """

    name = "backfire"
    family = "BACK"
    kind = DELAYED
    ends_with = "dawn_broke"
    betrays_plague = True
    tells = [Tells("backfired", to=MODERATOR, seat=SEAT, target=SEAT)]

    def __init__(self) -> None:
        self.turned: list[Death] = []

    def bitten(self, v: Village, bite: Death) -> None:
        if bite.by != Pack.by or bite.is_void:
            return
        bite.is_void = True
        self.turned.append(bite)
        card = v.card(bite.seat, rule="IDENT-R15")
        if card.name in (SimpleVillager.name, TrustedVillager.name):
            become_werewolf(v, bite.seat, "BACK-1")
            return
        for seat in v.around(bite.seat):
            if seat in v.wolves:
                v.doom(seat, BACKFIRE, "BACK-1", by=self.name)
                v.tell("backfired", "BACK-1", MODERATOR, seat=seat, target=bite.seat)
                return

    def daybreak(self, v: Village) -> None:
        """Used or not, it is over with the night (NM-9)."""
        for bite in self.turned:
            if not bite.spared:
                bite.spare("BACK-1", TURNED)
        self.discard(v)
