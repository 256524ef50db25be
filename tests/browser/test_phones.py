"""The app deals: to the players' phones, or on one phone that goes round."""

from __future__ import annotations

import json
import re
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Locator, expect

from nightcall import Game, Setup
from nightcall.engine import prompts
from nightcall.web.manner import PASS, PHONES
from nightcall.words import Words
from tests.browser.conftest import Leads, Opens
from tests.browser.device import TELEVISION, Device
from tests.browser.people import EIGHT, asks, eight, quick, so_far
from tests.browser.table import Evening

SEED = 11
TURNED = 9_000
"""Milliseconds for a page of the story."""
TOLD = 10_000
"""Milliseconds after which a television has told one thing, the longest count of votes."""


def finger_on(cover: Locator) -> None:
    """Put a finger down and leave it there; `page.mouse.up()` lifts it."""
    cover.scroll_into_view_if_needed()
    box = cover.bounding_box()
    assert box is not None
    cover.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    cover.page.mouse.down()


def joins(phone: Device, code: str, seat: int, leads_to: str = "") -> None:
    """By the code, typed in the dark."""
    phone.open("/join")
    phone.page.locator("[name=code]").fill(code.lower())
    phone.follow(phone.page.locator("form.join .primary"), f"/join/{code}")
    phone.press(phone.page.locator(f'button[data-seat="{seat}"]'))
    phone.follow(phone.page.locator('dialog[open] button[value="yes"]'), leads_to or f"/seat/{seat}")


def dealt(leads: Leads, device: Opens, joined: int = 3, **manner: bool) -> tuple[Evening, dict[int, Device]]:
    """A game dealt to phones, some of which have joined."""
    evening = leads(eight(known=True, seed=SEED), deal=PHONES, **manner)
    phone, page = evening.device, evening.page
    phone.open(f"/g/{evening.id}/lead/seats")
    code = page.locator("#code").inner_text()
    expect(page.locator(".qr img").first).to_be_visible()
    players = {seat: device() for seat in wanted_seats(evening)[:joined]}
    for seat, player in players.items():
        joins(player, code, seat)
        expect(page.locator(f'.list [data-seat="{seat}"]')).to_have_attribute("data-taken", "")
    phone.press(page.locator("#to-the-game"))  # not all are here: asked first
    phone.follow(page.locator('dialog[open] button[value="yes"]'), "/lead/ready")
    phone.follow(page.locator("#to-the-night"), "/lead")
    return evening, players


def wanted_seats(evening: Evening) -> list[int]:
    """The Seer and two others."""
    village = evening.game.village
    cards = {seat: village.knows(seat) for seat in village.seats}
    seer = next(seat for seat, card in cards.items() if card is not None and card.name == "seer")
    return [seer, *[seat for seat in cards if seat != seer][:2]]


@pytest.mark.needs("phones")
def test_phones_join_hold_vote_and_act(leads: Leads, device: Opens) -> None:
    evening, players = dealt(leads, device, phones_vote=True, phones_act=True)
    words = Words("en")
    village = evening.game.village
    for seat, player in players.items():
        card = village.knows(seat)
        assert card is not None
        secret = player.page.locator(".peek--thumb .peek__secret")
        expect(secret).to_be_hidden()
        finger_on(player.page.locator("#my-card"))
        expect(secret).to_be_visible()
        expect(secret).to_contain_text(words.card(card.name))
        player.page.mouse.up()
        expect(secret).to_be_hidden()

    # At night: only the Seer's phone finds something under the same button.
    seer, second, _ = players
    while evening.prompt.key != "seer.look":
        evening.answer()
    calls = sum(event.name == "called" for event in evening.game.events)
    for player in players.values():  # what was open before the call closes with it
        expect(player.page.locator("#view")).to_have_attribute("data-call", re.compile(rf" {calls} False$"))
        finger_on(player.page.locator("#called summary"))
        expect(player.page.locator("#called")).to_have_attribute("open", "")
        player.page.mouse.up()
    expect(players[second].page.locator("#act")).to_have_count(0)
    target = evening.prompt.options[0]
    chosen = players[seer]
    chosen.press(chosen.page.locator(f'#act [data-seat="{target}"] .seat__face'))
    expect(chosen.page.locator("#act")).to_contain_text(EIGHT[target - 1])
    expect(evening.page.locator(".phones")).to_contain_text("1")  # how many have chosen; who, in the covered note
    for player in players.values():
        player.press(player.page.locator("#called [data-close]"))
    evening.answer(target)

    # By day: the vote opens on the phones when it is called, and each votes for himself.
    bot = quick(evening.game.setup)
    evening.play(bot, until=lambda game: game.prompt is not None and game.prompt.kind == prompts.BALLOTS)
    voters = [seat for seat in players if seat in evening.prompt.voters]
    assert len(voters) >= 2, "choose a seed in which two of the three survive the first night"
    accused = next(seat for seat in evening.prompt.options if seat not in voters)
    for seat in voters:
        page = players[seat].page
        players[seat].press(page.locator(f'#vote [data-seat="{accused}"] .seat__face'))
        expect(page.locator("#vote .notice")).to_contain_text(EIGHT[accused - 1])
    expect(evening.page.locator(".notice", has_text=str(len(voters))).first).to_be_visible()
    assert evening.prompt.kind == prompts.BALLOTS, "phones suggest, the moderator makes the step"
    evening.device.press(evening.page.locator('form[action$="/vote"] [value="close"]'))
    for seat in voters:
        expect(evening.form.locator(f'select[name="vote-{seat}"]')).to_have_value(str(accused))
    before = evening.at
    sure = evening.page.locator('dialog[open] button[value="yes"]')
    expect(evening.page.locator("html:not([data-fresh])")).to_be_attached()
    evening.device.press(evening.primary)
    evening.device.press(sure)  # without those who have not voted
    evening.until_after(before)
    ballots = next(answer.value for answer in reversed(evening.game.answers) if isinstance(answer.value, dict))
    assert {seat: ballots.get(seat) for seat in voters} == dict.fromkeys(voters, accused)


