"""The end of a game, past games, statistics: item by item as a device meets them."""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from functools import cache
from random import Random

import pytest

from nightcall import Setup
from nightcall.engine.game import Game, retell
from nightcall.sim import hindsight
from nightcall.sim.bots import PhysicalTable as Bot
from nightcall.sim.bots import RandomBot
from nightcall.sim.learning import ENOUGH
from nightcall.sim.people import People
from nightcall.web.app import Site
from nightcall.web.manner import Forecast, Manner
from nightcall.web.past import forecasts, statistics, stories
from nightcall.web.past.summaries import summary
from nightcall.web.store import Kept
from nightcall.web.table import Table
from nightcall.web.tables import Tables
from nightcall.words import Words
from tests.table import Table as Scenario
from tests.web.phone import DECK, PLAYERS, Phone, begin, new_site, run
from tests.web.program import begun


@cache
def played(seed: int = 1, players: tuple[str, ...] = tuple(PLAYERS)) -> Game:
    """A game told to its end by chance."""
    setup = Setup.of(players, DECK, sheriff_election="off", cards_known_to_app=True, seed=seed)
    game, bot = retell(setup), RandomBot(Random(seed))
    while game.prompt is not None:
        game = game.answer(bot(game.prompt))
    return game


def over(site: Site, seed: int = 1, players: tuple[str, ...] = tuple(PLAYERS)) -> Table:
    game = played(seed, players)
    return run(site.tables.begin(game.setup, Manner(), game.answers))


# -- the end --


def test_nothing_of_the_story_is_shown_before_the_end(site: Site) -> None:
    game = played()
    table = run(site.tables.begin(game.setup, Manner(), game.answers[:-1]))
    phone = Phone(site).leads(table)
    for path in ("end", "end/story.html", "end/story.txt"):
        reply = phone.get(f"/g/{table.id}/{path}")
        assert reply.status_code == 404
        assert "not over yet" in reply.text
        assert "Witch" not in reply.text


def test_everybody_may_read_the_whole_story_at_the_end(site: Site) -> None:
    table = over(site)
    page = Phone(site).get(f"/g/{table.id}/end").text
    words, game = Words("en"), table.game
    assert game.outcome is not None
    assert words.outcome(game.outcome, game.players) in page
    assert game.outcome.rule in page
    for seat in game.village.seats:
        card = game.village.knows(seat)
        assert card is not None
        assert re.search(rf'data-seat="{seat}".*?{words.card(card.name)}', page, re.DOTALL)
    secrets = [event for event in game.events if event.name == "bitten"]
    assert secrets
    for event in secrets:
        assert words.event(event, game.players) in page
    assert page.count("<h3>") == sum(event.name in ("night_fell", "dawn_broke") for event in game.events) + 1
    assert "Play again" not in page, "only for whoever leads"
    assert "Play again" in Phone(site).leads(table).get(f"/g/{table.id}/end").text


def test_a_game_taken_back_has_no_story_any_more(site: Site) -> None:
    table = over(site)
    run(site.tables.undo(table))
    assert Phone(site).get(f"/g/{table.id}/end").status_code == 404


def test_the_story_as_a_page_needs_nothing_else(site: Site) -> None:
    table = over(site)
    reply = Phone(site, "fr").get(f"/g/{table.id}/end/story.html")
    assert reply.headers["content-disposition"].startswith("attachment")
    assert "<style>" in reply.text
    assert "<script" not in reply.text
    assert re.findall(r'(?:href|src)="([^#][^"]*)"', reply.text) == []
    assert "url(" not in reply.text
    shown = set(re.findall(r'<use href="#([\w-]+)"', reply.text))
    assert shown == set(re.findall(r'<symbol id="([\w-]+)"', reply.text))


def test_the_story_as_text(site: Site) -> None:
    table = over(site)
    reply = Phone(site).get(f"/g/{table.id}/end/story.txt")
    assert reply.headers["content-type"] == "text/plain; charset=utf-8"
    assert "NIGHT 1 FALLS." in reply.text
    assert table.game.outcome is not None
    winners = [table.game.players[seat - 1] for seat in table.game.outcome.seats]
    assert re.findall(r"^★ (\w+):", reply.text, re.MULTILINE) == winners


