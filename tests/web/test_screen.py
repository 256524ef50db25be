"""The public screen: what the whole table may see, and not a byte more."""

from __future__ import annotations

import re
import time

import pytest

from nightcall import Setup
from nightcall.web.app import Site
from nightcall.web.manner import Timer
from nightcall.web.table import Table
from nightcall.web.watch import boards
from nightcall.words import Words
from tests.web.evenings import ANN, BEA, CARDS, CID, DAN, EVE, FAY, GUS, HAL, answer, evening, go_on
from tests.web.phone import Phone, begin, run

SWAPPED = ("seer", "witch", "werewolf", "hunter", "werewolf", "simple_villager", "simple_villager", "simple_villager")
"""The same deck, held by others."""


def page(site: Site, table: Table, language: str = "en") -> str:
    reply = Phone(site, language).get(f"/g/{table.id}")
    assert reply.status_code == 200
    return reply.text


def face(text: str, seat: int) -> str:
    """What the screen shows at one seat."""
    found = re.search(rf'<li class="seat" data-seat="{seat}".*?</li>', text, re.DOTALL)
    assert found is not None
    return found.group()


def test_it_needs_no_secret_and_shows_the_phase_and_the_living(site: Site) -> None:
    table = go_on(site, evening(site), "werewolves.devour")
    text = page(site, table)
    assert 'data-phase="night"' in text
    assert "Night 1" in text
    assert "8 of 8 alive" in text
    assert "Nuit 1" in page(site, table, "fr")
    assert f'data-live="/g/{table.id}/live"' in text


def test_the_dead_lie_with_their_card_and_not_by_colour_alone(site: Site) -> None:
    table = go_on(site, evening(site), "day.debate", werewolves__devour=CID)
    text = page(site, table)
    assert 'data-phase="day"' in text
    dead = face(text, CID)
    assert 'data-state="dead"' in dead
    assert 'aria-label="dead"' in dead
    assert "Seer" in dead
    assert "Cid did not live to see the morning." in text
    assert 'data-state="alive"' in face(text, BEA)
    assert not any(card in face(text, BEA) for card in ("Werewolf", "#werewolf"))


def test_the_sheriff_wears_the_badge(site: Site) -> None:
    table = evening(site, setup={"sheriff_election": "setup"})
    table = go_on(site, table, "night.falls", sheriff__now=True, sheriff__elect=dict.fromkeys(range(1, 9), GUS))
    text = page(site, table)
    assert 'aria-label="Sheriff"' in face(text, GUS)
    assert 'aria-label="Sheriff"' not in face(text, HAL)


def test_the_last_vote_with_who_voted_for_whom_until_the_night(site: Site) -> None:
    table = go_on(site, evening(site), "vote.ballots", werewolves__devour=HAL)
    table = answer(site, table, {ANN: EVE, BEA: EVE, CID: ANN, DAN: EVE, FAY: EVE})  # the Hunter, who may shoot
    assert table.game.prompt is not None
    assert table.game.prompt.key == "hunter.shoot"
    text = page(site, table)
    assert '<strong>Eve</strong> <span class="votes__count">4</span> <small>Ann, Bea, Dan, Fay</small>' in text
    assert '<strong>Ann</strong> <span class="votes__count">1</span>' in text
    assert 'aria-label="Votes: 4"' in face(text, EVE)
    assert "votes__count" not in page(site, go_on(site, table, "night.falls"))


def test_who_has_voted_is_seen_and_for_whom_is_not(site: Site) -> None:
    table = go_on(site, evening(site, phones_vote=True), "vote.ballots", werewolves__devour=HAL)
    table = run(site.tables.manage(table, vote_open=table.revision))
    before = page(site, table)
    assert "Votes so far: 0" in before
    screens = []
    for choice in (BEA, CID):
        table = run(site.tables.suggest(table, ANN, choice))
        screens.append(page(site, table))
    assert screens[0] == screens[1]
    assert "data-voted" in face(screens[0], ANN)
    assert 'aria-label="has voted"' in face(screens[0], ANN)
    assert "data-voted" not in face(screens[0], BEA)
    assert "Votes so far: 1" in screens[0]


def test_the_timer_by_the_server_s_clock(site: Site) -> None:
    table = go_on(site, evening(site), "day.debate")
    assert "data-timer" not in page(site, table)
    ends = time.time() + 90
    run(site.tables.manage(table, timer=Timer("debate", 120, ends)))
    text = page(site, table)
    assert f'data-started="{int(ends * 1000) - 120_000}"' in text
    assert 'data-seconds="120"' in text


