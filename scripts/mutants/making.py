"""Mutants of a module: every small change the operators know, as edits of its source."""

from __future__ import annotations

import ast
import tomllib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[2]
PACKAGE: Final = ROOT / "src" / "nightcall"
PATHS: Final = (
    "engine",
    "rules/characters",
    "rules/offices",
    "rules/buildings",
    "rules/newmoon",
    "rules/variants",
    "rules/customs.py",
)
"""What is changed: the rules and the engine, as folders and files of the package.

Not `order.py`: a sample would be less than what tests/test_order.py does with every pair of neighbours there.
"""
HERE: Final = Path(__file__).parent

LEAK: Final = "leak"
"""The operator of mutants that only tests about leaks are shown."""
LED: Final = "led"
"""The operator of mutants that only tests of evenings led by the app are shown."""
ALWAYS: Final = "always"
"""Said of a function entered before any test, when modules are loaded: every test may notice."""

SEATS: Final = frozenset(
    "seat other partner target victim voter first second prey caught heir agent spirit medium thief chooser speaker "
    "last choice child model asker holder condemned deceitful jilted secret".split()
)
"""What a seat is called."""
PUBLIC, MODERATOR = '"public"', "()"

Node = Any
"""A node of the tree; what it is its class tells."""
Edit = tuple[str, Node, str]
"""Operator, the node replaced, and by what."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change of one file."""

    file: str
    """The path under the package."""
    where: str
    """The function or class it is in; empty for the module."""
    operator: str
    start: int
    end: int
    text: str
    """What stands between the two places (bytes) instead."""
    was: str
    now: str
    """The lines concerned, before and after."""
    line: int = 0
    """The first line of the function it is in; 0 = in none, so every test may notice."""
    nth: int = 1
    """Which one, where the same change is possible at several places of a function."""
    about: str = ""

    @property
    def key(self) -> tuple[str, str, str, str, int]:
        return self.file, self.where, self.was, self.now, self.nth

    def applied(self, source: bytes) -> bytes:
        return source[: self.start] + self.text.encode() + source[self.end :]


def files() -> list[Path]:
    found = [PACKAGE / path for path in PATHS]
    return [file for path in found for file in (sorted(path.rglob("*.py")) if path.is_dir() else [path])]


def find(end: str) -> Path:
    """The file whose path ends like this."""
    (path,) = (path for path in PACKAGE.rglob("*.py") if path.as_posix().endswith(f"/{end}"))
    return path


def every() -> list[Mutant]:
    """Every mutant of every file."""
    return [mutant for file in files() for mutant in made(file)]


def made(path: Path) -> list[Mutant]:
    """Every mutant of a file."""
    place = Place(path.relative_to(PACKAGE).as_posix(), path.read_bytes())
    unique = {(mutant.start, mutant.end, mutant.text): mutant for mutant in place.mutants()}
    found: list[Mutant] = []
    times: Counter[tuple[str, str, str, str, int]] = Counter()
    for mutant in unique.values():
        times[mutant.key] += 1
        found.append(replace(mutant, nth=times[mutant.key]))
    return found


def is_python(mutant: Mutant) -> bool:
    try:
        compile(mutant.applied((PACKAGE / mutant.file).read_bytes()), "mutant", "exec", dont_inherit=True)
    except SyntaxError:
        return False
    return True


def sample(mutants: Sequence[Mutant], number: int, seed: int) -> list[Mutant]:
    """As many of each operator as there are, in turn: the plentiful ones are also the easy ones.

    Which ones hangs on the mutants themselves: a change of the code elsewhere leaves the rest of the sample as it was.
    """
    by_operator: dict[str, list[Mutant]] = defaultdict(list)
    for mutant in sorted(mutants, key=lambda mutant: sha256(repr((seed, mutant.key)).encode()).digest()):
        by_operator[mutant.operator].append(mutant)
    chosen: list[Mutant] = []
    while len(chosen) < number and any(by_operator.values()):
        for operator in sorted(by_operator):
            if by_operator[operator] and len(chosen) < number:
                mutant = by_operator[operator].pop()
                chosen += [mutant] if is_python(mutant) else []
    return chosen


