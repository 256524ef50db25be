"""How a folder of house rules is taken over: read, checked, and then made known."""

from __future__ import annotations

import ast
import importlib.util
import re
import sys
import traceback
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from nightcall import rulebook
from nightcall.engine import events, fitting
from nightcall.engine import rule as known
from nightcall.engine.rule import NEVER, Character, Rule
from nightcall.house_rules import LOADED, HouseRules
from nightcall.house_rules.checks import (
    BadHouseRules,
    among,
    causes_in,
    check_class,
    check_entry,
    check_places,
    close_to,
    powers_of,
)
from nightcall.rules.buildings.building import Building, houses
from nightcall.rules.newmoon import pile
from nightcall.rules.newmoon.card import EventCard
from nightcall.rules.variants.variant import Variant
from nightcall.words import _texts as texts

ENTRY_POINTS: Final = "nightcall.house_rules"
"""Installed packages offer their folders under this group."""
PACKAGE: Final = "nightcall_house_rules"
"""The name below which folders are imported."""
NIGHT: Final = "night"
"""The call order, among the tables a rule may stand in."""

Call = tuple[str, str, object]
"""A line of the call order: its name, and the option value that puts it there."""

_NAME: Final = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
_KEY: Final = re.compile(r"[a-z0-9_]+\.[a-z0-9_]+")
"""A question."""
_ID: Final = re.compile(r"[A-Z][A-Z0-9]*-[A-Z]*[0-9]+")
_ENCODING: Final = re.compile(r"UTF-\d+")
"""What looks like the number of a rule, and is none."""


def loaded(where: str | Path) -> HouseRules:
    """What `load` gives; `BadHouseRules` if it cannot be played with."""
    folder = _folder(where)
    name = folder.name
    if name in LOADED:
        if LOADED[name].folder == folder:
            return LOADED[name]
        raise BadHouseRules("house_rules.same_name", name=name, folder=str(LOADED[name].folder))
    if not _NAME.fullmatch(name):
        raise BadHouseRules("house_rules.bad_folder", name=name)
    before = set(sys.modules)
    try:
        return _take_over(name, folder)
    except BaseException as error:
        for added in set(sys.modules) - before:
            if added.startswith(f"{PACKAGE}."):
                del sys.modules[added]
        if isinstance(error, (Exception, SystemExit)) and not isinstance(error, BadHouseRules):
            raise _crashed(name, folder, error) from error
        raise


def _take_over(name: str, folder: Path) -> HouseRules:
    kinds = _kinds(name, _imported(name, folder))
    for kind in kinds:
        check_class(name, kind)
    _check_names(name, kinds)
    _check_secrets(name, kinds)
    night, tables = _placed(name, kinds)
    told = _told(name, kinds)
    literals = _literals(name)
    new = [tells for tells in told.values() if tells.name not in events.TOLD]
    spoken = _texts(name, folder, kinds, new, literals)
    check_places(name, new, spoken)
    entries = _entries(name, folder, spoken.get(texts.FIRST, {}))
    _check_rules(name, entries, literals)
    sprite = folder / "icons.svg"
    drawings = _read(name, sprite) if sprite.is_file() else ""
    # From here on nothing can be refused any more.
    for kind in kinds:
        kind.origin = name
    known.KINDS.update({kind.name: kind for kind in kinds})
    known.STANDING.extend(kind for kind in kinds if issubclass(kind, Variant))
    events.TOLD.update(told)
    known.NIGHT[:] = night
    known.TABLES.update(tables)
    texts.add(name, spoken)
    rulebook.add(entries)
    _forget_what_was_worked_out()
    fitting.WATCHED.append(name)
    LOADED[name] = HouseRules(name, folder, kinds, drawings)
    return LOADED[name]


# -- where it is --


def _folder(where: str | Path) -> Path:
    folder = Path(where)
    if folder.is_dir():
        return folder.resolve()
    from importlib.metadata import entry_points  # few tables need it, and it needs much

    offered = {point.name: point for point in entry_points(group=ENTRY_POINTS)}
    point = offered.get(str(where))
    spec = importlib.util.find_spec(point.value) if point is not None else None
    if spec is None or not spec.submodule_search_locations:
        raise BadHouseRules("house_rules.not_found", given=str(where), **among(where, sorted(offered)))
    return Path(spec.submodule_search_locations[0]).resolve()


# -- the rules --


