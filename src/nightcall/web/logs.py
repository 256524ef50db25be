"""What is written down for whoever runs the server: on request as JSON, a line for each event; never a secret.

A request is logged by the sort of page, never by its address: that holds links, codes and games. Two walls: nothing
here is given a secret, and whatever looks like one is struck out of every line all the same.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import traceback
from datetime import UTC, datetime
from typing import Any, Final

from nightcall.web.figures import Served

PLAIN: Final = "plain"
JSON_LINES: Final = "json"
FORMS: Final = (PLAIN, JSON_LINES)
LOGGERS: Final = ("asyncio", "nightcall", "uvicorn.error")
"""Those through which something is said while the server runs."""
FACTS: Final = "facts"
"""What a record carries besides its words."""

_SECRET: Final = re.compile(r"[A-Za-z0-9_-]{43,}")
"""As long as a secret or a digest of one; no word of ours is."""

log: Final = logging.getLogger("nightcall")
requests: Final = logging.getLogger("nightcall.requests")


def discreet(text: str) -> str:
    """Without anything that could be a secret."""
    return _SECRET.sub("[secret]", text)


class Discreet(logging.Filter):
    """Lets every record through, without what could be a secret."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = discreet(record.getMessage()), ()
        if record.exc_info:
            record.exc_text = discreet("".join(traceback.format_exception(*record.exc_info)).rstrip("\n"))
        return True


class JsonLines(logging.Formatter):
    """One object a line. Of an error what it is and where it came from: its own words may hold what somebody typed."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": discreet(record.getMessage()),
            **getattr(record, FACTS, {}),
        }
        if record.exc_info and record.exc_info[0] is not None:
            line["error"] = record.exc_info[0].__name__
            line["at"] = [f"{frame.filename}:{frame.lineno}" for frame in traceback.extract_tb(record.exc_info[2])]
        return json.dumps(line, ensure_ascii=False)


def speak_json() -> None:
    """From now on everything that is logged, requests included, is a line of JSON."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    log.setLevel(logging.INFO)


def said(message: str, **facts: Any) -> None:
    """Something that happened to the server itself."""
    log.info(message, extra={FACTS: facts})


def warned(message: str, level: int = logging.WARNING, **facts: Any) -> None:
    """Trouble with the server itself: the message says it all, for whoever reads no JSON."""
    log.log(level, message, extra={FACTS: facts})


def note(served: Served) -> None:
    """A request, as far as anybody may know of it."""
    facts = {"method": served.method[:10], "page": served.page, "status": served.status}
    requests.info("request", extra={FACTS: facts | {"ms": round(1000 * served.seconds, 1)}})
