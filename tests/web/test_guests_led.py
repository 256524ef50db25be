"""Guests at an evening led by a moderator: what they tripped over, on their phones and on the public screen."""

from __future__ import annotations

import re
from html import unescape

import pytest

from nightcall.web.app import Site
from nightcall.web.table import Table
from tests.web.evenings import ANN, BEA, CARDS, CID, DAN, EVE, FAY, GUS, HAL, answer, evening, go_on
from tests.web.phone import Phone, run
from tests.web.test_phones_help import panel, script

EVERYBODY = range(1, 9)


def plain(text: str) -> str:
    return " ".join(unescape(re.sub("<[^>]+>", " ", text)).split())


def slip(phone: Phone, table: Table, seat: int) -> list[str]:
    """The lines on the slip of paper under the button for a call."""
    found = re.search(r'<div class="called__slip".*?</div>', panel(phone, table, seat), re.DOTALL)
    assert found is not None
    return [line for line in map(plain, re.findall(r"<p\b.*?</p>", found.group(), re.DOTALL)) if line]


def screen(site: Site, table: Table, language: str = "en") -> str:
    return Phone(site, language).get(f"/g/{table.id}").text


def news(text: str) -> str:
    found = re.search(r'<ul class="public__news".*?</ul>', text, re.DOTALL)
    return plain(found.group()) if found else ""


# -- at a call --


@pytest.mark.parametrize(
    ("language", "where"), [("en", "“my call” at the bottom of the screen"), ("fr", "« mon appel », en bas de l’écran")]
)
def test_what_is_said_aloud_names_the_button_as_it_is_written_there(site: Site, language: str, where: str) -> None:
    """Read aloud, "the button of your phone" is the one that switches it off."""
    table = go_on(site, evening(site, phones_act=True), "seer.look")
    assert where in script(Phone(site, language).leads(table), table).replace("\xa0", " ")
    label = {"en": "Hold: my call", "fr": "Maintenir : mon appel"}[language]
    assert label in plain(panel(Phone(site, language).plays(table, FAY), table, FAY)).replace("\xa0", " ")


def test_done_with_nothing_chosen_says_so_on_every_phone_alike(site: Site) -> None:
    """What it says fits whoever is asked and whoever sleeps, so nobody beside learns which one it is."""
    table = go_on(site, evening(site, phones_act=True), "seer.look")
    for until in ("seer.look", "werewolves.devour"):
        table = go_on(site, table, until)
        for seat in {*EVERYBODY} - ({CID} if until != "seer.look" else set()):  # what the Seer has read is done with it
            said = re.findall(r'data-undone="([^"]*)"', panel(Phone(site).plays(table, seat), table, seat))
            assert said == ["Nothing is chosen on this phone. “Done” once more closes it all the same."], seat


def test_a_tap_on_the_change_of_question_is_answered_where_the_player_looks(site: Site) -> None:
    """On the slip that is open, whether this player is asked something else by now or nothing any more."""
    table = go_on(site, evening(site, phones_act=True), "witch.heal", werewolves__devour=HAL)
    witch = Phone(site).plays(table, DAN)
    token = re.findall(r'name="token" value="(\w+)"', panel(witch, table, DAN))[0]
    for until in ("witch.poison", "dawn.breaks"):
        table = go_on(site, table, until)
        reply = witch.post(f"/g/{table.id}/seat/{DAN}/choose", token=token, seat=HAL)
        assert reply.status_code == 409
        found = re.search(r'<div class="called__slip".*?</div>', reply.text, re.DOTALL)
        assert found is not None
        assert "your last tap did not count" in plain(found.group())


def test_the_slip_has_as_many_lines_whoever_holds_the_phone(site: Site) -> None:
    """The wolf's and the Seer's look like the sleeper's from the next chair."""
    for until in ("seer.look", "werewolves.devour"):
        table = go_on(site, evening(site, phones_act=True), until)
        lines = [slip(Phone(site, "fr").plays(table, seat), table, seat) for seat in EVERYBODY]
        assert {len(each) for each in lines} == {3}
        sizes = [sum(map(len, each)) for each in lines]
        assert max(sizes) - min(sizes) < 40, "a line at the most"


