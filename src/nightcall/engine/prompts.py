"""Questions to the moderator. A prompt is data: what is asked, of whom, and what may be answered."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Generic, Literal, NamedTuple, TypedDict, TypeVar, get_args

from nightcall.engine import names
from nightcall.engine.errors import IllegalAnswer
from nightcall.engine.names import NAME_LIMIT, alike, is_shown
from nightcall.engine.viewers import MODERATOR, PUBLIC, Audience, Viewer, may_know

ACK: Final = "ack"
"""Nothing to record: said and done."""
PICK: Final = "pick"
"""One seat (or nobody), or several seats."""
YES_NO: Final = "yes_no"
CHOOSE: Final = "choose"
"""One of some names (or none)."""
CARDS: Final = "cards"
"""Several cards by name; the same name may come twice."""
BALLOTS: Final = "ballots"
"""Voter -> candidate or nobody; or the one seat most have pointed at, where nobody wrote down who (VOTE-14)."""
COUNTS: Final = "counts"
"""Candidate -> voices."""
TEXT: Final = "text"
TEXTS: Final = "texts"
"""Several short texts; kept sorted, so that nothing is left of the order in which they came."""

Kind = Literal["ack", "pick", "yes_no", "choose", "cards", "ballots", "counts", "text", "texts"]
EVERY_KIND: Final[tuple[Kind, ...]] = get_args(Kind)

T = TypeVar("T")


class ByKind(TypedDict, Generic[T]):
    """Something for every kind of question. Where one is forgotten, mypy says so; so does `assert_never`."""

    ack: T
    pick: T
    yes_no: T
    choose: T
    cards: T
    ballots: T
    counts: T
    text: T
    texts: T


TEXT_LIMIT: Final = 120

Offers = Literal["seats", "names", "nothing"]
_OFFERS: Final[ByKind[Offers]] = {
    ACK: "nothing",
    YES_NO: "nothing",
    PICK: "seats",
    CHOOSE: "names",
    CARDS: "names",
    BALLOTS: "seats",
    COUNTS: "seats",
    TEXT: "nothing",
    TEXTS: "nothing",
}

NOTHING: Final[Mapping[Any, Any]] = {}
"""What most questions have to say about refusals, bans and weights."""


class About(NamedTuple):
    """What sort of answer it is: somebody's choice, or a fact of the table that any of its members could give."""

    what: str
    card: str = ""


CHOICE: Final = About("choice")
"""Somebody decides."""
FACE: Final = About("face")
"""Which card lies before the seat."""
SPARES: Final = About("spares")
"""Which cards lie in the middle."""
PACK: Final = About("pack")
"""Who opens the eyes as a Werewolf, or with them."""
HOLDERS: Final = "holders"
"""Who holds the card: everybody who does, and nobody else."""
VOLUNTEERS: Final = "volunteers"
"""Who of those who hold the card, or play it, comes forward or is caught; nobody must."""
SWAP: Final = About("swap")
"""The seat takes the card chosen."""
ROBBERY: Final = About("robbery")
"""The seat exchanges cards with the player chosen."""
PART: Final = About("part")
"""The seat plays the card chosen for a while."""
FEIGNED: Final = About("feigned")
"""A call nobody answers; a screen that others may see shows what would be asked if somebody did."""
SEEN: Final = About("seen")
"""Whoever is known to hold the card opens the eyes and is seen; where that was asked just now it is left out."""
RECOGNISED: Final = About("recognised")
"""Who opens the eyes is known already; such a screen shows the question all the same."""