@pytest.mark.needs("phones")
def test_a_freed_seat_is_locked_out_and_can_be_given_again(leads: Leads, device: Opens) -> None:
    evening, players = dealt(leads, device, joined=1)
    seat, player = next(iter(players.items()))
    player.forgive("403")
    phone, page = evening.device, evening.page
    phone.open(f"/g/{evening.id}/lead/seats")
    phone.press(page.locator(f'#free button[value="{seat}"]'))
    phone.press(page.locator('dialog[open] button[value="yes"]'))
    expect(page.locator(f'.list [data-seat="{seat}"]')).not_to_have_attribute("data-taken", "")
    expect(player.page.locator(".fault")).to_be_visible()
    expect(player.page.locator(".peek")).to_have_count(0)
    if not page.locator("#code").is_visible():
        phone.press(page.locator("#join summary"))
    other = device()
    joins(other, page.locator("#code").inner_text(), seat, leads_to="/waiting")
    phone.open(f"/g/{evening.id}/lead")
    sign = other.page.locator(".waiting__sign").inner_text()
    expect(page.locator(f'[data-claim="{seat}"]')).to_contain_text(sign)
    phone.press(page.locator(f'[data-claim="{seat}"] [value="in"]'))
    expect(other.page.locator("#my-card")).to_be_visible()


def test_the_phone_goes_round(leads: Leads) -> None:
    evening = leads(eight(known=True, seed=SEED), deal=PASS)
    phone, page, words = evening.device, evening.page, Words("en")
    village = evening.game.village
    phone.open(f"/g/{evening.id}/lead/deal")
    for seat in village.seats:
        card = village.knows(seat)
        assert card is not None
        expect(page.locator("#deal-hand")).to_contain_text(EIGHT[seat - 1])
        phone.press(page.locator("#deal-hand .primary"))
        secret = page.locator(".peek__secret")
        expect(page.locator("#deal-card")).to_be_visible()
        expect(secret).to_be_hidden()
        finger_on(page.locator("#my-card"))
        expect(secret).to_contain_text(words.card(card.name))
        expect(secret).to_be_visible()
        page.mouse.up()
        expect(secret).to_be_hidden()
        if seat == 2:  # a look back finds no earlier secret
            page.reload()
            expect(page.locator("#deal-card")).to_have_count(0)
            phone.until_ready()
            phone.press(page.locator("#deal-hand .primary"))
            finger_on(page.locator("#my-card"))
            page.mouse.up()
        phone.press(page.locator("#deal-card .primary"))
    expect(page.locator("#deal-done")).to_be_visible()
    phone.follow(page.locator("#deal-done .primary"), "/lead/ready")
    phone.follow(page.locator("#to-the-night"), "/lead")
    evening.play(quick(evening.game.setup))
    assert evening.game.outcome is not None


def somebody_is_dead(game: Game) -> bool:
    return len(game.village.living) < len(game.village.seats)


