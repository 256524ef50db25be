"""The characters of The Pact, in the order of the box."""

from __future__ import annotations

from typing import Final

from nightcall.characters.actor import Actor
from nightcall.characters.angel import Angel
from nightcall.characters.bear_tamer import BearTamer
from nightcall.characters.big_bad_wolf import BigBadWolf
from nightcall.characters.cupid import Cupid
from nightcall.characters.cursed_wolf_father import CursedWolfFather
from nightcall.characters.defender import Defender
from nightcall.characters.devoted_servant import DevotedServant
from nightcall.characters.elder import Elder
from nightcall.characters.fox import Fox
from nightcall.characters.gypsy import Gypsy
from nightcall.characters.hunter import Hunter
from nightcall.characters.knight_with_the_rusty_sword import KnightWithTheRustySword
from nightcall.characters.little_girl import LittleGirl
from nightcall.characters.piper import Piper
from nightcall.characters.prejudiced_manipulator import PrejudicedManipulator
from nightcall.characters.pyromaniac import Pyromaniac
from nightcall.characters.scandalmonger import Scandalmonger
from nightcall.characters.scapegoat import Scapegoat
from nightcall.characters.seer import Seer
from nightcall.characters.siblings import ThreeBrothers, TwoSisters
from nightcall.characters.simple_villager import SimpleVillager, TrustedVillager
from nightcall.characters.thief import Thief
from nightcall.characters.village_idiot import VillageIdiot
from nightcall.characters.wandering_judge import WanderingJudge
from nightcall.characters.werewolf import Werewolf
from nightcall.characters.white_werewolf import WhiteWerewolf
from nightcall.characters.wild_child import WildChild
from nightcall.characters.witch import Witch
from nightcall.characters.wolf_hound import WolfHound
from nightcall.engine.rule import Character

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
