"""Run the benchmarks and write their sections of docs/benchmarks.md.

    python -m benchmarks                 all that take seconds or a few minutes
    python -m benchmarks solving         that one; the other sections of the page stay
    python -m benchmarks --quick         only to see whether all of them run; writes nothing
    python -m benchmarks solving --test-sets DIR    with the whole of Pons' test sets

Each benchmark is a module here with `TITLE`, `ABOUT` and `table(settings)`.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from types import ModuleType

from benchmarks import (
    against_random,
    backgammon,
    boards,
    browser,
    cfr,
    chess_positions,
    empty_board,
    endgames,
    generations,
    one_ply,
    one_second,
    page,
    paths,
    pruning,
    simulations,
    solving,
    startup,
    techniques,
    textbook,
    throughput,
    trees,
    two_threads,
    web,
    without_evaluation,
)
from benchmarks.settings import DATA, Settings

ALL = (
    *(solving, empty_board, endgames, one_second, two_threads),
    *(against_random, textbook, startup, throughput, trees, paths, generations),
    *(
        pruning,
        backgammon,
        cfr,
        simulations,
        boards,
        without_evaluation,
        web,
        browser,
        chess_positions,
    ),
    *(techniques, one_ply),
)
LONG = (empty_board, against_random, without_evaluation, chess_positions, techniques)
BY_NAME = {module.__name__.rpartition(".")[2]: module for module in ALL}


def main() -> None:
    given = arguments()
    settings = Settings(given.quick, given.test_sets)
    chosen = [BY_NAME[name] for name in given.names] or [m for m in ALL if m not in LONG]
    for benchmark in chosen:
        text = run(benchmark, settings)
        print(f"## {benchmark.TITLE}\n{text}", flush=True)
        if not settings.quick:
            keep(benchmark, text)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(BY_NAME))
    parser.add_argument("--quick", action="store_true", help="see that it runs; write nothing")
    parser.add_argument("--test-sets", type=Path, default=DATA, help="a folder with Test_L?_R1")
    given = parser.parse_args()
    unknown = set(given.names) - BY_NAME.keys()
    if unknown:
        parser.error(f"no benchmark {', '.join(unknown)}; there are {', '.join(BY_NAME)}")
    return given


def run(benchmark: ModuleType, settings: Settings) -> str:
    print(f"{benchmark.TITLE} …", file=sys.stderr, flush=True)
    return page.section(benchmark, benchmark.table(settings), command(benchmark, settings))


def command(benchmark: ModuleType, settings: Settings) -> str:
    """How to measure a section again."""
    if benchmark in LONG:
        return "make bench-long"
    if benchmark is solving and settings.test_sets != DATA:
        return "python -m benchmarks solving --test-sets DIR"
    return "make bench"


def keep(benchmark: ModuleType, text: str) -> None:
    """Write it at once: what is measured is not lost if a later benchmark fails."""
    old = page.FILE.read_text() if page.FILE.exists() else ""
    page.FILE.write_text(page.merged(old, [m.TITLE for m in ALL], {benchmark.TITLE: text}))


if __name__ == "__main__":
    main()
