"""The Executioner."""

from __future__ import annotations

from typing import Any

from tests.table import Table

EIGHT = "Ann:werewolf Bea Cyd Dan Eve Fay Gus:werewolf Hal"


def office(people: str = EIGHT, *, holder: str = "Cyd", **setup: Any) -> Table:
    """In force from the start, with somebody in office."""
    first = people.split(maxsplit=1)[0].partition(":")[0]
    return Table(people, in_force="executioner", **setup).upto("night.falls", elect={first: holder})


def test_elected_when_the_card_is_read() -> None:
    """EXEC-0, EXEC-1: before that every card is shown, from then on those of the vote are not."""
    t = Table(EIGHT, events="executioner").night(devour="Hal").dawn().day("Bea").night().dawn(elect={"Ann": "Cyd"})
    assert t.sees(None, "elected", seat="Cyd", office="executioner")
    assert t.sees(None, "card_shown", seat="Bea")
    t.day("Dan")
    assert t.dead == ["Hal", "Bea", "Dan"]
    assert not t.happened("card_shown", seat="Dan")
    assert t.sees("Cyd", "card_seen", seat="Dan", card="simple_villager")


def test_he_alone_sees_the_cards_of_those_voted_out() -> None:
    """EXEC-1: nobody else is told, not even by the rule of the death."""
    t = office().night().dawn().day("Ann")
    assert [name for name in t.names if t.sees(name, "card_seen", seat="Ann")] == ["Cyd"]
    assert not t.sees(None, "card_seen")
    assert t.why("died", seat="Ann") == "VOTE-2"


def test_night_victims_are_shown_as_usual() -> None:
    """EXEC-4"""
    t = office().night(devour="Bea").dawn()
    assert t.sees(None, "card_shown", seat="Bea")


def test_with_burial_both_stay_hidden() -> None:
    """EXEC-4, BURY-4: a shot shows its card all the same."""
    people = "Ann:werewolf Bea:hunter Cyd Dan Eve Fay Gus:werewolf Hal"
    t = Table(people, in_force="executioner burial").upto("night.falls", elect={"Ann": "Cyd"})
    t.night(devour="Hal").dawn().day("Bea", shoot="Dan")
    assert not t.happened("card_shown", seat="Hal")
    assert not t.happened("card_shown", seat="Bea")
    assert t.sees(None, "card_shown", seat="Dan")
    assert not t.sees("Cyd", "card_seen", seat="Hal")


def test_elected_like_a_sheriff_who_may_hold_it_too() -> None:
    """EXEC-2, SHERIFF-9, SHERIFF-10: one voice each, a tie twice means another day."""
    t = Table(EIGHT, events="executioner", sheriff="Bea").night(devour="Hal").dawn().day().night()
    ballots = {"Bea": "Bea", "Ann": "Cyd"}
    t.dawn(elect=[ballots, ballots])
    assert t.happened("not_elected", office="executioner")
    assert "executioner.elect" not in t.options
    t.day("Dan")
    assert t.sees(None, "card_shown", seat="Dan")  # nobody in office
    t.night().dawn()
    assert "executioner.elect" in t.options
    t.day("Eve", debate=["executioner.elect", "vote"], executioner_elect={"Ann": "Bea"})
    assert t.sheriff == "Bea"
    assert t.sees("Bea", "card_seen", seat="Eve")


def test_names_a_successor_whatever_kills_him() -> None:
    """EXEC-1: the successor sees the cards from then on."""
    t = office().night(devour="Cyd").dawn(heir="Dan")
    assert t.sees(None, "succeeded", seat="Dan", office="executioner")
    t.day("Ann")
    assert t.sees("Dan", "card_seen", seat="Ann")
    assert not t.sees("Cyd", "card_seen", seat="Ann")


def test_voted_out_his_own_card_goes_to_the_successor() -> None:
    """EXEC-4"""
    t = office("Ann:werewolf Bea Cyd:elder Dan Eve Fay Gus:werewolf Hal").night().dawn().day("Cyd", heir="Dan")
    assert not t.happened("card_shown", seat="Cyd")
    assert [name for name in t.names if t.sees(name, "card_seen", seat="Cyd")] == ["Dan"]


def test_sheriff_first_then_executioner() -> None:
    """EXEC-1, RES-7: the order of the last wills."""
    t = Table(EIGHT, in_force="executioner", sheriff="Cyd").upto("night.falls", executioner_elect={"Ann": "Cyd"})
    t.night(devour="Cyd").dawn()
    assert t.asks("sheriff.heir")
    t.say("Dan")
    assert t.asks("executioner.heir")


def test_town_crier_first_then_executioner() -> None:
    """EXEC-1, RES-7: one player was both."""
    t = Table(EIGHT, in_force="executioner", hand="eclipse", sheriff="Bea")
    t.upto("night.falls", executioner_elect={"Ann": "Cyd"}).night().dawn()
    t.say("town_crier.appoint").say("Cyd").day().night(devour="Cyd").dawn()
    assert t.asks("town_crier.appoint")
    t.say("Dan")
    assert t.asks("executioner.heir")


def test_the_heir_is_named_before_the_house_stands_empty() -> None:
    """RES-7, EXEC-1, BLD-2"""
    t = office(houses="Cyd:church").night(devour="Cyd").dawn()
    assert t.asks("executioner.heir")
    assert not t.happened("vacated")
    t.say("Dan")
    assert t.happened("vacated", seat="Cyd", house="church")


