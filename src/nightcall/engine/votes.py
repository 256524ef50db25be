"""The village's vote: who may, for whom, how much it counts, and what comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from nightcall.engine import prompts
from nightcall.engine.deaths import VOTE, Death
from nightcall.engine.events import PUBLIC

if TYPE_CHECKING:
    from nightcall.engine.village import Village


class Ballot:
    """The typed payload of the `ballot` door: a vote about to be taken."""

    __slots__ = ("barred", "candidates", "silenced", "spared", "voters", "weights")

    def __init__(self, voters: Sequence[int], candidates: Sequence[int]) -> None:
        self.voters = list(voters)
        self.candidates = list(candidates)
        self.weights: dict[int, int] = {}
        """Voter -> how much the voice counts, where it is not one."""
        self.barred: dict[int, dict[int, str]] = {}
        """Voter -> candidates closed to that voter, with the rule."""
        self.silenced: dict[int, str] = {}
        """Seats without a vote, with the rule."""
        self.spared: dict[int, str] = {}
        """Seats that cannot receive votes, with the rule."""

    def silence(self, seat: int, rule: str) -> None:
        """Bans add up; nobody can lift another one's ban (VOTE-6)."""
        if seat in self.voters:
            self.voters.remove(seat)
        self.silenced.setdefault(seat, rule)

    def spare(self, seat: int, rule: str) -> None:
        if seat in self.candidates:
            self.candidates.remove(seat)
        self.spared.setdefault(seat, rule)

    def bar(self, voter: int, seat: int, rule: str) -> None:
        self.barred.setdefault(voter, {})[seat] = rule

    def open_to(self, voter: int) -> list[int]:
        """The candidates this voter may point at."""
        return [seat for seat in self.candidates if seat not in self.barred.get(voter, ())]


class Verdict:
    """What a count came to."""

    __slots__ = (
        "ballot",
        "cast",
        "condemned",
        "counts",
        "face_up",
        "is_declined",
        "is_first",
        "rule",
        "tied",
        "was_tie",
    )

    def __init__(self, ballot: Ballot, cast: dict[int, int | None], counts: dict[int, int]) -> None:
        self.ballot = ballot
        self.cast = cast
        """Voter -> candidate, empty if only counts were entered."""
        self.counts = counts
        self.tied: list[int] = []
        self.condemned = 0
        self.was_tie = False
        self.face_up = False
        """The condemned player has shown the card already (SCAPE-10)."""
        self.is_declined = False
        """Whoever may decide the tie prefers that nobody falls (VOTE-15)."""
        self.is_first = True
        """The day's own vote, not one added to it."""
        self.rule = "VOTE-2"


def vote(v: Village, *, is_first: bool = True) -> None:
    """One village vote with all its consequences, in the order of VOTE-16."""
    v.votes_held += 1
    v.votes_today += 1
    verdict = _take(v, v.living)
    if verdict is None:
        return
    verdict.is_first = is_first
    for rule in v.at("counted"):
        rule.counted(v, verdict)
    _settle(v, verdict)
    if not verdict.condemned:
        v.tell("nobody_condemned", verdict.rule)
        return
    v.tell("condemned", verdict.rule, seat=verdict.condemned)
    death = Death(verdict.condemned, VOTE, verdict.rule, by="tie" if verdict.was_tie else "vote")
    death.face_up = verdict.face_up
    v.eliminate(death)


