"""The frame every page stands in: headers, languages, errors, who may open what."""

from __future__ import annotations

import re

import pytest

from nightcall.web.app import Site
from nightcall.words import LANGUAGES, own_name
from tests.web.phone import Phone, begin


def test_the_first_page_speaks_the_language_of_the_device(site: Site) -> None:
    assert 'lang="en"' in Phone(site).get("/").text
    phone = Phone(site, "fr-CH, fr;q=0.9, en;q=0.8")
    assert "Nouvelle partie" in phone.get("/").text
    phone.post("/device", language="en")
    assert "New game" in phone.get("/").text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_can_be_chosen_by_its_own_name(site: Site, language: str) -> None:
    phone = Phone(site)
    assert f'value="{language}" lang="{language}"' in phone.get("/").text
    assert f">{own_name(language)}</button>" in phone.get("/").text
    assert phone.post("/device", language=language).status_code == 200
    assert f'<html lang="{language}"' in phone.get("/").text
    assert f'<html lang="{language}"' in Phone(site, f"fi, {language}-XX;q=0.5").get("/").text


def test_a_language_nobody_speaks_is_refused(site: Site) -> None:
    phone = Phone(site, "fr")
    reply = phone.post("/device", language="fi")
    assert reply.status_code == 400
    assert "Langues disponibles" in reply.text
    assert '<html lang="fr"' in phone.get("/").text
    phone.client.cookies.set("nightcall_language", "fi")
    assert '<html lang="fr"' in phone.get("/").text


def test_strict_headers_on_every_reply(site: Site) -> None:
    for path in ("/", "/nowhere", "/static/nightcall.css"):
        headers = Phone(site).get(path).headers
        assert "script-src 'self';" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
    assert Phone(site).get("/").headers["cache-control"] == "no-store"


def test_a_page_that_does_not_exist_says_so(site: Site) -> None:
    reply = Phone(site).get("/nowhere")
    assert reply.status_code == 404
    assert "no such page" in reply.text


def test_a_game_that_does_not_exist_says_so(site: Site) -> None:
    reply = Phone(site).get("/g/nothing/live")
    assert reply.status_code == 404
    assert "no such game" in reply.text


def test_a_wrong_link_opens_nothing(site: Site) -> None:
    reply = Phone(site).get("/k/wrong")
    assert reply.status_code == 403


def test_only_whoever_leads_may_follow_the_moderator_s_stream(site: Site) -> None:
    table = begin(site)
    assert Phone(site).get(f"/g/{table.id}/lead/live").status_code == 403


def test_forms_from_elsewhere_are_refused(site: Site) -> None:
    phone = Phone(site)
    reply = phone.client.post("/device", data={"language": "fr"}, headers={"origin": "http://elsewhere"})
    assert reply.status_code == 403
    reply = phone.client.post("/device", data={"language": "fr"}, headers={"sec-fetch-site": "cross-site"})
    assert reply.status_code == 403


def test_what_is_too_large_is_refused(site: Site) -> None:
    reply = Phone(site).client.post("/device", data={"language": "x" * 300_000})
    assert reply.status_code == 413


def test_a_fault_of_ours_shows_no_traceback(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(device: str) -> list[object]:
        raise RuntimeError("inside")

    phone = Phone(site)
    phone.leads(begin(site))
    monkeypatch.setattr(site.store, "games_moderated_by", fails)
    reply = phone.get("/")
    assert reply.status_code == 500
    assert "inside" not in reply.text
    assert "Traceback" not in reply.text


def test_a_file_is_kept_for_good_under_the_address_of_its_content_alone(site: Site) -> None:
    """A browser kept a refusal of the style sheet for a year, and every page stayed bare."""
    phone = Phone(site)
    address = re.search(r'"(/static/nightcall\.css\?v=\w+)"', phone.get("/").text)
    assert address is not None
    assert "immutable" in phone.get(address[1]).headers["cache-control"]
    for path in ("/static/nightcall.css", "/static/nightcall.css?v=1", f"{address[1]}&x=1"):
        assert phone.get(path).headers["cache-control"] == "no-cache", path
    refusals = [
        (phone.get("/static/nope.js?v=1"), 404),
        (phone.client.post(address[1]), 405),
        (phone.get(address[1], cookie=f"a={'x' * 17_000}"), 431),
    ]
    for reply, status in refusals:
        assert reply.status_code == status
        assert reply.headers["cache-control"] == "no-store", status
