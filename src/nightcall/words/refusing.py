"""What went wrong: what was given, what is allowed, and which rule says so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from nightcall import rulebook
from nightcall.engine import prompts
from nightcall.engine.errors import Fault, IllegalAnswer, InvalidSetup, NightcallError
from nightcall.engine.events import TEXT
from nightcall.engine.prompts import Prompt
from nightcall.words.spelling import OF_ERRORS
from nightcall.words.wording import Wording

_BESIDE: Final = ("alike", "there")
"""Facts of an error that are said after it, in a sentence each."""


class Refusing(Wording):
    """Refusals, and faults of a setup."""

    def error(self, error: NightcallError, players: Sequence[str] = (), *, cites: bool = True) -> str:
        """What was given, what is allowed, and which rule says so; without its number for people who play (`cites`)."""
        if isinstance(error, IllegalAnswer):
            return self._illegal(error, players, cites=cites)
        faults: Sequence[Fault] = error.faults if isinstance(error, InvalidSetup) else error.facts.get("faults", ())
        facts = {name: value for name, value in error.facts.items() if name not in ("faults", *_BESIDE)}
        kinds = {**dict.fromkeys(facts, TEXT), **OF_ERRORS} if error.is_verbatim else OF_ERRORS
        text = self.text(f"error.{error.key}", **self._worded(facts, kinds, players))
        text = " ".join((text, *self._beside(error)))
        lines = (f"- {self.fault(fault, cites=cites)}" for fault in faults)
        return "\n".join((self._cited(text, error.rule if cites else ""), *lines))

    def _beside(self, error: NightcallError) -> list[str]:
        """What is like the name that was given, then all there is: whole, as the answer may be the last of it."""
        return [
            self.text(f"error.{list_of}", names=", ".join(error.facts[list_of]))
            for list_of in _BESIDE
            if error.facts.get(list_of)
        ]

    def fault(self, fault: Fault, *, cites: bool = True) -> str:
        """One thing wrong, or merely unusual, with a setup."""
        text = self.text(f"error.{fault.key}", **self._worded(fault.facts, OF_ERRORS, ()))
        return self._cited(text, fault.rule if cites else "")

    def _illegal(self, error: IllegalAnswer, players: Sequence[str], *, cites: bool) -> str:
        text = self._cited(self._refused(error, players, cites=cites), error.rule if cites else "")
        labels = self._allowed(error, players)
        if not error.key.startswith("answer.") or not labels:
            return text
        return f"{text} {self.text('error.allowed', allowed=self._any_of(labels))}"

    def why_not(self, error: IllegalAnswer, players: Sequence[str] = ()) -> str:
        """Why an answer is not allowed, where the reader can see what is: without numbers of rules."""
        return self._refused(error, players, cites=False)

    def _refused(self, error: IllegalAnswer, players: Sequence[str], *, cites: bool) -> str:
        prompt = error.prompt
        facts = self._worded(error.facts, OF_ERRORS, players)
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

    def openly(self, prompt: Prompt) -> str:
        """A question where others may see it."""
        return self.question(prompt.openly or prompt.key)

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
