"""What is filled into a sentence: names, numbers, houses, what somebody has typed."""

from __future__ import annotations

import pytest

from nightcall import PUBLIC, Event, Prompt
from nightcall.engine import prompts
from nightcall.engine.events import SEAT, TOLD, Tells
from nightcall.words import Words
from tests.random_games import PLAYERS


def test_joining() -> None:
    assert Words("en").names(["Ann"]) == "Ann"
    assert Words("en").names(["Ann", "Bea"]) == "Ann and Bea"
    assert Words("fr").names([]) == "Personne"


def test_a_name_may_hold_braces_and_numbers() -> None:
    event = Event("died", "VOTE-2", PUBLIC, {"seat": 1, "cause": "vote"})
    assert Words("en").event(event, ["{seat}"]) == "{seat} dies by the will of the village."
    assert Words("en").event(event, ["1"]).startswith("No. 1 dies")
    assert Words("fr").event(event).startswith("N° 1 meurt")


def test_what_somebody_has_typed_is_said_as_it_is() -> None:
    """Whatever word it is: the name of a card, or of another wording of the sentence."""
    for sign in ("witch", "none", "yes", "other"):
        event = Event("sign_agreed", "JUDGE-1", (1,), {"seat": 1, "sign": sign})
        assert Words("en").event(event, PLAYERS) == f"Ann has agreed on a secret sign: {sign}."


def test_a_house_is_shown_with_its_occupant() -> None:
    housed = [Event("housed", "BLD-3", PUBLIC, {"buildings": ("farm_2", "church", "pub")})]
    gone = [*housed, Event("vacated", "BLD-2", PUBLIC, {"seat": 3, "house": "pub"})]
    prompt = Prompt("pyromaniac.burn", prompts.CHOOSE, "PYRO-1", options=("farm_2", "church", "pub"), low=0)
    labels = [label for _, label in Words("en").choices(prompt, PLAYERS, gone)]
    assert labels[:3] == ["Farm 2 (Ann)", "Church (Bea)", "Pub"]
    back = [*gone, Event("came_home", "MIRA-3", PUBLIC, {"seat": 3, "house": "pub"})]
    assert Words("en").choices(prompt, PLAYERS, back)[2][1] == "Pub (Cid)"


def test_missing_words_do_not_crash(monkeypatch: pytest.MonkeyPatch) -> None:
    words = Words("en")
    monkeypatch.setitem(TOLD, "newly_invented", Tells("newly_invented", seat=SEAT))
    assert words.text("no.such.key") == "no.such.key"
    assert words.text("event.tied") == "{seats} are tied."
    assert words.event(Event("newly_invented", "GEN-1", PUBLIC, {"seat": 1})) == "event.newly_invented"
