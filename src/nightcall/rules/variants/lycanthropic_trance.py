"""The Lycanthropic Trance, and those who are in it."""

from __future__ import annotations

from nightcall.engine.cascade import threaten
from nightcall.engine.deaths import ENTRANCED, TRANCE, VOTE, Death
from nightcall.engine.events import SEAT, Tells
from nightcall.engine.outcome import Outcome
from nightcall.engine.rule import Rule
from nightcall.engine.setup import Setup
from nightcall.engine.village import Village
from nightcall.rules.characters.werewolf import Pack
from nightcall.rules.variants.variant import Variant


class LycanthropicTrance(Variant):
    """The wolves' victims do not die but are mesmerized, and nobody is told. (TRAN-1, TRAN-3, TRAN-5, TRAN-7)

    Whatever saves from the teeth saves from the trance. The Werewolves win as soon as at most one of the others is
    still awake.
    """

    name = "lycanthropic_trance"
    family = "TRAN"
    is_exclusive = True

    def daybreak(self, v: Village) -> None:
        """They are touched while everybody still sleeps."""
        for bite in v.bites:
            if bite.is_meal:
                threaten(v, bite)
                if not bite.spared:
                    bite.spare("TRAN-5" if bite.seat in v.wolves else "TRAN-1", ENTRANCED)  # no trance for a Werewolf
                    if bite.seat not in v.wolves:
                        mesmerize(v, bite.seat)

    def victory(self, v: Village) -> Outcome | None:
        if not v.pack_is_known and not Pack.is_found(v, 1):
            return None
        awake = [seat for seat in v.living if seat not in v.wolves and seat not in v.allies]
        if sum(seat not in entranced(v) for seat in awake) > 1:
            return None
        wolves = [seat for seat in v.living if seat in v.wolves]
        return v.win("werewolves", "TRAN-3", v.members("werewolves")) if Pack.may_win(v, wolves) else None


class Mesmerized(Rule):
    """Vote, titles, house and love stay; the character's power is gone, its calls are faked. (TRAN-2, TRAN-4, TRAN-6)

    If the village votes one of them out, all the others die at once.
    """

    name = "mesmerized"
    tells = [Tells("mesmerized", to="seat", seat=SEAT)]

    def __init__(self, seat: int = 0) -> None:
        self.holder = seat

    @classmethod
    def concerns(cls, setup: Setup) -> bool:
        return LycanthropicTrance.concerns(setup)

    def daybreak(self, v: Village) -> None:
        """Whoever has become a Werewolf is in no trance any more (TRAN-5)."""
        if self.holder in v.wolves:
            v.empower(self.holder)
            v.remove(self)

    def falls(self, v: Village, death: Death) -> None:
        if death.had(VOTE) and death.seat != self.holder and death.seat in entranced(v):
            v.join(Death(self.holder, TRANCE, "TRAN-2", by=LycanthropicTrance.name))


def mesmerize(v: Village, seat: int) -> None:
    if seat in entranced(v) or seat not in v.living:
        return
    v.enter(Mesmerized(seat))
    v.disempower(seat, "TRAN-1")
    v.ack("lycanthropic_trance.touch", "TRAN-1", seat=seat, aloud=False)
    v.tell("mesmerized", "TRAN-1", (seat,), seat=seat)


def entranced(v: Village) -> list[int]:
    """The mesmerized players, dead or alive, in the order it happened."""
    return [rule.holder for rule in v.named(Mesmerized.name)]
