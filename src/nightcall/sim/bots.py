"""Who answers when nobody is there: uniformly random legal answers, and a table that knows its own cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final

from nightcall.engine import prompts
from nightcall.engine.plan import plan_of
from nightcall.engine.prompts import ByKind, Prompt
from nightcall.engine.rule import character, left_over
from nightcall.engine.setup import Setup
from nightcall.rules.customs import NOBODY_WINS

LAST_DAYS: Final = 40
"""So many days in a row on which the game might have been called a stalemate, and nothing has come of any of them:
then whatever the living can still choose changes nothing (WIN-15)."""


class RandomBot:
    """Answers every prompt with a uniformly random legal answer. Fully known cards only; see `PhysicalTable`.

    But in a vote nobody abstains who can point at anybody: days on which nobody falls would only make games longer. The
    odds, the benchmarks and their figures rest on it.
    """

    hears_all = False
    """Is not told what needs no answer. Neither this nor the next is inherited: a subclass is asked everything, unless
    it says otherwise itself."""
    is_hasty = True
    """Any legal answer will do, whatever else a question says (`asking.Hasty`)."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self._idle_days = 0

    def __call__(self, prompt: Prompt) -> Any:
        return getattr(self, _ANSWERS[prompt.kind])(prompt)

    def below(self, bound: int) -> int:
        return int(self.random.random() * bound)

    def _ack(self, prompt: Prompt) -> bool:
        return True

    def _yes_no(self, prompt: Prompt) -> bool:
        return self.random.random() < 0.5

    def _pick(self, prompt: Prompt) -> Any:
        options = prompt.options
        if prompt.high == 1:
            return self.pick(options, prompt.optional) or None
        count = prompt.low + self.below(min(prompt.high, len(options)) - prompt.low + 1)
        return tuple(sorted(self.random.sample(list(options), count)))

    def pick(self, seats: Sequence[int], optional: bool) -> int:
        choice = int(self.random.random() * (len(seats) + optional))
        return seats[choice] if choice < len(seats) else 0

    def _choose(self, prompt: Prompt) -> Any:
        return self.choose(prompt.key, prompt.options, prompt.optional) or None

    def choose(self, key: str, names: Sequence[str], optional: bool) -> str:
        if key == "day.debate":
            return self._debate(names)
        choice = self.below(len(names) + optional)
        return names[choice] if choice < len(names) else ""

    def _debate(self, options: Sequence[str]) -> str:
        """The button that ends a stuck game is the moderator's: no toss of a coin invents a game without a winner."""
        played = options
        if NOBODY_WINS not in options:
            self._idle_days = 0
        elif self._idle_days >= LAST_DAYS:
            return NOBODY_WINS
        else:
            played = [option for option in options if option != NOBODY_WINS]
        choice = played[self.below(len(played))]
        self._idle_days += choice == "vote"
        return choice

    def _cards(self, prompt: Prompt) -> Any:
        return tuple(sorted(self.random.sample(list(prompt.options), prompt.low)))

    def _ballots(self, prompt: Prompt) -> dict[int, int | None]:
        return self.ballots(prompt.voters, prompt.options, prompt.barred)

    def ballots(
        self, voters: Sequence[int], candidates: Sequence[int], barred: Mapping[int, Mapping[int, str]]
    ) -> dict[int, int | None]:
        random, count = self.random.random, len(candidates)
        cast: dict[int, int | None] = {voter: candidates[int(random() * count)] for voter in voters}
        for voter, closed in barred.items():
            if cast.get(voter) in closed:
                legal = [seat for seat in candidates if seat not in closed]
                cast[voter] = self.random.choice(legal) if legal else None
        return cast

    def _counts(self, prompt: Prompt) -> dict[int, int]:
        counts: dict[int, int] = {}
        for _ in range(prompt.low + self.below(prompt.high - prompt.low + 1)):
            seat = prompt.options[self.below(len(prompt.options))]
            counts[seat] = counts.get(seat, 0) + 1
        return dict(sorted(counts.items()))

    def _text(self, prompt: Prompt) -> str:
        return ""

    def _texts(self, prompt: Prompt) -> tuple[str, ...]:
        count = prompt.low + self.below(prompt.high - prompt.low + 1)
        return tuple(sorted(f"{self.below(1000):03}" for _ in range(count)))