@pytest.mark.needs("phones")
def test_the_graveyard_opens_only_where_the_table_wants_it(leads: Leads, device: Opens) -> None:
    for is_open in (False, True):
        setup = eight(known=True, seed=SEED)
        bot = quick(setup)
        evening = leads(setup, until=somebody_is_dead, by=bot, deal=PHONES, graveyard=is_open)
        village = evening.game.village
        dead = next(seat for seat in village.seats if seat not in village.living)
        ghost = device().open(evening.server.key(evening.id, dead))
        expect(ghost.page.locator(".graveyard")).to_have_count(0)
        evening.play(bot, until=lambda game: game.village.phase == "night" and game.events[-1].name == "called")
        expect(ghost.page.locator(".graveyard")).to_have_count(1 if is_open else 0)
        if is_open:
            expect(ghost.page.locator("#the-dead-see .list")).to_be_hidden()
            finger_on(ghost.page.locator("#the-dead-see .peek__cover"))
            expect(ghost.page.locator("#the-dead-see .list")).to_be_visible()
            ghost.page.mouse.up()  # it closes on release, like everything held
            expect(ghost.page.locator("#the-dead-see .list")).to_be_hidden()


@pytest.mark.needs("phones")
def test_a_wrong_code_says_so(device: Opens) -> None:
    phone = device().open("/join")
    phone.forgive("422")
    phone.page.locator("[name=code]").fill("WRONG2")
    phone.press(phone.page.locator("form.join .primary"))
    expect(phone.page.locator(".fault")).to_be_visible()
    expect(phone.page.locator("[name=code]")).to_have_value("WRONG2")


@pytest.mark.needs("phones")
def test_whoever_cannot_hold_taps(leads: Leads, device: Opens) -> None:
    """A switch of the device: what is held opens with a tap, is read out, and closes with another one."""
    evening = leads(eight(known=True, seed=SEED), deal=PHONES, dealt=True, phones_act=True)
    player = device().open(evening.server.key(evening.id, 3))
    page, secret = player.page, player.page.locator(".peek--thumb .peek__secret")
    player.press(page.locator("#my-card"))
    expect(secret).to_be_hidden()
    player.press(page.locator("#this-phone summary"))
    page.locator("[data-switch=taps]").check()
    assert page.evaluate("getComputedStyle(document.documentElement).touchAction") == "auto", "the page still scrolls"
    expect(page.locator("#my-card")).to_contain_text("Tap: my card")
    player.press(page.locator("#my-card"))
    expect(secret).to_be_visible()
    expect(secret).to_be_focused()
    player.press(page.locator("#my-card"))
    expect(secret).to_be_hidden()
    player.press(page.locator("#called summary"))
    expect(page.locator("#called")).to_have_attribute("open", "")
    player.press(page.locator("#called [data-close]"))
    expect(page.locator("#called")).not_to_have_attribute("open", "")
    page.locator("[data-switch=taps]").uncheck()
    player.press(page.locator("#everybody summary"))
    expect(page.locator("#everybody")).to_have_attribute("open", "")
    expect(page.locator("#my-card")).to_contain_text("Hold: my card")


@pytest.mark.needs("phones")
def test_the_screen_tells_one_thing_after_the_other(leads: Leads, device: Opens) -> None:
    """Votes fall in, the card is turned over, then the death: at its seat nothing is seen before it was told."""
    evening = leads(eight(known=True, seed=SEED), until=asks("vote.ballots"), deal=PHONES, dealt=True)
    screen = device(size=TELEVISION, clock=True).open(f"/g/{evening.id}")
    accused = evening.prompt.options[0]
    evening.answer(dict.fromkeys(evening.prompt.voters, accused))
    seat, moment = screen.page.locator(f'.ring > [data-seat="{accused}"]'), screen.page.locator(".public__moment")
    expect(moment).to_be_visible()
    expect(seat).to_have_attribute("data-lit", "")
    expect(seat.locator(".seat__falls")).to_be_visible()
    expect(seat).to_have_attribute("data-lives-on", "")
    expect(seat).to_have_attribute("data-state", "dead")
    screen.later(TOLD)
    expect(seat).not_to_have_attribute("data-lives-on", "")
    screen.later(TOLD)
    expect(moment).to_be_hidden()
    expect(seat.locator(".seat__falls")).to_have_count(0)


