"""Love at the Harvest Festival. In all tables Ann is the Deceitful, Bea the Jilted, Cid the Secret Lover."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table import Table

HARVEST = "harvest_festival"


def in_love(people: str = "Ann Bea Cid Dan:cupid Eve:werewolf Fay", **options: Any) -> Table:
    t = Table(people, variants=HARVEST, **options)
    return t.night(pair=["Ann", "Bea"], deceitful="Ann", secret="Cid").dawn()


def test_cupid_names_one_of_the_couple_and_somebody_else() -> None:
    """HARV-10."""
    t = Table("Ann Bea Cid Dan:cupid Eve:werewolf Fay", variants=HARVEST)
    t.upto("cupid.deceitful", pair=["Ann", "Bea"])
    assert t.options == ["Ann", "Bea"]
    t.upto("cupid.secret", deceitful="Ann")
    assert t.options == ["Cid", "Dan", "Eve", "Fay"]
    assert t.refuses("Bea").rule == "HARV-10"


def test_who_recognises_whom() -> None:
    """HARV-10: the couple each other, the Deceitful and the Secret Lover each other; the Jilted learns nothing."""
    t = in_love()
    assert t.sees("Ann", "fell_in_love")
    assert t.sees("Bea", "fell_in_love")
    assert not t.sees("Cid", "fell_in_love")
    assert t.sees("Ann", "fell_in_secret_love")
    assert t.sees("Cid", "fell_in_secret_love")
    assert not t.sees("Bea", "fell_in_secret_love")
    assert not t.sees(None, "fell_in_secret_love")
    assert t.was_asked("lovers.meet_secretly")


def test_nobody_mourns_the_jilted() -> None:
    """HARV-11."""
    assert in_love().day("Bea").dead == ["Bea"]


def test_both_mourn_the_deceitful() -> None:
    """HARV-11."""
    t = in_love().day("Ann")
    assert t.dead == ["Ann", "Bea", "Cid"]
    assert t.why("cause", seat="Cid") == "HARV-11"


@pytest.mark.parametrize(
    ("option", "dead"), [("kills_deceitful_only", ["Cid", "Ann"]), ("kills_both", ["Cid", "Ann", "Bea"])]
)
def test_who_mourns_the_secret_lover(option: str, dead: list[str]) -> None:
    """HARV-11, OPT-HARVEST-SECRET, AMD-31: the Deceitful's own death of grief goes no further."""
    assert in_love(harvest_secret_lover_death=option).day("Cid").dead == dead


def test_the_presets_differ_on_the_secret_lover() -> None:
    """OPT-HARVEST-SECRET, OPT-HARVEST-VOTE."""
    t = Table("Ann Bea Cid Dan:werewolf", preset="pacte", variants=HARVEST)
    assert t.setup.options.harvest_secret_lover_death == "kills_both"
    assert t.setup.options.harvest_secret_pair_vote_ban
    assert not Table("Ann Bea Cid Dan:werewolf").setup.options.harvest_secret_pair_vote_ban


def test_a_deceitful_lover_who_dies_with_the_secret_one_is_mourned_as_usual() -> None:
    """HARV-11, AMD-31: no grief for the Secret Lover, but the wolves' teeth."""
    t = Table("Cid Fay:witch Dan:cupid Bea Ann Eve:werewolf", variants=HARVEST)
    t.night(pair=["Ann", "Bea"], deceitful="Ann", secret="Cid", devour="Ann", brew="Cid", outcome="eliminated").dawn()
    assert sorted(t.dead) == ["Ann", "Bea", "Cid"]


def test_the_jilted_may_not_vote_against_the_deceitful() -> None:
    """HARV-12: but the other way round is allowed, and the secret pair too."""
    t = in_love()
    t.upto("vote.ballots", debate="vote")
    assert t.refuses({"Bea": "Ann"}).rule == "HARV-12"
    t.answer(ballots={"Ann": "Bea", "Cid": "Ann"})
    assert t.happened("tied")


def test_the_secret_pair_may_be_forbidden_to_vote_against_each_other() -> None:
    """HARV-12, OPT-HARVEST-VOTE."""
    t = in_love(harvest_secret_pair_vote_ban=True)
    t.upto("vote.ballots", debate="vote")
    assert t.refuses({"Ann": "Cid"}).rule == "HARV-12"
    assert t.refuses({"Cid": "Ann"}).rule == "HARV-12"
    t.answer(ballots={"Ann": "Bea"})
    assert t.dead == ["Bea"]


def test_only_the_true_lovers_have_a_goal_of_their_own() -> None:
    """HARV-17: a mixed couple plays for itself, the Secret Lover for his own camp."""
    t = in_love("Ann:werewolf Bea Cid Dan:cupid")
    village = t.game.village
    assert [village.side(seat) for seat in (1, 2, 3)] == ["lovers", "lovers", "village"]


def test_a_secret_lover_of_another_camp_is_no_couple() -> None:
    """HARV-17: Ann and Cid are a villager and a Werewolf, yet each keeps the goal of the own camp."""
    t = in_love("Ann Bea Cid:werewolf Dan:cupid Eve")
    village = t.game.village
    assert [village.side(seat) for seat in (1, 2, 3)] == ["village", "village", "werewolves"]
