"""Other ways to use the same pages: in French, with the keyboard, without scripts, left-handed, on poorer browsers."""

from __future__ import annotations

import html
import re

import pytest
from playwright.sync_api import Page, expect

from nightcall import Setup
from tests.browser import on_phone
from tests.browser.conftest import Leads, Opens
from tests.browser.device import Device
from tests.browser.people import EIGHT, eight, quick
from tests.browser.table import Evening
from tests.foreign import english_in, english_labels

# -- other languages --


def no_english(page: Page, language: str) -> None:
    """Neither in what is seen nor in labels, nor behind a cover; and nothing hangs over the edge of the screen."""
    assert english_in(html.unescape(page.content()), language) == []
    shown = page.locator("button, a, h1, h2, label, legend, summary, small").all_inner_texts()
    names = page.evaluate("[...document.querySelectorAll('[aria-label]')].map((e) => e.getAttribute('aria-label'))")
    assert not english_labels(language).intersection(text.strip() for text in [*shown, *names])
    assert page.locator("html").get_attribute("lang") == language
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing to scroll sideways"


def whole_game(evening: Evening, language: str) -> None:
    """From the first question to the last, looking at each new one, and then at every page around the game."""
    seen: set[str] = set()

    def look(key: str) -> None:
        if key not in seen:
            seen.add(key)
            no_english(evening.page, language)

    bot = quick(evening.game.setup)
    while (prompt := evening.game.prompt) is not None:
        evening.asks(prompt.key)
        look(prompt.key)
        evening.answer(bot(prompt))
    look("over")
    assert len(seen) > 8
    lead = f"/g/{evening.id}/lead"
    around = [
        f"{lead}/log",
        f"{lead}/more",
        f"{lead}/roles",
        *([] if on_phone.WANTED else [f"{lead}/seats"]),  # nobody joins a phone alone
        f"/g/{evening.id}",
        f"/g/{evening.id}/end",
    ]
    for path in around:
        evening.device.open(path)
        no_english(evening.page, language)


def test_a_whole_game_in_french(leads: Leads, device: Opens) -> None:
    evening = leads(eight(), device("fr-FR"))
    whole_game(evening, "fr")
    for path in ("/", "/new", "/new/cards", "/new/extras", "/new/rules", "/new/deal", "/new/begin"):
        evening.device.open(path)
        no_english(evening.page, "fr")
    joining = () if on_phone.WANTED else ("/join",)
    for path in (*joining, "/games", "/games/statistics", "/rules", "/rules/witch", "/rules/SEER-4", "/about"):
        evening.device.open(path)
        no_english(evening.page, "fr")


@pytest.mark.soak
def test_a_base_game_in_german(leads: Leads, device: Opens) -> None:
    """A language that is not complete: what a base game shows is German all the same."""
    deck = {"werewolf": 2, "seer": 1, "witch": 1, "hunter": 1, "cupid": 1, "little_girl": 1, "simple_villager": 1}
    evening = leads(Setup.of(EIGHT, deck, preset="classic"), device("de-DE"))
    whole_game(evening, "de")
    for path in ("/", "/new", "/new/cards", "/new/deal", "/new/begin", "/join", "/games", "/rules/witch", "/about"):
        evening.device.open(path)
        no_english(evening.page, "de")


# -- the keyboard alone --


def test_a_night_and_a_vote_with_the_keyboard_alone(leads: Leads, device: Opens) -> None:
    setup = eight(cupid=1)
    evening = leads(setup, device(hand="keys"))
    evening.play(quick(setup, 4), until=lambda game: any(event.name == "voted" for event in game.events))
    kinds = {type(answer.value) for answer in evening.game.answers}
    assert {bool, int, tuple, dict} <= kinds, "faces, ticks, ballots"
    before = len(evening.game.answers)
    evening.take_back()
    assert len(evening.game.answers) == before - 1


def test_escape_hides_everything_until_it_is_held(leads: Leads) -> None:
    evening = leads(eight())
    page = evening.page
    page.keyboard.press("Escape")
    clock = page.locator("button.clock")
    expect(clock).to_be_visible()
    expect(clock).to_contain_text(re.compile(r"\d{1,2}:\d{2}"))
    expect(clock).to_be_focused()
    page.reload()
    expect(clock).to_be_visible()
    expect(clock).to_be_focused()
    page.keyboard.down("Enter")
    expect(clock).to_have_count(0)
    page.keyboard.up("Enter")
    before = evening.at
    evening.answer()
    assert evening.at != before


# -- without scripts --


@pytest.mark.needs("no_scripts")
def test_a_night_and_a_vote_without_scripts(leads: Leads, device: Opens) -> None:
    setup = eight(cupid=1)
    evening = leads(setup, device(scripts=False))
    evening.play(quick(setup, 4), until=lambda game: any(event.name == "voted" for event in game.events))
    before = len(evening.game.answers)
    evening.take_back()
    assert len(evening.game.answers) == before - 1


# -- the other hand, poorer browsers --


