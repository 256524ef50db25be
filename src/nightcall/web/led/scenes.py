"""What goes on now, and how long it takes: made of what everybody knows, and of nothing else."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import takewhile
from random import Random
from typing import Any, Final, Literal

from nightcall.engine import unmoderated as how
from nightcall.engine.events import Event
from nightcall.engine.game import Game
from nightcall.engine.prompts import Prompt
from nightcall.engine.rule import KINDS, Character, Rule
from nightcall.engine.unmoderated import Round
from nightcall.engine.viewers import PUBLIC
from nightcall.engine.views import ALIVE, AWAY, DEAD, View, fold, voted
from nightcall.web.led.marks import lapsed
from nightcall.web.led.policies import policy
from nightcall.words import Words

PACES: Final = {"brisk": 0.75, "normal": 1.0, "calm": 1.4}
WORDINGS: Final = 4
"""Of a call, at most."""
OPENING: Final = 1.0
"""Before the first word."""
WORDS_PER_SECOND: Final = 2.2
HUSH: Final = 8.0
TWO_NAMES: Final = 1.5
"""How much longer it takes to touch two names."""
FRIENDS: Final = 3
ANY_CARD: Final = 3
"""Names that may be touched where nobody can know what is asked."""
ANNOUNCED: Final = 4.0
OBJECTION: Final = 6.0
WAIT: Final = 20.0
READING: Final = 5.0
BEAT: Final = 2.0
"""Seconds between two beats of a phone."""
SHORT_READING: Final = 2.0
BALLOT: Final = 30.0
AFTER_LAST_VOTE: Final = 3.0
AFTER_READY: Final = 5.0
DECIDING: Final = 15.0
PER_SPEAKER: Final = 25.0
LEAST_DEBATE: Final = 60.0
MORE_TIME: Final = 60.0
TRIAL: Final = 20.0
LOOKING: Final = 45.0
"""Seconds to look at the own card, and then once more for whoever has not."""
FLOOR: Final = 30.0
LONGEST_PAUSE: Final = 300.0
LONGEST_WAIT: Final = 45.0

Rest = Literal["", "cards", "trial", "paused", "waiting", "floor"]
"""What may stand between two scenes: everybody looks at the own card, a trial call, a pause, a phone that is waited
for, somebody who is heard."""
JOINING: Final = ("paused", "waiting")
"""When another phone may ask for a seat."""

Kind = Literal[
    "cards", "trial", "paused", "waiting", "floor", "opening", "call", "event", "count",
    "said", "secret", "open", "ballots", "each", "majority", "debate", "end",
]  # fmt: skip


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
    rest: Rest = ""
    """What stands between two scenes now."""
    practice: bool = False
    """Whether a trial call follows once everybody has looked at the own card."""
    pausing: bool = False
    """Somebody has asked for a pause: it begins with the end of the scene."""
    waiting: tuple[int, ...] = ()
    """Whose silent phones are waited for."""
    waited: tuple[int, ...] = ()
    """Who has been waited for since nightfall: nobody is twice."""
    floor: int = 0
    """Who has been accused by so many that everybody else listens now."""
    answered: tuple[int, ...] = ()
    """Who has had the floor today."""
    next_pace: str = ""
    """What the table has agreed on; it counts from the next nightfall or debate on."""
    quick: bool = False
    """Calls that do not depend on one another are made together."""
    next_quick: bool | None = None
    wave: tuple[str, ...] = ()
    """The calls made together now."""
    at_home: bool = False
    """Everybody is at home, before a camera and a microphone."""
    lot: int = 0
    """Decides on the wordings; everybody may know it."""
    lazy: int = 0
    """Seals since nightfall at which fewer than half of the living had touched anybody."""
    resumed: bool = False
    """The server was gone: this round has begun again."""
    drawn: tuple[int, ...] = ()
    """Which answers are a lot's, for nobody gave one in time: by their places."""
    by_lot: int = 0
    """Who was asked before everybody and has not answered, so that a lot has just been drawn."""
    dead_see: bool = False
    """Whether the dead read what is secret, from the night after their death on."""
    moderator: int = 0
    """Whom all the living want to sit out and lead from now on."""

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Led:
        """From the store; what another version wrote and we do not know is left out."""
        known: dict[str, Any] = {}
        for name, value in data.items():
            if name in cls.__dataclass_fields__:
                known[name] = tuple(value) if isinstance(value, list) else value
        return cls(**known)


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
        return len(self.rounds) - 1 if self.kind in ("call", "trial") else len(self.rounds)


