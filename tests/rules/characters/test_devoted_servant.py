"""The Devoted Servant: when she may act."""

from __future__ import annotations

import pytest

from nightcall import desk, view
from nightcall.words import Words
from tests.table import Table

TABLE = "Ann:devoted_servant Bea:werewolf Cid:seer Dan:hunter Eve Fay Gus"


def condemned(t: Table, name: str) -> Table:
    """Vote, up to the pause before the card is shown."""
    return t.upto("vote.ballots", debate="vote").upto("devoted_servant.act", vote_ballots=name)


@pytest.mark.parametrize("physical", [False, True])
def test_takes_the_condemned_players_card_unseen(physical: bool) -> None:
    """SERV-1, SERV-3, IDENT-R11"""
    t = condemned(Table(TABLE, physical=physical).night(look="Eve").dawn(), "Cid")
    assert view(t.game).asked == "devoted_servant.act"
    assert not t.happened("card_shown")
    t.answer(act="Ann")
    assert t.dead == ["Cid"]
    assert t.sees(None, "stepped_up", seat="Ann", victim="Cid")
    assert t.sees("Ann", "card_taken", card="seer")
    assert not t.sees(None, "card_taken")
    assert not t.sees("Cid", "card_taken")
    assert not t.happened("card_shown", seat="Cid")
    t.night(look="Bea")
    assert t.sees("Ann", "card_seen", seat="Bea", card="werewolf")


@pytest.mark.parametrize("physical", [False, True])
def test_the_list_says_who_has_whose_card(physical: bool) -> None:
    """SERV-3: of the condemned it said "? one of:" and nothing."""
    t = condemned(Table(TABLE, physical=physical).night(look="Eve").dawn(), "Cid").answer(act="Ann")
    village, words = t.game.village, Words("en")
    assert desk.holding(village, t.seat("Cid"), words) == "taken over by Ann"
    assert desk.holding(village, t.seat("Ann"), words) == "Seer"
    assert list(desk.state(village, t.seat("Ann"), words)) == ["took over the card of Cid"]


def test_need_not_act() -> None:
    """SERV-1"""
    t = condemned(Table(TABLE).night(look="Eve").dawn(), "Cid").answer()
    assert t.sees(None, "card_shown", seat="Cid", card="seer")
    assert t.game.village.knows(t.seat("Ann")) is t.game.village.named("devoted_servant")[0]


@pytest.mark.parametrize("physical", [False, True])
def test_may_not_act_in_love(physical: bool) -> None:
    """SERV-2, LOVE-5"""
    t = Table("Ann:devoted_servant Bea:werewolf Cid:cupid Dan Eve Fay", physical=physical)
    t = condemned(t.night(pair=["Ann", "Fay"]).dawn(), "Dan")
    assert "Ann" not in t.options
    assert t.refuses("Ann").rule == "SERV-2"


def test_takes_over_no_love() -> None:
    """SERV-4"""
    t = Table("Ann:devoted_servant Bea:werewolf Cid:cupid Dan:seer Eve Fay Gus")
    t.night(pair=["Dan", "Eve"], look="Fay").dawn().day("Dan", act="Ann")
    assert t.dead == ["Dan", "Eve"]
    assert "Ann" in t.alive
    t.night(look="Bea", devour="Fay").dawn().day("Ann")
    assert t.dead == ["Dan", "Eve", "Fay", "Ann"]


def test_takes_over_no_charm() -> None:
    """SERV-4"""
    t = Table("Ann:devoted_servant Bea:werewolf Cid:piper Dan:seer Eve Fay")
    t.night(look="Fay", charm=["Dan", "Eve"]).dawn().day("Dan", act="Ann")
    t.night(look="Fay", charm=["Bea", "Fay"])
    assert not t.happened("won")  # Ann is not charmed
    assert t.sees("Eve", "charmed_met", seats=("Bea", "Eve", "Fay"))


