"""The same rules written on tuples and on bits: leaves of the game tree per second."""

from __future__ import annotations

import time
from pathlib import Path

from benchmarks.settings import Settings
from benchmarks.words import Table
from outply import Game, load
from outply.search.perft import perft

TITLE = "Tuple boards against bit loops"
ABOUT = """
Each game is written twice, with the same moves in the same order: on a tuple of 64 ints that is
changed as a list, and on bitboards with plain loops over their bits. Perft from the start,
compiled, in CPU time; the best of several runs, which alternate."""

RULES = Path(__file__).parent.parent / "tests" / "strangers"
DEPTHS = [("othello", 8, 4), ("draughts", 9, 5)]
RUNS = 7


def best_rates(games: list[Game], depth: int, runs: int) -> list[float]:
    """Leaves per second of CPU time, of each game."""
    rates = [0.0] * len(games)
    for game in games:
        perft(game, game.initial(), 1, compiled=True)
    for _ in range(runs):
        for index, game in enumerate(games):
            began = time.process_time()
            leaves = perft(game, game.initial(), depth, compiled=True)
            seconds = max(time.process_time() - began, 1e-9)
            rates[index] = max(rates[index], leaves / seconds)
    return rates


def table(settings: Settings) -> Table:
    rows = [["game", "depth", "tuple, leaves/s", "bits, leaves/s", "tuple ÷ bits"]]
    for name, deep, shallow in DEPTHS:
        depth = settings.few(deep, shallow)
        games = [load(str(RULES / f"{name}_{kind}.py")) for kind in ("tuple", "bits")]
        tuples, bits = best_rates(games, depth, settings.few(RUNS, 1))
        rows.append([name, str(depth), f"{tuples:,.0f}", f"{bits:,.0f}", f"{tuples / bits:.2f}"])
    return rows
