"""Setting up a table, as a phone does it: every step keeps what was entered and says what is wrong with it."""

from __future__ import annotations

import ast
import json
import re
from collections import Counter
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import pytest

import nightcall
from nightcall import MODERATOR, OPTIONS, PRESETS, Fault, Setup
from nightcall.engine.setup import PARTS
from nightcall.rules.characters import CHARACTERS
from nightcall.rules.decks import mixes
from nightcall.rules.newmoon import EVENTS
from nightcall.rules.variants import VARIANTS
from nightcall.sim.people import People
from nightcall.web import access
from nightcall.web.app import Site
from nightcall.web.setup import advice, drafting, estimates, offers, profiles
from nightcall.web.setup.drafting import STEPS, Draft
from nightcall.web.setup.shapes import APART
from nightcall.web.store import Grant
from nightcall.web.store.sqlite import SQLiteStore
from nightcall.web.table import Table
from nightcall.web.visit import DEVICE
from nightcall.words import LANGUAGES, Words
from tests.web.phone import PLAYERS, Phone, begin, new_site, run, stopped_later


@pytest.fixture
def site() -> Site:
    return new_site()


@pytest.fixture
def phone(site: Site) -> Phone:
    """A phone with eight players entered."""
    phone = Phone(site)
    phone.post("/new/players", do="paste", paste=", ".join(PLAYERS))
    return phone


def send(phone: Phone, step: str, **fields: Any) -> Any:
    """A step's form; names of fields as they are."""
    return phone.client.post(f"/new/{step}", data=fields)


def draft_of(phone: Phone) -> Draft:
    """What the store holds for this device."""
    found = run(phone.site.store.read(access.digest(phone.client.cookies[DEVICE]), "draft"))
    assert found is not None
    return Draft.of(found)


def games(phone: Phone) -> list[Table]:
    """Every game of the site, the oldest first."""
    rows = phone.site.store._db.execute("SELECT id FROM game ORDER BY begun").fetchall()  # type: ignore[attr-defined]
    return [run(phone.site.tables.find(game)) for (game,) in rows]


def begins(phone: Phone) -> Any:
    """Tap Begin, without following on to pages that belong to others."""
    fields = {"do": "begin", "mark": draft_of(phone).mark}
    return phone.client.post("/new/begin", data=fields, follow_redirects=False)


def faults_on(page: str) -> set[str]:
    return set(re.findall(r'data-fault="([\w.]+)"', page))


# -- players --


def test_a_pasted_list_takes_commas_lines_and_numbers(phone: Phone) -> None:
    assert draft_of(phone).players == tuple(PLAYERS)
    phone.post("/new/players", do="paste", paste="1. Ann\n2) Bea \n\n- Cid;Dan")
    assert draft_of(phone).players == ("Ann", "Bea", "Cid", "Dan")


def test_one_is_added_renamed_moved_and_removed(phone: Phone) -> None:
    seats = [*PLAYERS[:7], "Hans"]
    send(phone, "players", shown="name", name=seats, new="Ida, Jo", do="add")
    assert draft_of(phone).players == (*seats, "Ida", "Jo")
    send(phone, "players", shown="name", name=seats, do="up-2")
    assert draft_of(phone).players[:3] == ("Bea", "Ann", "Cid")
    send(phone, "players", shown="name", name=seats, do="down-1")
    assert draft_of(phone).players[:3] == ("Bea", "Ann", "Cid")
    send(phone, "players", shown="name", name=seats, do="remove-8")
    assert draft_of(phone).players == tuple(PLAYERS[:7])


def test_seats_without_names_are_numbers_wherever_they_are(phone: Phone) -> None:
    send(phone, "players", shown="name", do="count", count="5")
    assert draft_of(phone).players == ("1", "2", "3", "4", "5")
    send(phone, "players", shown="name", name=["1", "Bea", "3", "", "5"], do="remove-1")
    assert draft_of(phone).players == ("Bea", "2", "3", "4")


def test_what_was_typed_is_not_lost_by_going_on(phone: Phone) -> None:
    reply = send(phone, "players", shown="name", name=PLAYERS, new="Ida", do="next")
    assert reply.url.path == "/new/cards"
    assert draft_of(phone).players == (*PLAYERS, "Ida")


@pytest.mark.parametrize("count", ["-1", "61", "ten", "1e9", "99999999999"])
def test_a_number_nobody_can_read_changes_nothing(phone: Phone, count: str) -> None:
    reply = send(phone, "players", shown="name", name=PLAYERS, do="count", count=count)
    assert reply.status_code == 422
    assert "whole number" in reply.text
    assert f'value="{count}"' in reply.text
    assert draft_of(phone).players == tuple(PLAYERS)


def test_faults_of_the_players_stand_on_their_step(phone: Phone) -> None:
    send(phone, "players", shown="name", name=["Ann", "Ann"])
    assert faults_on(phone.get("/new/players").text) == {"setup.player_count", "setup.same_name"}
    assert "setup.same_name" in faults_on(phone.get("/new/begin").text)


def test_players_of_the_same_name_are_marked(phone: Phone) -> None:
    send(phone, "players", shown="name", name=["Ann", "Bea", "Ann"])
    rows = re.findall(r'<input name="name" value="(\w+)"[^>]*aria-invalid="true"', phone.get("/new/players").text)
    assert rows == ["Ann", "Ann"]


def test_a_name_may_hold_anything_and_harms_nothing(phone: Phone) -> None:
    send(phone, "players", shown="name", name=['<b onclick="x">', "Bea", "Cid"])
    for step in STEPS:
        assert "<b onclick" not in phone.get(f"/new/{step}").text


def test_sixty_play_and_sixty_one_do_not(phone: Phone) -> None:
    send(phone, "players", shown="name", do="count", count="60")
    assert len(draft_of(phone).players) == 60
    send(phone, "players", shown="name", name=["" for _ in range(60)], new="Zoe")
    assert "setup.player_count" in faults_on(phone.get("/new/players").text)
    reply = send(phone, "players", do="paste", paste="x,y," * 100)
    assert reply.status_code == 422


