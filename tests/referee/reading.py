"""The referee reads the tape: what should be asked now is asked there, and answered."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from tests.referee.memory import Memory
from tests.referee.tape import Disagreement


class Reading(Memory):
    """Whatever differs is a disagreement."""

    def must(self, holds: bool, why: str) -> None:
        if not holds:
            raise Disagreement(f"N{self.night} D{self.day}, question {self.place}: {why}")

    def compare_past(self) -> None:
        """Everything up to the next question has happened on the tape too."""
        ours = sorted(seat for place, seat in self.deaths if place == self.place)
        theirs = sorted(seat for place, seat in self.tape.deaths if place == self.place)
        self.must(ours == theirs, f"{ours} have fallen, the tape says {theirs}")

    def ask(
        self, key: str, seat: int = 0, options: Iterable[Any] = (), low: int = 1, high: int = 1, **ballot: Any
    ) -> Any:
        self.compare_past()
        self.must(self.place < len(self.tape.questions), f"{key} of {seat} is not asked, the game is over")
        asked = self.tape.questions[self.place]
        self.must((asked.ask, asked.seat) == (key, seat), f"{key} of {seat} is due, asked is {asked}")
        wanted, offered = set(options), set(asked.options) - {"nobody_wins"}
        self.must(offered == wanted, f"{key} of {seat}: {sorted(wanted)} may be chosen, the tape says {asked}")
        if ballot:
            voters = set(ballot["voters"])
            barred = {who: asked.barred.get(who, set()) & wanted for who in voters}
            closed = {who: ballot["barred"].get(who, set()) & wanted for who in voters}
            weights = {who: asked.weights.get(who, 1) for who in voters}
            self.must(set(asked.voters) == voters, f"{sorted(voters)} vote, the tape says {asked}")
            self.must(barred == closed, f"closed to some are {closed}, the tape says {barred}")
            self.must(weights == {who: ballot["weights"].get(who, 1) for who in voters}, f"weights on {asked}")
        elif wanted:
            self.must(
                (asked.low, asked.high) == (low, high), f"{key}: {low} to {high} are wanted, the tape says {asked}"
            )
        self.place += 1
        return asked.answer

    def pick(self, key: str, seat: int, options: Collection[int], *, must: bool = True) -> int:
        """One player; nothing is asked if there is nobody (GEN-11)."""
        return (self.ask(key, seat, options, low=1 if must else 0) or 0) if options else 0

    def as_announced(self, seats: Iterable[int]) -> list[int]:
        """In the order in which the tape names the dead: no ruling fixes it."""
        order = [seat for _, seat in self.tape.deaths]
        return sorted(seats, key=lambda seat: order.index(seat) if seat in order else len(order))
