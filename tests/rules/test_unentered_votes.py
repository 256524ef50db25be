"""Votes that nobody writes down: the table has counted, the moderator enters who it is."""

from __future__ import annotations

from nightcall.engine import tape
from tests.table import Table

TABLE = "Ann:seer Bea:werewolf Cid:werewolf Dan Eve Fay Gus Hal"


def test_who_is_condemned_may_be_entered_without_ballots() -> None:
    """VOTE-14: no count is announced, and all else follows as always."""
    t = Table(TABLE).night(look="Bea", devour="Fay").dawn()
    t.say("vote").upto("vote.ballots")
    assert t.refuses("Fay").key == "answer.not_an_option"
    t.say("Cid")
    assert t.dead == ["Fay", "Cid"]
    assert t.happened("condemned", seat="Cid")
    assert not t.happened("voted")
    assert tape.load_game(tape.dumps(t.game)).answers == t.game.answers


def test_the_majority_the_table_wants_is_the_tables_business() -> None:
    """VOTE-14, AMD-6"""
    t = Table(TABLE, vote_threshold="absolute_majority").night(look="Bea", devour="Fay").dawn()
    t.say("vote").upto("vote.ballots").say("Cid")
    assert t.dead == ["Fay", "Cid"]
