"""A hurried thumb and a host in the dark: double taps, showing a secret to one pair of eyes, refusals, the log."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from nightcall import Setup
from nightcall.words import Words
from tests.browser.conftest import Leads, Opens
from tests.browser.people import EIGHT, asks, eight, quick
from tests.browser.table import RESULT
from tests.browser.test_leading import held, number_of

CARDS = ["seer", "werewolf", "werewolf", "witch", "hunter", "simple_villager", "simple_villager", "simple_villager"]
"""Ann is the Seer, Bea and Cid are the pack, Dan is the Witch."""
HEALING = {"seer.look": 2, "werewolves.devour": 7}
"""What is answered before the Witch is asked."""
PAUSE = 1100
"""Milliseconds after which a tap is meant, wherever it falls."""


def dealt(**options: Any) -> Setup:
    return Setup.of(EIGHT, CARDS, sheriff_election="off", cards_known_to_app=True, draw="stacked", **options)


WATCH = """() => {
  window.watched = [];
  new MutationObserver(() => {
    const face = document.querySelector(".seat__face");
    if (face && "fresh" in document.documentElement.dataset) watched.push(getComputedStyle(face).opacity);
  }).observe(document.documentElement, { attributes: true });
}"""
"""How the faces look at the very moment a question is new: half a second is short for a busy machine."""


def twice(page: Page, target: Locator, pause: int) -> None:
    """A double tap: the second falls where the first did, whatever stands there by then."""
    box = target.bounding_box()
    assert box is not None
    where = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.touchscreen.tap(*where)
    page.wait_for_timeout(pause)
    page.touchscreen.tap(*where)


@pytest.mark.parametrize("pause", [120, 250, pytest.param(400, marks=pytest.mark.soak)])
def test_a_double_tap_answers_one_question(leads: Leads, device: Opens, pause: int) -> None:
    phone = device(slips=True, clock=True)
    evening = leads(dealt(), phone, until=asks("witch.heal"), by=lambda prompt: HEALING.get(prompt.key, True))
    phone.later(PAUSE)
    before = len(evening.game.answers)
    twice(evening.page, evening.nobody, pause)
    evening.asks("witch.poison")
    phone.later(PAUSE)
    assert len(evening.game.answers) == before + 1, "no healing, and the poison is still to be asked for"
    evening.asks("witch.poison")
    phone.press(evening.nobody)
    evening.asks("dawn.breaks")
    assert len(evening.game.answers) == before + 2


def test_before_the_scripts_are_there_a_double_tap_answers_nothing(leads: Leads, device: Opens) -> None:
    """They would not notice the second: on a slow way one tap healed nobody and the next poisoned nobody."""
    phone = device(slips=True)
    evening = leads(dealt(), phone, until=asks("witch.heal"), by=lambda prompt: HEALING.get(prompt.key, True))
    before, page = len(evening.game.answers), evening.page
    late: list[Route] = []
    page.route("**/js/calm*.js", lambda route: late.append(route))  # noqa: PLW0108  # Playwright writes on what it is given
    page.reload(wait_until="commit")
    expect(evening.nobody).to_be_visible()
    twice(page, evening.nobody, 120)
    for route in late:
        route.continue_()
    phone.until_ready()
    assert late
    evening.asks("witch.heal")
    assert len(evening.game.answers) == before


def test_where_the_scripts_do_not_come_a_tap_counts_after_a_while(leads: Leads, device: Opens) -> None:
    phone = device(slips=True)
    evening = leads(dealt(), phone, until=asks("witch.heal"), by=lambda prompt: HEALING.get(prompt.key, True))
    before, page = len(evening.game.answers), evening.page
    phone.forgive("ERR_FAILED")
    page.route("**/js/*.js", lambda route: route.abort())
    page.reload()
    evening.nobody.tap()
    evening.asks("witch.poison")
    assert len(evening.game.answers) == before + 1


def test_a_new_question_is_seen_to_be_new_and_then_counts(leads: Leads, device: Opens) -> None:
    phone = device(slips=True, clock=True)
    evening = leads(dealt(), phone)
    page, face = evening.page, evening.face(2)
    phone.later(PAUSE)
    page.evaluate(WATCH)
    evening.device.press(evening.primary)
    evening.asks("seer.look")
    page.wait_for_function("watched.length > 0")
    assert float(page.evaluate("watched[0]")) < 0.5
    phone.later(PAUSE)
    expect(page.locator("html:not([data-fresh])")).to_be_attached()
    expect(face).to_have_css("opacity", "1")
    evening.enter(2)
    evening.asks(RESULT)


def test_the_seer_reads_her_answer_from_the_phone(leads: Leads) -> None:
    """Touch alone: the tap, the way to the page, the name, a finger on the cover, a clock, back."""
    evening = leads(dealt())
    page, phone = evening.page, evening.device
    evening.answer()
    evening.enter(2)
    evening.asks(RESULT)
    expect(page.locator(".script")).to_contain_text("The Seer opens her eyes")
    phone.follow(page.locator("#show"), "/show")
    expect(page.locator(".show__name")).to_have_text("Ann")
    secret = page.locator(".peek__secret")
    expect(secret).to_be_hidden()
    held(page.locator(".peek__cover"))
    expect(secret).to_be_visible()
    seen = next(event for event in evening.game.events if event.name == "card_seen")
    expect(secret).to_contain_text(Words("en").told(seen, 1, EIGHT))
    expect(secret.locator("svg").first).to_be_visible()
    page.mouse.up()
    expect(secret).to_be_hidden()
    phone.follow(page.locator(".primary"), "/rest")
    assert "Bea" not in page.locator("body").inner_text()
    held(page.locator(".clock"))
    expect(page).to_have_url(re.compile("/lead$"))
    page.mouse.up()
    evening.asks("werewolves.devour")


def test_the_lovers_are_shown_it_one_after_the_other(leads: Leads) -> None:
    deck = ["cupid", "werewolf", "werewolf", "witch", "hunter", *["simple_villager"] * 3]
    setup = Setup.of(EIGHT, deck, sheriff_election="off", cards_known_to_app=True, draw="stacked")
    evening = leads(setup)
    page, phone = evening.page, evening.device
    evening.answer().answer((5, 6)).asks("lovers.meet")
    phone.follow(page.locator("#show"), "/show")
    expect(page.locator(".show__name")).to_have_text("Eve")
    phone.follow(page.locator(".primary"), r"/rest\?then=1")
    held(page.locator(".clock"))
    expect(page).to_have_url(re.compile("/show/1$"))
    page.mouse.up()
    expect(page.locator(".show__name")).to_have_text("Fay")


def test_a_refused_tap_says_so_in_two_lines_and_the_reason_is_held(leads: Leads) -> None:
    evening = leads(dealt())
    page = evening.page
    evening.answer().answer(5).asks("werewolves.devour")
    evening.device.touch(evening.face(3))
    says = evening.form.locator(".says")
    expect(says).to_have_text("Not possible: see your note.")
    box = says.bounding_box()
    assert box is not None
    assert box["height"] < 60
    reason = page.locator("[data-reason]").first
    expect(reason).to_be_hidden()
    held(page.locator(".peek__cover"))
    expect(reason).to_contain_text("own kind")
    page.mouse.up()
    expect(reason).to_be_hidden()


def test_the_log_closes_with_the_finger_and_back_leads_back(leads: Leads) -> None:
    evening = leads(dealt())
    page, phone = evening.page, evening.device
    for value in (True, 2, 7, None, None, True):
        evening.answer(value)
    phone.open(f"/g/{evening.id}/lead/log")
    line = number_of(page, "Who is their prey?")
    index = next(i for i, given in enumerate(evening.game.answers) if given.key == "werewolves.devour")
    page.locator("[name=number]").fill(line)
    phone.follow(page.locator(".log__line button"), f"/edit/{index}")
    assert not page.locator('[data-state="refused"]').count()
    phone.press(evening.face(8))
    expect(page).to_have_url(re.compile("/preview"))
    phone.follow(page.locator('[name="sure"]'), "/lead")
    page.go_back()
    expect(page).to_have_url(re.compile(rf"/edit/{index}"))
    expect(page.locator("form.prompt")).to_be_visible()


def test_a_night_costs_one_more_tap_for_the_answer_and_no_other(leads: Leads) -> None:
    evening = leads(eight(known=True, seed=11))
    phone = evening.device
    before = phone.taps
    evening.play(quick(eight(known=True, seed=11)), until=lambda game: game.village.phase == "dawn")
    assert phone.taps - before == len(evening.game.answers) + 1


def test_a_line_being_typed_outlives_a_reload(leads: Leads) -> None:
    cards = ["wandering_judge", *CARDS[1:]]
    setup = Setup.of(EIGHT, cards, sheriff_election="off", cards_known_to_app=True, draw="stacked")
    evening = leads(setup, until=asks("wandering_judge.sign"))
    page, line = evening.page, evening.page.locator('form.prompt [name="text"]')
    line.fill("a hand on the hat")
    page.reload()
    evening.device.until_ready()
    expect(line).to_have_value("a hand on the hat")
    evening.device.press(evening.primary)
    evening.asks("werewolves.devour")
    assert evening.game.answers[-1].value == "a hand on the hat"
