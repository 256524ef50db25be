"""The listings as plain data, for programs: what `--json` prints."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import click

from nightcall import rulebook
from nightcall.cli.frame import Decorator
from nightcall.cli.speech import Voice
from nightcall.desk import library
from nightcall.desk.library import Thing
from nightcall.engine.events import Event
from nightcall.engine.game import Game
from nightcall.engine.options import OPTIONS, PRESETS
from nightcall.words import LANGUAGES, Words, own_name
from nightcall.words.progress import progress

Row = dict[str, Any]


def as_json(voice: Voice) -> Decorator:
    """The option `--json` of every listing."""
    return click.option("--json", "as_json", is_flag=True, help=voice.text("cli.option.json"))


def put(data: Any) -> None:
    click.echo(json.dumps(data, ensure_ascii=False, indent=2))


def shelf(name: str, words: Words) -> list[Row]:
    """Everything on one shelf, in short."""
    return [_short(thing, words) for thing in library.on(name)]


def _short(thing: Thing, words: Words) -> Row:
    return {"name": thing.name, "title": thing.title(words), "line": thing.line(words), "about": thing.about(words)}


def thing(name: str, words: Words) -> Row:
    """One of them, with what it asks and every rule about it."""
    found = library.things()[name]
    row = _short(found, words)
    if questions := found.questions(words):
        row["questions"] = questions
    return row | {"rules": [rule(entry.id, words) for entry in found.rules]}


def rule(ident: str, words: Words) -> Row:
    entry = rulebook.entry(ident.upper())
    kind, options = library.kind(entry, words), list(entry.options)
    return {"id": entry.id, "kind": kind, "text": entry.text_in(words.language), "options": options}


def rules(idents: Sequence[str], search: str, words: Words) -> list[Row]:
    """Those with these numbers or words; without either, all of them."""
    found = list(idents) or [entry.id for entry in rulebook.search(search, words.language)] if search else list(idents)
    return [rule(ident, words) for ident in (found if idents or search else rulebook.ids())]


def options(presets: Sequence[str], words: Words, *, all_of_them: bool) -> list[Row]:
    rows = []
    for name, option in OPTIONS.items():
        plain = {preset: _plain(option.default(preset)) for preset in PRESETS}
        if not all_of_them and len({str(value) for value in plain.values()}) == 1:
            continue
        values = [{"value": value, "label": words.value(name, value)} for value in option.values]
        chosen = {preset: plain[preset] for preset in presets}
        row = {"name": name, "rule": option.id, "title": words.option(name), "many": option.many}
        rows.append(row | {"values": values, "presets": chosen})
    return rows


def _plain(value: Any) -> Any:
    if isinstance(value, frozenset):
        return sorted(value)
    return list(value) if isinstance(value, tuple) else value


def languages() -> list[Row]:
    rows = []
    for code in LANGUAGES:
        done = progress(code)
        row = {"code": code, "name": own_name(code), "texts": done.texts, "all_texts": done.all_texts}
        rows.append(row | {"rules": done.rules, "all_rules": done.all_rules, "share": round(done.share, 4)})
    return rows


def story(game: Game, events: Sequence[Event], words: Words) -> Row:
    """A game told again: every event in plain facts, with the sentence for it."""
    told = [event.to_json() | {"text": words.event(event, game.players)} for event in events]
    won = game.outcome
    outcome = None if won is None else {"winner": won.winner, "rule": won.rule, "seats": list(won.seats)}
    return {"players": list(game.players), "answers": len(game.answers), "events": told, "outcome": outcome}
