from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import pytest

from outply.game import OutplyError
from outply.games.tic_tac_toe import Board, TicTacToe
from tests.oracles import tic_tac_toe as oracle
from tests.tiers import only_full, slow

SHAPES = [(3, 3, 3), (4, 3, 3), (3, 5, 4), (5, 5, 4), (7, 9, 5), (1, 5, 3), (63, 1, 2), (4, 4, 1)]
GAME = TicTacToe()


def play(game: TicTacToe, seed: int) -> Iterator[tuple[Board, oracle.Grid]]:
    """The states of one random play, each with the oracle's grid."""
    dice = random.Random(seed)
    state, grid = game.initial(), oracle.empty(game.m, game.n)
    yield state, grid
    while not game.is_terminal(state):
        move = dice.choice(list(game.moves(state)))
        grid[move // game.m][move % game.m] = "XO"[game.to_move(state)]
        state = game.result(state, move)
        yield state, grid


def state_of(game: TicTacToe, grid: oracle.Grid) -> Board:
    flat = [piece for row in grid for piece in row]
    x, o = (sum(2**i for i, found in enumerate(flat) if found == piece) for piece in "XO")
    return Board(x, o) if flat.count("X") == flat.count("O") else Board(o, x)


def count(state: Board) -> tuple[int, int]:
    """The nodes and the finished games of the whole tree below a state."""
    if GAME.is_terminal(state):
        return 1, 1
    counts = [count(GAME.result(state, move)) for move in GAME.moves(state)]
    return 1 + sum(nodes for nodes, _ in counts), sum(finished for _, finished in counts)


def reachable(game: TicTacToe) -> set[Board]:
    found, todo = {game.initial()}, [game.initial()]
    while todo:
        state = todo.pop()
        if not game.is_terminal(state):
            new = {game.result(state, move) for move in game.moves(state)} - found
            found |= new
            todo += new
    return found


@cache
def value(game: TicTacToe, state: Board) -> float:
    """To X."""
    if game.is_terminal(state):
        return game.utility(state, 0)
    values = [value(game, game.result(state, move)) for move in game.moves(state)]
    return max(values) if game.to_move(state) == 0 else min(values)


@only_full
@slow
def test_the_whole_tree_has_the_known_size() -> None:
    assert count(GAME.initial()) == (549_946, 255_168)


def test_5478_states_are_reachable_and_765_up_to_symmetry() -> None:
    states = reachable(GAME)
    assert len(states) == 5478
    assert len({GAME.canonical(state) for state in states}) == 765


@slow
def test_it_is_a_draw_and_every_value_is_the_oracles() -> None:
    known: dict[str, int] = {}
    assert oracle.value(oracle.empty(3, 3), 3, "X", known) == 0
    assert value(GAME, GAME.initial()) == 0
    for state in reachable(GAME):
        rows, _ = GAME.format(state).split()
        assert value(GAME, state) == known[str([list(row) for row in rows.split("/")])]


@only_full
@slow
def test_three_in_a_row_on_four_columns_is_won_by_x() -> None:
    game = TicTacToe(4, 3, 3)
    assert value(game, game.initial()) == 1


@slow
@pytest.mark.parametrize(("m", "n", "k"), SHAPES)
def test_the_end_and_the_winner_agree_with_the_oracle(m: int, n: int, k: int) -> None:
    game = TicTacToe(m, n, k)
    for seed in range(30):
        for state, grid in play(game, seed):
            assert state == state_of(game, grid)
            assert game.is_terminal(state) == oracle.is_over(grid, k)
        won = {"X": 1.0, "O": -1.0, None: 0.0}[oracle.winner(grid, k)]
        assert game.utility(state, 0) == won
        assert game.utility(state, 1) == -won


@pytest.mark.parametrize(("m", "n", "k"), SHAPES)
def test_every_single_line_wins_and_one_stone_less_does_not(m: int, n: int, k: int) -> None:
    game = TicTacToe(m, n, k)
    lines = 0
    for row in range(n):
        for column in range(m):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(row + i * down, column + i * right) for i in range(k)]
                if all(0 <= r < n and 0 <= c < m for r, c in cells):
                    stones = [1 << (r * m + c) for r, c in cells]
                    assert game.has_line(sum(stones))
                    assert not any(game.has_line(sum(stones) - stone) for stone in stones)
                    lines += 1
    assert game.number_of_lines == game.count_lines(game.all_cells) == lines


