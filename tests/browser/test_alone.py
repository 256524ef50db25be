"""The whole app in the phone's browser: opened once, then without network and without a server."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, FilePayload, FrameLocator, Page, expect

from nightcall import Game
from nightcall.web.past import carrying
from tests.browser import alone
from tests.browser.alone import Alone, Host
from tests.browser.device import AXE, NO_PAUSE, PHONE
from tests.browser.people import eight, quick
from tests.waiting import shows
from tests.web.phone import Phone, new_site, run, stop_sites
from tests.web.test_carrying import link_of

FORGIVEN = ("net::ERR_", "Failed to load resource", "htmx:sendAbort", "htmx:afterRequest", "broken")
"""A host that is gone, a page that is left while it saves what was typed, a version that is meant not to start."""


@pytest.fixture(scope="module")
def files() -> Path:
    return alone.folder().parents[1]


@pytest.fixture
def host(files: Path) -> Iterator[Host]:
    running = Host(files)
    yield running
    running.stop()


@contextmanager
def put_on(browser: Browser, host: Host) -> Iterator[tuple[Alone, list[str]]]:
    """A browser with an address, and what it complains of."""
    context = browser.new_context(viewport=PHONE, locale="en", has_touch=True, reduced_motion="reduce")
    context.add_init_script(NO_PAUSE)
    troubles: list[str] = []
    context.on("console", lambda message: troubles.append(message.text) if message.type == "error" else None)
    context.on("weberror", lambda error: troubles.append(str(error.error)))
    yield Alone(context, host.address), troubles
    context.close()


def at_ease(troubles: list[str]) -> None:
    left = [text for text in troubles if not any(part in text for part in FORGIVEN)]
    assert not left, left


@pytest.fixture
def phone(browser: Browser, host: Host) -> Iterator[Alone]:
    """One that has never been here."""
    with put_on(browser, host) as (made, troubles):
        yield made
    at_ease(troubles)


@dataclass
class Kept:
    phone: Alone
    troubles: list[str]
    told: list[str]
    """What was said while everything was fetched."""


@pytest.fixture(scope="module")
def kept(browser: Browser, files: Path) -> Iterator[Kept]:
    """Opened once; then its host is gone for good. Most tests share it, for a start of Python is what costs."""
    host = Host(files)
    with put_on(browser, host) as (phone, troubles):
        phone.page.goto(f"{phone.address}/")
        expect(phone.page.locator("#bar")).to_be_visible()
        told = [phone.page.locator("#said").inner_text(), phone.page.locator("#more").inner_text()]
        phone.shown()
        phone.until_python()
        host.stop()
        yield Kept(phone, troubles, told)


@pytest.fixture
def used(kept: Kept) -> Iterator[Alone]:
    """One that has everything, and has been used before: for tests that change nothing but their own games."""
    kept.troubles.clear()
    kept.phone.context.set_offline(True)
    yield kept.phone
    for page in kept.phone.context.pages:
        if page != kept.phone.page:
            page.close()
    at_ease(kept.troubles)


def afresh(phone: Alone) -> None:
    """What a test before has chosen for a table to come is gone."""
    phone.page.evaluate("(address) => fetch(address, { method: 'POST' })", f"{phone.address}/new/afresh")


def eight_players(inside: FrameLocator) -> None:
    """Without names; then *Begin* stands beside a narrower *Next*, and a tap before that may fall between them."""
    inside.locator("#count").fill("8")
    inside.locator('[name=do][value="count"]').tap()
    expect(inside.locator("#begin")).to_be_visible()


def asked(inside: FrameLocator) -> str:
    return inside.locator("#view").get_attribute("data-asked") or ""


def expect_asked(inside: FrameLocator, key: str) -> None:
    expect(inside.locator("#view")).to_have_attribute("data-asked", key)


def tap_on(inside: FrameLocator) -> None:
    """The plainest answer: the first face, the first choice, no, or the button."""
    form = inside.locator("form.prompt")
    before = form.locator("> input[name=at]").input_value()
    kind = form.get_attribute("data-kind")
    first = {"pick": "[data-legal] .seat__face", "choose": ".choice", "yes_no": ".choice"}.get(kind or "", ".primary")
    found = form.locator(first)
    (found.last if kind == "yes_no" else found.first).tap()
    expect(form.locator("> input[name=at]")).not_to_have_value(before)


def test_the_first_visit_says_what_it_does_and_shows_how_far_it_is(kept: Kept) -> None:
    said, more = kept.told
    assert "being put on this device" in said
    assert "needs the network once" in more


def test_from_the_wizard_to_the_night_and_on_without_a_network(used: Alone) -> None:
    """Wizard, begin, a tap; then the browser's page is closed and opened anew. The host is gone, the network is off."""
    afresh(used)
    inside = used.go("/")
    expect(inside.locator("h1")).to_have_text("Nightcall")
    assert used.page.title() == "Nightcall"
    inside.locator("a[href$='/new']").tap()
    expect(used.page).to_have_url(re.compile(r"/new"))
    eight_players(inside)
    inside.locator("#next").tap()
    expect(used.page).to_have_url(re.compile(r"/new/cards$"))
    inside.locator('[data-step-to="begin"]').tap()
    expect(used.page).to_have_url(re.compile(r"/new/begin$"))
    inside.locator("#begin").tap()
    expect(used.page).to_have_url(re.compile(r"/g/[^/]+/lead/ready$"))
    inside.locator("#to-the-night").tap()
    expect(used.page).to_have_url(re.compile(r"/g/[^/]+/lead$"))
    game = used.page.url.split("/")[-2]
    first = asked(inside)
    tap_on(inside)
    second = asked(inside)
    assert second != first

    used.page.close()
    used.page = used.context.new_page()
    expect_asked(used.open(f"/g/{game}/lead"), second)
    used.until_python()
    assert len(used.game(game).answers) == 1


