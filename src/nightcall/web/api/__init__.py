"""The same operations as JSON, for bots, lights and other screens."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request

ROOT: Final = "/api"
JSON: Final = "application/json"


def is_asked(request: Request) -> bool:
    """Whether a program asks, not a person."""
    path: str = request.scope["path"]
    return path.startswith(f"{ROOT}/") and path != f"{ROOT}/"
