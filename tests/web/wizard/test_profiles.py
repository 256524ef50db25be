"""A table's way to play under a name: kept, shared by a link, shown before it is applied."""

from __future__ import annotations

import json
import re

import pytest

from nightcall import OPTIONS
from nightcall.rules.newmoon import EVENTS
from nightcall.rules.variants import VARIANTS
from nightcall.web.app import Site
from nightcall.web.setup import profiles
from nightcall.web.setup.drafting import Draft
from nightcall.web.setup.shapes import APART
from tests.web.phone import PLAYERS, Phone
from tests.web.wizard.forms import draft_of, send


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
    reply = send(phone, "rules", do="profile", profile_name="Ours\u3164")
    assert reply.status_code == 422
    assert "invisible character" in reply.text
    assert send(phone, "rules", do="profile", profile_name="Хорошие правила 🎉").is_success


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