def test_the_second_question_of_a_call_is_announced(site: Site) -> None:
    """Whoever has closed the eyes after the first potion hears of the second one; faked it sounds the same (FK-1)."""
    said = []
    for cards in (CARDS, ("werewolf", "werewolf", "seer", *["simple_villager"] * 5)):
        announced = {} if cards is CARDS else {"also_announced": ["witch"]}
        table = evening(site, cards, announced, phones_act=True)
        table = go_on(site, table, "witch.heal" if cards is CARDS else "call.fake", werewolves__devour=HAL)
        moderator = Phone(site).leads(table)
        first = script(moderator, table)
        assert "There may be two questions" in first
        moderator.post(f"/g/{table.id}/lead/answer", at=table.revision, seat=HAL)
        table = run(site.tables.find(table.id))
        said.append((first, script(moderator, table)))
    assert "And the poison" in said[0][1]
    assert "“my call” at the bottom" in said[0][1]
    assert said[0] == said[1]


def test_later_nobody_hears_that_both_potions_are_left(site: Site) -> None:
    """A faked call asks once from the second night on: a sentence more would tell that the Witch is there (FK-2)."""
    table = go_on(site, evening(site, phones_act=True), "vote.ballots", werewolves__devour=HAL)
    table = go_on(site, answer(site, table, {}), "witch.poison", werewolves__devour=GUS)
    assert "And the poison" not in script(Phone(site).leads(table), table)


# -- the Sheriff --


def election(site: Site) -> Table:
    """The phones elect a Sheriff before the first night, all of them with Gus but two."""
    table = evening(site, setup={"sheriff_election": "setup"}, phones_vote=True, phones_act=True, looked=True)
    for seat in EVERYBODY:
        Phone(site).plays(table, seat)
    table = go_on(site, table, "sheriff.elect", sheriff__now=True)
    return run(site.tables.manage(table, vote_open=table.revision))


def elected(site: Site) -> tuple[Table, Phone]:
    table = election(site)
    moderator = Phone(site).leads(table)
    votes = {f"vote-{seat}": HAL if seat in (ANN, BEA) else GUS for seat in EVERYBODY}
    moderator.post(f"/g/{table.id}/lead/answer", at=table.revision, **votes)
    return run(site.tables.find(table.id)), moderator


@pytest.mark.parametrize(("language", "ask"), [("en", "Who shall be Sheriff?"), ("fr", "Qui sera Capitaine ?")])
def test_the_screen_says_what_is_voted_on(site: Site, language: str, ask: str) -> None:
    assert ask in news(screen(site, election(site), language)).replace("\xa0", " ")


def test_who_is_elected_is_a_moment_of_its_own_before_the_night(site: Site) -> None:
    """With its count, on the screen and on every phone, while whoever leads says it; then night falls."""
    table, moderator = elected(site)
    said = "The village has chosen: Gus is the new Sheriff."
    assert 'data-asked="moment"' in moderator.get(f"/g/{table.id}/lead").text
    text = screen(site, table)
    assert said in news(text)
    assert "Gus 6" in news(text)
    assert "Hal 2" in news(text)
    moments = text[text.index('id="moments"') : text.index("public__middle")]
    assert f'data-ballots="{ANN}:{HAL} {BEA}:{HAL} {CID}:{GUS} ' in moments
    phone = Phone(site).plays(table, FAY).get(f"/g/{table.id}/seat/{FAY}").text
    assert said in phone
    assert 'data-phase="night"' not in phone
    assert 'Gus</strong> <span class="votes__count">6' in phone
    moderator.post(f"/g/{table.id}/lead/told", at=table.revision, told=1)
    table = run(site.tables.find(table.id))
    assert 'class="public" data-phase="night"' in screen(site, table)
    phone = Phone(site).plays(table, FAY).get(f"/g/{table.id}/seat/{FAY}").text
    assert said in phone, "it is still read there until somebody is called"


