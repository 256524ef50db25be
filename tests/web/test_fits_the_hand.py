"""It fits the hand: setting up without detours, light for a dark room, and a way back from everywhere."""

from __future__ import annotations

import re
from html import unescape

import pytest

from nightcall import PUBLIC, Setup
from nightcall.rulebook import folded
from nightcall.rules.newmoon import EVENTS
from nightcall.web.app import Site
from nightcall.web.setup import estimates
from nightcall.web.table import Table
from nightcall.web.visit import HERE
from tests.waiting import until
from tests.web.phone import PLAYERS, Phone, begin, run
from tests.web.wizard.forms import draft_of, games, send

DEALT = ["seer", "werewolf", "werewolf", "witch", "hunter", *["simple_villager"] * 3]


@pytest.fixture(autouse=True)
def few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(estimates, "GAMES", 5)


# -- setting up --


def test_lines_that_were_pasted_are_names(site: Site) -> None:
    phone = Phone(site)
    assert '<textarea id="new"' in phone.get("/new").text, "a field of one line would glue the lines together"
    send(phone, "players", do="add", new="Ann\r\nBea\r\n3. Cid\n")
    assert draft_of(phone).players == ("Ann", "Bea", "Cid")


def test_it_is_seen_that_the_list_was_taken(site: Site) -> None:
    phone = Phone(site)
    fields = {"do": "paste", "paste": "\n".join(PLAYERS)}
    page = unescape(phone.client.post("/new/players", data=fields, headers={"hx-request": "true"}).text)
    assert '<p class="notice" role="status">8 players at the table</p>' in page


def test_one_page_is_enough(site: Site) -> None:
    """Names, one mix with its odds, Begin: and the game has begun with that mix, by the book, with real cards."""
    phone = Phone(site)
    page = unescape(phone.post("/new/players", do="paste", paste=", ".join(PLAYERS)).text)
    assert "Ready to play" in page
    mark = re.search(r'name="mark" value="([^"]+)"', page)
    assert mark is not None
    assert re.search(r"The odds: .*the village about \d+%.*\(at a first glance, mostly within \d+ points\)", page)

    def is_counted() -> bool:
        told = unescape(phone.fragment("/new/odds?step=players").text)
        return bool(re.search(r"The odds: .*the village \d+–\d+%", told)) and "first glance" not in told

    until(is_counted)  # games are counted while nobody waits for them
    for _ in range(2):  # a second tap finds the game the first one has begun
        reply = phone.post("/new/players", do="begin", mark=mark[1])
    assert reply.url.path.endswith("/lead/ready")
    (table,) = games(phone)
    assert table.game.setup.players == tuple(PLAYERS)
    assert not table.game.setup.options.cards_known_to_app


def test_whoever_chose_more_than_the_players_is_led_through_the_steps(site: Site) -> None:
    phone = Phone(site)
    phone.post("/new/players", do="paste", paste=", ".join(PLAYERS))
    send(phone, "deal", deal="phones")
    assert 'id="begin"' not in phone.get("/new/players").text
    send(phone, "deal", deal="physical")
    assert 'id="begin"' in phone.get("/new/players").text
    phone.post("/new/players", do="paste", paste="Ann, Bea")
    assert 'id="begin"' not in phone.get("/new/players").text, "two cannot play"


@pytest.mark.parametrize(("language", "preset"), [("fr", "pacte"), ("en", "pact"), ("de", "pact")])
def test_a_phone_starts_with_the_book_in_its_box(site: Site, language: str, preset: str) -> None:
    phone = Phone(site, language)
    phone.post("/new/players", do="paste", paste=", ".join(PLAYERS))
    assert draft_of(phone).preset == preset
    phone.post("/new/afresh")
    assert draft_of(phone).preset == preset
    send(phone, "rules", do="preset-helper")
    phone.get("/new")
    assert draft_of(phone).preset == "helper"


