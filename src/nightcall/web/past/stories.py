"""A finished game as a story: the end, who held what, and everything that happened, night by night."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from nightcall import desk, rulebook
from nightcall.desk import library, story
from nightcall.desk.story import Given, Told
from nightcall.engine.events import EVENT_CARD, PUBLIC, VARIANT, Event
from nightcall.engine.game import Game
from nightcall.rulebook import Entry
from nightcall.web import dates
from nightcall.web.icons import NO_ICON, icon_of
from nightcall.web.led import lots
from nightcall.web.past.summaries import card_of, side_of
from nightcall.words import Words

OF_NOTHING: Final = "ui-notes"


@dataclass(frozen=True, slots=True)
class Happening:
    text: str
    icon: str
    is_secret: bool
    rule: str


@dataclass(frozen=True, slots=True)
class Passage:
    """A night, a day, or what came before the first of them."""

    title: str
    time: str
    """`night`, `day`, or `before`."""
    happenings: list[Happening]


@dataclass(frozen=True, slots=True)
class Role:
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
    parts: list[Role]
    chapters: list[Passage]

    @property
    def icons(self) -> list[str]:
        """Every icon it shows, once."""
        told = (happening.icon for chapter in self.chapters for happening in chapter.happenings)
        return list(dict.fromkeys([self.icon, *(part.icon for part in self.parts), *told]))


def told(game: Game, words: Words, begun: float, drawn: Sequence[int] = ()) -> Story:
    """The story of a game that is over; where the app has led it, with the answers that only a lot has given."""
    outcome = game.outcome
    assert outcome is not None
    return Story(
        words.outcome(outcome, game.players),
        outcome.winner,
        icon_of(outcome.winner, "ui-trophy"),
        rulebook.entry(outcome.rule),
        dates.minute(begun, words),
        [_part(game, seat, words) for seat in game.village.circle],
        chapters(game.events, game, words, lots.decided(game, drawn)),
    )


def _part(game: Game, seat: int, words: Words) -> Role:
    village, outcome = game.village, game.outcome
    assert outcome is not None
    card = card_of(village, seat)
    side = side_of(village, outcome, seat)
    is_known = desk.is_known(village, seat)
    return Role(
        seat,
        words.seat(seat, game.players),
        desk.holding(village, seat, words) if is_known or not card else words.card(card),
        icon_of(card, NO_ICON),
        words.side(side) if side else "",
        seat in outcome.seats,
        seat in village.living,
        ", ".join(desk.state(village, seat, words)),
    )


def chapters(events: Sequence[Event], game: Game, words: Words, by_lot: Collection[int] = ()) -> list[Passage]:
    """Everything that happened, the secrets included, under the nights and days it belongs to."""
    seen = {(event.facts["seat"], event.rule) for event in events if event.name == "died"}

    def leaves_out(event: Event) -> bool:
        is_seen = event.name == "cause" and (event.facts["seat"], event.rule) in seen  # the village saw it happen
        return is_seen or not event.declared.in_story

    return [
        Passage(
            chapter.title(words, game.players, "web.past.before"),
            chapter.heading.declared.heading if chapter.heading is not None else "before",
            [happening for entry in chapter.entries for happening in _told(entry, game, words, by_lot)],
        )
        for chapter in story.chapters(events, leaves_out, game.marks)
    ]


def _told(entry: Told | Given, game: Game, words: Words, by_lot: Collection[int]) -> Iterator[Happening]:
    """Something that happened; of the answers only an election that was tied, which no event tells."""
    if isinstance(entry, Told):
        happening = _happening(entry.event, game, words)
        is_drawn = entry.number in by_lot
        yield replace(happening, text=words.text("led.drawn.story", told=happening.text)) if is_drawn else happening
        return
    prompt, answer = game.asked[entry.number], game.answers[entry.number]
    if prompt.audience == PUBLIC and not prompt.key.startswith("vote.") and desk.is_tie(answer, prompt):
        said = f"{desk.question(prompt, words, game.players)} {desk.tally(answer, prompt, words, game.players)}."
        yield Happening(said, "ui-vote", False, prompt.rule)


def _happening(event: Event, game: Game, words: Words) -> Happening:
    return Happening(words.event(event, game.players), icon_for(event), event.audience != PUBLIC, event.rule)


# -- icons --


def icon_for(event: Event) -> str:
    """Its own; else that of the event card in play, of the one thing its rule is about, or of whoever tells it."""
    declared = event.declared
    played = [event.facts[name] for name, kind in declared.facts.items() if kind in (EVENT_CARD, VARIANT)]
    names = (declared.icon, *played, _about(event), declared.icon_else, declared.owner)
    return next(filter(None, (icon_of(name, "") for name in names)), OF_NOTHING)


def _about(event: Event) -> str:
    """What the rule behind it is about: the only thing of its family, or the one the event names."""
    family = library.families().get(event.rule.partition("-")[0], ())
    named = [name for name in family if name in event.facts.values()] or family
    return named[0] if len(named) == 1 else ""


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
