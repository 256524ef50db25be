"""What lists and statistics need of a game, kept beside its tape so that they need not tell it again."""

from __future__ import annotations

from typing import Any

from nightcall.engine.game import Game
from nightcall.engine.outcome import Outcome
from nightcall.engine.views import View
from nightcall.engine.village import Village
from nightcall.web import dates
from nightcall.web.icons import icon_of
from nightcall.web.manner import LED
from nightcall.web.store import Kept
from nightcall.words import Words


def summary(game: Game) -> dict[str, Any]:
    """The players and where the evening stands; once the game is over, who held what and who won."""
    village = game.village
    found: dict[str, Any] = {"players": list(game.players), "answers": len(game.answers)}
    if game.outcome is None:
        number = village.night if village.phase in ("night", "dawn") else village.day
        return found | {"phase": village.phase, "number": number}
    return found | {
        "winner": game.outcome.winner,
        "winners": list(game.outcome.seats),
        "cards": [card_of(village, seat) for seat in village.seats],
        "sides": [side_of(village, game.outcome, seat) for seat in village.seats],
        "living": list(village.living),
        "first": village.graveyard[0].seat if village.graveyard else 0,
        "nights": village.night,
    }


def heard_of(game: Game, view: View) -> dict[str, Any]:
    """The same for an evening the app leads, whose tape may be ahead of what the table has heard."""
    number = view.night if view.phase == "night" else view.day
    return {"players": list(game.players), "answers": 0, "phase": view.phase, "number": number}


def is_led(game: Kept) -> bool:
    """Whether the app leads it, or will, and all has not been told: no device may see what lies in the store."""
    return (game.manner.get("deal") == LED or bool(game.manner.get("led"))) and "winner" not in game.summary


def card_of(village: Village, seat: int) -> str:
    """The card somebody ends with; empty if nobody ever had to look. Never asks."""
    card = village.knows(seat)
    if card is not None:
        return card.name
    possible = village.cards.possible(seat)
    return possible[0] if len(possible) == 1 else ""


def side_of(village: Village, outcome: Outcome, seat: int) -> str:
    """The side somebody ends on, as far as the app knows; empty where it would have to ask."""
    if seat in outcome.seats and seat not in village.gone:
        return outcome.winner
    buried = {death.seat for death in village.graveyard}.union(village.gone)
    if seat in buried or all(village.knows(each) is not None for each in village.seats if each not in buried):
        return village.side(seat)
    return ""


def shown(game: Kept, words: Words) -> dict[str, Any]:
    """A game as a list shows it."""
    told = game.summary
    is_over = "winner" in told
    players = told["players"]
    if is_over:
        state = words.text("web.past.won", winner=words.side(told["winner"]))
    elif "phase" in told:
        state = words.text(f"desk.phase.{told['phase']}", number=told["number"])
    else:
        state = words.text("web.past.going_on")
    return {
        "id": game.id,
        "is_over": is_over,
        "icon": icon_of(told["winner"], "ui-trophy") if is_over else "ui-moon",
        "names": words.names(words.seat(seat, players) for seat in range(1, len(players) + 1)),
        "players": len(players),
        "state": state,
        "when": dates.minute(game.changed, words),
        "changed": dates.iso(game.changed),
    }
