"""The advisor: three decks for what is wished, and a card swapped with one tap."""

from __future__ import annotations

import re

from nightcall.web.setup import advice
from tests.web.phone import Phone
from tests.web.wizard.forms import begins, draft_of, send


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


def test_wishes_are_remembered_for_the_next_evening(phone: Phone) -> None:
    send(phone, "cards", do="advise")
    send(phone, "cards", do="people-seasoned")
    begins(phone)
    assert phone.get("/new/cards").status_code == 200
    draft = draft_of(phone)
    assert draft.people == "seasoned"
    assert draft.wish["balance"] == "even"
