"""How fast the rules themselves run: leaves of the game tree, interpreted and compiled."""

from __future__ import annotations

import time

from benchmarks.settings import Settings
from benchmarks.words import Table
from outply import load
from outply.search.perft import perft

TITLE = "Perft"
ABOUT = """
Leaves counted per second from the start, move generation and nothing else; one run each."""

DEPTHS = [
    ("connect-four", 9, 6),
    ("othello", 10, 6),
    ("tic-tac-toe", 9, 8),
    ("gomoku", 4, 3),
    ("nim", 12, 7),
    ("random-tree", 4, 4),
]


def leaves_per_second(name: str, depth: int, compiled: bool) -> float:
    game = load(name) if name != "random-tree" else load(name, branching=30, depth=4)
    perft(game, game.initial(), 1, compiled)
    began = time.perf_counter()
    leaves = perft(game, game.initial(), depth, compiled)
    return leaves / (time.perf_counter() - began)


def table(settings: Settings) -> Table:
    rows = [["game", "compiled, leaves/s", "interpreted, leaves/s", "ratio"]]
    for name, deep, shallow in DEPTHS:
        fast = leaves_per_second(name, settings.few(deep, shallow), compiled=True)
        slow = leaves_per_second(name, shallow, compiled=False)
        rows.append([name, f"{fast:,.0f}", f"{slow:,.0f}", f"{fast / slow:,.0f}×"])
    return rows
