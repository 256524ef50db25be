"""The charmed: a lasting, secret mark."""

from __future__ import annotations

from tests.table import Table

TABLE = "Ann:piper Bea:werewolf Cid:seer Dan:witch Eve Fay Gus"


def test_the_charm_is_secret() -> None:
    """CHARM-1, PIPER-2"""
    t = Table(TABLE).night(look="Dan", charm=["Cid", "Dan"])
    assert t.sees("Cid", "charmed", seat="Cid")
    assert not t.sees("Cid", "charmed", seat="Dan")
    assert not t.sees("Eve", "charmed")
    assert not t.sees("Eve", "charmed_met")
    assert not t.sees(None, "charmed")
    assert not t.sees(None, "charmed_met")


def test_the_charm_lasts() -> None:
    """CHARM-1, PIPER-3"""
    t = Table("Ann:piper Bea:werewolf Cid Dan Eve").round(charm=["Bea", "Cid"]).round(charm=["Bea", "Cid"])
    t.night(charm=["Dan", "Eve"])
    assert t.winner == "piper"


def test_the_charmed_keep_their_powers_and_their_votes() -> None:
    """CHARM-1, PIPER-4"""
    t = Table(TABLE).night(look="Dan", charm=["Cid", "Dan"]).dawn().day()
    t.night(look="Bea", devour="Eve", heal="Eve", charm=["Fay", "Gus"])
    assert t.sees("Cid", "card_seen", seat="Bea", card="werewolf")
    t.dawn()
    assert "Eve" in t.alive
    t.day({"Cid": "Fay"})
    assert t.dead == ["Fay"]


def test_charmed_werewolves_go_on_devouring() -> None:
    """CHARM-1, PIPER-4"""
    t = (
        Table(TABLE)
        .night(look="Dan", charm=["Bea", "Cid"])
        .dawn()
        .day()
        .night(look="Dan", devour="Eve", charm=["Fay", "Gus"])
    )
    assert t.dawn().dead == ["Eve"]


def test_neither_witch_nor_defender_takes_the_charm_away() -> None:
    """CHARM-1, PIPER-4, WITCH-3, DEF-4"""
    t = Table("Ann:piper Bea:werewolf Cid:witch Dan:defender Eve")
    t.night(protect="Eve", charm=["Cid", "Eve"]).dawn().day()
    t.night(protect="Dan", devour="Eve", heal="Eve", charm=["Bea", "Dan"])
    assert t.winner == "piper"


def test_a_servant_loses_her_charm_with_her_card() -> None:
    """CHARM-2, SERV-5"""
    people = "Ann:piper Bea:werewolf Cid:devoted_servant Dan Eve Fay"
    t = Table(people).night(charm=["Cid", "Dan"]).dawn().day("Fay", act="Cid")
    t.night(charm=["Bea", "Eve"])
    assert t.winner is None
    assert t.events("charmed_met")[-1].facts["seats"] == (t.seat("Bea"), t.seat("Dan"), t.seat("Eve"))
    t.dawn().day().night(charm=["Bea", "Cid"])
    assert t.winner == "piper"


def test_a_servant_who_stays_a_servant_stays_charmed() -> None:
    """CHARM-2"""
    people = "Ann:piper Bea:werewolf Cid:devoted_servant Dan Eve Fay"
    t = Table(people).night(charm=["Cid", "Dan"]).dawn().day("Fay").night(charm=["Bea", "Eve"])
    assert t.winner == "piper"


def test_a_servant_does_not_inherit_a_charm() -> None:
    """SERV-4, CHARM-2"""
    people = "Ann:piper Bea:werewolf Cid:devoted_servant Dan Eve Fay"
    t = Table(people).night(charm=["Dan", "Eve"]).dawn().day("Dan", act="Cid").night(charm=["Bea", "Fay"])
    assert t.winner is None


def test_the_dead_do_not_count() -> None:
    """CHARM-3, PIPER-3"""
    t = Table("Ann:piper Bea:werewolf Cid Dan Eve Fay").night(charm=["Bea", "Cid"]).dawn().day("Dan")
    t.night(devour="Cid", charm=["Bea", "Eve"])
    assert t.winner is None
    t.dawn().day("Fay")
    assert t.winner == "piper"
    assert t.winners == ["Ann"]


def test_the_dead_are_not_woken_with_the_charmed() -> None:
    """CHARM-3, PIPER-2"""
    t = Table(TABLE).night(look="Dan", charm=["Cid", "Eve"]).dawn().day("Eve").night(look="Dan", charm=["Fay", "Gus"])
    assert t.events("charmed_met")[-1].facts["seats"] == (t.seat("Cid"), t.seat("Fay"), t.seat("Gus"))


def test_those_who_left_do_not_count() -> None:
    """CHARM-3, MANIP-6"""
    groups = {"Ann": "a", "Bea": "a", "Cid": "a", "Dan": "b", "Eve": "a", "Fay": "a"}
    t = Table("Ann:piper Bea:werewolf Cid:prejudiced_manipulator Dan Eve Fay", groups=groups)
    t.night(charm=["Bea", "Eve"]).dawn().day("Dan")
    assert t.happened("left", seat="Cid")
    t.night(charm=["Bea", "Fay"])
    assert t.winner == "piper"
    assert t.winners == ["Ann", "Cid"]
