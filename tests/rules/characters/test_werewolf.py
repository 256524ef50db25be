"""The Werewolf and the pack."""

from __future__ import annotations

from nightcall.words import Words
from tests.table import Table

TABLE = "Ann:werewolf Bea:werewolf Cid:wild_child Dan Eve Fay Gus"


def audience(t: Table) -> list[str]:
    """Who is awake at the question asked now."""
    assert t.prompt is not None
    return [t.names[int(seat) - 1] for seat in t.prompt.audience]


def test_all_wolves_wake_together_each_night_and_devour_one_player() -> None:
    """WW-1"""
    t = Table(TABLE).upto("werewolves.devour", model="Gus")
    assert audience(t) == ["Ann", "Bea"]
    t.answer(devour="Dan")
    assert t.dawn().dead == ["Dan"]
    t.day().upto("werewolves.devour")
    assert audience(t) == ["Ann", "Bea"]
    t.answer(devour="Eve")
    assert t.dawn().dead == ["Dan", "Eve"]


def test_with_physical_cards_the_wolves_are_those_who_open_their_eyes() -> None:
    """WW-1, IDENT-R1"""
    t = Table(TABLE, physical=True).upto("werewolves.devour", model="Gus")
    assert audience(t) == ["Ann", "Bea"]
    assert "Ann" not in t.options
    assert t.answer(devour="Dan").dawn().dead == ["Dan"]


def test_the_pack_cannot_devour_a_wolf() -> None:
    """WW-2"""
    t = Table(TABLE).upto("werewolves.devour", model="Gus")
    assert t.options == ["Cid", "Dan", "Eve", "Fay", "Gus"]
    assert t.refuses("Bea").rule == "WW-2"
    assert t.refuses("Ann").rule == "WW-2"


def test_the_pack_devours_one_player_not_two() -> None:
    """WW-1"""
    t = Table(TABLE).upto("werewolves.devour", model="Gus")
    assert t.refuses(["Dan", "Eve"]).key == "answer.not_a_seat"


def test_without_agreement_nobody_is_devoured() -> None:
    """WW-3, WW-5, NR-1"""
    t = Table(TABLE).upto("werewolves.devour", model="Gus")
    t.say(None)
    assert t.dawn().happened("nobody_died")
    assert t.dead == []


def test_the_wolves_win_once_only_wolves_are_left() -> None:
    """WW-4, WIN-2"""
    t = Table("Ann:werewolf Bea:werewolf Cid Dan Eve").round(devour="Cid", votes="Dan")
    assert t.alive == ["Ann", "Bea", "Eve"]
    assert t.winner is None
    t.night(devour="Eve").dawn()
    assert t.winner == "werewolves"
    assert t.winners == ["Ann", "Bea"]


def test_the_dead_wolf_wins_with_his_pack() -> None:
    """WW-4, WIN-10"""
    t = Table("Ann:werewolf Bea:werewolf Cid Dan").round(devour="Cid", votes="Ann").night(devour="Dan").dawn()
    assert t.winner == "werewolves"
    assert t.winners == ["Ann", "Bea"]


def test_an_infected_player_is_refused_as_prey() -> None:
    """WW-6"""
    t = Table("Ann:cursed_wolf_father Bea:werewolf Cid Dan Eve Fay").round(devour="Dan", infect=True)
    t.upto("werewolves.devour")
    assert t.refuses("Dan").rule == "WW-2"
    assert t.answer(devour="Eve").dawn().dead == ["Eve"]


def test_a_wild_child_turned_by_day_is_refused_as_prey() -> None:
    """WW-6"""
    t = Table(TABLE).round(model="Gus", votes="Gus")
    assert t.upto("werewolves.devour").refuses("Cid").rule == "WW-2"


def test_turned_at_dawn_he_wakes_at_the_next_call() -> None:
    """WW-7, WOLF-6"""
    t = Table(TABLE).upto("werewolves.devour", model="Gus")
    assert audience(t) == ["Ann", "Bea"]
    t.answer(devour="Gus").dawn()
    assert t.is_wolf("Cid")
    t.day().upto("werewolves.devour")
    assert audience(t) == ["Ann", "Bea", "Cid"]


def test_turned_by_day_he_wakes_at_the_next_call() -> None:
    """WW-7"""
    t = Table(TABLE).round(model="Gus", votes="Gus").upto("werewolves.devour")
    assert audience(t) == ["Ann", "Bea", "Cid"]


