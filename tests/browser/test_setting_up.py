"""Setting up a table while the app counts who wins how often, and saves what was typed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

import pytest
from playwright.sync_api import APIResponse, Page, Route, ViewportSize, expect

from tests.browser.conftest import PATIENCE, Opens
from tests.browser.device import PHONE, Device
from tests.browser.people import EIGHT
from tests.waiting import shows


def pasted(phone: Device, names: Sequence[str]) -> Page:
    page = phone.open("/new").page
    phone.press(page.locator("#by-list summary"))
    page.locator("[name=paste]").fill("\n".join(names))
    phone.press(page.locator('button[value="paste"]'))
    expect(page.locator(".seats-edit li")).to_have_count(len(names))
    return page


def is_held(slow: Sequence[Route], count: int) -> bool:
    return len(slow) == count


def eight_pasted(phone: Device) -> Page:
    return pasted(phone, EIGHT)


def test_going_on_at_once(device: Opens) -> None:
    """What was typed is being saved by itself, and the odds are being counted: neither takes the place of the tap."""
    phone = device()
    page = eight_pasted(phone)
    phone.follow(page.locator("#next"), "/new/cards")
    page.go_back()
    expect(page.locator(".seats-edit li")).to_have_count(8)


def test_going_on_while_the_odds_are_counted(device: Opens) -> None:
    """Of a company nobody else has: what was counted once is not counted again."""
    phone = device()
    with phone.page.expect_request(lambda request: "/new/odds" in request.url):
        page = pasted(phone, [*EIGHT, "Ida", "Jim", "Kit", "Lea", "Mo"])
    phone.follow(page.locator("#next"), "/new/cards")
    phone.press(page.locator('.mix[value="mix-beginners"]'))
    expect(page.locator('.mix[value="mix-beginners"]')).to_have_attribute("aria-pressed", "true")


def test_the_odds_come_by_themselves(device: Opens) -> None:
    page = eight_pasted(device())
    expect(page.locator("#odds-now")).to_contain_text(re.compile(r"\d %|\d%"))


def test_the_odds_stand_there_at_once_and_become_games(device: Opens) -> None:
    phone = device()
    page = eight_pasted(phone)
    phone.follow(page.locator("#next"), "/new/cards")
    shown = page.locator("#odds-count")
    expect(shown).to_contain_text("about")
    expect(shown).to_contain_text("games, ")
    phone.press(page.locator("#people-masters"))
    expect(shown).to_contain_text("Masters")


LOW: ViewportSize = {"width": 390, "height": 664}
LOWEST: ViewportSize = {"width": 360, "height": 640}
DESKTOP: ViewportSize = {"width": 1440, "height": 900}
TWELVE = [*EIGHT, "Ida", "Jim", "Kit", "Lea"]
BOXES = """() => Object.fromEntries(["#odds", "#odds-glance", ".thumb", ".steps", "#tile-werewolf"].map((each) => {
  const { x, y, width, height } = document.querySelector(each).getBoundingClientRect();
  return [each, { x, y, width, height }];
}))"""
SHOWN = """() => [
  document.querySelector("#odds-glance").textContent,
  [...document.querySelectorAll("#odds-count meter")].map((each) => `${each.value}`),
]"""
"""The line and the panel at one moment."""


def at_the_werewolves(phone: Device) -> Page:
    """The cards of twelve, with the Werewolves in sight."""
    page = pasted(phone, TWELVE)
    phone.open("/new/cards")
    page.locator("#tile-werewolf").evaluate("tile => tile.scrollIntoView({ block: 'center' })")
    return page


@pytest.mark.parametrize("language", ["en", "fr", "de"])
@pytest.mark.parametrize("size", [LOW, LOWEST])
def test_the_odds_are_in_sight_of_whoever_chooses_cards(device: Opens, size: ViewportSize, language: str) -> None:
    page = at_the_werewolves(device(language, size=size))
    found = page.evaluate(BOXES)
    line, bar, tile = found["#odds-glance"], found[".thumb"], found["#tile-werewolf"]
    assert found["#odds"]["y"] > size["height"], "the panel is far below"
    assert bar["y"] < line["y"]
    assert line["y"] + line["height"] < size["height"]
    assert 24 <= line["height"] <= 34, "one line, and a thumb finds it"
    assert bar["height"] <= size["height"] / 5
    assert found[".steps"]["y"] + found[".steps"]["height"] < tile["y"]
    assert tile["y"] + tile["height"] < bar["y"], "a whole card between the bars"
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]


def test_every_tap_moves_the_line_as_it_moves_the_panel(device: Opens) -> None:
    phone = device(size=LOWEST)
    page = at_the_werewolves(phone)
    line, wolf = page.locator("#odds-glance"), page.locator("#tile-werewolf [data-step]")
    expect(line).to_contain_text(re.compile(r"Village \d+% · Werewolves \d+%"))
    phone.press(wolf.last)
    expect(line).to_have_text("The odds: once the cards fit the table")
    expect(page.locator("#odds-count")).to_have_count(0)
    phone.press(page.locator("#tile-simple_villager [data-step]").first)
    expect(line).to_contain_text(re.compile(r"Village \d+%"))
    for is_counted in (False, True):
        if is_counted:
            expect(page.locator("#odds-count")).to_contain_text("games, ")
            expect(line).not_to_contain_text("≈")
        said, shares = page.evaluate(SHOWN)
        assert set(re.findall(r"(\d+)%", said)[:2]) <= set(shares)
    phone.press(line)
    expect(page.locator("#odds-title")).to_be_in_viewport()


def test_only_the_panel_is_announced(device: Opens) -> None:
    page = at_the_werewolves(device(size=LOW))
    assert page.locator("#odds-count[aria-live=polite]").count() == 1
    assert page.locator(":is([aria-live], [role=status], [role=alert]) #odds-glance").count() == 0
    assert page.locator("#odds-glance:is([aria-live], [role])").count() == 0
    expect(page.get_by_role("link", name=re.compile(r"The odds: .*Village \d+%"))).to_have_count(1)


def test_on_a_wide_screen_the_odds_stay_beside_the_cards(device: Opens) -> None:
    page = at_the_werewolves(device(size=DESKTOP))
    for group in ("wolves", "villagers", "loners"):
        page.locator(f"#group-{group}").evaluate("title => title.scrollIntoView()")
        found = page.evaluate(BOXES)
        panel, tile = found["#odds"], found["#tile-werewolf"]
        assert tile["x"] + tile["width"] < panel["x"]
        assert panel["x"] + panel["width"] <= DESKTOP["width"]
        assert found[".steps"]["y"] + found[".steps"]["height"] <= panel["y"]
        assert panel["y"] + panel["height"] <= found[".thumb"]["y"]
    expect(page.locator("#odds-glance")).to_be_hidden()
    expect(page.locator("#odds-count")).to_be_in_viewport()


def test_three_decks_and_a_swap(device: Opens) -> None:
    phone = device()
    page = eight_pasted(phone)
    phone.follow(page.locator("#next"), "/new/cards")
    phone.press(page.locator("#advise"))
    expect(page.locator("#advised .mix")).to_have_count(3)
    phone.press(page.locator("#advice-lively"))
    expect(page.locator("#advice-lively")).to_have_attribute("aria-pressed", "true")
    page.locator("#wish-balance").select_option("village")
    expect(page.locator("#advice-lively")).to_have_attribute("aria-pressed", "false")
    phone.press(page.locator('button[value^="swap-"]').first)
    expect(page.locator("#sum")).to_contain_text("8 / 8")


def test_beginning_at_once(device: Opens) -> None:
    """Nothing saved late makes a table to be set up of the one that has begun."""
    phone = device()
    page = eight_pasted(phone)
    phone.press(page.locator("#begin"))
    expect(page).to_have_url(re.compile("/lead/ready$"))
    phone.open("/new")
    expect(page.locator("#same-again")).to_be_visible()


def test_three_evenings_of_one_phone(device: Opens) -> None:
    """A new game is a new game, by a name that is typed as by the same people."""
    phone = device()
    page = eight_pasted(phone)
    led: list[str] = []
    for way in ("add", "last", ""):
        phone.press(page.locator("#begin"))
        expect(page).to_have_url(re.compile("/lead/ready$"))
        assert page.url not in led
        led.append(page.url)
        phone.open("/")
        phone.follow(page.locator('.page a[href$="/new"]'), "/new")
        if way == "add":
            page.locator("#new").fill("\n".join(["Zoe", *EIGHT[1:]]))
            phone.press(page.locator("#add"))
            expect(page.locator(".seats-edit input").first).to_have_value("Zoe")
        elif way == "last":
            phone.press(page.locator("#last-group"))
            expect(page.locator(".seats-edit input").first).to_have_value("Zoe")
    phone.press(page.locator("#same-again"))
    expect(page).to_have_url(re.compile("/new/begin$"))
    expect(page.locator(".summary")).to_contain_text("Zoe")


def come(phone: Device) -> None:
    """What had been asked for before this was asked for is shown."""
    phone.page.evaluate("() => fetch('/healthz').then((reply) => reply.text())")
    phone.later(1000)


def counted(page: Page) -> None:
    """All games of the table that is shown are played."""
    count = page.locator("#odds-count")
    expect(count).not_to_have_attribute("aria-busy", "true", timeout=5 * PATIENCE)  # thousands of games
    expect(count).to_contain_text("games, ")


def all_there(phone: Device) -> None:
    """The page of the cards is whole, and still is when a count that was begun before would have asked again."""
    counted(phone.page)
    phone.later(10_000)
    come(phone)
    page = phone.page
    for part in ("h1", "#steps", "#tile-werewolf", "#odds-title", "#odds-count", "#odds-glance", "#next"):
        expect(page.locator(part)).to_have_count(1)


def test_back_to_a_table_whose_games_are_counted(device: Opens) -> None:
    """The count that was still going on of the other table takes the page from nobody."""
    phone = device(clock=True)
    page = eight_pasted(phone)
    phone.open("/new/cards")
    counted(page)
    with page.expect_response(lambda reply: "/new/odds" in reply.url):
        phone.press(page.locator("#people-newcomers"))
    phone.press(page.locator("#people-ordinary"))
    all_there(phone)
    expect(page.locator("#odds-count")).to_contain_text("An ordinary table")
    fox, villager = (page.locator(f"#tile-{card} [data-step]") for card in ("fox", "simple_villager"))
    with page.expect_response(lambda reply: "/new/odds" in reply.url):
        phone.press(fox.last)
        phone.press(villager.first)
    phone.press(fox.first)
    phone.press(villager.last)
    all_there(phone)
    counted(page)


def test_what_was_asked_of_another_table_comes_too_late(device: Opens) -> None:
    """A reply is for what asked, not for what stands in its place since."""
    phone = device(clock=True)
    page = pasted(phone, [*TWELVE, "Mo", "Nan"])
    late: list[tuple[Route, APIResponse]] = []

    def keep(route: Route) -> None:
        late.append((route, route.fetch()))

    page.route("**/new/odds?of=*", keep, times=1)
    with page.expect_request(lambda request: "/new/odds?of=" in request.url):
        phone.open("/new/cards")
    shown = page.locator("#odds-count")
    phone.press(page.locator("#people-masters"))
    expect(shown).to_contain_text("Masters")
    ((route, reply),) = late
    assert "An ordinary table" in reply.text()
    with page.expect_response(lambda came: came.url == reply.url):
        route.fulfill(response=reply)
    come(phone)
    assert "Masters" in shown.inner_text()


@pytest.mark.parametrize("way", ["six", "houses"])
def test_where_only_games_can_tell_no_page_reports_an_error(device: Opens, way: str) -> None:
    """There is no guess and nothing to swap, and nothing comes for a place that is not there."""
    phone = device()
    page = pasted(phone, EIGHT[:6] if way == "six" else EIGHT)
    if way == "houses":
        phone.open("/new/extras")
        with page.expect_response(lambda reply: reply.request.method == "POST"):
            page.locator('[name=houses][value="dealt"]').evaluate("button => button.click()")
    phone.open("/new/cards")
    expect(page.locator("#odds-swaps")).to_have_count(0)
    counted(page)
    for step in ("players", "cards", "extras", "rules", "deal", "begin"):
        phone.open(f"/new/{step}")
        expect(page.locator("h1")).to_have_count(1)


@pytest.mark.parametrize("ticks", [False, True])
def test_what_is_chosen_while_the_last_change_is_being_saved_is_kept(device: Opens, ticks: bool) -> None:
    """On a slow way the page that came back for the first one undid the others."""
    phone = device()
    page = eight_pasted(phone)
    phone.open("/new/extras")
    name, value = ("pile", "some") if ticks else ("houses", "chosen")
    page.locator(f'[name={name}][value="{value}"]').evaluate("button => button.click()")
    things = page.locator('[name="event"]') if ticks else page.locator('select[name^="house-"]')
    expect(things.first).to_be_attached()
    page.wait_for_load_state("networkidle")
    slow: list[Route] = []
    page.route("**/new/extras", lambda route: slow.append(route))  # noqa: PLW0108  # Playwright writes on what it is given
    for place in range(3):
        if ticks:
            things.nth(place).evaluate("box => box.click()")
        else:
            things.nth(place).select_option(index=place + 1)
        shows(page, partial(is_held, slow, place + 1))
    phone.forgive("htmx:afterRequest")  # of what was given up for the next
    for route in slow:
        route.continue_()
    page.unroute("**/new/extras")
    page.wait_for_load_state("networkidle")
    phone.open("/new/extras")
    kept = page.locator('[name="event"]:checked') if ticks else page.locator('option:checked:not([value="vagabond"])')
    expect(kept).to_have_count(3)


ROOM = """() => {
  const [title, first, last] = ["#people-title", "#people-newcomers", "#people-masters"]
    .map((each) => document.querySelector(each).getBoundingClientRect());
  const next = [...document.querySelectorAll("#odds-swaps > *, #odds-more, #announced > details")]
    .map((each) => each.getBoundingClientRect()).filter((each) => each.x < last.right && each.y > last.y);
  return [title.height, first.top - title.bottom, Math.min(...next.map((each) => each.top)) - last.bottom];
}"""
"""How high the title is, and how much room there is below it and below the buttons, at one moment."""


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("names", [TWELVE, EIGHT[:6]])
@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_how_well_the_table_plays_has_a_title_and_room(
    device: Opens, size: ViewportSize, names: Sequence[str], language: str
) -> None:
    """Whether swaps stand below it or not."""
    phone = device(language, size=size)
    page = pasted(phone, names)
    phone.open("/new/cards")
    expect(page.locator("#people-title")).to_be_visible()
    expect(page.locator("[role=group][aria-labelledby=people-title] #people-masters")).to_be_visible()
    height, above, below = page.evaluate(ROOM)
    assert height < 30, "one line"
    assert 2 <= above <= 12
    assert below >= 8
