"""What an author of house rules needs, in one place: `from nightcall.authoring import Character, Village, …`.

These names are stable; anything imported from deeper inside may move. `docs/house-rules.md` shows how a folder of
house rules is made, and what each door is for.
"""

from __future__ import annotations

from nightcall.engine.deaths import GRIEF, POISON, RAZOR, SHOT, VOTE, Death
from nightcall.engine.errors import Fault, GameOver
from nightcall.engine.events import MODERATOR, PUBLIC
from nightcall.engine.options import Options
from nightcall.engine.outcome import Outcome
from nightcall.engine.rule import (
    AMBIGUOUS,
    CONDEMN,
    DAWN,
    EVERY_NIGHT,
    FANGS,
    FIRST_NIGHT,
    HARM,
    LONERS,
    NEVER,
    NIGHTFALL,
    VILLAGERS,
    WOLVES,
    Character,
    Rule,
)
from nightcall.engine.setup import Setup
from nightcall.engine.village import Village
from nightcall.engine.votes import Ballot, Verdict
from nightcall.rules.buildings.building import Building
from nightcall.rules.newmoon.card import DELAYED, IMMEDIATE, PERMANENT, EventCard
from nightcall.rules.variants.variant import Variant

__all__ = [
    "AMBIGUOUS",
    "CONDEMN",
    "DAWN",
    "DELAYED",
    "EVERY_NIGHT",
    "FANGS",
    "FIRST_NIGHT",
    "GRIEF",
    "HARM",
    "IMMEDIATE",
    "LONERS",
    "MODERATOR",
    "NEVER",
    "NIGHTFALL",
    "PERMANENT",
    "POISON",
    "PUBLIC",
    "RAZOR",
    "SHOT",
    "VILLAGERS",
    "VOTE",
    "WOLVES",
    "Ballot",
    "Building",
    "Character",
    "Death",
    "EventCard",
    "Fault",
    "GameOver",
    "Options",
    "Outcome",
    "Rule",
    "Setup",
    "Variant",
    "Verdict",
    "Village",
]
