"""A finished game as a story: the end, who held what, and everything that happened, night by night."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from nightcall import desk, rulebook
from nightcall.desk import library, story
from nightcall.engine.events import PUBLIC, Event
from nightcall.engine.game import Game
from nightcall.rulebook import Entry
from nightcall.web import dates
from nightcall.web.icons import NO_ICON, icon_of
from nightcall.web.past.summaries import card_of, side_of
from nightcall.words import Words

OF_NOTHING: Final = "ui-notes"
LEFT_OUT: Final = frozenset({"called", "won", "dealt"})
"""Told elsewhere on the page: the course of the evening, its end, and who held what."""

_BY_EVENT: Final[Mapping[str, str]] = {
    "died": "dead",
    "cause": "dead",
    "voted": "ui-vote",
    "condemned": "ui-vote",
    "card_shown": "ui-eye",
    "nobody_died": "ui-sun",
    "began": "ui-play",
}
_BY_FAMILY: Final[Mapping[str, str]] = {
    "VOTE": "ui-vote",
    "WW": "werewolves",
    "NR": "werewolves",
    "LOVE": "lovers",
    "CHARM": "charmed",
    "INF": "infected",
    "WIN": "ui-trophy",
    "NM": "event",
    "EVO": "event",
    "BLD": "ui-home",
    "IDENT": "ui-card-back",
    "CK": "ui-card-back",
}
"""For rules that are about no single card."""


@dataclass(frozen=True, slots=True)
class Happening:
    text: str
    icon: str
    is_secret: bool
    rule: str


@dataclass(frozen=True, slots=True)
class Chapter:
    """A night, a day, or what came before the first of them."""

    title: str
    time: str
    """`night`, `day`, or `before`."""
    happenings: list[Happening]


@dataclass(frozen=True, slots=True)
class Part:
    """What somebody played."""

    seat: int
    name: str
    holding: str
    icon: str
    side: str
    """The side they ended on; empty if nobody knows."""
    is_winner: bool
    is_living: bool
    fate: str


@dataclass(frozen=True, slots=True)
class Story:
    ending: str
    winner: str
    icon: str
    why: Entry
    begun: str
    parts: list[Part]
    chapters: list[Chapter]

    @property
    def icons(self) -> list[str]:
        """Every icon it shows, once."""
        told = (happening.icon for chapter in self.chapters for happening in chapter.happenings)
        return list(dict.fromkeys([self.icon, *(part.icon for part in self.parts), *told]))


def told(game: Game, words: Words, begun: float) -> Story:
    """The story of a game that is over."""
    outcome = game.outcome
    assert outcome is not None
    return Story(
        words.outcome(outcome, game.players),
        outcome.winner,
        icon_of(outcome.winner, "ui-trophy"),
        rulebook.entry(outcome.rule),
        dates.minute(begun, words),
        [_part(game, seat, words) for seat in game.village.circle],
        chapters(game.events, game, words),
    )


def _part(game: Game, seat: int, words: Words) -> Part:
    village, outcome = game.village, game.outcome
    assert outcome is not None
    card = card_of(village, seat)
    side = side_of(village, outcome, seat)
    is_known = desk.is_known(village, seat)
    return Part(
        seat,
        words.seat(seat, game.players),
        desk.holding(village, seat, words) if is_known or not card else words.card(card),
        icon_of(card, NO_ICON),
        words.side(side) if side else "",
        seat in outcome.seats,
        seat in village.living,
        ", ".join(desk.state(village, seat, words)),
    )


def chapters(events: Sequence[Event], game: Game, words: Words) -> list[Chapter]:
    """Everything that happened, the secrets included, under the nights and days it belongs to."""
    seen = {(event.facts["seat"], event.rule) for event in events if event.name == "died"}

    def leaves_out(event: Event) -> bool:
        is_seen = event.name == "cause" and (event.facts["seat"], event.rule) in seen  # the village saw it happen
        return is_seen or event.name in LEFT_OUT

    return [
        Chapter(
            chapter.title(words, game.players, "web.past.before"),
            _time(chapter.heading),
            [_happening(told.event, game, words) for told in chapter.told],
        )
        for chapter in story.chapters(events, leaves_out)
    ]


def _time(heading: Event | None) -> str:
    if heading is None:
        return "before"
    return "night" if heading.name == "night_fell" else "day"


def _happening(event: Event, game: Game, words: Words) -> Happening:
    return Happening(words.event(event, game.players), icon_for(event), event.audience != PUBLIC, event.rule)


# -- icons --


def icon_for(event: Event) -> str:
    """The icon of what happened, else of the event card in play, else of whoever the rule behind it is about."""
    family = event.rule.partition("-")[0]
    known = _BY_EVENT.get(event.name) or icon_of(event.facts.get("event", ""), "") or _BY_FAMILY.get(family)
    about = library.families().get(family, ())
    return known or icon_of(about[0] if about else "", OF_NOTHING)


# -- as plain text --


def plain(story: Story, words: Words) -> str:
    """The story for a message: nothing but lines."""
    lines = [words.text("web.past.text_title", begun=story.begun), "", story.ending, "", words.text("web.past.parts")]
    for part in story.parts:
        known = words.text("web.past.text_part", name=part.name, card=part.holding)
        more = ", ".join(each for each in (part.side, part.fate) if each)
        lines.append(f"{'★' if part.is_winner else '–'} {known}{f' ({more})' if more else ''}")
    for chapter in story.chapters:
        lines += ["", chapter.title.upper()]
        lines += [f"– {happening.text}" for happening in chapter.happenings]
    return "\n".join(lines) + "\n"