def test_the_odds_of_a_table_are_counted_and_advice_given_on_the_phone(used: Alone) -> None:
    afresh(used)
    inside = used.go("/new")
    eight_players(inside)
    inside.locator("#next").tap()
    expect(used.page).to_have_url(re.compile(r"/new/cards$"))
    expect(inside.locator("#odds .odds__list")).to_contain_text("%", timeout=alone.PATIENCE)
    expect(inside.locator("#odds-count:not([data-games='0'])")).to_be_attached(timeout=alone.PATIENCE)
    inside.locator("#advise").tap()  # while games are played
    expect(inside.locator("#advised .mix")).to_have_count(3, timeout=alone.PATIENCE)


def test_back_reload_language_and_the_address_bar(used: Alone) -> None:
    """In a second tab, which has no Python to start again."""
    page = used.context.new_page()
    inside = used.open("/", page)
    inside.locator("button[lang=fr]").tap()
    expect(inside.locator("html")).to_have_attribute("lang", "fr")
    inside.locator("a[href$='/rules']").tap()
    expect(page).to_have_url(re.compile(r"/rules$"))
    page.go_back()
    expect(inside.locator("html")).to_have_attribute("lang", "fr")
    expect(page).to_have_url(f"{used.address}/")
    page.reload()
    inside = used.shown(page)
    expect(inside.locator("html")).to_have_attribute("lang", "fr")
    inside.locator("button[lang=en]").tap()
    expect(inside.locator("html")).to_have_attribute("lang", "en")


def test_an_evening_is_rehearsed_on_the_phone(used: Alone) -> None:
    inside = used.go("/")
    inside.locator('form[action$="/practice"] button').tap()
    expect(used.page).to_have_url(re.compile(r"/g/[^/]+/lead$"))
    expect(inside.locator(".practice")).to_be_visible()
    for _ in range(2):
        explained = inside.locator(".hint[open] summary")
        if explained.count():
            explained.tap()
            expect(inside.locator(".hint[open]")).to_have_count(0)
        tap_on(inside)
    assert len(used.game(used.page.url.split("/")[-2]).answers) == 2


