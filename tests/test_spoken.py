"""What is said aloud is what somebody would say: other words for every night, and nothing that reads translated."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from nightcall import PUBLIC, Event, Prompt, Setup, play
from nightcall.desk import Script, note, script_of
from nightcall.engine import prompts
from nightcall.words import Words
from nightcall.words._texts import catalogue, own_texts
from tests.table import Table

OPENS_EYES = {
    "en": re.compile(r"\bopens? (?:his|her|their|your) eyes\b"),
    "fr": re.compile(r"\br?ouvr(?:e|ent|ez) les yeux\b"),
    "de": re.compile(r"\böffne[tn]?\b.*\bAugen\b|\bAugen\b.*\böffnen\b"),
}
CLOSES_EYES = {
    "en": re.compile(r"\bcloses? (?:his|her|their) eyes\b"),
    "fr": re.compile(r"\breferme(?:nt)? les yeux\b"),
    "de": re.compile(r"\b[Aa]ugen\b"),
}
SAID_OFTEN = ("night.falls", "dawn.breaks", "day.debate", "vote.ballots", "vote.counts")


def ended(nights: int) -> list[Event]:
    return [Event("night_fell", "GEN-3", PUBLIC, {"night": night}) for night in range(1, nights + 1)]


def first_answer(prompt: Prompt) -> object:
    if prompt.kind == prompts.ACK:
        return True
    return prompt.options[0] if prompt.high == 1 else list(prompt.options[: prompt.low])


def said(language: str, key: str, nights: int) -> str:
    prompt = Prompt(key, prompts.ACK, "GEN-6", audience=PUBLIC)
    return Words(language).prompt(prompt, ("Ann", "Bea"), ended(nights)).say


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_whoever_is_woken_is_told_to_open_the_eyes(language: str) -> None:
    texts = own_texts(language)
    wakes = {key: text for key, text in texts.items() if re.fullmatch(r"call\.\w+\.(?:wake|again)", key)}
    assert len(wakes) >= 10
    assert {key: text for key, text in wakes.items() if not OPENS_EYES[language].search(text)} == {}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_whoever_was_woken_is_told_to_close_them(language: str) -> None:
    sleeps = {key: text for key, text in own_texts(language).items() if re.fullmatch(r"call\.\w+\.sleep", key)}
    assert {key: text for key, text in sleeps.items() if not CLOSES_EYES[language].search(text)} == {}


def test_those_who_are_only_touched_keep_their_eyes_closed() -> None:
    """OPT-CHARMED-WAKE: the call of the charmed says what the table plays."""
    for value, form in (("recognise_each_other", "wake"), ("touched_only", "touched")):
        setup = Setup.of(6, ["werewolf", "piper", *["simple_villager"] * 4], charmed_wake=value, sheriff_election="off")
        game = play(setup)
        while not any(event.name == "called" and event.facts["call"] == "charmed" for event in game.events):
            assert game.prompt is not None
            game = game.answer(first_answer(game.prompt))
        assert game.prompt is not None
        asked = Words("en").prompt(game.prompt, game.players, game.events)
        assert asked.say == Words("en").text(f"call.charmed.{form}")


@pytest.mark.parametrize("language", ["en", "fr", "de"])
@pytest.mark.parametrize("key", SAID_OFTEN)
def test_four_nights_in_a_row_are_not_recited(language: str, key: str) -> None:
    wordings = [said(language, key, nights) for nights in range(1, 5)]
    assert len(set(wordings)) == 4
    assert all(wordings)
    assert wordings == [said(language, key, nights) for nights in range(1, 5)], "a reload says the same"
    assert said(language, key, 0) == wordings[0]


def test_every_dusk_closes_and_every_dawn_opens_the_eyes() -> None:
    for night in range(1, 9):
        assert re.search(r"[Cc]loses? (?:your|their) eyes", said("en", "night.falls", night))
        assert re.search(r"[Oo]pen your eyes", said("en", "dawn.breaks", night))
        assert re.search(r"[Ff]erme[zr]? les yeux|les yeux bien clos", said("fr", "night.falls", night))
        assert re.search(r"[Oo]uvrez les yeux", said("fr", "dawn.breaks", night))


# -- nothing that reads like a translation --

READ_AT_THE_TABLE = re.compile(r"(?:prompt|choice|event|call|cause|desk|ui|about\w*|web)\.")
UNNATURAL = {
    "en": [
        r"\bthe own\b",
        r"\b(?:opens?|closes?|shakes?) the (?:eyes|head)\b",
        r"\bvoices (?:are|stay) even\b",
        r"\b[Ee]ven voices\b",
        r"\bcard (?:lies )?before \{",
        r"^Why \{seat\}",
        r"\bNew \{office\}:",
        r"\b(?:holds the card|is dealt a card|shows a card|other card of \{seat\}):",
        r"\b[Nn]obody can listen\b",
        r"\b(?:At|For|Before) whom\b",
        r"\bthe card of \{seat\}",
    ],
    "fr": [
        r"\bQui veut la meute\b",
        r"\b(?:[Ff]ermez|[Oo]uvrez) tous les yeux\b",
        r"\bQuels deux\b",
        r"\bbande son arc\b",
        r"\bTitre :",
        r"\bUn doigt (?:montre|désigne)\b",
        r"\bpour votre note\b",
        r"\bLe secret de qui\b",
        r"\bcarte posée devant \{",
        r"\bCe qui a perdu\b",
        r"\bVoix égales\b",
        r"\bsous protection\b",
        r"\bEn quelles mains\b",
    ],
}


def unnatural(language: str) -> Iterator[str]:
    for key, texts in catalogue().items():
        if READ_AT_THE_TABLE.match(key):
            yield from (f"{key}: {texts[language]}" for each in UNNATURAL[language] if re.search(each, texts[language]))


@pytest.mark.parametrize("language", UNNATURAL)
def test_nothing_reads_like_a_translation(language: str) -> None:
    assert list(unnatural(language)) == []


def test_one_of_several_who_share_a_card() -> None:
    assert Words("en").grammar.say(Words("en").card("two_sisters"), "a") == "one of the Two Sisters"
    assert Words("fr").grammar.say(Words("fr").card("two_sisters"), "un") == "une des Deux Sœurs"
    assert Words("fr").grammar.say(Words("fr").card("three_brothers"), "un") == "un des Trois Frères"
    assert Words("fr").text("event.cause.other", seat="Inès", causes=Words("fr").noun("cause", "devoured")) == (
        "Inès a succombé aux crocs des Loups-Garous."
    )


def hosted(*answers: object) -> Table:
    """A night with real cards, up to where these answers lead."""
    people = "Ann:seer Bea:werewolf Cid:elder Dan:fox Eve Fay:witch Gus Hal:little_girl"
    t = Table(people, physical=True).say(True).say("Ann").say("Gus").say("simple_villager").say("Dan")
    for value in answers:
        t.say(value)
    return t


def script(t: Table) -> Script:
    return script_of(t.game, Words("en"), t.game.undo())


def test_the_pack_closes_its_eyes_before_the_prey_s_card_is_lifted() -> None:
    """IDENT-1: that its card matters must not be seen by those who have just chosen it."""
    closes = Words("en").text("call.werewolves.sleep")
    t = hosted(None, "Bea", "Cid", None)
    assert t.asks("card.look")
    assert script(t) == Script("", closes, False)
    t.say("elder")
    assert closes not in script(t).before, "said once"


def test_a_fox_stays_awake_while_cards_are_lifted_for_him() -> None:
    """FOX-1: he waits for his answer."""
    t = hosted("Gus")
    assert t.asks("card.look")
    assert script(t).say == Words("en").text("call.fox.wake")
    assert script(t).is_said
    first = note(t.game, Words("en"))
    t.say("little_girl")
    assert t.asks("card.look")
    assert note(t.game, Words("en")) == "Card no. 3: Hal's. Look at it on the same round." != first
    t.say("witch")
    assert script(t).before == Words("en").text("call.fox.sleep")
