"""How the API replies: data, or a refusal with its reason."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from starlette.responses import Response

from nightcall.engine.errors import NightcallError
from nightcall.web.visit import Visit


class Reply(Response):
    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


def refusal(visit: Visit, error: NightcallError, status: int, players: Sequence[str] = (), **more: Any) -> Response:
    said = {"error": error.key, "message": visit.words.error(error, players), "rule": error.rule}
    headers = {"www-authenticate": "Bearer"} if status == 401 else None
    return Reply(said | more, status, headers)


def fault(visit: Visit, status: int, message: str, headers: Mapping[str, str] | None = None) -> Response:
    """Anything that is not about the game: no such address, too large, a fault of ours."""
    return Reply({"error": f"http.{status}", "message": message, "rule": ""}, status, headers)
