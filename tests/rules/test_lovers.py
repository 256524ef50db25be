"""What love does: meeting, grief, and what a Lover may not do."""

from __future__ import annotations

from typing import Any

import pytest

from nightcall import IllegalAnswer, desk
from nightcall.desk import reasons
from nightcall.words import Words
from tests.table import Table

TABLE = "Ann:cupid Bea:werewolf Cid:seer Dan:fox Eve:witch Fay:defender Gus Hal"


@pytest.mark.parametrize(
    ("preset", "order"),
    [
        ("pact", ["cupid", "seer", "fox", "lovers"]),
        ("pacte", ["cupid", "seer", "fox", "lovers"]),
        ("helper", ["cupid", "lovers", "fox"]),
        ("classic", ["cupid", "lovers", "seer"]),
    ],
)
def test_the_lovers_meet_at_their_place_of_the_first_night(preset: str, order: list[str]) -> None:
    """LOVE-1, OPT-LOVERS-POS"""
    t = Table(TABLE, preset=preset).night(pair=["Gus", "Hal"], look="Bea", protect="Fay")
    start = t.calls.index("cupid")
    assert t.calls[start : start + len(order)] == order
    t.dawn().day().night(look="Ann", protect="Eve")
    assert "lovers" not in t.calls


def test_only_the_two_know_of_each_other() -> None:
    """LOVE-1"""
    t = Table(TABLE).night(pair=["Gus", "Hal"], look="Bea", protect="Fay")
    assert t.sees("Gus", "fell_in_love", seats=("Gus", "Hal"))
    assert t.sees("Hal", "fell_in_love", seats=("Gus", "Hal"))
    assert not t.sees("Bea", "fell_in_love")
    assert not t.sees(None, "fell_in_love")
    assert not t.sees("Hal", "card_shown")


def test_one_dies_and_the_other_dies_of_grief() -> None:
    """LOVE-2, RES-3"""
    couple = Table("Ann:cupid Bea:werewolf Cid Dan Eve Fay").night(pair=["Dan", "Eve"], devour="Eve").dawn()
    assert couple.dead == ["Eve", "Dan"]
    assert couple.why("cause", seat="Dan", causes=("grief",)) == "LOVE-2"
    by_day = Table("Ann:cupid Bea:werewolf Cid Dan Eve Fay").night(pair=["Dan", "Eve"]).dawn().day("Dan")
    assert by_day.dead == ["Dan", "Eve"]
    assert by_day.sees(None, "died", seat="Eve", cause="grief")


def test_grief_at_dawn_is_not_told_apart_from_the_night() -> None:
    """LOVE-2, NR-15"""
    t = Table("Ann:cupid Bea:werewolf Cid Dan Eve Fay").night(pair=["Dan", "Eve"], devour="Eve").dawn()
    assert [event.facts for event in t.events("died")] == [{"seat": 5}, {"seat": 4}]


def fallen(t: Table) -> list[dict[str, Any]]:
    """The deaths as the table has heard of them."""
    return [dict(event.facts) for event in t.events("died")]


@pytest.mark.parametrize("physical", [False, True])
def test_grief_by_day_is_told_as_grief_whatever_the_day_has_brought(physical: bool) -> None:
    """LOVE-2, NR-15: what everybody witnesses has a cause."""
    people = "Ann:cupid Bea:werewolf Cid:hunter Dan Eve Fay Gus Hal Ida"
    night = {"pair": ["Dan", "Eve"], "devour": "Ida"}
    vote = Table(people, physical=physical).night(**night).dawn().day("Dan")
    assert fallen(vote)[1:] == [{"seat": 4, "cause": "vote"}, {"seat": 5, "cause": "grief"}]
    shot = Table(people, physical=physical).night(**night).dawn().day("Cid", shoot="Dan")
    assert fallen(shot)[1:] == [
        {"seat": 3, "cause": "vote"},
        {"seat": 4, "cause": "shot"},
        {"seat": 5, "cause": "grief"},
    ]


@pytest.mark.parametrize("physical", [False, True])
def test_grief_for_somebody_shot_at_dawn_is_told(physical: bool) -> None:
    """LOVE-2, HUNTER-1, NR-15: the shot is heard by all, and what follows it was not of the night."""
    people = "Ann:cupid Bea:werewolf Cid:hunter Dan Eve Fay Gus"
    t = Table(people, physical=physical).night(pair=["Dan", "Eve"], devour="Cid").dawn(shoot="Dan")
    assert fallen(t) == [{"seat": 3}, {"seat": 4, "cause": "shot"}, {"seat": 5, "cause": "grief"}]


