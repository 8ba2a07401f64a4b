from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from outply.game import OutplyError
from outply.games.gomoku import Gomoku, Stones
from tests.oracles import gomoku as oracle
from tests.tiers import slow, tiered

GAME = Gomoku()
SMALL = [(5, 5, 0), (5, 3, 1), (6, 4, 2), (6, 5, 2), (7, 5, 7), (7, 7, 0), (8, 5, 1), (9, 5, 3)]
LARGE = [(11, 5, 2), (13, 4, 2), (15, 5, 2), (15, 6, 0), (16, 5, 1), (19, 5, 2)]
SHAPES = SMALL + LARGE


def play(game: Gomoku, seed: int) -> Iterator[tuple[Stones, oracle.Grid]]:
    """The states of one random play, each with the oracle's grid."""
    dice = random.Random(seed)
    state, grid = game.initial(), oracle.empty(game.size)
    yield state, grid
    while not game.is_terminal(state):
        move = dice.choice(list(game.moves(state)))
        row, column = place(game, state, move)
        grid[row][column] = "XO"[game.to_move(state)]
        state = game.result(state, move)
        yield state, grid


def place(game: Gomoku, state: Stones, move: int) -> tuple[int, int]:
    """A move as row and column, both from 0, by way of its text."""
    text = game.format_move(state, move)
    return int(text[1:]) - 1, "abcdefghijklmnopqrs".index(text[0])


def position(game: Gomoku, black: str, white: str = "", mover: str = "X") -> Stones:
    """A position from the cells of both sides: `a1 b1`."""
    grid = oracle.empty(game.size)
    for letter, cells in (("X", black), ("O", white)):
        for cell in cells.split():
            grid[int(cell[1:]) - 1][ord(cell[0]) - ord("a")] = letter
    return game.parse(oracle.text(grid, mover))


def after(game: Gomoku, state: Stones, move: str) -> Stones:
    return game.result(state, game.parse_move(state, move))


def names(game: Gomoku, state: Stones) -> set[str]:
    return {game.format_move(state, move) for move in game.moves(state)}


def candidates(game: Gomoku, state: Stones) -> set[str]:
    return {game.format_move(state, move) for move in game.candidates(state)}


def best(game: Gomoku, state: Stones, depth: int) -> str:
    def ordered(state: Stones) -> list[int]:
        return sorted(game.candidates(state), key=lambda move: -game.order(state, move))

    def value(state: Stones, depth: int, alpha: float, beta: float) -> float:
        if game.is_terminal(state):
            return game.utility(state, game.to_move(state))
        if depth == 0:
            return game.evaluate(state, game.to_move(state))
        for move in ordered(state):
            alpha = max(alpha, -value(game.result(state, move), depth - 1, -beta, -alpha))
            if alpha >= beta:
                break
        return alpha

    found, most = "", -2.0
    for move in ordered(state):
        worth = -value(game.result(state, move), depth - 1, -2.0, -most)
        if worth > most:
            found, most = game.format_move(state, move), worth
    return found


# -- rules ----------------------------------------------------------------------------


PLAYS = [(*shape, seed) for seed in range(tiered(3, full=6, quick=1)) for shape in SMALL]
PLAYS += [(*shape, 6) for shape in tiered(LARGE, full=LARGE, quick=LARGE[:1])]


@slow
@pytest.mark.parametrize(("size", "line", "reach", "seed"), PLAYS)
def test_the_rules_agree_with_the_oracle(size: int, line: int, reach: int, seed: int) -> None:
    game = Gomoku(size, line, reach)
    for state, grid in play(game, seed):
        over = oracle.is_over(grid, line)
        if not over:
            expect_cells(game, state, game.moves(state), oracle.candidates(grid, 0))
            expect_cells(game, state, game.candidates(state), oracle.candidates(grid, reach))
        assert game.is_terminal(state) == over
        assert game.format(state) == oracle.text(grid, "XO"[game.to_move(state)])
    to_black = {"X": 1, "O": -1, None: 0}[oracle.winner(grid, line)]
    assert (game.utility(state, 0), game.utility(state, 1)) == (to_black, -to_black)


def expect_cells(game: Gomoku, state: Stones, moves: Iterator[int], cells: set) -> None:
    places = [place(game, state, move) for move in moves]
    assert set(places) == cells
    assert len(places) == len(cells)


def test_random_plays_end_in_all_three_ways() -> None:
    ends = set()
    for seed in range(30):
        game = Gomoku(6, 5)
        *_, (state, _) = play(game, seed)
        ends.add(game.utility(state, 0))
    assert ends == {1.0, 0.0, -1.0}


EDGES = [
    ("a1 b1 c1 d1", "e1"),
    ("a9 b9 c9 d9", "e9"),
    ("e1 f1 g1 h1", "i1"),
    ("f9 g9 h9 i9", "e9"),
    ("a1 a2 a3 a4", "a5"),
    ("i9 i8 i7 i6", "i5"),
    ("a1 b2 c3 d4", "e5"),
    ("i9 h8 g7 f6", "e5"),
    ("a5 b6 c7 d8", "e9"),
    ("i1 h2 g3 f4", "e5"),
    ("a9 b8 d6 e5", "c7"),
    ("a5 b4 c3 d2", "e1"),
]


