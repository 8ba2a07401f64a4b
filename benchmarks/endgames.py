"""Othello endgames solved exactly."""

from __future__ import annotations

from typing import NamedTuple

from benchmarks.settings import DATA, Settings
from benchmarks.warm import warm
from benchmarks.words import Table, count, duration, tell
from outply import Engine, Limit, Result, load
from outply.games.othello import Discs

TITLE = "Othello endgames solved"
ABOUT = """
The FForum problems #40 to #44, to the exact disc difference: `Engine(megabytes=256)` with no limit,
on one thread, with the rules' own evaluation and no trained weights. Every answer is checked.
Quoted, not run here (nodes / CPU time, one thread, on a machine of this kind): Zebra with its
trained weights, solver.c 1.4 without an evaluation, Edax 4.6 without its weights."""

MEGABYTES = 256
FIRST = 40
QUOTED = [
    ("18.9 M / 0.75 s", "43.8 M / 2.9 s", "21.0 M / 0.66 s"),
    ("21.1 M / 1.13 s", "74.2 M / 5.0 s", "93.2 M / 3.9 s"),
    ("28.1 M / 1.30 s", "93.7 M / 6.0 s", "78.2 M / 2.6 s"),
    ("23.3 M / 1.35 s", "198 M / 15.4 s", "127 M / 4.5 s"),
    ("21.0 M / 1.31 s", "164 M / 12.6 s", "152 M / 6.4 s"),
]
QUOTED_IN_ALL = ("112 M / 6.0 s", "574 M / 41.8 s", "471 M / 18.0 s")


class Problem(NamedTuple):
    name: str
    state: Discs
    empties: int
    value: int


def problems() -> list[Problem]:
    lines = (DATA / "ffo-40-44.obf").read_text().splitlines()
    return [problem(f"#{FIRST + index}", line) for index, line in enumerate(lines)]


def problem(name: str, line: str) -> Problem:
    squares, best, *_ = line.split(";")
    value = int(best.partition(":")[2])
    return Problem(name, load("othello").parse(squares), squares.count("-"), value)


def solved(problem: Problem, quick: bool) -> Result:
    tell(f"{problem.name}, {problem.empties} empty squares …")
    engine = Engine(megabytes=MEGABYTES)
    game = warm("othello", engine)
    result = engine.search(game, problem.state, Limit(depth=6) if quick else None)
    if not quick and (not result.proved or result.value != problem.value):
        raise SystemExit(f"Outply says {result} of {problem}.")
    return result


def table(settings: Settings) -> Table:
    asked = problems()
    results = [solved(problem, settings.quick) for problem in asked]
    head = ["problem", "empties", "score", "Outply, nodes / time", "nodes/s"]
    rows = [
        [p.name, str(p.empties), f"{p.value:+}", *effort(result.nodes, result.seconds), *quoted]
        for p, result, quoted in zip(asked, results, QUOTED, strict=True)
    ]
    whole = effort(sum(r.nodes for r in results), sum(r.seconds for r in results))
    return [
        [*head, "Zebra, quoted", "solver.c, quoted", "Edax, quoted"],
        *rows,
        ["all", "", "", *whole, *QUOTED_IN_ALL],
    ]


def effort(nodes: int, seconds: float) -> list[str]:
    return [f"{count(nodes)} / {duration(seconds)}", count(nodes / seconds)]
