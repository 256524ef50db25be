"""Looking things up: characters, houses, events, variants, options, rules by number; and whose work this is."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from nightcall import rulebook
from nightcall.desk import library
from nightcall.desk.library import Thing
from nightcall.engine.options import OPTIONS, PRESETS, Option
from nightcall.rulebook import Entry, folded
from nightcall.rules.catalogue import characters
from nightcall.web import icons
from nightcall.web.icons import icon_of
from nightcall.web.play.page import theme
from nightcall.web.visit import HERE, Visit
from nightcall.words import Words

SHELVES: Final = ("characters", "buildings", "events", "variants", "options", "rules")
LONGEST: Final = 100
MOST: Final = 60
"""Rules shown for one search."""


async def rules(request: Request) -> Response:
    visit = Visit(request)
    search = request.query_params.get("q", "").strip()[:LONGEST]
    shelf = request.query_params.get("shelf", "")
    facts: dict[str, Any] = {"shelves": SHELVES, "shelf": shelf if shelf in SHELVES else SHELVES[0], "search": search}
    if search:
        found = rulebook.search(search, visit.language)
        facts |= {
            "things": list(library.called(search, visit.words)),
            "options": [option for option in OPTIONS.values() if _is_about(option, search, visit.words)],
            "entries": found[:MOST],
            "left": max(0, len(found) - MOST),
        }
    else:
        facts |= {
            "groups": _groups(facts["shelf"], visit.words),
            "options": list(OPTIONS.values()) if facts["shelf"] == "options" else [],
            "families": _families(visit.words) if facts["shelf"] == "rules" else [],
        }
    return visit.page("rules.html", **facts, **await _helpers(visit))


async def _helpers(visit: Visit) -> dict[str, Any]:
    """What the pages share. Opened from the table they keep its light, and lead back to it."""
    facts: dict[str, Any] = {"icon_of": icon_of, "kind_of": library.kind, "option_of": OPTIONS}
    if "game" not in visit.request.path_params:
        return facts | {"books": "/rules", "at_table": "", "light": "home"}
    table = await visit.moderated()
    at_table = f"/g/{table.id}/lead"
    return facts | {"books": f"{at_table}/rules", "at_table": at_table, "light": theme(table.game)}


def _is_about(option: Option, search: str, words: Words) -> bool:
    title = folded(f"{option.id} {words.option(option.name)}")
    return all(word in title for word in folded(search).split())


def _groups(shelf: str, words: Words) -> list[tuple[str, list[Thing]]]:
    """What stands on a shelf, under headings where it has some."""
    if shelf == "characters":
        groups: dict[str, list[Thing]] = {}
        for kind in characters():
            groups.setdefault(words.text(f"group.{kind.group}"), []).append(library.things()[kind.name])
        return list(groups.items())
    if shelf == "variants":
        return [("", library.on(library.VARIANT)), (words.text("web.library.offices"), library.on(library.OFFICE))]
    return [("", library.on({"buildings": library.BUILDING, "events": library.EVENT}.get(shelf, "")))]


def _families(words: Words) -> list[tuple[str, str, int]]:
    """(letters, what the rules are about, how many there are), in the order of the alphabet."""
    found = [(family, family_title(family, words), len(rulebook.family(family))) for family in library.families()]
    return sorted(found, key=lambda family: folded(family[1]))


def family_title(family: str, words: Words) -> str:
    about = library.families().get(family, ())
    own = f"web.library.family.{family}"
    if words.has(own) or not about:
        return words.text(own)
    return words.names(dict.fromkeys(library.things()[name].title(words) for name in about))


async def one(request: Request) -> Response:
    """A card, a house, an event or a variant by its name; a family of rules by its letters; a rule by its number."""
    visit = Visit(request)
    helpers = await _helpers(visit)  # who asks, before what for
    name = request.path_params["name"]
    thing = library.thing(name)
    if thing is not None:
        return visit.page("rules_thing.html", thing=thing, entries=thing.rules, **helpers)
    ident = name.upper()
    if ident in library.families():
        entries = [rulebook.entry(each) for each in rulebook.family(ident)]
        return visit.page("rules_family.html", title=family_title(ident, visit.words), entries=entries, **helpers)
    try:
        entry = rulebook.entry(ident)
    except rulebook.UnknownRule as error:
        return visit.page("oops.html", 404, text=visit.words.error(error, cites=False), back="")
    return visit.page("rule.html", **_rule(entry, visit.words), **helpers)


def _rule(entry: Entry, words: Words) -> dict[str, Any]:
    """A rule with its neighbours, what it is about, and for an option its values."""
    family = entry.id.partition("-")[0]
    idents = rulebook.family(family)
    place = idents.index(entry.id)
    return {
        "entry": entry,
        "family": family,
        "family_title": family_title(family, words),
        "about": [library.things()[name] for name in library.families()[family]],
        "earlier": idents[place - 1] if place else "",
        "later": idents[place + 1] if place + 1 < len(idents) else "",
        "options": [(option, _presets(option, words)) for option in OPTIONS.values() if option.id == entry.id],
    }


def _presets(option: Option, words: Words) -> list[tuple[str, str]]:
    return [(preset, words.value(option.name, option.default(preset))) for preset in PRESETS]


# -- whose work this is --


async def about(request: Request) -> Response:
    visit = Visit(request)
    return visit.page("about.html", drawn=drawn(), packages=packages())


@cache
def drawn() -> list[tuple[str, str, str]]:
    """(our name, the original's name, who drew it) of every icon, as the licence file lists them."""
    return [(symbol, icon, author) for symbol, icon, author in _table("icons-LICENSE.md", 3) if icon_of(symbol, "")]


@cache
def packages() -> list[tuple[str, str, str]]:
    """(package, version, licence) of every script that is not ours."""
    rows = _table("vendor/VERSIONS.md", 4)
    return [(package, version, licence.partition(",")[0]) for _, package, version, licence in rows]


def _table(name: str, columns: int) -> list[list[str]]:
    """The rows of a table in a text of ours, without its heading."""
    lines = (HERE / "static" / name).read_text("utf-8").splitlines()
    rows = [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in lines if re.match(r"\|[^-]", line)]
    return [row for row in rows[1:] if len(row) == columns]


async def house_sprite(request: Request) -> Response:
    """The drawings of the house rules this server was started with."""
    return Response(icons.house_sprite(), media_type="image/svg+xml")


ROUTES: Final = [
    Route("/rules", rules),
    Route("/rules/{name}", one),
    Route("/g/{game}/lead/rules", rules),
    Route("/g/{game}/lead/rules/{name}", one),
    Route("/about", about),
    Route(f"/{icons.HOUSE_SPRITE}", house_sprite),
]
