"""Whole numbers as people and programs send them: in addresses (`{seat:number}`) and in forms."""

from __future__ import annotations

from typing import Any

from starlette.convertors import Convertor, register_url_convertor

from nightcall.web.limits import DIGITS


def whole(text: Any, otherwise: int) -> int:
    """The number a text stands for; something else if it is none, or longer than any we have use for."""
    is_one = isinstance(text, str) and text.isascii() and text.isdigit() and len(text) <= DIGITS
    return int(text) if is_one else otherwise


class _Number(Convertor[int]):
    """Starlette's own `int` hands any length to Python, which refuses to read thousands of digits."""

    regex = f"[0-9]{{1,{DIGITS}}}"

    def convert(self, value: str) -> int:
        return int(value)

    def to_string(self, value: int) -> str:
        return str(value)


register_url_convertor("number", _Number())