@pytest.mark.needs("phones")
def test_the_screen_begins_the_story_with_the_verdict(leads: Leads, device: Opens) -> None:
    """However long it has shown the game before: whoever looks up learns first who has won."""
    setup = eight(known=True, seed=SEED)
    whole = so_far(setup, lambda game: game.outcome is not None)
    evening = leads(setup, until=lambda game: len(game.answers) == len(whole.answers) - 1, deal=PHONES, dealt=True)
    screen = device(size=TELEVISION, clock=True).open(f"/g/{evening.id}")
    screen.later(3 * TURNED)
    evening.answer(whole.answers[-1].value)
    expect(screen.page.locator(".public__story > [data-on]")).to_have_class("public__verdict")
    screen.later(TURNED)
    expect(screen.page.locator(".public__story > [data-on] h2")).to_be_attached()


@pytest.mark.needs("phones")
def test_a_screen_that_was_far_behind_goes_on_with_what_is_said_next(leads: Leads, device: Opens) -> None:
    """What it missed is long past and none of it is on the page any more; then there is news again."""
    evening = leads(eight(known=True, seed=SEED), deal=PHONES, dealt=True)
    screen = device(size=TELEVISION).open(f"/g/{evening.id}")
    moments, moment = screen.page.locator("#moments"), screen.page.locator(".public__moment")
    arrives = """(list, [earlier, told]) => {
      list.dataset.earlier = earlier;
      list.innerHTML = told.map((text) => `<li data-light="day">${text}</li>`).join("");
      document.dispatchEvent(new Event("htmx:afterSettle"));
    }"""
    moments.evaluate(arrives, [40, []])
    moments.evaluate(arrives, [40, ["The sun is up."]])
    expect(moment).to_have_text("The sun is up.")


@pytest.mark.needs("phones")
def test_own_seat_below_and_the_same_faces_for_all(leads: Leads, device: Opens) -> None:
    evening = leads(eight(known=True, seed=SEED), deal=PHONES, dealt=True)
    for seat in (2, 7):
        page = device().open(evening.server.key(evening.id, seat)).page
        rows = {
            number: page.locator(f'main > .ring > [data-seat="{number}"]').bounding_box() or {"y": 0.0}
            for number in range(1, 9)
        }
        assert max(rows, key=lambda number: rows[number]["y"]) == seat


@pytest.mark.needs("phones")
def test_eight_phones_and_a_television_vote(leads: Leads, device: Opens) -> None:
    """Everybody votes on the own phone; the vote closes by itself and one button takes it; the screen counts it out."""
    setup = eight(known=True, seed=SEED)
    evening = leads(setup, until=asks("vote.ballots"), deal=PHONES, dealt=True, phones_vote=True)
    screen = device(size=TELEVISION).open(f"/g/{evening.id}")
    voters, accused = list(evening.prompt.voters), evening.prompt.options[-1]
    phones = {seat: device().open(evening.server.key(evening.id, seat)) for seat in voters}
    evening.device.press(evening.page.locator('form[action$="/vote"] [value="open"]'))
    for number, (seat, player) in enumerate(phones.items(), start=1):
        player.press(player.page.locator(f'#vote [data-seat="{accused}"] .seat__face'))
        if number < len(voters):
            expect(player.page.locator("#vote .notice")).to_contain_text(EIGHT[accused - 1])
            expect(screen.page.locator(f'.ring > [data-seat="{seat}"]')).to_have_attribute("data-voted", "")
    for player in phones.values():
        expect(player.page.locator("#vote")).to_have_count(0)
    accept = evening.page.locator('.thumb [form="accept"]')
    expect(accept).to_contain_text(EIGHT[accused - 1])
    evening.device.until_ready()
    evening.device.press(accept)
    evening.asks("moment")
    evening.announce()
    expect(screen.page.locator(".public__moment")).to_be_visible()
    expect(screen.page.locator(f'.ring > [data-seat="{accused}"] .seat__falls')).to_have_text(str(len(voters)))
    ballots = next(answer.value for answer in reversed(evening.game.answers) if isinstance(answer.value, dict))
    assert ballots == dict.fromkeys(voters, accused)


FEELS = """() => {
  window.felt = [];
  navigator.vibrate = (pattern) => { window.felt.push(String(pattern)); return true; };
}"""


