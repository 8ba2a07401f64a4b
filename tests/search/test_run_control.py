"""What another thread can ask of a search that is running, and searches of some moves only."""

from __future__ import annotations

import math
import threading

import pytest

from outply import MCTS, AlphaBeta, Engine, Genetic, Limit, OutplyError, load
from outply.search.base import Clock
from tests.tiers import slow

pytestmark = slow

ENDLESS = Limit(seconds=math.inf)
WAIT = 120  # seconds, after which a test fails instead of hanging


class Background:
    """A search in a thread of its own, and its run once it has one."""

    def __init__(self, search, game, compiled):
        self.results, self._has_begun, self._is_deep = [], threading.Event(), threading.Event()
        self.run = None

        def work():
            given = {"compiled": compiled, "started": self._note, "progress": self._see}
            self.results.append(search.search(game, game.initial(), ENDLESS, **given))

        self._thread = threading.Thread(target=work, daemon=True)
        self._thread.start()
        assert self._has_begun.wait(WAIT)
        assert self._is_deep.wait(WAIT)

    def _note(self, run):
        self.run = run
        self._has_begun.set()

    def _see(self, result):
        self._is_deep.set()

    def result(self):
        self._thread.join(WAIT)
        return self.results[0]


SEARCHES = {"engine": Engine(), "two threads": Engine(threads=2), "alphabeta": AlphaBeta()}
SEARCHES["mcts"] = MCTS()
each_search = pytest.mark.parametrize("search", SEARCHES.values(), ids=SEARCHES)


@each_search
@pytest.mark.parametrize("compiled", [True, False])
def test_another_thread_stops_a_search(search, compiled):
    game = load("gomoku")
    searching = Background(search, game, compiled)
    searching.run.stop()
    assert searching.result().move in list(game.moves(game.initial()))
    assert not searching.result().interrupted


@pytest.mark.parametrize("search", [*SEARCHES.values(), Genetic()], ids=[*SEARCHES, "genetic"])
@pytest.mark.parametrize("compiled", [True, False])
def test_a_search_that_is_stopped_before_it_begins_has_a_move(search, compiled):
    game = load("gomoku")
    state, limit = game.initial(), Limit(seconds=math.inf, depth=40)
    found = search.search(game, state, limit, compiled=compiled, started=lambda run: run.stop())
    assert found.move in list(game.moves(state))


@each_search
@pytest.mark.parametrize("compiled", [True, False])
def test_another_thread_gives_a_search_less_time(search, compiled):
    game = load("gomoku")
    searching = Background(search, game, compiled)
    searching.run.limit_from_now(search.within_clock(Limit(clock=Clock(0.5))))
    assert searching.result().move in list(game.moves(game.initial()))
    assert searching.run.limit.seconds < 0.5


@pytest.mark.parametrize("limit", [Limit(clock=Clock(0.0)), Limit(seconds=0.0)])
def test_a_search_whose_time_is_over_ends_at_once(limit):
    search, game = Engine(), load("gomoku")
    searching = Background(search, game, None)
    searching.run.limit_from_now(search.within_clock(limit))
    assert searching.result().depth > 0


def test_the_next_search_has_all_its_time():
    search, game = Engine(), load("connect-four")
    searching = Background(search, load("gomoku"), None)
    searching.run.limit_from_now(Limit(seconds=0.0))
    searching.result()
    assert search.search(game, game.initial(), Limit(depth=6)).depth == 6


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("depth", [1, 4])
def test_the_engine_considers_only_some_moves(compiled, depth):
    game = load("connect-four")
    state = game.initial()
    for moves in ([0], [6, 0], [2, 5, 6]):
        found = Engine(lines=7).search(
            game, state, Limit(depth=depth), compiled=compiled, root_moves=moves
        )
        assert {line.move for line in found.lines} == set(moves)
        each = {
            move: -AlphaBeta().search(game, game.result(state, move), Limit(depth=depth - 1)).value
            for move in moves
        }
        assert found.value == pytest.approx(max(each.values()))


def test_without_time_it_answers_with_one_of_these_moves():
    game = load("connect-four")
    found = Engine().search(game, game.initial(), Limit(seconds=0.0), root_moves=[6])
    assert (found.move, found.depth) == (6, 0)


def test_moves_of_any_kind_can_be_asked_about(tmp_path):
    file = tmp_path / "pairs.py"
    file.write_text(PAIRS)
    game = load(str(file))
    for compiled in (True, False):
        found = Engine().search(
            game, game.initial(), Limit(depth=2), compiled=compiled, root_moves=[("take", 1)]
        )
        assert found.move == ("take", 1)


PAIRS = '''
from dataclasses import dataclass
from typing import NamedTuple
from outply import Game

class Pile(NamedTuple):
    left: int
    player: int

@dataclass(frozen=True)
class Pairs(Game[Pile]):
    """Take one or two counters; the player who takes the last one wins."""
    def initial(self): return Pile(7, 0)
    def to_move(self, state): return state.player
    def moves(self, state):
        for amount in range(1, min(2, state.left) + 1):
            yield ("take", amount)
    def result(self, state, move): return Pile(state.left - move[1], 1 - state.player)
    def is_terminal(self, state): return state.left == 0
    def utility(self, state, player): return -1.0 if player == state.player else 1.0
'''


def test_an_illegal_move_is_refused():
    game = load("connect-four")
    with pytest.raises(OutplyError, match="`root_moves` has 7, which is not legal here"):
        Engine().search(game, game.initial(), Limit(depth=1), root_moves=[7])


def test_a_search_that_considers_all_moves_refuses():
    game = load("connect-four")
    with pytest.raises(OutplyError, match="alphabeta considers all moves"):
        AlphaBeta().search(game, game.initial(), Limit(depth=1), root_moves=[3])
