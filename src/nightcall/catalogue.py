"""Everything that can lie on the table, made known to the engine."""

from __future__ import annotations

from typing import Final

from nightcall.buildings import BUILDINGS
from nightcall.buildings.building import Houses
from nightcall.buildings.farm import Farmers
from nightcall.buildings.school import Barred
from nightcall.characters import CHARACTERS
from nightcall.characters.cupid import Lovers
from nightcall.characters.devoted_servant import Pause
from nightcall.characters.gypsy import Seance
from nightcall.characters.knight_with_the_rusty_sword import Diseased
from nightcall.characters.piper import Charmed
from nightcall.characters.pyromaniac import Fire
from nightcall.characters.scandalmonger import Poster
from nightcall.characters.scapegoat import VoterList
from nightcall.characters.thief import Spares
from nightcall.characters.village_idiot import Pardoned
from nightcall.characters.werewolf import Pack
from nightcall.customs import DebateRules, Nobody, SilentRoles, Stalemate, TheVillage
from nightcall.engine import rule
from nightcall.newmoon import EVENTS
from nightcall.newmoon.full_moon_rising import MoonPack
from nightcall.newmoon.pile import NewMoon
from nightcall.offices import Sheriff
from nightcall.town_crier import TownCrier
from nightcall.variants import VARIANTS
from nightcall.variants.harvest_festival_thief import Exchanged
from nightcall.variants.lycanthropic_trance import Mesmerized

STANDING: Final[tuple[type[rule.Rule], ...]] = (
    Pack,
    TheVillage,
    Nobody,
    Stalemate,
    DebateRules,
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