def test_grief_at_dawn_for_a_disease_is_not_told_apart() -> None:
    """NR-15, KNIGHT-2: of the dead of a night only disease and fire are told."""
    people = "Ann:cupid Bea:werewolf Cid:knight_with_the_rusty_sword Dan:werewolf Eve Fay Gus Hal Ida"
    t = Table(people).night(pair=["Dan", "Eve"], devour="Cid").dawn().day().night(devour="Hal").dawn()
    told = fallen(t)
    assert {"seat": 4, "cause": "disease"} in told
    assert {"seat": 5} in told


def test_grief_for_somebody_who_goes_home_at_night_is_told_at_once() -> None:
    """LOVE-2, TABLE-1: the table sees both."""
    t = Table("Ann:cupid Bea:werewolf Cid Dan Eve Fay Gus").night(pair=["Dan", "Eve"], devour="Fay").dawn().day()
    game = t.game.answer(True).intervene("table.leaves", 4, True)
    assert [dict(event.facts) for event in game.events if event.name == "died"][-2:] == [
        {"seat": 4, "cause": "walked"},
        {"seat": 5, "cause": "grief"},
    ]


@pytest.mark.parametrize(("prey", "condemned"), [("Gus", "Dan"), ("Dan", "")])
def test_why_somebody_died_of_grief_names_the_love_and_whom_it_was_for(prey: str, condemned: str) -> None:
    """LOVE-2"""
    t = Table("Ann:cupid Bea:werewolf Cid Dan Eve Fay Gus Hal").night(pair=["Dan", "Eve"], devour=prey).dawn()
    game = t.day(condemned).game if condemned else t.game
    [place] = [place for place, event in enumerate(game.events) if event.name == "died" and event.facts["seat"] == 5]
    said = "Eve and Dan were in love. Dan died, and Eve could not live without Dan."
    assert reasons.grief(game, place, Words("en")) == said
    assert reasons.is_told(game.events[place]) is bool(condemned), "of the night's deaths nobody hears why"
    others = [place for place, event in enumerate(game.events) if event.facts.get("seat") == 4]
    assert [reasons.grief(game, place, Words("en")) for place in others] == [""] * len(others)


@pytest.mark.parametrize(("voter", "partner"), [("Dan", "Eve"), ("Eve", "Dan")])
def test_a_vote_against_the_partner_is_refused(voter: str, partner: str) -> None:
    """LOVE-3, VOTE-12"""
    t = Table("Ann:cupid Bea:werewolf Cid Dan Eve Fay").night(pair=["Dan", "Eve"]).dawn()
    t.upto("vote.ballots", debate="vote")
    assert t.refuses({voter: partner}).rule == "LOVE-3"
    t.say({voter: "Bea", "Ann": partner, "Cid": partner})
    assert partner in t.dead


def test_a_lover_with_no_other_ballot_abstains() -> None:
    """LOVE-17, GEN-11"""
    t = Table(
        "Ann:cupid Bea:werewolf Cid Dan Eve Fay",
        tie_without_scapegoat="revote",
        abstention=False,
        self_vote=False,
    )
    t.night(pair=["Dan", "Eve"]).dawn().upto("vote.ballots", debate="vote")
    t.say({"Ann": "Dan", "Bea": "Dan", "Cid": "Eve", "Fay": "Eve", "Dan": "Bea", "Eve": "Cid"})
    assert t.options == ["Dan", "Eve"]
    t.refuses({"Bea": "Dan", "Cid": "Dan", "Fay": "Dan", "Dan": "Eve", "Ann": "Dan"})
    t.refuses({"Cid": "Dan", "Fay": "Dan"})
    t.say({"Ann": "Dan", "Bea": "Dan", "Cid": "Dan", "Fay": "Dan"})
    assert t.dead == ["Dan", "Eve"]


def test_love_does_not_share_a_charm() -> None:
    """LOVE-5"""
    t = Table("Ann:cupid Bea:werewolf Cid:piper Dan Eve").night(pair=["Dan", "Eve"], charm=["Ann", "Dan"])
    assert t.sees("Dan", "charmed_met", seats=("Ann", "Dan"))


def test_a_servant_in_love_cannot_act() -> None:
    """LOVE-5, SERV-2"""
    people = "Ann:cupid Bea:werewolf Cid:devoted_servant Dan Eve Fay"
    t = Table(people).night(pair=["Cid", "Dan"]).dawn()
    t.upto("devoted_servant.act", debate="vote", ballots={"Ann": "Eve"})
    assert t.options == []
    t = Table(people).night(pair=["Fay", "Dan"]).dawn()
    t.upto("devoted_servant.act", debate="vote", ballots={"Ann": "Eve"})
    assert t.options == ["Cid"]


def grieving(card: str, **options: Any) -> Table:
    """The holder of the card loses the love of his life to the wolves in the second night."""
    t = Table(f"Ann:cupid Bea:werewolf Cid:{card} Dan Eve Fay Gus", **options)
    return t.night(pair=["Cid", "Dan"]).dawn().day().night(devour="Dan").dawn()


