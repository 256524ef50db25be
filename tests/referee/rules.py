"""A naive referee: the core rules once more, written from the rulings alone and sharing nothing with the engine.

He is handed the tape of a finished game as plain data: who held which card, every question with what might be answered
and what was, every death, the winners. He plays the same game himself, without any machinery; wherever a rule wants a
decision he says what should be asked now, and takes the answer from the tape. `Disagreement` if the tape asks something
else, offers other answers, lets others die, or others win.

No houses, event cards or variants, and no Actor. What is merely said or acknowledged he does not look at.

His chapters, each built on those before: tape, memory, reading, sides, victory, deaths, elections, day and night.
"""

from __future__ import annotations

from tests.referee.day import Day
from tests.referee.night import Night
from tests.referee.tape import Tape
from tests.referee.victory import Over


def referee(tape: Tape) -> None:
    """Play the game of the tape; `Disagreement` where it is not the one told there."""
    game = Referee(tape)
    try:
        game.evening()
    except Over as over:
        game.end(over)


class Referee(Night, Day):
    """One game, from the first evening to its end."""

    def evening(self) -> None:
        if self.opt["sheriff_election"] == "setup":
            self.offer_election()
        if "angel" in (*self.tape.dealt.values(), *self.tape.spares) and self.opt["angel_opening_vote"]:
            self.daytime()
        while True:
            self.night += 1
            self.nighttime()
            self.new.clear()
            self.day = self.night
            self.dawn()
            self.daytime()

    def end(self, over: Over) -> None:
        self.compare_past()
        self.must(self.place == len(self.tape.questions), f"{over.winner} have won, and the tape goes on")
        theirs = (self.tape.winner, self.tape.winners)
        self.must((over.winner, over.seats) == theirs, f"{over.winner} win ({over.seats}), the tape says {theirs}")
        self.must(self.grunts == self.tape.grunts, f"grunts at {self.grunts}, the tape says {self.tape.grunts}")
        self.must(self.thumbs == self.tape.thumbs, f"thumbs {self.thumbs}, the tape says {self.tape.thumbs}")
