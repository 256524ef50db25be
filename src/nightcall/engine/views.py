"""What an audience may see, folded from the events meant for it and from nothing else: so it cannot leak."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import TYPE_CHECKING, Any, Final

from nightcall.engine import breath
from nightcall.engine.events import Event
from nightcall.engine.rule import KINDS
from nightcall.engine.setup import VAGABOND
from nightcall.engine.viewers import MODERATOR, PUBLIC, Viewer

if TYPE_CHECKING:
    from nightcall.engine.game import Game

ALIVE: Final = "alive"
DEAD: Final = "dead"
GONE: Final = "gone"
AWAY: Final = "away"
"""What became of a player, as far as the table knows."""


@dataclass(slots=True)
class SeatView:
    """A player as an audience sees him."""

    seat: int
    name: str
    is_alive: bool = True
    has_left: bool = False
    card: str = ""
    """The card lying open before the player, or the viewer's own."""
    second: str = ""
    """The other one, where everybody has two."""
    offices: list[str] = field(default_factory=list)
    has_vote: bool = True
    group: str = ""
    house: str = ""
    """`farm_1`, `church` …, or `vagabond`; empty where there are no buildings."""
    is_away: bool = False
    """Out of the village for a while."""
    has_poster: bool = False

    @property
    def state(self) -> str:
        """`ALIVE`, `DEAD`, `GONE` or `AWAY`."""
        if self.has_left:
            return GONE
        if not self.is_alive:
            return DEAD
        return AWAY if self.is_away else ALIVE


@dataclass(slots=True)
class View:
    """The game as somebody knows it who looks at it."""

    viewer: Viewer
    seats: list[SeatView]
    circle: list[int] = field(default_factory=list)
    """The seats in the order people sit, clockwise."""
    phase: str = "setup"
    night: int = 0
    day: int = 0
    deck: dict[str, int] = field(default_factory=dict)
    log: list[Event] = field(default_factory=list)
    """Everything this audience was told, numbered by place in this list alone."""
    votes: dict[str, Any] = field(default_factory=dict)
    """The last count."""
    powers_lost: bool = False
    free_houses: list[str] = field(default_factory=list)
    burnt_houses: list[str] = field(default_factory=list)
    events: list[str] = field(default_factory=list)
    """Event cards in force, or still to take effect, as far as the table can tell."""
    variants: list[str] = field(default_factory=list)
    """Variants played for this turn only."""
    asked: str = ""
    """The question the table (or this seat) is being asked, if it may know."""
    winner: str = ""
    winners: tuple[int, ...] = ()

    @property
    def ring(self) -> list[SeatView]:
        """Everybody, in the order people sit."""
        return [self.seats[seat - 1] for seat in self.circle]

    @property
    def calls_tonight(self) -> list[str]:
        """Who was called since the night fell, in order."""
        since = takewhile(lambda event: not event.declared.heading, reversed(self.log))
        return [event.facts["call"] for event in since if event.name == "called"][::-1]

    def private(self) -> list[Event]:
        """What only this seat was told."""
        return [event for event in self.log if event.audience != PUBLIC]

    def to_json(self) -> dict[str, Any]:
        """Plain data; the same for two games this audience cannot tell apart."""
        return {
            "viewer": None if self.viewer == PUBLIC else self.viewer,
            "phase": self.phase,
            "night": self.night,
            "day": self.day,
            "deck": self.deck,
            "seats": [{name: getattr(seat, name) for name in SeatView.__slots__} for seat in self.seats],
            "circle": self.circle,
            "log": [_told(event) for event in self.log],
            "powers_lost": self.powers_lost,
            "free_houses": self.free_houses,
            "burnt_houses": self.burnt_houses,
            "events": self.events,
            "variants": self.variants,
            "asked": self.asked,
            "winner": self.winner,
            "winners": list(self.winners),
        }


def _told(event: Event) -> dict[str, Any]:
    """An event without its audience: who else was told is nobody's business."""
    data = event.to_json()
    del data["audience"]
    return data


def view(game: Game, viewer: Viewer = PUBLIC) -> View:
    """The game for the public screen, for one seat (`view(game, 3)`), or for the moderator."""
    seen = fold(game.setup.players, game.events, viewer)
    prompt = game.prompt
    if prompt is not None and prompt.seen_by(viewer):
        seen.asked = prompt.key
    return seen


def fold(players: Sequence[str], events: Iterable[Event], viewer: Viewer) -> View:
    seats = [SeatView(seat, name) for seat, name in enumerate(players, 1)]
    seen = View(viewer, seats, [each.seat for each in seats])
    for event in events:
        if event.seen_by(viewer):
            seen.log.append(event)
            step = event.declared.seen
            if step is not None:
                step(seen, event.facts)
            if seen.events:
                _end_events(seen, event)
    return seen


def _end_events(seen: View, event: Event) -> None:
    """Strike off the event cards which this shows to be over."""
    shown = event.name, f"{event.name}:{event.facts.get('cause', '')}"
    seen.events = [name for name in seen.events if getattr(KINDS[name], "ends_with", "") not in shown]


# -- what an event changes, named in its declaration (`Tells.seen`) --


def night_fell(seen: View, facts: dict[str, Any]) -> None:
    breath.take()
    seen.phase, seen.night = "night", facts["night"]
    for seat in seen.seats:
        seat.has_poster = False


