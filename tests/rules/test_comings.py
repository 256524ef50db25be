"""What happens to the table itself: people who leave, come late, take over a place or change seats."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nightcall import Game, IllegalAnswer, Setup, play, view
from nightcall.engine import tape
from nightcall.engine.errors import TapeMismatch
from nightcall.engine.game import Answer, retell
from nightcall.rules.comings import ARRIVES, CHANGE_SEATS, LEAVES, SITS, TAKES_PLACE
from nightcall.sim.bots import PhysicalTable, RandomBot
from tests.strategies import NOW_AND_THEN, setups
from tests.table import Table

TABLE = "Ann:seer Bea:werewolf Cid:werewolf Dan:hunter Eve:witch Fay Gus Hal"


def enter(t: Table, what: str, *values: object) -> Game:
    return t.game.intervene(what, *map(t._plain, values))


def let(t: Table, what: str, *values: object) -> Table:
    t.game = enter(t, what, *values)
    t.names = list(t.game.players)
    return t


# -- leaving --


def test_leaving_as_a_death_has_its_effects() -> None:
    """TABLE-1: the card is shown, and a Hunter shoots."""
    t = Table(TABLE).night(look="Bea", devour="Fay").dawn()
    let(t, LEAVES, "Dan", True)
    assert t.happened("died", seat="Dan", cause="walked")
    assert t.happened("card_shown", seat="Dan", card="hunter")
    assert t.asks("hunter.shoot")
    t.answer(shoot="Bea")
    assert t.asks("day.debate")
    assert t.dead == ["Fay", "Dan", "Bea"]


def test_leaving_quietly_has_no_effect() -> None:
    """TABLE-2: no shot, no card, no grief; titles are passed on."""
    t = Table("Ann:cupid Bea:werewolf Cid:werewolf Dan:hunter Eve Fay Gus Hal", sheriff="Dan")
    t.night(cupid_pair=["Dan", "Eve"], devour="Fay").dawn()
    let(t, LEAVES, "Dan", False)
    assert t.asks("sheriff.heir")
    t.say("Gus")
    assert t.sheriff == "Gus"
    assert t.asks("day.debate")
    assert "Dan" not in t.alive
    assert "Eve" in t.alive
    assert t.dead == ["Fay"]
    assert not t.happened("card_shown", seat="Dan")
    assert t.sees(None, "departed", seat="Dan")
    t.day({"Ann": "Bea", "Eve": "Bea", "Gus": "Bea"})
    assert t.dead == ["Fay", "Bea"]


def test_with_physical_cards_the_card_left_behind_is_looked_at() -> None:
    """TABLE-2, IDENT-1"""
    t = Table(TABLE, physical=True).night(look="Bea", devour="Fay").dawn()
    let(t, LEAVES, "Gus", False)
    assert t.asks("card.look")
    t.answer()
    assert t.looked_at[-1:] == ["Gus"]
    assert t.asks("day.debate")
    assert "Gus" not in t.alive


def test_whoever_leaves_at_night_is_not_eaten() -> None:
    """TABLE-2: what was to happen to a player who is gone does not."""
    t = Table(TABLE)
    t.say(True).upto("witch.heal", look="Bea", devour="Fay")
    let(t, LEAVES, "Fay", False)
    assert t.asks("witch.poison") or t.asks("witch.heal")
    t.answer()
    assert t.asks("dawn.breaks")
    t.dawn()
    assert t.dead == []
    assert t.happened("nobody_died")


def test_whoever_left_at_night_is_not_shown_to_the_witch() -> None:
    """TABLE-2, WITCH-2: nobody is there to be healed."""
    t = Table(TABLE)
    t.say(True).upto("witch.heal", look="Bea", devour="Fay")
    let(t, LEAVES, "Fay", False)
    assert t.sees("Eve", "victims_shown", seats=())
    assert not t.sees("Eve", "victims_shown", seats=("Fay",))
    assert t.asks("witch.poison")


def test_the_last_werewolf_goes_and_the_village_has_won() -> None:
    """TABLE-2, WIN-1"""
    t = Table("Ann Bea:werewolf Cid Dan Eve").night(devour="Cid").dawn()
    let(t, LEAVES, "Bea", False)
    assert t.winner == "village"
    assert "Bea" not in t.winners


def test_a_lover_left_behind_before_they_met_is_not_called() -> None:
    """TABLE-2, LOVE-1"""
    t = Table("Ann:cupid Bea:werewolf Cid Dan Eve Fay")
    t.say(True).upto("lovers.meet", cupid_pair=["Dan", "Eve"])
    let(t, LEAVES, "Dan", False)
    t.answer(devour="Cid")
    assert "lovers" not in [event.facts["call"] for event in t.events("called")][2:]


# -- where it stands --


def test_it_counts_before_the_step_going_on_and_the_answers_that_fit_are_kept() -> None:
    """TABLE-1: whoever is being called may leave; the call is then made for nobody."""
    t = Table(TABLE).say(True)
    assert t.asks("seer.look")
    after = enter(t, LEAVES, "Ann", False)
    assert after.misfit is None
    assert after.prompt is not None
    assert after.prompt.key == "call.fake"
    t.upto("witch.poison", look="Bea", devour="Fay")
    given_before = t.game.answers
    after = enter(t, LEAVES, "Gus", False)
    assert after.misfit is None
    assert len(after.answers) == len(given_before) + 2, "the Witch's healing is still answered"
    after = enter(t, LEAVES, "Eve", False)
    assert isinstance(after.misfit, TapeMismatch)
    assert len(after.answers) == len(given_before) + 1, "only the answer at her own call is lost"


def test_before_the_first_night_it_cannot_be_entered() -> None:
    """TABLE-1"""
    setup = Setup.of(5, {"werewolf": 1, "simple_villager": 4}, sheriff_election="setup", cards_known_to_app=True)
    with pytest.raises(IllegalAnswer) as caught:
        play(setup).intervene(LEAVES, 1, False)
    assert caught.value.key == "answer.not_yet"


def test_it_is_refused_like_any_answer() -> None:
    """TABLE-3, TABLE-5, GEN-2"""
    t = Table(TABLE).night(devour="Fay", look="Bea").dawn()
    for what, values in (
        (LEAVES, ("Fay", False)),
        (LEAVES, (99, False)),
        (ARRIVES, ("Ann", "seer")),
        (ARRIVES, ("", "seer")),
        (ARRIVES, ("Ivy", "thief")),
        (TAKES_PLACE, ("Bea", "Ann")),
        (CHANGE_SEATS, (("Ann",),)),
    ):
        with pytest.raises(IllegalAnswer):
            enter(t, what, *values)
    assert t.asks("day.debate")


def test_it_is_on_the_tape_and_can_be_undone_and_corrected() -> None:
    """TABLE-1, TABLE-5"""
    t = Table(TABLE).night(look="Bea", devour="Fay").dawn()
    before = t.game
    let(t, CHANGE_SEATS, ("Ann", "Gus"))
    assert '"ask": "table.change_seats"' in tape.dumps(t.game)
    assert tape.load_game(tape.dumps(t.game)).answers == t.game.answers
    assert t.game.undo().answers == before.answers
    corrected = t.game.edit(len(t.game.answers) - 1, (2, 7))
    assert corrected.village.circle[1] == 7


def test_a_version_that_knows_nothing_of_it_stops_there() -> None:
    """TABLE-1: what is said where no pause is, or says nothing known, is refused and not guessed."""
    t = Table(TABLE)
    told = retell(t.setup, (Answer("Ivy", "table.sings"),))
    assert isinstance(told.misfit, TapeMismatch)


# -- coming --


def test_somebody_arrives_late_with_a_fresh_card() -> None:
    """TABLE-3, FK-10: the first night is made up for."""
    t = Table(TABLE).round(look="Bea", devour="Fay", votes={})
    let(t, ARRIVES, "Ivy", "wild_child")
    assert t.names[-1] == "Ivy"
    assert t.game.village.circle[-1] == 9
    assert t.events("arrived")[0].facts["called"] == "Ivy"
    assert not t.sees(None, "brought", seat="Ivy")
    assert t.sees("Ivy", "brought", seat="Ivy", card="wild_child")
    t.night(model="Gus", look="Cid", devour="Hal")
    assert "wild_child" in t.calls
    assert t.happened("arrived")


def test_somebody_arrives_before_the_first_night() -> None:
    """TABLE-3, CUPID-1: nothing has to be made up for."""
    t = let(Table(TABLE), ARRIVES, "Ivy", "cupid")
    t.night(cupid_pair=["Ivy", "Gus"], look="Cid", devour="Hal")
    assert t.happened("fell_in_love", seats=("Gus", "Ivy"))


def test_a_place_is_taken_over_with_its_card() -> None:
    """TABLE-4"""
    t = Table(TABLE).night(look="Bea", devour="Fay").dawn()
    let(t, TAKES_PLACE, "Ann", "Ivy")
    assert t.game.players[0] == "Ivy"
    assert view(t.game).seats[0].name == "Ivy"
    assert t.events("replaced")[0].facts == {"seat": 1, "called": "Ivy", "before": "Ann"}
    t.day().night(look="Cid", devour="Gus")
    assert t.sees("Ivy", "card_seen", seat="Cid")


def test_a_leavers_place_is_taken_over_later() -> None:
    """TABLE-4, TABLE-2"""
    t = Table(TABLE).night(look="Bea", devour="Fay").dawn()
    let(t, LEAVES, "Ann", False)
    assert view(t.game).seats[0].has_left
    t.day()
    let(t, TAKES_PLACE, 1, "Ivy")
    assert "Ivy" in t.alive
    assert not view(t.game).seats[0].has_left
    t.night(look="Cid", devour="Gus")
    assert t.calls.count("seer") == 1
    assert t.sees("Ivy", "brought", card="seer")


def leave_and_take_over(t: Table, name: str) -> Table:
    """Somebody goes home, and somebody else sits down at the empty place; from then on called by the old name here."""
    let(t, LEAVES, name, False)
    return let(t, TAKES_PLACE, t.seat(name), f"{name}-too")


def test_a_charm_stays_with_the_place() -> None:
    """TABLE-4, AMD-82, CHARM-3: who goes home does not count, who sits down there is charmed."""
    t = Table("Ann:piper Bea:werewolf Cid Dan Eve Fay").night(charm=["Cid", "Dan"]).dawn()
    leave_and_take_over(t, "Cid").day().night(charm=["Bea", "Eve"])
    assert t.events("charmed_met")[-1].facts["seats"] == (2, 3, 4, 5)
    assert t.sees("Cid-too", "charmed_met")
    t.dawn().day("Fay")
    assert t.winner == "piper"


def test_at_an_empty_place_a_charm_waits() -> None:
    """TABLE-2, PIPER-3, CHARM-3: it neither wakes anybody nor keeps the Piper from winning."""
    t = Table("Ann:piper Bea:werewolf Cid Dan Eve Fay").night(charm=["Cid", "Dan"]).dawn()
    let(t, LEAVES, "Cid", False)
    t.day().night(charm=["Bea", "Eve"])
    assert t.events("charmed_met")[-1].facts["seats"] == (2, 4, 5)
    t.dawn().day("Fay")
    assert t.winner == "piper"


def test_a_trance_stays_with_the_place() -> None:
    """TABLE-4, AMD-82, TRAN-2, TRAN-4: the power is gone, and if another one in trance is condemned, both die."""
    people = "Ann:seer Bea:werewolf Cid Dan Eve Fay Gus Hal"
    t = Table(people, variants="lycanthropic_trance").night(look="Bea", devour="Ann").dawn()
    leave_and_take_over(t, "Ann").day().night(devour="Cid")
    assert t.fakes == ["seer"]
    t.dawn().day("Cid")
    assert t.dead == ["Cid", "Ann-too"]


def test_at_an_empty_place_a_trance_kills_nobody() -> None:
    """TABLE-2, TRAN-2"""
    people = "Ann:seer Bea:werewolf Cid Dan Eve Fay Gus Hal"
    t = Table(people, variants="lycanthropic_trance").night(look="Bea", devour="Ann").dawn()
    let(t, LEAVES, "Ann", False)
    t.day().night(devour="Cid").dawn().day("Cid")
    assert t.dead == ["Cid"]


def test_a_pardon_stays_with_the_place() -> None:
    """TABLE-4, AMD-82, IDIOT-1, IDIOT-8: no vote, and no vote against him."""
    t = Table("Ann:village_idiot Bea:werewolf Cid Dan Eve Fay Gus").night(devour="Cid").dawn().day("Ann")
    assert t.happened("pardoned", seat="Ann")
    t.night(devour="Dan").dawn()
    leave_and_take_over(t, "Ann").say("vote")
    assert t.prompt is not None
    assert 1 not in t.prompt.voters
    assert 1 not in t.prompt.options
    assert not view(t.game).seats[0].has_vote
    assert view(t.game).seats[0].card == "village_idiot"


def test_at_an_empty_place_nothing_is_said_of_a_pardon() -> None:
    """TABLE-2, IDIOT-8"""
    t = Table("Ann:village_idiot Bea:werewolf Cid Dan Eve Fay Gus").night(devour="Cid").dawn().day("Ann")
    t.night(devour="Dan").dawn()
    let(t, LEAVES, "Ann", False)
    t.say("vote")
    assert t.prompt is not None
    assert 1 not in {*t.prompt.silenced, *t.prompt.voters, *t.prompt.options}


def test_an_infection_stays_with_the_place() -> None:
    """TABLE-4, INF-1"""
    t = Table("Ann Bea:cursed_wolf_father Cid Dan Eve Fay").night(devour="Ann", infect=True).dawn()
    leave_and_take_over(t, "Ann").day().upto("werewolves.devour")
    assert t.is_wolf("Ann-too")
    assert t.prompt is not None
    assert t.prompt.audience == (1, 2)


def test_love_stays_with_the_place() -> None:
    """TABLE-4, LOVE-2"""
    t = Table("Ann Bea:werewolf Cid:cupid Dan Eve Fay").night(pair=["Ann", "Dan"]).dawn()
    leave_and_take_over(t, "Ann").day("Dan")
    assert t.dead == ["Dan", "Ann-too"]


def test_what_is_used_up_stays_used_up() -> None:
    """TABLE-4, WITCH-1"""
    t = Table("Ann:witch Bea:werewolf Cid Dan Eve Fay Gus").night(devour="Cid", heal="Cid").dawn()
    leave_and_take_over(t, "Ann").day().night(devour="Dan", poison="Eve")
    assert not t.sees("Ann-too", "healed", seat="Dan")
    assert sorted(t.dawn().dead) == ["Dan", "Eve"]


def test_a_model_and_a_group_stay_with_the_place() -> None:
    """TABLE-4, CHILD-4, MANIP-1: the Child's model is whoever sits there, the Manipulator's rivals too."""
    t = Table("Ann:wild_child Bea:werewolf Cid Dan Eve Fay").night(model="Cid").dawn()
    leave_and_take_over(t, "Cid").day("Cid-too")
    assert t.is_wolf("Ann")
    groups = dict(zip(("Ann", "Bea", "Cid", "Dan", "Eve"), "xxyxx", strict=True))
    t = Table("Ann:prejudiced_manipulator Bea:werewolf Cid Dan Eve", groups=groups).night().dawn()
    leave_and_take_over(t, "Cid").day("Cid-too")
    assert t.happened("left", seat="Ann")


def test_titles_and_house_do_not_wait_at_an_empty_place() -> None:
    """TABLE-4, TABLE-2: they were passed on, or are free."""
    t = Table("Ann Bea:werewolf Cid Dan Eve", sheriff="Ann", houses="Ann:bakery Bea:school").night().dawn()
    assert view(t.game).seats[0].house == "bakery"
    let(t, LEAVES, "Ann", False)
    t.say("Dan")
    let(t, TAKES_PLACE, t.seat("Ann"), "Ivy")
    assert t.sheriff == "Dan"
    assert view(t.game).seats[0].house != "bakery"


def test_titles_and_house_stay_where_nobody_has_left() -> None:
    """TABLE-4"""
    t = Table("Ann Bea:werewolf Cid Dan Eve", sheriff="Ann").night().dawn()
    let(t, TAKES_PLACE, "Ann", "Ivy")
    assert t.sheriff == "Ivy"


def test_whoever_comes_back_with_another_card_begins_afresh() -> None:
    """TABLE-3: neither charmed nor pardoned, though it is the old number."""
    people = "Ann:village_idiot Bea:werewolf Cid:piper Dan Eve Fay Gus"
    t = Table(people).night(charm=["Ann", "Dan"]).dawn().day("Ann").night(charm=["Eve", "Fay"]).dawn()
    let(t, LEAVES, "Ann", False)
    t.game = t.game.intervene(ARRIVES, "Ann", "hunter")
    t.say("vote")
    assert t.prompt is not None
    assert 1 in t.prompt.voters
    t.say({}).night(charm=["Eve", "Gus"])
    assert t.events("charmed_met")[-1].facts["seats"] == (4, 5, 6, 7)


def test_two_change_seats_and_have_other_neighbours() -> None:
    """TABLE-5, BEAR-1"""
    t = Table("Ann:bear_tamer Bea Cid:werewolf Dan Eve Fay Gus")
    let(t, CHANGE_SEATS, ("Bea", "Cid"))
    assert view(t.game).circle == [1, 3, 2, 4, 5, 6, 7]
    assert [seat.name for seat in view(t.game).ring][:3] == ["Ann", "Cid", "Bea"]
    t.night(devour="Fay").dawn()
    assert t.happened("bear_grunted")


def test_several_of_one_card_are_called_as_they_sit_now() -> None:
    """TABLE-5, GEN-7: clockwise, whatever number a seat has."""
    t = Table("Ann:seer Bea Cid Dan:seer Eve:werewolf Fay:hunter Gus:hunter Hal")
    let(t, CHANGE_SEATS, ("Ann", "Hal"))
    let(t, CHANGE_SEATS, ("Fay", "Gus"))
    t.upto("seer.look")
    village, prompt = t.game.village, t.game.prompt
    assert prompt is not None
    assert prompt.seat == 4, "Dan sits before Ann now"
    assert [rule.holder for rule in village.doors["died"] if rule.name == "hunter"] == [7, 6]
    assert [card.holder for card in village.cards_named("seer")] == [4, 1]


def test_a_newcomer_sits_down_between_two_others() -> None:
    """TABLE-5, TABLE-3, BEAR-1"""
    t = Table("Ann:bear_tamer Bea Cid:werewolf Dan Eve Fay Gus")
    let(t, ARRIVES, "Ivy", "werewolf")
    let(t, SITS, "Ivy", "Ann")
    assert t.game.village.circle == view(t.game).circle == [1, 8, 2, 3, 4, 5, 6, 7]
    assert t.sees(None, "sat_down", seat="Ivy", beside="Ann")
    t.night(devour="Fay").dawn()
    assert t.happened("bear_grunted")
    assert tape.load_game(tape.dumps(t.game)).village.circle == t.game.village.circle


# -- in every game --


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(setups(variants=NOW_AND_THEN), st.integers(0, 2**32))
def test_whatever_happens_to_any_table_the_game_goes_on(setup: Setup, seed: int) -> None:
    """TABLE-1, TABLE-2, TABLE-3, TABLE-4, TABLE-5: at any moment of any game."""
    random = Random(seed)
    known = setup.options.cards_known_to_app
    bot = RandomBot(random) if known else PhysicalTable(random, setup)
    game = play(setup)
    happened = 0
    for _ in range(120):
        prompt = game.prompt
        if prompt is None:
            break
        # A table with real cards does not say twice who holds what, so there nothing comes in the middle of a step.
        is_time = game.pause >= 0 if known else game.pause == len(game.answers) and not has_hands(bot)
        if is_time and happened < 4 and random.random() < 0.1:
            happened += 1
            game = _something(game, random, happened, known)
            continue
        game = game.answer(bot(prompt))
    assert retell(setup, game.answers).answers == game.answers
    assert tape.load_game(tape.dumps(game)).answers == game.answers


def has_hands(bot: RandomBot) -> bool:
    return isinstance(bot, PhysicalTable) and bool(bot.hands)


def _something(game: Game, random: Random, number: int, known: bool) -> Game:
    living = game.village.living
    what = random.choice((LEAVES, TAKES_PLACE, CHANGE_SEATS, SITS, *([ARRIVES] if known else [])))
    cards = ("seer", "werewolf", "hunter", "cupid", "witch", "piper", "angel", "wild_child", "elder", "simple_villager")
    values: dict[str, tuple[object, ...]] = {
        LEAVES: (random.choice(living), random.random() < 0.5),
        ARRIVES: (f"late {number}", random.choice(cards)),
        TAKES_PLACE: (random.choice(living), f"new {number}"),
        CHANGE_SEATS: (tuple(random.sample(living, 2)) if len(living) > 1 else (),),
        SITS: tuple(random.sample(living, 2)) if len(living) > 1 else (0, 0),
    }
    try:
        return game.intervene(what, *values[what])
    except IllegalAnswer:
        return game


@pytest.mark.parametrize("leaves", [True, False])
def test_an_actor_who_leaves_is_not_woken_again_for_the_card_he_plays(leaves: bool) -> None:
    """TABLE-1, TABLE-2, FK-11: his place in the night was still to come."""
    t = Table("Ann:actor Bea:werewolf Cid:werewolf Dan Eve Fay Gus", trio="witch fox seer")
    t.upto("werewolves.devour", play="witch")
    let(t, LEAVES, "Ann", leaves)
    t.answer(devour="Dan")
    assert t.asks("dawn.breaks")
    assert t.calls == ["actor", "werewolves"]


@pytest.mark.parametrize("name", ["\u0410nn", "A\u3164", "Zo" + "\u0301" * 9, "Zo\U000e0041"])
def test_nobody_arrives_under_a_name_that_deceives_the_eye(name: str) -> None:
    """TABLE-3, TABLE-4, AMD-70"""
    t = Table(TABLE).night(look="Bea", devour="Fay").dawn()
    with pytest.raises(IllegalAnswer) as caught:
        t.game.intervene(ARRIVES, name, "simple_villager")
    assert caught.value.rule == "AMD-70"
    with pytest.raises(IllegalAnswer) as caught:
        enter(t, TAKES_PLACE, "Bea", name)
    assert caught.value.rule == "AMD-70"
    let(t, ARRIVES, "Zoe", "simple_villager")
    place = next(index for index, each in enumerate(t.game.answers) if each.key == ARRIVES)
    with pytest.raises(IllegalAnswer) as caught:
        t.game.edit(place, name)
    assert caught.value.rule == "AMD-70"


def test_whoever_has_arrived_under_such_a_name_stays() -> None:
    """TABLE-3, AMD-70: a game saved before is told as it was, and goes on."""
    name = "\u0410nn"
    t = let(Table(TABLE).night(look="Bea", devour="Fay").dawn(), ARRIVES, "Zoe", "simple_villager")
    before = tape.dumps(t.game).replace("Zoe", name)
    after = tape.load_game(before)
    assert after.misfit is None
    assert after.players[-1] == name
    assert after.prompt is not None
    assert t.asks(after.prompt.key)
    assert after.edit(0, after.answers[0].value).players[-1] == name, "with a correction of something else, too"