def test_the_candles_of_moonlight(site: Site) -> None:
    table = go_on(site, evening(site, setup={"variants": ["moonlight"]}), "day.debate", werewolves__devour=CID)
    text = page(site, table)
    assert text.count('class="candle"') == 8
    assert text.count("data-out") == 1
    assert "Candles still burning: 7" in text
    assert "Moonlight" in text


def test_houses_stand_beside_the_names(site: Site) -> None:
    houses = ["farm_1", "church", "vagabond", "farm_2", "vagabond", "vagabond", "vagabond", "vagabond"]
    text = page(site, evening(site, setup={"buildings": houses}))
    assert "Farm 1" in face(text, ANN)
    assert "#church" in face(text, BEA)


@pytest.mark.parametrize(("house", "is_said"), [("farm_1", True), ("church", False)])
def test_with_farms_the_first_day_says_that_nobody_is_elected(site: Site, house: str, is_said: bool) -> None:
    """FARM-1: on the moderator's page, the screen and the phones alike; the next day the Farmers elect."""
    said = "Nobody elects a Sheriff today"
    options = {"buildings": [house, *["vagabond"] * 7], "buildings_available": True, "sheriff_election": "setup"}
    table = evening(site, setup=options)
    moderator, phone = Phone(site).leads(table), Phone(site).plays(table, ANN)
    here = f"/g/{table.id}"
    table = go_on(site, table, "dawn.breaks", werewolves__devour=HAL)
    table = run(site.tables.answer(table, True, announces=True))
    assert table.moment
    assert not any(said in each for each in (page(site, table), phone.get(f"{here}/seat/1").text)), "first the dead"
    while table.is_announcing:
        step = {"told": table.headway.told + 1} if table.moment else {"turned": table.headway.turned + 1}
        table = run(site.tables.advance(table, **step))
    assert table.game.village.day == 1
    pages = [moderator.get(f"{here}/lead").text, page(site, table), phone.get(f"{here}/seat/1").text]
    assert [said in each for each in pages] == [is_said] * 3
    table = go_on(site, answer(site, table, "vote"), "day.debate", werewolves__devour=FAY)
    assert table.game.village.day == 2
    assert said not in moderator.get(f"{here}/lead").text


def test_the_end_with_the_winners_and_the_way_to_the_story(site: Site) -> None:
    table = evening(site)
    for day in (1, 2):
        table = go_on(site, table, "vote.ballots")
        table = answer(site, table, dict.fromkeys(table.game.village.living, day))
    assert table.game.outcome is not None
    text = page(site, table)
    assert 'data-phase="over"' in text
    assert "The village wins" in text
    assert f'href="/g/{table.id}/end"' in text
    assert 'aria-label="wins"' in face(text, CID)
    assert 'aria-label="wins"' not in face(text, ANN)


def test_the_code_is_shown_while_cards_are_dealt_to_phones(site: Site) -> None:
    table = evening(site)
    assert run(site.codes.of(table.id)) in page(site, table)
    later = go_on(site, table, "werewolves.devour")
    assert run(site.codes.of(table.id)) not in page(site, later)
    assert "/join/" not in page(site, evening(site, deal="pass"))


def test_it_does_not_differ_with_what_is_hidden(site: Site) -> None:
    """Two evenings that differ in who holds what, and in what the night brought to pass in secret."""
    shown: list[list[str]] = []
    for cards, looked in ((CARDS, BEA), (SWAPPED, HAL)):
        table = evening(site, cards, phones_act=True)
        seen = []
        for until in ("night.falls", "seer.look", "werewolves.devour", "witch.heal", "dawn.breaks", "day.debate"):
            table = go_on(site, table, until, werewolves__devour=HAL, witch__heal=None, seer__look=looked)
            prompt = table.game.prompt
            assert prompt is not None
            if prompt.audience != "public":
                run(site.tables.suggest(table, prompt.audience[0], prompt.options[0]))
            seen.append(page(site, table).replace(table.id, "ID").replace(run(site.codes.of(table.id)), "CODE"))
        shown.append([re.sub(r"data:image[^\"]*", "QR", text) for text in seen])
    assert shown[0] == shown[1]


