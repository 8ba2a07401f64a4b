"""Connect Four against a naive twin, and positions solved by others."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from outply import AlphaBeta, OutplyError, load
from outply.search.perft import perft
from tests.oracles.connect_four import Grid
from tests.tiers import examples

SIZES = [(7, 6), (4, 4), (5, 7), (9, 6), (10, 5), (1, 4), (32, 1), (6, 9), (8, 7), (2, 31)]
SOLVED = [
    line.split()
    for line in (Path(__file__).parents[1] / "data/connect_four/late_positions.txt")
    .read_text()
    .splitlines()
]


@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_random_games_agree_with_a_naive_twin(columns, rows):
    game = load("connect-four", columns=columns, rows=rows)
    rng = random.Random(columns * 100 + rows)
    for _ in range(examples(30)):
        state, twin = game.initial(), Grid(columns, rows)
        while True:
            over = bool(twin.winner()) or not twin.legal()
            assert game.is_terminal(state) == over
            assert game.to_move(state) == (0 if twin.turn == "X" else 1)
            if over:
                break
            assert list(game.moves(state)) == twin.legal()
            move = rng.choice(twin.legal())
            state = game.result(state, move)
            twin.drop(move)
        expected = {"X": 1, "O": -1, "": 0}[twin.winner()]
        assert game.utility(state, 0) == expected == -game.utility(state, 1)


@pytest.mark.parametrize(("columns", "rows"), [(7, 6), (7, 5), (5, 8)])
def test_the_evaluation_is_the_difference_of_open_lines_and_threats(columns, rows):
    game = load("connect-four", columns=columns, rows=rows)
    every_line = Grid(columns, rows).lines_open_to("X")
    rng = random.Random(4)
    for _ in range(50):
        state, twin = game.initial(), Grid(columns, rows)
        for _ in range(rng.randrange(30)):
            if game.is_terminal(state):
                break
            move = rng.choice(twin.legal())
            state = game.result(state, move)
            twin.drop(move)
        if game.is_terminal(state):
            continue
        lines = twin.lines_open_to("X") - twin.lines_open_to("O")
        for side, sign, parity in (("X", 1, 0), ("O", -1, 1)):
            threats = twin.cells_that_win(side)
            lasting = [row for _, row in threats if row % 2 == parity and rows % 2 == 0]
            lines += sign * (3 * len(threats) + 9 * len(lasting))
        assert game.evaluate(state, 0) == pytest.approx(lines / (abs(lines) + every_line + 1))
        assert -1 < game.evaluate(state, 1) == -game.evaluate(state, 0) < 1


@pytest.mark.parametrize(("columns", "score"), SOLVED[::10], ids=lambda text: text)
def test_solved_positions(columns, score):
    game = load("connect-four")
    result = AlphaBeta().search(game, game.parse(columns), compiled=True)
    assert result.proved
    assert result.value == (int(score) > 0) - (int(score) < 0)


@pytest.mark.parametrize(("columns", "_score"), SOLVED[:20], ids=lambda text: text)
def test_positions_as_text(columns, _score):
    game = load("connect-four")
    state = game.parse(columns)
    assert game.parse(game.format(state)) == state


def test_text_of_boards_wider_than_nine():
    game = load("connect-four", columns=12, rows=4)
    state = game.parse("c1a")
    assert game.parse(game.format(state)) == state
    assert [game.format_move(state, move) for move in game.moves(state)][-1] == "c"


@pytest.mark.parametrize("size", [{"columns": 0}, {"rows": 0}, {"columns": 8, "rows": 8}])
def test_boards_that_do_not_fit(size):
    with pytest.raises(OutplyError, match="does not fit"):
        load("connect-four", **size)


def test_mirrored_positions_are_one():
    game = load("connect-four")
    left, right = game.parse("112"), game.parse("776")
    assert game.canonical(left) == game.canonical(right)
    assert game.canonical(left) != game.canonical(game.parse("113"))


def test_the_board_shows_stones_and_where_to_click():
    game = load("connect-four", columns=4, rows=4)
    view = game.board(game.parse("1122"))
    assert view.rows[3] == ("X", "X", "", "")
    assert view.rows[2] == ("O", "O", "", "")
    assert view.column_labels == ("1", "2", "3", "4")
    assert view.clicks == {0: ((1, 0),), 1: ((1, 1),), 2: ((3, 2),), 3: ((3, 3),)}
    assert game.board(game.parse("1212121")).clicks == {}


@pytest.mark.parametrize(("columns", "rows"), [(7, 6), (4, 4), (2, 3), (8, 7), (2, 31)])
def test_perft_is_the_same_at_both_speeds(columns, rows):
    game = load("connect-four", columns=columns, rows=rows)
    for depth in range(6):
        assert perft(game, game.initial(), depth, compiled=True) == perft(
            game, game.initial(), depth, compiled=False
        )
