"""Boards as a terminal shows them."""

import io

import pytest
from rich.console import Console

import outply
from outply.cli.board import board, mover

CONNECT_FOUR = """\
   1 2 3 4 5 6 7
 ┌───────────────┐
 │ · · · · · · · │
 │ · · · · · · · │
 │ · · · · · · · │
 │ · · · · · · · │
 │ · · · ○ · · · │
 │ · · · ●(●)· · │
 └───────────────┘"""

TIC_TAC_TOE = """\
    a b c
  ┌───────┐
1 │ · · ○ │
2 │ · ● · │
3 │ · ·(●)│
  └───────┘"""

NIM = """\
  ┌───────┐
a │ ● ● ● │
b │ ● · · │
c │(·)· · │
  └───────┘"""

CHECKERS = """\
   ┌─────────────────────────┐
 1 │    ●     2     ◎     4  │
 5 │ 5     6     7     8     │
 9 │    9     10    11    12 │
13 │ 13   (14)   15    16    │
17 │    17   (18)   19    20 │
21 │ 21    22    23    24    │
25 │    25    26    27    ○  │
29 │ 29    30    31    ◉     │
   └─────────────────────────┘"""


@pytest.fixture
def terminal() -> Console:
    return Console(file=io.TextIOWrapper(io.BytesIO(), "utf-8"), force_terminal=True)


@pytest.fixture
def stream() -> Console:
    return Console(file=io.StringIO())


@pytest.mark.parametrize(
    ("name", "position", "last", "picture"),
    [
        ("connect-four", "445", (5, 4), CONNECT_FOUR),
        ("tic-tac-toe", "..O/.X./..X O", (2, 2), TIC_TAC_TOE),
        ("nim", "3 1 0 X", (2, 0), NIM),
    ],
)
def test_on_a_terminal(name, position, last, picture, terminal):
    game = outply.load(name)
    assert board(terminal, game, game.parse(position), [last]).plain == picture


def test_letters_where_there_is_no_terminal(stream):
    game = outply.load("tic-tac-toe")
    drawn = board(stream, game, game.parse("..O/.X./..X O"), [(0, 2)]).plain
    assert drawn == "   a b c\n1  . .(O)\n2  . X .\n3  . . X"


def test_a_last_move_outside_the_new_board_is_not_marked(terminal):
    game = outply.load("nim")
    assert "(" not in board(terminal, game, game.parse("3 3 3 X"), [(0, 4)]).plain


def test_kings_and_numbers_of_checkers(terminal, stream):
    game = outply.load("checkers")
    state = game.parse("W:WK3,28:B1,K32")
    assert board(terminal, game, state, [(3, 2), (4, 3)]).plain == CHECKERS
    first, *_, last = board(stream, game, state).plain.splitlines()
    assert first.split() == ["1", "X", "2", "OO", "4"]
    assert last.split() == ["29", "29", "30", "31", "XX"]


def test_text_where_there_is_no_board(stream):
    game = outply.load("kuhn-poker")
    assert board(stream, game, game.initial()).plain == "- -"


def test_wide_pieces_keep_their_columns(stream):
    class Wide(outply.Game[int]):
        def board(self, state: int) -> outply.BoardView:
            return outply.BoardView((("2048", "2"), ("", "16")), column_labels=("a", "b"))

    lines = board(stream, Wide(), 0).plain.splitlines()
    assert lines == ["   a    b", "  2048  2", "   .    16"]


# -- whose stone is which -------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "position", "on_terminal", "in_letters"),
    [
        ("connect-four", "", "Player 1 (●)", "Player 1 (X)"),
        ("connect-four", "4", "Player 2 (○)", "Player 2 (O)"),
        ("othello", "-" * 27 + "OX------XO" + "-" * 27 + " X", "Player 1 (●)", "Player 1 (X)"),
        ("nim", "3 1 0 X", "Player 1", "Player 1"),
        ("inc-square", "1 after 0", "Player 1", "Player 1"),
    ],
)
def test_who_is_to_move_by_which_piece(name, position, on_terminal, in_letters, terminal, stream):
    game = outply.load(name)
    state = game.parse(position) if position else game.initial()
    assert mover(terminal, game, state) == on_terminal
    assert mover(stream, game, state) == in_letters


def test_moves_of_several_pieces_name_none(stream):
    class Several(outply.Game[int]):
        def to_move(self, state: int) -> int:
            return 0

        def result(self, state: int, move: int) -> int:
            return move

        def board(self, state: int) -> outply.BoardView:
            clicks = {1: ((0, 0),), 2: ((0, 0),)}
            return outply.BoardView(((["", "rook", "king"][state],),), clicks=clicks)

    assert mover(stream, Several(), 0) == "Player 1"
