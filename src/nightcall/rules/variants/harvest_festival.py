"""The Harvest Festival: everybody keeps to the neighbours."""

from __future__ import annotations

from collections.abc import Sequence

from nightcall.engine.deaths import Death
from nightcall.engine.events import PUBLIC
from nightcall.engine.facts import Facts
from nightcall.engine.rule import FANGS
from nightcall.engine.village import Village
from nightcall.engine.votes import Ballot, Verdict
from nightcall.rules.offices.sheriff import Sheriff
from nightcall.rules.variants.harvest_festival_love import HarvestCupid
from nightcall.rules.variants.harvest_festival_roles import (
    HarvestDefender,
    HarvestHunter,
    HarvestLittleGirl,
    HarvestPiper,
    HarvestScapegoat,
    HarvestSeer,
)
from nightcall.rules.variants.harvest_festival_thief import HarvestThief
from nightcall.rules.variants.harvest_festival_witch import HarvestWitch
from nightcall.rules.variants.variant import Variant


class HarvestFestival(Variant):
    """The wolves devour only a neighbour of theirs, the Sheriff votes first, nine characters play in another form.

    Whoever is not named here plays as usual. (HARV-1, HARV-6, HARV-8, HARV-13, HARV-18)
    """

    name = "harvest_festival"
    family = "HARV"
    is_exclusive = True
    forms = {
        "seer": HarvestSeer,
        "cupid": HarvestCupid,
        "witch": HarvestWitch,
        "hunter": HarvestHunter,
        "little_girl": HarvestLittleGirl,
        "defender": HarvestDefender,
        "scapegoat": HarvestScapegoat,
        "thief": HarvestThief,
        "piper": HarvestPiper,
    }
    only_from_start = frozenset({"cupid", "thief"})

    def __init__(self) -> None:
        self.fates: list[Death] = []
        """Scapegoats who fell in this vote for somebody else."""

    def shields(self, v: Facts, power: str, by: Sequence[int]) -> dict[int, str]:
        """Out of the wolves' reach: whoever sits next to none of those who feed (HARV-1, HARV-13)."""
        if power != FANGS:
            return {}
        beside = {neighbour for seat in by for neighbour in v.neighbours(seat)}
        return {seat: "HARV-1" for seat in v.living if seat not in beside}

    def threatened(self, v: Village, death: Death) -> None:
        """A Scapegoat falls in the place of a condemned neighbour (HARV-7)."""
        for goat in v.named(HarvestScapegoat.name):
            if not death.spared and isinstance(goat, HarvestScapegoat) and v.is_active(goat, "threatened"):
                goat.take_the_place(v, death)
                if goat.fate is not None and death.spared:
                    self.fates.append(goat.fate)

    def voted(self, v: Village, verdict: Verdict) -> None:
        """Whoever asks what the vote came to finds the Scapegoat among the fallen."""
        verdict.deaths += self.fates
        self.fates = []

    def ballot(self, v: Village, ballot: Ballot) -> None:
        """First, or first and alone: either way a ballot of his own (OPT-HARVEST-SHERIFF)."""
        for office in v.named(Sheriff.name):
            if office.holder:
                ballot.alone.setdefault(office.holder, "OPT-HARVEST-SHERIFF")

    def awakening(self, v: Village) -> None:
        """Everybody looks at the own card again, whether or not there was a theft (HARV-5)."""
        if v.day == 1 and HarvestThief.name in v.announced:
            v.ack("harvest_festival.recheck", "HARV-5", audience=PUBLIC)