def test_names_stay_names_in_a_story(site: Site) -> None:
    names = ("<b>Ann</b>", *PLAYERS[1:])
    table = over(site, 1, names)
    for path in ("end", "end/story.html"):
        assert "<b>Ann" not in Phone(site).get(f"/g/{table.id}/{path}").text


def test_with_physical_cards_the_end_asks_nobody(site: Site) -> None:
    """Cards nobody had to look at stay unknown, and the story is told all the same."""
    unknown = 0
    for seed in range(12):
        setup = Setup.of(PLAYERS, DECK, sheriff_election="off")
        game, bot = retell(setup), Bot(Random(seed), setup)
        while game.prompt is not None:
            game = game.answer(bot(game.prompt))
        told = summary(game)
        assert len(told["cards"]) == len(told["sides"]) == len(PLAYERS)
        assert all(told["sides"][seat - 1] == told["winner"] for seat in told["winners"])
        story = stories.told(game, Words("fr"), 0.0)
        assert [part.seat for part in story.parts] == list(game.village.circle)
        unknown += told["cards"].count("")
    assert unknown, "some card was never seen"


# -- a tape goes out and comes in --


def test_a_game_can_be_taken_along_and_brought_back(site: Site) -> None:
    table = over(site)
    assert Phone(site).get(f"/g/{table.id}/tape.jsonl").status_code == 403
    tape = Phone(site).leads(table).get(f"/g/{table.id}/tape.jsonl")
    assert tape.headers["content-disposition"].endswith('.jsonl"')
    phone = Phone(new_site())
    reply = phone.client.post("/games/bring", files={"tape": ("game.jsonl", tape.content)})
    assert reply.status_code == 200
    assert "The true story" in reply.text
    assert phone.get("/games").text.count("data-game=") == 1


def test_an_unfinished_game_goes_on_where_it_stood(site: Site) -> None:
    game = played()
    table = run(site.tables.begin(game.setup, Manner(), game.answers[:5]))
    tape = Phone(site).leads(table).get(f"/g/{table.id}/tape.jsonl").content
    other = new_site()
    phone = Phone(other)
    reply = phone.client.post("/games/bring", files={"tape": ("game.jsonl", tape)}, follow_redirects=False)
    found = re.fullmatch(r"/g/([\w-]+)/lead", reply.headers["location"])
    assert found
    brought = run(other.tables.find(found[1])).game
    assert brought.answers == game.answers[:5]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "Choose the file"),
        (b"hello", "JSON"),
        (b'{"nightcall": 99}\n', "99"),
        (b"\xff\xfe\n", "UTF-8"),
    ],
)
def test_what_is_no_saved_game_is_refused_in_place(site: Site, content: bytes, said: str) -> None:
    phone = Phone(site)
    reply = phone.client.post("/games/bring", files={"tape": ("game.jsonl", content)})
    assert reply.status_code == 422
    assert said in reply.text
    assert 'id="bring"' in reply.text
    assert phone.get("/games").text.count("data-game=") == 0


def test_a_tape_that_does_not_fit_is_refused_whole_unless_wanted(site: Site) -> None:
    game = played()
    table = run(site.tables.begin(game.setup, Manner(), game.answers))
    lines = Phone(site).leads(table).get(f"/g/{table.id}/tape.jsonl").text.splitlines()
    lines[6] = json.dumps({"ask": "piper.charm", "answer": [1, 2]})
    tape = "\n".join(lines).encode()
    phone = Phone(new_site())
    reply = phone.client.post("/games/bring", files={"tape": ("game.jsonl", tape)})
    assert reply.status_code == 422
    assert "answer 6" in reply.text
    assert phone.get("/games").text.count("data-game=") == 0
    reply = phone.client.post(
        "/games/bring", files={"tape": ("game.jsonl", tape)}, data={"only": "fits"}, follow_redirects=False
    )
    assert reply.status_code == 303


