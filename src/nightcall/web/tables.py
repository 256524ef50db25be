"""The games of this server: lines from the store, told by the engine, and put back with every change.

Nothing lives here but a cache: what counts is in the store, so a restart loses nothing.
"""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from functools import cached_property
from typing import Any, Final, TypeVar

from nightcall.desk.moments import moments, turn_of
from nightcall.desk.script import result
from nightcall.desk.turning import turned_over
from nightcall.engine import prompts, tape
from nightcall.engine.errors import IllegalAnswer, NightcallError, TapeError
from nightcall.engine.events import SEAT, SEATS, Event
from nightcall.engine.game import Answer, Game, retell
from nightcall.engine.prompts import Prompt
from nightcall.engine.setup import Setup
from nightcall.engine.viewers import MODERATOR, PUBLIC, Viewer
from nightcall.engine.views import DEAD, View, fold, voted
from nightcall.rules.comings import TAKES_PLACE
from nightcall.web import access
from nightcall.web.aside import aside
from nightcall.web.led.scenes import Led, Sitting
from nightcall.web.limits import LONG_TELLING
from nightcall.web.past.summaries import heard_of, summary
from nightcall.web.store import Belonging, Grant, Kept, Stale, Store
from nightcall.web.watch.live import Live
from nightcall.words import Words

T = TypeVar("T")
CACHED: Final = 256
SEED_BITS: Final = 53
"""Of what the app deals from: as much as JSON carries everywhere."""
CLAIMS: Final = 60
"""How many phones may wait to be let in."""
PHYSICAL: Final = "physical"
PHONES: Final = "phones"
PASS: Final = "pass"
LED: Final = "led"
DEALS: Final = (PHYSICAL, PHONES, PASS, LED)
"""Who deals: the moderator real cards, the app to the players' phones, the app on one phone handed round. Or the app
deals to the phones and leads the evening too: nobody moderates."""


class NoSuchGame(NightcallError):
    """No game goes by that name here."""


@dataclass(frozen=True, slots=True)
class Timer:
    """A clock everybody may see. It depends on nothing but the moderator's taps."""

    kind: str
    """`debate`, `speech` or `vote`."""
    length: int
    """Seconds it was set to."""
    ends: float = 0.0
    """When it runs out (seconds since the epoch); 0 while it stands still."""
    left: float = 0.0
    """Seconds left while it stands still."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A phone that asks for a seat which is not free for the taking: whoever leads lets it in, or does not."""

    device: str
    seat: int

    @property
    def key(self) -> str:
        """Stands for it in a form."""
        return self.device[:16]

    @property
    def sign(self) -> str:
        """Two digits shown on both phones, so that the right one of two is let in."""
        return str(int(self.device[:8], 16) % 90 + 10)


@dataclass(frozen=True, slots=True)
class Forecast:
    """How often the village was said to win, among which people, and from how many games; 0 = at a glance."""

    people: str
    village: float
    games: int = 0


@dataclass(frozen=True, slots=True)
class Manner:
    """How the evening is run: nothing of it is a rule."""

    deal: str = PHYSICAL
    dealt: bool = False
    """Whoever leads has tapped Begin: from now on a phone shows its owner's card."""
    joining: bool = False
    """Joining was opened again after the first call."""
    claims: tuple[Claim, ...] = ()
    """Phones waiting to be let in."""
    next: str = ""
    """The game that follows this one with the same people: phones and screens come along."""
    signs: tuple[tuple[int, str], ...] = ()
    """Who wants the moderator's eye by day, unseen by the others, and which power it is about, if any."""
    phones_vote: bool = False
    """Players may vote from their phones when the moderator opens the vote."""
    phones_act: bool = False
    """Players choose on their phones at night; the moderator still makes every step."""
    graveyard: bool = False
    """The dead may see everything."""
    vote_open: int = 0
    """The revision at which phones may vote."""
    timer: Timer | None = None
    debate: int = 0
    """Seconds for a debate; 0 = as long as the living need."""
    notes: str = ""
    forecast: Forecast | None = None
    """What was foretold when it began, for the statistics alone."""
    practice: int = 0
    """The seed of a practice evening, whose table the app plays; 0 = people play."""
    turned_at: int = 0
    """The revision at which cards the app knows have been turned over, and how many of them."""
    turned: int = 0
    elsewhere: bool = False
    """It went on as a copy on another device; whoever opens this one is told so."""
    seen: int = 0
    """The revision whose result has been shown to whoever asked for it."""
    showing: int = 0
    """The revision whose result is a step of its own: phones and screens wait with whoever leads until it was seen."""
    telling: int = 0
    """The revision whose news are announced one by one."""
    told: int = 0
    """How many of them the table has heard, the one that is being said included."""
    led: Led | None = None
    """Where an evening stands that the app leads; None = somebody moderates, or it has not begun."""

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Manner:
        """From the store; what an older or newer version wrote and we do not know is left out."""
        known = {name: value for name, value in data.items() if name in {each.name for each in fields(cls)}}
        timer = known.pop("timer", None)
        claims = tuple(Claim(**claim) for claim in known.pop("claims", ()))
        signs = tuple((seat, power) for seat, power in known.pop("signs", ()))
        told = known.pop("forecast", None)
        led = known.pop("led", None)
        return cls(
            **known,
            timer=Timer(**timer) if timer else None,
            claims=claims,
            signs=signs,
            led=Led.of(led) if led else None,
            forecast=Forecast(**told) if told else None,
        )


