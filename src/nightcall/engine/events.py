"""What happened: facts, never sentences, each with its audience and the rule that caused it.

Every event is declared once: which facts it has, whom it is for, and what a screen makes of it. A rule does so in
`Rule.tells`, the engine in `nightcall.engine.told`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from nightcall.engine.inforce import InForce

from nightcall.engine.viewers import MODERATOR, PUBLIC, Audience, Viewer, may_know

__all__ = ["MODERATOR", "PUBLIC", "Audience", "Event"]

HOLDER: Final = "holder"
"""In a declaration: whoever holds the rule that declares it."""
PACK: Final = "pack"
"""In a declaration: Werewolves who look on."""


# -- what a fact may be --


@dataclass(frozen=True, slots=True)
class FactKind:
    """What sort of thing a fact is."""

    name: str
    about: str


@dataclass(frozen=True, slots=True)
class Maybe:
    """A fact that is not always told."""

    kind: FactKind


SEAT: Final = FactKind("seat", "the number of a seat; 0 = nobody, or the moderator")
SEATS: Final = FactKind("seats", "several seats")
CARD: Final = FactKind("card", "the name of a character card; empty if the app does not know it")
CARDS: Final = FactKind("cards", "the names of several character cards")
DECK: Final = FactKind("deck", "pairs of a character card and how many copies are in play")
SIDE: Final = FactKind("side", "who wins together: `village`, `werewolves`, `lovers`, a loner, `nobody`")
CAUSE: Final = FactKind("cause", "what somebody dies of")
CAUSES: Final = FactKind("causes", "everything somebody has died of at once")
OPEN_CAUSE: Final = FactKind("open cause", "what somebody dies of, where the table witnesses it (NR-15)")
RULE: Final = FactKind("rule", "the name of the rule whose act it is: a card, the pack, an event card, `vote`, `tie`")
CALL: Final = FactKind("call", "the name of a call of the night")
OFFICE: Final = FactKind("office", "the name of an office")
HOUSE: Final = FactKind("house", "a house by its own name: `church`, `farm_3`")
HOMES: Final = FactKind("homes", "the house of every seat in turn, or `vagabond`")
GROUPS: Final = FactKind("groups", "the group of every seat in turn")
EVENT_CARD: Final = FactKind("event card", "the name of an event card")
EVENT_CARDS: Final = FactKind("event cards", "the names of several event cards")
QUESTION: Final = FactKind("question", "the number of a question on the event card, or `own_words`")
VARIANT: Final = FactKind("variant", "the name of a variant")
BALLOTS: Final = FactKind("ballots", "voter -> candidate, or nothing")
COUNTS: Final = FactKind("counts", "candidate -> voices")
NUMBER: Final = FactKind("number", "a number")
FLAG: Final = FactKind("flag", "yes or no")
WORD: Final = FactKind("word", "one of a few words that choose between two wordings")
TEXT: Final = FactKind("text", "what somebody has typed")
LINES: Final = FactKind("lines", "several texts, word for word")

KINDS_OF_FACTS: Final = (
    *(SEAT, SEATS, CARD, CARDS, DECK, SIDE, CAUSE, CAUSES, OPEN_CAUSE, RULE, CALL, OFFICE, HOUSE, HOMES, GROUPS),
    *(EVENT_CARD, EVENT_CARDS, QUESTION, VARIANT, BALLOTS, COUNTS, NUMBER, FLAG, WORD, TEXT, LINES),
)


# -- declarations --


class Undeclared(Exception):
    """A rule tells or offers what it has not declared. Nobody at a table causes this: it is a mistake in the rule."""

    def __init__(self, why: str, by: str = "") -> None:
        super().__init__(why)
        self.by = by
        """The name of the rule whose event or question it is, where that is known."""


Change = Callable[[Any, dict[str, Any]], None]
"""What an event changes in the `View` of those who are told."""

WHETHER: Final = "whether"
"""In `reveals`: that it is told at all, and nothing of what it says."""


class Tells:
    """The declaration of an event: `Tells("healed", to="by", by=SEAT, seat=SEAT, echo=True)`."""

    __slots__ = (
        "_only",
        "always",
        "by_hand",
        "echo",
        "facts",
        "heading",
        "icon",
        "icon_else",
        "in_story",
        "is_public",
        "moment",
        "name",
        "on_card",
        "owner",
        "required",
        "result",
        "reveals",
        "scripted",
        "seen",
        "to",
    )

    def __init__(
        self,
        name: str,
        *,
        to: str | tuple[Any, ...] = PUBLIC,
        reveals: str = "",
        seen: Change | None = None,
        heading: str = "",
        scripted: bool = False,
        echo: bool = False,
        result: bool = False,
        moment: bool = False,
        by_hand: bool = False,
        on_card: bool = False,
        in_story: bool = True,
        icon: str = "",
        icon_else: str = "",
        **facts: FactKind | Maybe,
    ) -> None:
        self.name = name
        for fact, kind in facts.items():
            _check_kind(name, fact, kind)
        self.facts = {fact: kind.kind if isinstance(kind, Maybe) else kind for fact, kind in facts.items()}
        self.required = frozenset(fact for fact, kind in facts.items() if isinstance(kind, FactKind))
        self.to: tuple[str, ...] = (to,) if isinstance(to, str) else to
        """PUBLIC; MODERATOR; or the facts that name the seats, HOLDER, PACK. Beside PUBLIC: whom else, by option."""
        self.is_public = PUBLIC in self.to
        self.always: Audience | None = PUBLIC if self.is_public else None if self.to else ()
        """Who is told whatever the facts say: all, or the moderator alone."""
        self._only = self.to[0] if len(self.to) == 1 and self.to[0] in self.required else ""
        """The one fact that names who is told."""
        self.reveals = frozenset(reveals.split())
        """Told to all although it may hang on cards nobody has seen, because a rule wants it so: these facts of it."""
        self.seen = seen
        """What it changes on the board of those who are told."""
        self.heading = heading
        """`night` or `day`: it begins a chapter of the story."""
        self.scripted = scripted or bool(heading)
        """Its announcement is the script itself, the heading or the ending."""
        self.on_card = on_card
        """Whoever is told has the card before him, and a story says who held what: no screen repeats it."""
        self.echo = echo or on_card
        """It only repeats what was just entered, or what nobody needs now: gone from the moderator's screen at once."""
        self.result = result
        """It answers what was just asked, so whoever asked is shown it before the eyes close again."""
        self.moment = moment
        """It is announced by itself, before whatever else is said."""
        self.by_hand = by_hand
        """The hands have said it before everybody: screens need not wait until it is announced."""
        self.in_story = in_story and not on_card
        """Not told elsewhere on the page of a finished game."""
        self.icon = icon
        """Its drawing, whatever the rule behind it."""
        self.icon_else = icon_else
        """Its drawing where that rule is about no single card."""
        self.owner = ""
        """The rule that declares it; empty = the engine."""

    def check(self, v: InForce, audience: Audience, facts: Mapping[str, Any]) -> None:
        """`Undeclared` unless it may be told to these with these facts."""
        if facts.keys() != self.required:
            self._check_facts(facts)
        if audience != self.always:
            self._check_audience(v, audience, facts)

    def _check_facts(self, facts: Mapping[str, Any]) -> None:
        if not self.required <= facts.keys() <= self.facts.keys():
            raise Undeclared(f"{self.name} has the facts {sorted(self.facts)}, not {sorted(facts)}")

    def _check_audience(self, v: InForce, audience: Audience, facts: Mapping[str, Any]) -> None:
        if self._only:
            only = facts[self._only]
            if only and audience in ((only,), only):
                return  # the usual case, found at once
        if not (self._may_be_told(v, audience, facts) if isinstance(audience, tuple) else self.is_public):
            raise Undeclared(f"{self.name} {dict(facts)} is told to {self.to or 'the moderator'}, not to {audience}")

    def _may_be_told(self, v: InForce, seats: tuple[int, ...], facts: Mapping[str, Any]) -> bool:
        """Exactly the seats its facts name, and of HOLDER and PACK nobody else."""
        if not self.to:
            return not seats
        named: set[int] = set()
        others: set[int] = set()
        for each in self.to:
            if each in self.facts:
                value = facts.get(each, ())
                named.update(value if isinstance(value, tuple) else (value,))
            elif each == HOLDER:
                others.update(rule.holder for rule in v.named(self.owner))
            elif each == PACK:
                others.update(v.wolves)
        named.discard(0)
        told = set(seats)
        if not named and not told and (HOLDER in self.to or self.to == (PUBLIC,)):
            return False
        return len(told) == len(seats) and named <= told <= named | others

    def __repr__(self) -> str:
        return f"<{self.name} to {self.to}: {', '.join(self.facts)}>"