def test_grief_kills_the_elder_at_once_and_without_despair() -> None:
    """LOVE-8, LOVE-9, ELDER-11"""
    t = grieving("elder")
    assert t.dead == ["Dan", "Cid"]
    assert not t.happened("despaired")


def test_grief_leaves_no_disease() -> None:
    """LOVE-8, KNIGHT-7"""
    t = grieving("knight_with_the_rusty_sword")
    assert t.dead == ["Dan", "Cid"]
    assert not t.happened("diseased")


def test_grief_is_not_pardoned() -> None:
    """LOVE-8, IDIOT-6"""
    t = Table("Ann:cupid Bea:werewolf Cid:village_idiot Dan Eve Fay").night(pair=["Cid", "Dan"]).dawn().day("Dan")
    assert t.dead == ["Dan", "Cid"]
    assert not t.happened("pardoned")


def test_grief_gives_the_servant_no_chance() -> None:
    """LOVE-8, SERV-8"""
    people = "Ann:cupid Bea:werewolf Cid:devoted_servant Dan Eve Fay"
    t = Table(people).night(pair=["Dan", "Eve"]).dawn().day("Dan")
    assert t.dead == ["Dan", "Eve"]
    assert [prompt.key for prompt in t.asked].count("devoted_servant.act") == 1


def test_a_grieving_hunter_shoots() -> None:
    """LOVE-8, HUNTER-2"""
    t = grieving("hunter")
    assert t.asks("hunter.shoot")
    assert t.answer(shoot="Bea").dead == ["Dan", "Cid", "Bea"]


def test_neither_shield_nor_second_life_stops_grief() -> None:
    """LOVE-9"""
    people = "Ann:cupid Bea:werewolf Cid:defender Dan:elder Eve Fay"
    t = Table(people).night(pair=["Dan", "Eve"], protect="Dan", devour="Eve").dawn()
    assert t.dead == ["Eve", "Dan"]


def test_healing_the_bitten_lover_saves_both() -> None:
    """LOVE-9, WITCH-16"""
    t = Table("Ann:cupid Bea:werewolf Cid:witch Dan Eve Fay").night(pair=["Dan", "Eve"], devour="Eve", heal="Eve")
    assert t.sees("Cid", "victims_shown", seats=("Eve",))
    assert t.dawn().dead == []


def test_no_grief_for_a_pardoned_partner() -> None:
    """LOVE-10, IDIOT-7"""
    t = Table("Ann:cupid Bea:werewolf Cid:village_idiot Dan Eve Fay").night(pair=["Cid", "Dan"]).dawn().day("Cid")
    assert t.happened("pardoned", seat="Cid")
    assert t.dead == []


def test_no_grief_for_a_partner_who_leaves_as_a_winner() -> None:
    """LOVE-10, MANIP-6"""
    groups = {"Ann": "a", "Bea": "a", "Cid": "a", "Dan": "a", "Eve": "b", "Fay": "a"}
    t = Table("Ann:cupid Bea:werewolf Cid:prejudiced_manipulator Dan Eve Fay", groups=groups)
    t.night(pair=["Cid", "Dan"]).dawn().day("Eve")
    assert t.happened("left", seat="Cid")
    assert t.alive == ["Ann", "Bea", "Dan", "Fay"]


WOLVES = "Ann:cupid Bea:werewolf Cid:big_bad_wolf Dan Eve Fay Gus"


def test_where_no_harm_is_allowed_a_pack_of_several_is_refused_nobody() -> None:
    """AMD-71, WW-8, LOVE-16, OPT-LOVERS-HARM: only the wolf in love is bound, and only he may notice."""
    t = Table(WOLVES, preset="pacte").say(True).upto("werewolves.devour", pair=["Bea", "Dan"])
    assert t.options == ["Ann", "Dan", "Eve", "Fay", "Gus"]
    assert t.prompt is not None
    assert {seat: dict(closed) for seat, closed in t.prompt.barred.items()} == {2: {4: "LOVE-3"}}
    assert t.prompt.check_of(3, 4) == 4
    with pytest.raises(IllegalAnswer, match="LOVE-3"):
        t.prompt.check_of(2, 4)
    said = desk.note(t.game, Words("en"))
    assert "Bea loves Dan and doesn't point there." in said
    t.say("Dan")
    assert t.asks("big_bad_wolf.devour")
    assert t.options == ["Ann", "Eve", "Fay", "Gus"]
    assert t.say("Fay").dawn().dead == ["Dan", "Fay", "Bea"]


