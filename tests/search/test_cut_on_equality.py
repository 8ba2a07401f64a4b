"""Cuts on equality: textbooks disagree about them, and the value is the same."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outply import AlphaBeta, AlphaBetaNegamax, NegaScout, load
from tests.tiers import examples

SEARCHES = (AlphaBeta, AlphaBetaNegamax, NegaScout)

trees = st.recursive(
    st.integers(-2, 2), lambda below: st.lists(below, min_size=1, max_size=4), max_leaves=40
).filter(lambda tree: isinstance(tree, list))


def minimax_value(tree: Any, maximizes: bool = True) -> int:
    if isinstance(tree, int):
        return tree
    values = [minimax_value(below, not maximizes) for below in tree]
    return max(values) if maximizes else min(values)


def nodes_without_equal_cuts(tree: Any, alpha: float, beta: float, maximizes: bool) -> Any:
    """The value and the visited nodes, after the pseudocode that cuts on `v > beta` only."""
    if isinstance(tree, int):
        return tree, 1
    best, visited = (-9 if maximizes else 9), 1
    for below in tree:
        value, nodes = nodes_without_equal_cuts(below, alpha, beta, not maximizes)
        visited += nodes
        best = max(best, value) if maximizes else min(best, value)
        if (best > beta) if maximizes else (best < alpha):
            break
        alpha, beta = (max(alpha, best), beta) if maximizes else (alpha, min(beta, best))
    return best, visited


@pytest.mark.parametrize("search", SEARCHES)
@given(tree=trees)
@settings(max_examples=examples(150), deadline=None)
def test_the_value_is_the_same(search: Any, tree: Any) -> None:
    game = load("tree", leaves=tree)
    for equality in (True, False):
        found = search(cut_on_equality=equality).search(game, game.initial(), compiled=False)
        assert found.value == minimax_value(tree)


@pytest.mark.parametrize("search", [AlphaBeta, AlphaBetaNegamax])
@given(tree=trees)
@settings(max_examples=examples(150), deadline=None)
def test_the_visits_are_those_of_the_other_pseudocode(search: Any, tree: Any) -> None:
    game = load("tree", leaves=tree)
    found = search(cut_on_equality=False).search(game, game.initial(), compiled=False)
    assert found.nodes == nodes_without_equal_cuts(tree, -9, 9, True)[1]


@pytest.mark.parametrize("search", SEARCHES)
def test_interpreted_and_compiled_agree(search: Any) -> None:
    game = load("tree", leaves=[[[3, 3], [3, 1]], [[3, 0], [2, 2]], [[3, 3], [3, 3]]])
    for equality in (True, False):
        found = [
            search(cut_on_equality=equality).search(game, game.initial(), compiled=compiled)
            for compiled in (True, False)
        ]
        assert len({(result.value, result.nodes, result.line) for result in found}) == 1


def test_an_equal_reply_cuts_or_not() -> None:
    game = load("tree", leaves=[[3, 12], [3, 9]])
    visited = [
        AlphaBeta(cut_on_equality=equality).search(game, game.initial(), compiled=False).nodes
        for equality in (True, False)
    ]
    assert visited == [6, 7]
