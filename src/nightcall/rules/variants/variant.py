"""What all variants share: chosen for a whole game, or played for one turn because an event card says so."""

from __future__ import annotations

from typing import ClassVar

from nightcall.engine import views
from nightcall.engine.errors import Fault
from nightcall.engine.events import VARIANT, Tells
from nightcall.engine.rule import KINDS, Rule
from nightcall.engine.setup import Setup
from nightcall.engine.village import Village


class Variant(Rule):
    """Another way to play. (VARX-1, EVO-9)"""

    is_variant = True
    is_exclusive: ClassVar[bool] = False
    """It changes too much to be combined with another one of which this is true (VARX-1)."""
    is_secret: ClassVar[bool] = False
    """The players may not know that it is played: no screen of theirs says so (PLAG-1)."""
    has_candles: ClassVar[bool] = False
    """A candle burns before everybody."""
    whispered: ClassVar[frozenset[str]] = frozenset()
    """What may be chosen for it in the debate, on a screen that others may see."""
    only_from_start: ClassVar[frozenset[str]] = frozenset()
    """Characters whose other form is too late for a single turn (EVO-9)."""
    tells = [
        Tells("variant_began", variant=VARIANT, seen=views.joins("variants", "variant")),
        Tells("variant_ended", variant=VARIANT, seen=views.goes("variants", "variant")),
    ]

    ends_on = 0
    """Played for one turn: the day whose morning ends it; 0 = to the end of the game."""

    @classmethod
    def concerns(cls, setup: Setup) -> bool:
        return cls.name in setup.variants

    @classmethod
    def faults(cls, setup: Setup) -> list[Fault]:
        """One fault for all that exclude one another, raised by the first of them."""
        rivals = [name for name in dict.fromkeys(setup.variants) if is_exclusive(name)]
        if len(rivals) < 2 or rivals[0] != cls.name:
            return []
        return [Fault("setup.variants_exclude", "VARX-1", {"variants": tuple(rivals)}, about=("variants",))]

    def begin_turn(self, v: Village) -> None:
        """Today and the following night only, until its victims have fallen (EVO-9)."""
        self.ends_on = v.day + 1
        v.enter(self)
        if self.forms:
            v.recast({name: form for name, form in self.forms.items() if name not in self.only_from_start})
        v.tell("variant_began", "EVO-9", variant=self.name)

    def humbled(self, v: Village, seat: int) -> None:
        """A player has just become a Simple Villager and nothing else (MIRA-4)."""

    def morning(self, v: Village) -> None:
        if self.ends_on and v.day >= self.ends_on:
            self.end_turn(v)

    def end_turn(self, v: Village) -> None:
        v.remove(self)
        if self.forms:
            v.recast(v.plan.forms)
        v.tell("variant_ended", "EVO-9", variant=self.name)


def is_exclusive(name: str) -> bool:
    kind = KINDS.get(name)
    return kind is not None and issubclass(kind, Variant) and kind.is_exclusive


def in_force(v: Village) -> list[Variant]:
    """The variants played now."""
    kinds = [kind for kind in KINDS.values() if issubclass(kind, Variant)]
    return [rule for kind in kinds for rule in v.named(kind.name) if isinstance(rule, Variant)]
