"""When a call is live, faked or dropped."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from nightcall import PUBLIC, Event, Setup
from nightcall.engine.game import playout
from nightcall.engine.options import Options
from nightcall.engine.rule import NEVER, character
from nightcall.rules.characters import CHARACTERS
from nightcall.rules.decks import deal_buildings
from nightcall.rules.newmoon.pile import event_pile
from nightcall.sim.bots import PhysicalTable, RandomBot
from tests.strategies import Recorder
from tests.table import Table

MIDDLE = "Ann:thief Bea:werewolf Cid:werewolf Dan Eve Fay Gus"


def public(t: Table) -> list[str]:
    """What the public screen has been told."""
    return [repr(event) for event in t.game.events if event.seen_by(PUBLIC)]


# -- cards in the middle --


@pytest.mark.parametrize("physical", [False, True])
@pytest.mark.parametrize("card", ["seer", "fox", "defender", "witch", "actor"])
def test_a_card_in_the_middle_is_called_all_game(card: str, physical: bool) -> None:
    """FK-1, FK-2, SW-FAKE"""
    trio = "cupid hunter elder" if card == "actor" else ""
    t = Table(MIDDLE, spares=f"{card} simple_villager", trio=trio, physical=physical)
    for _ in range(3):
        t.night()
        assert card in t.calls
        assert t.fakes == [card]
        t.dawn().day()


@pytest.mark.parametrize("physical", [False, True])
@pytest.mark.parametrize("card", ["wandering_judge", "wild_child", "bear_tamer", "cupid"])
def test_a_first_night_card_in_the_middle_is_called_on_the_first_night_only(card: str, physical: bool) -> None:
    """FK-1, FK-2"""
    t = Table(MIDDLE, spares=f"{card} simple_villager", physical=physical).night()
    assert t.fakes == ([card, "lovers"] if card == "cupid" else [card])
    assert t.dawn().day().night().calls == ["werewolves"]


@pytest.mark.parametrize("physical", [False, True])
def test_the_thief_s_own_card_in_the_middle(physical: bool) -> None:
    """FK-2, THIEF-7"""
    t = Table("Ann:seer Bea:werewolf Cid:werewolf Dan Eve Fay", spares="thief simple_villager", physical=physical)
    t.night(seer_look="Dan")
    assert t.calls[0] == "thief"
    assert t.fakes == ["thief"]
    assert not t.was_asked("thief.swap")


def test_a_card_the_thief_takes_is_live() -> None:
    """FK-2, THIEF-6"""
    t = Table(MIDDLE, spares="seer simple_villager").night(swap="seer", look="Bea")
    assert t.calls == ["thief", "seer", "werewolves"]
    assert not t.fakes


def test_the_wolf_father_s_and_the_white_wolf_s_calls_are_faked_too() -> None:
    """FK-2"""
    spares = "cursed_wolf_father white_werewolf"
    t = Table(MIDDLE.replace("Dan", "Dan:piper"), spares=spares)
    t.night(swap="white_werewolf", charm=["Eve", "Fay"])
    assert t.fakes == ["cursed_wolf_father"]
    t.dawn().day().night(charm=["Eve", "Fay"])
    assert t.calls == ["werewolves", "white_werewolf", "cursed_wolf_father", "piper", "charmed"]
    assert t.fakes == ["cursed_wolf_father"]


# -- used up --


def test_a_witch_without_potions_is_called_until_her_card_is_shown() -> None:
    """FK-4, FK-5"""
    t = Table("Ann:witch Bea:werewolf Cid Dan Eve Fay Gus Hal").night(devour="Cid", heal="Cid", poison="Dan").dawn()
    t.day().night(devour="Ann")
    assert t.calls == ["werewolves", "witch"]
    assert t.fakes == ["witch"]
    t.dawn().day().night()
    assert t.calls == ["werewolves"]


def test_a_fox_who_lost_his_nose_is_called_all_the_same() -> None:
    """FK-4, FOX-7"""
    t = Table("Ann:fox Bea:werewolf Cid Dan Eve Fay Gus").night(sniff="Eve")
    assert not t.fakes
    t.dawn().day().night(devour="Ann")
    assert t.calls == ["fox", "werewolves"]
    assert t.fakes == ["fox"]
    assert t.dawn().day().night().calls == ["werewolves"]


def test_a_wolf_father_who_has_infected_is_called_all_the_same() -> None:
    """FK-4, CWF-2"""
    t = Table("Ann:cursed_wolf_father Bea:werewolf Cid Dan Eve Fay Gus").night(devour="Cid", infect=True)
    assert t.dawn().day().night(devour="Dan").fakes == ["cursed_wolf_father"]
    assert t.dawn().day("Ann").night().calls == ["werewolves"]


# -- shown --


@pytest.mark.parametrize("physical", [False, True])
def test_a_shown_card_is_dropped_from_the_next_night_on(physical: bool) -> None:
    """FK-5"""
    t = Table("Ann:seer Bea:werewolf Cid:defender Dan:cupid Eve Fay Gus Hal:angel", physical=physical)
    t.day("Dan").night(devour="Ann", seer_look="Eve", protect="Eve")
    assert t.calls == ["seer", "defender", "werewolves"]
    t.dawn().day("Cid").night()
    assert t.calls == ["werewolves"]


def test_one_shown_copy_of_two_is_not_enough() -> None:
    """FK-1, FK-5"""
    t = Table("Ann:seer Bea:werewolf Cid:seer Dan Eve Fay Gus").night(look=["Dan", "Eve"], devour="Ann")
    t.dawn().day("Cid")
    assert t.night().calls == ["werewolves"]
    middle = Table("Ann:seer Bea:werewolf Cid:werewolf Dan:thief Eve Fay Gus", spares="seer simple_villager")
    middle.night(look="Dan", devour="Ann").dawn().day().night()
    assert middle.fakes == ["seer"]


# -- broken in plain sight --


def test_the_actor_s_call_ends_with_his_last_card() -> None:
    """FK-6"""
    t = Table("Ann:actor Bea:werewolf Cid Dan Eve Fay", trio="hunter elder village_idiot")
    for card in ("hunter", "elder", "village_idiot"):
        assert t.night(play=card).calls == ["actor", "werewolves"]
        t.dawn().day()
    assert t.night().calls == ["werewolves"]


def test_an_actor_who_passes_is_called_again() -> None:
    """FK-6, OPT-ACTOR-PASS"""
    t = Table("Ann:actor Bea:werewolf Cid Dan Eve Fay", trio="hunter elder village_idiot").round().round().round()
    assert t.night().calls == ["actor", "werewolves"]


@pytest.mark.parametrize("card", ["werewolf", "white_werewolf", "wild_child", "wolf_hound"])
def test_the_second_meal_ends_in_plain_sight(card: str) -> None:
    """FK-6, BBW-6"""
    t = Table(f"Ann:big_bad_wolf Bea:{card} Cid Dan Eve Fay Gus Hal Ida:werewolf")
    also: dict[str, Any] = {"wild_child": {"model": "Ida"}, "wolf_hound": {"choose": "village"}}.get(card, {})
    t.night(big_bad_wolf_devour="Cid", **also).dawn().day("Bea").night()
    assert t.calls == ["werewolves"]


def test_a_villager_s_death_does_not_end_the_second_meal() -> None:
    """FK-6, BBW-3"""
    t = Table("Ann:big_bad_wolf Bea:werewolf Cid Dan Eve Fay Gus").night(big_bad_wolf_devour="Cid").dawn()
    assert t.day("Dan").night(big_bad_wolf_devour="Eve").calls == ["werewolves", "big_bad_wolf"]


# -- despair --


VILLAGERS = "Ann:elder Bea:werewolf Cid:seer Dan:fox Eve:defender Fay:witch Gus:actor Hal:piper Ida Jon"
FIRST = {"look": "Ida", "protect": "Ida", "charm": ["Ida", "Jon"]}


@pytest.mark.parametrize("fakes", [True, False])
def test_despair_drops_every_villager_s_call_at_once(fakes: bool) -> None:
    """FK-7, DESP-M1"""
    t = Table(VILLAGERS, trio="hunter scapegoat village_idiot", fake_calls=fakes)
    assert t.night(**FIRST).calls == ["actor", "seer", "fox", "defender", "werewolves", "witch", "piper", "charmed"]
    assert t.dawn().day("Ann").night(charm=["Ida", "Jon"]).calls == ["werewolves", "piper", "charmed"]


def infected_in_despair(**options: Any) -> Table:
    people = "Ann:elder Bea:cursed_wolf_father Cid:seer Dan:fox Eve Fay Gus Hal"
    t = Table(people, **options).night(look="Eve", devour="Cid", infect=True).dawn()
    return t.day("Ann")


def test_despair_drops_the_call_of_an_infected_holder_too() -> None:
    """FK-7, SW-DESPAIR-SCOPE, DESP-3"""
    assert infected_in_despair().night(devour="Eve").calls == ["werewolves", "cursed_wolf_father"]


def test_an_infected_holder_may_be_left_the_call() -> None:
    """SW-DESPAIR-SCOPE, AMD-10"""
    t = infected_in_despair(despair_hits_infected_holders=False).night(look="Fay", devour="Eve")
    assert t.calls == ["seer", "werewolves", "cursed_wolf_father"]


@pytest.mark.parametrize(("fakes", "calls"), [(True, ["werewolves", "witch"]), (False, ["werewolves"])])
def test_a_spent_power_left_to_an_infected_holder_is_faked_or_dropped(fakes: bool, calls: list[str]) -> None:
    """SW-DESPAIR-SCOPE, SW-FAKE, FK-4"""
    people = "Ann:elder Bea:cursed_wolf_father Cid:witch Dan Eve Fay Gus Hal"
    t = Table(people, despair_hits_infected_holders=False, fake_calls=fakes)
    t.night(devour="Cid", infect=True, heal="Cid", poison="Dan").dawn().day("Ann").night()
    assert [call for call in t.calls if call != "cursed_wolf_father"] == calls


def test_an_actor_left_his_call_loses_it_with_his_last_card() -> None:
    """FK-6, SW-DESPAIR-SCOPE"""
    people = "Ann:elder Bea:cursed_wolf_father Cid:actor Dan Eve Fay Gus Hal"
    t = Table(people, trio="hunter seer village_idiot", despair_hits_infected_holders=False)
    t.night(play="hunter", devour="Cid", infect=True).dawn().day("Ann")
    for card in ("seer", "village_idiot"):
        also = {"look": "Dan"} if card == "seer" else {}
        assert "actor" in t.night(play=card, **also).calls
        t.dawn().day()
    assert "actor" not in t.night().calls


# -- infected --


def test_an_infected_holder_keeps_the_call() -> None:
    """FK-8, INF-3"""
    t = Table("Ann:seer Bea:cursed_wolf_father Cid:witch Dan Eve Fay").night(look="Dan", devour="Ann", infect=True)
    t.dawn().day().night(look="Eve", devour="Dan")
    assert t.calls == ["seer", "werewolves", "cursed_wolf_father", "witch"]
    assert t.fakes == ["cursed_wolf_father"]
    assert t.sees("Ann", "card_seen", seat="Eve")


@pytest.mark.parametrize("physical", [False, True])
def test_an_infected_piper_is_faked_from_that_night_on(physical: bool) -> None:
    """FK-8, AMD-3, PIPER-6, PIPER-13"""
    t = Table("Ann:piper Bea:cursed_wolf_father Cid Dan Eve Fay Gus", physical=physical).night(
        devour="Ann", infect=True
    )
    assert t.calls == ["werewolves", "cursed_wolf_father", "piper", "charmed"]
    assert t.fakes == ["piper", "charmed"]
    t.dawn().day().night(devour="Cid")
    assert t.fakes == ["cursed_wolf_father", "piper", "charmed"]


# -- words, victims, announcements --


def test_a_faked_call_sounds_like_a_live_one() -> None:
    """FK-12"""
    live = Table("Ann:seer Bea:werewolf Cid:werewolf Dan:thief Eve Fay", spares="simple_villager simple_villager")
    faked = Table("Ann Bea:werewolf Cid:werewolf Dan:thief Eve Fay", spares="seer simple_villager")
    live.night(look="Eve")
    faked.night()
    assert faked.fakes == ["seer"]
    assert public(live) == public(faked)
    [fake] = [prompt for prompt in faked.asked if prompt.key == "call.fake"]
    assert fake.audience != PUBLIC
    assert not fake.audience


def test_tonight_s_victim_still_answers() -> None:
    """FK-13, GEN-5"""
    t = Table("Ann:witch Bea:werewolf Cid:piper Dan:big_bad_wolf Eve Fay Gus Hal")
    t.night(devour="Cid", big_bad_wolf_devour="Ann", poison="Gus", charm=["Eve", "Fay"])
    assert not t.fakes
    assert set(t.dawn().dead) == {"Ann", "Cid", "Gus"}
    late = Table("Ann:seer Bea:werewolf Cid Dan Eve", seer_position="after_werewolves").night(devour="Ann", look="Bea")
    assert late.sees("Ann", "card_seen", seat="Bea", card="werewolf")


@pytest.mark.parametrize("physical", [False, True])
def test_only_announced_roles_are_called(physical: bool) -> None:
    """FK-14"""
    people = "Ann:seer Bea:werewolf Cid Dan Eve Fay"
    assert Table(people, physical=physical).night(seer_look="Cid").calls == ["seer", "werewolves"]
    secret = Table(people, physical=physical, also_announced="witch piper white_werewolf").night(seer_look="Cid")
    assert secret.calls == ["seer", "werewolves", "witch", "piper", "charmed"]
    assert secret.fakes == ["witch", "piper", "charmed"]
    secret.dawn().day("Ann").night()
    assert secret.calls == ["werewolves", "white_werewolf", "witch", "piper", "charmed"]


def test_the_announced_deck_does_not_tell_what_is_missing() -> None:
    """FK-14, ANGEL-5"""
    t = Table("Ann:seer Bea:werewolf Cid Dan Eve", also_announced="angel witch")
    announced: list[Event] = t.events("began")
    assert ("witch", 1) in announced[0].facts["deck"]
    assert t.happened("opening_day")


def test_a_missing_grunt_is_never_commented() -> None:
    """FK-15, BEAR-6"""
    spare = Table("Ann:thief Bea:werewolf Cid:werewolf Dan Eve Fay", spares="bear_tamer simple_villager")
    quiet = Table(
        "Ann:thief Bea:werewolf Cid:werewolf Dan Eve:bear_tamer Fay", spares="simple_villager simple_villager"
    )
    assert public(spare.night().dawn()) == public(quiet.night().dawn())


# -- no fakes at all --


def test_without_fakes_only_live_calls_are_made() -> None:
    """SW-FAKE"""
    t = Table("Ann:witch Bea:werewolf Cid:werewolf Dan:thief Eve Fay Gus", spares="seer fox", fake_calls=False)
    t.night(devour="Eve", heal="Eve", poison="Fay")
    assert t.calls == ["thief", "werewolves", "witch"]
    assert not t.fakes
    assert t.dawn().day().night().calls == ["werewolves"]
    physical = Table("Ann Bea:werewolf Cid:werewolf Dan:thief Eve", spares="seer fox", fake_calls=False, physical=True)
    assert physical.night().calls == ["thief", "werewolves"]


def test_without_fakes_the_charmed_are_not_called_once_the_piper_is_dead() -> None:
    """SW-FAKE, PIPER-2"""
    t = Table("Ann:piper Bea:werewolf Cid Dan Eve Fay Gus", fake_calls=False).night(charm=["Cid", "Dan"], devour="Ann")
    assert t.calls == ["werewolves", "piper", "charmed"]
    assert t.dawn().day().night().calls == ["werewolves"]


def test_without_fakes_a_role_not_found_yet_is_called() -> None:
    """SW-FAKE, IDENT-0"""
    t = Table("Ann:seer Bea:werewolf Cid Dan Eve", fake_calls=False, physical=True).night(seer_look="Cid")
    assert t.calls == ["seer", "werewolves"]


# -- nobody to choose --

with_and_without = pytest.mark.parametrize("fakes", [True, False])


def heard(t: Table, card: str) -> bool:
    """Whether the last night had a call for it that asked nothing; it is idle then, or it is not called at all."""
    idle = [
        answer.card
        for answer, mark in zip(t.game.answers, t.game.marks, strict=True)
        if answer.key == "call.idle" and mark > t._tonight
    ]
    assert (card in t.calls) is (card in idle)
    return card in idle


@with_and_without
def test_a_big_bad_wolf_with_nobody_left_to_devour(fakes: bool) -> None:
    """AMD-68, GEN-11: the pack has taken the only one the Pub does not protect."""
    t = Table("Ann Bea:big_bad_wolf Cid:werewolf Dan", houses="Ann:pub", fake_calls=fakes).night(devour="Dan")
    assert heard(t, "big_bad_wolf") is fakes


@with_and_without
def test_a_witch_who_could_only_heal_and_nobody_is_bitten(fakes: bool) -> None:
    """AMD-68: the next night somebody is, and she is called."""
    t = Table("Ann:witch Bea:werewolf Cid Dan Eve Fay Gus", fake_calls=fakes).night(poison="Gus").dawn().day().night()
    assert heard(t, "witch") is fakes
    assert len(t.events("victims_shown")) == 1 + fakes
    assert "witch" in t.dawn().day().night(devour="Cid", heal="Cid").calls


@with_and_without
def test_a_wolf_father_without_a_victim_whom_the_app_knows(fakes: bool) -> None:
    """AMD-68, AMD-19: he need not be seen."""
    t = Table("Ann Bea:cursed_wolf_father Cid Dan Eve", fake_calls=fakes).night()
    assert ("cursed_wolf_father" in t.calls) is fakes
    t = Table("Ann Bea:cursed_wolf_father Cid Dan Eve", fake_calls=fakes, physical=True).night()
    assert "cursed_wolf_father" in t.calls


@with_and_without
def test_those_the_piper_could_still_charm_are_out(fakes: bool) -> None:
    """AMD-68, OPT-PIPER-NEW, PIPER-7: the charmed still meet."""
    t = Table(
        "Ann:piper Bea:werewolf Cid Dan Eve Fay",
        events="saturday_evening_ball",
        piper_targets_new_only=True,
        fake_calls=fakes,
    )
    t.night(charm=["Bea", "Cid"]).dawn().day().night(charm=["Dan", "Eve"]).dawn(leave=["Fay"]).day().night()
    assert heard(t, "piper") is fakes
    assert "charmed" in t.calls


@with_and_without
def test_everybody_the_seer_could_look_at_is_out(fakes: bool) -> None:
    """AMD-68, EVO-1"""
    t = Table("Ann:seer Bea:werewolf Cid:defender Dan", events="gone_hunting", fake_calls=fakes)
    t.night(look="Bea", protect="Cid").dawn().day().night(look="Bea", protect="Dan")
    t.dawn(leave=["Bea", "Cid", "Dan"]).day().night()
    assert heard(t, "seer") is fakes


@with_and_without
def test_a_white_wolf_who_loves_the_only_other_one(fakes: bool) -> None:
    """AMD-68, OPT-LOVERS-HARM: where calls are faked he is asked, and can only pass."""
    people = "Ann:white_werewolf Bea:werewolf Cid:cupid Dan Eve Fay"
    t = Table(people, lovers_restriction="no_harm", fake_calls=fakes).night(pair=["Ann", "Bea"]).dawn().day().night()
    assert ("white_werewolf" in t.calls) is fakes


@with_and_without
def test_a_defender_who_has_nobody_to_protect(fakes: bool) -> None:
    """AMD-68, DEF-2, DEF-14: alone, and it was himself last night."""
    t = Table("Ann:defender Bea:werewolf Cid Dan", events="gone_hunting", fake_calls=fakes)
    t.night(protect="Bea").dawn().day().night(protect="Ann").dawn(leave=["Bea", "Cid", "Dan"]).day().night()
    assert heard(t, "defender") is fakes


@with_and_without
def test_no_house_is_left_for_a_poster(fakes: bool) -> None:
    """AMD-68, SCAN-2"""
    people = "Ann:scandalmonger Bea:werewolf Cid:pyromaniac Dan Eve"
    t = Table(people, houses="Dan:farm_1", fake_calls=fakes).night(post="Dan", burn="farm_1").dawn().day().night()
    assert heard(t, "scandalmonger") is fakes


def test_an_actor_is_not_woken_again_for_nothing() -> None:
    """AMD-68, INS-5, ACTOR-M13: he plays the Piper, and everybody he could charm is charmed."""
    people = "Ann:actor Bea:werewolf Cid Dan"
    options: dict[str, Any] = {"trio": "piper fox hunter", "events": "gone_hunting", "fake_calls": False}
    t = Table(people, **options).night().dawn().day().night().dawn(leave=["Bea", "Cid", "Dan"]).day()
    assert t.night(play="piper").calls == ["actor", "werewolves", "charmed"]


def test_a_white_wolf_not_found_yet_who_is_the_last_of_the_pack_is_not_called() -> None:
    """SW-FAKE, AMD-68, WHITE-5: whoever he is, nobody is there whom he could devour."""
    people = "Ann:white_werewolf Bea:werewolf Cid Dan Eve Fay"
    for physical in (False, True):
        t = Table(people, fake_calls=False, physical=physical).night(devour="Cid").dawn().day("Bea").night()
        assert (t.calls, t.fakes) == (["werewolves"], [])


def test_a_white_wolf_not_found_yet_is_looked_for_without_pretence() -> None:
    """SW-FAKE, IDENT-0, THIEF-7: his card may lie in the middle; where nobody opens the eyes, nothing follows."""
    people = "Ann:werewolf Bea:werewolf Cid Dan Eve Fay"
    t = Table(people, also_announced="white_werewolf", fake_calls=False, physical=True).round().night()
    assert (t.calls, t.fakes) == (["werewolves"], [])
    t = Table("Ann:white_werewolf Bea:werewolf Cid Dan Eve Fay", fake_calls=False, physical=True).round().night()
    assert t.calls == ["werewolves", "white_werewolf"]
    assert not t.fakes


ROLES = [kind.name for kind in CHARACTERS if kind.wakes != NEVER]


@pytest.mark.parametrize("physical", [False, True])
@pytest.mark.parametrize("role", ROLES)
def test_without_fakes_no_role_is_called_for_show(role: str, physical: bool) -> None:
    """SW-FAKE, AMD-68: nor idly, whatever happens to who has it; a random game of every length."""
    kind = character(role)
    for seed in range(12):
        random = Random(f"{role} {seed}")
        deck = ["werewolf", "werewolf", *[role] * kind.together, "hunter", "elder", "cursed_wolf_father"]
        deck += ["simple_villager"] * (9 + 2 * (role == "thief") - len(deck))
        setup = Setup.of(
            9,
            deck,
            trio=["seer", "fox", "defender"] if role == "actor" else [],
            groups=["left", "right", "left"] * 3 if kind.needs_groups else [],
            buildings=deal_buildings(9, seed) if kind.needs == "buildings" else [],
            events=event_pile(Options(), deck) if kind.needs == "events" else [],
            draw="shuffled",
            fake_calls=False,
            cards_known_to_app=not physical,
            seed=seed,
        )
        recorder = Recorder(PhysicalTable(random, setup) if physical else RandomBot(random))
        playout(setup, recorder)
        called_for_show = [each for each in recorder.prompts if each.key in ("call.fake", "call.idle")]
        assert not [each for each in called_for_show if each.card in ROLES], (role, seed)


# -- roles that have nobody to choose, where calls are faked --

PEOPLE = "Ann:witch Bea:werewolf Cid Dan Eve Fay Gus"


@pytest.mark.parametrize("physical", [False, True])
@pytest.mark.parametrize(("silent", "calls"), [(False, ["werewolves", "witch"]), (True, ["werewolves"])])
def test_a_witch_with_nobody_to_choose_may_be_left_in_peace(silent: bool, calls: list[str], physical: bool) -> None:
    """HOUSE-19, AMD-68: that night alone; she had poisoned somebody, and nobody was bitten."""
    t = Table(PEOPLE, silent_without_target=silent, physical=physical).night(poison="Gus").dawn().day().night()
    assert t.calls == calls
    assert not t.fakes
    assert "witch" in t.dawn().day().night(devour="Cid", heal="Cid").calls


@pytest.mark.parametrize("silent", [False, True])
def test_what_is_used_up_or_gone_is_faked_all_the_same(silent: bool) -> None:
    """HOUSE-19, FK-2, FK-4"""
    t = Table(PEOPLE, silent_without_target=silent).night(devour="Cid", heal="Cid", poison="Dan").dawn().day().night()
    assert t.fakes == ["witch"]
    t = Table(MIDDLE, spares="seer simple_villager", silent_without_target=silent).night()
    assert t.fakes == ["seer"]


@pytest.mark.parametrize("silent", [False, True])
def test_a_wolf_father_without_a_victim_may_be_left_in_peace(silent: bool) -> None:
    """HOUSE-19, CWF-6, FK-4: once he has infected somebody, he is called for show."""
    t = Table("Ann Bea:cursed_wolf_father Cid Dan Eve Fay Gus", silent_without_target=silent).night()
    assert ("cursed_wolf_father" in t.calls) is not silent
    t.dawn().day().night(devour="Cid", infect=True).dawn().day().night()
    assert t.fakes == ["cursed_wolf_father"]


@pytest.mark.parametrize("silent", [False, True])
def test_a_white_wolf_without_a_pack_may_be_left_in_peace(silent: bool) -> None:
    """HOUSE-19, WHITE-5"""
    t = Table("Ann:white_werewolf Bea:werewolf Cid Dan Eve Fay", silent_without_target=silent).round("Bea").night()
    assert ("white_werewolf" in t.calls) is not silent


@pytest.mark.parametrize("silent", [False, True])
def test_an_actor_with_nobody_to_choose_may_not_be_woken_again(silent: bool) -> None:
    """HOUSE-19, INS-5, ACTOR-M13: everybody he could charm is out."""
    options: dict[str, Any] = {"trio": "piper fox hunter", "events": "gone_hunting", "silent_without_target": silent}
    t = Table("Ann:actor Bea:werewolf Cid Dan", **options).night().dawn().day().night()
    t.dawn(leave=["Bea", "Cid", "Dan"]).day()
    assert t.night(play="piper").calls.count("actor") == (1 if silent else 2)


@pytest.mark.parametrize(("silent", "fakes", "warns"), [(True, True, True), (True, False, False), (False, True, False)])
def test_that_silence_tells_something_is_said_before_the_game(silent: bool, fakes: bool, warns: bool) -> None:
    """HOUSE-19"""
    t = Table(PEOPLE, silent_without_target=silent, fake_calls=fakes)
    found = [(fault.key, fault.rule) for fault in t.setup.warnings()]
    assert (("warning.silence_tells", "HOUSE-19") in found) is warns
