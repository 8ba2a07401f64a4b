"""`outply perft`."""

import json

import chess
import pytest

from tests.cli.conftest import run


def test_the_count_is_the_standard_one():
    done = run("perft", "chess", "--depth", "3")
    assert "depth 3: 8,902 leaves" in done.stdout


def test_a_draw_by_rule_does_not_end_a_line():
    """Bare kings are a dead position, and programs count on."""
    done = run(
        "perft", "chess", "--depth", "2", "--position", "8/8/8/8/8/8/8/K6k w - - 0 1", "--json"
    )
    assert json.loads(done.stdout)["leaves"] == 9


@pytest.mark.parametrize("more", [(), ("--interpreted",)])
def test_divide_counts_below_each_move(more):
    done = run("perft", "connect-four", "--depth", "3", "--divide", "--json", *more)
    found = json.loads(done.stdout)
    assert found["moves"] == dict.fromkeys("1234567", 49)
    assert found["leaves"] == 343


def lines_of(board: chess.Board, depth: int) -> int:
    """What python-chess counts, move by move."""
    total = 0 if depth else 1
    for move in board.legal_moves if depth else ():
        board.push(move)
        total += lines_of(board, depth - 1)
        board.pop()
    return total


@pytest.mark.parametrize("more", [(), ("--interpreted",)])
@pytest.mark.parametrize(
    "position", ["8/8/8/8/8/8/8/K6k w - - 0 1", "7k/8/8/8/8/8/1R6/K7 w - - 100 90"]
)
def test_divide_goes_on_after_an_early_end(position, more):
    """Bare kings, and the fifty-move rule: the game is drawn, and other programs count on."""
    ask = "perft", "chess", "--depth", "3", "--position", position, "--divide", "--json"
    found = json.loads(run(*ask, *more).stdout)
    board = chess.Board(position)
    expected = {}
    for move in board.legal_moves:
        name = move.uci()
        board.push(move)
        expected[name] = lines_of(board, 2)
        board.pop()
    assert found["moves"] == expected
    assert found["leaves"] == sum(expected.values())


def test_a_finished_game_has_no_leaves():
    done = run("perft", "connect-four", "--depth", "2", "--position", "1212121")
    assert "depth 2: 0 leaves" in done.stdout


def test_depth_zero_is_the_position_itself():
    assert "depth 0: 1 leaves" in run("perft", "nim", "--depth", "0").stdout


def test_a_depth_is_needed():
    done = run("perft", "nim")
    assert done.exit_code == 2
    assert "--depth" in done.stderr