def test_an_open_page_gets_only_its_view(site: Site) -> None:
    table = evening(site)
    text = Phone(site).fragment(f"/g/{table.id}").text
    assert "<html" not in text
    assert '<main id="view"' in text


def test_an_unknown_game_says_so(site: Site) -> None:
    assert Phone(site).get("/g/nothing").status_code == 404


def test_a_secret_variant_is_named_nowhere(site: Site) -> None:
    """PLAG-1: the screen of a game with the Plague reads like any other."""
    deck = ["werewolf", "werewolf", "seer", "witch", "hunter", "simple_villager", "simple_villager", "simple_villager"]
    plague = begin(site, Setup.of(8, deck, cards_known_to_app=True, variants=["black_plague"]))
    normal = begin(site, Setup.of(8, deck, cards_known_to_app=True))
    assert page(site, plague).replace(plague.id, "") == page(site, normal).replace(normal.id, "")


# -- following the announcement --


def moments(text: str) -> list[str]:
    """What the screen tells one after the other."""
    listed = re.search(r'<ol class="moments".*?</ol>', text, re.DOTALL)
    assert listed is not None
    lines = re.findall(r"<li.*?</li>", listed.group(), re.DOTALL)
    return [" ".join(re.sub("<[^>]+>", "", line).split()) for line in lines]


def test_what_was_announced_is_told_one_thing_after_the_other(site: Site) -> None:
    table = go_on(site, evening(site), "vote.ballots", werewolves__devour=HAL)
    assert moments(page(site, table))[0].startswith("Hal did not live")
    table = answer(site, table, dict.fromkeys(table.game.village.living, EVE))
    text = page(site, table)
    told = moments(text)
    assert "condemns Eve" in " ".join(told)
    assert re.search(rf'data-seats="{EVE}"[^>]* data-turns', text), "the card is turned over at a moment of its own"
    assert re.search(rf'data-seats="{EVE}"[^>]* data-falls', text)
    ballots = re.search(r'data-ballots="([\d: ]+)"', text)
    assert ballots is not None
    assert ballots.group(1).split() == [f"{seat}:{EVE}" for seat in (ANN, BEA, CID, DAN, EVE, FAY, GUS)]


def test_a_tie_is_told_as_a_tie(site: Site) -> None:
    table = evening(site, setup={"sheriff_election": "setup"})
    table = go_on(site, table, "vote.ballots", sheriff__now=True, sheriff__elect={ANN: ANN}, werewolves__devour=HAL)
    table = answer(site, table, {BEA: EVE, CID: FAY})
    assert table.game.prompt is not None
    assert table.game.prompt.key == "sheriff.tiebreak"
    assert f'data-seats="{EVE} {FAY}"' in page(site, table)


def test_at_the_end_every_card_and_the_story_without_a_touch(site: Site) -> None:
    table = evening(site)
    for day in (1, 2):
        table = go_on(site, table, "vote.ballots")
        table = answer(site, table, dict.fromkeys(table.game.village.living, day))
    text = page(site, table)
    assert "Seer" in face(text, CID)
    assert "Witch" in face(text, DAN)
    assert "data-pages" in text
    assert "Night 1" in text
    assert re.search(r'data-says-aloud lang="en">[^<]*wins', text), "the narrator's device says who has won"


def test_before_the_end_no_card_of_the_living_is_there(site: Site) -> None:
    text = page(site, go_on(site, evening(site), "vote.ballots", werewolves__devour=HAL))
    assert "data-pages" not in text
    for seat in (ANN, CID, DAN):
        assert "seat__card" not in face(text, seat)


def test_the_lobby_shows_who_arrives_with_code_and_address(site: Site) -> None:
    table = evening(site, dealt=False)
    assert "data-here" not in page(site, table)
    Phone(site).post(f"/join/{run(site.codes.of(table.id))}", seat=FAY)
    text = page(site, table)
    assert "data-here" in face(text, FAY)
    assert "data-here" not in face(text, ANN)
    assert run(site.codes.of(table.id)) in text
    assert "testserver/join" in text
    assert "1 of 8 have joined" in text
    running = page(site, go_on(site, run(site.tables.manage(table, dealt=True)), "seer.look"))
    assert "data-here" not in running
    assert run(site.codes.of(table.id)) not in running


def middle(text: str) -> str:
    """What lies on the table top."""
    return text[text.index('class="public__middle"') : text.index('class="public__corner"')]


