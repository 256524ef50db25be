"""The 36 event cards of the New Moon."""

from __future__ import annotations

from typing import Final

from nightcall.rules.newmoon.backfire import Backfire
from nightcall.rules.newmoon.bleak_monday import BleakMonday
from nightcall.rules.newmoon.burial import Burial
from nightcall.rules.newmoon.card import EventCard
from nightcall.rules.newmoon.debate import Eclipse, GoodManners, NotMeNorWolf
from nightcall.rules.newmoon.double_agent import DoubleAgent
from nightcall.rules.newmoon.executioner import Executioner
from nightcall.rules.newmoon.flood import Flood
from nightcall.rules.newmoon.fools_day import FoolsDay
from nightcall.rules.newmoon.full_moon_rising import FullMoonRising
from nightcall.rules.newmoon.gone_hunting import GoneHunting
from nightcall.rules.newmoon.great_distrust import GreatDistrust
from nightcall.rules.newmoon.influences import Influences
from nightcall.rules.newmoon.little_rascal import LittleRascal
from nightcall.rules.newmoon.luncheon_for_seniors import LuncheonForSeniors
from nightcall.rules.newmoon.miracle import Miracle
from nightcall.rules.newmoon.nightmare import Nightmare
from nightcall.rules.newmoon.punishment import Punishment
from nightcall.rules.newmoon.reprieves import HeadsOrTails, PactWithTheDevil
from nightcall.rules.newmoon.saint_philip import SaintPhilip
from nightcall.rules.newmoon.saturday_evening_ball import SaturdayEveningBall
from nightcall.rules.newmoon.second_vote import Dissatisfaction, Enthusiasm
from nightcall.rules.newmoon.somnambulism import Somnambulism
from nightcall.rules.newmoon.specter import Specter
from nightcall.rules.newmoon.spiritualism import (
    Spiritualism1,
    Spiritualism2,
    Spiritualism3,
    Spiritualism4,
    Spiritualism5,
)
from nightcall.rules.newmoon.touch_of_death import TouchOfDeath
from nightcall.rules.newmoon.variant_turn import EndOfTheHarvest, RadiantSunday
from nightcall.rules.newmoon.woodland_gathering import WoodlandGathering

EVENTS: Final[tuple[type[EventCard], ...]] = (
    Somnambulism,
    TouchOfDeath,
    Executioner,
    Burial,
    DoubleAgent,
    Backfire,
    Specter,
    FullMoonRising,
    Influences,
    LittleRascal,
    Dissatisfaction,
    Enthusiasm,
    Miracle,
    Flood,
    FoolsDay,
    WoodlandGathering,
    LuncheonForSeniors,
    SaturdayEveningBall,
    GoneHunting,
    GoodManners,
    Eclipse,
    NotMeNorWolf,
    Punishment,
    GreatDistrust,
    Nightmare,
    HeadsOrTails,
    PactWithTheDevil,
    SaintPhilip,
    BleakMonday,
    EndOfTheHarvest,
    RadiantSunday,
    Spiritualism1,
    Spiritualism2,
    Spiritualism3,
    Spiritualism4,
    Spiritualism5,
)
"""Every card, in the order of its kind: permanent, delayed, immediate."""
