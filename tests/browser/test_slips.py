"""A hurried thumb and a host in the dark: double taps, showing a secret to one pair of eyes, refusals, the log."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Error, Locator, Page, Route, expect

from nightcall import Setup
from nightcall.words import Words
from tests.browser.conftest import Leads, Opens
from tests.browser.people import EIGHT, asks, eight, quick
from tests.browser.table import RESULT
from tests.browser.test_leading import held, number_of
from tests.waiting import shows

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
  const look = () => {
    const face = document.querySelector(".seat__face");
    if (!face || !("fresh" in document.documentElement.dataset)) return;
    const { color, borderTopStyle } = getComputedStyle(face), ground = getComputedStyle(document.body).backgroundColor;
    watched.push({ color, ground, border: borderTopStyle, boxes: boxes() });
  };
  window.boxes = () => [...document.querySelectorAll("form.prompt button")].map((each) => {
    const { x, y, width, height } = each.getBoundingClientRect();
    return [each.textContent.trim(), x, y, width, height].join(" ");
  });
  new MutationObserver(() => setTimeout(look, 50)).observe(document.documentElement, { attributes: true });
}"""
"""How the faces look while a question is new: half a second is short for a busy machine."""
READABLE = 4.5
"""The contrast letters need."""


def contrast(one: str, other: str) -> float:
    """Of two opaque colours as a browser writes them (WCAG)."""

    def light(colour: str) -> float:
        parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    dark, bright = sorted((light(one), light(other)))
    return (bright + 0.05) / (dark + 0.05)


def middle(target: Locator) -> tuple[float, float]:
    box = target.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def twice(page: Page, target: Locator, pause: int) -> None:
    """A double tap: the second falls where the first did, so much after something else stands there.

    On a device opened with `clock`, which stands still meanwhile: on a slow machine the pause would be longer.
    """
    where = middle(target)
    before = stage(page)
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)
    page.touchscreen.tap(*where)
    shows(page, lambda: stage(page) not in ("", before))
    page.clock.run_for(pause)
    page.touchscreen.tap(*where)
    page.clock.resume()


def stage(page: Page) -> str:
    """What the page asks or shows; nothing while it is not ready for a tap."""
    try:
        return str(page.evaluate(STAGE))
    except Error:  # another one is being loaded
        return ""


STAGE = """() => {
  const asked = document.querySelector('form.prompt[id^="prompt-"]') ?? document.querySelector("[data-stage]");
  return "ready" in document.documentElement.dataset ? asked?.id ?? location.pathname : "";
}"""


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
    where = middle(evening.nobody)
    for _ in range(2):
        page.touchscreen.tap(*where)
    for route in late:
        route.continue_()
    phone.until_ready()
    assert late
    evening.asks("witch.heal")
    assert len(evening.game.answers) == before


def test_before_the_scripts_are_there_a_tap_says_that_it_does_not_count(leads: Leads, device: Opens) -> None:
    phone = device(slips=True)
    evening = leads(dealt(), phone, until=asks("witch.heal"), by=lambda prompt: HEALING.get(prompt.key, True))
    page = evening.page
    late: list[Route] = []
    page.route("**/js/calm*.js", lambda route: late.append(route))  # noqa: PLW0108  # Playwright writes on what it is given
    page.reload(wait_until="commit")
    expect(evening.nobody).to_have_css("border-top-style", "dashed")
    page.touchscreen.tap(*middle(evening.nobody))
    expect(page.locator("#too-soon")).to_have_text("Too soon: that tap didn't count.")
    for route in late:
        route.continue_()
    phone.until_ready()


def test_where_the_scripts_do_not_come_a_tap_counts_after_a_while(leads: Leads, device: Opens) -> None:
    phone = device(slips=True)
    evening = leads(dealt(), phone, until=asks("witch.heal"), by=lambda prompt: HEALING.get(prompt.key, True))
    before, page = len(evening.game.answers), evening.page
    phone.forgive("ERR_FAILED")
    page.route("**/js/*.js", lambda route: route.abort())
    page.reload()
    phone.press(evening.nobody)
    evening.asks("witch.poison")
    assert len(evening.game.answers) == before + 1


def test_a_new_question_is_seen_to_be_new_and_then_counts(leads: Leads, device: Opens) -> None:
    phone = device(slips=True, clock=True)
    evening = leads(dealt(), phone)
    page, face = evening.page, evening.face(2)
    phone.still()
    phone.later(PAUSE)
    page.evaluate(WATCH)
    evening.device.press(evening.primary)
    evening.asks("seer.look")
    phone.later(100)
    page.wait_for_function("watched.length > 0")
    asleep = page.evaluate("watched[0]")
    assert asleep["border"] == "dashed"
    assert contrast(asleep["color"], asleep["ground"]) >= READABLE, "it can be read while it sleeps"
    phone.later(PAUSE)
    expect(page.locator("html:not([data-fresh])")).to_be_attached()
    expect(face).to_have_css("border-top-style", "solid")
    assert page.evaluate("boxes()") == asleep["boxes"], "whatever wakes is where it slept"
    evening.enter(2)
    evening.asks(RESULT)


