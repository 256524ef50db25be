"""Everything that can lie on the table, made known to the engine; and what there is of each sort."""

from __future__ import annotations

from typing import Final

from nightcall.engine import events, rule, told
from nightcall.engine.rule import KINDS, Character
from nightcall.rules import order
from nightcall.rules.buildings import BUILDINGS
from nightcall.rules.buildings.building import Building, Houses
from nightcall.rules.buildings.farm import Farmers
from nightcall.rules.buildings.school import Barred
from nightcall.rules.characters import CHARACTERS
from nightcall.rules.characters.cupid import Lovers
from nightcall.rules.characters.devoted_servant import Pause
from nightcall.rules.characters.gypsy import Seance
from nightcall.rules.characters.knight_with_the_rusty_sword import Diseased
from nightcall.rules.characters.piper import Charmed
from nightcall.rules.characters.pyromaniac import Fire
from nightcall.rules.characters.scandalmonger import Poster
from nightcall.rules.characters.scapegoat import VoterList
from nightcall.rules.characters.thief import Spares
from nightcall.rules.characters.village_idiot import Pardoned
from nightcall.rules.characters.werewolf import Pack
from nightcall.rules.comings import Comings
from nightcall.rules.customs import DebateRules, EarlyNight, Nobody, SilentRoles, Stalemate, TheVillage
from nightcall.rules.newmoon import EVENTS
from nightcall.rules.newmoon.card import EventCard
from nightcall.rules.newmoon.full_moon_rising import MoonPack
from nightcall.rules.newmoon.pile import NewMoon
from nightcall.rules.offices.sheriff import Sheriff
from nightcall.rules.offices.town_crier import TownCrier
from nightcall.rules.variants import VARIANTS
from nightcall.rules.variants.harvest_festival_thief import Exchanged
from nightcall.rules.variants.lycanthropic_trance import Mesmerized
from nightcall.rules.variants.variant import Variant

STANDING: Final[tuple[type[rule.Rule], ...]] = (
    Pack,
    TheVillage,
    Nobody,
    Stalemate,
    DebateRules,
    EarlyNight,
    Comings,
    SilentRoles,
    Spares,
    Pause,
    Charmed,
    Houses,
    NewMoon,
    Seance,
    Sheriff,
    TownCrier,
    Farmers,
    *VARIANTS,
)
"""In force from the beginning of every game."""

STATES: Final[tuple[type[rule.Rule], ...]] = (
    Lovers,
    Diseased,
    VoterList,
    Pardoned,
    Barred,
    Fire,
    Poster,
    MoonPack,
    Exchanged,
    Mesmerized,
)
"""Come into force during the game."""

rule.KINDS.update({kind.name: kind for kind in (*CHARACTERS, *BUILDINGS, *EVENTS, *STANDING, *STATES)})
rule.STANDING.extend(STANDING)
rule.NIGHT.extend(order.NIGHT)
rule.TABLES.update(order.TABLES)
rule.TABLES_UNDER.update(order.TABLES_UNDER)
events.TOLD.update(rule.declared(rule.KINDS.values(), told.ENGINE))


def characters() -> list[type[Character]]:
    """In the order of the box."""
    return [kind for kind in KINDS.values() if issubclass(kind, Character)]


def buildings() -> list[type[Building]]:
    return [kind for kind in KINDS.values() if issubclass(kind, Building)]


def event_cards() -> list[type[EventCard]]:
    return [kind for kind in KINDS.values() if issubclass(kind, EventCard)]


def variants() -> list[type[Variant]]:
    """Those that can be chosen for a whole game, in the order of the rulebook."""
    return [kind for kind in KINDS.values() if issubclass(kind, Variant)]
