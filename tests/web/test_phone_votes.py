"""Votes that come from the phones, and signs given by day."""

from __future__ import annotations

import re

import pytest

from nightcall.web.app import Site
from nightcall.web.table import Table
from tests.web.evenings import ANN, BEA, CID, DAN, EVE, FAY, GUS, HAL, answer, evening, go_on
from tests.web.phone import Phone, run

LIVING = (ANN, BEA, CID, DAN, EVE, FAY, GUS)
"""Hal has been devoured."""


def all_vote(site: Site, *choices: int | None) -> Table:
    """The first vote, cast on phones by everybody alive."""
    table = go_on(site, evening(site, phones_vote=True), "vote.ballots", werewolves__devour=HAL)
    table = run(site.tables.manage(table, vote_open=table.revision))
    for seat, choice in zip(LIVING, choices, strict=True):
        assert table.is_vote_open
        table = run(site.tables.suggest(table, seat, choice))
    return table


def test_the_vote_closes_by_itself_when_all_have_voted(site: Site) -> None:
    table = all_vote(site, *[EVE] * 7)
    assert not run(site.tables.find(table.id)).is_vote_open
    assert 'id="vote"' not in Phone(site).plays(table, FAY).get(f"/g/{table.id}/seat/{FAY}").text


@pytest.mark.parametrize(
    ("choices", "label"),
    [
        ((EVE, EVE, EVE, EVE, ANN, EVE, EVE), "Accept: Eve"),
        ((EVE, EVE, EVE, ANN, ANN, ANN, None), "Accept: a tie, Ann and Eve"),
        ((None,) * 7, "Accept: Nobody"),
    ],
)
def test_one_button_says_what_it_accepts(site: Site, choices: tuple[int | None, ...], label: str) -> None:
    table = all_vote(site, *choices)
    moderator = Phone(site).leads(table)
    page = moderator.get(f"/g/{table.id}/lead").text
    form = re.search(r'<form id="accept".*?</form>', page, re.DOTALL)
    assert form is not None
    buttons = re.findall(r'<button class="primary" form="accept"[^>]*>(.*?)</button>', page, re.DOTALL)
    assert [re.sub(r"<[^>]*>", "", each).strip() for each in buttons] == [label]
    assert "<button" not in form.group(), "one button, where the thumb is"
    assert ("For nobody: Gus." in form.group()) == (choices[-1] is None and EVE in choices)
    fields = dict(re.findall(r'name="([\w-]+)" value="(\w+)"', form.group()))
    moderator.client.post(f"/g/{table.id}/lead/answer", data=fields)
    given = run(site.tables.find(table.id)).game.answers
    assert dict(zip(LIVING, choices, strict=True)) in [each.value for each in given]


def test_nothing_to_accept_while_somebody_has_not_voted(site: Site) -> None:
    table = go_on(site, evening(site, phones_vote=True), "vote.ballots", werewolves__devour=HAL)
    table = run(site.tables.manage(table, vote_open=table.revision))
    table = run(site.tables.suggest(table, ANN, EVE))
    run(site.tables.manage(table, vote_open=0))
    assert 'id="accept"' not in Phone(site).leads(table).get(f"/g/{table.id}/lead").text


def test_that_somebody_has_not_voted_is_asked_by_the_page_itself(site: Site) -> None:
    """A script adds it, too; but what comes from the phones makes the page anew under the finger."""
    table = go_on(site, evening(site, phones_vote=True), "vote.ballots", werewolves__devour=HAL)
    moderator = Phone(site).leads(table)

    def asks() -> list[str]:
        page = moderator.get(f"/g/{table.id}/lead").text
        return re.findall(r'<button class="primary[^>]*data-confirm="([^"]*)"', page)

    assert asks() == ["Nobody has voted yet. Count without any votes?"]
    table = run(site.tables.manage(table, vote_open=table.revision))
    for seat in (ANN, BEA, EVE):
        table = run(site.tables.suggest(table, seat, EVE))
    table = run(site.tables.manage(table, vote_open=0))
    assert asks() == ["Cid, Dan, Fay and Gus haven&#39;t voted yet. Count without these votes?"]
    table = run(site.tables.manage(table, vote_open=table.revision))
    for seat in (CID, DAN, FAY):
        table = run(site.tables.suggest(table, seat, EVE))
    run(site.tables.manage(table, vote_open=0))
    assert asks() == ["Gus hasn&#39;t voted yet. Count without this vote?"]  # whoever has votes against them aside


# -- where phones vote, nobody points --


