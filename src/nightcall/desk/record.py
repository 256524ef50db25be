"""The answers given: what was asked, how to say it, and what correcting one would contradict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import zip_longest
from typing import Any, Final, assert_never

from nightcall.engine import prompts
from nightcall.engine.events import CARD, CARDS, EVENT_CARD, HOUSE, PUBLIC, RULE, SEAT, SEATS, SIDE, TEXT, Event
from nightcall.engine.game import BETWEEN, Answer, Game
from nightcall.engine.prompts import Prompt
from nightcall.rules.comings import ARRIVES, HAPPENINGS, SITS
from nightcall.words import Words

_PLAIN_FACTS: Final = (SEAT, SEATS, CARD, CARDS, SIDE, HOUSE, EVENT_CARD, TEXT)
"""What an answer may give in so many words."""


def asked(game: Game) -> list[Prompt]:
    """The question of each answer."""
    return list(game.asked)


def happening(game: Game) -> int:
    """How many answers at the end say one thing about the table itself: they are taken back together; 0 = none.

    That a newcomer sat down belongs to the arrival.
    """
    first = _began(game, len(game.answers))
    if first is None:
        return 0
    before = _began(game, first) if game.answers[first].key == SITS else None
    if before is not None and game.answers[before].key == ARRIVES:
        came = next(event for event in reversed(game.events) if event.name == "arrived")
        first = before if game.answers[first].value == came.facts["seat"] else first
    return len(game.answers) - first


def _began(game: Game, end: int) -> int | None:
    """Where that began which was said about the table last before this answer; None if something else was answered."""
    for index in range(end - 1, -1, -1):
        if game.answers[index].key in HAPPENINGS:
            return index
        if not game.answers[index].key.startswith(BETWEEN):
            break
    return None


def happened(game: Game, index: int, words: Words) -> str:
    """What was said about the table with this answer and those that belong to it, "Kim leaves"; empty if nothing."""
    given = game.answers[index] if index < len(game.answers) else None
    if given is None or given.key not in HAPPENINGS:
        return ""
    seats = given.value if isinstance(given.value, (list, tuple)) else [given.value]
    names = [each if isinstance(each, str) else words.seat(each, game.players) for each in seats]
    return words.text(f"desk.happened.{given.key.removeprefix(BETWEEN)}", name=words.names(names))


def question(prompt: Prompt, words: Words, players: Sequence[str]) -> str:
    """A question in a few words, as a list of them shows it."""
    text = words.prompt(prompt, players).ask
    return f"{text} ({_about(prompt.card, words)})" if prompt.card else text


def _about(name: str, words: Words) -> str:
    """Whatever a question is about: somebody who is called, or a house or another thing on the table."""
    party = words.party(name)
    return party if party != name else words.thing(name)


def spoken(answer: Answer, prompt: Prompt, words: Words, players: Sequence[str]) -> str:
    """An answer as a person would say it."""
    value = answer.value
    match prompt.kind:
        case prompts.BALLOTS if isinstance(value, int):
            return words.text("desk.no_ballots", seat=words.seat(value, players))
        case prompts.BALLOTS:
            votes = ((players[voter - 1], players[seat - 1] if seat else "–") for voter, seat in value.items())
            return ", ".join(f"{voter} → {seat}" for voter, seat in votes) or "–"
        case prompts.COUNTS:
            return ", ".join(f"{players[seat - 1]} → {voices}" for seat, voices in value.items()) or "–"
        case prompts.ACK | prompts.YES_NO | prompts.PICK | prompts.CHOOSE | prompts.CARDS:
            labels = dict(words.choices(prompt, players))
            given = value if isinstance(value, (list, tuple)) else [value]
            said = ", ".join(labels.get(each, str(each)) for each in given) or "–"
            known = words.names(words.seat(seat, players) for seat in prompt.known)
            return words.text("desk.known_already", said=said, seats=known) if prompt.known else said
        case prompts.TEXT:
            return value or "–"
        case prompts.TEXTS:
            return ", ".join(value) or "–"
        case _:
            assert_never(prompt.kind)


def in_short(answer: Answer, prompt: Prompt, words: Words, players: Sequence[str]) -> str:
    """The same on a small button: of a vote only whom most pointed at."""
    if prompt.kind not in (prompts.BALLOTS, prompts.COUNTS) or isinstance(answer.value, int):
        return spoken(answer, prompt, words, players)
    counts = voices(answer, prompt)
    most = max(counts.values(), default=0)
    first = [words.text("ui.voices", seat=players[seat - 1], number=most) for seat in counts if counts[seat] == most]
    return words.names(first) if most else "–"


def tally(answer: Answer, prompt: Prompt, words: Words, players: Sequence[str]) -> str:
    """A vote as it was counted, and whether two are level at its head."""
    if isinstance(answer.value, int):
        return spoken(answer, prompt, words, players)
    counts = voices(answer, prompt).most_common()
    said = ", ".join(words.text("ui.voices", seat=players[seat - 1], number=number) for seat, number in counts) or "–"
    return words.text("desk.tied", said=said) if is_tie(answer, prompt) else said


def is_tie(answer: Answer, prompt: Prompt) -> bool:
    """Whether nobody is alone at the head of a vote."""
    if prompt.kind not in (prompts.BALLOTS, prompts.COUNTS) or isinstance(answer.value, int):
        return False
    first = [number for _, number in voices(answer, prompt).most_common(2)]
    return len(first) > 1 and first[0] == first[1]


def voices(answer: Answer, prompt: Prompt) -> Counter[int]:
    """What a vote comes to: who has how many voices."""
    if prompt.kind == prompts.COUNTS:
        return Counter(answer.value)
    return Counter(seat for voter, seat in answer.value.items() if seat for _ in range(prompt.weights.get(voter, 1)))


def repeats(event: Event, prompt: Prompt, answer: Answer) -> bool:
    """Whether something that followed an answer says no more than question and answer together."""
    if prompt.kind in (prompts.BALLOTS, prompts.COUNTS, prompts.ACK):
        return False
    given = _each(answer.value)
    known = [prompt.seat, prompt.card, *prompt.audience, *given]
    told = {name: value for name, value in event.facts.items() if event.declared.facts[name] != RULE}
    if any(event.declared.facts[name] not in _PLAIN_FACTS for name in told):
        return False
    things = [thing for value in told.values() for thing in _each(value)]
    return all(thing in known for thing in things) and any(thing in given for thing in things)


def _each(value: Any) -> list[Any]:
    return list(value) if isinstance(value, (list, tuple)) else [value]


def contradicted(before: Game, after: Game, heard: int | None = None) -> list[Event]:
    """What the table was told that would now be told otherwise, as far as both tellings go.

    `heard` is how many events have been announced; None = all of them.
    """
    told = [event for event in before.events[:heard] if event.audience == PUBLIC]
    would = [event for event in after.events if event.audience == PUBLIC]
    for place, (then, now) in enumerate(zip_longest(told, would)):
        if then is None or now is None:
            return []
        if then.to_json() != now.to_json():
            return told[place : place + 5]
    return []
