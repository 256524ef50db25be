"""The rulebook is complete: whatever cites a rule can be explained."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from pathlib import Path

import pytest

import nightcall
from nightcall import OPTIONS, rulebook
from nightcall.engine.errors import NightcallError
from nightcall.words import LANGUAGES
from tests.random_games import games

SOURCE = Path(nightcall.__file__).parent
CITED = re.compile(r"\b(?:OPT|SW)(?:-[A-Z0-9]+)+\b|\b[A-Z]{2,}-[A-Z]?\d+\b")
RANGE = re.compile(r"\b[A-Z]{2,}-[A-Z]?\d+\s*(?:\.\.|…|–|to\b)\s*(?:[A-Z]{2,}-)?\d+\b")
TESTS = Path(__file__).parent
NO_RULES = {"UTF-8"}
KINDS = {"rule", "interaction", "ruling", "option", "amendment"}


def test_every_entry_is_whole() -> None:
    for rule in rulebook.entries():
        assert rule is rulebook.entry(rule.id)
        assert rule.kind in KINDS, rule.id
        assert set(rule.options) <= set(OPTIONS), rule.id
        assert all(len(rule.text_in(language)) > 8 for language in LANGUAGES), rule.id


def test_ids_are_unique_and_in_the_file_of_their_family() -> None:
    assert [ident for ident, count in Counter(rulebook.ids()).items() if count > 1] == []
    for path in (SOURCE / "rulebook").glob("*.toml"):
        for ident in tomllib.loads(path.read_text("utf-8")):
            assert ident.partition("-")[0].lower() == path.stem


def test_every_rule_the_source_mentions_exists() -> None:
    cited = {
        ident
        for path in SOURCE.rglob("*")
        if path.suffix in (".py", ".toml")
        for ident in CITED.findall(path.read_text("utf-8"))
    }
    assert len(cited) > 200
    assert cited - set(rulebook.ids()) - NO_RULES == set()


def test_every_rule_is_cited_by_a_test_one_by_one() -> None:
    """A range would make rules look tested that are not: a test names what it proves."""
    told = {path: path.read_text("utf-8") for path in TESTS.rglob("*.py")}
    assert {str(path): found for path, text in told.items() if (found := RANGE.findall(text))} == {}
    cited = {ident for text in told.values() for ident in CITED.findall(text)}
    about_the_documents = {ident for ident in rulebook.ids() if ident.startswith("META-")}
    assert set(rulebook.ids()) - cited - about_the_documents == set()


def test_every_rule_a_game_cites_exists() -> None:
    cited = {known.id for known in OPTIONS.values()}
    for game in games():
        cited |= {event.rule for event in game.events} | {game.outcome.rule}
        for prompt, _ in game.asked:
            cited |= {prompt.rule, *prompt.refused.values()}
            cited |= {rule for closed in prompt.barred.values() for rule in closed.values()}
    assert cited - set(rulebook.ids()) == set()


def test_the_answer_to_why() -> None:
    assert rulebook.entry("KNIGHT-1").kind == "rule"
    assert rulebook.entry("OPT-SEER-POS").options == ("seer_position",)
    assert "Chevalier" in rulebook.entry("KNIGHT-1").text_in("fr")
    game = nightcall.play(nightcall.Setup.of(3, {"werewolf": 1, "simple_villager": 2}))
    assert game.why(game.events[0]).id == game.events[0].rule


def test_an_unknown_rule_names_its_neighbours() -> None:
    with pytest.raises(rulebook.UnknownRule, match="WITCH-1") as caught:
        rulebook.entry("WITCH-99")
    assert isinstance(caught.value, NightcallError)
    assert isinstance(caught.value, KeyError)
    assert "WITCH-99" in caught.value.message("fr")
    with pytest.raises(rulebook.UnknownRule):
        rulebook.entry("")


def test_search() -> None:
    assert rulebook.search("witch-1")[0].id == "WITCH-1"
    assert "KNIGHT-1" in [rule.id for rule in rulebook.search("rusty sword left")]
    assert any(rule.id.startswith("WITCH") for rule in rulebook.search("sorcière potion", "fr"))
    assert rulebook.search("  ") == []
    assert rulebook.search("zeppelin") == []