def test_a_game_travels_to_a_server_and_back_as_a_link_or_a_picture(used: Alone) -> None:
    """Out of the phone as the page offers it; led on by a server; and back by opening the link that gives."""
    game = used.begin(eight())
    tap_on(used.go(f"/g/{game}/lead"))
    inside = used.go(f"/g/{game}/lead/elsewhere")
    expect(inside.locator(".qr img")).to_be_visible()
    assert inside.locator(".qr img").evaluate("(picture) => picture.decode().then(() => picture.naturalWidth)") > 100
    with ThreadPoolExecutor(1) as pool:
        there, link = pool.submit(led_on_a_server, inside.locator("#link").input_value()).result()
    before = used.game(game)
    assert there.answers[: len(before.answers)] == before.answers
    assert len(there.answers) == len(before.answers) + 1

    page = used.context.new_page()
    inside = used.open(f"/{link[link.index(carrying.MARK) :]}", page)
    expect(inside.locator("#bring textarea")).to_have_value(link[link.index(carrying.MARK) :])
    expect(page).to_have_url(f"{used.address}/games")  # a whole game is nothing for an address bar
    inside.locator("#bring button").tap()
    expect(page).to_have_url(re.compile(r"/g/[^/]+/lead$"))
    back = used.game(page.url.split("/")[-2])
    assert (back.setup, back.answers) == (there.setup, there.answers)
    tap_on(used.shown(page))
    visited = [url for frame in page.frames for url in frame.evaluate(VISITED)]
    assert visited
    assert not [url for url in visited if carrying.MARK in url], "nor for the history"


VISITED = "navigation.entries().map(({ url }) => url)"


def led_on_a_server(link: str) -> tuple[Game, str]:
    """One answer more; the link from there. In a thread of its own, for that of a test belongs to the browser."""
    server = new_site()
    somebody = Phone(server)
    reply = somebody.client.post("/games/bring", files={"tape": ("", b"")}, data={"link": link})
    game = str(reply.url).split("/")[-2]
    table = run(server.tables.find(game))
    assert table.game.prompt is not None
    run(server.tables.answer(table, quick(table.game.setup)(table.game.prompt)))
    found = run(server.tables.find(game)).game, link_of(somebody, game)
    stop_sites()
    return found


def test_a_second_tab_uses_the_same_python_and_takes_over(used: Alone) -> None:
    game = used.begin(eight())
    inside = used.go(f"/g/{game}/lead")
    first = asked(inside)
    other = used.context.new_page()
    second = used.open(f"/g/{game}/lead", other)
    expect_asked(second, first)
    tap_on(second)
    now = asked(second)
    used.page.close()
    used.page = other
    tap_on(second)  # whoever owned Python is gone; the tap waits for the other to take over
    assert asked(second) != now
    assert len(used.game(game).answers) == 2


def test_the_public_screen_in_a_second_window_follows(used: Alone) -> None:
    game = used.begin(eight(known=True))
    inside = used.go(f"/g/{game}/lead")
    television = used.context.new_page()
    screen = used.open(f"/g/{game}", television)
    before = screen.locator("#view").inner_text()
    for _ in range(2):
        tap_on(inside)
    expect(screen.locator("#view")).not_to_have_text(before)


def test_a_stopped_service_worker_is_nothing_to_notice(used: Alone) -> None:
    game = used.begin(eight())
    inside = used.go(f"/g/{game}/lead")
    session = used.context.new_cdp_session(used.page)
    session.send("ServiceWorker.enable")
    for _ in range(3):
        session.send("ServiceWorker.stopAllWorkers")
        tap_on(inside)
    assert len(used.game(game).answers) == 3


def test_a_tap_fetches_nothing_but_its_answer(used: Alone) -> None:
    """A file whose address names its version is kept by the page: no icon is read anew."""
    inside = used.go(f"/g/{used.begin(eight())}/lead")
    tap_on(inside)
    fetched: list[str] = []
    used.context.on("request", lambda request: fetched.append(request.url))
    for _ in range(2):
        tap_on(inside)
    expect(inside.locator("html[data-ready]")).to_be_attached()
    assert [url.rpartition("/")[2] for url in fetched] == ["answer", "answer"]