def test_moves_go_row_by_row_from_the_top_left() -> None:
    state = GAME.parse("X.O/.X./... O")
    assert [GAME.format_move(state, move) for move in GAME.moves(state)] == [
        *("b1", "a2", "c2"),
        *("a3", "b3", "c3"),
    ]
    assert GAME.parse_move(state, " C2 ") == 5


@pytest.mark.parametrize(("m", "n", "k"), SHAPES)
def test_twins_share_one_canonical_state(m: int, n: int, k: int) -> None:
    game = TicTacToe(m, n, k)
    for seed in range(20):
        for state, grid in play(game, seed):
            twins = {state_of(game, twin) for twin in oracle.twins(grid)}
            assert {game.canonical(twin) for twin in twins} == {game.canonical(state)}
            assert game.canonical(state) in twins


def test_evaluation_counts_open_lines_and_stays_inside_the_utilities() -> None:
    center = GAME.parse(".../.X./... O")
    assert GAME.evaluate(center, 0) == pytest.approx(4 / 9)  # 8 lines open to X, 4 to O
    for m, n, k in SHAPES:
        game = TicTacToe(m, n, k)
        for seed in range(10):
            for state, _ in play(game, seed):
                assert -1 < game.evaluate(state, 0) < 1
                assert game.evaluate(state, 0) == -game.evaluate(state, 1)


@slow
@pytest.mark.parametrize(("m", "n", "k"), SHAPES)
def test_text_comes_back(m: int, n: int, k: int) -> None:
    game = TicTacToe(m, n, k)
    for seed in range(5):
        for state, grid in play(game, seed):
            text = game.format(state)
            assert text.split()[0] == "/".join("".join(row) for row in grid)
            assert game.parse(text) == state
            for move in [] if game.is_terminal(state) else game.moves(state):
                assert game.parse_move(state, game.format_move(state, move)) == move


def test_a_draw_is_worth_nothing_to_both() -> None:
    draw = GAME.parse("XOX/XOO/OXX O")
    assert GAME.is_terminal(draw)
    assert GAME.utility(draw, 0) == GAME.utility(draw, 1) == 0


def test_the_picture_has_the_pieces_and_a_cell_to_click_for_each_move() -> None:
    view = TicTacToe(4, 3).board(TicTacToe(4, 3).parse("X..O/..../...X O"))
    assert view.rows == (("X", "", "", "O"), ("",) * 4, ("", "", "", "X"))
    assert view.column_labels == ("a", "b", "c", "d")
    assert view.row_labels == ("1", "2", "3")
    assert set(view.clicks) == {1, 2, 4, 5, 6, 7, 8, 9, 10}
    assert view.clicks[6] == ((1, 2),)


def test_column_letters_go_on_after_z() -> None:
    wide = TicTacToe(63, 1, 3)
    labels = wide.board(wide.initial()).column_labels
    assert labels[25:28] == ("z", "aa", "ab")
    assert labels[62] == "bk"
    assert len(set(labels)) == 63


@pytest.mark.parametrize(
    ("m", "n", "k", "complaint"),
    [
        (3, 3, 4, "4 in a row do not fit on a 3x3 board"),
        (8, 8, 5, "at most 63 cells"),
        (0, 3, 3, "m is 0"),
        (3, 0, 3, "n is 0"),
        (3, 3, 0, "k is 0"),
        (3, -3, 3, "n is -3"),
        (3, 3, "three", "k is 'three'"),
        (3, 3, 2.0, "k is 2.0"),
    ],
)
def test_impossible_boards_are_refused(m: int, n: int, k: int, complaint: str) -> None:
    with pytest.raises(OutplyError, match=complaint):
        TicTacToe(m, n, k)


@pytest.mark.parametrize("text", ["a1", "d1", "a4", "", "pass"])
def test_impossible_moves_are_refused(text: str) -> None:
    with pytest.raises(OutplyError, match="not a legal move"):
        GAME.parse_move(GAME.parse("X../.../... O"), text)