def test_takes_over_no_infection() -> None:
    """SERV-4, SERV-M21, INF-6"""
    t = Table("Ann:devoted_servant Bea:cursed_wolf_father Cid:seer Dan Eve Fay")
    t.night(look="Fay", devour="Cid", infect=True).dawn().day("Cid", act="Ann")
    assert not t.is_wolf("Ann")
    t.night(look="Bea", devour="Dan").dawn().day("Bea")
    assert (t.winner, t.winners) == ("village", ["Ann", "Dan", "Eve", "Fay"])


def test_takes_over_no_badge_and_may_not_be_named_heir() -> None:
    """SERV-4, SERV-9, SERV-11"""
    t = Table(TABLE, sheriff="Cid").night(look="Eve").dawn().day("Cid", act="Ann")
    assert t.asks("sheriff.heir")
    assert t.options == ["Bea", "Dan", "Eve", "Fay", "Gus"]
    assert t.refuses("Ann").rule == "SERV-11"
    assert t.answer(heir="Eve").sheriff == "Eve"


def test_does_not_become_cupid() -> None:
    """SERV-4, SERV-M1, CUPID-5"""
    t = Table("Ann:devoted_servant Bea:werewolf Cid:cupid Dan Eve Fay")
    t.night(pair=["Dan", "Eve"]).dawn().day("Cid", act="Ann").night()
    assert t.asks("dawn.breaks")
    assert "cupid" not in t.calls


def test_does_not_become_cupid_on_the_opening_day_either() -> None:
    """SERV-4, CUPID-5, SERV-M1"""
    t = Table("Ann:devoted_servant Bea:werewolf Cid:cupid Dan:angel Eve Fay").day("Cid", act="Ann").night()
    assert t.asks("dawn.breaks")
    assert "cupid" in t.fakes  # nobody can know that the card went to her
    assert not t.happened("paired")


def test_loses_her_charm() -> None:
    """SERV-5, CHARM-2"""
    t = Table("Ann:devoted_servant Bea:werewolf Cid:piper Dan:seer Eve Fay")
    t.night(look="Fay", charm=["Ann", "Eve"]).dawn().day("Dan", act="Ann")
    t.night(look="Fay", charm=["Bea", "Fay"])
    assert not t.happened("won")
    assert t.sees("Eve", "charmed_met", seats=("Bea", "Eve", "Fay"))
    assert not t.events("charmed_met")[-1].seen_by(t.seat("Ann"))


def test_loses_her_badge_and_names_a_successor() -> None:
    """SERV-5, SERV-11, SHERIFF-13"""
    t = Table(TABLE, sheriff="Ann").night(look="Eve").dawn().day("Cid", act="Ann")
    assert t.asks("sheriff.heir")
    assert t.options == ["Bea", "Dan", "Eve", "Fay", "Gus"]
    assert t.answer(heir="Fay").sheriff == "Fay"
    assert t.why("succeeded") == "SERV-11"


def test_keeps_her_infection() -> None:
    """SERV-5, SERV-13, INF-6"""
    t = Table("Ann:devoted_servant Bea:cursed_wolf_father Cid:seer Dan Eve Fay")
    t.night(look="Fay", devour="Ann", infect=True).dawn().day("Cid", act="Ann")
    assert t.is_wolf("Ann")
    t.night(look="Dan", devour="Eve")
    assert t.sees("Ann", "card_seen", seat="Dan")
    t.dawn().day("Bea")
    assert not t.happened("won")


@pytest.mark.parametrize("card", ["piper", "prejudiced_manipulator"])
def test_infected_with_a_loners_card_she_is_a_simple_werewolf(card: str) -> None:
    """SERV-13, INF-5"""
    groups = dict.fromkeys(["Ann", "Bea", "Cid", "Dan", "Gus"], "hats") | {"Eve": "bare", "Fay": "bare"}
    t = Table(f"Ann:devoted_servant Bea:cursed_wolf_father Cid:{card} Dan Eve Fay Gus", groups=groups)
    charm = {"charm": ["Dan", "Eve"]} if card == "piper" else {}
    t.night(devour="Ann", infect=True, **charm).dawn().day("Cid", act="Ann")
    t.night(devour="Eve")
    assert ("piper" in t.fakes) is (card == "piper")
    assert not t.happened("charmed_shown")
    t.dawn().day("Fay")  # the hated group is gone
    assert not t.happened("won")
    t.night(devour="Dan").dawn().day("Gus")
    assert (t.winner, t.winners) == ("werewolves", ["Ann", "Bea"])