def called(
    site: Site, language: str = "en", setup: dict[str, str] | None = None
) -> tuple[Table, Phone, dict[int, Phone]]:
    """Whoever leads has called the vote, and everybody alive has a phone."""
    table = evening(site, setup=setup, phones_vote=True)
    phones = {seat: Phone(site, language).plays(table, seat) for seat in LIVING}
    table = go_on(site, table, "day.debate", werewolves__devour=HAL)
    moderator = Phone(site, language).leads(table)
    moderator.post(f"/g/{table.id}/lead/answer", at=table.revision, value="vote")
    return run(site.tables.find(table.id)), moderator, phones


POINTS = {"en": ("On three", "points at whom"), "fr": ("À trois", "qui désigne qui")}
SAID = {"en": "Who shall die? Each of you touches one name", "fr": "Qui doit mourir ? Chacun touche un nom"}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_vote_opens_on_the_phones_when_it_is_called(site: Site, language: str) -> None:
    table, moderator, phones = called(site, language)
    lead = moderator.get(f"/g/{table.id}/lead").text.replace("\u202f", " ").replace("\xa0", " ")
    assert SAID[language] in lead
    assert [text for text in POINTS[language] if text in lead] == []
    assert 'value="open"' not in lead
    for seat, phone in phones.items():
        assert 'id="vote"' in phone.get(f"/g/{table.id}/seat/{seat}").text


def test_hands_can_still_be_entered_instead(site: Site) -> None:
    table, moderator, phones = called(site)
    moderator.post(f"/g/{table.id}/lead/vote", act="close")
    lead = moderator.get(f"/g/{table.id}/lead").text
    assert f'name="vote-{ANN}"' in lead
    assert "One, two, three" in lead, "nobody has voted on a phone: they point"
    assert 'id="vote"' not in phones[ANN].get(f"/g/{table.id}/seat/{ANN}").text
    moderator.post(f"/g/{table.id}/lead/answer", at=table.revision, vote_1=EVE, vote_2=EVE)
    assert run(site.tables.find(table.id)).game.answers[-1].value == dict.fromkeys(LIVING) | {ANN: EVE, BEA: EVE}


def test_where_nobody_has_a_phone_hands_are_entered_at_once(site: Site) -> None:
    table = go_on(site, evening(site, phones_vote=True), "vote.ballots", werewolves__devour=HAL)
    assert not table.is_vote_open
    lead = Phone(site).leads(table).get(f"/g/{table.id}/lead").text
    assert f'name="vote-{ANN}"' in lead
    assert "One, two, three" in lead


def test_undoing_the_count_brings_back_what_the_phones_have_said(site: Site) -> None:
    """The vote stands as it was before the moderator took it: to be taken, changed by hand, or held again on phones."""
    table, moderator, phones = called(site)
    for seat in LIVING:
        table = run(site.tables.suggest(table, seat, EVE if seat != EVE else None))
    moderator.post(f"/g/{table.id}/lead/answer", at=table.revision, **{f"vote_{seat}": EVE for seat in LIVING[:4]})
    table = run(site.tables.find(table.id))
    moderator.post(f"/g/{table.id}/lead/undo", at=table.revision)
    for _ in range(2):
        table = run(site.tables.find(table.id))
        assert table.game.prompt is not None
        assert table.game.prompt.key == "vote.ballots"
        assert table.suggested == dict.fromkeys(LIVING) | {ANN: EVE, BEA: EVE, CID: EVE, DAN: EVE}
        lead = moderator.get(f"/g/{table.id}/lead").text
        assert "Accept: Eve" in lead
        assert f'value="{EVE}" selected' in lead
        assert 'id="vote"' not in phones[ANN].get(f"/g/{table.id}/seat/{ANN}").text
        site.tables._cache.clear()
    moderator.post(f"/g/{table.id}/lead/vote", act="open")
    table = run(site.tables.find(table.id))
    assert table.suggested == {}, "the phones vote again"
    for seat in LIVING:
        assert 'id="vote"' in phones[seat].get(f"/g/{table.id}/seat/{seat}").text
        table = run(site.tables.suggest(table, seat, ANN))
    assert table.suggested == dict.fromkeys(LIVING, ANN)


def test_a_second_round_opens_once_the_tie_was_said(site: Site) -> None:
    table, moderator, phones = called(site, setup={"tie_without_scapegoat": "revote"})
    tie = {f"vote_{seat}": choice for seat, choice in zip(LIVING, (EVE, EVE, EVE, ANN, ANN, ANN), strict=False)}
    moderator.post(f"/g/{table.id}/lead/answer", at=table.revision, **tie)
    table = run(site.tables.find(table.id))
    assert table.game.prompt is not None
    assert table.game.prompt.key == "vote.ballots"
    assert table.moment
    assert not table.is_vote_open
    assert 'id="vote"' not in phones[ANN].get(f"/g/{table.id}/seat/{ANN}").text
    while table.moment:
        moderator.post(f"/g/{table.id}/lead/told", at=table.revision, told=table.headway.told)
        table = run(site.tables.find(table.id))
    assert 'id="vote"' in phones[ANN].get(f"/g/{table.id}/seat/{ANN}").text