def test_a_saved_game_may_be_large_but_not_huge(site: Site) -> None:
    phone = Phone(site)
    line = b'{"nightcall": 1}' + b" " * 90_000 + b"\n"
    assert phone.client.post("/games/bring", files={"tape": ("x", line * 20)}).status_code == 422
    assert phone.client.post("/games/bring", files={"tape": ("x", line * 60)}).status_code == 413


def test_forms_from_elsewhere_bring_and_remove_nothing(site: Site) -> None:
    table = over(site)
    phone = Phone(site).leads(table)
    elsewhere = {"origin": "http://elsewhere"}
    assert phone.client.post("/games/bring", files={"tape": ("x", b"{}")}, headers=elsewhere).status_code == 403
    assert phone.client.post(f"/games/{table.id}/remove", headers=elsewhere).status_code == 403
    assert phone.get(f"/g/{table.id}/end").status_code == 200


# -- past games --


def test_the_list_shows_what_this_device_led_and_nothing_else(site: Site) -> None:
    table = over(site)
    assert "No game yet" in Phone(site).get("/games").text
    page = Phone(site).leads(table).get("/games").text
    assert f"/g/{table.id}/end" in page
    assert "Ann, Bea" in page


def test_games_that_go_on_are_marked_and_continued(site: Site) -> None:
    table = begin(site)
    phone = Phone(site).leads(table)
    page = phone.get("/games").text
    assert "data-going-on" in page
    assert f'href="/g/{table.id}/lead"' in page
    assert f'href="/g/{table.id}/lead"' in phone.get("/").text
    assert "Night 1" in phone.get("/").text or "Before the game" in phone.get("/").text


def test_search_by_player_card_winner_and_date(site: Site) -> None:
    phone = Phone(site, "fr")
    here = over(site)
    other = begin(site, Setup.of(["Éléonore", *PLAYERS[1:]], DECK, sheriff_election="off"))
    phone.leads(here).leads(other)

    def found(text: str) -> set[str]:
        return set(re.findall(r'data-game="([^"]+)"', phone.client.get("/games", params={"q": text}).text))

    assert found("") == {here.id, other.id}
    assert found("eleonore") == {other.id}
    assert found("ann sorciere") == {here.id}
    assert here.game.outcome is not None
    assert found(Words("fr").side(here.game.outcome.winner)) == {here.id}
    assert found("en cours") == {other.id}
    assert found("1995") == set()
    assert "1995" in phone.client.get("/games", params={"q": "1995"}).text
    year = re.findall(r'datetime="(\d{4})', phone.get("/games").text)[0]
    assert found(year) == {here.id, other.id}


def test_a_search_is_shown_as_text(site: Site) -> None:
    phone = Phone(site).leads(over(site))
    page = phone.client.get("/games", params={"q": '"><script>alert(1)</script>'}).text
    assert "<script>alert" not in page


def test_long_lists_come_in_pages(site: Site) -> None:
    phone = Phone(site)
    for _ in range(21):
        phone.leads(begin(site))
    assert phone.get("/games").text.count("data-game=") == 20
    assert phone.get("/games?page=2").text.count("data-game=") == 1
    assert phone.get("/games?page=99").text.count("data-game=") == 1
    assert phone.get("/games?page=x").text.count("data-game=") == 20


def test_removing_asks_first(site: Site) -> None:
    table = over(site)
    phone = Phone(site).leads(table)
    assert Phone(site).get(f"/games/{table.id}/remove").status_code == 403
    assert Phone(site).post(f"/games/{table.id}/remove").status_code == 403
    assert "for good" in phone.get(f"/games/{table.id}/remove").text
    assert phone.get(f"/g/{table.id}/end").status_code == 200
    phone.post(f"/games/{table.id}/remove")
    assert phone.get(f"/g/{table.id}/end").status_code == 404
    assert phone.get("/games").text.count("data-game=") == 0


def test_the_first_page_leads_back_to_my_seat(site: Site) -> None:
    table, done = begin(site), over(site)
    page = Phone(site).plays(table, 2).plays(done, 3).get("/").text
    assert f'href="/g/{table.id}/seat/2"' in page
    assert "Bea" in page
    assert f'href="/g/{done.id}/end"' in page


