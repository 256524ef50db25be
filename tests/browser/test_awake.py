"""The screen stays on: a lock where the browser gives one, else a silent film, else a word on how to do it oneself."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Leads, Opens
from tests.browser.device import Device
from tests.browser.people import eight

ONLY_TOUCHED = """
window.asked = [];
const held = () => Object.assign(new EventTarget(), { release() { window.asked.push("released"); } });
Object.defineProperty(navigator, "wakeLock", { value: { async request() {
  const isGiven = ["pointerup", "click"].includes(window.event?.type ?? window.last);
  window.asked.push(isGiven);
  if (!isGiven) throw new DOMException("", "NotAllowedError");
  return held();
} } });
for (const type of ["pointerdown", "pointerup", "click"]) addEventListener(type, () => { window.last = type; }, true);
"""
"""As WebKit does it: nothing at load, nothing for a finger that has only come down."""
NO_LOCK = "Object.defineProperty(navigator, 'wakeLock', { value: undefined });"
"""As over plain HTTP."""
NO_FILM = "HTMLCanvasElement.prototype.captureStream = undefined;"
INSTALLED = "Object.defineProperty(navigator, 'standalone', { value: true });"
BEFORE_18_4 = "delete window.Iterator;"
FILM = """() => [...document.querySelectorAll("video")].map(({ paused, srcObject }) =>
  [paused, srcObject.getTracks().map(({ kind, readyState }) => `${kind} ${readyState}`).sort()])"""


def phone_with(device: Opens, *scripts: str) -> Device:
    phone = device()
    for script in scripts:
        phone.context.add_init_script(f"{{ {script} }}")
    return phone


def touch(page: Page) -> None:
    page.touchscreen.tap(5, 300)


def settings(leads: Leads, phone: Device) -> tuple[Locator, Locator]:
    """On the page of the switch: what is said where this browser cannot, and where an installed app cannot."""
    evening = leads(eight(), phone)
    phone.open(f"/g/{evening.id}/lead/more")
    said = phone.page.locator("label", has=phone.page.locator('[data-switch="wake"]'))
    return said.locator('[data-sleeps="browser"]'), said.locator('[data-sleeps="installed"]')


def test_a_lock_is_asked_for_when_the_finger_has_come_up(leads: Leads, device: Opens) -> None:
    phone = phone_with(device, ONLY_TOUCHED)
    leads(eight(), phone)
    page = phone.page
    page.wait_for_function("() => window.asked.length > 0")
    assert page.evaluate("window.asked") == [False], "a page nobody has touched asks once"
    touch(page)
    page.wait_for_function("() => window.asked.includes(true)")
    touch(page)
    touch(page)
    assert page.evaluate("window.asked.filter((each) => each === true).length") == 1, "one lock is enough"
    assert page.evaluate(FILM) == []


def test_without_a_lock_a_film_with_a_silent_track_plays(leads: Leads, device: Opens) -> None:
    """WebKit keeps no screen on for a film without sound."""
    phone = phone_with(device, NO_LOCK)
    browser, installed = settings(leads, phone)
    touch(phone.page)
    phone.page.wait_for_function("() => document.querySelector('video')?.paused === false")
    expected: list[Any] = [[False, ["audio live", "video live"]]]
    assert phone.page.evaluate(FILM) == expected
    assert phone.page.evaluate("document.querySelector('video').muted"), "it takes no music away"
    expect(browser).to_be_hidden()
    expect(installed).to_be_hidden()
    phone.press(phone.page.locator("label", has=phone.page.locator('[data-switch="wake"]')))
    phone.page.wait_for_function("() => document.querySelector('video').paused")


def test_where_nothing_keeps_it_on_the_switch_says_how_to(leads: Leads, device: Opens) -> None:
    phone = phone_with(device, NO_LOCK, NO_FILM)
    browser, installed = settings(leads, phone)
    expect(browser).to_contain_text("Auto-Lock")
    expect(browser).to_be_visible()
    expect(installed).to_be_hidden()
    phone.press(phone.page.locator("label", has=phone.page.locator('[data-switch="wake"]')))
    expect(browser).to_be_hidden()


def test_where_both_are_refused_the_switch_says_so_after_a_tap(leads: Leads, device: Opens) -> None:
    refused = "HTMLMediaElement.prototype.play = () => Promise.reject(new DOMException('', 'NotAllowedError'));"
    phone = phone_with(device, NO_LOCK, refused)
    browser, _ = settings(leads, phone)
    expect(browser).to_be_hidden()
    touch(phone.page)
    expect(browser).to_be_visible()


def test_an_installed_app_says_from_which_ios_on_it_works(leads: Leads, device: Opens) -> None:
    browser, installed = settings(leads, phone_with(device, INSTALLED, BEFORE_18_4))
    expect(installed).to_contain_text("iOS 18.4")
    expect(installed).to_be_visible()
    expect(browser).to_be_hidden()
    for each in settings(leads, phone_with(device, INSTALLED)):
        expect(each).to_be_hidden()
