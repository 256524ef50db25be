"""What the advisor says of a table that is being set up: three decks to choose from, and a panel for the host's own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from nightcall.engine.rule import character
from nightcall.rules.decks import FILLER
from nightcall.sim import advisor, surrogate
from nightcall.sim.advisor import Panel
from nightcall.sim.evenings import WOLF, Evening, shift, shifted
from nightcall.sim.people import People, model
from nightcall.sim.surrogate import PACK
from nightcall.web.manner import Forecast
from nightcall.web.past import forecasts
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
    wish = _within(draft)
    return panel(tuple(draft.cards.items()), wish, *believed(counted)) if wish is not None else None


def _within(draft: Draft) -> Evening | None:
    """The host's wishes, if the nets know the deck as it stands."""
    wish, cards = wish_of(draft), draft.cards
    if wish is None or sum(cards.values()) != wish.players or not surrogate.knows(cards, wish.people):
        return None
    return wish


def believed(counted: estimates.Estimate | None) -> tuple[tuple[tuple[str, float], ...], int]:
    """What games have come to, and how many they were, once they are shown in place of the guess."""
    if counted is None or not (counted.games >= estimates.BELIEVED or (counted.games and counted.is_done)):
        return (), 0
    return tuple((side, won / counted.games) for side, won in counted.wins.items()), counted.games


@lru_cache(256)
def advised(wish: Evening) -> tuple[Panel, ...]:
    return tuple(advisor.advise(wish))


@lru_cache(256)
def panel(
    cards: tuple[tuple[str, int], ...], wish: Evening, counted: tuple[tuple[str, float], ...] = (), games: int = 0
) -> Panel:
    return advisor.panel(dict(cards), wish, dict(counted), games)


# -- pictures --


@dataclass(frozen=True, slots=True)
class Skilled:
    """How often the village wins at a table of this skill."""

    skill: float
    word: str
    village: float

    def label(self, words: Words) -> str:
        return words.text(f"sim.table_short.{self.word}")


def by_skill(draft: Draft, counted: estimates.Estimate | None = None) -> list[Skilled]:
    """The village's share from newcomers to masters, for the deck as it stands; empty where only games can tell.

    Once games are counted, the curve goes through what they say of this table.
    """
    setup, here, shares = draft.dealt, estimates.word_of(draft), dict(believed(counted)[0])
    now = surrogate.guess(setup, People.called(here))
    by = shift(now, shares) if now is not None else {}
    found = []
    for word, skill in model()["words"].items():
        guess = surrogate.guess(setup, People(skill))
        if guess is not None:
            is_counted = shares and word == here
            village = shares.get("village", 0.0) if is_counted else shifted(guess, by).village
            found.append(Skilled(skill, word, village))
    return found


@dataclass(frozen=True, slots=True)
class Neighbour:
    """The same table with one player and one card more or less."""

    players: int
    card: str
    is_more: bool
    village: float


def neighbours(draft: Draft, counted: estimates.Estimate | None = None) -> list[Neighbour]:
    """With a Simple Villager less, and with one more; empty where only games can tell.

    Where there is none, or the nets would not know the rest (four Werewolves among eleven are too many for them), that
    card goes which changes least, or a Werewolf comes.
    """
    wish, cards = _within(draft), draft.cards
    if wish is None:
        return []
    single = [name for name in cards if name not in PACK and character(name).together == 1]
    fewer = [*single, *([WOLF] if cards.get(WOLF, 0) > 1 else [])]
    now = surrogate.fitted()(cards, wish.people.skill, wish.rules)
    by_games = shift(now, dict(believed(counted)[0]))
    share = shifted(now, by_games).village
    found: list[Neighbour] = []
    for by, names in ((-1, fewer), (1, [FILLER, WOLF])):
        near = [each for name in names if (each := _one_apart(cards, name, by, wish, by_games)) is not None]
        found += sorted(near, key=lambda each: (each.card != FILLER, abs(each.village - share)))[:1]
    return found


def _one_apart(
    cards: Mapping[str, int], name: str, by: int, wish: Evening, by_games: Mapping[str, float]
) -> Neighbour | None:
    deck = {**cards, name: cards.get(name, 0) + by}
    if deck[name] < 0 or not surrogate.knows(deck, wish.people):
        return None
    found = shifted(surrogate.fitted()(deck, wish.people.skill, wish.rules), by_games)
    return Neighbour(wish.players + by, name, by > 0, found.village)


def forecast(draft: Draft, counted: estimates.Estimate | None) -> Forecast | None:
    """What is foretold as the game begins, to be held against what comes of it; None if nothing is."""
    word = estimates.word_of(draft)
    if counted is not None and counted.games >= estimates.BELIEVED:
        return Forecast(word, round(counted.report().share("village"), 3), counted.games)
    return forecasts.glanced(draft.dealt, word)
