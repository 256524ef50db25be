"""The command, from the shell to the last question."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner, Result

import nightcall
import nightcall.engine.tape
from nightcall import OPTIONS, Game, Options, Setup, desk
from nightcall.cli import archive, files
from nightcall.cli import run as run_command
from nightcall.cli.commands import build
from nightcall.cli.docs import page
from nightcall.cli.frame import data_folder
from nightcall.cli.setting import SAID, deck, options
from nightcall.cli.speech import Voice, language_of
from nightcall.desk import asked
from nightcall.desk.sought import eyes
from nightcall.engine import prompts, tape
from nightcall.engine.prompts import Prompt
from nightcall.engine.setup import PARTS
from nightcall.rules.characters import CHARACTERS
from nightcall.sim.bots import PhysicalTable
from nightcall.web.app import Site
from nightcall.web.lock import Lock
from nightcall.web.serve import database
from nightcall.web.store.sqlite import SQLiteStore
from nightcall.web.visit import PASSED_ON
from nightcall.words import LANGUAGES, Words
from nightcall.words._texts import catalogue
from tests import box
from tests.golden import TAPES
from tests.web.phone import Phone

ROOT = Path(__file__).parent.parent
PEOPLE = "Ann,Béa,Cid,Dan,Eve,Fay,Gus,Hal"
DECK = "werewolf=2,seer,witch,hunter"
TABLES = ("cli.characters", "cli.buildings", "cli.events", "cli.options")
"""Keys to which a column's name is added."""


