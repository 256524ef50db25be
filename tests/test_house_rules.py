"""House rules from a folder: they play everywhere, and a broken folder is refused and leaves nothing behind.

What is loaded stays loaded, so each test has a Python of its own.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
UNDERTAKER = ROOT / "examples" / "house-rules" / "undertaker"
CHILD = """
from nightcall import house_rules
from nightcall.engine.rule import KINDS, NIGHT, STANDING, TABLES
from nightcall.rulebook import ids
from nightcall.words import Words
import nightcall

def state():
    return list(KINDS), list(NIGHT), list(STANDING), dict(TABLES), ids(), dict(Words("fr")._texts)
"""


def python(code: str, *arguments: str) -> str:
    """What a fresh Python prints."""
    done = subprocess.run(
        [sys.executable, "-c", CHILD + code, *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT / "src"), str(ROOT)))},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def nightcall(*arguments: str, given: str = "", **environment: str) -> tuple[int, str]:
    """The command's exit code, and all it says."""
    done = subprocess.run(
        [sys.executable, "-m", "nightcall.cli", *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "COLUMNS": "400", "PYTHONUTF8": "1", **environment},
        input=given,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The Undertaker, to be broken."""
    return Path(shutil.copytree(UNDERTAKER, tmp_path / "undertaker", ignore=shutil.ignore_patterns("__pycache__")))


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


# -- playing with them --


@pytest.mark.parametrize("where", ["--house-rules", "--house-rules=", "environment"])
def test_a_folder_is_named_on_the_command_line_or_in_the_environment(where: str) -> None:
    environment = {"NIGHTCALL_HOUSE_RULES": str(UNDERTAKER)} if where == "environment" else {}
    named = {"--house-rules": [where, str(UNDERTAKER)], "--house-rules=": [f"{where}{UNDERTAKER}"]}.get(where, [])
    code, said = nightcall(*named, "characters", "undertaker", "--lang", "fr", **environment)
    assert code == 0
    assert "Croque-mort" in said
    assert "UNDER-2" in said


def test_without_the_folder_nobody_knows_the_card() -> None:
    code, said = nightcall("characters", "undertaker")
    assert code == 1
    assert "undertaker" in said


def test_the_command_says_that_code_is_run() -> None:
    _, said = nightcall("--help")
    assert "--house-rules" in said
    assert "Runs the code" in said


def test_simulations_play_it() -> None:
    deck = "werewolf=2,undertaker,seer"
    code, said = nightcall(
        "simulate", "--deck", deck, "--players", "8", "--games", "40", "--house-rules", str(UNDERTAKER)
    )
    assert code == 0, said
    assert "Undertaker" in said


PLACES = {
    "nightfall": "writing_on_the_wall",
    "awakening": "fire",
    "morning": "fools_day",
    "polls": "school",
    "voted": "manor",
    "evening": "sheriff",
}


DROWNS = """
    def {door}(self, v):
        if self._grave(v):
            v.eliminate(Death(v.others(self.holder)[-1], "drowned", "UNDER-1", by=self.name{more}))
"""


@pytest.mark.parametrize(
    ("door", "place", "more"), [("morning", "fools_day", ", is_open=True"), ("evening", "sheriff", "")]
)
def test_what_nobody_dies_of_in_the_box_has_its_words_and_is_told_by_day(
    folder: Path, door: str, place: str, more: str
) -> None:
    edit(folder / "__init__.py", '{"night": "seer"}', str({"night": "seer", door: place}))
    edit(folder / "__init__.py", "\n\nRULES", f"{DROWNS.format(door=door, more=more)}\n\nRULES")
    play = """
import sys
from nightcall.testing import Table
try:
    house_rules.load(sys.argv[1])
except nightcall.NightcallError as error:
    print(error.message("en"))
else:
    t = Table("Ann:undertaker Bea:werewolf Cid Dan Eve Fay Gus Hal").night(devour="Dan").dawn().day("Cid")
    t.night(devour="Eve").dawn()
    print(*[Words("en").event(event, t.names) for event in t.events("died")], sep=" | ")
"""
    assert "cause.drowned, event.died.drowned" in python(play, str(folder))
    with (folder / "words" / "en" / "undertaker.toml").open("a", encoding="utf-8") as file:
        file.write('cause.drowned = "the river"\nevent.died.drowned = "{seat} is found in the river."\n')
    assert "Hal is found in the river." in python(play, str(folder))


def test_a_card_that_has_lost_its_power_acts_at_no_door(folder: Path) -> None:
    """DESP-3: also at those that no card of the box opens."""
    tells = [f'Tells("rung_{door}", by=SEAT)' for door in PLACES]
    rings = [
        f'    def {door}(self, v, *_):\n        v.tell("rung_{door}", "UNDER-1", by=self.holder)\n' for door in PLACES
    ]
    edit(folder / "__init__.py", '{"night": "seer"}', str({"night": "seer", **PLACES}))
    edit(folder / "__init__.py", "up=FLAG)]", f"up=FLAG), {', '.join(tells)}]")
    edit(folder / "__init__.py", "\n\nRULES", "\n".join(["", *rings, "", "RULES"]))
    for language in ("en", "fr"):
        with (folder / "words" / language / "undertaker.toml").open("a", encoding="utf-8") as file:
            file.writelines(f'event.rung_{door} = "x"\n' for door in PLACES)
    told = python(
        """
import json, sys
house_rules.load(sys.argv[1])
from nightcall.testing import Table
t = Table("Ann:undertaker Bea:werewolf Cid:elder Dan Eve Fay Gus Hal").night(devour="Dan").dawn().day()
before = [event.name for event in t.game.events]
t.night(devour="Eve").dawn().day("Cid")
assert t.game.village.despair
cut = len(t.game.events)
t.night(devour="Fay").dawn().day()
print(json.dumps([before, [event.name for event in t.game.events[cut:]]]))
""",
        str(folder),
    )
    before, after = json.loads(told)
    assert {name for name in before if name.startswith("rung_")} == {f"rung_{door}" for door in PLACES}
    assert not [name for name in after if name.startswith("rung_")]


def test_it_is_called_where_it_says_under_every_option() -> None:
    told = python(
        """
house_rules.load(__import__("sys").argv[1])
for place in ("before_werewolves", "after_werewolves"):
    deck = {"werewolf": 2, "seer": 1, "undertaker": 1, "simple_villager": 4}
    setup = nightcall.Setup.of(8, deck, seer_position=place)
    calls = [name for name, _ in nightcall.engine.plan.plan_of(setup).calls]
    print(calls[calls.index("seer") + 1])
""",
        str(UNDERTAKER),
    )
    assert told.split() == ["undertaker", "undertaker"]


def test_a_language_has_come_as_far_as_the_folder_has_brought_it() -> None:
    """The folder's own rules count among those a language has, as they do among all there are."""
    told = python(
        """
import sys
from nightcall.words.progress import missing_rules, mistakes, progress
house_rules.load(sys.argv[1])
for language in ("en", "fr"):
    print(progress(language).is_complete, missing_rules(language), list(mistakes(language)))
""",
        str(UNDERTAKER),
    )
    assert told.splitlines() == ["True [] []"] * 2
    _, said = nightcall("--house-rules", str(UNDERTAKER), "languages", "--lang", "en")
    assert [line.split()[-1] for line in said.splitlines() if "English" in line or "Français" in line] == ["100%"] * 2


def test_whoever_translates_a_folder_sees_what_is_left(folder: Path) -> None:
    shutil.rmtree(folder / "words" / "fr")
    shutil.rmtree(folder / "rulebook" / "fr")
    _, said = nightcall("--house-rules", str(folder), "languages", "fr", "--lang", "en")
    assert "# words/fr/undertaker.toml\n" in said
    assert 'card.undertaker = "Undertaker"\n' in said
    assert "# rulebook/fr/under.toml\n" in said
    assert "UNDER-2 = " in said


def test_a_saved_game_names_what_it_needs() -> None:
    tape = python(
        """
from nightcall.engine import tape
house_rules.load(__import__("sys").argv[1])
deck = {"werewolf": 2, "undertaker": 1, "simple_villager": 5}
game = nightcall.play(nightcall.Setup.of(8, deck, sheriff_election="off"))
print(tape.dumps(game.answer(True)), end="")
assert "house_rules" not in tape.header(nightcall.play(nightcall.Setup.of(3, {"werewolf": 1, "simple_villager": 2})))
""",
        str(UNDERTAKER),
    )
    assert json.loads(tape.splitlines()[0])["house_rules"] == ["undertaker"]
    refused = python(
        """
import sys
from nightcall.engine import tape
try:
    tape.loads(sys.argv[1])
except nightcall.TapeError as error:
    print(error.message("en"))
    print(error.message("fr"))
""",
        tape,
    )
    assert "not loaded: undertaker" in refused
    assert "ne sont pas chargées\N{NO-BREAK SPACE}: undertaker" in refused


def test_the_app_offers_plays_and_draws_it() -> None:
    """Wizard, library, rulebook, icon, and a whole game by taps."""
    told = python(
        """
import sys
from random import Random
house_rules.load(sys.argv[1])
from nightcall import Setup
from nightcall.sim.bots import RandomBot
from nightcall.web.setup import offers
from nightcall.web.setup.drafting import Draft
from tests.web.phone import Phone, begin, new_site, run
words = Words("en")
assert "undertaker" in [tile.name for tiles in offers.tiles(Draft(), words).values() for tile in tiles]
site = new_site()
phone = Phone(site)
page = phone.get("/rules/undertaker").text
assert "UNDER-1" in page and "house-rules.svg#undertaker" in page
assert '<symbol id="undertaker"' in phone.get("/house-rules.svg").text
setup = Setup.of(8, ["undertaker", "werewolf", "werewolf", *["simple_villager"] * 5], cards_known_to_app=True)
graves = 0
for seed in range(5):
    table, bot = begin(site, setup), RandomBot(Random(seed))
    while table.game.prompt is not None:
        table = run(site.tables.answer(table, bot(table.game.prompt)))
    graves += sum(event.name == "grave_read" for event in table.game.events)
print(table.game.outcome.winner, graves)
""",
        str(UNDERTAKER),
    )
    winner, graves = told.split()
    assert winner
    assert int(graves) > 0


def test_its_own_tests_pass_where_nothing_of_ours_is_but_the_package(folder: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-n0"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert "3 passed" in done.stdout


TOLL = """
    def sign(self, v: Village) -> str:
        return "undertaker.tolled"

    def counted(self, v: Village, verdict: object) -> None:
        if v.yes("undertaker.tolled", "UNDER-2", audience=MODERATOR):
            v.tell("bell_tolled", "UNDER-2")

    def _grave("""


def test_a_character_gives_a_sign_by_day_that_only_its_own_strip_shows(folder: Path) -> None:
    """On a led evening, too: the holder reads the folder's own words, and no other phone differs."""
    module, words = folder / "__init__.py", folder / "words" / "en" / "undertaker.toml"
    edit(module, "EVERY_NIGHT, FLAG,", "EVERY_NIGHT, FLAG, MODERATOR, SIGNED, Policy,")
    edit(module, '{"night": "seer"}', '{"night": "seer", "counted": "wandering_judge"}')
    edit(module, "up=FLAG)]", 'up=FLAG), Tells("bell_tolled")]\n    led = {"undertaker.tolled": Policy(SIGNED)}')
    edit(module, "\n    def _grave(", TOLL)
    with words.open("a", encoding="utf-8") as file:
        file.write('\nprompt.undertaker.tolled.ask = "Toll the bell"\nevent.bell_tolled = "The bell tolls."\n')
    told = python(
        """
import sys
house_rules.load(sys.argv[1])
from nightcall.web.led import frames
from nightcall.web.led.marks import Mark
from tests.web.test_led import base, debating, holders, sealed
words = Words("en")
voting = sealed(debating(base({"werewolf": 2, "undertaker": 1, "simple_villager": 5})), {})
shown = {seat: frames.shown(voting, seat, {}, words, 0.0, 1.0) for seat in voting.living}
[mine] = holders(voting, "undertaker")
assert [seat for seat, frame in shown.items() if frame["strip"]["act"]] == [mine]
open_to_all = [{**frame, "strip": None, "me": 0} for frame in shown.values()]
assert all(frame == open_to_all[0] for frame in open_to_all)
print(shown[mine]["strip"]["act"]["label"])
for signer in (mine, mine % 8 + 1):
    sign = Mark(signs=(shown[mine]["strip"]["act"]["id"],))
    print("bell_tolled" in [event.name for event in sealed(voting, {signer: sign}).game.events])
""",
        str(folder),
    )
    assert told.splitlines() == ["Toll the bell", "True", "False"]


# -- refusing them --

POWERS = """
from nightcall.authoring import Rule
class Bell(Rule):
    name = "bell"
    after = {"powers": "sheriff"}
    RING = "bell.ring"
    def powers(self, v):
        return (self.RING,)

RULES = (Undertaker, Bell)"""
BROKEN = [
    ("__init__.py", "class Undertaker", "class Undertaker(", "stopped at __init__.py"),
    ("__init__.py", "VOTE, Character", "VOTE, Charakter", "ImportError"),
    ("__init__.py", "RULES = (Undertaker,)", "RULES = ()", "list no rules"),
    ("__init__.py", "RULES = (Undertaker,)", "RULES = (str,)", "not a rule"),
    ("__init__.py", "RULES = (Undertaker,)", "import sys; sys.exit(3)", "SystemExit: 3. Nothing of them was loaded"),
    (
        "__init__.py",
        "RULES = (Undertaker,)",
        "RULES = (Undertaker, Undertaker)",
        "another rule of theirs is called that",
    ),
    ("__init__.py", 'name = "undertaker"', "name = 3", "Undertaker has name = 3, where a text is wanted"),
    ("__init__.py", "tells = [", 'tells = ["x", ', "where a list of Tells(…) is wanted"),
    ("__init__.py", "tells = [", "tells = None and [", "tells = None, where a list of Tells(…) is wanted"),
    ("__init__.py", '{"night": "seer"}', "None", "after = None, where a table of names"),
    ("__init__.py", '{"night": "seer"}', '"seer"', "after = 'seer', where a table of names"),
    ("__init__.py", 'family = "UNDER"', "forms = [Character]", "where a table of cards with the class"),
    ("__init__.py", "EVERY_NIGHT\n", '"nightly"\n', "wakes = 'nightly', but there is no such value. There are: never,"),
    ("__init__.py", '"own_call"', '"own_cal"', "Close to it: own_call. There are: own_call, place, passive."),
    ("__init__.py", 'family = "UNDER"', 'copies = "two"', "copies = 'two', where a whole number is wanted"),
    ("__init__.py", 'family = "UNDER"', "copies = True", "copies = True, where a whole number is wanted"),
    ("__init__.py", "up=FLAG", 'up="flag"', "grave_read: up is a kind of fact (SEAT, FLAG, Maybe(SEAT)…), not 'flag'"),
    ("__init__.py", "def call(self, v: Village)", "def call(self)", "Undertaker.call is called with (self, v)"),
    (
        "__init__.py",
        "def is_awake(self, v: Village)",
        "def is_spoken(self, v: Village)",
        "is_spoken is called with (cls, v)",
    ),
    (
        "__init__.py",
        "def _grave(",
        "def dyed(self, v, death): ...\n    def _grave(",
        "“dyed”, which is nearly the door “died”",
    ),
    (
        "__init__.py",
        "def _grave(",
        "def died(self, death): ...\n    def _grave(",
        "died is called with (self, v, death)",
    ),
    (
        "__init__.py",
        'name = "undertaker"',
        'name = "seer"',
        "bring “seer”, but a character card is called that already",
    ),
    ("__init__.py", 'name = "undertaker"', 'name = "church"', "but a building is called that already"),
    ("__init__.py", 'name = "undertaker"', 'name = "eclipse"', "but an event card is called that already"),
    ("__init__.py", 'name = "undertaker"', 'name = "black_plague"', "but a variant is called that already"),
    ("__init__.py", 'name = "undertaker"', 'name = "sheriff"', "but a rule of the game is called that already"),
    ("__init__.py", 'Tells("grave_read"', 'Tells("card_seen"', "but an event of the game is called that already"),
    ("__init__.py", 'name = "undertaker"', 'name = "Under Taker"', "small letters"),
    ("__init__.py", 'after = {"night": "seer"}', "", "must say where it stands"),
    ("__init__.py", '{"night": "seer"}', '{"night": "dragon"}', "nothing of that name is there. There are: thief, "),
    ("__init__.py", '{"night": "seer"}', '{"night": "sear"}', "Close to it: seer"),
    ("__init__.py", '{"night": "seer"}', '{"night": "sear"}', ", piper, charmed."),
    ("__init__.py", '{"night": "seer"}', '{"night": "seer", "died": "hunter"}', "does nothing there"),
    ("__init__.py", '{"night": "seer"}', '{"night": "seer", "ties": "x"}', "no such door. Close to it: tie, "),
    ("__init__.py", '{"night": "seer"}', '{"night": "seer", "ties": "x"}', ". There are: night, enters, "),
    ("__init__.py", "def is_awake(", "def powers(", "acts in secret with sign"),
    ("__init__.py", '"UNDER-1", seat', '"UNDER-9", seat', "the rule UNDER-9 at __init__.py:"),
    ("__init__.py", '"UNDER-1", seat', '"UNDR-1", seat', "the rule UNDR-1 at __init__.py:"),
    ("__init__.py", '"UNDER-1", seat', '"UNDR-1", seat', "Close to it: UNDER-1"),
    ("__init__.py", "RULES = (Undertaker,)", POWERS, "choice.day.debate.bell.ring"),
    ("__init__.py", '"undertaker.read"', '"undertaker.dig"', "(language en): prompt.undertaker.dig.ask."),
    ("__init__.py", "def call(", "def called(", "(language en): prompt.undertaker.wake.ask."),
    ("__init__.py", "up=FLAG)]", 'up=FLAG), Tells("dug", seat=SEAT)]', "(language en): event.dug."),
    ("words/en/undertaker.toml", "\nevent.grave_read.no =", "\nevent.grave_read.nope =", ": event.grave_read.no."),
    ("words/en/undertaker.toml", "card.undertaker", "karte.undertaker", "missing these texts"),
    ("words/fr/undertaker.toml", "card.undertaker", "card.seer", "not theirs"),
    (
        "words/en/undertaker.toml",
        'card.undertaker = "Undertaker"',
        "card.undertaker = 3",
        "a text in quotation marks is wanted",
    ),
    ("words/en/undertaker.toml", "= ", "=== ", "cannot be read"),
    ("words/en/undertaker.toml", "{seat} was a", "{saet} was a", "a place for “saet”, but"),
    ("words/fr/undertaker.toml", "{seat}", "{siege}", "fr: event.grave_read.yes has a place for “siege”"),
    ("words/en/undertaker.toml", "{seat} was a", "{seat was a", "the braces in the text en: event.grave_read"),
    ("rulebook/under.toml", "UNDER-1", "SEER-1", "of that number already"),
    ("rulebook/under.toml", '"rule"', '"rool"', "has kind = 'rool', but there is no such value. There are: rule, "),
    ("rulebook/under.toml", '"rule"', "3", "has kind = 3, where a text is wanted"),
    ("rulebook/under.toml", "source = []", "source = 3", "has source = 3, where a list of names is wanted"),
    (
        "rulebook/under.toml",
        "source = []",
        'source = ["sumary"]',
        "'sumary', but there is no such value. Close to it: summ",
    ),
    ("rulebook/under.toml", "options = []", "options = 3", "has options = 3, where a list of names is wanted"),
    ("rulebook/under.toml", "options = []", 'options = ["seer_posit"]', "Close to it: seer_position"),
    ("rulebook/under.toml", "UNDER-1", "under", "no rule"),
    ("rulebook/en/under.toml", "UNDER-2", "UNDER-3", "missing these texts"),
]


def test_a_broken_folder_is_refused_and_leaves_nothing_behind(tmp_path: Path) -> None:
    """One after the other in the same Python, so that whatever one leaves is in the way of the next."""
    folders = []
    for number, (file, old, new, _) in enumerate(BROKEN):
        skip = shutil.ignore_patterns("__pycache__")
        folders.append(shutil.copytree(UNDERTAKER, tmp_path / str(number) / "undertaker", ignore=skip))
        edit(folders[-1] / file, old, new)
    told = python(
        """
import json, sys
before, told = state(), []
for folder in sys.argv[1:]:
    try:
        house_rules.load(folder)
    except nightcall.NightcallError as error:
        told.append(error.message("en"))
        assert error.message("fr") != error.message("en")
    else:
        told.append("")
    assert state() == before, folder
    assert not house_rules.LOADED
    assert all("undertaker" not in name for name in sys.modules)
print(json.dumps(told))
""",
        *map(str, folders),
    )
    for (*change, why), said in zip(BROKEN, json.loads(told), strict=True):
        assert why in said, (change, said)


def test_the_command_refuses_it_in_a_sentence(folder: Path) -> None:
    edit(folder / "__init__.py", "RULES =", "LAWS =")
    code, said = nightcall("--house-rules", str(folder), "characters")
    assert code == 1
    assert "RULES" in said
    assert "Traceback" not in said


ASKS = """    @classmethod
    def asks(cls, v):
        return Prompt("undertaker.read", PICK, "UNDER-1", options=("Dan",))

"""
MISTAKES = [
    ('"UNDER-1", seat=self.holder', '"UNDER-1", seats=self.holder', "TypeError"),
    ("assert grave is not None", "open('/nowhere/at/all')", "FileNotFoundError"),
    ('v.ack("undertaker.read"', 'while True: v.ack("undertaker.read"', "10000 questions"),
]


@pytest.mark.parametrize(("old", "new", "why"), MISTAKES)
@pytest.mark.parametrize(("language", "said_so"), [("en", "have a mistake"), ("fr", "comportent une erreur")])
def test_a_mistake_that_shows_in_a_game_is_theirs(
    folder: Path, tmp_path: Path, old: str, new: str, why: str, language: str, said_so: str
) -> None:
    """Whoever wrote it learns where it is; the whole report lies where the games do."""
    edit(folder / "__init__.py", old, new)
    line = 1 + (folder / "__init__.py").read_text("utf-8").partition(new)[0].count("\n")
    table = ["--deck", "werewolf=2,undertaker,seer", "--players", "8", "--games", "40", "--lang", language]
    code, said = nightcall("simulate", *table, "--house-rules", str(folder), NIGHTCALL_DATA=str(tmp_path / "data"))
    assert code == 1
    assert said_so in said
    assert str(folder) in said
    assert f"__init__.py:{line}" in said
    assert why in said
    assert "Traceback" not in said
    assert why in (tmp_path / "data" / "fault.txt").read_text("utf-8")


SHOWN_LATER = [
    ("seat=grave.seat", 'seat="Dan"', "grave_read has seat='Dan', where a seat is declared"),
    ("up=grave.was_wolf", 'up="perhaps"', "grave_read has up='perhaps', where a flag is declared"),
    (
        'v.ack("undertaker.read", "UNDER-1", seat=self.holder)',
        'v.pick("undertaker.read", ["Dan"], rule="UNDER-1", by=self.holder)',
        "undertaker.read offers 'Dan', where the numbers of seats are wanted",
    ),
    (
        'v.ack("undertaker.read", "UNDER-1", seat=self.holder)',
        'v.choose("undertaker.read", [3], rule="UNDER-1", by=self.holder)',
        "undertaker.read offers 3, where names are wanted",
    ),
]


@pytest.mark.parametrize(("old", "new", "why"), SHOWN_LATER)
def test_what_only_a_screen_would_stumble_over_is_theirs_at_once(folder: Path, old: str, new: str, why: str) -> None:
    edit(folder / "__init__.py", old, new)
    line = 1 + (folder / "__init__.py").read_text("utf-8").partition(new)[0].count("\n")
    told = python(
        """
import sys
from nightcall.testing import Table
house_rules.load(sys.argv[1])
table = Table("Ann:undertaker Bea:werewolf Cid Dan Eve Fay").night(devour="Dan").dawn().day(votes="Cid")
try:
    table.night(devour="Eve")
except Exception as error:
    theirs = house_rules.mistake(error)
    print(theirs.folder, theirs.line, theirs.why)
""",
        str(folder),
    )
    assert told.startswith(f"{folder} __init__.py:{line} Undeclared: {why}")


def test_a_mistake_is_blamed_on_the_folder_whose_question_it_is(folder: Path) -> None:
    """Also where our own code asks it, as at a call that only pretends, and another folder is loaded beside it."""
    edit(folder / "__init__.py", "    def _grave(", f"{ASKS}    def _grave(")
    edit(folder / "__init__.py", "FLAG, SEAT", "FLAG, PICK, SEAT, Prompt")
    other = shutil.copytree(folder, folder.parent / "gravedigger")
    for file in sorted(other.rglob("*.*")):
        if file.suffix in (".py", ".toml"):
            changed = file.read_text("utf-8").replace("undertaker", "gravedigger").replace("UNDER-", "GRAVE-")
            file.write_text(changed.replace("grave_read", "grave_dug"), encoding="utf-8")
    told = python(
        """
import sys
from nightcall.testing import Table
for name in sys.argv[1:]:
    house_rules.load(name)
table = Table("Ann:undertaker Bea:werewolf Cid Dan Eve Fay")
try:
    table.game.village.ask(table.game.village.named("undertaker")[0].asks(table.game.village))
except Exception as error:
    print(house_rules.mistake(error).folder)
""",
        str(other),
        str(folder),
    )
    assert told.strip() == str(folder)


def test_the_app_says_whose_mistake_it_is_and_nothing_else(folder: Path, tmp_path: Path) -> None:
    """A phone may be a player's: what the error says may be a secret."""
    edit(folder / "__init__.py", "up=grave.was_wolf", "upp=grave.was_wolf")
    told = python(
        """
import sys
from pathlib import Path
house_rules.load(sys.argv[1])
from nightcall import Setup
from nightcall.web import serve
from tests.table import Table
from tests.web.phone import Phone
site = serve.opened(Path(sys.argv[2]))
async def fails(_):
    Table("Ann:undertaker Bea:werewolf Cid Dan Eve Fay").night(devour="Dan").dawn().day(votes="Cid").night(devour="Eve")
site.tables.find = fails
page = Phone(site).get("/g/x")
try:
    __import__("asyncio").run(fails(""))
except Exception as error:
    theirs = house_rules.mistake(error)
assert theirs.folder == sys.argv[1] and theirs.line.startswith("__init__.py:")
assert theirs.why.startswith("Undeclared: grave_read has the facts")
print(page.status_code, page.text)
""",
        str(folder),
        str(tmp_path / "games"),
    )
    assert told.startswith("500")
    assert "The house rules “undertaker” have a mistake" in told
    assert "grave_read" not in told
    assert str(folder) not in told
    assert "Undeclared: grave_read" in (tmp_path / "games" / "fault.txt").read_text("utf-8")


def test_two_folders_of_one_name_are_told_apart(folder: Path) -> None:
    code, said = nightcall("--house-rules", str(UNDERTAKER), "--house-rules", str(folder), "characters")
    assert code == 1
    assert "loaded already" in said


def test_a_name_that_another_folder_has_taken_says_which(folder: Path) -> None:
    again = folder.rename(folder.parent / "gravedigger")
    code, said = nightcall("--house-rules", str(UNDERTAKER), "--house-rules", str(again), "characters")
    assert code == 1
    assert "bring “undertaker”, but the house rules “undertaker” have something called that already" in said
    edit(again / "__init__.py", 'name = "undertaker"', 'name = "gravedigger"')
    code, said = nightcall("--house-rules", str(UNDERTAKER), "--house-rules", str(again), "characters")
    assert code == 1
    assert "bring “grave_read”, but the house rules “undertaker” have" in said


def test_a_fact_may_be_worked_out_in_the_game(folder: Path) -> None:
    edit(folder / "__init__.py", "    def _grave(", '    until = property(lambda self: "")\n\n    def _grave(')
    code, said = nightcall("--house-rules", str(folder), "characters", "undertaker")
    assert code == 0, said


def test_an_encoding_is_no_rule(folder: Path) -> None:
    edit(folder / "__init__.py", "RULES =", 'WRITTEN_IN = "UTF-8"\nRULES =')
    code, said = nightcall("--house-rules", str(folder), "characters", "undertaker")
    assert code == 0, said


def test_an_installed_package_offers_its_folder_under_a_name(tmp_path: Path) -> None:
    shutil.copytree(UNDERTAKER, tmp_path / "grave_rules")
    info = tmp_path / "grave_rules-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: grave-rules\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text("[nightcall.house_rules]\ngraves = grave_rules\n", encoding="utf-8")
    path = os.pathsep.join((str(ROOT / "src"), str(tmp_path)))
    code, said = nightcall("--house-rules", "graves", "characters", "undertaker", PYTHONPATH=path)
    assert code == 0, said
    assert "UNDER-1" in said
    code, said = nightcall("--house-rules", "crypts", "characters", PYTHONPATH=path)
    assert code == 1
    assert "graves" in said
