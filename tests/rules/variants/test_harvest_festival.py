"""The Harvest Festival: neighbours only."""

from __future__ import annotations

import pytest

from nightcall import InvalidSetup, Setup
from tests.table import Table

HARVEST = "harvest_festival"


def test_the_wolves_devour_only_a_neighbour() -> None:
    """HARV-1, HARV-13: next to any of the pack, and the nearest living player counts."""
    t = Table("Ann:werewolf Bea Cid Dan Eve:werewolf Fay Gus", variants=HARVEST)
    t.upto("werewolves.devour")
    assert t.options == ["Bea", "Dan", "Fay", "Gus"]
    assert t.refuses("Cid").rule == "HARV-1"
    t.answer(devour="Bea").dawn().day()
    t.upto("werewolves.devour")
    assert "Cid" in t.options  # Bea is dead: he sits next to Ann now


def test_a_pack_that_may_touch_no_neighbour_has_no_meal() -> None:
    """HARV-13: the Barkeep on one side, a love that must not be harmed on the other; nobody farther off instead."""
    t = Table("Ann:werewolf Bea Cid:cupid Dan", houses="Bea:pub", variants=HARVEST, lovers_restriction="no_harm")
    t.upto("werewolves.devour", pair=["Ann", "Dan"], deceitful="Dan", secret="Cid")
    assert t.options == []
    assert t.refuses("Cid").rule == "HARV-1"
    t.answer().dawn()
    assert t.dead == []


def test_the_big_bad_wolf_feeds_next_to_himself() -> None:
    """HARV-13: not next to another of the pack."""
    t = Table("Ann:werewolf Bea Cid Dan:big_bad_wolf Eve Fay Gus", variants=HARVEST)
    t.upto("big_bad_wolf.devour", werewolves_devour="Gus")
    assert t.options == ["Cid", "Eve"]
    assert t.refuses("Bea").rule == "HARV-1"


def test_a_big_bad_wolf_without_a_neighbour_to_eat_is_not_asked() -> None:
    """HARV-13: both his neighbours are Werewolves."""
    t = Table("Ann:werewolf Bea:big_bad_wolf Cid:werewolf Dan Eve Fay", variants=HARVEST)
    t.night(werewolves_devour="Dan")
    assert not t.was_asked("big_bad_wolf.devour")
    assert t.asks("dawn.breaks")


def test_infection_as_usual() -> None:
    """HARV-13: the neighbour may be infected instead."""
    t = Table("Ann:cursed_wolf_father Bea Cid Dan", variants=HARVEST)
    t.night(devour="Bea", infect=True).dawn()
    assert t.alive == ["Ann", "Bea", "Cid", "Dan"]
    assert t.is_wolf("Bea")


def test_the_seer_sees_three_cards_in_no_order() -> None:
    """HARV-2: the target's and both neighbours', sorted so that the order tells nothing."""
    t = Table("Ann:seer Bea:witch Cid:werewolf Dan:hunter Eve", variants=HARVEST)
    t.night(look="Cid")
    assert t.happened("three_cards_seen", seat="Cid", cards=("hunter", "werewolf", "witch"))
    assert t.sees("Ann", "three_cards_seen")
    assert not t.sees(None, "three_cards_seen")
    assert not t.sees("Cid", "three_cards_seen")
    assert not t.happened("card_seen")


@pytest.mark.parametrize(
    ("neighbours", "cards"),
    [("living", ("hunter", "simple_villager", "werewolf")), ("as_seated", ("hunter", "werewolf"))],
)
def test_which_neighbours_the_seer_sees(neighbours: str, cards: tuple[str, ...]) -> None:
    """OPT-HARVEST-NEIGHBOURS, HARV-2: nearest living players, or those in the very next seats."""
    t = Table("Ann:seer Bea Cid Dan:hunter Eve:werewolf", variants=HARVEST, harvest_neighbours=neighbours)
    t.night(look="Bea", devour=None).dawn().day("Cid")
    t.night(look="Dan")
    assert t.events("three_cards_seen")[-1].facts["cards"] == cards


def test_the_seer_with_physical_cards() -> None:
    """HARV-2: the moderator shows three cards and may enter them one by one."""
    t = Table("Ann:seer Bea:witch Cid:werewolf Dan:hunter Eve", physical=True, variants=HARVEST)
    t.night(look="Cid")
    assert t.happened("three_cards_seen", cards=("hunter", "werewolf", "witch"))


@pytest.mark.parametrize(("neighbours", "targets"), [("living", ["Ann", "Dan"]), ("as_seated", ["Ann"])])
def test_the_hunter_shoots_a_neighbour(neighbours: str, targets: list[str]) -> None:
    """HARV-3, HUNTER-13, OPT-HARVEST-NEIGHBOURS: with Cid dead, Dan is the nearest on that side."""
    t = Table("Ann Bea:hunter Cid Dan:werewolf Eve Fay", variants=HARVEST, harvest_neighbours=neighbours)
    t.round("Cid").night().dawn().day("Bea")
    assert t.asks("hunter.shoot")
    assert t.options == targets
    assert t.refuses("Fay").rule == "HARV-3"
    t.answer(shoot="Ann")
    assert t.dead == ["Cid", "Bea", "Ann"]


def test_the_little_girl_does_not_spy_on_the_pack() -> None:
    """HARV-4, AMD-50: she may watch the Witch only, where nothing can happen to her."""
    t = Table("Ann:werewolf Bea:little_girl Cid:witch Dan", variants=HARVEST)
    t.night(devour="Dan").dawn()
    assert not t.was_asked("little_girl.caught")
    assert "Bea" in t.alive
    usual = Table("Ann:werewolf Bea:little_girl Cid:witch Dan")
    usual.night(devour="Dan")
    assert usual.was_asked("little_girl.caught")


