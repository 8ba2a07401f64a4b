"""Expectiminimax on backgammon beside OpenSpiel's, and how long two-ply play takes."""

from __future__ import annotations

import time

from benchmarks import peer
from benchmarks.settings import Settings
from benchmarks.words import Table, times
from outply import Expectiminimax, Limit, Star2, load
from outply.games.backgammon import Backgammon
from outply.search.perft import perft

TITLE = "Backgammon"
ABOUT = """
Leaves a second of expectiminimax two plays ahead of the opening roll 31, best of three runs:
OpenSpiel's is in Python over its C++ game and evaluates every leaf as 0; ours with such an
evaluation, and with its own. Then the time to choose a play two plies ahead for all 21 rolls from
the start, and for the slowest of them. OpenSpiel counts orders of a play apart and so has more
leaves."""

ROLL = "4HPwATDgc/ABMA 31"
DEPTH = 2
RUNS = 3


class Indifferent(Backgammon):
    """Every position is as good as any other."""

    def evaluate(self, state, player):  # type: ignore[no-untyped-def]
        return 0.0


def leaves_per_second(game: Backgammon, depth: int) -> tuple[int, float]:
    state = game.parse(ROLL)
    Expectiminimax().search(game, state, Limit(depth=1))
    found = [Expectiminimax().search(game, state, Limit(depth=depth)) for _ in range(RUNS)]
    leaves = perft(game, state, depth)
    return leaves, leaves / min(each.seconds for each in found)


def two_ply_seconds() -> list[float]:
    """For each of the rolls."""
    game, found = load("backgammon"), []
    start = game.initial()
    Star2().search(game, game.parse(ROLL), Limit(depth=1))
    for roll, _ in game.outcomes(start):
        began = time.perf_counter()
        Star2().search(game, game.result(start, roll), Limit(depth=2))
        found.append(time.perf_counter() - began)
    return found


def table(settings: Settings) -> Table:
    depth = settings.few(DEPTH, 1)
    theirs = peer.ask("openspiel_backgammon.py", depth, RUNS)
    base = theirs["leaves"] / theirs["seconds"]
    rows = [["", "leaves", "leaves/s", "beside OpenSpiel"]]
    rows.append(["OpenSpiel, expectiminimax", f"{theirs['leaves']:,}", f"{base:,.0f}", ""])
    for name, game in (("constant", Indifferent()), ("own", Backgammon())):
        leaves, speed = leaves_per_second(game, depth)
        row = [f"Outply, {name} evaluation", f"{leaves:,}", f"{speed:,.0f}", times(speed / base)]
        rows.append(row)
    seconds = two_ply_seconds()
    rows.append(["two-ply play, all 21 rolls", "", f"{sum(seconds):.2f} s", ""])
    rows.append(["two-ply play, slowest roll", "", f"{max(seconds):.2f} s", ""])
    return rows