class Prompt:
    """One question. Its identity on a tape is `key` with `seat` and `card`."""

    __slots__ = (
        "_aloud",
        "about",
        "audience",
        "card",
        "high",
        "key",
        "kind",
        "known",
        "low",
        "openly",
        "options",
        "refused",
        "rule",
        "seat",
        "target",
    )

    barred: Mapping[int, Mapping[int, str]] = NOTHING
    """One of those who are asked together -> options closed to this one alone, each with its rule: see `Shared`."""

    # What only a vote has: see `Poll`.
    voters: Sequence[int] = ()
    silenced: Mapping[int, str] = NOTHING
    """Seats without a vote, each with the rule that takes it."""
    bound: Mapping[int, str] = NOTHING
    """Voters who may not abstain though others may, each with the rule."""
    weights: Mapping[int, int] = NOTHING

    def __init__(
        self,
        key: str,
        kind: Kind,
        rule: str,
        options: Sequence[Any] = (),
        low: int = 1,
        high: int = 1,
        seat: int = 0,
        card: str = "",
        audience: Audience = MODERATOR,
        refused: Mapping[Any, str] | None = None,
        about: About = CHOICE,
        aloud: bool | None = None,
        known: Sequence[int] = (),
        openly: str = "",
        target: int = 0,
    ) -> None:
        self.key = key
        self.kind = kind
        self.rule = rule
        self.options = options
        self.low = low
        self.high = high
        self.seat = seat
        """Who decides, or about whom it is; 0 = nobody in particular."""
        self.card = card
        """The card it is about, if any."""
        self.audience = audience
        """Who may know that this is being asked: the table, or the seats that act."""
        self.refused = refused or NOTHING
        """Seats or cards that might be expected among the options, and the rule that keeps each out."""
        self.about = about
        self._aloud = aloud
        self.known = known
        """Seats that belong to a true answer and are known already: seen again or not, they are not part of it."""
        self.openly = openly
        """The key of the words it has where others may see it, if its own would tell what is left to somebody."""
        self.target = target
        """Whose fate it is about, where that is not who decides; 0 = the answer says, or nobody's."""

    @property
    def aloud(self) -> bool:
        """Whether it belongs to a call said aloud: somebody is awake, or is to be thought awake.

        What only the moderator is asked besides (a card to lift, a sign seen) is a matter of silence, and where the
        rule says nothing else whatever is merely to be said or done is not.
        """
        if self._aloud is not None:
            return self._aloud
        return self.audience != PUBLIC and (self.audience != MODERATOR or self.kind == ACK)

    @property
    def is_public_vote(self) -> bool:
        """Whether the table votes, voter by voter."""
        return self.kind == BALLOTS and self.audience == PUBLIC

    @property
    def optional(self) -> bool:
        return self.low == 0

    @property
    def offers(self) -> Offers:
        """What its options are: seats, names, or nothing."""
        return _OFFERS[self.kind]

    @property
    def limit(self) -> int:
        """How long a text may be."""
        return self.high if self.kind == TEXT and self.high > 1 else TEXT_LIMIT

    def seen_by(self, viewer: Viewer) -> bool:
        """Whether somebody may know that this is being asked."""
        return may_know(viewer, self.audience)

    def refuse_deceptive(self, value: Any) -> None:
        """`IllegalAnswer` of a name that deceives the eye; on a tape one stays as it was given (AMD-70)."""
        if self.kind != TEXT or self.high != NAME_LIMIT or not isinstance(value, str):
            return
        text = " ".join(value.split())
        if hidden := names.hidden_in(text):
            raise self.refuse("answer.hidden_letter", text, "AMD-70", sign=f"U+{ord(hidden):04X}")
        if names.is_overloaded(text):
            raise self.refuse("answer.too_many_marks", text, "AMD-70", limit=names.MARKS_LIMIT)
        like = names.looking_like(text, (name for name in self.refused if alike(name) != alike(text)))
        if like:
            raise self.refuse("answer.lookalike_name", text, "AMD-70", like=like)

    def check(self, value: Any) -> Any:
        """The answer in its plain form, or `IllegalAnswer`."""
        return _CHECKS[self.kind](self, value)

    def check_of(self, seat: int, value: Any) -> Any:
        """The answer of one of those who choose together: what is closed to this one alone is refused too (AMD-71)."""
        checked = self.check(value)
        for chosen in checked if isinstance(checked, tuple) else (checked,):
            rule = self.barred.get(seat, NOTHING).get(chosen)
            if rule:
                raise self.refuse("answer.barred", value, rule, seat=seat, target=chosen)
        return checked

    def refuse(self, key: str, value: Any, rule: str = "", **facts: Any) -> IllegalAnswer:
        return IllegalAnswer(key, self, value, rule, **facts)

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {"ask": self.key, "kind": self.kind, "rule": self.rule}
        data |= {"seat": self.seat} if self.seat else {}
        data |= {"card": self.card} if self.card else {}
        if self.kind not in (ACK, YES_NO, TEXT):
            data |= {"options": list(self.options), "low": self.low, "high": self.high}
        data |= {"known": list(self.known)} if self.known else {}
        data |= {"voters": list(self.voters)} if self.voters else {}
        return data

    def __repr__(self) -> str:
        about = f" seat {self.seat}" if self.seat else ""
        about += f" {self.card}" if self.card else ""
        return f"<{self.key}{about} ({self.kind}) {self.low}..{self.high} of {list(self.options)}>"


