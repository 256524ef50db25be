"""The Harvest Festival: who falls for whom, and who takes whose card."""

from __future__ import annotations

import pytest

from nightcall.desk import travel
from tests.table import Table

HARVEST = "harvest_festival"


def test_the_scapegoat_is_safe_in_a_tie() -> None:
    """HARV-7, SCAPE-13: nobody falls; without the variant he would."""
    votes = {"Ann": "Dan", "Dan": "Eve"}
    t = Table("Ann:werewolf Bea:scapegoat Cid Dan Eve", variants=HARVEST)
    t.night().dawn().day(votes)
    assert t.happened("tied")
    assert t.dead == []
    usual = Table("Ann:werewolf Bea:scapegoat Cid Dan Eve")
    usual.night().dawn().day(votes)
    assert usual.dead == ["Bea"]


@pytest.mark.parametrize("condemned", ["Ann", "Cid"])
def test_the_scapegoat_falls_for_either_neighbour(condemned: str) -> None:
    """HARV-7, HARV-16, SCAPE-13: without being asked; then he names the voters."""
    t = Table("Ann:werewolf Bea:scapegoat Cid Dan Eve", variants=HARVEST)
    t.night().dawn().day(condemned)
    assert t.happened("took_the_place", seat="Bea", victim=condemned)
    assert t.dead == ["Bea"]
    assert not t.happened("card_shown", seat=condemned)
    assert t.asks("scapegoat.voters")
    t.answer(voters=["Cid"])
    t.night().dawn()
    t.upto("vote.ballots", debate="vote")
    assert t.prompt is not None
    assert list(t.prompt.voters) == [3]


def test_the_voter_list_is_given_even_if_only_a_tie_would_earn_it() -> None:
    """HARV-16: it belongs to taking the place."""
    t = Table("Ann:werewolf Bea:scapegoat Cid Dan Eve", variants=HARVEST, scapegoat_privilege_causes="tie")
    t.night().dawn().day("Cid")
    assert t.asks("scapegoat.voters")


def test_the_scapegoat_does_not_fall_for_somebody_farther_off() -> None:
    """HARV-7."""
    t = Table("Ann:werewolf Bea:scapegoat Cid Dan Eve", variants=HARVEST)
    t.night().dawn().day("Dan")
    assert t.dead == ["Dan"]


@pytest.mark.parametrize(("neighbours", "falls"), [("living", "Bea"), ("as_seated", "Dan")])
def test_which_neighbour_the_scapegoat_stands_for(neighbours: str, falls: str) -> None:
    """HARV-7, OPT-HARVEST-NEIGHBOURS: once Cid between them is dead, Dan is the nearest, but not in the next seat."""
    t = Table("Ann:werewolf Bea:scapegoat Cid Dan:werewolf Eve Fay", variants=HARVEST, harvest_neighbours=neighbours)
    t.night(devour="Cid").dawn().day("Dan")
    assert t.dead == ["Cid", falls]


def test_the_barkeep_has_hit_whoever_he_voted_for() -> None:
    """HARV-7, BARK-3: his target was condemned, though another one fell."""
    t = Table("Ann:werewolf Bea:scapegoat Cid Dan Eve", houses="Eve:pub", variants=HARVEST)
    t.night().dawn().day({"Dan": "Cid"}, alone="Cid")
    t.answer(voters=["Cid"])
    assert t.dead == ["Bea"]
    assert t.happened("immunity_lost", seat="Eve")


def test_the_barkeep_has_hit_the_scapegoat_who_fell_for_another() -> None:
    """HARV-7, BARK-3, BARK-6: he voted for the one who is eliminated in the end."""
    t = Table("Ann:werewolf Bea:scapegoat Cid Dan Eve", houses="Eve:pub", variants=HARVEST)
    t.night().dawn().day({"Ann": "Cid", "Dan": "Cid"}, alone="Bea")
    t.answer(voters=["Cid"])
    assert t.dead == ["Bea"]
    assert t.happened("immunity_lost", seat="Eve")


def test_the_condemned_and_the_scapegoat_both_are_part_of_the_verdict() -> None:
    """HARV-7, DISS-1: the vote has eliminated a player who is no Werewolf."""
    t = Table("Ann:werewolf Bea:scapegoat Cid Dan Eve Fay", variants=HARVEST, events="dissatisfaction")
    t.round().night().dawn().day(["Ann", None])
    assert t.dead == ["Bea"]
    t.answer(voters=["Cid"])
    assert t.happened("vote_added")


def test_the_idiot_needs_nobody() -> None:
    """HARV-16: the pardon stands, the Scapegoat lives."""
    t = Table("Ann:werewolf Bea:scapegoat Cid:village_idiot Dan", variants=HARVEST)
    t.night().dawn().day("Cid")
    assert t.happened("pardoned", seat="Cid")
    assert t.dead == []


