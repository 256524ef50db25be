"""The players' pages at any table: whatever is played, every page can be shown and every question asked on a phone."""

from __future__ import annotations

import re
from random import Random
from typing import Any, assert_never

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nightcall import Setup
from nightcall.engine import prompts
from nightcall.engine.prompts import Prompt
from nightcall.web.app import Site
from nightcall.web.table import Table
from nightcall.web.visit import HERE
from tests.strategies import bot_for, setups
from tests.web.phone import Phone, begin, new_site, run, stop_sites

SPRITES = {
    name: set(re.findall(r'id="([\w-]+)"', (HERE / "static" / name).read_text("utf-8")))
    for name in ("icons.svg", "icons-extra.svg")
}
SEEDS = st.integers(0, 2**32)


@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(setups(), SEEDS, st.integers(0, 80))
def test_every_page_of_any_game(setup: Setup, seed: int, steps: int) -> None:
    site, random = new_site(), Random(seed)
    table = begin(site, setup, deal="phones", phones_act=True, phones_vote=True, graveyard=bool(seed % 2))
    bot = bot_for(setup, random)
    for _ in range(steps):
        if table.game.prompt is None:
            break
        table = run(site.tables.answer(table, bot(table.game.prompt)))
    if table.game.prompt is not None and table.game.prompt.kind == prompts.BALLOTS:
        table = run(site.tables.manage(table, vote_open=table.revision))
    language = "fr" if seed % 3 else "en"
    check(Phone(site, language).get(f"/g/{table.id}").text)
    seats = {1, len(setup.players), *(table.game.prompt.audience if table.game.prompt is not None else ())}
    for seat in sorted(each for each in seats if isinstance(each, int)):
        play(site, table, seat, language, bot)
    stop_sites()


def play(site: Site, table: Table, seat: int, language: str, bot: Any) -> None:
    """Look at the phone and, if something is asked, send a legal answer as its form would."""
    phone, at = Phone(site, language).plays(table, seat), f"/g/{table.id}/seat/{seat}"
    text = phone.get(at).text
    check(text)
    prompt = table.asks(seat)
    if prompt is None:
        assert "/choose" not in text
        return
    found = re.search(r'name="token" value="(\w+)"', text)
    assert found is not None
    value = bot(prompt)
    fields = sent(prompt, seat, value)
    if prompt.kind == prompts.BALLOTS:
        value = value.get(seat)
    for name, content in fields.items():
        for each in content if isinstance(content, list) else [content]:
            assert is_offered(text, name, each), (prompt, name, each)
    reply = phone.client.post(f"{at}/choose", data={"token": found.group(1), **fields})
    assert reply.status_code == 200, (prompt, value, reply.text)
    kept = run(site.tables.find(table.id)).suggested[seat]
    assert prompt.kind == prompts.BALLOTS or prompt.check(kept) == prompt.check(value)
    assert prompt.kind != prompts.BALLOTS or kept == value
    check(reply.text)


def sent(prompt: Prompt, seat: int, value: Any) -> dict[str, Any]:
    """An answer as fields of the form."""
    match prompt.kind:
        case prompts.BALLOTS:
            return {"seat": str(value.get(seat) or "-")}
        case prompts.PICK if prompt.high > 1:
            return {"seat": [str(each) for each in value]}
        case prompts.PICK:
            return {"seat": "-" if value is None else str(value)}
        case prompts.YES_NO:
            return {"value": "yes" if value else "no"}
        case prompts.CHOOSE:
            return {"value": "-" if value is None else value}
        case prompts.CARDS:
            return {f"card-{name}": str(value.count(name)) for name in set(value)}
        case prompts.TEXT:
            return {"text": value}
        case prompts.TEXTS:
            return {"text": "\n".join(value)}
        case prompts.ACK | prompts.COUNTS:
            return {}
        case _:
            assert_never(prompt.kind)


def is_offered(text: str, name: str, value: str) -> bool:
    if name in ("seat", "value"):
        return f'name="{name}" value="{value}"' in text
    return f'name="{name}"' in text


def check(text: str) -> None:
    """No word is missing, and every picture exists."""
    assert not re.search(r">\s*(?:web|desk|ui|about|event|prompt|variant|card)\.\w+[.\w]*\s*<", text), text
    for sprite, icon in re.findall(r'<use href="/static/([\w-]+\.svg)\?v=\w+#([\w-]+)"', text):
        assert icon in SPRITES[sprite], f"{icon} is not in {sprite}"
