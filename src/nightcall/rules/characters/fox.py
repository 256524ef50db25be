"""The Fox."""

from __future__ import annotations

from nightcall.engine.events import FLAG, SEAT, SEATS, Tells
from nightcall.engine.prompts import PICK, Prompt
from nightcall.engine.rule import EVERY_NIGHT, Character
from nightcall.engine.village import Village


class Fox(Character):
    """Each night he may sniff at three neighbours; if none is a Werewolf, his nose is gone. (FOX-1…FOX-7)"""

    name = "fox"
    family = "FOX"
    wakes = EVERY_NIGHT
    borrowed_at = "own_call"
    uses_up = {"nose": ("has_nose", False)}
    has_nose = True
    tells = [Tells("sniffed", to="by", by=SEAT, seats=SEATS, up=FLAG, result=True)]

    @classmethod
    def asks(cls, v: Village) -> Prompt | None:
        return Prompt("fox.sniff", PICK, "FOX-1", options=v.living, low=0)

    @classmethod
    def lifts(cls, v: Village) -> int:
        """Before the pack has been seen any of the three may be a Werewolf; afterwards its members are known."""
        return 0 if v.options.cards_known_to_app or v.night > 1 else 3

    @classmethod
    def lifted(cls, v: Village, chosen: int) -> tuple[int, ...]:
        beside = v.neighbours(chosen)
        return (*beside[1:], chosen, *beside[:1])

    def is_awake(self, v: Village) -> bool:
        return self.has_nose

    def call(self, v: Village) -> None:
        centre = v.pick("fox.sniff", v.living, rule="FOX-1", by=self.holder, optional=True)
        if not centre:
            return
        group = self.lifted(v, centre)
        smelt = [v.is_wolf(seat) for seat in group]  # all three: a count of the cards lifted would tell
        scent = any(smelt)
        self.has_nose = scent or v.options.fox_keeps_nose
        rule = "FOX-1" if scent else "HOUSE-8" if self.has_nose else "FOX-2"
        v.tell("sniffed", rule, (self.holder,), by=self.holder, seats=group, up=scent)
