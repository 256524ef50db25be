"""The characters of The Pact, in the order of the box."""

from __future__ import annotations

from typing import Final

from nightcall.engine.rule import Character
from nightcall.rules.characters.actor import Actor
from nightcall.rules.characters.angel import Angel
from nightcall.rules.characters.bear_tamer import BearTamer
from nightcall.rules.characters.big_bad_wolf import BigBadWolf
from nightcall.rules.characters.cupid import Cupid
from nightcall.rules.characters.cursed_wolf_father import CursedWolfFather
from nightcall.rules.characters.defender import Defender
from nightcall.rules.characters.devoted_servant import DevotedServant
from nightcall.rules.characters.elder import Elder
from nightcall.rules.characters.fox import Fox
from nightcall.rules.characters.gypsy import Gypsy
from nightcall.rules.characters.hunter import Hunter
from nightcall.rules.characters.knight_with_the_rusty_sword import KnightWithTheRustySword
from nightcall.rules.characters.little_girl import LittleGirl
from nightcall.rules.characters.piper import Piper
from nightcall.rules.characters.prejudiced_manipulator import PrejudicedManipulator
from nightcall.rules.characters.pyromaniac import Pyromaniac
from nightcall.rules.characters.scandalmonger import Scandalmonger
from nightcall.rules.characters.scapegoat import Scapegoat
from nightcall.rules.characters.seer import Seer
from nightcall.rules.characters.siblings import ThreeBrothers, TwoSisters
from nightcall.rules.characters.simple_villager import SimpleVillager, TrustedVillager
from nightcall.rules.characters.thief import Thief
from nightcall.rules.characters.village_idiot import VillageIdiot
from nightcall.rules.characters.wandering_judge import WanderingJudge
from nightcall.rules.characters.werewolf import Werewolf
from nightcall.rules.characters.white_werewolf import WhiteWerewolf
from nightcall.rules.characters.wild_child import WildChild
from nightcall.rules.characters.witch import Witch
from nightcall.rules.characters.wolf_hound import WolfHound

CHARACTERS: Final[tuple[type[Character], ...]] = (
    Werewolf,
    BigBadWolf,
    CursedWolfFather,
    SimpleVillager,
    TrustedVillager,
    Seer,
    Cupid,
    Witch,
    Hunter,
    LittleGirl,
    Defender,
    Elder,
    Scapegoat,
    VillageIdiot,
    TwoSisters,
    ThreeBrothers,
    Fox,
    BearTamer,
    WanderingJudge,
    KnightWithTheRustySword,
    Thief,
    DevotedServant,
    Actor,
    WildChild,
    WolfHound,
    WhiteWerewolf,
    Angel,
    Piper,
    PrejudicedManipulator,
    Scandalmonger,
    Pyromaniac,
    Gypsy,
)
