"""From a question to the controls on a screen. One form per kind of question serves every rule.

The moderator's screen shows every seat, and says why one cannot be chosen. A player's phone shows what may be chosen,
and of the others only what the table sees.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, assert_never

from nightcall import desk
from nightcall.engine import prompts
from nightcall.engine.errors import IllegalAnswer
from nightcall.engine.events import PUBLIC
from nightcall.engine.game import Game
from nightcall.engine.prompts import TEXT_LIMIT, Kind, Prompt
from nightcall.rulebook import folded
from nightcall.rules import catalogue
from nightcall.web.play.ring import LEGAL, Face, LeadRing, OpenRing, Ring, as_set
from nightcall.web.play.suggested import agreed, suggestions, wished
from nightcall.web.table import Table, is_volunteering
from nightcall.words import PromptWords, Words

VOTE: Final = "vote.ballots"
VERDICTS: Final = (VOTE, "vote.counts")

LARGE_RING: Final = 21
LONG_LIST: Final = 12
"""Longer lists than this are sorted and have a search."""
LARGEST_RING: Final = 30
"""More seats than that are a list."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of some names, with how often it may be taken."""

    value: str
    label: str
    copies: int = 1
    taken: int = 0
    says: str = ""
    """Why it cannot be chosen."""

    @property
    def is_whispered(self) -> bool:
        """Whether seeing it offered would tell a secret."""
        return any(self.value in kind.whispered for kind in catalogue.variants())

    @property
    def is_chosen(self) -> bool:
        return self.taken > 0


@dataclass(frozen=True, slots=True)
class Voter:
    """A ballot to be filled in."""

    seat: int
    name: str
    weight: int = 1
    chosen: int = 0
    closed: Mapping[int, str] = field(default_factory=dict)
    """Candidates this voter may not choose, and why not."""
    says: str = ""
    """Why this player has no vote."""
    state: str = LEGAL
    cast: int = 0
    """Whom this player has pointed at before the others: it is counted with theirs."""


@dataclass(frozen=True, slots=True)
class Form:
    """A question as a form."""

    kind: Kind
    key: str
    ask: str
    plain_ask: str
    """The question without the name of whomever it is about: for a screen that others may see. But whose card is asked
    for is always said: who has several to lift would else enter one for another."""
    low: int
    high: int
    is_public: bool
    """Whether the table may see the question. The screen of a secret one gives nothing away at a glance: what cannot be
    chosen looks like the rest, and says why when it is tapped."""
    faces: tuple[Face, ...] = ()
    choices: tuple[Choice, ...] = ()
    voters: tuple[Voter, ...] = ()
    candidates: tuple[Face, ...] = ()
    nothing: str = ""
    """The label for choosing nobody or nothing, where that is allowed."""
    is_nothing_chosen: bool = False
    """Whether that is the choice made so far."""
    suggested: int = 0
    """How many have chosen on a phone so far."""
    suggestions: str = ""
    """Who, and what: for the moderator's eyes."""
    is_agreed: bool = False
    """Whether all of them have chosen the same, so that one tap can take it."""
    limit: int = TEXT_LIMIT
    counts: Mapping[int, int] = field(default_factory=dict)
    text: str = ""
    """What was written before."""
    is_face: bool = False
    """Whether it is about a card somebody sees: one that the record rules out can be entered, and leads there."""

    @property
    def has_whispers(self) -> bool:
        """Whether to keep a place for what nobody may see offered: at every such question, or the place would tell."""
        return self.key == desk.DEBATE

    @property
    def is_long(self) -> bool:
        return len(self.choices) > LONG_LIST

    @property
    def fills_the_screen(self) -> bool:
        """Whether the ring is so large that what to say must stand inside it."""
        return LARGE_RING <= len(self.faces) <= LARGEST_RING

    @property
    def is_blank_vote(self) -> bool:
        """A vote nobody has entered anything for yet: counting it asks first."""
        return self.kind == prompts.BALLOTS and not any(voter.chosen for voter in self.voters)

    @property
    def missing(self) -> list[str]:
        """Who has a voice and nothing is entered for, where something is for others: counting asks first, too.

        Said with the page, not only by its script: what the phones send makes the page anew under the finger.
        """
        if self.kind != prompts.BALLOTS or self.is_blank_vote:
            return []
        return [voter.name for voter in self.voters if not voter.says and not voter.chosen]

    @property
    def is_verdict(self) -> bool:
        """Whether the vote condemns somebody; else it is for an office."""
        return self.key == VOTE

    @property
    def is_single(self) -> bool:
        """Whether one tap gives the answer."""
        match self.kind:
            case prompts.YES_NO | prompts.CHOOSE:
                return True
            case prompts.PICK:
                return self.high == 1
            case prompts.ACK | prompts.CARDS | prompts.BALLOTS | prompts.COUNTS | prompts.TEXT | prompts.TEXTS:
                return False
            case _:
                assert_never(self.kind)