# -- it is never lost --


def test_the_draft_survives_a_restart(tmp_path: Any) -> None:
    file = str(tmp_path / "games.db")
    site = Site(SQLiteStore(file))
    phone = Phone(site)
    phone.post("/new/players", do="paste", paste="Ann, Bea, Cid, Dan, Eve")
    send(phone, "cards", **{"card-werewolf": "2", "card-seer": "3"})
    run(site.store.close())
    again = Phone(stopped_later(Site(SQLiteStore(file))))
    again.client.cookies = phone.client.cookies
    page = again.get("/new/cards").text
    assert re.search(r'name="card-seer" value="3"', page)
    assert 'value="Ann"' in again.get("/new").text


def test_each_device_has_its_own_draft(site: Site, phone: Phone) -> None:
    assert 'value="Ann"' not in Phone(site).get("/new").text
    assert 'value="Ann"' in phone.get("/new").text


def test_a_damaged_or_foreign_draft_is_read_as_far_as_it_makes_sense() -> None:
    data = {
        "players": ["Ann"],
        "deck": 7,
        "preset": "mine",
        "variants": ["moonlight", "none"],
        "later": 1,
        "debate": "x",
    }
    assert Draft.of(data) == Draft(players=("Ann",), variants=("moonlight",))
    assert Draft.of(None) == Draft() == Draft.of([])
    full = Draft(players=("Ann",), deck={"seer": 1}, labels=("old", "young"), options={"hunter_shot": "may"})
    assert Draft.of(json.loads(json.dumps(full.to_json()))) == full


def test_starting_over_forgets_it(phone: Phone) -> None:
    phone.post("/new/afresh")
    assert draft_of(phone).players == ()


# -- cards --


def test_a_mix_follows_the_players(phone: Phone) -> None:
    assert draft_of(phone).cards == {"werewolf": 2, "seer": 1, "cupid": 1, "simple_villager": 4}
    send(phone, "cards", do="mix-lively")
    send(phone, "players", shown="name", name=[*PLAYERS, "Ida", "Jo"])
    cards = draft_of(phone).cards
    assert cards == mixes(10)["lively"]
    assert sum(cards.values()) == 10
    assert not faults_on(phone.get("/new/begin").text)


def test_chosen_cards_stay_and_villagers_even_them_out(phone: Phone) -> None:
    send(phone, "cards", **{"card-werewolf": "2", "card-witch": "1", "card-simple_villager": "1"})
    page = phone.get("/new/cards").text
    assert faults_on(page) == {"setup.deck_size"}
    assert "4 / 8" in page
    send(phone, "cards", do="fill")
    assert draft_of(phone).cards == {"werewolf": 2, "witch": 1, "simple_villager": 5}
    send(phone, "cards", do="fill", **{"card-werewolf": "3", "card-witch": "1", "card-simple_villager": "5"})
    assert draft_of(phone).cards["simple_villager"] == 4


def test_the_thief_needs_two_more_and_double_you_twice_as_many(phone: Phone) -> None:
    send(phone, "cards", do="fill", **{"card-werewolf": "2", "card-thief": "1"})
    assert "10 / 10" in phone.get("/new/cards").text
    send(phone, "extras", shown="variant", variant="double_you")
    assert draft_of(phone).wanted == 18


def test_double_you_is_laid_out_so_that_the_camps_are_hidden(phone: Phone) -> None:
    send(phone, "extras", shown="variant", variant="double_you")
    cards = {"card-seer": 1, "card-witch": 1, "card-hunter": 1, "card-cupid": 1, "card-defender": 1, "card-elder": 1}
    send(phone, "cards", do="fill", **cards, **{"card-werewolf": "2"})
    assert not faults_on(phone.get("/new/begin").text)
    assert begins(phone).status_code == 303
    assert games(phone)[0].game.setup.deck[8:] == ("simple_villager",) * 6 + ("werewolf",) * 2


def test_the_actor_s_cards_are_asked_for(phone: Phone) -> None:
    assert 'name="trio"' not in phone.get("/new/cards").text
    send(phone, "cards", do="fill", **{"card-werewolf": "2", "card-actor": "1"})
    page = phone.get("/new/cards").text
    assert 'name="trio"' in page
    assert "setup.actor_count" in faults_on(page)
    send(phone, "cards", shown="trio", trio=["seer", "witch", "fox"])
    assert not faults_on(phone.get("/new/cards").text)
    assert begins(phone).status_code == 303
    assert games(phone)[0].game.setup.trio == ("seer", "witch", "fox")


def test_the_manipulator_s_groups_are_asked_for(phone: Phone) -> None:
    send(phone, "cards", do="fill", **{"card-werewolf": "2", "card-prejudiced_manipulator": "1"})
    assert "setup.two_groups" in faults_on(phone.get("/new/cards").text)
    send(phone, "cards", shown="first", first=["Ann", "Eve", "Nobody"], label=["glasses", "no glasses"])
    assert not faults_on(phone.get("/new/cards").text)
    begins(phone)
    groups = games(phone)[0].game.setup.groups
    assert groups == ("glasses", *["no glasses"] * 3, "glasses", *["no glasses"] * 3)


def test_silent_roles_and_absent_cards_are_offered(phone: Phone) -> None:
    send(phone, "cards", do="fill", **{"card-werewolf": "2", "card-hunter": "1"})
    send(phone, "cards", shown=["silent", "also"], silent="hunter", also=["witch", "unicorn"])
    assert "Announced too, but not in play: Witch" in phone.get("/new/begin").text
    begins(phone)
    setup = games(phone)[0].game.setup
    assert setup.options.identify_silent_roles_n1 == ("hunter",)
    assert setup.also_announced == ("witch",)


