"""One browser and one server per worker; a fresh context per device.

Playwright keeps an event loop running in the thread of the tests, so it ends with the last test of this package: tests
elsewhere have loops of their own.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest
from playwright.sync_api import Browser, ViewportSize, expect, sync_playwright

from nightcall import Game, Setup
from nightcall.engine.game import play
from tests import waiting
from tests.browser import chromium, on_phone
from tests.browser.device import HASTE, NO_PAUSE, PHONE, TELEVISION, Device, Hand
from tests.browser.on_phone import OnPhone
from tests.browser.people import Bot, so_far
from tests.browser.server import Server
from tests.browser.table import Evening

PATIENCE = 1000 * waiting.PATIENCE
"""Milliseconds for what a page should do at once: the machines of a continuous build are slow and shared."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        on_phone.left_out(item)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    if not chromium.found():
        if os.environ.get("CI"):
            pytest.fail(chromium.HINT, pytrace=False)
        pytest.skip(chromium.HINT)
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        launched = chromium.launched(playwright)
        yield launched
        launched.close()


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Server]:
    """Shared by the tests of a worker; each has its own games."""
    running = OnPhone() if on_phone.WANTED else Server(tmp_path_factory.mktemp("nightcall"))
    yield running
    running.stop()


@pytest.fixture
def own_server(tmp_path: Path, browser: Browser) -> Iterator[Server]:
    """For tests that kill it."""
    running = Server(tmp_path)
    yield running
    running.stop()


class Opens(Protocol):
    """`device("fr", size=TELEVISION, scripts=False)`; with a `clock` the test makes it `later`."""

    def __call__(
        self,
        language: str = "en",
        *,
        size: ViewportSize = PHONE,
        hand: Hand = "finger",
        scripts: bool = True,
        slips: bool = False,
        clock: bool = False,
        hasty: bool = False,
        at: Server | None = None,
        **context: Any,
    ) -> Device: ...


@pytest.fixture
def device(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Opens]:
    """Gives devices; at the end none of them may have reported an error."""
    opened: list[Device] = []

    def opens(
        language: str = "en",
        *,
        size: ViewportSize = PHONE,
        hand: Hand = "finger",
        scripts: bool = True,
        slips: bool = False,
        clock: bool = False,
        hasty: bool = False,
        at: Server | None = None,
        **context: Any,
    ) -> Device:
        home = at or request.getfixturevalue("server")
        if isinstance(home, OnPhone) and opened:
            return beside(opened[0], size)
        made = browser.new_context(
            viewport=size,
            locale=language,
            has_touch=True,
            java_script_enabled=scripts,
            **{"reduced_motion": "reduce", **context},
        )
        made.set_default_timeout(PATIENCE)
        if clock:
            made.clock.install()
        if not slips:  # whole evenings would wait for minutes
            made.add_init_script(NO_PAUSE)
        if hasty:
            made.add_init_script(HASTE)
        opened.append(Device(made, home.address, hand, scripts))
        if isinstance(home, OnPhone):
            home.on(opened[-1])
        return opened[-1]

    def beside(first: Device, size: ViewportSize) -> Device:
        """A phone alone has no other device, but a second window, for a laptop at a television."""
        if size != TELEVISION:
            on_phone.unmarked()
        second = Device(first.context, first.address)
        second.page.set_viewport_size(size)
        return second

    yield opens
    for each in opened:
        each.context.close()
    for each in opened:
        each.check()


Leads = Callable[..., Evening]


@pytest.fixture
def leads(device: Opens, request: pytest.FixtureRequest) -> Leads:
    """A game on the phone of whoever leads it: just begun, or played so far by a quick table or whoever is given."""

    def begun(
        setup: Setup,
        phone: Device | None = None,
        at: Server | None = None,
        until: Callable[[Game], bool] | None = None,
        by: Bot | None = None,
        **manner: Any,
    ) -> Evening:
        home: Server = at or request.getfixturevalue("server")
        led, told = phone or device(at=home), so_far(setup, until, by) if until else play(setup)
        game = home.begin(told, **manner)
        led.open(f"/g/{game}/lead" if isinstance(home, OnPhone) else home.key(game))
        return Evening(led, home, game).to_the_question() if until else Evening(led, home, game)

    return begun