def test_a_full_device_says_so_and_nothing_is_half_done(used: Alone) -> None:
    """Every transaction of the database is aborted, as where there is no room."""
    game = used.begin(eight())
    inside = used.go(f"/g/{game}/lead")
    first = asked(inside)
    before = inside.locator("form.prompt > input[name=at]").input_value()
    worker = used.page.workers[0]
    worker.evaluate(FULL)
    inside.locator(".primary").tap()
    expect(inside.locator("#view")).to_contain_text("no room left")
    worker.evaluate(ROOM)
    inside = used.go(f"/g/{game}/lead")
    expect_asked(inside, first)
    assert inside.locator("form.prompt > input[name=at]").input_value() == before
    tap_on(inside)
    assert len(used.game(game).answers) == 1


FULL = """() => {
  self.usual = IDBDatabase.prototype.transaction;
  IDBDatabase.prototype.transaction = function (stores, mode, ...rest) {
    const step = self.usual.call(this, stores, mode, ...rest);
    if (mode === "readwrite") step.commit = () => step.abort();
    return step;
  };
}"""
ROOM = "() => { IDBDatabase.prototype.transaction = self.usual; }"


def test_a_form_of_another_site_changes_nothing(used: Alone) -> None:
    foreign = used.context.new_page()
    foreign.route(
        "http://elsewhere.example/", lambda route: route.fulfill(content_type="text/html", body=FORM % used.address)
    )
    foreign.goto("http://elsewhere.example/")
    foreign.locator("button").click()
    inside = used.shown(foreign)
    expect(inside.locator("html")).to_have_attribute("lang", "en")


FORM = '<form method="post" action="%s/device"><input name="language" value="fr"><button>go</button></form>'


def test_the_cache_holds_files_and_no_page(used: Alone) -> None:
    game = used.begin(eight())
    inside = used.go(f"/g/{game}/lead")
    tap_on(inside)
    kept: list[str] = used.page.evaluate(KEPT)
    assert len(kept) > 20
    paths = [address.removeprefix(f"{used.address}/") for address in kept]
    assert not [path for path in paths if path.startswith(("g/", "games", "new", "rules")) or path == ""]


KEPT = """async () => {
  const found = [];
  for (const name of await caches.keys()) for (const { url } of await (await caches.open(name)).keys()) found.push(url);
  return found;
}"""


def test_what_a_browser_lacks_is_said_before_anything_is_fetched(browser: Browser, host: Host) -> None:
    context: BrowserContext = browser.new_context(locale="fr", viewport=PHONE)
    fetched: list[str] = []
    context.on("request", lambda request: fetched.append(request.url))
    page: Page = context.new_page()
    page.add_init_script("delete Navigator.prototype.serviceWorker")
    page.goto(f"{host.address}/")
    expect(page.locator("#said")).to_contain_text("fenêtre privée")
    page.add_init_script("delete window.DecompressionStream")
    page.reload()
    expect(page.locator("#said")).to_contain_text("trop ancien")
    assert not [url for url in fetched if "/files/" in url or url.endswith("sw.js")]
    context.close()


def test_a_phone_without_webassembly_is_told_before_anything_is_fetched(browser: Browser, host: Host) -> None:
    """As in the iPhone's Lockdown Mode: the browser is new enough."""
    context: BrowserContext = browser.new_context(viewport=PHONE)
    fetched: list[str] = []
    context.on("request", lambda request: fetched.append(request.url))
    page: Page = context.new_page()
    page.add_init_script("delete window.WebAssembly")
    page.goto(f"{host.address}/")
    expect(page.locator("#said")).to_contain_text("WebAssembly turned off")
    expect(page.locator("#too-old")).to_be_hidden()
    assert not [url for url in fetched if "/files/" in url or url.endswith("sw.js")]
    context.close()


