"""The texts as they are written: variants, articles, and nothing that depends on the players' sex."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from nightcall import PUBLIC, Event
from nightcall.words import Words
from nightcall.words._texts import FIRST, catalogue, own_texts
from tests.words.keys import read_somewhere


def test_variants_have_a_last_resort() -> None:
    """Where an event has variants, a new rule or value still finds words, or each value that occurs has its own."""
    all_there_is = (("other",), ("yes", "no"), ("village", "werewolves"))
    keys = {key.rpartition(".")[0] for key in catalogue() if key.startswith("event.") and key.count(".") > 1}
    for key in sorted(keys):
        assert any(all(f"{key}.{value}" in catalogue() for value in values) for values in all_there_is), key


def test_no_name_is_glued_to_a_french_article() -> None:
    """ "de Anne", "que Éric" and the like: what may need elision asks for it, `{seat:de}`."""
    names = "seat|seats|card|by|victim|target|name|names|call|house|office|spirit|last"
    glued = re.compile(
        rf"\b(?:de|que|le|la|du|si)\s\{{(?:{names})\}}|\bà \{{(?:card|house|office)\}}|['’]\{{", re.IGNORECASE
    )
    assert [key for key, texts in catalogue().items() if glued.search(texts["fr"])] == []


def test_no_word_depends_on_the_players_sex() -> None:
    assert [key for key, texts in catalogue().items() if re.search(r"\(e\)|·e|\(ne\)", texts["fr"])] == []
    sexed = re.compile(r"\{(?:seat|seats|victim|target|name|names|player)s?:[^}]*/")
    assert [key for key, texts in catalogue().items() for text in texts.values() if sexed.search(text)] == []


def test_french_punctuation_stays_on_its_line() -> None:
    assert Words("fr").text("ui.why") == "Pourquoi\N{NO-BREAK SPACE}?"


def test_every_text_is_read_somewhere() -> None:
    """By its whole key, or by one that begins so and ends as the game goes."""
    whole, begun = read_somewhere()
    assert [key for key in own_texts(FIRST) if key not in whole and not key.startswith(begun)] == []


def test_the_engine_reads_no_words() -> None:
    code = "import sys, nightcall; sys.exit('nightcall.words' in sys.modules or 'nightcall.rulebook' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


CAUSES = sorted(key.removeprefix("cause.") for key in catalogue() if re.fullmatch(r"cause\.[a-z_]+", key))


@pytest.mark.parametrize("language", ["en", "fr", "de"])
@pytest.mark.parametrize("cause", CAUSES)
def test_a_death_whose_cause_is_told_has_a_sentence_of_its_own(cause: str, language: str) -> None:
    """NR-15: by day nobody "did not live to see the morning"; of a night it is all that is said."""
    words, people = Words(language), ("Ann", "Bea", "Cid")
    of_day = Event("died", "NR-15", PUBLIC, {"seat": 2, "cause": cause})
    of_night = Event("died", "NR-15", PUBLIC, {"seat": 2})
    assert words.event(of_day, people) != words.event(of_night, people)
    assert words.told(of_day, 2, people) != words.told(of_night, 2, people)
    for key in (f"event.died.{cause}", f"you.event.died.seat.{cause}"):
        assert key in own_texts(language), "not borrowed from English"