def test_a_card_that_needs_extras_says_so_where_it_lies(phone: Phone) -> None:
    send(phone, "cards", do="fill", **{"card-werewolf": "2", "card-gypsy": "1"})
    page = phone.get("/new/cards").text
    assert faults_on(page) == {"setup.needs"}
    assert 'value="extras">To: Extras' in page
    send(phone, "extras", pile="all")
    assert not faults_on(phone.get("/new/begin").text)


@pytest.mark.parametrize("count", ["-1", "two", "1000"])
def test_a_bad_number_of_cards_changes_nothing(phone: Phone, count: str) -> None:
    reply = send(phone, "cards", **{"card-seer": count})
    assert reply.status_code == 422
    assert draft_of(phone).deck == {}


def count(phone: Phone) -> str:
    """What an open page shows of the odds once all games are played."""
    for _ in range(200):
        text = phone.fragment("/new/odds").text
        if "hx-get" not in text:
            return text
    raise AssertionError("the count has no end")


def counted_games(text: str) -> int:
    return int(re.search(r'data-games="(\d+)"', text)[1])  # type: ignore[index]


def test_the_odds_stand_there_at_once_and_are_then_counted(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(estimates, "GAMES", 20)
    page = phone.get("/new/cards").text
    assert "about " in page
    assert "An ordinary table, at a first glance" in page
    assert "0 of 20 games" in page
    assert "An ordinary table, 20 games" in count(phone)
    again = phone.get("/new/cards").text
    assert "An ordinary table, 20 games" in again
    assert "hx-get" not in re.search(r'<div id="odds-count".*?>', again)[0]  # type: ignore[index]


def test_the_count_is_what_the_library_says(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(estimates, "GAMES", 30)
    count(phone)
    draft = draft_of(phone)
    found = phone.site.background.known(estimates.key_of(draft))
    assert isinstance(found, estimates.Estimate)
    assert found.report() == nightcall.odds(draft.dealt, games=30)


def test_once_games_are_counted_they_say_where_a_deck_leans() -> None:
    """The nets may be off: what is said below the bars is never at odds with them."""
    setup = Setup.of(12, {"werewolf": 4, "seer": 1, "simple_villager": 7}, cards_known_to_app=True, seed=1)

    def lean(balance: str = "even", **wins: int) -> str:
        count = estimates.Estimate(setup, People(), 2400, Counter(wins)) if wins else None
        return estimates.shown_of(setup, "ordinary", count, 2400, Words(), balance).lean

    assert lean() == "werewolves"
    assert lean(village=300, werewolves=310) == ""
    assert lean(village=400, werewolves=200, nobody=10) == "village"
    assert lean("village", village=380, werewolves=240) == ""
    assert lean("wolves", village=300, werewolves=250) == "village"


def test_the_odds_are_of_this_table_and_no_other(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(estimates, "GAMES", 20)
    count(phone)
    masters = send(phone, "cards", do="people-masters")
    assert "Masters, at a first glance" in masters.text
    assert "Masters, 20 games" in count(phone)
    send(phone, "cards", do="people-nonsense")
    assert draft_of(phone).people == "masters"
    send(phone, "cards", do="mix-lively")
    assert "table, 20 games" not in phone.get("/new/cards").text
    send(phone, "cards", do="people-ordinary")
    send(phone, "cards", do="mix-classic")
    assert "An ordinary table, 20 games" in phone.get("/new/cards").text


def test_no_share_is_shown_to_a_tenth_or_without_its_range(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(estimates, "GAMES", 20)
    for text in (phone.fragment("/new/cards").text, count(phone)):
        shown = re.search(r'<div id="odds-count".*?</div>', text, re.DOTALL)
        assert shown is not None
        assert not re.search(r"\d[.,]\d\s*%", shown[0])
        for row in re.findall(r"<li>.*?</li>", shown[0]):
            assert "about " in row or re.search(r"<small>\d+–\d+%</small>", row), row
        assert "An ordinary table" in shown[0]


def test_no_request_waits_for_the_games(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many are wanted, the page hears within a moment how far they are, and what was tapped meanwhile stays."""
    monkeypatch.setattr(estimates, "GAMES", 10_000_000)
    first = counted_games(phone.fragment("/new/odds").text)
    send(phone, "cards", **{"card-witch": "1", "card-seer": "1", "card-werewolf": "2", "card-simple_villager": "4"})
    later = counted_games(phone.fragment("/new/odds").text)
    assert max(first, later) < 10_000
    assert draft_of(phone).cards["witch"] == 1


def test_a_fault_of_ours_ends_the_count_and_nothing_else(
    phone: Phone, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(estimates, "play_one", broken)
    assert "hx-get" in phone.fragment("/new/cards").text
    found = count(phone)
    assert "about " in found
    assert "Estimate" in caplog.text


def test_without_scripts_some_games_are_played_and_shown(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(estimates, "GAMES", 20)
    assert "An ordinary table, 20 games" in phone.get("/new/odds").text


def test_what_is_saved_too_late_does_not_begin_a_new_table(phone: Phone) -> None:
    """What was typed before Begin may arrive after it."""
    mark = draft_of(phone).mark
    begins(phone)
    late = {"name": PLAYERS, "shown": "name", "mark": mark}
    reply = phone.client.post("/new/players", data=late, follow_redirects=False)
    assert reply.headers["location"] == f"/g/{games(phone)[0].id}/lead/ready"
    assert draft_of(phone).players == ()


def test_whatever_sends_by_itself_has_a_name() -> None:
    """Without an id a morph may make another element of it, which then goes on sending."""
    for path in sorted((Path(nightcall.__file__).parent / "web" / "templates").glob("*.html")):
        for tag in re.findall(r"<\w+[^<>]*hx-trigger=[^<>]*", path.read_text("utf-8")):
            assert " id=" in tag, (path.name, tag)


def test_where_only_games_can_tell_nothing_is_guessed(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(estimates, "GAMES", 12)
    send(phone, "extras", pile="all")
    page = phone.get("/new/cards").text
    assert "first glance" not in page
    assert 'name="do" value="swap-' not in page
    found = count(phone)
    assert "12 games" in found
    kept = phone.site.background.known(estimates.key_of(draft_of(phone)))
    assert isinstance(kept, estimates.Estimate)
    assert ("Answered at random" in found) == bool(kept.guessed)


def test_no_odds_for_a_table_that_cannot_play(phone: Phone) -> None:
    send(phone, "cards", **{"card-seer": "3"})
    page = phone.get("/new/cards").text
    assert "GEN-19" in page
    assert "odds-count" not in page
    assert phone.fragment("/new/odds").status_code == 204


# -- advice --


def test_three_decks_are_advised_and_one_is_taken(phone: Phone) -> None:
    assert "advice-steady" not in phone.get("/new/cards").text
    page = send(phone, "cards", do="advise").text
    assert all(f'value="advice-{style}"' in page for style in ("steady", "lively", "bold"))
    send(phone, "cards", do="advice-bold")
    draft = draft_of(phone)
    bold = next(panel for panel in advice.decks(draft) if panel.style == "bold")
    assert draft.cards == bold.deck
    assert not draft.faults


def test_the_advisor_hears_what_is_wished(phone: Phone) -> None:
    send(phone, "cards", do="advise")
    told = {"shown": "wish", "wish-balance": "wolves", "wish-complexity": "1", "wish-length": "nonsense"}
    send(phone, "cards", **told, **{"wish-never": ["witch", "nonsense"], "wish-wanted": "hunter"})
    wish = draft_of(phone).wish
    assert (wish["balance"], wish["complexity"], wish["length"]) == ("wolves", 1, "any")
    assert (tuple(wish["never"]), tuple(wish["wanted"])) == (("witch",), ("hunter",))
    for panel in advice.decks(draft_of(phone)):
        assert "witch" not in panel.deck
        assert panel.deck["hunter"] == 1


def test_a_card_is_swapped_with_one_tap(phone: Phone) -> None:
    before = draft_of(phone).cards
    page = phone.get("/new/cards").text
    out, into = re.search(r'value="swap-(\w+)-(\w+)"', page).groups()  # type: ignore[union-attr]
    send(phone, "cards", do=f"swap-{out}-{into}")
    after = draft_of(phone).cards
    assert after[into] == before.get(into, 0) + 1
    assert after.get(out, 0) == before[out] - 1
    send(phone, "cards", do="swap-piper-witch")
    send(phone, "cards", do="swap-seer-nonsense")
    assert draft_of(phone).cards == after


def test_there_is_no_advice_for_rules_the_nets_do_not_know(phone: Phone) -> None:
    send(phone, "cards", do="advise")
    send(phone, "rules", do="preset-helper")
    page = phone.get("/new/cards").text
    assert 'id="no-advice"' in page
    assert "advice-steady" not in page


def test_a_game_keeps_its_forecast(phone: Phone) -> None:
    send(phone, "cards", do="people-seasoned")
    begins(phone)
    forecast = games(phone)[0].manner.forecast
    assert forecast is not None
    assert (forecast.people, forecast.games) == ("seasoned", 0)
    assert 0 < forecast.village < 1
    assert '"forecast"' not in phone.get(f"/api/games/{games(phone)[0].id}").text


def test_wishes_are_remembered_for_the_next_evening(phone: Phone) -> None:
    send(phone, "cards", do="advise")
    send(phone, "cards", do="people-seasoned")
    begins(phone)
    assert phone.get("/new/cards").status_code == 200
    draft = draft_of(phone)
    assert draft.people == "seasoned"
    assert draft.wish["balance"] == "even"


# -- extras --


def test_houses_are_dealt_chosen_or_left_out(phone: Phone) -> None:
    send(phone, "extras", houses="dealt")
    dealt = draft_of(phone).buildings
    assert len(dealt) == 8
    send(phone, "extras", houses="dealt", do="deal")
    assert draft_of(phone).buildings != dealt
    send(phone, "extras", houses="chosen", **{"house-1": "church", "house-2": "farm_1", "house-3": "castle"})
    assert draft_of(phone).buildings == ("church", "farm_1", *["vagabond"] * 6)
    send(phone, "extras", **{"house-3": "church"})
    assert faults_on(phone.get("/new/extras").text) == {"setup.building_twice"}
    send(phone, "extras", houses="none")
    assert draft_of(phone).buildings == ()


def test_events_all_some_stacked_and_held(phone: Phone) -> None:
    send(phone, "extras", pile="all", draw="shuffled", shown=["hand", "lasting"], hand="miracle", lasting="specter")
    assert faults_on(phone.get("/new/extras").text) == {"setup.event_not_permanent"}
    send(phone, "extras", shown="lasting")
    begins(phone)
    setup = games(phone)[0].game.setup
    assert len(setup.events) == len(EVENTS) - 1
    assert setup.seed is not None
    assert not setup.options.cards_known_to_app
    assert setup.hand == ("miracle",)


def test_stacked_events_keep_their_order(phone: Phone) -> None:
    send(phone, "extras", pile="some", draw="stacked", shown="event", event=["flood", "eclipse", "miracle"])
    send(phone, "extras", stack=["flood", "eclipse", "miracle"], do="down-flood")
    assert draft_of(phone).drawn == ("eclipse", "flood", "miracle")
    send(phone, "extras", shown="event", event=["flood", "miracle", "burial"], stack=["eclipse", "flood", "miracle"])
    assert draft_of(phone).drawn == ("flood", "miracle", "burial")
    send(phone, "extras", pile="all")
    assert draft_of(phone).drawn[:3] == ("flood", "miracle", "burial")
    assert len(draft_of(phone).drawn) == len(EVENTS)


def test_what_the_book_leaves_out_is_explained_and_can_be_allowed(phone: Phone) -> None:
    send(phone, "rules", do="preset-classic")
    page = phone.get("/new/extras").text
    assert 'name="houses"' not in page
    assert "“Classic” plays without" in page
    assert "/rules/OPT-BUILDINGS" in page
    send(phone, "extras", do="allow-buildings_available")
    assert 'name="houses"' in phone.get("/new/extras").text
    assert draft_of(phone).difference == {"buildings_available": True}


def test_variants_that_exclude_one_another(phone: Phone) -> None:
    send(phone, "extras", shown="variant", variant=["moonlight", "moonlight_hard"])
    assert faults_on(phone.get("/new/extras").text) == {"setup.variants_exclude"}
    send(phone, "extras", shown="variant", variant=["moonlight"])
    begins(phone)
    assert games(phone)[0].game.setup.variants == ("moonlight",)


def test_all_events_leave_out_what_the_plague_cannot_bear(phone: Phone) -> None:
    send(phone, "extras", pile="all", shown="variant", variant="black_plague")
    assert 0 < len(draft_of(phone).drawn) < len(EVENTS)
    assert not faults_on(phone.get("/new/extras").text)


# -- house rules --


def test_options_are_a_difference_from_the_book(phone: Phone) -> None:
    send(phone, "rules", **{"opt-hunter_shot": "may", "opt-seer_may_pass": "False", "opt-great_distrust_friends": "3"})
    assert draft_of(phone).difference == {"hunter_shot": "may", "great_distrust_friends": 3}
    page = phone.get("/new/rules").text
    assert 'value="drop-hunter_shot"' in page
    assert "/rules/OPT-HUNTER-MUST" in page
    send(phone, "rules", do="drop-hunter_shot")
    assert draft_of(phone).difference == {"great_distrust_friends": 3}
    send(phone, "rules", do="preset-helper")
    assert draft_of(phone).difference == {}, "the moderator's aid says three anyway"


def test_an_option_with_several_values(phone: Phone) -> None:
    name = "elder_despair_causes"
    send(phone, "rules", shown=f"opt-{name}", **{f"opt-{name}": ["vote", "poison"]})
    assert draft_of(phone).difference == {name: ["poison", "vote"]}
    send(phone, "rules", shown=f"opt-{name}")
    assert draft_of(phone).rules.elder_despair_causes == frozenset()


def test_a_value_an_option_cannot_have_is_refused(phone: Phone) -> None:
    reply = send(phone, "rules", **{"opt-hunter_shot": "perhaps", "opt-sheriff_election": "off"})
    assert reply.status_code == 422
    assert draft_of(phone).difference == {}


def test_options_can_be_searched(phone: Phone) -> None:
    page = phone.get("/new/rules?q=hunter").text
    assert 'name="opt-hunter_shot"' in page
    assert 'name="opt-sheriff_breaks_ties"' not in page
    assert "No option says that" in phone.get("/new/rules?q=unicorn").text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_has_its_place(site: Site, language: str) -> None:
    page = Phone(site, language).get("/new/rules").text
    for name in OPTIONS:
        assert (f'"opt-{name}"' in page) is (name not in APART), name
    assert {chapter for chapter, _ in offers.in_chapters()} == set(offers.CHAPTERS)


HOUSE = [name for name, option in OPTIONS.items() if option.id.startswith("HOUSE-")]


@pytest.mark.parametrize("name", HOUSE)
def test_a_house_rule_is_found_chosen_and_shared(phone: Phone, name: str) -> None:
    option, words = OPTIONS[name], Words("en")
    for search in (option.id, name, words.option(name)):
        assert f'name="opt-{name}"' in phone.client.get("/new/rules", params={"q": search}).text
    for value in option.values:
        send(phone, "rules", **{f"opt-{name}": str(value)})
        draft = draft_of(phone)
        is_book = value == option.pact
        assert draft.difference == ({} if is_book else {name: value})
        page = unescape(phone.get("/new/rules").text)
        assert (f'value="drop-{name}"' in page) is not is_book
        assert f'href="/rules/{option.id}"' in page
        shared = profiles.from_code(profiles.code(profiles.profile(draft)))
        assert profiles.with_profile(Draft(), shared).options == draft.options
        rules = Setup.from_json({**Setup.of(PLAYERS, ["werewolf", *["seer"] * 7]).to_json(), "options": draft.options})
        assert getattr(rules.options, name) == value


def test_the_largest_profile_can_be_shared() -> None:
    draft = Draft(
        pile="some", events=tuple(card.name for card in EVENTS), variants=tuple(kind.name for kind in VARIANTS)
    )
    for name in OPTIONS.keys() - APART:
        others = [value for value in OPTIONS[name].values if value != OPTIONS[name].pact]
        draft = draft.with_option(name, [] if OPTIONS[name].many else max(others, key=lambda value: len(str(value))))
    found = profiles.profile(draft)
    assert len(found["options"]) == len(OPTIONS) - len(APART)
    assert profiles.from_code(profiles.code(found)) == json.loads(json.dumps(found))


def test_more_or_fewer_cards_are_laid_out(phone: Phone) -> None:
    """HOUSE-18, HOUSE-27"""
    deck = {"card-werewolf": "2", "card-thief": "1", "card-actor": "1", "card-seer": "1", "card-simple_villager": "7"}
    send(phone, "rules", **{"opt-thief_spares": "4", "opt-actor_trio": "2"})
    send(phone, "cards", shown="trio", trio=["seer", "seer"], **deck)
    page = phone.get("/new/cards").text
    assert faults_on(page) == {"setup.actor_not_in_box"}
    assert page.count('name="trio"') == 2
    send(phone, "rules", **{"opt-actor_beyond_box": "allowed"})
    assert draft_of(phone).table().trio == ("seer", "seer")
    assert "setup.actor_not_in_box" in faults_on(phone.get("/new/cards").text), "two more than the deck's own"
    send(phone, "cards", shown="trio", trio=["fox", "fox"], **deck)
    page = phone.get("/new/cards").text
    assert not faults_on(page)
    assert "All the Werewolves might lie there" in page
    assert begins(phone).status_code == 303


def test_no_day_for_an_election_that_is_not_held(phone: Phone) -> None:
    """HOUSE-16"""
    send(phone, "rules", **{"opt-sheriff_election": "off", "opt-sheriff_elected_on": "d2_dusk"})
    assert "setup.sheriff_off" in faults_on(phone.get("/new/rules").text)


# -- profiles --


def test_a_profile_is_kept_used_and_forgotten(phone: Phone) -> None:
    send(phone, "rules", do="profile", profile_name="Our - way", **{"opt-hunter_shot": "may"})
    send(phone, "extras", houses="dealt", shown="variant", variant="moonlight")
    send(phone, "rules", do="use-Our - way")
    draft = draft_of(phone)
    assert draft.difference == {"hunter_shot": "may"}
    assert (draft.houses, draft.variants) == ("none", ())
    assert draft.players == tuple(PLAYERS)
    assert "Our - way" in phone.get("/new/rules").text
    send(phone, "rules", do="forget-Our - way")
    assert "Our - way" not in phone.get("/new/rules").text


def test_a_profile_may_name_an_option_nothing_hangs_on_any_more(phone: Phone) -> None:
    shared = profiles.code({"options": {"hunter_shot": "may", "deal_method": "players_draw"}})
    page = phone.client.get("/new", params={"profile": shared}).text
    assert "it is ignored: deal_method" in page
    assert phone.client.post("/new/profile", data={"profile": shared}).is_success
    assert phone.client.get("/new/rules").is_success


def test_a_profile_needs_a_name(phone: Phone) -> None:
    assert send(phone, "rules", do="profile", profile_name="  ").status_code == 422


def test_a_shared_profile_is_shown_before_it_is_applied(site: Site, phone: Phone) -> None:
    send(phone, "rules", do="preset-helper", **{"opt-hunter_shot": "may"})
    send(phone, "extras", pile="some", shown=["event", "variant"], event=["flood"], variant="moonlight")
    found = re.search(r"/new\?profile=([\w-]+)", phone.get("/new/rules").text)
    assert found
    other = Phone(site)
    page = other.get(f"/new?profile={found[1]}").text
    assert "Moderator&#39;s aid" in page
    assert "Ann" not in page
    assert "Moonlight" in page
    assert other.get("/new/rules").text.count('aria-pressed="true"') == 1
    assert 'value="preset-pact" aria-pressed="true"' in other.get("/new/rules").text
    other.client.post("/new/profile", data={"profile": found[1], "profile_name": "Theirs"})
    page = other.get("/new/rules").text
    assert 'value="preset-helper" aria-pressed="true"' in page
    assert 'value="drop-hunter_shot"' in page
    assert "Theirs" in page


@pytest.mark.parametrize(
    "shared",
    [
        "nonsense",
        "x" * 15_000,
        "é",
        "",
        profiles.code({"preset": "mine"}),
        profiles.code({"players": ["Ann"]}),
        profiles.code({"options": {"unknown": 1}}),
        profiles.code({"options": {"hunter_shot": "perhaps"}}),
        profiles.code({"options": {"cards_known_to_app": True}}),
        profiles.code({"options": [1]}),
        profiles.code({"variants": [["moonlight"]]}),
    ],
)
def test_a_profile_that_makes_no_sense_says_so(phone: Phone, shared: str) -> None:
    before = draft_of(phone)
    for reply in (
        phone.client.get("/new", params={"profile": shared}),
        phone.client.post("/new/profile", data={"profile": shared}),
    ):
        assert reply.status_code == 422
        assert "no house rules we can read" in reply.text
    assert draft_of(phone) == before


def test_a_profile_holds_no_names_and_comes_back_as_it_was() -> None:
    draft = Draft(players=("Ann",), homes={"Ann": "church"}, houses="chosen", options={"hunter_shot": "may"})
    found = profiles.profile(draft)
    assert "Ann" not in json.dumps(found)
    assert profiles.from_code(profiles.code(found)) == found == {"houses": "dealt", "options": {"hunter_shot": "may"}}


# -- who deals, and beginning --


def test_real_cards_lead_to_the_first_call(phone: Phone) -> None:
    reply = begins(phone)
    table = games(phone)[0]
    assert reply.headers["location"] == f"/g/{table.id}/lead/ready"
    assert table.game.players == tuple(PLAYERS)
    assert table.game.setup.seed is None


@pytest.mark.parametrize(("deal", "where"), [("phones", "seats"), ("pass", "deal")])
def test_the_app_deals_from_a_seed(phone: Phone, deal: str, where: str) -> None:
    send(phone, "deal", deal=deal, shown="switches", phones_vote="1", graveyard="1", debate="300")
    reply = begins(phone)
    table = games(phone)[0]
    assert reply.headers["location"] == f"/g/{table.id}/lead/{where}"
    assert table.game.setup.options.cards_known_to_app
    assert table.game.setup.seed is not None
    manner = table.manner
    assert (manner.deal, manner.phones_vote, manner.phones_act, manner.graveyard) == (deal, True, False, True)
    assert manner.debate == 300


def test_a_second_tap_finds_the_same_game(phone: Phone) -> None:
    mark = draft_of(phone).mark
    first = begins(phone)
    second = phone.client.post("/new/begin", data={"do": "begin", "mark": mark}, follow_redirects=False)
    assert first.headers["location"] == second.headers["location"]
    assert len(games(phone)) == 1


def test_a_table_that_cannot_play_does_not_begin(phone: Phone) -> None:
    send(phone, "cards", **{"card-simple_villager": "8"})
    reply = begins(phone)
    assert reply.status_code == 422
    assert faults_on(reply.text) == {"setup.no_wolf"}
    assert not games(phone)


def test_whoever_begins_leads(phone: Phone) -> None:
    begins(phone)
    [(device,)] = phone.site.store._db.execute("SELECT DISTINCT device FROM access_grant").fetchall()  # type: ignore[attr-defined]
    assert run(phone.site.store.places(device)) == [Grant(games(phone)[0].id, MODERATOR)]


def test_forms_from_elsewhere_set_up_nothing(phone: Phone) -> None:
    for path in ("/new/players", "/new/afresh", "/new/profile", "/new/begin"):
        reply = phone.client.post(path, data={"do": "clear"}, headers={"origin": "http://elsewhere"})
        assert reply.status_code == 403, path
    assert draft_of(phone).players == tuple(PLAYERS)


# -- again --


def test_the_last_group_plays_again_in_three_taps(phone: Phone) -> None:
    """New game, all the same again, begin."""
    send(phone, "extras", houses="dealt", pile="all")
    send(phone, "rules", **{"opt-hunter_shot": "may"})
    send(phone, "deal", deal="pass", shown="switches", graveyard="1")
    begins(phone)
    earlier = games(phone)[0]
    page = phone.get("/new").text
    assert f"/new/again/{earlier.id}" in page
    reply = phone.client.post(f"/new/again/{earlier.id}", data={})
    assert reply.url.path == "/new/begin"
    assert begins(phone).status_code == 303
    later = games(phone)[1]
    old, new = earlier.game.setup.to_json(), later.game.setup.to_json()
    assert old.pop("seed") != new.pop("seed")
    old.pop("buildings"), new.pop("buildings")
    assert old == new
    assert later.manner == earlier.manner


def test_the_last_group_without_its_cards(phone: Phone) -> None:
    send(phone, "cards", do="mix-lively")
    begins(phone)
    assert draft_of(phone).players == ()
    send(phone, "players", do="last")
    draft = draft_of(phone)
    assert draft.players == tuple(PLAYERS)
    assert draft.mix == ""


def test_only_one_s_own_games_can_be_played_again(site: Site, phone: Phone) -> None:
    table = begin(site)
    assert phone.post(f"/new/again/{table.id}").status_code == 403
    phone.leads(table)
    assert phone.post(f"/new/again/{table.id}").status_code == 200
    assert draft_of(phone).cards == {"werewolf": 2, "seer": 1, "witch": 1, "hunter": 1, "simple_villager": 3}
    assert draft_of(phone).difference == {"sheriff_election": "off"}


def test_a_game_with_everything_is_set_up_again_as_it_was() -> None:
    cards = {"werewolf": 2, "actor": 1, "prejudiced_manipulator": 1, "seer": 1, "simple_villager": 3}
    setup = Setup.of(
        PLAYERS,
        cards,
        preset="pacte",
        trio=["witch", "fox", "hunter"],
        groups=["x", "y"] * 4,
        also_announced=["cupid"],
        debate_rules=True,
        events=["flood", "eclipse"],
        draw="stacked",
        in_force=["somnambulism"],
        hand=["miracle"],
        variants=["moonlight"],
        identify_silent_roles_n1=["simple_villager"],
        hunter_shot="may",
    )
    draft = drafting.again(setup, Draft().manner())
    found, wanted = draft.table().to_json(), setup.to_json()
    assert sorted(found.pop("deck")) == sorted(wanted.pop("deck"))
    assert found == wanted


# -- all steps --


def test_every_step_can_be_opened_at_any_time(site: Site) -> None:
    phone = Phone(site)
    for step in STEPS:
        page = phone.get(f"/new/{step}")
        assert page.status_code == 200, step
        assert page.text.count('aria-current="step"') == 1
    assert phone.get("/new/nothing").status_code == 404


def test_any_button_keeps_what_was_entered_and_leads_on(phone: Phone) -> None:
    reply = send(phone, "players", shown="name", name=["Ann", "Bea", "Cid"], go="deal")
    assert reply.url.path == "/new/deal"
    assert draft_of(phone).players == ("Ann", "Bea", "Cid")


def test_an_open_page_gets_only_its_view(phone: Phone) -> None:
    headers = {"hx-request": "true"}
    reply = phone.client.post("/new/cards", data={"do": "mix-classic"}, headers=headers)
    assert reply.status_code == 200
    assert reply.text.lstrip().startswith("<main")
    reply = phone.client.post("/new/cards", data={"do": "next"}, headers=headers)
    assert reply.headers["hx-redirect"] == "/new/extras"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_key_is_left_without_its_words(site: Site, language: str) -> None:
    """Everything shown at once: each step with all it can ask for."""
    phone = Phone(site, language)
    begin_with = {"card-werewolf": "2", "card-actor": "1", "card-prejudiced_manipulator": "1", "card-hunter": "9"}
    phone.post("/new/players", do="count", count=9)
    send(phone, "cards", **begin_with)
    send(phone, "extras", houses="chosen", pile="some", draw="stacked", shown="event", event=["flood"])
    send(phone, "rules", do="profile", profile_name="Ours", **{"opt-hunter_shot": "may"})
    texts = [phone.get(f"/new/{step}").text for step in STEPS]
    send(phone, "extras", houses="dealt", pile="all")
    for preset in PRESETS:
        send(phone, "rules", do=f"preset-{preset}")
        texts.append(phone.get("/new/extras").text)
    shared = profiles.code({"pile": "some", "events": ["flood"], "hand": ["miracle"], "in_force": ["burial"]})
    texts.append(phone.get(f"/new?profile={shared}").text)
    send(phone, "cards", do="mix-beginners")
    texts.append(phone.get("/new/cards").text)
    for text in texts:
        shown = re.sub(r'(href|action|hx-[a-z-]+)="[^"]*"', "", text)
        assert not re.findall(r"\b(?:web|group|about|option|preset|variant|about_variant)\.[a-z_]+[.a-z_]*", shown)
        assert not re.findall(r"\{[a-z_]+\}", shown)


def declared_faults() -> list[tuple[str, tuple[str, ...]]]:
    """The key of every fault the engine and the rules can find, and what it says it is about."""
    source = Path(nightcall.__file__).parent
    found = []
    for path in (*source.glob("engine/*.py"), *source.glob("rules/**/*.py")):
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Fault":
                about = next((word.value for word in call.keywords if word.arg == "about"), None)
                named = [ast.unparse(part).strip("'") for part in getattr(about, "elts", ())[:1]]
                usual = Fault("").about if about is None else ("events",)  # wherever an event card lies
                found.append((ast.unparse(call.args[0]).strip("'"), tuple(named) or usual))
    return found


def test_every_part_of_a_setup_belongs_to_one_step() -> None:
    asked = [part for parts in drafting.ASKED.values() for part in parts]
    assert sorted(asked) == sorted(["options", *PARTS])


def test_every_fault_is_shown_on_the_step_of_what_it_is_about() -> None:
    found = declared_faults()
    assert len(found) > 30
    for key, about in found:
        assert drafting.step_of(Fault(key, about=about)) in STEPS, key
        is_extra = re.search("event|building|variant|draw|hand|gypsy", key)
        assert (drafting.step_of(Fault(key, about=about)) == "extras") is bool(is_extra), key


def test_every_card_event_and_variant_is_offered(phone: Phone) -> None:
    send(phone, "extras", pile="some")
    cards, extras = phone.get("/new/cards").text, phone.get("/new/extras").text
    assert all(f'name="card-{kind.name}"' in cards for kind in CHARACTERS)
    assert all(f'value="{kind.name}"' in extras for kind in (*EVENTS, *VARIANTS))
    tiles = offers.tiles(draft_of(phone), Words("en"))
    assert all(tile.rule for group in tiles.values() for tile in group)


# -- the app leads --


def test_what_does_not_apply_where_the_app_leads_is_neither_offered_nor_claimed(phone: Phone) -> None:
    """4: the switches are about phones beside a moderator; of what the app must play otherwise only what is in play."""
    send(phone, "deal", deal="phones", shown="switches", phones_vote="1", phones_act="1", graveyard="1")
    assert "Let the players join" in phone.get("/new/begin").text, "that is what comes next, and not the night"
    send(phone, "deal", deal="led")
    page = phone.get("/new/deal").text
    assert page.index('value="led" checked') < page.index("deals__phones"), "hidden by the choice before it"
    summary = phone.get("/new/begin").text
    english = Words("en")
    assert not [name for name in ("phones_vote", "phones_act") if english.text(f"web.setup.{name}") in summary]
    unasked = ("actor_wakes_again", "wolf_hound_call", "spirit_answered_by", "spiritualism_medium")
    assert not [name for name in unasked if english.option(name) in summary]
    begins(phone)
    manner = games(phone)[0].manner
    assert (manner.deal, manner.phones_vote, manner.phones_act, manner.graveyard) == ("led", False, False, False)
    options = games(phone)[0].game.setup.options
    assert (options.actor_wakes_again, options.wolf_hound_call) == ("for_every_card", "own_call")


def test_what_a_led_table_must_play_otherwise_is_told_with_its_card() -> None:
    deck = {"werewolf": 2, "wolf_hound": 1, "simple_villager": 5}
    draft = Draft(players=tuple(PLAYERS), deal="led", mix="", deck=deck)
    assert draft.difference.get("wolf_hound_call") == "own_call"
    assert "actor_wakes_again" not in draft.difference


def test_what_a_led_table_must_play_has_no_cross_to_drop_it(site: Site) -> None:
    """It would come back at once; its choice below is closed with a word why."""
    phone = Phone(site)
    for deal, is_fixed in (("led", True), ("phones", False)):
        send(phone, "deal", deal=deal)
        kept = replace(draft_of(phone), mix="", deck={"werewolf": 2, "wolf_hound": 1, "simple_villager": 5})
        chosen = kept.with_option("wolf_hound_call", "own_call").with_option("seer_reveal", "wolf_thumb")
        run(site.store.write(access.digest(phone.client.cookies[DEVICE]), "draft", chosen.to_json()))
        page = phone.get("/new/rules").text
        chips = page[page.index('id="difference"') : page.index('name="shown" value="debate_rules"')]
        assert 'value="drop-seer_reveal"' in chips
        assert ('value="drop-wolf_hound_call"' in chips) is not is_fixed
        assert ("data-fixed" in chips) is is_fixed
        found = re.search(r'<select name="opt-wolf_hound_call"[^>]*>', page)
        assert found is not None
        assert ("disabled" in found.group()) is is_fixed


@pytest.mark.parametrize(("language", "said"), [("en", "at this table: 6."), ("fr", "à cette table : 6.")])
def test_what_is_unusual_is_a_sentence_and_its_rule_is_a_link(site: Site, language: str, said: str) -> None:
    """GEN-12: nobody at a party knows what OPT-PLAYERS is; whoever asks why is led there."""
    phone = Phone(site, language)
    send(phone, "players", paste="Ada Ben Cid Dan Eve Fay".replace(" ", "\n"), do="paste")
    page = unescape(phone.get("/new/players").text)
    warned = re.search(r'data-warning="warning.player_range".*?</div>', page, re.DOTALL)
    assert warned is not None
    read = re.sub(r"<[^>]+>", "", warned.group()).replace("\xa0", " ")
    assert said in read
    assert "OPT-" not in read
    assert 'href="/rules/OPT-PLAYERS"' in warned.group()
