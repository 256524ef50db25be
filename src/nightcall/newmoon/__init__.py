"""The 36 event cards of the New Moon."""

from __future__ import annotations

from typing import Final

from nightcall.newmoon.backfire import Backfire
from nightcall.newmoon.bleak_monday import BleakMonday
from nightcall.newmoon.burial import Burial
from nightcall.newmoon.card import EventCard
from nightcall.newmoon.debate import Eclipse, GoodManners, NotMeNorWolf
from nightcall.newmoon.double_agent import DoubleAgent
from nightcall.newmoon.executioner import Executioner
from nightcall.newmoon.flood import Flood
from nightcall.newmoon.fools_day import FoolsDay
from nightcall.newmoon.full_moon_rising import FullMoonRising
from nightcall.newmoon.gone_hunting import GoneHunting
from nightcall.newmoon.great_distrust import GreatDistrust
from nightcall.newmoon.influences import Influences
from nightcall.newmoon.little_rascal import LittleRascal
from nightcall.newmoon.luncheon_for_seniors import LuncheonForSeniors
from nightcall.newmoon.miracle import Miracle
from nightcall.newmoon.nightmare import Nightmare
from nightcall.newmoon.punishment import Punishment
from nightcall.newmoon.reprieves import HeadsOrTails, PactWithTheDevil
from nightcall.newmoon.saint_philip import SaintPhilip
from nightcall.newmoon.saturday_evening_ball import SaturdayEveningBall
from nightcall.newmoon.second_vote import Dissatisfaction, Enthusiasm
from nightcall.newmoon.somnambulism import Somnambulism
from nightcall.newmoon.specter import Specter
from nightcall.newmoon.spiritualism import Spiritualism1, Spiritualism2, Spiritualism3, Spiritualism4, Spiritualism5
from nightcall.newmoon.touch_of_death import TouchOfDeath
from nightcall.newmoon.variant_turn import EndOfTheHarvest, RadiantSunday
from nightcall.newmoon.woodland_gathering import WoodlandGathering

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
