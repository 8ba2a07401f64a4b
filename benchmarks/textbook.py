"""Plain alpha-beta on Connect Four: the same tree, searched by everybody."""

from __future__ import annotations

import json
import subprocess
import tempfile
from pathlib import Path
from statistics import median
from typing import NamedTuple

from benchmarks import peer
from benchmarks.settings import Settings
from benchmarks.words import Table, times
from outply import AlphaBeta, Limit
from tests.search.constant_evaluation import IndifferentConnectFour

TITLE = "Plain alpha-beta on Connect Four"
ABOUT = """
From the empty board, columns left to right, a constant evaluation, no table and no ordering:
every program visits the tree that the algorithm prescribes. Median of 25 runs (three for the
slow programs). The C program (benchmarks/peers/alphabeta.c, `gcc -O3 -march=native`) counts nodes
and does nothing else: no line of play, no limits, no checks. It runs right after Outply at each
depth; where half of all nodes are leaves (even depths) it is further ahead than where most are.
easyAI is far behind and gets a shallower tree; its ratio is of nodes per second."""

DEPTHS = (10, 11, 12, 13)
RUNS = 25
COMPILED = "Outply, compiled"


class Run(NamedTuple):
    program: str
    depth: int
    nodes: int
    seconds: float

    @property
    def speed(self) -> float:
        return self.nodes / self.seconds


def ours(program: str, depth: int, compiled: bool, runs: int) -> Run:
    game, search = IndifferentConnectFour(), AlphaBeta()
    search.search(game, game.initial(), Limit(depth=1), compiled=compiled)
    results = [
        search.search(game, game.initial(), Limit(depth=depth), compiled=compiled)
        for _ in range(runs)
    ]
    return Run(program, depth, results[0].nodes, median(r.seconds for r in results))


def in_c(depth: int) -> Run:
    """The same algorithm and rules in C, compiled for this processor."""
    source = peer.SCRIPTS / "alphabeta.c"
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "alphabeta"
        build = ["gcc", "-O3", "-march=native", str(source), "-o", str(program), "-lm"]
        subprocess.run(build, check=True, timeout=60)
        run = [str(program), str(depth), str(RUNS)]
        done = subprocess.run(run, check=True, timeout=600, capture_output=True, text=True)
    found = json.loads(done.stdout)
    return Run("The same algorithm in C, gcc -O3", depth, found["nodes"], found["seconds"])


def theirs(program: str, script: str, depth: int) -> Run:
    return Run(program, **peer.ask(script, "connect_four", "depth", depth))


def table(settings: Settings) -> Table:
    depths = (6, 7) if settings.quick else DEPTHS
    deep, shallow = depths[0], settings.few(5, 3)
    runs = [run for depth in depths for run in compiled(depth)]
    runs += [
        ours("Outply, the same source interpreted", deep, compiled=False, runs=3),
        theirs("OpenSpiel, Python alpha-beta, C++ game", "openspiel.py", deep),
        theirs("easyAI, Negamax", "easyai.py", shallow),
    ]
    speeds = {run.depth: run.speed for run in runs if run.program == COMPILED}
    head = ["program", "depth", "nodes", "seconds", "nodes/s", "Outply is faster by"]
    return [head, *(row(run, speeds.get(run.depth, speeds[deep])) for run in runs)]


def compiled(depth: int) -> tuple[Run, Run]:
    """Outply and C, one after the other."""
    return ours(COMPILED, depth, compiled=True, runs=RUNS), in_c(depth)


def row(run: Run, best: float) -> list[str]:
    figures = [f"{run.nodes:,}", f"{run.seconds:.4f}", f"{run.speed:,.0f}"]
    return [run.program, str(run.depth), *figures, times(best / run.speed)]
