"""A call that only pretends shows the form of a live one, for every character who chooses something when called."""

from __future__ import annotations

from typing import Any

import pytest

from nightcall import Options, Setup
from nightcall.engine.prompts import PICK
from nightcall.engine.rule import Character
from nightcall.rules.characters import CHARACTERS
from nightcall.web.play import decoys, forms
from nightcall.words import Words
from tests.web.phone import begin, new_site, run

GREETED = ("two_sisters", "three_brothers")
"""They look at each other, and that is all."""
CALLED = [kind for kind in CHARACTERS if kind.call is not Character.call and kind.name not in GREETED]
FIRST_NIGHT = ["cupid", "defender", "fox", "piper", "seer", "wild_child"]
PASSING = {"seer_may_pass": True, "piper_targets": "one_or_two"}
HOUSE = {"piper_charms": 4, "defender_may_repeat": True}


@pytest.mark.parametrize("is_drawn", [True, False])
def test_a_lot_is_asked_for_where_the_moderator_draws_it(is_drawn: bool) -> None:
    """HOUSE-4"""
    asked = decoys.usual("wolf_hound", Options(wolf_hound_side="by_lot"), is_drawn=is_drawn)
    assert (asked and asked.key) == (None if is_drawn else "wolf_hound.lot")


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_any_number_of_cards_laid_out(count: int) -> None:
    """HOUSE-18"""
    rules = Options.of(actor_trio=count, thief_spares=count, white_werewolf_every=count)
    actor, thief, white = (decoys.usual(name, rules) for name in ("actor", "thief", "white_werewolf"))
    assert actor is not None
    assert len(actor.options) == count
    assert (thief and thief.key, white and white.key) == ("thief.swap", "white_werewolf.devour")


@pytest.mark.parametrize("kind", CALLED, ids=lambda kind: kind.name)
def test_every_call_has_a_usual_question(kind: type[Character]) -> None:
    found = decoys.usual(kind.name)
    assert found is not None
    assert found.key.startswith(f"{kind.name}.")


@pytest.mark.parametrize("name", [*GREETED, "lovers", "nonsense", "simple_villager"])
def test_where_nothing_is_chosen_nothing_is_asked(name: str) -> None:
    assert decoys.usual(name) is None


@pytest.mark.parametrize("rules", [{}, PASSING, HOUSE], ids=["book", "passing", "house"])
@pytest.mark.parametrize("name", FIRST_NIGHT)
def test_a_faked_call_is_the_same_form_as_a_live_one(name: str, rules: dict[str, Any]) -> None:
    """FK-14: the card is announced but not dealt in one game, and dealt in the other; by any rules."""
    shown = []
    for first, announced in ((["simple_villager"], [name]), ([name], [])):
        site = new_site()
        deck = [*first, "werewolf", "werewolf", *["simple_villager"] * 5]
        usual: dict[str, Any] = {"cards_known_to_app": True, "sheriff_election": "off"} | rules
        setup = Setup.of(8, deck, also_announced=announced, **usual)
        table = run(site.tables.answer(begin(site, setup), True))
        while table.game.prompt is not None and table.game.prompt.key not in ("call.fake", f"{name}.{_verb(name)}"):
            table = run(site.tables.answer(table, True if table.game.prompt.kind == "ack" else 8))
        form = forms.for_moderator(table, Words("en"))
        shown.append((form.kind, form.plain_ask, form.low, form.high, form.nothing, [c.label for c in form.choices]))
        assert len(form.faces) == (8 if form.kind == PICK else 0)
    assert shown[0] == shown[1]


def _verb(name: str) -> str:
    found = decoys.usual(name)
    assert found is not None
    return found.key.partition(".")[2]
