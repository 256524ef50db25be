"""The television from the sofa: every letter that matters is at least 28 of 720 lines high, however many play."""

from __future__ import annotations

import pytest
from playwright.sync_api import ViewportSize, expect

from nightcall import Game, Setup, play
from nightcall.engine import prompts
from tests.browser.conftest import Opens
from tests.browser.server import Server
from tests.browser.test_fit import BETWEEN_BARS, CUT, LONG_NAMES

SIZES: tuple[ViewportSize, ...] = ({"width": 1280, "height": 720}, {"width": 1920, "height": 1080})
LEAST = 28 / 720

SMALLEST = """() => {
  const matters = '.seat__name, .seat__card > span, .seat__votes, .votes strong, .votes small, .votes__count, '
    + '.public__news > li, .public__living, .public__says, .public__phase span, .public__verdict p, '
    + '.public__story li span';
  const isSeen = (each) => { const { width, height } = each.getBoundingClientRect(); return width > 2 && height > 2; };
  const found = [...document.querySelectorAll(matters)].filter((each) => isSeen(each) && each.textContent.trim());
  return found.map((each) => [each.className || each.tagName, parseFloat(getComputedStyle(each).fontSize)])
    .sort(([, one], [, two]) => one - two)[0];
}"""


def evening(players: int) -> Game:
    """By day: somebody was devoured, and everybody has voted; the Hunter, condemned, has not shot yet."""
    names = [("Ann", "Bea", "Charlotte", "Dan", "Evangeline")[seat % 5] + str(seat) for seat in range(players)]
    deck = ["werewolf", "hunter", *["simple_villager"] * (players - 2)]
    game = play(Setup.of(names, deck, cards_known_to_app=True, sheriff_election="off"))
    while game.prompt is not None and game.prompt.key != "hunter.shoot":
        prompt = game.prompt
        told = {"werewolves.devour": players, "day.debate": "vote"}
        if prompt.kind == prompts.BALLOTS:
            game = game.answer({seat: 2 if seat > 3 else 1 for seat in prompt.voters})
        else:
            game = game.answer(told.get(prompt.key, True))
    return game


@pytest.mark.needs("phones")
@pytest.mark.parametrize(
    "players", [8, pytest.param(15, marks=pytest.mark.soak), pytest.param(30, marks=pytest.mark.soak), 60]
)
def test_what_matters_is_large_enough(server: Server, device: Opens, players: int) -> None:
    by_day = evening(players)
    over = by_day.answer(1)
    assert over.outcome is not None
    screen = device()
    page = screen.page
    for game in (by_day, over):
        begun = server.begin(game, deal="phones", dealt=True)
        for size in SIZES:
            page.set_viewport_size(size)
            screen.open(f"/g/{begun}")
            expect(page.locator(".ring[data-laid]")).to_be_visible()
            what, smallest = page.evaluate(SMALLEST)
            assert smallest >= LEAST * size["height"], (what, smallest, size)


@pytest.mark.needs("phones")
def test_on_a_tablet_and_in_the_hand_names_are_read_to_their_end(server: Server, device: Opens) -> None:
    """A tablet lies on the table as a screen: long ways round as a television, upright like a large phone."""
    deck = ["werewolf", "hunter", *["simple_villager"] * 10]
    game = play(Setup.of(LONG_NAMES[:12], deck, cards_known_to_app=True, sheriff_election="off"))
    begun, screen = server.begin(game, deal="phones", dealt=True), device()
    sizes: tuple[ViewportSize, ...] = ({"width": 1024, "height": 768}, {"width": 768, "height": 1024}, BETWEEN_BARS)
    for size in sizes:
        screen.page.set_viewport_size(size)
        screen.open(f"/g/{begun}")
        expect(screen.page.locator(".ring[data-laid]")).to_be_visible()
        assert screen.page.evaluate(CUT) == [], size
