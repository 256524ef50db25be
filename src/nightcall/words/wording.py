"""A question, and the answers it may have."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, assert_never

from nightcall.engine import prompts
from nightcall.engine.events import CARD, SEAT, Event
from nightcall.engine.prompts import Prompt
from nightcall.engine.setup import VAGABOND
from nightcall.engine.viewers import PUBLIC
from nightcall.engine.views import fold
from nightcall.grammar import Listing
from nightcall.words.recounting import Recounting
from nightcall.words.spelling import Kinds

_CALLED_BY: Final = {"FK-11": "again", "HOUSE-28": "again", "OPT-CHARMED-WAKE": "touched"}
"""Rule that has a call made -> which sentence calls, if not the usual one."""
_FACTS: Final[Kinds] = {"seat": SEAT, "card": CARD, "target": SEAT}


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


class Wording(Recounting):
    """Questions, with what is said, done and chosen."""

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
        do = self._variant(f"prompt.{prompt.key}.{'alone' if prompt.openly else 'do'}", (prompt.rule,))
        return PromptWords(
            say=self.text(said, **facts) if self.has(said) else "",
            do=" ".join([*([self.text(do, **facts)] if self.has(do) else []), *self._reminders(prompt, events)]),
            ask=self.text(f"prompt.{prompt.key}.ask", **facts),
            choices=self.choices(prompt, players, events),
            before="".join(self.text(f"call.{name}.sleep") for name, _ in over),
        )

    def nothing_openly(self, prompt: Prompt) -> str:
        """What choosing nobody or nothing is called where others may see it."""
        key = f"choice.{prompt.openly or prompt.key}.none"
        return self._or(key, self.text("ui.nobody" if prompt.kind == prompts.PICK else "ui.none"))

    def asked_of(self, prompt: Prompt, players: Sequence[str] = ()) -> PromptWords:
        """The question as whoever decides reads it on the own phone, in the second person: `you.prompt.…`."""
        key = f"you.prompt.{prompt.key}"
        alone = f"you.alone.{prompt.key}"
        if len(prompt.audience) == 1 and self.has(alone):
            key = alone
        ask = self.text(key if self.has(key) else f"prompt.{prompt.key}.ask", **self._prompt_facts(prompt, players))
        names = {"True": "yes", "False": "no", "None": "none"}
        choices = [
            (value, self._or(f"you.choice.{prompt.key}.{names.get(str(value), value)}", label))
            for value, label in self.choices(prompt, players)
        ]
        return PromptWords("", "", ask, choices)

    def power(self, power: str) -> str:
        """What somebody may do by day, on his own button and for whoever leads."""
        keys = (f"you.power.{power}", f"choice.day.debate.{power}", f"prompt.{power}.ask")
        return self.text(next(filter(self.has, keys), keys[0]))

    def _reminders(self, prompt: Prompt, events: Sequence[Event]) -> list[str]:
        """Notes that belong to a question only if a certain card was announced: `prompt.<key>.with.<card>`."""
        deck = [card for event in events[:1] if event.name == "began" for card, _ in event.facts["deck"]]
        open_cards = {event.facts["card"] for event in events if event.name == "card_shown"}
        has_powers = all(event.name != "despaired" for event in events)
        keys = [f"prompt.{prompt.key}.with.{card}" for card in deck if has_powers and card not in open_cards]
        return [self.text(key) for key in keys if self.has(key)]

    def _prompt_facts(self, prompt: Prompt, players: Sequence[str]) -> dict[str, str]:
        facts = self._worded({"seat": prompt.seat, "card": prompt.card, "target": prompt.target}, _FACTS, players)
        facts["house"] = self.house(prompt.card)
        low, high = prompt.low + len(prompt.known), prompt.high + len(prompt.known)
        facts |= {"low": str(low), "high": str(high), "count": self._how_many(low, high)}
        if prompt.kind == prompts.PICK and prompt.audience == PUBLIC:
            facts["options"] = self.names(self.seat(seat, players) for seat in prompt.options)
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