def test_an_election_opens_on_the_phones_too(site: Site) -> None:
    table = evening(site, setup={"sheriff_election": "setup"}, phones_vote=True)
    phone, moderator = Phone(site).plays(table, ANN), Phone(site).leads(table)
    assert 'id="vote"' not in phone.get(f"/g/{table.id}/seat/{ANN}").text
    moderator.post(f"/g/{table.id}/lead/answer", at=run(site.tables.find(table.id)).revision, value="yes")
    assert "Who shall be Sheriff? Each of you touches one name" in moderator.get(f"/g/{table.id}/lead").text
    assert "Who shall be Sheriff?" in phone.get(f"/g/{table.id}/seat/{ANN}").text


def test_by_day_every_phone_can_catch_the_moderator_s_eye_unseen(site: Site) -> None:
    table = go_on(site, evening(site, phones_act=True), "day.debate", werewolves__devour=HAL)
    seats = {seat: f"/g/{table.id}/seat/{seat}" for seat in (ANN, FAY)}
    phones = {seat: Phone(site).plays(table, seat) for seat in seats}
    assert all('id="sign"' in phones[seat].get(path).text for seat, path in seats.items())
    before = [phones[FAY].get(seats[FAY]).text, Phone(site).get(f"/g/{table.id}").text]
    phones[ANN].post(seats[ANN] + "/sign")
    assert [phones[FAY].get(seats[FAY]).text, Phone(site).get(f"/g/{table.id}").text] == before
    moderator = Phone(site).leads(table)
    page = moderator.get(f"/g/{table.id}/lead").text
    held = re.search(r'class="notice signs".*?<div class="peek__secret" hidden>(.*?)</div>', page, re.DOTALL)
    assert held is not None
    assert "Ann" in held.group(1)
    moderator.post(f"/g/{table.id}/lead/seats/signs")
    assert "gives you a sign" not in moderator.get(f"/g/{table.id}/lead").text


def test_at_night_nobody_can(site: Site) -> None:
    table = go_on(site, evening(site, phones_act=True), "seer.look")
    phone = Phone(site).plays(table, ANN)
    assert 'id="sign"' not in phone.get(f"/g/{table.id}/seat/{ANN}").text
    phone.post(f"/g/{table.id}/seat/{ANN}/sign")
    assert run(site.tables.find(table.id)).manner.signs == ()
    answer(site, table, FAY)


# -- powers of the day --


def panel(site: Site, table: Table, seat: int) -> str:
    """What this player finds under the button."""
    text = Phone(site).plays(table, seat).get(f"/g/{table.id}/seat/{seat}").text
    found = re.search(r'<details class="called" id="called".*?</details>', text, re.DOTALL)
    assert found is not None
    return found.group()


def without_panel(site: Site, table: Table, seat: int) -> str:
    """What anybody sees of this player's phone."""
    text = Phone(site).plays(table, seat).get(f"/g/{table.id}/seat/{seat}").text
    text = text.replace(panel(site, table, seat), "")
    text = re.sub(r'<div class="peek__secret" hidden>.*?</section>|<noscript>.*?</noscript>', "", text, flags=re.DOTALL)
    text = text.replace(f"/seat/{seat}", "/seat/N").replace(f"No. {seat}", "No. N")
    text = re.sub(r'<h1 class="me">\w+', "<h1>", text)
    return re.sub(r' data-own(="\d+")?', "", text)


def covered_signs(site: Site, table: Table) -> str:
    """What the moderator reads under a finger."""
    page = Phone(site).leads(table).get(f"/g/{table.id}/lead").text
    held = re.search(r'class="notice signs".*?<div class="peek__secret" hidden>(.*?)</div>', page, re.DOTALL)
    return " ".join(re.sub("<[^>]+>", " ", held.group(1)).split()) if held is not None else ""


