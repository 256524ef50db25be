"""What the advisor says of a table that is being set up: three decks to choose from, and a panel for the host's own."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from nightcall.rules.decks import FILLER
from nightcall.sim import advisor, surrogate
from nightcall.sim.advisor import Evening, Panel
from nightcall.sim.people import People, model
from nightcall.web.manner import Forecast
from nightcall.web.setup import estimates
from nightcall.web.setup.drafting import Draft
from nightcall.words import Words

USUAL: Final[dict[str, Any]] = {"balance": "even", "liveliness": "middling", "complexity": 3, "length": "any"}
"""What nobody has said."""


def wish_of(draft: Draft) -> Evening | None:
    """The host's wishes for this table; None where the nets have nothing to say of its rules."""
    rules = surrogate.rules_of(draft.dealt)
    if rules is None:
        return None
    people = People.called(estimates.word_of(draft))
    return Evening(len(draft.players), people, rules, **{**USUAL, **draft.wish})


def decks(draft: Draft) -> list[Panel]:
    """The three decks advised; none where there is nothing to say, or where nobody has asked."""
    wish = wish_of(draft) if draft.wish else None
    return list(advised(wish)) if wish is not None and not advisor.nonsense(wish) else []


def nonsense(draft: Draft, words: Words) -> str:
    """Why no deck at all can be what is wished for; empty if one can."""
    wish = wish_of(draft) if draft.wish else None
    wrong = advisor.nonsense(wish) if wish is not None else None
    return words.error(wrong) if wrong is not None else ""


def own(draft: Draft, counted: estimates.Estimate | None = None) -> Panel | None:
    """The panel for the deck as it stands; None where only games can tell."""
    wish = wish_of(draft)
    cards = draft.cards
    if wish is None or sum(cards.values()) != wish.players or not surrogate.knows(cards, wish.people):
        return None
    return panel(tuple(cards.items()), wish, _shares(counted))


def _shares(counted: estimates.Estimate | None) -> tuple[tuple[str, float], ...]:
    """What games have come to, once they are believed."""
    if counted is None or counted.games < estimates.BELIEVED:
        return ()
    return tuple((side, won / counted.games) for side, won in counted.wins.items())


@lru_cache(256)
def advised(wish: Evening) -> tuple[Panel, ...]:
    return tuple(advisor.advise(wish))


@lru_cache(256)
def panel(cards: tuple[tuple[str, int], ...], wish: Evening, counted: tuple[tuple[str, float], ...] = ()) -> Panel:
    return advisor.panel(dict(cards), wish, dict(counted))


# -- pictures --


@dataclass(frozen=True, slots=True)
class Skilled:
    """How often the village wins at a table of this skill."""

    skill: float
    word: str
    village: float

    def label(self, words: Words) -> str:
        return words.text(f"sim.table_short.{self.word}")


def by_skill(draft: Draft) -> list[Skilled]:
    """The village's share from newcomers to masters, for the deck as it stands; empty where only games can tell."""
    setup = draft.dealt
    return [
        Skilled(skill, word, found.village)
        for word, skill in model()["words"].items()
        if (found := surrogate.guess(setup, People(skill))) is not None
    ]


def neighbours(draft: Draft, counted: estimates.Estimate | None = None) -> dict[int, float]:
    """Number of players -> the village's share, with a Simple Villager more or less."""
    wish, cards, here = wish_of(draft), draft.cards, own(draft)
    if wish is None:
        return {}
    by_games = advisor.shift(here.guess, dict(_shares(counted))) if here is not None else 0.0
    found = {}
    for by in (-1, 1):
        deck = cards | {FILLER: cards.get(FILLER, 0) + by}
        if deck[FILLER] >= 0 and surrogate.knows(deck, wish.people):
            there = surrogate.fitted()(deck, wish.people.skill, wish.rules)
            found[wish.players + by] = advisor.shifted(there.village, by_games)
    return found


def forecast(draft: Draft, counted: estimates.Estimate | None) -> Forecast | None:
    """What is foretold as the game begins, to be held against what comes of it; None if nothing is."""
    word = estimates.word_of(draft)
    if counted is not None and counted.games >= estimates.BELIEVED:
        return Forecast(word, round(counted.report().share("village"), 3), counted.games)
    found = surrogate.guess(draft.dealt, People.called(word))
    return Forecast(word, round(found.village, 3)) if found is not None else None
