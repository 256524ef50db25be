"""The Angel."""

from __future__ import annotations

import pytest

from tests.table import Table

TABLE = "Ann:angel Bea:werewolf Cid:hunter Dan:witch Eve:defender Fay Gus"


def test_the_game_opens_with_a_debate_and_a_vote() -> None:
    """ANGEL-1, GEN-3, OPT-ANGEL-OPENING"""
    t = Table(TABLE)
    assert t.asks("day.debate")
    assert t.happened("opening_day")
    assert not t.happened("night_fell")
    assert t.day("Gus").dead == ["Gus"]


def test_no_opening_day_in_the_helper_or_without_an_angel() -> None:
    """ANGEL-1, OPT-ANGEL-OPENING"""
    assert Table(TABLE, preset="helper").asks("night.falls")
    assert Table("Ann Bea:werewolf Cid Dan Eve").asks("night.falls")


def test_the_opening_day_is_held_even_for_a_card_nobody_holds() -> None:
    """ANGEL-5"""
    t = Table("Ann:thief Bea:werewolf Cid:werewolf Dan Eve", spares="angel simple_villager")
    assert t.asks("day.debate")
    assert Table("Ann Bea:werewolf Cid Dan", also_announced="angel").asks("day.debate")


def test_wins_when_the_first_vote_eliminates_him() -> None:
    """ANGEL-2, RES-2, OPT-ANGEL-WINDOW"""
    t = Table(TABLE).day("Ann")
    assert t.winner == "angel"
    assert t.winners == ["Ann"]
    assert t.why("won") == "ANGEL-2"


def test_wins_when_devoured_in_the_first_night() -> None:
    """ANGEL-2, OPT-ANGEL-WINDOW"""
    assert Table(TABLE).day().night(devour="Ann", protect="Eve").dawn().winner == "angel"


def test_under_first_vote_only_the_first_night_is_too_late() -> None:
    """ANGEL-2, ANGEL-3, OPT-ANGEL-WINDOW"""
    assert Table(TABLE, angel_window="first_vote_only").day("Ann").winner == "angel"
    t = Table(TABLE, angel_window="first_vote_only").day().night(devour="Ann", protect="Eve").dawn()
    assert t.dead == ["Ann"]
    assert t.winner is None


def test_under_first_vote_only_an_angel_who_was_not_voted_out_wins_with_the_village() -> None:
    """ANGEL-2, ANGEL-11, OPT-ANGEL-WINDOW: with the vote itself the window has closed."""
    t = Table(TABLE, angel_window="first_vote_only").day("Bea")
    assert t.winner == "village"
    assert "Ann" in t.winners


def test_without_an_opening_day_the_first_vote_is_that_of_day_one() -> None:
    """ANGEL-2, OPT-ANGEL-OPENING"""
    t = Table(TABLE, angel_opening_vote=False).night(protect="Eve").dawn()
    assert t.day("Ann").winner == "angel"


def test_afterwards_he_is_a_villager_and_shares_the_village_s_victory() -> None:
    """ANGEL-3, WIN-18"""
    t = Table(TABLE).day().night(protect="Eve").dawn().day("Ann")
    assert t.winner is None
    t.night(protect="Fay").dawn().day("Bea")
    assert t.winner == "village"
    assert "Ann" in t.winners


@pytest.mark.parametrize(("keeps", "winner"), [(False, None), (True, "angel")])
def test_in_love_he_gives_up_his_goal(keeps: bool, winner: str | None) -> None:
    """ANGEL-4, LOVE-5, OPT-ANGEL-LOVER"""
    t = Table("Ann:angel Bea:werewolf Cid:cupid Dan Eve Fay", angel_in_love_keeps_goal=keeps)
    t.day().night(pair=["Ann", "Dan"], devour="Ann").dawn()
    assert t.winner == winner


def test_a_shot_at_the_first_dawn_counts_as_the_first_night() -> None:
    """ANGEL-6"""
    t = Table(TABLE).day().night(devour="Cid", protect="Eve").dawn(shoot="Ann")
    assert t.winner == "angel"