class Shared(Prompt):
    """A question several answer together, one of whom must leave out what the others may choose (AMD-71)."""

    __slots__ = ("barred",)


class Poll(Prompt):
    """A vote: many are asked at once, and each may have other candidates. No other question pays for that."""

    __slots__ = ("barred", "bound", "silenced", "voters", "weights")

    def __init__(
        self,
        key: str,
        kind: Kind,
        rule: str,
        *,
        voters: Sequence[int],
        silenced: Mapping[int, str] = NOTHING,
        barred: Mapping[int, Mapping[int, str]] = NOTHING,
        bound: Mapping[int, str] = NOTHING,
        weights: Mapping[int, int] = NOTHING,
        options: Sequence[Any] = (),
        low: int = 1,
        high: int = 1,
        audience: Audience = MODERATOR,
        refused: Mapping[Any, str] | None = None,
    ) -> None:
        super().__init__(key, kind, rule, options=options, low=low, high=high, audience=audience, refused=refused)
        self.voters = voters
        self.silenced = silenced
        self.barred = barred
        self.bound = bound
        self.weights = weights


def _ack(prompt: Prompt, value: Any) -> Any:
    if value is not True:
        raise prompt.refuse("answer.not_ack", value)
    return True


def _yes_no(prompt: Prompt, value: Any) -> Any:
    if value is not True and value is not False:
        raise prompt.refuse("answer.not_yes_no", value)
    return value


def _seat(prompt: Prompt, seat: Any, given: Any) -> int:
    if type(seat) is not int:
        raise prompt.refuse("answer.not_a_seat", given)
    if seat not in prompt.options:
        rule = prompt.refused.get(seat, "")
        raise prompt.refuse("answer.refused_seat" if rule else "answer.not_an_option", given, rule, seat=seat)
    return seat


def _pick(prompt: Prompt, value: Any) -> Any:
    if prompt.known:
        value = _news(prompt, value)
    if prompt.high == 1:
        if value is None:
            if prompt.low == 0:
                return None
            raise prompt.refuse("answer.needed", value)
        return _seat(prompt, value, value)
    if not isinstance(value, (list, tuple)):
        raise prompt.refuse("answer.not_seats", value)
    seats = [_seat(prompt, seat, value) for seat in value]
    if len(set(seats)) < len(seats):
        raise prompt.refuse("answer.twice", value)
    if not prompt.low <= len(seats) <= prompt.high:
        raise prompt.refuse("answer.how_many", value, low=prompt.low, high=prompt.high)
    return tuple(sorted(seats))


def _news(prompt: Prompt, value: Any) -> Any:
    """What an answer says besides what is known already."""
    if not isinstance(value, (list, tuple)):
        return None if value in prompt.known else value
    seats = [seat for seat in value if seat not in prompt.known]
    left_out = [seat for seat in prompt.known if seat not in value]
    if left_out and len(seats) > prompt.high:
        raise prompt.refuse("answer.known_left_out", value, seats=left_out)
    if prompt.high > 1 or len(seats) > 1:
        return seats
    return seats[0] if seats else None


def _choose(prompt: Prompt, value: Any) -> Any:
    if value is None and prompt.low == 0:
        return None
    if not isinstance(value, str):
        raise prompt.refuse("answer.not_an_option", value)
    if value not in prompt.options:
        raise _refused_card(prompt, value, value)
    return value


def _refused_card(prompt: Prompt, name: str, given: Any) -> IllegalAnswer:
    rule = prompt.refused.get(name)
    if not rule:
        return prompt.refuse("answer.not_an_option", given)
    return prompt.refuse("answer.refused_card", given, rule, card=name)


