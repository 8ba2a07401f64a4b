"""Moves as text."""

from __future__ import annotations

import pytest

from outply import Game, OutplyError, load
from outply.play import replay
from tests.play.tosses import Tosses


@pytest.mark.parametrize(
    ("name", "text", "count"),
    [
        ("connect-four", "44455", 5),
        ("connect-four", " 4 4,4; 5 5 ", 5),
        ("othello", "d3c5f6", 3),
        ("othello", "D3 c5", 2),
        ("tic-tac-toe", "a1b2", 2),
        ("nim", "c5", 1),
        ("inc-square", "incsqr inc", 3),
        ("connect-four", "", 0),
        ("chess", "1. e4 e5 2.Nf3 2... Nc6", 4),
    ],
)
def test_moves_may_be_separated_or_run_together(name, text, count):
    game = load(name)
    state, moves = replay(game, text)
    assert len(moves) == count
    again = game.initial()
    for move in moves:
        assert move in list(game.moves(again))
        again = game.result(again, move)
    assert again == state


def test_replay_reads_outcomes_of_chance():
    state, moves = replay(Tosses(), "heads tails heads")
    assert (state.heads, moves) == (2, [1, 0, 1])


@pytest.mark.parametrize("text", ["31 8/5 6/5 42 24/22 13/9 65", "31, 6/5 8/5; 42, 13/9 24/22, 65"])
def test_moves_may_have_several_words(text):
    game = load("backgammon")
    state, moves = replay(game, text)
    assert len(moves) == 5
    assert game.format_move(game.parse("4HPwATDgc/ABMA 31"), moves[1]) == "8/5 6/5"
    assert game.format(state).endswith(" 65")


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("connect-four", "4499", "'99' is not a legal move here"),
        ("connect-four", "1212121 1", "'1' comes after the game was over"),
        ("othello", "a1", "'a1' is not a legal move here; legal: "),
    ],
)
def test_illegal_moves_are_refused(name, text, message):
    with pytest.raises(OutplyError, match=message):
        replay(load(name), text)


def test_replay_checks_what_parse_move_returns():
    class Careless(type(load("nim"))):
        def parse_move(self, state, text):
            return int(text)

    with pytest.raises(OutplyError, match="'999' is not a legal move"):
        replay(Careless(), "999")


@pytest.mark.parametrize("text", ["(1, 2)", "(1,2)", "1,2", "1 2", " [1 , 2] "])
def test_tuples_may_be_typed_in_other_ways(text):
    assert Pairs().parse_move((), text) == (1, 2)
    with pytest.raises(OutplyError, match=r"'1 1' is not a legal move here; legal: \(1, 2\), \(2"):
        Pairs().parse_move((), "1 1")


class Pairs(Game):
    """Moves are tuples; only their texts are asked for."""

    def to_move(self, state):
        return 0

    def is_terminal(self, state):
        return False

    def moves(self, state):
        return [(1, 2), (2, 1)]
