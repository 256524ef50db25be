"""What house rules say of themselves, held against what can be said: facts, methods, and the places in a text.

Nothing here is loaded or changed; whatever is wrong is a `BadHouseRules` that says what is allowed instead.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from pathlib import Path
from string import Formatter
from types import MappingProxyType
from typing import Any, Final

from nightcall.engine import rule as known
from nightcall.engine.errors import NightcallError
from nightcall.engine.events import EVENT_CARD, Tells
from nightcall.engine.options import OPTIONS
from nightcall.engine.rule import Character, Rule
from nightcall.engine.unmoderated import Policy
from nightcall.rules.buildings.building import Building
from nightcall.rules.newmoon.card import DELAYED, IMMEDIATE, PERMANENT, EventCard
from nightcall.rules.variants.variant import Variant

BASES: Final = (Rule, Character, Building, EventCard, Variant)
"""What an author's class is made from."""
_CLOSE: Final = 0.75
"""How alike a method's name and a door's must be to be taken for a slip: `dyed`, not `elect`."""
_FOUND_OUT: Final = ("doors", "origin")
"""What nobody says of a rule: it is worked out."""


class BadHouseRules(NightcallError):
    """This folder cannot be played with; nothing of it was taken over."""

    is_verbatim = True


def close_to(given: str, names: Iterable[str], cutoff: float = 0.6) -> list[str]:
    """The names most like it, the likest first."""
    from difflib import get_close_matches  # only whoever has made a mistake needs it

    return get_close_matches(given, list(names), cutoff=cutoff)


def among(given: object, names: Iterable[str]) -> dict[str, Any]:
    """For a message about something that is not there: what is like it, and all there is."""
    there = tuple(dict.fromkeys(names))
    return {"alike": tuple(close_to(str(given), there)), "there": there}


def parents(kind: type[Rule]) -> list[type[Rule]]:
    """Those of ours it is made from; what we say of these it may say otherwise."""
    return [base for base in BASES if issubclass(kind, base)]


# -- facts --


def _is_places(value: Any) -> bool:
    return _is_table(value, str)


def _is_table(value: Any, *inner: type) -> bool:
    return isinstance(value, Mapping) and all(
        isinstance(key, str) and isinstance(each, inner) for key, each in value.items()
    )


def _is_forms(value: Any) -> bool:
    return _is_table(value, type) and all(issubclass(form, Character) for form in value.values())


