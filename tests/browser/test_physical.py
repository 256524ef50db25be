"""Real cards, the whole evening on the moderator's phone, the public screen beside it."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from nightcall import PUBLIC
from nightcall.engine import prompts
from nightcall.engine.views import View
from nightcall.words import Words
from tests.browser.conftest import Opens
from tests.browser.device import TELEVISION, Device
from tests.browser.people import EIGHT, quick
from tests.browser.server import Server
from tests.browser.table import Evening
from tests.waiting import shows

TAPS_WITH_THE_LAST_GROUP = 3
"""New game, the same again, begin, and the first call is made: well under a minute."""


def begun(phone: Device, server: Server) -> Evening:
    """The wizard's last tap has brought the cards to deal, and from there the way leads to the first question."""
    expect(phone.page).to_have_url(re.compile(r"/g/[^/]+/lead/ready$"))
    phone.until_ready()
    phone.follow(phone.page.locator("#to-the-night"), "/lead")
    return Evening(phone, server, phone.path().split("/")[2])


SHOWN = """() => [document.getElementById("view").dataset.phase, [...document.querySelectorAll(".seat[data-seat]")].map(
  (seat) => [Number(seat.dataset.seat), seat.dataset.state,
             [...seat.querySelectorAll(".seat__card")].map((card) => card.textContent)])]"""
"""The light on the screen; and of each seat who lives, and the cards that lie there."""


def follows(screen: Device, seen: View) -> None:
    """The public screen shows what the table sees, by itself, once it has told what happened."""
    words = Words("en")
    wanted = (
        {"setup": "home"}.get(seen.phase, seen.phase),
        sorted(
            (seat.seat, "alive" if seat.is_alive else "dead", 1 if seat.card or seen.winner else 0, True)
            for seat in seen.seats  # at the end all cards lie open
        ),
    )
    named = {seat.seat: words.card(seat.card) if seat.card else "" for seat in seen.seats}

    def looked() -> tuple[str, list[tuple[int, str, int, bool]]]:
        light, seats = screen.page.evaluate(SHOWN)
        return light, sorted((seat, state, len(cards), named[seat] in "".join(cards)) for seat, state, cards in seats)

    shows(screen.page, lambda: looked() == wanted)


def test_from_the_wizard_to_the_end_with_a_public_screen_beside(device: Opens, server: Server) -> None:
    phone = device().open("/")
    phone.forgive("htmx:sendAbort", "htmx:afterRequest")  # a page that is left while it saves what was typed
    page = phone.page
    phone.follow(page.locator('a[href$="/new"]'), "/new")
    phone.press(page.locator("#by-list summary"))
    page.locator("[name=paste]").fill("\n".join(EIGHT))
    phone.press(page.locator('button[value="paste"]'))
    expect(page.locator(".seats-edit li")).to_have_count(8)
    phone.follow(page.locator("#next"), "/new/cards")
    phone.press(page.locator('.mix[value="mix-beginners"]'))
    expect(page.locator('.mix[value="mix-beginners"]')).to_have_attribute("aria-pressed", "true")
    phone.follow(page.locator('[data-step-to="begin"]'), "/new/begin")
    phone.press(page.locator("#begin"))
    evening = begun(phone, server)

    setup = evening.game.setup
    assert setup.players == tuple(EIGHT)
    assert not setup.options.cards_known_to_app
    screen = device(size=TELEVISION, hasty=True).open(f"/g/{evening.id}")
    bot, voted = quick(setup), False
    while (prompt := evening.game.prompt) is not None:
        evening.asks(prompt.key)
        evening.answer(bot(prompt))
        seen = server.table(evening.id).view(PUBLIC)
        follows(screen, seen)
        if prompt.kind == prompts.BALLOTS and seen.phase == "day":
            voted = True
            for name, voices in seen.votes["counts"].items():
                row = screen.page.locator(".votes li", has_text=EIGHT[name - 1])
                expect(row.locator(".votes__count")).to_have_text(str(voices))
    assert voted

    outcome = evening.game.outcome
    assert outcome is not None
    ending = Words("en").outcome(outcome, setup.players)
    expect(page.locator(".winners")).to_contain_text(ending.split(".")[0])
    phone.follow(page.locator(f'a[href$="/g/{evening.id}/end"]'), "/end")
    for name in EIGHT:
        expect(page.locator("#view")).to_contain_text(name)
    screen.open(f"/g/{evening.id}/end")  # the screen itself has told the story: nobody has a mouse there

    # The same group again: a handful of taps, and it is night.
    phone.open("/")
    phone.taps = 0
    phone.follow(page.locator('a[href$="/new"]'), "/new")
    phone.follow(page.locator("#same-again"), "/new/begin")
    phone.press(page.locator("#begin"))
    assert phone.taps <= TAPS_WITH_THE_LAST_GROUP
    again = begun(phone, server)
    assert again.id != evening.id
    assert again.game.setup.players == tuple(EIGHT)
    again.answer()
    assert again.asked != "night.falls"
