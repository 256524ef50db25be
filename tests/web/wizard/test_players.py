"""The first step: who plays, in which order they sit, and how many may."""

from __future__ import annotations

import re
from html import unescape

import pytest

from nightcall.web.app import Site
from nightcall.web.setup.drafting import STEPS
from tests.web.phone import PLAYERS, Phone
from tests.web.wizard.forms import draft_of, faults_on, send


def test_a_pasted_list_takes_commas_lines_and_numbers(phone: Phone) -> None:
    assert draft_of(phone).players == tuple(PLAYERS)
    phone.post("/new/players", do="paste", paste="1. Ann\n2) Bea \n\n- Cid;Dan")
    assert draft_of(phone).players == ("Ann", "Bea", "Cid", "Dan")


def test_one_is_added_renamed_moved_and_removed(phone: Phone) -> None:
    seats = [*PLAYERS[:7], "Hans"]
    send(phone, "players", shown="name", name=seats, new="Ida, Jo", do="add")
    assert draft_of(phone).players == (*seats, "Ida", "Jo")
    send(phone, "players", shown="name", name=seats, do="up-2")
    assert draft_of(phone).players[:3] == ("Bea", "Ann", "Cid")
    send(phone, "players", shown="name", name=seats, do="down-1")
    assert draft_of(phone).players[:3] == ("Bea", "Ann", "Cid")
    send(phone, "players", shown="name", name=seats, do="remove-8")
    assert draft_of(phone).players == tuple(PLAYERS[:7])


def test_seats_without_names_are_numbers_wherever_they_are(phone: Phone) -> None:
    send(phone, "players", shown="name", do="count", count="5")
    assert draft_of(phone).players == ("1", "2", "3", "4", "5")
    send(phone, "players", shown="name", name=["1", "Bea", "3", "", "5"], do="remove-1")
    assert draft_of(phone).players == ("Bea", "2", "3", "4")


def test_what_was_typed_is_not_lost_by_going_on(phone: Phone) -> None:
    reply = send(phone, "players", shown="name", name=PLAYERS, new="Ida", do="next")
    assert reply.url.path == "/new/cards"
    assert draft_of(phone).players == (*PLAYERS, "Ida")


@pytest.mark.parametrize("count", ["-1", "61", "ten", "1e9", "99999999999"])
def test_a_number_nobody_can_read_changes_nothing(phone: Phone, count: str) -> None:
    reply = send(phone, "players", shown="name", name=PLAYERS, do="count", count=count)
    assert reply.status_code == 422
    assert "whole number" in reply.text
    assert f'value="{count}"' in reply.text
    assert draft_of(phone).players == tuple(PLAYERS)


def test_faults_of_the_players_stand_on_their_step(phone: Phone) -> None:
    send(phone, "players", shown="name", name=["Ann", "Ann"])
    assert faults_on(phone.get("/new/players").text) == {"setup.player_count", "setup.same_name"}
    assert "setup.same_name" in faults_on(phone.get("/new/begin").text)


def test_players_of_the_same_name_are_marked(phone: Phone) -> None:
    send(phone, "players", shown="name", name=["Ann", "Bea", "Ann"])
    rows = re.findall(r'<input name="name" value="(\w+)"[^>]*aria-invalid="true"', phone.get("/new/players").text)
    assert rows == ["Ann", "Ann"]


def test_a_name_may_hold_anything_and_harms_nothing(phone: Phone) -> None:
    send(phone, "players", shown="name", name=['<b onclick="x">', "Bea", "Cid"])
    for step in STEPS:
        assert "<b onclick" not in phone.get(f"/new/{step}").text


def test_sixty_play_and_sixty_one_do_not(phone: Phone) -> None:
    send(phone, "players", shown="name", do="count", count="60")
    assert len(draft_of(phone).players) == 60
    send(phone, "players", shown="name", name=["" for _ in range(60)], new="Zoe")
    assert "setup.player_count" in faults_on(phone.get("/new/players").text)
    reply = send(phone, "players", do="paste", paste="x,y," * 100)
    assert reply.status_code == 422


@pytest.mark.parametrize(("language", "said"), [("en", "at this table: 6."), ("fr", "à cette table : 6.")])
def test_what_is_unusual_is_a_sentence_and_its_rule_is_a_link(site: Site, language: str, said: str) -> None:
    """GEN-12: nobody at a party knows what OPT-PLAYERS is; whoever asks why is led there."""
    phone = Phone(site, language)
    send(phone, "players", paste="Ada Ben Cid Dan Eve Fay".replace(" ", "\n"), do="paste")
    page = unescape(phone.get("/new/players").text)
    warned = re.search(r'data-warning="warning.player_range".*?</div>', page, re.DOTALL)
    assert warned is not None
    read = re.sub(r"<[^>]+>", "", warned.group()).replace("\xa0", " ")
    assert said in read
    assert "OPT-" not in read
    assert 'href="/rules/OPT-PLAYERS"' in warned.group()


def test_names_that_deceive_the_eye_stand_there_with_what_is_wrong(phone: Phone) -> None:
    """AMD-70"""
    names = ["Anna", "\u0410nna", "\u3164", "Z" + "\u0301" * 39, *PLAYERS[4:]]
    send(phone, "players", shown="name", name=names)
    text = unescape(phone.get("/new/players").text)
    assert faults_on(text) == {"setup.lookalike_name", "setup.hidden_letter", "setup.too_many_marks"}
    assert "“Anna” and “\u0410nna” look the same" in text
    assert "has an invisible character in it (U+3164)" in text
    send(phone, "players", shown="name", name=["Anna", "Аня", "علی\u200cرضا", "👨\u200d👩\u200d👧", *PLAYERS[4:]])
    assert not faults_on(phone.get("/new/players").text)
