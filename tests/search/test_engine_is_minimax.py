"""The engine's value at depth d is plain minimax's, whatever it skips on the way."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import outply
from outply import Engine, Game, Limit, Minimax
from outply.game import mixed
from outply.games.random_tree import Spot
from tests.tiers import examples, only_full, sampled, tiered

# game, parameters, deepest search, positions compiled (all in the full tier), interpreted
GAMES: list[tuple[str, dict[str, Any], int, int, int]] = [
    ("connect-four", {}, 6, 1500, 20),
    ("connect-four", {"columns": 5, "rows": 4}, 7, 900, 20),
    ("connect-four", {"columns": 4, "rows": 5}, 7, 600, 20),
    ("othello", {}, 5, 1200, 10),
    ("gomoku", {"size": 7, "reach": 0}, 2, 150, 5),
    ("tic-tac-toe", {}, 9, 900, 60),
    ("tic-tac-toe", {"m": 4, "n": 4, "k": 3}, 4, 600, 10),
    ("nim", {}, 6, 800, 50),
    ("nim", {"piles": (5, 4, 3, 2), "misere": True}, 5, 400, 20),
    ("inc-square", {"length": 9}, 8, 200, 30),
    ("textbook-tree", {}, 3, 20, 10),
]
PART = tiered(3, full=1)  # `make test` searches one of so many positions
COMPILED = tiered([each for each in GAMES if not each[1] or each[0] == "gomoku"], full=GAMES)
TREES = [(2, 9, False), (3, 6, True), (5, 4, False), (7, 3, True), (1, 5, False)]
pytestmark = pytest.mark.fully_optimised
EXACT = Engine(quiescence=False, extensions=False, reductions=False, null_move=False)


def random_states(game: Game[Any], count: int) -> Iterator[Any]:
    """States on the way of random plays, never over."""
    rng = random.Random(2)
    for _ in range(count):
        state = game.initial()
        for _ in range(rng.randrange(64)):
            after = game.result(state, rng.choice(list(game.moves(state))))
            if game.is_terminal(after):
                break
            state = after
        yield state


def require_equal(game: Game[Any], state: Any, depth: int, compiled: bool) -> None:
    limit = Limit(depth=depth)
    found = EXACT.search(game, state, limit, compiled=compiled)
    truth = Minimax().search(game, state, limit, compiled=compiled)
    assert found.value == truth.value, (game.format(state), depth)
    assert found.proved >= truth.proved, (game.format(state), depth)


@sampled(8)
@pytest.mark.parametrize(
    ("name", "parameters", "deepest", "many", "few", "compiled"),
    [(*each, True) for each in COMPILED] + [(*each, False) for each in GAMES],
)
def test_games(
    name: str, parameters: dict[str, Any], deepest: int, many: int, few: int, compiled: bool
) -> None:
    game = outply.load(name, **parameters)
    rng = random.Random(1)
    for state in random_states(game, many // PART if compiled else examples(few)):
        require_equal(
            game, state, rng.randint(1, deepest if compiled else min(deepest, 4)), compiled
        )


@pytest.mark.parametrize(("branching", "height", "correlated"), TREES)
@pytest.mark.parametrize("compiled", [True, False], ids=["compiled", "interpreted"])
def test_random_trees(branching: int, height: int, correlated: bool, compiled: bool) -> None:
    game = outply.load("random-tree", branching=branching, depth=height, correlated=correlated)
    rng = random.Random(3)
    for seed in range(800 // PART if compiled else examples(40)):
        state = Spot(mixed((seed,)), 0, 0)
        require_equal(game, state, rng.randint(1, height), compiled)


@only_full
@pytest.mark.parametrize("spread", [2, 3, 5])
def test_many_equal_leaves(spread: int) -> None:
    game = outply.load("random-tree", branching=4, depth=5, spread=spread)
    for seed in range(200 // PART):
        require_equal(game, Spot(mixed((seed,)), 0, 0), 1 + seed % 5, compiled=True)
