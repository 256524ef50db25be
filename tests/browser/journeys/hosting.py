"""What a host does with one phone, evening after evening: always by taps, beginning at the start page."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from playwright.sync_api import Locator, Page, expect

from nightcall import Game
from tests.browser.device import Device
from tests.browser.people import Bot, quick
from tests.browser.server import Server
from tests.browser.table import Evening
from tests.browser.test_phones import finger_on


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
        return self.evening(self.game_here())

    def deal_to_phones(self, *, autopilot: bool = False) -> str:
        """From the list of players to the page with the join code; the game's name."""
        self.phone.follow(self.page.locator('[data-step-to="deal"]'), "/new/deal")
        self.phone.press(
            self.page.locator(".deals__one", has=self.page.locator(f"[value={'led' if autopilot else 'phones'}]"))
        )
        self.phone.follow(self.page.locator('[data-step-to="begin"]'), "/new/begin")
        self.phone.follow(self.page.locator("#begin"), "/lead/seats")
        return self.game_here()

    def deal(self) -> Evening:
        """Everybody who comes is here: the cards are dealt, and the first question is asked."""
        self.phone.press(self.page.locator("#to-the-game"))
        self.phone.follow(self.page.locator('dialog[open] button[value="yes"]'), "/lead/ready")
        self.phone.follow(self.page.locator("#to-the-night"), "/lead")
        return self.evening(self.game_here())

    def join_code(self) -> str:
        """As the page shows it on which the table gathers."""
        if not self.page.locator("#code").is_visible():
            self.phone.press(self.page.locator("#join summary"))
        return self.page.locator("#code").inner_text()

    def rescue_code(self) -> str:
        """Held, on the page before the first night."""
        code: str = self.page.locator(".rescue__code").first.evaluate("each => each.textContent")
        return code

    def evening(self, game: str) -> Evening:
        """A game that is moderated on this phone."""
        return Evening(self.phone, self.home, game)

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
        self.play_until(evening, lambda game: game.prompt is None)
        evening.follow()
        expect(self.page.locator(".winners h1")).not_to_be_empty()

    def play_until(self, evening: Evening, has_come: Callable[[Game], bool]) -> None:
        """On in no time as far as that; then the phone shows what is to be announced."""
        bot, game = self._tables.setdefault(evening.id, quick(evening.game.setup)), evening.game
        while game.prompt is not None and not has_come(game):
            game = game.answer(bot(game.prompt))
        self.home.go_on(evening.id, game)
        self.phone.open(f"/g/{evening.id}/lead")

    def read_the_story(self) -> None:
        self.phone.follow(self.page.locator('.buttons a[href$="/end"]'), "/end")
        expect(self.page.locator(".story li").first).to_be_visible()

    def play_again(self) -> None:
        """From the page of the end or the story: the same table once more, ready to begin."""
        self.phone.follow(self.page.locator('form[action*="/new/again/"] button'), "/new/begin")

    # -- as a guest --

    def sees_own_card(self, game: str, seat: int) -> None:
        """Held, on the page of that seat."""
        self.phone.open(f"/g/{game}/seat/{seat}")
        secret = self.page.locator(".peek--thumb .peek__secret")
        finger_on(self.page.locator("#my-card"))
        expect(secret).to_be_visible()
        expect(secret).not_to_be_empty()
        self.page.mouse.up()
        expect(secret).to_be_hidden()

    # -- looking back --

    def going_on(self) -> list[str]:
        """The games the start page offers to continue."""
        self.phone.open("/")
        return [each.get_attribute("data-game") or "" for each in self.page.locator("a[data-game]").all()]

    def places(self) -> list[str]:
        """The seats the start page offers to return to."""
        self.phone.open("/")
        links = self.page.locator(".games a:not([data-game])").all()
        return [str(each.get_attribute("href")) for each in links]

    def games(self) -> set[str]:
        """All games this phone lists."""
        self.phone.open("/games")
        return {each.get_attribute("data-game") or "" for each in self.page.locator(".games__row").all()}

    def delete(self, game: str) -> None:
        self.phone.open("/games")
        self.phone.follow(self.page.locator(f'[data-game="{game}"] .games__remove'), "/remove")
        self.phone.follow(self.page.locator("#remove"), "/games")