def test_infected_tonight_he_wakes_at_the_next_call() -> None:
    """WW-7, INF-1, WOLF-8"""
    t = Table("Ann:cursed_wolf_father Bea:werewolf Cid Dan Eve Fay").upto("werewolves.devour")
    t.answer(devour="Dan", infect=True)
    assert t.is_wolf("Dan")
    t.dawn().day().upto("werewolves.devour")
    assert audience(t) == ["Ann", "Bea", "Dan"]


def test_a_wolf_in_love_may_let_his_partner_be_chosen() -> None:
    """WW-8, OPT-LOVERS-HARM"""
    t = Table("Ann:werewolf Bea:werewolf Cid:cupid Dan Eve Fay Gus").night(pair=("Ann", "Dan"), devour="Dan").dawn()
    assert t.dead == ["Dan", "Ann"]


def test_where_lovers_do_no_harm_the_partner_is_refused_to_a_wolf_alone() -> None:
    """WW-8, AMD-8, OPT-LOVERS-HARM"""
    t = Table("Ann:werewolf Bea Cid:cupid Dan Eve Fay Gus", preset="pacte")
    t.upto("werewolves.devour", pair=("Ann", "Dan"))
    assert t.refuses("Dan").rule == "LOVE-3"
    assert "Eve" in t.options
    assert t.prompt is not None
    assert t.prompt.optional
    t.say(None)
    assert t.dawn().happened("nobody_died")


def test_without_the_lover_in_the_pack_his_partner_can_be_chosen_again() -> None:
    """WW-8, AMD-8"""
    table = "Ann:werewolf Bea:werewolf Cid:cupid Dan Eve Fay Gus"
    t = Table(table, preset="pacte").upto("werewolves.devour", pair=("Eve", "Dan"))
    assert t.options == ["Cid", "Dan", "Eve", "Fay", "Gus"]


def test_a_wolf_may_vote_against_a_wolf() -> None:
    """WW-10"""
    t = Table(TABLE).round(model="Gus", votes={"Ann": "Bea"})
    assert t.dead == ["Bea"]


def test_a_werewolf_seen_before_opens_the_eyes_with_the_rest() -> None:
    """IDENT-R1, IDENT-0: whoever is known is accepted as seen, and counted; what is recorded is the news."""
    t = Table("Ann:seer Bea:werewolf Cid:werewolf Dan:werewolf Eve Fay Gus Hal", physical=True)
    t.upto("night.falls").say(True)
    t.upto("werewolves.identify", seer_look="Bea")
    assert t.prompt is not None
    said = Words("en").prompt(t.prompt, t.names).do
    assert "find 3" in said
    assert "Wolf-Hound" not in said, "none is in the deck"
    assert t.refuses(("Bea", "Cid")).key == "answer.how_many"
    seen = t.game.answer((t.seat("Bea"), t.seat("Cid"), t.seat("Dan")))
    assert seen.answers[-1].value == (t.seat("Cid"), t.seat("Dan"))
    assert seen.answers == t.game.answer((t.seat("Cid"), t.seat("Dan"))).answers, "as tapped without her"
    assert seen.village.wolves == {2, 3, 4}


def test_the_last_unknown_werewolf_is_seen_among_known_ones() -> None:
    """IDENT-R1: one news is one seat, with or without those who are known."""
    t = Table("Ann:seer Bea:werewolf Cid:werewolf Dan Eve Fay", physical=True)
    t.upto("night.falls").say(True)
    t.upto("werewolves.identify", seer_look="Bea")
    assert t.refuses("Bea").key == "answer.needed"
    assert t.refuses(("Bea", "Cid", "Dan")).key
    for seen in ("Cid", ("Bea", "Cid"), ("Cid",)):
        assert t.game.answer(t._plain(seen)).answers[-1].value == t.seat("Cid")


def test_the_wolf_hound_is_expected_where_there_is_one() -> None:
    """HOUND-5"""
    t = Table("Ann Bea:werewolf Cid:werewolf Dan:wolf_hound Eve Fay", physical=True, wolf_hound_call="joins_werewolves")
    t.upto("night.falls").say(True)
    t.upto("werewolves.identify")
    assert t.prompt is not None
    assert "Wolf-Hound" in Words("en").prompt(t.prompt, t.names).do
