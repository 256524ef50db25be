"""A game is `play(setup, answers)`: the whole telling, up to the first question without an answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from nightcall.engine import breath, prompts
from nightcall.engine import round as rounds
from nightcall.engine.asking import Answerer
from nightcall.engine.errors import GameOver, IllegalAnswer, Pending, TapeMismatch
from nightcall.engine.events import Event
from nightcall.engine.outcome import Outcome
from nightcall.engine.prompts import Prompt
from nightcall.engine.setup import Setup
from nightcall.engine.village import Village

if TYPE_CHECKING:
    from nightcall.rulebook import Entry


BETWEEN: Final = "table."
"""How the keys of what is said between two steps begin."""


@dataclass(slots=True, unsafe_hash=True)
class Answer:
    """A recorded answer, with the question it belongs to. Never changed: enforcing that would double its price."""

    value: Any
    key: str = ""
    """The prompt's key; empty = take it for whatever is asked."""
    seat: int = 0
    card: str = ""

    def belongs_to(self, prompt: Prompt) -> bool:
        is_its = self.key == prompt.key and self.seat == prompt.seat and self.card == prompt.card
        return is_its or not self.key

    def is_choice_at(self, prompt: Prompt) -> bool:
        """Whether it answers this question but for who decides: what was chosen stays, whoever turns out to have."""
        return prompt.about in (prompts.CHOICE, prompts.SEEN) and (self.key, self.card) == (prompt.key, prompt.card)


SKIPPED: Final = 3
"""How many answers in a row may no longer fit, where the others are to be told on."""
ASK: Final = object()
"""In place of a value: the question is to be put."""


class Reader:
    """Answers from a list; stops the telling where the list ends."""

    def __init__(self, answers: Sequence[Answer], corrected: int | None = None, *, told_before: int = 0) -> None:
        self.answers = list(answers)
        """As they were given; each in its plain form once it is taken."""
        self.corrected = len(answers) if corrected is None else corrected
        """From which answer on somebody else may decide than the one recorded."""
        self.told_before = told_before
        """How many of the first answers were taken when the game was last told: to the same questions, and checked."""
        self.between = {place: given.key for place, given in enumerate(answers) if given.key.startswith(BETWEEN)}
        """The answers to no question, which say something about the table itself (TABLE-1)."""
        self.marks: list[int] = []
        """How many events had happened when each answer was given."""
        self.events: list[Event] = []
        self.asked: list[Prompt] = []
        """The question of each answer taken so far."""

    @property
    def taken(self) -> Sequence[Answer]:
        return self.answers[: len(self.asked)]

    def __call__(self, prompt: Prompt) -> Any:
        breath.take()
        index = len(self.asked)
        value = self.answers[index].value if index < self.told_before else self._checked(prompt, index)
        self.asked.append(prompt)
        self.marks.append(len(self.events))
        return value

    def _checked(self, prompt: Prompt, index: int) -> Any:
        """The answer in its plain form; the telling stops where there is none, or one to another question."""
        if index == len(self.answers):
            raise Pending(prompt)
        given = self.answers[index]
        if index >= self.corrected and given.is_choice_at(prompt):
            given = self.answers[index] = replace(given, seat=prompt.seat)
        if not given.belongs_to(prompt):
            key = "tape.other_player" if given.key == prompt.key else "tape.other_question"
            raise TapeMismatch(key, prompt, given.value, asked=prompt.key, found=given.key)
        if given.value is ASK:
            raise Pending(prompt)
        value = prompt.check(given.value)
        if not given.key or value != given.value:
            self.answers[index] = Answer(value, prompt.key, prompt.seat, prompt.card)
        return value