def _is_tells(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and all(isinstance(each, Tells) for each in value)


def _is_names(value: Any) -> bool:
    return isinstance(value, (list, tuple, Set)) and all(isinstance(each, str) for each in value)


def _is_number(value: Any) -> bool:
    return type(value) is int and value >= 0


Shape = tuple[str, Callable[[Any], bool]]
"""What is wanted, by the names of `shape`, and whether something is that."""

_SHAPES: Final[Mapping[str, Shape]] = {
    "after": ("places", _is_places),
    "before": ("places", _is_places),
    "forms": ("forms", _is_forms),
    "tells": ("events", _is_tells),
    "led": ("policies", lambda value: _is_table(value, Policy)),
    "uses_up": ("marks", lambda value: _is_table(value, tuple)),
    "loses_power": ("flag", lambda value: isinstance(value, bool)),
}
"""Facts that are more than a plain value."""
_PLAIN: Final[Mapping[type, Shape]] = {
    bool: ("flag", lambda value: isinstance(value, bool)),
    int: ("number", _is_number),
    str: ("text", lambda value: isinstance(value, str)),
    tuple: ("names", _is_names),
    frozenset: ("names", _is_names),
}
"""Others are of the type we give them ourselves."""

_AN_OPTION: Final = ("", *OPTIONS)
_ALLOWED: Final[Mapping[str, tuple[str, ...]]] = {
    "wakes": (known.NEVER, known.FIRST_NIGHT, known.EVERY_NIGHT),
    "group": (known.VILLAGERS, known.WOLVES, known.AMBIGUOUS, known.LONERS),
    "until": ("", known.NIGHTFALL, known.DAWN),
    "windows": ("debate", "verdict", "between", "dusk"),
    "checked_at": ("", "bite", "infection"),
    "needs": ("", "buildings", "events"),
    "borrowed_at": ("", "own_call", "place", "passive"),
    "kind": (IMMEDIATE, DELAYED, PERMANENT),
    "replaces": ("vote", "pointing"),
    "spares": _AN_OPTION,
    "borrows": _AN_OPTION,
    "opens_with_vote": _AN_OPTION,
    "allowed_by": _AN_OPTION,
}
"""Facts of which only some values mean anything."""


def check_class(name: str, kind: type[Rule]) -> None:
    """A rule, and every form in which it has characters played."""
    check_facts(name, kind)
    for form in kind.forms.values():
        check_facts(name, form)
    for each in (kind, *kind.forms.values()):
        check_methods(name, each)


def check_facts(name: str, kind: type[Rule]) -> None:
    """What the class says of itself can be read."""
    for fact in facts_of(kind):
        value = getattr(kind, fact)
        if isinstance(value, property):
            continue  # worked out in the game, as `until` may be
        about = {"name": name, "kind_name": kind.__name__, "fact": fact}
        check_shape(value, shape_of(kind, fact), about)
        if fact in _ALLOWED:
            check_allowed(value, _ALLOWED[fact], about)


def facts_of(kind: type[Rule]) -> list[str]:
    """What can be said of a rule of its sort."""
    said = [fact for base in parents(kind) for fact in vars(base) if not fact.startswith("_")]
    more = [fact for fact in _SHAPES if hasattr(kind, fact)]
    return [fact for fact in dict.fromkeys((*said, *more)) if fact not in _FOUND_OUT and not _is_method(kind, fact)]


def _is_method(kind: type[Rule], name: str) -> bool:
    """Whether it is something ours do, not something they say."""
    return any(
        isinstance(vars(base).get(name), (classmethod, staticmethod, property)) or callable(vars(base).get(name))
        for base in parents(kind)
    )


def shape_of(kind: type[Rule], fact: str) -> Shape:
    if fact in _SHAPES:
        return _SHAPES[fact]
    usual = next(vars(base)[fact] for base in parents(kind) if fact in vars(base))
    return _PLAIN[type(usual)]


def check_shape(value: object, shape: Shape, about: Mapping[str, str]) -> None:
    wanted, is_right = shape
    if not is_right(value):
        raise BadHouseRules("house_rules.bad_fact", given=repr(value), shape=wanted, **about)


def check_allowed(value: Any, allowed: Iterable[str], about: Mapping[str, str]) -> None:
    """A single name, or each of several, is one of those there are."""
    there = tuple(allowed)
    for each in (value,) if isinstance(value, str) else value:
        if each not in there:
            said = among(each, (other for other in there if other))
            raise BadHouseRules("house_rules.bad_value", given=repr(each), **about, **said)


def check_entry(name: str, ident: str, fields: Mapping[str, Any], spoken: Iterable[str]) -> None:
    """The facts of a rule of their rulebook; `spoken`: the keys of all texts, theirs and ours."""
    allowed = {
        "kind": tuple(_below("library.rule.kind.", spoken)),
        "source": tuple(_below("library.rule.source.", spoken)),
        "options": tuple(OPTIONS),
    }
    for fact in allowed.keys() & fields.keys():
        about = {"name": name, "kind_name": ident, "fact": fact}
        check_shape(fields[fact], _PLAIN[str if fact == "kind" else tuple], about)
        check_allowed(fields[fact], allowed[fact], about)


def _below(start: str, keys: Iterable[str]) -> Iterator[str]:
    return (key.removeprefix(start) for key in keys if key.startswith(start))


# -- methods --


def check_methods(name: str, kind: type[Rule]) -> None:
    """Whatever of ours it does another way can be called as ours is; and no door is missed by a letter."""
    for method in (each for each in dir(kind) if not each.startswith("_")):
        if _is_method(kind, method):
            _check_call(name, kind, method)
        elif inspect.isfunction(getattr(kind, method)):
            _check_slip(name, kind, method)


def _check_call(name: str, kind: type[Rule], method: str) -> None:
    base = next(base for base in reversed(parents(kind)) if method in vars(base))
    ours, theirs = vars(base)[method], inspect.getattr_static(kind, method)
    if ours is theirs or isinstance(ours, property):
        return
    wanted = inspect.signature(_bound(ours, base, ours))
    if not _takes(_bound(theirs, kind, ours), wanted):
        first = "cls" if isinstance(ours, classmethod) else "self"
        facts = {"kind_name": kind.__name__, "method": method, "wanted": ", ".join((first, *wanted.parameters))}
        raise BadHouseRules("house_rules.bad_method", name=name, **facts)


def _bound(method: Any, kind: type[Rule], ours: object) -> Any:
    """As it is called: on the class if ours is, else on a rule."""
    if not hasattr(method, "__get__"):
        return method
    return method.__get__(None if isinstance(ours, classmethod) else object(), kind)


def _takes(method: Any, wanted: inspect.Signature) -> bool:
    """Whether it can be given these arguments, one after the other."""
    try:
        inspect.signature(method).bind(*wanted.parameters)
    except (TypeError, ValueError):
        return False
    return True


def _check_slip(name: str, kind: type[Rule], method: str) -> None:
    for door in close_to(method, known.DOORS, _CLOSE):
        if _takes(getattr(kind, method), inspect.signature(getattr(Rule, door))):
            facts = {"kind_name": kind.__name__, "given": method, "door": door}
            raise BadHouseRules("house_rules.near_door", name=name, **facts)


# -- texts --


def check_places(name: str, told: Iterable[Tells], texts: Mapping[str, Mapping[str, str]]) -> None:
    """What is said of their events speaks of the facts they have; `texts`: by language."""
    for tells in told:
        facts = {*tells.facts, *(f"about_{fact}" for fact, kind in tells.facts.items() if kind is EVENT_CARD)}
        for language, spoken in texts.items():
            for key, text in spoken.items():
                if f"{key}.".startswith(f"event.{tells.name}."):
                    _check_text(name, f"{language}: {key}", text, facts)
                elif f"{key}.".startswith(f"you.event.{tells.name}."):
                    _check_text(name, f"{language}: {key}", text, {*facts, "others"})


def _check_text(name: str, key: str, text: str, facts: Set[str]) -> None:
    try:
        named = [place for _, place, _, _ in Formatter().parse(text) if place is not None]
    except ValueError as error:
        raise BadHouseRules("house_rules.bad_braces", name=name, given=key, why=str(error)) from error
    for place in named:
        if place not in facts:
            raise BadHouseRules(
                "house_rules.bad_place", name=name, given=key, place=place, **among(place, sorted(facts))
            )


# -- deaths --


def causes_in(path: Path, around: Mapping[str, object]) -> Iterator[str]:
    """What somebody dies of by this source, as far as it is named there: `Death(seat, "drowned", …)`, `v.doom(…)`."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        match node:
            case ast.Call(func=ast.Name("Death") | ast.Attribute(attr="doom"), args=[_, ast.Constant(str(cause)), *_]):
                yield cause
            case ast.Call(func=ast.Name("Death") | ast.Attribute(attr="doom"), args=[_, ast.Name(word), *_]):
                named = around.get(word)
                if isinstance(named, str):
                    yield named


# -- powers by day --


def powers_of(kind: type[Rule]) -> list[str]:
    """The powers it offers, as far as its method names them: as texts, or by names for them."""
    code = getattr(kind.powers, "__code__", None)
    if code is None or kind.powers is Rule.powers:
        return []
    around: Mapping[str, object] = getattr(kind.powers, "__globals__", MappingProxyType({}))
    named = [around.get(word, getattr(kind, word, None)) for word in code.co_names]
    return [text for text in _texts_in((*code.co_consts, *named)) if text.startswith(f"{kind.name}.")]


def _texts_in(values: Sequence[object]) -> Iterator[str]:
    for value in values:
        if isinstance(value, str):
            yield value
        elif isinstance(value, (tuple, frozenset)):
            yield from _texts_in(tuple(value))