# -- written by hand --


def known() -> list[Mutant]:
    """Misreadings of the rules that no test noticed once."""
    return _by_hand("known.toml", "by hand")


def leaks() -> list[Mutant]:
    """Secrets told to somebody: the tests about leaks alone must notice each."""
    return _by_hand("leaks.toml", LEAK)


def led() -> list[Mutant]:
    """Wrong decisions of an evening led by the app."""
    return _by_hand("led.toml", LED)


def _by_hand(file: str, operator: str) -> list[Mutant]:
    """Of several texts to be changed each stands in the file once, and what lies between them stays."""
    found = []
    for entry in tomllib.loads((HERE / file).read_text("utf-8"))["mutant"]:
        if "equivalent" in entry:
            continue
        path, was = find(entry["file"]), texts(entry["was"])
        source = path.read_text("utf-8")
        for text in was:
            assert source.count(text) == 1, f"{entry['file']} does not say {text!r} any more"
        first = min(source.index(text) for text in was)
        last = max(source.index(text) + len(text) for text in was)
        changed = source[first:last]
        for text, other in zip(was, texts(entry["now"]), strict=True):
            changed = changed.replace(text, other)
        place = Place(path.relative_to(PACKAGE).as_posix(), path.read_bytes())
        start, end = len(source[:first].encode()), len(source[:last].encode())
        where, line = place.function_at(start)
        edit = Mutant(place.file, where, operator, start, end, changed, "", "", line)
        found.append(replace(place.with_lines(edit), about=entry["about"]))
    return found


def texts(given: str | list[str]) -> list[str]:
    return [given] if isinstance(given, str) else given


def equivalent() -> dict[tuple[str, str, str, str, int], str]:
    """Mutants that change nothing -> the reason."""
    listed = tomllib.loads((HERE / "equivalent.toml").read_text("utf-8"))["mutant"]
    return {
        (path_of(entry["file"]), entry["where"], entry["was"], entry["now"], entry.get("nth", 1)): entry["reason"]
        for entry in listed
    }


def path_of(end: str) -> str:
    return find(end).relative_to(PACKAGE).as_posix()


# -- where things are --


