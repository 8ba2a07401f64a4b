"""The trees of the experiments: the leaves of `random-tree`, true values, ranks."""

import pytest

from outply import Limit, Minimax
from outply.experiments.genetic_minimax_paper.compared_searches import StraightMinimax
from outply.experiments.genetic_minimax_paper.seeded_trees import (
    KINDS,
    SeededTree,
    best_line,
    rank,
    root,
    true_values,
)
from outply.game import mixed
from outply.games.random_tree import RandomTree, Spot


def leaves(game, state, levels):
    """What every path is worth, in order."""
    states = [state]
    for _ in range(levels):
        states = [game.result(above, move) for above in states for move in game.moves(above)]
    assert all(map(game.is_terminal, states))
    return [game.utility(leaf, 0) for leaf in states]


def minimax(values, branching, maximize):
    if len(values) == 1:
        return values[0]
    size = len(values) // branching
    parts = [values[start : start + size] for start in range(0, len(values), size)]
    return (max if maximize else min)(minimax(part, branching, not maximize) for part in parts)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("levels", [1, 2, 4])
def test_the_leaves_are_those_of_random_tree(kind, levels):
    same = RandomTree(3, levels, correlated=kind == "correlated", spread=1_000_000)
    game = SeededTree(3)
    for seed in range(3):
        ours, theirs = root(seed, levels, kind), Spot(mixed((seed + 1,)), 0, 0)
        assert leaves(game, ours, levels) == leaves(same, theirs, levels)
        assert game.evaluate(ours, 0) == same.evaluate(theirs, 0)
        assert game.evaluate(ours, 1) == -game.evaluate(ours, 0)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("compiled", [False, True])
def test_true_values_are_minimax(kind, compiled):
    game = SeededTree(7)
    for levels in (1, 2, 3):
        state = root(levels, levels, kind)
        values = leaves(game, state, levels)
        size = len(values) // 7
        expected = [minimax(values[m * size : (m + 1) * size], 7, False) for m in range(7)]
        assert true_values(game, state, compiled) == expected
        line = best_line(game, state, compiled=False)
        assert len(line) == levels
        assert expected[line[0]] == max(expected)


def test_rank_and_bias():
    values = [3, 9, 5, 9, 1]
    assert [rank(values, move) for move in range(5)] == [4, 1, 3, 1, 5]


def test_minimax_straight_to_the_leaves():
    game, state = SeededTree(3), root(1, 4, "independent")
    exact = Minimax().search(game, state, compiled=False)
    found = StraightMinimax().search(game, state, Limit(seconds=60), compiled=False)
    assert (found.value, found.line, found.depth) == (exact.value, exact.line, 4)
    assert StraightMinimax().search(game, state, Limit(seconds=0), compiled=False).move == 0
