"""`make shots`: every screen as a picture, to be looked at: phone, tablet, television, night, day, every language.

A server is started on a folder that is thrown away afterwards, whole evenings are led on it, and pictures are taken on
the way. They are put into `build/shots`.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final

from playwright.sync_api import Browser, Locator, ViewportSize, expect, sync_playwright
from tests.browser import chromium
from tests.browser.device import NO_PAUSE, PHONE, TELEVISION, Device
from tests.browser.people import Quick
from tests.browser.server import Server
from tests.browser.table import Evening

from nightcall import Game, Setup
from nightcall.engine import prompts
from nightcall.engine.game import play
from nightcall.rules.decks import deal_buildings
from nightcall.rules.newmoon import EVENTS
from nightcall.sim.bots import PhysicalTable
from nightcall.web.manner import PASS, PHONES
from nightcall.words import LANGUAGES
from scripts import shots_led
from scripts.shots_alone import Shells
from scripts.shots_led import Evenings

OUT: Final = Path("build/shots")
PATIENCE: Final = 120_000
"""Milliseconds: there is no hurry, and the machine may have other work."""
TABLET: Final[ViewportSize] = {"width": 1024, "height": 768}
TWELVE: Final = "Bea Tom Mathilde Jules Anne-Sophie Karim Zoé Hugo Léa Nadia Olivier Pia".split()
THIRTY: Final = (
    "Ada Ben Chloé Dora Emil Félix Greta Hugo Iris Jonas Kim Léa Max Nora Otto Paula Quinn Rosa Sami Tina"
    " Ugo Vera Willy Xenia Yann Zoé Anton Berta Carla David"
).split()
DECK: Final = (
    "werewolf werewolf werewolf seer witch hunter cupid defender elder fox simple_villager simple_villager".split()
)


class Shots:
    """A browser, a server, and where the pictures go."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self.browser = browser
        self.server = server
        self.count = 0

    def device(self, language: str = "en", size: ViewportSize = PHONE) -> Device:
        context = self.browser.new_context(
            viewport=size,
            locale=language,
            has_touch=True,
            reduced_motion="reduce",
            device_scale_factor=2 if size == PHONE else 1,
        )
        context.set_default_timeout(PATIENCE)
        context.add_init_script(NO_PAUSE)
        return Device(context, self.server.address)

    def take(self, device: Device, name: str, path: str = "", *, whole: bool = False) -> None:
        """A picture of what a person sees; `whole` for all of a long page."""
        if path:
            device.open(path)
        device.until_ready()
        device.page.evaluate("document.fonts.ready.then(() => true)")
        self.count += 1
        device.page.screenshot(path=str(OUT / f"{name}.png"), full_page=whole)

    def leads(self, setup: Setup, phone: Device, **manner: Any) -> Evening:
        game = self.server.begin(play(setup), **manner)
        phone.open(self.server.key(game))
        return Evening(phone, self.server, game)


@contextmanager
def finger_on(cover: Locator) -> Iterator[None]:
    """While a finger lies on it."""
    cover.scroll_into_view_if_needed()
    box = cover.bounding_box()
    assert box is not None
    cover.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    cover.page.mouse.down()
    yield
    cover.page.mouse.up()


def asks(*keys: str) -> Callable[[Game], bool]:
    return lambda game: game.prompt is not None and game.prompt.key in keys


def is_vote(game: Game) -> bool:
    return game.prompt is not None and game.prompt.kind == prompts.BALLOTS


# -- what is photographed --


def wizard(shots: Shots, language: str) -> None:
    phone = shots.device(language)
    page = phone.page
    shots.take(phone, f"{language}-home", "/")
    shots.take(phone, f"{language}-new-1-empty", "/new")
    phone.press(page.locator("#by-list summary"))
    page.locator("[name=paste]").fill("\n".join(TWELVE))
    phone.press(page.locator('button[value="paste"]'))
    expect(page.locator(".seats-edit li")).to_have_count(len(TWELVE))
    shots.take(phone, f"{language}-new-1-players", whole=True)
    phone.open("/new/cards")
    phone.press(page.locator('.mix[value="mix-lively"]'))
    expect(page.locator('.mix[value="mix-lively"]')).to_have_attribute("aria-pressed", "true")
    shots.take(phone, f"{language}-new-2-cards")
    shots.take(phone, f"{language}-new-2-cards-whole", whole=True)
    for number, step in enumerate(("extras", "rules", "deal", "begin"), start=3):
        shots.take(phone, f"{language}-new-{number}-{step}", f"/new/{step}", whole=step != "begin")