@pytest.mark.parametrize("mover", ["X", "O"])
@pytest.mark.parametrize(("stones", "move"), EDGES)
def test_five_in_a_row_win_at_the_edges(stones: str, move: str, mover: str) -> None:
    game = Gomoku(9)
    black, white = (stones, "") if mover == "X" else ("", stones)
    before = position(game, black, white, mover)
    assert not game.is_terminal(before)
    state = after(game, before, move)
    winner = "XO".index(mover)
    assert game.is_terminal(state)
    assert (game.utility(state, winner), game.utility(state, 1 - winner)) == (1, -1)


@pytest.mark.parametrize("size", [9, 15, 19])
def test_more_than_five_win(size: int) -> None:
    game = Gomoku(size)
    six = after(game, position(game, "b2 c2 d2 f2 g2"), "e2")
    nine = after(game, position(game, "a1 b2 c3 d4 f6 g7 h8 i9"), "e5")
    assert game.utility(six, 0) == game.utility(nine, 0) == 1


@pytest.mark.parametrize("size", [7, 8, 15, 16])
def test_four_are_not_five(size: int) -> None:
    game = Gomoku(size)
    for stones in ("a1 b1 c1", "c2 c3 c5", "b2 c3 e5", "b6 c5 e3", "a2 b2 c2 f2 e2"):
        state = position(game, stones)
        assert not game.is_terminal(after(game, state, "d1" if "a1" in stones else "c4"))


@pytest.mark.parametrize(
    "stones",
    [
        "l3 m3 n3 o3 a4 b4",  # off the right side, into the next row
        "a3 b3 o2 n2 m2",
        "m3 n4 o5 a7 b8 a6",  # off the right side going up
        "c3 b4 a5 o5 n6 o6",  # off the left side going up
        "d14 d15 d1 d2 d3",  # off the top, onto the bottom
        "m15 n14 o13 a1 b1 c1",
        "l15 m15 n15 o15 a1 b1",
        "c13 d14 e15 f1 g2 e1 d1 f2",
    ],
)
def test_lines_do_not_wrap(stones: str) -> None:
    cells = stones.split()
    for last in cells:
        state = position(GAME, " ".join(cell for cell in cells if cell != last))
        after_it = GAME.result(state, move_of(last))
        assert not GAME.is_terminal(after_it)


def move_of(cell: str) -> int:
    game = Gomoku(reach=0)
    return game.parse_move(game.initial(), cell)


@slow
@pytest.mark.parametrize("size", [5, 7, 8, 15, 19])
def test_lines_do_not_wrap_on_any_board(size: int) -> None:
    """Crowded rows at the top and the bottom, with never five in a row."""
    game = Gomoku(size, line=5, reach=0)
    dice = random.Random(size)
    for _ in range(5):
        grid = oracle.empty(size)
        for _ in range(size * 3):
            row, column = dice.choice((0, 1, size - 2, size - 1)), dice.randrange(size)
            grid[row][column] = "X"
            if oracle.winner(grid, 5):
                grid[row][column] = "."
        state = game.parse(oracle.text(grid, "O"))
        assert not state.won


def test_a_full_board_is_a_draw() -> None:
    game = Gomoku(5)
    state = game.parse("XOXOX/OXOXO/XOOOX/OXOXO/XOXO. X")
    assert not game.is_terminal(state)
    assert names(game, state) == {"e1"}
    end = game.parse("XOXOX/OXOXO/XOXOX/XOXOX/OXOX. O")
    end = after(game, end, "e1")
    assert game.is_terminal(end)
    assert game.utility(end, 0) == game.utility(end, 1) == 0


def test_the_last_cell_can_win() -> None:
    game = Gomoku(5)
    state = after(game, game.parse("XOXOX/OXOXO/XOXOX/OOXXO/XOXO. X"), "e1")
    assert game.utility(state, 0) == 1


def test_candidates() -> None:
    assert candidates(GAME, GAME.initial()) == {"h8"}
    near = Gomoku(reach=1)
    assert candidates(near, position(near, "a1", mover="O")) == {"a2", "b1", "b2"}
    assert candidates(near, position(near, "o8", mover="O")) == {"n7", "n8", "n9", "o7", "o9"}
    assert len(candidates(GAME, position(GAME, "h8", mover="O"))) == 24
    assert len(candidates(GAME, position(GAME, "o15", "a1"))) == 16
    assert len(candidates(Gomoku(reach=0), GAME.initial())) == 225
    assert len(candidates(Gomoku(reach=0), position(GAME, "c4", mover="O"))) == 224


def test_every_empty_cell_is_a_legal_move() -> None:
    assert len(names(GAME, GAME.initial())) == 225
    state = position(GAME, "h8", mover="O")
    assert len(names(GAME, state)) == 224
    assert GAME.format_move(state, GAME.parse_move(state, "a1")) == "a1"


def test_only_a_game_with_a_reach_is_selective() -> None:
    assert Gomoku().selective
    assert not Gomoku(reach=0).selective


