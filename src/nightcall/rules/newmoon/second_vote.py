"""Events that wait for the next player voted out: Enthusiasm, Dissatisfaction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from nightcall.engine.deaths import Death
from nightcall.engine.village import Village
from nightcall.engine.votes import Verdict
from nightcall.rules.newmoon.card import DELAYED, EventCard


class SecondVote(EventCard):
    """If the next player voted out is of the right kind, a second vote follows at once, without a debate.

    Used up by the first vote that eliminates somebody, whether it fires or not; a pardon or a tie without a victim
    leaves it waiting (ENTH-2). An added vote adds none (JUDGE-10).
    """

    kind = DELAYED
    rule: ClassVar[str] = ""

    def fires(self, fallen: Sequence[Death]) -> bool:
        raise NotImplementedError

    def voted(self, v: Village, verdict: Verdict) -> None:
        fallen = [death for death in verdict.deaths if death in v.graveyard]
        if fallen:
            self.discard(v)
            if verdict.is_first and self.fires(fallen):
                v.add_vote(self.name, self.rule)


class Enthusiasm(SecondVote):
    """Fires if a Werewolf was voted out, by status; of several fallen one is enough. (ENTH-1…ENTH-4, AMD-38)"""

    name = "enthusiasm"
    family = "ENTH"
    ends_with = "died:vote"
    rule = "ENTH-1"

    def fires(self, fallen: Sequence[Death]) -> bool:
        return any(death.was_wolf for death in fallen)


class Dissatisfaction(SecondVote):
    """Fires if no Werewolf was voted out. (DISS-1, ENTH-2…ENTH-4, AMD-38)"""

    name = "dissatisfaction"
    family = "DISS"
    ends_with = "died:vote"
    rule = "DISS-1"

    def fires(self, fallen: Sequence[Death]) -> bool:
        return not any(death.was_wolf for death in fallen)