def for_moderator(table: Table, words: Words, *, covered: bool = True) -> Form:
    """The question asked now, for whoever leads; at a call nobody answers, what would be asked if somebody did.

    Of a secret question the phones' choices are no more to be seen than anything else, unless it is uncovered.
    """
    prompt = table.game.prompt
    assert prompt is not None
    shown = decoy(table.game, prompt)
    is_open = prompt.audience == PUBLIC or not covered
    chosen = agreed(table) if is_open else None
    asking = _asking(table, shown, words, LeadRing(table, shown, words, has_badges=is_open), chosen=chosen)
    if prompt.kind == prompts.ACK and prompt.audience != PUBLIC:
        read = {*table.headway.read, *table.suggested}
        asking = replace(asking, suggested=len(read), suggestions=_read_by(read, table, words))
    elif table.suggested and prompt.audience != PUBLIC:
        asking = replace(
            asking,
            suggested=len(table.suggested),
            suggestions=suggestions(table, prompt, words),
            is_agreed=len(wished(table)) == 1,
        )
    return replace(asking, key=prompt.key)


RESULT: Final = "result"
"""What a page says is asked while somebody awake is shown something."""


def for_result(table: Table, result: desk.Result, words: Words) -> Form:
    """The step at which somebody awake is shown something: a live call and a faked one alike."""
    count, who = len(table.headway.read), _read_by(table.headway.read, table, words)
    if result.shows is None:
        return Form(prompts.ACK, RESULT, "", "", 1, 1, is_public=False, suggested=count, suggestions=who)
    shown = result.shows
    asking = _asking(table, shown, words, LeadRing(table, shown, words), chosen=None)
    plain = asking.plain_ask if shown.about == prompts.FACE else words.openly(shown)
    return replace(asking, key=RESULT, plain_ask=plain, suggested=count, suggestions=who)


def _read_by(seats: Iterable[int], table: Table, words: Words) -> str:
    names = [words.seat(seat, table.game.players) for seat in sorted(seats)]
    return words.text("web.lead.read_by", names=words.names(names)) if names else ""


def decoy(game: Game, prompt: Prompt) -> Prompt:
    """The question as it looks. A call nobody answers looks like any other, so that a glance tells nothing.

    It shows the usual question, about the people of this table; whatever is tapped goes on.
    """
    if prompt.about == prompts.RECOGNISED:
        return desk.looked_for(game, prompt.card)
    if prompt.about != prompts.FEIGNED:
        return prompt
    return next(iter(desk.feigned(game, prompt)), prompt)


def for_correction(table: Table, index: int, words: Words) -> Form:
    """An old question, with the answer given then filled in if everybody knows it."""
    game = table.game
    then = game.undo(len(game.answers) - index)
    prompt = then.prompt
    assert prompt is not None
    past = Table(table.id, table.revision, then, table.manner, table.begun, table.changed)
    chosen = game.answers[index].value if prompt.audience == PUBLIC else None
    asking = _asking(past, prompt, words, LeadRing(past, prompt, words), chosen=chosen)
    # what was asked then is in sight under the finger alone
    return asking if prompt.audience == PUBLIC or not prompt.seat else replace(asking, plain_ask=words.openly(prompt))


def for_screen(table: Table, prompt: Prompt, words: Words) -> Form:
    """A question that only the screen asks: about the table itself, or what the app knows, as if it did not."""
    return _asking(table, prompt, words, LeadRing(table, prompt, words), chosen=None)