@pytest.fixture(autouse=True)
def _own_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "100")
    for name in ("NIGHTCALL_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


class Run:
    """One call of the command: what it wrote, and how it left."""

    def __init__(self, *arguments: str, typed: str = "") -> None:
        runner = CliRunner()
        with runner.isolation(typed) as (output, errors, _):
            self.code = run_command(arguments)
            sys.stdout.flush()
            sys.stderr.flush()
            self.out = output.getvalue().decode()
            self.err = errors.getvalue().decode()
        assert "Traceback" not in self.out + self.err

    @property
    def all(self) -> str:
        return " ".join((self.out + self.err).split())


def typed_answer(prompt: Prompt, value: Any, names: list[str]) -> str:
    """How a moderator would type an answer."""
    if prompt.kind == prompts.ACK or value is None or value == ():
        return ""
    if prompt.kind == prompts.YES_NO:
        return "y" if value else "n"
    if prompt.kind == prompts.BALLOTS:
        said = [f"{names[voter - 1]} {names[choice - 1] if choice else '-'}" for voter, choice in value.items()]
        return ", ".join(said)
    if prompt.kind == prompts.COUNTS:
        return ", ".join(f"{names[seat - 1]} {voices}" for seat, voices in value.items())
    if isinstance(value, tuple):
        return ", ".join(names[item - 1] if isinstance(item, int) else str(item) for item in value)
    return names[value - 1] if isinstance(value, int) else str(value)


def seen(game: Game, before: Game) -> list[str]:
    """Enter for each card that is pretended to be lifted, and once more: seen. Then for whoever is known."""
    found, met = desk.result(game, before), eyes(game)
    shown = ["", *("" for _ in (*found.lifts, *found.questions))] if found is not None else []
    return [*shown, ""] if met is not None and not met.is_all else shown


def typed_game(seed: int, *, stop: int | None = None) -> tuple[list[str], Game]:
    """A random game with everything a moderator has to type for it."""
    setup = Setup.of(PEOPLE.split(","), deck(DECK, 8, Words("en")))
    table = PhysicalTable(Random(seed), setup)
    game = nightcall.play(setup)
    lines: list[str] = []
    while game.prompt is not None and (stop is None or len(game.answers) < stop):
        value, before = table(game.prompt), game
        lines.append(typed_answer(game.prompt, value, list(setup.players)))
        game = game.answer(value)
        lines += seen(game, before)
    return lines, game


def test_a_result_is_shown_before_anybody_else_is_called(tmp_path: Path) -> None:
    tape = tmp_path / "seer.jsonl"
    setup = Setup.of(
        PEOPLE.split(","),
        ["seer", "werewolf", "werewolf", *["simple_villager"] * 5],
        cards_known_to_app=True,
        draw="stacked",
        sheriff_election="off",
    )
    tape.write_text(nightcall.engine.tape.dumps(nightcall.play(setup)), "utf-8")
    words = Words("en")
    shown = Run("play", "--resume", str(tape), typed="\nBéa\n").all
    assert words.text("cli.play.seen") in shown
    assert "Béa" in shown.partition(words.text("cli.play.seen"))[0]
    assert words.text("call.werewolves.wake") not in shown
    after = Run("play", "--resume", str(tape), typed="undo\nBéa\n\n").all
    assert words.text("call.werewolves.wake") in after.partition(words.text("cli.play.seen"))[2]
    typed_on = Run("play", "--resume", str(tape), typed="undo\nBéa\nDan\n").all
    assert "Dan" in typed_on, "whoever types the next answer at once has seen it too"


@pytest.mark.parametrize("spare", ["simple_villager", "fox"])
def test_cards_are_lifted_for_the_fox_whether_he_is_there_or_not(tmp_path: Path, spare: str) -> None:
    """FOX-1, FK-1, FK-2: Ann is the Thief, and the Fox lies in the middle of the table, or before somebody."""
    people, cards = PEOPLE.split(","), {"werewolf": 2, "thief": 1, "fox": 1, "simple_villager": 6}
    game = nightcall.play(Setup.of(people, cards, sheriff_election="off"))
    given: dict[str, Any] = {"thief.spares": (spare, "simple_villager"), "thief.swap": None}
    while game.prompt is not None and (game.prompt.card, game.prompt.key) not in FOX:
        game = game.answer(given.get(game.prompt.key, 1 if game.prompt.key == "identify" else True))
    path, words = tmp_path / "fox.jsonl", Words("en")
    live = ["2", "5", "werewolf", "simple villager", "simple villager"]
    typed = live if spare != "fox" else ["", "5", "werewolf", "", ""]
    files.save(path, game)
    before_seen, _, after = Run("play", "--resume", str(path), typed="\n".join([*typed, "", "1"])).all.partition(
        words.text("cli.play.seen")
    )
    lifted = [words.text("cli.play.lift", number=number) for number in (1, 2, 3)]
    assert [each in before_seen for each in lifted] == [spare == "fox"] * 3, "as many steps, live or faked"
    assert after, "then whoever is awake is shown something, or it seems so"


def test_whoever_is_known_is_looked_for_and_somebody_else_does_not_pass(tmp_path: Path) -> None:
    """IDENT-0, FK-1: the Seer, Ann, has seen that Eve is the Defender; nothing of it is on the tape."""
    cards = {"werewolf": 2, "seer": 1, "defender": 1, "simple_villager": 4}
    game = nightcall.play(Setup.of(PEOPLE.split(","), cards, sheriff_election="off"))
    for value in (True, 1, 5, "defender"):
        game = game.answer(value)
    path, words = tmp_path / "defender.jsonl", Words("en")
    files.save(path, game)
    shown = Run("play", "--resume", str(path), typed="\n".join(["6", "5", "undo", "5", "2", "/quit"])).all
    asked, refused = words.text("prompt.identify.ask"), "does not hold the Defender"
    assert "Recorded already: Eve." in shown.partition(refused)[0]
    assert shown.count(asked) == 4, "once more after the slip, once more after undo, and then the pack"
    assert [answer.key for answer in files.load(path)[0].answers][-2:] == ["seer.card", "defender.protect"]


def test_a_card_lifted_for_the_fox_that_contradicts_the_record_is_not_passed_over(tmp_path: Path) -> None:
    """FOX-1, IDENT-4: Ann is recorded as the Thief, and sits between Hal, whose card nobody knows, and the Fox."""
    people, cards = PEOPLE.split(","), {"werewolf": 2, "thief": 1, "fox": 1, "simple_villager": 6}
    game = nightcall.play(Setup.of(people, cards, sheriff_election="off"))
    given: dict[str, Any] = {"thief.spares": ("simple_villager",) * 2, "thief.swap": None}
    while game.prompt is not None and (game.prompt.card, game.prompt.key) not in FOX:
        game = game.answer(given.get(game.prompt.key, 1 if game.prompt.key == "identify" else True))
    path, words = tmp_path / "fox.jsonl", Words("en")
    files.save(path, game)
    shown = Run(
        "play", "--resume", str(path), typed="\n".join(["2", "1", "simple villager", "werewolf", "", "", ""])
    ).all
    refused, second = shown.partition("does not hold the Werewolf")[::2]
    assert words.text("cli.play.lift", number=3) not in refused
    assert refused.count(words.text("cli.play.lift", number=2)) == 2, "it is asked for once more"
    assert words.text("cli.play.lift", number=3) in second


FOX = (("fox", "identify"), ("fox", "call.fake"))

# -- words --


def test_every_word_the_command_may_say_exists_in_both_languages() -> None:
    source = "\n".join(path.read_text("utf-8") for path in (ROOT / "src/nightcall/cli").glob("*.py"))
    used = set(re.findall(r'"(cli\.[a-z_.]+[a-z])"', source))
    assert len(used) > 80
    for key in used:
        for language in ("en", "fr"):
            assert Words(language).has(key) or key in TABLES, f"{key} in {language}"


def test_no_word_of_the_command_is_left_over() -> None:
    source = "\n".join(path.read_text("utf-8") for path in (ROOT / "src/nightcall/cli").glob("*.py"))
    built = re.compile(r"cli\.(choices|alias|report|characters|buildings|languages|table)\.")
    built_too = re.compile(r"cli\.(events|extras|options)\.")
    commands = re.compile(rf"cli\.({'|'.join(build(Voice('en')).commands)})\.(help|short)")
    parts = {f"cli.metavar.{said.metavar}" for said in SAID.values()}
    parts |= {f"cli.{kind}.{name}" for kind in ("option", "new") for name in PARTS}
    for key in catalogue().keys() - parts:
        if key.startswith("cli.") and not built.match(key) and not built_too.match(key) and not commands.match(key):
            assert f'"{key}"' in source, key


@pytest.mark.parametrize(
    ("arguments", "environment", "language"),
    [
        (["--lang", "fr", "play"], {"LC_ALL": "en_GB.UTF-8"}, "fr"),
        (["play", "--lang=fr"], {}, "fr"),
        (["play"], {"NIGHTCALL_LANG": "fr", "LC_ALL": "en_US"}, "fr"),
        (["play"], {"LC_ALL": "fr_CA.UTF-8"}, "fr"),
        (["play"], {"LANG": "fr_FR"}, "fr"),
        (["play"], {"LC_ALL": "fi_FI", "LANG": "fr_FR"}, "en"),
        (["play", "--", "--lang", "fr"], {}, "en"),
        ([], {}, "en"),
    ],
)
def test_the_language_is_found(arguments: list[str], environment: dict[str, str], language: str) -> None:
    assert language_of(arguments, environment) == language


@pytest.mark.parametrize(
    ("arguments", "code"), [(["--lang", "fi", "rules"], 2), (["rules"], 1), (["languages", "fi"], 1)]
)
def test_a_language_nobody_speaks_is_named(arguments: list[str], code: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A wish is refused; a locale is no wish, and gets English."""
    if "fi" not in arguments:
        monkeypatch.setenv("NIGHTCALL_LANG", "fi")
    done = Run(*arguments)
    assert done.code == code
    for language in LANGUAGES:
        assert language in done.err
    monkeypatch.delenv("NIGHTCALL_LANG", raising=False)
    monkeypatch.setenv("LC_ALL", "fi_FI.UTF-8")
    assert Run("rules").code == 0


# -- looking up --


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["play", "--help"],
        ["characters"],
        ["characters", "hunter"],
        ["rules"],
        ["rules", "HUNTER-1", "sheriff-3"],
        ["rules", "--search", "card"],
        ["options"],
        ["options", "--all", "--preset", "helper"],
    ],
)
def test_looking_things_up(arguments: list[str], language: str) -> None:
    done = Run(*arguments, "--lang", language)
    assert done.code == 0
    assert done.err == ""
    assert "cli." not in done.out
    assert "{" not in done.out


def test_every_character_can_be_looked_up() -> None:
    voice = Voice("fr")
    for kind in CHARACTERS:
        done = Run("characters", kind.name, "--lang", "fr")
        assert done.code == 0
        assert voice.words.card(kind.name) in done.out
        assert re.search(r"[A-Z]+-\d", done.out), kind.name


def test_every_option_is_listed() -> None:
    done = Run("options", "--all", "--preset", "pact")
    for name in nightcall.OPTIONS:
        assert name in done.out


@pytest.mark.parametrize("name", [name for name, option in nightcall.OPTIONS.items() if option.id.startswith("HOUSE")])
def test_a_house_rule_can_be_typed(name: str) -> None:
    for value in nightcall.OPTIONS[name].values:
        typed = options([f"{name}={str(value).lower()}"], Words("fr"))
        assert typed == {name: value}
        assert Options.of(**typed).difference() in ({}, typed)


def test_cards_laid_out_are_counted_by_the_house_rule() -> None:
    """HOUSE-18"""
    table = ["--players", "8", "--deck", "werewolf=3,thief,actor", "--trio", "fox", "-o", "actor_trio=1"]
    assert Run("simulate", "-n", "3", *table, "-o", "thief_spares=3").code == 0
    few = Run("simulate", "-n", "3", *table[:-1], "actor_trio=2")
    assert few.code == 1
    assert "ACTOR-1" in few.all


def test_the_version() -> None:
    assert Run("--version").out.startswith("nightcall ")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["nonsense"], 2),
        (["play", "--nonsense"], 2),
        (["simulate", "-n", "0"], 2),
        (["odds", "-n", "0"], 2),
        (["odds", "--players", "2"], 1),
        (["simulate", "-n", "many"], 2),
        (["replay"], 2),
        (["options", "--preset", "none"], 2),
        (["--lang", "fi", "rules"], 2),
        (["play", "--resume", "x.jsonl", "--players", "8"], 2),
        (["rules", "NO-1"], 1),
        (["characters", "dragon"], 1),
        (["replay", "/nowhere/at/all"], 1),
        (["replay", str(ROOT)], 1),
        (["replay", __file__], 1),
        (["play", "--resume", "/nowhere/at/all"], 1),
        (["simulate", "--players", "2"], 1),
        (["simulate", "--players", "8", "--deck", "seer"], 1),
        (["simulate", "--deck", "dragon"], 1),
        (["simulate", "-o", "no_such=1"], 1),
        (["simulate", "-o", "fake_calls=perhaps"], 1),
        (["play", "--players", PEOPLE, "--deck", "werewolf=9"], 1),
    ],
)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_mistakes_are_told_and_counted(arguments: list[str], code: int, language: str) -> None:
    done = Run(*arguments, *(["--lang", language] if "--lang" not in arguments else []))
    assert done.code == code
    assert done.err.strip()
    assert done.out == ""
    assert "cli." not in done.err


# -- for programs --


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        (["characters"], {"name": "witch", "title": "Witch"}),
        (["buildings"], {"name": "church"}),
        (["events"], {"name": "miracle"}),
        (["rules"], {"id": "WITCH-1"}),
        (["rules", "WITCH-1", "LOVE-4"], {"id": "LOVE-4"}),
        (["rules", "--search", "poison potion"], {"id": "WITCH-1"}),
        (["options"], {"name": "player_range", "rule": "OPT-PLAYERS"}),
        (["languages"], {"code": "fr", "share": 1.0}),
    ],
)
def test_every_listing_as_data(arguments: list[str], found: dict[str, Any]) -> None:
    rows = json.loads(Run(*arguments, "--json", "--lang", "en").out)
    assert any(found.items() <= row.items() for row in rows)


@pytest.mark.parametrize(("kind", "typed", "name"), [("characters", "wit", "witch"), ("buildings", "farmer", "farm")])
def test_one_of_them_as_data(kind: str, typed: str, name: str) -> None:
    row = json.loads(Run(kind, typed, "--json", "--lang", "en").out)
    assert row["name"] == name
    assert all(rule["text"] for rule in row["rules"])


def test_a_game_told_again_as_data(tmp_path: Path) -> None:
    _, game = typed_game(5)
    file = tmp_path / "game.jsonl"
    file.write_text(tape.dumps(game), "utf-8")
    told = json.loads(Run("replay", str(file), "--json", "--lang", "en").out)
    assert len(told["events"]) == len(game.events)
    assert told["outcome"]["winner"] == game.outcome.winner  # type: ignore[union-attr]
    public = json.loads(Run("replay", str(file), "--json", "--public").out)
    assert {event["audience"] for event in public["events"]} == {"public"}


def test_did_you_mean() -> None:
    assert "Did you mean Witch?" in Run("characters", "wich", "--lang", "en").all
    wrong = Run("simulate", "--deck", "werwolf=2,zeer,dragon", "--players", "9", "--lang", "en").all
    assert "There is no such card: werwolf. Did you mean Werewolf?" in wrong
    assert "There is no such card: dragon." in wrong
    assert "Did you mean fake_calls?" in Run("simulate", "-o", "fake_call=no", "--lang", "en").all
    assert "Vouliez-vous dire Sorcière" in Run("characters", "sorcire", "--lang", "fr").all


def test_nothing_is_cut_where_nobody_sees_the_width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    lines = Run("options", "--all", "--lang", "en").out.splitlines()
    for name in OPTIONS:
        assert any(name in line.split() for line in lines), name
    everything = " ".join(Run("characters", "--lang", "en").out.split())
    assert Words("en").card("knight_with_the_rusty_sword") in everything
    assert "every night, with the pack" in everything


# -- simulating --


def test_simulate_counts() -> None:
    def report(*more: str) -> Any:
        done = Run("simulate", "--deck", "werewolf=2,seer", "--players", "8", "-n", "60", "--json", *more)
        return json.loads(done.out)

    first = report("--seed", "4", "--jobs", "1")
    assert first["games"] == 60
    assert first["setup"]["deck"].count("simple_villager") == 5
    assert report("--seed", "4")["wins"] == first["wins"]
    assert report("--seed", "5")["nights"] != first["nights"]


def test_odds_of_believable_people() -> None:
    table = ("--deck", "werewolf=2,seer,gypsy", "--players", "9", "--events", "all", "-n", "40")
    done = Run("odds", *table, "--table", "masters")
    assert "Masters, 40 games" in done.all
    assert "Answered at random, for want of a rule of thumb:" in done.all
    assert "Gypsy" in done.all
    told = json.loads(Run("odds", *table, "--json").out)
    assert told["table"] == {"skill": 0.5, "cunning": 0.5}
    assert told["games"] == 40
    same = json.loads(Run("simulate", *table, "--table", "ordinary", "--seed", "1", "--json").out)
    assert same["wins"] == told["wins"]
    assert Run("odds", "--table", "clever").code == 2


def test_simulate_as_a_table() -> None:
    done = Run("simulate", "-n", "20", "--physical", "--preset", "classic", "-o", "vote_input=counts", "--lang", "fr")
    assert done.code == 0
    assert "20 parties" in done.all
    assert "Loups-Garous" in done.out


def test_simulate_with_everything_a_deck_may_need() -> None:
    done = Run(
        "simulate", "-n", "5", "--players", "9", "--deck", "wolf=2,actor,manipulator,thief",
        "--trio", "seer,witch,fox", "--groups", "1 2 3 4",
    )  # fmt: skip
    assert done.code == 0, done.err


# -- playing --


def last_game(folder: Path | None = None) -> Path:
    """The game of the data folder that was played last, as a file beside it."""
    with archive.opened(folder or data_folder()) as kept:
        table = kept.find(kept.all()[0].id)
    path = (folder or data_folder()).parent / f"{table.id.strip('-_')}.jsonl"
    path.write_text(tape.dumps(table.game), encoding="utf-8")
    return path


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_whole_game_is_led(language: str, tmp_path: Path) -> None:
    lines, game = typed_game(7)
    save = tmp_path / "game.jsonl"
    table = ("--players", PEOPLE, "--deck", DECK, "--save", str(save))
    done = Run("play", *table, "--lang", language, typed="\n".join(lines) + "\n")
    assert done.code == 0
    kept, _ = files.load(save)
    assert kept.outcome == game.outcome
    assert game.outcome is not None
    outcome = Words(language).outcome(game.outcome, game.setup.players)
    assert "".join(outcome.split())[:30] in "".join(re.sub("[│╭╮╰╯─]", "", done.out).split())
    told = Run("replay", str(save), "--lang", language)
    assert "".join(outcome.split())[:30] in "".join(told.out.split())


@pytest.mark.parametrize("place", range(len(CHARACTERS)), ids=[kind.name for kind in CHARACTERS])
def test_every_golden_game_can_be_led(place: int, tmp_path: Path) -> None:
    """Typed answer by answer, in one language or the other: every screen of every character is drawn."""
    golden, _ = files.load(TAPES / f"{CHARACTERS[place].name}.jsonl")
    names = list(golden.setup.players)
    lines: list[str] = []
    game = nightcall.play(golden.setup)
    for prompt, answer in zip(asked(golden), golden.answers, strict=True):
        before, game = game, game.answer(answer.value)
        lines += [typed_answer(prompt, answer.value, names), *seen(game, before)]
    path = tmp_path / "game.jsonl"
    files.save(path, nightcall.play(golden.setup))
    typed = "\n".join([*lines, "log", "seats", ""])
    done = Run("play", "--resume", str(path), "--lang", ("en", "fr")[place % 2], typed=typed)
    assert done.code == 0
    assert files.load(path)[0].answers == golden.answers
    assert not re.search(r"\{|\}|\b(cli|event|prompt|choice|call|error|ui)\.[a-z]", done.out)


def test_a_game_is_set_up_in_conversation() -> None:
    answers = [PEOPLE, "2", "no idea", "n", "", "werewolf=9, dragon", "werewolf=9", "werewolf=2, seer", "y"]
    done = Run("play", typed="\n".join(answers))
    assert done.code == 0
    game, _ = files.load(last_game())
    assert game.setup.options.preset == "pacte"
    assert game.setup.deck.count("werewolf") == 2
    assert not game.setup.options.cards_known_to_app
    assert "no such card: dragon" in done.all
    assert "deck needs 8 cards" in done.all


def test_enter_takes_the_recommended_deck_and_the_app_deals() -> None:
    Run("play", typed=f"{PEOPLE}\n\ny\n\n\n")
    game, _ = files.load(last_game())
    assert game.setup.options.cards_known_to_app
    assert game.setup.seed is not None
    assert game.setup.deck.count("seer") == 1


def test_the_extras_of_a_deck_are_asked_for() -> None:
    Run("play", typed=f"{PEOPLE}\n\nn\n\nwolf=2,actor,manipulator\nseer,witch,fox\nann bea cid\n")
    game, _ = files.load(last_game())
    assert game.setup.trio == ("seer", "witch", "fox")
    assert game.setup.groups == ("A", "A", "A", "B", "B", "B", "B", "B")


def test_houses_and_events_are_offered_in_one_step() -> None:
    done = Run("play", typed=f"{PEOPLE}\n\ny\nnonsense\nboth\nwolf=2,pyromaniac,gypsy\nseats\n")
    setup = files.load(last_game())[0].setup
    assert "event cards, all of them" in done.all
    assert "“nonsense”" in done.all
    assert len(setup.buildings) == 8
    assert setup.draw == "shuffled"
    assert len(setup.events) == 31  # the Gypsy holds five
    assert "House" in done.out
    assert "Event cards still to come: 31" in done.out


def test_rules_without_houses_and_events_do_not_ask_for_them() -> None:
    done = Run("play", typed=f"{PEOPLE}\nclassic\nn\n\n")
    assert done.code == 0
    assert files.load(last_game())[0].setup.buildings == ()


def test_houses_events_and_variants_on_the_command_line() -> None:
    table = ["--players", PEOPLE, "--deck", DECK, "--buildings", "Ann=church, béa=farm, 3=farmer, gus=bailiff"]
    table += ["--events", "burial,spiritualism,miracle", "--draw", "stacked", "--in-force", "somnambulism"]
    table += ["--hand", "eclipse,good manners", "--variant", "trance"]
    done = Run("play", *table, typed="seats\n")
    assert done.code == 0
    setup = files.load(last_game())[0].setup
    assert setup.buildings[:3] == ("church", "farm_1", "farm_2")
    assert setup.buildings.count("vagabond") == len(setup.players) - 4
    assert setup.events == ("burial", *(f"spiritualism_{number}" for number in range(1, 6)), "miracle")
    assert setup.draw == "stacked"
    assert setup.in_force == ("somnambulism",)
    assert setup.hand == ("eclipse", "good_manners")
    assert setup.variants == ("lycanthropic_trance",)
    assert "Events in force: Somnambulism" in done.out
    assert "Vagabond" in done.out


@pytest.mark.parametrize(
    ("option", "typed"),
    [("--buildings", "Ann"), ("--buildings", "Ann=castle"), ("--events", "comet"), ("--variant", "carnival")],
)
def test_what_does_not_exist_is_refused(option: str, typed: str) -> None:
    done = Run("play", "--players", PEOPLE, "--deck", DECK, option, typed)
    assert done.code == 1
    assert typed in done.all.replace("castle”", "Ann=castle")


def test_an_option_nothing_hangs_on_is_ignored_with_a_note() -> None:
    done = Run("play", "--players", PEOPLE, "--deck", DECK, "-o", "deal-method=players_draw")
    assert done.code == 0
    assert "it is ignored: deal_method" in done.all
    path = last_game()
    assert "deal_method" not in path.read_text(encoding="utf-8")
    old = path.read_text(encoding="utf-8").replace('"preset":', '"options": {"plague_text": "en"}, "preset":')
    path.write_text(old, encoding="utf-8")
    done = Run("play", "--resume", str(path), typed="")
    assert "it is ignored: plague_text" in done.all


def test_simulations_know_houses_and_events() -> None:
    done = Run("simulate", "--players", "9", "--buildings", "deal", "--events", "all", "-n", "5", "--json")
    assert done.code == 0
    setup = json.loads(done.out)["setup"]
    assert len(setup["buildings"]) == 9
    assert set(setup["events"]) >= set(box.EVENTS)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_houses_and_events_can_be_looked_up(language: str) -> None:
    words = Words(language)
    listed = Run("buildings", "--lang", language)
    assert words.text("building.manor") in listed.out
    assert words.text("occupant.hovel") in listed.out
    one = Run("buildings", words.text("occupant.church"), "--lang", language)
    assert "CONF-1" in one.out
    assert "FARM-1" in Run("buildings", "farm", "--lang", language).out
    assert "VAG-1" in Run("buildings", "vagabond", "--lang", language).out
    listed = Run("events", "--lang", language)
    assert words.event_card("pact_with_the_devil") in listed.out
    one = Run("events", words.event_card("burial"), "--lang", language)
    assert "BURY-1" in one.out
    spirits = Run("events", words.event_card("spiritualism_1"), "--lang", language)
    assert words.text("question.spiritualism_5.1") in spirits.out.replace("\n", " ")
    assert "SPIR-1" in spirits.out
    assert Run("events", "comet").code == 1


def test_leaving_before_the_game_begins() -> None:
    done = Run("play", typed="Ann,Bea")
    assert done.code == 0
    assert "Good night" in done.all


def begun(*lines: str, people: str = PEOPLE, more: tuple[str, ...] = ()) -> Run:
    """A game with a known beginning: no Sheriff, the first night has fallen."""
    return Run("play", "--players", people, "--deck", DECK, *more, typed="\n".join(("n", "", *lines)) + "\n")


@pytest.mark.parametrize("count", [61, 5000, 10**9])
def test_says_how_many_players_were_asked_for(count: int) -> None:
    """GEN-12"""
    assert f"at this table: {count}." in Run("simulate", "--players", str(count), "--lang", "en").all
    asked = Run("play", "--lang", "en", typed=f"{count}\n{PEOPLE}\n")
    assert f"at this table: {count}." in asked.all
    assert "Traceback" not in asked.all


def test_a_typed_name_keeps_its_joiners(monkeypatch: pytest.MonkeyPatch) -> None:
    """AMD-70"""
    monkeypatch.setattr("builtins.input", lambda _: " علی\u200cرضا\x1b ")
    assert Voice("en").ask() == "علی\u200cرضا"


def test_bad_input_gets_a_message_and_the_same_question() -> None:
    done = begun("zed", "a", "béa", "béa")
    assert "“zed” is nobody" in done.all
    # Ann is the only one with an A: the Seer; Béa is then looked at.
    game, _ = files.load(last_game())
    assert [answer.key for answer in game.answers][:4] == ["sheriff.now", "night.falls", "identify", "seer.look"]


def test_a_refusal_names_the_rule() -> None:
    done = begun("ann", "ann")
    assert "SEER-4" in done.out


def test_undo_and_the_end_of_undo() -> None:
    done = begun("ann", "undo", "/undo 2", "undo")
    assert "Taken back: 2" in done.all
    assert "No answer has been given yet" in done.all
    assert files.load(last_game())[0].answers == ()


def test_commands_answer_without_changing_anything() -> None:
    done = begun("ann", "log", "why", "why 2", "why 99", "rule", "rule hunter-1", "rule NO-1", "seats", "preview", "?")
    assert len(files.load(last_game())[0].answers) == 3
    assert "Ann holds the Seer card" in done.out
    assert "IDENT-0" in done.out
    assert "When the Hunter is devoured" in done.all
    assert "There is no rule NO-1" in done.all
    assert "There is no event 99" in done.all
    assert "one of: Werewolf" in done.all


def test_french_commands_work_too() -> None:
    commands = ("journal", "pourquoi", "règle hunter-1", "places", "aide", "annuler", "quitter")
    done = begun("ann", *commands, more=("--lang", "fr"))
    assert done.code == 0
    assert len(files.load(last_game())[0].answers) == 2
    assert "Bonne nuit" in done.all


def test_somebody_called_like_a_command() -> None:
    begun("log", people="Log,Béa,Cid,Dan,Eve,Fay,Gus,Hal")
    assert files.load(last_game())[0].answers[-1].value == 1
    begun("/log", people="Log,Béa,Cid,Dan,Eve,Fay,Gus,Hal", more=("--save", str(last_game().with_name("x.jsonl"))))
    assert len(files.load(last_game().with_name("x.jsonl"))[0].answers) == 2


def test_a_correction_that_fits() -> None:
    begun("ann", "bea", "", "cid dan", "eve", "fay", "edit 7", "gus")
    game, _ = files.load(last_game())
    assert (game.answers[6].key, game.answers[6].value) == ("werewolves.devour", 7)
    assert len(game.answers) == 8


def test_a_correction_that_loses_answers_is_asked_about() -> None:
    kept = begun("ann", "bea", "", "edit 1", "y", "n")
    assert "answer 2 no longer fits" in kept.all
    assert len(files.load(last_game())[0].answers) == 5
    path = last_game()
    Run("play", "--resume", str(path), typed="edit\n1\nnonsense\ny\nperhaps\ny\n")
    assert [answer.value for answer in files.load(path)[0].answers] == [True]


def test_a_correction_thought_better_of() -> None:
    begun("ann", "edit 3", "quit", "edit", "", "edit 99", "edit x")
    assert len(files.load(last_game())[0].answers) == 3


def test_two_have_changed_seats_in_the_middle_of_a_call() -> None:
    """TABLE-5: it stands before the call going on, whose answers still count."""
    done = begun("ann", "table", "4", "cid zed", "cid hal", "perhaps", "y")
    assert "Which two have changed seats?" in done.all
    assert "“zed” is nobody" in done.all
    assert "Cid and Hal have changed seats." in done.all
    game, _ = files.load(last_game())
    assert [answer.key for answer in game.answers] == ["sheriff.now", "night.falls", "table.change_seats", "identify"]
    assert list(game.village.circle) == [1, 2, 8, 4, 5, 6, 7, 3]
    assert game.prompt is not None
    assert game.prompt.key == "seer.look"


def test_somebody_arrives_and_somebody_leaves() -> None:
    """TABLE-1, TABLE-3: every question of it is asked, one after the other."""
    done = begun("table somebody arrives", "Zoe", "nonsense", "hunter", "y", "table somebody leaves", "hal", "n", "y")
    assert "Which card does the newcomer get?" in done.all
    assert "Does it count as a death?" in done.all
    game, _ = files.load(last_game())
    assert game.players[8] == "Zoe"
    keys = [answer.key for answer in game.answers]
    assert keys[2:] == ["table.arrives", "table.card", "table.leaves", "table.as_death"]
    assert game.prompt is not None
    assert game.prompt.about == prompts.FACE, "which card is set aside, nobody has seen yet"


def test_what_happened_to_the_table_is_undone_as_one() -> None:
    """TABLE-1"""
    done = begun("table somebody leaves", "hal", "y", "y", "undo")
    assert "Undone: Hal leaves." in done.all
    assert len(files.load(last_game())[0].answers) == 2


def test_what_happened_to_the_table_thought_better_of() -> None:
    begun("ann", "table", "", "table 9", "table 1", "quit", "table 3", "bea", "Zoe", "n")
    assert len(files.load(last_game())[0].answers) == 3


def test_a_vote_line_by_line() -> None:
    typed = ["y", "ann bea", "zed ann", "cid bea, dan bea", "undo", "all ann"]
    done = Run("play", "--players", PEOPLE, "--deck", DECK, typed="\n".join(typed) + "\n")
    assert "Ann → Béa" in done.out
    game, _ = files.load(last_game())
    assert game.answers[-1].key == "sheriff.elect"
    assert set(game.answers[-1].value.values()) == {1}


def test_an_unfinished_game_is_offered_again() -> None:
    begun("ann")
    before = last_game()
    done = Run("play", typed="perhaps\ny\nbea\n")
    assert "is not over" in done.all
    assert last_game() == before
    assert len(files.load(before)[0].answers) == 4
    again = Run("play", typed="\n")
    assert again.code == 0
    assert "Good night" in again.all


# -- the games shared with the app --


def test_a_game_of_the_terminal_goes_on_in_the_app_and_back(tmp_path: Path) -> None:
    """One folder: begun here, answered there, gone on with here."""
    shared = tmp_path / "shared"
    assert begun("ann", more=("--data", str(shared))).code == 0
    site = Site(SQLiteStore(database(shared)), address="http://192.168.1.5:8000")
    try:
        phone = Phone(site)
        phone.client._transport.client = ("127.0.0.1", 50000)  # type: ignore[attr-defined]
        for name in PASSED_ON:  # a proxy on the same machine speaks for strangers
            assert "Led in the terminal" not in phone.get("/games", **{name: "192.0.2.7"}).text
        listed = phone.get("/games").text
        assert "Led in the terminal" in listed
        assert "Ann, Béa, Cid" in listed
        (game,) = [kept.id for kept in asyncio.run(site.store.games())]
        assert phone.post(f"/games/{game}/take").url.path == f"/g/{game}/lead"
        phone.post(f"/g/{game}/lead/answer", at=asyncio.run(site.tables.find(game)).revision, seat=2)
        assert "Led in the terminal" not in phone.get("/games").text
        assert f'data-game="{game}"' in phone.get("/games").text
        stranger = Phone(site)
        assert "Led in the terminal" not in stranger.get("/games").text
        assert stranger.post(f"/games/{game}/take").status_code == 403
    finally:
        asyncio.run(site.store.close())
    again = Run("play", "--data", str(shared), typed="\n\n")
    assert "is not over" in again.all
    assert [answer.key for answer in files.load(last_game(shared))[0].answers][-2:] == ["seer.look", "seer.card"]


def test_the_games_of_a_folder_are_listed_and_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NIGHTCALL_DATA", str(tmp_path / "there"))
    assert "no games here yet" in Run("games").all
    assert json.loads(Run("games", "--json").out) == []
    begun("ann")
    begun("ann", "bea", more=("--data", str(tmp_path / "elsewhere")))
    (row,) = json.loads(Run("games", "--json").out)
    assert row["players"] == PEOPLE.split(",")
    assert row["state"] == "Night 1"
    assert not row["is_over"]
    assert row["game"] in Run("games").out
    (other,) = json.loads(Run("games", "--json", "--data", str(tmp_path / "elsewhere")).out)
    assert other["game"] != row["game"]
    told = json.loads(Run("replay", row["game"], "--json").out)
    assert told["answers"] == 3
    assert Run("play", "--resume", row["game"][:8], typed="bea\n").code == 0
    assert json.loads(Run("replay", row["game"], "--json").out)["answers"] == 4
    assert Run("play", "--resume", other["game"]).code == 1
    assert Run("replay", other["game"]).code == 1


def test_while_the_app_runs_the_terminal_says_where(tmp_path: Path) -> None:
    """One folder, one server: no game is led twice."""
    lock = Lock(tmp_path)
    lock.tell("http://192.168.1.5:8000")
    try:
        refused = begun("ann", more=("--data", str(tmp_path)))
        assert refused.code == 1
        assert "http://192.168.1.5:8000" in refused.err
        assert Run("games", "--data", str(tmp_path)).code == 0, "looking does no harm"
        own = tmp_path / "own.jsonl"
        assert begun("ann", more=("--data", str(tmp_path), "--save", str(own))).code == 0
        assert len(files.load(own)[0].answers) == 3
    finally:
        lock.release()


def test_while_a_game_is_led_here_the_app_does_not_start(tmp_path: Path) -> None:
    with archive.led(tmp_path):
        refused = Run("serve", "--data", str(tmp_path), "--port", "0", "--no-browser", "--lang", "en")
        assert refused.code == 1
        assert "is being led in a terminal" in refused.all
        again = Run("play", "--players", PEOPLE, "--deck", DECK, "--data", str(tmp_path), "--lang", "en")
        assert again.code == 1
        assert "another terminal" in again.all


def test_without_a_command_the_app_is_started_for_the_whole_network(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[dict[str, Any]] = []
    monkeypatch.setattr("nightcall.cli.serving.serve", lambda _voice, **told: started.append(told))
    bare = Run()
    assert bare.code == 0, bare.err
    assert Run("serve", "--host", "127.0.0.1", "--port", "8123", "--no-browser").code == 0
    plain = {"database": "", "workers": 1, "tls_cert": None, "tls_key": None, "proxies": ()}
    plain |= {"metrics": (), "keep_days": None, "log_form": None}
    assert started == [
        {"host": "0.0.0.0", "port": None, "data": None, "names": (), **plain, "browser": None},
        {"host": "127.0.0.1", "port": 8123, "data": None, "names": (), **plain, "browser": False},
    ]


def test_what_is_unusual_is_mentioned() -> None:
    done = Run("play", "--players", "6", "--deck", "werewolf", "--deal", typed="")
    assert "8 to 29 players" in done.all
    assert "The cards are dealt" in done.all


def test_a_finished_game_is_not_offered() -> None:
    lines, _ = typed_game(7)
    Run("play", "--players", PEOPLE, "--deck", DECK, typed="\n".join(lines) + "\n\n")
    assert "is not over" not in Run("play", typed="").all


def test_an_existing_file_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "diary.txt"
    path.write_text("dear diary", encoding="utf-8")
    done = Run("play", "--players", PEOPLE, "--deck", DECK, "--save", str(path))
    assert done.code == 1
    assert path.read_text(encoding="utf-8") == "dear diary"


def test_a_half_written_line_is_mentioned() -> None:
    begun("ann", "bea")
    path = last_game()
    path.write_bytes(path.read_bytes()[:-5])
    done = Run("play", "--resume", str(path), typed="")
    assert "only half written" in done.all
    assert len(files.load(path)[0].answers) == 3


def test_an_answer_that_no_longer_fits_is_mentioned_and_the_old_file_kept() -> None:
    begun("ann", "bea")
    path = last_game()
    old = path.read_text(encoding="utf-8").replace("seer.look", "seer.gaze")
    path.write_text(old, encoding="utf-8")
    done = Run("play", "--resume", str(path), typed="")
    assert "From answer 4 on" in done.all
    assert path.with_suffix(".jsonl.old").read_text(encoding="utf-8") == old
    assert "From answer 4 on" in Run("replay", str(path.with_suffix(".jsonl.old"))).all


# -- telling it again --


@pytest.fixture(name="tape")
def _tape(tmp_path: Path) -> Path:
    _, game = typed_game(7)
    files.save(tmp_path / "tape.jsonl", game)
    return tmp_path / "tape.jsonl"


def test_the_public_story_has_no_secrets(tape: Path) -> None:
    full, public = Run("replay", str(tape)).out, Run("replay", str(tape), "--public").out
    assert "holds the Seer card" in full
    assert "holds the Seer card" not in public
    game, _ = files.load(tape)
    seer = next(answer.value for answer in game.answers if answer.key == "identify" and answer.card == "seer")
    assert "card and saw" in Run("replay", str(tape), "--seat", str(seer)).out
    assert "card and saw" not in Run("replay", str(tape), "--seat", str(1 if seer != 1 else 2)).out


def test_a_part_of_the_story(tape: Path) -> None:
    short = Run("replay", str(tape), "--upto", "3").out
    assert len(short) < len(Run("replay", str(tape)).out)
    assert Run("replay", str(tape), "--upto", "99999").code == 0
    assert Run("replay", str(tape), "--seat", "nobody at all").code == 1


# -- the documentation --


def test_the_command_reference_is_up_to_date() -> None:
    written = (ROOT / "docs" / "commands.md").read_text("utf-8")
    assert written == page(), "run: python -m nightcall.cli docs > docs/commands.md"


def test_the_command_reference_names_every_option() -> None:
    text = page()
    for name, command in build(Voice("en")).commands.items():
        assert f"nightcall {name}" in text
        for param in command.params:
            for opt in param.opts:
                assert opt.startswith("-") is False or opt in text


# -- real processes --


def spawn(path: Path, *arguments: str) -> subprocess.Popen[str]:
    environment = os.environ | {"PYTHONUNBUFFERED": "1", "PYTHONPATH": str(ROOT / "src"), "PYTHONIOENCODING": "utf-8"}
    return subprocess.Popen(
        [sys.executable, "-m", "nightcall.cli", "play", *arguments, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        env=environment,
    )


def waits_for(process: subprocess.Popen[str], prompt: str = "> ") -> str:
    """Read until the command asks for something."""
    assert process.stdout is not None
    seen = ""
    deadline = time.monotonic() + 20
    while not seen.endswith(prompt):
        assert time.monotonic() < deadline, seen
        letter = process.stdout.read(1)
        assert letter, seen
        seen += letter
    return seen


def test_killed_between_two_answers_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    lines, game = typed_game(7, stop=9)
    process = spawn(path, "--players", PEOPLE, "--deck", DECK, "--save")
    waits_for(process)
    given = 0
    for stretch in (4, 3, 2):
        assert process.stdin is not None
        for line in lines[given : given + stretch]:
            process.stdin.write(line + "\n")
            process.stdin.flush()
            waits_for(process)
        given += stretch
        process.kill()
        process.communicate()
        assert files.load(path)[0].answers == game.answers[:given]
        process = spawn(path, "--resume")
        waits_for(process)
    process.kill()
    process.communicate()
    assert files.load(path)[0].answers == game.answers


@pytest.mark.skipif(os.name == "nt", reason="nobody can press Ctrl+C for another process")
def test_interrupted_it_says_good_night(tmp_path: Path) -> None:
    process = spawn(tmp_path / "game.jsonl", "--players", PEOPLE, "--deck", DECK, "--save")
    waits_for(process)
    process.send_signal(signal.SIGINT)
    rest, _ = process.communicate(timeout=20)
    assert "Good night" in rest
    assert process.returncode == 0


def test_output_nobody_reads_is_no_fault() -> None:
    command = f"{sys.executable} -m nightcall options --all | head -1"
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(command, shell=True, capture_output=True, encoding="utf-8", env=environment, check=False)
    assert "Traceback" not in done.stderr


def test_click_itself_can_run_it() -> None:
    result: Result = CliRunner().invoke(build(Voice("en")), ["rules", "HUNTER-1"])
    assert result.exit_code == 0
