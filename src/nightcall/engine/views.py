"""What an audience may see, folded from the events meant for it and from nothing else: so it cannot leak."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from nightcall.engine.events import PUBLIC, Event
from nightcall.engine.game import Game


@dataclass(slots=True)
class SeatView:
    """A player as an audience sees him."""

    seat: int
    name: str
    is_alive: bool = True
    has_left: bool = False
    card: str = ""
    """The card lying open before the player, or the viewer's own."""
    offices: list[str] = field(default_factory=list)
    has_vote: bool = True
    group: str = ""


@dataclass(slots=True)
class View:
    """The game as the public screen or one seat knows it."""

    viewer: int | None
    seats: list[SeatView]
    phase: str = "setup"
    night: int = 0
    day: int = 0
    deck: dict[str, int] = field(default_factory=dict)
    log: list[Event] = field(default_factory=list)
    """Everything this audience was told, numbered by place in this list alone."""
    votes: dict[str, Any] = field(default_factory=dict)
    """The last count."""
    powers_lost: bool = False
    asked: str = ""
    """The question the table (or this seat) is being asked, if it may know."""
    winner: str = ""
    winners: tuple[int, ...] = ()

    def private(self) -> list[Event]:
        """What only this seat was told."""
        return [event for event in self.log if event.audience != PUBLIC]

    def to_json(self) -> dict[str, Any]:
        """Plain data; the same for two games this audience cannot tell apart."""
        return {
            "viewer": self.viewer,
            "phase": self.phase,
            "night": self.night,
            "day": self.day,
            "deck": self.deck,
            "seats": [{name: getattr(seat, name) for name in SeatView.__slots__} for seat in self.seats],
            "log": [_told(event) for event in self.log],
            "powers_lost": self.powers_lost,
            "asked": self.asked,
            "winner": self.winner,
            "winners": list(self.winners),
        }


def _told(event: Event) -> dict[str, Any]:
    """An event without its audience: who else was told is nobody's business."""
    data = event.to_json()
    del data["audience"]
    return data


def view(game: Game, viewer: int | None = None) -> View:
    """The game for the public screen (None) or for one seat."""
    seen = fold(game.setup.players, game.events, viewer)
    prompt = game.prompt
    if prompt is not None and (prompt.audience == PUBLIC or (viewer is not None and viewer in prompt.audience)):
        seen.asked = prompt.key
    return seen


def fold(players: Sequence[str], events: Iterable[Event], viewer: int | None) -> View:
    seen = View(viewer, [SeatView(seat, name) for seat, name in enumerate(players, 1)])
    for event in events:
        if event.seen_by(viewer):
            seen.log.append(event)
            step = _STEPS.get(event.name)
            if step is not None:
                step(seen, event.facts)
    return seen


def _night_fell(seen: View, facts: dict[str, Any]) -> None:
    seen.phase, seen.night = "night", facts["night"]


def _day_came(seen: View, facts: dict[str, Any]) -> None:
    seen.phase, seen.day = "day", facts.get("day", 0)


def _has_card(seen: View, facts: dict[str, Any]) -> None:
    seen.seats[facts["seat"] - 1].card = facts["card"]


def _marks(name: str, value: bool) -> Callable[[View, dict[str, Any]], None]:
    """A step that marks the seat the event is about."""

    def step(seen: View, facts: dict[str, Any]) -> None:
        setattr(seen.seats[facts["seat"] - 1], name, value)

    return step


def _began(seen: View, facts: dict[str, Any]) -> None:
    seen.deck = dict(facts["deck"])


def _grouped(seen: View, facts: dict[str, Any]) -> None:
    for seat, group in zip(seen.seats, facts["groups"], strict=True):
        seat.group = group


def _voted(seen: View, facts: dict[str, Any]) -> None:
    seen.votes = facts


def _took_office(seen: View, facts: dict[str, Any]) -> None:
    _lost_office(seen, facts)
    seen.seats[facts["seat"] - 1].offices.append(facts["office"])


def _lost_office(seen: View, facts: dict[str, Any]) -> None:
    for seat in seen.seats:
        if facts["office"] in seat.offices:
            seat.offices.remove(facts["office"])


def _lost_powers(seen: View, facts: dict[str, Any]) -> None:
    seen.powers_lost = True


def _won(seen: View, facts: dict[str, Any]) -> None:
    seen.phase, seen.winner, seen.winners = "over", facts["winner"], facts["seats"]


_STEPS: Final[dict[str, Callable[[View, dict[str, Any]], None]]] = {
    "began": _began,
    "grouped": _grouped,
    "opening_day": _day_came,
    "night_fell": _night_fell,
    "dawn_broke": _day_came,
    "dealt": _has_card,
    "stole": _has_card,
    "card_taken": _has_card,
    "lies_open": _has_card,
    "card_shown": _has_card,
    "died": _marks("is_alive", False),
    "left": _marks("has_left", True),
    "pardoned": _marks("has_vote", False),
    "elected": _took_office,
    "succeeded": _took_office,
    "office_lost": _lost_office,
    "voted": _voted,
    "despaired": _lost_powers,
    "won": _won,
}