def for_seat(table: Table, seat: int, words: Words) -> Form | None:
    """What this player may choose on the phone now; None if nothing is asked."""
    prompt = table.asks(seat)
    if prompt is None:
        return None
    if is_volunteering(prompt):
        return _volunteering(table, prompt, seat, words)
    faces = OpenRing(table, prompt, words)
    has_chosen, mine = seat in table.suggested, table.suggested.get(seat)
    written = words.asked_of(prompt, table.game.players)
    is_vote = prompt.kind == prompts.BALLOTS
    closed = prompt.barred.get(seat, {})
    may_abstain = (prompt.optional and seat not in prompt.bound) or all(number in closed for number in prompt.options)
    nothing = words.text("web.seat.no_vote") if is_vote else _nothing(written.choices)
    return Form(
        kind=prompts.PICK if is_vote else prompt.kind,
        key=prompt.key,
        ask=written.ask,
        plain_ask=written.ask,
        low=0 if is_vote else prompt.low,
        high=1 if is_vote else prompt.high,
        is_public=prompt.audience == PUBLIC,
        nothing=nothing if may_abstain and (is_vote or prompt.high == 1) else "",
        is_nothing_chosen=has_chosen and mine is None,
        **(
            {"faces": tuple(faces.face(number, number == mine) for number in faces.circle)}
            if is_vote
            else _controls(prompt, written.choices, mine, faces)
        ),
    )


def _volunteering(table: Table, prompt: Prompt, seat: int, words: Words) -> Form:
    """Whether this player comes forward: nobody can send another."""
    ask = words.asked_of(prompt, table.game.players).ask
    chosen = [table.suggested[seat]] if seat in table.suggested else []
    both = (
        Choice(value, words.text(f"web.seat.volunteer.{value}"), taken=int(answer in chosen))
        for value, answer in (("yes", seat), ("no", None))
    )
    return Form(prompts.YES_NO, prompt.key, ask, ask, 1, 1, is_public=True, choices=tuple(both))


def nothing_asked(table: Table, words: Words, *, has_news: bool = False, is_called: bool = False) -> Form:
    """What a phone shows that nobody asks: the same faces as everywhere."""
    nobody = Prompt("", prompts.PICK, "")
    faces = OpenRing(table, nobody, words)
    key = "for_you" if has_news else "called_idle" if is_called else "not_called"
    said = words.text(f"web.seat.{key}")
    ring = tuple(faces.face(number, False) for number in faces.circle)
    return Form(prompts.PICK, "", said, said, 1, 1, False, faces=ring)


def _asking(table: Table, prompt: Prompt, words: Words, seats: Ring, *, chosen: Any) -> Form:
    players = table.game.players
    written = desk.written(table.game, prompt, words)
    return Form(
        kind=prompt.kind,
        key=prompt.key,
        ask=written.ask,
        plain_ask=written.ask if _is_named_aloud(prompt, written, words, players) else words.openly(prompt),
        low=prompt.low,
        high=prompt.high + len(prompt.known),
        is_face=prompt.about == prompts.FACE and bool(prompt.seat),
        is_public=prompt.audience == PUBLIC,
        nothing=words.nothing_openly(prompt) if _may_be_nothing(prompt, written.choices) else "",
        **_controls(prompt, written.choices, chosen, seats),
    )


def _controls(prompt: Prompt, labelled: list[tuple[Any, str]], chosen: Any, seats: Ring) -> dict[str, Any]:
    """What the form has to be filled in, by the kind of question."""
    match prompt.kind:
        case prompts.ACK:
            return {}
        case prompts.YES_NO:
            names = {True: "yes", False: "no"}
            both = (Choice(names[value], label, taken=int(value is chosen)) for value, label in labelled)
            return {"choices": tuple(both)}
        case prompts.PICK:
            picked = as_set(chosen)
            return {"faces": tuple(seats.face(number, number in picked) for number in seats.circle)}
        case prompts.CHOOSE | prompts.CARDS:
            return {"choices": _choices(prompt, labelled, chosen, seats)}
        case prompts.BALLOTS:
            voters = _voters(prompt, seats.players, seats.words, chosen, seats)
            return {"voters": voters, "candidates": seats.candidates()}
        case prompts.COUNTS:
            return {"candidates": seats.candidates(), "counts": chosen if isinstance(chosen, Mapping) else {}}
        case prompts.TEXT | prompts.TEXTS:
            return {"limit": prompt.limit, "text": "\n".join(_as_list(chosen))}
        case _:
            assert_never(prompt.kind)


