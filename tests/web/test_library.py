"""Characters and rules on the phone, and whose work this is."""

from __future__ import annotations

import re
from html import unescape

import pytest

from nightcall import rulebook
from nightcall.desk import library
from nightcall.engine.options import OPTIONS
from nightcall.web import shelves as pages
from nightcall.web.app import Site
from nightcall.web.icons import symbols
from nightcall.words import LANGUAGES, Words
from tests.web.phone import Phone, new_site


@pytest.fixture(scope="module")
def site() -> Site:
    return new_site()


UNWORDED = re.compile(r">[^<]*\b(?:web|cli|library|desk)\.[a-z_]+\.[a-z_.]+[^<]*<")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("shelf", pages.SHELVES)
def test_every_shelf(site: Site, language: str, shelf: str) -> None:
    page = unescape(Phone(site, language).get(f"/rules?shelf={shelf}").text)
    assert not UNWORDED.search(page)
    words = Words(language)
    for thing in library.on(shelf.removesuffix("s")):
        assert f'href="/rules/{thing.name}"' in page
        assert thing.title(words) in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_has_a_page_with_its_rules(site: Site, language: str) -> None:
    phone = Phone(site, language)
    for thing in library.things().values():
        reply = phone.get(f"/rules/{thing.name}")
        assert reply.status_code == 200
        assert thing.rules, thing
        for entry in thing.rules:
            assert f'id="{entry.id}"' in reply.text
        assert thing.name in symbols(), thing


def test_every_family_of_rules_has_a_title(site: Site) -> None:
    for language in LANGUAGES:
        words = Words(language)
        titles = [pages.family_title(family, words) for family in library.families()]
        assert not [title for title in titles if title.startswith("web.")]
        assert len(set(titles)) == len(titles)


def test_any_rule_by_its_number(site: Site) -> None:
    phone = Phone(site)
    for ident in rulebook.ids()[::25]:
        page = phone.get(f"/rules/{ident}")
        assert page.status_code == 200
        assert ident in page.text
    assert "WITCH-3" in phone.get("/rules/witch-3").text
    assert 'id="GEN-1"' in phone.get("/rules/GEN").text


def test_every_option_shows_its_choices(site: Site) -> None:
    phone = Phone(site)
    words = Words("en")
    option = OPTIONS["hunter_shot"]
    page = unescape(phone.get(f"/rules/{option.id}").text)
    assert words.option("hunter_shot") in page
    assert "Classic" in page
    for option in OPTIONS.values():
        page = unescape(phone.get(f"/rules/{option.id}").text)
        assert words.option(option.name) in page
        for value in option.values:
            assert words.value(option.name, value) in page


def test_a_house_by_its_own_name(site: Site) -> None:
    assert 'data-thing="farm"' in Phone(site).get("/rules/farm_3").text


def test_what_does_not_exist_says_what_is_close(site: Site) -> None:
    reply = Phone(site).get("/rules/WICH-3")
    assert reply.status_code == 404
    assert "WITCH-3" in reply.text
    assert Phone(site).get("/rules/%3Cb%3E").status_code == 404


def test_search_without_accents_in_the_language_of_the_device(site: Site) -> None:
    page = Phone(site, "fr").get("/rules?q=sorciere").text
    assert 'href="/rules/witch"' in page
    assert "WITCH-1" in page
    assert "Nothing found" in Phone(site).get("/rules?q=zeppelin").text
    assert Phone(site).get("/rules?q=" + "x" * 5000).status_code == 200
    assert "<script>x" not in Phone(site).get("/rules?q=<script>x").text


def test_a_number_searched_for_comes_first() -> None:
    assert rulebook.search("WITCH-3")[0].id == "WITCH-3"
    assert rulebook.search("victime sorciere", "fr")


def test_a_rule_card_for_an_open_page(site: Site) -> None:
    page = Phone(site).fragment("/rules/witch").text
    assert page.lstrip().startswith("<main")
    assert "<html" not in page
    assert "WITCH-1" in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_about(site: Site, language: str) -> None:
    page = Phone(site, language).get("/about").text
    assert not UNWORDED.search(page)
    for word in ("CC BY 3.0", "Lorc", "Delapouite", "Alegreya", "htmx", "idiomorph", "MIT"):
        assert word in page
    assert len(pages.drawn()) > 100
    for path in re.findall(r'href="(/static/[^"]+\.txt[^"]*)"', page):
        assert Phone(site).get(path).status_code == 200
