"""A call that only pretends shows the form of a live one, for every character who chooses something when called."""

from __future__ import annotations

import pytest

from nightcall import Setup
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


@pytest.mark.parametrize("kind", CALLED, ids=lambda kind: kind.name)
def test_every_call_has_a_usual_question(kind: type[Character]) -> None:
    found = decoys.usual(kind.name)
    assert found is not None
    assert found.key.startswith(f"{kind.name}.")


@pytest.mark.parametrize("name", [*GREETED, "lovers", "nonsense", "simple_villager"])
def test_where_nothing_is_chosen_nothing_is_asked(name: str) -> None:
    assert decoys.usual(name) is None


@pytest.mark.parametrize("name", FIRST_NIGHT)
def test_a_faked_call_is_the_same_form_as_a_live_one(name: str) -> None:
    """FK-14: the card is announced but not dealt in one game, and dealt in the other."""
    shown = []
    for first, announced in ((["simple_villager"], [name]), ([name], [])):
        site = new_site()
        deck = [*first, "werewolf", "werewolf", *["simple_villager"] * 5]
        setup = Setup.of(8, deck, also_announced=announced, cards_known_to_app=True, sheriff_election="off")
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
