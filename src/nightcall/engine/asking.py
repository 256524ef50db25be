"""Questions, in the forms rules need."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, Protocol, cast

from nightcall.engine import fitting, prompts
from nightcall.engine.errors import Endless
from nightcall.engine.events import MODERATOR, Audience, Undeclared
from nightcall.engine.inforce import InForce
from nightcall.engine.prompts import CHOICE, NOTHING, About, Prompt
from nightcall.engine.rule import CAUGHT, FANGS
from nightcall.engine.setup import Setup

Answerer = Callable[[Prompt], Any]
ENDLESS: Final = 10_000
"""More questions than any game has; the longest that can be kept has three thousand (`tape.LINES_LIMIT`)."""


class Hasty(Protocol):
    """Somebody who answers at once and all the same: nobody reads the question, so the usual ones are not written."""

    def pick(self, seats: Sequence[int], optional: bool) -> int:
        """One of the seats, or 0 for nobody."""

    def choose(self, key: str, names: Sequence[str], optional: bool) -> str:
        """One of the names, or "" for none."""

    def ballots(
        self, voters: Sequence[int], candidates: Sequence[int], barred: Mapping[int, Mapping[int, str]]
    ) -> dict[int, int | None]:
        """Voter -> candidate, or nobody."""


class Asking(InForce):
    """`pick`, `yes`, `choose`, `ack`: plain calls that give plain answers."""

    __slots__ = ("_answerer", "_says_all", "asked", "between", "hasty", "paused")

    def __init__(self, setup: Setup, answerer: Answerer, *, keeps_record: bool) -> None:
        super().__init__(setup, keeps_record=keeps_record)
        self._answerer = answerer
        self.asked = 0
        """How many questions have been put so far."""
        own = vars(type(answerer))  # what it has inherited says nothing of a bot that answers in its own way
        self.hasty = cast("Hasty", answerer) if own.get("is_hasty", False) else None
        self._says_all: bool = own.get("hears_all", True)
        """Where nobody listens, what is only to be said or done needs not be put into a question."""
        self.between: Mapping[int, str] | None = getattr(answerer, "between", None)
        """Where somebody leads the game: how many questions were put -> what is then said about the table itself."""
        self.paused = -1
        """How many had been put when the game last stood between two steps; -1 = it never did."""

    def ask(self, prompt: Prompt) -> Any:
        """The answer to a question; without one the telling stops here."""
        self.count_question()
        if fitting.WATCHED:
            wrong = fitting.wrong_option(prompt, len(self.seats))
            if wrong:
                raise Undeclared(wrong, prompt.key.partition(".")[0])
        return self._answerer(prompt)

    def count_question(self) -> None:
        """Another question. Where nobody but a bot is asked, nobody else would notice that there is no end to them."""
        self.asked += 1
        if self.asked > ENDLESS:
            raise Endless(f"{ENDLESS} questions were put in one game: some rule asks again and again")

    def ask_seats(self, prompt: Prompt) -> tuple[int, ...]:
        """The seats answered, be it one, several or none."""
        answer = self.ask(prompt)
        if prompt.high == 1:
            return () if answer is None else (answer,)
        seats: tuple[int, ...] = answer
        return seats

    def targets(self, power: str, seats: Iterable[int], by: Sequence[int]) -> tuple[list[int], Mapping[int, str]]:
        """Those of the seats that may be chosen for FANGS, CAUGHT, HARM or CONDEMN, and why the others may not."""
        refused: dict[int, str] = {}
        # Of several who choose nobody's secret closes anything to the others (AMD-71); nobody chooses whom to catch.
        for seat in by if len(by) == 1 or power == CAUGHT else ():
            refused.update(self._bound(power, seat))
        for rule in self.at("shields"):
            refused.update(rule.shields(self, power, by))
        if not refused:
            return list(seats), refused
        return [seat for seat in seats if seat not in refused], refused

    def _bound(self, power: str, seat: Any) -> dict[int, str]:
        """Whom this one may not do that to by his own hand, with the rule."""
        return {target: why for rule in self.at("binds") for target, why in rule.binds(self, power, seat).items()}

    def _without_absent(
        self, seats: list[int], refused: Mapping[int, str], power: str = ""
    ) -> tuple[list[int], Mapping[int, str]]:
        """Whoever is out of the village is out of reach, by night (RASC-4, EVO-1) and for any harm."""
        absent = self.away
        if power == FANGS and self.exposed:
            absent = {seat: rule for seat, rule in absent.items() if seat not in self.exposed}
        return [seat for seat in seats if seat not in absent], {**refused, **absent}

    def _offered(self, seats: Iterable[int], power: str, by: Sequence[int]) -> tuple[list[int], Mapping[int, str]]:
        allowed, shielded = self.targets(power, seats, by) if power else (list(seats), NOTHING)
        if self.away and (self.phase == "night" or power):
            return self._without_absent(allowed, shielded, power)
        return allowed, shielded

    def choosable(self, seats: Iterable[int], power: str = "", by: int = 0) -> list[int]:
        """Those of the seats a `pick` would offer this player now."""
        return self._offered(seats, power, (by,) if by else MODERATOR)[0]

    def pick(
        self,
        key: str,
        seats: Iterable[int],
        rule: str,
        by: int = 0,
        actors: Sequence[int] = (),
        optional: bool = False,
        always: bool = False,
        power: str = "",
        refused: Mapping[int, str] | None = None,
        audience: Audience | None = None,
        about: About = CHOICE,
        aloud: bool | None = None,
        openly: str = "",
    ) -> int:
        """One seat, or 0 for nobody. Without any legal choice the step is skipped (GEN-11), unless `always`."""
        acting = tuple(actors) or ((by,) if by else MODERATOR)
        allowed, shielded = self._offered(seats, power, acting)
        if not allowed:
            if not always:
                return 0
            optional = True
        if self.hasty is not None:
            self.count_question()
            return self.hasty.pick(allowed, optional)
        prompt = Prompt(
            key,
            prompts.PICK,
            rule,
            options=allowed,
            low=0 if optional else 1,
            seat=by,
            audience=acting if audience is None else audience,
            refused={**shielded, **refused} if refused else shielded,
            about=about,
            aloud=aloud,
            openly=openly,
        )
        return self.ask(self._shared(prompt, power, acting) if power and len(acting) > 1 else prompt) or 0

    def _shared(self, prompt: Prompt, power: str, acting: Sequence[Any]) -> Prompt:
        """The question put to several, with what each of them alone must leave out."""
        bound = {seat: closed for seat in acting if (closed := self._bound(power, seat))}
        if not bound:
            return prompt
        shared = prompts.Shared(
            prompt.key,
            prompt.kind,
            prompt.rule,
            prompt.options,
            prompt.low,
            audience=prompt.audience,
            refused=prompt.refused,
            about=prompt.about,
            aloud=prompt._aloud,
            openly=prompt.openly,
        )
        shared.barred = bound
        return shared

    def pick_some(
        self,
        key: str,
        seats: Iterable[int],
        low: int,
        high: int,
        *,
        rule: str,
        by: int = 0,
        audience: Audience | None = None,
        refused: Mapping[int, str] | None = None,
    ) -> tuple[int, ...]:
        """Several seats; fewer if there are not enough (GEN-11)."""
        options = list(seats)
        if self.away and self.phase == "night":
            options, refused = self._without_absent(options, refused or NOTHING)
        high = min(high, len(options))
        if high == 0:
            return ()
        prompt = Prompt(
            key,
            prompts.PICK,
            rule,
            options=options,
            low=min(low, high),
            high=high,
            seat=by,
            audience=((by,) if by else MODERATOR) if audience is None else audience,
            refused=refused,
        )
        return self.ask_seats(prompt)

    def yes(self, key: str, rule: str, by: int = 0, audience: Audience | None = None, target: int = 0) -> bool:
        if audience is None:
            audience = (by,) if by else MODERATOR
        answer: bool = self.ask(Prompt(key, prompts.YES_NO, rule, seat=by, audience=audience, target=target))
        return answer

    def choose(
        self,
        key: str,
        options: Sequence[str],
        rule: str,
        by: int = 0,
        optional: bool = False,
        audience: Audience | None = None,
        about: About = CHOICE,
    ) -> str:
        """One of some names, or "" for none."""
        if self.hasty is not None:
            self.count_question()
            return self.hasty.choose(key, options, optional)
        if audience is None:
            audience = (by,) if by else MODERATOR
        low = 0 if optional else 1
        prompt = Prompt(
            key, prompts.CHOOSE, rule, options=tuple(options), low=low, seat=by, audience=audience, about=about
        )
        return self.ask(prompt) or ""

    def ack(
        self,
        key: str,
        rule: str,
        seat: int = 0,
        card: str = "",
        audience: Audience = MODERATOR,
        about: About = CHOICE,
        aloud: bool | None = None,
    ) -> None:
        """Something to say or do, nothing to record."""
        if not self._says_all:
            self.count_question()
            return
        self.ask(Prompt(key, prompts.ACK, rule, seat=seat, card=card, audience=audience, about=about, aloud=aloud))