# -- the odds in hindsight --


def course_of(phone: Phone, game: str) -> str:
    """The section as an open page shows it once every moment has been played on."""
    for _ in range(400):
        text = phone.fragment(f"/g/{game}/end/odds").text
        if "hx-get" not in text:
            return text
    raise AssertionError("it has no end")


def test_the_story_shows_how_the_odds_moved(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hindsight, "GAMES", 4)
    table = over(site)
    phone = Phone(site)
    page = phone.get(f"/g/{table.id}/end").text
    assert 'id="course"' in page
    found = course_of(phone, table.id)
    assert "<svg" in found
    nights = sum(event.name == "night_fell" for event in table.game.events)
    assert [f'<th scope="row">N{night}</th>' in found for night in range(1, nights + 1)] == [True] * nights
    assert "N1" in phone.get(f"/g/{table.id}/end").text, "it is kept for whoever opens the page again"


def test_the_odds_of_a_game_that_goes_on_are_nobodys_business(site: Site) -> None:
    game = played()
    table = run(site.tables.begin(game.setup, Manner(), game.answers[:-1]))
    assert Phone(site).leads(table).fragment(f"/g/{table.id}/end/odds").status_code == 404


def test_a_moment_that_chance_would_show_as_well_has_turned_nothing() -> None:
    """Eighty games from each moment are ten points either way: half of all games would have a turn by chance alone."""

    def moment(place: int, won: int) -> hindsight.Standing:
        return hindsight.Standing("night", place, place, Counter(village=won, werewolves=80 - won))

    even = [moment(place, won) for place, won in enumerate((40, 47, 33, 46, 40))]
    assert hindsight.turns(even) == []
    felt = [moment(place, won) for place, won in enumerate((40, 44, 12, 14, 2))]
    assert [(before.number, after.number) for before, after in hindsight.turns(felt)] == [(1, 2), (3, 4)]


def test_the_last_moment_knows_best() -> None:
    """From the last evening on nearly everybody sees the same end coming as there was."""
    right = 0
    for seed in range(1, 9):
        game = played(seed)
        assert game.outcome is not None
        last = hindsight.standings(game)[-1]
        right += sum(hindsight.play_on(game, last, number, People()) == game.outcome.winner for number in range(5))
    assert right > 24


def test_where_the_app_never_knew_the_cards_nothing_is_said(site: Site) -> None:
    setup = Setup.of(PLAYERS, DECK, sheriff_election="off")
    game, bot = retell(setup), Bot(Random(3), setup)
    while game.prompt is not None:
        game = game.answer(bot(game.prompt))
    assert hindsight.standings(game) == []
    table = run(site.tables.begin(game.setup, Manner(), game.answers))
    assert 'id="course"' not in Phone(site).get(f"/g/{table.id}/end").text


# -- statistics --


def kept(number: int, players: list[str], winners: list[int], **more: object) -> Kept:
    told = {
        "players": players,
        "winner": "village",
        "winners": winners,
        "cards": ["werewolf", "seer", "witch"][: len(players)],
        "sides": ["werewolves", "village", "village"][: len(players)],
        "living": winners,
        "first": 1,
        "nights": number,
    }
    return Kept(f"game{number}", 1, (), {}, 86400.0 * number, 86400.0 * number, told | more)


EVENINGS = [
    kept(1, ["Ann", "Bea", "Cid"], [2, 3]),
    kept(2, ["bea", "Cid", "Ann "], [1], winner="werewolves"),
    kept(4, ["Bea", "Cid", "Dan"], [2, 3]),
]


