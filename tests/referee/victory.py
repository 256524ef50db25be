"""Whether somebody has won: WIN-9."""

from __future__ import annotations

from collections.abc import Iterable

from tests.referee.cards import FOLLY, GRIEF, MEAL, SHOT, VOTE, WOLF_CARDS
from tests.referee.memory import Fallen
from tests.referee.sides import Sides


class Over(Exception):
    """Somebody has won."""

    def __init__(self, winner: str, seats: Iterable[int]) -> None:
        super().__init__(winner)
        self.winner, self.seats = winner, tuple(sorted(seats))


class Victory(Sides):
    """Every goal there is."""

    def outcome(self) -> tuple[str, list[int]] | None:
        living = self.living
        if not living:
            return "nobody", []
        for seat in self.holders("piper"):
            if self.piper_has_won(seat):
                return "piper", [seat]
        for couple in self.couples:
            if sorted(couple) == living and self.is_mixed(couple):
                return "lovers", list(couple)
        wolves = [seat for seat in living if seat in self.wolves]
        others = [seat for seat in living if seat not in self.wolves]
        if not others and len(wolves) == 1 and self.card[wolves[0]] == "white_werewolf":
            return "white_werewolf", wolves
        if wolves:
            return ("werewolves", self.everybody_of("werewolves")) if self.wolves_have_won(wolves, others) else None
        if self.thief_is_due and set(self.spares) & WOLF_CARDS:
            return None  # AMD-60
        survivors = [seat for seat in others if self.camp(seat) == "village"]
        if not self.opt["village_needs_survivor"]:
            survivors += [seat for seat in others if self.camp(seat) == "lovers" and self.own_camp(seat) == "village"]
        return ("village", self.everybody_of("village")) if survivors else None

    def wolves_have_won(self, wolves: list[int], others: list[int]) -> bool:
        """WIN-2, WIN-3, LOVE-18, AMD-1; B: when the last villager is dead."""
        camps = {self.camp(seat) for seat in wolves}
        if "lovers" in camps or "werewolves" not in camps:
            return False
        if "white_werewolf" in camps and self.opt["white_blocks_wolf_victory"]:
            return False
        if self.opt["wolf_parity_shortcut"] and len(wolves) >= len(others):
            return True  # WIN-11
        if self.opt["wolf_victory"] == "last_villager_dead":
            return not any(self.camp(seat) in ("village", "lovers") for seat in others)
        return not others

    def manipulator_has_won(self, seat: int) -> bool:
        """MANIP-2, MANIP-5, MANIP-8."""
        if not self.keeps_own_goal(seat):
            return False
        hated = [other for other in self.card if self.tape.groups[other - 1] != self.tape.groups[seat - 1]]
        return not any(other in self.living or other in self.left for other in hated)

    def piper_has_won(self, seat: int) -> bool:
        """WIN-6, PIPER-3"""
        is_free = self.keeps_own_goal(seat) and self.camp(seat) != "lovers"
        return is_free and set(self.living) <= self.charmed | {seat}

    def angel_wins(self, fallen: Fallen) -> bool:
        """ANGEL-2, ANGEL-6, ANGEL-7, ANGEL-13."""
        if fallen.card != "angel" or not self.angel_may_win(fallen.seat):
            return False
        causes = fallen.causes
        if self.opt["angel_causes"] == "vote_or_wolves" and not causes & {VOTE, MEAL}:
            return False
        is_first_vote = VOTE in causes and self.votes_held == 1
        window = self.opt["angel_window"]
        if window == "first_vote_only":
            return is_first_vote
        if window == "until_d2_vote":
            return self.window_is_open() or self.day < 2
        is_night = self.is_dawn and self.day == 1
        if is_night and not self.opt["angel_dawn_counts"]:
            is_night = not causes <= {SHOT, GRIEF, FOLLY}
        return is_first_vote or is_night

    def is_decided(self) -> bool:
        """No last will is asked for once the game is won (AMD-69)."""
        if self.opt["victory_checks"] != "after_every_cascade":
            return False
        winning = [seat for seat in self.holders("prejudiced_manipulator") if self.manipulator_has_won(seat)]
        if winning and self.opt["manipulator_victory"] == "ends_game":
            return True
        everybody = self.living
        self.living = [seat for seat in everybody if seat not in winning]
        is_over = self.outcome() is not None
        self.living = everybody
        return is_over
