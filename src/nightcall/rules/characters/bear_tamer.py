"""The Bear Tamer."""

from __future__ import annotations

from nightcall.engine.events import MODERATOR, SEATS, WHETHER, Tells
from nightcall.engine.rule import FIRST_NIGHT, Character
from nightcall.engine.village import Village


class BearTamer(Character):
    """Each morning the bear grunts if a living neighbour is a Werewolf, or the Tamer himself. (BEAR-1…BEAR-7)"""

    name = "bear_tamer"
    wakes = FIRST_NIGHT
    wake_rule = "BEAR-1"
    borrowed_at = "passive"
    tells = [
        Tells("bear_smelled", to=MODERATOR, seats=SEATS),
        Tells("bear_grunted", reveals=WHETHER),
    ]

    @classmethod
    def is_spoken(cls, v: Village) -> bool:
        return v.options.bear_tamer_called_n1 and super().is_spoken(v)

    def morning(self, v: Village) -> None:
        if self.holder not in v.living:
            return
        smelled = tuple(seat for seat in (self.holder, *v.neighbours(self.holder)) if v.is_wolf(seat))
        if smelled:
            v.tell("bear_smelled", "BEAR-3" if self.holder in smelled else "BEAR-1", MODERATOR, seats=smelled)
            v.tell("bear_grunted", "BEAR-1")  # the same grunt whoever it is: the infection stays secret
