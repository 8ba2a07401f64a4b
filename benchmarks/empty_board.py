"""The empty Connect Four board, solved exactly."""

from __future__ import annotations

from benchmarks.connect_four_sets import score
from benchmarks.settings import Settings
from benchmarks.warm import warm
from benchmarks.words import Table, count, duration, tell
from outply import Engine

TITLE = "The empty Connect Four board solved"
MEGABYTES = 4096
ABOUT = f"""
That the first player wins with the 41st stone and no sooner, proved from the rules alone: one
thread, no book, no limit, a table of {MEGABYTES} MB. It takes minutes, so `make bench` leaves this
section as it is; `make bench-long` measures it again. The other solvers are quoted, not run here:
one thread, no book, CPU time on a machine of this kind."""

QUOTED = [
    ["Steininger c4, C++, quoted", "100 M", "36 s", "2.8 M"],
    ["bitbully, mtdf, C++, quoted", "4,565 M", "319 s", "14.3 M"],
    ["Pons, C++, quoted", "3,109 M", "514 s", "6.0 M"],
]
WON_WITH_THE_LAST_BUT_ONE = 1  # the score of the 41st stone


def table(settings: Settings) -> Table:
    columns = settings.few(7, 4)
    engine = Engine(megabytes=MEGABYTES)
    game = warm("connect-four", engine, columns=columns, rows=settings.few(6, 5))
    tell("this takes minutes …")
    result = engine.search(game, game.initial())
    if columns == 7 and score(result, 0) != WON_WITH_THE_LAST_BUT_ONE:
        raise SystemExit(f"Outply says {result} of the empty board.")
    speed = count(result.nodes / result.seconds)
    return [
        ["program", "nodes", "time", "nodes/s"],
        ["Outply", count(result.nodes), duration(result.seconds), speed],
        *QUOTED,
    ]
