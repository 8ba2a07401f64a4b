"""What a second thread is worth: the time to reach the same depth."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, islice
from statistics import median
from typing import Any, NamedTuple

from benchmarks.settings import Settings
from benchmarks.warm import warm
from benchmarks.words import Table, duration, tell, times
from outply import Engine, Game, Limit
from tests.positions import played

TITLE = "Two threads"
ABOUT = """
The time of one thread and of two, `Engine(threads=2)`, to reach the same depth: the deepest that
one thread finishes in two seconds. The positions come from random play and are not solved by then.
Median of three runs each, in turn. It means something only where two cores are free."""

RUNS = 3
POSITIONS = 6
SECONDS = 2.0
DEEPEST = 60
PLIES = {"connect-four": 6, "othello": 14}


class Task(NamedTuple):
    game: Game[Any]
    state: Any
    depth: int


def tasks(name: str, seconds: float) -> Iterator[Task]:
    game = warm(name)
    for seed in count():
        state = played(game, PLIES[name], seed)
        reached = Engine().search(game, state, Limit(seconds=seconds, depth=DEEPEST))
        if not reached.proved:
            yield Task(game, state, reached.depth)


def seconds_of(task: Task, threads: int) -> float:
    limit = Limit(depth=task.depth)
    return Engine(threads=threads).search(task.game, task.state, limit).seconds


def compared(task: Task, runs: int) -> tuple[float, float]:
    """Seconds of one thread and of two."""
    pairs = [(seconds_of(task, 1), seconds_of(task, 2)) for _ in range(runs)]
    one, two = zip(*pairs, strict=True)
    return median(one), median(two)


def table(settings: Settings) -> Table:
    rows = [["game", "position", "depth", "one thread", "two threads", "ratio"]]
    for name in PLIES:
        ratios = []
        chosen = tasks(name, 0.1 if settings.quick else SECONDS)
        for task in islice(chosen, settings.few(POSITIONS, 2)):
            one, two = compared(task, settings.few(RUNS, 1))
            position = f"`{task.game.format(task.state)}`"
            tell(f"{name}: depth {task.depth}, {one:.2f} s and {two:.2f} s")
            ratios.append(one / two)
            times_taken = [duration(one), duration(two), times(one / two)]
            rows.append([name, position, str(task.depth), *times_taken])
        rows.append([f"{name}, median", "", "", "", "", times(median(ratios))])
    return rows
