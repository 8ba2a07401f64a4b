"""The tree of Monte-Carlo tree search: its statistics, its memory and its recording."""

from __future__ import annotations

import math

import pytest

from outply import MCTS, Limit, load
from outply.search.mcts.recording import record_tree
from outply.search.mcts.search_tree import ROOT, SearchTree
from outply.search.mcts.simulation import Simulation
from outply.search.mcts.tree_thread import run_simulations
from outply.search.watch import Watch
from tests.mcts.running import MODES, POLICIES, result_and_tree
from tests.mcts.throws import Corridor
from tests.tiers import only_full, slow, tiered


def all_children(tree):
    """All headers of children, in the order of cells."""
    children = tree.first_children()
    while children < tree.end():
        yield children
        children += 1 + tree.count(children)


@MODES
@pytest.mark.parametrize("megabytes", [1, 64])
@pytest.mark.parametrize("policy", POLICIES)
def test_visits_and_values_add_up(policy, megabytes, compiled):
    """Visits are those of the children, and a value is the sum of the children's, and some of
    its own; after garbage collection, too.
    """
    game = load("connect-four")
    simulations = tiered(20_000, full=40_000) if compiled else tiered(600, full=600, quick=150)
    search = MCTS(simulations=simulations, policy=policy, megabytes=megabytes, seed=3)
    result, tree = result_and_tree(search, game, game.initial(), compiled)
    assert sum(visits for _, visits in result.visits) == result.nodes == simulations
    assert tree.end() <= tree.capacity()
    for children in all_children(tree):
        parent, nodes = tree.parent(children), tree.child_nodes(children)
        assert tree.children(parent) == children
        assert sum(map(tree.visits, nodes)) <= tree.parent_visits(children)
        if parent != ROOT:
            below = sum(tree.visits(node) - tree.value_sum(node) for node in nodes)  # to the other
            unknown = tree.visits(parent) - sum(map(tree.visits, nodes))
            assert -1e-6 <= tree.value_sum(parent) - below <= unknown + 1e-6
    if policy in ("rave", "grave"):
        for node in tree.child_nodes(tree.children(ROOT)):
            assert tree.rave_visits(node) >= tree.visits(node)


def test_a_full_tree_discards_its_least_visited_nodes():
    game = load("connect-four")
    _, tree = result_and_tree(MCTS(simulations=100_000, megabytes=1), game, game.initial(), True)
    _, large = result_and_tree(MCTS(simulations=100_000, megabytes=64), game, game.initial(), True)
    assert tree.end() <= tree.capacity() < large.end()
    kept = [tree.parent_visits(children) for children in all_children(tree)]
    assert sum(visits <= 1 for visits in kept) < len(kept)
    assert tree.visits(ROOT) == 100_001  # one more than there were


@only_full
@slow
@pytest.mark.parametrize("policy", ["ucb1", "tuned", "puct"])
def test_the_next_simulation_goes_where_the_formula_says(policy):
    """The tree of n simulations and the formula of the papers predict the next one."""
    game = load("connect-four")
    for simulations in (7, 20, 50, 90, 150, 333):
        search = MCTS(simulations=simulations, policy=policy, exploration=0.9, priors="uniform")
        before, tree = result_and_tree(search, game, game.initial())
        after = MCTS(
            simulations=simulations + 1, policy=policy, exploration=0.9, priors="uniform"
        ).search(game, game.initial(), compiled=False)
        grew = [move for move, visits in after.visits if dict(before.visits).get(move, 0) < visits]
        urgencies = {
            tree.move(node): urgency(tree, node, simulations, policy)
            for node in tree.child_nodes(tree.children(ROOT))
        }
        assert urgencies[grew[0]] == pytest.approx(max(urgencies.values()))


def urgency(tree, node, simulations, policy):
    visits, constant = tree.visits(node), 0.9
    mean = tree.value_sum(node) / visits if visits else 10.0
    if policy == "puct":
        return mean + constant / 7 * math.sqrt(simulations + 1) / (1 + visits)
    logarithm = math.log(simulations + 1) / max(visits, 1)
    if policy == "tuned" and visits:
        spread = tree.auxiliary(node) / visits - mean**2 + math.sqrt(2 * logarithm)
        return mean + constant * math.sqrt(logarithm * min(0.25, spread))
    return mean + constant * math.sqrt(logarithm)


def test_a_deep_tree_can_be_recorded():
    game, depth = Corridor(), 1500
    tree, node = SearchTree(1, MCTS().settings(game, Limit())), ROOT
    for ply in range(depth):
        children = tree.allocate(1)
        tree.write_header(children, node, 1, ply & 1)
        tree.write_node(children + 1, ply)
        tree.attach(children, node)
        node = children + 1
        tree.visit_child(children, node, 1)
    watch = Watch(depth + 1)
    record_tree(game, game.initial(), tree, lambda _depth: watch)
    assert watch.nodes == depth + 1


def test_each_player_has_a_reference_of_its_own():
    """GRAVE: a move is judged by moves of the same player."""
    game = load("tic-tac-toe")
    simulation, seen = Simulation(1), []
    search = MCTS(policy="grave", reference=30)
    tree = SearchTree(1, search.settings(game, Limit()))
    for _ in range(300):
        run_simulations(game, game.initial(), ROOT, 1, Watch(0), tree, simulation)
        for player in range(2):
            children = simulation.reference(player)
            if children:
                seen.append(tree.player(children) == player)
    assert len(seen) > 300 and all(seen)
