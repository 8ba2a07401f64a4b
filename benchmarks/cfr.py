"""How fast CFR+ learns, beside OpenSpiel's."""

from __future__ import annotations

import time
from typing import Any

from benchmarks import peer
from benchmarks.settings import Settings
from benchmarks.words import Table, count, tell, times
from outply import load
from outply.search.cfr import CFR

TITLE = "Counterfactual regret"
ABOUT = """
Iterations of CFR+ a second once the game is explored, best of three runs, and how exploitable the
average strategy is after 20 of them. OpenSpiel's CFR+ is in Python, and in C++. An iteration is the
same everywhere: both players learn once, one after the other. Ours goes through the sequence form
of the game instead of its histories, and its Leduc poker does not tell suits apart, as OpenSpiel's
does unless it is told otherwise (`suit_isomorphism`)."""

GAMES = [
    ("kuhn-poker", "kuhn_poker"),
    ("leduc-poker", "leduc_poker"),
    ("leduc-poker", "leduc_poker(suit_isomorphism=true)"),
]
RUNS = 3
LEARNED = 20  # iterations
OURS = {"Outply, compiled": True, "Outply, interpreted": False}
THEIRS = {"OpenSpiel, Python": "python", "OpenSpiel, C++": "cpp"}
ITERATIONS = {
    "OpenSpiel, Python": LEARNED,
    "OpenSpiel, C++": 200,
    "Outply, compiled": 10_000,
    "Outply, interpreted": 100,
}


def learned(game: Any, iterations: int, compiled: bool) -> dict[str, float]:
    CFR(iterations=1).solve(game, compiled=compiled)
    began = time.perf_counter()
    strategy = CFR(iterations=iterations).solve(game, compiled=compiled)
    seconds = time.perf_counter() - began
    return {"seconds": seconds, "exploitability": strategy.exploitability}


def measured(ours: str, theirs: str, program: str, iterations: int) -> dict[str, float]:
    if program in OURS:
        return learned(load(ours), iterations, OURS[program])
    found: dict[str, float] = peer.ask("openspiel_cfr.py", theirs, THEIRS[program], iterations)
    return found


def speed(ours: str, theirs: str, program: str, settings: Settings) -> float:
    tell(f"{program} on {theirs}")
    iterations = settings.few(ITERATIONS[program], 2)
    runs = [measured(ours, theirs, program, iterations) for _ in range(settings.few(RUNS, 1))]
    return iterations / min(run["seconds"] for run in runs)


def table(settings: Settings) -> Table:
    rows = [["game", "program", "iterations/s", "to OpenSpiel's Python", "exploitable"]]
    for ours, theirs in GAMES:
        speeds: dict[str, float] = {}
        for program in ITERATIONS:
            speeds[program] = speed(ours, theirs, program, settings)
            ratio = times(speeds[program] / speeds["OpenSpiel, Python"])
            after = measured(ours, theirs, program, settings.few(LEARNED, 2))
            exploited = f"{after['exploitability']:.4f}"
            name = f"`{theirs}`" if program in THEIRS else ours
            rows.append([name, program, count(speeds[program]), ratio, exploited])
    return rows