def _check_kind(event: str, fact: str, kind: object) -> None:
    """Whoever writes `seat="seat"` would be told nothing, and the fact never be asked for."""
    inner = kind.kind if isinstance(kind, Maybe) else kind
    if not isinstance(inner, FactKind):
        raise Undeclared(f"{event}: {fact} is a kind of fact (SEAT, FLAG, Maybe(SEAT)…), not {inner!r}")


class _Told(dict[str, Tells]):
    def __missing__(self, name: str) -> Tells:
        raise Undeclared(f"no rule declares that it tells {name}")


TOLD: Final[dict[str, Tells]] = _Told()
"""Every event by name, filled by `nightcall.rules.catalogue`."""


# -- events --


class Event:
    """A fact, in the past tense: `Event("died", "WW-1", PUBLIC, {"seat": 3})`."""

    __slots__ = ("audience", "facts", "name", "rule")

    def __init__(self, name: str, rule: str, audience: Audience, facts: dict[str, Any]) -> None:
        self.name = name
        self.rule = rule
        self.audience = audience
        self.facts = facts

    @property
    def declared(self) -> Tells:
        return TOLD[self.name]

    def seen_by(self, viewer: Viewer) -> bool:
        """Whether the public, a seat or the moderator may know this."""
        return may_know(viewer, self.audience)

    def to_json(self) -> dict[str, Any]:
        audience = self.audience if self.audience == PUBLIC else list(self.audience)
        return {"event": self.name, "rule": self.rule, "audience": audience, **self.facts}

    def __repr__(self) -> str:
        facts = ", ".join(f"{name}={value!r}" for name, value in self.facts.items())
        return f"<{self.name} {self.rule} {self.audience}: {facts}>"
