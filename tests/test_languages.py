"""Languages are added, not woven in: what each must have, and what becomes of what it has not."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import nightcall
from nightcall.engine.errors import NightcallError
from nightcall.grammar import Listing, Noun, filled, grammar_of
from nightcall.words import LANGUAGES, Words, nearest, own_name
from nightcall.words._texts import catalogue, texts_in
from nightcall.words.progress import missing_rules, missing_texts, mistakes, progress

SOURCE = Path(nightcall.__file__).parent
COMPLETE = ("en", "fr")
"""Languages that have every text and every rule. The others have come as far as `nightcall languages` says."""


def bent(language: str, text: str, **facts: Any) -> str:
    return filled(text, facts, grammar_of(language))


# -- the texts --


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_wrong_with_a_text(language: str) -> None:
    """Its key is one English has, its facts are the same, and the forms it asks for exist."""
    assert list(mistakes(language)) == []


@pytest.mark.parametrize("language", COMPLETE)
def test_complete_languages_stay_complete(language: str) -> None:
    assert {file: list(texts) for file, texts in missing_texts(language).items()} == {}
    assert missing_rules(language) == []
    assert progress(language).is_complete


def test_every_language_says_what_it_is_called() -> None:
    assert own_name("en") == "English"
    assert own_name("fr") == "Français"
    assert len({own_name(language) for language in LANGUAGES}) == len(LANGUAGES)


def test_only_the_word_files_know_which_languages_there_are() -> None:
    """No code asks for a language by its name; `en` is the first of them, in which everything exists."""
    named = re.compile(rf"""["'](?:{"|".join(LANGUAGES[1:])})["']""")
    files = [*SOURCE.rglob("*.py"), *(SOURCE / "web" / "static" / "js").rglob("*.js")]
    found = [
        (path.name, line)
        for path in files
        if path.parent.name != "grammar"
        for line in path.read_text("utf-8").splitlines()
        if named.search(line) and ">>>" not in line
    ]
    assert found == []


@pytest.mark.parametrize(
    ("tag", "language"),
    [
        ("fr", "fr"),
        ("fr-CA", "fr"),
        ("fr_FR.UTF-8", "fr"),
        ("FR", "fr"),
        ("", ""),
        ("fi", ""),
        ("french", ""),
        ("*", ""),
    ],
)
def test_a_language_is_found_by_its_tag(tag: str, language: str) -> None:
    assert nearest(tag) == language


def test_a_language_nobody_speaks_is_named_with_those_there_are() -> None:
    with pytest.raises(NightcallError) as caught:
        Words("fi")
    assert "fi" in str(caught.value)
    for language in LANGUAGES:
        assert language in str(caught.value)


# -- the guide --


def test_the_guide_names_every_form() -> None:
    guide = (Path(__file__).parent.parent / "docs" / "translating.md").read_text("utf-8")
    for language in LANGUAGES:
        for form in grammar_of(language).forms:
            assert f":{form}}}`" in guide, (language, form)


def test_what_the_guide_shows_is_so() -> None:
    """`{count:player|players}` and the tables of forms."""
    witch, thief = Words("fr").card("witch"), Words("fr").card("thief")
    assert (
        bent("fr", "{a:de}, {b:de}, {a:à}, {b:à}", a=witch, b=thief)
        == "de la Sorcière, du Voleur, à la Sorcière, au Voleur"
    )
    girl, hunter = Words("de").card("little_girl"), Words("de").card("hunter")
    assert bent("de", "{a:des}, {a:ein}, {b:zu}, {b:bei}", a=girl, b=hunter) == (
        "des Kleinen Mädchens, ein Kleines Mädchen, zum Jäger, beim Jäger"
    )
    assert bent("en", "There {n:|is|are} {n:card|cards}", n=1) == "There is 1 card"


# -- English --


def test_english_articles() -> None:
    elder, cupid = Noun.written("the Elder", "Elder"), Noun.written("Cupid")
    assert (
        bent("en", "{card}, {card:the}, {card:a}. {card:The}!", card=elder) == "Elder, the Elder, an Elder. The Elder!"
    )
    assert bent("en", "{card:the}, {card:a}", card=cupid) == "Cupid, Cupid"
    assert bent("en", "{seat:the}", seat="Ann") == "Ann"


@pytest.mark.parametrize(
    ("language", "number", "wanted"),
    [
        ("en", 0, "There are 0 days"),
        ("en", 1, "There is 1 day"),
        ("en", "1", "There is 1 day"),
        ("en", 2, "There are 2 days"),
        ("fr", 0, "There is 0 day"),
        ("fr", 1.5, "There are 1,5 days"),
    ],
)
def test_counted_words(language: str, number: Any, wanted: str) -> None:
    assert bent(language, "There {count:|is|are} {count:day|days}", count=number) == wanted


def test_several_people_do_what_one_does() -> None:
    words = Words("en")
    pair = words.names(["Ann", "Bea"])
    assert bent("en", "{seats:wins|win}", seats=pair) == "Ann and Bea win"
    assert bent("en", "{seats:wins|win}", seats=words.names(["Ann"])) == "Ann wins"


# -- French --


@pytest.mark.parametrize(
    ("noun", "le", "un", "de", "a"),
    [
        ("la Sorcière", "la Sorcière", "une Sorcière", "de la Sorcière", "à la Sorcière"),
        ("le Voleur", "le Voleur", "un Voleur", "du Voleur", "au Voleur"),
        ("l'Ancien | un Ancien", "l'Ancien", "un Ancien", "de l'Ancien", "à l'Ancien"),
        ("les Deux Sœurs", "les Deux Sœurs", "des Deux Sœurs", "des Deux Sœurs", "aux Deux Sœurs"),
        ("Cupidon", "Cupidon", "Cupidon", "de Cupidon", "à Cupidon"),
    ],
)
def test_french_articles_melt(noun: str, le: str, un: str, de: str, a: str) -> None:
    card = Noun.written(noun)
    assert bent("fr", "{card:le}; {card:un}; {card:de}; {card:à}", card=card) == f"{le}; {un}; {de}; {a}"


@pytest.mark.parametrize(
    ("name", "of"),
    [
        ("Bea", "de Bea"),
        ("Inès", "d’Inès"),
        ("Éric", "d’Éric"),
        ("Œdipe", "d’Œdipe"),
        ("Hélène", "d’Hélène"),
        ("Hans", "de Hans"),
        ("Heidi", "de Heidi"),
        ("Yves", "d’Yves"),
        ("Yann", "de Yann"),
        ("Wim", "de Wim"),
        ("N° 8", "de N° 8"),
        ("a|b", "d’a|b"),
        ("", "de "),
    ],
)
def test_french_elision_before_a_name(name: str, of: str) -> None:
    assert bent("fr", "{seat:de}", seat=name) == of
    assert bent("fr", "{seat:De} {seat:que}", seat=name) == f"{of.capitalize()[0]}{of[1:]} {of.replace('d', 'qu', 1)}"


def test_french_agrees_and_counts() -> None:
    for noun, said in (
        ("la Ferme", "La Ferme est réduite en cendres"),
        ("le Manoir", "Le Manoir est réduit en cendres"),
        ("l'Église | une Église", "L'Église est réduite en cendres"),
    ):
        assert bent("fr", "{house:Le} est {house:réduit/réduite} en cendres", house=Noun.written(noun)) == said
    assert bent("fr", "{by:Le} {by:|attaque|attaquent}", by=Noun.written("les Loups")) == "Les Loups attaquent"
    assert bent("fr", "{day:1er}, {other:1er}", day=1, other="2") == "1er, 2"


def test_every_member_of_a_list_takes_the_form() -> None:
    seats = Listing("Anne, Bea et le Voleur", ["Anne", "Bea", Noun.written("le Voleur")], "{first} et {last}")
    assert bent("fr", "les voix {seats:de}", seats=seats) == "les voix d’Anne, de Bea et du Voleur"
    assert bent("fr", "{seats}", seats=seats) == "Anne, Bea et le Voleur"


def test_french_in_a_game() -> None:
    words = Words("fr")
    assert words.text("event.card_seen.none", by="Bea", seat="Inès") == "Bea a regardé la carte d’Inès."
    assert words.text("event.set_on_fire", by="Bea", house=words.house("manor")) == "Bea met le feu au Manoir."
    burnt = words.text("event.burnt.nobody", house=words.house("farm_3"))
    assert burnt.startswith("La Ferme 3 est réduite en cendres")
    assert words.card("elder") == "Ancien"
    assert words.party("elder") == "l’Ancien"


def test_a_french_apostrophe_is_curved_and_a_name_stays_as_it_was_typed() -> None:
    """Whoever writes a word file has a straight key; large letters show the difference."""
    words = Words("fr")
    texts = (text for key, text in texts_in("fr").items() if not key.startswith("typed."))
    assert not [text for text in texts if re.search(r"\w'\w", text) and "`" not in text]
    assert words.text("event.card_seen.none", by="D'Artagnan", seat="Inès") == "D'Artagnan a regardé la carte d’Inès."


# -- German --


@pytest.mark.parametrize(
    ("noun", "der", "den", "dem", "des", "ein", "einen", "von", "zu"),
    [
        (
            "die Hexe",
            "die Hexe",
            "die Hexe",
            "der Hexe",
            "der Hexe",
            "eine Hexe",
            "eine Hexe",
            "von der Hexe",
            "zur Hexe",
        ),
        (
            "der Weiße Werwolf",
            "der Weiße Werwolf",
            "den Weißen Werwolf",
            "dem Weißen Werwolf",
            "des Weißen Werwolfs",
            "ein Weißer Werwolf",
            "einen Weißen Werwolf",
            "vom Weißen Werwolf",
            "zum Weißen Werwolf",
        ),
        (
            "das Kleine Mädchen",
            "das Kleine Mädchen",
            "das Kleine Mädchen",
            "dem Kleinen Mädchen",
            "des Kleinen Mädchens",
            "ein Kleines Mädchen",
            "ein Kleines Mädchen",
            "vom Kleinen Mädchen",
            "zum Kleinen Mädchen",
        ),
        (
            "der Narr | den Narren | dem Narren | des Narren",
            "der Narr",
            "den Narren",
            "dem Narren",
            "des Narren",
            "ein Narr",
            "einen Narren",
            "vom Narren",
            "zum Narren",
        ),
        (
            "die Wölfe | die Wölfe | den Wölfen | der Wölfe",
            "die Wölfe",
            "die Wölfe",
            "den Wölfen",
            "der Wölfe",
            "Wölfe",
            "Wölfe",
            "von den Wölfen",
            "zu den Wölfen",
        ),
        (
            "der Fuchs",
            "der Fuchs",
            "den Fuchs",
            "dem Fuchs",
            "des Fuchses",
            "ein Fuchs",
            "einen Fuchs",
            "vom Fuchs",
            "zum Fuchs",
        ),
        ("Amor", "Amor", "Amor", "Amor", "Amors", "Amor", "Amor", "von Amor", "zu Amor"),
    ],
)
def test_german_cases(
    noun: str, der: str, den: str, dem: str, des: str, ein: str, einen: str, von: str, zu: str
) -> None:
    forms = ("der", "den", "dem", "des", "ein", "einen", "von", "zu")
    card = Noun.written(noun)
    assert [bent("de", f"{{card:{form}}}", card=card) for form in forms] == [der, den, dem, des, ein, einen, von, zu]


@pytest.mark.parametrize(
    ("name", "own"),
    [("Anna", "Annas"), ("Max", "Max’"), ("Inès", "Inès’"), ("Alice", "Alice’"), ("Nr. 3", "Nr. 3’s"), ("die", "dies")],
)
def test_german_names(name: str, own: str) -> None:
    assert bent("de", "{seat:des}", seat=name) == own
    assert bent("de", "{seat:den} {seat:dem} {seat:bei}", seat=name) == f"{name} {name} bei {name}"


def test_german_agrees() -> None:
    for noun, said in (
        ("die Hexe", "Die Hexe schläft, sie träumt"),
        ("der Jäger", "Der Jäger schläft, er träumt"),
        ("das Kind", "Das Kind schläft, es träumt"),
        ("die Wölfe | die Wölfe | den Wölfen | der Wölfe", "Die Wölfe schlafen, sie träumen"),
    ):
        text = "{card:Der} {card:|schläft|schlafen}, {card:er/sie/es/sie} {card:|träumt|träumen}"
        assert bent("de", text, card=Noun.written(noun)) == said


# -- numbers --


def test_numbers_are_written_as_the_language_does() -> None:
    assert bent("en", "{x:.1f} {x:.0%} {n}", x=0.25, n=7) == "0.2 25% 7"
    assert bent("fr", "{x:.1f} {x:.0%} {n}", x=0.25, n=7) == "0,2 25\N{NO-BREAK SPACE}% 7"
    assert bent("de", "{x:.1f}", x=7.25) == "7,2"
    assert Words("fr").number(0.5, ".0%") == "50\N{NO-BREAK SPACE}%"
    assert [Words("en").number(points, "+d") for points in (-15, 3)] == ["\N{MINUS SIGN}15", "+3"]
    assert Words("fr").number(-0.5, ".1f") == "\N{MINUS SIGN}0,5"


# -- what nobody has written yet --


def test_a_wish_that_cannot_be_met_leaves_the_word_as_it_is() -> None:
    assert (
        bent("fr", "{seat:dative} {n:x} {card:den}", seat="Inès", n=3, card=Noun.written("le Loup", "Loup"))
        == "Inès 3 Loup"
    )
    assert bent("xx", "{seat:de} {n:day|days}", seat="Inès", n=3) == "Inès 3 days"
    assert bent("fr", "{seat:de}") == "de {seat}"


ADDED = {
    "language.toml": 'language.name = "Elfish"\n',
    "night.toml": """
event.nobody_died = "Ú-firn."
event.dawn_broke = "Aur {day"
event.night_fell = "Dú {nights}."
event.card_shown = "{seat:xyz}: {card}."
event.no_such_event = "?"
ui.winners = "{seats:|a|b|c}: {seats}."
""",
}
TRIED = """
import nightcall
from nightcall import Setup, play
from nightcall.sim.bots import RandomBot
from nightcall.web.api import schemas
from nightcall.words import LANGUAGES, Words, own_name, nearest
from random import Random

assert "elf" in LANGUAGES, LANGUAGES
assert own_name("elf") == "Elfish" and nearest("elf-ME") == "elf"
assert "elf" in schemas.LOCALISED["properties"]
words = Words("elf")
deck = {"werewolf": 2, "seer": 1, "witch": 1, "hunter": 1, "cupid": 1, "simple_villager": 2}
game = play(Setup.of(8, deck, cards_known_to_app=True, seed=3))
bot = RandomBot(Random(3))
while game.prompt is not None:
    assert words.prompt(game.prompt, game.players, game.events).ask
    game = game.answer(bot(game.prompt))
told = [words.event(event, game.players) for event in game.events]
assert not any("{" in text for text in told if "{nights}" not in text), told
assert "Day 1 dawns." in told, "a misspelt text falls back to English"
assert words.text("event.nobody_died") == "Ú-firn."
"""


@pytest.fixture(scope="module")
def with_a_new_language(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package with one more folder of words in it, and nothing else."""
    root = tmp_path_factory.mktemp("elfish")
    shutil.copytree(SOURCE, root / "nightcall", ignore=shutil.ignore_patterns("__pycache__", "*.so", "*.pyd"))
    folder = root / "nightcall" / "words" / "elf"
    folder.mkdir()
    for name, text in ADDED.items():
        (folder / name).write_text(text, encoding="utf-8")
    return root


def in_it(root: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root), "PYTHONUTF8": "1", "COLUMNS": "100", **environment},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def test_a_folder_is_a_language(with_a_new_language: Path) -> None:
    """Four texts, three of them wrong: a game can be led in it all the same."""
    done = in_it(with_a_new_language, "-c", TRIED)
    assert done.returncode == 0, done.stderr


def test_the_command_follows_the_languages_there_are(with_a_new_language: Path) -> None:
    helped = in_it(with_a_new_language, "-m", "nightcall.cli", "--lang", "elf", "play", "--help")
    assert helped.returncode == 0, helped.stderr
    assert "elf" in helped.stdout
    listed = in_it(with_a_new_language, "-m", "nightcall.cli", "languages", NIGHTCALL_LANG="elf")
    assert re.search(r"elf +Elfish +6 / \d+ +0 / \d+ +0%", listed.stdout), listed.stdout


def test_whoever_translates_sees_what_is_wrong_and_what_is_missing(with_a_new_language: Path) -> None:
    done = in_it(with_a_new_language, "-m", "nightcall.cli", "languages", "elf")
    assert done.returncode == 0, done.stderr
    wrong = {line.split(":")[0]: line for line in done.stdout.splitlines() if line.startswith("!")}
    for key, mistake in (
        ("event.dawn_broke", "braces"),
        ("event.night_fell", "placeholders"),
        ("event.card_shown", "form"),
        ("event.no_such_event", "unknown"),
        ("ui.winners", "plural"),
    ):
        assert wrong.pop(f"! {key}").endswith(Words("en").text(f"cli.languages.mistake.{mistake}"))
    assert wrong == {}
    assert '# words/elf/witch.toml\ncard.witch = "Witch"\n' in done.stdout
    assert "# rulebook/elf/witch.toml\nWITCH-1 = " in done.stdout
    assert "event.nobody_died" not in done.stdout


def test_a_file_that_cannot_be_read_is_named(with_a_new_language: Path) -> None:
    broken = with_a_new_language / "nightcall" / "words" / "elf" / "zzz.toml"
    broken.write_text("ui.yes = Ná\n", encoding="utf-8")
    try:
        done = in_it(with_a_new_language, "-m", "nightcall.cli", "languages", "elf")
    finally:
        broken.unlink()
    assert done.returncode == 1
    assert "elf/zzz.toml" in done.stderr
    assert "Traceback" not in done.stderr


def test_every_key_may_be_missing() -> None:
    """Whatever a language lacks is there in English; its own texts bend as it bends, the others as English does."""
    words = Words("en")
    for language in LANGUAGES:
        other = Words(language)
        assert all(other.has(key) for key in catalogue())
    assert words.text("no.such.key") == "no.such.key"
