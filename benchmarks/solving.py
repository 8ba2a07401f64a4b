"""Connect Four positions solved exactly, beside the solver bitbully."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from statistics import mean
from time import perf_counter
from typing import NamedTuple

from benchmarks import peer
from benchmarks.connect_four_sets import Position, read, score
from benchmarks.settings import DATA, Settings
from benchmarks.warm import warm
from benchmarks.words import Table, count, duration, tell, times
from outply import Engine

TITLE = "Connect Four positions solved"
ABOUT = """
`Engine().search(game, state)` with no limit proves the score and the distance to the end: one
thread, an empty table for each position. bitbully (C++, from PyPI) searches with null
windows, without its book and with its table emptied before each position. The clock runs around
the one Python call of either program, after a first search that is not timed. Every answer of both
is checked against the exact score. Mean per position; a ratio is bitbully's figure over Outply's.

Test_L3_R1 (late), Test_L2_R1 (midgame) and Test_L1_R1 (earlier, easy) are Pascal Pons' test sets;
`python -m benchmarks solving --test-sets DIR` takes the whole of them. random_15_27 and random_8_13
are random positions of so many stones, with the end 14 to 27 and 14 to 28 plies away
([their origin](../benchmarks/data/README.md)).

Quoted, not run here: Pons' solver and Steininger's c4 (both C++), one thread, no book, CPU time on
a machine of this kind; on all 1,000 positions of a test set, and for the random sets (≈) on other
positions of the same kind."""

HARD = "3433616743"  # solving it touches the memory of the table, as emptying bitbully's does
QUOTED = {
    "Test_L3_R1": ("51.3 / 11.4 µs", "9.4 / 38 µs"),
    "Test_L2_R1": ("449 / 60 µs", "309 / 164 µs"),
    "Test_L1_R1": ("3,296 / 0.37 ms", "19,451 / 6.7 ms"),
    "random_15_27": ("≈ 39,808 / 5.4 ms", "≈ 9,387 / 2.8 ms"),
    "random_8_13": ("≈ 1.19 M / 175 ms", "≈ 0.37 M / 124 ms"),
}


class Solved(NamedTuple):
    score: int
    nodes: int
    seconds: float


def ours(positions: list[Position]) -> list[Solved]:
    game, engine = warm("connect-four"), Engine()
    engine.search(game, game.parse(HARD))

    def solved(columns: str) -> Solved:
        state = game.parse(columns)
        began = perf_counter()
        result = engine.search(game, state)
        seconds = perf_counter() - began
        return Solved(score(result, len(columns)), result.nodes, seconds)

    return [solved(position.columns) for position in positions]


def theirs(positions: list[Position]) -> list[Solved]:
    lines = "\n".join(position.columns for position in positions)
    return [Solved(*answer) for answer in peer.ask("bitbully_solver.py", stdin=lines)]


def check(who: str, positions: list[Position], answers: list[Solved]) -> None:
    for position, answer in zip(positions, answers, strict=True):
        if position.score != answer.score:
            raise SystemExit(f"{who} says {answer.score} of {position}.")


def row(name: str, positions: list[Position]) -> list[str]:
    tell(f"{name}: {len(positions)} positions …")
    outply, bitbully = ours(positions), theirs(positions)
    check("Outply", positions, outply)
    check("bitbully", positions, bitbully)
    nodes = [mean(answer.nodes for answer in answers) for answers in (outply, bitbully)]
    seconds = [mean(answer.seconds for answer in answers) for answers in (outply, bitbully)]
    return [
        name,
        str(len(positions)),
        f"{count(nodes[0])} / {duration(seconds[0])}",
        f"{count(nodes[1])} / {duration(seconds[1])}",
        times(nodes[1] / nodes[0]),
        times(seconds[1] / seconds[0]),
        *QUOTED[name],
    ]


def files(settings: Settings) -> Iterator[Path]:
    for name in QUOTED:
        yield (settings.test_sets if name.startswith("Test") else DATA) / name


def table(settings: Settings) -> Table:
    head = ["set", "positions", "Outply, nodes / time", "bitbully", "nodes ratio", "time ratio"]
    most = settings.few(10_000, 3)
    rows = [row(file.name, read(file)[:most]) for file in files(settings)]
    return [[*head, "Pons, quoted", "Steininger, quoted"], *rows]
