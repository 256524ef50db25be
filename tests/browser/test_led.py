"""An evening led by the app in real browsers, on a hasty clock: two phones side by side, and eight to the end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Route, expect

from nightcall.engine.game import play
from nightcall.engine.viewers import PUBLIC
from nightcall.web.led.marks import Mark
from nightcall.web.led.scenes import Led, Sitting
from nightcall.web.manner import PHONES
from nightcall.web.tables import Tables
from nightcall.web.watch.live import Live
from nightcall.words import Words
from tests.browser import leash
from tests.browser.conftest import Opens
from tests.browser.device import Device
from tests.browser.leash import Leash
from tests.browser.led_table import SMALL_TELEVISION, LedTable
from tests.browser.people import asks, so_far
from tests.browser.server import Server, awaited
from tests.waiting import shows
from tests.web.test_led import base

SPEED: Final = 10
HEIGHTS = """secret => {
  const before = secret.offsetHeight, more = secret.appendChild(document.createElement("p"));
  more.textContent = "werewolf ".repeat(50);
  const after = secret.offsetHeight;
  more.remove();
  return [before, after];
}"""
ON_TOP = """each => {
  const box = each.getBoundingClientRect();
  return each.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
}"""
WHOLE = """() => {
  const middle = document.querySelector(".public__middle");
  return middle.scrollHeight <= middle.clientHeight + 1;
}"""
PLAYERS = range(1, 9)


@pytest.fixture
def clock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Leash:
    monkeypatch.setenv(leash.VARIABLE, str(tmp_path / "leash"))
    return Leash(tmp_path / "leash")


@pytest.fixture
def hasty(tmp_path: Path, clock: Leash, browser: Browser, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setenv("NIGHTCALL_SPEED", str(SPEED))
    running = Server(tmp_path)
    yield running
    running.stop()


def begun(
    hasty: Server, device: Opens, language: str, keys: dict[int, str], game: str
) -> tuple[Device, dict[int, Device]]:
    """The host has begun; the public screen and the phones of two players have waited for it and follow."""
    host, screen = device(language, at=hasty), device(language, size=SMALL_TELEVISION, at=hasty)
    phones = {seat: device(language, at=hasty).open(keys.pop(seat)) for seat in (1, 2)}
    for seat, phone in phones.items():
        phone.open(f"/g/{game}/seat/{seat}")
        expect(phone.page.locator(".gather")).to_be_visible()
    screen.open(f"/g/{game}")
    expect(screen.page.locator(".public__invite")).to_be_visible()
    host.open(hasty.key(game))
    host.forgive("403")  # its page listened as a moderator's until the app took over
    host.open(f"/g/{game}/lead/seats")
    host.page.locator("#to-the-game").click()
    host.page.wait_for_url(f"**/g/{game}")
    for phone in phones.values():
        expect(phone.page.locator("body.led #seats button")).to_have_count(len(PLAYERS))
    expect(screen.page.locator("#caption")).to_be_visible()
    screen.page.wait_for_function(WHOLE)
    bar = screen.page.locator(".public__bar").bounding_box()
    assert bar is not None
    assert bar["width"] > 300, "how long it lasts is seen from afar"
    return screen, phones


def looks(phone: Device, card: str) -> None:
    """Holds the strip, and reads there which card was dealt."""
    box = phone.page.locator("#strip .peek__cover").bounding_box()
    assert box is not None
    phone.page.mouse.move(box["x"] + 20, box["y"] + 20)
    phone.page.mouse.down()
    dealt, about = phone.page.locator("#secret > strong"), phone.page.locator("#secret > strong + p")
    expect(dealt).to_have_text(card)
    expect(about).not_to_be_empty()
    for each in (dealt, about):
        expect(each).to_be_visible()
        assert each.evaluate(ON_TOP), "and nothing lies over it or cuts it off"
    short, long = phone.page.locator("#secret").evaluate(HEIGHTS)
    assert short == long, "LED-17: as high for five words as for fifty"
    phone.page.mouse.up()
    expect(phone.page.locator("#secret")).to_be_hidden()


def game_of(server: Server) -> tuple[str, dict[int, str]]:
    game = server.begin(play(base({"werewolf": 3, "seer": 1, "simple_villager": 4}, seed=3)), deal="led")
    return game, {seat: server.key(game, seat) for seat in PLAYERS}


@pytest.mark.needs("phones")
def test_two_phones_look_alike_while_their_strips_are_covered(hasty: Server, clock: Leash, device: Opens) -> None:
    """LED-14, LED-17, LED-24: each shows its own card under a finger; at the call of the pack they are alike."""
    (game, keys), words = game_of(hasty), Words("fr")
    with clock.still():
        screen, phones = begun(hasty, device, "fr", keys, game)
        sitting = hasty.table(game).sitting
        assert sitting is not None
        for seat, phone in phones.items():
            looks(phone, str(words.card(sitting.card(seat))))
    one, two = phones[1].page, phones[2].page
    assert screen.page.locator(".qr").count() == 0
    called = re.compile("|".join(re.escape(words.text(f"led.call.werewolves.{number}")) for number in (1, 2, 3)))
    expect(one.locator("#caption")).to_have_text(called, timeout=60_000)
    expect(two.locator("#caption")).to_have_text(called)
    seats = "() => [...document.querySelectorAll('#seats button')].map(b => b.dataset.state + b.className).sort()"
    assert one.evaluate(seats) == two.evaluate(seats)
    assert one.locator("#signs button").count() == two.locator("#signs button").count()
    with clock.still():
        touched = one.locator("#seats button").nth(3)

        def counts() -> bool:
            """Not at once: until then it is taken for a touch of the question before."""
            touched.click()
            return touched.get_attribute("aria-pressed") == "true"

        shows(one, counts)
        assert counts(), "a second touch takes nothing back"


# -- touches at the edge of a question --

DEBATE: Final = 40
"""Seconds of the evening."""
VOTERS: Final = 6
"""Phones that are there."""
HEARS = """{
  window.answered = [];
  document.addEventListener("DOMContentLoaded", () => {
    const line = document.getElementById("too-soon");
    const heard = () => { if (line.textContent) answered.push(line.textContent); };
    if (line) new MutationObserver(heard).observe(line, { childList: true });
  });
}"""
PRESSED = """() => [...document.querySelectorAll('#seats [aria-pressed="true"]')].map(({ dataset }) => +dataset.seat)"""
ASKS = "text => document.getElementById('caption').innerText.includes(text)"
ENDS = "() => getComputedStyle(document.getElementById('bar')).getPropertyValue('--left') < 0.05"


class Slow:
    """A phone whose beats are on their way until they are let go."""

    def __init__(self, phone: Device) -> None:
        self._is_held, self._late = True, list[Route]()
        phone.page.route("**/beat", lambda route: self._heard(route))  # noqa: PLW0108  # Playwright writes on what it is given

    def _heard(self, route: Route) -> None:
        self._late.append(route) if self._is_held else route.continue_()

    def let_go(self) -> None:
        self._is_held = False
        for route in self._late:
            route.continue_()


class Vote:
    """An evening the app leads, taken up in a debate: the big screen and some phones wait for the vote."""

    def __init__(self, server: Server, clock: Leash, device: Opens) -> None:
        self.server, self.clock = server, clock
        setup = base({"werewolf": 2, "simple_villager": 6}, seed=3)
        game = so_far(setup, asks("day.debate"))
        shown = sum(event.audience == PUBLIC for event in game.events)
        led = Led(debate=DEBATE, shown=shown, asking=True, token="debate")
        self.game = server.begin(game, deal=PHONES, dealt=True, led=led)
        awaited(server.store.lease(self.game, "whose server fell", 0.0))
        clock.to(0.0)
        server.stop()
        server.start()
        self.screen = device(size=SMALL_TELEVISION, at=server).open(f"/g/{self.game}")
        living = self.sitting.living
        self.accused, self.voters = living[-1], living[:VOTERS]
        self.phones: dict[int, Device] = {}
        for seat in self.voters:
            phone = self.phones[seat] = device(at=server)
            phone.context.add_init_script(HEARS)
            phone.open(server.key(self.game, seat))
            expect(phone.page.locator('#signs [data-sign="ready"]')).to_be_visible()

    @property
    def sitting(self) -> Sitting:
        sitting = self.server.table(self.game).sitting
        assert sitting is not None
        return sitting

    def until_asked(self) -> None:
        """The big screen asks; there the clock stands still."""
        self.clock.let_go()
        asked = Words("en").text("led.say.vote.ballots")[:14]
        self.screen.page.wait_for_function(ASKS, arg=asked)
        self.clock.to(0.0)

    def goes_on(self) -> None:
        """Another scene, before anybody could know of it."""

        async def gone() -> None:
            tables = Tables(self.server.store, Live())
            table = await tables.find(self.game)
            await tables.manage(table, led=replace(self.sitting.led, token="another"))

        awaited(gone())

    def touch(self, seat: int) -> None:
        self.phones[seat].touch(self.phones[seat].page.locator(f'#seats [data-seat="{self.accused}"]'))

    def is_counted(self, seat: int) -> bool:
        sitting = self.sitting
        assert sitting.scene.kind == "ballots"
        found = awaited(self.server.store.marks(self.game, sitting.led.token)).get(seat)
        return found is not None and Mark.kept(found, len(PLAYERS)).seats == (self.accused,)

    def is_counted_or_answered(self, seat: int) -> bool:
        return self.is_counted(seat) or bool(self.phones[seat].page.evaluate("answered"))

    def shows_what_counts(self, seat: int) -> bool:
        """A name is pressed on that phone if its vote has arrived, and only then."""
        return self.is_counted(seat) is (self.phones[seat].page.evaluate(PRESSED) == [self.accused])


@pytest.mark.needs("phones")
def test_a_vote_touched_as_soon_as_the_screen_asks_counts_or_is_answered(
    hasty: Server, clock: Leash, device: Opens
) -> None:
    """Two phones have not heard of the question yet: it never comes to a touch that is lost without a word."""
    vote = Vote(hasty, clock, device)
    clock.to(vote.sitting.led.since + vote.sitting.scene.rounds[0] - 1)
    late, slow = vote.voters[:2], list[Slow]()
    for seat in late:
        page = vote.phones[seat].page
        page.wait_for_function(ENDS)
        slow.append(Slow(vote.phones[seat]))
    vote.until_asked()
    for seat in vote.voters:
        vote.touch(seat)
    for seat in late:
        vote.phones[seat].page.wait_for_function("() => answered.length > 0")
        expect(vote.phones[seat].page.locator("body")).to_have_attribute("data-asleep", "")
    for each in slow:
        each.let_go()
    for phone in vote.phones.values():
        expect(phone.page.locator("body:not([data-asleep])")).to_be_attached()
        expect(phone.page.locator("#caption")).to_contain_text("Who shall die?")
    for seat, phone in vote.phones.items():
        shows(phone.page, partial(vote.is_counted_or_answered, seat), f"the touch of {seat} was lost")
        shows(phone.page, partial(vote.shows_what_counts, seat))
    for seat in late:
        assert not vote.is_counted(seat)
        vote.touch(seat)
        expect(vote.phones[seat].page.locator(f'#seats [data-seat="{vote.accused}"]')).to_have_attribute(
            "aria-pressed", "true"
        )


@pytest.mark.needs("phones")
def test_a_touch_the_question_has_overtaken_is_answered(hasty: Server, clock: Leash, device: Opens) -> None:
    """Where nobody could know when the question ends, a phone learns of it with its next beat."""
    vote = Vote(hasty, clock, device)
    seat = vote.voters[0]
    page = vote.phones[seat].page
    slow = Slow(vote.phones[seat])
    vote.touch(seat)
    expect(page.locator("#accuse")).to_be_visible()
    assert page.evaluate("answered") == []
    vote.goes_on()
    slow.let_go()
    page.wait_for_function("() => answered.length > 0")
    assert page.evaluate("answered[0]") == "New question: that tap didn't count."
    expect(page.locator("#accuse")).to_be_hidden()


@pytest.mark.needs("phones")
def test_a_finger_on_a_name_counts_though_the_ring_is_drawn_meanwhile(
    hasty: Server, clock: Leash, device: Opens
) -> None:
    """Others vote while it is down: their ticks came with new buttons, and the finger came up from nothing."""
    vote = Vote(hasty, clock, device)
    vote.until_asked()
    one, other = (vote.phones[seat].page for seat in vote.voters[:2])
    for page in (one, other):
        expect(page.locator("#caption")).to_contain_text("Who shall die?")
    wanted = one.locator(f'#seats [data-seat="{vote.accused}"]')
    box = wanted.bounding_box()
    assert box is not None
    one.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    one.mouse.down()
    vote.touch(vote.voters[1])
    expect(one.locator(f'#seats [data-seat="{vote.voters[1]}"]')).to_contain_text("✓")
    one.mouse.up()
    expect(wanted).to_have_attribute("aria-pressed", "true")


@pytest.mark.needs("phones")
@pytest.mark.soak
@pytest.mark.parametrize("language", ["en", "fr"])
def test_an_evening_of_eight_without_a_moderator(hasty: Server, device: Opens, language: str) -> None:
    """LED-27: eight phones and a screen from Begin to the end, ten times as fast, and then the story is open.

    By its own clock it may take as long as the slowest evening of the specification in which each night claims
    somebody.
    """
    table = LedTable(hasty, lambda size: device(language, size=size, at=hasty))
    table.phones[1].forgive("403")  # a page that listened as a moderator's until the app took over
    table.gather()
    table.begin()
    table.play()
    table.finish(language)
    for phone in table.phones.values():
        expect(phone.page.locator("#over")).to_be_visible()
    table.check()
    for phone in table.phones.values():
        phone.press(phone.page.locator("#over a"))
        expect(phone.page.locator(".story")).to_be_visible()
    expect(table.screen.page.locator(".public__story")).to_be_attached()
