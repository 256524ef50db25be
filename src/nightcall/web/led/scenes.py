"""What goes on now, and how long it takes: made of what everybody knows, and of nothing else."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Any, Final, Literal

from nightcall.engine import led as how
from nightcall.engine.events import Event
from nightcall.engine.game import Game
from nightcall.engine.led import Round
from nightcall.engine.prompts import Prompt
from nightcall.engine.rule import KINDS, Character, Rule
from nightcall.engine.viewers import PUBLIC
from nightcall.engine.views import ALIVE, AWAY, View, fold, voted
from nightcall.web.led.marks import lapsed
from nightcall.web.led.policies import policy
from nightcall.words import Words

PACES: Final = {"brisk": 0.75, "normal": 1.0, "calm": 1.4}
OPENING: Final = 1.0
"""Before the first word."""
WORDS_PER_SECOND: Final = 2.2
HUSH: Final = 8.0
ANNOUNCED: Final = 4.0
OBJECTION: Final = 6.0
WAIT: Final = 20.0
READING: Final = 5.0
SHORT_READING: Final = 2.0
BALLOT: Final = 30.0
AFTER_LAST_VOTE: Final = 3.0
AFTER_READY: Final = 5.0
DECIDING: Final = 15.0
PER_SPEAKER: Final = 25.0
LEAST_DEBATE: Final = 60.0
MORE_TIME: Final = 60.0

Kind = Literal[
    "opening", "call", "event", "count", "said", "secret", "open", "ballots", "each", "majority", "debate", "end"
]


@dataclass(frozen=True, slots=True)
class Led:
    """Where a led evening stands; with the tape, all there is to know about it."""

    language: str = "en"
    pace: str = "normal"
    debate: int = 0
    """Seconds for a debate; 0 = as long as the living need."""
    shown: int = 0
    """How many public events have been presented."""
    asking: bool = False
    """Whether the question asked now has its scene, or what was presented last."""
    round: int = 1
    since: float = 0.0
    """When this round began."""
    left: float = 0.0
    """Seconds left of a debate that a power has interrupted."""
    extended: int = 0
    """How often more time was given today."""
    objected: int = -1
    """The answer that has been taken back once: by its place."""
    token: str = ""
    """Stands for the scene and round on the phones; says nothing."""
    idle: int = 0
    """Days in a row on which none of the living has touched anything."""

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Led:
        """From the store; what another version wrote and we do not know is left out."""
        return cls(**{name: value for name, value in data.items() if name in cls.__dataclass_fields__})


@dataclass(frozen=True, slots=True)
class Scene:
    """A stretch of the evening with one caption and one clock."""

    kind: Kind
    name: str
    """The call, the event, the question."""
    rounds: tuple[float, ...]
    """How long each part lasts. At a call the last one is for reading."""

    @property
    def marking(self) -> int:
        """How many rounds have a seal at their end."""
        return len(self.rounds) - 1 if self.kind == "call" else len(self.rounds)


@dataclass(frozen=True)
class Sitting:
    """A led game at one moment."""

    game: Game
    led: Led
    words: Words = field(repr=False)

    @cached_property
    def places(self) -> list[int]:
        """Where in the record the public events are."""
        return [place for place, event in enumerate(self.game.events) if event.audience == PUBLIC]

    @property
    def has_news(self) -> bool:
        """Whether something public has happened that has not been presented."""
        return len(self.places) > self.led.shown

    @cached_property
    def heard(self) -> Sequence[Event]:
        """What has happened as far as the screens show it: everything up to the first thing not yet presented."""
        return self.game.events[: self.places[self.led.shown]] if self.has_news else self.game.events

    @cached_property
    def view(self) -> View:
        return fold(self.game.setup.players, self.heard, PUBLIC)

    @property
    def living(self) -> list[int]:
        return [seat.seat for seat in self.view.seats if seat.state in (ALIVE, AWAY)]

    @property
    def last(self) -> Event | None:
        """What was presented last."""
        return self.game.events[self.places[self.led.shown - 1]] if self.led.shown else None

    @property
    def prompt(self) -> Prompt | None:
        """The question that has its scene now."""
        return self.game.prompt if self.led.asking else None

    @cached_property
    def scene(self) -> Scene:
        scene = self._asked(self.prompt) if self.prompt is not None else self._told()
        factor = PACES[self.led.pace]
        lengths = scene.rounds if scene.kind == "debate" else tuple(round(part * factor, 3) for part in scene.rounds)
        return Scene(scene.kind, scene.name, lengths)

    # -- what was presented --

    def _told(self) -> Scene:
        event = self.last
        if event is None:
            return Scene("opening", "", (OPENING,))
        if event.name == "called":
            return self._call(event.facts["call"])
        if event.declared.seen is voted:
            return Scene("count", event.name, (ANNOUNCED + OBJECTION,))
        if event.name == "won":
            return Scene("end", event.name, (ANNOUNCED,))
        if event.name.startswith("event_"):
            return Scene("event", event.name, (self._spoken() + HUSH,))
        return Scene("event", event.name, (ANNOUNCED,))

    def _call(self, name: str) -> Scene:
        """As long as everything it can ever ask takes, and reading what somebody may have learnt."""
        said, rounds = self._spoken(), self.rounds
        if not rounds:
            return Scene("call", name, (said + HUSH,))
        mark = self._mark * (0.8 if len(rounds) > 1 else 1)
        kind = kind_of(self.game, name)
        reading = READING if any(tells.result for tells in kind.tells) else SHORT_READING
        first = mark
        if rounds[0].is_agreed:
            first, reading = 15 + 0.6 * len(self.living), 3.0
        return Scene("call", name, (said + first, *[mark] * (len(rounds) - 1), reading))

    @property
    def _mark(self) -> float:
        return 8 + 0.4 * len(self.living)

    def _spoken(self) -> float:
        return 1 + len(self.caption.split()) / WORDS_PER_SECOND

    @cached_property
    def rounds(self) -> Sequence[Round]:
        """When phones may choose at the call that is made now."""
        event = self.last
        if event is None or event.name != "called":
            return ()
        return kind_of(self.game, event.facts["call"]).rounds(self.game.village, self.view)

    def round_of(self, game: Game, prompt: Prompt) -> int:
        """In which round of the call this is asked of those seats: when its turn comes, and each time it does anew."""
        names = [each.question for each in self.rounds]
        owner = kind_of(game, name) if (name := prompt.key.partition(".")[0]) in KINDS else None
        first = names.index(prompt.key) if prompt.key in names else 0
        if prompt.key not in names and "" in names and owner is not None:
            own = [each.question for each in owner.rounds(game.village, self.view)]
            first = names.index("") + (own.index(prompt.key) if prompt.key in own else 0)
        since = game.asked[bisect_left(game.marks, self.places[self.led.shown - 1]) :]
        again = sum((each.key, each.audience) == (prompt.key, prompt.audience) for each in since)
        return first + again + 1

    @cached_property
    def questions(self) -> Mapping[int, Prompt]:
        """Who is asked what in secret in this round: also whoever comes only after others have answered."""
        found: dict[int, Prompt] = {}
        game, chance = self.game, Random(0)
        if self.has_news or self.scene.kind != "call" or self.led.round > self.scene.marking:
            return found
        while (prompt := game.prompt) is not None and prompt.audience != PUBLIC and public(game) == len(self.places):
            if not is_timeless(prompt):
                if not self.is_due(game, prompt):
                    break
                found = dict.fromkeys(asked_of(self, prompt), prompt) | found
            game = game.answer(lapsed(prompt, chance))
        return found

    def is_due(self, game: Game, prompt: Prompt) -> bool:
        """Whether this round of the call settles it."""
        return self.led.round == self.scene.marking or self.round_of(game, prompt) <= self.led.round

    # -- what is asked --

    def _asked(self, prompt: Prompt) -> Scene:
        key, whose = prompt.key, policy(prompt)
        seconds = whose.seconds
        match whose.how:
            case how.SAID:
                return Scene("said", key, (self._spoken() + HUSH,))
            case how.BALLOTS:
                return Scene("ballots", key, (BALLOT,))
            case how.MAJORITY if key == "day.debate":
                return Scene("debate", key, (self._debate(),))
            case how.MAJORITY if key == "day.powers":
                return Scene("debate", key, (seconds,))
            case how.MAJORITY:
                return Scene("majority", key, (DECIDING,))
            case how.EACH | how.FRIENDS:
                return Scene("each", key, (seconds or DECIDING,))
            case how.SECRET | how.TOGETHER:
                return Scene("secret", key, (self._mark,))
            case _:
                return Scene("open", key, (seconds or WAIT,) * 2)

    def _debate(self) -> float:
        if self.led.left:
            return self.led.left
        length = self.led.debate or max(LEAST_DEBATE, PER_SPEAKER * len(self.living))
        return length + MORE_TIME * self.led.extended

    # -- who is asked --

    @property
    def asked(self) -> tuple[int, ...]:
        """Whose phones answer the question asked now."""
        prompt = self.game.prompt
        return asked_of(self, prompt) if prompt is not None else ()

    # -- what is said --

    @cached_property
    def caption(self) -> str:
        """What the narrator says now, and every screen shows."""
        players, words = self.game.players, self.words
        prompt, event = self.prompt, self.last
        if prompt is not None:
            written = words.prompt(prompt, players, self.heard)
            own = f"led.say.{prompt.key}"
            if words.has(own):
                return words.text(own, seat=words.seat(prompt.seat, players) if prompt.seat else "")
            return written.say or written.ask
        if event is None:
            return ""
        if event.name == "called":
            return words.call(event.facts["call"], event.rule)
        return words.event(event, players)


def public(game: Game) -> int:
    return sum(event.audience == PUBLIC for event in game.events)


def is_timeless(prompt: Prompt) -> bool:
    """Whether the app does it without a scene: what only a moderator would notice, and lots."""
    whose = policy(prompt).how
    return whose in (how.DRAWN, how.HEARD) or (whose == how.SAID and prompt.audience != PUBLIC)


def kind_of(game: Game, call: str) -> type[Rule]:
    """Whose call it is, in the form in which it is played."""
    kind = KINDS[call]
    return game.village.form(call) if issubclass(kind, Character) else kind


def asked_of(sitting: Sitting, prompt: Prompt) -> tuple[int, ...]:
    """Whose phones count for this question."""
    whose = policy(prompt)
    if whose.how == how.BALLOTS:
        return tuple(prompt.voters)
    if whose.how in (how.EACH, how.FRIENDS, how.MAJORITY):
        return tuple(sitting.living)
    if whose.how == how.CLERK:
        return (clerk(sitting.view),)
    if whose.named:
        named = [event.facts[whose.named] for event in sitting.view.log if whose.named in event.facts]
        return tuple(named[-1:])
    if prompt.seat:
        return (prompt.seat,)
    return () if prompt.audience == PUBLIC else tuple(prompt.audience)


def clerk(view: View) -> int:
    """Who enters what can be seen in the room: the Sheriff, else the first of the dead, else the first seat."""
    for seat in view.seats:
        if "sheriff" in seat.offices:
            return seat.seat
    dead = [seat.seat for seat in view.seats if not seat.is_alive]
    return dead[0] if dead else view.seats[0].seat
