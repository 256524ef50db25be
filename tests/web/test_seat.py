"""A player's phone: the board for all to see, and what is this player's alone under a finger."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

from nightcall.web.app import Site
from nightcall.web.table import Table
from tests.web.evenings import ANN, BEA, CARDS, CID, DAN, EVE, FAY, GUS, HAL, answer, evening, go_on
from tests.web.phone import Phone, begin, new_site, run

SWAPPED = ("seer", "witch", "werewolf", "hunter", "werewolf", "simple_villager", "simple_villager", "simple_villager")
"""The usual deck, held by others; Fay, Gus and Hal hold the same."""


@pytest.fixture
def site() -> Site:
    return new_site()


def at(table: Table, seat: int) -> str:
    return f"/g/{table.id}/seat/{seat}"


def page(site: Site, table: Table, seat: int) -> str:
    reply = Phone(site).plays(table, seat).get(at(table, seat))
    assert reply.status_code == 200
    return reply.text


def under_cover(text: str) -> str:
    """What is seen while the card is held."""
    found = re.search(r'<div class="peek__secret" hidden>(.*?)</section>', text, re.DOTALL)
    assert found is not None
    return found.group(1)


def uncovered(text: str) -> str:
    """The page without what lies under the cover of the own card."""
    text = re.sub(r"<noscript>.*?</noscript>", "", text, flags=re.DOTALL)
    return re.sub(r'<div class="peek__secret" hidden>.*?</section>', "", text, flags=re.DOTALL)


def called(text: str) -> str:
    """What is found under the button for a call."""
    found = re.search(r'<details class="called".*?</details>', text, re.DOTALL)
    return found.group() if found else ""


def token(text: str) -> str:
    found = re.search(r'name="token" value="(\w+)"', text)
    assert found is not None
    return found.group(1)


def vote(site: Site, **manner: Any) -> Table:
    """The first vote, open to the phones; Hal has been devoured."""
    table = go_on(site, evening(site, phones_vote=True, **manner), "vote.ballots", werewolves__devour=HAL)
    return run(site.tables.manage(table, vote_open=table.revision))


# -- what it shows --


def test_only_the_phone_that_plays_the_seat_may_open_it(site: Site) -> None:
    table = evening(site)
    assert Phone(site).get(at(table, ANN)).status_code == 403
    assert Phone(site).plays(table, BEA).get(at(table, ANN)).status_code == 403
    assert Phone(site).get(at(table, ANN) + "/live").status_code == 403
    assert Phone(site).post(at(table, ANN) + "/choose", seat=BEA).status_code == 403


def test_the_own_card_lies_under_the_cover_with_what_it_does(site: Site) -> None:
    text = page(site, evening(site), CID)
    assert "Seer" in under_cover(text)
    assert "Using what you know without being found out" in under_cover(text)
    mine = re.search(rf'<li class="seat" data-seat="{CID}".*?</li>', text, re.DOTALL)
    assert mine is not None
    assert "seer" not in mine.group()


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


def test_what_was_shown_to_this_seat_is_there_and_nowhere_else(site: Site) -> None:
    table = go_on(site, evening(site), "werewolves.devour", seer__look=BEA)
    told = "The card of Bea: Werewolf."
    assert told in under_cover(page(site, table, CID))
    assert told not in uncovered(page(site, table, CID))
    for seat in (ANN, BEA, FAY):
        assert told not in page(site, table, seat)


def test_a_real_card_is_not_on_the_phone(site: Site) -> None:
    text = page(site, begin(site), ANN)
    assert "Your card is a real one" in under_cover(text)


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


def test_after_death_the_public_board_unless_the_dead_may_see_everything(site: Site) -> None:
    for graveyard in (False, True):
        table = go_on(site, evening(site, graveyard=graveyard), "day.debate", werewolves__devour=HAL, seer__look=BEA)
        table = go_on(site, table, "werewolves.devour", seer__look=ANN)
        dead, alive = page(site, table, HAL), page(site, table, GUS)
        assert ("Among the dead" in dead) is graveyard
        assert ("Cid looked at Bea&#39;s card and saw the Werewolf." in dead) is graveyard
        assert "Among the dead" not in alive
        assert "Cid looked at" not in alive


def test_the_dead_see_nothing_before_the_next_night(site: Site) -> None:
    """A dying Hunter does not read the cards before he shoots, and a vote-out by a slip can be taken back."""
    table = go_on(site, evening(site, graveyard=True), "vote.ballots", werewolves__devour=HAL)
    assert "Among the dead" not in page(site, table, HAL)
    table = answer(site, table, dict.fromkeys(table.game.village.living, EVE))
    table = go_on(site, table, "hunter.shoot")
    for _ in ("before the shot", "after it"):
        assert "Among the dead" not in page(site, table, EVE)
        assert "graveyard" not in Phone(site).plays(table, EVE).get(at(table, EVE)).text.split("<details")[0]
        table = answer(site, table, GUS) if table.game.prompt and table.game.prompt.key == "hunter.shoot" else table
    table = go_on(site, table, "seer.look")
    for seat in (EVE, GUS, HAL):
        assert "Among the dead" in page(site, table, seat)
    back = run(site.tables.undo(table, 3))
    assert "Among the dead" not in page(site, back, EVE), "an undo takes the sight away again"


def test_what_the_dead_see_is_under_a_hold(site: Site) -> None:
    table = go_on(site, evening(site, graveyard=True), "day.debate", werewolves__devour=HAL, seer__look=BEA)
    text = uncovered(page(site, go_on(site, table, "seer.look"), HAL))
    assert "Werewolf" not in re.sub(r"<details.*?</details>", "", text, flags=re.DOTALL)
    assert "Among the dead" in text
    whole = page(site, table, HAL)
    for part, told in (("the-dead-see", "Werewolf"), ("true-story", "Cid looked at")):
        held = re.search(rf'<section [^>]*id="{part}" data-peek>.*?</section>', whole, re.DOTALL)
        assert held is not None
        assert told in held.group(), "open while a finger is on it, like everything held"
        assert told not in uncovered(held.group())


def test_the_dead_are_told_when_they_will_see_and_never_to_close_their_eyes(site: Site) -> None:
    table = go_on(site, evening(site, graveyard=True, phones_act=True), "day.debate", werewolves__devour=HAL)
    assert "From the coming night on you will see everything here." in page(site, table, HAL)
    assert "From the coming night on" not in page(site, table, FAY)
    table = go_on(site, table, "seer.look")
    assert "From the coming night on" not in page(site, table, HAL)
    assert "you are among the dead" in called(page(site, table, HAL))
    assert "Close your eyes" not in called(page(site, table, HAL))
    assert "Close your eyes" in called(page(site, table, FAY))


def test_after_the_end_the_way_to_the_story(site: Site) -> None:
    table = evening(site)
    for day in (1, 2):
        table = go_on(site, table, "vote.ballots")
        table = answer(site, table, dict.fromkeys(table.game.village.living, day))
    text = page(site, table, FAY)
    assert f'href="/g/{table.id}/end"' in text
    assert "The village wins" in text


# -- voting --


def test_a_vote_from_the_phone(site: Site) -> None:
    table = vote(site)
    phone = Phone(site).plays(table, FAY)
    text = phone.get(at(table, FAY)).text
    assert "Who shall die?" in text
    reply = phone.post(at(table, FAY) + "/choose", token=token(text), seat=BEA)
    assert reply.url.path == at(table, FAY)
    assert "Your choice: Bea." in reply.text
    assert run(site.tables.find(table.id)).suggested == {FAY: BEA}
    reply = phone.post(at(table, FAY) + "/choose", token=token(reply.text), seat="-")
    assert "Your choice: Nobody." in reply.text
    assert run(site.tables.find(table.id)).suggested == {FAY: None}


def test_no_vote_before_it_is_opened_nor_for_the_dead(site: Site) -> None:
    table = go_on(site, evening(site, phones_vote=True), "vote.ballots", werewolves__devour=HAL)
    assert 'id="vote"' not in page(site, table, FAY)
    table = run(site.tables.manage(table, vote_open=table.revision))
    assert 'id="vote"' in page(site, table, FAY)
    assert 'id="vote"' not in page(site, table, HAL)


def test_the_own_vote_alone_can_be_cast_and_only_for_a_candidate(site: Site) -> None:
    table = vote(site)
    phone = Phone(site).plays(table, FAY)
    now = token(phone.get(at(table, FAY)).text)
    for fields in ({"seat": HAL}, {"seat": 99}, {"seat": "x"}):
        reply = phone.post(at(table, FAY) + "/choose", token=now, **fields)
        assert reply.status_code == 422
        assert "That is not possible here. Choose again." in reply.text
        assert 'id="vote"' in reply.text
    phone.post(at(table, FAY) + "/choose", token=now, seat=ANN, vote_1=BEA)
    assert run(site.tables.find(table.id)).suggested == {FAY: ANN}


def test_where_everybody_must_vote_nobody_can_abstain_by_phone(site: Site) -> None:
    table = evening(site, setup={"abstention": False}, phones_vote=True)
    table = go_on(site, table, "vote.ballots", werewolves__devour=HAL)
    table = run(site.tables.manage(table, vote_open=table.revision))
    phone = Phone(site).plays(table, FAY)
    text = phone.get(at(table, FAY)).text
    assert 'name="seat" value="-"' not in text
    assert phone.post(at(table, FAY) + "/choose", token=token(text), seat="-").status_code == 422


def test_a_vote_for_a_question_that_is_over_is_refused_with_the_game_as_it_stands(site: Site) -> None:
    table = vote(site)
    phone = Phone(site).plays(table, FAY)
    old = token(phone.get(at(table, FAY)).text)
    answer(site, table, {})
    reply = phone.post(at(table, FAY) + "/choose", token=old, seat=BEA)
    assert reply.status_code == 409
    assert "your last tap did not count" in reply.text
    assert "Night 2" in reply.text
    assert run(site.tables.find(table.id)).suggested == {}


def test_the_same_tap_sent_twice_counts_once(site: Site) -> None:
    table = vote(site)
    phone = Phone(site).plays(table, FAY)
    now = token(phone.get(at(table, FAY)).text)
    for _ in range(2):
        assert phone.post(at(table, FAY) + "/choose", token=now, seat=BEA).status_code == 200
    assert run(site.tables.find(table.id)).suggested == {FAY: BEA}


# -- acting at night --


def test_the_one_who_is_asked_finds_the_question_under_the_button_and_nobody_else_does(site: Site) -> None:
    table = go_on(site, evening(site, phones_act=True), "seer.look")
    asked = called(page(site, table, CID))
    assert "Whose secret do you want to read?" in asked
    assert asked.count('name="seat"') == 8, "every face can be tapped, the own one too"
    for seat in (ANN, FAY):
        assert "Nobody calls you now" in called(page(site, table, seat))
        assert "Whose secret do you want" not in page(site, table, seat)
    assert uncovered(page(site, table, CID)).replace(asked, "").count("Whose secret do you want") == 0


def test_no_button_where_the_table_acts_with_its_hands(site: Site) -> None:
    table = go_on(site, evening(site), "seer.look")
    for seat in (CID, FAY):
        assert called(page(site, table, seat)) == ""
    phone = Phone(site).plays(table, CID)
    assert phone.post(at(table, CID) + "/choose", token="", seat=ANN).status_code == 409


def test_a_choice_at_night_is_kept_for_the_moderator_and_shown_to_the_pack_alone(site: Site) -> None:
    table = go_on(site, evening(site, phones_act=True), "werewolves.devour")
    wolf, mate = Phone(site).plays(table, ANN), page(site, table, BEA)
    others = {seat: page(site, table, seat) for seat in (CID, DAN, FAY)}
    reply = wolf.post(at(table, ANN) + "/choose", token=token(wolf.get(at(table, ANN)).text), seat=DAN)
    assert "Your choice: Dan." in called(reply.text)
    assert run(site.tables.find(table.id)).suggested == {ANN: DAN}
    assert "Awake with you: Ann. Ann points at Dan." in called(page(site, table, BEA)), "the pack agrees on its phones"
    assert "Bea has not chosen yet." in called(reply.text)
    assert page(site, table, BEA) != mate
    assert {seat: page(site, table, seat) for seat in others} == others
    assert run(site.tables.find(table.id)).revision == table.revision


def test_what_the_rules_forbid_is_refused_in_place(site: Site) -> None:
    table = go_on(site, evening(site, phones_act=True), "werewolves.devour")
    wolf = Phone(site).plays(table, ANN)
    now = token(wolf.get(at(table, ANN)).text)
    reply = wolf.post(at(table, ANN) + "/choose", token=now, seat=BEA)
    assert reply.status_code == 422
    assert "That is not possible here. Choose again." in called(reply.text)
    assert run(site.tables.find(table.id)).suggested == {}


def test_in_french(site: Site) -> None:
    table = go_on(site, evening(site, phones_act=True), "seer.look")
    text = Phone(site, "fr").plays(table, CID).get(at(table, CID)).text
    assert "Nuit 1" in text
    assert "Voyante" in under_cover(text)
    assert "web.seat." not in text
    assert "web.board." not in text


# -- nothing is given away at a glance --


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


# -- results where the player looks --


def test_the_answer_stands_in_the_panel_until_it_was_seen(site: Site) -> None:
    table = go_on(site, evening(site, phones_act=True), "werewolves.devour", seer__look=BEA)
    phone = Phone(site).plays(table, CID)
    text = phone.get(at(table, CID)).text
    assert "The card of Bea: Werewolf." in called(text)
    assert "#werewolf" in called(text)
    assert "The card of Bea" not in re.sub(r"<details.*?</details>", "", uncovered(text), flags=re.DOTALL)
    count = re.search(r'name="count" value="(\d+)"', text)
    assert count is not None
    text = phone.post(at(table, CID) + "/seen", count=count.group(1)).text
    assert "The card of Bea" not in called(text)
    assert "Nobody calls you now" in called(text)
    assert "The card of Bea: Werewolf." in under_cover(text), "it can be read again with the own card"


def test_what_follows_from_a_state_is_told_with_it(site: Site) -> None:
    cards = ("werewolf", "werewolf", "cupid", "witch", "hunter", "seer", "simple_villager", "simple_villager")
    table = go_on(site, evening(site, cards, phones_act=True), "dawn.breaks", cupid__pair=(GUS, HAL))
    assert "You are in love with Hal. If one of you dies, the other dies of grief" in called(page(site, table, GUS))
    assert "You are in love with Gus." in called(page(site, table, HAL))
    french = Phone(site, "fr").plays(table, GUS).get(at(table, GUS)).text
    assert "Vous aimez Hal." in called(french)


def test_the_witch_reads_whom_they_attacked_beside_the_question(site: Site) -> None:
    table = go_on(site, evening(site, phones_act=True), "witch.heal", werewolves__devour=HAL)
    text = called(page(site, table, DAN))
    assert "The Werewolves attacked: Hal." in text
    assert "Whom do you heal?" in text
    assert "I keep the potion" not in text, "no phone has a button of its own"


def test_nobody_is_ticked_only_when_chosen(site: Site) -> None:
    table = vote(site)
    phone = Phone(site).plays(table, FAY)
    quiet = re.compile(r'<button class="choice choice--none" name="seat" value="-" aria-pressed="(\w+)">')
    text = phone.get(at(table, FAY)).text
    assert quiet.findall(text) == ["false"]
    assert quiet.findall(phone.post(at(table, FAY) + "/choose", token=token(text), seat="-").text) == ["true"]


def test_an_election_is_another_question_than_a_verdict(site: Site) -> None:
    table = evening(site, setup={"sheriff_election": "setup"}, phones_vote=True)
    table = go_on(site, table, "sheriff.elect", sheriff__now=True)
    table = run(site.tables.manage(table, vote_open=table.revision))
    assert "Who shall be Sheriff?" in page(site, table, FAY)
    assert "Who shall be Sheriff?" not in page(site, vote(site), FAY)


# -- deciding by day --


def test_whoever_has_the_say_by_day_finds_it_under_the_same_button(site: Site) -> None:
    table = go_on(site, evening(site, phones_act=True), "vote.ballots", werewolves__devour=HAL)
    table = answer(site, table, dict.fromkeys(table.game.village.living, EVE))
    assert table.game.prompt is not None
    assert table.game.prompt.key == "hunter.shoot"
    assert "Whom do you shoot?" in called(page(site, table, EVE))
    assert "Whom do you shoot?" not in page(site, table, ANN)
    phone = Phone(site).plays(table, EVE)
    phone.post(at(table, EVE) + "/choose", token=token(phone.get(at(table, EVE)).text), seat=ANN)
    assert run(site.tables.find(table.id)).suggested == {EVE: ANN}


# -- one shape on every phone --


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


def test_what_stands_on_the_slip_can_be_chosen(site: Site) -> None:
    cards = ("werewolf", "werewolf", "wolf_hound", "wandering_judge", "hunter", "witch", *["simple_villager"] * 2)
    table = evening(site, cards, phones_act=True)
    for until, seat, sent, kept in (
        ("wandering_judge.sign", DAN, {"text": "a cough"}, "a cough"),
        ("wolf_hound.choose", CID, {"value": "village"}, "village"),
    ):
        table = go_on(site, table, until, wolf_hound__choose="village")
        phone = Phone(site).plays(table, seat)
        reply = phone.post(at(table, seat) + "/choose", token=token(phone.get(at(table, seat)).text), **sent)
        assert run(site.tables.find(table.id)).suggested == {seat: kept}
        assert "Your choice:" in called(reply.text)


def test_whoever_leads_reads_how_many_have_seen_what_they_are_shown(site: Site) -> None:
    """A number in the open, live or faked; who it is under a finger."""
    table = go_on(site, evening(site, phones_act=True), "seer.look")
    moderator, seer, other = Phone(site).leads(table), Phone(site).plays(table, CID), Phone(site).plays(table, FAY)
    lead = f"/g/{table.id}/lead"
    moderator.post(f"{lead}/answer", at=table.revision, seat=BEA)
    before = moderator.get(lead).text
    assert "Seen on phones: 0" in before
    count = re.search(r'<input type="hidden" name="count" value="(\d+)">', seer.get(at(table, CID)).text)
    assert count is not None
    quiet = [Phone(site).get(f"/g/{table.id}").text, other.get(at(table, FAY)).text]
    other.post(at(table, FAY) + "/seen", count=5)
    assert "Seen on phones: 0" in moderator.get(lead).text, "nothing is shown to this one"
    seer.post(at(table, CID) + "/seen", count=count.group(1))
    after = moderator.get(lead).text
    assert "Seen on phones: 1" in after
    assert "Seen on the phone: Cid" in after
    assert "Seen on the phone: Cid" not in uncovered(after)
    assert [Phone(site).get(f"/g/{table.id}").text, other.get(at(table, FAY)).text] == quiet
    moderator.post(f"{lead}/seen", at=run(site.tables.find(table.id)).revision)
    assert "Seen on phones" not in moderator.get(lead).text


def test_that_the_pack_disagrees_is_said_in_words(site: Site) -> None:
    table = go_on(site, evening(site, phones_act=True), "werewolves.devour")
    for wolf, prey in ((ANN, FAY), (BEA, GUS)):
        table = run(site.tables.suggest(table, wolf, prey))
    moderator = Phone(site).leads(table)
    lead = moderator.post(f"/g/{table.id}/lead/seen", at=table.revision).text  # what the Seer was shown before
    assert re.search(r'value="phones" disabled>.*?</button> <small class="dim">The phones do not agree yet\.', lead)
    run(site.tables.suggest(table, BEA, FAY))
    assert "do not agree" not in Phone(site).leads(table).get(f"/g/{table.id}/lead").text


def test_news_that_belong_to_an_earlier_call_do_not_stand_before_a_question(site: Site) -> None:
    cards = ("werewolf", "werewolf", "cupid", "witch", "hunter", "seer", "simple_villager", "simple_villager")
    answers = {"cupid__pair": (DAN, HAL), "werewolves__devour": GUS}
    table = go_on(site, evening(site, cards, phones_act=True), "werewolves.devour", **answers)
    assert "You are in love with Hal." in called(page(site, table, DAN)), "until then it stays"
    table = go_on(site, table, "witch.heal", **answers)
    asked = called(page(site, table, DAN))
    assert "The Werewolves attacked: Gus." in asked
    assert "in love" not in asked
    assert "You are in love with Hal." in under_cover(page(site, table, DAN))


def test_nothing_that_is_told_is_denied_beside_it(site: Site) -> None:
    table = go_on(site, evening(site, phones_act=True), "werewolves.devour", seer__look=BEA)
    text = called(page(site, table, CID))
    assert "The card of Bea: Werewolf." in text
    assert "Nobody calls you now" not in text
    assert "Close your eyes again" not in text


def test_a_companion_is_said_to_be_one(site: Site) -> None:
    table = go_on(site, evening(site, phones_act=True), "werewolves.devour")
    assert "Awake with you: Bea. Bea has not chosen yet." in called(page(site, table, ANN))


def test_a_refusal_is_written_where_there_is_room(site: Site) -> None:
    """Not in the ring, where it would be cut off."""
    table = go_on(site, evening(site, phones_act=True), "werewolves.devour")
    wolf = Phone(site).plays(table, ANN)
    now = token(wolf.get(at(table, ANN)).text)
    reply = wolf.post(at(table, ANN) + "/choose", token=now, seat=BEA)
    ring = re.search(r'<ol class="ring ring--own".*?</ol>', called(reply.text), re.DOTALL)
    assert ring is not None
    assert "That is not possible here" not in ring.group()
    slip = re.search(r'<div class="called__slip".*?</div>', called(reply.text), re.DOTALL)
    assert slip is not None
    assert "That is not possible here. Choose again." in slip.group()


# -- speaking to its owner --


def open_page(text: str) -> str:
    """What is read without holding or opening anything."""
    return re.sub(r"<details.*?</details>", "", uncovered(text), flags=re.DOTALL)


def test_after_the_deal_the_phone_says_where_the_card_is(site: Site) -> None:
    table = evening(site, dealt=False)
    assert "Your card comes when all are ready" in open_page(page(site, table, ANN))
    table = run(site.tables.manage(table, dealt=True))
    assert "Your card is here." in open_page(page(site, table, ANN))
    assert "Your card is here." not in page(site, go_on(site, table, "seer.look"), ANN)


def test_the_dead_are_told_that_they_are(site: Site) -> None:
    for graveyard in (False, True):
        table = go_on(site, evening(site, graveyard=graveyard), "day.debate", werewolves__devour=HAL)
        text = open_page(page(site, table, HAL))
        assert "You did not live to see the morning." in text
        assert "Hal did not live" not in text
        assert "You are dead. Say nothing more" in text
        assert ("From the coming night on you will see everything here." in text) is graveyard
        other = open_page(page(site, table, GUS))
        assert "Hal did not live to see the morning." in other
        assert "You are dead" not in other
        french = Phone(site, "fr").plays(table, HAL).get(at(table, HAL)).text
        assert "Vous n’avez pas survécu à la nuit." in open_page(french)


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


def test_all_votes_are_in_and_the_own_one_is_not_forgotten(site: Site) -> None:
    table = vote(site)
    voters = table.game.prompt.voters if table.game.prompt else ()
    for seat in voters:
        assert "until everybody has voted" in page(site, table, seat)
        table = run(site.tables.suggest(table, seat, BEA if seat != BEA else None))
    text = open_page(page(site, table, FAY))
    assert "Everybody has voted." in text
    assert "Your vote: Bea." in text
    assert "Your vote: Nobody." in open_page(page(site, table, BEA))
    assert "Your vote" not in page(site, table, HAL)
    screen = Phone(site).get(f"/g/{table.id}").text
    assert "Everybody has voted." in screen
    assert "Your vote" not in screen


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


# -- as long as the others' --


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


def reads(site: Site, table: Table, seat: int) -> str:
    """The player reads what stands on the slip and taps "Done"."""
    phone = Phone(site).plays(table, seat)
    count = re.search(r'name="count" value="(\d+)"', phone.get(at(table, seat)).text)
    assert count is not None
    return phone.post(at(table, seat) + "/seen", count=count.group(1)).text


def test_who_has_read_one_answer_is_not_counted_for_the_next(site: Site) -> None:
    """The Seer has read hers; of the two Lovers nobody has yet, then one, then both."""
    cards = ("werewolf", "werewolf", "cupid", "witch", "hunter", "seer", "simple_villager", "simple_villager")
    table = go_on(site, evening(site, cards, phones_act=True), "seer.look", cupid__pair=(GUS, HAL))
    moderator, lead = Phone(site).leads(table), f"/g/{table.id}/lead"
    moderator.post(f"{lead}/answer", at=table.revision, seat=BEA)
    reads(site, table, FAY)
    table = run(site.tables.find(table.id))
    assert "Seen on phones: 1" in moderator.get(lead).text
    assert "Seen on phones: 0" in moderator.post(f"{lead}/seen", at=table.revision).text
    for lover, read in ((GUS, 1), (HAL, 2)):
        reads(site, table, lover)
        assert f"Seen on phones: {read}" in moderator.get(lead).text


def test_everybody_looks_when_the_lovers_do_and_reads_an_answer(site: Site) -> None:
    """Nobody looks for another's eyes: the whole table is awake. Whoever is not in love reads just that."""
    cards = ("werewolf", "werewolf", "cupid", "witch", "hunter", "seer", "simple_villager", "simple_villager")
    table = go_on(site, evening(site, cards, phones_act=True), "lovers.meet", cupid__pair=(GUS, HAL), seer__look=ANN)
    moderator = Phone(site).leads(table)
    lead = moderator.post(f"/g/{table.id}/lead/seen", at=table.revision).text
    assert "Two of you read there with whom you are in love. Look at nothing but your own phone" in lead
    assert "with your eyes" not in lead
    assert "No arrow has struck you so far." in called(page(site, table, EVE))
    assert "You are in love with Hal." in called(page(site, table, GUS))
    assert "No arrow" not in called(reads(site, table, GUS))
    assert "Aucune flèche ne vous a atteint" in called(Phone(site, "fr").plays(table, EVE).get(at(table, EVE)).text)


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