def test_the_verdict_comes_first_and_the_votes_are_told_once(site: Site) -> None:
    table = go_on(site, evening(site), "vote.ballots", werewolves__devour=HAL)
    table = answer(site, table, {ANN: EVE, BEA: EVE, CID: ANN, DAN: EVE, FAY: EVE})
    lines = re.findall(r'<li class="line">(.*?)</li>', middle(page(site, table)))
    assert lines[0] == "Eve dies by the will of the village."
    text = middle(page(site, table))
    assert "The votes:" not in text
    assert text.index("condemns Eve") > text.index(lines[0])
    assert text.count("votes__count") == 2


def test_once_the_cards_are_dealt_no_white_picture_and_a_word_what_to_do(site: Site) -> None:
    table = evening(site, dealt=False)
    assert 'class="qr"' in page(site, table)
    table = run(site.tables.manage(table, dealt=True))
    text = middle(page(site, table))
    assert 'class="qr"' not in text
    assert "The cards are dealt" in text
    assert "Hold the button “my card” on your phone" in text
    assert run(site.codes.of(table.id)) in text, "somebody is still to come"
    assert "The cards are dealt" not in page(site, go_on(site, table, "seer.look"))


def test_the_screen_goes_on_to_the_sheriff_with_whoever_leads(site: Site) -> None:
    """And back to the cards where they are dealt once more."""
    deck = {"werewolf": 2, "seer": 1, "simple_villager": 5}
    dealt = Setup.of(8, deck, cards_known_to_app=True, seed=1, sheriff_election="setup")
    table = begin(site, dealt, deal="phones", dealt=True)
    assert "The cards are dealt" in middle(page(site, table))
    lead = Phone(site).leads(table)
    assert lead.post(f"/g/{table.id}/lead/ready").url.path == f"/g/{table.id}/lead"
    text = middle(page(site, table))
    assert "The cards are dealt" not in text
    assert 'class="qr"' not in text
    assert "Elect a Sheriff now?" in text
    lead.post(f"/g/{table.id}/lead/deal/anew")
    assert "The cards are dealt" in middle(page(site, table))


def test_what_is_voted_on_and_who_was_elected_is_read_on_screen_and_phones(site: Site) -> None:
    """Until somebody is called: a star at a seat is no sentence."""
    table = evening(site, setup={"sheriff_election": "setup"}, phones_vote=True)
    Phone(site).plays(table, FAY)
    table = go_on(site, table, "sheriff.elect", sheriff__now=True)
    assert "Who shall be Sheriff?" in middle(page(site, table))
    table = answer(site, table, dict.fromkeys(range(1, 9), GUS))
    said = "Gus is the new Sheriff."
    assert said in middle(page(site, table))
    fay = Phone(site).plays(table, FAY)
    assert said in fay.get(f"/g/{table.id}/seat/{FAY}").text.split('id="everybody"')[0]
    table = go_on(site, table, "seer.look")
    assert said not in middle(page(site, table))
    assert "The village sleeps." in middle(page(site, table))


def test_where_the_night_comes_first_the_screen_waits_for_it(site: Site) -> None:
    table = evening(site, dealt=True)
    Phone(site).leads(table).post(f"/g/{table.id}/lead/ready")
    assert "The cards are dealt" in middle(page(site, table))


def test_a_word_of_two_parts_stays_on_one_line(site: Site) -> None:
    """From afar `Loup-` at the end of a line is another word."""
    table = go_on(site, evening(site), "vote.ballots", werewolves__devour=HAL)
    table = answer(site, table, dict.fromkeys((ANN, BEA, CID, DAN, EVE, FAY), ANN))
    text = page(site, table, "fr")
    assert '<span class="whole">Loup-Garou</span>' in text[text.index('id="moments"') : text.index("public__middle")]


def test_the_cards_of_the_living_come_with_the_end(site: Site) -> None:
    """Whoever tells the last days one by one knows which cards lay open before, and which moment is the end."""
    table = evening(site)
    for wolf in (ANN, BEA):
        table = go_on(site, table, "vote.ballots", werewolves__devour=HAL if wolf == ANN else GUS)
        table = answer(site, table, dict.fromkeys(table.game.village.living, wolf))
    text = page(site, table)
    assert table.is_over
    assert "seat__card--last" in face(text, FAY)
    assert "seat__card--last" not in face(text, HAL)
    assert len(re.findall(r"<li [^>]*data-ends>", text)) == 1


