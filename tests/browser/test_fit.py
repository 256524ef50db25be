"""Everything fits the phone: thirty in a ring, sixty in a list, large letters, small phones."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from nightcall import Setup
from nightcall.web.play import practice
from tests.browser.conftest import Leads, Opens
from tests.browser.device import PHONE, SMALL_PHONE, Device
from tests.browser.people import asks
from tests.browser.server import Server
from tests.browser.table import Evening

SMALLEST = 56
"""Pixels of whatever is tapped at night."""

LONG_NAMES = (
    "Dominique Chloé Anne-Sophie Jean-Baptiste Maximilienne Karim Marguerite Hugo"
    " Léa Bernadette Olivier Pia Guillaume Élisabeth Ugo Théophile Yann Marie-Christine"
).split()

CUT = """() => [...document.querySelectorAll(".ring .seat__name")]
  .filter((name) => name.scrollWidth > name.clientWidth + 1 || name.scrollHeight > name.clientHeight + 3)
  .map((name) => name.textContent)"""
"""The names that cannot be read to their end."""

MEASURE = """() => {
  const box = (node) => {
    const { x, y, width, height } = node.getBoundingClientRect();
    return { x, y, width, height };
  };
  return {
    wide: document.documentElement.scrollWidth, screen: innerWidth, high: innerHeight,
    bar: box(document.querySelector(".bar")), zone: box(document.querySelector(".thumb")),
    ring: box(document.querySelector(".ring")),
    faces: [...document.querySelectorAll(".ring .seat__face")].map(box),
    thumb: [...document.querySelectorAll(".thumb .undo, .thumb .primary, .thumb .nobody")].map(box),
  };
}"""


def at_the_wolves(leads: Leads, phone: Device, players: int, size: ViewportSize) -> Evening:
    """On a phone of this size; it may have had another before."""
    phone.page.set_viewport_size(size)
    wolves = max(2, players // 5)
    setup = Setup.of(
        [*LONG_NAMES, *(f"Player {seat}" for seat in range(len(LONG_NAMES) + 1, players + 1))][:players],
        {"werewolf": wolves, "seer": 1, "simple_villager": players - wolves - 1},
        sheriff_election="off",
        cards_known_to_app=True,
        seed=1,
    )
    return leads(setup, phone, until=asks("seer.look"))


def fits(measured: dict[str, Any], players: int) -> None:
    assert measured["wide"] <= measured["screen"], "nothing to scroll sideways"
    assert len(measured["faces"]) == players
    for face in measured["faces"]:
        assert face["width"] >= SMALLEST - 0.5, face
        assert face["height"] >= SMALLEST - 0.5, face
        assert face["x"] >= -0.5
        assert face["x"] + face["width"] <= measured["screen"] + 0.5
    for button in measured["thumb"]:
        assert button["height"] >= SMALLEST - 0.5, button


def overlapping(faces: list[dict[str, float]]) -> list[tuple[int, int]]:
    def meet(one: dict[str, float], two: dict[str, float]) -> bool:
        return all(
            one[axis] + one[side] - 1 > two[axis] and two[axis] + two[side] - 1 > one[axis]
            for axis, side in (("x", "width"), ("y", "height"))
        )

    return [(i, j) for i, one in enumerate(faces) for j, two in enumerate(faces[:i]) if meet(one, two)]


@pytest.mark.parametrize("players", [8, 18, 30])
def test_the_ring_fits(leads: Leads, device: Opens, players: int) -> None:
    phone = device()
    for size in (PHONE, SMALL_PHONE):
        ring_fits(at_the_wolves(leads, phone, players, size), players, size)


def ring_fits(evening: Evening, players: int, size: ViewportSize) -> None:
    measured = evening.page.evaluate(MEASURE)
    fits(measured, players)
    taken = measured["bar"]["height"] + measured["zone"]["height"] if size == PHONE else 0
    assert measured["ring"]["height"] <= measured["high"] - taken, "the whole ring can be seen at once"
    assert not overlapping(measured["faces"])
    assert evening.page.evaluate(CUT) == []
    evening.answer(evening.prompt.options[-1])


BETWEEN_BARS: ViewportSize = {"width": 390, "height": 664}
"""What the bars of a phone's browser leave."""
OLD_PHONE: ViewportSize = {"width": 360, "height": 640}


