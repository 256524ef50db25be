"""What the templates ask of the words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from jinja2 import Environment, nodes

import nightcall
from nightcall.words import LANGUAGES, own_texts

TEMPLATES = sorted((Path(nightcall.__file__).parent / "web" / "templates").glob("*.html"))

BY_SCRIPTS = (
    "web.alone.facts",
    "web.vote.points_at",
    "web.vote.points_at_office",
    "web.vote.some",
    "web.vote.some_more",
)
"""What a page only carries, for a script to fill in."""


def keys(asked: nodes.Expr) -> list[str]:
    """As far as they are written out: any of a family may be asked for with facts of its own."""
    if isinstance(asked, nodes.Const):
        return [str(asked.value)]
    if isinstance(asked, nodes.CondExpr):
        return [key for each in (asked.expr1, asked.expr2) if each is not None for key in keys(each)]
    return []


def asked_for(template: Path) -> Iterator[tuple[str, set[str]]]:
    """Every key a template wants the text of, and the facts it gives."""
    for call in Environment(autoescape=True).parse(template.read_text("utf-8")).find_all(nodes.Call):
        if isinstance(call.node, nodes.Name) and call.node.name == "t" and call.dyn_kwargs is None:
            yield from ((key, {fact.key for fact in call.kwargs}) for key in keys(call.args[0]))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_given_the_facts_it_has_a_place_for(language: str) -> None:
    """`Words` leaves such a place as it is, since no evening may end with it: it would be read out with its braces."""
    texts = own_texts(language)
    seen = 0
    for template in TEMPLATES:
        for key, given in asked_for(template):
            wanted = set(re.findall(r"\{(\w+)[}:]", texts.get(key, "")))
            assert wanted <= given or key in BY_SCRIPTS, (template.name, key, wanted - given)
            seen += key in texts
    assert seen > 300
