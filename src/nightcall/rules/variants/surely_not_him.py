""" "In any case, it surely isn't him!": a vote by clearing."""

from __future__ import annotations

from nightcall.engine.events import PUBLIC, SEAT, SEATS, Tells
from nightcall.engine.unmoderated import DRAW, DRAWN, MAJORITY, OPEN, Policy
from nightcall.engine.village import Village
from nightcall.engine.votes import Ballot, Verdict, begin, pronounce
from nightcall.rules.variants.variant import Variant

VOTES = ("vote", "second_vote")


class SurelyNotHim(Variant):
    """Every vote of the game is taken by clearing. (NOTH-1…NOTH-3, VARX-1)

    Single votes, that is: one that an event card takes in its own way is that card's. Or only those the moderator wants
    taken so. (HOUSE-25)
    """

    name = "surely_not_him"
    family = "NOTH"
    led = {
        "surely_not_him.now": Policy(MAJORITY, lapse=False),
        "surely_not_him.first": Policy(DRAWN, DRAW),
        "surely_not_him.clear": Policy(OPEN, DRAW, seconds=10),
    }
    tells = [
        Tells("first_speaker", seat=SEAT),
        Tells("cleared", seats=SEATS, last=SEAT),
    ]

    def instead_of(self, v: Village, step: str) -> bool:
        if step == "vote" and any("pointing" in getattr(rule, "replaces", ()) for rule in v.at("ballot")):
            return False
        may_choose = step in VOTES and v.options.surely_not_him_votes == "on_request"
        if may_choose and not v.yes("surely_not_him.now", "HOUSE-25", audience=PUBLIC):
            return False
        return clears_instead(v, step)


def clears_instead(v: Village, step: str) -> bool:
    """For the `instead_of` door of whatever plays by this: the variant for every vote, an event for those of a day."""
    if step not in VOTES:
        return False
    surely_not_him(v, is_first=step == "vote")
    return True


def surely_not_him(v: Village, *, is_first: bool = True) -> None:
    """All stand; a player clears another, who sits down and clears the next; the last one standing falls.

    The first speaker, left of the last eliminated or named by the moderator, stays standing (NOTH-1, NOTH-2). No
    voices are counted, so nobody is barred, immune or tied (NOTH-2, NOTH-3); the Judge has nothing to sign in (AMD-38).
    """
    begin(v)
    standing = list(v.present())
    if not standing:
        v.tell("no_vote", "VOTE-7")
        return
    speaker = _first_speaker(v, standing)
    if v.options.vote_input == "counts" and len(standing) > 1:
        standing = [v.pick("surely_not_him.last", standing, rule="NOTH-1", audience=PUBLIC)]
    cleared: list[int] = []
    while len(standing) > 1:
        others = [seat for seat in standing if seat != speaker]
        speaker = v.pick("surely_not_him.clear", others, rule="NOTH-1", by=speaker, audience=PUBLIC)
        standing.remove(speaker)
        cleared.append(speaker)
    v.tell("cleared", "NOTH-1", seats=tuple(cleared), last=standing[0])
    verdict = Verdict(Ballot((), ()), {}, {})
    verdict.is_first, verdict.rule = is_first, "NOTH-1"
    pronounce(v, verdict, standing)


def _first_speaker(v: Village, standing: list[int]) -> int:
    """The nearest player on the left of the last one eliminated and not back."""
    for death in reversed(v.graveyard):
        if death.seat not in v.living:
            speaker = next(seat for seat in v.around(death.seat) if seat in standing)
            v.tell("first_speaker", "NOTH-1", seat=speaker)
            return speaker
    speaker = v.pick("surely_not_him.first", standing, rule="NOTH-2", audience=PUBLIC)
    v.tell("first_speaker", "NOTH-2", seat=speaker)
    return speaker
