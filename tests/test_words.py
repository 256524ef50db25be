"""Every key has its words in every language, its own or English ones, and every game can be told in them."""

from __future__ import annotations

import ast
import inspect
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random
from string import Formatter
from typing import Any, get_args

import pytest

import nightcall
from nightcall import MODERATOR, OPTIONS, PRESETS, PUBLIC, Event, Fault, IllegalAnswer, Outcome, Prompt, Setup
from nightcall.engine import deaths, prompts
from nightcall.engine.events import BALLOTS, FLAG, KINDS_OF_FACTS, NUMBER, SEAT, TOLD, WORD, Tells
from nightcall.engine.game import run
from nightcall.engine.options import Options
from nightcall.engine.rule import KINDS, NEVER, Character, Rule, character
from nightcall.engine.setup import VAGABOND
from nightcall.engine.village import Village
from nightcall.rules.buildings import BUILDINGS
from nightcall.rules.buildings.building import houses
from nightcall.rules.characters import CHARACTERS
from nightcall.rules.newmoon import EVENTS, spirits
from nightcall.rules.order import NIGHT
from nightcall.rules.variants import VARIANTS
from nightcall.sim.bots import PhysicalTable, RandomBot
from nightcall.web.table import deciders
from nightcall.words import LANGUAGES, Words, own_texts
from nightcall.words._texts import catalogue
from nightcall.words.spelling import SPELT
from tests.strategies import AVAILABLE, agreeing, can_play, laid_out, lendable
from tests.table import Table as Scenario

SOURCE = Path(nightcall.__file__).parent
RULES = ("engine", "rules")
"""The parts of the package that ask and tell."""
GAMES = 300
ERROR_FAMILIES = ("answer", "setup", "warning", "tape", "game", "rule", "language")
UNFILLED = re.compile(r"\{\w+\}")
PLAYERS = (
    "Ann",
    "Bea",
    "Cid",
    "Dan",
    "Eve",
    "Fay",
    "Gus",
    "Hal",
    "Ida",
    "Jim",
    "Kay",
    "Leo",
    "Mia",
    "Ned",
    "Ola",
    "Pia",
    "Quy",
    "Ray",
)


# -- random games --


def random_setup(random: Random) -> Setup:
    """Any deck, any preset, any options the setup allows; with houses, event cards and variants."""
    count = random.randint(5, 18)
    played_with = [name for name in AVAILABLE if random.random() < 0.6]
    wolf = random.choice(["werewolf", "white_werewolf", "big_bad_wolf", "cursed_wolf_father"])
    options: dict[str, Any] = {
        name: random.choice(known.values)
        for name, known in OPTIONS.items()
        if known.values and not known.many and random.random() < 0.25
    }
    options = agreeing(options)
    options["cards_known_to_app"] = random.random() < 0.5
    options |= {AVAILABLE[name]: True for name in played_with}
    preset = random.choice(PRESETS)
    rules = Options.of(preset, **options)
    deck = [wolf, "werewolf", *random.sample(["thief", "actor"], random.randint(0, 1))]
    size = count + (rules.thief_spares if "thief" in deck else 0)
    while len(deck) < size:
        kind = random.choice(CHARACTERS)
        if kind.name in ("thief", "actor") or not can_play(kind, played_with) or len(deck) + kind.together > size:
            deck.append(random.choice(["simple_villager", "simple_villager", "werewolf"]))
        else:
            deck += [kind.name] * kind.together
    if all(character(name).is_wolf for name in deck):
        deck[-1] = "simple_villager"
    options["identify_silent_roles_n1"] = [name for name in dict.fromkeys(deck) if random.random() < 0.1]
    trio: list[str] = []
    if "actor" in deck:
        trio = random.sample(lendable(deck, played_with, rules), rules.actor_trio)
    groups = ["red", "blue", *random.choices(["red", "blue"], k=count - 2)] if needs_groups(deck) else []
    return Setup.of(
        PLAYERS[:count],
        deck,
        preset=preset,
        seed=random.randint(0, 1 << 30),
        trio=trio,
        groups=groups,
        debate_rules=random.random() < 0.2,
        **laid_out(random, count, [*deck, *trio], played_with, Options.of(preset, **options)),
        **options,
    )


def needs_groups(deck: list[str]) -> bool:
    return any(character(name).needs_groups for name in deck)


