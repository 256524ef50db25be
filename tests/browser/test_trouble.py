"""Bad luck: a server that dies, a network that hiccups, two tabs, the back button, a reload, a sleeping phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Request, expect

from tests.browser.conftest import Leads, Opens
from tests.browser.people import EIGHT, eight, quick
from tests.browser.server import Server

BROKEN = ("net::ERR_", "htmx:sendError", "htmx:afterRequest")


@pytest.mark.needs("server")
def test_a_server_killed_between_taps_loses_nothing(own_server: Server, leads: Leads) -> None:
    setup = eight()
    evening = leads(setup, at=own_server)
    evening.device.forgive(*BROKEN)
    bot, steps = quick(setup), 0
    while steps < 12:
        prompt = evening.prompt
        evening.asks(prompt.key)
        value, before, known = bot(prompt), evening.at, evening.game.answers
        steps += 1
        if steps in (3, 8):  # killed while the phone waits for a tap: the tap is kept and sent when it is back
            own_server.kill()
            evening.enter(value)
            expect(evening.page.locator("body.retrying")).to_be_attached()
            own_server.start()
            evening.until_after(before)
        elif steps in (5, 10):  # killed after a tap was acknowledged: the page opened anew shows the next question
            evening.answer(value)
            own_server.kill()
            own_server.start()
            evening.page.reload()
            evening.device.until_ready()
        else:
            evening.answer(value)
        answers = evening.game.answers
        assert answers[: len(known)] == known
        assert len(answers) == len(known) + 1, "the tap counts, and counts once"
    expect(evening.page.locator("body.retrying, body.offline")).to_have_count(0)


@pytest.mark.needs("server")
def test_a_network_hiccup_keeps_the_tap(leads: Leads) -> None:
    evening = leads(eight())
    phone, page = evening.device, evening.page
    phone.forgive(*BROKEN)
    evening.answer()
    before, known = evening.at, len(evening.game.answers)
    phone.context.set_offline(True)
    evening.enter(3)
    expect(page.locator("body.retrying")).to_be_attached()
    expect(page.locator(".sign")).not_to_be_empty()
    assert len(evening.game.answers) == known
    phone.context.set_offline(False)
    evening.until_after(before)
    evening.asks("seer.look")
    expect(page.locator("body.retrying, body.offline")).to_have_count(0)
    assert len(evening.game.answers) == known + 1
    assert evening.game.answers[-1].value == 3


@pytest.mark.needs("leaders")
def test_two_tabs_show_the_same_and_a_double_tap_counts_once(leads: Leads) -> None:
    evening = leads(eight())
    phone = evening.device
    other = phone.context.new_page()
    other.goto(evening.page.url)
    evening.answer()
    expect(other.locator("#view")).to_have_attribute("data-asked", "identify")
    known = len(evening.game.answers)
    before = evening.at
    evening.face(3).dblclick()
    evening.until_after(before)
    expect(other.locator("#view")).to_have_attribute("data-asked", "seer.look")
    evening.asks("seer.look")
    assert len(evening.game.answers) == known + 1


def test_back_and_reload_answer_nothing(leads: Leads, device: Opens) -> None:
    evening = leads(eight(), device().open("/"))
    phone, page = evening.device, evening.page
    evening.answer().answer(3)
    known = evening.game.answers
    page.reload()
    phone.until_ready()
    evening.asks("seer.look")
    phone.follow(page.locator(".bar__menu"), "/more")
    page.go_back()
    phone.until_ready()
    evening.asks("seer.look")
    page.go_back()
    page.go_forward()
    phone.until_ready()
    evening.asks("seer.look")
    assert evening.game.answers == known


@pytest.mark.needs("leaders")
def test_ticks_survive_news_and_are_gone_with_the_question(leads: Leads) -> None:
    evening = leads(eight())
    phone, page = evening.device, evening.page
    evening.answer().answer(3).answer(5)
    while evening.asked != "werewolves.identify":
        evening.answer(quick(evening.game.setup)(evening.prompt))
    phone.press(evening.face(1))
    other = phone.context.new_page()
    other.goto(f"{phone.address}/g/{evening.id}/lead/more")
    other.locator('form[action$="/timer"] [name=kind]').first.click()
    expect(page.locator("#timer")).to_be_visible()
    expect(page.locator('input[name=seat][value="1"]')).to_be_checked()


@pytest.mark.needs("leaders")
def test_one_stream_per_tab_and_none_while_hidden(leads: Leads) -> None:
    """A browser allows six streams per host: a tab that nobody looks at must not keep one."""
    evening = leads(eight())
    page = evening.device.context.new_page()
    opened: list[str] = []
    page.on("request", lambda request: opened.append(request.url) if is_stream(request) else None)
    with page.expect_event("request", is_stream):
        page.goto(evening.page.url)
    with page.expect_event("requestfailed", is_stream):
        page.evaluate(HIDE)
    assert len(opened) == 1
    evening.answer()
    with page.expect_event("request", is_stream):
        page.evaluate(SHOW)
    expect(page.locator("#view")).to_have_attribute("data-asked", "identify")
    assert len(opened) == 2


def is_stream(request: Request) -> bool:
    return request.url.endswith("/live")


HIDE = """() => {
  Object.defineProperty(document, "hidden", { value: true, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
SHOW = """() => {
  delete document.hidden;
  document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest.mark.needs("leaders")
def test_a_phone_asleep_shows_what_it_missed(leads: Leads, device: Opens) -> None:
    evening = leads(eight())
    other = evening.on(device(at=evening.server).open(evening.server.key(evening.id)))
    page = evening.page
    page.evaluate(HIDE)
    other.answer().answer(3)
    other.asks("seer.look")
    assert evening.asked != "seer.look"
    page.evaluate(SHOW)
    evening.asks("seer.look")


@pytest.mark.needs("server")
def test_a_list_of_players_taken_while_the_server_is_away(own_server: Server, device: Opens) -> None:
    """The page saves by itself what is typed; what it saved before the tap does not undo the tap."""
    phone = device(at=own_server)
    phone.forgive(*BROKEN)
    page = phone.open("/new").page
    phone.press(page.locator("#by-list summary"))
    own_server.kill()
    page.locator("[name=new]").fill("Zoe")
    page.locator("[name=paste]").fill("\n".join(EIGHT))
    phone.press(page.locator('button[value="paste"]'))
    expect(page.locator("body.retrying")).to_be_attached()
    own_server.start()
    expect(page.locator(".seats-edit li")).to_have_count(len(EIGHT))
    expect(page.locator("body.retrying")).to_have_count(0)
    page.reload()
    expect(page.locator(".seats-edit li")).to_have_count(len(EIGHT))