@pytest.mark.needs("phones")
def test_a_phone_in_the_pocket_is_called_like_all_others(leads: Leads, device: Opens) -> None:
    """Only if its owner allows it, and then by what the whole table hears: who acts cannot be told by who is called."""
    evening = leads(eight(known=True, seed=SEED), deal=PHONES, dealt=True, phones_act=True)
    seer, other, third = wanted_seats(evening)
    phones = {seat: device() for seat in (seer, other, third)}
    for seat, phone in phones.items():
        phone.context.add_init_script(f"({FEELS})()")
        if seat != third:
            phone.context.add_init_script("localStorage.setItem('nightcall.call', 'on')")
        phone.open(evening.server.key(evening.id, seat))
    felt: dict[int, list[str]] = {}
    for key in ("night.falls", "seer.look", "werewolves.devour"):
        evening.asks(key)
        evening.answer() if key == "night.falls" else evening.answer(evening.prompt.options[0])
        calls = sum(event.name == "called" for event in evening.server.table(evening.id).heard)
        for phone in phones.values():
            expect(phone.page.locator("#view")).to_have_attribute("data-call", re.compile(rf" {calls} \w+$"))
        felt = {seat: phone.page.evaluate("window.felt") for seat, phone in phones.items()}
        assert felt[seer] == felt[other], key
        assert felt[third] == [], "nobody who has not asked for it"
    assert len(felt[seer]) >= 3, "the night and each of its calls"


@pytest.mark.needs("phones")
def test_the_screen_never_runs_ahead_of_the_announcement(leads: Leads, device: Opens) -> None:
    """Two are dead at dawn: the television shows the second when the moderator says it, however long that takes."""
    cards = ["werewolf", "werewolf", "seer", "witch", "hunter", *["simple_villager"] * 3]
    setup = Setup.of(EIGHT, cards, sheriff_election="off", cards_known_to_app=True)
    answers = {"seer.look": 1, "werewolves.devour": 8, "witch.heal": None, "witch.poison": 5}
    manner = {"deal": PHONES, "dealt": True, "phones_act": True}
    evening = leads(setup, until=asks("dawn.breaks"), by=lambda prompt: answers.get(prompt.key, True), **manner)
    screen, hunter = device(size=TELEVISION, clock=True).open(f"/g/{evening.id}"), device()
    hunter.open(evening.server.key(evening.id, 5))
    dead = screen.page.locator('.ring > [data-state="dead"]:not([data-lives-on])')
    expect(dead).to_have_count(0)
    before = evening.at
    evening.enter(True)
    evening.until_after(before)
    expect(evening.page.locator("#view")).to_have_attribute("data-asked", "moment")
    said = 0
    while evening.asked == "moment" or evening.page.locator("#view").get_attribute("data-turning"):
        table = evening.server.table(evening.id)
        fallen = [event.facts["seat"] for event in table.heard if event.name == "died"]
        expect(dead).to_have_count(len(fallen))
        screen.later(TOLD)
        screen.page.evaluate("() => fetch(location.href).then((reply) => reply.text())")  # whatever was rung has come
        screen.later(TOLD)
        expect(dead).to_have_count(len(fallen))
        assert "Whom do you shoot?" not in hunter.page.content()
        said = max(said, len(fallen))
        evening.announce() if evening.asked == "moment" else evening.turn()
    assert said == 2
    expect(dead).to_have_count(2)
    expect(hunter.page.locator("#act")).to_have_count(1)


@pytest.mark.needs("phones")
def test_the_votes_of_thirty_fit_on_the_screen_in_the_light_of_the_day(leads: Leads, device: Opens) -> None:
    """However many have voted, every word is there; and while it is said the screen stays in its light."""
    names = [f"Player {number}" for number in range(1, 31)]
    deck = ["werewolf"] * 6 + ["simple_villager"] * 24
    setup = Setup.of(names, deck, sheriff_election="off", cards_known_to_app=True)
    evening = leads(setup, deal=PHONES, dealt=True)
    lead = f"{evening.server.address}/api/games/{evening.id}/lead"
    headers = {"Authorization": f"Bearer {evening.server.key(evening.id).rpartition('/')[2]}"}

    def answer(value: object) -> None:
        with urlopen(Request(lead, headers=headers)) as reply:
            body = json.dumps({"revision": json.load(reply)["revision"], "value": value}).encode()
        urlopen(Request(f"{lead}/answer", body, headers | {"Content-Type": "application/json"})).close()

    for value in (True, 30, True, "vote"):
        answer(value)
    television = device(size={"width": 1280, "height": 720}, clock=True).open(f"/g/{evening.id}")
    screen = television.page
    answer({str(voter): 1 + voter % 3 for voter in range(1, 30)})
    moment = screen.locator(".public__moment")
    expect(moment.locator("span")).to_be_visible()
    expect(moment).to_contain_text("Player 29")
    assert moment.evaluate(
        "each => each.scrollHeight <= each.clientHeight + 1 && each.scrollWidth <= each.clientWidth + 1"
    )
    expect(screen.locator("#view")).to_have_attribute("data-phase", "day")
    television.later(3 * TOLD)
    expect(screen.locator("#view")).to_have_attribute("data-phase", "night")  # program-led: the night falls at once
