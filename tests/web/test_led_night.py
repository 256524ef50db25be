"""At night, where the app leads: what the marks of those who are called come to."""

from __future__ import annotations

from nightcall.web.led.marks import Mark
from nightcall.web.led.scenes import Sitting
from tests.web.test_led import sealed
from tests.web.test_led_day import upto
from tests.web.test_led_http import laid

PACK = ("werewolf", "werewolf", "werewolf", "witch", *["simple_villager"] * 4)


def devoured(sitting: Sitting) -> list[int]:
    return [event.facts["seat"] for event in sitting.game.events if event.name == "bitten"]


def at_call(name: str, night: int = 1) -> Sitting:
    """The first round of this call; the pack has devoured the last seat but one each night before."""

    def taps(sitting: Sitting) -> dict[int, Mark]:
        return dict.fromkeys((1, 2, 3), Mark((9 - sitting.view.night,))) if sitting.scene.name == "werewolves" else {}

    return upto(laid(PACK), lambda sitting: sitting.scene.name == name and sitting.view.night == night, taps)


def test_most_of_the_pack_is_not_all_of_it() -> None:
    """LED-41, WW-3: where one points at somebody else nobody is devoured; who points at nobody does not count."""
    sitting = at_call("werewolves")
    two = {1: Mark((8,)), 2: Mark((8,))}
    assert devoured(sealed(sitting, two | {3: Mark((7,))})) == []
    assert devoured(sealed(sitting, two)) == [8]
    assert devoured(sealed(sitting, two | {3: Mark((8,))})) == [8]


def test_what_was_asked_in_an_earlier_night_is_no_round_of_this_call() -> None:
    """LED-11: the Witch heals in the first round of her call in every night, and poisons in the second."""
    for night in (1, 2):
        sitting = at_call("witch", night)
        victim = 9 - night
        after = sealed(sealed(sitting, {4: Mark((victim,))}), {})
        healed = [event.facts["seat"] for event in after.game.events if event.name == "healed"]
        assert healed == [victim], f"in night {night}"
