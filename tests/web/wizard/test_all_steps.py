"""Every step can be opened, is written in words, offers all there is and shows the faults of what it asks for."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import nightcall
from nightcall import PRESETS, Fault
from nightcall.engine.setup import PARTS
from nightcall.rules.characters import CHARACTERS
from nightcall.rules.newmoon import EVENTS
from nightcall.rules.variants import VARIANTS
from nightcall.web.app import Site
from nightcall.web.setup import drafting, offers, profiles
from nightcall.web.setup.drafting import STEPS
from nightcall.words import LANGUAGES, Words
from tests.web.phone import Phone
from tests.web.wizard.forms import draft_of, send


def test_every_step_can_be_opened_at_any_time(site: Site) -> None:
    phone = Phone(site)
    for step in STEPS:
        page = phone.get(f"/new/{step}")
        assert page.status_code == 200, step
        assert page.text.count('aria-current="step"') == 1
    assert phone.get("/new/nothing").status_code == 404


def test_an_open_page_gets_only_its_view(phone: Phone) -> None:
    headers = {"hx-request": "true"}
    reply = phone.client.post("/new/cards", data={"do": "mix-classic"}, headers=headers)
    assert reply.status_code == 200
    assert reply.text.lstrip().startswith("<main")
    reply = phone.client.post("/new/cards", data={"do": "next"}, headers=headers)
    assert reply.headers["hx-redirect"] == "/new/extras"


INSIDE = r"(?:\{%.*?%\}|\{\{.*?\}\}|[^<>{])*"
"""Of a tag, as a template writes it."""


def sending_by_themselves() -> list[str]:
    files = sorted((Path(nightcall.__file__).parent / "web" / "templates").glob("*.html"))
    return [tag for file in files for tag in re.findall(rf"<\w+{INSIDE}hx-trigger={INSIDE}>", file.read_text("utf-8"))]


def test_whatever_sends_by_itself_has_a_name() -> None:
    """Without an id a morph may make another element of it, which then goes on sending."""
    tags = sending_by_themselves()
    assert len(tags) > 12
    for tag in tags:
        assert " id=" in tag, tag


def test_whatever_sends_by_itself_says_where_the_reply_goes_and_is_taken_away_whole() -> None:
    """Else the reply goes where that of the form around it does; and what only loses its attributes goes on sending."""
    for tag in sending_by_themselves():
        assert "hx-target=" in tag, tag
        assert "hx-swap=" in tag, tag
        # the view is what a morph begins with, and htmx looks at that again each time
        assert 'id="view"' in tag or not re.search(r"\{% (?:if|elif|else)[^%]*%\}[^{%]*hx-", tag), tag


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_key_is_left_without_its_words(site: Site, language: str) -> None:
    """Everything shown at once: each step with all it can ask for."""
    phone = Phone(site, language)
    begin_with = {"card-werewolf": "2", "card-actor": "1", "card-prejudiced_manipulator": "1", "card-hunter": "9"}
    phone.post("/new/players", do="count", count=9)
    send(phone, "cards", **begin_with)
    send(phone, "extras", houses="chosen", pile="some", draw="stacked", shown="event", event=["flood"])
    send(phone, "rules", do="profile", profile_name="Ours", **{"opt-hunter_shot": "may"})
    texts = [phone.get(f"/new/{step}").text for step in STEPS]
    send(phone, "extras", houses="dealt", pile="all")
    for preset in PRESETS:
        send(phone, "rules", do=f"preset-{preset}")
        texts.append(phone.get("/new/extras").text)
    shared = profiles.code({"pile": "some", "events": ["flood"], "hand": ["miracle"], "in_force": ["burial"]})
    texts.append(phone.get(f"/new?profile={shared}").text)
    send(phone, "cards", do="mix-beginners")
    texts.append(phone.get("/new/cards").text)
    for text in texts:
        shown = re.sub(r'(href|action|hx-[a-z-]+)="[^"]*"', "", text)
        assert not re.findall(r"\b(?:web|group|about|option|preset|variant|about_variant)\.[a-z_]+[.a-z_]*", shown)
        assert not re.findall(r"\{[a-z_]+\}", shown)


def declared_faults() -> list[tuple[str, tuple[str, ...]]]:
    """The key of every fault the engine and the rules can find, and what it says it is about."""
    source = Path(nightcall.__file__).parent
    found = []
    for path in (*source.glob("engine/*.py"), *source.glob("rules/**/*.py")):
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Fault":
                about = next((word.value for word in call.keywords if word.arg == "about"), None)
                parts = getattr(about, "elts", ())[:1]
                named = [str(part.value) if isinstance(part, ast.Constant) else "players" for part in parts]
                usual = Fault("").about if about is None else ("events",)  # wherever an event card lies
                found.append((ast.unparse(call.args[0]).strip("'"), tuple(named) or usual))
    return found


def test_every_part_of_a_setup_belongs_to_one_step() -> None:
    asked = [part for parts in drafting.ASKED.values() for part in parts]
    assert sorted(asked) == sorted(["options", *PARTS])


def test_every_fault_is_shown_on_the_step_of_what_it_is_about() -> None:
    found = declared_faults()
    assert len(found) > 30
    for key, about in found:
        assert drafting.step_of(Fault(key, about=about)) in STEPS, key
        is_extra = re.search("event|building|variant|draw|hand|gypsy", key)
        assert (drafting.step_of(Fault(key, about=about)) == "extras") is bool(is_extra), key


def test_every_card_event_and_variant_is_offered(phone: Phone) -> None:
    send(phone, "extras", pile="some")
    cards, extras = phone.get("/new/cards").text, phone.get("/new/extras").text
    assert all(f'name="card-{kind.name}"' in cards for kind in CHARACTERS)
    assert all(f'value="{kind.name}"' in extras for kind in (*EVENTS, *VARIANTS))
    tiles = offers.tiles(draft_of(phone), Words("en"))
    assert all(tile.rule for group in tiles.values() for tile in group)