def test_adding_up() -> None:
    found = statistics.report(EVENINGS)
    assert found.games == 3
    assert found.nights == pytest.approx(7 / 3)
    people = {one.name: one for one in found.people}
    assert {name: (one.wins, one.games) for name, one in people.items()} == {
        "Bea": (2, 3),
        "Cid": (2, 3),
        "Dan": (1, 1),
        "Ann": (0, 2),
    }
    assert people["Cid"].best_partners == [("Bea", 1), ("Dan", 1)]
    assert people["Bea"].cards == {"seer": 1, "werewolf": 2}
    assert people["Bea"].sides == {"village": 1, "werewolves": 2}
    assert people["Bea"].survived == 2
    assert people["Bea"].first == 2
    assert {tally.name: (tally.wins, tally.games) for tally in found.cards} == {
        "seer": (2, 3),
        "witch": (2, 3),
        "werewolf": (1, 3),
    }
    assert {tally.name: (tally.wins, tally.games) for tally in found.sides} == {
        "village": (2, 3),
        "werewolves": (1, 3),
    }


def test_any_game_may_end_without_a_winner() -> None:
    found = statistics.report([*EVENINGS, kept(5, ["Ann", "Bea", "Cid"], [], winner="nobody")])
    assert {tally.name: (tally.wins, tally.games) for tally in found.sides} == {
        "village": (2, 4),
        "werewolves": (1, 4),
        "nobody": (1, 4),
    }


def test_who_wins_and_leaves_has_not_won_with_the_others() -> None:
    """MANIP-3, WIN-9: both sides have won this game."""
    groups = {"Ann": "left", "Bea": "right", "Cid": "right", "Dan": "left", "Eve": "left", "Fay": "left"}
    t = Scenario("Ann:prejudiced_manipulator Bea Cid Dan:werewolf Eve Fay", groups=groups)
    t.night(devour="Bea").dawn().day("Cid")
    assert t.happened("left", seat="Ann")
    t.night().dawn().day("Dan")
    assert t.winner == "village"
    told = summary(t.game)
    assert told["sides"][:3] == ["prejudiced_manipulator", "village", "village"]
    assert 1 in told["winners"]
    found = statistics.report([Kept("game1", 1, (), {}, 0.0, 0.0, told)])
    assert {tally.name: (tally.wins, tally.games) for tally in found.sides} == {
        "village": (1, 1),
        "prejudiced_manipulator": (1, 1),
        "werewolves": (0, 1),
    }


def test_a_group_is_the_same_people_whoever_sits_where() -> None:
    groups = statistics.groups(EVENINGS)
    assert [group.games for group in groups] == [2, 1]
    assert statistics.group_key(EVENINGS[0]) == statistics.group_key(EVENINGS[1])


def test_seats_without_names_are_no_persons() -> None:
    found = statistics.report([kept(1, ["1", "2", "3"], [2, 3])])
    assert found.people == []
    assert len(found.cards) == 3


def test_a_spreadsheet_calculates_no_name() -> None:
    risky = ['=HYPERLINK("x")', "+1", "@sum", "-2", "Ann, Bea"]
    games = [kept(1, risky, [1])]
    rows = list(csv.DictReader(io.StringIO(statistics.as_csv(statistics.rows(games), Words("en")))))
    assert [row["Player"] for row in rows] == ['\'=HYPERLINK("x")', "'+1", "'@sum", "'-2", "Ann, Bea"]
    assert rows[1]["Card"] == "Seer"
    assert rows[0]["Won"] == "Yes"


def test_nor_one_that_parts_cells_by_semicolons() -> None:
    """As spreadsheets do where a comma parts the tenths: in French and German."""
    risky = ["x;=1+1", "x; @sum", "＝1+1", " =1", "Ann; Bea", "Jean-Luc", "x;;=1"]
    rows = list(csv.reader(io.StringIO(statistics.as_csv(statistics.rows([kept(1, risky, [1])]), Words("fr")))))[1:]
    cells = [cell for row in rows for cell in ",".join(row).split(";")]
    assert not [cell for cell in cells if cell.strip().startswith(("=", "+", "-", "@", "＝"))]
    assert [row[6] for row in rows][4:6] == ["Ann; Bea", "Jean-Luc"]


