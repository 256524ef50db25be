"""What a moderator types, and what is understood."""

from __future__ import annotations

import pytest

from nightcall.cli.setting import deck, groups, options, players
from nightcall.cli.typed import Misheard, Names, ballots, counts, understand
from nightcall.engine import prompts
from nightcall.engine.errors import InvalidSetup
from nightcall.engine.prompts import Prompt
from nightcall.rulebook import folded
from nightcall.rules.characters import CHARACTERS
from nightcall.words import Words

WORDS = Words()


def seats() -> Names:
    return Names.of_seats(range(1, 7), ["Ann", "Anna Maria", "Béa", "Cid", "O'Neil", "Łucja"])


@pytest.mark.parametrize(
    ("text", "seat"),
    [("ann", 1), ("ANN", 1), ("anna", 2), ("anna maria", 2), ("maria", 2), ("bea", 3), ("BÉ", 3), ("o", 5), ("4", 4)],
)
def test_names_are_understood(text: str, seat: int) -> None:
    assert seats().one(text) == seat


@pytest.mark.parametrize("text", ["an", "zed", "9", "", "99999999999999999999"])
def test_what_is_no_name_is_misheard(text: str) -> None:
    with pytest.raises(Misheard):
        seats().one(text)


@pytest.mark.parametrize(
    ("text", "meant"),
    [("ann, cid", [1, 4]), ("ann cid", [1, 4]), ("anna maria cid", [2, 4]), ("1 2 3", [1, 2, 3]), ("bea;ann", [3, 1])],
)
def test_lists_are_understood(text: str, meant: list[int]) -> None:
    assert seats().many(text) == meant


def pick(low: int = 1, high: int = 1) -> Prompt:
    return Prompt("x.y", prompts.PICK, "GEN-1", options=[1, 2, 3], low=low, high=high)


def test_enter_means_nobody_only_where_that_is_allowed() -> None:
    assert understand(pick(low=0), "", seats(), WORDS) is None
    assert understand(pick(low=0), "-", seats(), WORDS) is None
    assert understand(pick(low=0), "personne", seats(), WORDS) is None
    assert understand(pick(0, 2), "", seats(), WORDS) == ()
    with pytest.raises(Misheard):
        understand(pick(), "", seats(), WORDS)


def test_two_names_where_one_is_asked_for() -> None:
    with pytest.raises(Misheard) as caught:
        understand(pick(), "ann cid", seats(), WORDS)
    assert caught.value.key == "cli.input.just_one"


VOTE = prompts.Poll(
    "vote.ballots", prompts.BALLOTS, "VOTE-1", options=[1, 2, 3], voters=[1, 2, 3], barred={3: {2: "LOVE-3"}}
)


@pytest.mark.parametrize(
    ("text", "cast"),
    [
        ("ann bea", {1: 2}),
        ("ann bea cid ann", {1: 2, 3: 1}),
        ("ann > bea, bea: ann; cid -> ann", {1: 2, 2: 1, 3: 1}),
        ("1 2 3 1", {1: 2, 3: 1}),
        ("ann -", {1: None}),
        ("all bea", {1: 2, 2: 2}),
        ("tous ann, ann bea", {1: 2, 2: 1, 3: 1}),
        ("tous personne", {1: None, 2: None, 3: None}),
    ],
)
def test_votes_are_understood(text: str, cast: dict[int, int | None]) -> None:
    assert ballots(VOTE, text, Names.of_seats((1, 2, 3), ["Ann", "Béa", "Cid"]), WORDS) == cast


@pytest.mark.parametrize("text", ["ann", "ann bea cid", "- ann", "all", "all zed", "zed ann"])
def test_odd_votes_are_misheard(text: str) -> None:
    with pytest.raises(Misheard):
        ballots(VOTE, text, Names.of_seats((1, 2, 3), ["Ann", "Béa", "Cid"]), WORDS)


def test_counts_are_understood() -> None:
    assert counts("ann 3, bea 2", seats()) == {1: 3, 3: 2}
    assert counts("ann 3 bea 2", seats()) == {1: 3, 3: 2}
    assert counts("1 3 4 1", seats()) == {1: 3, 4: 1}
    assert counts("anna maria = 4", seats()) == {2: 4}
    assert counts("", seats()) == {}
    with pytest.raises(Misheard):
        counts("ann", seats())


def test_folding() -> None:
    assert folded("  Éléonore  d’ARC ") == "eleonore d arc"


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        ("en", "werewolf=2, seer", {"werewolf": 2, "seer": 1, "simple_villager": 5}),
        ("en", "2 wolves; witch; 5 villagers", {"werewolf": 2, "witch": 1, "simple_villager": 5}),
        ("en", "wolf x2,thief", {"werewolf": 2, "thief": 1, "simple_villager": 7}),
        ("en", "werewolf 2,sisters,hunter", {"werewolf": 2, "two_sisters": 2, "hunter": 1, "simple_villager": 3}),
        ("fr", "loup-garou=2, voyante", {"werewolf": 2, "seer": 1, "simple_villager": 5}),
        ("fr", "2 loups, loup-garou blanc", {"werewolf": 2, "white_werewolf": 1, "simple_villager": 5}),
    ],
)
def test_decks_are_understood(language: str, text: str, wanted: dict[str, int]) -> None:
    assert deck(text, 8, Words(language)) == wanted


def test_every_card_can_be_typed_by_its_name() -> None:
    for language in ("en", "fr"):
        words = Words(language)
        for kind in CHARACTERS:
            for typed in (kind.name, words.card(kind.name)):
                assert kind.name in deck(typed, 3, words)


def test_all_unknown_cards_are_named() -> None:
    with pytest.raises(InvalidSetup) as caught:
        deck("wolf, dragon, unicorn", 8, Words("en"))
    assert [fault.facts["card"] for fault in caught.value.faults] == ["dragon", "unicorn"]


def test_players_groups_and_options_are_understood() -> None:
    assert players("3") == ["1", "2", "3"]
    assert players("Ann,  Jean  Paul , Cid") == ["Ann", "Jean Paul", "Cid"]
    assert players("Ann Bea") == ["Ann", "Bea"]
    with pytest.raises(InvalidSetup) as caught:
        players("9999")
    assert caught.value.faults[0].facts["given"] == 9999
    assert groups("ann, cid", ["Ann", "Bea", "Cid"]) == ["A", "B", "A"]
    assert groups("ann / cid bea", ["Ann", "Bea", "Cid"]) == ["A", "B", "B"]
    with pytest.raises(Misheard):
        groups("ann / bea", ["Ann", "Bea", "Cid"])
    assert options(["fake-calls=no", "great_distrust_friends=3", "elder_despair_causes=vote,poison"], WORDS) == {
        "fake_calls": False,
        "great_distrust_friends": 3,
        "elder_despair_causes": ["vote", "poison"],
    }
    with pytest.raises(InvalidSetup):
        options(["seed=3"], WORDS)
    with pytest.raises(Misheard):
        options(["fake_calls"], WORDS)
