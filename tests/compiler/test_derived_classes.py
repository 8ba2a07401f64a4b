"""States of classes that are derived from Python's own: refused, whatever methods they have."""

from __future__ import annotations

import pytest

import outply
from outply import Game, Limit
from outply.compiler import NotCompilable


class Squares(tuple):
    __slots__ = ()

    def at(self, square):
        return self[square]


class Word(str):
    __slots__ = ()

    def at(self, square):
        return self[square] != "."


class OneLine(Game):
    """Players take squares in turn; whoever takes the last one wins. The class holds the board."""

    board = Squares((0, 0, 0))

    def initial(self):
        return self.board, 0

    def to_move(self, state):
        return state[1]

    def moves(self, state):
        return [square for square in range(3) if not state[0].at(square)]

    def result(self, state, move):
        cells, player = state
        return type(self.board)((*cells[:move], 1, *cells[move + 1 :])), 1 - player

    def is_terminal(self, state):
        return not self.moves(state)

    def utility(self, state, player):
        return -1 if player == state[1] else 1


class OneWord(OneLine):
    board = Word("...")

    def result(self, state, move):
        cells, player = state
        return Word(cells[:move] + "x" + cells[move + 1 :]), 1 - player


@pytest.mark.parametrize(("game", "name"), [(OneLine(), "Squares"), (OneWord(), "Word")])
def test_a_state_of_a_derived_class_is_refused_at_the_class(game, name):
    search, limit = outply.AlphaBeta(), Limit(depth=3)
    with pytest.raises(NotCompilable, match=f"a {name} cannot be a compiled value") as refused:
        search.search(game, game.initial(), limit, compiled=True)
    assert [refusal.file for refusal in refused.value.refusals] == [__file__]
    assert search.search(game, game.initial(), limit, compiled=False).value == 1