def test_statistics_on_the_phone(site: Site) -> None:
    phone = Phone(site)
    assert "first finished game" in phone.get("/games/statistics").text
    phone.leads(over(site, 1)).leads(over(site, 2)).leads(begin(site))
    others = ("Zoe", *PLAYERS[1:])
    phone.leads(over(site, 3, others))
    page = phone.get("/games/statistics").text
    assert "<dd>3</dd>" in page
    assert 'data-player="Zoe"' in page
    data = phone.get("/games/statistics.json").json()
    assert len(data) == 3 * len(PLAYERS)
    key = next(key for key in re.findall(r'<option value="(\w+)"', page) if key)
    chosen = phone.get(f"/games/statistics?group={key}").text
    assert "<dd>2</dd>" in chosen
    assert 'data-player="Zoe"' not in chosen
    assert len(phone.get(f"/games/statistics.json?group={key}").json()) == 2 * len(PLAYERS)
    table = phone.get("/games/statistics.csv")
    assert table.headers["content-type"].startswith("text/csv")
    assert len(list(csv.reader(io.StringIO(table.content.decode("utf-8-sig"))))) == 3 * len(PLAYERS) + 1
    assert Phone(site).get("/games/statistics.json").json() == []


def test_a_summary_of_an_older_version_still_counts() -> None:
    old = kept(1, ["Ann", "Bea", "Cid"], [2, 3])
    told = {name: value for name, value in old.summary.items() if name not in ("sides", "first")}
    game = Kept(old.id, 1, (), {}, 0.0, 0.0, told)
    assert statistics.report([game]).people[0].wins == 1


def test_answers_are_kept_as_given(site: Site) -> None:
    """A game begun with answers lies in the store as if they had been given one by one."""
    game = played()
    table = run(site.tables.begin(game.setup, Manner(), game.answers))
    stored = run(site.store.get(table.id))
    assert stored is not None
    assert len(stored.lines) == len(game.answers) + 1
    again = Tables(site.store, site.live)
    assert run(again.find(table.id)).game.answers == game.answers


# -- forecasts --


def foretold(site: Site, phone: Phone, games: int) -> None:
    for number in range(games):
        game = played(number % 4 + 1)
        manner = Manner(forecast=Forecast("ordinary", 0.3 + 0.01 * number))
        phone.leads(run(site.tables.begin(game.setup, manner, game.answers)))


def test_forecasts_are_kept_and_later_held_against_the_results(site: Site) -> None:
    phone = Phone(site)
    foretold(site, phone, 4)
    page = phone.get("/games/statistics").text
    assert f"Forecasts kept so far: 4 of {ENOUGH}. From {ENOUGH} on" in page
    assert "Your table" not in page, "four games say nothing"
    foretold(site, phone, ENOUGH - 4)
    page = phone.get("/games/statistics").text
    assert "Forecasts and results" in page
    assert f"Your table, from {ENOUGH} games" in page
    assert "<svg" in page


def test_before_the_first_forecast_it_is_said_that_there_is_none(site: Site) -> None:
    phone = Phone(site).leads(over(site))
    assert f"Forecasts kept so far: 0 of {ENOUGH}." in phone.get("/games/statistics").text


def test_a_game_begun_by_a_program_keeps_its_forecast(site: Site) -> None:
    """And once thirty of them are over, the picture is there."""
    phone = Phone(site)
    for number in range(ENOUGH):
        game = played(number % 4 + 1)
        program, where = begun(site, game.setup)
        table = run(site.tables.find(where.removeprefix("/games/")))
        forecast = table.manner.forecast
        assert forecast == forecasts.glanced(game.setup)
        assert forecast is not None
        assert "forecast" not in program.get(f"{where}/lead")["manner"]
        phone.leads(run(site.tables.edit(table, game)))
    page = phone.get("/games/statistics").text
    assert "Forecasts and results" in page
    assert 'id="foretold"' not in page


def test_nothing_is_foretold_of_what_is_over_of_practice_or_beyond_what_is_known(site: Site) -> None:
    assert over(site).manner.forecast is None, "brought from elsewhere"
    assert begin(site, practice=1).manner.forecast is None
    seven = Setup.of(7, {"werewolf": 2, "seer": 1, "simple_villager": 4})
    assert run(site.tables.begin(seven, Manner())).manner.forecast is None
