"""Monte-Carlo tree search in several threads: nothing is lost, nothing is doubled."""

from __future__ import annotations

import pytest

from outply import MCTS, Limit, load
from outply.game import CHANCE
from outply.search.mcts.search_tree import ROOT
from tests.clock import with_enough_seconds
from tests.mcts.running import result_and_tree
from tests.tiers import only_full, sampled


@pytest.mark.parametrize("parallel", ["tree", "root"])
def test_threads_share_the_simulations(parallel):
    game = load("connect-four")
    search = MCTS(simulations=30_001, threads=2, parallel=parallel, megabytes=1, solver=False)
    result = search.search(game, game.parse("414141"), compiled=True)  # 4 makes four
    assert result.nodes == 30_001
    assert sum(visits for _, visits in result.visits) == 30_001
    assert result.move == 3


@only_full
@sampled(2)
@pytest.mark.parametrize("threads", [4, 8])
def test_many_threads_fill_a_small_tree_again_and_again(threads):
    game = load("connect-four")
    for seed in range(5):
        search = MCTS(simulations=60_000, threads=threads, megabytes=1, seed=seed)
        result = search.search(game, game.initial(), compiled=True)
        assert sum(visits for _, visits in result.visits) == result.nodes == 60_000


def test_threads_that_are_stopped_have_written_all_batches():
    game = load("connect-four")
    search = MCTS(threads=2, solver=False)
    for milliseconds in (20, 50, 200):
        result = with_enough_seconds(
            lambda seconds: search.search(game, game.initial(), Limit(seconds=seconds)),
            lambda found: found.nodes > 0,
            milliseconds / 1000,
        )
        assert sum(visits for _, visits in result.visits) == result.nodes > 0
        assert all(0.0 <= abs(line.value) <= 1.0 for line in result.lines)


def test_a_kept_tree_is_used_by_other_numbers_of_threads():
    """Interpreted there is one thread, compiled there are two, on one tree and in turn."""
    game = load("connect-four")
    state = game.initial()
    search = MCTS(reuse=True, threads=2, megabytes=1, solver=False)
    total = 0
    for simulations, compiled in ((100, False), (20_000, True), (300, False), (30_000, True)):
        result = search.search(game, state, Limit(nodes=simulations), compiled=compiled)
        total += simulations
        assert result.nodes == simulations
        assert sum(visits for _, visits in result.visits) == total


def test_sums_of_squares_are_batched_with_the_visits():
    """Of values of -1, 0 and 1, which count as 0, ½ and 1, UCB1-tuned sums up the squares too."""
    game = load("connect-four")
    search = MCTS(policy="tuned", threads=4, simulations=40_000, solver=False)
    _, tree = result_and_tree(search, game, game.initial(), compiled=True)
    for node in tree.child_nodes(tree.children(ROOT)):
        draws = 4 * (tree.value_sum(node) - tree.auxiliary(node))
        wins = tree.value_sum(node) - draws / 2
        assert draws == pytest.approx(round(draws))
        assert wins == pytest.approx(round(wins))
        assert draws >= 0 and wins >= 0 and draws + wins <= tree.visits(node)


def test_probabilities_are_not_overwritten_by_squares():
    """Both are in the same word of a cell."""
    game = load("pig")
    search = MCTS(policy="tuned", threads=2, simulations=20_000, solver=False)
    _, tree = result_and_tree(search, game, game.initial(), compiled=True)
    children, seen = tree.first_children(), 0
    while children < tree.end():
        if tree.player(children) == CHANCE:
            outcomes = tree.child_nodes(children)
            assert sum(map(tree.auxiliary, outcomes)) == pytest.approx(1.0)
            seen = max(seen, *map(tree.visits, outcomes))
        children += 1 + tree.count(children)
    assert seen > 1000


def test_threads_prove_too():
    game = load("tic-tac-toe")
    result = MCTS(threads=2, simulations=10**7).search(game, game.initial(), compiled=True)
    assert (result.proved, result.value) == (True, 0)