@dataclass(frozen=True)
class Table:
    """A game at one moment."""

    id: str
    revision: int
    game: Game
    manner: Manner
    begun: float
    changed: float
    taken: tuple[int, ...] = ()
    """The seats that some phone has claimed."""
    suggested: Mapping[int, Any] = field(default_factory=dict)
    """Seat -> what was chosen on that player's phone for the question asked now."""
    before: Game | None = None
    """The game before the last answer, if it is at hand."""

    @cached_property
    def earlier(self) -> Game | None:
        """The game before the last answer."""
        if not self.game.answers:
            return None
        return self.before or self.game.undo()

    @property
    def ready(self) -> Table:
        """This table with all worked out that the pages will want and that takes time in a long game."""
        if len(self.game.answers) >= LONG_TELLING:
            _ = self.earlier, self.shown, self.heard, self._digests
        return self

    @property
    def is_silent(self) -> bool:
        """Whether the moderator is asked something the table must not notice: a card to lift, a sign seen."""
        return _is_silent(self.game.prompt)

    @cached_property
    def shown(self) -> Game:
        """The game as far as the screens show it: during a silent question, as it stood before.

        Had the app known the card, or were nobody there to give a sign, there would be no pause to notice.
        """
        game = self.game
        while _is_silent(game.prompt) and game.answers:
            game = self.earlier if game is self.game and self.earlier is not None else game.undo()
        return game

    @property
    def _is_telling(self) -> bool:
        return self.manner.telling == self.revision

    @cached_property
    def moment(self) -> tuple[int, ...]:
        """What is being announced now, by its places in the record; empty when everything has been said so far."""
        found = moments(self.game) if self._is_telling else []
        now = tuple(found[self.manner.told - 1]) if 0 < self.manner.told <= len(found) else ()
        is_turned_first = bool(now) and bool(self.turning) and turn_of(self.game, self.turning) < now[0]
        return () if is_turned_first else now

    @property
    def _announced(self) -> int:
        """How far in the record whoever leads has come with saying things and turning cards over: none is unsaid."""
        if not self._is_telling:
            return 0
        said = [moment[-1] + 1 for moment in moments(self.game)[: self.manner.told - 1]]
        done = self.manner.turned if self.manner.turned_at == self.revision else 0
        turned = [turn_of(self.game, seat) + 1 for seat in turned_over(self.game)[:done]]
        return max(0, *said, *turned)

    @property
    def is_led(self) -> bool:
        """Whether the app leads it and all has not been told yet: nobody has a moderator's place."""
        return self.sitting is not None and not self.is_over

    @cached_property
    def sitting(self) -> Sitting | None:
        """The evening as the app leads it, if it does."""
        led = self.manner.led
        return Sitting(self.game, led, Words(led.language)) if led is not None else None

    @property
    def is_showing(self) -> bool:
        """Whether whoever is awake is being shown a result: the next call has not been made."""
        return self.manner.showing == self.revision != self.manner.seen

    @property
    def is_held(self) -> bool:
        """Whether whoever leads has something to say or show before the question asked now."""
        return self.is_showing or bool(self.moment) or (self._is_telling and bool(self.turning))

    @cached_property
    def heard(self) -> Sequence[Event]:
        """What has happened as far as the screens show it: a call is heard at once, whatever is asked then.

        They follow the announcement: what the moderator has not said yet has not happened for them.
        """
        if self.sitting is not None:
            return self.sitting.heard
        if self.moment:
            return self.game.events[: self.moment[-1] + 1]
        if self._is_telling and self.turning:
            return self.game.events[: turn_of(self.game, self.turning)]
        if self.is_showing:
            return self.game.events[: _until_called(self.game)]
        events, last = self.game.events, max(len(self.shown.events), self._announced)
        calls = [place for place, event in enumerate(events, start=1) if event.name == "called" and place > last]
        return events[: calls[-1]] if calls else events[:last]

    @property
    def is_over(self) -> bool:
        """Whether somebody has won, and the table has heard it: from now on all cards lie open."""
        return self.game.outcome is not None and len(self.heard) == len(self.game.events)

    @property
    def asked(self) -> Prompt | None:
        """The question as far as the screens show it."""
        if self.sitting is not None:
            return self.sitting.prompt
        if self.is_held:
            return None
        return self.shown.prompt if len(self.heard) == len(self.shown.events) else None

    @cached_property
    def _digests(self) -> list[tuple[Event, int]]:
        return [(event, hash((event.name, event.rule, repr(event.facts)))) for event in self.heard]

    def view(self, viewer: Viewer) -> View:
        """What the public screen or a seat may see.

        Of a question that is not the table's a seat learns only if it may be answered on the phone: when it came
        would tell whether the app had to ask for the card first.
        """
        seen = fold(self.game.setup.players, self._heard_by(viewer), viewer)
        prompt = self.asked
        is_mine = isinstance(viewer, int) and self.asks(viewer) is prompt
        if prompt is not None and (prompt.audience == PUBLIC or is_mine):
            seen.asked = prompt.key
        return seen

    def hand(self, seat: int) -> View:
        """What this player holds, for the phone that goes round: there the card is seen before the game begins."""
        return fold(self.game.setup.players, self.heard, seat)

    def _heard_by(self, viewer: Viewer) -> Iterable[Event]:
        """Before the cards are dealt nobody has anything of his own."""
        if isinstance(viewer, int) and not self.is_dealt:
            return (event for event in self.heard if event.audience == PUBLIC)
        return self.heard

    def look(self, viewer: Viewer) -> Hashable:
        """Changes whenever, and only when, what this viewer may see does."""
        if viewer == MODERATOR:
            return self.revision, self.manner, self.taken, repr(sorted(self.suggested.items()))
        seat = viewer if isinstance(viewer, int) else None
        if seat is not None and self.is_ghost(seat):
            return self.revision, self.manner
        shown = viewer if seat is None or self.is_dealt else PUBLIC
        seen = tuple(digest for event, digest in self._digests if event.seen_by(shown))
        prompt = self.asked
        asked = prompt.key if prompt is not None and prompt.audience == PUBLIC else ""
        mine = repr((self.asks(seat), self._wishes(seat), self.powers(seat))) if seat is not None else ""
        return seen, asked, mine, self.voted, self.open_manner, self.arrived, self.game.players

    @property
    def open_manner(self) -> Manner:
        """As much of the manner as everybody may know."""
        public = replace(self.manner, notes="", practice=0, seen=0, showing=0, turned_at=0, turned=0, telling=0, told=0)
        public = replace(public, claims=(), signs=(), forecast=None)
        return replace(public, vote_open=int(self.is_vote_open))

    @property
    def turning(self) -> int:
        """Whose card is to be turned over now though the app knows it; 0 = nobody's."""
        waiting = turned_over(self.game)
        done = self.manner.turned if self.manner.turned_at == self.revision else 0
        return waiting[done] if done < len(waiting) else 0

    # -- before the game, and joining it --

    @property
    def is_begun(self) -> bool:
        """Whether the evening is under way: from now on a seat is given to a phone by whoever leads alone."""
        return self.manner.dealt or bool(self.game.answers)

    @property
    def is_dealt(self) -> bool:
        """Whether a phone may show its owner's card."""
        return self.manner.deal == PHYSICAL or self.is_begun

    @cached_property
    def has_called(self) -> bool:
        """Whether the table has heard the first call."""
        told = fold(self.game.setup.players, self.heard, PUBLIC)
        return bool(told.day or told.winner) or any(event.name == "called" for event in told.log)

    @property
    def is_joining(self) -> bool:
        """Whether the code opens the door: until the first call, and whenever whoever leads opens it again."""
        is_at_rest = self.manner.led is not None and self.manner.led.rest in ("paused", "waiting")
        return self.manner.joining or is_at_rest or not self.has_called

    @property
    def is_lobby(self) -> bool:
        """Whether the table is gathering, with phones in hand."""
        manner = self.manner
        with_phones = manner.deal in (PHONES, LED) or manner.phones_vote or manner.phones_act or manner.graveyard
        return with_phones and not self.has_called

    @property
    def arrived(self) -> tuple[int, ...]:
        """Who has joined, as long as everybody may see it: while the table gathers."""
        return self.taken if self.is_lobby else ()

    @property
    def may_deal_again(self) -> bool:
        """Whether the cards can still be shuffled anew: the app has dealt, and nobody has been called."""
        is_dealer = self.game.setup.options.cards_known_to_app and self.game.setup.seed is not None
        return is_dealer and not self.has_called

    @property
    def needs_leave(self) -> bool:
        """Whether a phone gets a seat only by the moderator's tap: where cards can be read already."""
        return self.is_begun or self.manner.deal == PASS

    # -- players' phones --

    @property
    def is_vote_open(self) -> bool:
        prompt = self.game.prompt
        return prompt is not None and prompt.kind == prompts.BALLOTS and self.manner.vote_open == self.revision

    @property
    def has_everybody_voted(self) -> bool:
        """Whether everybody who has a vote has used it, all of them on phones."""
        prompt = self.game.prompt
        is_vote = prompt is not None and prompt.kind == prompts.BALLOTS and prompt.audience == PUBLIC
        return is_vote and prompt is not None and bool(prompt.voters) and set(prompt.voters) <= self.suggested.keys()

    @cached_property
    def verdict(self) -> tuple[int, ...]:
        """Whom the votes of the phones strike, or elect: nobody, one, or several in a tie. The rules say so."""
        cast = {seat: choice for seat, choice in self.suggested.items() if choice is not None}
        told = self.game.answer(cast).events[len(self.game.events) :]
        for event in told:
            if event.audience != PUBLIC or event.declared.seen is voted:
                continue
            for name, kind in event.declared.facts.items():
                if kind in (SEAT, SEATS) and event.facts.get(name):
                    found = event.facts[name]
                    return found if isinstance(found, tuple) else (found,)
        return ()

    @property
    def may_sign(self) -> bool:
        """Whether a player may ask for the moderator's eye: by day, on any phone alike."""
        return self.may_act and self.has_called and self.view(PUBLIC).phase == "day"

    def powers(self, seat: int) -> tuple[str, ...]:
        """What this player may do now by day if he asks for it: the power of a house or an office, a secret sign."""
        prompt, v = self.asked, self.shown.village
        if not self.may_sign or prompt is None or seat not in v.living:
            return ()
        named = [
            power
            for rule in v.at("powers")
            for power in rule.powers(v)
            if power in prompt.options and rule.user(v, power) == seat
        ]
        return (*named, *filter(None, (rule.sign(v) for rule in v.powers_of(seat))))

    @property
    def voted(self) -> tuple[int, ...]:
        """Who has voted on a phone: to be seen by all, like raised hands, but not for whom."""
        return tuple(sorted(self.suggested)) if self.is_vote_open else ()

    def asks(self, seat: int) -> Prompt | None:
        """The question this player may answer on the phone now, if the table plays that way: not before it is put."""
        prompt = self.game.prompt
        if prompt is None or self.is_held:
            return None
        if prompt.kind == prompts.BALLOTS and prompt.audience == PUBLIC:
            return prompt if self.is_vote_open and seat in prompt.voters else None
        return prompt if self.may_act and seat in deciders(prompt) else None

    def mates(self, seat: int) -> tuple[int, ...]:
        """Who is asked the same together with this player: the pack."""
        prompt = self.asks(seat)
        if prompt is None or prompt.audience == PUBLIC:
            return ()
        return tuple(mate for mate in deciders(prompt) if mate != seat)

    def _wishes(self, seat: int) -> list[tuple[int, Any]]:
        """What this player has chosen so far, and those who decide with him."""
        return [(each, self.suggested[each]) for each in (seat, *self.mates(seat)) if each in self.suggested]

    @property
    def may_act(self) -> bool:
        """Whether players choose on their phones at night: only where the app has dealt.

        With real cards it first asks who has opened the eyes, unless it knows, and a phone would show the difference.
        """
        return self.manner.phones_act and self.game.setup.options.cards_known_to_app

    def is_ghost(self, seat: int) -> bool:
        """Whether this player is dead and may see everything: from the night after the death on, with no word left.

        Until then a slip can be taken back, and whoever falls may still shoot, name an heir or be called back.
        """
        if not self.manner.graveyard:
            return False
        return self.is_over or (seat in self._buried and not self._decides(seat))

    @cached_property
    def _buried(self) -> frozenset[int]:
        """Who was dead when somebody was called in the night, and is."""
        phase, nights = "", [0]
        for place, event in enumerate(self.heard, start=1):
            phase = event.declared.heading or phase
            if phase == "night" and event.name == "called":
                nights.append(place)
        told = [self.heard, self.heard[: nights[-1]]]
        dead = [
            {seat.seat for seat in fold(self.game.setup.players, events, PUBLIC).seats if seat.state == DEAD}
            for events in told
        ]
        return frozenset(dead[0] & dead[1])

    def _decides(self, seat: int) -> bool:
        """Whether something is open which this player has to decide."""
        prompt = self.game.prompt
        if prompt is None:
            return False
        return seat == prompt.seat or seat in prompt.voters or (prompt.audience != PUBLIC and prompt.seen_by(seat))


