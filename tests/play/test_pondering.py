"""Pondering: a search in the background, of the position that is expected."""

from __future__ import annotations

import pytest

from outply import Clock, Engine, Limit, load
from outply.play import Searcher
from outply.play.pondering import Pondering

GAME = load("connect-four")
START = GAME.initial()


def searcher(limit, memory=None, search=None):
    return Searcher(GAME, search or Engine(megabytes=1), limit, compiled=False, memory=memory)


def finished(pondering):
    pondering._thread.wait()
    pondering.stop()
    return pondering


def test_a_search_that_has_ended_is_used():
    pondering = finished(Pondering(searcher(Limit(depth=2, clock=Clock(60))), START))
    found = pondering.result_for(START)
    assert (found.depth, found.seconds) == (2, 0.0)
    assert found.move == Engine(megabytes=1).search(GAME, START, Limit(depth=2)).move


def test_another_state_has_no_result():
    pondering = finished(Pondering(searcher(Limit(depth=2)), START))
    assert pondering.result_for(GAME.result(START, 3)) is None


@pytest.mark.parametrize("limit", [Limit(seconds=3000), Limit(clock=Clock(3000 * 60))])
def test_a_search_that_was_stopped_early_leaves_its_memory(limit):
    engine = Engine(megabytes=1)
    memory = engine.new_memory()
    pondering = Pondering(searcher(limit, memory, engine), START)
    pondering.stop()
    assert pondering.result_for(START) is None
    again = engine.search(GAME, START, Limit(depth=2), compiled=False, memory=memory)
    assert again.depth == 2


def test_a_search_that_fails_says_nothing():
    class Failing(Engine):
        def answer(self, game, state, request):
            raise RuntimeError

    assert finished(Pondering(searcher(Limit(), search=Failing()), START)).result_for(START) is None
