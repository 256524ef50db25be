"""Characters who keep to their neighbours at the Harvest Festival."""

from __future__ import annotations

from collections.abc import Sequence

from nightcall.engine.deaths import REPLACED, VOTE, Death
from nightcall.engine.events import CARDS, SEAT, Tells
from nightcall.engine.village import Village
from nightcall.engine.votes import Verdict
from nightcall.rules.characters.defender import Defender
from nightcall.rules.characters.hunter import Hunter
from nightcall.rules.characters.little_girl import LittleGirl
from nightcall.rules.characters.piper import Piper
from nightcall.rules.characters.scapegoat import Scapegoat
from nightcall.rules.characters.seer import Seer, name_of_card
from nightcall.rules.characters.village_idiot import VillageIdiot


def beside(v: Village, seat: int) -> list[int]:
    """The living neighbours: the nearest ones, or only those in the very next seats (OPT-HARVEST-NEIGHBOURS)."""
    if v.options.harvest_neighbours == "living":
        return v.neighbours(seat)
    place = v.circle.index(seat)
    sides = dict.fromkeys((v.circle[(place + 1) % len(v.circle)], v.circle[place - 1]))
    return [side for side in sides if side in v.living]


class HarvestSeer(Seer):
    """Sees three cards, but not which is whose: her target's and both neighbours'. (HARV-2)"""

    tells = [Tells("three_cards_seen", to="by", by=SEAT, seat=SEAT, cards=CARDS, result=True)]

    def call(self, v: Village) -> None:
        seat = v.pick(
            "seer.look",
            v.others(self.holder),
            rule="HARV-2",
            by=self.holder,
            optional=v.options.seer_may_pass,
            refused={self.holder: "SEER-4"},
        )
        if not seat:
            return
        names = {shown: name_of_card(v, shown) for shown in (seat, *beside(v, seat))}
        cards = tuple(sorted(names.values()))
        v.tell("three_cards_seen", "HARV-2", (self.holder,), by=self.holder, seat=seat, cards=cards)
        for shown in names:
            v.note_sighting(shown)
        for shown in sorted(names, key=lambda shown: names[shown]):
            for listener in v.at("discovered"):
                listener.discovered(v, shown, names[shown], None)


class HarvestHunter(Hunter):
    """Shoots one of his two living neighbours. (HARV-3, HUNTER-13)"""

    def out_of_range(self, v: Village) -> dict[int, str]:
        near = beside(v, self.holder)
        return {seat: "HARV-3" for seat in v.living if seat not in near} | super().out_of_range(v)


class HarvestLittleGirl(LittleGirl):
    """Spies on the Witch only; seen at it she is merely stopped, so there is nothing to record. (HARV-4, AMD-50)"""

    def spies(self, v: Village, prey: int, pack: Sequence[int]) -> int:
        return prey


class HarvestDefender(Defender):
    """Protects himself or a neighbour, still never the same one twice running. (HARV-8, DEF-13, DEF-14)"""

    def out_of_reach(self, v: Village) -> dict[int, str]:
        near = (self.holder, *v.neighbours(self.holder))
        return {seat: "DEF-13" for seat in v.living if seat not in near}


class HarvestPiper(Piper):
    """Charms one player a night, whatever the table does elsewhere. (HARV-8, PIPER-12)"""

    @classmethod
    def most(cls, v: Village) -> int:
        return 1


class HarvestScapegoat(Scapegoat):
    """Safe in a tie, but falls in place of a neighbour the vote condemns, and names the voters. (HARV-7, HARV-16)"""

    replaced_in = 0
    """The vote in which he has taken somebody's place."""
    fate: Death | None = None
    """His own death then."""
    tells = [Tells("took_the_place", seat=SEAT, victim=SEAT, reveals="seat victim")]

    def tie(self, v: Village, verdict: Verdict) -> int:
        return 0

    def take_the_place(self, v: Village, death: Death) -> None:
        """After every pardon, before the card is shown. One place only, and not the Idiot's, who needs nobody."""
        if death.cause != VOTE or death.in_place_of or self.replaced_in == v.votes_held:
            return
        if not self._beside(v, death.seat) or self._is_pardonable(v, death.seat):
            return
        near = self._beside(v, death.seat)  # the look may have found him elsewhere: as the condemned himself
        seat = self.holder if self.holder in near else self._come_forward(v, near) if near else 0
        if not seat:
            return
        self.replaced_in = v.votes_held
        v.tell("took_the_place", "HARV-7", seat=seat, victim=death.seat)
        death.spare("HARV-7", REPLACED)
        self.fate = Death(seat, VOTE, "HARV-7", by=death.by)
        self.fate.in_place_of = death.seat
        self.fate.face_up = not self.borrowed
        if not self.borrowed:
            v.show(seat, self.name, "HARV-7")
        v.eliminate(self.fate)

    def _beside(self, v: Village, condemned: int) -> list[int]:
        """The neighbours who are here, as far as he is or may be one of them."""
        near = [seat for seat in beside(v, condemned) if seat not in v.away]
        return [seat for seat in near if seat == self.holder] if self.holder else v.cards.suspects(self.name, near)

    @staticmethod
    def _is_pardonable(v: Village, seat: int) -> bool:
        v.holds(seat, VillageIdiot.name, "HARV-16")  # looked at now, if it may be he
        idiots = [rule for rule in v.named(VillageIdiot.name) if isinstance(rule, VillageIdiot)]
        return any(
            idiot.holder == seat and not idiot.is_pardoned and v.is_active(idiot, "revealed") for idiot in idiots
        )

    def _is_privileged(self, v: Village, death: Death) -> bool:
        return bool(death.in_place_of) or super()._is_privileged(v, death)
