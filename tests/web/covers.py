"""What can be read on a page without holding or opening anything."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Final

VOID: Final = {"area", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
HEARD: Final = ("title", "aria-label", "alt", "placeholder")
"""Attributes that a finger resting on something, or a screen reader, brings to light."""


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self.open: list[tuple[str, bool]] = []

    @property
    def is_covered(self) -> bool:
        return any(covered for _, covered in self.open)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        is_cover = tag in ("script", "style", "template") or "hidden" in given
        if tag == "details" and "open" not in given:
            is_cover = True  # what is in it: the summary is found below
        if tag == "summary" and self.open and self.open[-1][0] == "details":
            self.open[-1] = ("details", False)
        if not (self.is_covered or is_cover):
            self.parts += [given[name] or "" for name in HEARD if name in given]
            if tag == "input" and given.get("type") not in ("hidden", "checkbox", "radio"):
                self.parts.append(given.get("value") or "")
        if tag not in VOID:
            self.open.append((tag, is_cover))

    def handle_endtag(self, tag: str) -> None:
        while self.open:
            last, _ = self.open.pop()
            if last == tag:
                break
        if tag == "summary" and self.open and self.open[-1][0] == "details":
            self.open[-1] = ("details", True)

    def handle_data(self, data: str) -> None:
        if not self.is_covered:
            self.parts.append(data)


def outside_covers(page: str) -> str:
    """The text in the open, without scripts too: what is in `<noscript>` counts."""
    reader = _Reader()
    reader.feed(page)
    return " ".join(" ".join(reader.parts).split())