_ANSWERS: Final[ByKind[str]] = {
    prompts.ACK: "_ack",
    prompts.PICK: "_pick",
    prompts.YES_NO: "_yes_no",
    prompts.CHOOSE: "_choose",
    prompts.CARDS: "_cards",
    prompts.BALLOTS: "_ballots",
    prompts.COUNTS: "_counts",
    prompts.TEXT: "_text",
    prompts.TEXTS: "_texts",
}
"""Which method answers a kind of question."""


class PhysicalTable(RandomBot):
    """A table with physical cards: the players know them, the app does not. Otherwise random."""

    def __init__(self, random: Random, setup: Setup) -> None:
        super().__init__(random)
        deck = [kind.name for kind in plan_of(setup).deck]
        random.shuffle(deck)
        seats = len(setup.players)
        each = (len(deck) - left_over(setup.deck, setup.options)) // seats
        for place in range(each * seats, len(deck)):
            if character(deck[place]).never_spare:
                other = next(i for i in range(seats) if not character(deck[i]).never_spare)
                deck[place], deck[other] = deck[other], deck[place]
        self.holds = {seat: deck[seat - 1] for seat in range(1, seats + 1)}
        self.hands = {seat: deck[seat - 1 : each * seats : seats] for seat in self.holds} if each > 1 else {}
        """Where everybody has several cards: those the moderator has not been told of yet."""
        self.spares = deck[each * seats :]
        self.plays: dict[int, str | None] = {}
        """What an Actor plays today."""
        self._robbed: tuple[int, int] | None = None
        self._facts: dict[str, Callable[[Prompt], Any]] = {
            prompts.FACE.what: self._turn_up if self.hands else self._look,
            prompts.SPARES.what: lambda _prompt: tuple(sorted(self.spares)),
            prompts.PACK.what: self._open_eyes,
            prompts.HOLDERS: self._own_up if self.hands else self._holders,
            prompts.VOLUNTEERS: self._volunteer,
            prompts.SWAP.what: self._swap,
            prompts.ROBBERY.what: self._rob,
            prompts.PART.what: self._play,
        }
        """What the table knows, or what changes there, by what a question is about."""

    def __call__(self, prompt: Prompt) -> Any:
        if self._robbed and prompt.about != prompts.FACE:  # the moderator looks before the cards change hands
            thief, victim = self._robbed
            self.holds[thief], self.holds[victim] = self.holds[victim], self.holds[thief]
            self._robbed = None
        fact = self._facts.get(prompt.about.what)
        return super().__call__(prompt) if fact is None else fact(prompt)

    def _holders(self, prompt: Prompt) -> Any:
        return self._all_or_one(prompt, [seat for seat in prompt.options if self.holds.get(seat) == prompt.about.card])

    @staticmethod
    def _all_or_one(prompt: Prompt, found: list[int]) -> Any:
        if prompt.high > 1:
            return tuple(found)
        return found[0] if found else None

    def _open_eyes(self, prompt: Prompt) -> Any:
        awake = [seat for seat in prompt.options if character(self.holds[seat]).is_wolf]
        hounds = [seat for seat in prompt.options if character(self.holds[seat]).may_join_pack]
        awake += [seat for seat in hounds if len(awake) < prompt.high and self._yes_no(prompt)]
        return self._all_or_one(prompt, sorted(awake))

    def _swap(self, prompt: Prompt) -> Any:
        choice = self._choose(prompt)
        if choice is not None:
            self.holds[prompt.seat] = choice
        return choice

    def _rob(self, prompt: Prompt) -> Any:
        self._robbed = prompt.seat, self._pick(prompt)
        return self._robbed[1]

    def _play(self, prompt: Prompt) -> Any:
        choice = self._choose(prompt)
        self.plays[prompt.seat] = choice
        return choice

    def _look(self, prompt: Prompt) -> str:
        return self.holds[prompt.seat]

    def _own_up(self, prompt: Prompt) -> Any:
        """Everybody with such a card among several."""
        name = prompt.about.card
        found = [seat for seat in prompt.options if name in self.hands.get(seat, ())][: prompt.high]
        for seat in found:
            self.hands[seat].remove(name)
        return self._all_or_one(prompt, found)

    def _turn_up(self, prompt: Prompt) -> str:
        """The next of several cards; one that could only lie here the moderator has not asked for."""
        hand = self.hands[prompt.seat]
        name = next(name for name in hand if name in prompt.options)
        hand.remove(name)
        return name

    def _volunteer(self, prompt: Prompt) -> Any:
        name = prompt.about.card
        found = [seat for seat in prompt.options if name in (self.holds[seat], self.plays.get(seat))]
        return found[0] if found and self._yes_no(prompt) else None