class Game:
    """One telling. Answering, undoing and correcting give another one; this one never changes."""

    def __init__(
        self,
        village: Village,
        answers: tuple[Answer, ...],
        marks: tuple[int, ...],
        prompt: Prompt | None,
        outcome: Outcome | None,
        misfit: IllegalAnswer | None = None,
        asked: tuple[Prompt, ...] = (),
        pause: int = -1,
    ) -> None:
        self.village = village
        """What the moderator may know. To be read only."""
        self.setup = village.setup
        self.events: Sequence[Event] = village.events
        self.answers = answers
        self.marks = marks
        self.asked = asked
        """The question of each answer."""
        self.pause = pause
        """Before which answer something can be said about the table itself: there the step going on began."""
        self.prompt = prompt
        """What is asked now; None once the game is over."""
        self.outcome = outcome
        self.misfit = misfit
        """The first recorded answer that no longer fits, if the telling had to stop before the tape's end."""
        self.waiting: tuple[Answer, ...] = ()
        """Answers given before something earlier was corrected, from the first one on that no longer fits."""
        self._on: Game | None = None

    @property
    def players(self) -> tuple[str, ...]:
        """The name of every seat, those who joined later included."""
        return tuple(self.village.names)

    @property
    def on(self) -> Game:
        """The game once the table has gone on from where nothing is to be decided: told once, whoever asks for it."""
        if self._on is None:
            self._on = self._answered(True)
        return self._on

    def answer(self, value: Any) -> Game:
        """The game with one more answer; `IllegalAnswer` if it is not allowed.

        Answers that are waiting follow by themselves, as far as they fit.
        """
        if self.prompt is None:
            raise IllegalAnswer("game.over", Prompt("game.over", prompts.ACK, "WIN-9"), value)
        return self.on if self.prompt.kind == prompts.ACK and value is True else self._answered(value)

    def _answered(self, value: Any) -> Game:
        assert self.prompt is not None
        self.prompt.refuse_deceptive(value)
        given = Answer(value, self.prompt.key, self.prompt.seat, self.prompt.card)
        after = retell(self.setup, (*self.answers, given), before=self)
        if after.misfit is not None:
            raise after.misfit
        return after._told_on(self.waiting) if self.waiting else after

    def _told_on(self, waiting: tuple[Answer, ...]) -> Game:
        """With these answers as far as they fit; the first ones may be those for which another was given just now."""
        self.waiting = waiting
        found = self
        for skipped in range(min(SKIPPED, len(waiting))):
            told = retell(self.setup, (*self.answers, *waiting[skipped:]), corrected=len(self.answers))
            if len(told.answers) > len(found.answers):
                told.waiting = waiting[skipped + len(told.answers) - len(self.answers) :]
                found = told
        return found

    def undo(self, steps: int = 1) -> Game:
        """The game as if the last answers had never been given."""
        keep = max(0, len(self.answers) - steps)
        return play(self.setup, self.answers[:keep])

    def edit(self, index: int, value: Any) -> Game:
        """The game re-told with one old answer corrected; it stands at the first answer that no longer fits.

        The others wait until that one is given anew.
        """
        if not 0 <= index < len(self.answers):
            raise IndexError(index)
        old = self.answers[index]
        told = (*self.answers[:index], Answer(value, old.key, old.seat, old.card))
        play(self.setup, told).asked[index].refuse_deceptive(value)  # the correction itself must be allowed
        return _retold(self.setup, (*told, *self.answers[index + 1 :]), len(told))

    def intervene(self, key: str, *values: Any) -> Game:
        """The game re-told with something that happened to the table itself, before the step going on (TABLE-1).

        `values` answer its questions, one after the other. It stands at the first answer that no longer fits.
        """
        told = self.interrupted(key, *values)
        return _retold(self.setup, (*told.answers, *self.answers[self.pause :], *self.waiting), len(told.answers))

    def interrupted(self, key: str, *values: Any) -> Game:
        """The game before the step going on, being told what happened to the table itself: its next question is asked.

        Once none of its own is left, `intervene` takes these values.
        """
        if self.pause < 0:
            nothing = Prompt(key, prompts.ACK, "TABLE-1")
            raise IllegalAnswer("answer.not_yet", self.prompt or nothing, values[0] if values else None)
        first, *others = values or (ASK,)
        told = play(self.setup, (*self.answers[: self.pause], Answer(first, key)))
        for asked in told.asked[self.pause :]:
            asked.refuse_deceptive(first)
        for value in others:
            told = told.answer(value)
        return told

    def why(self, event: Event) -> Entry:
        """The rule behind something that happened."""
        from nightcall import rulebook

        return rulebook.entry(event.rule)


def play(setup: Setup, answers: Iterable[Any] = ()) -> Game:
    """Tell the game; an answer that does not fit raises `IllegalAnswer` with its index."""
    game = retell(setup, answers)
    if game.misfit is not None:
        raise game.misfit
    return game


def _retold(setup: Setup, answers: tuple[Answer, ...], corrected: int) -> Game:
    """Told as far as the answers fit; the others wait."""
    game = retell(setup, answers, corrected=corrected)
    if game.misfit is not None:
        game.waiting = answers[len(game.answers) :]
    return game


def retell(
    setup: Setup, answers: Iterable[Any] = (), *, corrected: int | None = None, before: Game | None = None
) -> Game:
    """Tell the game as far as the answers fit; those after a corrected one may be somebody else's choices now.

    Where it goes on from `before`, with all answers of that game, what was asked and told then is told again as it was.
    """
    recorded = tuple([given if isinstance(given, Answer) else Answer(given) for given in answers])
    reader = Reader(recorded, corrected, told_before=len(before.answers) if before else 0)
    village = Village(setup, reader)
    village.told_before = before.events if before else ()
    reader.events = village.events
    misfit: IllegalAnswer | None = None
    try:
        outcome = run(village)
    except Pending as pending:
        return _told(village, reader, pending.prompt, None)
    except IllegalAnswer as error:
        # A refusal after the question was answered counts against that answer.
        error.index = len(reader.asked) - (1 if error.key == "answer.impossible" else 0)
        good = retell(setup, recorded[: error.index], corrected=corrected)
        good.misfit = error
        return good
    if len(reader.asked) < len(recorded):
        extra = recorded[len(reader.asked)]
        misfit = TapeMismatch("tape.after_the_end", Prompt("game.over", prompts.ACK, outcome.rule), extra.value)
        misfit.index = len(reader.asked)
    return _told(village, reader, None, outcome, misfit)


def _told(
    village: Village,
    reader: Reader,
    prompt: Prompt | None,
    outcome: Outcome | None,
    misfit: IllegalAnswer | None = None,
) -> Game:
    taken, marks, asked = tuple(reader.taken), tuple(reader.marks), tuple(reader.asked)
    return Game(village, taken, marks, prompt, outcome, misfit, asked, village.paused)


def run(village: Village) -> Outcome:
    """Tell a game with whoever answers, to its end."""
    try:
        rounds.tell(village)
    except GameOver as over:
        outcome = over.outcome
        village.tell("won", outcome.rule, winner=outcome.winner, seats=outcome.seats)
        return outcome


def playout(
    setup: Setup,
    answerer: Answerer,
    *,
    seed: int | None = None,
    keeps_record: bool = False,
    begins: Callable[[Village], None] | None = None,
) -> tuple[Village, Outcome]:
    """A whole game in one go, answered by a bot; the events are kept only if somebody wants to read them.

    A bot that wants to hear of some says so (`Village.listen`) when the game begins.
    """
    village = Village(setup, answerer, seed=seed, keeps_record=keeps_record)
    if begins is not None:
        begins(village)
    return village, run(village)
