"""How long the match at the end of learning takes."""

from __future__ import annotations

import random
from typing import Any

from outply.game import CHANCE, Game
from outply.learn.self_play import MOST_PLIES
from outply.search.random_numbers import random_choice

__all__ = ["match_seconds", "mean_plies_of_random_plays"]

RANDOM_PLAYS = 10
START_SECONDS = 3.0  # in which the players get ready
MOST_PLIES_IN_ALL = 3000  # so that slow rules do not delay the learning


def mean_plies_of_random_plays(game: Game[Any], seed: int = 0) -> float:
    """The mean length of a few random plays."""
    rng = random.Random(seed)
    lengths: list[int] = []
    while len(lengths) < RANDOM_PLAYS and sum(lengths) < MOST_PLIES_IN_ALL:
        lengths.append(_random_length(game, rng))
    return sum(lengths) / len(lengths)


def _random_length(game: Game[Any], rng: random.Random) -> int:
    """The moves of one random play; outcomes of chance are not counted."""
    state, moves = game.initial(), 0
    for _ in range(MOST_PLIES):
        if game.is_terminal(state):
            break
        moves += game.to_move(state) != CHANCE
        state = game.result(state, random_choice(game, state, rng.random()))
    return moves


def match_seconds(games: int, mean_plies: float, seconds: float, jobs: int | None) -> float:
    """The seconds that `games` games take, `jobs` at once, if each move takes its whole time.

    None is one job for each core, and 0 plays them in this process.
    """
    if jobs is None:
        from loky import cpu_count  # type: ignore[import-untyped]

        jobs = int(cpu_count())
    at_once = min(max(jobs, 1), max(games, 1))
    return START_SECONDS + games * mean_plies * seconds / at_once
