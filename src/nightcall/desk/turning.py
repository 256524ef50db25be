"""Cards that are turned over: a step of the evening whether the app knows the card or not."""

from __future__ import annotations

from nightcall.desk.script import since_last_answer
from nightcall.engine import prompts
from nightcall.engine.events import PUBLIC, Event
from nightcall.engine.game import Game
from nightcall.engine.prompts import Prompt

SHOWN = "card.shown"


def turned_over(game: Game) -> list[int]:
    """Whose cards the last answer has turned over, but for the one it was itself about.

    The app knew them, so it did not ask. The table must not notice that: somebody is told to turn the card over and
    somebody looks at it all the same (GEN-4).
    """
    asked = game.asked[-1] if game.asked else None
    entered = asked.seat if asked is not None and asked.key == SHOWN else 0
    shown = [event.facts["seat"] for event in since_last_answer(game) if event.name == "card_shown"]
    return [seat for seat in shown if seat != entered]


def question(game: Game, seat: int) -> Prompt:
    """What would be asked if the app did not know the card."""
    cards = tuple(dict.fromkeys((*game.village.listed_cards, card_of(game, seat))))
    return Prompt(SHOWN, prompts.CHOOSE, "IDENT-2", options=cards, seat=seat, about=prompts.FACE)


def card_of(game: Game, seat: int) -> str:
    """The card that is turned over."""
    shown = [event for event in since_last_answer(game) if event.name == "card_shown" and event.facts["seat"] == seat]
    return str(shown[-1].facts["card"])


def news_before(game: Game, seat: int) -> list[Event]:
    """What is announced before this card is turned over, and has not been announced before another one was."""
    found: list[Event] = []
    for event in since_last_answer(game):
        if event.name == "card_shown":
            if event.facts["seat"] == seat:
                break
            found = []
        elif event.audience == PUBLIC and not event.declared.scripted:
            found.append(event)
    return found
