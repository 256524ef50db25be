"""From what a moderator types to an answer: numbers, names, beginnings of names, lists, votes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Final, assert_never

from nightcall.engine import prompts
from nightcall.engine.errors import NightcallError
from nightcall.engine.prompts import Prompt
from nightcall.rulebook import folded
from nightcall.words import LANGUAGES, Words, own_texts

_BREAKS: Final = re.compile(r"[,;]")
_ARROWS: Final = re.compile(r"\s*(?:->|→|=>|>|=|:)\s*")


class Misheard(NightcallError):  # what was typed, not the program, is at fault
    """What was typed names nothing that was asked for, or several things at once."""


def spellings(kind: str, language: str) -> list[str]:
    """The words for something in one language: `typed.yes`."""
    return [word.strip() for word in own_texts(language).get(f"typed.{kind}", "").split(",") if word.strip()]


def recognised(text: str, words: Words, *kinds: str) -> str:
    """Which of these is typed, in the language spoken or, if it is none of its words, in any other; empty if none."""
    text = text.strip()
    for language in (words.language, *LANGUAGES):
        for kind in kinds:
            if any(text == word or folded(text) == folded(word) != "" for word in spellings(kind, language)):
                return kind
    return ""


class Names:
    """Things that can be called by number, by name, or by the beginning of a name."""

    def __init__(self, labels: Mapping[Any, Sequence[str]], *, numbers: Mapping[int, Any] | None = None) -> None:
        """`labels`: thing -> what it is called, the first one for show. `numbers`: the numbers on the screen."""
        self.labels = labels
        self.numbers = numbers if numbers is not None else dict(enumerate(labels, start=1))
        self._folded = {thing: [folded(label) for label in called] for thing, called in labels.items()}

    @classmethod
    def of_seats(cls, seats: Iterable[int], players: Sequence[str]) -> Names:
        """Players, whose number is always their seat."""
        there = list(seats)
        return cls({seat: [players[seat - 1]] for seat in there}, numbers={seat: seat for seat in there})

    def meant(self, text: str) -> list[Any]:
        """Everything the text may mean, by the strictest reading that means something."""
        wanted = folded(text)
        if not wanted:
            return []
        readings: tuple[Callable[[str], bool], ...] = (
            lambda name: name == wanted,
            lambda name: name.startswith(wanted),
            lambda name: any(part.startswith(wanted) for part in name.split()),
        )
        for fits in readings[:1]:
            found = [thing for thing, names in self._folded.items() if any(fits(name) for name in names)]
            if found:
                return found
        if wanted.isdecimal() and len(wanted) < 5:
            return [self.numbers[int(wanted)]] if int(wanted) in self.numbers else []
        for fits in readings[1:]:
            found = [thing for thing, names in self._folded.items() if any(fits(name) for name in names)]
            if found:
                return found
        return []

    def one(self, text: str) -> Any:
        """The one thing meant, or `Misheard`."""
        found = self.meant(text)
        if len(found) == 1:
            return found[0]
        if found:
            raise Misheard("cli.input.several", given=text, found=", ".join(self.labels[thing][0] for thing in found))
        near = self.near(text)
        if near:
            raise Misheard("cli.input.perhaps", given=text, found=near)
        raise Misheard("cli.input.unknown", given=text)

    def near(self, text: str) -> str:
        """What is written much like it; empty if nothing is."""
        called = {name: self.labels[thing][0] for thing, names in self._folded.items() for name in names}
        alike = get_close_matches(folded(text), called, n=3, cutoff=0.7)
        return ", ".join(dict.fromkeys(called[name] for name in alike))

    def many(self, text: str) -> list[Any]:
        """A list, separated by commas, or by spaces as far as names have none."""
        if _BREAKS.search(text):
            return [self.one(part) for part in _BREAKS.split(text) if part.strip()]
        return self._run(text.split(), self.one)

    def _run(self, words: list[str], one: Callable[[str], Any]) -> list[Any]:
        """A row of names without commas: the longest stretch that names one thing, then the next."""
        found = []
        while words:
            longest = words.index("-") or 1 if "-" in words else len(words)  # a dash is no part of a name
            for length in range(longest, 0, -1):
                stretch = " ".join(words[:length])
                if length == 1 or len(self.meant(stretch)) == 1:
                    found.append(one(stretch))
                    words = words[length:]
                    break
        return found


def understand(prompt: Prompt, text: str, names: Names, words: Words) -> Any:
    """The answer meant by the text; of a vote, what it adds. Whether it is allowed is for the prompt to say."""
    text = text.strip()
    match prompt.kind:
        case prompts.ACK:
            if text:
                raise Misheard("cli.input.just_enter", given=text)
            return True
        case prompts.YES_NO:
            return yes_or_no(text, words)
        case prompts.PICK if prompt.high == 1:
            return _single(prompt, text, names, words)
        case prompts.PICK | prompts.CARDS:
            return () if _is_none(text, words) else tuple(names.many(text))
        case prompts.CHOOSE:
            return _single(prompt, text, names, words)
        case prompts.BALLOTS:
            return ballots(prompt, text, names, words)
        case prompts.COUNTS:
            return counts(text, names)
        case prompts.TEXT:
            return text
        case prompts.TEXTS:
            return () if _is_none(text, words) else tuple(part.strip() for part in text.split(";") if part.strip())
        case _:
            assert_never(prompt.kind)


def _is_none(text: str, words: Words) -> bool:
    return not text or bool(recognised(text, words, "none"))


def _single(prompt: Prompt, text: str, names: Names, words: Words) -> Any:
    """One of the names, or nobody."""
    if _is_none(text, words) and not names.meant(text):
        if prompt.low == 0:
            return None
        raise Misheard("cli.input.needed")
    if not names.meant(text) and _is_list(text, names):
        raise Misheard("cli.input.just_one", given=text)
    return names.one(text)


def _is_list(text: str, names: Names) -> bool:
    try:
        return len(names.many(text)) > 1
    except Misheard:
        return False


def yes_or_no(text: str, words: Words) -> bool:
    said = recognised(text, words, "yes", "no")
    if not said:
        raise Misheard("cli.input.yes_or_no", given=text)
    return said == "yes"


def typed_number(text: str, default: int) -> int:
    """The number typed after a command."""
    if not text:
        return default
    if not text.isdecimal() or len(text) > 6 or int(text) < 1:
        raise Misheard("cli.input.number", given=text)
    return int(text)


# -- votes --


def ballots(prompt: Prompt, text: str, everybody: Names, words: Words) -> dict[int, int | None]:
    """`ann bea, cid dan`, `ann > bea`, `ann -` for a blank vote, `all bea`: what one line adds to the vote."""
    cast: dict[int, int | None] = {}
    for part in _BREAKS.split(text):
        said = _ARROWS.sub(" ", part).split()
        if not said:
            continue
        if recognised(said[0], words, "all") and not everybody.meant(said[0]):
            target = _target(everybody, " ".join(said[1:]), words)
            cast |= {seat: target for seat in prompt.voters if target not in prompt.barred.get(seat, {})}
            continue
        named: list[int | None] = everybody._run(said, lambda text: _target(everybody, text, words))
        if len(named) % 2:
            raise Misheard("cli.input.odd_vote", given=part.strip())
        for voter, target in zip(named[::2], named[1::2], strict=True):
            if voter is None:
                raise Misheard("cli.input.odd_vote", given=part.strip())
            cast[voter] = target
    return cast


def _target(names: Names, text: str, words: Words) -> int | None:
    if recognised(text, words, "none"):
        return None
    seat: int = names.one(text)
    return seat


def counts(text: str, names: Names) -> dict[int, int]:
    """`ann 3, bea 2`: how many voices each one has."""
    found: dict[int, int] = {}
    for part in _BREAKS.split(_spaced(text)):
        words = _ARROWS.sub(" ", part).split()
        if not words:
            continue
        if len(words) < 2 or not words[-1].isdecimal() or len(words[-1]) > 4:
            raise Misheard("cli.input.odd_count", given=part.strip())
        found[names.one(" ".join(words[:-1]))] = int(words[-1])
    return found


def _spaced(text: str) -> str:
    """`ann 3 bea 2` means `ann 3, bea 2`."""
    return re.sub(r"(?<=\S)\s+(\d+)\s+(?=\S)", r" \1, ", text)
