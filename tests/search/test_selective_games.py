"""Games whose candidates leave out good moves: searches prove nothing by what they left out."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from outply import MCTS, AlphaBeta, Engine, Limit, load
from outply.games.tic_tac_toe import Board, TicTacToe
from tests.positions import played
from tests.tiers import only_full


class FirstCellsOnly(TicTacToe):
    """Its candidates are a poor choice, and it says so."""

    selective = True

    def candidates(self, state: Board) -> Iterator[int]:
        for index, move in enumerate(self.moves(state)):
            if index < 2:
                yield move


@pytest.mark.parametrize("seed", range(12))
def test_the_engine_proves_the_truth(seed):
    game = FirstCellsOnly()
    state = played(game, 2 + seed % 3, seed)
    truth = AlphaBeta().search(game, state)
    for limit in (Limit(), Limit(nodes=50_000), Limit(depth=9)):
        found = Engine(megabytes=1).search(game, state, limit, compiled=False)
        assert not found.proved or found.value == truth.value
    assert Engine(megabytes=1).search(game, state, compiled=False).proved


@only_full
@pytest.mark.parametrize("seed", range(6))
def test_the_engine_proves_the_truth_about_gomoku(seed):
    game = load("gomoku", size=5, line=4, reach=1)
    state = played(game, 13, seed)
    truth = AlphaBeta().search(game, state)
    found = Engine().search(game, state, Limit(nodes=300_000))
    assert not found.proved or found.value == truth.value


def test_mcts_proves_nothing():
    game = FirstCellsOnly()
    state = played(game, 5, seed=1)
    assert not MCTS(simulations=2000).search(game, state, compiled=False).proved
