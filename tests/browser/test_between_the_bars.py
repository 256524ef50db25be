"""What the bars of a phone's browser leave (390×664): a vote, a refusal and the cards page, as a host holds them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Locator, ViewportSize, expect

from nightcall import Prompt, Setup
from tests.browser.conftest import Leads, Opens
from tests.browser.people import quick
from tests.browser.table import Evening

LOW: ViewportSize = {"width": 390, "height": 664}
FIFTEEN = [
    *("Amélie", "Bastien", "Chloé", "Damien", "Élise", "Fabien", "Gaëlle", "Henri", "Inès", "Julien", "Karine"),
    *("Léo", "Manon", "Nadia", "Olivier"),
]


def table(players: int, *, known: bool = True, **options: Any) -> Setup:
    deck = {"werewolf": 3, "seer": 1, "cupid": 1, "hunter": 1, "simple_villager": players - 6}
    told = {"cards_known_to_app": known, "seed": 1 if known else None, "sheriff_election": "off"} | options
    return Setup.of(FIFTEEN[:players], deck, **told)


def advance(evening: Evening, answers: Callable[[Prompt], Any], until: Callable[[Prompt], bool]) -> Evening:
    """On without tapping, until this is asked; everything is announced."""
    game = evening.game
    while game.prompt is not None and not until(game.prompt):
        game = game.answer(answers(game.prompt))
    evening.server.go_on(evening.id, game)
    evening.device.open(f"/g/{evening.id}/lead")
    return evening.follow()


def box(part: Locator) -> dict[str, float]:
    found = part.bounding_box()
    assert found is not None, part
    x, y, width, height = found["x"], found["y"], found["width"], found["height"]
    return {"x": x, "y": y, "width": width, "height": height, "bottom": y + height, "right": x + width}


def in_the_middle(evening: Evening, *parts: str) -> None:
    """Each of these stands whole in the middle of the table, between the bars, and none over another."""
    centre = evening.page.locator(".ring .ring__centre")
    edge, bar, zone = box(centre), box(evening.page.locator(".bar")), box(evening.page.locator(".thumb"))
    found = [box(centre.locator(part).first) for part in parts]
    for part, each in zip(parts, found, strict=True):
        assert each["height"] > 20, part
        assert each["y"] >= max(edge["y"], bar["bottom"]) - 1, part
        assert each["bottom"] <= min(edge["bottom"], zone["y"]) + 1, part
    for upper, lower in pairwise(found):
        assert upper["bottom"] <= lower["y"] + 1 or upper["right"] <= lower["x"] + 1


@pytest.mark.parametrize(("language", "players"), [("en", 11), ("fr", 15)])
def test_a_vote_shows_its_question_and_who_leads(leads: Leads, device: Opens, language: str, players: int) -> None:
    setup = table(players, sheriff_election="first_day")
    evening = leads(setup, phone=device(language, size=LOW))
    advance(evening, quick(setup), lambda prompt: prompt.key == "vote.ballots")
    page, prompt = evening.page, evening.prompt
    (sheriff,) = prompt.weights
    voters = [seat for seat in prompt.voters if seat != sheriff]
    first, second, third = [seat for seat in prompt.options if seat in voters][:3]
    following, rest = page.locator('[data-ballots="next"]'), page.locator('[data-ballots="rest"]')
    for accused, pointing in ((first, [sheriff, *voters[:3]]), (second, voters[3:5]), (third, voters[5:6])):
        evening.device.press(evening.face(accused))
        for seat in pointing:
            evening.device.press(evening.face(seat))
            in_the_middle(evening, ".ask", ".tally li", '[data-ballots="rest"]', '[data-ballots="next"]')
        if accused != third:
            evening.device.press(following)
            in_the_middle(evening, ".ask", ".tally li")
    leader = page.locator(".tally button").first
    expect(leader).to_contain_text(setup.players[first - 1])
    expect(leader).to_contain_text("×2")
    expect(leader).to_contain_text("5")
    in_the_middle(evening, ".ask", ".tally li:nth-child(1)", ".tally li:nth-child(2)", '[data-ballots="rest"]')
    evening.device.press(rest)
    expect(rest).to_be_hidden()
    expect(following).to_be_visible()


def test_all_the_rest_skips_nobody_to_be_seen(leads: Leads, device: Opens) -> None:
    """LOVE-3: who points at a beloved is left out of the count, and nobody sees that on the phone."""
    setup = table(11)
    evening = leads(setup, phone=device(size=LOW))
    people = quick(setup)

    def answers(prompt: Prompt) -> Any:
        return (4, 5) if prompt.key == "cupid.pair" else 7 if prompt.key == "werewolves.devour" else people(prompt)

    advance(evening, answers, lambda prompt: prompt.key == "vote.ballots")
    assert evening.prompt.barred[5]
    evening.device.press(evening.face(4))
    evening.device.press(evening.face(next(seat for seat in evening.prompt.voters if seat not in (4, 5))))
    evening.device.press(evening.page.locator('[data-ballots="rest"]'))
    for seat in evening.prompt.voters:
        if seat != 4:
            expect(evening.face(seat)).to_have_attribute("aria-pressed", "true")
    expect(evening.page.locator("[data-reason]").first).to_contain_text("Élise may not vote against Damien.")
    before = evening.at
    evening.device.press(evening.primary)
    evening.until_after(before)
    assert evening.game.answers[-1].value[5] is None


def test_a_refusal_is_seen_wherever_the_page_stands(leads: Leads, device: Opens) -> None:
    """IDENT-R1, WW-1: and the note says what is wrong in words about this table."""
    setup = table(11, known=False)
    phone = device(size=LOW)
    phone.forgive("422")
    evening = leads(setup, phone=phone)

    def answers(prompt: Prompt) -> Any:
        if prompt.key == "identify":
            return {"cupid": 4, "seer": 1}[prompt.card]
        if "werewolf" in prompt.options:
            return "werewolf"
        return {"cupid.pair": (2, 11), "seer.look": 8}.get(prompt.key, True)

    advance(evening, answers, lambda prompt: prompt.key == "werewolves.identify")
    for seat in (2, 5, 10):
        evening.device.press(evening.face(seat))
    evening.page.evaluate("scrollTo(0, 60)")
    evening.device.press(evening.primary)
    fault = evening.page.locator(".fault")
    expect(fault).to_be_visible()
    found, bar = box(fault), box(evening.page.locator(".bar"))
    assert found["y"] >= bar["bottom"] - 1
    assert found["bottom"] <= LOW["height"]
    expect(evening.page.locator("[data-reason]").first).to_have_text(
        "Henri was seen as a Werewolf, but is left out here."
    )


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_cards_page_is_no_wider_than_the_phone(device: Opens, language: str) -> None:
    """With everything open that can be; and before it, two buttons say what begins and what is to be chosen."""
    phone = device(language, size=LOW).open("/new")
    page = phone.page
    page.locator("#by-list > summary").tap()
    page.locator("[name=paste]").fill("\n".join(FIFTEEN))
    phone.press(page.locator("#by-list button"))
    begin, following = page.locator("#begin"), page.locator("#next")
    expect(begin).to_be_visible()
    first, second = box(following), box(begin)
    assert abs(first["y"] - second["y"]) < 2, "side by side"
    assert first["width"] >= 0.6 * second["width"], "neither hides behind the other"
    phone.follow(following, "/new/cards")
    assert page.locator('[data-warning="warning.more_than_box"]').count() == 0
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    assert page.evaluate("document.documentElement.scrollWidth") <= LOW["width"]


def _asks(key: str, prompt: Prompt) -> bool:
    return prompt.key == key


@pytest.mark.parametrize("height", [664, pytest.param(844, marks=pytest.mark.soak)])
def test_faces_stay_where_they_are_all_night(leads: Leads, device: Opens, height: int) -> None:
    """However long the sentence above them is: a thumb knows its way."""
    deck = ["werewolf", "werewolf", "seer", "witch", "defender", "fox", *["simple_villager"] * 6]
    setup = Setup.of(FIFTEEN[:12], deck, cards_known_to_app=True, seed=1, sheriff_election="off")
    evening = leads(setup, phone=device(size={"width": 390, "height": height}))
    places = {}
    for key in ("fox.sniff", "defender.protect", "werewolves.devour", "witch.heal", "witch.poison"):
        advance(evening, quick(setup), partial(_asks, key)).see_result()
        evening.device.until_ready()
        faces = evening.page.locator(".ring .seat").evaluate_all(
            "all => all.map((each) => each.getBoundingClientRect()).map((r) => [r.x, r.y, r.width].map(Math.round))"
        )
        places[key] = str(faces)
    assert len(set(places.values())) == 1, places
