"""The odds beside the cards: a glance at once, then games that are played while nobody waits for them."""

from __future__ import annotations

import re
from collections import Counter

import pytest

import nightcall
import nightcall.sim.odds
from nightcall import Setup
from nightcall.desk.guessed import verdict
from nightcall.sim.people import People
from nightcall.web.app import Site
from nightcall.web.setup import advice, estimates
from nightcall.web.setup.drafting import Draft
from nightcall.words import LANGUAGES, Words
from tests.web.phone import Phone
from tests.web.wizard.forms import begins, draft_of, games, send


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
    assert "/new/odds?of=" in page
    assert "/new/odds?of=" not in again


def test_once_all_games_are_counted_everything_beside_them_is_said_anew(
    phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The curve, what each card adds, a player more or less: by the same games as the shares above them."""
    monkeypatch.setattr(estimates, "GAMES", 20)
    last = count(phone)
    for part in ("odds-swaps", "odds-details"):
        assert re.search(rf'id="{part}" hx-swap-oob="true"', last)
        assert f'id="{part}"' in phone.get("/new/cards").text
    assert "odds-details" not in phone.fragment("/new/odds?step=players").text


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

    def said(balance: str = "even", **wins: int) -> str:
        count = (
            estimates.Estimate(setup, People(), 2400, Counter(wins), Counter({4: sum(wins.values())})) if wins else None
        )
        return estimates.shown_of(setup, "ordinary", count, 2400, Words(), balance).verdict

    assert said() == "This deck leans towards the Werewolves."
    assert said(village=300, werewolves=310) == ""
    assert said(village=400, werewolves=200, nobody=10) == "This deck leans towards the village."
    assert said("village", village=380, werewolves=240) == ""
    assert said("wolves", village=300, werewolves=250).endswith("this deck leans towards the village.")


def test_loners_who_win_too_often_come_first_and_a_wish_is_named() -> None:
    def said(balance: str = "even", games: int = 0, **shares: float) -> str:
        return verdict(shares, Words(), balance, games)

    lonely = "Loners win too often with this deck: together about 48%."
    between = "Between the village and the Werewolves it leans towards the village."
    assert said(village=0.33, werewolves=0.19, piper=0.3, angel=0.18) == f"{lonely} {between}"
    assert said(village=0.26, werewolves=0.26, piper=0.3, angel=0.18) == lonely
    assert said(village=0.62, werewolves=0.38) == "This deck leans towards the village."
    assert said(village=0.52, werewolves=0.44, nobody=0.04) == ""
    # by chance it may be above the limit; by so much, or in so many games, not
    assert said(games=400, village=0.42, werewolves=0.41, lovers=0.17) == ""
    assert said(games=4000, village=0.42, werewolves=0.41, lovers=0.17).startswith("Loners")
    assert said("village", village=0.47, werewolves=0.53) == (
        "Measured by your wish (about 60% for the village, between the two), this deck leans towards the Werewolves."
    )
    assert said("village", village=0.6, werewolves=0.4) == ""
    for language in ("fr", "de"):
        for balance in ("even", "village"):
            told = verdict({"village": 0.1, "werewolves": 0.6, "piper": 0.3}, Words(language), balance)
            assert "30" in told
            assert "{" not in told


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


def test_who_wins_and_leaves_is_counted_beside_who_wins_at_the_end() -> None:
    """MANIP-3, WIN-9"""
    deck = {"prejudiced_manipulator": 1, "werewolf": 2, "simple_villager": 5}
    setup = Setup.of(8, deck, groups=["left", "left", "left", "right"] * 2)
    estimate = estimates.Estimate(nightcall.sim.odds.as_dealt(setup), People(), 80)
    while not estimate.is_done:
        estimate.take(estimate.work())
    assert estimate.games == 80
    report = nightcall.odds(setup, games=80)
    assert estimate.report() == report
    shown = estimates.shown_of(setup, "ordinary", estimate, 80, Words("en"))
    assert shown.is_shared
    assert sum(row.share for row in shown.rows) > 100
    assert shown.share("prejudiced_manipulator") == round(report.share("prejudiced_manipulator"), 2) > 0


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
    reply = phone.fragment("/new/odds")
    assert (reply.status_code, reply.headers.get("hx-redirect")) == (204, None), "an open page stays where it is"


def asked_for(page: str) -> str:
    """Where a page asks how far the count is."""
    return re.search(r'hx-get="([^"]*/new/odds[^"]*)"', page)[1].replace("&amp;", "&")  # type: ignore[index]


def test_a_page_hears_only_of_the_table_it_shows(phone: Phone) -> None:
    """What was asked for before a tap may be answered after it."""
    before = asked_for(phone.get("/new/cards").text)
    assert phone.fragment(before).status_code == 200
    after = asked_for(send(phone, "cards", do="people-masters").text)
    assert phone.fragment(before).status_code == 204
    assert "Masters" in phone.fragment(after).text


def glance(text: str) -> str:
    """The line in the thumb zone."""
    found = re.search(r'<a class="thumb__odds".*?</a>', text, re.DOTALL)
    assert found is not None
    return " ".join(re.sub(r"<[^>]*>", "", found[0]).split())


def test_a_line_says_the_same_as_the_panel(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(estimates, "GAMES", 40)
    page = phone.get("/new/cards").text
    village, pack = (re.search(rf'aria-label="the {side}">(\d+%)', page)[1] for side in ("village", "Werewolves"))  # type: ignore[index]
    assert f"≈ Village {village} · Werewolves {pack}" in glance(page)
    assert 'href="#odds"' in page
    found = count(phone)
    assert 'id="odds-glance" href="#odds" hx-swap-oob="morph"' in found, "it comes with the panel"
    shares = {side: int(share) for side, share in re.findall(r'aria-label="the (\w+)">(\d+)%', found)}
    others = 100 - shares["village"] - shares["Werewolves"]
    said = f"The odds: Village {shares['village']}% · Werewolves {shares['Werewolves']}%"
    assert glance(found) == said + (f" · others {others}%" if others else "")
    assert "odds-glance" not in phone.fragment("/new/odds?step=players").text


def test_the_line_where_nobody_can_play_or_only_games_can_tell(phone: Phone) -> None:
    send(phone, "extras", pile="all")
    assert glance(phone.get("/new/cards").text) == "Working out the odds…"
    send(phone, "cards", **{"card-seer": "3"})
    assert glance(phone.get("/new/cards").text) == "The odds: once the cards fit the table"


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_left_to_be_filled_in(site: Site, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither on the page nor in what is only heard: at a first glance, while games are played, and when all are."""
    monkeypatch.setattr(estimates, "GAMES", 20)
    phone = Phone(site, language)
    texts = [phone.post("/new/players", do="count", count=12).text, phone.get("/new/players").text]
    for do in ("mix-classic", "advise", "people-masters"):
        send(phone, "cards", do=do)
        texts += [phone.get("/new/cards").text, count(phone), phone.fragment("/new/odds?step=players").text]
        texts += [phone.get("/new/cards").text]
    assert any("odds-glance" in text for text in texts)
    for text in texts:
        assert not re.findall(r"\{\w*\}", text)


def near(players: int, deck: dict[str, int]) -> list[tuple[int, str, bool]]:
    names = tuple(f"Player {seat}" for seat in range(players))
    found = advice.neighbours(Draft(players=names, deck=deck, preset="pact"))
    return [(each.players, each.card, each.is_more) for each in found]


def test_a_player_more_and_a_player_less() -> None:
    villager = "simple_villager"
    assert near(12, {"werewolf": 3, "seer": 1, villager: 8}) == [(11, villager, False), (13, villager, True)]
    # four Werewolves are too many of eleven for the nets: one of them goes
    assert near(12, {"werewolf": 4, "seer": 1, villager: 7}) == [(11, "werewolf", False), (13, villager, True)]
    # two are too few of seventeen: another one comes
    assert near(16, {"werewolf": 2, "seer": 1, villager: 13}) == [(15, villager, False), (17, "werewolf", True)]
    # they know no seven and no nineteen
    assert near(8, {"werewolf": 2, "seer": 1, villager: 5}) == [(9, villager, True)]
    assert near(18, {"werewolf": 4, "seer": 1, villager: 13}) == [(17, villager, False)]


def test_where_no_villager_is_plain_the_card_goes_that_changes_least() -> None:
    deck = {"werewolf": 2, "seer": 1, "witch": 1, "hunter": 1, "scapegoat": 1, "elder": 1, "two_sisters": 2}
    (players, card, is_more), _ = near(9, deck)
    assert (players, is_more) == (8, False)
    assert card not in ("werewolf", "two_sisters", "seer")
    assert near(9, {"werewolf": 3, "seer": 1, "simple_villager": 6}) == [], "these are ten cards"


def test_what_a_card_adds_is_said_of_wolves_and_others(phone: Phone) -> None:
    page = phone.get("/new/cards").text
    assert "a wolf card in place of a plain Werewolf, any other in place of a Simple Villager" in page


BESIDE = {
    "en": ("about", "the village wins about", "more than a million games"),
    "fr": ("à peu près", "le village gagne environ", "plus d’un million de parties"),
    "de": ("etwa", "Das Dorf gewinnt etwa", "mehr als eine Million Partien"),
}
"""How the panel says that its points are no more than estimates, whose share it gives, and what both rest on."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_said_beside_an_estimate(site: Site, language: str) -> None:
    phone = Phone(site, language)
    phone.post("/new/players", do="count", count=12)
    page = send(phone, "cards", **{"card-werewolf": "4", "card-seer": "1", "card-simple_villager": "7"}).text
    about, whose, rests_on = BESIDE[language]
    swaps = re.search(r'id="odds-swaps".*?</div>', page, re.DOTALL)
    assert swaps is not None
    assert swaps[0].count(about) == 1
    signed = re.findall(r"(\S?)\d+\s\w", " ".join(re.findall(r">([^<]+)</button>", swaps[0])))
    assert set(signed) <= {"+", "\N{MINUS SIGN}"}
    assert signed
    assert not re.search(r">-\d", page)
    assert len(re.findall(rf"{whose} \d+\s?%", page)) == 2
    assert rests_on in page


def test_a_game_the_app_leads_keeps_its_forecast(phone: Phone) -> None:
    send(phone, "deal", deal="led")
    begins(phone)
    assert games(phone)[0].manner.deal == "led"
    assert games(phone)[0].manner.forecast is not None


def test_a_game_keeps_its_forecast(phone: Phone) -> None:
    send(phone, "cards", do="people-seasoned")
    begins(phone)
    forecast = games(phone)[0].manner.forecast
    assert forecast is not None
    assert (forecast.people, forecast.games) == ("seasoned", 0)
    assert 0 < forecast.village < 1
    assert '"forecast"' not in phone.get(f"/api/games/{games(phone)[0].id}").text