def test_a_browser_that_cannot_read_the_shell_is_told_that_it_is_too_old(browser: Browser, host: Host) -> None:
    context: BrowserContext = browser.new_context(viewport=PHONE)
    page: Page = context.new_page()
    unread = "const pattern = /(?<=-/;"
    page.route("**/shell.js", lambda route: route.fulfill(body=unread, content_type="text/javascript"))
    page.goto(f"{host.address}/")
    expect(page.locator("#too-old")).to_contain_text("Safari 16.4")
    context.close()


# -- versions --


def test_a_new_version_waits_for_the_start_page_and_games_it_damages_come_back(
    phone: Alone, host: Host, files: Path, tmp_path: Path
) -> None:
    phone.open()
    game = phone.begin(eight())
    inside = phone.go(f"/g/{game}/lead")
    tap_on(inside)
    fetched: list[str] = []
    host.serve(alone.another(files, tmp_path, "second"), fetched)
    phone.page.evaluate("navigator.serviceWorker.ready.then((registration) => registration.update())")
    expect(phone.page.locator("#update[data-ready]")).to_be_attached(timeout=alone.PATIENCE)
    expect(phone.page.locator("#update")).to_be_hidden()  # not in the middle of a game
    assert not [path for path in fetched if "/files/" in path], "what has not changed is not fetched again"
    tap_on(inside)
    now = asked(inside)
    phone.go("/")
    expect(phone.page.locator("#update")).to_be_visible()
    phone.page.locator("#update button").click()
    expect(phone.page.locator("#update")).to_be_hidden()
    phone.until_python()
    assert phone.page.evaluate("nightcall.version") == "second"
    inside = phone.go(f"/g/{game}/lead")
    expect_asked(inside, now)
    tap_on(inside)  # not in the copy that was made before

    phone.page.evaluate(DAMAGE, 0)
    phone.page.reload()
    expect(phone.page.locator("#back")).to_contain_text("before the last update", timeout=alone.PATIENCE)
    phone.page.locator("#back").click()
    phone.shown()
    expect_asked(phone.go(f"/g/{game}/lead"), now)


@pytest.mark.soak
def test_a_broken_version_has_a_way_back(phone: Alone, host: Host, files: Path, tmp_path: Path) -> None:
    phone.open()
    game = phone.begin(eight())
    tap_on(phone.go(f"/g/{game}/lead"))
    alone.updated(phone, host, alone.another(files, tmp_path, "second"))
    inside = phone.open(f"/g/{game}/lead")
    tap_on(inside)  # not in the copy that was made before: a version that never ran takes nothing along
    now = asked(inside)

    alone.updated(phone, host, alone.another(files, tmp_path, "third", worker='throw new Error("broken");'))
    expect(phone.page.locator("#said")).to_contain_text("Your games are still there", timeout=alone.PATIENCE)
    phone.page.locator("#again").click()
    expect(phone.page.locator("#back")).to_be_visible(timeout=alone.PATIENCE)
    phone.page.locator("#back").click()
    expect_asked(phone.open(f"/g/{game}/lead"), now)
    assert phone.page.evaluate("nightcall.version") == "second"
    tap_on(phone.shown())


DAMAGE = """async (first) => {
  const done = (request) => new Promise((yes) => { request.onsuccess = () => yes(request.result); });
  const database = await done(indexedDB.open(`nightcall ${new URL(document.baseURI).pathname}`));
  const store = database.transaction("pages", "readwrite").objectStore("pages");
  for (const key of await done(store.getAllKeys())) if (key >= first) store.put(new Uint8Array(4096).fill(255), key);
  await new Promise((yes) => { store.transaction.oncomplete = yes; });
  database.close();
}"""
"""Some pages of the file, from this one on, are no longer what they were."""


def bring(inside: FrameLocator, content: bytes) -> None:
    """As somebody does with a file."""
    inside.locator("summary").last.tap()
    file: FilePayload = {"name": "all.jsonl", "mimeType": "text/plain", "buffer": content}
    inside.locator("input[name=tape]").set_input_files(file)
    inside.locator("#bring button").tap()


