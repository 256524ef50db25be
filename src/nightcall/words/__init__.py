"""Everything a person reads, in every language. The texts are data; this fills in the facts.

    >>> from nightcall.words import Words
    >>> Words("fr").names(["Ann", "Bea", "Cid"])
    'Ann, Bea et Cid'
    >>> Words("en").card("witch")
    'Witch'

A text may come in variants: `event.died.vote` and `event.died.other` beside each other, with no `event.died`. A variant
is named after the rule that caused it or after the value of a fact, `yes`, `no` and `none` included. A text may ask for
a form of what it names, `{card:the}`: that is the business of the language's grammar. More in docs/translating.md.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, assert_never

from nightcall import rulebook
from nightcall.engine import prompts
from nightcall.engine.errors import Fault, IllegalAnswer, InvalidSetup, NightcallError
from nightcall.engine.events import (
    CALL,
    CARD,
    CARDS,
    CAUSE,
    CAUSES,
    COUNTS,
    DECK,
    EVENT_CARD,
    EVENT_CARDS,
    GROUPS,
    HOMES,
    HOUSE,
    LINES,
    OFFICE,
    OPEN_CAUSE,
    QUESTION,
    RULE,
    SEAT,
    SEATS,
    SIDE,
    TEXT,
    VARIANT,
    Kind,
)
from nightcall.engine.setup import VAGABOND
from nightcall.engine.viewers import PUBLIC
from nightcall.engine.views import fold
from nightcall.grammar import Listing, Noun, filled, grammar_of
from nightcall.words._texts import FIRST, LANGUAGES, nearest, own_name, own_texts, texts_in

if TYPE_CHECKING:
    from nightcall.engine.events import Event
    from nightcall.engine.outcome import Outcome
    from nightcall.engine.prompts import Prompt

__all__ = ["FIRST", "LANGUAGES", "PromptWords", "Words", "nearest", "own_name", "own_texts"]

_CALLED_BY: Final = {"FK-11": "again", "HOUSE-28": "again", "OPT-CHARMED-WAKE": "touched"}
"""Rule that has a call made -> which sentence calls, if not the usual one."""
_LONGEST: Final = 80
"""How much of a strange answer is quoted."""
Kinds = Mapping[str, Kind]


@dataclass(frozen=True, slots=True)
class PromptWords:
    """A question as the moderator reads it."""

    say: str
    """Said aloud. A faked call reads like a live one."""
    do: str
    """A private note: what to do, what to look for."""
    ask: str
    """What is to be entered, in a few words."""
    choices: list[tuple[Any, str]]
    """Each answer that one tap can give, with its label."""
    before: str = ""
    """Said first: the call before this one ends."""


class Words:
    """The words of one language."""

    def __init__(self, language: str = FIRST) -> None:
        if language not in LANGUAGES:
            raise NightcallError("language.unknown", given=language, allowed=LANGUAGES)
        self.language = language
        self.grammar = grammar_of(language)
        self._texts = texts_in(language)
        self._own = own_texts(language)

    # -- texts by key --

    def has(self, key: str) -> bool:
        return key in self._texts

    def text(self, key: str, /, **facts: Any) -> str:
        """The text of a key with its facts filled in; the key itself if there is none."""
        return self._filled(key, facts)

    def _filled(self, key: str, facts: Mapping[str, Any], missing: str = "") -> str:
        """A text that is still in English is bent as English is; so is the English one in place of a misspelt text."""
        if key in self._own:
            try:
                return filled(self._texts[key], facts, self.grammar, missing)
            except (ValueError, IndexError, AttributeError):
                pass
        return filled(own_texts(FIRST).get(key, key), facts, grammar_of(FIRST), missing)

    def _or(self, key: str, otherwise: str) -> str:
        return self._texts.get(key, otherwise)

    def _variant(self, key: str, names: Iterable[str] = ()) -> str:
        """The key, or that of the first variant there is."""
        if self.has(key):
            return key
        return next((found for name in (*names, "other") if self.has(found := f"{key}.{name}")), key)

    # -- names of things --

    def noun(self, kind: str, name: str) -> Noun:
        """What is called `card.witch`; its article, and with it every other form, is in `card_the.witch`."""
        key, the = f"{kind}.{name}", f"{kind}_the.{name}"
        title = self._or(key, name)
        is_english = key in self._own and the not in self._own  # an article that does not belong to this title
        written = title if is_english else self._or(the, title)
        return Noun.written(written, title.partition("|")[0].strip())

    def card(self, name: str) -> Noun:
        return self.noun("card", name)

    def about_you(self, name: str) -> str:
        """What a card does, said to whoever holds it: `you.about.…`; else as to everybody."""
        return self._or(f"you.about.{name}", self.text(f"about.{name}"))

    def side(self, name: str) -> Noun:
        return self.noun("side", name)

    def party(self, name: str) -> Noun:
        """Whoever acts or is called, with the article: a card, the pack, the Lovers, an event…"""
        keys = (f"card_the.{name}", f"party.{name}", f"office_the.{name}", f"event_card.{name}")
        return Noun.written(next((self._texts[key] for key in keys if self.has(key)), name))

    def house(self, name: str) -> Noun:
        """A house by its own name: `church`, `farm_3`."""
        kind, _, number = name.rpartition("_")
        if number.isdecimal() and self.has(f"building.{kind}"):
            what = self.noun("building", kind)
            keys = ("ui.numbered_the", "ui.numbered")
            return Noun.written(*(self.text(key, what=what, number=number) for key in keys))
        return self.noun("building", name)

    def event_card(self, name: str) -> Noun:
        return self.noun("event_card", name)

    def office(self, name: str) -> Noun:
        return self.noun("office", name)

    def thing(self, name: str) -> str:
        """Anything a choice may name; cards with one title are told apart by their first question."""
        if self.has(f"question.{name}.1"):
            return self.text("ui.asking", what=self.event_card(name), question=self.text(f"question.{name}.1"))
        found = (self.card(name), self.house(name), self.event_card(name), self.office(name))
        return next((label for label in found if label != name), name)

    def seat(self, seat: int, players: Sequence[str] = ()) -> str:
        """The player's name; a number where there is none."""
        if not seat:
            return self.text("ui.nobody")
        name = players[seat - 1] if 0 < seat <= len(players) else str(seat)
        return self.text("ui.seat_number", number=name) if name.isdecimal() else name

    def names(self, names: Iterable[str]) -> str:
        """A, B and C."""
        return self._join(list(names), "ui.and", self.text("ui.nobody"))

    def _any_of(self, names: Iterable[str]) -> str:
        return self._join(list(names), "ui.or", self.text("ui.none"))

    def _join(self, names: list[str], how: str, empty: str) -> str:
        if len(names) < 2:
            return names[0] if names else empty
        pattern = self._texts[how]
        return Listing(self.grammar.join(pattern, names), names, pattern)

    def number(self, value: float, how: str = "") -> str:
        """A number as the language writes it: `.1f`, `.0%`."""
        return self.grammar.number(value, how)

    def option(self, name: str) -> str:
        return self._or(f"option.{name}.title", name)

    def value(self, option: str, value: Any) -> str:
        """The label of an option's value, or of all its members."""
        if isinstance(value, (list, tuple, set, frozenset)):
            members = sorted(value) if isinstance(value, (set, frozenset)) else list(value)
            return self.names(self.value(option, member) for member in members or ["none"])
        plain = str(value).lower() if isinstance(value, bool) else str(value)
        return self._or(f"option.{option}.values.{plain}", self.party(plain))

    # -- facts --

    def _worded(self, facts: Mapping[str, Any], kinds: Kinds, players: Sequence[str]) -> dict[str, str]:
        """The facts as they stand in a sentence, each after its kind."""
        worded: dict[str, str] = {}
        for name, value in facts.items():
            kind = kinds.get(name, _PLAIN)
            worded[name] = _SPELT[kind](self, value, players, facts) if kind in _SPELT else self._plain(value)
            if kind is EVENT_CARD:
                worded[f"about_{name}"] = self._or(f"about_event.{value}", "")
        return worded

    def _question_of(self, facts: Mapping[str, Any]) -> str:
        """What the Medium asks: as somebody has typed it, or as it stands on the card."""
        asked = self._or(f"question.{facts['event']}.{facts['question']}", self.text("question.own_words"))
        return facts.get("words") or asked

    def _optional(self, name: str) -> str:
        return f"{self.option(name)} ({name})" if self.has(f"option.{name}.title") else name

    def _housed(self, buildings: Sequence[str], players: Sequence[str]) -> str:
        """Who lives where; those who live nowhere together, at the end."""
        housed = [(seat, house) for seat, house in enumerate(buildings, 1) if house != VAGABOND]
        parts = [
            self.text("ui.group", group=self.seat(seat, players), seats=self.house(house)) for seat, house in housed
        ]
        rest = [self.seat(seat, players) for seat, house in enumerate(buildings, 1) if house == VAGABOND]
        if rest:
            parts.append(self.text("ui.vagabonds", seats=self.names(rest)))
        return self._listed(parts)

    def _listed(self, parts: list[str]) -> str:
        listed = parts[0] if parts else ""
        for part in parts[1:]:
            listed = self.text("ui.then", first=listed, last=part)
        return listed

    def _copies(self, card: str, count: int) -> str:
        return self.card(card) if count == 1 else self.text("ui.times", what=self.card(card), number=count)

    def _groups(self, groups: Sequence[str], players: Sequence[str]) -> str:
        parts = []
        for group in dict.fromkeys(groups):
            seats = [self.seat(seat, players) for seat, label in enumerate(groups, 1) if label == group]
            parts.append(self.text("ui.group", group=group, seats=self.names(seats)))
        return self._listed(parts)

    def _counts(self, counts: Mapping[int, int], ballots: Mapping[int, int | None], players: Sequence[str]) -> str:
        """Who has how many voices, the most first, and from whom if that is known."""
        parts = []
        for seat, number in sorted(counts.items(), key=lambda pair: -pair[1]):
            voters = [self.seat(voter, players) for voter, choice in ballots.items() if choice == seat]
            key = "ui.voices_by" if voters else "ui.voices"
            name = self.seat(seat, players)
            parts.append(self.text(key, seat=name, number=number, seats=", ".join(voters)))
        return self._listed(parts)

    def _plain(self, value: Any) -> str:
        """A value of no special kind, shortened if somebody sent a novel."""
        if value is None:
            return "–"
        if isinstance(value, bool):
            return self.text("ui.yes" if value else "ui.no")
        if isinstance(value, (list, tuple)):
            return self._any_of(self._plain(each) for each in value)
        if isinstance(value, str) and self.has(f"card.{value}"):
            return self.card(value)
        text = str(value)
        return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"

    # -- events and endings --

    def event(self, event: Event, players: Sequence[str] = ()) -> str:
        """What happened, in one sentence."""
        kinds = event.declared.facts
        key = self._variant(f"event.{event.name}", (event.rule, *_variant_names(event.facts, kinds)))
        text = self.text(key, **self._worded(event.facts, kinds, players))
        return f"{text} {self._winners(event.facts['seats'], players)}".strip() if event.name == "won" else text

    def told(self, event: Event, viewer: int, players: Sequence[str] = ()) -> str:
        """The same to one of those it concerns, in the second person, with what follows from it: `you.event.…`.

        A variant may be named after the fact that is this player (`seat`, `by`); `{others}` are the rest of several.
        """
        kinds, facts = event.declared.facts, event.facts
        role = next((name for name, kind in kinds.items() if _is_among(viewer, facts.get(name), kind)), "onlooker")
        names = (event.rule, *_variant_names(facts, kinds))
        roles = (*(f"{role}.{name}" for name in names), f"{role}.other", role)
        key = self._variant(f"you.event.{event.name}", (*roles, *names))
        if not self.has(key):
            return self.event(event, players)
        several = next((facts[name] for name, kind in kinds.items() if kind is SEATS and name in facts), ())
        others = self.names(self.seat(seat, players) for seat in several if seat != viewer)
        return self.text(key, **self._worded(facts, kinds, players), others=others)

    def outcome(self, outcome: Outcome, players: Sequence[str] = ()) -> str:
        """How the game ended, and who shares the victory."""
        key = self._variant("event.won", (outcome.rule, outcome.winner))
        text = self.text(key, winner=self.side(outcome.winner))
        return f"{text} {self._winners(outcome.seats, players)}".strip()

    def _winners(self, seats: Sequence[int], players: Sequence[str]) -> str:
        if not seats:
            return ""
        names = self.names(self.seat(seat, players) for seat in seats)
        return self.text("ui.winners", seats=names)

    # -- questions --

    def prompt(self, prompt: Prompt, players: Sequence[str] = (), events: Sequence[Event] = ()) -> PromptWords:
        """The question; with the events so far, the spoken line is that of the call in progress.

        That matters for the Actor: a borrowed power is used at his call, so another character must not be called.
        """
        facts = self._prompt_facts(prompt, players)
        calls = _calls(events)
        said = self._variant(f"prompt.{prompt.key}.say", (prompt.rule, self._wording(prompt.key, events)))
        over = calls[-1:]
        if not self.has(said):
            over = calls[-2:-1] if prompt.aloud else []
            said = self._wake(*(calls[-1] if calls else (_own_call(prompt), ""))) if prompt.aloud else ""
        by_day = f"prompt.{prompt.key}.by_day.say"
        if self.has(by_day) and _is_day(events):
            said, over = by_day, []
        do = self._variant(f"prompt.{prompt.key}.do", (prompt.rule,))
        return PromptWords(
            say=self.text(said, **facts) if self.has(said) else "",
            do=" ".join([*([self.text(do, **facts)] if self.has(do) else []), *self._reminders(prompt, events)]),
            ask=self.text(f"prompt.{prompt.key}.ask", **facts),
            choices=self.choices(prompt, players, events),
            before="".join(self.text(f"call.{name}.sleep") for name, _ in over),
        )

    def asked_of(self, prompt: Prompt, players: Sequence[str] = ()) -> PromptWords:
        """The question as whoever decides reads it on the own phone, in the second person: `you.prompt.…`."""
        key = f"you.prompt.{prompt.key}"
        ask = self.text(key if self.has(key) else f"prompt.{prompt.key}.ask", **self._prompt_facts(prompt, players))
        names = {"True": "yes", "False": "no", "None": "none"}
        choices = [
            (value, self._or(f"you.choice.{prompt.key}.{names.get(str(value), value)}", label))
            for value, label in self.choices(prompt, players)
        ]
        return PromptWords("", "", ask, choices)

    def power(self, power: str) -> str:
        """What somebody may do by day, on his own button and for whoever leads."""
        key = f"you.power.{power}"
        return self.text(key if self.has(key) else f"choice.day.debate.{power}")

    def _reminders(self, prompt: Prompt, events: Sequence[Event]) -> list[str]:
        """Notes that belong to a question only if a certain card was announced: `prompt.<key>.with.<card>`."""
        deck = [card for event in events[:1] if event.name == "began" for card, _ in event.facts["deck"]]
        open_cards = {event.facts["card"] for event in events if event.name == "card_shown"}
        has_powers = all(event.name != "despaired" for event in events)
        keys = [f"prompt.{prompt.key}.with.{card}" for card in deck if has_powers and card not in open_cards]
        return [self.text(key) for key in keys if self.has(key)]

    def _prompt_facts(self, prompt: Prompt, players: Sequence[str]) -> dict[str, str]:
        facts = self._worded({"seat": prompt.seat, "card": prompt.card}, _OF_PROMPTS, players)
        facts["house"] = self.house(prompt.card)
        low, high = prompt.low + len(prompt.known), prompt.high + len(prompt.known)
        facts |= {"low": str(low), "high": str(high), "count": self._how_many(low, high)}
        return facts

    def _how_many(self, low: int, high: int) -> str:
        if low == high:
            return str(low)
        return Listing(self.text("ui.from_to", low=low, high=high), (str(low), str(high)), self._texts["ui.and"])

    def _wording(self, key: str, events: Sequence[Event]) -> str:
        """Which of several wordings is said, `prompt.<key>.say.1`, `.2`: another one every night."""
        texts = self._own if f"prompt.{key}.say.1" in self._own else self._texts
        count = next(number for number in itertools.count() if f"prompt.{key}.say.{number + 1}" not in texts)
        nights = sum(event.name == "night_fell" for event in events) if count else 0
        return str(max(nights - 1, 0) % count + 1) if count else ""

    def call(self, call: str, rule: str = "") -> str:
        """What is said aloud at a call of the night, whoever answers it."""
        key = self._wake(call, rule)
        return self.text(key) if self.has(key) else ""

    def _wake(self, call: str, rule: str) -> str:
        """What is said at a call; some rules have it said another way."""
        otherwise = f"call.{call}.{_CALLED_BY.get(rule, 'wake')}"
        return otherwise if self.has(otherwise) else f"call.{call}.wake"

    def choices(
        self, prompt: Prompt, players: Sequence[str] = (), events: Sequence[Event] = ()
    ) -> list[tuple[Any, str]]:
        """Every single answer with its label; for several seats, cards or votes, the things to choose from.

        With the events so far a house is shown with whoever lives there.
        """
        label = f"choice.{prompt.key}"
        match prompt.kind:
            case prompts.ACK:
                return [(True, self.text("ui.done"))]
            case prompts.YES_NO:
                return [
                    (True, self._or(f"{label}.yes", self.text("ui.yes"))),
                    (False, self._or(f"{label}.no", self.text("ui.no"))),
                ]
            case prompts.PICK:
                return [*self._seats(prompt, players), *self._nothing(prompt, "ui.nobody")]
            case prompts.CHOOSE:
                return [*self._names(prompt, players, events), *self._nothing(prompt, "ui.none")]
            case prompts.CARDS:
                return self._names(prompt, players, events)
            case prompts.BALLOTS | prompts.COUNTS:
                return self._seats(prompt, players)
            case prompts.TEXT | prompts.TEXTS:
                return []
            case _:
                assert_never(prompt.kind)

    def _seats(self, prompt: Prompt, players: Sequence[str]) -> list[tuple[Any, str]]:
        return [(seat, self.seat(seat, players)) for seat in prompt.options]

    def _names(self, prompt: Prompt, players: Sequence[str], events: Sequence[Event]) -> list[tuple[Any, str]]:
        homes = _homes(players, events) if any(self.house(name) != name for name in prompt.options) else {}
        return [
            (name, self._label(prompt, name, self.seat(homes[name], players) if homes.get(name) else ""))
            for name in dict.fromkeys(prompt.options)
        ]

    def _nothing(self, prompt: Prompt, usual: str) -> list[tuple[Any, str]]:
        """Nobody, or none, where one may be chosen or not."""
        if not prompt.optional or prompt.high != 1:
            return []
        return [(None, self._or(f"choice.{prompt.key}.none", self.text(usual)))]

    def _label(self, prompt: Prompt, name: str, occupant: str) -> str:
        """A choice among names: its own label, that of a power in the debate, a question of the card, or the thing."""
        keys = [f"choice.{prompt.key}.{name}", f"question.{prompt.card}.{name}"]
        if prompt.key.startswith("day."):
            keys.append(f"choice.day.debate.{name}")
        found = next((self.text(key) for key in keys if self.has(key)), "") or self.thing(name)
        return self.text("ui.house_of", house=found, seat=occupant) if occupant else found

    # -- what went wrong --

    def error(self, error: NightcallError, players: Sequence[str] = ()) -> str:
        """What was given, what is allowed, and which rule says so."""
        if isinstance(error, IllegalAnswer):
            return self._illegal(error, players)
        faults: Sequence[Fault] = error.faults if isinstance(error, InvalidSetup) else error.facts.get("faults", ())
        facts = {name: value for name, value in error.facts.items() if name != "faults"}
        text = self._cited(self.text(f"error.{error.key}", **self._worded(facts, _OF_ERRORS, players)), error.rule)
        return "\n".join((text, *(f"- {self.fault(fault)}" for fault in faults)))

    def fault(self, fault: Fault) -> str:
        """One thing wrong, or merely unusual, with a setup."""
        return self._cited(self.text(f"error.{fault.key}", **self._worded(fault.facts, _OF_ERRORS, ())), fault.rule)

    def _illegal(self, error: IllegalAnswer, players: Sequence[str]) -> str:
        text = self._cited(self._refused(error, players, cites=True), error.rule)
        labels = self._allowed(error, players)
        if not error.key.startswith("answer.") or not labels:
            return text
        return f"{text} {self.text('error.allowed', allowed=self._any_of(labels))}"

    def why_not(self, error: IllegalAnswer, players: Sequence[str] = ()) -> str:
        """Why an answer is not allowed, where the reader can see what is: without numbers of rules."""
        return self._refused(error, players, cites=False)

    def _refused(self, error: IllegalAnswer, players: Sequence[str], *, cites: bool) -> str:
        prompt = error.prompt
        facts = self._worded(error.facts, _OF_ERRORS, players)
        facts["given"] = self._given(error.given, prompt, players)
        facts["why"] = self._why(error.rule, cites=cites)
        known = len(prompt.known)
        facts["count"] = self._how_many(prompt.low + known, prompt.high + known)
        if "asked" in error.facts:
            facts["asked"] = self._question(error.facts["asked"], self._prompt_facts(prompt, players))
            facts["found"] = self.question(error.facts["found"])
        return self.text(f"error.{error.key}", **facts)

    def _allowed(self, error: IllegalAnswer, players: Sequence[str]) -> list[str]:
        """What could have been answered instead."""
        prompt = error.prompt
        if prompt.kind == prompts.ACK:
            return []
        if error.key == "answer.no_vote":
            return [self.seat(voter, players) for voter in prompt.voters]
        closed = prompt.barred.get(error.facts.get("seat", 0), {})
        return [label for value, label in self.choices(prompt, players) if value not in closed]

    def _given(self, value: Any, prompt: Prompt, players: Sequence[str]) -> str:
        """An answer in the words of its question."""
        if prompt.offers != "seats":
            return self._plain(value)
        if value is None or type(value) is int:
            return self.seat(value or 0, players)
        if isinstance(value, (list, tuple)):
            return self._plain(self.names(self._given(seat, prompt, players) for seat in value))
        if isinstance(value, Mapping):
            are_seats = prompt.kind == prompts.BALLOTS
            pairs = (
                f"{seat} → {self._given(choice, prompt, players) if are_seats else self._plain(choice)}"
                for seat, choice in value.items()
            )
            return self._plain(", ".join(pairs) or None)
        return self._plain(value)

    def question(self, key: str) -> str:
        """What is asked under this key without naming whomever it is about: in words of its own, else with blanks."""
        plain = f"prompt.{key}.plain"
        return self.text(plain) if self.has(plain) else self._question(key, {})

    def _question(self, key: str, facts: Mapping[str, str]) -> str:
        return self._filled(f"prompt.{key}.ask", facts, "…") if self.has(f"prompt.{key}.ask") else key

    def _why(self, rule: str, *, cites: bool) -> str:
        try:
            text = rulebook.entry(rule).text_in(self.language)
        except rulebook.UnknownRule:
            return rule
        return self._cited(text, rule) if cites else text

    def _cited(self, text: str, rule: str) -> str:
        return text if not rule or rule in text else self.text("ui.cited", text=text, rule=rule)


