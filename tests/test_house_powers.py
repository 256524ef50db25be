"""Public powers by day from a folder of house rules: of the whole village, and of two houses of one kind."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.test_house_rules import python

RULES = """
from nightcall.authoring import PUBLIC, SEAT, Building, Tells, Variant, Village

class Mill(Building):
    name = "mill"
    copies = 2
    after = {"powers": "church"}
    tells = [Tells("mill_turned", by=SEAT)]

    def powers(self, v: Village) -> tuple[str, ...]:
        return ("mill.turn",) if self.may_act(v) else ()

    def use(self, v: Village, power: str) -> None:
        self.is_used = True
        v.tell("mill_turned", "BLD-4", by=self.holder)

class Bonfire(Variant):
    name = "bonfire"
    after = {"morning": "fools_day", "powers": "stalemate"}
    tells = [Tells("fire_lit")]
    is_lit = False

    def powers(self, v: Village) -> tuple[str, ...]:
        return () if self.is_lit else ("bonfire.light",)

    def use(self, v: Village, power: str) -> None:
        self.is_lit = True
        v.tell("fire_lit", "BLD-4")

class Hush(Variant):
    name = "hush"
    after = {"morning": "bonfire", "powers": "bonfire"}
    tells = [Tells("hushed", seat=SEAT)]
    names_offenders = True

    def powers(self, v: Village) -> tuple[str, ...]:
        return ("hush.noise",)

    def use(self, v: Village, power: str) -> None:
        v.tell("hushed", "BLD-4", seat=v.pick("hush.loud", v.present(), rule="BLD-4", audience=PUBLIC))

RULES = (Mill, Bonfire, Hush)
"""
WORDS = """
building.mill = "Mill"
building_the.mill = "the Mill"
occupant.mill = "Miller"
party.mill = "the Miller"
about_building.mill = "Turns once."
choice.day.debate.mill.turn = "A Miller turns the mill"
event.mill_turned = "{by} turns the mill."
variant.bonfire = "Bonfire"
about_variant.bonfire = "There is wood on the square."
choice.day.debate.bonfire.light = "Light the bonfire"
variant.hush = "Hush"
about_variant.hush = "Nobody shouts."
choice.day.debate.hush.noise = "Somebody shouted"
prompt.hush.loud.ask = "Who?"
event.hushed = "{seat} is hushed."
event.fire_lit = "The bonfire burns."
"""
LED = """
from nightcall import Setup
from nightcall.web.led import frames
from nightcall.web.led.marks import Mark
from nightcall.web.led.policies import adapted
from tests.web.phone import PLAYERS
from tests.web.test_led import debating, sealed
deck = {"werewolf": 2, "simple_villager": 6}

def debate(**named):
    named |= {"sheriff_election": "off", "cards_known_to_app": True, "seed": 3}
    return debating(adapted(Setup.of(PLAYERS[:8], deck, **named), 3))

def offered(sitting, seat):
    return {sign["id"]: sign["label"] for sign in frames.shown(sitting, seat, {}, Words("en"), 0.0, 1.0)["signs"]}
"""


@pytest.fixture
def folder(tmp_path: Path) -> str:
    folder = tmp_path / "square"
    (folder / "words" / "en").mkdir(parents=True)
    (folder / "__init__.py").write_text(RULES, encoding="utf-8")
    (folder / "words" / "en" / "square.toml").write_text(WORDS, encoding="utf-8")
    return str(folder)


def test_of_two_who_may_whoever_leads_says_which_and_of_one_nothing_is_asked(folder: str) -> None:
    told = python(
        """
import sys
house_rules.load(sys.argv[1])
from nightcall.testing import Table
houses = "Ann:mill_1 Bea:mill_2"
t = Table("Ann Bea Cid:werewolf Dan Eve Fay Gus", houses=houses).night(devour="Gus").dawn()
t.say("mill.turn")
assert t.asks("day.user") and t.options == ["Ann", "Bea"], t.options
t.say("Ann")
assert t.asks("day.debate")
t.say("mill.turn")
assert t.asks("day.debate")
print([event.facts["by"] for event in t.events("mill_turned")], "mill.turn" in t.options)
""",
        folder,
    )
    assert told.strip() == "[1, 2] False"


@pytest.mark.parametrize("miller", [1, 2])
def test_at_a_led_table_the_phone_that_is_touched_acts_for_its_own_seat(folder: str, miller: int) -> None:
    told = python(
        "import sys\nhouse_rules.load(sys.argv[1])\n"
        + LED
        + """
sitting = debate(buildings=("mill_1", "mill_2", *["vagabond"] * 6))
print([seat for seat in sitting.living if "power:mill.turn" in offered(sitting, seat)])
mark = Mark(signs=("power:mill.turn",), at=sitting.led.since + 1)
after = sealed(sitting, {int(sys.argv[2]): mark})
print([event.facts["by"] for event in after.game.events if event.name == "mill_turned"])
""",
        folder,
        str(miller),
    )
    assert told.splitlines() == ["[1, 2]", f"[{miller}]"]


@pytest.mark.parametrize("more", [0, 1])
def test_at_a_led_table_most_of_the_living_use_what_is_the_villages(folder: str, more: int) -> None:
    """It is offered on every phone, in the words a moderator would read."""
    told = python(
        "import sys\nhouse_rules.load(sys.argv[1])\n"
        + LED
        + """
from nightcall.web.led.decide import decide
from random import Random
sitting = debate(variants=("bonfire",))
print({offered(sitting, seat)["wants:bonfire.light"] for seat in sitting.living})
moment = sitting.led.since + 1
marking = len(sitting.living) // 2 + int(sys.argv[2])
marks = {seat: Mark(signs=("wants:bonfire.light",), at=moment) for seat in sitting.living[:marking]}
after = decide(sitting, marks, moment, Random(1))
print(not isinstance(after, float) and "fire_lit" in [event.name for event in after.game.events])
""",
        folder,
        str(more),
    )
    assert told.splitlines() == ["{'Light the bonfire'}", str(more == 1)]


def test_at_a_led_table_a_rule_of_the_debate_is_watched_over_whatever_its_breach_is_called(folder: str) -> None:
    told = python(
        "import sys\nhouse_rules.load(sys.argv[1])\n"
        + LED
        + """
sitting = debate(variants=("hush",))
label = Words("en").text("led.sign.offence")
print(all(offered(sitting, seat)["wants:hush.noise"] == label for seat in sitting.living))
loud, *others = sitting.living
mark = Mark((loud,), ("wants:hush.noise",), at=sitting.led.since + 1)
after = sealed(sitting, {seat: mark for seat in others})
print([event.facts["seat"] == loud for event in after.game.events if event.name == "hushed"])
""",
        folder,
    )
    assert told.splitlines() == ["True", "[True]"]
