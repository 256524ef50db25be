"""The Black Plague: a village that hunts Werewolves where there are none."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from nightcall.engine.errors import Fault, GameOver
from nightcall.engine.events import MODERATOR, SEAT, Tells
from nightcall.engine.prompts import FEIGNED
from nightcall.engine.rule import FANGS, KINDS
from nightcall.engine.setup import Setup
from nightcall.engine.unmoderated import DRAW, SECRET, Policy
from nightcall.engine.village import Village
from nightcall.rules.characters.simple_villager import SimpleVillager
from nightcall.rules.characters.werewolf import Pack, Werewolf
from nightcall.rules.variants.variant import Variant

RIVALS: Final = ("community_of_hamlets",)
"""Not to be combined with this one, though with all the others (VARX-1)."""
NAME_IT: Final = "name_the_plague"


class BlackPlague(Variant):
    """No Werewolf is dealt, and nobody knows: the deck is announced with them, they are called, people die.

    A card announced as a Werewolf is a Simple Villager. The moderator picks the first victim, each further one is
    picked by the last one who died of it; to every other rule they are the pack's victims. The village cannot win by
    getting rid of Werewolves, only by naming the Plague. (PLAG-1…PLAG-5, AMD-47)
    """

    name = "black_plague"
    family = "PLAG"
    led = {"black_plague.named": Policy(SECRET, DRAW), "black_plague.first": Policy(SECRET, DRAW)}
    tells = [Tells("plague_passed_on", to="seat", seat=SEAT)]
    is_exclusive = True
    is_secret = True
    whispered = frozenset({NAME_IT})
    shown_always = (NAME_IT,)
    without_wolves = True
    forms = {Werewolf.name: SimpleVillager}

    chooser = 0
    """The last victim of the Plague; 0 = the moderator."""

    @classmethod
    def faults(cls, setup: Setup) -> list[Fault]:
        faults = super().faults(setup)
        if cls.name not in setup.variants:
            return faults
        rivals = tuple(name for name in dict.fromkeys(setup.variants) if name in (cls.name, *RIVALS))
        if len(rivals) > 1:
            faults.append(Fault("setup.variants_exclude", "VARX-1", {"variants": rivals}, about=("variants",)))
        cards = betrayers((*setup.deck, *setup.trio))
        if cards:
            faults.append(Fault("setup.plague_cards", "PLAG-5", {"cards": cards}))
        events = betrayers((*setup.events, *setup.in_force, *setup.hand))
        if events:
            faults.append(Fault("setup.plague_events", "PLAG-5", {"events": events}, about=("events",)))
        return faults

    def enters(self, v: Village) -> None:
        """As if the pack lived on and on: no victory over it, no early stalemate (PLAG-4)."""
        v.feign_pack()

    def instead_of(self, v: Village, step: str) -> bool:
        """The Werewolves are called like every night; the moderator notes a victim all the same."""
        if step != Pack.name:
            return False
        v.tell("called", "FK-1", call=step)
        rule = "PLAG-2" if self.chooser else "PLAG-1"
        key = "black_plague.named" if self.chooser else "black_plague.first"
        seat = v.pick(key, v.living, rule=rule, by=self.chooser, power=FANGS, audience=MODERATOR, aloud=True)
        if seat:
            v.bite(seat, rule, by=Pack.by, culprits=())
        else:
            v.ack("call.fake", "FK-12", card=step, about=FEIGNED)
        return True

    def morning(self, v: Village) -> None:
        """Whoever died of it is told; if nobody did, the same one chooses again (PLAG-2, PLAG-4)."""
        for bite in v.bites:
            if bite.by == Pack.by and bite in v.graveyard:
                self.chooser = bite.seat
                v.ack("black_plague.whisper", "PLAG-2", seat=bite.seat, aloud=False)
                v.tell("plague_passed_on", "PLAG-2", (bite.seat,), seat=bite.seat)

    def powers(self, v: Village) -> tuple[str, ...]:
        return (NAME_IT,) if v.day else ()

    def use(self, v: Village, power: str) -> None:
        """Said aloud by the village: the living have won (PLAG-3, AMD-47)."""
        raise GameOver(v.win("village", "PLAG-3", v.living))


def betrayers(names: Iterable[str]) -> tuple[str, ...]:
    """Those of the cards and events that would give the secret away."""
    return tuple(name for name in dict.fromkeys(names) if name in KINDS and KINDS[name].betrays_plague)
