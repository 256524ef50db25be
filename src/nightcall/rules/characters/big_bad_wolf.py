"""The Big Bad Wolf."""

from __future__ import annotations

from nightcall.engine.prompts import PICK, Prompt
from nightcall.engine.rule import EVERY_NIGHT, FANGS, character
from nightcall.engine.village import Village
from nightcall.rules.characters.werewolf import WolfCard
from nightcall.rules.characters.wild_child import TwoSided


class BigBadWolf(WolfCard):
    """Feeds with the pack, then alone, as long as the game has lost no Werewolf, Wild Child or Wolf-Hound.

    (BBW-1…BBW-12, HOUSE-3)
    """

    name = "big_bad_wolf"
    family = "BBW"
    wave = 3
    wakes = EVERY_NIGHT
    rests_at_full_moon = True
    betrays_plague = True

    @staticmethod
    def _ends_it(v: Village, name: str) -> bool:
        """Whether the loss of this card ends the second meal (BBW-6)."""
        kind = character(name)
        if issubclass(kind, TwoSided):
            return v.options.bbw_power_ends_with == "werewolf_wildchild_wolfhound"
        return kind.is_wolf

    @classmethod
    def is_over(cls, v: Village) -> bool:
        """A card that ends it was shown (FK-6); of a status only the wolf cards tell."""
        if v.options.big_bad_wolf_keeps_appetite:
            return False
        by_card = v.options.bbw_loss_basis == "cards"
        shown = [name for seat, name in v.faces.items() if seat not in v.living and seat not in v.gone]
        return any(character(name).is_wolf or (by_card and cls._ends_it(v, name)) for name in shown)

    @classmethod
    def asks(cls, v: Village) -> Prompt | None:
        low = 0 if v.options.big_bad_wolf_second_meal == "may" else 1
        return Prompt("big_bad_wolf.devour", PICK, "BBW-2", options=v.living, low=low)

    def is_awake(self, v: Village) -> bool:
        if v.options.big_bad_wolf_keeps_appetite:
            return True
        if v.options.bbw_loss_basis == "status":
            return not any(death.was_wolf for death in v.graveyard)
        return not any(death.card is not None and self._ends_it(v, death.card.name) for death in v.graveyard)

    def _prey(self, v: Village) -> list[int]:
        meals = [bite.seat for bite in v.bites if bite.is_meal]
        return [seat for seat in v.within_reach(self.holder) if seat not in v.wolves and seat not in meals]

    def has_target(self, v: Village) -> bool:
        return bool(v.choosable(self._prey(v), FANGS, self.holder))

    def call(self, v: Village) -> None:
        here = v.within_reach(self.holder)
        meals = [bite.seat for bite in v.bites if bite.is_meal]
        prey = v.pick(
            "big_bad_wolf.devour",
            self._prey(v),
            rule="BBW-2",
            by=self.holder,
            optional=v.options.big_bad_wolf_second_meal == "may",
            power=FANGS,
            # The pack's victim first: a wolf's refusal would tell of an infection.
            refused={seat: "EVO-4" for seat in v.living if seat not in here}
            | {seat: "WW-2" for seat in here if seat in v.wolves}
            | dict.fromkeys(meals, "BBW-4"),
        )
        if prey:
            v.bite(prey, "BBW-2", by=self.name, culprits=(self.holder,))
