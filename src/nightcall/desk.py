"""What a moderator's screen shows, whatever the screen is made of: the terminal's and the phone's say the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import takewhile, zip_longest
from typing import Any, Final

from nightcall.buildings.building import Houses
from nightcall.characters.cupid import Lovers
from nightcall.characters.piper import Charmed
from nightcall.engine import prompts
from nightcall.engine.errors import Pending
from nightcall.engine.events import MODERATOR, PUBLIC, Event
from nightcall.engine.game import Answer, Game, playout
from nightcall.engine.prompts import Prompt
from nightcall.engine.rule import Character
from nightcall.engine.village import Village
from nightcall.words import Words

OFFICES: Final = ("sheriff", "town_crier", "executioner")
HEADINGS: Final = frozenset({"night_fell", "dawn_broke", "opening_day"})
"""Events that begin a chapter of the story."""

SAID_BY_THE_SCRIPT: Final = frozenset({"called", "began", "said_in_sleep", "won"}) | HEADINGS
"""Public events whose announcement is the script itself, the heading or the ending."""

ECHOES: Final = frozenset(
    {
        "betrayed",
        "brewed",
        "card_taken",
        "dealt",
        "healed",
        "model_chosen",
        "paired",
        "played",
        "poisoned",
        "posted",
        "protected",
        "question_chosen",
        "set_on_fire",
        "side_chosen",
        "sign_agreed",
        "stole",
    }
)
"""Private events that only repeat what was just entered, or what nobody needs now: gone from the screen at once."""


def phase(game: Game, words: Words) -> str:
    """Where the evening stands: "Night 2"."""
    village = game.village
    if game.outcome is not None:
        return words.text("desk.phase.over")
    number = village.night if village.phase in ("night", "dawn") else village.day
    return words.text(f"desk.phase.{village.phase}", number=number)


# -- what has just happened --


def since_last_answer(game: Game) -> Sequence[Event]:
    return game.events[game.marks[-1] if game.marks else 0 :]


def news(game: Game) -> list[Event]:
    """What has just become public and is to be announced."""
    return [
        event for event in since_last_answer(game) if event.audience == PUBLIC and event.name not in SAID_BY_THE_SCRIPT
    ]


def secrets(game: Game, earlier: Prompt | None) -> list[Event]:
    """What a player is to be shown now: the outcome of the last answer, or what a wake-up is about.

    `earlier` is the question answered last. Where something is only to be said or done, what it tells the players
    comes with it, not after it.
    """
    prompt = game.prompt
    is_new = earlier is not None and earlier.kind != prompts.ACK and earlier.key != "seer.card"
    shown = _private(since_last_answer(game)) if is_new else []
    if prompt is not None and prompt.kind == prompts.ACK and prompt.audience != PUBLIC:
        shown += _private(list(takewhile(lambda event: event.name != "called", coming(game))))
    return shown


def _private(events: Sequence[Event]) -> list[Event]:
    return [event for event in events if event.audience not in (PUBLIC, MODERATOR) and event.name not in ECHOES]


def coming(game: Game) -> Sequence[Event]:
    """What the next step will bring, where nothing is left to decide: the dawn, before it is announced."""
    return game.answer(True).events[len(game.events) :]


def has_preview(game: Game) -> bool:
    return game.prompt is not None and game.prompt.kind == prompts.ACK


# -- what to say --


@dataclass(frozen=True, slots=True)
class Script:
    """What to say aloud at a question."""

    before: str
    """Said first: the call before this one ends."""
    say: str
    is_said: bool
    """Whether it was said at the question before."""


def script(game: Game, words: Words, earlier: Game | None) -> Script:
    """The script of the question asked now; `earlier` is the game before the last answer."""
    prompt = game.prompt
    assert prompt is not None
    written = words.prompt(prompt, game.players, game.events)
    called = any(event.name == "called" for event in since_last_answer(game))
    before = earlier.prompt if earlier is not None and written.say and not called else None
    if earlier is not None and before is not None:
        is_said = words.prompt(before, game.players, earlier.events).say == written.say
        if is_said:
            return Script("", written.say, is_said)
    ends_a_call = called or prompt.key == "dawn.breaks"
    return Script(written.before if ends_a_call else "", written.say, False)


# -- the answers given, and correcting them --


def asked(game: Game) -> list[Prompt]:
    """The question of each answer."""
    found: list[Prompt] = []

    def reader(prompt: Prompt) -> Any:
        if len(found) == len(game.answers):
            raise Pending(prompt)
        found.append(prompt)
        return game.answers[len(found) - 1].value

    with suppress(Pending):
        playout(game.setup, reader)
    return found


def question(prompt: Prompt, words: Words, players: Sequence[str]) -> str:
    """A question in a few words, as a list of them shows it."""
    text = words.prompt(prompt, players).ask
    return f"{text} ({words.party(prompt.card)})" if prompt.card else text


def spoken(answer: Answer, prompt: Prompt, words: Words, players: Sequence[str]) -> str:
    """An answer as a person would say it."""
    value = answer.value
    if isinstance(value, dict):
        pairs = ((_named(voter, players), _named(choice, players)) for voter, choice in value.items())
        if prompt.kind == prompts.COUNTS:
            pairs = ((_named(seat, players), str(voices)) for seat, voices in value.items())
        return ", ".join(f"{left} → {right}" for left, right in pairs) or "–"
    labels = dict(words.choices(prompt, players))
    if isinstance(value, (list, tuple)):
        return ", ".join(labels.get(item, str(item)) for item in value) or "–"
    return labels.get(value, str(value)) or "–"


def _named(value: Any, players: Sequence[str]) -> str:
    if value is None:
        return "–"
    return players[value - 1] if isinstance(value, int) else str(value)


def contradicted(before: Game, after: Game) -> list[Event]:
    """What the table was told that would now be told otherwise, as far as both tellings go."""
    told = [event for event in before.events if event.audience == PUBLIC]
    would = [event for event in after.events if event.audience == PUBLIC]
    for place, (then, now) in enumerate(zip_longest(told, would)):
        if then is None or now is None:
            return []
        if then.to_json() != now.to_json():
            return told[place : place + 5]
    return []


# -- the seats, for the moderator's eyes --


def holder_of(village: Village, office: str) -> int:
    """Who holds an office; 0 = nobody."""
    return next((rule.holder for rule in village.named(office)), 0)


def houses(village: Village) -> Houses | None:
    return next((rule for rule in village.named("houses") if isinstance(rule, Houses)), None)


def house(village: Village, seat: int, words: Words) -> str:
    """Where somebody lives."""
    found = houses(village)
    building = found.of(seat) if found is not None else None
    if building is not None:
        return words.house(building.house)
    return words.text("occupant.vagabond") if seat in village.living else ""


def is_known(village: Village, seat: int) -> bool:
    """Whether the app knows the card."""
    return village.knows(seat) is not None


def holding(village: Village, seat: int, words: Words) -> str:
    """The card, with whatever powers came besides; or what it can be."""
    card = village.knows(seat)
    more = [power.name for power in village.powers_of(seat) if power is not card and not power.borrowed]
    if card is not None:
        return " + ".join(map(words.card, (card.name, *more)))
    possible = village.cards.possible(seat)
    hidden = words.text("desk.seats.one_of", names=", ".join(map(words.card, possible)))
    return " + ".join((*map(words.card, more), hidden))


def state(village: Village, seat: int, words: Words) -> Iterator[str]:
    """Everything else about somebody: what the table sees, then what it does not."""
    yield from public_state(village, seat, words)
    card = village.knows(seat)
    if seat in village.infected:
        yield words.text("desk.seats.infected")
    elif seat in village.wolves and not (card is not None and card.is_wolf):
        yield words.text("desk.seats.wolf")
    for partner in Lovers.partners(village, seat):
        yield words.text("desk.seats.in_love", name=village.name_of(partner))
    if any(isinstance(rule, Charmed) and seat in rule.seats for rule in village.named("charmed")):
        yield words.text("desk.seats.charmed")
    for name in village.setup.trio:
        for rule in village.named(name):
            if isinstance(rule, Character) and rule.borrowed and rule.holder == seat:
                yield words.text("desk.seats.plays", card=words.card(name))


def public_state(village: Village, seat: int, words: Words) -> Iterator[str]:
    if seat in village.gone:
        yield words.text("desk.seats.left")
    elif seat not in village.living:
        yield words.text("desk.seats.dead")
    for office in OFFICES:
        if any(rule.holder == seat for rule in village.named(office)):
            yield words.text(f"office.{office}")
    if seat in village.away:
        yield words.text("desk.seats.away")