class Place:
    """A module's source, and where its nodes lie in it."""

    def __init__(self, file: str, source: bytes) -> None:
        self.file = file
        self.source = source
        self.tree = ast.parse(source)
        self.starts = [0]
        for line in source.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))

    def at(self, line: int, column: int) -> int:
        return self.starts[line - 1] + column

    def span(self, node: Any) -> tuple[int, int]:
        return self.at(node.lineno, node.col_offset), self.at(node.end_lineno, node.end_col_offset)

    def with_lines(self, mutant: Mutant) -> Mutant:
        """With the lines concerned, before and after, without their indentation."""
        first = self.source.rfind(b"\n", 0, mutant.start) + 1
        last = self.source.find(b"\n", mutant.end)
        last = len(self.source) if last < 0 else last
        before = self.source[first:last].decode()
        after = mutant.applied(self.source)[first : last + len(mutant.text.encode()) - (mutant.end - mutant.start)]
        return replace(mutant, was=before.strip(), now=after.decode().strip())

    def function_at(self, place: int) -> tuple[str, int]:
        """The innermost function or class around a place, and the first line of the function."""
        name, line = "", 0
        for node, path, function in walk(self.tree):
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                start, end = self.span(node)
                if start <= place < end:
                    name, line = path, function
        return name, line

    def mutants(self) -> Iterator[Mutant]:
        for node, path, function in walk(self.tree):
            for operator, replaced, text in changes(node):
                start, end = self.span(replaced)
                mutant = Mutant(self.file, path, operator, start, end, text, "", "", function)
                yield self.with_lines(mutant)
            for operator, start, end, text in self.cuts(node):
                mutant = Mutant(self.file, path, operator, start, end, text, "", "", function)
                yield self.with_lines(mutant)

    def cuts(self, node: Node) -> Iterator[tuple[str, int, int, str]]:
        """Changes between nodes: early returns, elements of tables."""
        if isinstance(node, ast.FunctionDef):
            yield from self._early_returns(node)
        if isinstance(node, (ast.Tuple, ast.List)) and is_table(node) and node not in RECORDS:
            spans = [self.span(element) for element in node.elts]
            texts = [self.source[start:end].decode() for start, end in spans]
            if len(spans) == 2:
                yield from (("drop element", spans[0][0], spans[1][1], f"{text},") for text in texts)
            else:
                yield "drop element", spans[-2][1], spans[-1][1], ""
            for place, ((start, end), (after, last)) in enumerate(pairwise(spans)):
                if len(spans) > 2:
                    yield "drop element", start, after, ""
                if node not in UNORDERED:
                    gap = self.source[end:after].decode()
                    yield "swap neighbours", start, last, texts[place + 1] + gap + texts[place]

    def _early_returns(self, node: ast.FunctionDef) -> Iterator[tuple[str, int, int, str]]:
        values = early(node)
        body = node.body[1:] if is_text(node.body[0]) else node.body
        for statement in body:
            if is_text(statement) or (isinstance(statement, (ast.Return, ast.Raise)) and len(body) > 1):
                continue  # before a text is after what it tells of
            start, _ = self.span(statement)
            for value in values:
                if ast.unparse(statement) == f"return {value}":
                    continue
                yield "return early", start, start, f"return {value}".rstrip() + "\n" + " " * statement.col_offset


UNORDERED: Final[set[Node]] = set()
"""Tables that are only asked whether they hold something."""
SETS: Final = ("DOORS", "KINDS_OF_FACTS", "keeps", "replaces", "windows")
"""Names of such tables: what there is, in no order."""
WHO_IS_TOLD: Final = "to"
"""What a declaration (`Tells`) calls its audience: whoever is named is told, in no order."""
RECORDS: Final[set[Node]] = set()
"""Entries of tables: tuples with a shape of their own."""


def walk(tree: Node) -> Iterator[tuple[Node, str, int]]:
    """Every node worth a change, with the name and the first line of the function around it."""
    yield from _walk(tree, "", 0)


def _walk(node: Node, path: str, function: int) -> Iterator[tuple[Node, str, int]]:
    for field, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            if not isinstance(child, ast.AST) or field in ("annotation", "returns", "decorator_list", "bases"):
                continue
            if is_beside_the_point(child):
                continue
            if isinstance(node, (ast.Compare, ast.ExceptHandler)) and field in ("comparators", "type"):
                UNORDERED.add(child)
            if field == "value" and is_set(node):
                UNORDERED.update(ast.walk(child))  # in several rows, perhaps
            if isinstance(node, (ast.Tuple, ast.List)) and is_table(node):
                RECORDS.add(child)
            name, line = path, function
            if isinstance(child, (ast.FunctionDef, ast.ClassDef)):
                name = f"{path}.{child.name}" if path else child.name
            if isinstance(child, ast.FunctionDef) and not function:
                line = min([child.lineno, *(decorator.lineno for decorator in child.decorator_list)])
            yield child, name, line
            yield from _walk(child, name, line)


def is_set(node: Node) -> bool:
    if isinstance(node, ast.keyword):
        return node.arg == WHO_IS_TOLD
    return assigned(node) & set(SETS) != set()


def assigned(node: Node) -> set[str]:
    """The names something is assigned to."""
    named = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return {name.id for name in named if isinstance(name, ast.Name)}


