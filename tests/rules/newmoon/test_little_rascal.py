"""The Little Rascal: the youngest is out until the next morning."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table import Table


def awake(t: Table) -> tuple[int, ...]:
    """Who is asked."""
    assert t.prompt is not None
    assert isinstance(t.prompt.audience, tuple)
    return t.prompt.audience


def second_morning(people: str, *, first: dict[str, Any] | None = None, **table: Any) -> Table:
    """Up to the reading of the card, on the second day; `first` = what happens in the first night."""
    t = Table(people, events="little_rascal", **table)
    t.round(**(first or {}))
    return t


def weights(t: Table) -> dict[str, int]:
    t.upto("vote.ballots", debate="vote")
    assert t.prompt is not None
    return {t.names[seat - 1]: weight for seat, weight in t.prompt.weights.items()}


VILLAGE = "Ann:werewolf Bea Cid Dan Eve Fay"


@pytest.mark.parametrize("physical", [False, True])
def test_the_youngest_living_player_is_asked_for_once(physical: bool) -> None:
    """RASC-0, RASC-1, RASC-4, IDENT-R20: the moderator names one of the living; everybody sees who leaves, no card."""
    t = second_morning(VILLAGE, first={"devour": "Fay"}, physical=physical)
    t.night().dawn()
    assert t.asks("little_rascal.youngest")
    assert t.options == ["Ann", "Bea", "Cid", "Dan", "Eve"]
    t.refuses("Fay")
    t.answer(youngest="Bea")
    assert t.sees(None, "went_away", seats=["Bea"], until="dawn")
    t.day().night().dawn().day()
    assert [prompt.key for prompt in t.asked].count("little_rascal.youngest") == 1
    assert t.looked_at == []


def test_no_vote_and_no_vote_against_him_while_he_is_out() -> None:
    """RASC-1, RASC-4, VOTE-6: not a voter, not a candidate."""
    t = second_morning(VILLAGE).night().dawn(youngest="Bea").upto("vote.ballots", debate="vote")
    assert t.prompt is not None
    assert list(t.prompt.voters) == [1, 3, 4, 5, 6]
    assert "Bea" not in t.options
    assert t.refuses({"Bea": "Cid"}).rule == "RASC-4"
    assert t.refuses({"Ann": "Bea"}).rule == "RASC-4"


def test_the_wolves_cannot_devour_him() -> None:
    """RASC-2, WW-9, OPT-RASCAL-IMMUNE: he is no choice of the pack in the night he is out, but he is in the next."""
    t = second_morning(VILLAGE).night().dawn(youngest="Bea").day().night(devour="Cid")
    devour = t.asked[-1]
    assert devour.key == "werewolves.devour"
    assert 2 not in devour.options
    assert devour.refused[2] == "RASC-4"
    t.dawn().day().night(devour="Bea").dawn()
    assert t.dead == ["Cid", "Bea"]


def test_the_wolves_may_devour_him_if_the_table_says_so() -> None:
    """RASC-2, OPT-RASCAL-IMMUNE: `false` opens him to the wolves' meals and to nothing else."""
    people = "Ann:werewolf Bea Cid:big_bad_wolf Dan:seer Eve:defender Fay:witch Gus Hal"
    options: dict[str, Any] = {"rascal_cannot_be_devoured": False, "big_bad_wolf_second_meal": "may"}
    t = second_morning(people, first={"look": "Hal", "protect": "Hal"}, **options)
    t.night(look="Ann", protect="Fay").dawn(youngest="Bea").day()
    t.upto("seer.look")
    assert t.refuses("Bea").rule == "RASC-4"
    t.say("Ann").upto("defender.protect")
    assert t.refuses("Bea").rule == "RASC-4"
    t.answer(protect="Dan", devour="Bea", big_bad_wolf_devour="Hal")
    assert [list(prompt.options) for prompt in t.asked if prompt.key == "witch.heal"] == [[8]]
    t.dawn()
    assert t.dead == ["Bea", "Hal"]


def test_devoured_while_he_is_out_he_cannot_be_infected() -> None:
    """RASC-2, RASC-4, OPT-RASCAL-IMMUNE: the curse would be another act upon him."""
    people = "Ann:cursed_wolf_father Bea Cid Dan Eve"
    t = second_morning(people, rascal_cannot_be_devoured=False).night().dawn(youngest="Bea").day()
    t.night(devour="Bea").dawn()
    assert t.fakes == ["cursed_wolf_father"]
    assert t.dead == ["Bea"]


def test_back_in_the_morning_his_vote_counts_three() -> None:
    """RASC-3, VOTE-4, OPT-RASCAL-LENGTH: from the return on, for the rest of the game."""
    t = second_morning(VILLAGE).night().dawn(youngest="Bea")
    assert weights(t) == {}
    t.answer().night().dawn()
    assert t.sees(None, "came_back", seats=["Bea"])
    t.day({"Bea": "Ann", "Cid": "Dan", "Dan": "Cid", "Eve": "Cid"})
    assert t.winner == "village", "three voices against two"


