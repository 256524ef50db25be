"""Spiritualism: five cards, a Medium, a spirit, yes or no."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table import Table

EIGHT = "Ann:werewolf Bea Cyd:seer Dan Eve Fay:piper Gus:werewolf Hal"


def summoned(people: str = EIGHT, card: int = 1, /, look: str | None = None, **options: Any) -> Table:
    """Bea has fallen to the wolves, Dan to the vote; the card is read on the second morning."""
    t = Table(people, events=f"spiritualism_{card}", **options)
    first: dict[str, Any] = {"devour": "Bea"}
    if ":seer" in people:
        first["look"] = look or "Hal"
    if ":piper" in people:
        first["charm"] = ["Ann", "Cyd"]
    t.night(**first).dawn().day("Dan")
    second = {name: value for name, value in first.items() if name != "devour"}
    t.night(**second).say(True)
    return t


def answered(t: Table) -> bool:
    (event,) = t.events("spirit_answered")
    answer: bool = event.facts["answer"]
    return answer


# -- how it goes --


def test_the_medium_asks_one_of_four_questions() -> None:
    """SPIR-1, SPIR-2, OPT-SPIRIT-MEDIUM, OPT-SPIRIT-WHO, OPT-SPIRIT-ANSWER: Eve sits left of Dan, the last to fall;
    Bea fell first and answers."""
    t = summoned()
    assert t.asks("spiritualism.question")
    assert t.prompt is not None
    assert (t.prompt.seat, t.prompt.card, t.prompt.audience) == (t.seat("Eve"), "spiritualism_1", "public")
    assert t.options == ["1", "2", "3", "4", "own_words"]
    t.say("4")
    assert t.sees(None, "spirit_asked", event="spiritualism_1", question="4", by="Eve", spirit="Bea")
    assert t.asks("spiritualism.answer")
    t.say(True)
    assert t.sees(None, "spirit_answered", answer=True, by="Bea")
    assert t.why("spirit_answered") == "SPIR-1"
    assert t.asks("day.debate")


def test_the_table_may_have_other_words() -> None:
    """SPIR-3: the question is typed in, and the moderator says the answer."""
    t = summoned().say("own_words")
    assert t.asks("spiritualism.words")
    t.say("Is a Werewolf left-handed?").say(False)
    assert t.sees(None, "spirit_asked", words="Is a Werewolf left-handed?", by="Eve")
    assert not answered(t)


def test_the_dead_between_are_passed_over() -> None:
    """SPIR-5, GEN-9: Dan and Eve have fallen; left of Dan, the last, sits Fay."""
    t = Table("Ann:werewolf Bea Cyd Dan Eve Fay", events="spiritualism_1").round("Dan", devour="Eve")
    t.night().say(True)
    assert t.prompt is not None
    assert t.prompt.seat == t.seat("Fay")


def test_the_moderator_may_name_the_medium() -> None:
    """OPT-SPIRIT-MEDIUM, SPIR-2"""
    t = summoned(spiritualism_medium="moderator_choice")
    assert t.asks("spiritualism.medium")
    assert t.options == ["Ann", "Cyd", "Eve", "Fay", "Gus", "Hal"]
    t.say("Hal").say("1")
    assert t.happened("spirit_asked", by="Hal")


def test_the_first_wolf_victim_may_be_the_spirit() -> None:
    """OPT-SPIRIT-WHO, SPIR-2: Eve was voted out first, then the wolves took Bea."""

    def spirit(**options: Any) -> Table:
        t = Table("Ann:werewolf Bea Cyd Dan Eve Fay", events="spiritualism_1", **options).round("Eve")
        return t.night(devour="Bea").dawn(question="1")

    assert spirit().happened("spirit_asked", spirit="Eve")
    assert spirit(spirit_questioned="first_wolf_victim").happened("spirit_asked", spirit="Bea")


def test_a_werewolf_bitten_and_burnt_is_a_wolves_victim() -> None:
    """OPT-SPIRIT-WHO, NR-13: the table hears of the fire, but teeth were there too."""
    people = "Ann:white_werewolf Bea Cyd:pyromaniac Dan:werewolf Eve Fay Gus Hal:werewolf"
    options: Any = {"spirit_questioned": "first_wolf_victim", "houses": "Eve:farm_1"}
    t = Table(people, events="spiritualism_1", **options).round("Bea")
    t.night(burn="farm_1", werewolves_devour="Eve", white_werewolf_devour="Dan").dawn(question="4")
    assert t.dead == ["Bea", "Dan"]
    assert t.sees(None, "spirit_asked", spirit="Dan")


def test_without_a_wolf_victim_the_first_eliminated_is_the_spirit() -> None:
    """SPIR-4"""
    t = Table("Ann:werewolf Bea Cyd Dan Eve Fay", events="spiritualism_1", spirit_questioned="first_wolf_victim")
    t.round("Eve").night().dawn(question="1")
    assert t.happened("spirit_asked", spirit="Eve")


def test_without_anybody_dead_it_is_put_back() -> None:
    """SPIR-4, NM-7, AMD-30"""
    t = Table("Ann:werewolf Bea Cyd Dan Eve Fay", events="spiritualism_1 eclipse").round()
    t.night().dawn()
    assert t.happened("event_put_back", event="spiritualism_1")
    assert not t.happened("spirit_asked")


def test_whoever_is_back_is_no_spirit() -> None:
    """SPIR-7: a Miracle has brought Bea back; Dan, the next in time, answers. He may: it is no talk of the dead."""
    t = Table("Ann:werewolf Bea Cyd Dan Eve Fay", events="miracle spiritualism_1").round()
    t.night(devour="Bea").dawn()
    assert "Bea" in t.alive
    t.day("Dan").night().dawn(question="1")
    assert t.happened("spirit_asked", spirit="Dan")
    assert t.sees(None, "spirit_answered", by="Dan")


# -- truth --


def test_a_truthful_spirit_says_what_the_app_knows() -> None:
    """SPIR-6, SW-SPIRIT-TRUTH: nothing to enter; the moderator whispers."""
    t = summoned().say("1")
    assert t.asks("spiritualism.yes")
    assert t.prompt is not None
    assert t.prompt.audience == ()
    t.say(True)
    assert answered(t)


def test_a_spirit_may_lie() -> None:
    """SW-SPIRIT-TRUTH, SPIR-6: the truth is for the moderator alone."""
    t = summoned(spirit_truthful=False).say("1")
    assert t.happened("truth_whispered", answer=True)
    assert not t.sees(None, "truth_whispered")
    assert t.asks("spiritualism.answer")
    t.say(False)
    assert not answered(t)


def test_the_moderator_answers_in_the_spirits_place() -> None:
    """OPT-SPIRIT-ANSWER: truthfully, whatever the dead may do."""
    t = summoned(spirit_answered_by="moderator", spirit_truthful=False).say("1")
    assert t.asks("spiritualism.yes")
    t.say(True)
    assert t.sees(None, "spirit_answered", answer=True, by=0)


# -- the twenty questions --


@pytest.mark.parametrize(
    ("card", "question", "options", "answer"),
    [
        (1, "1", {}, True),  # Eve is a Simple Villager
        (1, "2", {"sheriff": "Ann"}, True),
        (1, "2", {"sheriff": "Eve"}, False),
        (1, "2", {}, False),  # no Sheriff at all
        (3, "1", {}, False),  # she has looked at Hal
        (3, "1", {"look": "Gus"}, True),
        (3, "2", {}, False),  # Ann, Gus: Hal sits between
        (3, "4", {}, False),
        (4, "4", {"sheriff": "Hal"}, True),
        (4, "4", {"sheriff": "Fay"}, False),  # the Piper
        (4, "4", {}, False),
    ],
)
def test_questions_of_fact(card: int, question: str, options: dict[str, Any], answer: bool) -> None:
    """SPIR-1, AMD-54: answered by the app."""
    t = summoned(EIGHT, card, **options).say(question)
    assert t.asks("spiritualism.yes" if answer else "spiritualism.no")
    t.answer()
    assert answered(t) is answer


@pytest.mark.parametrize(
    ("card", "question"),
    [(1, 3), (1, 4), (2, 1), (2, 2), (2, 3), (2, 4), (3, 3), (4, 2), (4, 3), (5, 1), (5, 2)],
)
@pytest.mark.parametrize("answer", [True, False])
def test_questions_of_looks(card: int, question: int, answer: bool) -> None:
    """SPIR-1, AMD-54: only the people in the room can tell."""
    t = summoned(EIGHT, card).say(str(question))
    assert t.asks("spiritualism.answer")
    t.say(answer)
    assert answered(t) is answer


@pytest.mark.parametrize(
    ("pair", "answer"),
    [
        (["Ann", "Gus"], True),
        (["Ann", "Eve"], False),
        (["Eve", "Hal"], True),
        (["Fay", "Hal"], False),  # the Piper is a side of his own
        (["Ann", "Fay"], False),
    ],
)
def test_are_two_named_players_on_one_side(pair: list[str], answer: bool) -> None:
    """AMD-54: each loner is a side of its own."""
    t = summoned(EIGHT, 4).say("1")
    assert t.asks("spiritualism.named")
    assert t.prompt is not None
    assert (t.prompt.low, t.prompt.high, t.prompt.seat) == (2, 2, t.seat("Eve"))
    t.answer(named=pair)
    assert answered(t) is answer
    assert t.sees(None, "spirit_asked", seats=tuple(pair))


def test_lovers_of_two_sides_are_one() -> None:
    """AMD-54, LOVE-4"""
    people = "Ann:werewolf Bea Cyd:cupid Dan Eve Fay Gus:werewolf"
    t = Table(people, events="spiritualism_4")
    t.night(pair=["Ann", "Fay"], devour="Bea").dawn().day("Dan").night().dawn(question="1", named=["Ann", "Fay"])
    assert answered(t)


@pytest.mark.parametrize(("name", "answer"), [("Hal", True), ("Eve", False), ("Ann", True), ("Fay", True)])
def test_does_a_named_player_sit_beside_a_werewolf(name: str, answer: bool) -> None:
    """SPIR-1, GEN-8, AMD-54: the neighbours are the nearest living ones; Ann and Gus are the wolves, Hal between."""
    people = EIGHT if name != "Ann" else EIGHT.replace("Hal", "Hal:werewolf")
    t = summoned(people, 5).say("3")
    t.answer(named=name)
    assert answered(t) is answer


@pytest.mark.parametrize(("name", "answer"), [("Hal", True), ("Gus", False), ("Cyd", False), ("Fay", False)])
def test_is_a_named_player_a_simple_villager(name: str, answer: bool) -> None:
    """SPIR-1, AMD-54: the card decides."""
    t = summoned(EIGHT, 5).say("4")
    t.answer(named=name)
    assert answered(t) is answer


def test_wolves_side_by_side() -> None:
    """SPIR-1, GEN-8: Dan sat between them; he is dead."""
    people = "Ann Bea Cyd:werewolf Dan Eve:werewolf Fay Gus Hal"
    assert answered(summoned(people, 3).answer(question="2"))


def test_the_infected_are_werewolves_but_keep_their_card() -> None:
    """AMD-54: Eve, the Medium, is an infected Simple Villager: a Werewolf, and a Simple Villager."""

    def asked(card: int, question: str) -> bool:
        t = Table("Ann:cursed_wolf_father Bea Cyd Dan Eve Fay Gus", events=f"spiritualism_{card}")
        t.night(devour="Eve", infect=True).dawn().day("Dan").night().dawn(question=question)
        assert t.happened("spirit_asked", by="Eve")
        return answered(t)

    assert asked(3, "4")
    assert asked(1, "1")


# -- what the app does not know --


def test_unknown_cards_leave_the_answer_to_the_moderator() -> None:
    """SPIR-6, AMD-54: with physical cards the app knows the pack, but not who is a Simple Villager."""
    t = summoned("Ann:werewolf Bea Cyd:hunter Dan Eve Fay", 1, physical=True).say("1")
    assert t.asks("spiritualism.answer")
    t.say(True)
    assert t.looked_at == []
    t = summoned("Ann:werewolf Bea Cyd:hunter Dan Eve Fay", 3, physical=True).say("4")
    assert t.asks("spiritualism.no")


def test_unknown_sides_leave_the_answer_to_the_moderator() -> None:
    """AMD-54: nothing is lifted for it."""
    t = summoned("Ann:werewolf Bea Cyd:angel Dan Eve Fay", 4, physical=True, angel_opening_vote=False)
    t.say("1").say(["Ann", "Fay"])
    assert t.asks("spiritualism.answer")
    assert t.looked_at == []


def test_love_may_reach_for_other_cards_than_those_named() -> None:
    """AMD-54, LOVE-14: who is named is known, but not whether a loved one is the Manipulator; nothing is lifted."""
    people = "Ann:big_bad_wolf Bea Cyd:cupid Dan Eve Fay:prejudiced_manipulator Gus Hal"
    groups = {name: "a" if name in ("Ann", "Bea", "Cyd", "Dan") else "b" for name in people.split()}
    groups = {name.partition(":")[0]: group for name, group in groups.items()}
    options: dict[str, Any] = {"physical": True, "groups": groups, "big_bad_wolf_second_meal": "may"}
    t = Table(people, events="spiritualism_4", **options)
    t.night(pair=["Ann", "Fay"], werewolves_devour="Bea").dawn().day("Dan").night().say(True)
    t.say("1").say(["Ann", "Cyd"])
    assert t.asks("spiritualism.answer")
    assert t.looked_at == []


def test_the_seer_looked_before_the_pack_was_seen() -> None:
    """SPIR-1: on the first night nobody knew; the Werewolves have opened their eyes since."""
    people = "Ann:werewolf Bea Cyd:seer Dan Eve Fay"
    for look, ask in (("Ann", "spiritualism.yes"), ("Fay", "spiritualism.no")):
        t = summoned(people, 3, physical=True, look=look).say("1")
        assert t.asks(ask)


def test_the_trusted_villager_is_a_simple_villager_too() -> None:
    """AMD-54, BACK-2: as for the other events, both cards without a power count."""
    assert answered(summoned(EIGHT.replace("Hal", "Hal:trusted_villager"), 5).say("4").answer(named="Hal"))


def test_where_there_is_no_sheriff_he_is_no_werewolf() -> None:
    """SPIR-6, AMD-54: nor anybody else."""
    t = summoned().say("2")
    t.answer()
    assert not answered(t)
