"""SSS* as alpha-beta with memory evaluates what Stockman's SSS* evaluates."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from outply import AlphaBeta, Limit, Watch, load
from outply.search.sss import SSS, DualSSS
from tests.oracles import nested
from tests.oracles.sss import sss_star
from tests.tiers import examples

MEGABYTES = 4  # so that nothing is overwritten


class LeafWatch(Watch):
    """Remembers the leaves, in the order in which they are evaluated."""

    made: Any = None

    def __init__(self, depth: int, **budget: float) -> None:
        super().__init__(depth, **budget)
        self.leaves: list[int] = []
        type(self).made = self

    def enter(self, state: Any, depth: int, *window: float) -> None:
        super().enter(state, depth, *window)
        self.present = state.node

    def utility(self, value: float) -> float:
        self.leaves.append(self.present)
        return super().utility(value)


def leaves_of(search, tree):
    """The value that a search finds, and the paths to the leaves that it evaluates."""
    game = load("tree", leaves=tree)
    found = search.search(game, game.initial(), Limit(depth=20), watch=LeafWatch)
    paths = [game.entries[leaf].path for leaf in LeafWatch.made.leaves]
    return found.value, [tuple(int(step) - 1 for step in path) for path in paths]


def filled(shape, numbers):
    """A tree of this shape with these numbers at its leaves, from left to right."""
    if not isinstance(shape, list):
        return next(numbers)
    return [filled(part, numbers) for part in shape]


def negated(tree):
    return [negated(part) for part in tree] if isinstance(tree, list) else -tree


shapes = st.recursive(
    st.just(0), lambda inner: st.lists(inner, min_size=1, max_size=4), max_leaves=60
).filter(lambda shape: isinstance(shape, list))


@st.composite
def distinct_trees(draw):
    shape = draw(shapes)
    numbers = draw(st.permutations(range(len(nested.leaves(shape)))))
    return filled(shape, iter(numbers))


tied_trees = st.recursive(
    st.integers(0, 2), lambda inner: st.lists(inner, min_size=1, max_size=4), max_leaves=60
).filter(lambda tree: isinstance(tree, list))


@given(distinct_trees())
@settings(max_examples=examples(300), deadline=None)
def test_the_leaves_of_stockman(tree):
    """The same ones, in the same order, and none twice."""
    assert leaves_of(SSS(MEGABYTES), tree) == sss_star(tree)


@given(tied_trees)
@settings(max_examples=examples(300), deadline=None)
def test_the_leaves_of_stockman_where_values_are_equal(tree):
    """The same too, as Stockman's list takes the leftmost of equal merits first."""
    assert leaves_of(SSS(MEGABYTES), tree) == sss_star(tree)


@given(st.one_of(distinct_trees(), tied_trees))
@settings(max_examples=examples(300), deadline=None)
def test_the_dual_is_stockman_with_the_sides_exchanged(tree):
    value, leaves = sss_star([negated(tree)])
    assert leaves_of(DualSSS(MEGABYTES), tree) == (-value, [path[1:] for path in leaves])


@given(st.one_of(distinct_trees(), tied_trees))
@settings(max_examples=examples(200), deadline=None)
def test_never_a_leaf_that_alphabeta_does_not_evaluate(tree):
    _, plain = leaves_of(AlphaBeta(), tree)
    for search in (SSS(MEGABYTES), DualSSS(MEGABYTES)):
        assert set(leaves_of(search, tree)[1]) <= set(plain)