def _is_among(seat: int, value: Any, kind: Kind) -> bool:
    """Whether a fact is this player, or names him among others."""
    return value == seat if kind is SEAT else kind is SEATS and seat in value


def _variant_names(facts: Mapping[str, Any], kinds: Kinds) -> list[str]:
    """The values of an event's facts that may name a variant of its text; what somebody has typed never does."""
    names = []
    for name, value in facts.items():
        if isinstance(value, bool):
            names.append("yes" if value else "no")
        elif kinds.get(name) == SEAT:
            names += [] if value else ["moderator" if name == "by" else "nobody"]
        elif isinstance(value, (str, tuple, list, dict)) and not value:
            names.append("none")
        elif isinstance(value, str) and kinds[name] != TEXT:
            names.append(value)
    return names


def _own_call(prompt: Prompt) -> str:
    """The call a question belongs to when nobody borrows its power."""
    return prompt.card or prompt.key.partition(".")[0]


def _calls(events: Sequence[Event]) -> list[tuple[str, str]]:
    """Tonight's calls so far, at most the last two, each with the rule that has it made."""
    found: list[tuple[str, str]] = []
    for event in reversed(events):
        if event.name == "called":
            found.append((event.facts["call"], event.rule))
        if len(found) == 2 or event.declared.heading:
            break
    return found[::-1]