def test_the_defender_protects_himself_or_a_neighbour() -> None:
    """HARV-8, DEF-13."""
    t = Table("Ann:defender Bea Cid:werewolf Dan Eve", variants=HARVEST)
    t.upto("defender.protect")
    assert t.options == ["Ann", "Bea", "Eve"]
    assert t.refuses("Dan").rule == "DEF-13"
    t.answer(protect="Bea", devour="Bea").dawn()
    assert t.dead == []


def test_the_defender_keeps_both_limits() -> None:
    """DEF-14: not the same one twice running, nor somebody out of reach."""
    t = Table("Ann:defender Bea Cid:werewolf Dan Eve", variants=HARVEST)
    t.night(protect="Bea", devour=None).dawn().day()
    t.upto("defender.protect")
    assert t.options == ["Ann", "Eve"]
    assert t.refuses("Bea").rule == "DEF-2"


def test_the_piper_charms_one() -> None:
    """HARV-8, PIPER-12."""
    t = Table("Ann:piper Bea:werewolf Cid Dan Eve", variants=HARVEST)
    t.upto("piper.charm", devour=None)
    assert t.prompt is not None
    assert (t.prompt.low, t.prompt.high) == (1, 1)
    t.answer(charm="Cid")
    assert [event.facts["seat"] for event in t.events("charmed")] == [3]


def test_the_sheriff_votes_first() -> None:
    """HARV-6, SHERIFF-7, OPT-HARVEST-SHERIFF: a ballot of his own before the others, weight included."""
    t = Table("Ann Bea:werewolf Cid Dan", sheriff="Cid", variants=HARVEST)
    t.night(devour=None).dawn()
    t.upto("vote.alone", debate="vote")
    assert t.prompt is not None
    assert t.prompt.seat == 3
    t.say("Bea")
    assert t.asks("vote.ballots")
    assert list(t.prompt.voters) == [1, 2, 4]
    t.answer(ballots={"Ann": "Dan"})
    assert t.dead == ["Bea"]


def test_the_idiot_is_unchanged() -> None:
    """HARV-8, HARV-18."""
    t = Table("Ann:village_idiot Bea:werewolf Cid Dan", variants=HARVEST)
    t.night(devour=None).dawn().day("Ann")
    assert t.happened("pardoned", seat="Ann")


def test_characters_not_named_are_unchanged() -> None:
    """HARV-18: the Fox and the Bear Tamer work as ever."""
    t = Table("Ann:fox Bea:werewolf Cid:bear_tamer Dan Eve", variants=HARVEST)
    t.night(sniff="Bea", devour=None).dawn()
    assert t.happened("sniffed", up=True)
    assert t.happened("bear_grunted")


def test_unknown_and_repeated_variants_are_refused() -> None:
    """VARX-1."""
    for variants, key in ((["nonsense"], "setup.unknown_variant"), (["seer"], "setup.unknown_variant")):
        with pytest.raises(InvalidSetup) as caught:
            Setup.of(4, ["werewolf", "seer", "witch", "hunter"], variants=variants)
        assert [fault.key for fault in caught.value.faults] == [key]
    with pytest.raises(InvalidSetup) as caught:
        Setup.of(4, ["werewolf", "seer", "witch", "hunter"], variants=[HARVEST, HARVEST])
    assert [fault.key for fault in caught.value.faults] == ["setup.variant_twice"]


def test_harvest_and_trance_exclude_each_other() -> None:
    """VARX-1."""
    with pytest.raises(InvalidSetup) as caught:
        Setup.of(4, ["werewolf", "seer", "witch", "hunter"], variants=[HARVEST, "lycanthropic_trance"])
    assert [(fault.key, fault.rule) for fault in caught.value.faults] == [("setup.variants_exclude", "VARX-1")]


def test_a_setup_with_a_variant_survives_the_file() -> None:
    setup = Setup.of(4, ["werewolf", "seer", "witch", "hunter"], variants=[HARVEST])
    assert setup.to_json()["variants"] == [HARVEST]
    assert Setup.from_json(setup.to_json()) == setup
    assert "variants" not in Setup.of(4, ["werewolf", "seer", "witch", "hunter"]).to_json()


def test_the_sheriff_votes_first_under_influences_too() -> None:
    """INFL-2, HARV-6: then whoever the dead player named, and on to the left."""
    t = Table("Ann:werewolf Bea Cid Dan Eve Fay", variants=HARVEST, events="influences", sheriff="Dan")
    t.night(devour="Bea").dawn().day().night().dawn().upto("vote.alone", debate="vote", first="Eve")
    assert t.happened("voting_order", seats=("Dan", "Eve", "Fay", "Ann", "Cid"))
    assert t.prompt is not None
    assert t.prompt.seat == t.seat("Dan")


def test_a_defender_with_nobody_in_reach_protects_nobody() -> None:
    """HARV-8, DEF-14, EVO-1: himself last night, and both neighbours are at the ball."""
    people = "Ann:defender Bea Cid:werewolf Dan:werewolf Eve Fay Gus"
    t = Table(people, variants=HARVEST, events="saturday_evening_ball").round(protect="Bea")
    t.night(protect="Ann").dawn(leave=["Bea", "Gus"]).day().night(devour="Eve")
    protected = [event.facts["seat"] for event in t.game.events if event.name == "protected"]
    assert protected == [t.seat("Bea"), t.seat("Ann")]
    assert t.dawn().dead == ["Eve"]