def test_the_left_hand_mirrors_the_thumb_zone(leads: Leads) -> None:
    evening = leads(eight(known=True))
    page, phone = evening.page, evening.device
    while not (evening.undo.is_visible() and evening.primary.is_visible()):
        evening.answer(quick(evening.game.setup)(evening.prompt))

    def undo_is_left() -> bool:
        undo, primary = evening.undo.bounding_box(), evening.primary.bounding_box()
        assert undo is not None
        assert primary is not None
        return undo["x"] < primary["x"]

    assert undo_is_left()
    phone.open(f"/g/{evening.id}/lead/more")
    phone.press(page.locator('button[name="hand"][value="left"]'))
    expect(page.locator("html")).to_have_attribute("data-hand", "left")
    phone.open(f"/g/{evening.id}/lead")
    assert not undo_is_left()


POORER = """
for (const name of ["AudioContext", "webkitAudioContext", "speechSynthesis", "SpeechSynthesisUtterance"]) {
  Object.defineProperty(window, name, { value: undefined, configurable: true });
}
for (const name of ["wakeLock", "vibrate", "share", "clipboard"]) {
  Object.defineProperty(navigator, name, { value: undefined, configurable: true });
}
HTMLCanvasElement.prototype.captureStream = undefined;
"""


def test_nothing_breaks_where_the_browser_has_no_such_thing(leads: Leads, device: Opens) -> None:
    phone = device()
    phone.context.add_init_script(POORER)
    evening = leads(eight(), phone)
    page = evening.page
    for name in ("sound", "speech", "wake", "seats"):
        phone.open(f"/g/{evening.id}/lead/more")
        phone.press(page.locator("label", has=page.locator(f'[data-switch="{name}"]')))
    phone.open(f"/g/{evening.id}/lead")
    evening.answer().answer(3).asks("seer.look")


def test_switches_work_where_the_browser_can(leads: Leads) -> None:
    evening = leads(eight())
    page, phone = evening.page, evening.device
    for name in ("sound", "speech", "buzz"):
        phone.open(f"/g/{evening.id}/lead/more")
        box = page.locator(f'[data-switch="{name}"]')
        phone.press(page.locator("label", has=box))
        expect(box).to_be_checked()
        page.reload()
        expect(box).to_be_checked()
    phone.open(f"/g/{evening.id}/lead")
    evening.answer().answer(3).asks("seer.look")


# -- browsers that are too old --

UNREAD = "const pattern = /(?<=-/;"
"""A module this browser cannot parse, as an older one could not parse others of ours."""


def says_too_old(phone: Device) -> None:
    expect(phone.page.locator("#too-old")).to_have_text(
        "This browser is too old for Nightcall. It needs Safari 16.4, Chrome 111, Firefox 121 or newer."
    )
    expect(phone.page.locator("#too-old")).to_be_visible()


def test_a_browser_that_cannot_read_the_scripts_is_told(device: Opens) -> None:
    phone = device()
    phone.forgive("SyntaxError", "Invalid regular expression")
    phone.page.route("**/js/ring*.js*", lambda route: route.fulfill(body=UNREAD, content_type="text/javascript"))
    phone.page.goto(f"{phone.address}/")
    says_too_old(phone)


def test_a_browser_that_cannot_draw_the_pages_is_told(device: Opens) -> None:
    phone = device()
    without = "const has = CSS.supports; CSS.supports = (...given) => !/:has/.test(given) && has(...given)"
    phone.page.add_init_script(without)
    phone.open("/")
    says_too_old(phone)


def test_a_browser_is_not_called_old_for_what_the_network_loses(device: Opens) -> None:
    phone = device()
    phone.forgive("ERR_FAILED")
    phone.page.route("**/js/ring*.js*", lambda route: route.abort())
    phone.page.goto(f"{phone.address}/")
    expect(phone.page.locator("#too-old")).to_be_hidden()
    phone.page.unroute("**/js/ring*.js*")
    phone.open("/")
    expect(phone.page.locator("#too-old")).to_be_hidden()


# -- what this phone can do --


def test_no_switch_for_vibration_where_nothing_vibrates(leads: Leads, device: Opens) -> None:
    still, shaking = device(), device()
    still.context.add_init_script("Object.defineProperty(navigator, 'vibrate', { value: undefined })")
    for phone, is_shown in ((still, False), (shaking, True)):
        evening = leads(eight(), phone)
        phone.open(f"/g/{evening.id}/lead/more")
        for name, is_here in (("buzz", is_shown), ("wake", True)):
            label = phone.page.locator("label", has=phone.page.locator(f'[data-switch="{name}"]'))
            expect(label).to_be_visible(visible=is_here)


INTERRUPTED = """
window.resumed = 0;
window.context = null;
const Usual = window.AudioContext;
window.AudioContext = class extends Usual {
  constructor() { super(); window.context = this; }
  get state() { return window.state ?? super.state; }
  resume() { window.resumed += 1; window.state = "running"; return super.resume(); }
};
"""


def test_sound_comes_back_with_the_next_tap_after_a_call(leads: Leads, device: Opens) -> None:
    """An iPhone that rings leaves a page's sound `interrupted`, and not suspended."""
    phone = device()
    phone.context.add_init_script(INTERRUPTED)
    phone.context.add_init_script("localStorage.setItem('nightcall.sound', 'on')")
    evening = leads(eight(), phone)
    evening.answer()
    phone.page.wait_for_function("() => window.context?.state === 'running'")
    before = phone.page.evaluate("window.state = 'interrupted'; window.resumed")
    phone.touch(phone.page.locator(".script"))
    phone.page.wait_for_function("() => window.state === 'running'")
    assert phone.page.evaluate("window.resumed") == before + 1