def test_grief_at_the_first_dawn_counts_as_the_first_night() -> None:
    """ANGEL-6"""
    t = Table("Ann:angel Bea:werewolf Cid:cupid Dan Eve Fay", angel_in_love_keeps_goal=True)
    assert t.day().night(pair=["Ann", "Dan"], devour="Dan").dawn().winner == "angel"


def test_a_shot_after_the_first_vote_is_not_the_vote() -> None:
    """ANGEL-6"""
    t = Table(TABLE).day("Cid", shoot="Ann")
    assert t.dead == ["Cid", "Ann"]
    assert t.winner is None


@pytest.mark.parametrize(("causes", "winner"), [("any", "angel"), ("vote_or_wolves", None)])
def test_poison_wins_only_where_any_cause_does(causes: str, winner: str | None) -> None:
    """ANGEL-7, ANGEL-2, OPT-ANGEL-CAUSE"""
    t = Table(TABLE, angel_causes=causes).day().night(protect="Eve", poison="Ann").dawn()
    assert t.dead == ["Ann"]
    assert t.winner == winner


def test_a_shot_does_not_win_under_vote_or_wolves_but_teeth_do() -> None:
    """ANGEL-7, OPT-ANGEL-CAUSE"""
    t = Table(TABLE, preset="pacte").day().night(devour="Cid", protect="Eve").dawn(shoot="Ann")
    assert t.winner is None
    t = Table(TABLE, preset="pacte").day().night(devour="Ann", protect="Eve").dawn()
    assert t.winner == "angel"
    assert Table(TABLE, preset="pacte").day("Ann").winner == "angel"


def test_devoured_and_poisoned_at_once_wins_under_vote_or_wolves() -> None:
    """ANGEL-7, NR-13"""
    t = Table(TABLE, preset="pacte").day().night(devour="Ann", protect="Eve", poison="Ann").dawn()
    assert t.winner == "angel"


SERVED = "Ann:angel Bea:werewolf Cid:devoted_servant Dan Eve Fay"


def test_a_servant_who_takes_the_card_prevents_the_victory_and_is_the_angel() -> None:
    """ANGEL-8, SERV-M18, SERV-9, SERV-10"""
    t = Table(SERVED).day("Ann", act="Cid")
    assert t.dead == ["Ann"]
    assert t.winner is None
    assert t.night(devour="Cid").dawn().winner == "angel"
    assert t.winners == ["Cid"]


def test_a_servant_who_takes_the_card_later_is_a_villager() -> None:
    """SERV-M18, ANGEL-3"""
    t = Table(SERVED).day().night().dawn().day("Ann", act="Cid")
    t.night(devour="Cid").dawn()
    assert t.dead == ["Ann", "Cid"]
    assert t.winner is None


def test_a_tie_that_kills_the_scapegoat_leaves_the_window_open() -> None:
    """ANGEL-9"""
    t = Table("Ann:angel Bea:werewolf Cid:scapegoat Dan Eve Fay")
    t.day({"Bea": "Ann", "Dan": "Eve"}, voters=["Dan"])
    assert t.dead == ["Cid"]
    assert t.winner is None
    assert t.night(devour="Ann").dawn().winner == "angel"


def test_infected_in_the_window_he_has_lost_his_goal() -> None:
    """ANGEL-10, INF-8"""
    t = Table("Ann:angel Bea:cursed_wolf_father Cid:witch Dan Eve Fay")
    t.day().night(devour="Ann", infect=True, poison="Ann").dawn()
    assert t.dead == ["Ann"]
    assert t.winner is None


@pytest.mark.parametrize("saved", [{"protect": "Ann"}, {"protect": "Eve", "heal": "Ann"}])
def test_saved_in_the_first_night_he_lapses(saved: dict[str, str]) -> None:
    """ANGEL-11, ANGEL-3"""
    t = Table(TABLE).day().night(devour="Ann", **saved).dawn()
    assert t.alive[0] == "Ann"
    t.day("Ann")
    assert t.dead == ["Ann"]
    assert t.winner is None