def test_near_moves_come_first() -> None:
    state = position(GAME, "h8", mover="O")
    moves = [GAME.format_move(state, move) for move in GAME.moves(state)]
    assert set(moves[:8]) == {"g7", "g8", "g9", "h7", "h9", "i7", "i8", "i9"}


# -- knowledge ------------------------------------------------------------------------


@slow
@pytest.mark.parametrize(("size", "line", "reach"), SHAPES)
def test_chances_are_kept_up_to_date(size: int, line: int, reach: int) -> None:
    game = Gomoku(size, line, reach)
    for state, _ in list(play(game, 7))[:40:3]:
        text = game.format(state)
        mine, theirs = ("X", "O") if text.endswith("X") else ("O", "X")
        stones = [list(row) for row in reversed(text.split()[0].split("/"))]
        assert state.my_chances == oracle.chances(stones, line, mine)
        assert state.their_chances == oracle.chances(stones, line, theirs)


@pytest.mark.parametrize("seed", range(5))
def test_evaluation_is_inside_the_range_and_zero_sum(seed: int) -> None:
    for state, _ in play(Gomoku(9), seed):
        assert -1 < GAME.evaluate(state, 0) < 1
        assert GAME.evaluate(state, 0) == -GAME.evaluate(state, 1)


def test_order_prefers_to_win_then_to_block_then_the_centre() -> None:
    def first(state: Stones) -> str:
        move = max(GAME.moves(state), key=lambda move: GAME.order(state, move))
        return GAME.format_move(state, move)

    assert first(position(GAME, "d4 d5 d6 d7", "d3 j4 j5 j6 j7")) == "d8"
    assert first(position(GAME, "d3 k2 m2", "d4 d5 d6 d7")) == "d8"
    everywhere = Gomoku(reach=0)
    start = everywhere.initial()
    assert everywhere.order(start, move_of("h8")) > everywhere.order(start, move_of("b2"))


@pytest.mark.parametrize("depth", [2, 3])
def test_a_short_search_blocks_fours_and_open_threes(depth: int) -> None:
    game = Gomoku(9, reach=1)
    assert best(game, position(game, "d5 h2 h4", "e5 f5 g5 h5"), depth) == "i5"
    three = position(game, "b2 h8", "d5 e5 f5")
    assert best(game, three, depth) in {"c5", "g5"}


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_a_short_search_completes_five(depth: int) -> None:
    game = Gomoku(9, reach=1)
    assert best(game, position(game, "c3 d4 e5 f6", "b2 b3 b4 b5 h2"), depth) == "g7"


# -- text and picture -----------------------------------------------------------------


@pytest.mark.parametrize(("size", "line", "reach"), SHAPES)
def test_positions_and_moves_come_back_from_text(size: int, line: int, reach: int) -> None:
    game = Gomoku(size, line, reach)
    for state, _ in list(play(game, 11))[:60:4]:
        assert game.parse(game.format(state)) == state
        for move in [] if game.is_terminal(state) else list(game.moves(state))[:3]:
            assert game.parse_move(state, game.format_move(state, move)) == move


def test_won_positions_come_back_from_text() -> None:
    game = Gomoku(6, 4)
    ends = [list(play(game, seed))[-1][0] for seed in range(10)]
    assert any(end.won for end in ends)
    for end in ends:
        assert game.parse(game.format(end)) == end


def test_columns_are_letters_and_rows_count_from_the_bottom() -> None:
    game = Gomoku(5)
    state = game.parse("...../...../...../X..../...O. X")
    assert state == position(game, "a2", "d1")
    assert game.parse_move(state, " B2 ") == game.parse_move(state, "b2")


@pytest.mark.parametrize("text", ["h8", "p1", "h16", "h0", "", "8h"])
def test_illegal_moves_are_refused(text: str) -> None:
    with pytest.raises(OutplyError, match="not a legal move"):
        GAME.parse_move(position(GAME, "h8", mover="O"), text)


@pytest.mark.parametrize(
    "parameters",
    [
        {"size": 4},
        {"size": 20},
        {"size": 15.0},
        {"size": "15"},
        {"line": 2},
        {"line": 16},
        {"reach": -1},
        {"reach": 16},
        {"reach": None},
    ],
)
def test_bad_parameters_are_refused(parameters: dict[str, int]) -> None:
    name, given = next(iter(parameters.items()))
    with pytest.raises(OutplyError, match=f"Gomoku's {name} is {given!r}; give"):
        Gomoku(**parameters)


def test_the_board_shows_the_top_row_first_and_where_to_click() -> None:
    game = Gomoku(5, reach=1)
    state = position(game, "a5", "e1")
    view = game.board(state)
    assert view.column_labels == tuple("abcde")
    assert view.row_labels == tuple("54321")
    assert view.rows[0] == ("X", "", "", "", "")
    assert view.rows[1:4] == (("",) * 5,) * 3
    assert view.rows[4] == ("", "", "", "", "O")
    clicks = {game.format_move(state, move): cells for move, cells in view.clicks.items()}
    assert clicks["b5"] == ((0, 1),)
    assert clicks["d2"] == ((3, 3),)
    assert set(clicks) == names(game, state)
