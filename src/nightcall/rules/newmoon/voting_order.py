"""A vote taken one voter after the other."""

from __future__ import annotations

from collections.abc import Sequence

from nightcall.engine.village import Village
from nightcall.engine.votes import Ballot


def in_turn(v: Village, ballot: Ballot, ring: Sequence[int], rule: str) -> None:
    """Everybody points alone, in this order; whoever goes before all the others still does (INFL-2).

    Where only counts are entered the order is told and the voices are counted as usual (VOTE-14).
    """
    first = {seat: why for seat, why in ballot.alone.items() if seat in ballot.voters}
    turns = first | {seat: rule for seat in ring if seat in ballot.voters and seat not in first}
    v.tell("voting_order", rule, seats=tuple(turns))
    if v.options.vote_input == "ballots":
        ballot.alone = turns