def test_the_triple_vote_lasts() -> None:
    """RASC-3, OPT-RASCAL-LENGTH: `permanent` is three again on the day after, and the days after that."""
    t = second_morning(VILLAGE).night().dawn(youngest="Bea").day().night().dawn().day().night().dawn().day()
    t.night().dawn()
    assert weights(t) == {"Bea": 3}


def test_the_triple_vote_of_one_day() -> None:
    """RASC-3, OPT-RASCAL-LENGTH: `one_day` is the day of the return only."""
    t = second_morning(VILLAGE, rascal_triple_vote="one_day").night().dawn(youngest="Bea").day().night().dawn()
    assert weights(t) == {"Bea": 3}
    t.answer().night().dawn()
    assert weights(t) == {}


def test_a_sheriff_who_was_out_counts_six() -> None:
    """VOTE-4, RASC-3: both multiply."""
    t = second_morning(VILLAGE, sheriff="Bea").night().dawn(youngest="Bea").day().night().dawn()
    assert weights(t) == {"Bea": 6}


def test_a_sheriff_who_is_out_has_neither_double_vote_nor_tie_break_and_stays_sheriff() -> None:
    """RASC-5, VOTE-15: the tie is nobody's to decide."""
    t = second_morning(VILLAGE, sheriff="Bea").night().dawn(youngest="Bea")
    assert weights(t) == {}
    t.say({"Ann": "Cid", "Cid": "Ann"}).answer()
    assert not t.was_asked("sheriff.tiebreak")
    assert t.alive == t.names
    assert t.sheriff == "Bea"


@pytest.mark.parametrize("physical", [False, True])
def test_his_call_is_faked(physical: bool) -> None:
    """RASC-4, FK-9: the call is said, nobody acts; the next night it is live again."""
    t = second_morning("Ann:werewolf Bea:seer Cid Dan Eve Fay", first={"look": "Ann"}, physical=physical)
    t.night(look="Ann").dawn(youngest="Bea").day().night()
    assert "seer" in t.calls
    assert t.fakes == ["seer"]
    t.dawn().day().night(look="Cid")
    assert t.fakes == []


def test_without_fake_calls_his_call_is_left_out() -> None:
    """FK-9, OPT-FAKE: nothing to say to somebody who is not there."""
    t = second_morning("Ann:werewolf Bea:seer Cid Dan Eve Fay", first={"look": "Ann"}, fake_calls=False)
    t.night(look="Ann").dawn(youngest="Bea").day().night()
    assert "seer" not in t.calls
    t.dawn().day().night(look="Ann")
    assert "seer" in t.calls


def test_nobody_reaches_him_at_night() -> None:
    """RASC-4, PIPER-11: Seer, Fox, Defender, Witch and Piper are refused."""
    people = "Ann:werewolf Bea Cid:seer Dan:fox Eve:defender Fay:witch Gus:piper Hal Ida Joe Kim"
    t = second_morning(people, first={"look": "Ann", "protect": "Ann", "charm": ["Hal", "Ida"]})
    t.night(look="Ann", protect="Cid", charm=["Ann", "Cid"]).dawn(youngest="Bea").day()
    for key, then in (
        ("seer.look", "Ann"),
        ("fox.sniff", None),
        ("defender.protect", "Ann"),
        ("witch.poison", None),
    ):
        t.upto(key)
        assert t.refuses("Bea").rule == "RASC-4", key
        t.say(then)
    t.upto("piper.charm")
    assert t.refuses(["Bea", "Dan"]).rule == "RASC-4"


def test_grief_reaches_him() -> None:
    """RASC-5: his love is voted out, he dies where he is; nobody comes back in the morning."""
    t = second_morning("Ann:werewolf Bea Cid:cupid Dan Eve Fay", first={"pair": ["Bea", "Dan"]})
    t.night().dawn(youngest="Bea").day("Dan")
    assert t.dead == ["Dan", "Bea"]
    t.night().dawn()
    assert not t.happened("came_back")


def test_disease_reaches_him() -> None:
    """RASC-5, KNIGHT-1: the Knight's disease finds the wolf outside."""
    t = second_morning("Ann:werewolf Bea:werewolf Cid Dan:knight_with_the_rusty_sword Eve Fay")
    t.night(devour="Dan").dawn(youngest="Ann").day().night().dawn()
    assert t.dead == ["Dan", "Ann"]
    assert t.happened("cause", seat="Ann", causes=("disease",))


def test_the_change_of_the_model_reaches_him() -> None:
    """RASC-5, CHILD-2: he turns while he is out, and wakes with the pack once he is back."""
    t = second_morning("Ann:werewolf Bea:wild_child Cid Dan Eve Fay Gus", first={"model": "Cid"})
    t.night().dawn(youngest="Bea").day("Cid")
    assert t.is_wolf("Bea")
    t.upto("werewolves.devour")
    assert awake(t) == (1,)
    t.answer().dawn().day().upto("werewolves.devour")
    assert awake(t) == (1, 2)


