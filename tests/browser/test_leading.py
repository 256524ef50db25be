"""The moderator's phone: undo, corrections, why, the dawn before it is told, fake calls, handing over."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from nightcall import Game, Prompt, Setup, play
from nightcall.engine import prompts
from tests.browser.conftest import Leads, Opens
from tests.browser.people import EIGHT, asks, eight, quick
from tests.browser.server import Server


def test_undo_says_what_it_takes_back(leads: Leads) -> None:
    evening = leads(eight())
    evening.answer()
    evening.asks("identify")
    evening.answer(3).asks("seer.look")
    expect(evening.undo).to_contain_text("Undo")
    assert "Cid" not in evening.undo.inner_text(), "the label of a secret step can be read by anybody"
    evening.answer(5)
    evening.take_back().asks("seer.look")
    evening.take_back().asks("identify")
    assert len(evening.game.answers) == 1
    evening.answer(4)
    assert evening.game.answers[-1].value == 4


def test_a_vote_that_was_announced_is_taken_back_as_a_whole(leads: Leads) -> None:
    setup = eight(known=True)
    bot = quick(setup)
    evening = leads(setup, until=asks("vote.ballots"), by=bot)
    evening.play(bot, until=lambda game: any(event.name == "voted" for event in game.events))
    expect(evening.page.locator(".news__read summary").first).to_be_visible()
    expect(evening.undo).to_have_text("Back to: Who points at whom?")
    evening.take_back()
    assert not any(event.name == "voted" for event in evening.game.events)


def test_why_leads_to_the_rule_and_back(leads: Leads) -> None:
    setup = eight(known=True)
    bot = quick(setup)
    evening = leads(setup, until=asks("dawn.breaks"), by=bot)
    evening.play(bot, until=lambda game: any(event.name == "died" for event in game.events))
    page = evening.page
    expect(page.locator("html:not([data-fresh])")).to_be_attached()
    evening.device.press(page.locator(".news__read summary"))
    evening.device.follow(page.locator(".news .why").first, r"/why/\d+")
    expect(page.locator(".why__answer .eyebrow")).to_contain_text(re.compile(r"[A-Z]+-\d+"))
    evening.device.follow(page.locator(".bar__menu"), "/lead")


def test_every_sentence_to_be_said_is_bright(leads: Leads) -> None:
    """That somebody closes the eyes is said now, like the rest: it must not look spoken."""
    setup = eight(known=True)
    evening = leads(setup, until=asks("werewolves.devour"))
    said = evening.page.locator(".script p")
    expect(said).to_have_count(2)
    expect(said.first).to_contain_text("closes her eyes")
    expect(said.last).to_contain_text("open")
    looks = "each => ['color', 'opacity', 'borderLeftWidth'].map((name) => getComputedStyle(each)[name])"
    assert said.first.evaluate(looks) == said.last.evaluate(looks)
    assert said.first.evaluate(looks)[0] == evening.page.locator(".bar h1").evaluate(looks)[0], (
        "no fainter than a title"
    )


def test_the_dawn_is_shown_before_it_is_told(leads: Leads) -> None:
    setup = eight(known=True, seed=11)
    evening = leads(setup, until=asks("dawn.breaks"))
    page, phone = evening.page, evening.device
    before = evening.at
    phone.until_ready()
    secret = page.locator("#preview .peek__secret")
    expect(secret).to_be_hidden()
    held(page.locator("#preview .peek__cover"))
    expect(secret).to_be_visible()
    foretold = secret.inner_text()
    page.mouse.up()
    expect(secret).to_be_hidden()
    assert evening.at == before, "looking changes nothing"
    dead = set(evening.game.village.seats) - set(evening.game.village.living)
    evening.answer()
    fallen = set(evening.game.village.seats) - set(evening.game.village.living) - dead
    for seat in fallen:
        assert EIGHT[seat - 1] in foretold


def held(cover: Locator) -> None:
    """A finger that stays."""
    box = cover.bounding_box()
    assert box is not None
    cover.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    cover.page.mouse.down()


def number_of(page: Page, question: str) -> str:
    """The number of a secret line of the log, read while it is held; then it is covered again."""
    cover = page.locator(".peek", has_text=question)
    secret = cover.locator(".peek__secret")
    expect(secret).to_be_hidden()
    cover.locator(".peek__cover").scroll_into_view_if_needed()
    held(cover.locator(".peek__cover"))
    expect(secret).to_be_visible()
    number = secret.locator("li", has_text=question).locator("b").inner_text().rstrip(".")
    page.mouse.up()
    expect(secret).to_be_hidden()
    return number


def test_a_slip_of_last_night_is_corrected_from_the_log(leads: Leads) -> None:
    setup = eight(known=True, seed=11)
    evening = leads(setup, until=asks("werewolves.devour"))
    page, phone = evening.page, evening.device
    prompt = evening.prompt
    index = len(evening.game.answers)
    first, second = prompt.options[0], prompt.options[1]
    evening.answer(first)
    evening.play(quick(setup), until=lambda game: game.village.phase == "day")
    phone.open(f"/g/{evening.id}/lead/log")
    line = number_of(page, "Who is their prey?")
    page.locator("[name=number]").fill(line)
    phone.follow(page.locator(".log__line button"), f"/edit/{index}")
    held(page.locator(".peek__cover"))
    expect(page.locator(".notice").first).to_be_visible()
    expect(page.locator(".notice").first).to_contain_text(EIGHT[first - 1])
    page.mouse.up()
    phone.press(evening.face(second))
    expect(page).to_have_url(re.compile("/preview"))
    phone.until_ready()
    held(page.locator(".peek__cover"))
    expect(page.locator(".peek__secret")).to_be_visible()
    shown = page.locator("#view").inner_text()
    page.mouse.up()
    assert EIGHT[first - 1] in shown, "what would no longer have happened"
    assert evening.game.answers[index].value == first, "nothing is changed before it is confirmed"
    phone.follow(page.locator('[name="sure"]'), "/lead")
    assert evening.game.answers[index].value == second


def quietly(prompt: Prompt) -> object:
    """The plainest answer there is."""
    if prompt.kind == prompts.PICK:
        return prompt.options[0] if prompt.high == 1 else prompt.options[: prompt.high]
    return True if prompt.kind == prompts.ACK else None


def is_call_of(card: str, prompt: Prompt | None) -> bool:
    return prompt is not None and card in (prompt.card, prompt.key.partition(".")[0])


def thief_s_table(card: str, question: str, *, is_fake: bool) -> Setup:
    """Two cards lie in the middle, this one among them or not."""
    deck = {"werewolf": 2, "seer": 1, "witch": 1, "thief": 1, "simple_villager": 5}
    for seed in range(200):
        setup = Setup.of(EIGHT, deck, sheriff_election="off", cards_known_to_app=True, seed=seed)
        game = play(setup)
        while game.prompt is not None and not is_call_of(card, game.prompt):
            game = game.answer(quietly(game.prompt))
        if game.prompt is not None and (
            game.prompt.about == prompts.FEIGNED if is_fake else game.prompt.key == question
        ):
            return setup
    raise AssertionError("no such deal")


@pytest.mark.parametrize(("card", "question"), [("seer", "seer.look"), ("witch", "witch.heal")])
def test_a_fake_call_looks_like_a_live_one(leads: Leads, device: Opens, card: str, question: str) -> None:
    """Whoever glances at the phone cannot tell whether somebody has opened the eyes."""
    shapes, phone = [], device()
    for is_fake in (False, True):
        setup = thief_s_table(card, question, is_fake=is_fake)
        evening = leads(setup, phone, until=lambda game: is_call_of(card, game.prompt), by=quietly)
        assert (evening.prompt.about == prompts.FEIGNED) == is_fake
        evening.asks(evening.prompt.key)
        shapes.append(evening.form.evaluate(SHAPE))
        evening.answer(True if is_fake else evening.prompt.options[0])
    assert shapes[0] == shapes[1]


SHAPE = """form => {
  const shape = (node) => [node.nodeName, String(node.className.baseVal ?? node.className)];
  const parts = [...form.querySelectorAll("*")].filter((node) => !node.closest(".seat, .undo, .lead__tools"));
  return [form.dataset.kind, form.querySelectorAll(".seat").length, form.querySelector(".ask").innerText,
          form.querySelector(".primary, .nobody")?.innerText ?? "", ...parts.map(shape).flat()];
}"""
"""What is seen at a glance: the question, the faces, the button under the thumb."""


@pytest.mark.needs("leaders")
def test_handing_over_opens_the_very_prompt_and_the_first_phone_is_told(leads: Leads, device: Opens) -> None:
    evening = leads(eight())
    evening.answer().answer(3)
    page, phone = evening.page, evening.device
    phone.open(f"/g/{evening.id}/lead/more")
    phone.press(page.locator('form[action$="/hand-over"] button'))
    link = page.locator("#link").input_value()
    expect(page.locator(".qr img")).to_be_visible()

    second = device()
    second.open(link.removeprefix(second.address))
    other = evening.on(second)
    other.asks("seer.look")

    phone.page.route("**/lead/live", lambda route: route.abort())  # a phone that has not heard of it yet
    phone.forgive("net::ERR_FAILED", "409")
    phone.open(f"/g/{evening.id}/lead")
    evening.asks("seer.look")
    other.answer(5)
    after = len(evening.game.answers)
    evening.enter(6)
    expect(page.locator("#view .fault")).to_be_visible()
    assert len(evening.game.answers) == after, "a stale tap counts not at all"
    assert evening.game.answers[-1].value == 5
    evening.asks(other.asked)
    evening.answer(quick(eight())(evening.prompt))
    assert len(evening.game.answers) == after + 1


def test_an_illegal_target_says_why_not(leads: Leads, server: Server) -> None:
    evening = leads(eight())
    evening.answer().answer(3).asks("seer.look")
    before = evening.at
    evening.device.touch(evening.face(3))
    expect(evening.form.locator(".says")).not_to_be_empty()
    assert evening.at == before


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_preview_longer_than_the_screen_is_read_to_its_end_by_the_finger_that_holds_it(
    leads: Leads, device: Opens, language: str
) -> None:
    def third_debate(game: Game) -> bool:
        return game.village.day == 3 and asks("day.debate")(game)

    phone = device(language, size={"width": 390, "height": 664})
    setup = Setup.of(
        14, {"werewolf": 2, "seer": 1, "witch": 1, "hunter": 1, "simple_villager": 9}, sheriff_election="off"
    )
    evening = leads(setup, phone=phone, until=third_debate)
    index = next(index for index, given in enumerate(evening.game.answers) if given.key == "werewolves.devour")
    phone.open(f"/g/{evening.id}/lead/edit/{index}")
    other = next(seat for seat in evening.game.village.living if seat not in evening.game.village.wolves)
    phone.press(evening.page.locator(f'.ring [data-seat="{other}"] .seat__face'))
    cover = evening.page.locator(".peek__cover")
    cover.scroll_into_view_if_needed()
    box = cover.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    secret, last = evening.page.locator(".peek__secret"), evening.page.locator(".peek__secret li").last
    assert evening.page.locator(".peek__secret li").count() > 10
    finger = evening.page.context.new_cdp_session(evening.page)

    def touch(kind: str, *at: float) -> None:
        points = [{"x": at[0], "y": at[1]}] if at else []
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", x, y)
    expect(secret).to_be_visible()
    whole = secret.bounding_box()
    assert whole is not None
    assert whole["y"] >= 0
    assert whole["y"] + whole["height"] <= 664
    assert secret.evaluate("e => e.scrollHeight > e.clientHeight"), "more than can be seen at once"
    expect(last).not_to_be_in_viewport()
    step = (y - 30) / 8
    for number in range(1, 9):
        touch("touchMove", x, y - number * step)
    expect(last).to_be_in_viewport()
    end = last.bounding_box()
    assert end is not None
    assert end["y"] + end["height"] <= whole["y"] + whole["height"]
    for number in range(8, -1, -1):
        touch("touchMove", x, y - number * step)
    expect(evening.page.locator(".peek__secret li").first).to_be_in_viewport()
    touch("touchEnd")
    expect(secret).to_be_hidden()
