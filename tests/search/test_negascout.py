"""NegaScout: what its window promises, and when it looks twice."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outply import AlphaBeta, Limit, NegaScout, Watch, load
from outply.search.negascout import negascout
from tests.oracles import lookahead
from tests.search.descent import Descent
from tests.tiers import examples


@given(seed=st.integers(0, 2**32), alpha=st.integers(-10, 8), width=st.integers(1, 12), depth=...)
@settings(max_examples=examples(300), deadline=None)
def test_what_a_window_promises(seed: int, alpha: int, width: int, depth: bool):
    """Exact inside the window, a bound on the right side outside it."""
    game, plies = Descent(), 9 if depth else 4
    low, high = alpha / 4, (alpha + width) / 4
    truth = lookahead.value(game, game.start(seed), plies)
    found = negascout(game, game.start(seed), plies, low, high, Watch(plies))
    if low < truth < high:
        assert found == truth
    elif truth <= low:
        assert truth <= found <= low or game.is_terminal(game.start(seed))
    else:
        assert high <= found <= truth


@pytest.mark.parametrize("depth", [2, 4])
def test_the_line_is_whole_and_the_first_of_equals_is_chosen(depth):
    game = load("random-tree", branching=3, depth=5, spread=4)
    for seed in range(200):
        state = game.initial()._replace(path=seed * 0x9E37_79B9_7F4A_7C15 % 2**64)
        scouted = NegaScout().search(game, state, Limit(depth=depth), compiled=False)
        plain = AlphaBeta().search(game, state, Limit(depth=depth), compiled=False)
        assert len(scouted.line) == depth
        assert scouted.move == plain.move


def visits(tree, depth):
    game = load("tree", leaves=tree)
    return NegaScout().search(game, game.initial(), Limit(depth=depth), compiled=False).nodes


def test_a_worse_move_is_looked_at_once():
    first = 6  # a node, its first reply with both leaves, and one leaf of the second
    second = 4  # a node, and a reply that refutes it
    assert visits([[[5, 4], [6, 7]], [[3, 2], [9, 9]]], 3) == 1 + first + second


def test_a_better_move_is_looked_at_twice_unless_its_value_is_known():
    assert visits([[[1], [2]], [[3], [4]]], 3) == 1 + 5 + 2 * 5
    assert visits([[1, 2], [3, 4]], 2) == 1 + 3 + 3, "all replies were leaves, and seen"