class Told:
    """One random game: its events, its end, and each question with the number of events before it."""

    def __init__(self, seed: int) -> None:
        random = Random(seed)
        self.setup = random_setup(random)
        known = self.setup.options.cards_known_to_app
        bot = RandomBot(random) if known else PhysicalTable(random, self.setup)
        self.asked: list[tuple[Prompt, int]] = []

        def answer(prompt: Prompt) -> Any:
            self.asked.append((prompt, len(village.events)))
            value = bot(prompt)
            if (
                prompt.key == "devoted_servant.act"
                and isinstance(bot, PhysicalTable)
                and bot.holds.get(value) != "devoted_servant"
            ):
                return None  # nobody else at a real table would come forward
            return value

        village = Village(self.setup, answer)
        self.outcome: Outcome = run(village)
        self.events = village.events
        self.players = self.setup.players


@cache
def games() -> list[Told]:
    return [Told(seed) for seed in range(GAMES)]


# -- what the source names --


def rule_files() -> list[Path]:
    return [path for part in RULES for path in (SOURCE / part).rglob("*.py")]


@cache
def constants() -> frozenset[str]:
    """Every string in the engine and the rules."""
    found: set[str] = set()
    for path in rule_files():
        nodes = ast.walk(ast.parse(path.read_text("utf-8")))
        found |= {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return frozenset(found)


def dotted() -> list[str]:
    return sorted({*(text for text in constants() if re.fullmatch(r"[a-z_]+\.[a-z_]+", text)), *formed()})


def formed() -> set[str]:
    """Keys a rule makes from its own name."""
    found: set[str] = set()
    for kind in KINDS.values():
        own = [method for _, method in inspect.getmembers(kind, inspect.isfunction)]
        source = "".join(inspect.getsource(method) for method in own if method.__module__ != Rule.__module__)
        found |= {f"{kind.name}.{suffix}" for suffix in re.findall(r'f"\{self\.name\}\.(\w+)"', source)}
    return found


def error_keys() -> list[str]:
    return [key for key in dotted() if key.partition(".")[0] in ERROR_FAMILIES]


def prompt_keys() -> list[str]:
    greeted = [f"{kind.name}.wake" for kind in CHARACTERS if kind.call is Character.call and kind.wakes != NEVER]
    return sorted({*greeted, "identify", *(key for key in dotted() if key.partition(".")[0] not in ERROR_FAMILIES)})


@pytest.fixture(params=LANGUAGES)
def words(request: pytest.FixtureRequest) -> Words:
    return Words(request.param)


# -- the files themselves --


def test_variants_have_a_last_resort() -> None:
    """Where an event has variants, a new rule or value still finds words, or each value that occurs has its own."""
    all_there_is = (("other",), ("yes", "no"), ("village", "werewolves"))
    keys = {key.rpartition(".")[0] for key in catalogue() if key.startswith("event.") and key.count(".") > 1}
    for key in sorted(keys):
        assert any(all(f"{key}.{value}" in catalogue() for value in values) for values in all_there_is), key


def test_no_name_is_glued_to_a_french_article() -> None:
    """ "de Anne", "que Éric" and the like: what may need elision asks for it, `{seat:de}`."""
    names = "seat|seats|card|by|victim|target|name|names|call|house|office|spirit|last"
    glued = re.compile(
        rf"\b(?:de|que|le|la|du|si)\s\{{(?:{names})\}}|\bà \{{(?:card|house|office)\}}|['’]\{{", re.IGNORECASE
    )
    assert [key for key, texts in catalogue().items() if glued.search(texts["fr"])] == []


def test_no_word_depends_on_the_players_sex() -> None:
    assert [key for key, texts in catalogue().items() if re.search(r"\(e\)|·e|\(ne\)", texts["fr"])] == []
    sexed = re.compile(r"\{(?:seat|seats|victim|target|name|names|player)s?:[^}]*/")
    assert [key for key, texts in catalogue().items() for text in texts.values() if sexed.search(text)] == []


# -- everything that has a name --


@pytest.mark.parametrize("kind", CHARACTERS, ids=lambda kind: str(kind.name))
def test_cards(words: Words, kind: type[Character]) -> None:
    for key in ("card", "card_the", "about"):
        assert words.has(f"{key}.{kind.name}")
    assert words.has(f"call.{kind.name}.wake")
    assert words.has(f"call.{kind.name}.sleep")
    assert words.has(f"group.{kind.group}")
    assert words.party(kind.name) != kind.name


def test_buildings(words: Words) -> None:
    for name in (VAGABOND, *(kind.name for kind in BUILDINGS)):
        for key in ("building", "building_the", "occupant", "party", "about_building"):
            assert words.has(f"{key}.{name}")
    assert all(words.house(name) != name for name in houses())


def test_event_cards(words: Words) -> None:
    for kind in EVENTS:
        assert words.has(f"event_card.{kind.name}")
        assert words.has(f"about_event.{kind.name}")
        assert words.has(f"event_kind.{kind.kind}")
    assert len({words.event_card(kind.name) for kind in EVENTS}) == len(EVENTS) - 4  # Spiritualism five times
    for card, questions in spirits.QUESTION_CARDS.items():
        asked = [words.text(f"question.{card}.{number}") for number in range(1, len(questions) + 1)]
        assert all(text.endswith("?") for text in asked)
    assert len({text for key, text in words._texts.items() if re.fullmatch(r"question\.\w+\.\d", key)}) == 20


def test_variants_and_offices(words: Words) -> None:
    for kind in VARIANTS:
        assert words.has(f"variant.{kind.name}")
        assert words.has(f"about_variant.{kind.name}")
    for name in ("sheriff", "town_crier", "executioner"):
        assert words.has(f"office.{name}")


def test_a_house_is_shown_with_its_occupant() -> None:
    housed = [Event("housed", "BLD-3", PUBLIC, {"buildings": ("farm_2", "church", "pub")})]
    gone = [*housed, Event("vacated", "BLD-2", PUBLIC, {"seat": 3, "house": "pub"})]
    prompt = Prompt("pyromaniac.burn", prompts.CHOOSE, "PYRO-1", options=("farm_2", "church", "pub"), low=0)
    labels = [label for _, label in Words("en").choices(prompt, PLAYERS, gone)]
    assert labels[:3] == ["Farm 2 (Ann)", "Church (Bea)", "Pub"]
    back = [*gone, Event("came_home", "MIRA-3", PUBLIC, {"seat": 3, "house": "pub"})]
    assert Words("en").choices(prompt, PLAYERS, back)[2][1] == "Pub (Cid)"


def test_nobody_is_called_by_day_to_be_identified() -> None:
    """Fools' Day makes the moderator look for cards in the morning: no call of the night is spoken then."""
    day = [Event("dawn_broke", "GEN-3", PUBLIC, {"day": 2})]
    prompt = Prompt("identify", prompts.PICK, "IDENT-0", options=(1, 2), card="witch", aloud=True)
    for language in LANGUAGES:
        words = Words(language)
        assert words.prompt(prompt, PLAYERS, day).say != words.text("call.witch.wake")


def test_calls(words: Words) -> None:
    for name, _, _ in NIGHT:
        if not KINDS[name].is_silent:
            assert words.has(f"call.{name}.wake"), name
            assert words.has(f"call.{name}.sleep"), name
            assert words.party(name) != name


@pytest.mark.parametrize("key", prompt_keys())
def test_prompts(words: Words, key: str) -> None:
    """Asked, or offered in the debate."""
    assert words.has(f"prompt.{key}.ask") or words.has(f"choice.day.debate.{key}")


@pytest.mark.parametrize("name", TOLD)
def test_events(words: Words, name: str) -> None:
    """Every event has its words, and they speak of its facts alone."""
    keys = [key for key in catalogue() if f"{key}.".startswith(f"event.{name}.")]
    assert keys
    facts = set(TOLD[name].facts)
    facts |= {f"about_{fact}" for fact in facts}
    for key in keys:
        named = {field.split(":")[0].split("!")[0] for _, field, _, _ in Formatter().parse(words._texts[key]) if field}
        assert named <= facts, key


def test_every_kind_of_fact_can_be_said() -> None:
    """Or is said as it is, or only chooses between wordings."""
    assert set(KINDS_OF_FACTS) - set(SPELT) == {BALLOTS, NUMBER, FLAG, WORD}


@pytest.mark.parametrize("key", error_keys())
def test_errors(words: Words, key: str) -> None:
    assert words.has(f"error.{key}")


def test_sides_causes_presets(words: Words) -> None:
    sides = {game.outcome.winner for game in games()} | {"village", "werewolves", "lovers", "nobody"}
    sides |= {kind.name for kind in CHARACTERS if kind.group == "loners"}
    for name in sides:
        assert words.side(name) != name or name == "nobody"
        assert words.has(f"side.{name}")
    named = {value for name, value in vars(deaths).items() if name.isupper() and isinstance(value, str)}
    causes = named - set(get_args(deaths.How))
    assert {name for name in causes if not words.has(f"cause.{name}")} == set()
    for name in PRESETS:
        assert words.has(f"preset.{name}")
        assert words.has(f"about_preset.{name}")
    for name in ("setup", "night", "dawn", "day", "over"):
        assert words.has(f"phase.{name}")


@pytest.mark.parametrize("name", OPTIONS)
def test_options(words: Words, name: str) -> None:
    assert words.has(f"option.{name}.title")
    for value in OPTIONS[name].values:
        plain = str(value).lower() if isinstance(value, bool) else value
        assert words.value(name, value) == words.text(f"option.{name}.values.{plain}")
        assert words.has(f"option.{name}.values.{plain}")


def test_values_of_options_that_hold_several() -> None:
    words = Words("en")
    assert (
        words.value("elder_despair_causes", frozenset({"vote", "poison"}))
        == "the Witch's poison and the village's vote"
    )
    assert words.value("elder_despair_causes", frozenset()) == "none"
    assert words.value("identify_silent_roles_n1", ("fox", "elder")) == "the Fox and the Elder"


# -- whole games --


def test_every_event_and_ending_can_be_told(words: Words) -> None:
    for game in games():
        for event in game.events:
            text = words.event(event, game.players)
            assert " " in text, event
            assert not UNFILLED.search(text), (event, text)
        text = words.outcome(game.outcome, game.players)
        assert text == words.event(game.events[-1], game.players)
        assert not UNFILLED.search(text)


def test_every_question_can_be_asked(words: Words) -> None:
    for game in games():
        for prompt, _ in game.asked:
            asked = words.prompt(prompt, game.players)
            assert not UNFILLED.search(f"{asked.say} {asked.do} {asked.ask}"), (prompt, asked)
            assert words.has(f"prompt.{prompt.key}.ask"), prompt
            assert asked.do or prompt.audience == PUBLIC
            assert asked.say or prompt.audience != PUBLIC, f"{prompt.key} is public: something is said"
            labels = [label for _, label in asked.choices]
            assert len(set(labels)) == len(labels), asked.choices


def asked_by_somebody() -> list[str]:
    """Every key which the source puts to a player: with `by` or `actors`, and not for the moderator's eyes alone."""
    found: set[str] = set()
    for path in rule_files():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not node.args or not isinstance(node.func, ast.Attribute):
                continue
            named = {keyword.arg: ast.unparse(keyword.value) for keyword in node.keywords}
            is_asked = node.func.attr in ("pick", "pick_some", "choose", "yes") and {"by", "actors"} & named.keys()
            key = node.args[0]
            if (
                is_asked
                and named.get("audience") != "MODERATOR"
                and isinstance(key, ast.Constant)
                and isinstance(key.value, str)
            ):
                found.add(key.value)
    return sorted(found)


def test_there_are_questions_to_players() -> None:
    assert {"witch.heal", "seer.look", "hunter.shoot", "sheriff.heir", "werewolves.devour"} <= {
        *asked_by_somebody(),
        "seer.look",  # asked under a key of its own by whoever borrows the power
    }


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("key", asked_by_somebody())
def test_a_phone_asks_its_owner(language: str, key: str) -> None:
    assert f"you.prompt.{key}" in own_texts(language)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("kind", CHARACTERS, ids=lambda kind: str(kind.name))
def test_a_card_speaks_to_its_holder(language: str, kind: type[Character]) -> None:
    assert f"you.about.{kind.name}" in own_texts(language)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_phone_speaks_to_its_owner_in_whole_games(language: str) -> None:
    """Every question somebody may answer on the own phone, and everything he is told alone, in the second person."""
    words, own = Words(language), own_texts(language)
    for game in games():
        for prompt, _ in game.asked:
            if deciders(prompt):
                assert f"you.prompt.{prompt.key}" in own, prompt
                asked = words.asked_of(prompt, game.players)
                assert not UNFILLED.search(asked.ask), asked
                assert [value for value, _ in asked.choices] == [value for value, _ in words.choices(prompt)]
        for event in game.events:
            for seat in event.audience if event.audience != PUBLIC and not event.declared.on_card else ():
                assert any(f"{key}.".startswith(f"you.event.{event.name}.") for key in own), event
                text = words.told(event, seat, game.players)
                assert not UNFILLED.search(text), (event, text)


def test_every_choice_has_a_label(words: Words) -> None:
    for game in games():
        for prompt, _ in game.asked:
            choices = words.choices(prompt, game.players)
            if prompt.kind == prompts.CHOOSE:
                for name, label in choices:
                    assert label != name, (prompt, name)
            if prompt.kind in (prompts.ACK, prompts.YES_NO, prompts.CHOOSE) or (
                prompt.kind == prompts.PICK and prompt.high == 1
            ):
                for value, _ in choices:
                    prompt.check(value)


def test_calls_sound_alike_live_or_faked(words: Words) -> None:
    """Whatever is said between one call and the next depends on the call alone (FK-12)."""
    for game in games():
        for prompt, told in game.asked:
            calls = list(calls_tonight(game.events[:told]))
            if prompt.audience == PUBLIC or not calls:
                continue
            said = words.prompt(prompt, game.players, game.events[:told])
            lines = [words.text(f"call.{calls[-1]}.{form}") for form in ("wake", "again", "touched")]
            if prompt.aloud:
                assert said.say in lines, prompt
                assert said.before == (words.text(f"call.{calls[-2]}.sleep") if len(calls) > 1 else "")
            else:
                assert (said.say, said.before) == ("", ""), prompt


def test_what_is_only_done_aloud_belongs_to_the_call_in_progress() -> None:
    """FK-12: anything else would call somebody a second time, in the middle of another's call."""
    for game in games():
        for prompt, told in game.asked:
            calls = list(calls_tonight(game.events[:told]))
            if calls and prompt.aloud and prompt.audience == MODERATOR and prompt.kind == prompts.ACK:
                owner = prompt.card or prompt.key.partition(".")[0]
                assert calls[-1] in (owner, "actor"), prompt  # the Actor does it in another's place


def calls_tonight(events: list[Event]) -> Iterator[str]:
    start = max((n for n, event in enumerate(events) if event.name in ("night_fell", "dawn_broke")), default=0)
    return (event.facts["call"] for event in events[start:] if event.name == "called")


def test_without_the_events_a_fake_reads_like_an_identification(words: Words) -> None:
    for name, _, _ in NIGHT:
        fake = words.prompt(Prompt("call.fake", prompts.ACK, "FK-12", card=name))
        live = words.prompt(Prompt("identify", prompts.PICK, "IDENT-0", options=(1, 2), card=name, aloud=True))
        assert fake.say == live.say


def test_the_actor_is_never_called_by_another_name() -> None:
    words = Words("en")
    called = [Event("night_fell", "GEN-3", PUBLIC, {"night": 2}), Event("called", "FK-1", PUBLIC, {"call": "actor"})]
    look = Prompt("seer.look", prompts.PICK, "SEER-1", options=(1, 2), seat=3, audience=(3,))
    assert words.prompt(look, PLAYERS, called).say == words.text("call.actor.wake")
    again = [*called, Event("called", "FK-11", PUBLIC, {"call": "actor"})]
    assert words.prompt(look, PLAYERS, again).say == words.text("call.actor.again")


# -- errors --


WRONG: list[Any] = [None, True, 99, -1, 1.5, "nonsense", "x" * 200, "\x00", [], [1, 1], [1, 99], {}, {"a": 1}]
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
            for value in wrong:
                try:
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


# -- small things --


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


def test_missing_words_do_not_crash(monkeypatch: pytest.MonkeyPatch) -> None:
    words = Words("en")
    monkeypatch.setitem(TOLD, "newly_invented", Tells("newly_invented", seat=SEAT))
    assert words.text("no.such.key") == "no.such.key"
    assert words.text("event.tied") == "{seats} are tied."
    assert words.event(Event("newly_invented", "GEN-1", PUBLIC, {"seat": 1})) == "event.newly_invented"


def test_french_punctuation_stays_on_its_line() -> None:
    assert Words("fr").text("ui.why") == "Pourquoi\N{NO-BREAK SPACE}?"


def test_the_engine_reads_no_words() -> None:
    code = "import sys, nightcall; sys.exit('nightcall.words' in sys.modules or 'nightcall.rulebook' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_nobody_covers_the_face_while_the_little_girl_may_look() -> None:
    """GIRL-3"""
    for people, said in (("Ann:little_girl Bea:werewolf Cid", True), ("Ann Bea:werewolf Cid", False)):
        t = Scenario(people)
        assert t.prompt is not None
        assert ("nobody may cover their face" in Words("en").prompt(t.prompt, t.names, t.game.events).do) is said


def test_the_moderator_seems_to_turn_every_card_for_the_seer() -> None:
    """SEER-8"""
    t = Scenario("Ann:seer Bea:werewolf Cid").night()
    assert t.prompt is not None
    assert "the whole circle" in Words("en").prompt(t.prompt, t.names, t.game.events).do


# -- what is told to one reader --


@pytest.mark.parametrize("language", ["en", "fr"])
def test_whatever_is_shown_to_one_player_speaks_to_that_player(language: str) -> None:
    words = Words(language)
    for tells in TOLD.values():
        if not tells.to or tells.is_public or tells.echo:
            continue
        variants = [key for key in own_texts(language) if re.fullmatch(rf"you\.event\.{tells.name}(\.[\w-]+)?", key)]
        assert variants, tells.name
        assert not any("{by}" in words.text(key) for key in variants), "the reader has no name, but is you"
