"""What the table sees of houses, absent players, offices and events, folded from what it was told."""

from __future__ import annotations

from typing import Any

from nightcall import MODERATOR, PUBLIC, Event, Setup, Viewer, play, view
from nightcall.engine.views import ALIVE, AWAY, DEAD, GONE, SeatView, View, fold

PLAYERS = ("Ann", "Bea", "Cid")


def seen(*told: tuple[str, dict[str, Any]], viewer: Viewer = PUBLIC) -> View:
    return fold(PLAYERS, [Event(name, "GEN-1", PUBLIC, facts) for name, facts in told], viewer)


def test_who_sees_what() -> None:
    """GEN-2, GEN-6: everybody what is public, a seat what it was told, the moderator everything."""
    told: dict[Viewer, Event] = {
        PUBLIC: Event("nobody_died", "GEN-6", PUBLIC, {}),
        MODERATOR: Event("spared", "DEF-1", MODERATOR, {"seat": 1}),
        3: Event("dealt", "GEN-2", (3,), {"seat": 3, "card": "seer"}),
    }
    owns: dict[Viewer, list[Viewer]] = {PUBLIC: [], 1: [], 3: [3], MODERATOR: [MODERATOR, 3]}
    for viewer, own in owns.items():
        assert fold(PLAYERS, told.values(), viewer).log == [told[PUBLIC], *(told[each] for each in own)]


def test_the_moderator_s_view_holds_every_card_and_the_question() -> None:
    """GEN-2"""
    game = play(Setup.of(3, ["werewolf", "seer", "hunter"], cards_known_to_app=True, sheriff_election="off"))
    while game.prompt is not None and game.prompt.audience == PUBLIC:
        game = game.answer(True)
    assert [seat.card for seat in view(game, MODERATOR).seats] == ["werewolf", "seer", "hunter"]
    assert [view(game, viewer).asked for viewer in (PUBLIC, 1, 2, MODERATOR)] == ["", "", "seer.look", "seer.look"]


HOUSED = ("housed", {"buildings": ("church", "farm_1", "vagabond")})


def test_houses_are_left_taken_over_and_burnt() -> None:
    assert [seat.house for seat in seen(HOUSED).seats] == ["church", "farm_1", "vagabond"]
    gone = ("vacated", {"seat": 1, "house": "church"})
    view = seen(HOUSED, gone)
    assert view.seats[0].house == "vagabond"
    assert view.free_houses == ["church"]
    view = seen(HOUSED, gone, ("rehoused", {"seat": 3, "house": "church"}))
    assert view.seats[2].house == "church"
    assert view.free_houses == []
    view = seen(HOUSED, gone, ("burnt", {"seat": 0, "house": "church"}), ("burnt", {"seat": 2, "house": "farm_1"}))
    assert view.seats[1].house == "vagabond"
    assert view.free_houses == []
    assert view.burnt_houses == ["church", "farm_1"]


def test_a_poster_hangs_until_night() -> None:
    poster = ("poster_seen", {"seat": 2})
    assert seen(HOUSED, poster).seats[1].has_poster
    assert not seen(HOUSED, poster, ("night_fell", {"night": 2})).seats[1].has_poster


def test_absent_players() -> None:
    went = ("went_away", {"seats": (1, 3), "until": "dawn"})
    assert [seat.is_away for seat in seen(went).seats] == [True, False, True]
    assert [seat.is_away for seat in seen(went, ("came_back", {"seats": (3,)})).seats] == [True, False, False]


def test_offices_are_given_and_taken() -> None:
    crier = ("appointed", {"seat": 2, "office": "town_crier"})
    axe = ("elected", {"seat": 2, "office": "executioner"})
    assert seen(crier, axe).seats[1].offices == ["town_crier", "executioner"]
    assert seen(crier, axe, ("revoked", {"seat": 2, "office": "town_crier"})).seats[1].offices == ["executioner"]
    assert seen(axe, ("succeeded", {"seat": 1, "office": "executioner"})).seats[0].offices == ["executioner"]


def test_events_are_in_force_until_the_table_can_tell_that_they_are_over() -> None:
    def read(name: str) -> tuple[str, dict[str, Any]]:
        return "event_read", {"event": name, "by": 1}

    night, dawn = ("night_fell", {"night": 3}), ("dawn_broke", {"day": 3})
    voted = ("died", {"seat": 3, "cause": "vote"})
    assert seen(read("burial"), night, dawn).events == ["burial"]
    assert seen(read("eclipse")).events == ["eclipse"]
    assert seen(read("eclipse"), night).events == []
    assert seen(read("gone_hunting"), night).events == ["gone_hunting"]
    assert seen(read("gone_hunting"), night, dawn).events == []
    assert seen(read("enthusiasm"), night, dawn).events == ["enthusiasm"]
    assert seen(read("enthusiasm"), voted).events == []
    assert seen(read("specter"), night, dawn).events == ["specter"], "whether it has struck is a secret"
    assert seen(read("nightmare"), ("event_overtaken", {"event": "nightmare"})).events == []
    assert seen(read("burial"), ("event_without_effect", {"event": "burial"})).events == ["burial"]


def test_a_variant_for_a_turn() -> None:
    began = ("variant_began", {"variant": "lycanthropic_trance"})
    assert seen(began).variants == ["lycanthropic_trance"]
    assert seen(began, ("variant_ended", {"variant": "lycanthropic_trance"})).variants == []


def test_whoever_comes_back_is_alive_and_shows_no_card() -> None:
    died = ("died", {"seat": 1, "cause": "devoured"}), ("card_shown", {"seat": 1, "card": "witch"})
    view = seen(*died, ("returned", {"seat": 1}))
    assert view.seats[0].is_alive
    assert view.seats[0].card == ""


def test_how_it_stands_with_somebody() -> None:
    """GEN-4, MANIP-3, HAML-1: whoever has left is neither dead nor away."""
    assert SeatView(1, "Ann").state == ALIVE
    assert SeatView(1, "Ann", is_away=True).state == AWAY
    assert SeatView(1, "Ann", is_alive=False).state == DEAD
    assert SeatView(1, "Ann", is_alive=False, has_left=True).state == GONE
