"""No phone differs from another in what can be seen at a glance, counted or measured."""

from __future__ import annotations

import re
from random import Random

import pytest

from nightcall import Setup
from nightcall.web.app import Site
from tests.web.evenings import ANN, BEA, CARDS, CID, DAN, EVE, FAY, GUS, HAL, answer, evening, go_on
from tests.web.phone import Phone, begin, run
from tests.web.seat.parts import at, called, page, token, uncovered

SWAPPED = ("seer", "witch", "werewolf", "hunter", "werewolf", "simple_villager", "simple_villager", "simple_villager")
"""The usual deck, held by others; Fay, Gus and Hal hold the same."""


def test_without_its_cover_the_phone_looks_the_same_whatever_the_card(site: Site) -> None:
    """Somebody who glances at two phones learns nothing: only the name differs."""
    table = go_on(site, evening(site, phones_act=True), "dawn.breaks", seer__look=ANN, werewolves__devour=HAL)
    phones = []
    for seat, name in ((CID, "Cid"), (FAY, "Fay"), (ANN, "Ann")):
        text = page(site, table, seat)
        text = uncovered(text).replace(called(text), "")
        text = text.replace(f"/seat/{seat}", "/seat/N").replace(f'<h1 class="me">{name} <small>No. {seat}', "ME")
        phones.append(re.sub(r' data-own(="\d+")?', "", text))
    assert phones[0] == phones[1] == phones[2]


def test_a_player_s_page_does_not_count_the_steps(site: Site) -> None:
    """The revision would tell how many secret steps were made: with steps taken back, the page is as before."""
    table = go_on(site, evening(site, phones_act=True), "werewolves.devour")
    before = [page(site, table, seat) for seat in (ANN, FAY)]
    for _ in range(3):
        table = run(site.tables.undo(answer(site, table, DAN)))
    assert table.game.prompt is not None
    assert table.game.prompt.key == "werewolves.devour"
    assert [page(site, table, seat) for seat in (ANN, FAY)] == before


def test_it_does_not_differ_with_what_this_seat_may_not_know(site: Site) -> None:
    shown: list[list[str]] = []
    for cards, looked in ((CARDS, BEA), (SWAPPED, HAL)):
        table = evening(site, cards, phones_act=True, phones_vote=True)
        phone = Phone(site).plays(table, FAY)
        seen = []
        for until in ("seer.look", "werewolves.devour", "witch.heal", "witch.poison", "dawn.breaks", "vote.ballots"):
            table = go_on(site, table, until, seer__look=looked, werewolves__devour=HAL)
            prompt = table.game.prompt
            assert prompt is not None
            if prompt.audience != "public":
                table = run(site.tables.suggest(table, prompt.audience[0], prompt.options[0]))
            for kind in ("false", "true"):
                plain = {"hx-request": kind, "accept-encoding": "identity"}  # the id of the game compresses as it likes
                reply = phone.client.get(at(table, FAY), headers=plain)
                headers = sorted((name, value) for name, value in reply.headers.items())
                seen.append(f"{headers}{reply.text}".replace(table.id, "ID"))
        shown.append(seen)
    assert shown[0] == shown[1]


def faces(text: str) -> list[str]:
    """The ring as it looks: every face, without what was chosen."""
    ring = re.search(r'<ol class="ring ring--own".*?</ol>', text, re.DOTALL)
    assert ring is not None
    plain = re.sub(r'(name="seat" value="\d+"|aria-pressed="\w+"|type="button"|data-says="[^"]*")', "", ring.group())
    plain = re.sub(r'<input type="checkbox"\s*>', "", plain).replace("label", "button")
    plain = re.sub(r"\s+>", ">", plain)
    return [" ".join(face.split()) for face in re.findall(r'<li class="seat".*?</li>', plain, re.DOTALL)]


def test_every_phone_shows_the_same_faces(site: Site) -> None:
    """The pack, the Witch's prey, the Lover in the vote: whoever glances at a phone sees what the whole table sees."""
    cards = ("werewolf", "werewolf", "cupid", "witch", "hunter", "seer", "simple_villager", "simple_villager")
    table = evening(site, cards, phones_act=True, phones_vote=True)
    for until, asked in (("cupid.pair", CID), ("seer.look", FAY), ("werewolves.devour", ANN), ("witch.heal", DAN)):
        table = go_on(site, table, until, cupid__pair=(GUS, HAL), werewolves__devour=HAL)
        shown = [faces(called(page(site, table, seat))) for seat in (asked, EVE, GUS)]
        assert shown[0] == shown[1] == shown[2], until
        assert not re.search("refused|disabled", "".join(shown[0]))


