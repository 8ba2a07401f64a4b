"""The sizes of the experiments: full, quick and tiny."""

from __future__ import annotations

from dataclasses import dataclass, field

__all__ = ["FULL", "QUICK", "TINY", "Caps", "Sizes"]

ALL_GAMES = ("connect-four", "othello", "gomoku")


@dataclass(frozen=True)
class Caps:
    """Time limits for slow machines, in seconds from the first row of an experiment on.

    Those of real games are for each game; no game but the first begins after `games` seconds.
    """

    tables: float
    figure11: float
    figure12: float
    lasvegas: float
    agreement: float
    matches: float
    games: float


@dataclass(frozen=True)
class Sizes:
    """The sizes of all experiments; times are in seconds."""

    name: str
    branching: int = 7
    levels: int = 7  # of Tables 2 and 3
    trees: int = 200  # of each kind
    generations: tuple[int, int] = (40, 200)
    time_levels: int = 9  # of Figure 11
    time_trees: int = 10
    timed: tuple[tuple[int, tuple[float, ...]], ...] = (
        (11, (0.02, 0.08, 0.2)),
        (9, (0.005, 0.02, 0.08)),
        (7, (0.001, 0.004)),  # the paper's own
    )  # of Figure 12: levels, and times for a move
    timed_trees: int = 50
    lucky_levels: tuple[int, ...] = (2, 3, 4)  # of the Las Vegas search
    lucky_shares: tuple[float, ...] = (0.1, 0.25, 0.5, 0.75)  # of all paths
    lucky_trees: int = 80
    games: tuple[str, ...] = ALL_GAMES
    positions: int = 30  # of each game; half are early
    thought: float = 0.05  # for a move
    deep_thought: float = 2.0  # for the move that is to be matched
    openings: int = 6  # each is played twice
    pace: float = 0.03  # for a move in a match
    rivals: tuple[str, ...] = ("minimax", "alphabeta", "lasvegas", "random", "engine")
    compiled: bool | None = None  # as far as possible
    caps: Caps = field(default=Caps(500, 120, 500, 240, 110, 110, 1300))


FULL = Sizes("full")

QUICK = Sizes(
    "quick",
    trees=4,
    time_levels=7,
    time_trees=2,
    timed=((9, (0.005, 0.02)), (7, (0.005,))),
    timed_trees=10,
    lucky_levels=(2, 3),
    lucky_trees=10,
    positions=8,
    thought=0.01,
    deep_thought=0.3,
    openings=1,
    pace=0.01,
    caps=Caps(8, 4, 8, 5, 5, 6, 30),
)

TINY = Sizes(
    "tiny",
    branching=2,
    levels=7,
    trees=2,
    generations=(2, 3),
    time_levels=2,
    time_trees=1,
    timed=((3, (0.001,)), (2, (0.001,))),
    timed_trees=2,
    lucky_levels=(2,),
    lucky_shares=(0.5,),
    lucky_trees=3,
    games=("connect-four",),
    positions=2,
    thought=0.005,
    deep_thought=0.02,
    openings=1,
    pace=0.001,
    rivals=("random",),
    compiled=False,
)