def day_came(seen: View, facts: dict[str, Any]) -> None:
    seen.phase, seen.day = "day", facts.get("day", 0)


def has_card(seen: View, facts: dict[str, Any]) -> None:
    seen.seats[facts["seat"] - 1].card = facts["card"]


def has_second(seen: View, facts: dict[str, Any]) -> None:
    seen.seats[facts["seat"] - 1].second = facts["card"]


def lays_second_aside(seen: View, facts: dict[str, Any]) -> None:
    seen.seats[facts["seat"] - 1].second = ""


def converted(seen: View, facts: dict[str, Any]) -> None:
    """Somebody else from now on, with this one card."""
    has_card(seen, facts)
    lays_second_aside(seen, facts)


def marks(name: str, value: bool) -> Callable[[View, dict[str, Any]], None]:
    """A step that marks the seat the event is about."""

    def step(seen: View, facts: dict[str, Any]) -> None:
        setattr(seen.seats[facts["seat"] - 1], name, value)

    return step


fell = marks("is_alive", False)
went = marks("has_left", True)


def began(seen: View, facts: dict[str, Any]) -> None:
    seen.deck = dict(facts["deck"])


def grouped(seen: View, facts: dict[str, Any]) -> None:
    for seat, group in zip(seen.seats, facts["groups"], strict=False):
        seat.group = group


def voted(seen: View, facts: dict[str, Any]) -> None:
    seen.votes = facts


def took_office(seen: View, facts: dict[str, Any]) -> None:
    lost_office(seen, facts)
    seen.seats[facts["seat"] - 1].offices.append(facts["office"])


def lost_office(seen: View, facts: dict[str, Any]) -> None:
    for seat in seen.seats:
        if facts["office"] in seat.offices:
            seat.offices.remove(facts["office"])


def housed(seen: View, facts: dict[str, Any]) -> None:
    for seat, house in zip(seen.seats, facts["buildings"], strict=False):
        seat.house = house


def moved_in(seen: View, facts: dict[str, Any]) -> None:
    seen.seats[facts["seat"] - 1].house = facts["house"]
    if facts["house"] in seen.free_houses:
        seen.free_houses.remove(facts["house"])


def vacated(seen: View, facts: dict[str, Any]) -> None:
    seen.seats[facts["seat"] - 1].house = VAGABOND
    seen.free_houses.append(facts["house"])


def burnt(seen: View, facts: dict[str, Any]) -> None:
    for seat in seen.seats:
        if seat.house == facts["house"]:
            seat.house = VAGABOND
    if facts["house"] in seen.free_houses:
        seen.free_houses.remove(facts["house"])
    seen.burnt_houses.append(facts["house"])


def travels(is_away: bool) -> Callable[[View, dict[str, Any]], None]:
    """A step that sends the seats of the event away, or brings them back."""

    def step(seen: View, facts: dict[str, Any]) -> None:
        for seat in facts["seats"]:
            seen.seats[seat - 1].is_away = is_away

    return step


def arrived(seen: View, facts: dict[str, Any]) -> None:
    """Somebody has joined, or is here again, and begins afresh."""
    has_houses = any(seat.house for seat in seen.seats)
    fresh = SeatView(facts["seat"], facts["called"], house=VAGABOND if has_houses else "")
    seen.seats[facts["seat"] - 1 : facts["seat"]] = [fresh]
    seen.circle = [*(seat for seat in seen.circle if seat != facts["seat"]), facts["seat"]]


def replaced(seen: View, facts: dict[str, Any]) -> None:
    """Somebody else sits there, or somebody again."""
    seat = seen.seats[facts["seat"] - 1]
    seat.name, seat.has_left = facts["called"], False


def changed_seats(seen: View, facts: dict[str, Any]) -> None:
    one, other = (seen.circle.index(seat) for seat in facts["seats"])
    seen.circle[one], seen.circle[other] = seen.circle[other], seen.circle[one]


def sat_down(seen: View, facts: dict[str, Any]) -> None:
    """Next to somebody, on that player's left."""
    seen.circle.remove(facts["seat"])
    seen.circle.insert(seen.circle.index(facts["beside"]) + 1, facts["seat"])


def returned(seen: View, facts: dict[str, Any]) -> None:
    """Back among the living, with a card nobody has seen."""
    seat = seen.seats[facts["seat"] - 1]
    seat.is_alive, seat.card, seat.second = True, seat.card if seen.viewer in (seat.seat, MODERATOR) else "", ""


def joins(name: str, fact: str) -> Callable[[View, dict[str, Any]], None]:
    """A step that notes what comes into force."""

    def step(seen: View, facts: dict[str, Any]) -> None:
        listed: list[str] = getattr(seen, name)
        if facts[fact] not in listed:
            listed.append(facts[fact])

    return step


def goes(name: str, fact: str) -> Callable[[View, dict[str, Any]], None]:
    """A step that strikes it off again."""

    def step(seen: View, facts: dict[str, Any]) -> None:
        listed: list[str] = getattr(seen, name)
        if facts[fact] in listed:
            listed.remove(facts[fact])

    return step


def lost_powers(seen: View, facts: dict[str, Any]) -> None:
    seen.powers_lost = True


def won(seen: View, facts: dict[str, Any]) -> None:
    seen.phase, seen.winner, seen.winners = "over", facts["winner"], facts["seats"]
