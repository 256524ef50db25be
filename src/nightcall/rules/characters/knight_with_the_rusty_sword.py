"""The Knight with the Rusty Sword, and his disease."""

from __future__ import annotations

from collections.abc import Sequence

from nightcall.engine.deaths import DISEASE, Death
from nightcall.engine.events import MODERATOR, SEAT, Tells
from nightcall.engine.rule import Character, Rule
from nightcall.engine.setup import Setup
from nightcall.engine.village import Village


class KnightWithTheRustySword(Character):
    """Devoured, he leaves a disease to the first Werewolf on his left. (KNIGHT-1…KNIGHT-10)"""

    name = "knight_with_the_rusty_sword"
    family = "KNIGHT"
    borrowed_at = "passive"
    betrays_plague = True
    tells = [Tells("diseased", to=MODERATOR, seat=SEAT)]

    def afterwards(self, v: Village, deaths: Sequence[Death]) -> None:
        for death in deaths:
            if not self.is_my_death(v, death) or not death.is_meal:
                continue  # another Werewolf's bite on an infected Knight is no meal (INF-11)
            guilty = death.culprits if v.options.knight_disease_pool == "culprits_only" else v.wolves
            if not any(seat in v.wolves for seat in death.culprits):
                guilty = death.culprits  # Werewolves for a night (KNIGHT-9)
            for seat in v.around(self.holder):
                if seat in guilty:
                    v.enter(Diseased(seat))
                    v.tell("diseased", "KNIGHT-1", MODERATOR, seat=seat)
                    break


class Diseased(Rule):
    """Dies at the end of the night after the Knight's death; nothing helps. (KNIGHT-8)"""

    name = "diseased"

    def __init__(self, seat: int = 0) -> None:
        self.holder = seat

    @classmethod
    def concerns(cls, setup: Setup) -> bool:
        return KnightWithTheRustySword.concerns(setup)

    def daybreak(self, v: Village) -> None:
        v.remove(self)
        if self.holder in v.living:
            v.doom(self.holder, DISEASE, "KNIGHT-1", by="knight_with_the_rusty_sword")
