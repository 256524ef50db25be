"""The Community of Hamlets."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from random import Random
from typing import Any

import pytest

import nightcall
from nightcall import Event, IllegalAnswer, InvalidSetup, Prompt, Setup, view
from nightcall.desk import travel
from nightcall.engine import tape
from nightcall.engine.game import run
from nightcall.engine.village import Village
from nightcall.sim.bots import PhysicalTable as PhysicalBot
from nightcall.sim.bots import RandomBot
from nightcall.words import Words
from tests.table import Table

HAMLETS = "community_of_hamlets"


def table(people: str, **options: Any) -> Table:
    return Table(people, variants=HAMLETS, **options)


def morning(people: str, devour: str = "Zoe", **options: Any) -> Table:
    """The first debate; Zoe is there to be eaten."""
    t = table(f"{people} Zoe", **{name: value for name, value in options.items() if name not in NIGHT})
    return t.night(devour=devour, **{name: options[name] for name in NIGHT if name in options}).dawn()


NIGHT = ("pair", "model", "charm", "poison", "heal", "look", "infect", "sign")


def leave(t: Table, name: str, **heirs: str) -> dict[str, Any]:
    """Somebody moves away; gives the traveller."""
    t.say("hamlets.depart").say(name)
    t.answer(**heirs) if heirs else None
    return travel.travellers(t.game)[-1]


def join(t: Table, traveller: dict[str, Any], **more: Any) -> Table:
    t.game = travel.arrive(t.game, {**traveller, **more})
    t.names = list(t.game.players)
    return t


def told(events: Sequence[Event]) -> list[dict[str, Any]]:
    return [event.to_json() for event in events]


# -- leaving --


@pytest.mark.parametrize("physical", [False, True])
def test_a_player_moves_away_by_day_with_his_card(physical: bool) -> None:
    """HAML-1, HAML-4: exported with the card, gone from here, not eliminated."""
    t = morning("Ann:werewolf Bea:seer Cid Dan:hunter Eve", look="Ann", physical=physical)
    assert travel.travellers(t.game) == []
    t.say("hamlets.depart").say("Cid")
    if physical:
        assert t.asks("card.look")
        t.say("simple_villager")
    (cid,) = travel.travellers(t.game)
    assert (cid["name"], cid["card"]) == ("Cid", "simple_villager")
    assert t.alive == ["Ann", "Bea", "Dan", "Eve"]
    assert t.dead == ["Zoe"]
    assert not t.happened("card_shown", seat="Cid")
    assert view(t.game).seats[2].has_left
    t.upto("vote.ballots", debate="vote")
    assert t.prompt is not None
    assert "Cid" not in t.options
    assert t.seat("Cid") not in t.prompt.voters


def test_the_door_closes_when_the_vote_starts() -> None:
    """OPT-HAMLETS-LEAVE: by default nobody can leave once the vote has begun."""
    t = morning("Ann:werewolf Bea Cid Dan Eve", hamlets_departure="day_before_vote_starts")
    t.day("Cid")
    assert t.dead == ["Zoe", "Cid"]
    assert not t.was_asked("day.powers")


def test_only_the_condemned_must_stay() -> None:
    """OPT-HAMLETS-LEAVE, HAML-1: after the count anybody but the condemned player can still go."""
    t = morning("Ann:werewolf Bea Cid Dan Eve", hamlets_departure="day_unless_condemned")
    t._votes = ["Cid"]
    t.upto("day.powers", debate="vote")
    t.say("hamlets.depart")
    assert "Cid" not in t.options
    assert t.refuses("Cid").rule == "OPT-HAMLETS-LEAVE"
    t.say("Dan")
    t.say("go_on")
    assert t.dead == ["Zoe", "Cid"]
    assert "Dan" not in t.alive


def test_nobody_moves_before_the_first_night() -> None:
    """HAML-1: villages begin in step; the opening vote is no time to move."""
    t = table("Ann:werewolf Bea:angel Cid Dan Eve")
    assert t.asks("day.debate")
    assert "hamlets.depart" not in t.options
    t.day()
    t.night(devour="Cid").dawn()
    assert "hamlets.depart" in t.options


def test_titles_are_passed_on_before_leaving_in_the_usual_order() -> None:
    """AMD-37, HAML-3, RES-7: Sheriff, then Crier, then Executioner."""
    t = table(
        "Ann:werewolf Bea Cid Dan Eve Fay Zoe",
        sheriff="Bea",
        in_force="executioner",
        events="burial",
        hand="miracle",
    )
    t.say({"Cid": "Bea"})
    assert t.happened("elected", office="executioner", seat="Bea")
    t.night(devour="Zoe").dawn()
    t.say("hamlets.depart").say("Bea")
    assert t.asks("sheriff.heir")
    assert "Bea" not in t.options
    t.say("Cid")
    assert t.asks("executioner.heir")
    t.say("Dan")
    assert t.sheriff == "Cid"
    names = [event.name for event in t.game.events]
    assert names.index("succeeded") < names.index("departed")
    offices = [event.facts["office"] for event in t.events("succeeded")]
    assert offices == ["sheriff", "executioner"]


def test_the_crier_is_replaced_before_the_mover_goes() -> None:
    """AMD-37: the Sheriff appoints another Crier at once."""
    t = table("Ann:werewolf Bea Cid Dan Eve Zoe", sheriff="Bea", events="burial", hand="miracle")
    t.night(devour="Zoe").dawn()
    t.say("town_crier.appoint").say("Cid")
    t.say("hamlets.depart").say("Cid")
    assert t.asks("town_crier.appoint")
    t.say("Dan")
    names = [event.name for event in t.game.events]
    assert names.index("departed") > len(names) - 1 - names[::-1].index("appointed")


def test_crier_executioner_and_house_are_left_in_this_order() -> None:
    """AMD-37, RES-7, BLD-2: one mover had all three."""
    people = "Ann:werewolf Bea Cid Dan Eve Fay Zoe"
    t = table(people, sheriff="Bea", in_force="executioner", events="burial", hand="miracle", houses="Cid:church")
    t.say({"Ann": "Cid"}).night(devour="Zoe").dawn()
    t.say("town_crier.appoint").say("Cid").say("hamlets.depart").say("Cid")
    assert t.asks("town_crier.appoint")
    t.say("Dan")
    assert t.asks("executioner.heir")
    assert not t.happened("vacated", seat="Cid")
    t.say("Eve")
    assert t.happened("vacated", seat="Cid")


@pytest.mark.parametrize(("vacancy", "is_given"), [("any_vacancy", True), ("owner_died", False)])
def test_a_house_left_behind_is_given_away_only_under_any_vacancy(vacancy: str, is_given: bool) -> None:
    """AMD-36, HAML-3."""
    t = table("Ann:werewolf Bea Cid Dan Eve Zoe", houses="Ann:bailiffs_house Bea:bakery", bailiff_vacancy=vacancy)
    t.night(devour="Zoe").dawn()
    leave(t, "Bea")
    t.day()
    t.night(devour="Dan").upto("bailiffs_house.give" if is_given else "day.debate")
    assert t.was_asked("bailiffs_house.give") == is_given


def test_lover_and_model_may_go_without_harm() -> None:
    """HAML-3: parting is no death, neither for a Lover nor for the Wild Child."""
    t = morning("Ann:werewolf Bea:cupid Cid Dan:wild_child Eve Fay", pair=["Bea", "Cid"], model="Cid")
    cid = leave(t, "Cid")
    assert cid["lovers"] == ["Bea"]
    assert t.dead == ["Zoe"]
    assert not t.is_wolf("Dan")


def test_a_mover_does_not_count_as_eliminated_for_the_manipulator() -> None:
    """MANIP-8: his rivals are dead or gone, and that is not enough."""
    groups = {"Ann": "a", "Bea": "a", "Eve": "a", "Fay": "a", "Cid": "b", "Zoe": "b"}
    t = table("Ann:werewolf Bea:prejudiced_manipulator Eve Fay Cid Zoe", groups=groups, manipulator_victory="ends_game")
    t.night(devour="Zoe").dawn()
    leave(t, "Cid")
    assert t.winner is None
    assert t.asks("day.debate")
    u = table("Ann:werewolf Bea:prejudiced_manipulator Eve Fay Cid Zoe", groups=groups, manipulator_victory="ends_game")
    u.night(devour="Zoe").dawn().day("Cid")
    assert u.winner == "prejudiced_manipulator"


# -- who wins --


def test_the_villagers_win_when_the_wolves_are_gone() -> None:
    """HAML-2, AMD-49: those present win, the mover does not."""
    t = morning("Ann:werewolf Bea Cid Dan Eve")
    leave(t, "Ann")
    assert t.winner == "village"
    assert t.winners == ["Bea", "Cid", "Dan", "Eve", "Zoe"]


def test_the_mover_shares_no_victory_of_the_village_he_left() -> None:
    """AMD-49: his goals are judged where he lives now."""
    t = morning("Ann:werewolf Bea Cid Dan Eve")
    leave(t, "Bea")
    t.day("Ann")
    assert t.winner == "village"
    assert "Bea" not in t.winners


def test_the_wolves_win_among_those_present() -> None:
    """AMD-49, WIN-2: only Werewolves are left in this village."""
    t = morning("Ann:werewolf Bea:werewolf Cid Dan").day("Cid")
    assert t.winner is None
    t = morning("Ann:werewolf Bea:werewolf Cid")
    leave(t, "Cid")
    assert t.winner == "werewolves"
    assert t.winners == ["Ann", "Bea"]


# -- coming --


def newcomer(card: str = "simple_villager", **more: Any) -> dict[str, Any]:
    return {"name": "Xen", "card": card, **more}


@pytest.mark.parametrize("physical", [False, True])
def test_a_newcomer_sits_at_the_end_and_plays(physical: bool) -> None:
    """HAML-1, HAML-3, HAML-4: last in the circle, secret card, no title, a voice and a name."""
    t = join(morning("Ann:werewolf Bea Cid Dan Eve", physical=physical), newcomer("seer"))
    assert t.alive[-1] == "Xen"
    assert t.game.village.circle[-1] == t.seat("Xen")
    assert t.sees(None, "arrived", seat="Xen")
    assert t.sees("Xen", "brought", card="seer")
    assert not t.sees(None, "brought")
    assert view(t.game).seats[-1].name == "Xen"
    assert view(t.game).seats[-1].card == ""
    assert view(t.game, t.seat("Xen")).seats[-1].card == "seer"
    for language in ("en", "fr"):
        told = Words(language).event(t.events("brought")[0], t.game.players)
        assert "Xen" in told
    t.day({"Xen": "Bea"})
    assert t.dead == ["Zoe", "Bea"]
    t.night(look="Ann", devour="Xen")
    assert "seer" in t.calls
    t.dawn()
    assert t.dead[-1] == "Xen"


@pytest.mark.parametrize(("here", "may_come"), [(59, True), (60, False)])
def test_nobody_comes_where_no_seat_is_left(here: int, may_come: bool) -> None:
    """HAML-1, GEN-12"""
    t = morning(" ".join(["Ann:werewolf", *(f"P{number}" for number in range(3, here + 1))]))
    assert ("hamlets.arrive" in t.options) is may_come
    assert "hamlets.news" in t.options


def test_duplicates_are_possible() -> None:
    """HAML-2: two Seers, each with a look of her own; also after one has been shown dead."""
    t = join(morning("Ann:werewolf Bea:seer Cid Dan Eve", look="Ann"), newcomer("seer"))
    t.day().night(look=["Ann", "Cid"], devour="Dan")
    assert [answer.value for answer in t.game.answers if answer.key == "seer.look"][-2:] == [1, 3]
    t = morning("Ann:werewolf Bea:seer Cid Dan Eve", look="Ann", devour="Bea")
    join(t, newcomer("seer")).day().night(look="Ann", devour="Dan")
    assert "seer" in t.calls


def test_used_powers_stay_used() -> None:
    """HAML-3: a Witch who has poisoned comes without poison, but still heals."""
    t = morning("Ann:werewolf Bea:witch Cid Dan Eve Fay", poison="Fay")
    witch = leave(t, "Bea")
    assert witch["used"] == ["poison"]
    there = join(morning("Ike:werewolf Jim Kay Leo Mia"), witch)
    there.day().night(devour="Jim", heal="Jim")
    assert not there.was_asked("witch.poison")
    there.dawn()
    assert there.dead == ["Zoe"]


def test_the_elders_wounds_travel() -> None:
    """HAML-3, AMD-55: a lost life, or a bite that was healed; either way the curse can take him."""
    people = "Ann:werewolf Bea:elder Cid:witch Dan Eve Fay"
    for healed, mark in (({}, "life"), ({"heal": "Bea"}, "bite")):
        elder = leave(morning(people, devour="Bea", **healed), "Bea")
        assert elder["used"] == [mark]
        there = join(morning("Ike:cursed_wolf_father Jim Kay Leo Mia"), elder).day()
        assert there.night(devour="Bea", infect=True).is_wolf("Bea")
        there = join(morning("Ike:werewolf Jim Kay Leo Mia"), elder).day().night(devour="Bea").dawn()
        assert ("Bea" in there.alive) == bool(healed)


def test_charm_and_infection_travel() -> None:
    """HAML-3: the charmed stay charmed, the infected stay Werewolves."""
    t = morning("Ann:werewolf Bea:piper Cid Dan Eve Fay", charm=["Cid", "Dan"])
    cid = leave(t, "Cid")
    assert cid["charmed"]
    there = join(morning("Ike:werewolf Jim Kay:piper Leo Mia", charm=["Ike", "Jim"]), cid)
    there.day().night(devour="Leo", charm=["Mia", "Leo"])
    assert there.winner == "piper"  # Cid need not be charmed again
    t = morning("Ann:cursed_wolf_father Bea Cid Dan Eve Fay", devour="Bea", infect=True)
    bea = leave(t, "Bea")
    assert bea["wolf"] == "infected"
    there = join(morning("Ike:werewolf Jim Kay Leo Mia"), bea)
    assert there.is_wolf("Bea")
    there.day("Ike")
    assert there.winner is None


def test_a_charm_is_kept_where_nobody_charms() -> None:
    """HAML-3: and travels on."""
    t = join(morning("Ann:werewolf Bea Cid Dan Eve"), newcomer(charmed=True))
    assert leave(t, "Xen")["charmed"]


def test_titles_house_and_group_do_not_travel() -> None:
    """HAML-3: whoever comes is a Vagabond without office; whoever returns too."""
    t = table("Ann:werewolf Bea Cid Dan Eve Zoe", sheriff="Bea", houses="Bea:bakery")
    t.night(devour="Zoe").dawn()
    bea = leave(t, "Bea", heir="Cid")
    assert set(bea) == {"name", "card", "second", "charmed", "wolf", "used", "lovers", "model"}
    join(t, bea)
    assert t.sheriff == "Cid"
    seen = view(t.game).seats[t.seat("Bea") - 1]
    assert (seen.house, seen.offices, seen.has_left) == ("vagabond", [], False)
    assert t.game.village.circle[-1] == t.seat("Bea")
    assert t.names.count("Bea") == 1


def test_the_manipulator_does_not_need_a_newcomer_dead() -> None:
    """HAML-3, MANIP-2: a newcomer belongs to no group."""
    groups = {"Ann": "a", "Bea": "a", "Eve": "a", "Fay": "a", "Cid": "b", "Zoe": "b"}
    t = table("Ann:werewolf Bea:prejudiced_manipulator Eve Fay Cid Zoe", groups=groups, manipulator_victory="ends_game")
    t.night(devour="Zoe").dawn()
    join(t, newcomer()).day("Cid")
    assert t.winner == "prejudiced_manipulator"


def test_a_manipulator_who_has_come_back_belongs_to_no_group() -> None:
    """HAML-3, MANIP-2: whatever he was before, he is a newcomer now."""
    groups = {"Ann": "a", "Bea": "a", "Eve": "a", "Fay": "a", "Cid": "b", "Zoe": "b"}
    t = table("Ann:werewolf Bea:prejudiced_manipulator Eve Fay Cid Zoe", groups=groups, manipulator_victory="ends_game")
    t.night(devour="Zoe").dawn()
    join(t, leave(t, "Bea")).day("Cid")
    assert t.winner is None


@pytest.mark.parametrize("name", ["Bea", "bea", " BÉA "])
def test_a_name_that_is_taken_is_refused(name: str) -> None:
    """HAML-4, GEN-2, AMD-70."""
    t = morning("Ann:werewolf Bea Cid Dan Eve")
    with pytest.raises(IllegalAnswer) as caught:
        travel.arrive(t.game, newcomer() | {"name": name})
    assert caught.value.rule == "GEN-2"
    assert name in Words("en").error(caught.value, t.game.players)
    with pytest.raises(IllegalAnswer):
        travel.arrive(t.game, newcomer() | {"name": ""})
    with pytest.raises(IllegalAnswer):
        travel.arrive(t.game, newcomer("dragon"))


# -- grief and models across villages --


def test_grief_crosses_from_village_to_village() -> None:
    """HAML-3: the one who stayed dies of it, and so does the one who went."""
    t = morning("Ann:werewolf Bea:cupid Cid Dan Eve Fay", pair=["Bea", "Cid"])
    cid = leave(t, "Cid")
    there = join(morning("Ike:werewolf Jim Kay Leo Mia"), cid)
    t.game = travel.tell(t.game, "Cid")
    assert t.dead == ["Zoe", "Bea"]
    assert t.events("died")[-1].facts["cause"] == "grief"
    there.game = travel.tell(there.game, "Bea")
    assert there.dead == ["Zoe", "Cid"]
    assert there.happened("died_elsewhere", called="Bea")


def test_a_village_knows_whom_to_report() -> None:
    """HAML-3: deaths that somebody elsewhere has to hear of."""
    t = morning("Ann:werewolf Bea:cupid Cid Dan Eve Fay", pair=["Bea", "Cid"])
    leave(t, "Cid")
    assert travel.to_be_told(t.game) == []
    t.day("Bea")
    assert travel.to_be_told(t.game) == ["Bea"]


def test_lovers_who_meet_again_are_a_couple() -> None:
    """HAML-3: in the same village they die together as ever."""
    t = morning("Ann:werewolf Bea:cupid Cid Dan Eve Fay Gus", pair=["Cid", "Dan"])
    cid, dan = leave(t, "Cid"), leave(t, "Dan")
    there = join(join(morning("Ike:werewolf Jim Kay Leo Mia"), cid), dan)
    there.day("Cid")
    assert there.dead == ["Zoe", "Cid", "Dan"]


def test_whoever_comes_knows_a_lover_who_is_here() -> None:
    """HAML-3: entered by hand, though nobody here has heard of it."""
    t = join(morning("Ann:werewolf Bea Cid Dan Eve"), newcomer(lovers=["Bea"])).day("Bea")
    assert t.dead == ["Zoe", "Bea", "Xen"]


def test_whoever_came_before_knows_the_lover_who_follows() -> None:
    """HAML-3: also one who does not say whom he loves."""
    t = join(morning("Ann:werewolf Bea Cid Dan Eve"), newcomer(lovers=["Yan"]))
    join(t, newcomer() | {"name": "Yan"}).day("Yan")
    assert t.dead == ["Zoe", "Yan", "Xen"]


def test_a_child_may_come_to_the_model_or_the_model_to_the_child() -> None:
    """HAML-3, CHILD-2: both are here now, and the model falls here."""
    t = join(morning("Ann:werewolf Bea Cid Dan Eve"), newcomer("wild_child", model="Bea"))
    assert t.day("Bea").is_wolf("Xen")
    t = join(morning("Ann:werewolf Bea Cid Dan Eve"), newcomer("wild_child", model="Yan"))
    join(t, newcomer() | {"name": "Yan"})
    assert t.day("Yan").is_wolf("Xen")


def test_the_model_counts_at_any_distance() -> None:
    """HAML-3: dead elsewhere is dead, whether model or child has moved."""
    t = morning("Ann:werewolf Bea Cid Dan:wild_child Eve Fay", model="Cid")
    leave(t, "Cid")
    t.game = travel.tell(t.game, "Cid")
    assert t.is_wolf("Dan")
    t = morning("Ann:werewolf Bea Cid Dan:wild_child Eve Fay", model="Cid")
    dan = leave(t, "Dan")
    assert dan["model"] == "Cid"
    there = join(morning("Ike:werewolf Jim Kay Leo Mia"), dan)
    assert not there.is_wolf("Dan")
    there.game = travel.tell(there.game, "Cid")
    assert there.is_wolf("Dan")
    assert travel.to_be_told(t.day("Cid").game) == ["Cid"]


@pytest.mark.parametrize("model", ["Cid", "Yan"])
def test_a_child_does_not_mind_who_else_has_died_elsewhere(model: str) -> None:
    """HAML-3, CHILD-2"""
    there = join(morning("Ike:werewolf Jim Kay Leo Mia"), newcomer("wild_child", model=model))
    there.game = travel.tell(there.game, "Bea")
    assert there.happened("died_elsewhere", called="Bea")
    assert not there.is_wolf("Xen")


def test_a_child_who_is_dead_turns_no_more() -> None:
    """HAML-3, CHILD-2"""
    there = join(morning("Ike:werewolf Jim Kay Leo Mia"), newcomer("wild_child", model="Cid")).day("Xen")
    there.night(devour="Leo").dawn()
    there.game = travel.tell(there.game, "Cid")
    assert not there.is_wolf("Xen")
    assert not there.happened("turned")


def test_whoever_returns_may_be_given_the_old_house_again() -> None:
    """HAML-3, AMD-36, BAIL-7: it still stands where it stood."""
    t = table(
        "Ann:werewolf Bea Cid Dan Eve Zoe",
        houses="Ann:bailiffs_house Bea:farm_2 Cid:farm_1 Dan:farm_3 Eve:pub Zoe:farm_4",
        bailiff_vacancy="any_vacancy",
        sheriff_election="off",
    )
    t.night(devour="Zoe").dawn()
    join(t, leave(t, "Cid"))
    assert t.game.village.circle == [1, 2, 4, 5, 6, 3]
    t.day().night(devour=None).upto("bailiffs_house.give", breaks=True)
    while t.prompt is not None and t.prompt.card != "farm_1":
        t.say(None)
    t.say("Cid").say(True)
    assert t.game.village.circle == [1, 2, 3, 4, 5, 6]


# -- one session per village --


def test_every_village_can_be_replayed_alone() -> None:
    """HAML-4: a newcomer is part of the tape of his new village, and survives saving."""
    t = morning("Ann:werewolf Bea:cupid Cid:witch Dan Eve Fay", pair=["Bea", "Cid"])
    there = join(morning("Ike:werewolf Jim Kay Leo Mia"), leave(t, "Cid")).day()
    for game in (t.game, there.game):
        loaded = tape.loads(tape.dumps(game))
        again = nightcall.retell(loaded.setup, loaded.answers)
        assert again.misfit is None
        assert told(again.events) == told(game.events)
        assert again.players == game.players
        assert travel.travellers(again) == travel.travellers(game)


def test_undo_says_which_departures_it_takes_back() -> None:
    """HAML-4: the other village is left alone."""
    t = morning("Ann:werewolf Bea Cid Dan Eve")
    cid = leave(t, "Cid")
    there = join(morning("Ike:werewolf Jim Kay Leo Mia"), cid)
    assert travel.taken_back(t.game, t.game.undo()) == ["Cid"]
    assert travel.taken_back(there.game, there.game.undo()) == []
    back = t.game.undo()
    assert travel.travellers(back) == []
    assert "Cid" in there.alive
    t.day()
    assert travel.taken_back(t.game, t.game.undo()) == []


def test_not_with_the_black_plague() -> None:
    """VARX-1."""
    with pytest.raises(InvalidSetup) as caught:
        table("Ann:werewolf Bea Cid Dan Eve").setup.of(
            4, {"werewolf": 1, "simple_villager": 3}, variants=(HAMLETS, "black_plague")
        )
    assert "setup.variants_exclude" in [fault.key for fault in caught.value.faults]


# -- random play --


CARDS = (
    "seer",
    "witch",
    "piper",
    "werewolf",
    "elder",
    "hunter",
    "wild_child",
    "gypsy",
    "actor",
    "two_sisters",
    "cupid",
)


@pytest.mark.parametrize("seed", range(40))
def test_random_games_come_to_an_end_and_replay(seed: int) -> None:
    """HAML-1: strangers with any card come and go."""
    random = Random(seed)
    deck = ["werewolf", "werewolf", "seer", "cupid", *random.sample(CARDS, 3), "simple_villager"]
    deck = [card if card not in ("actor", "two_sisters", "gypsy") else "fox" for card in deck]
    preset, known = random.choice(["pact", "pacte"]), seed % 2 == 0
    also = random.choice([(), ("moonlight",), ("harvest_festival",), ("lycanthropic_trance",)])
    setup = Setup.of(8, deck, preset=preset, seed=seed, cards_known_to_app=known, variants=(HAMLETS, *also))
    bot = RandomBot(random) if known else PhysicalBot(random, setup)
    given: list[Any] = []

    def answer(prompt: Prompt) -> Any:
        value = bot(prompt)
        if prompt.key == "hamlets.name":
            value = f"Stranger {len(given)}"
        elif prompt.key == "hamlets.lover" and random.random() < 0.3:
            value = f"Far {len(given)}"
        elif prompt.key == "hamlets.card" and isinstance(bot, PhysicalBot):
            bot.holds[len(village.seats) + 1] = value
        given.append(value)
        return value

    village = Village(setup, answer)
    outcome = run(village)
    game = nightcall.play(setup, given)
    assert game.outcome == outcome
    assert told(game.events) == told(village.events)
    assert len(view(game).seats) == len(game.players)


def test_a_fire_raiser_comes_without_a_match() -> None:
    """HAML-3, PYRO-1"""
    houses = "Bea:bakery Cid:school"
    t = table("Ann:werewolf Bea Cid Dan:pyromaniac Eve Fay Zoe", houses=houses)
    t.night(burn="bakery", devour="Zoe").dawn()
    traveller = leave(t, "Dan")
    assert traveller["used"] == ["match"]
    there = table("Ike:werewolf Jim Kay Leo Mia Zoe", houses="Jim:bakery").night(devour="Zoe").dawn()
    join(there, traveller).day().night(devour="Kay")
    assert not there.was_asked("pyromaniac.burn")


def test_whoever_stayed_knows_the_lover_who_comes_back() -> None:
    """HAML-3: also one who does not say whom he loves."""
    t = morning("Ann:werewolf Bea:cupid Cid Dan Eve Fay Gus", pair=["Cid", "Dan"])
    dan = leave(t, "Dan")
    join(t, dan, lovers=[]).day("Cid")
    assert t.dead == ["Zoe", "Cid", "Dan"]


def test_whoever_returns_is_nobody_s_agent_any_more() -> None:
    """HAML-3, AGENT-1: the pack of another hamlet is not his."""
    t = table("Ann:werewolf Bea Cid Dan Eve Fay Gus", in_force="double_agent", sheriff="Dan")
    t.upto("double_agent.point").say("Cid").say(True).night(devour="Gus").dawn()
    cid = leave(t, "Cid")
    join(t.day().night(devour="Bea").dawn(), cid).day("Eve").night(devour="Fay").dawn().day("Dan", heir="Ann")
    assert t.night(devour="Cid").dawn().winners == ["Ann"]


def test_whoever_returns_is_in_no_trance_but_one_he_brings() -> None:
    """HAML-3, TRAN-1: what he lost here is not kept for him; his marks say what he has lost."""
    t = Table("Ann:werewolf Bea:seer Cid Dan Eve Fay", variants=f"{HAMLETS} lycanthropic_trance")
    bea = leave(t.night(look="Ann", devour="Bea").dawn(), "Bea")
    assert bea["used"] == ["trance"]
    awake, entranced = (join(copy(t), bea, used=used) for used in ([], ["trance"]))
    awake.day().night(look="Cid")
    assert awake.sees("Bea", "card_seen", seat="Cid")
    entranced.day().night()
    assert "seer" in entranced.fakes