@pytest.mark.parametrize("players", [15, 20, 30])
def test_everybody_is_in_sight_between_the_bars(leads: Leads, device: Opens, players: int) -> None:
    """What is said, every seat and the thumb zone at once; and what is held lies over the page."""
    phone = device()
    for size in (BETWEEN_BARS, OLD_PHONE):
        in_sight(at_the_wolves(leads, phone, players, size), players)


def in_sight(evening: Evening, players: int) -> None:
    page = evening.page
    measured = page.evaluate(MEASURE)
    fits(measured, players)
    assert not overlapping(measured["faces"])
    assert measured["ring"]["y"] >= measured["bar"]["height"] - 0.5
    assert max(face["y"] + face["height"] for face in measured["faces"]) <= measured["zone"]["y"] + 14, (
        "above the thumb"
    )
    sizes = page.evaluate(
        """() => [".seat__name", ".seat__number"].map(
             (each) => parseFloat(getComputedStyle(document.querySelector(`.ring ${each}`)).fontSize))"""
    )
    assert sizes[0] >= sizes[1], "names at least as large as numbers"
    cover = page.locator(".lead__tools .peek__cover")
    cover.dispatch_event("pointerdown", {"button": 0})
    assert page.locator(".lead__tools .peek__secret").is_visible()
    assert page.evaluate(MEASURE)["faces"] == measured["faces"], "nothing moves under the finger"


LANDSCAPE: ViewportSize = {"width": 844, "height": 390}
LOW: ViewportSize = {"width": 390, "height": 664}
REACH = """(face) => {
  face.scrollIntoView({ block: "center" });
  const { x, y, width, height } = face.getBoundingClientRect();
  return document.elementFromPoint(x + width / 2, y + height / 2)?.closest(".seat__face") === face;
}"""
"""Whether a finger can get at a face: neither the bar nor the thumb zone lies over it for good."""


@pytest.mark.parametrize("players", [8, 20])
def test_a_phone_on_its_side_and_large_letters(leads: Leads, device: Opens, players: int) -> None:
    phone = device()
    for size, is_large in ((LANDSCAPE, False), (LANDSCAPE, True), (LOW, True)):
        within_reach(at_the_wolves(leads, phone, players, size), players, size, is_large)


