"""The Bear Tamer."""

from __future__ import annotations

from nightcall.engine.errors import Fault
from nightcall.engine.events import MODERATOR, SEATS, WHETHER, Tells
from nightcall.engine.rule import FIRST_NIGHT, Character
from nightcall.engine.setup import Setup
from nightcall.engine.village import Village


class BearTamer(Character):
    """Each morning the bear grunts if a living neighbour is a Werewolf, or the Tamer himself. (BEAR-1…BEAR-7)"""

    name = "bear_tamer"
    family = "BEAR"
    wakes = FIRST_NIGHT
    wake_rule = "BEAR-1"
    borrowed_at = "passive"
    tells = [
        Tells("bear_smelled", to=MODERATOR, seats=SEATS),
        Tells("bear_grunted", reveals=WHETHER),
    ]

    @classmethod
    def warnings(cls, setup: Setup) -> list[Fault]:
        """Nobody will know whose bear it is, so it never grunts (AMD-61)."""
        options = setup.options
        is_seen = options.cards_known_to_app or options.bear_tamer_called_n1
        if cls.name not in setup.deck or is_seen or cls.name in options.identify_silent_roles_n1:
            return []
        return [Fault("warning.bear_is_silent", "AMD-61", {"card": cls.name})]

    @classmethod
    def is_spoken(cls, v: Village) -> bool:
        return v.options.bear_tamer_called_n1 and super().is_spoken(v)

    def morning(self, v: Village) -> None:
        if self.holder not in v.living:
            return
        own = (self.holder,) if v.options.infected_bear_grunts else ()  # HOUSE-9
        smelled = tuple(seat for seat in (*own, *v.neighbours(self.holder)) if v.is_wolf(seat))
        if smelled:
            v.tell("bear_smelled", "BEAR-3" if self.holder in smelled else "BEAR-1", MODERATOR, seats=smelled)
            v.tell("bear_grunted", "BEAR-1")  # the same grunt whoever it is: the infection stays secret