@dataclass(frozen=True, slots=True)
class Step:
    """A step somebody wanted to make: the game as it stands now, and why it was refused, if it was."""

    table: Table
    refused: IllegalAnswer | Stale | None = None

    @property
    def status(self) -> int:
        if self.refused is None:
            return 200
        return 409 if isinstance(self.refused, Stale) else 422


class Tables:
    def __init__(self, store: Store, live: Live) -> None:
        self.store = store
        self.live = live
        self._cache: OrderedDict[str, Table] = OrderedDict()

    async def find(self, game: str) -> Table:
        """The game as it stands now; `NoSuchGame`."""
        cached = self._cache.get(game)
        if cached is not None and await self.store.revision(game) == cached.revision:
            self._cache.move_to_end(game)
            return cached
        kept = await self.store.get(game)
        if kept is None:
            self._cache.pop(game, None)
            raise NoSuchGame("web.no_such_game")
        taken, suggested = tuple(await self.store.taken(game)), await self.store.suggestions(game, kept.revision)

        def told() -> Table:
            found = tape.load_game("".join(kept.lines))
            manner = Manner.of(kept.manner)
            return Table(kept.id, kept.revision, found, manner, kept.begun, kept.changed, taken, suggested).ready

        table = await aside(told, len(kept.lines))
        newer = self._cache.get(game)  # a long game is told for a while: somebody may have changed it meanwhile
        return newer if newer is not None and newer.revision >= table.revision else self._keep(table)

    def going_on(self) -> list[Table]:
        """The games in use now that are not over."""
        return [table for table in self._cache.values() if not table.is_over and not table.manner.next]

    def _keep(self, table: Table) -> Table:
        self._cache[table.id] = table
        self._cache.move_to_end(table.id)
        while len(self._cache) > CACHED:
            self._cache.popitem(last=False)
        return table

    def _changed(self, table: Table, *only: Viewer) -> Table:
        self.live.pace(table.id, table.may_act)
        self.live.changed(table.id, table.look, *only)
        return self._keep(table)

    async def begin(
        self,
        setup: Setup,
        manner: Manner,
        answers: Sequence[Answer] = (),
        *,
        name: str = "",
        device: str = "",
        key: str = "",
        rescue: str = "",
        belonging: Belonging | None = None,
        when: tuple[float, float] | None = None,
    ) -> Table:
        """A new game, on the disk together with whoever leads it; with answers, one brought from elsewhere."""

        def told() -> tuple[Game, tuple[str, ...]]:
            game = retell(setup, answers)
            return game, tuple(tape.dumps(game).splitlines(keepends=True))

        (game, lines), now = await aside(told, len(answers)), time.time()
        begun, changed = when or (now, now)
        table = Table(name or access.new_game_id(), 1, game, manner, begun, changed)
        tape.loads(lines[0])  # what could not be read back must not be kept
        kept = Kept(table.id, 1, lines, asdict(manner), begun, changed, summary(game))
        opens = access.digest(key) if key else ""
        await self.store.add(kept, device=device, key=opens, rescue=rescue, belonging=belonging)
        return self._keep(table)

    # -- the moderator's steps --

    async def step(self, table: Table, at: int, act: Callable[[Table], Awaitable[Table]]) -> Step:
        """Do it if the game stands at the revision it was meant for, and the rules allow it."""
        try:
            if at != table.revision:
                raise Stale("web.stale")
            return Step(await act(table))
        except IllegalAnswer as error:
            return Step(table, error)
        except Stale as error:
            return Step(await self.find(table.id), error)

    async def answered(self, table: Table, at: int, read: Callable[[Prompt], Any], *, announces: bool = False) -> Step:
        """The answer `read` finds to the question. One that arrives twice counts once: the reply may have got lost.

        Whoever announces what it brings one by one has the screens follow.
        """
        if at == table.revision - 1 and _is_repeated(table, read):
            return Step(table)
        prompt = table.game.prompt

        async def act(table: Table) -> Table:
            return await self.answer(table, read(prompt) if prompt is not None else None, announces=announces)

        return await self.step(table, at, act)

    # Each is refused with `Stale` if the game has moved on.

    async def answer(self, table: Table, value: Any, *, announces: bool = False) -> Table:
        """One more answer; `IllegalAnswer` if it is not allowed."""
        game = await _aside(table, lambda: table.game.answer(value))
        return await self._move(table, game, before=table.game, announces=announces)

    async def undo(self, table: Table, steps: int = 1) -> Table:
        return await self._move(table, await _aside(table, lambda: table.game.undo(steps)))

    async def redo(self, table: Table) -> Table:
        """Take back the last undo, as far as it still fits; nothing happens if there was none."""
        lines = await self.store.struck(table.id, table.revision)
        if not lines or tape.is_header(lines[0]):
            return table
        again = tape.loads("".join([tape.header(table.game), *lines])).answers
        game = await _aside(table, lambda: retell(table.game.setup, (*table.game.answers, *again)))
        return await self._move(table, game)

    async def edit(self, table: Table, corrected: Game) -> Table:
        """The game told again with an old answer corrected, as `Game.edit` gives it."""
        return await self._move(table, corrected)

    async def intervene(self, table: Table, after: Game, key: str) -> Table:
        """The game told again with something that happened to the table itself, as `Game.intervene` gives it."""
        moved = await self._move(table, after)
        if key != TAKES_PLACE:
            return moved
        return await self.free(moved, after.answers[table.game.pause].value)  # whoever sat there knows the card

    async def _move(self, table: Table, game: Game, before: Game | None = None, *, announces: bool = False) -> Table:
        """The store first, then the screens."""
        if len(game.answers) >= tape.LINES_LIMIT:
            raise TapeError("tape.too_many_lines", line=tape.LINES_LIMIT, limit=tape.LINES_LIMIT)
        keep = _common(table.game.answers, game.answers)
        lines = [tape.answer_line(game, index) for index in range(keep, len(game.answers))]
        revision = await self.store.change(table.id, table.revision, keep + 1, lines, summary(game))
        table = self._now(table)
        manner = await self._manner_after(table, game)
        announced = _announcing(manner, revision, game, before) if announces else manner
        if announced != manner:
            manner = announced
            await self.store.set_manner(table.id, asdict(manner))
        now = time.time()
        after = await _aside(
            table,
            lambda: Table(table.id, revision, game, manner, table.begun, now, table.taken, before=before).ready,
        )
        found = self._cache.get(table.id)
        if found is not None and found.revision >= revision:
            after = found  # whoever looked meanwhile may have changed something
        is_unnoticed = after.is_silent and len(after.heard) == len(after.shown.events)
        return self._changed(after, *([MODERATOR] if is_unnoticed else []))

    def _now(self, table: Table) -> Table:
        """The same with how the evening is run now: a long game is told for a while, and phones do not wait for it."""
        kept = self._cache.get(table.id, table)
        return replace(table, manner=kept.manner, taken=kept.taken)

    async def present(self, table: Table, sitting: Sitting) -> Table:
        """The next step of an evening the app leads, on the disk as one; `Stale` if another process was faster."""
        game, manner = sitting.game, replace(table.manner, led=sitting.led)
        keep = _common(table.game.answers, game.answers)
        lines = [tape.answer_line(game, index) for index in range(keep, len(game.answers))]
        after = Table(table.id, table.revision + 1, game, manner, table.begun, time.time(), table.taken)
        kept = summary(game) if not after.is_led else heard_of(game, sitting.view)
        await self.store.change(table.id, table.revision, keep + 1, lines, kept, asdict(manner))
        return self._changed(after, PUBLIC)

    async def hand_over(self, table: Table, seat: int) -> Table:
        """A player sits out and leads from now on what the app has led so far: that phone, and no other one."""
        devices = await self.store.holders(Grant(table.id, seat))
        await self.store.revoke(Grant(table.id, MODERATOR))
        for device in devices:
            await self.store.grant(device, Grant(table.id, MODERATOR))
        return await self.manage(table, led=None, deal=PHONES, phones_vote=True, phones_act=True)

    async def _manner_after(self, table: Table, game: Game) -> Manner:
        """A clock ends with its vote, that of a debate with its debate; neither clock nor sign lasts into the night."""
        manner, timer = table.manner, table.manner.timer
        is_day = game.village.phase == "day" and game.outcome is None
        goes_on = is_day and not _is_vote(table.game) and (timer is None or timer.kind == "vote" or not _is_vote(game))
        if timer is not None and not goes_on:
            manner = replace(manner, timer=None)
        if manner.signs and not is_day:
            manner = replace(manner, signs=())
        if manner != table.manner:
            await self.store.set_manner(table.id, asdict(manner))
        return manner

    async def manage(self, table: Table, **changes: Any) -> Table:
        """Run the evening another way: open a vote, start a timer, take notes."""
        table = await self.find(table.id)  # it may have moved on while the form was read
        manner = replace(table.manner, **changes)
        await self.store.set_manner(table.id, asdict(manner))
        return self._changed(replace(table, manner=manner))

    async def deal_again(self, table: Table, setup: Setup | None = None) -> Table:
        """The cards shuffled anew; what was decided before the first night stays."""
        if not table.may_deal_again:
            return table
        return await self._retold(table, replace(setup or table.game.setup, seed=secrets.randbits(SEED_BITS)))

    async def led_from_now_on(self, table: Table, setup: Setup, led: Led) -> Table:
        """What somebody has moderated so far is led by the app."""
        if setup != table.game.setup:
            table = await self._retold(table, setup)
        return await self.manage(table, led=led, deal=LED, dealt=True)

    async def rename(self, table: Table, seat: int, name: str) -> Table:
        """Somebody is called otherwise; `InvalidSetup` if that cannot be. Only while the table gathers."""
        if table.has_called:
            return table
        players = [*table.game.players]
        players[seat - 1] = name
        return await self._retold(table, replace(table.game.setup, players=tuple(players)).checked())

    async def _retold(self, table: Table, setup: Setup) -> Table:
        """The game told again from another setup: its whole tape is written anew."""
        game = retell(setup, table.game.answers)
        lines = [tape.header(game), *(tape.answer_line(game, index) for index in range(len(game.answers)))]
        revision = await self.store.change(table.id, table.revision, 0, lines, summary(game))
        return self._changed(replace(table, revision=revision, game=game, suggested={}, before=None))

    async def remove(self, table: Table) -> None:
        await self.store.remove(table.id)
        self._cache.pop(table.id, None)

    # -- seats --

    async def claim(self, table: Table, seat: int, device: str) -> Table:
        """This device plays this seat, and no other one does; `NotAllowed` if somebody was faster."""
        await self._refuse_taken(table, seat)
        await self.store.grant(device, Grant(table.id, seat))
        return await self._seats_changed(table)

    async def ask_for(self, table: Table, seat: int, device: str) -> Table:
        """This device would like to play this seat, which another one may hold: whoever leads decides."""
        if not 1 <= seat <= len(table.game.players):
            raise access.NotAllowed("web.seat.taken")
        others = [claim for claim in table.manner.claims if claim.device != device]
        return await self.manage(table, claims=(*others[-CLAIMS:], Claim(device, seat)))

    async def let_in(self, table: Table, claim: Claim) -> Table:
        """The device that asked plays the seat from now on, and no other one does."""
        await self.store.revoke(Grant(table.id, claim.seat))
        self.live.dismiss(table.id, claim.seat)
        await self.store.grant(claim.device, Grant(table.id, claim.seat))
        table = await self.forget_claims(table, claim.seat, claim.device)
        return await self._seats_changed(table)

    async def forget_claims(self, table: Table, seat: int, device: str) -> Table:
        """What this device asked for, and what others asked for this seat, is settled."""
        rest = tuple(claim for claim in table.manner.claims if claim.device != device and claim.seat != seat)
        return await self.manage(table, claims=rest)

    async def leave(self, table: Table, seat: int, device: str) -> Table:
        """This device plays the seat no longer."""
        await self.store.withdraw(device, Grant(table.id, seat))
        self.live.dismiss(table.id, seat)
        return await self._seats_changed(table)

    async def _refuse_taken(self, table: Table, seat: int) -> None:
        if seat in await self.store.taken(table.id) or not 1 <= seat <= len(table.game.players):
            raise access.NotAllowed("web.seat.taken")

    async def give_key(self, table: Table, viewer: Viewer) -> tuple[Table, str]:
        """A secret that opens a place to another device; a player's seat is given once, until it is freed."""
        if isinstance(viewer, int):
            await self._refuse_taken(table, viewer)
        secret = access.new_secret()
        await self.store.add_key(access.digest(secret), Grant(table.id, viewer))
        return await self._seats_changed(table), secret

    async def free(self, table: Table, seat: int) -> Table:
        await self.store.revoke(Grant(table.id, seat))
        self.live.dismiss(table.id, seat)
        return await self._seats_changed(table)

    async def _seats_changed(self, table: Table) -> Table:
        table = await self.find(table.id)  # it may have moved on
        suggested = await self.store.suggestions(table.id, table.revision)
        return self._changed(replace(table, taken=tuple(await self.store.taken(table.id)), suggested=suggested))

    async def sign(self, table: Table, seat: int, power: str = "") -> Table:
        """A player wants the moderator's eye, for a power of his or for nothing in particular: only he learns of it."""
        given = (seat, power)
        if not table.may_sign or given in table.manner.signs or (power and power not in table.powers(seat)):
            return table
        return await self.manage(table, signs=(*table.manner.signs, given))

    async def suggest(self, table: Table, seat: int, value: Any) -> Table:
        """What a player chose on the phone: kept for the moderator, who makes the step."""
        await self.store.suggest(table.id, table.revision, seat, value)
        table = replace(table, suggested=await self.store.suggestions(table.id, table.revision))
        if not (table.is_vote_open and table.has_everybody_voted):
            return self._changed(table)
        self._keep(table)
        return await self.manage(table, vote_open=0)  # nobody is left to wait for


