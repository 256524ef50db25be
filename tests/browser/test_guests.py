"""Guests' phones in the night: one shape for all of them, and what was chosen can be read."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from nightcall import Prompt, Setup
from nightcall.engine import prompts
from tests.browser.conftest import Leads, Opens
from tests.browser.device import SMALL_PHONE
from tests.browser.people import EIGHT, asks, so_far
from tests.browser.server import Server
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
    manner = {"deal": "phones", "dealt": True, "phones_act": True, "phones_vote": True}
    return leads(setup, until=asks(until), by=told, **manner)


def told(prompt: Prompt) -> object:
    answers = {"cupid.pair": (WITCH, 7), "seer.look": 1, "werewolves.devour": HAL, "day.debate": "vote"}
    return answers.get(prompt.key, None if prompt.kind == prompts.PICK else True)


def opened(page: Page) -> Page:
    page.evaluate("document.getElementById('called').open = true")
    expect(page.locator("#called .called__slip")).to_be_visible()
    return page


@pytest.mark.needs("phones")
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


PAINTED = """() => {
  const panel = document.querySelector('#called .called__panel');
  const isClear = (colour) => colour === 'transparent' || colour.endsWith(', 0)');
  return [panel, ...panel.querySelectorAll('*:not(svg, use, svg *)')].flatMap((each) => {
    const { x, y, width, height } = each.getBoundingClientRect(), style = getComputedStyle(each);
    const isDrawn = parseFloat(style.borderTopWidth) > 0 && style.borderTopStyle !== 'none';
    const hasFrame = isDrawn && !isClear(style.borderTopColor);
    if (width < 3 || height < 3 || each.type === 'checkbox') return [];
    if (!hasFrame && isClear(style.backgroundColor) && style.boxShadow === 'none') return [];
    const frame = hasFrame ? `${style.borderTopStyle} ${style.borderTopColor}` : '';
    return [[x, y, width, height].map(Math.round).join(' ') + ` ${style.backgroundColor} ${frame} ${style.boxShadow}`];
  }).sort();
}"""
"""Everything that is more than letters: where it stands, its colour, its frame."""

LIFTED = """() => !document.querySelector("#act :is(button, label):active")
  && !document.getAnimations().some((each) => each instanceof CSSTransition)"""
"""The finger is gone, and what it pressed is as it was."""

KINDS = ("werewolf", "cursed_wolf_father", "wolf_hound", "wandering_judge", "hunter", "witch", *["simple_villager"] * 2)


@pytest.mark.needs("phones")
def test_whatever_is_asked_nothing_but_letters_differs(server: Server, device: Opens) -> None:
    """One of two sides, a sign to write, a name, yes or no, a power of the day: chosen or not, nothing glows."""
    setup = Setup.of(EIGHT, list(KINDS), sheriff_election="off", cards_known_to_app=True)
    asked, hunter = device(size=SMALL_PHONE), device(size=SMALL_PHONE)
    told = {"wolf_hound.choose": "village", "wandering_judge.sign": "a cough", "werewolves.devour": HAL}
    told |= {"cursed_wolf_father.infect": False, "witch.heal": HAL, "witch.poison": None, "day.debate": "vote"}
    for until, seat, choice in (
        ("wandering_judge.sign", 4, ""),
        ("wolf_hound.choose", 3, '#act [value="village"]'),
        ("werewolves.devour", 2, f'#act [data-seat="{HAL}"] .seat__face'),
        ("cursed_wolf_father.infect", 2, '#act [value="no"]'),
        ("vote.ballots", 4, ""),
    ):
        played = so_far(setup, asks(until), lambda prompt: told.get(prompt.key, True))
        game = server.begin(played, deal="phones", dealt=True, phones_act=True)
        for phone, of in ((asked, seat), (hunter, 5)):
            opened(phone.open(server.key(game, of)).page)
        if choice:
            asked.press(asked.page.locator(choice))
            expect(asked.page.locator('#act [aria-pressed="true"]')).to_be_visible()
            asked.page.wait_for_function(LIFTED)
        assert asked.page.evaluate(PAINTED) == hunter.page.evaluate(PAINTED), until


@pytest.mark.needs("phones")
def test_the_panel_closes_with_the_call_on_every_phone(leads: Leads, device: Opens) -> None:
    """By the light of dawn nobody sees whose was open."""
    evening = table(leads, "seer.look")
    page = opened(device(size=SMALL_PHONE).open(evening.server.key(evening.id, 6)).page)
    while evening.prompt.key != "werewolves.devour":
        evening.answer(told(evening.prompt))
    expect(page.locator("#called")).not_to_have_attribute("open", "")


@pytest.mark.needs("phones")
def test_what_was_chosen_can_still_be_read(leads: Leads, device: Opens) -> None:
    """ "I keep the potion", once tapped."""
    evening = table(leads, "witch.heal")
    player = device(size=SMALL_PHONE).open(evening.server.key(evening.id, WITCH))
    page = opened(player.page)
    player.press(page.locator('#act .called__buttons [value="-"]'))
    chosen = page.locator('#act .called__buttons [value="-"][aria-pressed="true"]')
    expect(chosen).to_be_visible()
    assert chosen.evaluate(CONTRAST) > 4.5


@pytest.mark.needs("phones")
@pytest.mark.parametrize("seat", [WITCH, 5], ids=["asked", "asleep"])
def test_done_says_first_that_nothing_is_chosen(leads: Leads, device: Opens, seat: int) -> None:
    """Asked or not, in the same words; the second time it closes, and after a choice at once."""
    evening = table(leads, "witch.heal")
    player = device(size=SMALL_PHONE).open(evening.server.key(evening.id, seat))
    page = opened(player.page)
    player.press(page.locator("#called [data-done]"))
    expect(page.locator("#called .says")).to_contain_text("Nothing is chosen on this phone.")
    expect(page.locator("#called")).to_have_attribute("open", "")
    player.press(page.locator("#called [data-done]"))
    expect(page.locator("#called")).not_to_have_attribute("open", "")
    opened(page)
    player.press(page.locator(f'#called .seat[data-seat="{HAL}"] .seat__face'))
    expect(page.locator('#called .seat__face[aria-pressed="true"]')).to_be_visible()
    player.press(page.locator("#called [data-done]"))
    expect(page.locator("#called")).not_to_have_attribute("open", "")


LINES = """(label) => {
  const text = label.firstChild, lines = [];
  for (let place = 0; place < text.length; place++) {
    const letter = document.createRange();
    letter.setStart(text, place);
    letter.setEnd(text, place + 1);
    const { top, right } = letter.getBoundingClientRect(), seen = label.getBoundingClientRect().right;
    if (right > seen + 1) return ["cut"];
    if (!lines.length || Math.abs(lines.at(-1).top - top) > 4) lines.push({ top, text: "" });
    lines.at(-1).text += text.data[place];
  }
  return lines.map((each) => each.text.trim());
}"""


@pytest.mark.parametrize("width", [320, 360, 390])
def test_the_phase_is_never_broken_inside_a_word(leads: Leads, device: Opens, width: int) -> None:
    """Nor does it push the buttons into a row of their own."""
    names, cards = [*EIGHT, "Ivo", "Jana"], [*CARDS, "elder", "defender"]
    setup = Setup.of(names, cards, sheriff_election="off", cards_known_to_app=True)
    evening = leads(setup, phone=device("de", size={"width": width, "height": 844}), until=asks("dawn.breaks"))
    label, bar = evening.page.locator(".bar__phase > span"), evening.page.locator(".bar")
    for text in ("Morgen 1", "Morgen 12", "Nacht 12", "Dawn 12", "Night 12", "Aube 12"):
        label.evaluate("(label, text) => { label.textContent = text; }", text)
        assert " ".join(label.evaluate(LINES)) == text
        assert bar.evaluate("(bar) => bar.getBoundingClientRect().height") < 80


ROOM = """(name) => name.getBoundingClientRect().height / parseFloat(getComputedStyle(name).fontSize)"""


@pytest.mark.needs("phones")
def test_no_letter_is_cut_and_the_settings_of_a_screen_move_nothing(leads: Leads, device: Opens) -> None:
    """An É keeps its accent and a g its tail, at a seat and in the header. Escape closes the settings."""
    names = ("Élise", "Ágnes", "Gaëlle", "Öykü", "Jürgen", "Çağla", "Ñandú", "Ángel")
    setup = Setup.of(names, list(CARDS), sheriff_election="off", cards_known_to_app=True)
    evening = leads(setup, until=asks("cupid.pair"), by=told, deal="phones", dealt=True, phones_act=True)
    player = device().open(evening.server.key(evening.id, 1)).page
    screen = device(size={"width": 1280, "height": 720}).open(f"/g/{evening.id}").page
    for page in (evening.page, player, screen):
        assert page.locator(".seat__name:visible").first.evaluate(ROOM) > 1.3
    assert evening.page.locator(".bar__phase > span").evaluate(ROOM) > 1.2
    before = screen.locator(".seat").first.bounding_box()
    screen.locator(".public__corner > summary").click()
    expect(screen.locator(".public__corner .panel")).to_be_visible()
    screen.keyboard.press("Escape")
    expect(screen.locator(".public__corner .panel")).not_to_be_visible()
    assert screen.locator(".seat").first.bounding_box() == before