def test_infected_with_the_angels_card_she_is_a_simple_werewolf() -> None:
    """SERV-13, ANGEL-10"""
    t = Table("Ann:devoted_servant Bea:cursed_wolf_father Cid:angel Dan Eve Fay", preset="helper")
    t.night(devour="Ann", infect=True).dawn().day("Cid", act="Ann").night()
    t.dawn()
    assert not t.happened("won")
    assert t.game.village.side(t.seat("Ann")) == "werewolves"


def test_there_is_a_pause_even_if_nobody_can_act() -> None:
    """SERV-7, SERV-15"""
    t = condemned(Table(TABLE).night(look="Eve").dawn(), "Ann")
    assert t.options == []
    t.answer()
    assert t.sees(None, "card_shown", seat="Ann", card="devoted_servant")
    t.night(look="Eve").dawn().day("Cid")  # seen dead: no pause any more
    assert [prompt.key for prompt in t.asked].count("devoted_servant.act") == 1


@pytest.mark.parametrize("physical", [False, True])
def test_there_is_a_pause_for_a_servant_in_the_middle(physical: bool) -> None:
    """SERV-7, FK-2"""
    people = "Ann:thief Bea:werewolf Cid:seer Dan Eve Fay:werewolf"
    t = Table(people, spares="devoted_servant hunter", physical=physical).night(look="Dan").dawn()
    assert condemned(t, "Cid").options == []


@pytest.mark.parametrize("caught", [False, True])
def test_deaths_of_the_night_are_not_hers(caught: bool) -> None:
    """SERV-8"""
    t = Table(TABLE).night(look="Eve", devour="Dan" if caught else "Cid").dawn()
    assert not t.was_asked("devoted_servant.act")
    if caught:
        t.answer(shoot="Eve")  # nor is the Hunter's shot
    assert not t.was_asked("devoted_servant.act")


def test_grief_is_not_hers() -> None:
    """SERV-8, LOVE-8"""
    t = Table("Ann:devoted_servant Bea:werewolf Cid:cupid Dan Eve Fay").night(pair=["Dan", "Eve"]).dawn().day("Dan")
    assert t.dead == ["Dan", "Eve"]
    assert [prompt.key for prompt in t.asked].count("devoted_servant.act") == 1


def test_the_second_vote_of_a_day_is_hers_too() -> None:
    """SERV-8, VOTE-20, JUDGE-3"""
    t = Table("Ann:devoted_servant Bea:werewolf Cid:wandering_judge Dan:seer Eve Fay").night(look="Eve").dawn()
    t.day(["Eve", "Dan"], signed=True, act=[None, "Ann"])
    assert t.sees("Ann", "card_taken", card="seer")


def test_states_of_the_eliminated_player_still_work() -> None:
    """SERV-9, CHILD-7"""
    t = Table("Ann:devoted_servant Bea:werewolf Cid:cupid Dan:hunter Eve:wild_child Fay Gus", sheriff="Dan")
    t.night(pair=["Dan", "Fay"], model="Dan").dawn().day("Dan", act="Ann")
    assert t.dead == ["Dan", "Fay"]
    assert t.is_wolf("Eve")
    assert t.asks("sheriff.heir")


def test_acts_before_the_idiot_is_pardoned() -> None:
    """SERV-10, IDIOT-10, SERV-M6"""
    t = Table("Ann:devoted_servant Bea:werewolf Cid:village_idiot Dan Eve Fay").night().dawn().day("Cid", act="Ann")
    assert t.dead == ["Cid"]
    assert not t.happened("pardoned")


