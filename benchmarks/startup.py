"""What the first search costs, and what it costs in the next process."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from statistics import median

from outply import games

TITLE = "First search and next process"
ABOUT = """
CPU seconds of a whole process, from its start, that imports Outply and makes one search of one ply:
with an empty cache (cold, Numba's import included) and with a full one (warm, median of five). For
comparison, a process that only imports Numba."""

SEARCH = """
import sys, time
import outply
from outply.search.base import Limit
game = outply.load(sys.argv[1])
found = outply.named(sys.argv[2]).search(game, game.initial(), Limit(depth=1), compiled=True)
print(time.process_time())
"""

IMPORTS = """
import time
import numba
print(time.process_time())
"""


def cpu_seconds(cache: str, *command: str) -> float:
    environment = {**os.environ, "OUTPLY_CACHE": cache}
    done = subprocess.run(
        [sys.executable, "-c", *command],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    return float(done.stdout)


def table() -> list[list[str]]:
    rows = [["game", "search", "cold", "warm"]]
    for game in games.names():
        for search in ("minimax", "alphabeta"):
            with tempfile.TemporaryDirectory() as cache:
                cold = cpu_seconds(cache, SEARCH, game, search)
                warm = median(cpu_seconds(cache, SEARCH, game, search) for _ in range(5))
            rows.append([game, search, f"{cold:.2f}", f"{warm:.2f}"])
    bare = median(cpu_seconds("", IMPORTS) for _ in range(5))
    return [*rows, ["`import numba` alone", "", "", f"{bare:.2f}"]]