def physical(shots: Shots, language: str) -> None:
    """An evening with real cards: every kind of question the first time it comes."""
    setup = Setup.of(TWELVE, DECK)
    phone = shots.device(language)
    evening = shots.leads(setup, phone, phones_vote=True)
    lead, page = f"/g/{evening.id}/lead", phone.page
    screen = shots.device(language, TELEVISION)
    screen.open(f"/g/{evening.id}")
    bot, seen = Quick(Random(3), setup), set[str]()
    while (prompt := evening.game.prompt) is not None:
        evening.asks(prompt.key)
        value = bot(prompt)
        if prompt.key not in seen:
            seen.add(prompt.key)
            name = prompt.key.replace(".", "-")
            shots.take(phone, f"{language}-lead-{name}")
            if prompt.key == "dawn.breaks":
                phone.open(f"{lead}/preview")
                with finger_on(page.locator(".peek__cover").first):
                    shots.take(phone, f"{language}-preview-held")
                phone.open(lead)
            if prompt.kind == prompts.BALLOTS:
                _ballots(shots, evening, language)
                shots.take(screen, f"{language}-tv-vote")
        evening.answer(value)
    shots.take(phone, f"{language}-lead-over")
    shots.take(screen, f"{language}-tv-over")
    shots.take(phone, f"{language}-end", f"/g/{evening.id}/end", whole=True)
    for name in ("games", "games/statistics"):
        shots.take(phone, f"{language}-{name.replace('/', '-')}", f"/{name}", whole=True)


def _ballots(shots: Shots, evening: Evening, language: str) -> None:
    """A vote half counted, and then as it was before."""
    phone = evening.device
    seats = [int(item.get_attribute("data-seat") or 0) for item in evening.form.locator(".ring .seat").all()]
    phone.press(evening.face(seats[0]))
    for voter in seats[1:5]:
        phone.press(evening.face(voter))
    shots.take(phone, f"{language}-lead-ballots-counting")
    phone.open(f"/g/{evening.id}/lead")


def leading(shots: Shots, language: str) -> None:
    """The pages around the play screen, in a game whose cards the app has dealt."""
    setup = Setup.of(TWELVE, DECK, cards_known_to_app=True, seed=11, sheriff_election="off")  # no vote but on phones
    phone = shots.device(language)
    evening = shots.leads(setup, phone, deal=PHONES, phones_vote=True, phones_act=True, graveyard=True)
    lead, page, bot = f"/g/{evening.id}/lead", phone.page, Quick(Random(5), setup)
    shots.take(phone, f"{language}-seats", f"{lead}/seats", whole=True)
    screen, tablet = shots.device(language, TELEVISION), shots.device(language, TABLET)
    shots.take(screen, f"{language}-tv-before", f"/g/{evening.id}")
    player = shots.device(language)
    player.open(shots.server.key(evening.id, 1))
    with finger_on(player.page.locator("#my-card")):
        shots.take(player, f"{language}-seat-card-held")
    phone.open(lead)
    evening.play(bot, until=asks("seer.look"))
    shots.take(player, f"{language}-seat-night")
    shots.take(screen, f"{language}-tv-night")
    shots.take(tablet, f"{language}-tablet-night", f"/g/{evening.id}")
    with finger_on(player.page.locator("#called summary")):
        expect(player.page.locator("#called")).to_have_attribute("open", "")
    shots.take(player, f"{language}-seat-called")
    evening.answer(evening.prompt.options[0])
    shots.take(phone, f"{language}-show", f"{lead}/show")
    shots.take(phone, f"{language}-rest", f"{lead}/rest")
    phone.open(lead)
    evening.play(bot, until=is_vote)
    for name in ("log", "more"):
        shots.take(phone, f"{language}-{name}", f"{lead}/{name}", whole=True)
    phone.open(f"{lead}/roles")
    with finger_on(page.locator(".peek__cover").first):
        shots.take(phone, f"{language}-roles-held")
    _correction(shots, evening, language)
    shots.take(phone, f"{language}-why", f"{lead}/why/0")
    phone.open(f"{lead}/more")
    phone.press(page.locator('form[action$="/hand-over"] button'))
    expect(page.locator("#link")).to_be_visible()
    shots.take(phone, f"{language}-hand-over")
    phone.open(lead)
    if not shots.server.table(evening.id).is_vote_open:  # with the first phone that can vote it opens by itself
        phone.press(page.locator('form[action$="/vote"] [value="open"]'))
    living = next(seat for seat in evening.prompt.voters)
    voter = shots.device(language)
    voter.open(shots.server.key(evening.id, living)) if living != 1 else player.open(f"/g/{evening.id}/seat/1")
    shots.take(voter if living != 1 else player, f"{language}-seat-vote")
    shots.take(phone, f"{language}-lead-vote-open", lead)
    shots.take(screen, f"{language}-tv-day", f"/g/{evening.id}")
    shots.take(tablet, f"{language}-tablet-day", f"/g/{evening.id}")
    village = evening.game.village
    ghost = shots.device(language)
    ghost.open(shots.server.key(evening.id, next(seat for seat in village.seats if seat not in village.living)))
    shots.take(ghost, f"{language}-seat-graveyard", whole=True)