def _is_named_aloud(prompt: Prompt, written: PromptWords, words: Words, players: tuple[str, ...]) -> bool:
    """Whether everybody hears whom the question is about, or it is about nobody; or it asks for somebody's card."""
    return not prompt.seat or prompt.about == prompts.FACE or words.seat(prompt.seat, players) in written.say


def _as_list(chosen: Any) -> list[str]:
    return [chosen] if isinstance(chosen, str) else [str(each) for each in chosen or ()]


def _choices(prompt: Prompt, labelled: list[tuple[Any, str]], chosen: Any, seats: Ring) -> tuple[Choice, ...]:
    copies = Counter(prompt.options)
    taken = Counter(chosen if isinstance(chosen, (list, tuple)) else [chosen])
    found = [Choice(value, label, copies[value], taken[value]) for value, label in labelled if value is not None]
    is_face = prompt.about == prompts.FACE and bool(prompt.seat)
    more = seats.brought if prompt.about == prompts.FACE else ()
    if not prompt.refused and len(found) <= LONG_LIST and not is_face and not more:
        return tuple(found)
    closed = [Choice(name, label, 0, says=says) for name, (label, says) in seats.refused_names().items()]
    known = {choice.value for choice in (*found, *closed)}
    closed += [
        Choice(name, seats.words.card(name), 0, says=seats.words.text("desk.refused.card", card=seats.words.card(name)))
        for name in more
        if name not in known
    ]
    last = seats.lie_open.union(more) if is_face or more else frozenset()

    def order(choice: Choice) -> tuple[bool, str]:  # it must tell nothing but what everybody sees
        return choice.value in last, folded(choice.label)

    return tuple(sorted([*found, *closed], key=order))


def _may_be_nothing(prompt: Prompt, labelled: list[tuple[Any, str]]) -> bool:
    """Whether choosing nobody or nothing is one tap like choosing somebody; of ballots every voter has one."""
    return prompt.optional and prompt.high + len(prompt.known) == 1 and bool(_nothing(labelled))


def _nothing(labelled: list[tuple[Any, str]]) -> str:
    return next((label for value, label in labelled if value is None), "")


def _voters(prompt: Prompt, players: tuple[str, ...], words: Words, chosen: Any, seats: Ring) -> tuple[Voter, ...]:
    """Everybody with a vote, and everybody without one, in seat order: so every seat stays where it is."""
    cast: Mapping[int, Any] = chosen if isinstance(chosen, Mapping) else {}

    def why(key: str, rule: str, seat: int, **facts: Any) -> str:
        return words.why_not(IllegalAnswer(key, prompt, None, rule, seat=seat, **facts), players)

    voters = [
        Voter(
            seat,
            words.seat(seat, players),
            prompt.weights.get(seat, 1),
            cast.get(seat) or 0,
            {
                target: why("answer.barred", rule, seat, target=target)
                for target, rule in prompt.barred.get(seat, {}).items()
            },
        )
        for seat in prompt.voters
    ]
    first = [
        Voter(
            seat,
            words.seat(seat, players),
            prompt.weights.get(seat, 1),
            says=words.text("web.vote.was_first", name=words.seat(choice, players))
            if choice
            else words.text("web.vote.was_first_nobody"),
            state=seats.state(seat),
            cast=choice or 0,
        )
        for seat, choice in seats.cast_first.items()
    ]
    silent = [
        Voter(seat, words.seat(seat, players), says=_no_vote(prompt, seat, words, players), state=seats.state(seat))
        for seat in seats.circle
        if seat not in prompt.voters and seat not in seats.cast_first
    ]
    return tuple(sorted([*voters, *first, *silent], key=lambda voter: seats.circle.index(voter.seat)))


def _no_vote(prompt: Prompt, seat: int, words: Words, players: tuple[str, ...]) -> str:
    try:
        prompt.check({seat: None})
    except IllegalAnswer as error:
        return words.why_not(error, players)
    return ""
