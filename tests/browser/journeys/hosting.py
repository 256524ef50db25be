"""What a host does with one phone, evening after evening: always by taps, beginning at the start page."""

from __future__ import annotations

import re
from collections.abc import Sequence

from playwright.sync_api import Locator, Page, expect

from tests.browser.device import Device
from tests.browser.people import Bot, quick
from tests.browser.server import Server
from tests.browser.table import Evening


class Host:
    """One person's phone, and where its games are: a server, or the phone itself."""

    def __init__(self, phone: Device, home: Server) -> None:
        self.phone = phone
        self.home = home
        self._tables: dict[str, Bot] = {}
        """Who sits at the table of each evening, and holds its cards."""

    @property
    def page(self) -> Page:
        return self.phone.page

    @property
    def seats(self) -> Locator:
        return self.page.locator(".seats-edit li")

    def names(self) -> list[str]:
        """The players on the page, in the order they sit."""
        return [each.input_value() for each in self.seats.locator("input[name=name]").all()]

    # -- setting up --

    def new_game(self) -> None:
        self.phone.open("/")
        self.phone.follow(self.page.locator('.home__nav a[href$="/new"]'), "/new")

    def add(self, name: str) -> None:
        """One more player, typed."""
        count = self.seats.count()
        self.page.locator("#new").fill(name)
        self.phone.press(self.page.locator("#add"))
        expect(self.seats).to_have_count(count + 1)
        expect(self.page).to_have_url(re.compile("/new(/players)?$"))

    def paste(self, names: Sequence[str]) -> None:
        if not self.page.locator("[name=paste]").is_visible():
            self.phone.press(self.page.locator("#by-list summary"))
        self.page.locator("[name=paste]").fill("\n".join(names))
        self.phone.press(self.page.locator('button[value="paste"]'))

    def same_people(self) -> None:
        self.phone.press(self.page.locator("#last-group"))
        expect(self.seats).not_to_have_count(0)
        expect(self.page).to_have_url(re.compile("/new(/players)?$"))

    def same_cards(self) -> None:
        self.phone.follow(self.page.locator("#same-again"), "/new/begin")

    def begin(self) -> Evening:
        """From any page of the set-up to the first question."""
        self.phone.follow(self.page.locator("#begin"), "/lead/ready")
        self.phone.follow(self.page.locator("#to-the-night"), "/lead")
        return Evening(self.phone, self.home, self.game_here())

    def game_here(self) -> str:
        """The game whose page is open."""
        return self.phone.path().split("/")[2]

    # -- playing --

    def tap(self, evening: Evening, taps: int) -> None:
        """So many questions, answered by taps as the table shows them."""
        bot = self._tables.setdefault(evening.id, quick(evening.game.setup))
        for _ in range(taps):
            evening.asks(evening.prompt.key)
            evening.answer(bot(evening.prompt))

    def play(self, evening: Evening, taps: int = 2) -> None:
        """Some answers by taps, the rest of the evening in no time; then the phone shows who has won."""
        self.tap(evening, taps)
        game, bot = evening.game, self._tables[evening.id]
        while game.prompt is not None:
            game = game.answer(bot(game.prompt))
        self.home.go_on(evening.id, game)
        self.phone.open(f"/g/{evening.id}/lead")
        evening.follow()
        expect(self.page.locator(".winners h1")).not_to_be_empty()

    def read_the_story(self) -> None:
        self.phone.follow(self.page.locator('.buttons a[href$="/end"]'), "/end")
        expect(self.page.locator(".story li").first).to_be_visible()

    def play_again(self) -> None:
        """From the page of the end or the story: the same table once more, ready to begin."""
        self.phone.follow(self.page.locator('form[action*="/new/again/"] button'), "/new/begin")

    # -- looking back --

    def going_on(self) -> list[str]:
        """The games the start page offers to continue."""
        self.phone.open("/")
        return [each.get_attribute("data-game") or "" for each in self.page.locator("a[data-game]").all()]

    def games(self) -> set[str]:
        """All games this phone lists."""
        self.phone.open("/games")
        return {each.get_attribute("data-game") or "" for each in self.page.locator(".games__row").all()}

    def delete(self, game: str) -> None:
        self.phone.open("/games")
        self.phone.follow(self.page.locator(f'[data-game="{game}"] .games__remove'), "/remove")
        self.phone.follow(self.page.locator("#remove"), "/games")