def test_public_effects_happen_openly() -> None:
    """EXEC-3, HUNTER-11: the shot, the despair and the pardon, though no card but the Idiot's own is turned up."""
    people = "Ann:werewolf Bea:hunter Cyd Dan:elder Eve:village_idiot Fay Gus:werewolf Hal"
    t = office(people).night().dawn().day("Bea", shoot="Fay")
    assert t.dead == ["Bea", "Fay"]
    assert not t.happened("card_shown", seat="Bea")
    t = office(people).night().dawn().day("Dan")
    assert t.sees(None, "despaired")
    assert not t.happened("card_shown", seat="Dan")
    t = office(people).night().dawn().day("Eve")
    assert t.sees(None, "pardoned", seat="Eve")
    assert t.sees(None, "card_shown", seat="Eve", card="village_idiot")
    assert "Eve" in t.alive


def test_the_scapegoat_of_a_tie_is_shown_and_the_angel_wins() -> None:
    """EXEC-3"""
    t = office("Ann:werewolf Bea:scapegoat Cyd Dan Eve Fay Gus:werewolf Hal").night().dawn()
    t.day({"Ann": "Eve", "Eve": "Ann"}, voters=["Ann"])
    assert t.sees(None, "card_shown", seat="Bea", card="scapegoat")
    t = Table("Ann:werewolf Bea:angel Cyd Dan Eve", in_force="executioner").upto("day.debate", elect={"Ann": "Cyd"})
    t.day("Bea")
    assert t.winner == "angel"


def test_the_moderator_looks_at_every_card() -> None:
    """EXEC-3, IDENT-2: with physical cards it is asked for, and told to the Executioner alone."""
    people = "Ann:werewolf Bea Cyd Dan:elder Eve Fay Gus:werewolf Hal"
    t = office(people, physical=True).night().dawn().day("Bea")
    shown = [prompt for prompt in t.asked if prompt.key == "card.shown"]
    assert [(prompt.seat, prompt.audience) for prompt in shown] == [(t.seat("Bea"), ())]
    assert t.sees("Cyd", "card_seen", seat="Bea", card="simple_villager")
    assert not t.sees("Dan", "card_seen")


def test_the_servant_acts_before_he_looks() -> None:
    """SERV-16: he learns nothing of that card, nor does anybody else."""
    people = "Ann:werewolf Bea:devoted_servant Cyd Dan:elder Eve Fay Gus:werewolf Hal"
    t = office(people).night().dawn().day("Dan", act="Bea")
    assert t.dead == ["Dan"]
    assert not t.happened("card_seen")
    assert t.sees("Bea", "card_taken", card="elder")


def test_a_servant_keeps_the_office() -> None:
    """EXEC-1, SERV-12"""
    people = "Ann:werewolf Bea Cyd:devoted_servant Dan:elder Eve Fay Gus:werewolf Hal"
    t = office(people).night().dawn().day("Dan", act="Cyd").night().dawn().day("Bea")
    assert t.sees("Cyd", "card_seen", seat="Bea")


def test_a_call_goes_on_as_a_fake_while_its_card_is_hidden() -> None:
    """FK-3: the Seer is voted out unseen; shown, the call would be left out."""
    people = "Ann:werewolf Bea:seer Cyd Dan Eve Fay Gus:werewolf Hal"
    t = office(people).night(look="Ann").dawn().day("Bea").night()
    assert "seer" in t.calls
    assert t.fakes == ["seer"]
    t = Table(people).night(look="Ann").dawn().day("Bea").night()
    assert "seer" not in t.calls


def test_replaced_votes_are_votes_for_him() -> None:
    """AMD-38: all who fall in a Great Distrust are his to see; if he falls with them, his successor's."""
    t = office(events="great_distrust").night(devour="Hal").dawn().day().night().dawn()
    t.day(friendless=["Ann", "Bea"])
    assert not t.happened("card_shown", seat="Ann")
    assert t.sees("Cyd", "card_seen", seat="Ann")
    assert t.sees("Cyd", "card_seen", seat="Bea")
    t = office(events="great_distrust").night(devour="Hal").dawn().day().night().dawn()
    t.day(friendless=["Bea", "Cyd"], heir="Dan")
    assert t.sees("Dan", "card_seen", seat="Bea")
    assert t.sees("Dan", "card_seen", seat="Cyd")
    assert not t.sees("Cyd", "card_seen")


def test_a_second_card_changes_nothing() -> None:
    """EXEC-1, NM-11: in force from the start, drawn again."""
    t = office(events="executioner").night(devour="Hal").dawn().day().night().dawn()
    assert t.happened("event_without_effect", event="executioner")
    t.day("Ann")
    assert t.sees("Cyd", "card_seen", seat="Ann")


def test_a_departing_manipulator_passes_it_on() -> None:
    """EXEC-1: the office never lapses."""
    groups = {"Ann": "a", "Bea": "b", "Cyd": "b", "Dan": "b", "Eve": "a", "Fay": "b"}
    people = "Ann:werewolf Bea:prejudiced_manipulator Cyd Dan Eve Fay:werewolf"
    t = office(people, holder="Bea", groups=groups, manipulator_victory="leaves_game_continues")
    t.night(devour="Eve").dawn().day("Ann", heir="Cyd")
    assert t.happened("left", seat="Bea")
    assert t.happened("succeeded", seat="Cyd", office="executioner")


def test_a_broken_power_nobody_saw_break_is_called_in_vain() -> None:
    """BBW-10, FK-3: a Werewolf voted out unseen ends the second meal; the call does not tell."""
    people = "Ann:werewolf Bea:big_bad_wolf Cyd Dan Eve Fay Gus Hal"
    t = office(people).night(werewolves_devour="Hal", big_bad_wolf_devour="Gus").dawn().day("Ann").night()
    assert "big_bad_wolf" in t.fakes
    t = Table(people).night(werewolves_devour="Hal", big_bad_wolf_devour="Gus").dawn().day("Ann").night()
    assert "big_bad_wolf" not in t.calls
