"""What holds for every house."""

from __future__ import annotations

from tests.table import Table

PEOPLE = "Ann Bea:werewolf Cid:hunter Dan Eve Fay Gus"


def offered(t: Table) -> list[str]:
    """The day powers offered now."""
    assert t.prompt is not None
    return [option for option in t.options if option not in ("vote", "go_on")]


def test_a_unique_power_works_once() -> None:
    """BLD-1"""
    t = Table(PEOPLE, houses="Ann:church Dan:barber_shop").night().dawn()
    assert offered(t) == ["church.confess", "barber_shop.cut"]
    t.say("church.confess").upto("day.debate", confess="Bea")
    assert offered(t) == ["barber_shop.cut"]
    t.day(powers="go_on").night().dawn()
    assert offered(t) == ["barber_shop.cut"]


def test_a_permanent_power_works_all_game() -> None:
    """BLD-1"""
    t = Table(PEOPLE, houses="Ann:school Dan:pub Eve:farm_1")
    for _ in range(3):
        t.night().dawn().say("vote")
        assert t.asks("school.bar")
        t.say(["Eve"])
        assert t.asks("vote.alone")
        t.say(None).say({})


def test_the_dead_leave_their_house_and_its_power() -> None:
    """BLD-2"""
    t = Table(PEOPLE, houses="Ann:church Dan:school Eve:farm_1").night(devour="Ann").dawn()
    assert t.sees(None, "vacated", seat="Ann", house="church")
    assert t.options == ["vote"]
    t.say("vote")
    assert t.asks("school.bar")


def test_a_new_occupant_finds_the_power_fully_restored() -> None:
    """BLD-2"""
    t = Table(PEOPLE, houses="Ann:church Dan:bailiffs_house").night().dawn()
    t.day(debate=["church.confess", "vote"], confess="Bea").night(devour="Ann").dawn(give="Fay", accept=True)
    assert offered(t) == ["church.confess"]
    t.say("church.confess")
    assert t.prompt is not None
    assert t.prompt.seat == t.seat("Fay")


def test_a_burnt_house_is_out_of_the_game() -> None:
    """BLD-2"""
    t = Table("Ann Bea:werewolf Cid:pyromaniac Dan Eve", houses="Ann:church Dan:bailiffs_house")
    t.night(burn="church").dawn()
    assert t.options == ["vote"]
    t.day().night(devour="Ann").dawn()
    assert not t.was_asked("bailiffs_house.give")
    assert not t.happened("vacated")


def test_a_house_changes_nobodys_goal() -> None:
    """BLD-3"""
    t = Table("Ann:werewolf Bea Cid Dan", houses="Ann:manor Bea:school Cid:church", physical=True)
    assert t.sees(None, "housed", buildings=("manor", "school", "church", "vagabond"))
    t.night(devour="Bea").dawn().day("Cid", powers="go_on").night(devour="Dan").dawn()
    assert t.winner == "werewolves"
    assert t.winners == ["Ann"]


def test_day_powers_wait_for_the_end_of_the_awakening() -> None:
    """BLD-4: nothing is offered while the victims fall, the Hunter shoots and the houses are given away."""
    t = Table(PEOPLE, houses="Ann:church Dan:bailiffs_house Cid:hovel").night(devour="Cid").dawn()
    assert t.asks("hunter.shoot")
    assert not t.was_asked("day.debate")
    t.answer(shoot="Eve", give="Fay", accept=True)
    assert t.asks("day.debate")
    assert offered(t) == ["church.confess"]


def test_not_during_a_count_and_again_before_nightfall() -> None:
    """BLD-4, AMD-33, AMD-59"""
    t = Table(PEOPLE, houses="Ann:church").night().dawn().say("vote")
    assert t.asks("vote.ballots")
    t.say({"Eve": "Fay", "Dan": "Fay"}).say("go_on")
    assert t.dead == ["Fay"]
    assert t.asks("day.powers")
    assert offered(t) == ["church.confess"]
    t.say("church.confess").upto("night.falls", confess="Bea")
    assert t.sees("Ann", "card_seen", seat="Bea", card="werewolf")


def test_the_condemned_may_use_the_own_house_before_the_card_is_shown() -> None:
    """BLD-6, AMD-33"""
    t = Table(PEOPLE, houses="Ann:church Dan:barber_shop Eve:farm_1").night().dawn().say("vote").say({"Eve": "Ann"})
    assert t.asks("day.powers")
    assert offered(t) == ["church.confess", "barber_shop.cut"]
    assert not t.happened("card_shown")
    t.say("church.confess").upto("day.powers", confess="Bea")
    assert t.sees("Ann", "card_seen", seat="Bea", card="werewolf")
    assert offered(t) == ["barber_shop.cut"]
    assert t.say("go_on").dead == ["Ann"]