def deciders(prompt: Prompt) -> Sequence[int]:
    """The players who answer this themselves: those who are awake for it, or by day whoever has the say."""
    if prompt.audience != PUBLIC:
        return tuple(prompt.audience)
    if is_volunteering(prompt):
        return tuple(prompt.options)
    is_choice = prompt.about == prompts.CHOICE and prompt.kind not in (prompts.ACK, prompts.BALLOTS, prompts.COUNTS)
    return (prompt.seat,) if is_choice and prompt.seat else ()


def is_volunteering(prompt: Prompt) -> bool:
    """Whether somebody may come forward before everybody: a player can only answer for himself."""
    return prompt.about.what == prompts.VOLUNTEERS and prompt.audience == PUBLIC


def _announcing(manner: Manner, revision: int, game: Game, before: Game | None) -> Manner:
    """What an answer brings is said one by one, cards are turned over, results shown: the screens follow each step."""
    if moments(game) or turned_over(game):
        manner = replace(manner, telling=revision, told=1)
    return replace(manner, showing=revision) if result(game, before) is not None else manner


def _until_called(game: Game) -> int:
    """Where in the record the last answer leads to another call, or to the day."""
    since = game.marks[-1] if game.marks else 0
    called = (
        place
        for place, event in enumerate(game.events[since:], start=since)
        if event.name == "called" or event.declared.heading
    )
    return next(called, len(game.events))


async def _aside(table: Table, work: Callable[[], T]) -> T:
    """Whatever tells the game anew, beside the pages if the game is long."""
    return await aside(work, len(table.game.answers))


def _is_silent(prompt: Prompt | None) -> bool:
    return prompt is not None and prompt.audience == MODERATOR and not prompt.aloud


def _is_vote(game: Game) -> bool:
    prompt = game.prompt
    return prompt is not None and prompt.kind in (prompts.BALLOTS, prompts.COUNTS) and prompt.audience == PUBLIC


def _is_repeated(table: Table, read: Callable[[Prompt], Any]) -> bool:
    """Whether this answer was the last one given."""
    earlier = table.earlier
    if earlier is None or earlier.prompt is None:
        return False
    try:
        checked: bool = earlier.prompt.check(read(earlier.prompt)) == table.game.answers[-1].value
    except IllegalAnswer:
        return False
    return checked


def _common(old: Sequence[Answer], new: Sequence[Answer]) -> int:
    """How many answers are the same from the beginning."""
    count = 0
    for left, right in zip(old, new, strict=False):
        if left != right:
            break
        count += 1
    return count