def _imported(name: str, folder: Path) -> ModuleType:
    """Runs the folder's own code."""
    start = folder / "__init__.py"
    if not start.is_file():
        raise BadHouseRules("house_rules.no_module", name=name)
    full = f"{PACKAGE}.{name}"
    spec = importlib.util.spec_from_file_location(full, start, submodule_search_locations=[str(folder)])
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules.setdefault(PACKAGE, ModuleType(PACKAGE))
    sys.modules[full] = module
    spec.loader.exec_module(module)
    return module


def _crashed(name: str, folder: Path, error: BaseException) -> BadHouseRules:
    """Their code stopped, or ended the program, or says what no check of ours has thought of."""
    places = [frame for frame in traceback.extract_tb(error.__traceback__) if str(folder) in frame.filename]
    line = f"{Path(places[-1].filename).name}:{places[-1].lineno}" if places else "__init__.py"
    why = f"{type(error).__name__}: {error}".rstrip(": .")
    return BadHouseRules("house_rules.crashed", name=name, line=line, why=why)


def _kinds(name: str, module: ModuleType) -> tuple[type[Rule], ...]:
    listed = getattr(module, "RULES", None)
    if not isinstance(listed, (list, tuple)) or not listed:
        raise BadHouseRules("house_rules.no_rules", name=name)
    for kind in listed:
        if not isinstance(kind, type) or not issubclass(kind, Rule):
            raise BadHouseRules("house_rules.not_a_rule", name=name, given=repr(kind))
    return tuple(listed)


def _check_names(name: str, kinds: Sequence[type[Rule]]) -> None:
    seen: set[str] = set()
    for kind in kinds:
        if not _NAME.fullmatch(kind.name):
            raise BadHouseRules("house_rules.bad_name", name=name, kind_name=kind.__name__, given=kind.name)
        if kind.name in known.KINDS:
            raise _taken(name, kind.name, known.KINDS[kind.name])
        if kind.name in seen:
            raise BadHouseRules("house_rules.taken", name=name, given=kind.name, taker="own")
        seen.add(kind.name)


def _taken(name: str, given: str, by: type[Rule] | None, taker: str = "") -> BadHouseRules:
    """The name is that of a rule, or of something this rule has declared."""
    if by is not None and by.origin:
        return BadHouseRules("house_rules.taken_by", name=name, given=given, other=by.origin)
    return BadHouseRules("house_rules.taken", name=name, given=given, taker=taker or _sort_of(by))


def _sort_of(kind: type[Rule] | None) -> str:
    """What a rule is, by the names of `taker`."""
    sorts = {Character: "card", Building: "building", EventCard: "event_card", Variant: "variant"}
    return next((sort for base, sort in sorts.items() if kind is not None and issubclass(kind, base)), "rule")


def _check_secrets(name: str, kinds: Sequence[type[Rule]]) -> None:
    """What is offered in the open comes and goes with its holder: of a card face down that would tell who has it."""
    for kind in kinds:
        if issubclass(kind, Character) and "powers" in kind.doors:
            raise BadHouseRules("house_rules.open_power", name=name, kind_name=kind.name)


def _told(name: str, kinds: Sequence[type[Rule]]) -> dict[str, events.Tells]:
    """The events they declare, and none of ours."""
    try:
        found = known.declared(kinds)
    except events.Undeclared as error:
        raise BadHouseRules("house_rules.bad_events", name=name, why=str(error)) from error
    for event, tells in found.items():
        theirs = events.TOLD.get(event, tells)
        if theirs is not tells:
            raise _taken(name, event, known.KINDS.get(theirs.owner), "event")
    return found


# -- where they stand --


def _placed(name: str, kinds: Sequence[type[Rule]]) -> tuple[list[tuple[str, str, object]], dict[str, tuple[str, ...]]]:
    """The call order and the tables with these rules in their places."""
    night, tables = list(known.NIGHT), dict(known.TABLES)
    for kind in kinds:
        for where in (*kind.after, *kind.before):
            if where not in (NIGHT, *known.DOORS):
                there = among(where, (NIGHT, *known.DOORS))
                raise BadHouseRules("house_rules.unknown_door", name=name, kind_name=kind.name, door=where, **there)
            if where != NIGHT and where not in kind.doors:
                raise BadHouseRules("house_rules.no_door", name=name, kind_name=kind.name, door=where)
        if kind.call is not Rule.call if not issubclass(kind, Character) else kind.wakes != NEVER:
            night = _called(name, kind, night)
        for door in sorted(kind.doors):
            table = list(tables[door])
            table.insert(_place(name, kind, door, table), kind.name)
            tables[door] = tuple(table)
    return night, tables


