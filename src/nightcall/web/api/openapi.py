"""One declaration per operation of the API: from it come the route, the check of what is sent, and the document."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from starlette.responses import Response

from nightcall import __name__ as title
from nightcall.engine import jsontext
from nightcall.engine.errors import NightcallError
from nightcall.engine.jsontext import Unsound
from nightcall.engine.viewers import MODERATOR, PUBLIC, Viewer
from nightcall.web.api import JSON
from nightcall.web.visit import Visit
from nightcall.words import Words

Schema = Mapping[str, Any]
Handler = Callable[[Visit, Any], Awaitable[Response]]

SEAT: Final = "seat"
"""For whoever plays the seat that the address names under this name."""

STREAM: Final = "text/event-stream"
LINES: Final = "application/x-ndjson"


@dataclass(frozen=True)
class Operation:
    """Something a program can ask for; its summary is the text `web.api.op.<name>`."""

    name: str
    method: str
    path: str
    who: Viewer | Literal["seat"]
    handler: Handler
    body: Schema | None = None
    reply: Schema | None = None
    media: str = JSON
    status: int = 200
    refuses: Sequence[int] = ()
    """Which refusals to expect, besides those of everything that needs a key or a body."""

    examples: Mapping[str, Any] = field(default_factory=dict)
    """What may be sent, by the kind of question; in words each is the text `web.api.kind.<kind>`."""

    @property
    def who_key(self) -> str:
        """The text that says who may."""
        if self.who == PUBLIC:
            return "web.api.who.anybody"
        return "web.api.who.moderator" if self.who == MODERATOR else "web.api.who.player"

    @property
    def numbers(self) -> list[str]:
        """The names in the path that stand for whole numbers."""
        return [name for name in self.names if name == SEAT]

    @property
    def names(self) -> list[str]:
        return [part[1:-1] for part in self.path.split("/") if part.startswith("{")]

    @property
    def address(self) -> str:
        """The path as the router wants it."""
        path = self.path
        for name in self.numbers:
            path = path.replace(f"{{{name}}}", f"{{{name}:number}}")
        return path

    @property
    def statuses(self) -> list[int]:
        """How it may be refused."""
        found = set(self.refuses)
        found |= {401, 403} if self.who != PUBLIC else set()
        found |= {400, 413, 422} if self.body is not None else set()
        found |= {404} if "game" in self.names else set()
        return sorted(found | {500, 507})


class BadRequest(NightcallError):
    """Not JSON, or not in the form the operation wants."""


# -- schemas: as much of JSON Schema as we need --


def record(required: Sequence[str] = (), /, **properties: Schema) -> Schema:
    """An object with these fields and no others."""
    found: dict[str, Any] = {"type": "object", "properties": properties, "additionalProperties": False}
    return found | ({"required": list(required)} if required else {})


def ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def listed(items: Schema) -> Schema:
    return {"type": "array", "items": items}


ANYTHING: Final[Schema] = {}
TEXT: Final[Schema] = {"type": "string"}
FLAG: Final[Schema] = {"type": "boolean"}
NUMBER: Final[Schema] = {"type": "integer"}
TEXTS: Final = listed(TEXT)
NUMBERS: Final = listed(NUMBER)


# -- reading what is sent --


def read(text: bytes, schema: Schema) -> Any:
    """What a request says, in the form wanted; `BadRequest` says what is wrong where."""
    try:
        value = jsontext.read(text.decode(), may_break=True)
    except UnicodeDecodeError as error:
        raise BadRequest("web.api.not_json") from error
    except Unsound as error:
        raise BadRequest(f"web.api.{error.reason}", **error.facts) from error
    wrong = misfit(value, schema)
    if wrong is not None:
        raise BadRequest("web.api.misfit", field=wrong[0] or "–", wanted=wrong[1])
    return value


_TYPES: Final[dict[str, Callable[[Any], bool]]] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "integer": lambda value: type(value) is int,
    "null": lambda value: value is None,
}


def misfit(value: Any, schema: Schema, where: str = "") -> tuple[str, str] | None:
    """Where a value does not fit, and what is wanted there; a `$ref` is left to whoever knows that thing."""
    kinds = schema.get("type", ())
    kinds = (kinds,) if isinstance(kinds, str) else kinds
    if kinds and not any(_TYPES[kind](value) for kind in kinds):
        return where, " / ".join(kinds)
    return _out_of_range(value, schema, where) or _inside(value, schema, where)


def _out_of_range(value: Any, schema: Schema, where: str) -> tuple[str, str] | None:
    if "enum" in schema and value not in schema["enum"]:
        return where, " / ".join(map(str, schema["enum"]))
    if isinstance(value, str) and len(value) > schema.get("maxLength", len(value)):
        return where, f"≤ {schema['maxLength']}"
    if type(value) is int and not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        return where, f"{schema.get('minimum', '')}…{schema.get('maximum', '')}"
    return None


def _inside(value: Any, schema: Schema, where: str) -> tuple[str, str] | None:
    if isinstance(value, dict) and "properties" in schema:
        known = schema["properties"]
        for name in schema.get("required", ()):
            if name not in value:
                return _at(where, name), _wanted(known[name])
        for name, inner in value.items():
            if name not in known:
                return _at(where, name), " / ".join(known)
            wrong = misfit(inner, known[name], _at(where, name))
            if wrong is not None:
                return wrong
    if isinstance(value, list) and "items" in schema:
        return next((wrong for item in value if (wrong := misfit(item, schema["items"], where)) is not None), None)
    return None


def _wanted(schema: Schema) -> str:
    """What belongs into a field that is missing: a type, or one of the things described by name."""
    kinds = schema.get("type") or schema.get("$ref", "…").rpartition("/")[2]
    return kinds if isinstance(kinds, str) else " / ".join(kinds)


def _at(where: str, name: str) -> str:
    return f"{where}.{name[:40]}" if where else name[:40]


# -- the document --


def document(
    operations: Sequence[Operation], schemas: Mapping[str, Schema], words: Words, version: str, server: str
) -> dict[str, Any]:
    """The OpenAPI document of these operations."""
    paths: dict[str, dict[str, Any]] = {}
    for operation in operations:
        paths.setdefault(operation.path, {})[operation.method.lower()] = _described(operation, words)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": title.capitalize(),
            "version": version,
            "description": words.text("web.api.about"),
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": server}],
        "paths": paths,
        "components": {
            "schemas": dict(schemas),
            "securitySchemes": {
                "key": {"type": "http", "scheme": "bearer", "description": words.text("web.api.key_is")}
            },
        },
    }


def _described(operation: Operation, words: Words) -> dict[str, Any]:
    found: dict[str, Any] = {
        "operationId": operation.name,
        "summary": words.text(f"web.api.op.{operation.name}"),
        "description": words.text(operation.who_key),
        "security": [] if operation.who == PUBLIC else [{"key": []}],
        "responses": {str(operation.status): _replied(operation, words)}
        | {str(status): _refused(status, words) for status in operation.statuses},
    }
    if operation.names:
        found["parameters"] = [_parameter(operation, name, words) for name in operation.names]
    if operation.body is not None:
        sent: dict[str, Any] = {"schema": operation.body}
        if operation.examples:
            sent["examples"] = {
                kind: {"summary": words.text(f"web.api.kind.{kind}"), "value": value}
                for kind, value in operation.examples.items()
            }
        found["requestBody"] = {"required": True, "content": {JSON: sent}}
    return found


def _parameter(operation: Operation, name: str, words: Words) -> dict[str, Any]:
    schema: Schema = {"type": "integer", "minimum": 0} if name in operation.numbers else {"type": "string"}
    described = words.text(f"web.api.in.{name}")
    return {"name": name, "in": "path", "required": True, "description": described, "schema": schema}


def _replied(operation: Operation, words: Words) -> dict[str, Any]:
    found: dict[str, Any] = {"description": words.text("web.api.reply.ok")}
    if operation.media != JSON:
        found["content"] = {operation.media: {"schema": {"type": "string"}}}
    elif operation.reply is not None:
        found["content"] = {JSON: {"schema": operation.reply}}
    return found


def _refused(status: int, words: Words) -> dict[str, Any]:
    return {
        "description": words.text(f"web.api.reply.{status}"),
        "content": {JSON: {"schema": ref("Error")}},
    }