def test_the_votes_are_counted_out_and_then_the_verdict_is_said(site: Site) -> None:
    """What a room wants to see: hands first. The screen has counted before whoever leads says whom it strikes."""
    table = go_on(site, evening(site), "vote.ballots", werewolves__devour=HAL)
    ballots = {ANN: EVE, BEA: EVE, CID: ANN, DAN: EVE, FAY: EVE}
    table = run(site.tables.answer(run(site.tables.find(table.id)), ballots, announces=True))
    assert table.moment, "whoever leads reads it out"
    phone = Phone(site).plays(table, FAY)
    for text in (page(site, table), phone.get(f"/g/{table.id}/seat/{FAY}").text):
        assert '<strong>Eve</strong> <span class="votes__count">4</span>' in text
        assert "condemns Eve" not in text
        assert "dies by the will" not in text
    assert 'data-ballots="1:5 2:5 3:1 4:5 6:5 "' in page(site, table)
    lines = re.findall(r'<li class="(\w+)', middle(page(site, table)))
    assert lines[0] == "public__votes", "what matters now is written first"
    table = run(site.tables.advance(table, told=table.headway.told + 1))
    for text in (page(site, table), phone.get(f"/g/{table.id}/seat/{FAY}").text):
        assert "condemns Eve" in text


def test_nobody_has_won_before_it_was_announced(site: Site) -> None:
    """Neither a phone nor the screen says so; and from then on the screen says it on every page of the story."""
    table = evening(site)
    table = answer(site, go_on(site, table, "vote.ballots", werewolves__devour=HAL), dict.fromkeys(range(1, 8), ANN))
    table = go_on(site, table, "vote.ballots", werewolves__devour=GUS)
    table = run(site.tables.answer(table, dict.fromkeys(table.game.village.living, BEA), announces=True))
    assert table.game.outcome is not None
    phone, steps = Phone(site).plays(table, FAY), 0
    while table.is_held:
        for text in (page(site, table), phone.get(f"/g/{table.id}/seat/{FAY}").text):
            assert "You have won" not in text
            assert boards.board(table, Words("en")).ending == ""
            assert "seat__card--last" not in text
        done = {"told": table.headway.told + 1} if table.moment else {"turned": table.headway.turned + 1}
        table = run(site.tables.advance(table, **done))
        steps += 1
    assert steps > 2
    assert "You have won" in phone.get(f"/g/{table.id}/seat/{FAY}").text
    assert "<span>Victory: the village</span></h1>" in page(site, table)
    assert "<span>Victoire : le village</span></h1>" in page(site, table, "fr").replace("\xa0", " ")


# -- what happens now is written there --


def test_at_dawn_the_screen_says_that_news_are_coming(site: Site) -> None:
    """Whoever leads is reading the first death: no empty table over "Day 1"."""
    table = go_on(site, evening(site), "dawn.breaks", werewolves__devour=CID)
    table = run(site.tables.answer(table, True, announces=True))
    assert table.is_announcing
    assert "The sun rises. What has the night brought?" in page(site, table)
    assert "Le soleil se lève." in page(site, table, "fr")
    assert "The sun rises" not in page(site, go_on(site, evening(site), "day.debate", werewolves__devour=CID))


def test_the_screen_says_who_has_the_say_before_everybody(site: Site) -> None:
    table = go_on(site, evening(site), "vote.ballots", werewolves__devour=HAL)
    assert "has a decision to make" not in page(site, table)
    table = answer(site, table, dict.fromkeys(table.game.village.living, EVE))
    assert table.game.prompt is not None
    assert table.game.prompt.key == "hunter.shoot"
    assert "Eve has a decision to make." in page(site, table)
    assert "À Eve de décider." in page(site, table, "fr")


def test_the_screen_names_the_last_who_have_to_vote(site: Site) -> None:
    table = go_on(site, evening(site, phones_vote=True), "vote.ballots", werewolves__devour=HAL)
    table = run(site.tables.manage(table, vote_open=table.revision))
    assert "Still to vote" not in page(site, table)
    for seat in (ANN, BEA, CID, DAN, EVE):
        table = run(site.tables.suggest(table, seat, EVE))
    assert "Still to vote: Fay and Gus" in page(site, table)


def test_nobody_holds_a_television(site: Site) -> None:
    table = evening(site)
    for text in (page(site, table), Phone(site).get("/tv").text):
        assert 'name="hand"' not in text
        assert 'name="dim"' in text
    assert 'name="hand"' in Phone(site).get("/join").text
