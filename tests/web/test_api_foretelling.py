"""Odds and advice for programs: the same the wizard shows, at once, and no request that waits for games."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from starlette.testclient import TestClient

from nightcall import Setup, recommended
from nightcall.sim.advisor import STYLES
from nightcall.sim.people import People
from nightcall.sim.surrogate import guess
from nightcall.web.api.foretelling import A_TABLE
from nightcall.web.app import Site, build
from nightcall.web.setup import estimates
from tests.web.program import Program
from tests.web.test_api import fits

TWELVE = Setup.of(12, recommended(12)).to_json()


def reply_to(document: dict[str, Any], path: str) -> Any:
    return document["paths"][path]["post"]["responses"]["200"]["content"]["application/json"]["schema"]


def example(document: dict[str, Any], path: str) -> Any:
    (found,) = document["paths"][path]["post"]["requestBody"]["content"]["application/json"]["examples"].values()
    assert not found["summary"].startswith("web.")
    return found["value"]


@pytest.mark.parametrize("path", ["/odds", "/advice"])
def test_the_example_can_be_sent_and_the_reply_is_as_described(site: Site, path: str) -> None:
    program = Program(site)
    document = program.get("/openapi.json")
    fits(program.post(path, **example(document, path)), reply_to(document, path), document["components"]["schemas"])


def test_odds_come_at_once_as_about_and_with_the_word_for_the_table(site: Site) -> None:
    found = Program(site).post("/odds", setup=TWELVE, table="seasoned")
    expected = guess(Setup.of(12, recommended(12)), People.called("seasoned"))
    assert expected is not None
    assert found["table"] == "seasoned"
    village = next(row for row in found["shares"] if row["side"] == "village")
    if not found["is_counted"]:
        assert village["is_about"]
        assert village["share"] == round(100 * expected.village)
    assert found["advice"]["deck"] == Counter(recommended(12))
    assert found["advice"]["effects"]["seer"] > 0


def test_games_are_counted_while_somebody_asks(site: Site) -> None:
    program = Program(site)
    with TestClient(build(site)) as program.client:  # in one loop, which goes on between two requests
        first = program.post("/odds", **A_TABLE)
        later = next(
            found for _ in range(1000) if (found := program.post("/odds", **A_TABLE))["games"] > first["games"]
        )
    assert later["games"] <= later["wanted"] == first["wanted"]


def test_counted_shares_are_the_same_wherever_they_stand(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(estimates, "GAMES", 60)
    program = Program(site)
    with TestClient(build(site)) as program.client:
        found = next(found for _ in range(1000) if (found := program.post("/odds", **A_TABLE))["is_counted"])
    shares = {row["side"]: row["share"] for row in found["shares"]}
    advice = found["advice"]
    assert {side: share for side, share in advice["shares"].items() if side in shares} == shares
    assert advice["village_among"]["seasoned"] == shares["village"]
    assert all(swap["before"] == shares["village"] for swap in advice["swaps"])


def test_beyond_the_range_only_games_count(site: Site) -> None:
    setup = Setup.of(9, {"werewolf": 2, "seer": 1, "simple_villager": 6}, events=["miracle"]).to_json()
    found = Program(site).post("/odds", setup=setup)
    assert found["advice"] is None
    assert all(not row["is_about"] and row["low"] <= row["share"] <= row["high"] for row in found["shares"])


def test_three_decks_as_wished(site: Site) -> None:
    wish = {"players": 12, "wanted": ["cupid"], "never": ["witch"], "preset": "pacte", "sheriff": False}
    decks = Program(site, language="fr").post("/advice", **wish)["decks"]
    assert [each["style"] for each in decks] == list(STYLES)
    for each in decks:
        assert sum(each["deck"].values()) == 12
        assert each["deck"]["cupid"] == 1
        assert "witch" not in each["deck"]
        assert sum(each["shares"].values()) == 100


def test_wishes_no_deck_can_meet_are_refused_with_the_reason(site: Site) -> None:
    for never, said in (("werewolf", "advise.always"), ("hunter", "advise.both")):
        reply = Program(site).ask("POST", "/advice", {"players": 12, "wanted": ["hunter"], "never": [never]})
        assert reply.status_code == 400
        assert reply.json()["error"] == said


def test_too_many_wishes_leave_no_deck(site: Site) -> None:
    wanted = ["seer", "witch", "hunter", "cupid", "defender", "elder", "fox", "little_girl"]
    assert Program(site).post("/advice", players=8, wanted=wanted) == {"decks": []}


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/odds", {"setup": TWELVE, "table": "experts"}),
        ("/odds", {"table": "ordinary"}),
        ("/advice", {"players": 40}),
        ("/advice", {"players": 12, "wanted": ["queen"]}),
        ("/advice", {"players": 12, "never": [["seer"]]}),
        ("/advice", {"players": 12, "apart": ["grown-ups"]}),
        ("/advice", {"players": 12, "balance": "wild"}),
        ("/advice", {}),
    ],
)
def test_what_is_not_understood_is_refused(site: Site, path: str, body: dict[str, Any]) -> None:
    assert Program(site).ask("POST", path, body).status_code == 400


def test_a_table_that_cannot_play_has_no_odds(site: Site) -> None:
    reply = Program(site).ask("POST", "/odds", {"setup": {"players": ["Ann"], "deck": ["werewolf"]}})
    assert reply.status_code == 422
