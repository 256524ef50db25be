"""The Wandering Judge."""

from __future__ import annotations

from nightcall.engine import prompts
from nightcall.engine.events import MODERATOR, SEAT, TEXT, Tells
from nightcall.engine.options import Options
from nightcall.engine.prompts import Prompt
from nightcall.engine.rule import FIRST_NIGHT, Character
from nightcall.engine.unmoderated import DRAWN, SIGNED, Policy
from nightcall.engine.village import Village
from nightcall.engine.votes import Verdict


class WanderingJudge(Character):
    """Agrees on a secret sign; giving it during a vote, once per game, orders a second vote. (JUDGE-1…JUDGE-11)

    Or more often, if the table likes; but on one day only once. (HOUSE-10)
    """

    name = "wandering_judge"
    family = "JUDGE"
    led = {"wandering_judge.sign": Policy(DRAWN, lapse=""), "wandering_judge.signed": Policy(SIGNED)}
    wakes = FIRST_NIGHT
    borrowed_at = "own_call"
    uses_up = {"sign": ("signs_given", 1)}
    begins_anew = True  # the sign is another moderator's
    tells = [
        Tells("sign_agreed", to="seat", seat=SEAT, sign=TEXT, echo=True),
        Tells("signed", to=MODERATOR, seat=SEAT),
    ]

    has_sign = False
    signs_given = 0

    @classmethod
    def may_use(cls, mark: str, options: Options) -> int:
        return options.judge_signs

    def _is_used_up(self, v: Village) -> bool:
        return self.signs_given >= v.options.judge_signs

    @classmethod
    def asks(cls, v: Village) -> Prompt | None:
        return Prompt("wandering_judge.sign", prompts.TEXT, "JUDGE-1")

    def call(self, v: Village) -> None:
        sign = v.ask(Prompt("wandering_judge.sign", prompts.TEXT, "JUDGE-1", seat=self.holder, audience=(self.holder,)))
        self.has_sign = True
        v.tell("sign_agreed", "JUDGE-1", (self.holder,), seat=self.holder, sign=sign)

    def sign(self, v: Village) -> str:
        is_able = self.has_sign and not self._is_used_up(v) and self.holder in v.present()
        return "wandering_judge.signed" if is_able else ""

    def counted(self, v: Village, verdict: Verdict) -> None:
        """Only the day's first vote can be doubled (JUDGE-4, JUDGE-10)."""
        if not self.has_sign or self._is_used_up(v) or not verdict.is_first or self.holder not in v.present():
            return
        if v.options.judge_signal == "while_pointing":
            # Where only voices were counted, whoever may vote may have pointed.
            default = self.holder if self.holder in verdict.ballot.voters else None
            pointing = verdict.cast.get(self.holder, default)
            if not pointing:
                return  # JUDGE-5
        if v.yes("wandering_judge.signed", "JUDGE-2", audience=MODERATOR):
            self.signs_given += 1
            v.add_vote(self.name, "JUDGE-2")
            v.tell("signed", "JUDGE-2", MODERATOR, seat=self.holder)

    def lapses(self, v: Village) -> None:
        """An Actor's sign ends at nightfall, unless the table lets it last (ACTOR-8)."""
        if self.holder and not v.options.actor_effects_end_at_nightfall and not self._is_used_up(v):
            self.until = ""
            v.enter(self)
