"""The village's vote: who may, for whom, how much it counts, and what comes of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from nightcall.engine import prompts
from nightcall.engine.deaths import VOTE, Death
from nightcall.engine.events import PUBLIC

if TYPE_CHECKING:
    from nightcall.engine.rule import Rule
    from nightcall.engine.village import Village


class Ballot:
    """The typed payload of the `ballot` door: a vote about to be taken."""

    __slots__ = (
        "alone",
        "barred",
        "bound",
        "candidates",
        "extra",
        "is_bound",
        "privileged",
        "silenced",
        "spared",
        "voters",
        "weights",
    )

    def __init__(self, voters: Sequence[int], candidates: Sequence[int]) -> None:
        self.voters = list(voters)
        self.candidates = list(candidates)
        self.alone: dict[int, str] = {}
        """Voters who point alone, one after the other and before the rest, in this order; each with the rule."""
        self.is_bound = False
        """Nobody may abstain who can point at anybody (AMD-40)."""
        self.extra: dict[int, int] = {}
        """Voices against a seat that nobody casts (VOTE-5)."""
        self.weights: dict[int, int] = {}
        """Voter -> how much the voice counts, where it is not one."""
        self.barred: dict[int, dict[int, str]] = {}
        """Voter -> candidates closed to that voter, with the rule."""
        self.bound: dict[int, str] = {}
        """Voters who may not abstain, with the rule, though others may (AMD-65)."""
        self.silenced: dict[int, str] = {}
        """Seats without a vote, with the rule."""
        self.spared: dict[int, str] = {}
        """Seats that cannot receive votes, with the rule."""
        self.privileged: set[int] = set()
        """Those of them who are kept from the others' hands alone: voices that nobody casts still strike (SCAN-3)."""

    def silence(self, seat: int, rule: str) -> None:
        """Bans add up; nobody can lift another one's ban (VOTE-6)."""
        if seat in self.voters:
            self.voters.remove(seat)
        self.silenced.setdefault(seat, rule)

    def spare(self, seat: int, rule: str, *, is_privilege: bool = False) -> None:
        """Nobody can vote against the seat; of several reasons the first counts."""
        if seat in self.candidates:
            self.candidates.remove(seat)
        if seat not in self.spared:
            self.spared[seat] = rule
            if is_privilege:
                self.privileged.add(seat)

    def bar(self, voter: int, seat: int, rule: str) -> None:
        self.barred.setdefault(voter, {})[seat] = rule

    def may_abstain(self, v: Village, voter: int) -> bool:
        return v.options.abstention and not self.is_bound and voter not in self.bound

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
        "deaths",
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
        self.deaths: list[Death] = []
        """Who was to fall by it; those not spared have fallen once it is carried out."""
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

    def take_over(self, again: Verdict) -> None:
        """A second ballot has taken the place of the first: whoever looks at the verdict sees nothing of that one."""
        self.ballot, self.cast, self.counts = again.ballot, again.cast, again.counts
        self.condemned, self.rule, self.face_up = again.condemned, again.rule, again.face_up
        self.tied, self.was_tie, self.is_declined = again.tied, again.was_tie, again.is_declined


def vote(v: Village, *, is_first: bool = True) -> None:
    """One village vote with all its consequences, in the order of VOTE-16."""
    begin(v)
    ballot = open_ballot(v, v.living)
    if not can_vote(v, ballot):
        return
    verdict = count(v, ballot, collect(v, ballot))
    verdict.is_first = is_first
    for rule in v.at("counted"):
        rule.counted(v, verdict)
    settle(v, verdict)
    pronounce(v, verdict, [verdict.condemned] if verdict.condemned else ())


def begin(v: Village) -> None:
    """A vote, or what an event or variant puts in its place, begins (VOTE-17)."""
    v.votes_held += 1
    v.votes_today += 1


def pronounce(v: Village, verdict: Verdict, seats: Sequence[int]) -> None:
    """Name those who are to fall, one or several or nobody; then it is carried out."""
    for seat in seats:
        v.tell("condemned", verdict.rule, seat=seat)
        death = Death(seat, VOTE, verdict.rule, by="tie" if verdict.was_tie else "vote")
        death.face_up = verdict.face_up
        verdict.deaths.append(death)
    if not seats:
        v.tell("nobody_condemned", verdict.rule)
    carry_out(v, verdict)


