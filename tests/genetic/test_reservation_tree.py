"""The reservation tree: the paper's examples, and minimax over the inserted paths."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outply import load
from outply.search.genetic.population import GeneticSettings, Population
from outply.search.genetic.pruning import (
    free_unmarked,
    mark_path,
    mark_principal,
    mark_unfinished,
)
from outply.search.genetic.reservation_tree import NONE, ROOT, ReservationTree
from outply.search.genetic.tree_replay import replay
from outply.tree import Recorder
from tests.tiers import examples

Path = tuple[int, ...]


def new_tree(megabytes: float = 1) -> ReservationTree:
    tree = ReservationTree(megabytes)
    tree.reset()
    return tree


def insert(tree: ReservationTree, path: Path, value: float, branching: int = 1000) -> int:
    """Insert a path of alternating moves; its leaf, or a finished node that it leads to."""
    node, is_new = ROOT, False
    for ply, gene in enumerate(path):
        after = tree.child_by_gene(node, gene)
        if after == NONE:
            is_new = True
            if tree.is_finished(node):
                return node
            if tree.child(node) == NONE:
                tree.set_move_count(node, branching)
            after = tree.add(node, gene, gene, 1 if ply % 2 else -1)
        node = after
    if is_new:
        tree.reserve(node, value)
    return node


def value_at(tree: ReservationTree, path: Path) -> float:
    node = ROOT
    for gene in path:
        node = tree.child_by_gene(node, gene)
    return tree.value(node)


def best_play(tree: ReservationTree, prefix: Path) -> Path:
    """From where a path leads, down to a leaf."""
    node, genes = ROOT, ()
    for gene in prefix:
        node = tree.child_by_gene(node, gene)
    while (node := tree.best_child(node)) != NONE:
        genes = (*genes, tree.gene(node))
    return genes


def minimax(paths: dict[Path, float], prefix: Path = ()) -> float:
    """Over the paths alone, by recursion."""
    if prefix in paths:
        return paths[prefix]
    ways = {path[len(prefix)] for path in paths if path[: len(prefix)] == prefix}
    values = [minimax(paths, (*prefix, way)) for way in ways]
    return min(values) if len(prefix) % 2 else max(values)


TABLE_1 = {
    (1, 1, 1): (11, 2),
    (2, 2, 1): (23, 2),
    (3, 1, 2): (14, 4),
    (1, 2, 1): (8, 3),
    (2, 1, 1): (6, 3),
    (2, 1, 2): (2, 1),
    (3, 2, 1): (15, 2),
    (1, 1, 3): (3, 1),
}


def test_table_1():
    tree = new_tree()
    leaves = {path: insert(tree, path, value) for path, (value, _) in TABLE_1.items()}
    fitness = {path: tree.fitness(leaf) for path, leaf in leaves.items()}
    assert fitness == {path: expected for path, (_, expected) in TABLE_1.items()}
    best = sorted(fitness, key=fitness.__getitem__, reverse=True)[:3]
    assert set(best) == {(3, 1, 2), (1, 2, 1), (2, 1, 1)}
    assert tree.line() == (3, 1, 2)


def test_figures_6_and_7():
    tree = new_tree()
    a = insert(tree, (1, 3, 1), 6)
    b = insert(tree, (1, 1, 1), 5)
    assert (value_at(tree, (1,)), tree.value(ROOT)) == (5, 5)
    c = insert(tree, (1, 3, 4), 7)
    assert value_at(tree, (1, 3)) == 7
    assert (value_at(tree, (1,)), tree.value(ROOT)) == (5, 5)
    assert tree.changed == 2  # the leaf and its MAX node
    assert [tree.fitness(leaf) for leaf in (a, b, c)] == [1, 4, 2]


paths = st.lists(st.tuples(*[st.integers(0, 2)] * 4, st.integers(-3, 3)), min_size=1, max_size=40)


@given(paths)
@settings(max_examples=examples(400), deadline=None)
def test_values_are_minimax_over_the_paths_in_any_order(given):
    tree, known = new_tree(), {}
    for *path, value in given:
        if tuple(path) not in known:
            known[tuple(path)] = float(value)
        insert(tree, tuple(path), value)
    prefixes = {path[:length] for path in known for length in range(5)}
    for prefix in prefixes:
        assert value_at(tree, prefix) == minimax(known, prefix)
        assert known[prefix + best_play(tree, prefix)] == minimax(known, prefix)


@given(paths, st.integers(0, 10))
@settings(max_examples=examples(200), deadline=None)
def test_pruning_changes_no_value_and_keeps_the_line(given, kept):
    tree = new_tree()
    leaves = [insert(tree, tuple(path), value) for *path, value in given]
    line, value, size = tree.line(), tree.value(ROOT), tree.size()
    heights = [tree.fitness(leaf) for leaf in leaves[:kept]]
    mark_principal(tree)
    for leaf in leaves[:kept]:
        mark_path(tree, leaf)
    free_unmarked(tree)
    assert tree.value(ROOT) == value
    assert value_at(tree, line) == value
    assert [tree.fitness(leaf) for leaf in leaves[:kept]] == heights
    assert tree.size() <= size
    for gene in range(3):  # freed nodes are used again
        insert(tree, (gene, 9, 9, 9), 0)
    assert tree.value(ROOT) == tree.value(tree.best_child(ROOT))


@given(st.randoms(use_true_random=False))
@settings(max_examples=examples(200), deadline=None)
def test_an_exact_tree_has_the_value_of_all_paths(random):
    """Paths come in any order, and some nodes are freed; an exact value never changes."""
    tree = new_tree()
    leaves = {path: float(random.randrange(9)) for path in product(range(3), repeat=3)}
    order = random.sample(list(leaves), len(leaves))
    for count, path in enumerate(order):
        insert(tree, path, leaves[path], branching=3)
        if tree.is_exact():
            assert tree.value(ROOT) == minimax(leaves)
        if count == 12:
            mark_unfinished(tree)
            mark_principal(tree)
            free_unmarked(tree)
    assert tree.is_exact()
    assert tree.is_finished(ROOT)


def rotation(tree: ReservationTree, challenger: int, count: int) -> list[int]:
    """The moves at the root whose turn it is, one after the other; 99 where there is none."""
    children = [tree.next_open_child(ROOT, challenger) for _ in range(count)]
    return [tree.move(child) if child != NONE else 99 for child in children]


def test_open_children_are_visited_in_rotation():
    tree = new_tree()
    assert rotation(tree, 1, 1) == [99]
    leaves = [insert(tree, (move, 0, 0), 0, branching=3) for move in range(4)]
    assert rotation(tree, 1, 9) == [3, 2, 1, 0, 3, 2, 1, 0, 3]
    tree.close(tree.child_by_move(ROOT, 1), 1)
    assert rotation(tree, 1, 4) == [2, 0, 3, 2]
    assert sorted(rotation(tree, -1, 4)) == [0, 1, 2, 3]
    tree.reopen(leaves[1])
    assert sorted(rotation(tree, 1, 4)) == [0, 1, 2, 3]
    for move in range(4):
        tree.close(tree.child_by_move(ROOT, move), 1)
    assert rotation(tree, 1, 2) == [99, 99]


def test_closing_a_node_closes_those_from_which_the_opponent_goes_there():
    """MIN answers 0 with 0: if MAX has nothing to try there, then neither after 0 itself."""
    tree = new_tree()
    insert(tree, (0, 0, 0), 0, branching=3)
    reply = tree.child_by_move(tree.child_by_move(ROOT, 0), 0)
    tree.close(reply, 1)
    assert tree.is_closed(tree.parent(reply), 1)
    assert not tree.is_closed(ROOT, 1)
    assert not tree.is_closed(tree.parent(reply), -1)


alike = st.builds(lambda low, times: low + 1024 * times, st.integers(60, 64), st.integers(-1, 2))
moves = st.one_of(alike, st.integers(-3, 70), st.integers(-(2**60), 2**60))


@given(st.lists(moves, min_size=1, unique=True), st.lists(moves), st.booleans())
@settings(max_examples=examples(200), deadline=None)
def test_tried_moves_are_distinguished_from_others(tried, others, is_pruned):
    """Moves with a bit of their own and without, some of which share their lowest bits."""
    tree, population = new_tree(), Population(2, 1, seed=0, settings=GeneticSettings())
    for value, move in enumerate(tried):
        insert(tree, (move, 0), value)
    if is_pruned:
        mark_path(tree, tree.child(tree.child_by_move(ROOT, tried[0])))
        free_unmarked(tree)
        tried = [tried[0], tried[-1]]  # and the best
    population.find_tried(ROOT, tree)
    for move in {*tried, *others, *(move + 1024 for move in tried if move < 2**59)}:
        assert population.is_tried(move, ROOT, tree) == (move in tried), move


def test_a_full_tree_says_so():
    tree = new_tree(megabytes=0.001)
    while not tree.is_full(3):
        insert(tree, (tree.size(), 0, 0), 0)
    with pytest.raises(MemoryError):
        insert(tree, (99, 0, 0), 0)


def test_a_recorder_marks_what_the_newest_path_changed():
    """Figure 7: the leaf C and the MAX node above it, and nothing else, are drawn bold."""
    game = load("random-tree", branching=5, depth=3)
    tree = new_tree()
    insert(tree, (1, 3, 1), 6)
    insert(tree, (1, 1, 1), 5)
    insert(tree, (1, 3, 4), 7)
    recorder = Recorder(game, 3)
    replay(recorder.observed_game, game.initial(), tree, recorder)
    drawn = recorder.tree()
    assert [(node.ply, node.move) for node in drawn.nodes if node.changed] == [(2, 3), (3, 4)]
    assert drawn.text().count("✱") == 3  # with the legend
    assert 'class="changed"' in drawn.svg()
