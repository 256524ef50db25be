"""A game at one moment, as the screens see it: what each may know, who may act, what is being announced."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final

from nightcall.desk.moments import follows, is_election, moments, turn_of
from nightcall.desk.record import voices
from nightcall.desk.script import results, waking
from nightcall.desk.turning import turned_over
from nightcall.engine import prompts, tape
from nightcall.engine.events import SEAT, SEATS, Event
from nightcall.engine.game import Game
from nightcall.engine.prompts import Prompt
from nightcall.engine.viewers import MODERATOR, PUBLIC, Shared, Viewer
from nightcall.engine.views import View, fold, voted
from nightcall.engine.votes import powers_now
from nightcall.web.led.scenes import JOINING, Sitting, buried
from nightcall.web.limits import LONG_TELLING
from nightcall.web.manner import LED, PASS, PHONES, PHYSICAL, Headway, Manner, Mended
from nightcall.words import Words

ELECTION: Final = "SHERIFF-10"
"""The rule of a vote for an office."""


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
    version: int = 0
    """Raised with anything about the game: the revision, the manner, seats, what was suggested."""

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
    def mended(self) -> Mended | None:
        """What was corrected in the step before; None = it was another step."""
        mended = self.manner.mended
        return mended if mended is not None and mended.at == self.revision else None

    @cached_property
    def entered(self) -> Any:
        """The votes that were counted before an undo took that back; None = the question is put for the first time."""
        recount, prompt = self.manner.recount, self.game.prompt
        if recount is None or recount.at != self.revision or prompt is None:
            return None
        given = tape.read_lines(self.game, [recount.line])[0]
        return prompt.check(given.value) if given.belongs_to(prompt) else None

    def with_choices(self, suggested: Mapping[int, Any]) -> Table:
        """With what was chosen on phones: after an undo they still hold the votes that were counted."""
        if not (self.manner.phones_vote and self._is_ballot and isinstance(self.entered, Mapping)):
            return replace(self, suggested=suggested)
        counted = {seat: choice for seat, choice in self.entered.items() if seat in self.taken}
        return replace(self, suggested=counted | dict(suggested))

    @property
    def headway(self) -> Headway:
        """How far whoever leads has come with what the last answer brought."""
        return self.manner.headway_at(self.revision)

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
        return self.headway.told > 0

    @cached_property
    def _moments(self) -> Sequence[Sequence[int]]:
        return moments(self.game, self.headway.fresh) if self._is_telling else []

    @cached_property
    def _is_followed(self) -> bool:
        """Whether the screens wait for what is being said: not for what a correction has changed long ago."""
        return not self.headway.fresh or follows(self.game, self.headway.fresh)

    @cached_property
    def moment(self) -> tuple[int, ...]:
        """What is being announced now, by its places in the record; empty when everything has been said so far."""
        found = self._moments
        now = tuple(found[self.headway.told - 1]) if 0 < self.headway.told <= len(found) else ()
        is_turned_first = bool(now) and bool(self.turning) and turn_of(self.game, self.turning) < now[0]
        return () if is_turned_first else now

    @property
    def _announced(self) -> int:
        """How far in the record whoever leads has come with saying things and turning cards over: none is unsaid."""
        if not self._is_telling:
            return 0
        said = [moment[-1] + 1 for moment in self._moments[: self.headway.told - 1]]
        turned = [turn_of(self.game, seat) + 1 for seat in turned_over(self.game)[: self.headway.turned]]
        return max([0, *said, *turned])

    @property
    def has_announced(self) -> bool:
        """Whether something of what the last answer brought has been said, or turned over, before the next question."""
        return self._is_telling and (self.headway.told > 1 or self.headway.turned > 0)

    @property
    def is_announcing(self) -> bool:
        """Whether whoever leads is in the middle of telling everybody something: more may follow from it."""
        return bool(self.moment) or (self._is_telling and bool(self.turning))

    @property
    def is_led(self) -> bool:
        """Whether the app leads it, or will, and all has not been told yet: nobody has a moderator's place."""
        return (self.sitting is not None or self.manner.deal == LED) and not self.is_over

    @cached_property
    def sitting(self) -> Sitting | None:
        """The evening as the app leads it, if it does."""
        led = self.manner.led
        return Sitting(self.game, led, Words(led.language)) if led is not None else None

    @property
    def drawn(self) -> Sequence[int]:
        """Which answers only a lot has given, where the app led."""
        return self.manner.led.drawn if self.manner.led is not None else ()

    @property
    def is_on_beats(self) -> bool:
        """Whether players' phones ask by themselves, beat by beat: while the app leads, until they play on."""
        return self.sitting is not None and not self.manner.next

    @property
    def is_showing(self) -> bool:
        """Whether whoever is awake is being shown a result: the next call has not been made."""
        return self.headway.is_showing and not self.headway.is_seen

    @cached_property
    def readers(self) -> tuple[int, ...]:
        """Who is being shown something now, and could say on a phone that it was read."""
        found = results(self.game, self.earlier) if self.is_showing else ()
        shown = [event for step in found if not step.is_round for event in step.events]
        seats = (seat for event in (shown if found else self._told_awake) for seat in event.audience)
        return tuple(sorted({seat for seat in seats if isinstance(seat, int)}))

    @property
    def is_held(self) -> bool:
        """Whether whoever leads has something to say or show before the question asked now."""
        return self.is_showing or self.is_announcing

    @cached_property
    def heard(self) -> Sequence[Event]:
        """What has happened as far as the screens show it: a call is heard at once, whatever is asked then.

        They follow the announcement: what the moderator has not said to the end has not happened for them. But votes
        are counted out before everybody's eyes, and then the verdict is said.
        """
        if self.sitting is not None:
            return self.sitting.heard
        if self.moment and self._is_followed:
            unsaid = (place for place in self.moment if not self.game.events[place].declared.by_hand)
            return self.game.events[: next(unsaid, self.moment[-1] + 1)]
        if self._is_telling and self.turning:
            return self.game.events[: turn_of(self.game, self.turning)]
        if self.is_showing:
            return self.game.events[: _until_called(self.game)]
        events, last = self.game.events, max(len(self.shown.events), self._announced)
        calls = [place for place, event in enumerate(events, start=1) if event.name == "called" and place > last]
        return events[: calls[-1]] if calls else events[:last]

    @cached_property
    def _told_awake(self) -> Sequence[Event]:
        """What players who are awake learn with what is only said to them: it comes with it, not after it."""
        prompt = self.asked
        if prompt is None or not self.may_act or self.sitting is not None:
            return ()
        is_said = prompt.kind == prompts.ACK and prompt.about in (prompts.CHOICE, prompts.SEEN)
        if not is_said or prompt.audience == PUBLIC:
            return ()
        return [event for event in waking(self.shown) if event.rule == prompt.rule]

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
        seen = fold(self.game.setup.players, [*self._heard_by(viewer), *self._told_alone(viewer)], viewer)
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

    def _told_alone(self, viewer: Viewer) -> Iterable[Event]:
        return self._told_awake if isinstance(viewer, int) and self.is_dealt else ()

    def look(self, viewer: Shared) -> Hashable:
        """Changes whenever, and only when, what everybody (or whoever leads) may see does. For a seat see `live`."""
        if viewer == MODERATOR:
            return self.revision, self.manner, self.taken, repr(sorted(self.suggested.items()))
        seen = tuple(digest for event, digest in self._digests if event.seen_by(PUBLIC))
        prompt = self.asked
        asked = prompt.key if prompt is not None and prompt.audience == PUBLIC else ""
        return seen, asked, self.voted, self.is_counting, self.open_manner, self.arrived, self.game.players

    @property
    def concerned(self) -> tuple[Viewer, ...]:
        """Whose pages the step that led here can change; nobody in particular = all of them."""
        if self.sitting is not None:
            return (PUBLIC,)  # phones ask by themselves
        is_unnoticed = self.is_silent and len(self.heard) == len(self.shown.events)
        return (MODERATOR,) if is_unnoticed else ()

    @property
    def open_manner(self) -> Manner:
        """As much of the manner as everybody may know."""
        public = replace(self.manner, notes="", practice=0, headway=Headway(), claims=(), signs=(), forecast=None)
        return replace(public, mended=None, recount=None, vote_open=int(self.is_vote_open))

    @property
    def turning(self) -> int:
        """Whose card is to be turned over now though the app knows it; 0 = nobody's."""
        waiting, done = turned_over(self.game), self.headway.turned
        return waiting[done] if done < len(waiting) else 0

    @property
    def turned_last(self) -> int:
        """Whose known card was entered last since the last answer: a step that can be taken back; 0 = nobody's.

        Where the app has dealt nothing is entered, and there is nothing to enter otherwise.
        """
        turned = self.headway.turned
        if self.game.setup.options.cards_known_to_app or turned <= self.headway.lying:
            return 0
        return turned_over(self.game)[turned - 1]

    @property
    def lying_open(self) -> frozenset[int]:
        """Whose cards the table has seen."""
        shown = {event.facts["seat"] for event in self.game.events if event.name == "card_shown"}
        return frozenset(shown.difference(turned_over(self.game)[self.headway.turned :]))

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
        led = self.manner.led
        if led is not None:
            return led.rest in JOINING
        return self.manner.joining or not self.has_called

    @property
    def is_lobby(self) -> bool:
        """Whether the table is gathering, with phones in hand."""
        manner = self.manner
        with_phones = manner.deal in (PHONES, LED) or manner.phones_vote or manner.phones_act or manner.graveyard
        return with_phones and not self.has_called and manner.led is None

    @property
    def is_looking(self) -> bool:
        """Whether everybody looks at the card that has just come to the phone: nothing has happened since."""
        manner, is_new = self.manner, not (self.game.answers or self.has_called or self.is_electing)
        return manner.deal == PHONES and manner.dealt and is_new

    @property
    def is_electing(self) -> bool:
        """Whether the first thing the table is asked, before any night, is who shall hold an office."""
        prompt = self.game.prompt
        if prompt is None or prompt.audience != PUBLIC or self.game.answers:
            return False
        return (self.manner.looked or self.is_vote_open) and self.view(PUBLIC).phase == "setup"

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
        """Whether the phones vote now: not before everything has been said that leads up to it."""
        return self._is_ballot and self.manner.vote_open == self.revision and not self.is_held

    @property
    def _is_ballot(self) -> bool:
        return self.game.prompt is not None and self.game.prompt.is_public_vote

    def opens_vote(self, game: Game) -> bool:
        """Whether the question this game asks goes to the phones at once: the table votes so, and some phone can."""
        prompt = game.prompt
        if prompt is None or not prompt.is_public_vote or not self.manner.phones_vote:
            return False
        return not set(prompt.voters).isdisjoint(self.taken)

    @property
    def has_phones_vote(self) -> bool:
        """Whether phones vote, or have voted, on what is asked now: nobody points then."""
        return self.is_vote_open or (self._is_ballot and bool(self.suggested))

    @property
    def has_everybody_voted(self) -> bool:
        """Whether everybody who has a vote has used it, all of them on phones."""
        prompt = self.game.prompt
        if prompt is None or not prompt.is_public_vote:
            return False
        return bool(prompt.voters) and set(prompt.voters) <= self.suggested.keys()

    @property
    def is_counting(self) -> bool:
        """Whether the phones have voted, all of them, and whoever leads has not taken it yet."""
        return self.has_everybody_voted and not self.is_vote_open and not self.is_held

    @cached_property
    def verdict(self) -> tuple[int, ...]:
        """Whom the votes of the phones strike, or elect: nobody, one, or several in a tie. The rules say so."""
        cast = {seat: choice for seat, choice in self.suggested.items() if choice is not None}
        after = self.game.answer(cast)
        for event in after.events[len(self.game.events) :]:
            if event.audience != PUBLIC or event.declared.seen is voted:
                continue
            for name, kind in event.declared.facts.items():
                if kind in (SEAT, SEATS) and event.facts.get(name):
                    found = event.facts[name]
                    return found if isinstance(found, tuple) else (found,)
        return _runoff(self.game.prompt, after.prompt)

    @cached_property
    def elected(self) -> tuple[Mapping[int, int], Mapping[int, int]]:
        """The hands of an election while it is announced, and its count: what came of it does not tell them."""
        asked = self.earlier.prompt if self.earlier is not None else None
        if asked is None or not any(is_election(self.game.events[place]) for place in self.moment):
            return {}, {}
        answer = self.game.answers[-1]
        if not isinstance(answer.value, Mapping):
            return {}, {}
        hands = answer.value if asked.kind == prompts.BALLOTS else {}
        return {voter: seat for voter, seat in hands.items() if seat}, voices(answer, asked)

    @cached_property
    def runoff(self) -> tuple[int, ...]:
        """Between whom an office is voted for once more, after a tie; nobody = it is no second round."""
        if self.earlier is None or self.is_held or self.sitting is not None:
            return ()
        return _runoff(self.earlier.prompt, self.game.prompt)

    @cached_property
    def without_phone(self) -> tuple[int, ...]:
        """Who is alive and has no phone, where the evening goes on with phones."""
        manner = self.manner
        with_phones = manner.deal == PHONES or manner.phones_vote or manner.phones_act
        if not with_phones or not self.taken or not self.has_called or self.is_over:
            return ()
        return tuple(seat.seat for seat in self.view(PUBLIC).seats if seat.is_alive and seat.seat not in self.taken)

    @property
    def may_sign(self) -> bool:
        """Whether a player may ask for the moderator's eye: by day, on any phone alike."""
        return self.may_act and self.has_called and self.view(PUBLIC).phase == "day"

    def powers(self, seat: int) -> tuple[str, ...]:
        """What this player may do now by day if he asks for it: the power of a house or an office, a secret sign."""
        prompt, v = self.asked, self.shown.village
        if not self.may_sign or prompt is None or seat not in v.living:
            return ()
        named = [power for power, users in powers_now(v).items() if power in prompt.options and seat in users]
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
        if prompt.is_public_vote:
            return prompt if self.is_vote_open and seat in prompt.voters else None
        return prompt if self.may_act and seat in deciders(prompt) else None

    @property
    def decides_openly(self) -> int:
        """Who is known to the whole table to decide something now; 0 if nobody is, or nobody knows."""
        prompt = self.asked
        if prompt is None or prompt.audience != PUBLIC or prompt.is_public_vote or is_volunteering(prompt):
            return 0
        return prompt.seat if prompt.seat in deciders(prompt) else 0

    def mates(self, seat: int) -> tuple[int, ...]:
        """Who is asked the same together with this player: the pack."""
        prompt = self.asks(seat)
        if prompt is None or prompt.audience == PUBLIC:
            return ()
        return tuple(mate for mate in deciders(prompt) if mate != seat)

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
        return self.is_over or (seat in self.buried and not self._decides(seat))

    @cached_property
    def buried(self) -> frozenset[int]:
        """Who has been dead since the night before, or longer."""
        return buried(self.game.setup.players, self.heard)

    def _decides(self, seat: int) -> bool:
        """Whether something is open which this player has to decide."""
        prompt = self.game.prompt
        if prompt is None:
            return False
        return seat == prompt.seat or seat in prompt.voters or (prompt.audience != PUBLIC and prompt.seen_by(seat))


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


def _until_called(game: Game) -> int:
    """Where in the record the last answer leads to another call, or to the day."""
    since = game.marks[-1] if game.marks else 0
    called = (
        place
        for place, event in enumerate(game.events[since:], start=since)
        if event.name == "called" or event.declared.heading
    )
    return next(called, len(game.events))


def _is_silent(prompt: Prompt | None) -> bool:
    return prompt is not None and prompt.audience == MODERATOR and not prompt.aloud


def _runoff(before: Prompt | None, now: Prompt | None) -> tuple[int, ...]:
    """The candidates of a second ballot for an office: fewer than before, and the same question."""
    if before is None or now is None or before.key != now.key or now.kind != prompts.BALLOTS:
        return ()
    return tuple(now.options) if now.rule == ELECTION and len(now.options) < len(before.options) else ()


def is_voting_time(game: Game) -> bool:
    """Whether the table votes now: voter by voter, or by counting hands."""
    prompt = game.prompt
    return prompt is not None and prompt.kind in (prompts.BALLOTS, prompts.COUNTS) and prompt.audience == PUBLIC