def _take(v: Village, candidates: Sequence[int]) -> Verdict | None:
    """Collect the voices; None if nobody may vote (VOTE-7)."""
    ballot = Ballot(v.living, candidates)
    if not v.options.self_vote:
        for seat in v.living:
            ballot.bar(seat, seat, "VOTE-11")
    for rule in v.at("ballot"):
        rule.ballot(v, ballot)
    if not ballot.voters:
        v.tell("no_vote", "VOTE-7")
        return None
    if not ballot.candidates:
        v.tell("no_vote", "GEN-11")
        return None
    weights = ballot.weights
    if v.options.vote_input == "counts":
        most = sum(weights.get(voter, 1) for voter in ballot.voters)
        bound = [] if v.options.abstention else [voter for voter in ballot.voters if ballot.open_to(voter)]
        counts = v.ask(
            prompts.Prompt(
                "vote.counts",
                prompts.COUNTS,
                "VOTE-14",
                options=ballot.candidates,
                low=sum(weights.get(voter, 1) for voter in bound),
                high=most,
                audience=PUBLIC,
                refused=ballot.spared,
            )
        )
        v.tell("voted", "VOTE-2", counts=counts)
        return Verdict(ballot, {}, counts)
    cast: dict[int, int | None] = v.ask(
        prompts.Prompt(
            "vote.ballots",
            prompts.BALLOTS,
            "VOTE-1",
            options=ballot.candidates,
            low=0 if v.options.abstention else 1,
            audience=PUBLIC,
            refused=ballot.spared,
            voters=ballot.voters,
            silenced=ballot.silenced,
            barred=ballot.barred,
            weights=weights,
        )
    )
    counts = {}
    for voter, choice in cast.items():
        if choice is not None:
            counts[choice] = counts.get(choice, 0) + (weights.get(voter, 1) if weights else 1)
    v.tell("voted", "VOTE-2", ballots=cast, counts=counts)
    return Verdict(ballot, cast, counts)


def _settle(v: Village, verdict: Verdict) -> None:
    """From voices to the condemned player, or nobody."""
    counts = verdict.counts
    if not counts:
        verdict.rule = "VOTE-10"
        return
    most = max(counts.values())
    verdict.tied = [seat for seat in sorted(counts) if counts[seat] == most]
    if len(verdict.tied) == 1:
        if v.options.vote_threshold == "absolute_majority" and 2 * most <= sum(counts.values()):
            verdict.rule = "AMD-6"
            return
        verdict.condemned = verdict.tied[0]
        return
    verdict.was_tie = True
    v.tell("tied", "VOTE-9", seats=tuple(verdict.tied))
    for rule in v.at("tie"):
        verdict.condemned = rule.tie(v, verdict)
        if verdict.condemned:
            return
    if verdict.is_declined:
        verdict.rule = "VOTE-15"
        return
    verdict.rule = "OPT-TIE"
    if v.options.tie_without_scapegoat == "revote" and not v.revoting:
        v.revoting = True
        again = _take(v, verdict.tied)
        if again is not None:
            _settle(v, again)
            verdict.condemned, verdict.rule, verdict.was_tie = again.condemned, again.rule, again.was_tie
            verdict.tied = again.tied
        v.revoting = False


def election(v: Village, key: str, candidates: Sequence[int]) -> int:
    """An election to an office: one voice each, unweighted; a tie has one second ballot (SHERIFF-9, -10)."""
    candidates = tuple(candidates)
    if v.options.sheriff_election_majority == "moderator_decides":
        return v.pick(key, candidates, rule="OPT-SHERIFF-MAJORITY", optional=True, audience=PUBLIC)
    for _ in range(2):
        if v.options.vote_input == "counts":
            kind, most = prompts.COUNTS, len(v.living)
        else:
            kind, most = prompts.BALLOTS, 1
        answer = v.ask(
            prompts.Prompt(
                key,
                kind,
                "SHERIFF-10",
                options=candidates,
                low=0,
                high=most,
                audience=PUBLIC,
                voters=tuple(v.living) if kind == prompts.BALLOTS else (),
            )
        )
        counts: dict[int, int] = {}
        if kind == prompts.COUNTS:
            counts = answer
        else:
            for choice in answer.values():
                if choice is not None:
                    counts[choice] = counts.get(choice, 0) + 1
        if not counts:
            return 0
        most = max(counts.values())
        candidates = [seat for seat in candidates if counts.get(seat, 0) == most]
        if len(candidates) == 1:
            return candidates[0]
    return 0
