"""The form of everything the API takes and gives."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Final

from nightcall.engine.game import BETWEEN
from nightcall.engine.options import PRESETS
from nightcall.engine.prompts import EVERY_KIND
from nightcall.engine.setup import PARTS, Part, Shape
from nightcall.rules.comings import HAPPENINGS
from nightcall.rules.decks import FILLER
from nightcall.sim import advisor, evenings, people
from nightcall.sim.surrogate import CARDS, PLAYERS
from nightcall.web.api.answers import FORMS
from nightcall.web.api.openapi import (
    ANYTHING,
    FLAG,
    NUMBER,
    NUMBERS,
    TEXT,
    TEXTS,
    Schema,
    listed,
    record,
    ref,
)
from nightcall.web.manner import DEALS, LED
from nightcall.web.past.statistics import Row
from nightcall.web.play import timers
from nightcall.words import LANGUAGES

ENTERED_DEALS: Final = tuple(deal for deal in DEALS if deal != LED)
"""What a program may lead: where the app leads there is nothing left to do."""
REVISION: Final[Schema] = {"type": "integer", "minimum": 1}
PHASE: Final[Schema] = {"type": "string", "enum": ["setup", "night", "dawn", "day", "over"]}
"""Only whoever leads knows a dawn; for the table it is night until somebody says otherwise."""
MANNER: Final[dict[str, Schema]] = {
    "phones_vote": FLAG,
    "phones_act": FLAG,
    "graveyard": FLAG,
    "dealt": FLAG,
    "joining": FLAG,
    "debate": {"type": "integer", "minimum": 0, "maximum": timers.LONGEST},
}
TIMER: Final[Schema] = {
    **record(
        ("kind", "length"),
        kind={"type": "string", "enum": list(timers.CLOCKS)},
        length={"type": "integer", "minimum": 1, "maximum": timers.LONGEST},
        left={"type": "integer", "minimum": 0, "maximum": timers.LONGEST},
        runs=FLAG,
    ),
    "type": ["object", "null"],
}
KIND: Final[Schema] = {"type": "string", "enum": list(EVERY_KIND)}
LOCALISED: Final[Schema] = record(LANGUAGES, **dict.fromkeys(LANGUAGES, TEXT))
COUNTED: Final[Schema] = {"type": "object", "additionalProperties": NUMBER}
MAYBE_TEXT: Final[Schema] = {"type": ["string", "null"]}
OPEN: Final[Schema] = {"type": "object"}
MAYBE_NUMBER: Final[Schema] = {"type": ["number", "null"]}
MAYBE_OPEN: Final[Schema] = {"type": ["object", "null"]}


def whole(**properties: Schema) -> Schema:
    """A reply in which every field is always there."""
    return record(tuple(properties), **properties)


def _one_of(values: Iterable[str]) -> Schema:
    return {"type": "string", "enum": list(values)}


def _part(part: Part) -> Schema:
    """The form of one part of a setup."""
    forms: Mapping[Shape, Schema] = {"names": TEXTS, "text": TEXT, "number": NUMBER, "flag": FLAG}
    return {**forms[part.shape], "enum": list(part.values)} if part.values else forms[part.shape]


_COLUMN: Final[Mapping[str, Schema]] = {"str": TEXT, "int": NUMBER, "bool": FLAG}

SHOWN: Final[dict[str, Schema]] = {
    "game": TEXT,
    "viewer": {"type": ["integer", "null"]},
    "phase": PHASE,
    "night": NUMBER,
    "day": NUMBER,
    "deck": {"type": "object", "additionalProperties": NUMBER},
    "seats": listed(ref("SeenSeat")),
    "circle": NUMBERS,
    "log": listed(ref("Told")),
    "powers_lost": FLAG,
    "free_houses": TEXTS,
    "burnt_houses": TEXTS,
    "events": TEXTS,
    "variants": TEXTS,
    "asked": TEXT,
    "winner": TEXT,
    "winners": NUMBERS,
    "voted": NUMBERS,
    "manner": ref("Manner"),
}

SCHEMAS: Final[dict[str, Schema]] = {
    "Setup": {
        "type": "object",
        "required": [part.name for part in PARTS.values() if part.is_needed],
        "properties": {
            **{part.name: _part(part) for part in PARTS.values()},
            "preset": {"type": "string", "enum": list(PRESETS)},
            "options": OPEN,
        },
        "additionalProperties": False,
    },
    "Manner": whole(
        deal={"type": "string", "enum": list(DEALS)},
        **MANNER,
        vote_open=FLAG,
        timer=MAYBE_OPEN,
        notes=TEXT,
    ),
    "SeenSeat": whole(
        seat=NUMBER,
        name=TEXT,
        is_alive=FLAG,
        has_left=FLAG,
        card=TEXT,
        second=TEXT,
        offices=TEXTS,
        has_vote=FLAG,
        group=TEXT,
        house=TEXT,
        is_away=FLAG,
        has_poster=FLAG,
    ),
    "Told": {
        "type": "object",
        "required": ["event", "rule", "text"],
        "properties": {"event": TEXT, "rule": TEXT, "text": TEXT, "audience": ANYTHING},
    },
    "Public": whole(**SHOWN),
    "Seat": whole(
        **SHOWN,
        asks={"anyOf": [ref("Asks"), {"type": "null"}]},
        powers=listed(ref("Choice")),
        graveyard=MAYBE_OPEN,
    ),
    "Asks": whole(
        token=TEXT,
        ask=TEXT,
        kind=KIND,
        question=TEXT,
        low=NUMBER,
        high=NUMBER,
        choices=listed(ref("Choice")),
        mine=ANYTHING,
    ),
    "Choice": whole(value=ANYTHING, label=TEXT),
    "Prompt": {
        "type": "object",
        "required": ["ask", "kind", "rule", "say", "do", "question", "choices"],
        "properties": {
            "ask": TEXT,
            "kind": KIND,
            "rule": TEXT,
            "seat": NUMBER,
            "card": TEXT,
            "options": listed(ANYTHING),
            "low": NUMBER,
            "high": NUMBER,
            "known": NUMBERS,
            "voters": NUMBERS,
            "refused": OPEN,
            "silenced": OPEN,
            "barred": OPEN,
            "bound": OPEN,
            "weights": OPEN,
            "before": TEXT,
            "say": TEXT,
            "is_said": FLAG,
            "do": TEXT,
            "question": TEXT,
            "choices": listed(ref("Choice")),
        },
        "additionalProperties": False,
    },
    "LedSeat": whole(
        seat=NUMBER,
        name=TEXT,
        is_alive=FLAG,
        has_left=FLAG,
        is_away=FLAG,
        card=MAYBE_TEXT,
        holds=TEXT,
        state=TEXTS,
        has_phone=FLAG,
        suggests=ANYTHING,
    ),
    "Lead": whole(
        game=TEXT,
        revision=NUMBER,
        phase=PHASE,
        night=NUMBER,
        day=NUMBER,
        title=TEXT,
        prompt={"anyOf": [ref("Prompt"), {"type": "null"}]},
        news=listed(ref("Told")),
        secrets=listed(ref("Told")),
        answered=NUMBER,
        outcome=MAYBE_OPEN,
        misfit=MAYBE_OPEN,
        waiting=NUMBER,
        seats=listed(ref("LedSeat")),
        claims=listed(whole(claim=TEXT, seat=NUMBER, sign=TEXT)),
        signs=listed(whole(seat=NUMBER, power=TEXT)),
        manner=ref("Manner"),
    ),
    "Preview": whole(
        announced=listed(ref("Told")),
        new=listed(ref("Told")),
        answered=NUMBER,
        struck=NUMBER,
        misfit=TEXT,
        prompt=MAYBE_OPEN,
        outcome=MAYBE_OPEN,
    ),
    "Log": whole(
        events=listed(ref("Told")),
        answers=listed(whole(index=NUMBER, ask=TEXT, seat=NUMBER, card=TEXT, value=ANYTHING, question=TEXT, text=TEXT)),
    ),
    "Checked": whole(valid=FLAG, faults=listed(ref("Fault")), warnings=listed(ref("Fault"))),
    "Fault": whole(error=TEXT, rule=TEXT, message=LOCALISED),
    "Odds": whole(
        table=TEXT,
        games=NUMBER,
        wanted=NUMBER,
        is_counted=FLAG,
        shares=listed(whole(side=TEXT, share=NUMBER, low=MAYBE_NUMBER, high=MAYBE_NUMBER, is_about=FLAG)),
        nights=NUMBER,
        minutes=NUMBER,
        guessed=TEXTS,
        off=NUMBER,
        within=NUMBER,
        advice={"anyOf": [ref("Advised"), {"type": "null"}]},
    ),
    "Advised": whole(
        style={"type": "string", "enum": ["", *advisor.STYLES]},
        misses=TEXTS,
        deck=COUNTED,
        shares=COUNTED,
        village_among=COUNTED,
        nights=NUMBER,
        minutes=NUMBER,
        leans={"type": "string", "enum": ["", "village", "werewolves"]},
        effects=COUNTED,
        swaps=listed(whole(out=TEXT, into=TEXT, before=NUMBER, after=NUMBER)),
        swaps_to={"type": "string", "enum": ["even", "wish", "vary"]},
    ),
    "Rule": whole(rule=TEXT, kind=TEXT, source=TEXTS, options=TEXTS, text=LOCALISED),
    "Character": whole(card=TEXT, name=LOCALISED, copies=NUMBER, is_wolf=FLAG),
    "Thing": whole(name=TEXT, title=LOCALISED, about=LOCALISED),
    "Option": whole(
        option=TEXT,
        rule=TEXT,
        title=LOCALISED,
        many=FLAG,
        values=listed(whole(value=ANYTHING, label=LOCALISED)),
        presets={"type": "object", "additionalProperties": ANYTHING},
    ),
    "Event": whole(
        event=TEXT,
        facts={"type": "object", "additionalProperties": TEXT},
        always=TEXTS,
        to={"type": "string", "enum": ["public", "moderator", "seats"]},
    ),
    "Found": whole(
        game=TEXT, may_join=FLAG, needs_leave=FLAG, seats=listed(whole(seat=NUMBER, name=TEXT, is_taken=FLAG))
    ),
    "Joined": whole(game=TEXT, seat=NUMBER, key=TEXT, waits=FLAG, sign=TEXT),
    "Story": whole(
        winner=TEXT,
        ending=TEXT,
        rule=TEXT,
        parts=listed(whole(seat=NUMBER, name=TEXT, holds=TEXT, side=TEXT, is_winner=FLAG, is_alive=FLAG, fate=TEXT)),
        chapters=listed(
            whole(
                title=TEXT,
                time={"type": "string", "enum": ["before", "night", "day"]},
                happenings=listed(whole(text=TEXT, is_secret=FLAG, rule=TEXT)),
            )
        ),
    ),
    "Statistics": whole(
        games=NUMBER,
        rows=listed(ref("Row")),
        people=listed(ref("Tally")),
        cards=listed(ref("Tally")),
        sides=listed(ref("Tally")),
    ),
    "Row": whole(**{column.name: _COLUMN[str(column.type)] for column in fields(Row)}),
    "Tally": whole(name=TEXT, games=NUMBER, wins=NUMBER),
    "Answer": {"anyOf": [{"title": kind, **FORMS[kind].schema} for kind in EVERY_KIND]},
    "Error": {
        "type": "object",
        "required": ["error", "message", "rule"],
        "properties": {"error": TEXT, "message": TEXT, "rule": TEXT, "now": OPEN},
    },
}

# -- what is sent --

BEGIN: Final = record(
    ("setup",), setup=ref("Setup"), manner=record(deal={"type": "string", "enum": list(ENTERED_DEALS)}, **MANNER)
)
BEGUN: Final = whole(game=TEXT, key=TEXT, public=TEXT, lead=TEXT)
ANSWER: Final = record(("revision", "value"), revision=REVISION, value=ref("Answer"))
UNDO: Final = record(("revision",), revision=REVISION, steps={"type": "integer", "minimum": 1, "maximum": 100_000})
EDIT: Final = record(
    ("revision", "index", "value"),
    revision=REVISION,
    index={"type": "integer", "minimum": 0},
    value=ref("Answer"),
    dry_run=FLAG,
)
TABLE: Final = record(
    ("revision", "what", "answers"),
    revision=REVISION,
    what={"type": "string", "enum": [key.removeprefix(BETWEEN) for key in HAPPENINGS]},
    answers=listed(ANYTHING),
    dry_run=FLAG,
)
CHANGES: Final = record(**MANNER, vote_open=FLAG, notes={"type": "string", "maxLength": 10_000}, timer=TIMER)
KEY: Final = record(("seat",), seat={"type": "integer", "minimum": 0})
KEPT: Final = whole(seat=NUMBER, key=TEXT, link=TEXT)
WISH: Final = record(("token", "value"), token={"type": "string", "maxLength": 200}, value=ANYTHING)
REDO: Final = record(("revision",), revision=REVISION)
CHECK: Final = record(("setup",), setup=ref("Setup"))
ODDS: Final = record(("setup",), setup=ref("Setup"), table=_one_of(people.words()))
ADVICE: Final = record(
    ("players",),
    players={"type": "integer", "minimum": PLAYERS[0], "maximum": PLAYERS[1]},
    table=_one_of(people.words()),
    **{name: _one_of(evenings.constants()[name]) for name in ("balance", "liveliness", "length")},
    complexity={"type": "integer", "minimum": 1, "maximum": 3},
    **{name: listed(_one_of((*CARDS, FILLER))) for name in ("wanted", "never", "owned")},
    apart=listed(_one_of(evenings.constants()["apart"])),
    preset=_one_of(("pact", "pacte")),
    sheriff=FLAG,
)
ADVISED: Final = whole(decks=listed(ref("Advised")))
SIGN: Final = record(power={"type": "string", "maxLength": 100})
KEYS: Final = record(("keys",), keys=listed(TEXT))
CODES: Final = whole(join=TEXT, screen=TEXT)
LET_IN: Final = record(("claim", "let_in"), claim={"type": "string", "maxLength": 100}, let_in=FLAG)
