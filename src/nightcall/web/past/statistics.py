"""What a group's evenings add up to, from the summaries of its finished games."""

from __future__ import annotations

import csv
import hashlib
import io
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Final

from nightcall.engine.names import alike
from nightcall.web import dates
from nightcall.web.store import Kept
from nightcall.words import Words

NOBODY: Final = "nobody"
FORMULA: Final = re.compile(r"(^|[;,\t\r\n])(?=\s*[=+\-@＝＋－＠\t\r])")
"""Where a cell begins that a spreadsheet would take for a command: one that parts cells by semicolons finds more."""


@dataclass(frozen=True, slots=True)
class Row:
    """One player in one game."""

    game: str
    date: str
    players: int
    nights: int
    winner: str
    seat: int
    player: str
    card: str
    """Empty if nobody ever had to look."""
    side: str
    won: bool
    survived: bool
    first: bool
    """Whether they were the first to die."""

    @property
    def is_named(self) -> bool:
        """Seats without a name are no persons one could follow from game to game."""
        return not self.player.isdecimal()


COLUMNS: Final = tuple(column.name for column in fields(Row))


@dataclass(slots=True)
class Tally:
    """How often something was played, and won."""

    name: str
    games: int = 0
    wins: int = 0

    @property
    def share(self) -> float:
        return self.wins / self.games if self.games else 0.0

    def count(self, won: bool) -> None:
        self.games += 1
        self.wins += won


@dataclass(slots=True)
class Person(Tally):
    survived: int = 0
    first: int = 0
    cards: Counter[str] = field(default_factory=Counter)
    sides: Counter[str] = field(default_factory=Counter)
    partners: Counter[str] = field(default_factory=Counter)
    """Who shared their victories, and how often."""

    @property
    def best_partners(self) -> list[tuple[str, int]]:
        """With whom they won most: all of those who are level."""
        most = max(self.partners.values(), default=0)
        return [(name, count) for name, count in self.partners.items() if count == most]


@dataclass(frozen=True, slots=True)
class Totals:
    games: int
    nights: float
    """On average."""
    people: list[Person]
    cards: list[Tally]
    sides: list[Tally]


@dataclass(frozen=True, slots=True)
class Group:
    """The same people, whoever sat where."""

    key: str
    names: tuple[str, ...]
    games: int


def finished(games: Iterable[Kept]) -> list[Kept]:
    return [game for game in games if "winner" in game.summary]


def rows(games: Iterable[Kept]) -> list[Row]:
    """One row per player and game, the newest game first."""
    return [row for game in games for row in _rows(game)]


def _rows(game: Kept) -> list[Row]:
    told = game.summary
    cards, sides = told["cards"], told.get("sides", ())
    return [
        Row(
            game.id,
            dates.iso(game.begun),
            len(told["players"]),
            told["nights"],
            told["winner"],
            seat,
            name,
            _at(cards, seat),
            _at(sides, seat),
            seat in told["winners"],
            seat in told["living"],
            seat == told.get("first", 0),
        )
        for seat, name in enumerate(told["players"], start=1)
    ]


def _at(values: Sequence[str], seat: int) -> str:
    return values[seat - 1] if seat <= len(values) else ""


# -- groups --


def person(name: str) -> str:
    """Who it is, however the name was typed."""
    return alike(name)


def groups(games: Iterable[Kept]) -> list[Group]:
    """The groups that played more than once or are the only ones, most games first."""
    found: dict[str, list[Kept]] = {}
    for game in games:
        found.setdefault(group_key(game), []).append(game)
    listed = [Group(key, tuple(own[0].summary["players"]), len(own)) for key, own in found.items()]
    return sorted(listed, key=lambda group: -group.games)


def group_key(game: Kept) -> str:
    people = "\n".join(sorted({person(name) for name in game.summary["players"]}))
    return hashlib.sha256(people.encode()).hexdigest()[:12]


# -- adding up --


def report(games: Sequence[Kept]) -> Totals:
    found = rows(games)
    cards: dict[str, Tally] = {}
    sides: dict[str, Tally] = {}
    for row in found:
        if row.card:
            cards.setdefault(row.card, Tally(row.card)).count(row.won)
    everywhere = {NOBODY} & {game.summary["winner"] for game in games}  # any game may end without a winner
    for game in games:
        told = game.summary
        there = {*told.get("sides", ()), told["winner"], *everywhere} - {""}
        won = {told["winner"], *(_at(told.get("sides", ()), seat) for seat in told["winners"])}
        for side in there:
            sides.setdefault(side, Tally(side)).count(side in won)
    nights = sum(game.summary["nights"] for game in games) / len(games) if games else 0.0
    return Totals(len(games), nights, _people(found), _ordered(cards.values()), _ordered(sides.values()))


def _ordered(tallies: Iterable[Tally]) -> list[Tally]:
    return sorted(tallies, key=lambda tally: (-tally.wins, -tally.games, tally.name))


def _people(found: Sequence[Row]) -> list[Person]:
    named = [row for row in found if row.is_named]
    people: dict[str, Person] = {}
    winners: dict[str, set[str]] = {}
    for row in named:
        people.setdefault(person(row.player), Person(row.player))
        if row.won:
            winners.setdefault(row.game, set()).add(person(row.player))
    for row in named:
        who = person(row.player)
        one = people[who]
        one.count(row.won)
        one.survived += row.survived
        one.first += row.first
        one.cards.update([row.card] if row.card else [])
        one.sides.update([row.side] if row.side else [])
        if row.won:
            one.partners.update(people[other].name for other in sorted(winners[row.game] - {who}))
    return sorted(people.values(), key=lambda one: (-one.wins, -one.share, one.name.casefold()))


# -- taking it elsewhere --


def as_csv(found: Iterable[Row], words: Words) -> str:
    """For a spreadsheet, in the reader's language."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(words.text(f"web.past.column.{column}") for column in COLUMNS)
    for row in found:
        writer.writerow(_safe(_cell(column, getattr(row, column), words)) for column in COLUMNS)
    return text.getvalue()


def _cell(column: str, value: Any, words: Words) -> str:
    if isinstance(value, bool):
        return words.text("ui.yes" if value else "ui.no")
    if column == "card":
        return words.card(value)
    if column in ("side", "winner"):
        return words.side(value)
    return words.seat(int(value)) if column == "player" and value.isdecimal() else str(value)


def _safe(cell: str) -> str:
    """A name must stay a name: with an apostrophe before it, a spreadsheet calculates nothing."""
    return FORMULA.sub(r"\1'", cell)


def as_data(found: Iterable[Row]) -> list[dict[str, Any]]:
    """For programs: names as the engine has them."""
    return [asdict(row) for row in found]