def test_a_tap_that_does_not_count_says_so(leads: Leads, device: Opens) -> None:
    """On the button and above it, in letters and for ears; the next one counts."""
    phone = device(slips=True, clock=True)
    evening = leads(dealt(), phone, until=asks("witch.heal"), by=lambda prompt: HEALING.get(prompt.key, True))
    phone.still()
    phone.later(PAUSE)
    before, page, face = len(evening.game.answers), evening.page, evening.face(5)
    sign = page.locator("#too-soon")
    phone.press(evening.nobody)
    evening.asks("witch.poison")
    expect(sign).to_have_text("")
    seat = face.locator("..")
    where = seat.bounding_box()
    page.touchscreen.tap(*middle(face))
    expect(face).to_have_attribute("data-nudged", "")
    phone.later(100)
    expect(sign).to_have_text("New question: that tap didn't count.")
    expect(sign).to_be_visible()
    expect(sign).to_have_role("status")
    assert len(evening.game.answers) == before + 1
    phone.later(PAUSE)
    assert seat.bounding_box() == where, "nothing has moved"
    page.touchscreen.tap(*middle(face))
    evening.asks("dawn.breaks")
    assert evening.game.answers[-1].value == 5


def test_where_the_last_tap_fell_a_button_sleeps_longer(leads: Leads, device: Opens) -> None:
    """The others are awake by then."""
    phone = device(slips=True, clock=True)
    evening = leads(dealt(), phone, until=asks("witch.heal"), by=lambda prompt: HEALING.get(prompt.key, True))
    phone.still()
    phone.later(PAUSE)
    before, page = len(evening.game.answers), evening.page
    phone.press(evening.nobody)
    evening.asks("witch.poison")
    phone.later(700)
    expect(evening.face(5)).to_have_css("border-top-style", "solid")
    expect(evening.nobody).to_have_css("border-top-style", "dashed")
    page.touchscreen.tap(*middle(evening.nobody))
    phone.later(100)
    expect(page.locator("#too-soon")).to_have_text("New question: that tap didn't count.")
    assert len(evening.game.answers) == before + 1
    phone.later(PAUSE)
    expect(evening.nobody).to_have_css("border-top-style", "solid")
    phone.press(evening.nobody)
    evening.asks("dawn.breaks")


def test_a_second_tap_does_not_agree_to_what_is_asked_first(leads: Leads, device: Opens) -> None:
    """A dialog opens under the finger: its buttons sleep like those of any question."""
    phone = device(slips=True, clock=True)
    evening = leads(dealt(), phone, until=asks("vote.ballots"), by=quick(dealt()))
    page = evening.page
    phone.still()
    phone.later(PAUSE)
    phone.press(evening.primary)
    agree = page.locator('dialog[open] button[value="yes"]')
    phone.later(50)
    expect(agree).to_have_css("border-top-style", "dashed")
    page.touchscreen.tap(*middle(agree))
    phone.later(100)
    expect(page.locator("dialog #too-soon")).to_have_text("Too soon: that tap didn't count.")
    expect(agree).to_be_visible()
    phone.later(PAUSE)
    expect(agree).to_have_css("border-top-style", "solid")
    before = evening.at
    phone.press(agree)
    evening.until_after(before)


def test_while_an_answer_is_on_its_way_another_tap_says_that_it_does_not_count(leads: Leads, device: Opens) -> None:
    phone = device(slips=True, clock=True)
    evening = leads(dealt(), phone, until=asks("witch.heal"), by=lambda prompt: HEALING.get(prompt.key, True))
    phone.still()
    phone.later(PAUSE)
    page, before = evening.page, len(evening.game.answers)
    late: list[Route] = []
    page.route("**/lead/answer", lambda route: late.append(route))  # noqa: PLW0108  # Playwright writes on what it is given
    phone.press(evening.nobody)
    healed = evening.face(7)
    expect(healed).to_have_css("border-top-style", "dashed")
    page.touchscreen.tap(*middle(healed))
    phone.later(100)
    expect(page.locator("#too-soon")).to_have_text("New question: that tap didn't count.")
    for route in late:
        route.continue_()
    evening.asks("witch.poison")
    assert len(evening.game.answers) == before + 1


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