def _cards(prompt: Prompt, value: Any) -> Any:
    if not isinstance(value, (list, tuple)) or not all(isinstance(name, str) for name in value):
        raise prompt.refuse("answer.not_cards", value)
    if not prompt.low <= len(value) <= prompt.high:
        raise prompt.refuse("answer.how_many", value, low=prompt.low, high=prompt.high)
    for name in value:
        if value.count(name) > prompt.options.count(name):
            raise _refused_card(prompt, name, value)
    return tuple(sorted(value))


def _number_keys(prompt: Prompt, value: Any) -> dict[int, Any]:
    """JSON turns the seats of a mapping into strings: take both."""
    if not isinstance(value, Mapping):
        raise prompt.refuse("answer.not_ballots", value)
    try:
        return {int(seat): choice for seat, choice in value.items()}
    except (TypeError, ValueError):
        raise prompt.refuse("answer.not_ballots", value) from None


def _ballots(prompt: Prompt, value: Any) -> Any:
    if type(value) is int:
        return _seat(prompt, value, value)
    given = _number_keys(prompt, value)
    options, barred = prompt.options, prompt.barred
    cast: dict[int, int | None] = dict.fromkeys(prompt.voters)
    for voter, choice in given.items():
        if voter not in cast:
            default = "VOTE-6" if prompt.key == "vote.ballots" else prompt.rule
            raise prompt.refuse("answer.no_vote", value, prompt.silenced.get(voter, default), seat=voter)
        if choice is None:
            continue
        if type(choice) is not int or choice not in options:
            _seat(prompt, choice, value)
        if voter in barred and choice in barred[voter]:
            raise prompt.refuse("answer.barred", value, barred[voter][choice], seat=voter, target=choice)
        cast[voter] = choice
    for voter in prompt.voters if prompt.low or prompt.bound else ():
        if cast[voter] is None:
            rule = prompt.bound.get(voter, "VOTE-10" if prompt.low else "")
            if rule and any(seat not in barred.get(voter, ()) for seat in options):
                raise prompt.refuse("answer.must_vote", value, rule, seat=voter)
    return cast


def _counts(prompt: Prompt, value: Any) -> Any:
    given = _number_keys(prompt, value)
    counts: dict[int, int] = {}
    for seat, voices in given.items():
        _seat(prompt, seat, value)
        if type(voices) is not int or voices < 0:
            raise prompt.refuse("answer.not_counts", value)
        if voices:
            counts[seat] = voices
    if sum(counts.values()) > prompt.high:
        raise prompt.refuse("answer.too_many_voices", value, high=prompt.high)
    if sum(counts.values()) < prompt.low:
        raise prompt.refuse("answer.too_few_voices", value, "VOTE-10", low=prompt.low)
    return dict(sorted(counts.items()))


def _text(prompt: Prompt, value: Any) -> Any:
    if not isinstance(value, str) or not is_shown(value):
        raise prompt.refuse("answer.not_text", value)
    text = " ".join(value.split())
    if len(text) > prompt.limit:
        raise prompt.refuse("answer.too_long", value, limit=prompt.limit)
    for name, rule in prompt.refused.items():
        if alike(name) == alike(text):
            raise prompt.refuse("answer.refused_text", value, rule)
    return text


def _texts(prompt: Prompt, value: Any) -> Any:
    if not isinstance(value, (list, tuple)):
        raise prompt.refuse("answer.not_text", value)
    texts = sorted(filter(None, (_text(prompt, text) for text in value)))
    if not prompt.low <= len(texts) <= prompt.high:
        raise prompt.refuse("answer.how_many", value, low=prompt.low, high=prompt.high)
    return tuple(texts)


_CHECKS: Final[ByKind[Callable[[Prompt, Any], Any]]] = {
    ACK: _ack,
    YES_NO: _yes_no,
    PICK: _pick,
    CHOOSE: _choose,
    CARDS: _cards,
    BALLOTS: _ballots,
    COUNTS: _counts,
    TEXT: _text,
    TEXTS: _texts,
}
