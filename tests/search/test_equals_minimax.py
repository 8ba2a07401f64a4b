"""Searches with windows and memory find what minimax finds, and the right move for it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outply import Limit, load, named
from outply.game import mixed
from outply.games.random_tree import Spot
from tests.oracles import lookahead, nested
from tests.positions import played
from tests.search.descent import Descent
from tests.tiers import examples, tiered

NAMES = ["negascout", "mtdf", "sss", "dual-sss", "iterative-deepening"]
EACH = pytest.mark.parametrize("name", NAMES)
SPEEDS = pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])

trees = st.recursive(
    st.integers(-5, 5), lambda inner: st.lists(inner, min_size=1, max_size=4), max_leaves=40
)


def facts(result):
    return (result.move, result.value, result.line, result.depth, result.nodes, result.proved)


def assert_right(game, state, depth, found):
    """The value is minimax's, at the root and all along the line."""
    assert found.value == lookahead.value(game, state, depth)
    if game.is_terminal(state):
        return
    assert found.move == found.line[0]
    for plies, move in enumerate(found.line):
        left = found.depth - plies
        best = lookahead.value(game, state, left)
        assert lookahead.after(game, state, move, left) == best
        state = game.result(state, move)


@EACH
@given(tree=trees)
@settings(max_examples=examples(100), deadline=None)
def test_explicit_trees(name, tree):
    game = load("tree", leaves=tree)
    found = named(name).search(game, game.initial(), compiled=False)
    assert found.value == nested.value(tree)
    assert found.proved


@EACH
@given(
    branching=st.integers(1, 4),
    height=st.integers(1, 5),
    seed=st.integers(0, 2**32),
    correlated=st.booleans(),
    spread=st.sampled_from([2, 5, 100, 2**31]),
    cut_short=st.integers(0, 2),
)
@settings(max_examples=examples(60), deadline=None)
def test_random_trees_of_every_kind(name, branching, height, seed, correlated, spread, cut_short):
    game = load(
        "random-tree",
        branching=branching,
        depth=height,
        seed=seed,
        correlated=correlated,
        spread=spread,
    )
    depth = max(1, height - cut_short)
    found = named(name).search(game, game.initial(), Limit(depth=depth), compiled=False)
    assert_right(game, game.initial(), depth, found)
    assert found.proved == (depth == height)


@EACH
def test_thousands_of_random_trees(name):
    """The seed goes into the state: one kernel for all. One in 20 runs at both speeds."""
    game = load("random-tree", branching=3, depth=6, correlated=True)
    search = named(name)
    for seed in range(tiered(200, full=400, quick=40)):
        state = Spot(mixed((seed,)), 1 + seed % 2, 0)  # one in two has MIN at the root
        depth = 2 + seed % 3
        found = search.search(game, state, Limit(depth=depth), compiled=True)
        assert_right(game, state, depth, found)
        if seed % 20 == 0:
            again = search.search(game, state, Limit(depth=depth), compiled=False)
            assert facts(again) == facts(found)


@EACH
def test_paths_that_meet_turns_that_repeat_and_early_ends(name):
    game, search = Descent(), named(name)
    for seed in range(tiered(200, full=600, quick=40)):
        state, depth = game.start(seed), 1 + seed % 10
        found = search.search(game, state, Limit(depth=depth), compiled=True)
        assert_right(game, state, depth, found)
        assert found.proved or depth < game.height
        if found.proved:
            assert found.value == lookahead.value(game, state)
        if seed % 20 == 0:
            again = search.search(game, state, Limit(depth=depth), compiled=False)
            assert facts(again) == facts(found)


@EACH
def test_deepening_under_a_limit_of_nodes(name):
    """The table is kept from depth to depth, and the deepest finished one is answered with."""
    game, search = Descent(height=14), named(name)
    for seed in range(0, 100, tiered(2, full=1, quick=10)):
        state = game.start(seed)
        found = search.search(game, state, Limit(nodes=40 + 3 * seed), compiled=False)
        assert found.nodes <= 40 + 3 * seed
        if found.depth:
            assert_right(game, state, found.depth, found)


@EACH
@given(plies=st.integers(0, 50), seed=st.integers(0, 2**32), depth=st.integers(1, 3))
@settings(max_examples=examples(10), deadline=None)
@pytest.mark.parametrize("game_name", ["connect-four", "othello", "tic-tac-toe", "nim"])
def test_real_games(name, game_name, plies, seed, depth):
    game = load(game_name)
    state = played(game, plies, seed)
    found = named(name).search(game, state, Limit(depth=depth), compiled=False)
    assert_right(game, state, depth, found)