def carry_out(v: Village, verdict: Verdict) -> None:
    """Day powers may still be used; then the condemned fall, and whatever waits for a vote follows (BLD-6, AMD-59)."""
    if verdict.deaths:
        v.sentenced = tuple([death.seat for death in verdict.deaths])
        window(v, "verdict")
        v.eliminate(*verdict.deaths)
        v.sentenced = ()
    for rule in v.at("voted"):
        rule.voted(v, verdict)


def window(v: Village, moment: str) -> None:
    """Day powers outside the debate, one at a time; nothing is asked if none is offered (AMD-33)."""
    while v.plan.opens_windows:
        offered = powers_in(v, moment)
        if not offered:
            return
        choice = v.choose("day.powers", ["go_on", *offered], rule="BLD-4", audience=PUBLIC)
        if choice == "go_on":
            return
        use_power(v, choice)


def powers_in(v: Village, moment: str) -> dict[str, dict[int, Rule]]:
    """What may be done in a window that opens now: see `powers_now`."""
    v.window = moment
    return powers_now(v)


def powers_now(v: Village) -> dict[str, dict[int, Rule]]:
    """What may be done in the window open now, by whom, and by which rule; 0 = the village."""
    offered: dict[str, dict[int, Rule]] = {}
    for rule in v.at("powers"):
        if v.window in rule.windows:
            for power in rule.powers(v):
                offered.setdefault(power, {}).setdefault(rule.user(v, power), rule)
    return offered


def use_power(v: Village, power: str) -> None:
    """By the one who may; whoever leads says who, if several may: two houses with one power, say."""
    users = powers_now(v)[power]
    seats = sorted(seat for seat in users if seat)
    by = seats[0] if seats else 0
    if len(seats) > 1:
        by = v.pick("day.user", seats, rule="BLD-4", audience=PUBLIC)
    users[by].use(v, power)


def open_ballot(v: Village, candidates: Sequence[int]) -> Ballot:
    """Who may vote, for whom, and how much it counts."""
    ballot = Ballot(v.living, candidates)
    for seat, reason in v.away.items():
        ballot.silence(seat, reason)
        ballot.spare(seat, reason)
    if not v.options.self_vote:
        for seat in v.living:
            ballot.bar(seat, seat, "VOTE-11")
    for rule in v.at("ballot"):
        rule.ballot(v, ballot)
    return ballot


def can_vote(v: Village, ballot: Ballot) -> bool:
    """Nobody may vote, or nobody can be voted for: no vote (VOTE-7, VOTE-8)."""
    if not ballot.voters:
        v.tell("no_vote", "VOTE-7")
        return False
    if not ballot.candidates and not ballot.extra:
        v.tell("no_vote", "GEN-11")
        return False
    return True


Voices = tuple[dict[int, int | None], dict[int, int]]


def collect(v: Village, ballot: Ballot) -> Voices | int:
    """The voices: ballots by voter, and counts where only those were entered; or who it is, and nothing else."""
    cast: dict[int, int | None] = {}
    for voter, rule in ballot.alone.items():
        if voter in ballot.voters:
            cast[voter] = _point(v, ballot, voter, rule)
    together = [voter for voter in ballot.voters if voter not in cast] if cast else ballot.voters
    if not together or not ballot.candidates:
        return cast, {}
    if v.options.vote_input == "counts":
        return cast, _counted(v, ballot, together)
    if v.hasty is not None:
        v.count_question()
        cast |= v.hasty.ballots(together, ballot.candidates, ballot.barred)
        return cast, {}
    answer = v.ask(
        prompts.Poll(
            "vote.ballots",
            prompts.BALLOTS,
            "VOTE-1",
            options=ballot.candidates,
            low=0 if v.options.abstention and not ballot.is_bound else 1,
            audience=PUBLIC,
            refused=ballot.spared,
            voters=together,
            silenced=ballot.silenced,
            barred=ballot.barred,
            bound=ballot.bound,
            weights=ballot.weights,
        )
    )
    if isinstance(answer, int):
        return answer
    return cast | answer, {}