def test_in_the_vote_nobody_s_phone_tells_whom_it_may_not_choose(site: Site) -> None:
    cards = ("werewolf", "werewolf", "cupid", "witch", "hunter", "seer", "simple_villager", "simple_villager")
    table = evening(site, cards, phones_vote=True)
    table = go_on(site, table, "vote.ballots", cupid__pair=(GUS, HAL), werewolves__devour=FAY)
    table = run(site.tables.manage(table, vote_open=table.revision))
    assert faces(page(site, table, GUS)) == faces(page(site, table, ANN))
    phone = Phone(site).plays(table, GUS)
    reply = phone.post(at(table, GUS) + "/choose", token=token(phone.get(at(table, GUS)).text), seat=FAY)
    assert "That is not possible here. Choose again." in reply.text
    assert "love" not in reply.text.lower().split('id="deck"')[0].replace("lovers", "").split("peek__secret")[0]


def outline(text: str) -> list[str]:
    """The panel for a call as a glance sees it: its elements and what they look like, without a word."""
    tags = re.findall(r"<([a-z][a-z0-9]*)([^>]*)>", called(text))
    shapes = []
    for tag, fields in tags:
        found = re.search(r'class="([^"]*)"', fields)
        shape = found.group(1) if found else ""
        is_written = tag in ("form", "div", "input", "p", "span", "strong", "svg", "use")
        if (is_written and shape != "called__slip") or shape == "called__line":
            continue  # what is sent where, and the lines on the slip, whose frame does not grow
        shapes.append(f"{tag}.{shape}")
    return shapes


def test_called_or_not_the_panel_has_the_same_frame_and_buttons(site: Site) -> None:
    """Cupid, a Lover, the Seer with her answer, the pack, the Witch: all like a phone that nobody calls."""
    cards = ("werewolf", "werewolf", "cupid", "witch", "hunter", "seer", "simple_villager", "simple_villager")
    table = evening(site, cards, phones_act=True)
    told = {"cupid__pair": (GUS, HAL), "seer__look": ANN, "werewolves__devour": HAL}
    for until, asked in (
        ("cupid.pair", CID),
        ("seer.look", FAY),
        ("lovers.meet", GUS),
        ("lovers.meet", FAY),
        ("werewolves.devour", ANN),
        ("witch.heal", DAN),
        ("witch.poison", DAN),
    ):
        table = go_on(site, table, until, **told)
        live, idle = (outline(page(site, table, seat)) for seat in (asked, EVE))
        assert [each.replace("label", "button") for each in live] == idle, until
        assert sum("button.button" in each for each in idle) == 3


def test_whatever_kind_of_question_it_is_the_panel_has_the_same_frame_and_buttons(site: Site) -> None:
    """One of two sides, a sign to write down, yes or no, a power of the day."""
    cards = ("werewolf", "cursed_wolf_father", "wolf_hound", "wandering_judge", "hunter", "witch")
    table = evening(site, (*cards, "simple_villager", "simple_villager"), phones_act=True)
    told = {"wolf_hound__choose": "village", "wandering_judge__sign": "a cough", "werewolves__devour": HAL}
    for until, asked, says in (
        ("wandering_judge.sign", DAN, 'name="text"'),
        ("wolf_hound.choose", CID, 'name="value"'),
        ("cursed_wolf_father.infect", BEA, 'value="yes"'),
        ("vote.ballots", DAN, 'value="wandering_judge.signed"'),
    ):
        table = go_on(site, table, until, **told)
        live, idle = (page(site, table, seat) for seat in (asked, EVE))
        assert says in called(live), until
        assert says not in called(idle), until
        assert outline(live) == outline(idle), until


