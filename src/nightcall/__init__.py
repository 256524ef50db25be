"""Nightcall leads the moderator of a game of Werewolves through the evening.

>>> import nightcall
>>> setup = nightcall.Setup.of(["Ann", "Bea", "Cid"], {"werewolf": 1, "simple_villager": 2})
>>> game = nightcall.play(setup)
>>> game.prompt.key
'sheriff.now'
>>> game = game.answer(False)      # no Sheriff for now
>>> game.prompt.key
'night.falls'
>>> game.undo().prompt.key
'sheriff.now'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightcall.engine.errors import Fault, IllegalAnswer, InvalidSetup, NightcallError, TapeError, TapeMismatch
from nightcall.engine.events import Event
from nightcall.engine.game import Answer, Game, play, retell
from nightcall.engine.options import OPTIONS, PRESETS, Options
from nightcall.engine.outcome import Outcome
from nightcall.engine.prompts import Prompt
from nightcall.engine.setup import Setup
from nightcall.engine.viewers import MODERATOR, PUBLIC, Viewer
from nightcall.engine.views import View, view
from nightcall.rules import catalogue as catalogue
from nightcall.rules.decks import recommended

if TYPE_CHECKING:
    from nightcall.sim.odds import odds

__all__ = [
    "MODERATOR",
    "OPTIONS",
    "PRESETS",
    "PUBLIC",
    "Answer",
    "Event",
    "Fault",
    "Game",
    "IllegalAnswer",
    "InvalidSetup",
    "NightcallError",
    "Options",
    "Outcome",
    "Prompt",
    "Setup",
    "TapeError",
    "TapeMismatch",
    "View",
    "Viewer",
    "odds",
    "play",
    "recommended",
    "retell",
    "view",
]


def __getattr__(name: str) -> object:
    """Odds come with players of their own, whom most who play have no use for: loaded when asked for."""
    if name == "odds":
        from nightcall.sim.odds import odds

        return odds
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
