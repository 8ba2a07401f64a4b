"""MTD(f) and the memory that it works with."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outply import MTDF, Limit, OutplyError, Watch, load, named
from outply.compiler import _kernels
from outply.search.alphabeta_with_memory import alphabeta_with_memory
from outply.search.base import Window
from outply.search.mtdf import mtd
from outply.search.transposition_table import Table
from tests.oracles import lookahead
from tests.search.descent import Descent
from tests.tiers import examples

SPEEDS = pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])
windows = st.tuples(st.integers(1, 9), st.integers(-10, 8), st.integers(1, 12))


@given(seed=st.integers(0, 2**32), asked=st.lists(windows, min_size=1, max_size=12))
@settings(max_examples=examples(150), deadline=None)
def test_what_a_window_promises_whatever_the_table_has(seed, asked):
    """Depths and windows at random, all with one table."""
    game, table = Descent(), Table(1)
    state = game.start(seed)
    for depth, alpha, width in asked:
        low, high = alpha / 4, (alpha + width) / 4
        truth, watch = lookahead.value(game, state, depth), Watch(depth)
        found = alphabeta_with_memory(game, state, depth, Window(low, high), True, watch, table)
        if low < truth < high:
            assert found == truth
        assert (found <= low) == (truth <= low)
        assert (found >= high) == (truth >= high)
        if not watch.estimated:
            end = lookahead.value(game, state)
            assert found == end or (found <= low and end <= low) or (found >= high and end >= high)


@given(seed=st.integers(0, 2**32), depth=st.integers(1, 9), first=st.floats(-1e300, 1e300))
@settings(max_examples=examples(150), deadline=None)
def test_the_first_guess_does_not_matter(seed, depth, first):
    game = Descent()
    state = game.start(seed)
    truth = lookahead.value(game, state, depth)
    assert mtd(game, state, depth, first, Watch(depth), Table(1)) == truth


def test_a_good_guess_is_cheaper():
    game = load("random-tree", branching=4, depth=5, spread=10_000)
    state = game.initial()
    nodes = {}
    for guess in (lookahead.value(game, state), -1e6, 1e6):
        watch = Watch(5)
        mtd(game, state, 5, guess, watch, Table(16))
        nodes[guess] = watch.nodes
    right, *wrong = nodes.values()
    assert right < min(wrong)


@SPEEDS
def test_a_small_table_forgets_but_is_right(compiled):
    """A kilobyte: nearly everything is overwritten before it is needed."""

    class Forgetful(MTDF):
        def memory(self):
            return {"table": Table(0.001)}

    game = Descent(height=30)
    forgetful, good = (
        search.search(game, game.initial(), Limit(depth=9), compiled=compiled)
        for search in (Forgetful(), MTDF())
    )
    assert forgetful.value == good.value == lookahead.value(game, game.initial(), 9)
    assert forgetful.nodes > good.nodes


@SPEEDS
def test_every_search_starts_with_an_empty_table(compiled):
    game = Descent(height=30)
    first, second = (
        MTDF().search(game, game.initial(), Limit(depth=8), compiled=compiled) for _ in range(2)
    )
    assert first.nodes == second.nodes


def test_a_size_needs_no_kernel_of_its_own():
    game = Descent()
    MTDF().search(game, game.initial(), Limit(depth=1), compiled=True)
    known = len(_kernels)
    found = MTDF(megabytes=3).search(game, game.initial(), Limit(depth=1), compiled=True)
    assert found.compiled and len(_kernels) == known


def test_there_is_a_move_even_if_the_table_has_the_answer():
    game = load("tic-tac-toe")
    state, table = game.parse("XX./OO./... X"), Table(1)
    alphabeta_with_memory(game, state, 5, Window(-2.0, 2.0), True, Watch(5), table)
    watch = Watch(5)
    assert mtd(game, state, 5, 0.0, watch, table) == 1
    assert watch.line(5) == (2,)


def test_what_rests_on_a_guess_from_the_table_is_not_proved():
    game, seen = Descent(height=12), 0
    for seed in range(100):
        state, watch, table = game.start(seed), Watch(4), Table(1)
        alphabeta_with_memory(game, state, 4, Window(-9.0, 9.0), True, watch, table)
        again = Watch(4)
        alphabeta_with_memory(game, state, 4, Window(-9.0, 9.0), True, again, table)
        assert again.nodes == 1
        assert again.estimated == watch.estimated
        seen += watch.estimated
    assert 0 < seen < 100


@pytest.mark.parametrize("name", ["mtdf", "sss", "dual-sss", "iterative-deepening", "dfpn"])
@pytest.mark.parametrize("megabytes", [0, -1, 10**6, True, 1.5])
def test_senseless_sizes_are_refused(name, megabytes):
    message = f"megabytes of {name} is {megabytes}; give a whole number"
    with pytest.raises(OutplyError, match=message):
        named(f"{name}:megabytes={megabytes}")
    with pytest.raises(OutplyError, match=message):
        type(named(name))(megabytes=megabytes)


def test_a_size_by_name():
    assert named("mtdf:megabytes=3") == MTDF(megabytes=3)