def test_dying_together_with_others_he_alone_wins_and_nothing_follows() -> None:
    """ANGEL-12, RES-2"""
    t = Table(TABLE).day().night(devour="Cid", protect="Eve", poison="Ann").dawn()
    assert t.winners == ["Ann"]
    assert not t.was_asked("hunter.shoot")


def helper(*, votes: int) -> Table:
    """The helper's table, that many rounds later."""
    t = Table("Ann:angel Bea:werewolf Cid:hunter Dan Eve Fay Gus Hal", preset="helper")
    for _ in range(votes):
        t.round()
    return t


def test_until_the_second_vote_the_first_vote_and_both_nights_count() -> None:
    """ANGEL-13, OPT-ANGEL-WINDOW"""
    assert helper(votes=0).round("Ann").winner == "angel"
    assert helper(votes=0).night(devour="Ann").dawn().winner == "angel"
    assert helper(votes=1).night(devour="Ann").dawn().winner == "angel"
    assert helper(votes=1).night(devour="Cid").dawn(shoot="Ann").winner == "angel"
    assert helper(votes=0).night().dawn().day("Cid", shoot="Ann").winner == "angel"


def test_the_second_vote_itself_and_all_that_follows_is_too_late() -> None:
    """ANGEL-13, ANGEL-3"""
    t = helper(votes=1).round("Ann")
    assert t.dead == ["Ann"]
    assert t.winner is None
    t = helper(votes=1).night().dawn().day("Cid", shoot="Ann")
    assert t.dead == ["Cid", "Ann"]
    assert t.winner is None
    assert helper(votes=2).night(devour="Ann").dawn().winner is None


def test_despair_does_not_touch_him() -> None:
    """ANGEL-14, DESP-5"""
    t = Table("Ann:angel Bea:werewolf Cid:elder Dan Eve Fay").day("Cid")
    assert t.happened("despaired")
    assert t.night(devour="Ann").dawn().winner == "angel"


def test_in_his_window_he_is_no_villager_who_survives() -> None:
    """ANGEL-14, WIN-1, AMD-22"""
    t = Table("Ann:angel Bea:werewolf Cid:piper").day("Bea")
    assert t.alive == ["Ann", "Cid"]
    assert t.winner is None


def test_a_village_that_wins_at_the_first_dawn_wins_without_him() -> None:
    """ANGEL-14, ANGEL-6, WIN-18: his window closes with that dawn, so he has not lapsed yet."""
    t = Table(TABLE).day().night(protect="Eve", poison="Bea").dawn()
    assert t.winner == "village"
    assert t.winners == ["Cid", "Dan", "Eve", "Fay", "Gus"]


def test_with_physical_cards_the_shown_card_decides() -> None:
    """IDENT-R12, ANGEL-2"""
    t = Table(TABLE, physical=True).day("Ann")
    assert t.winner == "angel"
    assert t.looked_at == []


def test_with_physical_cards_an_infected_angel_is_looked_at() -> None:
    """IDENT-R12, IDENT-R16, CK-1, ANGEL-10"""
    t = Table("Ann:angel Bea:cursed_wolf_father Cid:witch Dan Eve Fay", physical=True)
    t.day().night(devour="Ann", infect=True, poison="Ann")
    assert t.looked_at == ["Ann"]
    assert t.dawn().winner is None


def test_before_any_vote_he_is_still_on_his_own() -> None:
    """ANGEL-1, ANGEL-5: without an opening day the first vote is that of the first day."""
    t = Table(TABLE, angel_opening_vote=False).night(devour="Fay", protect="Eve").dawn()
    assert t.asks("day.debate")
    assert t.game.village.side(t.seat("Ann")) == "angel"
    assert t.day("Ann").winner == "angel"
