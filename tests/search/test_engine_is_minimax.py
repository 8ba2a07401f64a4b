"""The engine's value at depth d is plain minimax's, whatever it skips on the way."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import outply
from outply import Engine, Game, Limit, Minimax

GAMES: list[tuple[str, dict[str, Any], int, int]] = [
    ("connect-four", {}, 6, 1500),
    ("connect-four", {"columns": 5, "rows": 4}, 7, 700),
    ("connect-four", {"columns": 4, "rows": 5}, 7, 500),
    ("othello", {}, 5, 1200),
    ("gomoku", {"size": 7}, 2, 150),
    ("tic-tac-toe", {}, 9, 800),
    ("tic-tac-toe", {"m": 4, "n": 4, "k": 3}, 4, 500),
    ("nim", {}, 6, 600),
    ("inc-square", {"length": 9}, 8, 200),
]


def random_states(game: Game[Any], seed: int, count: int) -> Iterator[Any]:
    """States on the way of random games, never over."""
    rng = random.Random(seed)
    while count:
        state = game.initial()
        for _ in range(rng.randrange(64)):
            after = game.result(state, rng.choice(list(game.moves(state))))
            if game.is_terminal(after):
                break
            state = after
        yield state
        count -= 1


@pytest.mark.parametrize(("name", "parameters", "deepest", "count"), GAMES)
def test_compiled(name: str, parameters: dict[str, Any], deepest: int, count: int) -> None:
    game = outply.load(name, **parameters)
    rng = random.Random(1)
    for state in random_states(game, 2, count):
        limit = Limit(depth=rng.randint(1, deepest))
        found = Engine(quiescence=False).search(game, state, limit, compiled=True)
        truth = Minimax().search(game, state, limit, compiled=True)
        assert found.value == truth.value, (game.format(state), limit)


@pytest.mark.parametrize("correlated", [False, True])
@pytest.mark.parametrize(("branching", "depth"), [(2, 8), (3, 6), (5, 4), (7, 3), (1, 5)])
def test_random_trees(branching: int, depth: int, correlated: bool) -> None:
    for seed in range(400):
        game = outply.load(
            "random-tree", branching=branching, depth=depth, seed=seed, correlated=correlated
        )
        ...