def _point(v: Village, ballot: Ballot, voter: int, rule: str) -> int | None:
    """One voter alone."""
    barred = ballot.barred.get(voter, {})
    options = [seat for seat in ballot.candidates if seat not in barred]
    choice = v.pick(
        "vote.alone",
        options,
        rule=rule,
        by=voter,
        optional=ballot.may_abstain(v, voter),
        audience=PUBLIC,
        refused={**ballot.spared, **barred},
    )
    return choice or None


def _counted(v: Village, ballot: Ballot, voters: Sequence[int]) -> dict[int, int]:
    weights = ballot.weights
    bound = [voter for voter in voters if not ballot.may_abstain(v, voter) and ballot.open_to(voter)]
    counts: dict[int, int] = v.ask(
        prompts.Prompt(
            "vote.counts",
            prompts.COUNTS,
            "VOTE-14",
            options=ballot.candidates,
            low=sum(weights.get(voter, 1) for voter in bound),
            high=sum(weights.get(voter, 1) for voter in voters),
            audience=PUBLIC,
            refused=ballot.spared,
        )
    )
    return counts


def count(v: Village, ballot: Ballot, voices: Voices | int) -> Verdict:
    """Weigh the ballots, add what was only counted and what nobody cast.

    Where only the condemned player was entered, the table has done all that itself, and no count is announced.
    """
    if isinstance(voices, int):
        return Verdict(ballot, {}, {voices: 1})
    cast, counted = voices
    counts = dict(counted)
    for choice in cast.values():
        if choice is not None:
            counts[choice] = counts.get(choice, 0) + 1
    for voter, weight in ballot.weights.items():
        weighed = cast.get(voter)
        if weighed is not None:
            counts[weighed] += weight - 1
    for seat, more in ballot.extra.items():
        counts[seat] = counts.get(seat, 0) + more
    if v.is_told:
        _tell_count(v, cast, counts)
    return Verdict(ballot, cast, counts)


def _tell_count(v: Village, cast: dict[int, int | None], counts: dict[int, int]) -> None:
    if cast:
        v.tell("voted", "VOTE-2", ballots=cast, counts=counts)
    else:
        v.tell("voted", "VOTE-2", counts=counts)


def settle(v: Village, verdict: Verdict) -> None:
    """From voices to the condemned player, or nobody."""
    counts = verdict.counts
    if not counts:
        verdict.rule = "VOTE-10"
        return
    most = max(counts.values())
    verdict.tied = sorted([seat for seat, voices in counts.items() if voices == most])
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
        ballot = open_ballot(v, verdict.tied)
        if can_vote(v, ballot):
            again = count(v, ballot, collect(v, ballot))
            settle(v, again)
            verdict.take_over(again)
        v.revoting = False


def election(v: Village, key: str, candidates: Sequence[int], electors: Sequence[int] | None = None) -> int:
    """An election to an office: one voice each, unweighted; a tie has one second ballot (SHERIFF-9, -10)."""
    candidates = [seat for seat in candidates if seat not in v.away]
    electors = [seat for seat in (v.living if electors is None else electors) if seat not in v.away]
    if not candidates or not electors:
        return 0  # GEN-11
    if v.options.sheriff_election_majority == "moderator_decides":
        return v.pick(key, candidates, rule="OPT-SHERIFF-MAJORITY", optional=True, audience=PUBLIC)
    for _ in range(2):
        candidates = _leading(v, key, candidates, electors)
        if len(candidates) < 2:
            return candidates[0] if candidates else 0
    return 0


def _leading(v: Village, key: str, candidates: Sequence[int], electors: Sequence[int]) -> list[int]:
    """One ballot: the candidates with the most voices, nobody if there are none."""
    is_counted = v.options.vote_input == "counts"
    kind: prompts.Kind = prompts.COUNTS if is_counted else prompts.BALLOTS
    high = len(electors) if is_counted else 1
    voters = () if is_counted else electors
    answer = v.ask(
        prompts.Poll(key, kind, "SHERIFF-10", options=candidates, low=0, high=high, audience=PUBLIC, voters=voters)
    )
    if isinstance(answer, int):
        return [answer]
    counts = answer if is_counted else Counter(choice for choice in answer.values() if choice is not None)
    most = max(counts.values(), default=0)
    return [seat for seat in candidates if most and counts.get(seat) == most]
