"""The vote at phone size: nothing below the fold, two taps where all agree, nothing by accident."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Leads, Opens
from tests.browser.people import asks, eight
from tests.browser.table import Evening


def at_vote(leads: Leads, device: Opens, language: str = "en") -> Evening:
    setup = eight(known=True, seed=11)
    return leads(setup, phone=device(language), until=asks("vote.ballots"))


def is_in_sight(part: Locator) -> bool:
    box = part.bounding_box()
    return box is not None and box["y"] >= 0 and box["y"] + box["height"] <= 844


@pytest.mark.parametrize("language", ["en", "fr"])
def test_question_tally_and_the_rest_stand_in_the_middle_of_the_ring(
    leads: Leads, device: Opens, language: str
) -> None:
    evening = at_vote(leads, device, language)
    page = evening.page
    accused, *others = evening.prompt.options
    evening.device.press(evening.face(accused))
    evening.device.press(evening.face(others[0]))
    centre = page.locator(".ring .ring__centre")
    for part in (".ask", ".tally button", '[data-ballots="rest"]', '[data-ballots="next"]'):
        expect(centre.locator(part).first).to_be_visible()
        assert is_in_sight(centre.locator(part).first), part
    assert is_in_sight(evening.primary)


def test_unanimous_in_two_taps(leads: Leads, device: Opens) -> None:
    evening = at_vote(leads, device)
    accused = evening.prompt.options[0]
    before, taps = evening.at, evening.device.taps
    evening.device.press(evening.face(accused))
    evening.device.press(evening.page.locator('[data-ballots="all"]'))
    evening.until_after(before)
    assert evening.device.taps == taps + 2
    assert accused not in evening.game.village.living


def test_votes_entered_so_far_outlive_a_reload(leads: Leads, device: Opens) -> None:
    evening = at_vote(leads, device)
    page, before = evening.page, evening.at
    accused, *others = evening.prompt.options
    for seat in (accused, *others[:3]):
        evening.device.press(evening.face(seat))
    tally = page.locator(".tally button")
    expect(tally).to_contain_text("3")
    page.reload()
    evening.device.until_ready()
    expect(tally).to_contain_text("3")
    evening.device.press(evening.primary)
    evening.device.press(page.locator('dialog button[value="yes"]'))
    evening.until_after(before)
    ballots = next(answer.value for answer in reversed(evening.game.answers) if isinstance(answer.value, dict))
    assert [seat for seat, given in ballots.items() if given == accused] == sorted(others[:3])
    assert page.evaluate("sessionStorage.getItem('nightcall.draft')") is None


def test_votes_of_an_undone_count_stand_there_to_be_changed(leads: Leads, device: Opens) -> None:
    evening = at_vote(leads, device)
    page, before = evening.page, evening.at
    accused, *others = evening.prompt.options
    for seat in (accused, *others):
        evening.device.press(evening.face(seat))
    evening.device.press(evening.primary)
    evening.until_after(before)
    evening.device.press(page.locator(".undo"))
    tally = page.locator(".tally button")
    expect(tally).to_contain_text(str(len(others)))
    page.reload()
    evening.device.until_ready()
    expect(tally).to_contain_text(str(len(others)))
    before = evening.at
    evening.device.press(tally)
    evening.device.press(evening.face(others[0]))
    evening.device.press(evening.primary)
    evening.device.press(page.locator('dialog button[value="yes"]'))
    evening.until_after(before)
    ballots = next(answer.value for answer in reversed(evening.game.answers) if isinstance(answer.value, dict))
    assert [seat for seat, given in ballots.items() if given == accused] == sorted(others[1:])


def test_a_count_without_ballots_asks_first(leads: Leads, device: Opens) -> None:
    evening = at_vote(leads, device)
    before = evening.at
    evening.device.press(evening.primary)
    dialog = evening.page.locator("dialog")
    expect(dialog).to_be_visible()
    evening.device.press(dialog.locator('button[value="no"]'))
    expect(dialog).to_have_count(0)
    assert evening.at == before
    evening.device.press(evening.primary)
    evening.device.press(dialog.locator('button[value="yes"]'))
    evening.until_after(before)


@pytest.mark.parametrize(
    ("language", "both", "one"),
    [
        (
            "en",
            "{} and {} haven't voted yet. Count without these votes?",
            "{} hasn't voted yet. Count without this vote?",
        ),
        (
            "fr",
            "{} et {} n’ont pas encore voté. Compter sans ces votes\u202f?",
            "{} n’a pas encore voté. Compter sans ce vote\u202f?",
        ),
    ],
)
def test_a_count_without_some_of_the_ballots_asks_first_and_names_them(
    leads: Leads, device: Opens, language: str, both: str, one: str
) -> None:
    evening = at_vote(leads, device, language)
    before, game = evening.at, evening.game
    accused, *others = evening.prompt.options
    evening.device.press(evening.face(accused))
    for voter in others[:-2]:
        evening.device.press(evening.face(voter))
    evening.device.press(evening.primary)
    dialog = evening.page.locator("dialog")
    text = dialog.locator("p")  # of the accused nothing: all the others are against him, whatever he says
    expect(text).to_have_text(both.format(*(game.players[seat - 1] for seat in others[-2:])))
    evening.device.press(dialog.locator('button[value="no"]'))
    assert evening.at == before
    evening.device.press(evening.face(others[-2]))
    evening.device.press(evening.primary)
    expect(text).to_have_text(one.format(game.players[others[-1] - 1]))
    evening.device.press(dialog.locator('button[value="no"]'))
    evening.device.press(evening.face(others[-1]))
    evening.device.press(evening.primary)
    evening.until_after(before)
    assert accused not in evening.game.village.living


def test_a_long_press_condemns_without_votes(leads: Leads, device: Opens) -> None:
    """VOTE-14"""
    evening = at_vote(leads, device)
    accused = evening.prompt.options[0]
    before = evening.at
    box = evening.face(accused).bounding_box()
    assert box is not None
    mouse = evening.page.mouse
    mouse.move(box["x"] + 10, box["y"] + 10)
    mouse.down()
    evening.until_after(before)
    mouse.up()
    assert evening.game.answers[-1].value == accused
    assert not any(event.name == "voted" for event in evening.game.events)


def test_a_finger_that_was_down_taps_nothing_on_the_next_page(leads: Leads, device: Opens) -> None:
    """A name is held; when the finger comes up the next page may have a button there, to time the debate for one."""
    phone = device(slips=True, clock=True)
    evening = leads(eight(known=True, seed=11), phone=phone, until=asks("vote.ballots"))
    page, before = evening.page, evening.at
    phone.later(1100)
    box = evening.face(evening.prompt.options[0]).bounding_box()
    assert box is not None
    x, y = box["x"] + 10, box["y"] + 10
    finger = page.context.new_cdp_session(page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    evening.until_after(before)
    page.evaluate(
        """() => {
          const button = Object.assign(document.createElement("button"), { type: "button", id: "under" });
          button.style = "position: fixed; inset: 0; z-index: 99";
          button.onclick = () => { button.dataset.tapped = 1 + Number(button.dataset.tapped ?? 0); };
          document.querySelector("#view").append(button);
        }"""
    )
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    phone.later(1100)
    page.touchscreen.tap(x, y)
    expect(page.locator("#under")).to_have_attribute("data-tapped", "1")  # the finger that came up before was none
