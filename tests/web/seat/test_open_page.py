"""What a phone says to its owner in the open: where the card is, whose turn it is, who has won."""

from __future__ import annotations

import re

from nightcall.web.app import Site
from tests.web.evenings import ANN, CID, EVE, FAY, HAL, answer, evening, go_on
from tests.web.phone import Phone, run
from tests.web.seat.parts import at, open_page, page


def test_after_the_deal_the_phone_says_where_the_card_is(site: Site) -> None:
    table = evening(site, dealt=False)
    assert "Your card comes when all are ready" in open_page(page(site, table, ANN))
    table = run(site.tables.manage(table, dealt=True))
    assert "Your card is here." in open_page(page(site, table, ANN))
    assert "Your card is here." not in page(site, go_on(site, table, "seer.look"), ANN)


def test_whoever_has_the_say_by_day_reads_it_in_the_open(site: Site) -> None:
    """HUNTER-1: everybody knows that he shoots now."""
    table = go_on(site, evening(site, phones_act=True), "vote.ballots", werewolves__devour=HAL)
    table = answer(site, table, dict.fromkeys(table.game.village.living, EVE))
    text = open_page(page(site, table, EVE))
    assert "Whom do you shoot?" in text
    assert "You die by the will of the village." in text
    assert 'id="my-turn"' not in page(site, table, ANN)


def test_a_secret_question_is_not_in_the_open(site: Site) -> None:
    table = go_on(site, evening(site, phones_act=True), "seer.look")
    assert 'id="my-turn"' not in page(site, table, CID)


def test_while_the_table_gathers_nobody_is_called_alive(site: Site) -> None:
    table = evening(site, dealt=False)
    phone = Phone(site)
    phone.post(f"/join/{run(site.codes.of(table.id))}", seat=FAY)
    text = phone.get(at(table, FAY)).text
    assert "<span>1/8</span>" in text
    assert "<small>alive" not in text
    assert 'id="announced"' not in text
    assert "Change my name" in text
    reply = phone.post(at(table, FAY) + "/name", name="Ann")
    assert reply.status_code == 422
    panel = re.search(r'<section class="panel gather">.*?</section>', reply.text, re.DOTALL)
    assert panel is not None
    assert "Somebody is called that already" in panel.group()
    assert "<small>alive" in page(site, run(site.tables.manage(table, dealt=True)), FAY)


def test_after_the_end_the_way_to_the_story(site: Site) -> None:
    table = evening(site)
    for day in (1, 2):
        table = go_on(site, table, "vote.ballots")
        table = answer(site, table, dict.fromkeys(table.game.village.living, day))
    text = page(site, table, FAY)
    assert f'href="/g/{table.id}/end"' in text
    assert "The village wins" in text


def test_winners_and_losers_read_which_they_are(site: Site) -> None:
    table = evening(site, graveyard=True)
    for day in (1, 2):
        table = go_on(site, table, "vote.ballots")
        table = answer(site, table, dict.fromkeys(table.game.village.living, day))
    won, lost = open_page(page(site, table, FAY)), open_page(page(site, table, ANN))
    assert "You have won" in won
    assert "You have lost" in lost
    cup = re.compile(r'winners">.*?#ui-trophy.*?</section>', re.DOTALL)
    assert cup.search(won)
    assert not cup.search(lost)
    for text in (won, lost):
        assert "Among the dead" not in text, "it is over: everybody may see everything"