def _correction(shots: Shots, evening: Evening, language: str) -> None:
    """An old answer, to be given another way, and what that would change."""
    game, phone = evening.game, evening.device
    index = next(i for i, answer in enumerate(game.answers) if answer.key == "werewolves.devour")
    shots.take(phone, f"{language}-edit", f"/g/{evening.id}/lead/edit/{index}")
    given = game.answers[index].value
    phone.press(evening.form.locator(f'[data-legal]:not([data-seat="{given}"]) .seat__face').first)
    expect(phone.page.locator('[name="sure"]')).to_be_visible()
    shots.take(phone, f"{language}-corrected", whole=True)


def going_round(shots: Shots) -> None:
    phone = shots.device()
    evening = shots.leads(Setup.of(TWELVE, DECK, cards_known_to_app=True, seed=11), phone, deal=PASS)
    shots.take(phone, "en-deal-hand", f"/g/{evening.id}/lead/deal")
    phone.press(phone.page.locator("#deal-hand .primary"))
    expect(phone.page.locator("#deal-card")).to_be_visible()
    shots.take(phone, "en-deal-card")
    with finger_on(phone.page.locator("#my-card")):
        shots.take(phone, "en-deal-card-held")


def large(shots: Shots) -> None:
    """Thirty in a ring, sixty in a list, houses and event cards."""
    for players in (30, 60):
        names = THIRTY if players == 30 else 60
        deck = {"werewolf": 6, "seer": 1, "witch": 1, "hunter": 1, "simple_villager": players - 9}
        setup = Setup.of(names, deck, cards_known_to_app=True, seed=2)
        phone = shots.device()
        evening = shots.leads(setup, phone)
        bot = Quick(Random(2), setup)
        evening.play(bot, until=asks("werewolves.devour"))
        shots.take(phone, f"en-{players}-night")
        screen = shots.device(size=TELEVISION)
        shots.take(screen, f"en-{players}-tv-night", f"/g/{evening.id}")
        evening.play(bot, until=is_vote)
        shots.take(phone, f"en-{players}-vote")
        shots.take(screen, f"en-{players}-tv-day")
    events = [card.name for card in EVENTS]
    setup = Setup.of(
        TWELVE,
        DECK,
        cards_known_to_app=True,
        seed=4,
        buildings=deal_buildings(12, 4),
        events=events,
        draw="shuffled",
        variants=["moonlight"],
    )
    phone = shots.device()
    evening = shots.leads(setup, phone)
    evening.play(PhysicalTable(Random(4), setup), until=lambda game: game.village.day >= 2)
    shots.take(phone, "en-extras")
    shots.take(shots.device(size=TELEVISION), "en-extras-tv", f"/g/{evening.id}")


def looking_up(shots: Shots, language: str) -> None:
    phone = shots.device(language)
    shots.take(phone, f"{language}-join", "/join")
    for name in ("rules", "rules/witch", "rules/SEER-4", "about", "nowhere"):
        shots.take(phone, f"{language}-{name.replace('/', '-').lower()}", f"/{name}")


def main() -> None:
    if not chromium.found():
        sys.exit(chromium.HINT)
    shutil.rmtree(OUT, ignore_errors=True)
    OUT.mkdir(parents=True)
    expect.set_options(timeout=PATIENCE)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        browser = chromium.launched(playwright)
        try:
            shots = Shots(browser, server)
            for language in LANGUAGES:
                wizard(shots, language)
                physical(shots, language)
                leading(shots, language)
                looking_up(shots, language)
                shots.count += Shells(browser, OUT, language).all(Path(folder))
            for language in shots_led.LANGUAGES:
                shots.count += Evenings(browser, OUT, language).all(Path(folder) / f"led-{language}")
            going_round(shots)
            large(shots)
        finally:
            browser.close()
            server.stop()
    print(f"{shots.count} pictures in {OUT}")


if __name__ == "__main__":
    main()