def _is_day(events: Sequence[Event]) -> bool:
    return next((event.declared.heading for event in reversed(events) if event.declared.heading), "") == "day"


def _homes(players: Sequence[str], events: Sequence[Event]) -> dict[str, int]:
    """House -> who lives there, as the table sees it."""
    return {seat.house: seat.seat for seat in fold(players, events, PUBLIC).seats if seat.house != VAGABOND}


# -- what each kind of fact is called --


def _one(spell: Callable[[Words, str], str]) -> Callable[..., str]:
    return lambda words, name, *_: spell(words, name)


def _several(spell: Callable[[Words, str], str]) -> Callable[..., str]:
    return lambda words, names, *_: words.names(spell(words, name) for name in names)


def _from(family: str) -> Callable[[Words, str], str]:
    """A name with a text of its own: `cause.vote`."""
    return lambda words, name: words.noun(family, name)


_PLAIN: Final = Kind("plain", "anything: said as it is")
_VARIANTS: Final = Kind("variants", "the names of several variants")
_OPTION: Final = Kind("option", "the name of an option")
_SHAPE: Final = Kind("shape", "what a field should look like")
_NEEDED: Final = Kind("needed", "what a card needs: `buildings`, `events`")

_SPELT: Final[Mapping[Kind, Callable[[Words, Any, Sequence[str], Mapping[str, Any]], str]]] = {
    SEAT: lambda words, seat, players, _: words.seat(seat, players),
    SEATS: lambda words, seats, players, _: words.names(words.seat(seat, players) for seat in seats),
    CARD: _one(Words.card),
    CARDS: _several(Words.card),
    DECK: lambda words, deck, *_: ", ".join(words._copies(card, count) for card, count in deck),
    SIDE: _one(Words.side),
    CAUSE: _one(_from("cause")),
    CAUSES: _several(_from("cause")),
    OPEN_CAUSE: _one(_from("cause")),
    RULE: _one(Words.party),
    CALL: _one(Words.party),
    OFFICE: _one(Words.office),
    HOUSE: _one(Words.house),
    HOMES: lambda words, homes, players, _: words._housed(homes, players),
    GROUPS: lambda words, groups, players, _: words._groups(groups, players),
    EVENT_CARD: _one(Words.event_card),
    EVENT_CARDS: _several(Words.event_card),
    QUESTION: lambda words, _number, _players, facts: words._question_of(facts),
    VARIANT: _one(_from("variant")),
    _VARIANTS: _several(_from("variant")),
    COUNTS: lambda words, counts, players, facts: words._counts(counts, facts.get("ballots", {}), players),
    TEXT: _one(lambda _, text: text),
    LINES: lambda _, lines, *__: "\n".join(f"– {line}" for line in lines),
    _OPTION: _one(Words._optional),
    _NEEDED: _one(_from("needed")),
    _SHAPE: _one(_from("shape")),
}
"""Kind -> how it is said. What is not here is said as it is: numbers, yes and no."""

_OF_PROMPTS: Final[Kinds] = {"seat": SEAT, "card": CARD}
_OF_ERRORS: Final[Kinds] = {
    "seat": SEAT,
    "seats": SEATS,
    "target": SEAT,
    "card": CARD,
    "cards": CARDS,
    "house": HOUSE,
    "event": EVENT_CARD,
    "events": EVENT_CARDS,
    "variant": VARIANT,
    "variants": _VARIANTS,
    "option": _OPTION,
    "needed": _NEEDED,
    "shape": _SHAPE,
}
"""What refusals and faults speak of; anything else is said as it is."""