def _called(name: str, kind: type[Rule], night: list[Call]) -> list[Call]:
    """The call order with the rule in it. Beside a call whose place hangs on an option, it goes along with it."""
    place = _place(name, kind, NIGHT, [call for call, _, _ in night])
    neighbour, step = (kind.after[NIGHT], 1) if NIGHT in kind.after else (kind.before[NIGHT], 0)
    moving = [index for index, (call, option, _) in enumerate(night) if call == neighbour and option]
    if not moving:
        return [*night[:place], (kind.name, "", None), *night[place:]]
    for index in reversed(moving):
        night = [*night[: index + step], (kind.name, *night[index][1:]), *night[index + step :]]
    return night


def _place(name: str, kind: type[Rule], table: str, names: list[str]) -> int:
    """Behind the last place of the one it comes after, or before the first of the one it precedes."""
    if not names:
        return 0
    after, before = kind.after.get(table), kind.before.get(table)
    neighbour = after or before
    if neighbour not in names:
        facts = {"name": name, "kind_name": kind.name, "table": table}
        if neighbour is None:
            raise BadHouseRules("house_rules.no_place", there=tuple(dict.fromkeys(names)), **facts)
        raise BadHouseRules("house_rules.unknown_neighbour", given=neighbour, **facts, **among(neighbour, names))
    if after is not None:
        return len(names) - names[::-1].index(after)
    return names.index(neighbour)


# -- words and rulebook --


