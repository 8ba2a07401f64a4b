"""How long recording and drawing a tree takes."""

from __future__ import annotations

import time

from benchmarks.settings import Settings
from benchmarks.words import Table
from outply import AlphaBeta, Limit, Minimax, load
from outply.tree import record

TITLE = "Recording and drawing trees"
ABOUT = """
The whole search recorded, then drawn as SVG; one run each."""

CASES = [
    ("textbook-tree", {}, AlphaBeta(), 2),
    ("random-tree", {"branching": 3, "depth": 8}, Minimax(), 8),
    ("connect-four", {}, AlphaBeta(), 6),
]


def table(settings: Settings) -> Table:
    rows = [["tree", "search", "nodes", "cut branches", "recorded, s", "drawn, s"]]
    for name, parameters, search, depth in CASES:
        game = load(name, **parameters)
        began = time.perf_counter()
        tree = record(search, game, limit=Limit(depth=depth))
        recorded = time.perf_counter()
        tree.svg()
        drawn = time.perf_counter()
        rows.append(
            [
                name,
                search.name,
                f"{tree.visited:,}",
                f"{tree.cut:,}",
                f"{recorded - began:.3f}",
                f"{drawn - recorded:.3f}",
            ]
        )
    return rows