# -- a card as it is played at this table --


@pytest.mark.parametrize(
    ("card", "beside", "options", "says", "never"),
    [
        ("seer", "witch", {}, "you see one player's card", "table prefers"),
        ("seer", "witch", {"seer_reveal": "wolf_thumb"}, "whether that is a Werewolf, and no more", "table prefers"),
        ("little_girl", "witch", {}, "you take their victim's place", "Defender"),
        ("little_girl", "defender", {}, "The Defender cannot guard you.", "die of fright"),
        ("little_girl", "defender", {"defender_shields_little_girl": True}, "The Defender can guard you.", "cannot"),
        ("little_girl", "witch", {"little_girl_caught": "dies_of_fright_instead"}, "you die of fright", "place"),
        ("defender", "witch", {"defender_may_repeat": True}, "Each night you guard one player", "never the same"),
        ("fox", "witch", {"fox_keeps_nose": True}, "you may sniff", "spoilt"),
        ("hunter", "witch", {"hunter_shot": "may"}, "you may fire one last time", "When you die you fire"),
        ("wolf_hound", "witch", {"wolf_hound_side": "by_lot"}, "a lot decides in secret", "you pick"),
        ("trusted_villager", "witch", {"trusted_villager_public": False}, "nobody knows it", "the whole table knows"),
    ],
)
def test_a_card_says_what_it_does_at_this_table(
    site: Site, card: str, beside: str, options: dict[str, Any], says: str, never: str
) -> None:
    cards = ("werewolf", "werewolf", card, beside, *["simple_villager"] * 4)
    text = unescape(under_cover(page(site, evening(site, cards, setup=options), CID)))
    assert says in text
    assert never not in text