def test_acts_before_the_angel_wins() -> None:
    """SERV-10, ANGEL-8, SERV-9"""
    t = Table("Ann:devoted_servant Bea:werewolf Cid:angel Dan Eve Fay").day("Cid", act="Ann")
    assert not t.happened("won")
    assert t.dead == ["Cid"]


def test_stays_somebodys_model() -> None:
    """SERV-12, CHILD-7"""
    t = Table("Ann:devoted_servant Bea:werewolf Cid:wild_child Dan:seer Eve Fay")
    t.night(model="Ann", look="Eve").dawn().day("Dan", act="Ann")
    assert not t.is_wolf("Cid")
    t.night(look="Eve", devour="Ann").dawn()
    assert t.is_wolf("Cid")


def test_keeps_her_place_on_the_scapegoats_list() -> None:
    """SERV-12, SCAPE-2"""
    t = Table("Ann:devoted_servant Bea:werewolf Cid:scapegoat Dan:seer Eve:wandering_judge Fay Gus")
    t.night(look="Fay").dawn().day({"Dan": "Eve", "Eve": "Dan"}, voters=["Ann", "Bea"])
    t.night(look="Fay").dawn().upto("vote.ballots", debate="vote")
    t.upto("devoted_servant.act", vote_ballots={"Bea": "Dan"}, signed=True)
    t.upto("vote.ballots", act="Ann")
    assert t.prompt is not None
    assert t.prompt.voters == [t.seat("Ann"), t.seat("Bea")]


def test_acts_after_despair_but_gains_no_power() -> None:
    """SERV-14, DESP-4, DESP-5"""
    t = Table("Ann:devoted_servant Bea:werewolf Cid:elder Dan:hunter Eve Fay Gus").night().dawn().day("Cid")
    assert t.happened("despaired")
    t.night().dawn().day("Dan", act="Ann")
    assert t.sees("Ann", "card_taken", card="hunter")
    t.night(devour="Ann").dawn()
    assert t.dead == ["Cid", "Dan", "Ann"]
    assert not t.was_asked("hunter.shoot")


def test_cannot_take_her_own_card() -> None:
    """SERV-15"""
    t = condemned(Table(TABLE, physical=True).night(look="Eve").dawn(), "Ann")
    assert "Ann" not in t.options


@pytest.mark.parametrize("physical", [False, True])
def test_nobody_can_take_twice(physical: bool) -> None:
    """SERV-17"""
    t = Table("Ann:devoted_servant Bea:werewolf Cid:wandering_judge Dan:seer Eve Fay", physical=physical)
    t.night(look="Eve").dawn().day(["Dan", "Eve"], signed=True, act="Ann")
    assert t.dead == ["Dan", "Eve"]
    assert [prompt.key for prompt in t.asked].count("devoted_servant.act") == 1
    t.night(look="Fay").dawn().day("Ann")
    assert t.sees(None, "card_shown", seat="Ann", card="seer")


def test_a_card_that_lies_open_already_cannot_be_taken() -> None:
    """SERV-1, AMD-12"""
    t = Table("Ann:devoted_servant Bea:werewolf Cid:village_idiot Dan Eve Fay", revealed_idiot_votable=True)
    t.night().dawn().day("Cid").night().dawn().day("Cid")
    assert t.dead == ["Cid"]
    assert [prompt.key for prompt in t.asked].count("devoted_servant.act") == 1
    assert len(t.events("card_shown", seat="Cid")) == 1


def test_another_wild_child_keeps_the_model_when_she_chooses_hers() -> None:
    """FK-10, CHILD-1: what is done on the first night is done once, though the call is made again for her."""
    t = Table("Ann:wild_child Bea:wild_child Cid:devoted_servant Dan:werewolf Eve Fay Gus Hal")
    t = condemned(t.night(model=["Eve", "Fay"]).dawn(), "Ann").answer(act="Cid").say(True).upto("wild_child.model")
    assert t.prompt is not None
    assert t.prompt.seat == 3
    t.say("Gus").upto("werewolves.devour")