def test_the_app_draws_the_events_where_it_deals(site: Site) -> None:
    phone = Phone(site)
    phone.post("/new/players", do="paste", paste=", ".join(PLAYERS))
    send(phone, "extras", pile="all")
    assert draft_of(phone).table().draw == "entered"
    send(phone, "deal", deal="pass")
    assert draft_of(phone).table().draw == "shuffled"
    send(phone, "extras", pile="all", draw="entered")
    assert draft_of(phone).table().draw == "entered", "a table may draw from its own pile all the same"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_real_pile_is_a_sorted_list_with_a_search(site: Site, language: str) -> None:
    pile = [kind.name for kind in EVENTS][:20]
    table = begin(site, Setup.of(PLAYERS, ["werewolf", *["simple_villager"] * 7], events=pile, sheriff_election="off"))
    phone = Phone(site, language).leads(table)
    for seat in (0, 1, 1, 2, 0, 0, 0, 0, 0, 0):
        table = run(site.tables.find(table.id))
        prompt = table.game.prompt
        assert prompt is not None
        if prompt.key == "new_moon.drawn":
            break
        answer = {"seat": prompt.options[seat]} if prompt.kind == "pick" else {"value": "vote"}
        answer = {f"vote-{voter}": "" for voter in prompt.voters} if prompt.kind == "ballots" else answer
        phone.post(f"/g/{table.id}/lead/answer", at=table.revision, **answer)
    page = said_everything(phone, table)
    assert 'data-filter="#choices"' in page
    labels = re.findall(r'<button class="choice"[^>]*>([^<]+)</button>', page)
    assert len(labels) == 20
    assert labels == sorted(labels, key=folded)


# -- why --


def test_why_answers_the_case_at_hand_to_whoever_leads(site: Site) -> None:
    """The wolves took Gus, the Witch healed him: behind the hold, since nobody else knows."""
    setup = Setup.of(PLAYERS, DEALT, cards_known_to_app=True, sheriff_election="off", fake_calls=False)
    table = begin(site, setup)
    phone = Phone(site).leads(table)
    for value in ({}, {"seat": 2}, {"seat": 7}, {"seat": 7}, {"seat": "-"}, {}):
        phone.post(f"/g/{table.id}/lead/answer", at=table.revision, **value)
        table = run(site.tables.find(table.id))
    spared = next(number for number, event in enumerate(table.game.events) if event.name == "spared")
    page = unescape(phone.get(f"/g/{table.id}/lead/why/{spared}").text)
    led = re.search(r'peek__secret" hidden><ol class="why__led">(.*?)</ol>', page, re.S)
    assert led is not None
    told = re.findall(r"<li>(.*?)</li>", led[1])
    assert told[0] == "The Werewolves attack Gus."
    assert told[-1].startswith("Dan heals Gus.")


def test_why_speaks_of_no_card_that_is_not_at_this_table(site: Site) -> None:
    """GEN-3 also says when the day of the Angel is: nothing for a table without one."""
    for deck, is_said in ((DEALT, False), ([*DEALT[:-1], "angel"], True)):
        setup = Setup.of(PLAYERS, deck, cards_known_to_app=True, sheriff_election="off")
        table = begin(site, setup)
        page = unescape(Phone(site).leads(table).get(f"/g/{table.id}/lead/why/0").text)
        assert ("At this table: Opening vote with the Angel" in page) is is_said


# -- dawn, verdict, end --


def said_everything(phone: Phone, table: Table) -> str:
    """The moderator's page once all that was to be announced is, and the cards are turned over."""
    page = unescape(phone.get(f"/g/{table.id}/lead").text)
    while True:
        table = run(phone.site.tables.find(table.id))
        if table.moment:
            page = unescape(phone.post(f"/g/{table.id}/lead/told", at=table.revision, told=table.headway.told).text)
        elif table.turning:
            card = table.game.village.card(table.turning).name
            page = unescape(phone.post(f"/g/{table.id}/lead/turn", at=table.revision, value=card).text)
        else:
            return page


