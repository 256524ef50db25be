"""The players around the table, as one screen sees them: the moderator's, or any player's phone."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from nightcall import desk
from nightcall.desk import lists
from nightcall.desk.refusals import why_not
from nightcall.engine import prompts
from nightcall.engine.errors import IllegalAnswer
from nightcall.engine.events import PUBLIC
from nightcall.engine.prompts import Prompt
from nightcall.engine.views import ALIVE, AWAY, DEAD, GONE
from nightcall.engine.village import Village
from nightcall.web.table import Table
from nightcall.words import Words

LEGAL: Final = "legal"
REFUSED: Final = "refused"
"""Besides `DEAD`, `GONE` and `AWAY`: whether a player who is there may be chosen."""
HOME: Final = "home"
"""Somebody who has gone home without dying (TABLE-2)."""


@dataclass(frozen=True, slots=True)
class Face:
    """A player on the ring."""

    seat: int
    name: str
    state: str
    says: str = ""
    """Why this player cannot be chosen."""
    is_chosen: bool = False
    offices: tuple[str, ...] = ()
    badge: str = ""
    """How many phones suggest this player."""
    is_whispered: bool = False
    """Whether why not may be a secret: then this player looks like any other, by day too."""
    is_dead: bool = False
    """Dead, and may be chosen all the same."""


class Ring(ABC):
    """The players around the table, as one screen sees them."""

    lie_open: frozenset[str] = frozenset()
    """Cards of which every copy lies before everybody: hardly the one that is turned over now."""
    brought: tuple[str, ...] = ()
    """Cards that were never announced, and that a newcomer may have."""
    cast_first: Mapping[int, int | None] = {}
    """Who has voted before the others, and for whom."""

    def __init__(self, players: tuple[str, ...], circle: Iterable[int], prompt: Prompt, words: Words) -> None:
        self.players = players
        self.circle = list(circle)
        self.prompt = prompt
        self.words = words

    @abstractmethod
    def face(self, seat: int, is_chosen: bool) -> Face: ...

    @abstractmethod
    def state(self, seat: int) -> str: ...

    @abstractmethod
    def refused_names(self) -> dict[str, tuple[str, str]]:
        """Cards that might be expected among the choices: how they are called, and why they are not."""

    def candidates(self) -> tuple[Face, ...]:
        return tuple(Face(seat, self.words.seat(seat, self.players), LEGAL) for seat in self.prompt.options)


class LeadRing(Ring):
    """The ring as the moderator sees it."""

    def __init__(self, table: Table, prompt: Prompt, words: Words, *, has_badges: bool = False) -> None:
        self.village: Village = table.game.village
        super().__init__(table.game.players, self.village.circle, prompt, words)
        self.offices = {office: desk.holder_of(self.village, office) for office in desk.offices()}
        now = Counter(event.facts["card"] for event in desk.since_last_answer(table.game) if event.name == "card_shown")
        self.lie_open = frozenset(  # without what is turned over only now: whose card is known would show
            name
            for name, count in self.village.shown.items()
            if count - now[name] >= self.village.announced.get(name, 1)
        )
        self.brought = lists.brought(self.village)
        self.cast_first = desk.cast_first(table.game)
        wishes = table.suggested.values() if has_badges else ()
        self.wishes = Counter(seat for value in wishes for seat in as_set(value) if isinstance(seat, int))

    def face(self, seat: int, is_chosen: bool) -> Face:
        offices = tuple(office for office, holder in self.offices.items() if holder == seat)
        name = self.words.seat(seat, self.players)
        badge = str(self.wishes[seat]) if self.wishes[seat] and self.prompt.kind == prompts.PICK else ""
        if seat in self.prompt.options or seat in self.prompt.known:
            is_dead = seat not in self.village.living and seat not in self.village.gone
            return Face(seat, name, LEGAL, "", is_chosen, offices, badge, is_dead=is_dead)
        whispered = seat in self.prompt.refused and seat != self.prompt.seat
        return Face(seat, name, self.state(seat), self._why_not(seat), False, offices, badge, whispered)

    def refused_names(self) -> dict[str, tuple[str, str]]:
        prompt = self.prompt
        return {
            name: (
                self.words.thing(name),
                why_not(self.village, IllegalAnswer("answer.refused_card", prompt, name, rule, card=name), self.words),
            )
            for name, rule in prompt.refused.items()
            if isinstance(name, str) and name not in prompt.options
        }

    def state(self, seat: int) -> str:
        village = self.village
        if seat in village.elsewhere:
            return HOME
        if seat in village.gone:
            return GONE
        if seat not in village.living:
            return DEAD
        return AWAY if seat in village.away else REFUSED

    def _why_not(self, seat: int) -> str:
        if self.prompt.kind != prompts.PICK:
            return ""
        rule = self.prompt.refused.get(seat, "")
        key = "answer.refused_seat" if rule else "answer.not_an_option"
        return why_not(self.village, IllegalAnswer(key, self.prompt, seat, rule, seat=seat), self.words)


class OpenRing(Ring):
    """The ring as it looks on every phone: what the table sees of each player, and nothing of what may be chosen.

    Whoever may not be chosen is refused after the tap. A face that could not be tapped would tell a glance at the phone
    who belongs to the pack, who is loved, who has been bitten.
    """

    def __init__(self, table: Table, prompt: Prompt, words: Words) -> None:
        self.seen = table.view(PUBLIC)
        super().__init__(table.game.players, self.seen.circle, prompt, words)

    def face(self, seat: int, is_chosen: bool) -> Face:
        each = self.seen.seats[seat - 1]
        return Face(seat, each.name, self.state(seat), "", is_chosen, tuple(each.offices))

    def state(self, seat: int) -> str:
        state = self.seen.seats[seat - 1].state
        return LEGAL if state == ALIVE else state

    def refused_names(self) -> dict[str, tuple[str, str]]:
        return {}


def as_set(chosen: Any) -> set[Any]:
    """The one chosen, or all of them; ballots choose nobody by themselves."""
    if isinstance(chosen, (list, tuple)):
        return set(chosen)
    return set() if chosen is None or isinstance(chosen, Mapping) else {chosen}
