"""What is refused is explained: an answer, a tape, a setup that cannot be played."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest

import nightcall
from nightcall import Fault, IllegalAnswer, Outcome, Prompt, Setup
from nightcall.engine import prompts
from nightcall.engine.village import Village
from nightcall.words import Words
from tests.random_games import PLAYERS, games
from tests.words.keys import UNFILLED, error_keys

WRONG: list[Any] = [None, True, 99, -1, 1.5, "nonsense", "x" * 200, "\x00", [], [1, 1], [1, 99], {}, {"a": 1}]
WRONG += ["Ann\u3164", "An\u0301\u0301\u0301\u0301\u0301n"]
WRONG += [{"1": -1}, {"1": 99}, {"99": 1}, {"1": 1000}, dict.fromkeys(range(1, 19)), ["witch", "witch"]]


@cache
def refusals() -> list[tuple[IllegalAnswer, Sequence[str]]]:
    """One of each sort, with the people of its table: the others say the same with another number in it."""
    rare = [game for game in games()[100:] if game.setup.options.vote_input == "counts"]
    found: dict[tuple[Any, ...], tuple[IllegalAnswer, Sequence[str]]] = {}
    for game in [*games()[:100], *rare]:
        for prompt, _ in game.asked:
            wrong = [*WRONG, *prompt.refused]
            wrong += [{voter: seat} for voter, closed in prompt.barred.items() for seat in closed]
            wrong += [{seat: prompt.options[0]} for seat in prompt.silenced]
            wrong += [taken.replace("a", "\u0430") for taken in prompt.refused if isinstance(taken, str)]
            for value in wrong:
                try:
                    prompt.refuse_deceptive(value)
                    prompt.check(value)
                except IllegalAnswer as error:
                    sort = prompt.key, error.key, error.rule, tuple(map(type, error.facts.values()))
                    found.setdefault(sort, (error, game.players))
    return list(found.values())


def test_every_refusal_says_what_was_given_and_why(words: Words) -> None:
    for error, players in refusals():
        text = words.error(error, players)
        assert not UNFILLED.search(text), (error.key, text)
        assert error.rule in text
    elsewhere = {"answer.impossible", "answer.not_yet"}  # the game refuses those, not the question alone
    seen = {error.key for error, _ in refusals()}
    assert {key for key in error_keys() if key.startswith("answer.")} - seen <= elsewhere


def test_a_refusal_in_full() -> None:
    prompt = Prompt("defender.protect", prompts.PICK, "DEF-1", options=(1, 3), refused={2: "DEF-2"})
    with pytest.raises(IllegalAnswer) as caught:
        prompt.check(2)
    text = Words("en").error(caught.value, PLAYERS)
    assert text.startswith("Bea cannot be chosen here. ")
    assert "(DEF-2)" in text
    assert text.endswith("Allowed: Ann or Cid.")
    assert str(caught.value).startswith("No. 2 cannot be chosen here. ")
    assert caught.value.message("fr").startswith("On ne peut pas choisir N° 2 ici. ")


def test_a_tape_of_another_game_is_explained() -> None:
    setup = Setup.of(["Ann", "Bea", "Cid"], {"werewolf": 1, "simple_villager": 2})
    with pytest.raises(nightcall.TapeMismatch) as caught:
        nightcall.play(setup, [nightcall.Answer(2, "seer.look", 1)])
    assert "Whose secret?" in str(caught.value)
    assert "Elect a Sheriff now?" in str(caught.value)
    over = nightcall.Game(Village(setup, bool), (), (), None, Outcome("nobody", (), "WIN-8"))
    with pytest.raises(IllegalAnswer, match="over"):
        over.answer(True)


VILLAGE = ["werewolf", *["simple_villager"] * 7]
BROKEN: list[tuple[Any, Any, dict[str, Any]]] = [
    (2, ["werewolf", "simple_villager"], {}),
    (["Ann", "Ann", " ", "Dan"], ["werewolf", *["simple_villager"] * 3], {}),
    (["Ann", "ANN", "Cid", "Dan"], {"werewolf": 1.5, "simple_villager": 4}, {"groups": ["", "A", "B", "A"]}),
    (["Ann", "\u0410nn", "B\u3164", "D\u0301\u0301\u0301\u0301\u0301"], ["werewolf", *["simple_villager"] * 3], {}),
    (8, [*VILLAGE[:-1], "dragon"], {}),
    (8, VILLAGE[:-1], {}),
    (8, [*VILLAGE[:-1], "two_sisters"], {}),
    (8, ["simple_villager"] * 8, {}),
    (8, ["werewolf"] * 8, {}),
    (8, [*VILLAGE, "thief", "trusted_villager"], {"cards_known_to_app": True}),
    (8, VILLAGE, {"identify_silent_roles_n1": ["elder"]}),
    (8, VILLAGE, {"trio": ["seer"]}),
    (8, VILLAGE, {"sheriff_election": "off", "sheriff_elected_on": "d2_dawn"}),
    (8, [*VILLAGE[:-1], "actor"], {"trio": ["werewolf", "simple_villager", "thief"]}),
    (
        8,
        ["werewolf", "actor", "seer", *VILLAGE[:5]],
        {"trio": ["seer", "piper", "x"], "actor_card_pool": "villagers_only"},
    ),
    (8, [*VILLAGE[:-1], "prejudiced_manipulator"], {}),
    (8, VILLAGE, {"preset": "none", "seer_reveal": "crystal", "moon": True}),
    (8, [*VILLAGE[:-1], "pyromaniac"], {"preset": "helper", "buildings": ["church", "church", "castle"]}),
    (8, [*VILLAGE[:-2], "pyromaniac", "gypsy"], {}),
    (8, [*VILLAGE[:-1], "gypsy"], {"events": ["burial", "burial", "spiritualism_2", "comet"], "draw": "shuffled"}),
    (8, VILLAGE, {"events": ["flood"], "draw": "thrown", "in_force": ["miracle"], "hand": ["spiritualism_1"]}),
    (8, VILLAGE, {"preset": "classic", "events": ["burial"]}),
    (8, VILLAGE, {"preset": "helper", "events": ["woodland_gathering"], "event_pool": "helper_only"}),
    (8, VILLAGE, {"variants": ["lycanthropic_trance", "lycanthropic_trance", "harvest_festival", "carnival"]}),
    (6, ["thief", *VILLAGE[:5]], {"variants": ["double_you"]}),
    (8, [*VILLAGE, "piper"], {"variants": ["double_you_big"]}),
    (8, [*VILLAGE[:-1], "wild_child"], {"variants": ["black_plague"], "events": ["backfire"]}),
]


def faults() -> list[Fault]:
    found: list[Fault] = []
    for players, deck, extra in BROKEN:
        with pytest.raises(nightcall.InvalidSetup) as caught:
            Setup.of(players, deck, **extra)
        found += caught.value.faults
    for data in (7, {"moon": 1, "players": 3, "deck": []}, {}, {"players": [], "deck": ["seer"] * 1000}):
        with pytest.raises(nightcall.InvalidSetup) as caught:
            Setup.from_json(data)
        found += caught.value.faults
    with pytest.raises(nightcall.InvalidSetup) as caught:
        nightcall.recommended(5)
    found += caught.value.faults
    deck = ["werewolf", "actor", *["simple_villager"] * 11]
    found += Setup.of(13, deck, trio=["cupid", "seer", "fox"]).warnings()
    found += Setup.of(6, {"werewolf": 2, "thief": 1, "elder": 6}, thief_spares=3, plague_text="en").warnings()
    found += Setup.of(6, {"werewolf": 1, "bear_tamer": 1, "fox": 4}, bear_tamer_called_n1=False).warnings()
    found += Setup.of(6, {"werewolf": 1, "fox": 5}, silent_without_target=True).warnings()
    found += Setup.of(10, {"werewolf": 2, "simple_villager": 18}, variants=["double_you_big"]).warnings()
    return found + Setup.of(6, {"werewolf": 1, "fox": 5}, preset="classic").warnings()


def test_every_fault_of_a_setup_can_be_worded(words: Words) -> None:
    found = faults()
    for fault in found:
        text = words.fault(fault)
        assert not UNFILLED.search(text), text
        assert fault.rule in text
    expected = {key for key in error_keys() if key.startswith(("setup.", "warning."))}
    assert expected - {fault.key for fault in found} == {"setup.invalid"}
    error = nightcall.InvalidSetup(found)
    assert len(words.error(error).splitlines()) == 1 + len(found)
