"""Looking things up by program: cards, houses, event cards, rules, options, and the events a game may tell."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response

from nightcall import rulebook
from nightcall.desk import library
from nightcall.engine.events import TOLD, Tells
from nightcall.engine.options import OPTIONS, PRESETS
from nightcall.engine.viewers import PUBLIC
from nightcall.rules.catalogue import characters
from nightcall.web.api.sending import Reply, refusal
from nightcall.web.visit import Visit
from nightcall.words import LANGUAGES, Words


async def read_characters(visit: Visit, data: Any) -> Response:
    return Reply(
        [
            {"card": kind.name, "name": _in_each(f"card.{kind.name}"), "copies": kind.copies, "is_wolf": kind.is_wolf}
            for kind in characters()
        ]
    )


def _in_each(key: str, **facts: Any) -> dict[str, str]:
    return {language: Words(language).text(key, **facts) for language in LANGUAGES}


async def read_buildings(visit: Visit, data: Any) -> Response:
    return Reply(_shelf(library.BUILDING))


async def read_event_cards(visit: Visit, data: Any) -> Response:
    return Reply(_shelf(library.EVENT))


async def read_variants(visit: Visit, data: Any) -> Response:
    return Reply(_shelf(library.VARIANT))


def _shelf(name: str) -> list[dict[str, Any]]:
    each = {language: Words(language) for language in LANGUAGES}
    return [
        {
            "name": thing.name,
            "title": {language: thing.title(words) for language, words in each.items()},
            "about": {language: thing.about(words) for language, words in each.items()},
        }
        for thing in library.on(name)
    ]


async def read_rule(visit: Visit, data: Any) -> Response:
    try:
        entry = rulebook.entry(visit.request.path_params["rule"])
    except rulebook.UnknownRule as error:
        return refusal(visit, error, 404)
    return Reply(
        {
            "rule": entry.id,
            "kind": entry.kind,
            "source": list(entry.source),
            "options": list(entry.options),
            "text": {language: entry.text_in(language) for language in LANGUAGES},
        }
    )


async def read_options(visit: Visit, data: Any) -> Response:
    """Every option with its values and what each preset sets it to."""
    each = {language: Words(language) for language in LANGUAGES}
    return Reply(
        [
            {
                "option": name,
                "rule": option.id,
                "title": {language: words.option(name) for language, words in each.items()},
                "many": option.many,
                "values": [
                    {"value": value, "label": {language: words.value(name, value) for language, words in each.items()}}
                    for value in option.values
                ],
                "presets": {preset: _plain(option.default(preset)) for preset in PRESETS},
            }
            for name, option in OPTIONS.items()
        ]
    )


def _plain(value: Any) -> Any:
    if isinstance(value, frozenset):
        return sorted(value)
    return list(value) if isinstance(value, tuple) else value


async def read_events(visit: Visit, data: Any) -> Response:
    """Every event a game may tell: its facts, what sort of thing each is, and whom it is told to."""
    return Reply(
        [
            {
                "event": tells.name,
                "facts": {name: kind.name for name, kind in tells.facts.items()},
                "always": sorted(tells.required),
                "to": _audience(tells),
            }
            for tells in TOLD.values()
        ]
    )


def _audience(tells: Tells) -> str:
    """`public`, `moderator` or `seats`: those the event names, or who hold what tells it."""
    if tells.is_public:
        return PUBLIC
    return "seats" if tells.to else "moderator"
