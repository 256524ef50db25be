"""What stands in every game besides cards and offices: the village's goal, endings, and the table's own customs."""

from __future__ import annotations

from typing import Final

from nightcall.engine.deaths import PARDONED, REPRIEVED
from nightcall.engine.errors import GameOver
from nightcall.engine.events import MODERATOR, PUBLIC, SEAT, Tells
from nightcall.engine.outcome import Outcome
from nightcall.engine.prompts import FEIGNED, SEEN
from nightcall.engine.rule import Rule
from nightcall.engine.setup import Setup
from nightcall.engine.unmoderated import MAJORITY, Policy
from nightcall.engine.village import Village
from nightcall.engine.votes import Ballot, Verdict
from nightcall.rules.characters.wandering_judge import WanderingJudge


class TheVillage(Rule):
    """Wins when no Werewolf lives and somebody is left who is no loner. (WIN-1, AMD-22)"""

    name = "village"

    def victory(self, v: Village) -> Outcome | None:
        if v.wolves_may_live():
            return None
        sides = {seat: v.side(seat) for seat in v.living}
        survives = "village" in sides.values()
        if not survives and not v.options.village_needs_survivor:
            survives = any(side == "lovers" and v.own_side(seat) == "village" for seat, side in sides.items())
        return v.win("village", "WIN-1", v.members("village")) if survives else None


class Nobody(Rule):
    """No living player, no winner. (WIN-8)"""

    name = "nobody"

    def victory(self, v: Village) -> Outcome | None:
        return None if v.living else v.win("nobody", "WIN-8", ())


PARDONS: Final[dict[str, str]] = {REPRIEVED: "lord", PARDONED: "idiot"}
"""What has saved a condemned player -> who gave or earned the pardon."""
NOBODY_WINS: Final = "nobody_wins"
"""The moderator's button."""
PATIENCE: Final = 5
"""Days without a death after which a game may be called a stalemate."""


class Stalemate(Rule):
    """Nobody can change anything any more: the moderator may declare that nobody wins. (WIN-15)

    Offered when only loners and couples are left, or when nobody has died for days: Lovers who may not harm each
    other, say.
    """

    name = "stalemate"
    shown_always = (NOBODY_WINS,)  # that it is offered may mean that no Werewolf lives

    def powers(self, v: Village) -> tuple[str, ...]:
        last_death = v.graveyard[-1].day if v.graveyard else 0
        is_stuck = not v.wolves_may_live() or v.day - last_death >= PATIENCE
        return (NOBODY_WINS,) if is_stuck else ()

    def use(self, v: Village, power: str) -> None:
        raise GameOver(v.win("nobody", "WIN-15", ()))


class DebateRules(Rule):
    """Whoever breaks an announced rule of the debate loses that day's vote. (VOTE-19)"""

    name = "debate_rules"
    names_offenders = True
    led = {"debate.offender": Policy(MAJORITY)}
    tells = [Tells("punished", seat=SEAT, icon_else="ui-vote")]

    def __init__(self) -> None:
        self.offenders: dict[int, int] = {}
        """Seat -> the day it may not vote."""

    @classmethod
    def concerns(cls, setup: Setup) -> bool:
        return setup.debate_rules

    def _punishable(self, v: Village) -> list[int]:
        return [seat for seat in v.present() if self.offenders.get(seat) != v.day]

    def powers(self, v: Village) -> tuple[str, ...]:
        return ("offence",) if self._punishable(v) else ()

    def use(self, v: Village, power: str) -> None:
        seat = v.pick("debate.offender", self._punishable(v), rule="VOTE-19", audience=PUBLIC)
        self.offenders[seat] = v.day
        v.tell("punished", "VOTE-19", seat=seat)

    def ballot(self, v: Village, ballot: Ballot) -> None:
        for seat, day in self.offenders.items():
            if day == v.day:
                ballot.silence(seat, "VOTE-19")


class EarlyNight(Rule):
    """A pardon sends the village to bed although the Judge has signed; the sign is spent. (HOUSE-20, LORD-3, JUDGE-8)

    Nobody hears that there was one. Votes an event has added are held all the same.
    """

    name = "early_night"
    tells = [Tells("sign_wasted", to=MODERATOR)]

    @classmethod
    def concerns(cls, setup: Setup) -> bool:
        return setup.options.pardon_cancels_second_vote != "neither" and WanderingJudge.concerns(setup)

    def voted(self, v: Village, verdict: Verdict) -> None:
        wanted = v.options.pardon_cancels_second_vote
        pardons = [PARDONS.get(death.how, "") for death in verdict.deaths]
        is_over = bool(pardons) and all(pardon and wanted in (pardon, "both") for pardon in pardons)
        if is_over and v.call_off_vote(WanderingJudge.name):
            v.tell("sign_wasted", "HOUSE-20", MODERATOR)


class SilentRoles(Rule):
    """Roles without a call of their own, woken once only to be recognised, if the table wants. (INS-3)"""

    name = "silent_roles"
    is_silent = True

    @classmethod
    def concerns(cls, setup: Setup) -> bool:
        return bool(setup.options.identify_silent_roles_n1)

    @classmethod
    def is_spoken(cls, v: Village) -> bool:
        return v.night == 1 and not v.cards.known_from_start

    def call(self, v: Village) -> None:
        called = [name for name, kind in v.plan.calls if kind.is_spoken(v)]
        for name in v.options.identify_silent_roles_n1:
            if name not in called and v.shown.get(name, 0) < v.announced[name]:  # FK-5
                self._recognise(v, name)

    @staticmethod
    def _recognise(v: Village, name: str) -> None:
        if not v.options.fake_calls and not v.cards.missing(name) and not v.cards_named(name):
            return
        v.tell("called", "INS-3", call=name)
        v.identify(name)
        awake = [card for card in v.cards_named(name) if card.holder in v.living]
        for card in awake:
            if card.seen_on != v.night:
                v.ack("silent_role.wake", "INS-3", seat=card.holder, card=name, about=SEEN)
        if not awake:
            v.ack("call.fake", "FK-12", card=name, about=FEIGNED)
