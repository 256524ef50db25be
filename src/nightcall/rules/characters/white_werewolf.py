"""The White Werewolf."""

from __future__ import annotations

from nightcall.engine.knowing import Knowing
from nightcall.engine.outcome import Outcome
from nightcall.engine.prompts import PICK, Prompt
from nightcall.engine.rule import EVERY_NIGHT, HARM, LONERS
from nightcall.engine.village import Village
from nightcall.rules.characters.cupid import Lovers
from nightcall.rules.characters.werewolf import WolfCard


class WhiteWerewolf(WolfCard):
    """A Werewolf who wants to be the only survivor: every other night he may kill one of the pack.

    (WHITE-1…WHITE-12)
    """

    name = "white_werewolf"
    family = "WHITE"
    wave = 3
    group = LONERS
    wakes = EVERY_NIGHT
    rests_at_full_moon = True
    betrays_plague = True

    def camp(self, v: Knowing) -> str:
        """In love with a Werewolf he plays for the pack (LOVE-13)."""
        if any(partner in v.wolves for partner in Lovers.partners(v, self.holder)):
            return "werewolves"
        return self.name

    @classmethod
    def is_spoken(cls, v: Village) -> bool:
        if v.night % v.options.white_werewolf_every or v.options.white_werewolf_solo_call == "never_listed":
            return False  # WHITE-7, HOUSE-2
        return super().is_spoken(v)

    @classmethod
    def asks(cls, v: Village) -> Prompt | None:
        return Prompt("white_werewolf.devour", PICK, "WHITE-2", options=v.living, low=0)

    def is_awake(self, v: Village) -> bool:
        return any(seat in v.wolves for seat in v.present() if seat != self.holder)

    def has_power(self, v: Village) -> bool:
        return True

    def _prey(self, v: Village) -> list[int]:
        return [seat for seat in v.others(self.holder) if seat in v.wolves]

    def has_target(self, v: Village) -> bool:
        return bool(v.choosable(self._prey(v), HARM, self.holder))

    def call(self, v: Village) -> None:
        prey = v.pick(
            "white_werewolf.devour",
            self._prey(v),
            rule="WHITE-2",
            by=self.holder,
            optional=True,
            always=True,
            power=HARM,
            refused={seat: "WHITE-5" for seat in v.living if seat not in v.wolves},
        )
        if prey:
            v.bite(prey, "WHITE-2", by=self.name, culprits=(self.holder,), is_meal=False)

    def victory(self, v: Village) -> Outcome | None:
        if len(v.living) != 1:
            return None
        last = v.living[0]
        if not self.holder and last in v.wolves and v.holds(last, self.name):
            return v.win(self.name, "WIN-4", (last,))
        return v.win(self.name, "WIN-4", (last,)) if last == self.holder else None