def test_the_sum_of_a_vote_is_that_of_its_sentence(site: Site) -> None:
    """The Sheriff's voice counts double: the last number that falls in says so."""
    table = evening(site, setup={"sheriff_election": "setup"}, phones_vote=True)
    table = go_on(site, table, "vote.ballots", sheriff__now=True, sheriff__elect={ANN: ANN}, werewolves__devour=HAL)
    table = answer(site, table, {ANN: BEA, CID: BEA, BEA: ANN})
    assert f'data-voices="{BEA}:3 {ANN}:1 "' in screen(site, table)


# -- who decides before everybody --


def test_the_hunter_s_button_says_what_it_is_for_and_his_choice_is_accepted_with_one_tap(site: Site) -> None:
    table = go_on(site, evening(site, phones_act=True), "hunter.shoot", werewolves__devour=EVE)
    hunter, moderator = Phone(site).plays(table, EVE), Phone(site).leads(table)
    page = hunter.get(f"/g/{table.id}/seat/{EVE}").text
    turn = page[page.index('id="my-turn"') : page.index("</p>", page.index('id="my-turn"'))]
    assert "under “my answer”" in plain(turn)
    assert "#ui-card-back" not in turn, "that is the other button"
    assert "Hold: my answer" in panel(hunter, table, EVE)
    assert "my answer" not in panel(Phone(site).plays(table, FAY), table, FAY)
    lead = f"/g/{table.id}/lead"
    assert 'id="take"' not in moderator.get(lead).text
    token = re.findall(r'name="token" value="(\w+)"', panel(hunter, table, EVE))[0]
    hunter.post(f"/g/{table.id}/seat/{EVE}/choose", token=token, seat=ANN)
    moderator.post(f"{lead}/turn", at=table.revision, value="hunter")
    assert "Accept: Ann" in plain(moderator.get(lead).text)
    moderator.post(f"{lead}/answer", at=table.revision, take="phones")
    table = run(site.tables.find(table.id))
    assert table.game.answers[-1].value == ANN


# -- a lost phone, the cards --


def test_freeing_a_seat_opens_the_door_and_whoever_comes_closes_it(site: Site) -> None:
    """Another phone for Cid in the middle of a night: the code stands there at once, and is over once he is in."""
    table = go_on(site, evening(site, phones_act=True), "werewolves.devour")
    for seat in {*EVERYBODY} - {CID}:
        Phone(site).plays(table, seat)
    lost, moderator = Phone(site).plays(table, CID), Phone(site).leads(table)
    seats = f"/g/{table.id}/lead/seats"
    assert 'id="code"' not in moderator.get(seats).text
    moderator.post(f"{seats}/free", seat=CID)
    assert lost.get(f"/g/{table.id}/seat/{CID}").status_code == 403
    code = re.findall(r'id="code">(\w+)<', moderator.get(seats).text)[0]
    new = Phone(site)
    new.post(f"/join/{code}", seat=CID, sure="yes")
    table = run(site.tables.find(table.id))
    moderator.post(f"{seats}/let-in", claim=table.manner.claims[0].key, act="in", back="lead")
    assert new.get(f"/g/{table.id}/seat/{CID}").status_code == 200
    assert not run(site.tables.find(table.id)).is_joining


@pytest.mark.parametrize("seat", [CID, DAN, EVE, FAY])
def test_every_villager_reads_with_whom_he_wins(site: Site, seat: int) -> None:
    table = evening(site)
    text = Phone(site).plays(table, seat).get(f"/g/{table.id}/seat/{seat}").text
    own = text[text.index('class="own__about"') :]
    assert plain(own[: own.index("</p>")]).count("You win with the village when the last Werewolf is gone.") == 1
