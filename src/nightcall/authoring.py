"""What an author of house rules needs, in one place: `from nightcall.authoring import Character, Village, …`.

These names are stable; anything imported from deeper inside may move. `docs/house-rules.md` shows how a folder of
house rules is made, and what each door is for.
"""

from __future__ import annotations

from nightcall.engine.deaths import GRIEF, HEALED, IMMUNE, POISON, RAZOR, SAVED, SHIELDED, SHOT, SURVIVED, VOTE, Death
from nightcall.engine.errors import Fault, GameOver
from nightcall.engine.events import (
    CARD,
    CARDS,
    CAUSE,
    EVENT_CARD,
    FLAG,
    HOLDER,
    HOUSE,
    MODERATOR,
    NUMBER,
    OFFICE,
    PACK,
    PUBLIC,
    SEAT,
    SEATS,
    SIDE,
    TEXT,
    VARIANT,
    WHETHER,
    WORD,
    Maybe,
    Tells,
)
from nightcall.engine.options import Options
from nightcall.engine.outcome import Outcome
from nightcall.engine.prompts import Prompt
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
from nightcall.engine.unmoderated import Policy, Round
from nightcall.engine.village import Village
from nightcall.engine.votes import Ballot, Verdict
from nightcall.rules.buildings.building import Building
from nightcall.rules.newmoon.card import DELAYED, IMMEDIATE, PERMANENT, EventCard
from nightcall.rules.variants.variant import Variant

__all__ = [
    "AMBIGUOUS",
    "CARD",
    "CARDS",
    "CAUSE",
    "CONDEMN",
    "DAWN",
    "DELAYED",
    "EVENT_CARD",
    "EVERY_NIGHT",
    "FANGS",
    "FIRST_NIGHT",
    "FLAG",
    "GRIEF",
    "HARM",
    "HEALED",
    "HOLDER",
    "HOUSE",
    "IMMEDIATE",
    "IMMUNE",
    "LONERS",
    "MODERATOR",
    "NEVER",
    "NIGHTFALL",
    "NUMBER",
    "OFFICE",
    "PACK",
    "PERMANENT",
    "POISON",
    "PUBLIC",
    "RAZOR",
    "SAVED",
    "SEAT",
    "SEATS",
    "SHIELDED",
    "SHOT",
    "SIDE",
    "SURVIVED",
    "TEXT",
    "VARIANT",
    "VILLAGERS",
    "VOTE",
    "WHETHER",
    "WOLVES",
    "WORD",
    "Ballot",
    "Building",
    "Character",
    "Death",
    "EventCard",
    "Fault",
    "GameOver",
    "Maybe",
    "Options",
    "Outcome",
    "Policy",
    "Prompt",
    "Round",
    "Rule",
    "Setup",
    "Tells",
    "Variant",
    "Verdict",
    "Village",
]
