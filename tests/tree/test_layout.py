from __future__ import annotations

from collections import defaultdict
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from outply.tree.layout import COUSINS_APART, SIBLINGS_APART, tidy

shapes = st.recursive(st.just([]), lambda below: st.lists(below, max_size=4), max_leaves=40)


def parents_of(shape: list) -> list[int]:
    parents: list[int] = []

    def visit(shape: list, parent: int) -> None:
        parents.append(parent)
        index = len(parents) - 1
        for below in shape:
            visit(below, index)

    visit(shape, -1)
    return parents


def plies_of(parents: list[int]) -> list[int]:
    plies: list[int] = []
    for parent in parents:
        plies.append(0 if parent < 0 else plies[parent] + 1)
    return plies


def test_a_parent_stands_over_its_children() -> None:
    assert tidy([-1, 0, 0, 0]) == [1, 0, 1, 2]


def test_roots_stand_side_by_side() -> None:
    assert tidy([-1, -1]) == [0, 1]
    assert tidy([-1, 0, -1, 2]) == [0, 0, COUSINS_APART, COUSINS_APART]


def test_small_subtrees_share_the_room_between_large_ones() -> None:
    large = [[[], [], [], []]]
    parents = parents_of([*large, [], [], *large])
    x = tidy(parents)
    places = [x[node] for node, parent in enumerate(parents) if parent == 0]
    assert [right - left for left, right in pairwise(places)] == pytest.approx(
        [(places[-1] - places[0]) / 3] * 3
    )


def test_narrow_nodes_stand_closer() -> None:
    assert tidy([-1, 0, 0, 0], [1, 1, 0.5, 0.5]) == [0.625, 0, 0.75, 1.25]


busy = settings(suppress_health_check=[HealthCheck.too_slow])  # slow machines are no finding


@busy
@given(shapes)
def test_neighbours_keep_their_distance_and_their_order(shape: list) -> None:
    parents = parents_of(shape)
    x, rows = tidy(parents), defaultdict(list)
    for node, ply in enumerate(plies_of(parents)):
        rows[ply].append(node)
    for row in rows.values():
        for left, right in pairwise(row):
            apart = SIBLINGS_APART if parents[left] == parents[right] else COUSINS_APART
            assert x[right] - x[left] >= apart - 1e-9


@busy
@given(shapes)
def test_parents_are_centred(shape: list) -> None:
    parents = parents_of(shape)
    x, children = tidy(parents), defaultdict(list)
    for node, parent in enumerate(parents):
        children[parent].append(node)
    for parent, below in children.items():
        if parent >= 0:
            assert x[parent] == pytest.approx((x[below[0]] + x[below[-1]]) / 2)


@busy
@given(shapes)
def test_the_drawing_starts_at_zero(shape: list) -> None:
    assert min(tidy(parents_of(shape))) == 0


def test_deep_trees_do_not_exhaust_the_stack() -> None:
    chain = [node - 1 for node in range(20_000)]
    assert set(tidy(chain)) == {0.0}