def damaged(phone: Alone, first: int) -> FrameLocator:
    """The games cannot be read any more, and somebody begins anew."""
    phone.go("/")
    phone.page.evaluate(DAMAGE, first)
    phone.page.reload()
    expect(phone.page.locator("#said")).to_contain_text("cannot be read any more", timeout=alone.PATIENCE)
    expect(phone.page.locator("#back")).to_be_hidden()  # there was no update, so there is no copy
    phone.page.locator("#again").click()
    expect(phone.page).to_have_url(re.compile(r"/games$"))
    inside = phone.shown()
    expect(inside.locator("[data-game]")).to_have_count(0)
    names: list[str] = phone.page.evaluate("indexedDB.databases().then((all) => all.map(({ name }) => name))")
    assert any(name.endswith(" aside") for name in names), "what could not be read is still there"
    return inside


@pytest.mark.soak
def test_a_file_that_is_none_at_all_is_put_aside(phone: Alone) -> None:
    phone.open()
    phone.begin(eight())
    damaged(phone, 0)


def test_everything_is_saved_brought_back_after_damage_and_removed(phone: Alone) -> None:
    phone.open()
    game = phone.begin(eight())
    tap_on(phone.go(f"/g/{game}/lead"))
    expect(phone.go("/about").locator("[data-facts]")).to_contain_text("MB are used here")
    inside = phone.go("/games")
    with phone.page.expect_download() as saving:
        inside.locator("#all").tap()
    assert saving.value.suggested_filename.endswith(".jsonl")
    content = Path(saving.value.path()).read_bytes()

    inside = damaged(phone, 2)
    bring(inside, content)
    expect(phone.page).to_have_url(re.compile(r"/g/[^/]+/lead$"))
    assert len(phone.game(phone.page.url.split("/")[-2]).answers) == 1
    inside = phone.go("/games")
    bring(inside, content + content)
    expect(inside.locator(".notice").first).to_have_text("Brought: 0. Here already: 2. Could not be read: 0.")
    expect(inside.locator("[data-game]")).to_have_count(1)  # what is there already is left alone

    inside = phone.go("/about")
    inside.locator("[data-remove]").tap()
    inside.locator("dialog button[value=yes]").tap()
    expect(phone.page.locator("#said")).to_contain_text("Everything is removed")
    shows(phone.page, lambda: phone.page.evaluate(LEFT) == [])  # a database goes when whoever had it open has gone


LEFT = """async () => {
  const left = (await indexedDB.databases()).map(({ name }) => name);
  for (const name of await caches.keys())
    left.push(...(await (await caches.open(name)).keys()).map(({ url }) => url));
  return left;
}"""
"""Games and files."""


# -- for everybody --


def test_the_shell_is_accessible_in_each_state(browser: Browser, host: Host, files: Path, tmp_path: Path) -> None:
    """A first visit that cannot be finished, a browser that cannot, and everything the shell can show at once."""
    torn = alone.another(files, tmp_path, "torn")
    shutil.rmtree(torn / alone.FOLDER / "files")
    host.serve(torn)
    context = browser.new_context(locale="en", viewport=PHONE, reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{host.address}/")
    expect(page.locator("#again")).to_be_visible()
    expect(page.locator("#said")).to_contain_text("Not everything has arrived")
    expect(page.locator("#more")).to_contain_text("needs the network once")
    _no_faults(page)
    page.add_init_script("delete Navigator.prototype.serviceWorker")
    page.reload()
    expect(page.locator("#more")).to_be_visible()
    _no_faults(page)
    for shown in ("#again", "#back", "#update button"):
        page.locator(shown).evaluate(
            """(part) => {
              part.append('Words');
              part.hidden = false;
              Object.assign(part.parentNode.dataset, { home: '', ready: '' });
            }"""
        )
    _no_faults(page)
    context.close()


def _no_faults(page: Page) -> None:
    page.evaluate(f"{AXE.read_text('utf-8')};null")
    found = page.evaluate("axe.run().then(({ violations }) => violations.map(({ id, help }) => `${id}: ${help}`))")
    assert not found, found