def test_he_is_back_before_the_victims_are_named() -> None:
    """RASC-6: the Hunter who died in the night may shoot him at once."""
    t = second_morning("Ann:werewolf Bea Cid:hunter Dan Eve Fay").night().dawn(youngest="Bea").day()
    t.night(devour="Cid").dawn()
    assert t.asks("hunter.shoot")
    names = [event.name for event in t.game.events]
    assert names.index("came_back") < names.index("died")
    t.answer(shoot="Bea")
    assert t.dead == ["Cid", "Bea"]


def test_a_hunter_condemned_meanwhile_cannot_reach_him() -> None:
    """RASC-4: he is not there to be shot."""
    t = second_morning("Ann:werewolf Bea Cid:hunter Dan Eve Fay").night().dawn(youngest="Bea").day("Cid")
    assert t.asks("hunter.shoot")
    assert t.refuses("Bea").rule == "RASC-4"


def test_he_keeps_his_place_among_the_neighbours() -> None:
    """AMD-46: the Fox sniffs at the absent wolf between two others, but cannot choose him."""
    t = second_morning("Ann:fox Bea:werewolf Cid Dan:werewolf Eve Fay Gus")
    t.night().dawn(youngest="Bea").day().upto("fox.sniff")
    assert t.refuses("Bea").rule == "RASC-4"
    t.answer(sniff="Ann")
    assert t.happened("sniffed", seats=(7, 1, 2), up=True)


def test_the_bear_smells_him() -> None:
    """AMD-46: sent out before the bear is heard, he is the Tamer's neighbour all the same."""
    t = second_morning("Ann:bear_tamer Bea:werewolf Cid Dan Eve Fay", event_timing="before_victims")
    before = len(t.events("bear_grunted"))
    t.night().dawn(youngest="Bea")
    assert len(t.events("bear_grunted")) == before + 1


def test_he_counts_as_living_for_the_piper() -> None:
    """PIPER-11, EVX-12: not charmed and out, he stands between the Piper and victory until he is back."""
    t = second_morning("Ann:werewolf Bea:piper Cid Dan Eve Fay", first={"charm": ["Ann", "Cid"]})
    t.night(charm=["Dan", "Ann"]).dawn(youngest="Eve").day().night(charm=["Fay", "Ann"])
    assert t.winner is None
    t.dawn().day().night(charm=["Eve", "Ann"])
    assert t.winner == "piper"


def test_he_counts_as_living_for_the_manipulator() -> None:
    """EVX-12: the last of the other group is out, not eliminated."""
    groups = {"Ann": "a", "Bea": "a", "Cid": "b", "Dan": "b", "Eve": "a", "Fay": "a"}
    t = Table("Ann:werewolf Bea:prejudiced_manipulator Cid Dan Eve Fay", events="little_rascal", groups=groups)
    t.round().night().dawn(youngest="Cid").day("Dan")
    assert not t.happened("left")
    t.night().dawn().day("Cid")
    assert t.happened("left", seat="Bea")


def test_he_counts_as_living_for_the_angel_and_the_wolves() -> None:
    """EVX-12, RASC-4: an Angel outside is neither eliminated nor without goal; the wolves have not won without him."""
    t = second_morning("Ann:werewolf Bea:angel Cid Dan", angel_window="until_d2_vote", angel_opening_vote=False)
    t.night(devour="Cid").dawn(youngest="Bea").day("Dan")
    assert t.winner is None
    assert t.alive == ["Ann", "Bea"]
    t.night().dawn().day().night(devour="Bea").dawn()
    assert t.winner == "werewolves"


def test_a_servant_keeps_the_triple_vote() -> None:
    """SERV-12, RASC-3: a new card, the same child."""
    t = second_morning("Ann:werewolf Bea:devoted_servant Cid Dan Eve Fay").night().dawn(youngest="Bea").day()
    t.night().dawn().day("Cid", act="Bea").night().dawn()
    assert weights(t) == {"Bea": 3}


def test_where_the_absent_child_may_be_devoured_another_absence_is_safe() -> None:
    """RASC-2, RASC-4, EVO-1, OPT-RASCAL-IMMUNE: back from the wood he is like everybody else."""
    t = Table(VILLAGE, events="little_rascal gone_hunting", rascal_cannot_be_devoured=False).round()
    t.night().dawn(youngest="Bea").day().upto("werewolves.devour")
    assert "Bea" in t.options
    t.answer().dawn(leave=["Bea"]).day().upto("werewolves.devour")
    assert t.refuses("Bea").rule == "EVO-1"


def test_a_card_called_for_the_first_time_may_be_his() -> None:
    """RASC-4, IDENT-0, HOUSE-2: with real cards nobody need open the eyes, for whoever would may be out."""
    people = "Ann:werewolf Bea:white_werewolf Cid Dan Eve Fay"
    t = Table(people, events="little_rascal", physical=True, white_werewolf_every=3)
    t.round().night().dawn(youngest="Bea").day().upto("identify")
    assert t.prompt is not None
    assert t.prompt.about.card == "white_werewolf"
    assert t.prompt.low == 0
    assert "Bea" not in t.options
    t.say(None)
    assert t.possible("Bea") == {"white_werewolf"}
