"""Guests' phones in the night: one shape for all of them, and what was chosen can be read."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from nightcall import Setup
from nightcall.engine import prompts
from tests.browser.conftest import Leads, Opens
from tests.browser.device import SMALL_PHONE
from tests.browser.people import EIGHT
from tests.browser.table import Evening

CARDS = ("werewolf", "werewolf", "cupid", "witch", "hunter", "seer", "simple_villager", "simple_villager")
CUPID, WITCH, HAL = 3, 4, 8

BOXES = """() => {
  const buttons = ['.called__buttons > :first-child', '.called__buttons > :last-child', '[data-close]'];
  return ['.called__slip', '.ring', ...buttons].map((each) => {
    const { x, y, width, height } = document.querySelector(`#called ${each}`).getBoundingClientRect();
    return [x, y, width, height].map(Math.round);
  });
}"""

CONTRAST = """(button) => {
  const part = (each) => { const c = each / 255; return c <= .03928 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4; };
  const light = (text) => {
    const [r, g, b] = text.match(/[\\d.]+/g).map(part);
    return .2126 * r + .7152 * g + .0722 * b;
  };
  const { color, backgroundColor } = getComputedStyle(button);
  const [a, b] = [light(color), light(backgroundColor)];
  return (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
}"""


def table(leads: Leads, until: str) -> Evening:
    setup = Setup.of(EIGHT, list(CARDS), sheriff_election="off", cards_known_to_app=True)
    evening = leads(setup, deal="phones", dealt=True, phones_act=True, phones_vote=True)
    return go_on(evening, until)


def go_on(evening: Evening, until: str) -> Evening:
    told = {"cupid.pair": (WITCH, 7), "seer.look": 1, "werewolves.devour": HAL, "day.debate": "vote"}
    while evening.prompt.key != until:
        evening.answer(told.get(evening.prompt.key, None if evening.prompt.kind == prompts.PICK else True))
    return evening


def opened(page: Page) -> Page:
    page.evaluate("document.getElementById('called').open = true")
    expect(page.locator("#called .called__slip")).to_be_visible()
    return page


def test_called_or_not_every_phone_has_the_same_panel(leads: Leads, device: Opens) -> None:
    """The Witch, with news and a question, beside somebody nobody calls: the same boxes, all above the lower bar."""
    evening = table(leads, "witch.heal")
    boxes = []
    for seat in (WITCH, CUPID):
        page = opened(device(size=SMALL_PHONE).open(evening.server.key(evening.id, seat)).page)
        boxes.append(page.evaluate(BOXES))
        bar = page.locator(".thumb--player #my-card").bounding_box()
        assert bar is not None
        assert all(y >= 0 and y + height <= bar["y"] for _, y, _, height in boxes[-1]), boxes[-1]
    assert boxes[0] == boxes[1]


def test_what_was_chosen_can_still_be_read(leads: Leads, device: Opens) -> None:
    """ "I keep the potion", once tapped."""
    evening = table(leads, "witch.heal")
    player = device(size=SMALL_PHONE).open(evening.server.key(evening.id, WITCH))
    page = opened(player.page)
    player.press(page.locator('#act .called__buttons [value="-"]'))
    chosen = page.locator('#act .called__buttons [value="-"][aria-pressed="true"]')
    expect(chosen).to_be_visible()
    assert chosen.evaluate(CONTRAST) > 4.5
