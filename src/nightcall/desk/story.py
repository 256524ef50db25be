"""A game in chapters: nights and days, each with what happened in it and what was answered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from nightcall.engine.events import Event
from nightcall.words import Words


@dataclass(frozen=True, slots=True)
class Told:
    """Something that happened."""

    number: int
    """Its place among the events."""
    event: Event


@dataclass(frozen=True, slots=True)
class Given:
    """An answer."""

    number: int
    """Its place among the answers."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A night, a day, or what came before the first of them."""

    heading: Event | None
    """What it begins with; None for the first."""
    entries: list[Told | Given] = field(default_factory=list)

    def title(self, words: Words, players: Sequence[str], first: str) -> str:
        """The heading in words; that of the first chapter has this key."""
        return words.event(self.heading, players) if self.heading is not None else words.text(first)

    @property
    def told(self) -> list[Told]:
        """Without the answers."""
        return [entry for entry in self.entries if isinstance(entry, Told)]


def is_course(event: Event) -> bool:
    """Whether it is only the course of the evening."""
    return event.name == "called"


def chapters(
    events: Sequence[Event], leaves_out: Callable[[Event], bool] = is_course, marks: Sequence[int] = ()
) -> list[Chapter]:
    """The events under the nights and days they belong to, each answer (`Game.marks`) where it was given.

    The first chapter is there only if there is something in it.
    """
    found = [Chapter(None)]
    given = 0
    for number, event in enumerate(events):
        while given < len(marks) and marks[given] <= number:
            found[-1].entries.append(Given(given))
            given += 1
        if event.declared.heading:
            found.append(Chapter(event))
        elif not leaves_out(event):
            found[-1].entries.append(Told(number, event))
    found[-1].entries.extend(map(Given, range(given, len(marks))))
    return found if found[0].entries else found[1:]
