"""What the first search costs, and what it costs in the next process."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from statistics import median

from benchmarks.settings import Settings
from benchmarks.words import Table, tell
from outply import games, load
from outply.search import named

TITLE = "First search and next process"
ABOUT = """
CPU seconds of a whole process, from its start, that imports Outply and makes one search of one ply:
with an empty cache (cold: it compiles) and with a full one (warm: it loads machine code; median of
five)."""

RUNS = 5
SEARCHES = ("alphabeta", "engine")
SEARCH = """
import sys, time
import outply
from outply.search.base import Limit
game = outply.load(sys.argv[1])
found = outply.named(sys.argv[2]).search(game, game.initial(), Limit(depth=1), compiled=True)
print(time.process_time())
"""


def cpu_seconds(cache: str, *command: str) -> float:
    environment = {**os.environ, "OUTPLY_CACHE": cache}
    environment.pop("OUTPLY_OPTIMIZE", None)  # searches choose, as they do for users
    done = subprocess.run(
        [sys.executable, "-c", *command],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    return float(done.stdout)


def seconds(game: str, search: str) -> tuple[float, float]:
    """Cold and warm."""
    with tempfile.TemporaryDirectory() as cache:
        cold = cpu_seconds(cache, SEARCH, game, search)
        warm = median(cpu_seconds(cache, SEARCH, game, search) for _ in range(RUNS))
    return cold, warm


def takes(search: str, game: str) -> bool:
    return named(search).refusal(load(game).traits) is None


def table(settings: Settings) -> Table:
    rows = [["game", "search", "cold", "warm"]]
    for game in games.names()[: settings.few(1000, 1)]:
        tell(f"{game} …")
        for search in SEARCHES:
            if takes(search, game):
                cold, warm = seconds(game, search)
                rows.append([game, search, f"{cold:.2f}", f"{warm:.2f}"])
    return rows
