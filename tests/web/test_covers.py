"""Secrets are behind the hold, whatever is asked when they come about: on every page of whoever leads."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nightcall import Event, Game, Setup, play
from nightcall.desk import asked
from nightcall.engine import events as told
from nightcall.engine import prompts
from nightcall.engine import tape as tapes
from nightcall.engine.events import PUBLIC, TOLD, FactKind, Tells
from nightcall.rules import catalogue
from nightcall.web.app import Site
from nightcall.web.table import Table
from nightcall.words import Words
from tests.strategies import bot_for, setups
from tests.web.covers import outside_covers
from tests.web.phone import Phone, begin, new_site, run, stop_sites

assert catalogue.STANDING

TAPES: Final = sorted((Path(__file__).parents[1] / "tapes").glob("*.jsonl"))
PAGES: Final = (
    "",
    "/log",
    "/show",
    "/preview",
    "/roles",
    "/more",
    "/wrong",
    "/wrong/person",
    "/wrong/card?seat=2&card=werewolf",
)
WRONG: Final = {"seat": 99, "value": "?", "vote_1": 99, "count_99": 1, "card_joker": 1}
"""No answer to any question, read as whichever."""
TAG: Final = re.compile(r"<[^>]*>")
FACTS: Final[dict[FactKind, Any]] = {
    told.SEAT: 2,
    told.SEATS: (2, 3),
    told.CARD: "piper",
    told.CARDS: ("piper", "fox"),
    told.SIDE: "werewolves",
    told.CAUSE: "poison",
    told.CAUSES: ("poison",),
    told.RULE: "witch",
    told.HOUSE: "church",
    told.EVENT_CARD: "burial",
    told.EVENT_CARDS: ("burial", "backfire"),
    told.QUESTION: "own_words",
    told.FLAG: True,
    told.TEXT: "a cough",
}
"""One of each, for events that are only imagined."""


def secret_texts(game: Game, words: Words) -> Iterator[str]:
    """What nobody, or somebody alone, was told: in full sentences."""
    for event in game.events:
        if event.audience != PUBLIC:
            yield words.event(event, game.players)


def check(page: str, game: Game, words: Words, where: str) -> None:
    page = unescape(page)
    everything = " ".join(page.split()), " ".join(TAG.sub(" ", page).split())
    found = [text for text in secret_texts(game, words) if any(" ".join(text.split()) in each for each in everything)]
    if not found:  # nor in the open; most pages need not be taken apart
        return
    seen = outside_covers(page)
    public = {words.event(event, game.players) for event in game.events if event.audience == PUBLIC}
    for text in found:
        assert text in public or " ".join(text.split()) not in seen, (where, text)


def walked(site: Site, phone: Phone, table: Table, words: Words, *, edits: int = 0) -> None:
    game = table.game
    for path in PAGES:
        page = phone.get(f"/g/{table.id}/lead{path}").text
        check(page, game, words, f"{path} at {game.prompt}")
    for index in {edits, len(game.answers) - 1} if game.answers else ():
        page = phone.get(f"/g/{table.id}/lead/edit/{index}").text
        check(page, game, words, f"edit {index} at {game.prompt}")


@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(setups(), st.integers(0, 2**32), st.integers(1, 60))
def test_no_page_of_any_game_shows_a_secret_in_the_open(setup: Setup, seed: int, steps: int) -> None:
    site, random = new_site(), Random(seed)
    table = begin(site, setup)
    language = "fr" if seed % 2 else "en"
    phone, bot = Phone(site, language).leads(table), bot_for(setup, random)
    for step in range(steps):
        if table.game.prompt is None:
            break
        table = run(site.tables.answer(table, bot(table.game.prompt)))
        if step % 5 == seed % 5 or step == steps - 1:
            walked(site, phone, table, Words(language), edits=random.randrange(len(table.game.answers)))
    stop_sites()


@pytest.mark.parametrize("tape", TAPES, ids=lambda tape: tape.stem)
def test_nor_after_any_step_of_a_game_on_tape(tape: Path) -> None:
    """Every character, variant and extension; the page after every answer, and what a mistyped one brings."""
    loaded = tapes.loads(tape.read_text("utf-8"))
    site, words = new_site(), Words("en")
    table = begin(site, loaded.setup)
    phone = Phone(site).leads(table)
    tried: set[str] = set()
    for given_answer in loaded.answers:
        prompt = table.game.prompt
        assert prompt is not None
        if prompt.kind not in (prompts.ACK, prompts.TEXT, prompts.TEXTS) and prompt.key not in tried:
            tried.add(prompt.key)
            wrong = phone.post(f"/g/{table.id}/lead/answer", at=table.revision, **WRONG)
            assert wrong.status_code == 422
            check(wrong.text, table.game, words, f"refused at {prompt}")
        table = run(site.tables.answer(run(site.tables.find(table.id)), given_answer.value))
        check(phone.get(f"/g/{table.id}/lead").text, table.game, words, f"after {prompt}")


def imagined(tells: Tells) -> Event:
    facts = {name: FACTS[kind] for name, kind in tells.facts.items()}
    rule = "WITCH-2"
    audience: tuple[int, ...] = () if not tells.to else (2,)
    return Event(tells.name, rule, audience, facts)


def games() -> Iterator[Game]:
    """Whole games: those on tape, one whose votes are only counted, one with cards in the middle that nobody knows."""
    for tape in TAPES:
        loaded = tapes.loads(tape.read_text("utf-8"))
        yield play(loaded.setup, loaded.answers)
    deck = {"werewolf": 2, "seer": 1, "witch": 1, "thief": 1, "simple_villager": 5}
    for options in ({"vote_input": "counts"}, {}):
        setup = Setup.of(8, deck, sheriff_election="off", **options)
        game, bot = play(setup), bot_for(setup, Random(3))
        while game.prompt is not None:
            game = game.answer(bot(game.prompt))
        yield game


def at_each_kind() -> dict[str, Game]:
    """A game at a question of every kind, the public and the secret ones apart."""
    found: dict[str, Game] = {}
    for game in games():
        for count, prompt in enumerate(asked(game)):
            name = f"{prompt.kind}, {'public' if prompt.audience == PUBLIC else 'secret'}"
            if count and name not in found and asked_before(game, count):
                found[name] = play(game.setup, game.answers[:count])
    return found


def asked_before(game: Game, count: int) -> bool:
    """Whether something was answered just before, rather than only said and done."""
    return asked(game)[count - 1].kind != prompts.ACK


def test_every_secret_there_is_stays_covered_at_every_kind_of_question() -> None:
    """Imagined: any private event at all has just come about, whatever is asked next."""
    site, words = new_site(), Words("en")
    kinds = at_each_kind()
    assert {name.partition(",")[0] for name in kinds} == set(prompts.EVERY_KIND)
    private = [tells for tells in TOLD.values() if tells.to != (PUBLIC,)]
    assert len(private) > 50
    phones = {}
    for name, game in kinds.items():
        table = begin(site, game.setup)
        for given_answer in game.answers:
            table = run(site.tables.answer(table, given_answer.value))
        phones[name] = Phone(site).leads(table), table
        happened = table.game.events
        assert isinstance(happened, list)
        happened += [imagined(tells) for tells in private]
    for name, (phone, table) in phones.items():
        result = unescape(phone.get(f"/g/{table.id}/lead").text)
        check(result, table.game, words, f"the result before {name}")
        assert words.event(imagined(TOLD["sniffed"]), table.game.players) in result, "but it is there"
        phone.post(f"/g/{table.id}/lead/seen", at=table.revision)
        page = unescape(phone.get(f"/g/{table.id}/lead").text)
        assert words.event(imagined(TOLD["turned"]), table.game.players) in page, "but it is there"
        for path in PAGES:
            check(phone.get(f"/g/{table.id}/lead{path}").text, table.game, words, f"{path} at {name}")
