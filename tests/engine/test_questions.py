"""Questions and answers by themselves: what is read, what is refused, what is sent."""

from __future__ import annotations

import pytest

from nightcall import IllegalAnswer, Setup, TapeError, play, view
from nightcall.engine import prompts, tape
from nightcall.engine.prompts import Prompt
from nightcall.engine.rule import KINDS, Character
from nightcall.engine.village import Village
from tests.table import Table

EVERYBODY = "Ann:werewolf Bea:werewolf Cid:witch Dan:thief Eve Fay:fox Gus"


@pytest.mark.parametrize("nights", [0, 1, 2])
def test_a_call_that_only_pretends_asks_a_question_that_can_be_answered(nights: int) -> None:
    """FK-1, FK-2"""
    t = Table(EVERYBODY, spares="seer hunter", houses="Eve:bakery")
    for _ in range(nights):
        t.round()
    t.say(True)
    for kind in KINDS.values():
        if issubclass(kind, Character):
            for asked in (kind.asks(t.game.village), kind.asks_then(t.game.village)):
                assert asked is None or 0 <= asked.low <= min(asked.high, max(1, len(asked.options))), asked.key


@pytest.mark.parametrize("card", "cupid seer defender fox wild_child wolf_hound piper".split())
def test_what_a_call_pretends_to_ask_is_what_it_asks(card: str) -> None:
    """FK-1: as many are chosen in both."""
    t = Table(f"Ann:{card} Bea:werewolf Cid:werewolf Dan Eve Fay Gus").say(True)
    asked = KINDS[card].asks(t.game.village)
    assert asked is not None
    t.upto(asked.key)
    live = t.prompt
    assert live is not None
    assert (live.kind, live.low, live.high) == (asked.kind, asked.low, asked.high)


def test_where_nobody_moderates_a_yes_or_no_has_two_signs() -> None:
    """FK-1"""

    class Asks(Character):
        name = "asks"

        @classmethod
        def asks(cls, v: Village) -> Prompt | None:
            return Prompt("asks.whether", prompts.YES_NO, "FK-1")

    t = Table("Ann:werewolf Bea Cid")
    [once] = Asks.rounds(t.game.village, view(t.game))
    assert once.signs == 2


def test_a_pretended_witch_is_asked_twice_on_the_first_night_alone() -> None:
    """FK-2, WITCH-2: from the second night on nobody knows which potions are left."""
    t = Table(EVERYBODY, spares="seer hunter", witch_heal_target="any_player").say(True)
    asked = []
    for _ in range(2):
        then = KINDS["witch"].asks_then(t.game.village)
        asked.append(then.key if then is not None else "")
        t.answer().dawn().day().say(True)
    assert asked == ["witch.poison", ""]


def test_nobody_s_voices_may_be_entered_as_none() -> None:
    """VOTE-2"""
    prompt = Prompt("vote.counts", prompts.COUNTS, "VOTE-2", options=(1, 2, 3), low=0, high=5)
    assert prompt.check({"1": 0, "2": 2}) in ({1: 0, 2: 2}, {2: 2})
    with pytest.raises(IllegalAnswer):
        prompt.check({"1": -1})


def test_who_is_known_to_be_awake_is_sent_along() -> None:
    """IDENT-R1"""
    prompt = Prompt("werewolves.identify", prompts.PICK, "IDENT-R1", options=(1, 2))
    assert "known" not in prompt.to_json()
    known = Prompt("werewolves.identify", prompts.PICK, "IDENT-R1", options=(1, 2), known=(3,))
    assert known.to_json()["known"] == [3]


def test_nothing_is_answered_after_the_end() -> None:
    """WIN-9"""
    t = Table("Ann:werewolf Bea Cid").night(devour="Bea").dawn().day("Ann")
    assert t.winner == "village"
    with pytest.raises(IllegalAnswer, match="over"):
        t.game.answer(True)


def test_as_many_lines_as_are_allowed_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = Setup.of(["Ann", "Bea", "Cid"], {"werewolf": 1, "simple_villager": 2}, cards_known_to_app=True, seed=1)
    text = tape.dumps(play(setup, [True]))
    lines = text.count("\n")
    monkeypatch.setattr(tape, "LINES_LIMIT", lines)
    assert len(tape.loads(text).answers) == 1
    monkeypatch.setattr(tape, "LINES_LIMIT", lines - 1)
    with pytest.raises(TapeError):
        tape.loads(text)


def test_the_table_votes_where_every_voter_is_asked_in_the_open() -> None:
    """VOTE-2"""
    t = Table(EVERYBODY, spares="seer hunter").night().dawn()
    asked = t.prompt
    assert asked is not None
    assert not asked.is_public_vote
    vote = t.say("vote").prompt
    assert vote is not None
    assert vote.is_public_vote
    assert not Prompt("vote.ballots", prompts.BALLOTS, "VOTE-2", options=(1, 2), audience=(1, 2)).is_public_vote


def test_where_nothing_is_to_be_decided_the_game_goes_on_once() -> None:
    """Whoever looks ahead and then taps hears one telling, which is that of the tape; a tap is no number."""
    game = Table(EVERYBODY, spares="seer hunter").game
    assert game.prompt is not None
    assert game.prompt.kind == prompts.ACK
    assert game.answer(True) is game.on is game.on
    assert repr(game.on.events) == repr(play(game.setup, (*game.answers, True)).events)
    with pytest.raises(IllegalAnswer):
        game.answer(1)
