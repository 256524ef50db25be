"""When something was, as people say it. The server stands on the table's own network, so its clock is theirs."""

from __future__ import annotations

from datetime import datetime

from nightcall.words import Words


def day(moment: float, words: Words) -> str:
    """15 November 2026."""
    when = local(moment)
    return words.text("web.past.day", day=when.day, month=words.text(f"web.past.month.{when.month}"), year=when.year)


def minute(moment: float, words: Words) -> str:
    """15 November 2026, 21:40."""
    return words.text("web.past.minute", day=day(moment, words), time=f"{local(moment):%H:%M}")


def local(moment: float) -> datetime:
    return datetime.fromtimestamp(moment).astimezone()


def iso(moment: float) -> str:
    return local(moment).isoformat(timespec="minutes")