def test_the_servant_steps_forward_on_her_phone(site: Site) -> None:
    """SERV-1: she alone is asked, under the button everybody has; the moderator's form is filled in."""
    cards = ("werewolf", "werewolf", "seer", "devoted_servant", "hunter", *["simple_villager"] * 3)
    table = go_on(site, evening(site, cards, phones_act=True), "vote.ballots", werewolves__devour=HAL)
    table = answer(site, table, dict.fromkeys(table.game.village.living, FAY))
    assert table.game.prompt is not None
    assert table.game.prompt.key == "devoted_servant.act"
    assert "Do you give up your card and take this one?" in panel(site, table, DAN)
    assert "Nobody calls you now" in panel(site, table, CID)
    assert without_panel(site, table, DAN) == without_panel(site, table, CID)
    phone = Phone(site).plays(table, DAN)
    here = f"/g/{table.id}/seat/{DAN}"
    for said, wish in (("no", None), ("yes", DAN)):
        token = re.search(r'name="token" value="(\w+)"', phone.get(here).text)
        assert token is not None
        phone.post(f"{here}/choose", token=token.group(1), value=said)
        assert run(site.tables.find(table.id)).suggested == {DAN: wish}
    assert "Your choice: I step forward." in panel(site, table, DAN)
    other = Phone(site).plays(table, CID)
    assert other.post(f"/g/{table.id}/seat/{CID}/choose", token="", value="yes").status_code == 409
    lead = Phone(site).leads(table).get(f"/g/{table.id}/lead").text
    face = re.search(rf'<li class="seat" data-seat="{DAN}".*?</li>', lead, re.DOTALL)
    assert face is not None
    assert '<span class="seat__votes">1</span>' in face.group()


def test_the_judge_gives_the_sign_on_the_phone(site: Site) -> None:
    """JUDGE-2: by day, under the button; nobody sees it, and the moderator reads who and what under a finger."""
    cards = ("werewolf", "werewolf", "wandering_judge", "witch", "hunter", *["simple_villager"] * 3)
    table = evening(site, cards, phones_act=True, phones_vote=True)
    table = go_on(site, table, "vote.ballots", werewolves__devour=HAL, wandering_judge__sign="a cough")
    assert "Give my secret sign" in panel(site, table, CID)
    assert "Give my secret sign" not in panel(site, table, FAY)
    before = [without_panel(site, table, seat) for seat in (CID, FAY)], Phone(site).get(f"/g/{table.id}").text
    assert before[0][0] == before[0][1]
    phone = Phone(site).plays(table, CID)
    phone.post(f"/g/{table.id}/seat/{CID}/sign", power="wandering_judge.signed")
    Phone(site).plays(table, FAY).post(f"/g/{table.id}/seat/{FAY}/sign", power="wandering_judge.signed")
    assert ([without_panel(site, table, seat) for seat in (CID, FAY)], Phone(site).get(f"/g/{table.id}").text) == before
    table = run(site.tables.find(table.id))
    assert table.manner.signs == ((CID, "wandering_judge.signed"),), "only his own can be given"
    assert covered_signs(site, table) == "Cid: Give my secret sign: a second vote"
    table = answer(site, table, dict.fromkeys(table.game.village.living, FAY))
    assert table.game.prompt is not None
    assert table.game.prompt.key == "wandering_judge.signed"
    assert "Give my secret sign" in covered_signs(site, table), "there to be read while it is asked"
    table = go_on(site, table, "night.falls", wandering_judge__signed=True)
    table = answer(site, table, True)
    assert table.manner.signs == (), "no sign lasts into the night"


def test_whoever_lives_in_a_house_asks_for_its_power_on_the_phone(site: Site) -> None:
    """BARB-1: in the debate; then the question itself comes to the same phone."""
    houses = ["barber_shop", "church", "vagabond", "farm_1", "vagabond", "vagabond", "vagabond", "vagabond"]
    table = evening(site, setup={"buildings": houses}, phones_act=True)
    table = go_on(site, table, "day.debate", werewolves__devour=HAL)
    assert "Take the razor" in panel(site, table, ANN)
    assert "Hear a confession" in panel(site, table, BEA)
    assert "Take the razor" not in panel(site, table, BEA) + panel(site, table, CID)
    phone = Phone(site).plays(table, ANN)
    phone.post(f"/g/{table.id}/seat/{ANN}/sign", power="barber_shop.cut")
    assert covered_signs(site, run(site.tables.find(table.id))) == "Ann: Take the razor"
    table = answer(site, run(site.tables.find(table.id)), "barber_shop.cut")
    assert "Whose throat do you cut?" in panel(site, table, ANN)
    assert "Take the razor" not in panel(site, table, ANN)


def test_a_vote_for_nobody_is_counted_aloud(site: Site) -> None:
    """On the moderator's page before, and in what is announced."""
    table = all_vote(site, EVE, EVE, EVE, EVE, ANN, EVE, None)
    voted = answer(site, table, dict(zip(LIVING, (EVE, EVE, EVE, EVE, ANN, EVE, None), strict=True)))
    screen = Phone(site).get(f"/g/{voted.id}").text
    assert "no vote from Gus." in screen, "a number beside a nobody would seem to have won"
    assert "aucune voix de Gus." in Phone(site, "fr").get(f"/g/{voted.id}").text