def is_beside_the_point(node: Node) -> bool:
    """What no rule lives in: imports, texts, types, assertions, how a record is compared and printed, how long phones
    wait."""
    if "__all__" in assigned(node) or (isinstance(node, ast.Subscript) and ast.unparse(node.value) == "Literal"):
        return True
    if isinstance(node, (ast.Import, ast.ImportFrom, ast.Assert, ast.JoinedStr)) or is_text(node):
        return True
    if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
        return True
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "field":
        return True
    if isinstance(node, ast.keyword) and node.arg == "seconds":
        return True
    if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Name) and node.exc.id == "NotImplementedError":
        return True
    targets = node.targets if isinstance(node, ast.Assign) else []
    return any(isinstance(target, ast.Name) and target.id == "__slots__" for target in targets)


def is_text(node: Node) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


# -- the operators --


def changes(node: Node) -> Iterator[Edit]:
    for operator in OPERATORS:
        yield from operator(node)


FLIPPED: Final[dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]]] = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
BOUNDARY: Final[dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]]] = {
    ast.Lt: (ast.LtE,),
    ast.LtE: (ast.Lt,),
    ast.Gt: (ast.GtE,),
    ast.GtE: (ast.Gt,),
}


def comparisons(node: Node) -> Iterator[Edit]:
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        for operator, table in (("flip", FLIPPED), ("boundary", BOUNDARY)):
            for kind in table.get(type(node.ops[0]), ()):
                other = ast.Compare(node.left, [kind()], node.comparators)
                yield operator, node, written(other)


def conditions(node: Node) -> Iterator[Edit]:
    if isinstance(node, ast.BoolOp):
        other = ast.And() if isinstance(node.op, ast.Or) else ast.Or()
        yield "and/or", node, written(ast.BoolOp(other, node.values))
        for place in range(len(node.values)):
            rest = [value for index, value in enumerate(node.values) if index != place]
            yield "drop condition", node, written(rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "not", node, written(node.operand)
    tests = [node.test] if isinstance(node, (ast.If, ast.IfExp, ast.While)) else []
    tests += node.ifs if isinstance(node, ast.comprehension) else []
    for test in tests:
        if not isinstance(test, (ast.Compare, ast.BoolOp, ast.UnaryOp)):
            yield "not", test, written(ast.UnaryOp(ast.Not(), test))


WAYS_OUT: Final = (ast.Return, ast.Continue, ast.Break, ast.Raise)


def statements(node: Node) -> Iterator[Edit]:
    """What is done is not done; a way out is not taken."""
    for field in ("body", "orelse"):
        for statement in getattr(node, field, ()) if not isinstance(node, (ast.IfExp, ast.Lambda)) else ():
            if is_an_act(statement):
                yield "drop statement", statement, "pass"
            elif isinstance(node, ast.If) and not node.orelse and isinstance(statement, WAYS_OUT):
                yield "drop way out", statement, "pass"


def is_an_act(statement: Node) -> bool:
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, ast.Call)
    targets = statement.targets if isinstance(statement, (ast.Assign, ast.Delete)) else []
    targets += [statement.target] if isinstance(statement, ast.AugAssign) else []
    return any(isinstance(target, (ast.Attribute, ast.Subscript)) for target in targets)


