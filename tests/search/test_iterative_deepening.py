"""Iterative deepening: always ply by ply, with the best moves of the last depth first."""

from __future__ import annotations

from itertools import pairwise

import pytest

from outply import AlphaBeta, Limit, load
from outply.search.alphabeta_with_memory import remembered_first
from outply.search.iterative_deepening import DeepeningAlphaBeta
from outply.search.transposition_table import NO_MOVE
from tests.search.descent import Descent
from tests.tiers import slow

SPEEDS = pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])


@SPEEDS
def test_a_limit_of_depth_is_reached_ply_by_ply(compiled):
    game, seen = Descent(height=30), []
    DeepeningAlphaBeta().search(
        game, game.initial(), Limit(depth=5), compiled=compiled, progress=seen.append
    )
    assert [result.depth for result in seen] == [1, 2, 3, 4, 5]
    assert all(one.nodes < more.nodes for one, more in pairwise(seen))


def test_what_is_proved_ends_it():
    game, seen = load("tic-tac-toe"), []
    state = game.parse("XX./OO./... X")
    found = DeepeningAlphaBeta().search(game, state, compiled=False, progress=seen.append)
    assert found.proved and found.value == 1
    assert found.depth == len(seen) <= 5


@slow
def test_the_best_moves_of_the_last_depth_are_tried_first():
    """Where guesses are good, deepening costs less than going straight to the depth."""
    game = load("random-tree", branching=4, depth=6, correlated=True, spread=10_000)
    deepened = plain = 0
    for seed in range(10):
        state = game.initial()._replace(path=seed * 0x9E37_79B9_7F4A_7C15 % 2**64)
        deepened += DeepeningAlphaBeta().search(game, state, Limit(depth=6), compiled=False).nodes
        plain += AlphaBeta().search(game, state, Limit(depth=6), compiled=False).nodes
    assert deepened < plain


def test_a_remembered_move_comes_first_and_once():
    game = load("connect-four")
    moves = list(game.moves(game.initial()))
    last = moves[-1]
    first = list(remembered_first(game, game.initial(), last))
    assert first == [last, *moves[:-1]]
    assert list(remembered_first(game, game.initial(), NO_MOVE)) == moves
    assert list(remembered_first(game, game.initial(), 99)) == moves, "no move of this position"
