"""The textbook searches against a naive oracle, the seeds' examples, and each other."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outply import MAX, AlphaBeta, AlphaBetaNegamax, Limit, Minimax, Negamax, load
from outply.game import mixed
from outply.games.random_tree import Spot
from outply.search.alphabeta import AlphaBetaSettings, alphabeta, alphabeta_negamax
from outply.search.watch import Watch
from tests.positions import played
from tests.tiers import examples, slow

ALL = [Minimax(), Negamax(), AlphaBeta(), AlphaBetaNegamax()]
SPEEDS = pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])
EACH = pytest.mark.parametrize("search", ALL, ids=lambda s: s.name)


def naive_value(tree, maximizing=True):
    """Minimax over nested lists, in two lines; shares nothing with the searches."""
    if not isinstance(tree, list):
        return tree
    return (max if maximizing else min)(naive_value(child, not maximizing) for child in tree)


nested = st.recursive(
    st.integers(-9, 9), lambda inner: st.lists(inner, min_size=1, max_size=4), max_leaves=40
)


@given(nested)
@settings(max_examples=examples(300), deadline=None)
def test_random_explicit_trees(tree):
    game = load("tree", leaves=tree)
    for search in ALL:
        result = search.search(game, game.initial(), compiled=False)
        assert result.value == naive_value(tree)
        assert result.proved


@SPEEDS
@EACH
@given(seed=st.integers(0, 2**32), correlated=st.booleans())
@settings(max_examples=examples(50), deadline=None)
def test_random_trees_never_built(search, compiled, seed, correlated):
    game = load("random-tree", branching=3, depth=4, correlated=correlated)
    start = Spot(mixed((seed,)), 0, 0)  # in the state, so that one kernel serves all seeds

    def grown(state):
        if game.is_terminal(state):
            return game.utility(state, MAX)
        return [grown(game.result(state, move)) for move in game.moves(state)]

    result = search.search(game, start, compiled=compiled)
    assert result.value == naive_value(grown(start))
    assert len(result.line) == 4


@EACH
def test_three_by_three(search):
    game = load("textbook-tree")
    result = search.search(game, game.initial())
    assert (result.value, result.move, result.line) == (3, 0, (0, 0))


@SPEEDS
def test_three_by_three_alphabeta_looks_at_seven_leaves(compiled):
    game = load("textbook-tree")
    result = AlphaBeta().search(game, game.initial(), compiled=compiled)
    inner_nodes = 4
    assert result.nodes - inner_nodes == 7


@EACH
def test_lecture_tree(search):
    game = load("lecture-tree")
    result = search.search(game, game.initial())
    assert (result.value, result.move) == (5, 2)
    children = [game.result(game.initial(), move) for move in range(3)]
    assert [-search.search(game, child).value for child in children] == [3, 4, 5]


@EACH
def test_inc_square(search):
    game = load("inc-square")
    start = game.initial()
    result = search.search(game, start)
    assert (result.value, game.format_move(start, result.move)) == (5, "inc")
    inc, sqr = (game.result(start, move) for move in game.moves(start))
    assert [search.search(game, game.result(inc, m)).value for m in game.moves(inc)] == [5, 6]
    assert [search.search(game, game.result(sqr, m)).value for m in game.moves(sqr)] == [5, 3]


@pytest.mark.parametrize("search", [Minimax(), Negamax()], ids=lambda s: s.name)
def test_tic_tac_toe_full_minimax_compiled(search):
    game = load("tic-tac-toe")
    result = search.search(game, game.initial(), compiled=True)
    assert (result.value, result.nodes, result.proved) == (0, 549_946, True)
    assert len(result.line) == 9


def test_tic_tac_toe_full_minimax_interpreted():
    game = load("tic-tac-toe")
    state = game.result(game.initial(), 4)
    interpreted = Minimax().search(game, state, compiled=False)
    compiled = Minimax().search(game, state, compiled=True)
    assert interpreted.nodes == compiled.nodes == 55_505
    assert interpreted.value == compiled.value == 0


@slow
@SPEEDS
@pytest.mark.parametrize(("depth", "nodes"), [(8, 12_574), (10, 155_590)])
@pytest.mark.parametrize("search", [AlphaBeta(), AlphaBetaNegamax()], ids=lambda s: s.name)
def test_connect_four_node_counts(search, depth, nodes, compiled):
    from tests.search.constant_evaluation import IndifferentConnectFour

    game = IndifferentConnectFour()
    result = search.search(game, game.initial(), Limit(depth=depth), compiled=compiled)
    assert result.nodes == nodes


@given(plies=st.integers(0, 30), seed=st.integers(0, 2**32), depth=st.integers(1, 4))
@settings(max_examples=examples(60), deadline=None)
@pytest.mark.parametrize("name", ["connect-four", "othello", "tic-tac-toe", "nim"])
def test_alphabeta_is_minimax(name, plies, seed, depth):
    game = load(name)
    state = played(game, plies, seed)
    results = [search.search(game, state, Limit(depth=depth), compiled=True) for search in ALL]
    assert len({result.value for result in results}) == 1
    assert len({result.move for result in results}) == 1
    assert results[2].nodes <= results[0].nodes


@given(
    seed=st.integers(0, 2**32),
    alpha=st.integers(-5, 105),
    width=st.integers(1, 60),
)
@settings(max_examples=examples(200), deadline=None)
@pytest.mark.parametrize("search", ["alphabeta", "alphabeta-negamax"])
def test_what_a_window_promises(search, seed, alpha, width):
    """Exact inside the window, a bound on the right side outside it."""
    game = load("random-tree", branching=3, depth=4, seed=seed)
    beta = alpha + width
    truth = Minimax().search(game, game.initial(), compiled=False).value
    if search == "alphabeta":
        found = alphabeta(game, game.initial(), 4, alpha, beta, Watch(4), AlphaBetaSettings(MAX))
    else:
        found = alphabeta_negamax(game, game.initial(), 4, alpha, beta, Watch(4))
    if alpha < truth < beta:
        assert found == truth
    elif truth <= alpha:
        assert truth <= found <= alpha
    else:
        assert beta <= found <= truth
