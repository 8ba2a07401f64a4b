"""Work in several threads at once."""

from __future__ import annotations

from threading import Event

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outply.game import INFINITY
from outply.search.threads import SharedWork, ThreadTask, run_at_once


def test_an_error_in_one_thread_stops_the_others():
    stopped, waited = Event(), []

    def fail() -> None:
        raise ValueError("one")

    waiting = ThreadTask(lambda: waited.append(stopped.wait(60)), stopped.set)
    with pytest.raises(ValueError, match="one"):
        run_at_once([waiting, ThreadTask(fail, lambda: None)])
    assert waited == [True]


@settings(deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 64))
def test_a_pool_gives_out_all_that_it_has(amount, threads):
    pool = SharedWork(amount, threads)
    portions = []
    while (portion := pool.take()) > 0:
        portions.append(portion)
    assert sum(portions) == amount
    assert portions == sorted(portions, reverse=True)
    assert len(portions) == (amount > 0) or threads > 1
    assert threads == 1 or all(portion <= max(amount / threads / 2, 16) for portion in portions)


def test_an_endless_pool_gives_out_everything_at_once():
    pool = SharedWork(INFINITY, 2)
    assert pool.take() == pool.take() == INFINITY