def within_reach(evening: Evening, players: int, size: ViewportSize, is_large: bool) -> None:
    page = evening.page
    if is_large:
        page.evaluate("() => { document.documentElement.style.fontSize = '200%'; dispatchEvent(new Event('resize')); }")
        page.locator(".ring").evaluate("() => new Promise(requestAnimationFrame)")
    measured = page.evaluate(MEASURE)
    fits(measured, players)
    assert not overlapping(measured["faces"])
    assert measured["bar"]["height"] <= 105, "one line"
    parts = page.locator(".bar > *:visible").evaluate_all(
        "all => all.map((each) => each.getBoundingClientRect().toJSON())"
    )
    assert not overlapping(parts)
    for button in measured["thumb"]:
        assert button["y"] >= size["height"] / 2, "half the page is left for what it says"
    if size is LANDSCAPE and not is_large and players <= 12:
        assert max(face["y"] + face["height"] for face in measured["faces"]) <= measured["zone"]["y"] + 14
    for seat in (1, players // 2, players):
        assert evening.face(seat).evaluate(REACH), seat
    evening.enter(evening.prompt.options[-1])
    evening.asks("result")
    expect(page.locator(".result .peek__cover")).to_be_attached()
    expect(evening.primary).to_be_in_viewport(ratio=1)
    evening.see_result()


def test_what_is_explained_moves_nothing(device: Opens, server: Server) -> None:
    """On a practice evening the page is as it will be on a real one: an explanation lies over it."""
    phone = device(size={"width": 390, "height": 664}).open("/")
    phone.press(phone.page.locator('form[action$="/practice"] button'))
    expect(phone.page).to_have_url(re.compile(r"/lead$"))
    evening, page = Evening(phone, server, phone.path().split("/")[2]), phone.page
    seed = server.table(evening.id).manner.practice
    kinds = set()
    for _ in range(12):
        phone.until_ready()
        if evening.form.get_attribute("data-kind") == "pick":
            explained = page.locator(".hint[open] > summary")
            before = page.evaluate(MEASURE)
            if explained.count():
                kinds.add("explained")
                expect(explained).to_be_in_viewport(ratio=1)
                phone.press(explained)
            measured = page.evaluate(MEASURE)
            assert measured["faces"] == before["faces"]
            fits(measured, 10)
            assert not overlapping(measured["faces"])
            assert max(face["y"] + face["height"] for face in measured["faces"]) <= measured["zone"]["y"] + 14
            kinds.add(evening.asked)
        elif (explained := page.locator(".hint[open] > summary")).count():
            phone.press(explained)
        evening.answer(practice.gesture(evening.game, seed))
    assert {"explained", "identify", "werewolves.devour"} <= kinds


LONG_QUESTIONS = (
    "Quels sont les deux joueurs qui ont échangé leurs places ?",
    "Quelle autre carte cette personne apporte-t-elle ?",
    "Which character lies open in front of Maximilienne?",
    "Who is the Prejudiced Manipulator?",
)
ASKED = """(question) => {
  document.querySelector(".ring .ask").firstChild.textContent = question;
  dispatchEvent(new Event("resize"));
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => {
    const ask = document.querySelector(".ring .ask"), range = document.createRange();
    range.selectNodeContents(ask);
    const faces = [...document.querySelectorAll(".ring .seat__face")].map((face) => face.getBoundingClientRect());
    const meet = (a, b) => a.x + 1 < b.right && b.x + 1 < a.right && a.y + 3 < b.bottom && b.y + 3 < a.bottom;
    const at = ({ x, y, width, height }, far) => document.elementFromPoint(x + width * far, y + height * far);
    resolve({
      over: faces.filter((face) => [...range.getClientRects()].some((line) => meet(line, face))).length,
      taps: faces.filter((face) => [0.1, 0.5, 0.9].some((far) => at(face, far)?.closest(".ask"))).length,
      letters: parseFloat(getComputedStyle(ask).fontSize),
    });
  })));
}"""
"""A question in the middle of the ring: how many faces its lines lie over, and of how many it takes taps."""


@pytest.mark.parametrize("players", [8, 10, 15])
def test_no_question_lies_over_a_seat(leads: Leads, device: Opens, players: int) -> None:
    phone = device()
    for size in (BETWEEN_BARS, OLD_PHONE):
        evening = at_the_wolves(leads, phone, players, size)
        for question in LONG_QUESTIONS:
            asked = evening.page.evaluate(ASKED, question)
            assert (asked["over"], asked["taps"]) == (0, 0), (size, question, asked)
            assert asked["letters"] >= 13, (size, question, asked)


def test_sixty_fit_as_a_list(leads: Leads, device: Opens) -> None:
    phone = device()
    for size in (PHONE, SMALL_PHONE):
        evening = at_the_wolves(leads, phone, 60, size)
        measured = evening.page.evaluate(MEASURE)
        fits(measured, 60)
        assert not overlapping(measured["faces"])
        evening.answer(60 if 60 in evening.prompt.options else 59)


@pytest.mark.parametrize("players", [8, 30, 60])
def test_letters_twice_as_large_break_nothing(leads: Leads, device: Opens, players: int) -> None:
    evening = at_the_wolves(leads, device(), players, PHONE)
    page = evening.page
    page.evaluate("() => { document.documentElement.style.fontSize = '200%'; dispatchEvent(new Event('resize')); }")
    page.locator(".ring").evaluate("() => new Promise(requestAnimationFrame)")
    measured = page.evaluate(MEASURE)
    fits(measured, players)
    assert not overlapping(measured["faces"])
    evening.answer(evening.prompt.options[0])


def test_a_new_question_begins_with_what_is_to_be_said(leads: Leads, device: Opens) -> None:
    """Whoever has scrolled down to tap must not miss the next sentence."""
    evening = at_the_wolves(leads, device(), 30, SMALL_PHONE)
    page = evening.page
    page.set_viewport_size({"width": 360, "height": 420})  # the keyboard is out, say
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    assert page.evaluate("scrollY") > 0
    evening.answer(evening.prompt.options[0])
    expect(page.locator(".bar")).to_be_in_viewport()
    assert page.evaluate("scrollY") == 0
