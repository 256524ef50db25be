"""What goes on now, and how long it takes: made of what everybody knows, and of nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, Literal

from nightcall.engine import prompts
from nightcall.engine.events import Event
from nightcall.engine.game import Game
from nightcall.engine.prompts import Prompt
from nightcall.engine.viewers import PUBLIC
from nightcall.engine.views import ALIVE, AWAY, View, fold, voted
from nightcall.web.led import policies
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
WINDOW: Final = 12.0
PAUSE: Final = 8.0
READING: Final = 5.0
SHORT_READING: Final = 2.0
BALLOT: Final = 30.0
AFTER_LAST_VOTE: Final = 3.0
AFTER_READY: Final = 5.0
LINES: Final = 45.0
MAJORITY: Final = 15.0
PER_SPEAKER: Final = 25.0
LEAST_DEBATE: Final = 60.0
MORE_TIME: Final = 60.0

RECOGNISING: Final = ("lovers", "two_sisters", "three_brothers", "siblings", "charmed", "bear_tamer", "little_girl")
"""Calls at which nobody chooses anything."""
LEARNING: Final = ("seer", "fox", "lovers", "two_sisters", "three_brothers", "charmed", "full_moon_rising", "witch")
"""Calls after which somebody may have something to read."""
_ROUNDS: Final = {"witch": 2, "gypsy": 3, "actor": 2}
_AT_HARVEST: Final = {"actor": 4, "cupid": 3, "thief": 2}
_ROUND_OF: Final = {
    "cupid.deceitful": 2,
    "cupid.secret": 3,
    "gypsy.question": 2,
    "gypsy.asker": 3,
    "little_girl.devour": 2,
    "specter.choose": 2,
    "thief.rob": 2,
    "witch.poison": 2,
    "witch.brew": 3,
}
"""In which round of its call a question is asked, where that is not the first."""

Kind = Literal["opening", "call", "event", "count", "said", "open", "ballots", "each", "majority", "debate", "end"]


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
        said = self._spoken()
        if name in RECOGNISING:
            return Scene("call", name, (said + HUSH,))
        living, count = len(self.living), rounds_of(name, self)
        mark = (8 + 0.4 * living) * (0.8 if count > 1 else 1)
        reading = READING if name in LEARNING else SHORT_READING
        if name in ("werewolves", "moon_pack"):
            first, reading = 15 + 0.6 * living, 3.0
        else:
            first = mark
        return Scene("call", name, (said + first, *[mark] * (count - 1), reading))

    def _spoken(self) -> float:
        return 1 + len(self.caption.split()) / WORDS_PER_SECOND

    # -- what is asked --

    def _asked(self, prompt: Prompt) -> Scene:
        key, how = prompt.key, policy(prompt).how
        if how == policies.SAID:
            return Scene("said", key, (self._spoken() + HUSH,))
        if how == policies.BALLOTS:
            return Scene("ballots", key, (BALLOT,))
        if key == "day.debate":
            return Scene("debate", key, (self._debate(),))
        if key == "day.powers":
            return Scene("debate", key, (WINDOW,))
        if how == policies.MAJORITY:
            return Scene("majority", key, (MAJORITY,))
        if how == policies.EACH:
            long = LINES if prompt.kind == prompts.TEXTS else PAUSE if key == "devoted_servant.act" else MAJORITY
            return Scene("each", key, (long,))
        return Scene("open", key, (WAIT, WAIT))

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


def rounds_of(call: str, sitting: Sitting) -> int:
    """How often phones may mark at this call: as often as it can ask anybody anything."""
    setup, view = sitting.game.setup, sitting.view
    options = setup.options
    is_harvest = "harvest_festival" in (*setup.variants, *view.variants)
    count = _ROUNDS.get(call, 1)
    if is_harvest:
        count = max(count, _AT_HARVEST.get(call, 1))
    if call == "actor" and options.actor_cards == "face_up" and not is_harvest:
        count = 1 if not _was_called(sitting, "actor") else 3
    elif call == "actor" and _was_called(sitting, "actor"):
        count = 3 if setup.events else 2
    if call == "witch" and any(event.facts.get("card") == "woodland_gathering" for event in view.log):
        count = 3
    if call == "werewolves":
        count += "specter" in view.events
        count += options.little_girl_caught == "wolves_may_devour_instead" and "little_girl" in view.deck
    return count


def _was_called(sitting: Sitting, call: str) -> bool:
    """Whether this is not the first time tonight."""
    calls = 0
    for event in reversed(sitting.view.log):
        if event.declared.heading:
            break
        calls += event.name == "called" and event.facts["call"] == call
    return calls > 1


def round_of(prompt: Prompt, call: str) -> int:
    """In which round of the call this is asked."""
    usual = _ROUND_OF.get(prompt.key, 1)
    return usual + 1 if call == "actor" and not prompt.key.startswith("actor.") else usual


def asked_of(sitting: Sitting, prompt: Prompt) -> tuple[int, ...]:
    """Whose phones count for this question."""
    how = policy(prompt).how
    everybody = [seat.seat for seat in sitting.view.seats]
    if how == policies.BALLOTS:
        return tuple(prompt.voters)
    if prompt.key == "wandering_judge.signed":
        return (prompt.seat,) if prompt.seat else ()
    if how in (policies.EACH, policies.MAJORITY):
        return tuple(sitting.living)
    if how == policies.CLERK:
        return (clerk(sitting.view),)
    if prompt.key in ("black_plague.named", "double_agent.point", "spiritualism.answer"):
        return tuple(seat for seat in everybody if seat not in sitting.living)[-1:]
    if prompt.key == "little_girl.caught":
        return ()
    if prompt.audience != PUBLIC and prompt.audience:
        return tuple(prompt.audience)
    return (prompt.seat,) if prompt.seat else ()


def clerk(view: View) -> int:
    """Who enters what can be seen in the room: the Sheriff, else the first of the dead, else the first seat."""
    for seat in view.seats:
        if "sheriff" in seat.offices:
            return seat.seat
    dead = [seat.seat for seat in view.seats if not seat.is_alive]
    return dead[0] if dead else view.seats[0].seat