def constants(node: Node) -> Iterator[Edit]:
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield "yes/no", node, str(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield "one more or less", node, str(node.value + 1)
        yield "one more or less", node, f"({node.value - 1})"


def seats(node: Node) -> Iterator[Edit]:
    """Another seat is meant."""
    if not isinstance(node, ast.FunctionDef):
        return
    bound = {argument.arg: node.lineno for argument in node.args.args if argument.arg in SEATS}
    inner = [child for statement in node.body for child in ast.walk(statement)]
    for child in inner:
        if isinstance(child, ast.Name) and isinstance(child.ctx, ast.Store) and child.id in SEATS:
            bound.setdefault(child.id, child.lineno)
    has_holder = any(is_holder(child) for child in inner)
    deaths = [argument.arg for argument in node.args.args if argument.arg in ("death", "bite")]
    for child in inner:
        meant = seat_of(child)
        if not meant:
            continue
        others = [name for name, line in bound.items() if line < getattr(child, "lineno", 0)]
        others += ["self.holder"] if has_holder else []
        others += [f"{death}.seat" for death in deaths]
        for other in others:
            if other != meant:
                yield "another seat", child, other


def seat_of(node: Node) -> str:
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in SEATS:
        return node.id
    if not isinstance(node, ast.Attribute) or not isinstance(node.ctx, ast.Load):
        return ""
    return ast.unparse(node) if is_holder(node) or (node.attr == "seat" and isinstance(node.value, ast.Name)) else ""


def is_holder(node: Node) -> bool:
    return isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load) and ast.unparse(node) == "self.holder"


def arguments(node: Node) -> Iterator[Edit]:
    """Two seats in each other's place."""
    if isinstance(node, ast.Call):
        for place in range(len(node.args) - 1):
            if seat_of(node.args[place]) and seat_of(node.args[place + 1]):
                swapped = list(node.args)
                swapped[place], swapped[place + 1] = swapped[place + 1], swapped[place]
                yield "another seat", node, ast.unparse(ast.Call(node.func, swapped, node.keywords))


def audiences(node: Node) -> Iterator[Edit]:
    """Somebody else is told or asked."""
    if not isinstance(node, ast.Call):
        return
    named = next((keyword.value for keyword in node.keywords if keyword.arg == "audience"), None)
    if named is not None:
        yield from another_audience(named)
    if isinstance(node.func, ast.Attribute) and node.func.attr == "tell" and len(node.args) >= 2:
        if len(node.args) > 2:
            yield from another_audience(node.args[2])
        elif named is None and isinstance(node.args[0], ast.Constant):
            yield "audience", node.args[1], f"{ast.unparse(node.args[1])}, {MODERATOR}"


def another_audience(given: Node) -> Iterator[Edit]:
    told = ast.unparse(given)
    if told != "PUBLIC":
        yield "audience", given, PUBLIC
    if told == "PUBLIC" or not isinstance(given, ast.Name):
        yield "audience", given, MODERATOR


def is_table(node: ast.Tuple | ast.List) -> bool:
    """A list of names, in an order or as a set of choices."""
    return len(node.elts) > 1 and isinstance(node.ctx, ast.Load) and all(is_entry(element) for element in node.elts)


def is_entry(node: Node) -> bool:
    if isinstance(node, ast.Tuple):
        return all(isinstance(element, ast.Constant) for element in node.elts)
    return isinstance(node, ast.Constant) or (isinstance(node, ast.Name) and node.id[:1].isupper())


EARLY: Final = {
    "None": ("",),
    "bool": ("False", "True"),
    "int": ("0",),
    "str": ('""',),
    "float": ("0.0",),
    "tuple": ("()",),
    "Sequence": ("()",),
    "list": ("[]",),
    "dict": ("{}",),
    "Mapping": ("{}",),
    "set": ("set()",),
}


def early(node: ast.FunctionDef) -> tuple[str, ...]:
    """What a function may give without having done anything."""
    told = ast.unparse(node.returns) if node.returns is not None else ""
    parts = [part.strip() for part in told.partition("[")[0].split("|")]
    if told.endswith("| None"):
        return ("None",)
    return EARLY.get(parts[0], ())


def written(node: Node) -> str:
    """The expression, in brackets where it needs any."""
    text = ast.unparse(node)
    return f"({text})" if isinstance(node, (ast.BoolOp, ast.Compare, ast.UnaryOp, ast.IfExp)) else text


OPERATORS: Final[tuple[Callable[[Node], Iterator[Edit]], ...]] = (
    comparisons,
    conditions,
    statements,
    constants,
    seats,
    arguments,
    audiences,
)