def loud(text: str) -> tuple[list[str], list[str]]:
    """What can be read of the panel from beside: what stands in the middle, and the words of the buttons."""
    panel = called(text)
    middle = re.findall(r'<li class="ring__centre">(.*?)</li>', panel, re.DOTALL)
    buttons = re.search(r'<div class="called__buttons">(.*?)</div>', panel, re.DOTALL)
    assert buttons is not None
    return middle, [
        re.sub(r"<[^>]*>", "", each) for each in re.findall(r"<button.*?</button>", buttons.group(1), re.DOTALL)
    ]


def test_in_the_middle_and_on_the_buttons_every_phone_has_the_same_words(site: Site) -> None:
    """Cupid's two, the Lovers' secret, the pack's prey, the Witch's potions: all of it is on the slip alone."""
    cards = ("werewolf", "cursed_wolf_father", "cupid", "witch", "hunter", "seer", "simple_villager", "simple_villager")
    table = evening(site, cards, phones_act=True)
    told = {
        "cupid__pair": (GUS, HAL),
        "seer__look": ANN,
        "werewolves__devour": HAL,
        "cursed_wolf_father__infect": False,
    }
    for until, asked, question in (
        ("cupid.pair", CID, "Whom do your two arrows strike?"),
        ("lovers.meet", GUS, "You are in love with Hal."),
        ("werewolves.devour", ANN, "Whom do you devour together?"),
        ("cursed_wolf_father.infect", BEA, 'value="yes"'),
        ("witch.heal", DAN, "Whom do you heal?"),
    ):
        table = go_on(site, table, until, **told)
        live, idle = (page(site, table, seat) for seat in (asked, EVE))
        assert question in called(live), until
        assert loud(live) == loud(idle), until
        for text in (live, idle):
            assert re.search(r"<button[^>]* data-done>Done</button>", called(text)), (
                "it closes the panel on every phone"
            )
    assert loud(idle)[1] == ["Done", "Nobody"]


@pytest.mark.parametrize("acts", [True, False], ids=["acting", "looking"])
@pytest.mark.parametrize("coding", ["gzip, deflate, br", "identity"])
def test_how_long_a_page_is_tells_nobody_s_card(site: Site, coding: str, acts: bool) -> None:
    """Whoever saw encrypted lengths read nearly every card in one night: the page of whoever is asked was longer.

    And each card has its own text, where a phone does no more than show it.
    """
    table = evening(site, phones_act=acts)
    phones = {seat: Phone(site).plays(table, seat) for seat in range(1, 9)}
    asked = 0
    for key in ("night.falls", "seer.look", "werewolves.devour", "witch.heal", "vote.ballots"):
        table = go_on(site, table, key, werewolves__devour=HAL, seer__look=ANN)
        lengths = set()
        for seat, phone in phones.items():
            for part in ("false", "true"):
                reply = phone.get(at(table, seat), **{"accept-encoding": coding, "hx-request": part})
                asked += 'id="act"' in reply.text
                assert reply.status_code == 200
                lengths.add((part, reply.headers["content-length"], reply.headers["content-encoding"]))
                assert reply.text.rstrip().endswith("</html>" if part == "false" else "</div>")
        assert len(lengths) == 2, key
        assert all(int(length) < 70_000 for _, length, _ in lengths)
    assert bool(asked) == acts


def test_nor_does_it_where_sixty_have_names_as_long_as_can_be(site: Site) -> None:
    """Forty letters, nearly all of four bytes, which no squeezing makes shorter."""
    chance = Random(1)
    names = ["".join(chr(chance.randrange(0x20000, 0x2A000)) for _ in range(38)) + f"{each:02}" for each in range(80)]
    special = ["seer", "witch", "hunter", "cupid", "piper", "two_sisters", "two_sisters", "defender"]
    deck = ["werewolf"] * 10 + special + ["simple_villager"] * 42
    setup = Setup.of(names[20:], deck, seed=3, cards_known_to_app=True, sheriff_election="off")
    table = begin(site, setup, deal="phones", dealt=True, phones_act=True, phones_vote=True)
    told = {"werewolves__devour": 59, "seer__look": 1, "cupid__pair": (57, 58), "piper__charm": (50, 51)}
    table = go_on(site, table, "vote.ballots", **told)
    phones = {seat: Phone(site).plays(table, seat) for seat in (1, 7, 13, 58)}
    replies = [phone.get(at(table, seat), **{"accept-encoding": "gzip"}) for seat, phone in phones.items()]
    assert len({reply.headers["content-length"] for reply in replies}) == 1