def at_dawn(site: Site) -> tuple[Phone, Table]:
    """The pack has eaten Gus, the Witch has poisoned Hal, and everybody is still asleep."""
    setup = Setup.of(PLAYERS, DEALT, cards_known_to_app=True, sheriff_election="off", fake_calls=False)
    table = begin(site, setup)
    phone = Phone(site).leads(table)
    for value in ({}, {"seat": 2}, {"seat": 7}, {"seat": "-"}, {"seat": 8}):
        phone.post(f"/g/{table.id}/lead/answer", at=table.revision, **value)
        table = run(site.tables.find(table.id))
    assert table.game.prompt is not None
    assert table.game.prompt.key == "dawn.breaks"
    return phone, table


def fallen(table: Table) -> set[int]:
    return {seat.seat for seat in table.view(PUBLIC).seats if not seat.is_alive}


def test_the_preview_is_one_hold_on_the_dawn_page(site: Site) -> None:
    phone, table = at_dawn(site)
    page = unescape(phone.get(f"/g/{table.id}/lead").text)
    assert re.search(r'id="preview" data-peek>.*?peek__secret" hidden>.*?Gus did not live.*?</section>', page, re.S)


def test_victims_are_announced_one_by_one_and_the_screens_follow(site: Site) -> None:
    phone, table = at_dawn(site)
    page = unescape(phone.post(f"/g/{table.id}/lead/answer", at=table.revision).text)
    table = run(site.tables.find(table.id))
    assert len(table.game.village.living) == 6, "it is all worked out"
    assert re.findall(r"<p>(\w+) did not live to see the morning.</p>", page) == ["Gus"]
    assert fallen(table) == set(), "but nobody has heard of it before it was said"
    assert 'class="ring' not in page
    again = unescape(phone.get(f"/g/{table.id}/lead").text)
    assert "Gus did not" in again, "a reload says the same"
    for _ in range(2):  # a tap sent twice tells once
        page = unescape(phone.post(f"/g/{table.id}/lead/told", at=table.revision, told=1).text)
    table = run(site.tables.find(table.id))
    assert "Hal did not live to see the morning." in page
    assert fallen(table) == {7}, "nobody has heard of the second"
    page = unescape(phone.post(f"/g/{table.id}/lead/told", at=table.revision, told=2).text)
    assert 'data-turning="7"' in page, "then the cards"
    table = run(site.tables.find(table.id))
    assert fallen(table) == {7, 8}
    assert [seat.card for seat in table.view(PUBLIC).seats if not seat.is_alive] == ["", ""], "face down until turned"
    page = said_everything(phone, table)
    assert 'data-asked="day.debate"' in page
    assert re.search(r'<details class="news__read"><summary>.*Gus did not live.*Hal did not live', page, re.S)


def test_programs_announce_nothing_so_nothing_waits_for_them(site: Site) -> None:
    _, table = at_dawn(site)
    table = run(site.tables.answer(table, True))
    assert fallen(table) == {7, 8}


def test_the_victory_is_a_moment_too_and_the_cup_comes_first(site: Site) -> None:
    setup = Setup.of(
        PLAYERS[:4], ["werewolf", *["simple_villager"] * 3], cards_known_to_app=True, sheriff_election="off"
    )
    table = begin(site, setup)
    phone = Phone(site).leads(table)
    for value in ({}, {"seat": 2}, {}):
        phone.post(f"/g/{table.id}/lead/answer", at=table.revision, **value)
        table = run(site.tables.find(table.id))
    said_everything(phone, table)
    ballots = {"at": str(table.revision + 1), "vote-3": "1", "vote-4": "1"}
    for fields in ({"at": str(table.revision), "value": "vote"}, ballots):
        page = unescape(phone.client.post(f"/g/{table.id}/lead/answer", data=fields).text)
    table = run(site.tables.find(table.id))
    assert table.game.outcome is not None
    assert "The village condemns Ann." in page
    assert table.view(PUBLIC).winner == "", "it is worked out, and nobody has heard of it"
    page = said_everything(phone, table)
    assert run(site.tables.find(table.id)).view(PUBLIC).winner == "village"
    assert page.index('class="winners"') < page.index('class="news__read"')