def test_an_unknown_scapegoat_who_is_voted_out_does_not_stand_for_himself() -> None:
    """HARV-7, HARV-16, SERV-1: the moderator looks for the Idiot; the card stays down for the Servant."""
    people = "Ann:werewolf Bea:scapegoat Cid Dan:village_idiot Eve:devoted_servant"
    t = Table(people, physical=True, variants=HARVEST).night().dawn().day("Bea", act="Eve")
    assert t.looked_at == ["Bea"]
    assert not t.happened("took_the_place")
    assert not t.happened("card_shown", seat="Bea")
    assert t.sees("Eve", "card_taken", card="scapegoat")
    assert t.dead == ["Bea"]
    t = Table(people, physical=True, variants=HARVEST).night().dawn().day("Bea", voters=["Cid"])
    assert t.dead == ["Bea"], "and nobody else comes forward"


def test_a_scapegoat_nobody_knows_yet_comes_forward() -> None:
    """HARV-7, HARV-16, SCAPE-13: with physical cards only the neighbours can be he."""
    t = Table("Ann:werewolf Bea:scapegoat Cid Dan Eve", physical=True, variants=HARVEST)
    t.night().dawn().day("Cid")
    asked = [prompt for prompt in t.asked if prompt.key == "scapegoat.declare"]
    assert [list(prompt.options) for prompt in asked] == [[4, 2]]  # left first
    assert t.dead == ["Bea"]


def test_a_thief_who_stays_thief_robs_somebody() -> None:
    """HARV-5, HARV-15, THIEF-11: he plays the stolen card from the next call on, the victim has none."""
    t = Table(
        "Ann:thief Bea:seer Cid:werewolf Dan:werewolf", spares="simple_villager simple_villager", variants=HARVEST
    )
    t.upto("thief.rob")
    assert t.refuses(None)
    assert t.refuses("Ann").rule == "HARV-5"
    t.upto("seer.look", rob="Bea")
    assert t.prompt is not None
    assert t.prompt.seat == 1
    t.answer(look="Cid")
    assert not t.sees("Bea", "converted")  # not before the morning
    t.say(True)
    assert t.asks("harvest_festival.recheck")
    t.answer()
    assert t.sees("Bea", "converted", card="thief")
    assert not t.sees(None, "converted")


def test_a_thief_who_took_a_spare_robs_nobody() -> None:
    """HARV-5, THIEF-11; the cards are checked again all the same, so nobody can tell."""
    t = Table("Ann:thief Bea:seer Cid:werewolf Dan:werewolf", spares="hunter simple_villager", variants=HARVEST)
    t.night(swap="hunter", look="Cid").dawn()
    assert not t.was_asked("thief.rob")
    assert t.was_asked("harvest_festival.recheck")


def test_a_stolen_wolf_card_changes_the_pack() -> None:
    """HARV-15: the Thief wakes with the pack, the robbed Werewolf does not."""
    t = Table("Ann:thief Bea:werewolf Cid:werewolf Dan Eve", spares="simple_villager simple_villager", variants=HARVEST)
    t.upto("werewolves.devour", rob="Bea")
    assert t.prompt is not None
    assert t.prompt.audience == (1, 3)
    assert "Bea" in t.options
    assert t.is_wolf("Ann")
    assert not t.is_wolf("Bea")


def test_a_theft_with_physical_cards() -> None:
    """HARV-15: the moderator looks at the stolen card."""
    t = Table(
        "Ann:thief Bea:werewolf Cid:werewolf Dan Eve",
        spares="simple_villager simple_villager",
        physical=True,
        variants=HARVEST,
    )
    t.upto("werewolves.identify", rob="Bea")
    assert t.looked_at == ["Bea"]
    t.say(["Cid"] if t.prompt and t.prompt.high > 1 else "Cid")
    t.upto("werewolves.devour")
    assert t.prompt is not None
    assert t.prompt.audience == (1, 3)


def test_a_scapegoat_condemned_beside_his_neighbour_falls_once() -> None:
    """HARV-7, DIST-2: both are distrusted; he takes the neighbour's place, and has only one life to give."""
    t = Table("Ann:werewolf Bea:scapegoat Cid Dan Eve Fay Gus", events="great_distrust", variants="harvest_festival")
    t.night().dawn().day().night().dawn()
    t.upto("great_distrust.friendless", debate="vote").answer(friendless=["Cid", "Bea"])
    assert t.dead == ["Bea"]


def test_a_thief_is_called_for_the_sake_of_others_cards() -> None:
    """HARV-5, AMD-68: also where no call is faked."""
    people = "Ann:thief Bea:werewolf Cid:werewolf Dan Eve Fay"
    t = Table(people, variants="harvest_festival", fake_calls=False, spares="simple_villager simple_villager")
    t.night(rob="Dan", devour="Dan")
    assert t.was_asked("thief.rob")


def test_a_thief_without_cards_in_the_middle_is_called_all_the_same() -> None:
    """HARV-5, HAML-3, SERV-4, AMD-68: he came from another village, and the Servant has taken his card."""
    people = "Ann:werewolf Bea:devoted_servant Cid Dan Eve Fay Gus"
    t = Table(people, variants="community_of_hamlets harvest_festival", fake_calls=False).night(devour="Gus").dawn()
    t.game = travel.arrive(t.game, {"name": "Xen", "card": "thief"})
    t.names = list(t.game.players)
    t.day("Xen", act="Bea").night(rob="Dan")
    assert t.happened("stole", seat="Bea", card="simple_villager")