@dataclass(frozen=True)
class Sitting:
    """A led game at one moment."""

    game: Game
    led: Led
    words: Words = field(repr=False)
    silent: Collection[int] = ()
    """Whose phones have not been heard of for a while."""

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

    @cached_property
    def _own(self) -> dict[int, View]:
        return {}

    def own(self, seat: int) -> View:
        """What this player has heard; worked out once, however often the phone beats."""
        if seat not in self._own:
            self._own[seat] = fold(self.game.setup.players, self.heard, seat)
        return self._own[seat]

    def card(self, seat: int) -> str:
        """The card this player holds: it is there from the deal on, before anything has been presented."""
        card = self.own(seat).seats[seat - 1].card
        if card or self.game.answers:
            return card
        return fold(self.game.setup.players, self.game.events, seat).seats[seat - 1].card

    @cached_property
    def _told_in(self) -> dict[str, Sitting]:
        return {}

    def told_in(self, words: Words) -> Sitting:
        """The same in another language."""
        if words.language not in self._told_in:
            self._told_in[words.language] = replace(self, words=words)
        return self._told_in[words.language]

    @cached_property
    def living(self) -> list[int]:
        return [seat.seat for seat in self.view.seats if seat.state in (ALIVE, AWAY)]

    @cached_property
    def ghosts(self) -> frozenset[int]:
        """The dead who may read what is secret."""
        return buried(self.game.setup.players, self.heard) if self.led.dead_see else frozenset()

    @property
    def last(self) -> Event | None:
        """What was presented last."""
        return self.game.events[self.places[self.led.shown - 1]] if self.led.shown else None

    @property
    def prompt(self) -> Prompt | None:
        """The question that has its scene now."""
        return self.game.prompt if self.led.asking and not self.led.rest else None

    @cached_property
    def scene(self) -> Scene:
        if self.led.rest:
            return Scene(self.led.rest, "", self._rest(self.led.rest))
        scene = self._asked(self.prompt) if self.prompt is not None else self._told()
        factor = PACES[self.led.pace]
        lengths = scene.rounds if scene.kind == "debate" else tuple(round(part * factor, 3) for part in scene.rounds)
        return Scene(scene.kind, scene.name, lengths)

    def _rest(self, rest: Rest) -> tuple[float, ...]:
        match rest:
            case "cards":
                return (LOOKING, LOOKING)
            case "trial":
                return (self._spoken() + TRIAL, READING)
            case "waiting":
                return (LONGEST_WAIT,)
            case "floor":
                return (FLOOR,)
            case _:
                return (LONGEST_PAUSE,)

    # -- what was presented --

    def _told(self) -> Scene:
        event = self.last
        if event is None:
            return Scene("opening", "", (OPENING,))
        if event.name == "called":
            return self._call(event.facts["call"])
        if event.declared.seen is voted or self.disputed >= 0:
            return Scene("count", event.name, (ANNOUNCED + OBJECTION,))
        if event.name == "won":
            return Scene("end", event.name, (ANNOUNCED,))
        if event.name.startswith("event_"):
            return Scene("event", event.name, (self._spoken() + HUSH,))
        return Scene("event", event.name, (ANNOUNCED,))

    def _call(self, name: str) -> Scene:
        """As long as everything it can ever ask takes, and reading what somebody may have learnt."""
        rounds = self.rounds
        said = self._spoken() if self.led.round == 1 else _spoken(self._caption_of(1))
        if not rounds:
            return Scene("call", name, (said + HUSH,))
        mark = self._mark * (0.8 if len(rounds) > 1 else 1)
        if self.most == 2:
            mark *= TWO_NAMES
        tells = [tells for call in self.wave for tells in kind_of(self.game, call).tells]
        reading = READING if any(each.result for each in tells) else SHORT_READING
        first = mark
        if rounds[0].is_agreed:
            first, reading = 15 + 0.6 * len(self.living), 3.0
        later = [mark + self._said_anew(number) for number in range(2, len(rounds) + 1)]
        return Scene("call", name, (said + first, *later, reading))

    def _said_anew(self, number: int) -> float:
        """How long it takes to say what this round is about, where that is not what was said before."""
        said = self._caption_of(number)
        return _spoken(said) if said != self._caption_of(number - 1) else 0.0

    @cached_property
    def most(self) -> int:
        """How many names a phone may touch at a time, as everybody knows."""
        prompt = self.prompt
        if prompt is not None:
            whose = policy(prompt).how
            if whose == how.FRIENDS:
                return FRIENDS
            return max(1, prompt.high) if whose in (how.OPEN, how.CLERK) and prompt.offers == "seats" else 1
        if any(not each.question for each in self.rounds) and len(self.wave) == 1:
            return ANY_CARD  # any power may be used here
        asks = [kind_of(self.game, call).asks(self.game.village) for call in self.wave]
        return max((asked.high for asked in asks if asked is not None and asked.offers == "seats"), default=1)

    @property
    def _mark(self) -> float:
        return 8 + 0.4 * len(self.living)

    def _spoken(self) -> float:
        return _spoken(self.caption)

    @property
    def wave(self) -> tuple[str, ...]:
        """The calls that are made now: one, or in a quick night several."""
        event = self.last
        if event is None or event.name != "called":
            return ()
        return self.led.wave or (event.facts["call"],)

    @cached_property
    def rounds(self) -> Sequence[Round]:
        """When phones may choose at the call that is made now."""
        asked = [kind_of(self.game, call).rounds(self.game.village, self.view) for call in self.wave]
        if len(asked) == 1:
            return asked[0]
        return [Round("", max(each.signs for rounds in asked for each in rounds))] if any(asked) else ()

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
        for game, prompt in self.ahead():
            if not is_timeless(prompt) and not self.is_due(game, prompt):
                break
            seats = prompt.options if policy(prompt).how == how.HEARD else asked_of(self, prompt)
            if not is_timeless(prompt) or policy(prompt).how == how.HEARD:
                found = dict.fromkeys(seats, prompt) | found
        return found

    def ahead(self) -> Iterator[tuple[Game, Prompt]]:
        """The secret questions to come at this call if nobody answers any, each with the game that asks it."""
        game, chance = self.game, Random(0)
        if self.has_news or self.scene.kind != "call" or self.led.round > max(self.scene.marking, 1):
            return
        while (prompt := game.prompt) is not None and prompt.audience != PUBLIC and self.goes_on(game):
            yield game, prompt
            game = game.answer(lapsed(prompt, chance))

    def goes_on(self, game: Game) -> bool:
        """Whether nothing public has happened since but calls that belong to this one."""
        return len(self.joined(game)) == len(self.news(game))

    def joined(self, game: Game) -> Sequence[Event]:
        """The calls made there together with this one. A card that is called again, later, is another call (FK-11)."""
        wave = self.led.wave
        left = wave[wave.index(self.last.facts["call"]) + 1 :] if wave and self.last is not None else ()
        calls = takewhile(lambda event: event.name == "called" and event.facts["call"] in left, self.news(game))
        return list({event.facts["call"]: event for event in calls}.values())

    def news(self, game: Game) -> Sequence[Event]:
        """What has happened in public there, and has not been presented."""
        heard = self.places[self.led.shown - 1] + 1 if self.led.shown else 0
        return [event for event in game.events[heard:] if event.audience == PUBLIC]

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

    @property
    def disputed(self) -> int:
        """The answer most can still object to: nothing it brought has been presented but what was presented last.

        A count, or what a clerk has entered; -1 = there is none.
        """
        if not self.led.shown:
            return -1
        game, place = self.game, self.places[self.led.shown - 1]
        answer = max((index for index, mark in enumerate(game.marks) if mark <= place), default=-1)
        while answer >= 0 and is_timeless(game.asked[answer]):
            answer -= 1
        if answer < 0 or policy(game.asked[answer]).how not in (how.BALLOTS, how.CLERK):
            return -1
        if any(not is_timeless(prompt) for prompt in game.asked[answer + 1 :]):
            return -1
        first = next(each for each in self.places if each >= game.marks[answer])
        return answer if first == place else -1

    # -- what is said --

    @cached_property
    def caption(self) -> str:
        """What the narrator says now, and every screen shows."""
        said = self._caption()
        if self.led.by_lot:
            said = f"{self.words.text('led.by_lot', seat=self.words.seat(self.led.by_lot, self.game.players))} {said}"
        return f"{self.words.text('led.resumed')} {said}" if self.led.resumed else said

    def _caption(self) -> str:
        players, words, led = self.game.players, self.words, self.led
        prompt, event = self.prompt, self.last
        if led.rest:
            named = words.names(words.seat(seat, players) for seat in led.waiting or (led.floor,) if seat)
            late = "_late" if led.rest == "cards" and led.waiting else ""
            return words.text(f"led.rest.{led.rest}{late}", seats=named)
        if prompt is not None:
            return self._asking(prompt)
        if event is None:
            return ""
        if event.name != "called":
            return words.event(event, players)
        return self._caption_of(led.round)

    def _caption_of(self, number: int) -> str:
        """What is said in a round of this call: who is called, and what each further choice is about.

        Whoever is called may have nothing to choose in it, or not live any more: it is said all the same.
        """
        words, event = self.words, self.last
        assert event is not None
        if len(self.wave) > 1:
            return words.text("led.wave", calls=words.names(str(words.party(call)) for call in self.wave))
        questions = [each.question for each in self.rounds[1:number]]
        keys = [key for name in reversed(questions) for key in (f"led.round.{name}", f"prompt.{name}.ask")]
        key = next(filter(words.has, keys), "")
        return words.text(key) if key else self._called(self.wave[0], event.rule)

    def _called(self, call: str, rule: str) -> str:
        """One of the wordings there are, by a lot everybody may know; all take the same time."""
        words = self.words
        return self._one_of(f"led.call.{call}", call) or words.call(call, rule)

    def _one_of(self, key: str, name: str) -> str:
        """One wording of several; empty if there are none."""
        words = self.words
        found = [each for number in range(1, WORDINGS) if words.has(each := f"{key}.{number}")]
        return words.text(Random(f"{self.led.lot} {self.view.night} {name}").choice(found)) if found else ""

    def _asking(self, prompt: Prompt) -> str:
        words, players = self.words, self.game.players
        if self.led.round > 1 and policy(prompt).how == how.OPEN and prompt.seat:
            return words.text("led.late", seat=words.seat(prompt.seat, players))
        own = f"led.say.{prompt.key}"
        special = ("thumbs" if self.led.lazy > 1 else "", "at_home" if self.led.at_home else "")
        own = next((key for name in special if name and words.has(key := f"led.say_{name}.{prompt.key}")), own)
        if words.has(own):
            return words.text(own, seat=words.seat(prompt.seat, players) if prompt.seat else "")
        written = words.prompt(prompt, players, self.heard)
        return self._one_of(own, prompt.key) or written.say or written.ask


def _spoken(text: str) -> float:
    """Seconds it takes to say this."""
    return 1 + len(text.split()) / WORDS_PER_SECOND


def buried(players: Sequence[str], heard: Sequence[Event]) -> frozenset[int]:
    """Who was dead when somebody was called in the night, and is."""
    phase, nights = "", [0]
    for place, event in enumerate(heard, start=1):
        phase = event.declared.heading or phase
        if phase == "night" and event.name == "called":
            nights.append(place)
    told = [heard, heard[: nights[-1]]]
    dead = [{seat.seat for seat in fold(players, events, PUBLIC).seats if seat.state == DEAD} for events in told]
    return frozenset(dead[0] & dead[1])


def is_timeless(prompt: Prompt) -> bool:
    """Whether the app does it without a scene: what only a moderator would notice, and lots."""
    whose = policy(prompt).how
    return whose in (how.DRAWN, how.HEARD, how.GLIMPSE) or (whose == how.SAID and prompt.audience != PUBLIC)


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
        if sitting.led.round == 1 or not sitting.led.asking:
            return tuple(named[-1:])
        return tuple(seat.seat for seat in sitting.view.seats if not seat.is_alive)  # one of the others, then
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
