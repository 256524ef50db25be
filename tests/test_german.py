"""German, as far as it has come: a base game is led in it, in the terminal and on the phone, without any English.

What a base game never shows (houses, event cards, variants, most house rules) may still be English.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from random import Random
from typing import Any

import pytest

import nightcall
from nightcall import Setup
from nightcall.rulebook import folded
from nightcall.sim.bots import PhysicalTable, RandomBot
from nightcall.words import Words
from nightcall.words.progress import progress
from tests.command import Run, seen, typed_answer
from tests.foreign import english_in, english_labels
from tests.web.phone import Phone, begin, new_site, run, stop_sites
from tests.web.test_lead import form_of

DE = Words("de")
RUNDE = ["Anna", "Ben", "Cem", "Dora", "Emil", "Frieda", "Gül", "Hans"]
BASE = ("werewolf", "simple_villager", "seer", "thief", "hunter", "cupid", "witch", "little_girl")
TYPED = "werwolf=2, seherin, hexe, jäger, amor, kleines mädchen, dieb"
DECK = "werewolf werewolf seer witch hunter cupid little_girl thief simple_villager simple_villager".split()


@pytest.fixture(autouse=True)
def _tidy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "200")
    for name in ("NIGHTCALL_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    yield
    stop_sites()


def test_the_helper_finds_english() -> None:
    assert english_in("Another night,\n colder than the last. Close your eyes, all of you.", "de")
    assert not english_in("Schließt alle die Augen. Wessen Augen sind offen?", "de")
    assert "Undo" in english_labels("de")


# -- the words --


def test_cards_decline() -> None:
    """Every card has an article, and with it its cases; Cupid alone goes by a name."""
    for name in BASE:
        assert name == "cupid" or DE.party(name).split(" ")[0] in ("der", "die", "das"), name
    said = [DE.text("event.identified", seat="Anna", card=DE.card(name)) for name in BASE]
    assert said == [
        "Anna hat die Karte des Werwolfs.",
        "Anna hat die Karte des Dorfbewohners.",
        "Anna hat die Karte der Seherin.",
        "Anna hat die Karte des Diebes.",
        "Anna hat die Karte des Jägers.",
        "Anna hat die Karte Amors.",
        "Anna hat die Karte der Hexe.",
        "Anna hat die Karte des Kleinen Mädchens.",
    ]


def test_parties_decline() -> None:
    assert (
        DE.text("event.bitten.other", seat="Anna", by=DE.party("werewolves"))
        == "Anna wird von den Werwölfen angefallen."
    )
    assert (
        DE.text("event.bitten.other", seat="Anna", by=DE.party("big_bad_wolf"))
        == "Anna wird vom Großen Bösen Wolf angefallen."
    )
    assert DE.text("event.won.other", winner=DE.side("lovers")) == "Das Spiel ist aus. Der Sieg gehört den Verliebten."
    assert DE.text("event.won.other", winner=DE.side("village")) == "Das Spiel ist aus. Der Sieg gehört dem Dorf."
    assert DE.text("ui.winners", seats=DE.names(["Anna"])) == "Es gewinnt: Anna."
    assert DE.text("ui.winners", seats=DE.names(["Anna", "Ben"])) == "Es gewinnen: Anna und Ben."


def test_it_is_far_from_complete_and_says_so() -> None:
    done = progress("de")
    assert 1000 < done.texts < done.all_texts
    assert 100 < done.rules < done.all_rules
    assert re.search(rf"de +Deutsch +{done.texts} / ", Run("languages", "--lang", "de").out)


# -- in the terminal --


def typed(seed: int) -> list[str]:
    """Everything that is typed at the table, from the first name to the end of the game."""
    setup = Setup.of(RUNDE, DECK, preset="classic")
    table = PhysicalTable(Random(seed), setup)
    game = nightcall.play(setup)
    lines = [", ".join(RUNDE), "klassisch", "nein", TYPED]
    while game.prompt is not None:
        value = table(game.prompt)
        line = typed_answer(game.prompt, value, RUNDE)
        lines += ["hilfe", "plätze", "verlauf", "warum", "regel", "unsinn"] if len(lines) % 7 == 0 else []
        lines.append({"y": "ja", "n": "nein"}.get(line, line))
        before, game = game, game.answer(value)
        lines += seen(game, before)
    return [*lines, "verlauf", "ende"]


@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(2, 8))])
def test_a_base_game_in_the_terminal(seed: int) -> None:
    done = Run("play", "--lang", "de", typed="\n".join(typed(seed)) + "\n")
    assert done.code == 0, done.all
    assert any(DE.text(f"event.won.{side}") in done.all for side in ("village", "werewolves", "lovers", "nobody"))
    assert english_in(done.all, "de") == []
    assert "Wessen Augen sind offen?" in done.all


def test_the_terminal_understands_german() -> None:
    setup = ["--lang", "de", "--players", ",".join(RUNDE), "--deck", "werwölfe=2, hexe, jaeger, dörfler=4"]
    refused = Run("play", *setup)
    assert "jaeger" in refused.err
    begun = Run("play", *setup[:-1], "2 wölfe, hexe, jager", typed="nein\n\nschluss\n/ende\n")
    assert begun.code == 0, begun.all
    assert folded("„schluss“") in folded(begun.all)
    assert DE.text("cli.play.left_archive", path="X", where="").split("X")[1] in begun.all


# -- on the phone --


def shown(page: str) -> str:
    """What a page says, with its labels; not its addresses and scripts."""
    labels = re.findall(r'(?:aria-label|placeholder|title|alt|data-[a-z]+)="([^"]*)"', page)
    text = re.sub(r"<(script|style)[^>]*>.*?</\1>|<[^>]+>", " ", page, flags=re.DOTALL)
    return unescape("\n".join([text, *labels]))


def only_german(page: str) -> None:
    assert '<html lang="de"' in page
    assert english_in(shown(page), "de") == []
    parts = re.findall(r"<(?:button|a|h1|h2|h3|label|legend|summary|small|dt)\b[^>]*>([^<]+)<", page)
    assert not english_labels("de").intersection(unescape(part).strip() for part in parts)


@pytest.mark.parametrize(("seed", "known"), [(1, True), (2, True), (3, False), (4, False)])
def test_a_base_game_on_the_phone(seed: int, known: bool) -> None:
    site = new_site()
    setup = Setup.of(RUNDE, DECK, preset="classic", cards_known_to_app=known, seed=seed if known else None)
    table = begin(site, setup, **({"deal": "phones"} if known else {}))
    lead, player = Phone(site, "de-AT").leads(table), Phone(site, "de").plays(table, 2)
    bot: Any = RandomBot(Random(seed)) if known else PhysicalTable(Random(seed), setup)
    at = f"/g/{table.id}"
    steps = 0
    while (prompt := run(site.tables.find(table.id)).game.prompt) is not None:
        only_german(lead.get(f"{at}/lead").text)
        if steps % 5 == 0:
            for path in ("/log", "/more", "/roles", "/show", "/preview", "/seats"):
                only_german(lead.get(f"{at}/lead{path}").text)
            only_german(player.get(f"{at}/seat/2").text)
            only_german(Phone(site, "de").get(at).text)
        form = form_of(prompt, bot(prompt))
        reply = lead.post(f"{at}/lead/answer", at=run(site.tables.find(table.id)).revision, **form)
        assert reply.status_code == 200, reply.text
        steps += 1
    assert steps > 12
    for path in (f"{at}/lead", f"{at}/lead/log", f"{at}/end", "/", "/games", "/games/statistics", "/join", "/about"):
        only_german(lead.get(path).text)
    only_german(player.get(f"{at}/seat/2").text)
    assert english_in(lead.get(f"{at}/end/story.txt").text, "de") == []


def test_a_table_is_set_up_in_german() -> None:
    phone = Phone(new_site(), "de")
    only_german(phone.get("/new").text)
    only_german(phone.post("/new/players", do="paste", paste=", ".join(RUNDE)).text)
    for step in ("players", "cards", "deal", "begin"):
        only_german(phone.get(f"/new/{step}").text)
    for name in BASE:
        only_german(phone.get(f"/rules/{name}").text)
    only_german(phone.get("/rules?shelf=characters").text)
