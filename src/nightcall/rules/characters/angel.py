"""The Angel."""

from __future__ import annotations

from nightcall.engine.deaths import DEVOURED, VOTE, Death
from nightcall.engine.errors import GameOver
from nightcall.engine.knowing import Knowing
from nightcall.engine.rule import LONERS, Character
from nightcall.engine.village import Village
from nightcall.rules.characters.cupid import Lovers


class Angel(Character):
    """Wins if eliminated at the very beginning; afterwards a Simple Villager. (ANGEL-1…ANGEL-14)"""

    name = "angel"
    family = "ANGEL"
    group = LONERS
    checked_at = "infection"
    opens_with_vote = "angel_opening_vote"

    def camp(self, v: Knowing) -> str:
        return self.name if self._has_goal(v) and self._window_is_open(v) else "village"

    def _has_goal(self, v: Knowing) -> bool:
        """Lost by infection (ANGEL-10), and under one option by love (ANGEL-4)."""
        if self.holder in v.wolves:
            return False
        return v.options.angel_in_love_keeps_goal or not Lovers.partners(v, self.holder)

    def _window_is_open(self, v: Knowing) -> bool:
        window = v.options.angel_window
        if window == "until_d2_vote":
            return v.day < 2 or (v.day == 2 and not v.votes_today)  # ANGEL-13
        if window == "first_vote_only":
            return v.votes_held == 0
        return v.votes_held == 0 or v.day == 0 or (v.day == 1 and v.phase == "dawn" and self._is_still_night(v))

    @staticmethod
    def _is_still_night(v: Knowing) -> bool:
        """The dawn only reveals the night; what follows from its deaths may count as day (HOUSE-22)."""
        return v.options.angel_dawn_counts or v.cascade == []

    def _is_in_time(self, v: Village, death: Death) -> bool:
        window = v.options.angel_window
        if window == "until_d2_vote":
            return self._window_is_open(v)
        if death.had(VOTE) and v.votes_held == 1:
            return True  # the first vote of the game
        # The dawn only reveals the night: whatever its cascade brings counts (ANGEL-6), or only the night's own deaths.
        counts = v.options.angel_dawn_counts or death in (*v.bites, *v.dooms)
        return window == "d0_vote_or_n1" and v.night == 1 and v.phase == "dawn" and counts

    def falls(self, v: Village, death: Death) -> None:
        if death.seat != self.holder or not self._has_goal(v) or not self._is_in_time(v, death):
            return
        if v.options.angel_causes == "vote_or_wolves" and not (death.had(VOTE) or death.had(DEVOURED)):
            return  # ANGEL-7
        raise GameOver(v.win(self.name, "ANGEL-2", (self.holder,)))
