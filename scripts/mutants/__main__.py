"""`python -m scripts.mutants`"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue

from scripts.mutants import making, trying
from scripts.mutants.making import ROOT, Mutant
from scripts.mutants.trying import Fate, Tests, Tree

WANTED = 95.0
RESULT = ROOT / "build" / "mutants.json"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m scripts.mutants", description="How strong the tests are.")
    parser.add_argument("--number", type=int, default=150, help="how many mutants (150)")
    parser.add_argument("--seed", type=int, default=1, help="which ones (1)")
    parser.add_argument("--only", default="", metavar="NAME", help="all mutants of files with this in their path")
    parser.add_argument("--known", action="store_true", help="only the mutants written by hand")
    parser.add_argument("--again", action="store_true", help="only those that survived the last time")
    parser.add_argument("--list", action="store_true", help="show the mutants, try none")
    parser.add_argument("--jobs", type=int, default=2, help="how many at a time (2)")
    asked = parser.parse_args()
    by_hand = [] if asked.only or asked.again else [*making.known(), *making.leaks(), *making.led()]
    every = making.every()
    chosen = [] if asked.known else choose(every, asked)
    equivalent = making.equivalent()
    stale = set(equivalent) - {mutant.key for mutant in every}
    for file, where, was, *_ in sorted(stale):
        print(f"equivalent.toml: no such mutant any more: {file} {where}: {was}")
    left_out = [mutant for mutant in chosen if mutant.key in equivalent]
    tried = [*by_hand, *(mutant for mutant in chosen if mutant.key not in equivalent)]
    if asked.list:
        for mutant in chosen:
            print(shown(mutant, equivalent.get(mutant.key, "")), end="\n\n")
        return
    fates = list(try_all(tried, asked.jobs))
    keep(fates)
    report(fates, left_out)
    killed = sum(bool(fate.killer) for fate in fates)
    sys.exit(0 if 100 * killed >= WANTED * len(fates) and not stale else 1)


def choose(every: Sequence[Mutant], asked: argparse.Namespace) -> list[Mutant]:
    if asked.again:
        survived = {tuple(key) for key in json.loads(RESULT.read_text("utf-8"))}
        return [mutant for mutant in every if mutant.key in survived]
    if asked.only:
        return [mutant for mutant in every if asked.only in mutant.file and making.is_python(mutant)]
    return making.sample(every, asked.number, asked.seed)


def try_all(mutants: Sequence[Mutant], jobs: int) -> Iterator[Fate]:
    grown = trying.trees(jobs)
    try:
        tests = Tests(grown)
        free: SimpleQueue[Tree] = SimpleQueue()
        for tree in grown:
            free.put(tree)
        print(f"{len(mutants)} mutants, {len(tests.all)} tests", flush=True)

        def attempt(mutant: Mutant) -> Fate:
            tree = free.get()
            try:
                return trying.try_out(mutant, tree, tests)
            finally:
                free.put(tree)

        with ThreadPoolExecutor(jobs) as pool:
            for place, fate in enumerate(pool.map(attempt, mutants), 1):
                what = f"killed by {fate.killer}" if fate.killer else "SURVIVED"
                where = f"{fate.mutant.file} {fate.mutant.where}"
                print(f"{place:4} {fate.seconds:5.0f} s  {fate.mutant.operator:16} {where}: {what}", flush=True)
                yield fate
    finally:
        trying.clean_up(grown)


def keep(fates: Sequence[Fate]) -> None:
    """Who survived, for `--again`."""
    RESULT.parent.mkdir(exist_ok=True)
    survivors = [fate.mutant.key for fate in fates if not fate.killer and not fate.mutant.about]
    RESULT.write_text(json.dumps(survivors), "utf-8")


def report(fates: Sequence[Fate], left_out: Sequence[Mutant]) -> None:
    survivors = [fate.mutant for fate in fates if not fate.killer]
    for mutant in survivors:
        print(f"\n{shown(mutant)}")
    every = Counter(fate.mutant.operator for fate in fates)
    alive = Counter(mutant.operator for mutant in survivors)
    same = Counter(mutant.operator for mutant in left_out)
    print(f"\n{'operator':16} {'mutants':>8} {'killed':>8} {'survived':>9} {'equivalent':>11}")
    for name in sorted(every | same):
        print(f"{name:16} {every[name]:8} {every[name] - alive[name]:8} {alive[name]:9} {same[name]:11}")
    killed = len(fates) - len(survivors)
    share = 100 * killed / len(fates) if fates else 100.0
    print(f"{'all':16} {len(fates):8} {killed:8} {len(survivors):9} {len(left_out):11}   {share:.1f} % killed")


def shown(mutant: Mutant, reason: str = "") -> str:
    lines = [f"{mutant.file} {mutant.where} ({mutant.operator}{f', no. {mutant.nth}' if mutant.nth > 1 else ''})"]
    lines += [f"  {mutant.about}"] if mutant.about else []
    lines += [f"  - {line}" for line in mutant.was.splitlines()]
    lines += [f"  + {line}" for line in mutant.now.splitlines()]
    lines += [f"  equivalent: {reason}"] if reason else []
    return "\n".join(lines)


if __name__ == "__main__":
    main()