def _read(name: str, path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadHouseRules("house_rules.unreadable", name=name, file=path.name, why=str(error)) from error


def _toml(name: str, path: Path) -> dict[str, Any]:
    import tomllib  # most tables have no rules of their own

    try:
        return tomllib.loads(_read(name, path))
    except tomllib.TOMLDecodeError as error:
        raise BadHouseRules("house_rules.unreadable", name=name, file=path.name, why=str(error)) from error


def _by_language(name: str, folder: Path) -> dict[str, dict[str, Any]]:
    """Language -> what its files say, merged."""
    found: dict[str, dict[str, Any]] = {}
    for path in sorted(folder.glob("*/*.toml")):
        for key, text in texts.leaves(_toml(name, path)):
            if not isinstance(text, str):
                raise BadHouseRules("house_rules.no_text", name=name, file=path.name, given=key)
            found.setdefault(path.parent.name, {})[key] = text
    return found


def _texts(
    name: str, folder: Path, kinds: Sequence[type[Rule]], told: Iterable[events.Tells], literals: Literals
) -> dict[str, dict[str, str]]:
    """Everything people read, by language. Nothing of ours may be reworded by it."""
    found = _by_language(name, folder / "words")
    english = found.get(texts.FIRST, {})
    for key in (key for own in found.values() for key in own):
        if key in texts.own_texts(texts.FIRST):
            raise BadHouseRules("house_rules.word_taken", name=name, given=key)
    missing = [key for kind in kinds for key in wanted(kind) if key not in english]
    missing += [key for tells in told for key in _unsaid(tells, english)]
    missing += [key for key in _unasked(kinds, literals, english) if key not in english]
    missing += [key for key in _of_the_dead(name) if key not in english]
    if missing:
        raise BadHouseRules("house_rules.no_words", name=name, keys=", ".join(missing), language=texts.FIRST)
    return found


def wanted(kind: type[Rule]) -> list[str]:
    """The texts without which nobody could play it."""
    name = kind.name
    if issubclass(kind, Character):
        keys = [f"card.{name}", f"card_the.{name}", f"about.{name}"]
        return keys + ([f"call.{name}.wake", f"call.{name}.sleep"] if kind.wakes != NEVER else [])
    if issubclass(kind, Building):
        return [f"{key}.{name}" for key in ("building", "building_the", "occupant", "party", "about_building")]
    if issubclass(kind, EventCard):
        return [f"event_card.{name}", f"about_event.{name}"]
    return [f"variant.{name}", f"about_variant.{name}"] if issubclass(kind, Variant) else []


def _unsaid(tells: events.Tells, english: Mapping[str, str]) -> list[str]:
    """The texts an event is missing: one for all it may tell, or one for each way a flag or a side may be."""
    key = f"event.{tells.name}"
    forms = {found.removeprefix(f"{key}.") for found in english if found.startswith(f"{key}.")}
    if key in english or "other" in forms:
        return []
    for every in ({"yes", "no"}, {"village", "werewolves"}):
        if forms & every:
            return [f"{key}.{form}" for form in sorted(every - forms)]
    return [] if forms else [key]  # any other form is named after a rule or a word of theirs


def _unasked(kinds: Sequence[type[Rule]], literals: Literals, english: Mapping[str, str]) -> list[str]:
    """The texts of whatever is asked, and of what is offered by day."""
    offered = {power: f"choice.day.debate.{power}" for kind in kinds for power in powers_of(kind)}
    asked = [key for key in _questions(kinds, literals) if f"choice.day.debate.{key}" not in english]
    return [*offered.values(), *(f"prompt.{key}.ask" for key in asked if key not in offered)]


def _of_the_dead(name: str) -> list[str]:
    """The texts of whatever they let people die of that nobody dies of in the box."""
    ours = texts.own_texts(texts.FIRST)
    causes = dict.fromkeys(cause for path, module in _sources(name) for cause in causes_in(path, vars(module)))
    return [f"{about}.{cause}" for cause in causes if f"cause.{cause}" not in ours for about in ("cause", "event.died")]


def _questions(kinds: Iterable[type[Rule]], literals: Literals) -> list[str]:
    """The questions these rules ask, by the keys in their source; and the one that merely greets."""
    names = {kind.name for kind in kinds}
    greeted = [
        f"{kind.name}.wake"
        for kind in kinds
        if issubclass(kind, Character) and kind.call is Character.call and kind.wakes != NEVER
    ]
    asked = [text for text in literals if _KEY.fullmatch(text) and text.partition(".")[0] in names]
    return list(dict.fromkeys((*greeted, *asked)))


# -- what the source says --

Literals = Mapping[str, str]
"""Every text in the source -> where it stands first: `__init__.py:31`."""


def _literals(name: str) -> Literals:
    """Of every file of theirs that was run."""
    found: dict[str, str] = {}
    for path, _ in _sources(name):
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.setdefault(node.value, f"{path.name}:{node.lineno}")
    return found


def _sources(name: str) -> list[tuple[Path, ModuleType]]:
    own = f"{PACKAGE}.{name}"
    modules = [module for full, module in list(sys.modules.items()) if f"{full}.".startswith(f"{own}.")]
    return sorted((Path(module.__file__), module) for module in modules if module.__file__)


def _check_rules(name: str, entries: Iterable[rulebook.Entry], literals: Literals) -> None:
    """Whatever they say happens by a rule, theirs or ours, can be looked up."""
    own = [entry.id for entry in entries]
    there = {*own, *rulebook.ids()}
    for text, line in literals.items():
        if _ID.fullmatch(text) and not _ENCODING.fullmatch(text) and text not in there:
            beside: dict[str, Any] = {"alike": tuple(close_to(text, sorted(there))), "there": tuple(own)}
            raise BadHouseRules("house_rules.no_rule", name=name, line=line, given=text, **beside)


def _entries(name: str, folder: Path, english: Mapping[str, str]) -> list[rulebook.Entry]:
    spoken_of = (*texts.own_texts(texts.FIRST), *english)
    said = _by_language(name, folder / "rulebook")
    found = []
    for path in sorted((folder / "rulebook").glob("*.toml")):
        for ident, fields in _toml(name, path).items():
            if not _ID.fullmatch(ident) or not isinstance(fields, Mapping):
                raise BadHouseRules("house_rules.bad_rule", name=name, given=ident)
            if ident in rulebook.ids():
                raise BadHouseRules("house_rules.rule_taken", name=name, given=ident)
            check_entry(name, ident, fields, spoken_of)
            spoken = {language: own[ident] for language, own in said.items() if ident in own}
            if texts.FIRST not in spoken:
                raise BadHouseRules("house_rules.no_words", name=name, keys=ident, language=texts.FIRST)
            found.append(rulebook.read_entry(ident, fields, spoken))
    return found


def _forget_what_was_worked_out() -> None:
    """What was derived from the catalogue before is derived again."""
    from nightcall.desk import library

    houses.cache_clear()
    pile.cards.cache_clear()
    library.things.cache_clear()
    library.families.cache_clear()