def test_a_wolf_awake_alone_is_refused_his_partner_and_the_note_says_nothing_of_a_pack() -> None:
    """AMD-8, AMD-71"""
    t = Table("Ann:cupid Bea:werewolf Cid Dan Eve Fay", preset="pacte")
    t.upto("werewolves.devour", pair=["Bea", "Dan"])
    assert t.options == ["Ann", "Cid", "Eve", "Fay"]
    assert "loves" not in desk.note(t.game, Words("en"))


def test_a_wolf_father_is_not_offered_the_curse_on_his_own_love() -> None:
    """AMD-71, AMD-8: his mates have chosen; the infection would be his own doing."""
    people = "Ann:cupid Bea:cursed_wolf_father Cid:werewolf Dan Eve Fay Gus"
    for pair, offered in ((["Bea", "Dan"], False), (["Cid", "Dan"], True), (["Bea", "Eve"], True)):
        t = Table(people, preset="pacte").upto("werewolves.devour", pair=pair)
        t.say("Dan").upto("dawn.breaks")
        assert t.was_asked("cursed_wolf_father.infect") is offered
        assert "cursed_wolf_father" in t.calls, "called all the same"


def test_where_no_harm_is_allowed_the_big_bad_wolf_spares_his_partner() -> None:
    """AMD-8, LOVE-16"""
    t = Table(WOLVES, preset="pacte").say(True).upto("big_bad_wolf.devour", pair=["Cid", "Dan"], devour="Eve")
    assert t.options == ["Ann", "Fay", "Gus"]
    assert t.refuses("Dan").rule == "LOVE-3"


def test_where_no_harm_is_allowed_the_partner_is_not_infected() -> None:
    """AMD-8"""
    people = "Ann:cupid Bea:cursed_wolf_father Cid:little_girl Dan Eve Fay"
    t = Table(people, lovers_restriction="no_harm").night(pair=["Bea", "Cid"])
    assert not t.was_asked("little_girl.caught")
    t = Table(people, lovers_restriction="no_harm").say(True).upto("werewolves.devour", pair=["Bea", "Dan"])
    assert t.refuses("Dan").rule == "LOVE-3"


def test_where_no_harm_is_allowed_the_witch_does_not_poison_her_partner() -> None:
    """LOVE-16, OPT-LOVERS-HARM"""
    people = "Ann:cupid Bea:werewolf Cid:witch Dan Eve Fay"
    t = Table(people, preset="pacte").say(True).upto("witch.poison", pair=["Cid", "Dan"])
    assert t.refuses("Dan").rule == "LOVE-3"
    assert t.say("Fay").dawn().dead == ["Fay"]


def test_where_no_harm_is_allowed_the_white_does_not_bite_his_partner() -> None:
    """LOVE-16, OPT-LOVERS-HARM"""
    people = "Ann:cupid Bea:werewolf Cid:white_werewolf Dan:werewolf Eve Fay"
    t = Table(people, preset="pacte").night(pair=["Bea", "Cid"]).dawn().day()
    t.say(True).upto("white_werewolf.devour")
    assert t.options == ["Dan"]
    assert t.refuses("Bea").rule == "LOVE-3"


def test_a_white_without_a_lawful_prey_is_still_called() -> None:
    """LOVE-16, WHITE-2, FK-1"""
    people = "Ann:cupid Bea:werewolf Cid:white_werewolf Dan Eve Fay"
    t = Table(people, preset="pacte").night(pair=["Bea", "Cid"]).dawn().day()
    t.say(True).upto("white_werewolf.devour")
    assert t.options == []
    t.answer()
    assert "white_werewolf" in t.calls


def test_elsewhere_only_the_vote_is_forbidden() -> None:
    """LOVE-3, OPT-LOVERS-HARM"""
    people = "Ann:cupid Bea:werewolf Cid:witch Dan Eve Fay"
    t = Table(people).night(pair=["Cid", "Dan"], poison="Dan").dawn()
    assert t.dead == ["Dan", "Cid"]
    t = Table(people).night(pair=["Bea", "Dan"], devour="Dan").dawn()
    assert t.dead == ["Dan", "Bea"]


@pytest.mark.parametrize(("variant", "rule"), [("", "BARK-1"), ("harvest_festival", "HARV-1")])
def test_the_pack_is_refused_for_a_reason_all_may_know_before_it_is_for_love(variant: str, rule: str) -> None:
    """LOVE-3, BARK-1, HARV-1, OPT-LOVERS-HARM: the other Werewolves do not learn who loves whom."""
    people = "Ann:cupid Bea:werewolf Cid:werewolf Dan Eve Fay Gus"
    secrets = {"deceitful": "Bea", "secret": "Gus"} if variant else {}
    t = Table(people, houses="Fay:pub", lovers_restriction="no_harm", variants=variant)
    t.upto("werewolves.devour", pair=["Bea", "Fay"], **secrets)
    assert t.refuses("Fay").rule == rule