def test_in_the_verdict_of_another_everybody_may_use_the_own_house() -> None:
    """AMD-59, BONE-1, BARB-6: Confessor, Bonesetter and Barber; the Bonesetter helps the other two and the Lord."""
    houses = "Ann:church Bea:manor Cid:hovel Dan:barber_shop Eve:farm_1"
    t = Table(PEOPLE, houses=houses).night().dawn().day("Fay", debate=["church.confess", "vote"], confess="Bea")
    assert offered(t) == ["hovel.mend", "barber_shop.cut"]
    t.say("hovel.mend").say("Ann").say("church.confess").say("Fay")
    assert offered(t) == ["barber_shop.cut"]
    assert not t.happened("card_shown")


def test_whoever_the_barber_cuts_needs_no_execution() -> None:
    """AMD-59, BARB-6, LORD-1, SERV-8: that death replaces the other; no pardon, no Servant, the vote is settled."""
    people = "Ann:werewolf Bea:devoted_servant Cid Dan Eve Fay Gus"
    houses = "Cid:manor Dan:barber_shop Eve:farm_1 Fay:pub"
    t = Table(people, houses=houses, events="dissatisfaction").round().answer(powers="go_on").night().dawn()
    t.day("Eve", alone="Eve", powers="barber_shop.cut", cut="Eve")
    assert t.dead == ["Eve", "Dan"]
    assert t.sees(None, "died", seat="Eve", cause="razor")
    assert not t.was_asked("manor.pardon")
    assert not t.was_asked("devoted_servant.act")
    assert not t.happened("vote_added"), "the vote has eliminated nobody: the event goes on waiting"
    assert t.happened("immunity_lost", seat="Fay"), "he had hit"
    assert t.asks("night.falls")


def test_a_condemned_barber_may_take_somebody_along() -> None:
    """BLD-6, AMD-33, BARB-6"""
    t = Table(PEOPLE, houses="Ann:barber_shop Bea:farm_1 Fay:farm_2").night().dawn().say("vote").say({"Eve": "Ann"})
    t.say("barber_shop.cut").say("Bea")
    assert t.dead == ["Bea"]
    assert t.winner == "village"  # looked for at once, with Ann alive


def test_a_barber_who_dies_of_his_own_cut_needs_no_pardon() -> None:
    """BLD-6, LORD-1"""
    t = Table(PEOPLE, houses="Ann:barber_shop Dan:manor Fay:farm_2").night().dawn().say("vote").say({"Eve": "Ann"})
    t.say("barber_shop.cut").say("Fay")
    assert t.dead == ["Fay", "Ann"]
    assert t.asks("night.falls")
    assert not t.was_asked("manor.pardon")


def test_a_victory_is_looked_for_after_a_power_used_before_nightfall() -> None:
    """AMD-33"""
    t = Table(PEOPLE, houses="Ann:barber_shop Bea:farm_1").night().dawn().day(powers=["barber_shop.cut"], cut="Bea")
    assert t.winner == "village"


def test_a_lord_condemned_pardons_himself_after_his_window() -> None:
    """BLD-6, LORD-2, VOTE-16"""
    t = Table(PEOPLE, houses="Ann:manor Dan:church").night().dawn().say("vote").say({"Eve": "Dan"})
    assert t.asks("day.powers")
    t.say("go_on")
    assert t.asks("manor.pardon")
    t.say("Dan")
    assert t.asks("day.powers")  # dusk: his power is still there
    assert offered(t) == ["church.confess"]


def test_houses_are_vacated_last_of_all() -> None:
    """RES-7, BLD-2"""
    people = "Ann Bea:werewolf Cid:knight_with_the_rusty_sword Dan Eve Fay Gus"
    t = Table(people, houses="Cid:church Dan:bailiffs_house", sheriff="Cid").night(devour="Cid").dawn()
    assert t.asks("sheriff.heir")
    assert not t.happened("vacated")
    t.answer(heir="Dan", give="Eve", accept=True)
    told = [event.name for event in t.game.events]
    assert told.index("succeeded") < told.index("vacated")


def test_a_hunters_victim_loses_the_house_in_the_same_cascade() -> None:
    """RES-7"""
    t = Table(PEOPLE, houses="Cid:church Dan:pub").night(devour="Cid").dawn(shoot="Dan")
    assert [event.facts["house"] for event in t.events("vacated")] == ["church", "pub"]
    last = max(place for place, event in enumerate(t.game.events) if event.name == "died")
    assert all(t.game.events.index(event) > last for event in t.events("vacated"))