# -- between Begin and the first question --


def test_these_very_cards_are_shuffled_and_dealt(site: Site) -> None:
    deck = {"werewolf": 3, "thief": 1, "seer": 1, "simple_villager": 5}
    table = begin(site, Setup.of(PLAYERS, deck, sheriff_election="off"))
    phone = Phone(site).leads(table)
    page = unescape(phone.get(f"/g/{table.id}/lead/ready").text)
    assert "Shuffle these 10 cards." in page
    assert "Lay the 2 cards left over face down in the middle." in page
    assert re.findall(r"<span>([\w -]+)</span>(?: <strong>×(\d)</strong>)?</li>", page) == [
        ("Werewolf", "3"), ("Thief", ""), ("Seer", ""), ("Simple Villager", "5")
    ]  # fmt: skip
    assert 'data-switch="speech"' in page
    phone.post(f"/g/{table.id}/lead/answer", at=table.revision)
    assert phone.get(f"/g/{table.id}/lead/ready").url.path == f"/g/{table.id}/lead"


def test_where_the_app_deals_nobody_shuffles(site: Site) -> None:
    table = begin(site, Setup.of(PLAYERS, ["werewolf", *["simple_villager"] * 7], cards_known_to_app=True, seed=1))
    page = Phone(site, "fr").leads(table).get(f"/g/{table.id}/lead/ready").text
    assert "Mélangez" not in page
    assert 'class="bar__hide"' in page


def test_the_sign_that_hides_everything_is_no_clock() -> None:
    sprite = (HERE / "static" / "icons.svg").read_text("utf-8")
    drawn = dict(re.findall(r'<symbol id="(ui-hide|ui-timer)".*?<path d="([^"]+)"', sprite))
    assert "a9 9" not in drawn["ui-hide"], "a round face"


# -- light --


def test_a_day_in_candlelight_and_a_dimmer(site: Site) -> None:
    table = begin(site)
    phone = Phone(site).leads(table)
    assert 'data-day="parchment" data-dim="none"' in phone.get(f"/g/{table.id}/lead").text
    phone.post("/device", day="candle")
    phone.post("/device", dim="much")
    phone.post("/device", dim="dazzling")
    assert 'data-day="candle" data-dim="much"' in phone.get(f"/g/{table.id}/lead").text
    assert 'name="dim"' in phone.get(f"/g/{table.id}/lead/more").text


def test_rules_looked_up_at_night_keep_its_light_and_the_sign_that_hides_them(site: Site) -> None:
    table = begin(site)
    phone = Phone(site).leads(table)
    shelves = f"/g/{table.id}/lead/rules"
    assert f'href="{shelves}"' in phone.get(f"/g/{table.id}/lead/more").text
    for address in (shelves, f"{shelves}/witch", f"{shelves}/WITCH", f"{shelves}/WITCH-1"):
        page = phone.get(address).text
        assert 'body data-phase="night"' in page
        assert "data-panic" in page
        assert 'class="bar__hide"' in page
        assert f'href="/g/{table.id}/lead"' in page
        assert 'href="/rules' not in page, "every way stays in the dark"
    assert Phone(site).get(f"{shelves}/witch").status_code == 403
    assert 'body data-phase="home"' in phone.get("/rules/witch").text


def test_an_error_page_leads_back_to_the_table(site: Site) -> None:
    table = begin(site)
    phone = Phone(site).leads(table)
    for address in (f"/g/{table.id}/lead/nowhere", f"/g/{table.id}/lead/why/999"):
        reply = phone.get(address)
        assert reply.status_code == 404
        assert f'href="/g/{table.id}/lead">Back to the table' in reply.text
    assert "Back to the table" not in phone.get("/g/no-such-game/lead").text
    assert "Back to the table" not in phone.get("/nowhere").text
