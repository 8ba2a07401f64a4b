"""How long the match at the end of learning takes."""

from __future__ import annotations

import random
from typing import Any

from outply.game import Game
from outply.learn.self_play import MOST_PLIES

__all__ = ["match_seconds", "mean_plies_of_random_plays"]

RANDOM_PLAYS = 10
START_SECONDS = 3.0  # in which the players get ready
MOST_PLIES_IN_ALL = 3000  # so that slow rules do not delay the learning


def mean_plies_of_random_plays(game: Game[Any], seed: int = 0) -> float:
    """The mean length of a few random plays."""
    rng = random.Random(seed)
    lengths: list[int] = []
    while len(lengths) < RANDOM_PLAYS and sum(lengths) < MOST_PLIES_IN_ALL:
        state, plies = game.initial(), 0
        while plies < MOST_PLIES and not game.is_terminal(state):
            state = game.result(state, game.pick(state, rng.random()))
            plies += 1
        lengths.append(plies)
    return sum(lengths) / len(lengths)


def match_seconds(games: int, mean_plies: float, seconds: float, jobs: int | None) -> float:
    """The seconds of so many games, `jobs` at once, if each move takes its whole time.

    None is one job for each core, and 0 plays them in this process.
    """
    if jobs is None:
        from loky import cpu_count  # type: ignore[import-untyped]

        jobs = int(cpu_count())
    at_once = min(max(jobs, 1), max(games, 1))
    return START_SECONDS + games * mean_plies * seconds / at_once
